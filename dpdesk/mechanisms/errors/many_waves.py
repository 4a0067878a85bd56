"""Half-widths of many sums Σ_j w_j Z_j of integers drawn at once, by Selberg's minorant (error_laws.md, claim 2).

What is said of each is what `laws.WaveLaw` says, with its waves and what it loses, and the half-width is no longer: it
is found between the points of a grid. The noise of a few waves is worked out from all coefficients. Of the others it is
enough to know that they are nothing, which the few largest kinds of coefficients tell (claim 8); where they do not, and
where the coefficients have an exact law on a lattice, nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, expm1, log, pi

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.core.scales import GAUSSIAN
from dpdesk.mechanisms.errors import laws
from dpdesk.mechanisms.errors.lattice import TOLERANCE, logarithm_of, variance_of
from dpdesk.mechanisms.errors.multiples import denominators_of
from dpdesk.queries.workload import FloatArray, IntArray

BoolArray = NDArray[np.bool_]

DIGITS = 1 << 30
"""Coefficients are rounded to so many parts of the largest; neighbours in the last part are taken together."""
SHOWN = 48
"""Waves that are worked out from all coefficients."""
HEAVY = 4
"""Kinds of coefficients, those that vary most, that tell that the other waves are nothing."""
LOST = 1e-9
"""What the others may add up to, in probability."""
GRID = 64
"""Parts of the reach between which a half-width is looked for, at first."""
STEPS = 4
"""How often the chord is drawn then."""
HALVINGS = 8
"""How often the place of Chernoff's bound is looked for more closely."""
UNIT = np.ones(1)
BLOCK = 1 << 17
"""Coefficients times waves that are worked out together."""


