"""Do the mechanisms of the catalogue reveal no more than they say? Each is held to its word in three ways.

**Columns.** What one unit can change in the measured integers is worked out here from what the mechanism measures for
each single cell, for every neighbour that the relation allows, and the loss of the worst is added up in whole numbers:
it must not exceed what is stated. Nothing of the mechanism's own arithmetic of sensitivities is used.

**Noise.** Measured integers less what they hide must follow the law that is stated, and be independent of one another
and from run to run; a law a tenth narrower must be rejected by the same figures.

**Audit.** A lower bound of ε, or of μ for Gaussian noise, from runs on the worst neighbours and a few others
(audit.py), which must not exceed what is stated. The runs execute the mechanism's own code, many rows of noise at a
time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.catalogue import ROWS
from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.privacy.loss import ZCDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.selftest.audits.audit import Outcomes, audit
from dpdesk.selftest.audits.cases import Case, cases, further_cases
from dpdesk.selftest.audits.verdicts import Claim, Floats, Int64, LossClaim, Verdict, claim_of, gaussian_claim
from dpdesk.selftest.report import CheckResult
from dpdesk.selftest.samplers import REJECT_BELOW, Law, fit_p_value

RUNS = 15_000
_BASE = 5  # rows of others in every cell
_FITTED = 200_000
_FARTHEST = Fraction(2, 3)  # of all numbers: beyond, too few overlap for a correlation to be nearly normal

Vectors = tuple[Int64, ...]
"""Counts, then sums, over the cells."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Two inputs that differ in one unit, and the loss between them by their columns (ε, or ρ), exact."""

    here: Vectors
    there: Vectors
    loss: Fraction
    words: str


# Columns ----------------------------------------------------------------------------------------------------------


def units(case: Case) -> list[tuple[int, tuple[int, ...]]]:
    """Every row a unit may have: its cell, and the value of each sum."""
    cells = case.mechanism.workload.shape[1]
    values: list[tuple[int, ...]] = [()]
    for ends in case.values:
        values = [(*begun, value) for begun in values for value in ends]
    return [(cell, of_unit) for cell in range(cells) for of_unit in values]


def _vectors(case: Case, rows: Sequence[tuple[int, tuple[int, ...]]]) -> Vectors:
    """Counts and sums of the others and of these rows."""
    size = case.mechanism.workload.shape[1]
    vectors = [np.full(size, _BASE, dtype=np.int64), *(np.zeros(size, dtype=np.int64) for _ in case.values)]
    for cell, values in rows:
        vectors[0][cell] += 1
        for place, value in enumerate(values, start=1):
            vectors[place][cell] += value
    return tuple(vector.reshape(case.mechanism.workload.domain) for vector in vectors)


def neighbours(case: Case) -> list[Neighbour]:
    """All neighbours that differ in one kind of row, c times, the worst first.

    No unit of mixed rows is worse: losses are norms of sums of differences, or their squares (triangle inequality).
    """
    relation, every = case.mechanism.relation, units(case)
    c = relation.rows_per_unit
    empty = _vectors(case, ())
    exact = {None: _exact(case, empty)} | {unit: _exact(case, _vectors(case, [unit] * c)) for unit in every}
    pairs: list[tuple[tuple[int, tuple[int, ...]] | None, tuple[int, tuple[int, ...]] | None]] = []
    if not relation.exact_row:
        pairs += [(unit, None) for unit in every]
    if relation.neighbours is Neighbours.REPLACE_ONE:
        pairs += list(combinations(every, 2))
    losses = [_loss(case, exact[unit], exact[other]) for unit, other in pairs]
    listed = []
    for pair in sorted(range(len(pairs)), key=lambda number: -losses[number]):
        ends = [empty if unit is None else _vectors(case, [unit] * c) for unit in pairs[pair]]
        words = " for ".join("nobody" if unit is None else f"cell {unit[0] + 1}" for unit in pairs[pair])
        listed.append(Neighbour(ends[0], ends[1], losses[pair], words))
    return listed


def _exact(case: Case, vectors: Vectors) -> list[Int64]:
    return [block._exact(x) for block, x in zip(case.blocks, vectors, strict=True)]


