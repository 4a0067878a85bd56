"""The law of a sum of integers drawn, all with the coefficient 1: what is at most m, and the m that covers enough.

From the characteristic function by a Fourier transform; one or two Laplace variables have closed forms, and of a wide
law only the points that bisection asks for are worked out.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, pi, sqrt

import numpy as np

from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.privacy import noise_law
from dpdesk.queries.workload import FloatArray

TOLERANCE = 1e-12
"""Numerical error of a probability, taken outward."""
SHORT_LATTICE = 1 << 10
HEAVY_TAILED_LATTICE = 1 << 16
"""Up to so many points the whole law is transformed; more of a few Laplace variables, whose tails are long."""


@lru_cache(maxsize=4096)
def lattice_half_width(noise: str, parameter: Fraction, terms: int, probability: float) -> int:
    """Smallest m with P(|Z_1 + … + Z_n| ≤ m) ≥ probability.

    Args:
        noise: LAPLACE or GAUSSIAN, both discrete.
        parameter: b of Laplace noise, s of Gaussian.
        terms: n.
        probability: that the interval holds; TOLERANCE more is asked for.

    >>> lattice_half_width(LAPLACE, Fraction(1), 1, 0.9)
    2
    """
    size, reach = _lattice(noise, parameter, terms)
    if size > (HEAVY_TAILED_LATTICE if noise == LAPLACE and terms in (3, 4) else SHORT_LATTICE):
        return _first(_mass_at(noise, parameter, terms, size), probability + TOLERANCE, reach)
    theta = 2 * pi * np.arange(size // 2 + 1) / size
    law = np.fft.irfft(characteristic_of(noise, parameter, theta) ** terms, size)
    mass = np.concatenate([law[:1], law[0] + 2 * np.cumsum(law[1 : size // 2])])
    return int(np.searchsorted(mass, probability + TOLERANCE))


def lattice_mass(noise: str, parameter: Fraction, terms: int, m: int) -> float:
    """P(|Z_1 + … + Z_n| ≤ m).

    Args:
        noise: LAPLACE or GAUSSIAN, both discrete.
        parameter: b of Laplace noise, s of Gaussian.
        terms: n.
        m: at least 0.

    >>> round(lattice_mass(LAPLACE, Fraction(1), 1, 2), 3)
    0.927
    """
    size, reach = _lattice(noise, parameter, terms)
    return 1.0 if m >= reach else _mass_at(noise, parameter, terms, size)(m)


def _lattice(noise: str, parameter: Fraction, terms: int) -> tuple[int, int]:
    """A power of two beyond which nothing lies, and half of what is needed."""
    variance = variance_of(noise, parameter)
    reach = 12 * sqrt(terms * variance) + 40 * sqrt(variance) + 40
    return 1 << int(2 * reach).bit_length(), int(reach)


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
    """The smallest m whose mass is at least the probability, by bisection.

    Not by `bisect`, which asks at other points: near 1 rounding errors decide, and published limits would move.
    """
    low, high = -1, reach
    while high - low > 1:
        middle = (low + high) // 2
        if mass(middle) >= probability:
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


def variance_of(noise: str, parameter: Fraction) -> float:
    """Variance of the integers drawn.

    Args:
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
    """
    return noise_law.laplace_variance(parameter) if noise == LAPLACE else noise_law.gaussian_variance(parameter)


def characteristic_of(noise: str, parameter: Fraction, theta: FloatArray) -> FloatArray:
    """E e^(iθZ) of an integer drawn.

    Args:
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
        theta: θ, of any shape.

    Returns:
        float64 of the shape of `theta`.
    """
    if noise == LAPLACE:
        return noise_law.laplace_characteristic(theta, parameter)
    return noise_law.gaussian_characteristic(theta, parameter)


def logarithm_of(noise: str, parameter: Fraction, theta: FloatArray) -> FloatArray:
    """The logarithm of E e^(iθZ) of an integer drawn.

    Args:
        noise: LAPLACE or GAUSSIAN, both discrete.
        parameter: b of Laplace noise, s of Gaussian.
        theta: θ, of any shape.

    Returns:
        float64 of the shape of `theta`.

    Discrete Gaussian with s ≥ 2: of Σ_k e^(−s(θ + 2πk)²/2) no more than two terms are above 1e-17 of the greatest.
    """
    if noise == LAPLACE:
        return np.asarray(-np.log1p(2 * variance_of(noise, parameter) * np.sin(theta / 2) ** 2))
    s = float(parameter)
    if s < 2:
        return np.asarray(np.log(np.maximum(noise_law.gaussian_characteristic(theta, parameter), 1e-300)))
    turned = np.abs(theta - 2 * pi * np.rint(theta / (2 * pi)))
    return np.asarray(np.log1p(np.exp(-2 * pi * s * (pi - turned))) - turned * turned * (s / 2))
