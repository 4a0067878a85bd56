"""The exponential mechanism's law, drawn exactly: an item i with probability proportional to w_i·e^(−rate·s_i).

Guarantee: for whole scores s_i, whole weights w_i ≥ 0 (not all 0) and a rational rate ≥ 0, ``choose`` returns item i
with probability w_i e^(−rate·s_i)/Σ_j w_j e^(−rate·s_j): not approximately, given fair bits from the system
(docs/proofs/noise.md, claim 5). If one unit can change every score by at most Δ, a draw is ε-private with ε = 2·rate·Δ,
and ε²/8-zero-concentrated; ``rho_of`` is that number.

Not protected: the time a draw takes depends on the scores.
"""

from __future__ import annotations

import os
import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dpdesk.privacy.intervals import Bounds, exp_minus, multiply

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]
_STEP = 64
_GUARD = 32
_FURTHEST = (1 << 62) - 1


def rho_of(epsilon: Fraction) -> Fraction:
    """ρ of a draw whose log ratios lie in an interval of length ε (Cesar & Rogers 2021).

    Args:
        epsilon: ε of the draw, exact.

    Returns:
        ε²/8.

    >>> rho_of(Fraction(1))
    Fraction(1, 8)
    """
    return epsilon * epsilon / 8


def choose(scores: Int64, rate: Fraction, weights: Int64 | None = None) -> int:
    """Draw one item, exactly and from the operating system.

    Args:
        scores: whole numbers, at least one, int64[n]; low ones are likely.
        rate: at least 0; the draw spends ε = 2·rate·Δ, Δ what one unit can change a score by.
        weights: whole numbers ≥ 0, int64[n], their sum within 62 bits; all 1 by default.

    Returns:
        The item's position i, drawn with probability ∝ weights[i]·e^(−rate·scores[i]).

    Raises:
        ValueError: no item has a positive weight, or the rate is negative.

    >>> choose(np.array([0, 1_000]), Fraction(1))
    0
    """
    values = np.asarray(scores, dtype=np.int64)
    if rate < 0 or values.ndim != 1 or values.size == 0:
        raise ValueError("the exponential mechanism needs scores and a rate of at least 0")
    prior = None if weights is None else np.asarray(weights, dtype=np.int64)
    if prior is not None and (prior.shape != values.shape or bool(np.any(prior < 0)) or not bool(np.any(prior > 0))):
        raise ValueError("the weights of the exponential mechanism are whole, at least 0 and not all 0")
    shifted = values - (values.min() if prior is None else values[prior > 0].min())
    exact = Fraction(rate)

    def classes(furthest: int) -> tuple[list[int], list[int], int]:
        """Scores up to `furthest` and their weights, and the weight of all others."""
        near = shifted <= furthest if prior is None else (shifted <= furthest) & (prior > 0)
        if prior is None:
            listed, counts = np.unique(shifted[near], return_counts=True)
            return listed.tolist(), counts.tolist(), int(shifted.size - np.count_nonzero(near))
        listed, inverse = np.unique(shifted[near], return_inverse=True)
        sums = np.zeros(listed.size, dtype=np.int64)
        np.add.at(sums, inverse.reshape(-1), prior[near])
        return listed.tolist(), sums.tolist(), int(prior.sum() - sums.sum())

    drawn = _class(classes, exact)
    if prior is None:
        members = np.flatnonzero(shifted == drawn)
        return int(members[secrets.randbelow(members.size)])
    members = np.flatnonzero((shifted == drawn) & (prior > 0))
    upto = np.cumsum(prior[members])
    return int(members[np.searchsorted(upto, secrets.randbelow(int(upto[-1])), side="right")])


def law(scores: Int64, rate: float, weights: Int64 | None = None) -> Float64:
    """The probabilities of `choose` in floating point: for forecasts and tests, never for a draw.

    Args:
        scores: float64 or int64[n].
        rate: at least 0.
        weights: int64[n], at least 0; all 1 by default.

    Returns:
        float64[n], which add up to 1.

    >>> law(np.array([0, 0, 0, 0]), 1.0).tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    values = np.asarray(scores, dtype=np.float64)
    prior = np.ones(values.size) if weights is None else np.asarray(weights, dtype=np.float64)
    chances = prior * np.exp(-rate * (values - values[prior > 0].min()))
    return np.asarray(chances / chances.sum(), dtype=np.float64)


def _class(classes: Callable[[int], tuple[list[int], list[int], int]], rate: Fraction) -> int:
    """The score drawn, less the least one; `classes` lists scores, ascending from 0, up to a given one."""
    digits = bits = 0
    while True:
        digits = (digits << _STEP) | int.from_bytes(os.urandom(_STEP // 8), "big")
        bits += _STEP
        work = bits + _GUARD
        # what lies beyond weighs less than one unit each: e^-γ < 2^-work for γ > 0.6932·work
        furthest = min(6932 * work * rate.denominator // (10000 * rate.numerator), _FURTHEST) if rate else _FURTHEST
        scores, counts, others = classes(furthest)
        lower, upper, total = _sums(scores, counts, others, rate, work)
        # boundaries surely at or below U·S, and those not surely above it
        least = bisect_right(upper, (digits * total[0]) >> bits)
        most = bisect_left(lower, -((-(digits + 1) * total[1]) >> bits))
        if least == most and least < len(upper):
            return scores[least]


@lru_cache(maxsize=4096)
def _step(gap: int, rate: Fraction, work: int) -> Bounds:
    """Brackets of 2^work·e^(−rate·gap): many draws share their rate."""
    return exp_minus(gap * rate, work)


def _sums(
    scores: list[int], counts: list[int], others: int, rate: Fraction, work: int
) -> tuple[list[int], list[int], Bounds]:
    """Brackets of 2^work·S_(j+1) for the classes listed, and of the whole sum; `others` is the weight beyond them.

    Where there are others the last boundary stands before them, and a draw beyond it is undecided; else the last
    boundary is S itself, above every U·S.
    """
    power: Bounds = (1 << work, 1 << work)
    lower: list[int] = []
    upper: list[int] = []
    low = high = before = 0
    for score, count in zip(scores, counts, strict=True):
        if score != before:
            power = multiply(power, _step(score - before, rate, work), work)
            before = score
        low, high = low + count * power[0], high + count * power[1]
        lower.append(low)
        upper.append(high)
    if not others:
        lower[-1] = upper[-1] = 1 << (work + sum(counts).bit_length() + 8)
    return lower, upper, (low, high + others)