def _loss(case: Case, here: list[Int64], other: list[Int64]) -> Fraction:
    """ε of Laplace, ρ of Gaussian noise, of all integers together; what has no noise may not differ."""
    total = Fraction(0)
    for block, a, b in zip(case.blocks, here, other, strict=True):
        changed = [abs(int(d)) for d in (a - b)]
        free = range(len(changed)) if block.scale.parameter is None else block.strategy.exact_rows.tolist()
        if any(changed[row] for row in free):
            return Fraction(10**9)
        if block.scale.parameter is not None and block.noise == LAPLACE:
            total += Fraction(sum(changed)) / block.scale.parameter
        elif block.scale.parameter is not None:
            total += Fraction(sum(d * d for d in changed)) / block.scale.parameter / 2
    return total


def stated(case: Case) -> Fraction:
    """What a unit may cost by the loss that was granted: ε of Laplace, ρ of Gaussian noise.

    Of (ε, δ) and Gaussian noise there is no such figure; there the ρ that the mechanism says it spends is taken, and
    the audit alone holds it to ε and δ.
    """
    loss = case.granted
    if isinstance(loss, ZCDP):
        return loss.rho
    return loss.epsilon if case.mechanism.noise == LAPLACE else case.mechanism.rho or Fraction(0)


# Runs -------------------------------------------------------------------------------------------------------------


def runs_of(case: Case, vectors: Vectors, runs: int) -> list[Int64]:
    """What the mechanism's own code measures, so many times afresh: counts, then sums, one row a run."""
    exact = _exact(case, vectors)
    return [block._noisy(hidden, runs) for block, hidden in zip(case.blocks, exact, strict=True)]


def outcomes(case: Case, pair: Neighbour, runs: int) -> Outcomes:
    """Runs on both inputs, with the likelihood ratio by the law stated."""
    ends = (_exact(case, pair.here), _exact(case, pair.there))
    drawn = [runs_of(case, vectors, runs) for vectors in (pair.here, pair.there)]
    ratios = []
    for blocks in drawn:
        total = np.zeros(runs)
        for block, y, a, b in zip(case.blocks, blocks, *ends, strict=True):
            total += _log_ratio(block, y, a, b)
        ratios.append(np.round(total, 9))
    return Outcomes(
        np.concatenate(drawn[0], axis=1),
        np.concatenate(drawn[1], axis=1),
        (("the likelihood by the law stated", ratios[0], ratios[1]),),
    )


def _log_ratio(block: Mechanism, y: Int64, a: Int64, b: Int64) -> Floats:
    """The logarithm of the likelihood of `a` behind the noisy integers over that of `b`."""
    if block.scale.parameter is None:
        return np.zeros(y.shape[0])
    differ = np.flatnonzero(a != b)
    from_a, from_b = ((y[:, differ] - end[differ]).astype(np.float64) for end in (a, b))
    scale = float(block.scale.parameter)
    if block.noise == LAPLACE:
        return np.asarray((np.abs(from_b) - np.abs(from_a)).sum(axis=1) / scale, dtype=np.float64)
    return np.asarray((from_b**2 - from_a**2).sum(axis=1) / (2 * scale), dtype=np.float64)


def claim(case: Case) -> Claim:
    """What was granted, as a claim: (ε, δ) where it is that, else ε or μ."""
    if not isinstance(case.granted, ZCDP):
        return claim_of(case.granted)
    parameters = [block.scale.parameter for block in case.blocks if block.scale.parameter is not None]
    if not parameters:
        return LossClaim(0.0)
    return gaussian_claim(case.granted.rho, min(parameters))


def audits(case: Case, pairs: Sequence[Neighbour], runs: int) -> list[Verdict]:
    """The verdict of each pair."""
    claimed = claim(case)
    return [audit(outcomes(case, pair, runs), claimed) for pair in pairs]


