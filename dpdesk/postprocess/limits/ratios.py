"""Limits of ratios of noisy numbers from their joint law: percentages, means, shares.

After Fieller (1954): a true ratio r = A/B satisfies A − rB = 0, so that Â − rB̂ is noise only. What is left out has |Â
− rB̂| above the half-width m(r) of that noise, so that limits cover at least as often as their level says; proof and
notation: docs/proofs/limits.md, claim 8. Gaussian noise on fine grids: the roots of a quadratic equation. Any other:
m(r) is bounded by looks m'(L) on a grid of ratios L, and by m_A + |r|m_B in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sinh, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.answers.joint import Joint

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

SHARE = 50
FINENESS = 0.01
MOST = 10_000
"""Looks at laws in one call; margins are added up for ratios for which none are left."""
TRIES = 3
NOTHING = 1e-14
"""Of v_A: a variance that rounding leaves of none."""


def split(probability: float) -> float:
    """The level at which each of two margins must cover for their sum to.

    Args:
        probability: at which the sum is to cover.
    """
    return (1 + probability) / 2


def ratio_limits(
    top: Values, bottom: Values, noises: Sequence[Joint], of: Integers, probability: float
) -> tuple[Values, Values]:
    """Limits of n ratios top/bottom at a level; NaN where the bottom is not clearly above zero.

    Args:
        top: unbiased numerators, shape (n,).
        bottom: unbiased bases, shape (n,).
        noises: of each kind of ratio the joint noise of numerator and base.
        of: the kind of each ratio.
        probability: the level.
    """
    low, high = np.full(top.size, np.nan), np.full(top.size, np.nan)
    order = np.argsort(of, kind="stable")
    ends = np.searchsorted(of[order], np.arange(len(noises) + 1))
    looks = MOST
    for kind, noise in enumerate(noises):
        alike = order[ends[kind] : ends[kind + 1]]
        if not alike.size:
            continue
        ratio = noise.normal_ratio(probability)
        if ratio is not None:
            low[alike], high[alike] = _normal(top[alike], bottom[alike], noise.covariance, ratio)
            continue
        law = _Looks(noise, probability, looks)
        low[alike], high[alike] = law.limits(top[alike], bottom[alike])
        looks -= len(law.known)
    return low + 0.0, high + 0.0


def summed_limits(top: Values, top_margin: Values, bottom: Values, bottom_margin: Values) -> tuple[Values, Values]:
    """The solutions of |Â − rB̂| ≤ m_A + |r|m_B; NaN where they are unbounded.

    Args:
        top: unbiased numerators.
        top_margin: half-widths of the numerators' noise at the level of `split`.
        bottom: unbiased bases, of the same shape.
        bottom_margin: of the bases' noise at that level.

    Returns:
        Lower and upper limits, of that shape.

    >>> low, high = summed_limits(np.array([50.0]), np.array([5.0]), np.array([100.0]), np.array([5.0]))
    >>> low.round(3).tolist(), high.round(3).tolist()  # 45/105 and 55/95
    ([0.429], [0.579])
    """
    estimable = bottom > bottom_margin
    wide = np.where(estimable, bottom + bottom_margin, np.nan)
    narrow = np.where(estimable, bottom - bottom_margin, np.nan)
    below, above = top - top_margin, top + top_margin
    lower = np.where(below >= 0, below / wide, below / narrow)
    upper = np.where(above >= 0, above / narrow, above / wide)
    return lower + 0.0, upper + 0.0


def _normal(top: Values, bottom: Values, covariance: Values, z: float) -> tuple[Values, Values]:
    """The roots of (Â − rB̂)² = z²(a − 2rc + r²b), NaN where they do not enclose the ratios."""
    a, b, c = float(covariance[0, 0]), float(covariance[1, 1]), float(covariance[0, 1])
    z2 = z * z
    lead = bottom**2 - z2 * b
    estimable = (bottom > 0) & (lead > 0)
    spread = np.maximum(bottom**2 * a - 2 * top * bottom * c + top**2 * b, 0.0)
    root = np.sqrt(np.maximum(z2 * spread - z2 * z2 * np.maximum(a * b - c * c, 0.0), 0.0))
    lead = np.where(estimable, lead, np.nan)
    middle = top * bottom - z2 * c
    return (middle - root) / lead + 0.0, (middle + root) / lead + 0.0


class _Looks:
    """The law of A − LB for ratios of one joint law; `known`: m'(L) for each L of the grid that was looked at."""

    def __init__(self, noise: Joint, probability: float, most: int) -> None:
        beta = (1 - probability) / SHARE
        self.known: dict[int, float] = {}
        self._noise, self._probability, self._level, self._most = noise, probability, probability + beta, most
        covariance = noise.covariance
        self._b = float(covariance[1, 1])
        self._middle = float(covariance[0, 1]) / self._b if self._b > 0 else 0.0
        least = float(covariance[0, 0]) - self._middle * float(covariance[0, 1])
        self._spread = sqrt(max(least, NOTHING * float(covariance[0, 0]), 1e-300))
        self._z = NormalDist().inv_cdf(split(probability))
        single = noise.half_widths(np.eye(2), (split(probability), 1 - beta, probability))
        self._top, self._bottom = single[0]
        self._base = max(float(single[1, 1]), 1e-3 * sqrt(self._b))
        self._alone = float(single[2, 0])

    def limits(self, top: Values, bottom: Values) -> tuple[Values, Values]:
        """Of ratios of unbiased values."""
        if self._b <= 0:  # the base is known: the numerator's own law
            known = np.where(bottom > 0, bottom, np.nan)
            return (top - self._alone) / known, (top + self._alone) / known
        low, high = summed_limits(top, self._top, bottom, self._bottom)
        clear = np.flatnonzero((bottom > max(self._base, self._bottom)) & ~np.isnan(low))
        if self._spread**2 <= 2 * NOTHING * max(float(self._noise.covariance[0, 0]), 1e-300):
            clear = self._known_share(top, bottom, clear, low, high)
        if clear.size:
            for sign, limit in ((-1, low), (1, high)):
                limit[clear] = self._from(sign, top[clear], bottom[clear], limit[clear])
        return low, high

    def _known_share(self, top: Values, bottom: Values, clear: Integers, low: Values, high: Values) -> Integers:
        """A's noise is a multiple of B's: where the ratio is this multiple, it bears none. The others."""
        ratio = top[clear] / bottom[clear]
        none = np.abs(ratio - self._middle) <= 1e-7 * np.maximum(1.0, abs(self._middle))
        low[clear[none]] = high[clear[none]] = ratio[none]
        others: Integers = clear[~none]
        return others

    def _from(self, sign: int, top: Values, bottom: Values, limit: Values) -> Values:
        """The lower limits (sign −1) or the upper ones, starting from those of added margins."""
        start = _normal(top, bottom, self._noise.covariance, self._z)[(sign + 1) // 2]
        looked_at = np.where(np.isfinite(start), start, limit)
        best = limit.copy()
        for _ in range(TRIES):
            places = self._place(looked_at)
            length, look = self._looked_at(places)
            # Â − rB̂ = −sign·(m'(L) + |r − L|b): on the far side of L first, else on the near side
            far = (top + sign * (length - sign * look * self._base)) / (bottom - self._base)
            near = (top + sign * (length + sign * look * self._base)) / (bottom + self._base)
            reached = np.where(sign * (far - look) >= 0, far, near)
            reached = np.where(np.isfinite(length), reached, limit)
            best = np.minimum(best, reached) if sign > 0 else np.maximum(best, reached)
            if np.array_equal(self._place(reached), places):
                break
            looked_at = reached
        return best

    def _step(self) -> float:
        """The grid's step in ∫ dr/s(r), s(r)² = v_A − 2rc + r²v_B."""
        return 2 * FINENESS * self._z / self._base

    def _place(self, ratio: Values) -> Integers:
        """The number of the grid point nearest to a ratio."""
        root = sqrt(self._b)
        turned = np.arcsinh((ratio - self._middle) * root / self._spread) / root
        places: Integers = np.rint(turned / self._step()).astype(np.int64)
        return places

    def _looked_at(self, places: Integers) -> tuple[Values, Values]:
        """m'(L), infinite where no look was left, and L."""
        root = sqrt(self._b)
        wanted, back = np.unique(places, return_inverse=True)
        looks = np.array([sinh(place * self._step() * root) for place in wanted.tolist()]) * (self._spread / root)
        looks = looks + self._middle
        new = [i for i, place in enumerate(wanted.tolist()) if place not in self.known]
        new = new[: max(0, self._most - len(self.known))]
        if new:
            weights = np.stack([np.ones(len(new)), -looks[new]], axis=1)
            widths = self._noise.half_widths(weights, (self._level,))[0]
            self.known.update(zip(wanted[new].tolist(), widths.tolist(), strict=True))
        lengths = np.array([self.known.get(place, np.inf) for place in wanted.tolist()])
        back = back.reshape(-1)
        return lengths[back], looks[back]
