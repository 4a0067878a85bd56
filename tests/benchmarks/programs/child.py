"""One program, one work, in this process: python -m programs.child PROGRAM WORK RUNS.

WORK is a JSON object; the last line printed is one too: errors over all runs, processor seconds of what can be prepared
before any data and of one release (the middle of all runs; first runs, which load things, are not counted where there
are three), peak memory of the process and of what it started. Processor time and memory of other processes are read
from /proc, hence on Linux only.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from programs.ready import NotOffered
from programs.work import QUARTILES, Work, answers, counts, errors, rank_errors

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def measure(program: str, work: Work, runs: int) -> dict[str, Any]:
    """Prepare, release so many times, and hold every answer against the counts."""
    began = _seconds()
    prepare: Callable[[Work], Any] = importlib.import_module(f"programs.with_{program}").prepare
    loaded = _seconds()
    ready = prepare(work)
    prepared = _seconds()
    cells = counts(work)
    truth = [] if work.kind == QUARTILES else answers(work, cells)
    seconds, squares, largest = [], [], []
    for _ in range(runs):
        started = _seconds()
        found = ready.release()
        seconds.append(_seconds() - started)
        square, most = rank_errors(found, cells) if work.kind == QUARTILES else errors(found, truth)
        squares.append(square)
        largest.append(most)
        if len(seconds) == 1:
            peak = _peak()
    timed = sorted(seconds[1:] if runs > 2 else seconds)
    return {
        "version": ready.version,
        "how": ready.how,
        "rmse": (sum(squares) / runs) ** 0.5,
        "forecast": ready.forecast,
        "largest": sum(largest) / runs,
        "largest_forecast": ready.largest_forecast,
        "load_seconds": loaded - began,
        "prepare_seconds": prepared - loaded,
        "release_seconds": timed[len(timed) // 2],
        "peak_mib": peak,
        "runs": runs,
    }


def _seconds() -> float:
    """Processor time of this process and of all it has started."""
    total = time.process_time()
    for one in _started():
        try:
            fields = (one / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(int(number) for number in fields[11:15]) / _TICKS
    return total


def _peak() -> float | None:
    """Peak memory in MiB of this process, and of other programs it started."""
    own = Path("/proc/self")
    if not (own / "status").exists():
        return None
    total = _high_water(own)
    program = os.readlink(own / "exe")
    for one in _started():
        try:
            if os.readlink(one / "exe") != program:
                total += _high_water(one)
        except OSError:
            continue
    return total


def _high_water(process: Path) -> float:
    for line in (process / "status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def _started() -> Iterator[Path]:
    """Processes below this one."""
    if not Path("/proc/self/stat").exists():
        return
    parents: dict[int, int] = {}
    for one in Path("/proc").iterdir():
        if one.name.isdigit():
            try:
                fields = (one / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(one.name)] = int(fields[1])
    below = {os.getpid()}
    for _ in range(8):
        below |= {child for child, parent in parents.items() if parent in below}
    yield from (Path("/proc") / str(child) for child in below - {os.getpid()})


def main() -> int:
    """Print what was measured."""
    warnings.simplefilter("ignore")  # a peer's own
    program, given, runs = sys.argv[1:]
    told = json.loads(given)
    work = Work(told["kind"], tuple(told["sizes"]), told["budget"], told["non_negative"])
    try:
        found = measure(program, work, int(runs))
    except NotOffered as reason:
        found = {"why_not": str(reason)}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
