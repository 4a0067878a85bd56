"""Numbers computed from published counts and sums: limits of counts, ratios and quantiles.

Each takes unbiased values with their noise margins at one level and returns limits that cover at least at that level.

Ratios A/B (percentages, means) follow Fieller (1954): the true ratio r satisfies A − rB = 0, so the noisy
difference Â − rB̂ differs from zero by noise only, and r belongs to the limits unless |Â − rB̂| exceeds the margin of
that noise. The margin of a sum of two noises is at most the sum of their margins (it is attained when they move
together), so m_A + |r| m_B serves without knowing the covariance; the limits are the solutions of
|Â − rB̂| ≤ m_A + |r| m_B. Where B̂ ≤ m_B the solutions are unbounded and the ratio is "not estimable".

Quantiles invert the same test: the q-quantile lies at bin t when the count up to t reaches q times the total n and the
count up to t − 1 does not, so G_t = F_t − q n, with margin m_F + q m_n, decides which bins can be excluded.

Everything here is post-processing of noisy values.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


def count_limits(unbiased: Values, margin: Values) -> tuple[Values, Values]:
    """Limits unbiased ∓ margin, widened outward to whole counts and cut at zero.

    Widening and cutting only add values that are impossible for a count or already inside: coverage cannot fall.
    """
    return np.maximum(np.floor(unbiased - margin), 0.0) + 0.0, np.maximum(np.ceil(unbiased + margin), 0.0) + 0.0


def ratio_limits(
    numerator: Values, numerator_margin: Values, denominator: Values, denominator_margin: Values
) -> tuple[Values, Values]:
    """Fieller limits of numerator/denominator; NaN where the denominator is not clearly above zero."""
    estimable = denominator > denominator_margin
    wide = np.where(estimable, denominator + denominator_margin, np.nan)
    narrow = np.where(estimable, denominator - denominator_margin, np.nan)
    below, above = numerator - numerator_margin, numerator + numerator_margin
    lower = np.where(below >= 0, below / wide, below / narrow)
    upper = np.where(above >= 0, above / narrow, above / wide)
    return lower + 0.0, upper + 0.0


def quantile_positions(counts: NDArray[np.int64], q: Fraction) -> NDArray[np.int64]:
    """The first bin at which the running count reaches q of the total; −1 where the total is not positive.

    counts: whole, non-negative, bins last. Exact integer comparison, so quantiles of one row never cross.
    """
    running = np.cumsum(counts, axis=-1)
    total = running[..., -1:]
    reached = running * q.denominator >= total * q.numerator
    if q == 0:
        reached = running > 0
    position = np.argmax(reached, axis=-1).astype(np.int64)
    return np.where(total[..., 0] > 0, position, -1)


def quantile_limits(
    prefixes: Values, margins: Values, q: Fraction
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """First and last bin that the q-quantile cannot be excluded from, and whether it is estimable at all.

    prefixes, margins: unbiased running counts and their margins, bins last, the last bin being the total. A row
    is estimable when its total is clearly above zero.
    """
    share = float(q)
    total, total_margin = prefixes[..., -1:], margins[..., -1:]
    difference = prefixes - share * total
    margin = margins + share * total_margin
    margin[..., -1] = (1.0 - share) * total_margin[..., 0]
    can_reach = difference + margin >= 0.0
    lower = np.argmax(can_reach, axis=-1).astype(np.int64)
    # Bin t is excluded from above when the count up to t − 1 surely reaches the share already.
    surely = difference - margin >= 0.0
    first_sure = np.where(surely.any(axis=-1), np.argmax(surely, axis=-1), prefixes.shape[-1] - 1)
    upper = np.maximum(first_sure, lower).astype(np.int64)
    return lower, upper, (total > total_margin)[..., 0]
