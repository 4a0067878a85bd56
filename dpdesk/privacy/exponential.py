"""The exponential mechanism's law, drawn exactly: an item i with probability proportional to w_i·e^(−rate·s_i).

Guarantee: for whole scores s_i, whole weights w_i ≥ 0 (not all 0) and a rational rate ≥ 0, ``choose`` returns item i
with probability w_i e^(−rate·s_i)/Σ_j w_j e^(−rate·s_j): not approximately, given fair bits from the system.

Proof. Items of equal score form a class; classes are ordered by score, class j with weight W_j r^(k_j), k_j the score
less the least score, r = e^(−rate). Let S_j be the sum over the classes before j, S over all, U uniform on [0, 1); the
class is the j with S_j ≤ U·S < S_(j+1). The code knows b digits of U, an integer w with w ≤ 2^b·U < w + 1, and integer
brackets of every S_j and of S (``intervals.exp_minus``, products rounded outward). Where w·S_low ≥ 2^b·S_j,high the
boundary lies at or below U·S; where (w + 1)·S_high ≤ 2^b·S_j,low it lies above. Classes so far out that their weight is
below one unit are bracketed together. If some boundary is undecided, more digits are drawn *behind* those already seen
and the brackets are narrowed; no digit drawn later could change what was decided. Within a class an item is drawn in
proportion to its weight by ``secrets.randbelow``, which is uniform exactly.

What it spends (McSherry & Talwar 2007). If one unit can change every score by at most Δ, the probability of any item
changes by a factor of at most e^(2·rate·Δ): e^(rate·Δ) for its weight, as much for the sum. So the draw is ε-private,
ε = 2·rate·Δ. Moreover all log ratios L lie in an interval of length ε, whatever its place (Dong, Durfee, Rogers 2020),
so that it is ε²/8-zero-concentrated (Cesar & Rogers 2021): f(s) = ln E_Q e^(sL) has f(0) = f(1) = 0, and f'' is the
variance of a variable in an interval of length ε, at most ε²/4; hence f(α) ≤ α(α − 1)ε²/8, which is (α − 1) times the
Rényi divergence of order α. ``rho_of`` is that number.

Not protected: the time a draw takes depends on the scores.
"""

from __future__ import annotations

import os
import secrets
from bisect import bisect_left, bisect_right
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from dpdesk.privacy.intervals import Bounds, exp_minus, multiply

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]
_STEP = 64
_GUARD = 32


def rho_of(epsilon: Fraction) -> Fraction:
    """ρ of one draw whose log ratios lie in an interval of length ε: ε²/8."""
    return epsilon * epsilon / 8


def choose(scores: Int64, rate: Fraction, weights: Int64 | None = None) -> int:
    """The position of one item, drawn afresh: P(i) ∝ weights[i]·e^(−rate·scores[i]).

    scores: whole numbers, at least one; weights: whole numbers ≥ 0, all 1 by default, their sum within 62 bits.
    Raises ValueError for no item of positive weight or a negative rate.
    """
    values = np.asarray(scores, dtype=np.int64)
    if rate < 0 or values.ndim != 1 or values.size == 0:
        raise ValueError("the exponential mechanism needs scores and a rate of at least 0")
    if weights is None:
        shifted, count = np.unique(values - values.min(), return_counts=True)
    else:
        own = np.asarray(weights, dtype=np.int64)
        if own.shape != values.shape or bool(np.any(own < 0)) or not bool(np.any(own > 0)):
            raise ValueError("the weights of the exponential mechanism are whole, at least 0 and not all 0")
        present = np.flatnonzero(own > 0)
        least = int(values[present].min())
        shifted, inverse = np.unique(values[present] - least, return_inverse=True)
        count = np.zeros(shifted.size, dtype=np.int64)
        np.add.at(count, inverse.reshape(-1), own[present])
    at = _class(shifted.tolist(), count.astype(np.int64).tolist(), Fraction(rate))
    if weights is None:
        members = np.flatnonzero(values - values.min() == shifted[at])
        return int(members[secrets.randbelow(members.size)])
    members = np.flatnonzero((values - least == shifted[at]) & (own > 0))
    upto = np.cumsum(own[members])
    return int(members[np.searchsorted(upto, secrets.randbelow(int(upto[-1])), side="right")])


def law(scores: Int64, rate: float, weights: Int64 | None = None) -> Float64:
    """The same probabilities in floating point: for forecasts and tests, never for a draw."""
    values = np.asarray(scores, dtype=np.float64)
    own = np.ones(values.size) if weights is None else np.asarray(weights, dtype=np.float64)
    chances = own * np.exp(-rate * (values - values[own > 0].min()))
    return np.asarray(chances / chances.sum(), dtype=np.float64)


def _class(scores: list[int], counts: list[int], rate: Fraction) -> int:
    """The class drawn: scores ascending from 0, counts positive."""
    digits = bits = 0
    while True:
        digits = (digits << _STEP) | int.from_bytes(os.urandom(_STEP // 8), "big")
        bits += _STEP
        lower, upper, total = _sums(scores, counts, rate, bits + _GUARD)
        # boundaries surely at or below U·S, and those not surely above it
        least = bisect_right(upper, (digits * total[0]) >> bits)
        most = bisect_left(lower, -((-(digits + 1) * total[1]) >> bits))
        if least == most and least < len(upper):
            return least


def _sums(scores: list[int], counts: list[int], rate: Fraction, work: int) -> tuple[list[int], list[int], Bounds]:
    """Brackets of 2^work·S_(j+1) for the leading classes, those of weight above about 2^-work, and of the whole sum.

    The last boundary listed stands before the classes that are bracketed together; a draw beyond it is undecided,
    unless all classes are listed: then it is S itself, above every U·S.
    """
    gaps: dict[int, Bounds] = {}
    one = 1 << work
    power: Bounds = (one, one)
    lower: list[int] = []
    upper: list[int] = []
    low = high = 0
    before = 0
    for at, (score, count) in enumerate(zip(scores, counts, strict=True)):
        if score * rate > work:  # e^-γ < 2^-γ ≤ 2^-work from here on
            return lower, upper, (low, high + sum(counts[at:]))
        if score != before:
            gap = score - before
            if gap not in gaps:
                gaps[gap] = exp_minus(gap * rate, work)
            power = multiply(power, gaps[gap], work)
            before = score
        low, high = low + count * power[0], high + count * power[1]
        lower.append(low)
        upper.append(high)
    # everything is listed: the last class ends at S, which is above U·S for every U < 1
    lower[-1] = upper[-1] = 1 << (work + sum(counts).bit_length() + 8)
    return lower, upper, (low, high)
