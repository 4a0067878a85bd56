"""The exact (ε, δ) profile of discrete Gaussian noise for one given shift: the truth that calibration is held against.

For noise of parameter s on each integer coordinate and neighbours' vectors that differ by d, the privacy loss at the
noise z is L = (|d|² − 2 z·d)/(2s) (up to the sign of z), and δ(ε) = E max(0, 1 − e^(ε − L)). With k = gcd(d), z·d lives
on k·Z; its law is the convolution of the coordinates' laws. All terms are non-negative, so floating point keeps a
relative error that is bounded here and added on both sides, as is the mass cut off beyond twelve sigmas.
The cut-off mass, about 1e-31, is part of the upper bound: below δ = 1e-25 it dominates.
Cost grows with (Σ|d_j|/k)²·s: meant for tests and audits, not for large shifts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

_UNIT = 2.0**-53
_REACH = 12
_ROUNDINGS_OF_A_TERM = 8 * _REACH**2  # roundings in e^(−x²/(2s))/Z, those in the exponent magnified by the exponent


def gaussian_profile_delta(
    sigma_squared_on_grid: Fraction, shift: Sequence[int], epsilon: Fraction | float
) -> tuple[float, float]:
    """Bounds of the least δ at ε of discrete Gaussian noise, for two vectors that differ by a shift.

    Args:
        sigma_squared_on_grid: the parameter, in grid units squared.
        shift: by how many grid units each coordinate differs; δ = 0 where none does.
        epsilon: ε.

    Returns:
        (lower, upper), between which δ(ε) lies, rounding included.

    Raises:
        ValueError: the parameter is not positive.
    """
    if sigma_squared_on_grid <= 0:
        raise ValueError("the noise parameter must be positive")
    steps = sorted(abs(int(step)) for step in shift if step)
    if not steps:
        return 0.0, 0.0
    divisor = math.gcd(*steps)
    s = float(sigma_squared_on_grid)
    reach = math.ceil(_REACH * math.sqrt(s)) + 2
    points = np.arange(-reach, reach + 1, dtype=np.float64)
    single = np.exp(-(points**2) / (2 * s))
    single /= math.fsum(single)
    law = np.ones(1)
    roundings = 0
    for step in steps:
        stretched = np.zeros((single.size - 1) * (step // divisor) + 1)
        stretched[:: step // divisor] = single
        law = np.convolve(law, stretched)
        roundings += _ROUNDINGS_OF_A_TERM + single.size + 16
    half = law.size // 2
    square = sum(step * step for step in steps)
    loss = _losses(square, divisor, half, s)
    margin = float(epsilon) - loss
    open_terms = margin < 0
    error_of_exponent = 8 * _UNIT * (np.abs(loss[open_terms]) + abs(float(epsilon)) + 1)
    weights = law[open_terms]
    delta = math.fsum(weights * -np.expm1(margin[open_terms]))
    # Terms left out by a rounded comparison are as small as the error of their exponent.
    border = math.fsum(law[np.abs(margin) <= 8 * _UNIT * (np.abs(loss) + abs(float(epsilon)) + 1)]) * 64 * _UNIT
    slack = math.fsum(weights * error_of_exponent) + border
    relative = (roundings + law.size + 64) * _UNIT
    cut = 4 * len(steps) * math.exp(-reach * reach / (2 * s)) / -math.expm1(-reach / s)
    return max(delta * (1 - relative) - slack, 0.0), delta * (1 + relative) + slack + cut


def _losses(square: int, divisor: int, half: int, s: float) -> npt.NDArray[np.float64]:
    """L = (|d|² − 2kj)/(2s) for j = −half … half."""
    products = np.arange(-half, half + 1, dtype=np.float64) * divisor
    losses: npt.NDArray[np.float64] = (square - 2 * products) / (2 * s)
    return losses
