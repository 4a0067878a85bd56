"""Margins of all intervals with Laplace noise: python tests/benchmarks/mechanisms/margins.py [--codes 1024].

For every method that takes Laplace noise, under both relations and with a known total: processor seconds of a first
look at the margins of all intervals, the least of some rounds, each in a process of its own, and their mean.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, catalogue, noises
from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.queries import AllRange

SETTINGS = {
    "add or remove": (Neighbours.ADD_REMOVE, False),
    "replace": (Neighbours.REPLACE_ONE, False),
    "replace, total known": (Neighbours.REPLACE_ONE, True),
}


def measure(name: str, setting: str, codes: int, epsilon: str, level: int) -> str:
    """One line of the table."""
    neighbours, exact = SETTINGS[setting]
    try:
        mechanism = Builder(AllRange(codes), neighbours, exact_row=exact).build(name, LAPLACE, PureDP(epsilon))
    except BadInput as reason:
        return f"- {reason}"
    start = time.process_time()
    margins = mechanism.margins(level)
    return f"{time.process_time() - start:.2f} s, mean {margins.mean():.6g}"


def _seconds(line: str) -> float:
    return 0.0 if line.startswith("-") else float(line.split()[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--codes", type=int, default=1024)
    asked.add_argument("--epsilon", default="1")
    asked.add_argument("--level", type=int, default=90)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--only", default="", help="methods of which this is the name")
    asked.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    given = asked.parse_args(arguments)
    if given.one:
        print(measure(*given.one, given.codes, given.epsilon, given.level))
        return 0
    sizes = ["--codes", str(given.codes), "--epsilon", given.epsilon, "--level", str(given.level)]
    for setting in SETTINGS:
        for name in catalogue():
            if LAPLACE in noises(name, PureDP(given.epsilon)) and given.only in ("", name):
                words = [sys.executable, __file__, *sizes, "--one", name, setting]
                told = [
                    subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
                    for _ in range(given.rounds)
                ]
                print(f"{setting:22} {name:18} {min(told, key=_seconds)}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
