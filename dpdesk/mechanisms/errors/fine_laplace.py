"""The law of X = Σ_j w_j Z_j for discrete Laplace noise on a fine grid, for many rows of coefficients at once.

From integers to a density. A discrete Laplace variable of scale b is Z = ⌊E⌋ − ⌊E'⌋ with independent exponentials of
mean b, since ⌊E⌋ is geometric with ratio e^(−1/b); L = E − E' is Laplace of scale b and |L − Z| < 1. So X differs from
Y = Σ w_j L_j by a sum of centred variables in (−|w_j|, |w_j|), by more than 7√Σw² only with a probability below 10^-10
(Hoeffding): P(|X| ≤ t) ≥ P(|Y| ≤ t − 7√Σw²) − 10^-10. With b ≥ 2^10 that is at most 0.005 standard errors.

The density. In standard errors Y has the characteristic function φ(θ) = Π_j 1/(1 + x_j θ²), x_j = w_j²/(2Σw²), which
falls and lies below 2/θ² (the product is at least 1 + θ²/2), so that the Fourier series of the indicator of [−t, t]
with period 2r may be summed term by term: P(|Y| ≤ t) ≥ t/r + Σ_k 2 sin(kπt/r)/(kπ)·φ(kπ/r) − P(|Y| ≥ 2r − t).
The last is below 10^-8 for r = 16, t ≤ 16: of all rows with this variance one alone has the greatest exponential
moments (−ln(1 − x s²) is convex in x), and Chernoff's bound of that one is 10^-8 at 16. Terms beyond K waves add up to
at most (2/π)·φ_K·(½ + ln⁺(√(2/φ_K)/θ_K)).
x_j are first split between the two neighbours of a fixed list of values, keeping Σx: ln(1 + xθ²) is concave, so that
φ becomes too large, by a factor of at most e^E, E = Σ (width²/8)·θ⁴/(1 + x θ²)² over the intervals between neighbours,
x their lower ends; that is computed and taken off. What is stated is therefore never above the truth.

Half-widths: Y is symmetric and unimodal (Wintner), so that P(|Y| ≤ t) is concave in t: between two lengths the chord
lies below the truth, and where it reaches the level the truth does.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import log, pi, sqrt
from statistics import NormalDist

import numpy as np

from dpdesk.queries.workload import FloatArray, IntArray

FINE_SCALE = 1 << 10
"""The least scale b for which this law is used."""
REACH, WAVES = 16.0, 1024
STAGES = (48, 192, WAVES)
"""Waves are worked out by stages, further ones only where the last is not nothing."""
SPENT = 1e-12
_HARMONIC = 2 / (pi * np.arange(1.0, WAVES + 1))
ALIAS, ROUNDED, TOLERANCE = 1e-8, 1e-10, 1e-12
LENGTHS = 48
"""Lengths at which the law is worked out between which a half-width is found."""


@lru_cache(maxsize=1)
def _tables() -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """The list of values of x, θ of the waves, ln(1 + xθ²) and the bound of what splitting changes."""
    parts = [np.geomspace(1e-8, 1e-5, 8)[:-1], np.geomspace(1e-5, 1e-3, 24)[:-1], np.geomspace(1e-3, 0.5, 200)]
    values = np.concatenate([np.zeros(1), *parts]).astype(np.float64)
    theta = np.arange(1.0, WAVES + 1) * (pi / REACH)
    turned = np.multiply.outer(values, theta**2)
    splits = np.asarray((np.diff(values)[:, None] * theta**2 / (1 + turned[:-1])) ** 2 / 8)
    return values, theta, np.asarray(np.log1p(turned)), splits


class FineLaplace:
    """Rows of coefficients, each a law; `deviations` are their standard errors in integers drawn times coefficients."""

    def __init__(self, rows: FloatArray, parameter: Fraction, often: IntArray | None = None) -> None:
        """Take an array (n, r) with something other than zero in every row, and the scale b.

        often: how many times each of the r columns occurs (None: once).
        """
        values, self._theta, logarithms, splits = _tables()
        squares = rows * rows
        sums = squares.sum(axis=1) if often is None else squares @ often
        self.deviations = sqrt(2) * float(parameter) * np.sqrt(sums)
        self._moved = 7 / (sqrt(2) * float(parameter))
        which, column = np.nonzero(rows)
        x = np.minimum(squares[which, column] / (2 * sums[which]), values[-1])
        place = np.minimum(np.searchsorted(values, x, side="right") - 1, values.size - 2)
        upper = (x - values[place]) / (values[place + 1] - values[place])
        count, wide = rows.shape[0], values.size
        times = np.ones(column.size) if often is None else often[column].astype(np.float64)
        split = np.bincount(which * wide + place, (1 - upper) * times, count * wide)
        split += np.bincount(which * wide + place + 1, upper * times, count * wide)
        between = np.bincount(which * wide + place, times, count * wide).reshape(count, wide)[:, :-1]
        self._bands: list[tuple[IntArray, slice, FloatArray]] = []
        self._lost = np.full(count, ALIAS + ROUNDED + TOLERANCE)
        split, alive, begin = split.reshape(count, wide), np.arange(count), 0
        for end in STAGES:
            band = slice(begin, end)
            phi = np.exp(-(split[alive] @ logarithms[:, band]))
            self._bands.append((alive, band, phi))
            self._lost[alive] += (-np.expm1(-(between[alive] @ splits[:, band])) * phi) @ _HARMONIC[band]
            gone = (phi[:, -1] < SPENT) | (end == WAVES)
            last = np.maximum(phi[gone, -1], 1e-300)
            beyond_ = 0.5 + np.maximum(np.log(np.sqrt(2 / last) / self._theta[end - 1]), 0.0)
            self._lost[alive[gone]] += last * beyond_ * (2 / pi)
            alive, begin = alive[~gone], end
            if not alive.size:
                break

    def covered(self, lengths: FloatArray) -> FloatArray:
        """P(|Y| ≤ t) or a little less, shape (n, lengths), for lengths t ≤ 16 in standard errors."""
        mass = lengths / REACH - self._lost[:, None]
        for rows, band, phi in self._bands:
            mass[rows] += phi @ (np.sin(np.multiply.outer(self._theta[band], lengths)) * _HARMONIC[band, None])
        return np.asarray(mass)

    def half_widths(self, probability: float) -> FloatArray:
        """A t for every row with P(|X| ≤ t) ≥ probability, in integers drawn times coefficients."""
        lengths = _lengths(probability)
        covered = self.covered(lengths)
        enough = covered >= probability
        first = np.argmax(enough, axis=1)
        row = np.arange(first.size)
        before = np.maximum(first - 1, 0)
        low, high = covered[row, before], covered[row, first]
        part = np.where(first > 0, (probability - low) / np.maximum(high - low, 1e-300), 1.0)
        widths = lengths[before] + (lengths[first] - lengths[before]) * np.minimum(part, 1.0)
        widths = np.where(enough.any(axis=1), widths, beyond(1 - probability))
        return np.asarray((widths + self._moved) * self.deviations)

    def mass(self, t: float) -> FloatArray:
        """P(|X| ≤ t) of every row or a little less; t in integers drawn times coefficients."""
        lengths = t / self.deviations - self._moved
        within = np.clip(lengths, 0.0, REACH)
        mass = within / REACH - self._lost
        for rows, band, phi in self._bands:
            angles = np.multiply.outer(within[rows], self._theta[band])
            mass[rows] += (phi * np.sin(angles)) @ _HARMONIC[band]
        chernoff = np.array([1 - _tail(length) for length in lengths])
        return np.asarray(np.where(lengths <= 0, 0.0, np.maximum(np.maximum(mass, chernoff), 0.0)))


@lru_cache(maxsize=64)
def _lengths(probability: float) -> FloatArray:
    """Lengths from below to above what the normal law and one Laplace variable take."""
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
    """A length no row of unit variance exceeds with a probability above `tail`, rounding to integers included."""
    wanted = max(tail - ROUNDED, tail / 2)
    low, high = 0.0, 1.0
    while _tail(high) > wanted:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _tail(middle) <= wanted else (middle, high)
    return high
