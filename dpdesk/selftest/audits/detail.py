"""Does adaptive detail reveal no more than both its stages are charged?

Two areas: noisy sizes first, then each area at the level of detail its noisy size gives it. A run is everything that is
published of it: sizes, levels, and the integers of both areas. The areas' sizes lie where the levels are in doubt, so
that neighbours differ in which mechanism measures them as well as in what it measures. Under replacement the row goes
from one area to the other, which is what the second stage must be charged for.

Planted errors: levels calibrated as if there were one area, so that a row leaving it were no change of its total; and
both stages given the whole loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpdesk.mechanisms import Builder, Mechanism, build
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE
from dpdesk.mechanisms.detail import AreaBuilder, DetailMechanism
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Identity, Total
from dpdesk.selftest.audits.audit import Outcomes, audit
from dpdesk.selftest.audits.findings import results
from dpdesk.selftest.audits.verdicts import Claim, Floats, Int64, Verdict, claim_of, gaussian_claim
from dpdesk.selftest.report import CheckResult

RUNS = 15_000
CODES = 2
START = 6
"""An area of so many rows by its noisy size shows its codes, a smaller one its total."""
ROWS = 4
"""Rows of a unit, where noise is Gaussian: then it is nearly normal on whole numbers."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Both stages, what they are charged together, and two neighbouring inputs (counts by area and code)."""

    name: str
    mechanism: DetailMechanism
    claim: Claim
    here: Int64
    there: Int64
    wrong: bool = False

    def verdict(self, runs: int = RUNS) -> Verdict:
        """The verdict of so many runs on both neighbours."""
        drawn = [self._runs(x, runs) for x in (self.here, self.there)]
        ratios = ("the likelihood by the law stated", drawn[0][1], drawn[1][1])
        return audit(Outcomes(drawn[0][0], drawn[1][0], (ratios,)), self.claim)

    def _runs(self, x: Int64, runs: int) -> tuple[Int64, Floats]:
        """Both stages so many times by the mechanisms' own code, and ln of the likelihood of `here` over `there`."""
        sizes = self.mechanism.sizes
        ends = [sizes._exact(counts.sum(axis=1)) for counts in (self.here, self.there)]
        first = sizes._noisy(sizes._exact(x.sum(axis=1)), runs)
        ratio = _log_ratio(sizes, first, *ends)
        kinds, which = np.unique(first, axis=0, return_inverse=True)
        levels = np.array([self.mechanism.levels_of(kind) for kind in kinds])[which.reshape(-1)]
        second = np.zeros((runs, x.shape[0], CODES), dtype=np.int64)
        for area in range(x.shape[0]):
            for level in range(len(self.mechanism.levels)):
                rows = np.flatnonzero(levels[:, area] == level)
                vector = self.mechanism.vectors(level)[0]
                noisy = vector._noisy(vector._exact(x[area]), rows.size)
                second[rows[:, None], area, np.arange(vector.measurements)] = noisy
                ratio[rows] += _log_ratio(
                    vector, noisy, vector._exact(self.here[area]), vector._exact(self.there[area])
                )
        return np.concatenate([first, levels, second.reshape(runs, -1)], axis=1), np.round(ratio, 9)


def _log_ratio(mechanism: Mechanism, y: Int64, a: Int64, b: Int64) -> Floats:
    scale = float(mechanism.scale.parameter or 1)
    if mechanism.noise == LAPLACE:
        return np.asarray((np.abs(y - b) - np.abs(y - a)).sum(axis=1) / scale, dtype=np.float64)
    return np.asarray(((y - b) ** 2 - (y - a) ** 2).sum(axis=1) / (2 * scale), dtype=np.float64)


def trials() -> Iterator[Trial]:
    """Both laws of noise under both relations, then the planted errors."""
    for relation in Neighbours:
        for loss in (PureDP(2), ZCDP(2)):
            yield _trial(f"adaptive detail, {_words(loss, relation)}", loss, relation, (Fraction(1, 4), Fraction(3, 4)))
    relation = Neighbours.REPLACE_ONE
    for loss in (PureDP(2), ZCDP(2)):
        shares = (Fraction(1, 4), Fraction(3, 4))
        words = _words(loss, relation)
        yield _trial(f"planted error: levels as for one area, {words}", loss, relation, shares, builder=_AsIfAlone)
        both = (Fraction(1), Fraction(1))
        yield _trial(f"planted error: each stage given the whole loss, {words}", loss, relation, both)


def _words(loss: Loss, relation: Neighbours) -> str:
    law = "Laplace" if isinstance(loss, PureDP) else "Gaussian"
    return f"{law} noise, {'add or remove' if relation is Neighbours.ADD_REMOVE else 'replace'}"


class _AsIfAlone(Builder):
    """Wrong: no difference of two areas is added; a row that moves is taken for one that comes or goes."""


def _trial(
    name: str,
    loss: PureDP | ZCDP,
    relation: Neighbours,
    shares: tuple[Fraction, Fraction],
    builder: type[Builder] = AreaBuilder,
) -> Trial:
    law, c = (LAPLACE, 1) if isinstance(loss, PureDP) else (GAUSSIAN, ROWS)
    first, second = (loss.share(share) for share in shares)
    sizes = build("histogram", Identity(2), first, relation, noise=law, rows_per_unit=c)
    asked = relation if builder is AreaBuilder else Neighbours.ADD_REMOVE
    levels = tuple(
        builder(workload, asked, rows_per_unit=c).build("histogram" if level else law, law, second)
        for level, workload in enumerate((Total(CODES), Identity(CODES)))
    )
    mechanism = DetailMechanism("area", ("one", "two"), sizes, levels, (Fraction(0), Fraction(START)))
    there = np.array([[START - 1, 0], [START - 1, 0]], dtype=np.int64)
    here = there.copy()
    here[0, 0] += c
    if relation is Neighbours.REPLACE_ONE:
        there[1, 0] += c
    claim: Claim = claim_of(loss) if isinstance(loss, PureDP) else gaussian_claim(loss.rho, _least_parameter(mechanism))
    wrong = builder is not AreaBuilder or sum(shares) != 1
    return Trial(name, mechanism, claim, here, there, wrong)


def _least_parameter(mechanism: DetailMechanism) -> Fraction:
    every = (mechanism.sizes, *mechanism.levels)
    return min(level.scale.parameter for level in every if level.scale.parameter is not None)


def run(runs: int = RUNS) -> list[CheckResult]:
    """All of them; the planted errors must be accused."""
    return results(trials(), runs)
