"""The law of the error of one answer, X = Σ_j w_j Z_j, Z_j independent discrete Laplace or discrete Gaussian integers.

What is said of it errs to the safe side only: `mass(t)` is never above P(|X| ≤ t), and the half-width at a level p, the
margin, is a t with P(|X| ≤ t) ≥ p. Lengths are in integers drawn times the decoder's coefficients w_j. Proofs:
docs/proofs/error_laws.md.

Equal coefficients (lattice.py), or small multiples of one number (thirds, say): the exact law on the multiples of a
unit, by a Fourier transform. Coefficients within 1e-9 of such multiples are taken for them. Any others: Selberg's
minorant of an interval, a sum of K values of X's characteristic function, loses 0.3 to 0.9 % of a standard error.
Beyond the reach and for what rounding moves: Chernoff's bound. Gaussian noise on a fine grid (σ ≥ 2^14 of its steps) is
normal but for 10^-10 in probability and 10/σ standard errors. Laplace noise on a fine grid (b ≥ 2^10) is worked out for
many answers at once (fine_laplace.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, expm1, floor, log, pi, sqrt
from statistics import NormalDist

import numpy as np

from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE, NoiseScale
from dpdesk.mechanisms.errors.fine_laplace import FINE_SCALE, FineLaplace
from dpdesk.mechanisms.errors.lattice import TOLERANCE, lattice_half_width, lattice_mass, logarithm_of
from dpdesk.privacy import noise_law
from dpdesk.queries.workload import FloatArray, IntArray

ROUNDED = 1e-10
"""Probability that the rounding of fine Gaussian noise moves an answer by more than is added."""
TAIL = 1e-8
"""Probability beyond the reach of waves, and of what rounding the coefficients moves; both taken outward."""
NEGLIGIBLE = 1e-9
FINEST = 4096
"""Most parts of the largest coefficient of which all are looked for as multiples."""
LARGEST = 1 << 19
"""Most values of characteristic functions that are worked out for one law on a lattice."""
WAVES = 2047
MOST_WAVES = 1 << 20
FEW_WAVES = 511
PARTS = np.linspace(0.02, 0.98, 49)
SPENT = -32.0
"""Logarithm of characteristic functions that are nothing."""


class Law(ABC):
    """The law of |X|, for lengths in integers drawn times coefficients."""

    __slots__ = ()

    @abstractmethod
    def mass(self, t: float) -> float:
        """P(|X| ≤ t), or a little less.

        Args:
            t: in integers drawn times coefficients.
        """

    @abstractmethod
    def half_width(self, probability: float) -> float:
        """A t with P(|X| ≤ t) ≥ probability: the smallest, or a little more.

        Args:
            probability: that the interval holds.

        Returns:
            t, in integers drawn times coefficients.
        """


def law_of(row: FloatArray, scale: NoiseScale, waves: int = WAVES) -> Law:
    """The law of Σ_j row_j Z_j.

    Args:
        row: coefficients.
        scale: the noise Z_j of each measurement.
        waves: as many are taken where the sum has very many small atoms.

    >>> histogram = law_of(np.ones(1), NoiseScale(LAPLACE, Fraction(1)))
    >>> histogram.half_width(0.9), round(histogram.mass(2), 3)
    (2.0, 0.927)
    """
    return law_of_sizes(np.abs(row), None, scale, waves)


def law_of_sizes(values: FloatArray, often: IntArray | None, scale: NoiseScale, waves: int = WAVES) -> Law:
    """The law of a sum by the sizes of its coefficients.

    Args:
        values: absolute coefficients.
        often: how many there are of each; None for one.
        scale: the noise of each measurement.
        waves: as many are taken where the sum has very many small atoms.
    """
    sizes, counts = sizes_of(values, often)
    if sizes.size == 0 or scale.parameter is None:
        return Nothing()
    if sizes.size == 1:
        return EqualLaw(scale.noise, scale.parameter, int(counts[0]), float(sizes[0]))
    if scale.noise == LAPLACE and scale.parameter >= FINE_SCALE:
        row = values if often is None else np.repeat(values, often)
        return FineLaplaceLaw(FineLaplace(row.reshape(1, -1), scale.parameter))
    noise, parameter = scale.noise, scale.parameter
    key = noise, parameter, sizes.tobytes(), counts.tobytes(), waves
    return _KEPT.get(key, lambda: _unequal(noise, parameter, sizes, counts, waves))


_KEPT: Recent[Law] = Recent(256)
"""Laws that were worked out last: the cells of a table share some dozens, and each is asked at several levels."""


def _unequal(noise: str, parameter: Fraction, sizes: FloatArray, counts: IntArray, waves: int) -> Law:
    """The law of a sum with several sizes of coefficients, on a lattice if they have one."""
    parts = _parts(sizes)
    if parts:
        unit = float(sizes[-1]) / parts
        lattice = LatticeLaw.within(noise, parameter, np.rint(sizes / unit).astype(np.int64), counts, unit)
        if lattice is not None:
            return lattice
    return WaveLaw(noise, parameter, sizes, counts, waves)


def sizes_of(row: FloatArray, often: IntArray | None = None) -> tuple[FloatArray, IntArray]:
    """The different absolute coefficients that are not negligible, and how many there are of each.

    Args:
        row: absolute coefficients.
        often: how many there are of each; None for one.

    Returns:
        The sizes, ascending, and their numbers.

    >>> sizes, counts = sizes_of(np.array([1.0, 2.0, 1.0]))
    >>> sizes.tolist(), counts.tolist()
    ([1.0, 2.0], [2, 1])
    """
    top = float(row.max(initial=0.0))
    if top < 1e-12:
        return np.zeros(0), np.zeros(0, dtype=np.int64)
    kept = row > NEGLIGIBLE * top
    rounded = np.round(row[kept] / top, 9)
    if often is None:
        rounded.sort()
    else:
        order = np.argsort(rounded, kind="stable")
        rounded, often = rounded[order], often[kept][order]
    first = np.flatnonzero(np.concatenate([[True], np.diff(rounded) > 1.5 * NEGLIGIBLE]))
    counts = np.diff(np.append(first, rounded.size)) if often is None else np.add.reduceat(often, first)
    sizes = rounded[first] * top
    sizes[-1] = top
    return sizes, counts


def normal_half_width(parameter: Fraction, probability: float) -> float:
    """Half-width of a sum of terms of Gaussian noise on a fine grid.

    Args:
        parameter: the smallest s of the terms, at least FINE.
        probability: that the interval holds.

    Returns:
        In standard errors.
    """
    level = probability + ROUNDED
    if level >= 1 - TOLERANCE:
        return sqrt(2 * log(2 / (1 - probability))) + _moved(parameter)
    return NormalDist().inv_cdf((1 + level) / 2) + _moved(parameter)


def normal_tail(parameter: Fraction, t: float) -> float:
    """P(|X| > t) of a sum of terms of Gaussian noise on a fine grid, or a little more.

    Args:
        parameter: the smallest s of the terms, at least FINE.
        t: in standard errors.
    """
    return min(1.0, 2 * NormalDist().cdf(_moved(parameter) - t) + ROUNDED)


def _moved(parameter: Fraction) -> float:
    """What rounding to the grid can move an answer by, in standard errors."""
    return 10 / sqrt(parameter)


class Nothing(Law):
    """The error of an exact answer, which has no noise."""

    __slots__ = ()

    def mass(self, t: float) -> float:
        """1: the error is 0, hence never larger than t."""
        return 1.0

    def half_width(self, probability: float) -> float:
        """0: the error is 0, whatever the probability."""
        return 0.0


class EqualLaw(Law):
    """The law of a sum whose coefficients are equal."""

    __slots__ = ("_noise", "_parameter", "_size", "_terms")

    def __init__(self, noise: str, parameter: Fraction, terms: int, size: float) -> None:
        self._noise, self._parameter, self._terms, self._size = noise, parameter, terms, size

    def mass(self, t: float) -> float:
        """Exact but for rounding."""
        return lattice_mass(self._noise, self._parameter, self._terms, _steps(t, self._size))

    def half_width(self, probability: float) -> float:
        """The smallest half-width that holds the probability."""
        return _times(lattice_half_width(self._noise, self._parameter, self._terms, probability), self._size)


class LatticeLaw(Law):
    """Coefficients that are multiples of a unit."""

    __slots__ = ("_mass", "_unit")

    def __init__(self, mass: FloatArray, unit: float) -> None:
        self._mass, self._unit = mass, unit

    @classmethod
    def within(
        cls, noise: str, parameter: Fraction, multiples: IntArray, counts: IntArray, unit: float
    ) -> LatticeLaw | None:
        """The law of a sum whose coefficients are multiples of a unit, or None where the lattice would be too large.

        Args:
            noise: LAPLACE or GAUSSIAN.
            parameter: b of Laplace noise, s of Gaussian.
            multiples: the different coefficients in units.
            counts: how many there are of each.
            unit: in integers drawn times coefficients.
        """
        reach = reach_of(noise, parameter, multiples.astype(np.float64), counts, TOLERANCE / 10)
        size = max(64, 1 << (2 * ceil(reach) + 2).bit_length())
        if size * (multiples.size + 4) > LARGEST:
            return None
        table = _logarithms(noise, parameter, size)
        places = np.arange(size // 2 + 1)
        logs = np.zeros(places.size)
        for times, number in zip(multiples.tolist(), counts.tolist(), strict=True):
            logs += number * table[(places * times) & (size - 1)]
        law = np.fft.irfft(np.exp(logs), size)
        return cls(np.concatenate([law[:1], law[0] + 2 * np.cumsum(law[1 : size // 2])]), unit)

    def mass(self, t: float) -> float:
        """Exact but for rounding."""
        return float(self._mass[min(_steps(t, self._unit), self._mass.size - 1)])

    def half_width(self, probability: float) -> float:
        """The smallest half-width that holds the probability."""
        return _times(int(np.searchsorted(self._mass, probability + TOLERANCE)), self._unit)


class FineLaplaceLaw(Law):
    """Laplace noise on a fine grid, whatever the coefficients (fine_laplace.py)."""

    __slots__ = ("_row",)

    def __init__(self, row: FineLaplace) -> None:
        self._row = row

    def mass(self, t: float) -> float:
        """A lower bound, a little less than the mass."""
        return float(self._row.mass(t)[0])

    def half_width(self, probability: float) -> float:
        """A little more than the smallest."""
        return float(self._row.half_widths(probability)[0])


class WaveLaw(Law):
    """Any coefficients: Selberg's minorant."""

    __slots__ = ("_chernoff", "_cosines", "_moved", "_places", "_reach", "_resting", "_shown", "_sines", "_waves")

    def __init__(self, noise: str, parameter: Fraction, sizes: FloatArray, counts: IntArray, waves: int) -> None:
        self._chernoff = partial(reach_of, noise, parameter, sizes, counts)
        self._reach = self._chernoff(TAIL)
        terms = np.array([counts.sum()])
        self._moved = reach_of(noise, parameter, np.array([2 * NEGLIGIBLE * sizes[-1]]), terms, TAIL)
        self._resting = resting_mass(noise, parameter) ** int(terms[0])
        step = pi / self._reach
        falling = int(min(self._reach / float(sizes[-1]), MOST_WAVES))
        self._shown = waves
        places, phi = _band(noise, parameter, sizes, counts, step, waves)
        while places.size and places[-1] == self._shown and 4 * self._shown <= min(falling, 16 * WAVES):
            self._shown = 4 * self._shown + 3
            places, phi = _band(noise, parameter, sizes, counts, step, self._shown)
        self._waves = self._shown
        if falling > self._shown and not (places.size and places[-1] == self._shown):
            self._waves = falling
        self._places = places
        self._sines, self._cosines = (phi * factor for factor in minorant(places, self._waves))

    def mass(self, t: float) -> float:
        """At least that all integers are zero."""
        return max(self._resting, self._covered(min(t - self._moved, self._reach)))

    def _covered(self, width: float) -> float:
        """E S(X), less what may be wrong with it."""
        angles = self._places * (pi * width / self._reach)
        swing = float((self._sines * np.sin(angles) - self._cosines * np.cos(angles)).sum())
        return width / self._reach - 1 / (self._waves + 1) + swing - 3 * TAIL

    def half_width(self, probability: float) -> float:
        """The smallest that is sure to cover, to about a quarter of T/(K+1)."""
        if self._resting >= probability:
            return 0.0
        size = 4 * (self._shown + 1)
        spectrum = np.zeros(size // 2 + 1, dtype=np.complex128)
        spectrum[self._places] = (self._cosines + 1j * self._sines) * (-size / 2)
        covered = np.fft.irfft(spectrum, size)[: size // 2]
        covered += 2 * np.arange(size // 2) / size - (1 / (self._waves + 1) + 3 * TAIL)
        enough = covered >= probability
        first = int(np.argmax(enough))
        if not enough[first]:
            return self._chernoff(1 - probability) + self._moved
        step = 2 * self._reach / size
        high, low = first * step, (first - 1) * step
        for _ in range((self._waves // self._shown).bit_length() - 1):
            middle = (low + high) / 2
            low, high = (low, middle) if self._covered(middle) >= probability else (middle, high)
        return high + self._moved


def minorant(places: IntArray, waves: int | FloatArray) -> tuple[FloatArray, FloatArray]:
    """Selberg's minorant of an interval: by what its waves are multiplied beside φ (Vaaler's coefficients).

    Args:
        places: k, the numbers of some waves.
        waves: K, of how many.

    Returns:
        Of sines and of cosines, as claim 2 of error_laws.md has them.
    """
    part = places / (waves + 1)
    vaaler = pi * part * (1 - part) / np.tan(pi * part) + part
    return np.asarray(2 * vaaler / (pi * places)), np.asarray(2 * (1 - part) / (waves + 1))


def resting_mass(noise: str, parameter: Fraction) -> float:
    """P(Z = 0) of an integer drawn.

    Args:
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
    """
    return float((noise_law.laplace_pmf if noise == LAPLACE else noise_law.gaussian_pmf)(0, parameter))


def _parts(sizes: FloatArray) -> int:
    """The least number of parts of the largest size of which all sizes are multiples; 0 if more than FINEST."""
    parts = np.arange(1, FINEST + 1)
    for size in (sizes[:-1] / sizes[-1]).tolist():
        exact = parts * size
        parts = parts[np.abs(exact - np.rint(exact)) < NEGLIGIBLE * parts]
        if parts.size == 0:
            return 0
    return int(parts[0])


def _steps(t: float, unit: float) -> int:
    """The number of units in t; a rounding error below a whole number is one."""
    return floor(t / unit * (1 + NEGLIGIBLE) + NEGLIGIBLE)


def _times(steps: int, unit: float) -> float:
    """Steps · unit, rounded once where the unit is a plain fraction that floating point has missed by a little."""
    plain = Fraction(unit).limit_denominator(1_000_000)
    return float(steps * plain) if abs(float(plain) - unit) < 1e-12 * unit else steps * unit


def reach_of(noise: str, parameter: Fraction, sizes: FloatArray, counts: IntArray, tail: float) -> float:
    """An x with P(|X| > x) ≤ tail, by Chernoff.

    Args:
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
        sizes: the different absolute coefficients.
        counts: how many there are of each.
        tail: the probability.

    Returns:
        x, in integers drawn times coefficients.
    """
    wanted = log(2 / tail)
    if noise == GAUSSIAN:
        return sqrt(2 * wanted * float(parameter) * float((counts * sizes**2).sum()))
    top, half = float(sizes.max()), 0.5 * float(1 / parameter)
    inner = half * np.multiply.outer(PARTS, sizes / top)
    quotient = np.exp(inner - half) * np.expm1(-2 * inner) / expm1(-2 * half)
    cumulants = -np.log1p(-(quotient**2)) @ counts
    return float(((wanted + cumulants) / PARTS).min()) * top / (2 * half)


def _band(
    noise: str, parameter: Fraction, sizes: FloatArray, counts: IntArray, step: float, waves: int
) -> tuple[IntArray, FloatArray]:
    """Places k = 1 … waves at which X's characteristic function of k·step is not nothing, and its values there."""
    places = np.arange(1, waves + 1)
    logs = np.zeros(waves)
    order = np.argsort(-counts * sizes**2, kind="stable")
    first, width = 0, 2
    while first < order.size and places.size:
        part = order[first : first + width]
        angles = np.multiply.outer(sizes[part], places * step)
        logs += counts[part] @ logarithm_of(noise, parameter, angles)
        alive = logs > SPENT
        places, logs = places[alive], logs[alive]
        first += width
        width = 3 * width
    return places, np.exp(logs)


@lru_cache(maxsize=4)
def _logarithms(noise: str, parameter: Fraction, size: int) -> FloatArray:
    """The logarithm of φ(2πk/size) of an integer drawn for k = 0 … size − 1."""
    half = logarithm_of(noise, parameter, 2 * pi * np.arange(size // 2 + 1) / size)
    return np.concatenate([half, half[-2:0:-1]])
