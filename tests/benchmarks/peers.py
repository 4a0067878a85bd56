"""dpdesk beside other programs: python tests/benchmarks/peers.py peers.csv [--picture peers.png].

The same work for the same budget (ε = 1 or ρ = 1/2, units come and go): a table of 2,304 cells, by itself and with all
its totals, the CDF and all intervals of 1,024 and 4,096 codes, unbiased and non-negative, and quartiles of 4,096 codes
drawn from few records. OpenDP is in the extra "oracle"; others where a Python is named that has them:

    --diffprivlib PYTHON      with diffprivlib (0.6.6 needs scikit-learn before 1.8)
    --tumult PYTHON           with tmlt.analytics (0.21 on Python 3.11: NumPy 1, Spark 3.5, Java 17)

Every line is measured in a process of its own, from counts where the program takes them, from records where it does
not (which it then also counts). How each peer is used at its best, and what it does not offer, stands in
`programs/with_*.py`. Ratios are the program's figures over dpdesk's: above 1 dpdesk is ahead. Forecasts
stand beside dpdesk's errors; no peer has one for these answers. The expected largest error is forecast as a bound.

A table of cells by itself is the one line on which no program can be ahead: independent noise on each cell, from the
same law, is the best there is for it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import csv_lines
from programs.work import CELLS, EPSILON, INTERVALS, PREFIXES, QUARTILES, RHO, TOTALS, Work

TABLE = (2, 8, 16, 9)
RUNS = {CELLS: 20, TOTALS: 30, PREFIXES: 60, INTERVALS: 30, QUARTILES: 200}
LARGE = 4096
"""The largest work; of one with so many codes a third of the runs."""
FEW = 2
"""Runs of a program that takes half a minute for one; its error is then known to a fifth or so."""
OURS = "dpdesk"
PROGRAMS = (OURS, "opendp", "diffprivlib", "tumult")


@dataclass(frozen=True, slots=True)
class Line:
    """One program on one work. Seconds are the processor's; ratios are over dpdesk's; `why_not` if it has nothing."""

    work: str
    size: str
    budget: str
    values: str
    program: str
    version: str = ""
    how: str = ""
    error: float | None = None
    forecast: float | None = None
    largest: float | None = None
    largest_forecast: float | None = None
    prepare_seconds: float | None = None
    release_seconds: float | None = None
    peak_mib: float | None = None
    runs: int | None = None
    error_ratio: float | None = None
    time_ratio: float | None = None
    memory_ratio: float | None = None
    why_not: str = ""


def works(largest: int = LARGE) -> Iterator[Work]:
    """All that is asked."""
    for kind in (CELLS, TOTALS, PREFIXES, INTERVALS):
        sizes = [TABLE] if kind in (CELLS, TOTALS) else [(size,) for size in (1024, LARGE) if size <= largest]
        for size in sizes:
            for budget in (EPSILON, RHO):
                yield Work(kind, size, budget)
                yield Work(kind, size, budget, non_negative=True)
    yield from (Work(QUARTILES, (min(LARGE, largest),), budget) for budget in (EPSILON, RHO))


def measure(work: Work, program: str, python: str, runs: int) -> Line:
    """One program on one work, in a process that finds dpdesk, or of it only the peers' files."""
    place = _asked(work, program)
    with tempfile.TemporaryDirectory() as folder:
        here = Path(__file__).parent
        places = [here, here.parents[1]]
        if program not in (OURS, "opendp"):  # packages beside dpdesk are not the peer's
            places = [Path(folder) / "code"]
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(here / "programs", places[0] / "programs", ignore=ignored)
        path = os.pathsep.join(map(str, places))
        environment = os.environ | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        command = [python, "-m", "programs.child", program, json.dumps(asdict(work)), str(runs)]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        return replace(place, why_not="failed: " + (done.stderr.strip().splitlines() or ["without a word"])[-1])
    return _line(place, json.loads(done.stdout.strip().splitlines()[-1]))


