"""How often published limits cover, cell by cell: python -m dpdesk.selftest.benchmark_coverage coverage.csv.

For every mechanism, both laws of noise and both relations, on prefixes, all intervals, a two-way table with its totals
and a hierarchy: fresh noise is drawn and decoded `--releases` times for one population of empty, small and large cells,
limits are made of it as a release makes them (margins rounded up, limits widened to whole counts and cut at zero), and
the cell that is covered least often is reported for 80, 90, 95 and 99 %. The published estimate, projected and rounded,
decides nothing about the limits: they are those of the unbiased answers.

`least` is what chance leaves of an exactly nominal coverage: a cell below it is no accident. By Chernoff the share of n
draws is below a with a probability of at most exp(−n·KL(a, level)), which is 1e-12 there.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, Mechanism, catalogue, noises
from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.postprocess.derived import count_limits
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange, Identity, Intervals, Kronecker, Prefix, Stack, Total, Workload
from dpdesk.release.finish import printed_margins

LEVELS = (80, 90, 95, 99)
LOSSES: dict[str, Loss] = {"epsilon = 1": PureDP("1"), "rho = 1/2": ZCDP("1/2"), "rho = 2": ZCDP("2")}
BATCH = 500


@dataclass(frozen=True, slots=True)
class Line:
    """The cell covered least often, over `releases` releases."""

    workload: str
    neighbours: str
    budget: str
    mechanism: str
    noise: str
    cells: int
    level: int
    releases: int
    worst: float
    mean: float
    least: float

    @property
    def holds(self) -> bool:
        """Whether the worst cell is covered as often as chance allows a nominal coverage to look."""
        return self.worst >= self.least


def workloads(size: int) -> dict[str, Workload]:
    """What is asked, over some `size` codes."""
    rows = max(2, size // 8)
    blocks = [(first, min(first + 7, size)) for first in range(1, size + 1, 8)]
    return {
        "prefixes": Prefix(size),
        "all intervals": AllRange(size),
        "two-way table": Stack(
            *(Kronecker(one(rows), other(8)) for one in (Total, Identity) for other in (Total, Identity))
        ),
        "hierarchy": Stack(Total(size), Intervals(size, blocks), Identity(size)),
    }


def lines(size: int, releases: int, names: Sequence[str] | None = None) -> Iterator[Line]:
    """Every mechanism that is at hand, one line a level."""
    for title, workload in workloads(size).items():
        for neighbours, exact in ((Neighbours.ADD_REMOVE, False), (Neighbours.REPLACE_ONE, True)):
            builder = Builder(workload, neighbours, exact_row=exact)
            for budget, loss in LOSSES.items():
                for name in names or catalogue():
                    for noise in noises(name, loss):
                        try:
                            if builder.takes_long(name, noise):
                                continue
                            built = builder.build(name, noise, loss)
                        except BadInput:
                            continue
                        where = (title, neighbours.value, budget, name, noise)
                        yield from covered(where, built, releases)


def covered(where: tuple[str, str, str, str, str], built: Mechanism, releases: int) -> Iterator[Line]:
    """The worst cell of one mechanism at each level."""
    queries = built.workload.shape[0]
    domain = built.workload.domain
    counts = np.arange(int(np.prod(domain))) % 7 * (np.arange(int(np.prod(domain))) % 3)
    truth = np.asarray(built.workload.answer(counts.reshape(domain).astype(np.int64)), dtype=np.float64)
    decoder = coefficients(built, np.arange(queries)).T
    margins = {level: printed_margins(built.margins(level)) for level in LEVELS}
    hits = {level: np.zeros(queries, dtype=np.int64) for level in LEVELS}
    for first in range(0, releases, BATCH):
        many = min(BATCH, releases - first)
        integers = built.scale.draw(many * built.measurements).reshape(many, -1)
        unbiased: NDArray[np.float64] = truth + integers @ decoder / built.scale.units
        for level in LEVELS:
            low, high = count_limits(unbiased, np.broadcast_to(margins[level], unbiased.shape))
            hits[level] += ((low <= truth) & (truth <= high)).sum(axis=0)
    for level in LEVELS:
        share = level / 100
        least = by_chance(share, releases)
        worst, mean = float(hits[level].min()) / releases, float(hits[level].mean()) / releases
        yield Line(*where, queries, level, releases, worst, mean, least)


def by_chance(share: float, releases: int, alarm: float = 1e-12) -> float:
    """The largest a with exp(−n·KL(a, share)) ≤ alarm; 0 where there is none."""
    low, high = 0.0, share
    for _ in range(60):
        a = (low + high) / 2
        entropy = (a * log(a / share) if a > 0 else 0.0) + (1 - a) * log((1 - a) / (1 - share))
        low, high = (a, high) if releases * entropy >= -log(alarm) else (low, a)
    return low


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table; the exit status is 1 where a cell is covered too seldom."""
    asked = argparse.ArgumentParser(prog="python -m dpdesk.selftest.benchmark_coverage", description=__doc__)
    asked.add_argument("out", type=Path, metavar="FILE")
    asked.add_argument("--codes", type=int, default=64)
    asked.add_argument("--releases", type=int, default=10_000)
    asked.add_argument("--mechanism", action="append", choices=list(catalogue()))
    options = asked.parse_args(arguments)
    bad = 0
    with options.out.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, [field.name for field in fields(Line)])
        writer.writeheader()
        for line in lines(options.codes, options.releases, options.mechanism):
            writer.writerow(asdict(line))
            bad += not line.holds
            if not line.holds:
                print(f"too seldom: {line}", file=sys.stderr)
    print(f"{options.out}: {'every cell is covered' if not bad else f'{bad} lines are covered too seldom'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
