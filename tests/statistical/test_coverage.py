"""Published limits cover in every cell, for every mechanism.

For every mechanism, both laws of noise and both relations, on prefixes, all intervals, a two-way table with its totals
and a hierarchy: fresh noise is drawn and decoded for one population of empty, small and large cells, and limits are
made of it as a release makes them (margins rounded up, whole limits that are shorter where the count is small). The
published estimate, projected and rounded, decides nothing about the limits: they are those of the unbiased answers.

Here 600 releases of 8 codes; each cell is an alarm by chance with a probability below 1e-12, some 20,000 cells and
levels: below 1e-7 together. Whole releases of real plans are looked at by `tests/benchmarks/limits.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, Mechanism, catalogue, noises
from dpdesk.mechanisms.answers.combined import coefficients, normal_ratio
from dpdesk.postprocess.limits.narrow_limits import NORMAL, OTHER, margin_levels, narrow_limits
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange, Identity, Intervals, Kronecker, Prefix, Stack, Total, Workload
from dpdesk.release.reading.answers import printed_margins

CODES, RELEASES = 8, 600
LEVELS = (80, 90, 95, 99)
LOSSES: tuple[Loss, ...] = (PureDP("1"), ZCDP("1/2"), ZCDP("2"))
WORKLOADS: tuple[Workload, ...] = (
    Prefix(CODES),
    AllRange(CODES),
    Stack(*(Kronecker(one(2), other(8)) for one in (Total, Identity) for other in (Total, Identity))),
    Stack(Total(CODES), Intervals(CODES, [(1, CODES)]), Identity(CODES)),
)


@dataclass(frozen=True)
class Covered:
    """How often the cell that is covered least often is, and how often all cells are."""

    mechanism: str
    level: int
    worst: float
    mean: float

    @property
    def holds(self) -> bool:
        """Whether the worst cell is covered as often as chance allows a nominal coverage to look."""
        return self.worst >= by_chance(self.level / 100, RELEASES)


def mechanisms(name: str) -> Iterator[Mechanism]:
    for workload in WORKLOADS:
        for neighbours, exact in ((Neighbours.ADD_REMOVE, False), (Neighbours.REPLACE_ONE, True)):
            builder = Builder(workload, neighbours, exact_row=exact)
            for loss in LOSSES:
                for noise in noises(name, loss):
                    try:
                        if not builder.takes_long(name, noise):
                            yield builder.build(name, noise, loss)
                    except BadInput:  # which this mechanism does not answer
                        continue


def covered(built: Mechanism) -> Sequence[Covered]:
    """The worst cell at each level."""
    domain = built.workload.domain
    cells = np.arange(int(np.prod(domain)))
    counts = (cells % 7 * (cells % 3)).reshape(domain).astype(np.int64)
    truth = np.asarray(built.workload.answer(counts), dtype=np.float64)
    decoder = coefficients(built, np.arange(truth.size)).T
    integers = built.scale.draw(RELEASES * built.measurements).reshape(RELEASES, -1)
    unbiased = truth + integers @ decoder / built.scale.units
    found = []
    splits = NORMAL if normal_ratio([built.scale], 0.5) is not None else OTHER
    for level in LEVELS:
        margins = [printed_margins(built.margins(side)) for side in margin_levels(level, splits)]
        low, high = narrow_limits(unbiased, [np.broadcast_to(margin, unbiased.shape) for margin in margins], splits)
        hits = ((low <= truth) & (truth <= high)).mean(axis=0)
        found.append(Covered(built.name, level, float(hits.min()), float(hits.mean())))
    return found


def by_chance(share: float, releases: int, alarm: float = 1e-12) -> float:
    """The largest a with exp(−n·KL(a, share)) ≤ alarm: by Chernoff chance does not lie below it. 0 if there is none."""
    low, high = 0.0, share
    for _ in range(60):
        a = (low + high) / 2
        entropy = (a * log(a / share) if a > 0 else 0.0) + (1 - a) * log((1 - a) / (1 - share))
        low, high = (a, high) if releases * entropy >= -log(alarm) else (low, a)
    return low


@pytest.mark.statistical
@pytest.mark.parametrize("name", list(catalogue()))
def test_the_worst_cell_is_covered(name: str) -> None:
    found = [one for built in mechanisms(name) for one in covered(built)]
    assert [one for one in found if not one.holds] == []
    for level in LEVELS:  # cells of one release have noise in common, releases have none
        means = [one.mean for one in found if one.level == level]
        assert not means or np.mean(means) >= by_chance(level / 100, RELEASES * len(means))


@pytest.mark.statistical
def test_limits_of_margins_that_are_too_small_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong control: six tenths of each margin."""
    margins = Mechanism.margins
    monkeypatch.setattr(Mechanism, "margins", lambda *all_: 0.6 * margins(*all_))
    assert not all(one.holds for built in mechanisms("histogram") for one in covered(built))


def test_chance_is_bounded() -> None:
    assert by_chance(0.9, 100) < 0.9 - 6 * (0.09 / 100) ** 0.5
    assert 0.9 - 8 * (0.09 / 10_000) ** 0.5 < by_chance(0.9, 10_000) < 0.9
    assert by_chance(0.5, 3) == 0