def _line(place: Line, told: dict[str, Any]) -> Line:
    if "why_not" in told:
        return replace(place, why_not=told["why_not"])
    return replace(
        place,
        version=told["version"],
        how=told["how"],
        error=told["rmse"],
        forecast=told["forecast"],
        largest=told["largest"],
        largest_forecast=told["largest_forecast"],
        prepare_seconds=told["load_seconds"] + told["prepare_seconds"],
        release_seconds=told["release_seconds"],
        peak_mib=told["peak_mib"],
        runs=told["runs"],
    )


def beside(line: Line, ours: Line) -> Line:
    """The line with its ratios."""
    return replace(
        line,
        error_ratio=_over(line.error, ours.error),
        time_ratio=_over(line.release_seconds, ours.release_seconds),
        memory_ratio=_over(line.peak_mib, ours.peak_mib),
    )


def _over(theirs: float | None, ours: float | None) -> float | None:
    return theirs / ours if theirs is not None and ours else None


def lines(
    asked: Sequence[Work], pythons: dict[str, str], runs: int | None = None, kept: Sequence[Line] = ()
) -> Iterator[Line]:
    """Each work by each program, dpdesk first; lines that are kept are not measured again."""
    known = {_place(line): line for line in kept}
    for work in asked:
        large = work.kind != QUARTILES and work.cells >= LARGE
        times = runs or RUNS[work.kind] // (3 if large else 1)
        ours = known.get(_place(_asked(work, OURS))) or measure(work, OURS, sys.executable, times)
        yield beside(ours, ours)
        for program in PROGRAMS[1:]:
            line = known.get(_place(_asked(work, program)))
            if line is None and program in pythons:
                line = measure(work, program, pythons[program], min(times, FEW) if program == "tumult" else times)
            if line is not None:
                yield beside(line, ours)


def _asked(work: Work, program: str) -> Line:
    size = "×".join(f"{one:,}" for one in work.sizes)
    values = "" if work.kind == QUARTILES else "non-negative" if work.non_negative else "unbiased"
    return Line(work.kind, size, work.budget, values, program)


def _place(line: Line) -> tuple[str, ...]:
    return line.work, line.size, line.budget, line.values, line.program


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write, and draw where a picture is wanted."""
    asked = argparse.ArgumentParser(prog="python tests/benchmarks/peers.py", description=__doc__.split("\n")[0])
    asked.add_argument("csv", type=Path, help="where the table goes")
    asked.add_argument("--picture", type=Path, help="where a picture of it goes (PNG)")
    asked.add_argument("--opendp", default=sys.executable, help="a Python that has OpenDP (default: this one)")
    asked.add_argument("--diffprivlib", help="a Python that has diffprivlib")
    asked.add_argument("--tumult", help="a Python that has tmlt.analytics")
    asked.add_argument("--largest", type=int, default=LARGE, help=f"most codes (default: {LARGE})")
    asked.add_argument("--runs", type=int, help="releases a line (default: 10 to 200)")
    asked.add_argument("--keep", action="store_true", help="measure only what the table does not have yet")
    asked.add_argument("--redraw", action="store_true", help="draw the picture of a table made earlier")
    given = asked.parse_args(arguments)
    if given.redraw:
        found = csv_lines.read(Line, given.csv)
    else:
        named = {"opendp": given.opendp, "diffprivlib": given.diffprivlib, "tumult": given.tumult}
        pythons = {program: python for program, python in named.items() if python}
        found = []
        kept = csv_lines.read(Line, given.csv) if given.keep and given.csv.exists() else []
        for line in lines(list(works(given.largest)), pythons, given.runs, kept):
            found.append(line)
            print(_said(line), flush=True)
            done = {_place(one) for one in found}
            csv_lines.write(Line, [*found, *(one for one in kept if _place(one) not in done)], given.csv)
    if given.picture is not None:
        from peers_picture import draw

        try:
            draw(found, given.picture)
        except OSError as reason:
            print(reason, file=sys.stderr)
            return 2
    return 0


def _said(line: Line) -> str:
    told = f"{line.work}, {line.size}, {line.budget}, {line.values}: {line.program} "
    if line.error is None:
        return told + f"not: {line.why_not}"
    ratios = [line.error_ratio, line.time_ratio, line.memory_ratio]
    return told + f"{line.error:.4g} ({line.how}); " + " ".join("-" if one is None else f"{one:.2f}" for one in ratios)


if __name__ == "__main__":
    raise SystemExit(main())
