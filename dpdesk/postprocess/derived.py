"""Numbers computed from published counts and sums: limits of counts and quantiles (those of ratios: ratios.py).

Each takes unbiased values with their noise margins at one level and returns limits that cover at least at that level.

Quantiles invert a test of each bin: the q-quantile lies at bin t when the count up to t reaches q times the total n and
the count up to t − 1 does not. With G_t = F_t − q n and the margin of its noise, bin t is left out if Ĝ_t is below
−margin (the count up to t surely does not reach) or Ĝ_{t−1} at least at its margin (the count up to t − 1 surely
does). The bin the quantile truly lies in is left out only if one of two noises passes its margin on one side: at most
the chance the level leaves, the noises being symmetric.

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


def closest_limits(unbiased: Values, margin: Values, most: float = np.inf) -> tuple[Values, Values]:
    """The narrowest whole limits of counts that still cover as often as unbiased ∓ margin: widened inward.

    A true count is whole, not negative and at most `most` (a total that is public), so that it lies within
    unbiased ∓ margin exactly if it lies between the first and the last whole number of these within them: nothing is
    lost by leaving out the rest. Where no whole number is left the nearest one is both limits. Published limits are
    those of `count_limits`, wider by almost one on either side.
    """
    slack = 1e-9 * (1 + np.abs(unbiased))  # a rounding error must not leave out a number on the edge
    low = np.clip(np.ceil(unbiased - margin - slack), 0.0, most)
    high = np.clip(np.floor(unbiased + margin + slack), 0.0, most)
    nearest = np.clip(np.rint(unbiased), 0.0, most)
    nothing = low > high
    return np.where(nothing, nearest, low) + 0.0, np.where(nothing, nearest, high) + 0.0


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
    prefixes: Values, margins: Values, total_margin: Values, q: Fraction
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """First and last bin that the q-quantile cannot be excluded from, and whether it is estimable at all.

    prefixes: unbiased running counts, bins last, the last bin being the total; margins: of F_t − q n, the same shape;
    total_margin: of the total. A row is estimable when its total is clearly above zero.
    """
    share = float(q)
    total = prefixes[..., -1:]
    difference = prefixes - share * total
    possible = difference + margins >= 0.0
    possible[..., 1:] &= difference[..., :-1] - margins[..., :-1] < 0.0
    last = prefixes.shape[-1] - 1
    lower = np.argmax(possible, axis=-1).astype(np.int64)
    upper = last - np.argmax(possible[..., ::-1], axis=-1).astype(np.int64)
    none = ~possible.any(axis=-1)  # no bin passes: the noise is beyond its margin somewhere, and nothing can be said
    return np.where(none, 0, lower), np.where(none, last, upper), total[..., 0] > total_margin