@dataclass(frozen=True, slots=True)
class Coefficients:
    """The different sizes of coefficients of many sums, those of each beside one another, ascending.

    `sizes`: float64[all]; `counts`: how many there are of each, int64[all]; `begins`: where those of each sum begin.
    """

    sizes: FloatArray
    counts: IntArray
    begins: IntArray

    @classmethod
    def of_rows(cls, rows: FloatArray) -> Coefficients:
        """From rows of coefficients, float64[sums, measurements], of which none is all zeros.

        >>> two = Coefficients.of_rows(np.array([[1.0, -1.0, 0.0], [0.25, 0.5, 0.0]]))
        >>> two.sizes.tolist(), two.counts.tolist(), two.begins.tolist()
        ([1.0, 0.25, 0.5], [2, 1, 1], [0, 1])
        """
        sizes = np.abs(rows)
        top = sizes.max(axis=1)
        parts = np.rint(sizes * (DIGITS / top)[:, None]).astype(np.int32)
        parts.sort(axis=1)
        new = parts > 1
        new[:, 1:] &= np.diff(parts, axis=1) > 1
        row, column = np.nonzero(new)
        begins = np.flatnonzero(np.diff(row, prepend=-1))
        ends = np.append(column[1:], rows.shape[1])
        ends[np.append(begins[1:], row.size) - 1] = rows.shape[1]
        return cls(parts[row, column] * (top / DIGITS)[row], ends - column, begins)

    @property
    def tops(self) -> FloatArray:
        """The largest coefficient of each sum."""
        return np.asarray(self.sizes[self._ends - 1])

    @property
    def terms(self) -> IntArray:
        """How many coefficients each sum has."""
        return np.asarray(np.add.reduceat(self.counts, self.begins))

    @property
    def _ends(self) -> IntArray:
        return np.append(self.begins[1:], self.sizes.size)

    @property
    def owners(self) -> IntArray:
        """The sum to which each size belongs."""
        return np.repeat(np.arange(self.begins.size), self._ends - self.begins)

    def of(self, chosen: BoolArray) -> Coefficients:
        """Those of some sums."""
        kept = chosen[self.owners]
        lengths = (self._ends - self.begins)[chosen]
        return Coefficients(self.sizes[kept], self.counts[kept], np.cumsum(lengths) - lengths)

    def heaviest(self, weights: FloatArray, most: int) -> Coefficients:
        """Of each sum the few sizes that have the largest weights."""
        order = np.lexsort((-weights, self.owners))
        first = np.arange(order.size) - self.begins[self.owners] < most
        kept = order[first]
        lengths = np.minimum(self._ends - self.begins, most)
        return Coefficients(self.sizes[kept], self.counts[kept], np.cumsum(lengths) - lengths)

    def in_blocks(self, width: int) -> Iterator[tuple[slice, slice]]:
        """Runs of sums, and of their sizes, with about BLOCK sizes times the width in each."""
        ends, first = self._ends, 0
        while first < self.begins.size:
            last = max(first + 1, int(np.searchsorted(ends, self.begins[first] + BLOCK // width, side="right")))
            yield slice(first, last), slice(int(self.begins[first]), int(ends[last - 1]))
            first = last


def half_widths(
    coefficients: Coefficients, noise: str, parameter: Fraction, probability: float, waves: int
) -> tuple[FloatArray, BoolArray]:
    """A t for many sums with P(|Σ_j w_j Z_j| ≤ t) ≥ probability.

    Args:
        coefficients: w of each sum.
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
        probability: that the interval holds.
        waves: how many each sum has.

    Returns:
        t in integers drawn times coefficients, and where it is told; elsewhere it is 0.
    """
    widths, told = np.zeros(coefficients.begins.size), ~exact(coefficients, noise, parameter)
    if laws.resting_mass(noise, parameter) >= probability or not told.any():
        return widths, np.zeros(told.size, dtype=np.bool_)
    part = coefficients.of(told)
    reach, longest = reaches(part, noise, parameter, laws.TAIL), reaches(part, noise, parameter, 1 - probability)
    period = reach + longest
    waves = ceil((waves + 1) * float((period / (2 * reach)).max())) - 1
    falling = np.maximum(np.minimum(period / (2 * part.tops), laws.MOST_WAVES).astype(np.int64), waves)
    lost = _beyond(part, noise, parameter, 2 * pi / period, waves, falling)
    places = np.arange(1, SHOWN + 1)
    phi = np.exp(_logarithms(part, noise, parameter, 2 * pi / period, places))
    sines, cosines = (phi * factor for factor in laws.minorant(places, falling[:, None]))
    wanted = probability + 1 / (falling + 1) + 3 * laws.TAIL + lost
    found, reached = _first_reached(sines, cosines, wanted, longest / period)
    sure = reached & (lost <= LOST)
    rows = np.flatnonzero(told)
    widths[rows[sure]] = (found * period + _moved(part, noise, parameter))[sure]
    told[rows[~sure]] = False
    return widths, told


def exact(coefficients: Coefficients, noise: str, parameter: Fraction) -> BoolArray:
    """Which sums have an exact law, on a lattice that is not too large for it (laws.LatticeLaw).

    Args:
        coefficients: of many sums.
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
    """
    parts = lattice_of(coefficients)
    plain = parts > 0
    if plain.any():
        small = coefficients.of(plain)
        reach = reaches(small, noise, parameter, TOLERANCE / 10) / small.tops * parts[plain]
        size = 2 ** np.ceil(np.log2(2 * np.ceil(0.999 * reach) + 3))
        plain[plain] = np.maximum(size, 64) * (np.bincount(small.owners) + 4) <= laws.LARGEST
    return plain


def lattice_of(coefficients: Coefficients) -> IntArray:
    """The least number of parts of the largest coefficient of which all are multiples, FINEST at most.

    Args:
        coefficients: of many sums.

    Returns:
        int64[sums], 0 where there is none.
    """
    denominators = denominators_of(coefficients.sizes / coefficients.tops[coefficients.owners])
    plain = denominators > 0
    often = np.diff(np.append(coefficients.begins, plain.size))
    every = np.add.reduceat(plain, coefficients.begins, dtype=np.int64) == often
    common = np.lcm.reduceat(np.where(plain, denominators, 1), coefficients.begins)
    return np.where(every & (common > 0) & (common <= laws.FINEST), common, 0)  # below 0: too large for 64 bits


def reaches(coefficients: Coefficients, noise: str, parameter: Fraction, tail: float) -> FloatArray:
    """An x for each sum with P(|X| > x) ≤ tail, by Chernoff (laws.reach_of).

    Args:
        coefficients: of many sums.
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
        tail: the probability.

    Returns:
        In integers drawn times coefficients, float64[sums].
    """
    wanted = log(2 / tail)
    sizes, counts, begins = coefficients.sizes, coefficients.counts, coefficients.begins
    if noise == GAUSSIAN:
        return np.asarray(np.sqrt(2 * wanted * float(parameter) * np.add.reduceat(counts * sizes**2, begins)))
    half, owners, tops = 0.5 * float(1 / parameter), coefficients.owners, coefficients.tops
    shares = half * sizes / tops[owners]

    def reach(part: FloatArray) -> FloatArray:
        inner = shares * part[owners]
        quotient = np.exp(inner - half) * np.expm1(-2 * inner) / expm1(-2 * half)
        return np.asarray((wanted - np.add.reduceat(counts * np.log1p(-(quotient**2)), begins)) / part)

    best, width = np.full(begins.size, 0.5), 0.48
    least = reach(best)
    for _ in range(HALVINGS):  # a convex function over its argument falls, then rises
        width /= 2
        for side in (-width, width):
            other = best + side
            value = reach(other)
            better = value < least
            best, least = np.where(better, other, best), np.where(better, value, least)
    return np.asarray(least * tops / (2 * half))


def _moved(coefficients: Coefficients, noise: str, parameter: Fraction) -> FloatArray:
    """What rounding the coefficients may move each sum by, as laws.WaveLaw says."""
    terms, back = np.unique(coefficients.terms, return_inverse=True)
    one = [laws.reach_of(noise, parameter, UNIT, terms[i : i + 1], laws.TAIL) for i in range(terms.size)]
    return np.asarray(2 * laws.NEGLIGIBLE * coefficients.tops * np.array(one)[back])


def _logarithms(
    coefficients: Coefficients, noise: str, parameter: Fraction, step: FloatArray, places: IntArray
) -> FloatArray:
    """Logarithms of the characteristic functions at places · step, float64[sums, places]."""
    logs = np.empty((coefficients.begins.size, places.size))
    turns = coefficients.sizes * step[coefficients.owners]
    for sums, sizes in coefficients.in_blocks(places.size):
        terms = logarithm_of(noise, parameter, np.multiply.outer(turns[sizes], places))
        terms *= coefficients.counts[sizes, None]
        logs[sums] = np.add.reduceat(terms, coefficients.begins[sums] - coefficients.begins[sums.start], axis=0)
    return logs


def _beyond(
    coefficients: Coefficients, noise: str, parameter: Fraction, step: FloatArray, waves: int, falling: IntArray
) -> FloatArray:
    """What the waves after those that are shown may add up to, by the heaviest coefficients alone.

    After the first `waves` of them φ falls, up to the last.
    """
    places = np.arange(SHOWN + 1, waves + 1)
    turns = coefficients.sizes * step[coefficients.owners] * (waves / 2)
    typical = np.asarray(np.log1p(variance_of(noise, parameter) * turns**2) * coefficients.counts, dtype=np.float64)
    phi = np.exp(_logarithms(coefficients.heaviest(typical, HEAVY), noise, parameter, step, places))
    most = 2 / (pi * places) + 2 / (waves + 1)
    return np.asarray(phi @ most + phi[:, -1] * (2 / pi * np.log(falling / waves) + 2))


def _first_reached(
    sines: FloatArray, cosines: FloatArray, wanted: FloatArray, longest: FloatArray
) -> tuple[FloatArray, BoolArray]:
    """A part of the period at which the minorant's mean, but for 1/(K + 1), is as much as wanted, and whether one is.

    Args:
        sines: by what those of waves are multiplied, float64[sums, SHOWN].
        cosines: the same of cosines.
        wanted: of each sum.
        longest: the part up to which is looked, of each sum.
    """
    places = 2 * pi * np.arange(1, sines.shape[1] + 1)
    parts = np.arange(GRID + 1) * (float(longest.max()) / GRID)
    angles = np.multiply.outer(places, parts)
    covered = sines @ np.sin(angles) - cosines @ np.cos(angles) + 2 * parts
    enough = covered >= wanted[:, None]
    first = np.argmax(enough, axis=1)
    row = np.arange(first.size)
    reached = enough[row, first] & (first > 0)
    first = np.maximum(first, 1)
    low, high = parts[first - 1], parts[first]
    at_low, at_high = covered[row, first - 1] - wanted, covered[row, first] - wanted
    for _ in range(STEPS):
        middle = low + (high - low) * np.clip(at_low / np.minimum(at_low - at_high, -1e-300), 0.0, 1.0)
        angles = np.multiply.outer(middle, places)
        value = 2 * middle + (sines * np.sin(angles) - cosines * np.cos(angles)).sum(axis=1) - wanted
        above = value >= 0
        low, at_low = np.where(above, low, middle), np.where(above, at_low, value)
        high, at_high = np.where(above, middle, high), np.where(above, value, at_high)
    return high, reached & (high <= longest)
