"""What somebody at the machine waits for: commands, forecasts of edits, and many answers.

    python tests/benchmarks/waiting.py [--rounds 3]

Printed are seconds of the processors, the least of some rounds, and for commands peak memory in MiB:

- `dpdesk forecast` and `dpdesk release` of the bundled sample, each in a process of its own;
- all rows of the catalogue over one variable of 1,024 and 4,096 codes, as a forecast asks them: by themselves, then
  after the budget was changed, which leaves most of what was worked out as it is;
- margins of all intervals of 1,024 codes with Laplace noise;
- unbiased answers to all intervals of 4,096 codes, 8.4 million numbers.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, build, catalogue, noises
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange, OneVariable, Prefix

SIZES = (1024, 4096)
KINDS: dict[str, Callable[[int], OneVariable]] = {"prefixes": Prefix, "intervals": AllRange}
EDITS: tuple[tuple[Loss, Loss], ...] = ((ZCDP("1/2"), ZCDP("1/3")), (PureDP("1"), PureDP("1/2")))


def command(*words: object) -> tuple[float, float]:
    """Processor seconds and peak MiB of one command, which must end well; compiled, as an installed program is."""
    started = subprocess.Popen(
        [sys.executable, "-m", "dpdesk", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    )
    _, status, used = os.wait4(started.pid, 0)
    if status:
        raise OSError(f"dpdesk {words[0]} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def commands(folder: Path, rounds: int) -> None:
    """The commands on the bundled sample."""
    demo = folder / "demo"
    command("demo", "--out", demo)
    plan, data = demo / "plan.json", demo / "sample.csv"
    forecasts = [command("forecast", plan) for _ in range(rounds)]
    releases = [
        command("release", plan, "--data", data, "--out", folder / f"out{at}", "--ledger", folder / f"{at}.sqlite")
        for at in range(rounds)
    ]
    for name, found in (("forecast", forecasts), ("release", releases)):
        seconds, mebibytes = (min(column) for column in zip(*found, strict=True))
        print(f"dpdesk {name} of the sample: {seconds:.2f} s, {mebibytes:.0f} MiB", flush=True)


def every_row(workload: OneVariable, loss: Loss) -> None:
    """What a forecast asks of every row of the catalogue that does not take long to optimise."""
    builder = Builder(workload, Neighbours.ADD_REMOVE)
    for name in catalogue():
        for noise in noises(name, loss):
            if builder.takes_long(name, noise):
                continue
            try:
                m = builder.build(name, noise, loss)
                _ = m.rmse, m.max_std, m.ratio_to_bound, m.bound_is
            except BadInput:
                continue


def seconds(work: Callable[[], object]) -> float:
    """Seconds of the processors."""
    start = time.process_time()
    work()
    return time.process_time() - start


def edits(rounds: int) -> None:
    """Forecasts of all rows, and of the same with another budget, each pair in a process of its own."""
    for kind in KINDS:
        for size in SIZES:
            for number, (before, after) in enumerate(EDITS):
                words = [sys.executable, __file__, "--edit", f"{kind} {size} {number}"]
                told = [subprocess.run(words, capture_output=True, text=True, check=True) for _ in range(rounds)]
                first, edit = (min(column) for column in zip(*[json.loads(one.stdout) for one in told], strict=True))
                print(f"{kind} of {size} codes, {before}: {first:.0f} ms; then {after}: {edit:.0f} ms", flush=True)


def edit(told: str) -> list[float]:
    """Milliseconds of one pair of forecasts, once everything is imported."""
    kind, size, number = told.split()
    every_row(Prefix(64), EDITS[0][0])
    workload = KINDS[kind](int(size))
    return [1000 * seconds(lambda one=loss: every_row(workload, one)) for loss in EDITS[int(number)]]


def intervals(rounds: int) -> None:
    """All intervals of many codes, without adjustment."""
    m = build("sine", AllRange(SIZES[-1]), ZCDP("1/2"), Neighbours.ADD_REMOVE)
    x = np.arange(SIZES[-1], dtype=np.int64)
    least = min(seconds(lambda: m.release(x)) for _ in range(rounds))
    print(f"{m.workload.shape[0]:,} intervals released: {least:.2f} s", flush=True)


def margins() -> None:
    """Margins of all intervals, which have hundreds of thousands of laws."""
    for name in ("p-identity", "weighted-tree", "tree"):
        m = build(name, AllRange(SIZES[0]), PureDP("1"), Neighbours.ADD_REMOVE)
        print(f"margins of {m.workload.shape[0]:,} intervals, {name}: {seconds(m.margins):.2f} s", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--edit", help=argparse.SUPPRESS)
    given = asked.parse_args(arguments)
    if given.edit:
        print(json.dumps(edit(given.edit)))
        return 0
    rounds = given.rounds
    with tempfile.TemporaryDirectory() as folder:
        commands(Path(folder), rounds)
    edits(rounds)
    margins()
    intervals(rounds)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
