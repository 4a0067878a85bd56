"""Limits of ratios of noisy numbers from their joint law: percentages, means, shares.

After Fieller (1954). A true ratio r = A/B satisfies A − rB = 0, so that Â − rB̂ is noise only: that of A less r times
that of B. Let m(r) be the half-width of its central interval at level p, from the law of the noise. The ratios with
|Â − rB̂| ≤ m(r) contain the true one with probability at least p, whatever it is.

*Gaussian noise on fine grids*: m(r)² = z²(v_A − 2rc + r²v_B), and they lie between the roots of a quadratic equation
where B̂² > z²v_B; else they are unbounded, and the ratio is not estimable.

*Any noise*: let β = (1 − p)/50 and b the half-width of B's noise at level 1 − β. For any r and L
m(r) ≤ m'(L) + |r − L|·b, m' at level p + β, since |A − rB| ≤ |A − LB| + |r − L||B| for the noises and both bounds
hold with probability p. Where B̂ ≥ b, Â − rB̂ rises by B̂ for each unit that r falls below L, at least as fast as the
bound: so if Â − LB̂ > m'(L), every r below L is excluded, by one look at L. Likewise above.
L is first taken where the noise would be normal, then moved out until it is certain.

*Else* (B̂ near its noise, or more ratios than can be looked at): |A − rB| ≤ m_A + |r|m_B holds with probability p if
each part holds with (1 + p)/2. (The sum of the margins at level p itself does not: margins of independent small
noises can be 0 while that of their sum is 1.) Where B̂ ≤ m_B the ratio is not estimable.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.combined import Block, half_widths, normal_ratio, variances
from dpdesk.mechanisms.mixed_laws import law_of_sum
from dpdesk.mechanisms.scales import NoiseScale

Values = NDArray[np.float64]

SHARE = 50
MOST = 500
"""Ratios of one call whose own law is looked at."""
TRIES = 12


def split(probability: float) -> float:
    """The level at which each of two margins must cover for their sum to."""
    return (1 + probability) / 2


def ratio_limits(
    top: Values, bottom: Values, top_noise: Sequence[Block], bottom_noise: Sequence[Block], probability: float
) -> tuple[Values, Values]:
    """Limits of n ratios top/bottom at a level; NaN where the bottom is not clearly above zero.

    top, bottom: unbiased values, shape (n,); the noises: blocks over the same mechanisms, n rows each.
    """
    a, b, c = variances(top_noise), variances(bottom_noise), variances(top_noise, bottom_noise)
    ratio = normal_ratio([block.scale for block in top_noise], probability)
    if ratio is not None:
        return _normal(top, bottom, a, b, c, np.full(top.size, ratio))
    margin = split(probability)
    low, high = summed_limits(top, half_widths(top_noise, margin), bottom, half_widths(bottom_noise, margin))
    exact = (b == 0) & (bottom > 0)
    if exact.any():  # the base is known: the numerator's own law
        width = np.where(exact, half_widths(top_noise, probability), 0.0)
        low = np.where(exact, (top - width) / np.where(exact, bottom, 1.0), low)
        high = np.where(exact, (top + width) / np.where(exact, bottom, 1.0), high)
    beta = (1 - probability) / SHARE
    clear = np.flatnonzero((bottom > half_widths(bottom_noise, 1 - beta)) & ~exact & (b > 0))
    if clear.size <= MOST:
        for at in clear.tolist():
            rows = [(x.rows[at], y.rows[at], x.scale) for x, y in zip(top_noise, bottom_noise, strict=True)]
            moments = (float(a[at]), float(b[at]), float(c[at]))
            found = _looked_at(float(top[at]), float(bottom[at]), moments, rows, probability + beta)
            if found is not None:
                low[at], high[at] = found
    return low + 0.0, high + 0.0


def summed_limits(top: Values, top_margin: Values, bottom: Values, bottom_margin: Values) -> tuple[Values, Values]:
    """The solutions of |Â − rB̂| ≤ m_A + |r|m_B; NaN where they are unbounded."""
    estimable = bottom > bottom_margin
    wide = np.where(estimable, bottom + bottom_margin, np.nan)
    narrow = np.where(estimable, bottom - bottom_margin, np.nan)
    below, above = top - top_margin, top + top_margin
    lower = np.where(below >= 0, below / wide, below / narrow)
    upper = np.where(above >= 0, above / narrow, above / wide)
    return lower + 0.0, upper + 0.0


def _normal(top: Values, bottom: Values, a: Values, b: Values, c: Values, z: Values) -> tuple[Values, Values]:
    """The roots of (Â − rB̂)² = z²(a − 2rc + r²b), NaN where they do not enclose the ratios."""
    z2 = z * z
    lead = bottom**2 - z2 * b
    estimable = (bottom > 0) & (lead > 0)
    spread = np.maximum(bottom**2 * a - 2 * top * bottom * c + top**2 * b, 0.0)
    root = np.sqrt(np.maximum(z2 * spread - z2 * z2 * np.maximum(a * b - c * c, 0.0), 0.0))
    lead = np.where(estimable, lead, np.nan)
    middle = top * bottom - z2 * c
    return (middle - root) / lead + 0.0, (middle + root) / lead + 0.0


_Rows = Sequence[tuple[Values, Values, NoiseScale]]


def _looked_at(
    top: float, bottom: float, moments: tuple[float, float, float], rows: _Rows, level: float
) -> tuple[float, float] | None:
    """Limits of one ratio by the law of Â − LB̂ at the limits themselves; None if none were found."""
    a, b, c = moments

    def width(at: float) -> float:
        return law_of_sum([(x - at * y, scale) for x, y, scale in rows]).half_width(level)

    def deviation(at: float) -> float:
        return sqrt(max(a - 2 * at * c + at * at * b, 0.0))

    middle = top / bottom
    if deviation(middle) <= 1e-7 * sqrt(a):  # Â − rB̂ bears no noise at all: the ratio is known
        return middle, middle
    start = width(middle) / deviation(middle)
    found = []
    for sign in (-1, 1):
        z = max(start, 0.5 * NormalDist().inv_cdf((1 + level) / 2))
        for _ in range(TRIES):
            single = [np.array([value]) for value in (top, bottom, a, b, c, z)]
            at = float(_normal(single[0], single[1], single[2], single[3], single[4], single[5])[(sign + 1) // 2][0])
            if not np.isfinite(at):
                return None
            needed = width(at)
            if sign * (at * bottom - top) > needed:
                break
            z = max(z, needed / max(deviation(at), 1e-300)) * 1.002
        else:
            return None
        found.append(at)
    return found[0], found[1]
