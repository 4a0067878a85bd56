"""The law of X = Σ_j w_j Z_j for discrete Laplace noise on a fine grid, for many rows of coefficients at once.

What is stated is never above the truth; docs/proofs/laplace_sums.md has the proofs. In short: X is more peaked than a
sum of Laplace variables but for a rounding of 2√Σw², at most 0.0014 standard errors (b ≥ 2^10); that sum has a Fourier
series whose terms follow from six sums of powers of the shares x_j = w_j²/(2Σw²) (`laplace_waves.py`), and P(|Y| ≤ t)
is concave in t, so that a chord between two lower bounds is one.

A half-width is that of the sums alone where they tell the law well enough (`told_by_sums`). Else, and for masses, the
largest shares are looked at one by one: their part of the characteristic function is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, lru_cache
from math import log, pi, sqrt, tanh
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.errors import laplace_waves as waves
from dpdesk.queries.workload import FloatArray, IntArray

BoolArray = NDArray[np.bool_]
Kind: TypeAlias = tuple[int, int, bool]
"""Steps of the largest share and of s_2 that laws have in common, and whether they have light shares."""

FINE_SCALE = 1 << 10
"""The least scale b for which this law is used."""
REACH, WAVES = 16.0, 1024
STAGES = (32, 64, 128, 256, WAVES)
"""Waves are worked out by stages, further ones only where the last is not nothing."""
SPENT = 1e-10
ROUNDED = 1e-10
"""Probability that the rounding to integers is more than is added: 2e^(−24)."""
ALIAS = 1e-8
"""Probability beyond REACH of any such sum, in lengths of at least 16 standard errors."""
NUMERICAL = 1e-8
"""What sums and waves may be off by through rounding, in probability."""
LENGTHS = 48
"""Lengths at which the law is worked out between which a half-width is found."""
SINGLE = 16
"""Shares that are looked at one by one."""
NEGLIGIBLE = 1e-3
"""A share so small need not be looked at by itself."""
NEAR, FEW = 8.0, 48
"""Reach and most waves of laws that are told by their sums."""
LARGEST_SHARE = 1 / 6
LONGEST = 6.0
"""Half-widths in standard errors up to which sums are asked."""
LOST, LOST_OF_TAIL = 5e-6, 5e-4
"""What they may lose in probability, absolutely and of 1 − p."""
BATCH, BLOCK = 1 << 14, 1 << 19
"""Laws told by their sums, and shares times waves, that are worked out together."""


class FineLaplace:
    """Rows of coefficients, each a law; `deviations` are their standard errors in integers drawn times coefficients."""

    def __init__(self, rows: FloatArray, parameter: Fraction, often: IntArray | None = None) -> None:
        """Take an array (n, r) with something other than zero in every row, and the scale b.

        Args:
            rows: coefficients, float64[rows, measurements].
            parameter: b, at least FINE_SCALE.
            often: how many times each of the r columns occurs (None: once).
        """
        squares = rows * rows
        sums = squares.sum(axis=1) if often is None else squares @ often
        self._shares, self._often, self._parameter = squares / (2 * sums)[:, None], often, parameter
        self.deviations = deviations_of(sums, parameter)

    def half_widths(self, probability: float, by_sums: bool = True) -> FloatArray:
        """A t for every row with P(|X| ≤ t) ≥ probability, in integers drawn times coefficients.

        Args:
            probability: that the interval holds.
            by_sums: whether sums of powers may tell a law; False where they are known not to.

        Returns:
            float64[rows].
        """
        widths, told = np.zeros(self.deviations.size), np.zeros(self.deviations.size, dtype=np.bool_)
        if by_sums:
            widths, told = told_by_sums(waves.sums_of(self._shares, self._often), probability)
        rest = np.flatnonzero(~told)
        if rest.size:
            widths[rest] = _Singled(self._shares[rest], self._often).half_widths(probability)
        return np.asarray((widths + rounding_of(self._parameter)) * self.deviations)

    def mass(self, t: float) -> FloatArray:
        """P(|X| ≤ t) of every row or a little less; t in integers drawn times coefficients.

        Args:
            t: in integers drawn times coefficients.

        Returns:
            float64[rows].
        """
        lengths = t / self.deviations - rounding_of(self._parameter)
        chernoff = np.array([1 - _tail(length) for length in lengths])
        mass = self._singled.mass(np.clip(lengths, 0.0, REACH))
        return np.asarray(np.where(lengths <= 0, 0.0, np.maximum(np.maximum(mass, chernoff), 0.0)))

    @cached_property
    def _singled(self) -> _Singled:
        return _Singled(self._shares, self._often)


def deviations_of(squares: FloatArray, parameter: Fraction) -> FloatArray:
    """Standard errors of the sums Y of Laplace variables, in integers drawn times coefficients.

    Args:
        squares: Σw² of each.
        parameter: b.
    """
    return np.asarray(np.sqrt(2 * squares) / (2 * tanh(0.5 / float(parameter))))


def rounding_of(parameter: Fraction) -> float:
    """What rounding to integers may move an answer by, 2√Σw², in standard errors.

    Args:
        parameter: b.
    """
    return 2 * sqrt(2) * tanh(0.5 / float(parameter))


def told_by_sums(sums: FloatArray, probability: float) -> tuple[FloatArray, BoolArray]:
    """Half-widths of laws told by the sums of powers of their shares.

    Args:
        sums: s_1 … s_6, s_1 = ½, float64[laws, 6]; s_6 NaN where it is not known. Of light shares s_2 may stand in a
            seventh column and not in the second to sixth.
        probability: p.

    Returns:
        A t for every law with P(|Y| ≤ t) ≥ p, in standard errors, and where that loses little. Elsewhere t is 0.
    """

    def half_widths(kind: Kind, rows: IntArray, light: FloatArray) -> tuple[FloatArray, FloatArray]:
        return _table(*kind, probability).half_widths(sums[rows, : waves.SUMS], light)

    return told_by_kinds(sums, probability, half_widths)


def told_by_kinds(
    sums: FloatArray,
    probability: float,
    half_widths: Callable[[Kind, IntArray, FloatArray], tuple[FloatArray, FloatArray]],
) -> tuple[FloatArray, BoolArray]:
    """Half-widths of laws sorted into kinds whose largest share and s_2 have about the same bounds.

    Args:
        sums: as `told_by_sums` takes them.
        probability: p.
        half_widths: of laws of a kind, given by their numbers and by what is light of their s_2, and what each loses.

    Returns:
        Half-widths, and where they lose little. Elsewhere they are 0.
    """
    widths, told = np.zeros(sums.shape[0]), np.zeros(sums.shape[0], dtype=np.bool_)
    if lengths_of(probability)[-1] > LONGEST:
        return widths, told
    light = sums[:, waves.SUMS] if sums.shape[1] > waves.SUMS else np.zeros(sums.shape[0])
    bounds = sums[:, waves.SUMS - 1] ** (1 / waves.SUMS) * (1 + NUMERICAL)
    bounds = np.maximum(bounds, np.where(light > 0, waves.LIGHT, 0.0))
    narrow = np.flatnonzero(bounds <= LARGEST_SHARE)
    squares = sums[narrow, 1] + light[narrow]
    kinds = np.stack([waves.steps_of(bounds[narrow]), waves.steps_of(squares), light[narrow] > 0])
    order = np.lexsort(kinds)
    kinds, narrow = kinds[:, order], narrow[order]
    ends = np.flatnonzero(np.any(np.diff(kinds, axis=1) != 0, axis=0)) + 1
    allowed = min(LOST, LOST_OF_TAIL * (1 - probability))
    for first, last in zip([0, *ends.tolist()], [*ends.tolist(), narrow.size], strict=True):
        for begin in range(first, last, BATCH):
            rows = narrow[begin : min(begin + BATCH, last)]
            step, square, has_light = kinds[:, first].tolist()
            widths[rows], lost = half_widths((step, square, bool(has_light)), rows, light[rows])
            told[rows] = lost <= allowed
    widths[~told] = 0.0
    return widths, told


@lru_cache(maxsize=512)
def _table(step: int, square: int, light: bool, probability: float) -> _Table:
    return _Table(step, square, light, probability)


class _Table:
    """What all laws have in common whose largest share and s_2 have about the same bounds.

    e is at most θ²/2 less Jensen's bound, hence the factor e^δ by which φ may be wrong; the waves from the first on
    where that, or φ itself, tells nothing are left out and lost.
    """

    def __init__(self, step: int, square: int, light: bool, probability: float) -> None:
        self._lengths, self._probability = lengths_of(probability), probability
        theta = waves.theta_of(NEAR, 0, FEW)
        most = waves.logarithm_at_most(np.array([0.5]), np.array([waves.bound_of(square)]), theta)[0]
        coefficients, doubt = waves.interpolation(step, NEAR, 0, FEW)
        of_light, off = waves.of_light(theta)
        wrong = np.expm1(np.minimum((theta**2 / 2 + most) * doubt + off * light, 50.0))
        useless = (wrong > 1) | (most < log(LOST / 100))
        kept = int(np.argmax(useless)) if useless.any() else FEW
        harmonic = 2 / (pi * np.arange(1.0, FEW + 1))
        self._plain = theta[:kept] ** 2 / 2
        self._coefficients = np.concatenate([coefficients, of_light[None]])[:, :kept]
        sines = np.sin(np.multiply.outer(theta[:kept], self._lengths)) * harmonic[:kept, None]
        self._sines = np.concatenate([sines, (wrong * harmonic)[:kept, None]], axis=1)
        beyond = float(waves.beyond_waves(np.exp(most[-1:]), float(theta[-1]))[0])
        alias = waves.beyond_reach(waves.bound_of(step), 2 * NEAR - float(self._lengths[-1]))
        self._lost = float(np.exp(most[kept:]) @ harmonic[kept:]) + beyond + alias + ROUNDED + NUMERICAL

    def half_widths(self, sums: FloatArray, light: FloatArray) -> tuple[FloatArray, FloatArray]:
        """For each law a length, 0 if none is long enough, and what is lost."""
        phi = np.exp(np.column_stack([sums[:, 1:], light]) @ self._coefficients - self._plain)
        covered = phi @ self._sines
        lost = covered[:, -1] + self._lost
        covered = covered[:, :-1] + (self._lengths / NEAR - lost[:, None])
        widths, reached = chord(covered, self._lengths, self._probability)
        return widths, np.where(reached, lost, np.inf)


class _Singled:
    """Laws whose largest shares are looked at one by one; of the others the sums of powers."""

    def __init__(self, shares: FloatArray, often: IntArray | None) -> None:
        count, columns = shares.shape
        single: FloatArray = shares
        times: FloatArray = np.ones(shares.shape) * (1 if often is None else often)
        sums, bounds = np.zeros((count, waves.SUMS)), np.zeros(count)
        if columns > SINGLE:
            largest = _largest(shares)
            single = np.asarray(np.take_along_axis(shares, largest, axis=1), dtype=np.float64)
            times = np.asarray(np.take_along_axis(times, largest, axis=1), dtype=np.float64)
            others = shares.copy()
            np.put_along_axis(others, largest, 0.0, axis=1)
            sums, bounds = waves.sums_of(others, often), others.max(axis=1)
        self._lost = np.full(count, ALIAS + ROUNDED + NUMERICAL)
        self._bands: list[tuple[IntArray, FloatArray, FloatArray]] = []
        alive, begin, steps = np.arange(count), 0, waves.steps_of(bounds)
        for end in STAGES:
            theta = waves.theta_of(REACH, begin, end)
            harmonic = 2 / (REACH * theta)
            middle, last = np.zeros((alive.size, theta.size)), np.zeros(alive.size)
            for step in np.unique(steps[alive]).tolist():
                coefficients, doubt = waves.interpolation(step, REACH, begin, end)
                kind = np.flatnonzero(steps[alive] == step)
                block = max(1, BLOCK // (single.shape[1] * theta.size))
                for places in np.split(kind, range(block, kind.size, block)):
                    rows = alive[places]
                    turned = 1 + single[rows][:, :, None] * theta**2
                    if often is None:
                        exact = -np.log(turned.prod(axis=1))
                    else:
                        exact = -np.einsum("nj,njk->nk", times[rows], np.log(turned))
                    gain, normal = sums[rows, 1:] @ coefficients, np.multiply.outer(sums[rows, 0], theta**2)
                    most = waves.logarithm_at_most(sums[rows, 0], sums[rows, 1], theta)
                    high = np.exp(exact + np.minimum(gain * (1 + doubt) - normal, most))
                    low = np.exp(exact + np.maximum(gain * (1 - doubt), 0.0) - normal)
                    middle[places], last[places] = (low + high) / 2, high[:, -1]
                    self._lost[rows] += np.maximum(high - low, 0.0) @ (harmonic / 2)
            self._bands.append((alive, theta, middle * harmonic))
            gone = (last < SPENT) | (end == WAVES)
            self._lost[alive[gone]] += waves.beyond_waves(last[gone], float(theta[-1]))
            alive, begin = alive[~gone], end
            if not alive.size:
                break

    def mass(self, lengths: FloatArray) -> FloatArray:
        """P(|Y| ≤ t) of each law or a little less, for a length t ≤ 16 each in standard errors."""
        mass = lengths / REACH - self._lost
        for rows, theta, weights in self._bands:
            mass[rows] += (weights * np.sin(np.multiply.outer(lengths[rows], theta))).sum(axis=1)
        return np.asarray(mass)

    def half_widths(self, probability: float) -> FloatArray:
        """A t for every law with P(|Y| ≤ t) ≥ probability, in standard errors."""
        lengths = lengths_of(probability)
        covered = lengths / REACH - self._lost[:, None]
        for rows, theta, weights in self._bands:
            covered[rows] += weights @ np.sin(np.multiply.outer(theta, lengths))
        widths, reached = chord(covered, lengths, probability)
        return np.where(reached, widths, beyond(1 - probability))


def _largest(shares: FloatArray) -> IntArray:
    """Places of the largest shares of every row, or nearly: of columns in which no share counts none is."""
    columns = np.flatnonzero(shares.max(axis=0) > NEGLIGIBLE)
    if columns.size <= SINGLE:
        columns = np.arange(shares.shape[1])
    return np.asarray(columns[np.argpartition(-shares[:, columns], SINGLE, axis=1)[:, :SINGLE]], dtype=np.int64)


def chord(covered: FloatArray, lengths: FloatArray, probability: float) -> tuple[FloatArray, BoolArray]:
    """Where chords of concave functions reach a level.

    Args:
        covered: lower bounds of P(|Y| ≤ t), float64[laws, lengths].
        lengths: t, ascending.
        probability: the level.

    Returns:
        A t for each law, and whether the level is reached at all.
    """
    enough = covered >= probability
    first = np.argmax(enough, axis=1)
    row = np.arange(first.size)
    before = np.maximum(first - 1, 0)
    low, high = covered[row, before], covered[row, first]
    part = np.where(first > 0, (probability - low) / np.maximum(high - low, 1e-300), 1.0)
    widths = lengths[before] + (lengths[first] - lengths[before]) * np.minimum(part, 1.0)
    return np.asarray(widths), enough[row, first]


@lru_cache(maxsize=64)
def lengths_of(probability: float) -> FloatArray:
    """Lengths from below to above what the normal law and one Laplace variable take.

    Args:
        probability: that the interval holds.

    Returns:
        float64[lengths], ascending, in standard errors.
    """
    level = min(probability, 1 - 1e-15)
    ends = (NormalDist().inv_cdf((1 + level) / 2), -log(1 - level) / sqrt(2))
    return np.concatenate([[0.0], np.linspace(0.85 * min(ends), min(1.1 * max(ends) + 0.02, REACH), LENGTHS)])


@lru_cache(maxsize=4096)
def _tail(length: float) -> float:
    """Chernoff's bound of P(|Y| > t): min over s of 2e^(−st)/(1 − s²/2), reached at st² = … of the quadratic below."""
    if length <= 0:
        return 1.0
    s = (sqrt(1 + 2 * length * length) - 1) / length
    return min(1.0, 2 * float(np.exp(-s * length)) / (1 - s * s / 2))


@lru_cache(maxsize=64)
def beyond(tail: float) -> float:
    """A length no row of unit variance exceeds with a probability above `tail`, rounding to integers included.

    Args:
        tail: the probability.

    Returns:
        In standard errors.
    """
    wanted = max(tail - ROUNDED, tail / 2)
    low, high = 0.0, 1.0
    while _tail(high) > wanted:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _tail(middle) <= wanted else (middle, high)
    return high
