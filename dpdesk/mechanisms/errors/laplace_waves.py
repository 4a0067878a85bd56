"""The characteristic function of a sum of Laplace variables from six sums of powers (docs/proofs/laplace_sums.md).

Of shares x_j ≥ 0 these are s_i = Σ_j x_j^i, i = 1 … 6. −ln Π 1/(1 + x_jθ²) = θ²s_1 − e, and e follows from s_2 … s_6 up
to a factor of 1 ± 1/T_5(1 + 2/(xθ²)), x a bound of all x_j, T_5 Chebyshev's polynomial (claim 3 there). Waves are
θ_k = kπ/r, r the reach in standard errors.
"""

from __future__ import annotations

from functools import lru_cache
from math import pi

import numpy as np

from dpdesk.queries.workload import FloatArray, IntArray

SUMS = 6
"""Sums of powers by which a law is told."""
EXPONENTS = (1, 2, 3, 4, 5, 6, 2)
"""Of what a law is told by: s_1, then s_2 … s_6 of all shares but light ones, and s_2 of these."""
LIGHT = 3e-4
"""The most that a light share is."""
_NODES = SUMS - 1
STEPS = 4
"""Bounds of shares are rounded up to a power of 2^(1/4), so that few tables serve all laws."""
LEAST = 1e-15
"""Shares below are taken for this much, where a bound of them is wanted."""


def sums_of(shares: FloatArray, times: IntArray | None = None, count: int = SUMS) -> FloatArray:
    """s_1 … s_6 of every row, or fewer.

    Args:
        shares: x_j ≥ 0, float64[laws, columns].
        times: how often each column occurs; None for once each.
        count: how many sums, 6 at most.

    Returns:
        float64[laws, count].

    >>> sums_of(np.array([[0.5, 0.25]]))[0, :2].tolist()
    [0.75, 0.3125]
    """
    square = shares * shares
    cube = square * shares
    powers = ((shares, None), (square, None), (cube, None), (square, square), (square, cube), (cube, cube))
    sums = np.empty((shares.shape[0], count))
    once = np.ones(shares.shape[1])
    for place, (left, right) in enumerate(powers[:count]):
        if times is not None:
            sums[:, place] = (left if right is None else left * right) @ times
        else:
            sums[:, place] = left @ once if right is None else np.einsum("ij,ij->i", left, right)
    return sums


def theta_of(reach: float, first: int, last: int) -> FloatArray:
    """θ_k for k = first + 1 … last.

    Args:
        reach: r, in standard errors; the period is 2r.
        first: waves from the one after it.
        last: up to this one.

    Returns:
        float64[last − first].
    """
    return np.asarray(np.arange(first + 1, last + 1) * (pi / reach), dtype=np.float64)


def steps_of(bounds: FloatArray) -> IntArray:
    """For every bound the number of the power of 2^(1/4) that is not below it.

    Args:
        bounds: above 0, of any shape.

    Returns:
        int64 of the same shape.
    """
    logs = np.log2(np.maximum(bounds, LEAST) * (1 + 1e-12))
    return np.asarray(np.ceil(STEPS * logs), dtype=np.int64)


def bound_of(step: int) -> float:
    """The bound of a number that `steps_of` gave.

    Args:
        step: of `steps_of`.
    """
    return float(2.0 ** (step / STEPS))


@lru_cache(maxsize=1024)
def interpolation(step: int, reach: float, first: int, last: int) -> tuple[FloatArray, FloatArray]:
    """The polynomial of claim 3 for shares up to a bound.

    Args:
        step: of the bound.
        reach: r.
        first: waves before the first.
        last: number of the last wave.

    Returns:
        The coefficients, float64[5, waves], of s_2 … s_6, and 1/(T_5 − 1), float64[waves]: e is off by at most so much
        of what it is found to be.
    """
    top, squares = bound_of(step), theta_of(reach, first, last) ** 2
    nodes = (1 + np.cos((2 * np.arange(_NODES) + 1) * (pi / (2 * _NODES)))) / 2
    values = squares**2 * _beyond_square(np.multiply.outer(top * nodes, squares))
    coefficients = np.linalg.solve(np.vander(nodes, increasing=True), values)
    coefficients /= top ** np.arange(_NODES)[:, None]
    chebyshev = np.cosh(_NODES * np.arccosh(1 + 2 / (top * squares)))
    return np.asarray(coefficients), np.asarray(1 / (chebyshev - 1))


def of_light(theta: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Claim 3 with one node for light shares: e is s_2 times the first, and off by no more than the second.

    Args:
        theta: float64[waves].

    Returns:
        G(x/2), x the most that a light share is, and x/2·θ⁴/2 over T_1 = 1 + 2/(xθ²): s_2 ≤ x/2, and G ≤ θ⁴/2.
    """
    squares = theta**2
    value = squares**2 * _beyond_square(LIGHT / 2 * squares)
    return np.asarray(value), np.asarray(LIGHT / 4 * squares**2 / (1 + 2 / (LIGHT * squares)))


def _beyond_square(u: FloatArray) -> FloatArray:
    """(u − ln(1 + u))/u², without cancellation."""
    small = np.minimum(u, 1e-3)
    series = 0.5 - small * (1 / 3 - small * (1 / 4 - small * (1 / 5 - small / 6)))
    large = np.maximum(u, 1e-3)
    return np.asarray(np.where(u < 1e-3, series, (large - np.log1p(large)) / large**2))


def logarithm_at_most(mass: FloatArray, square: FloatArray, theta: FloatArray) -> FloatArray:
    """An upper bound of the logarithm of Π 1/(1 + x_jθ²) from s_1 and s_2 alone, by Jensen.

    Args:
        mass: s_1, float64[laws].
        square: s_2, or more, float64[laws].
        theta: float64[waves].

    Returns:
        float64[laws, waves].
    """
    mean = square / np.maximum(mass, 1e-300)
    often = mass * mass / np.maximum(square, 1e-300)
    return np.asarray(-often[:, None] * np.log1p(np.multiply.outer(mean, theta**2)))


def beyond_reach(bound: float, length: float) -> float:
    """P(|Y| ≥ length) in standard errors of a sum whose shares add up to ½, none above `bound`, by Chernoff.

    Args:
        bound: of the largest share.
        length: in standard errors.

    Returns:
        The probability, or a little more.
    """
    s = np.linspace(0.02, 0.999, 200) / np.sqrt(bound)
    exponents = -np.log1p(-bound * s * s) / (2 * bound) - s * length
    return float(2 * np.exp(exponents.min()))


def beyond_waves(last: FloatArray, theta: float) -> FloatArray:
    """What waves after one may add up to: φ falls, and lies below 2/θ².

    Args:
        last: φ or more at that wave, float64[laws].
        theta: θ there.
    """
    last = np.maximum(np.minimum(last, 2 / theta**2), 1e-300)
    return np.asarray(last * (0.5 + np.maximum(np.log(np.sqrt(2 / last) / theta), 0.0)) * (2 / pi))