def some(pairs: Sequence[Neighbour], more: int = 1) -> list[Neighbour]:
    """The worst pair and a few others, evenly along the list."""
    places = [0, *(len(pairs) * (number + 1) // (more + 1) - 1 for number in range(more))]
    return [pairs[place] for place in dict.fromkeys(places)]


# Noise ------------------------------------------------------------------------------------------------------------


def noise_of(case: Case, runs: int) -> Iterator[tuple[Mechanism, Int64]]:
    """Of each block the noise alone, one row a run."""
    vectors = _vectors(case, ())
    for block, exact, noisy in zip(case.blocks, _exact(case, vectors), runs_of(case, vectors, runs), strict=True):
        if block.scale.parameter is not None:
            kept = np.setdiff1d(np.arange(exact.size), block.strategy.exact_rows)
            yield block, (noisy - exact)[:, kept]


def noise_p_values(case: Case, runs: int) -> tuple[float, float]:
    """The smallest p-value of law and independence, and the largest of a law a tenth narrower."""
    least, control = 1.0, 0.0
    for block, z in noise_of(case, runs):
        scale = float(block.scale.parameter or 1)
        width = scale if block.noise == LAPLACE else math.sqrt(scale)
        law, narrower = (Law(block.noise, width * factor) for factor in (1.0, 0.9))
        flat = z.reshape(-1)[:_FITTED]
        least = min(least, fit_p_value(flat, law), _independence(z, law))
        control = max(control, fit_p_value(flat, narrower))
    return least, control


def _independence(z: Int64, law: Law) -> float:
    """The p-value of the greatest correlation of two numbers of a run, of two runs after another, or of all numbers
    with those any distance before them (Bonferroni): noise that comes again, however much later, is seen.
    """
    runs, width = z.shape
    scaled = z / math.sqrt(law.variance)
    within = scaled.T @ scaled / math.sqrt(runs)
    between = scaled[1:].T @ scaled[:-1] / math.sqrt(runs - 1)
    within[np.diag_indices(width)] = 0.0
    greatest = max(float(np.abs(within).max()), float(np.abs(between).max()))
    near = _two_sided(greatest) * width * (3 * width - 1) / 2
    flat = scaled.reshape(-1)[:_FITTED]
    flat = flat / float(np.abs(flat).max())
    transform = np.fft.rfft(flat, 2 * flat.size)
    overlap = np.arange(flat.size, 0, -1)
    products = np.fft.irfft(np.abs(transform) ** 2)[: flat.size] / float((flat**2).mean()) / np.sqrt(overlap)
    far = products[1 : max(2, int(flat.size * _FARTHEST))]
    return float(min(1.0, near, _two_sided(float(np.abs(far).max())) * far.size))


def _two_sided(z: float) -> float:
    return math.erfc(z / math.sqrt(2))


# Checks -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """What the three ways found of a case."""

    case: Case
    columns: Fraction
    p_value: float
    control: float
    verdicts: list[Verdict]

    @property
    def passed(self) -> bool:
        """Whether nothing contradicts the mechanism, and the check could have."""
        honest = self.columns <= stated(self.case) and self.p_value >= REJECT_BELOW
        return honest and self.control < REJECT_BELOW and not any(verdict.exceeds for verdict in self.verdicts)

    def sentence(self) -> str:
        """What was found, in figures, beside what is stated."""
        limit, whole = claim(self.case), stated(self.case)
        most = max(max(verdict.shown for verdict in self.verdicts), 0.0)
        return (
            f"at least {limit.symbol} = {most:.2f} shown, {limit.stated:.4g} stated (2 × {self.verdicts[0].runs} runs, "
            f"{len(self.verdicts)} neighbours); columns give {float(self.columns):.6g} of {float(whole):.6g}; "
            f"noise p = {self.p_value:.2g}, a tenth narrower p = {self.control:.2g}"
        )


def examine(case: Case, runs: int = RUNS, more: int = 1) -> Found:
    """Hold one case to its word in the three ways."""
    pairs = neighbours(case)
    least, control = noise_p_values(case, max(2, runs))
    return Found(case, pairs[0].loss, least, control, audits(case, some(pairs, more), runs))


def run(runs: int = RUNS) -> list[CheckResult]:
    """Every mechanism of the catalogue, then sums, units of several rows, and (ε, δ)."""
    every = [case for name in ROWS for case in cases(name)]
    examined = [examine(case, runs) for case in [*every, *further_cases()]]
    return [CheckResult(f"audit: {result.case.name}", result.passed, result.sentence()) for result in examined]
