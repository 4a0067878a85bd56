"""Numbers computed from published counts: limits of counts, and quantiles (limits: quantiles.py; ratios: ratios.py).

Each takes unbiased values with their noise margins at one level and returns limits that cover at least at that level.

Everything here is post-processing of noisy values.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


def closest_limits(unbiased: Values, margin: Values, most: float = np.inf) -> tuple[Values, Values]:
    """The narrowest whole limits of counts that still cover as often as unbiased ∓ margin: widened inward.

    A true count is whole, not negative and at most `most` (a total that is public), so that it lies within
    unbiased ∓ margin exactly if it lies between the first and the last whole number of these within them: nothing is
    lost by leaving out the rest. Where no whole number is left the nearest one is both limits. Limits of a count that
    is published with its noise are shorter where it is small: `limits/narrow_limits.py`.

    Args:
        unbiased: noisy counts, of any shape.
        margin: half-widths of their noise at one level, of the same shape.
        most: a public total.

    Returns:
        Lower and upper limits, whole, of the shape of `unbiased`.

    >>> [float(limit[0]) for limit in closest_limits(np.array([2.3]), np.array([1.5]))]
    [1.0, 3.0]
    """
    slack = 1e-9 * (1 + np.abs(unbiased))  # a rounding error must not leave out a number on the edge
    low = np.clip(np.ceil(unbiased - margin - slack), 0.0, most)
    high = np.clip(np.floor(unbiased + margin + slack), 0.0, most)
    nearest = np.clip(np.rint(unbiased), 0.0, most)
    nothing = low > high
    return np.where(nothing, nearest, low) + 0.0, np.where(nothing, nearest, high) + 0.0


def quantile_positions(counts: NDArray[np.int64], q: Fraction) -> NDArray[np.int64]:
    """The first bin at which the running count reaches q of the total; −1 where the total is not positive.

    Exact integer comparison, so quantiles of one row never cross.

    Args:
        counts: whole, non-negative, bins last.
        q: which quantile, from 0 to 1.

    >>> int(quantile_positions(np.array([1, 2, 1]), Fraction(1, 2)))
    1
    """
    running = np.cumsum(counts, axis=-1)
    total = running[..., -1:]
    reached = running * q.denominator >= total * q.numerator
    if q == 0:
        reached = running > 0
    position = np.argmax(reached, axis=-1).astype(np.int64)
    return np.where(total[..., 0] > 0, position, -1)
