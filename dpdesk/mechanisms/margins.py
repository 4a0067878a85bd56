"""Margins of error from the law of the noise itself: deterministic, no simulation.

The error of an answer is X = Σ_j w_j Z_j / grid, the Z_j independent discrete Laplace or discrete Gaussian,
w_j the decoder's coefficients. The margin at level p is the half-width m of the central interval, P(|X| ≤ m)
≥ p.

Equal coefficients (|w_j| = w): X lives on the multiples of w; the law of a sum of n terms is computed on the
integers from the n-th power of the characteristic function by a fast Fourier transform, and m is the exact
quantile.
Unequal coefficients: X has very many small atoms. P(|X| ≤ m) comes from the characteristic function
Π_j φ(w_j θ), with a normal variable of 3 % of the standard error added so that the integral converges (which
widens the result by 0.05 %). The smallest coefficients, as long as together they carry less than 1e-4 of the
sum of fourth powers, enter as one normal variable of their variance.
More than MANY different laws: the ratio of margin to standard error is computed for a spread of them and its
largest value, plus 0.5 %, used for all.

Gaussian noise on a fine grid (σ ≥ 2^14 of its steps): up to factors within 10^-16 of 1, a discrete Gaussian of
parameter s is a normal variable of variance s − 2 rounded at random to an integer, the error of rounding being a
discrete Gaussian of parameter 2 whatever the normal variable (privacy/calibration.py), hence subgaussian of parameter
2. So X is normal but for an error that exceeds 7√2·√Σw² with a probability below 10^-10, and the normal quantile is
taken, wider by 10/σ standard errors and by 0.001 %.

Expected largest error: E max_j |X_j| ≤ min_t (ln 2k + max_j ψ_j(t))/t for any bound ψ_j of the logarithm of
the moment generating function. Discrete Gaussian of parameter s: ψ(t) = s t² Σw²/2 (Canonne, Kamath, Steinke
2020, Fact 18). Discrete Laplace of variance v: −ln(1 − 2v sinh²(t/2)) is convex in t² and zero at 0, so with
|w_j| ≤ w Σ_j −ln(1 − 2v sinh²(w_j t/2)) ≤ −(Σw²/w²) ln(1 − 2v sinh²(wt/2)).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, log, pi, sqrt
from statistics import NormalDist

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.pieces import Piece
from dpdesk.mechanisms.scales import GAUSSIAN, LAPLACE, NoiseScale
from dpdesk.mechanisms.strategy import Strategy
from dpdesk.privacy import noise_law
from dpdesk.queries.workload import FloatArray, IntArray

FINE = 1 << 28
MANY = 3_000
SAMPLE = 300
SMOOTHING = 0.03
REACH = 26.0
BATCH = 200
WIDEST_LATTICE = 1 << 22
SHORT_LATTICE = 1 << 10
HEAVY_TAILED_LATTICE = 1 << 16


def half_widths(
    strategy: Strategy,
    pieces: Sequence[Piece],
    scale: NoiseScale,
    level: Fraction | int,
    rows: IntArray | None,
    variances: Callable[[], FloatArray],
) -> FloatArray:
    """Half-widths for the chosen queries of the workload, in counts; raises BadInput unless 0 < level < 100.

    `variances` returns the unit variances of all queries.
    """
    probability = float(Fraction(level)) / 100
    if not 0 < probability < 1:
        raise BadInput("The level of a margin is a percentage above 0 and below 100.")
    total = sum(piece.count for piece in pieces)
    wanted = np.arange(total) if rows is None else np.asarray(rows, dtype=np.int64)
    result = np.zeros(wanted.size)
    if scale.parameter is None:
        return result
    if scale.noise == GAUSSIAN and scale.parameter >= FINE:
        deviations = np.sqrt(variances()[wanted])
        ratio = NormalDist().inv_cdf((1 + probability) / 2) * 1.00001 + 10 / sqrt(float(scale.parameter))
        return np.asarray(deviations * (ratio * sqrt(scale.variance)), dtype=np.float64)
    first = 0
    for piece in pieces:
        inside = np.flatnonzero((wanted >= first) & (wanted < first + piece.count))
        if inside.size:
            result[inside] = _piece(strategy, piece, scale, probability, wanted[inside] - first)
        first += piece.count
    return result


def _piece(strategy: Strategy, piece: Piece, scale: NoiseScale, probability: float, chosen: IntArray) -> FloatArray:
    if chosen.size == 1:
        return _distinct(strategy, piece, scale, probability, chosen)
    labels = strategy.query_classes(piece)[chosen]
    _, example, inverse = np.unique(labels, return_index=True, return_inverse=True)
    example, inverse = chosen[example], inverse.reshape(-1)
    if example.size <= MANY:
        return _distinct(strategy, piece, scale, probability, example)[inverse]
    deviations = np.sqrt(strategy.piece_variances(piece))
    order = np.argsort(deviations[example], kind="stable")
    sample = example[order[np.unique(np.linspace(0, order.size - 1, SAMPLE).astype(np.int64))]]
    sample = sample[deviations[sample] > 0]
    ratio = float((_distinct(strategy, piece, scale, probability, sample) / deviations[sample]).max()) * 1.005
    return np.asarray(deviations[chosen] * ratio, dtype=np.float64)


def _distinct(strategy: Strategy, piece: Piece, scale: NoiseScale, probability: float, queries: IntArray) -> FloatArray:
    widths = []
    for first in range(0, queries.size, BATCH):
        part = queries[first : first + BATCH]
        widths.append(law_half_widths(strategy.coefficients(piece, part), scale, probability))
    return np.concatenate(widths) if widths else np.zeros(0)


def law_half_widths(coefficients: FloatArray, scale: NoiseScale, probability: float) -> FloatArray:
    """Half-widths of Σ_j w_j Z_j / grid for every row of coefficients."""
    result = np.zeros(coefficients.shape[0])
    unequal: list[int] = []
    grouped: list[tuple[FloatArray, FloatArray]] = []
    for i, row in enumerate(np.abs(coefficients)):
        values, counts = sizes_of(row)
        if values.size == 1:
            width = lattice_half_width(scale.noise, scale.parameter or Fraction(1), int(counts[0]), probability)
            result[i] = width * float(values[0]) / scale.units
        elif values.size:
            unequal.append(i)
            grouped.append((values, counts.astype(np.float64)))
    if unequal:
        result[unequal] = _smooth(grouped, scale, probability) / scale.units
    return result


def sizes_of(row: FloatArray) -> tuple[FloatArray, IntArray]:
    """The different absolute coefficients that are not negligible, and how many of each; none where all are."""
    top = float(row.max(initial=0.0))
    if top < 1e-12:
        return np.zeros(0), np.zeros(0, dtype=np.int64)
    sizes, counts = np.unique(np.round(row[row > 1e-9 * top] / top, 7), return_counts=True)
    return np.asarray(sizes * top if sizes.size > 1 else np.full(1, top)), counts


@lru_cache(maxsize=4096)
def lattice_half_width(noise: str, parameter: Fraction, terms: int, probability: float) -> float:
    """Smallest m with P(|Z_1 + … + Z_n| ≤ m) ≥ probability."""
    variance = variance_of(noise, parameter)
    reach = 12 * sqrt(terms * variance) + 40 * sqrt(variance) + 40
    size = 1 << int(2 * reach).bit_length()
    if size > WIDEST_LATTICE:
        return float(_smooth([(np.ones(1), np.array([float(terms)]))], NoiseScale(noise, parameter), probability)[0])
    if size > (HEAVY_TAILED_LATTICE if noise == LAPLACE and terms in (3, 4) else SHORT_LATTICE):
        return _wide_lattice(noise, parameter, terms, probability, size, int(reach))
    theta = 2 * pi * np.arange(size // 2 + 1) / size
    law = np.fft.irfft(characteristic_of(noise, parameter, theta) ** terms, size)
    mass = np.concatenate([law[:1], law[0] + 2 * np.cumsum(law[1 : size // 2])])
    return float(np.searchsorted(mass, probability - 1e-12))


def _wide_lattice(noise: str, parameter: Fraction, terms: int, probability: float, size: int, reach: int) -> float:
    """The same quantile where the law is wide, at a few points of its distribution function instead of all."""
    return float(_first(_mass_at(noise, parameter, terms, size), probability, reach))


def lattice_mass(noise: str, parameter: Fraction, terms: int, m: int) -> float:
    """P(|Z_1 + … + Z_n| ≤ m) of the noise itself; the normal law where it is wider than WIDEST_LATTICE."""
    variance = variance_of(noise, parameter)
    reach = 12 * sqrt(terms * variance) + 40 * sqrt(variance) + 40
    size = 1 << int(2 * reach).bit_length()
    if m >= reach:
        return 1.0
    if size > WIDEST_LATTICE and (noise != LAPLACE or terms > 2):
        law = SmoothLaw([(np.ones(1), np.array([float(terms)]))], NoiseScale(noise, parameter))
        return float(law.mass(np.array([min(m / law.deviations[0], REACH / 2)]))[0])
    return _mass_at(noise, parameter, terms, size)(m)


def _mass_at(noise: str, parameter: Fraction, terms: int, size: int) -> Callable[[int], float]:
    """P(|X| ≤ m) as a function of m.

    One or two Laplace variables have closed forms. Else P(|X| ≤ m) = Σ_k φ(θ_k)^n sin((m+½)θ_k)/sin(θ_k/2)/N, θ_k =
    2πk/N, which is what the transform sums up, without the terms below 1e-18 of the first.
    """
    if noise == LAPLACE and terms <= 2:
        return lambda m: _two_sided(parameter, terms, m)
    count = size // 2 + 1
    for kept in (1 << 10, 1 << 13, 1 << 16, count):
        theta = 2 * pi * np.arange(min(kept, count)) / size
        weights = characteristic_of(noise, parameter, theta) ** terms
        if kept >= count or weights[-1] < 1e-18:
            break
    enough = int(np.searchsorted(-weights, -1e-18))  # descending
    half = theta[1:enough] / 2
    weights = 2 * weights[1:enough] / np.sin(half)
    if enough == count:
        weights[-1] /= 2
    return lambda m: float(((2 * m + 1) + (weights * np.sin((2 * m + 1) * half)).sum()) / size)


def _first(mass: Callable[[int], float], probability: float, reach: int) -> int:
    """The smallest m whose mass is at least the probability, by bisection."""
    low, high = -1, reach
    while high - low > 1:
        middle = (low + high) // 2
        if mass(middle) >= probability - 1e-12:
            high = middle
        else:
            low = middle
    return high


def _two_sided(scale: Fraction, terms: int, m: int) -> float:
    """P(|X| ≤ m) of one discrete Laplace variable or the sum of two.

    With a = e^(−1/b) one has P(x) = (1 − a)/(1 + a)·a^|x|, two ((1 − a)/(1 + a))²·a^|x|·(|x| + 1 + 2a²/(1 − a²)).
    """
    rate = float(1 / scale)
    a, rest = exp(-rate), -expm1(-rate)
    tail = exp(-rate * (m + 1)) / (1 + a)
    if terms == 1:
        return 1 - 2 * tail
    both = m + 2 + a / rest + 2 * a * a / -expm1(-2 * rate)
    return 1 - 2 * tail * rest / (1 + a) * both


def _smooth(grouped: Sequence[tuple[FloatArray, FloatArray]], scale: NoiseScale, probability: float) -> FloatArray:
    """Half-widths for unequal coefficients (values, multiplicities), in units of the integers drawn."""
    law = SmoothLaw(grouped, scale)
    low, high = np.zeros(len(grouped)), np.full(len(grouped), REACH / 2)
    for _ in range(34):
        middle = (low + high) / 2
        enough = law.mass(middle) >= probability
        high, low = np.where(enough, middle, high), np.where(enough, low, middle)
    return np.asarray(high * law.deviations, dtype=np.float64)


class SmoothLaw:
    """The laws of sums with unequal coefficients (values, multiplicities), smoothed as stated above, one a row.

    `deviations` are their standard errors, in units of the integers drawn.
    """

    def __init__(self, grouped: Sequence[tuple[FloatArray, FloatArray]], scale: NoiseScale) -> None:
        parameter = scale.parameter or Fraction(1)
        unit = sqrt(variance_of(scale.noise, parameter))
        u = 2 * pi / REACH * np.arange(1, int(6.1 / SMOOTHING * REACH / (2 * pi)) + 2)
        logs = np.zeros((len(grouped), u.size))
        self.deviations = np.zeros(len(grouped))
        for i, (values, counts) in enumerate(grouped):
            fourth = np.cumsum(counts * values**4)
            kept = int(np.searchsorted(fourth, 1e-4 * fourth[-1]))
            self.deviations[i] = unit * sqrt(float((counts * values**2).sum()))
            rest = float((counts[:kept] * values[:kept] ** 2).sum()) * (unit / self.deviations[i]) ** 2
            angles = np.multiply.outer(values[kept:], u / self.deviations[i])
            phi = characteristic_of(scale.noise, parameter, angles)
            logs[i] = counts[kept:] @ np.log(np.maximum(phi, 1e-300)) - (rest + SMOOTHING**2) * u * u / 2
        self._angles, self._weights = u, np.exp(logs) / u

    def mass(self, widths: FloatArray) -> FloatArray:
        """P(|X| ≤ width), widths in standard errors, up to REACH/2."""
        waves = (np.sin(np.multiply.outer(widths, self._angles)) * self._weights).sum(axis=1)
        return np.asarray((2 / REACH) * widths + (2 / pi) * (2 * pi / REACH) * waves)


def variance_of(noise: str, parameter: Fraction) -> float:
    """Variance of the integers drawn."""
    return noise_law.laplace_variance(parameter) if noise == LAPLACE else noise_law.gaussian_variance(parameter)


def characteristic_of(noise: str, parameter: Fraction, theta: FloatArray) -> FloatArray:
    """E e^(iθZ) of an integer drawn."""
    if noise == LAPLACE:
        return noise_law.laplace_characteristic(theta, parameter)
    return noise_law.gaussian_characteristic(theta, parameter)


def expected_max_bound(scale: NoiseScale, queries: int, largest_unit: float, largest_coefficient: float) -> float:
    """The bound stated above, in counts, for k queries of unit variance at most `largest_unit`."""
    if scale.parameter is None or queries == 0 or largest_unit <= 0:
        return 0.0
    if scale.noise != LAPLACE:
        return sqrt(2 * log(2 * queries) * largest_unit * float(scale.square) / scale.unit**2)
    w = min(largest_coefficient, sqrt(largest_unit))
    variance = noise_law.laplace_variance(scale.parameter)
    if variance == 0.0:  # below the smallest double: no noise that a reader could meet
        return 0.0
    limit = 2 * np.arcsinh(1 / sqrt(2 * variance)) / w
    t = limit * np.concatenate([np.linspace(0.001, 0.99, 400), 1 - np.logspace(-2, -9, 60)])
    inside = np.maximum(1 - 2 * variance * np.sinh(w * t / 2) ** 2, 1e-300)
    bound = (log(2 * queries) - largest_unit / w**2 * np.log(inside)) / t
    return float(bound.min()) / scale.units
