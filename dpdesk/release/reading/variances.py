"""Variances and standard deviations: a mean square less a squared mean, with limits from those of both.

Each of the two has limits at level (1 + p)/2, so that both hold with probability p, and with them what follows.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from dpdesk.planning.compiler.measures.variance import Variance
from dpdesk.release.reading.cells import Cells, Reading, Values, outward
from dpdesk.release.reading.ratios import limits, quotient


def variances(measured: Variance, reading: Reading) -> Cells:
    """Read variances, between 0 and the largest that the bounds allow; the estimate lies within its limits."""
    centre, widest, decimals = float(measured.centre), measured.widest, reading.decimals
    level = (100 + Fraction(reading.vector_answers.level)) / 2
    low, high = limits(measured.mean, reading, level)
    least, most = limits(measured.squares, reading, level)
    none = np.isnan(low) | np.isnan(least)
    low, high = (np.clip(end, float(measured.mean.lower), float(measured.mean.upper)) - centre for end in (low, high))
    nearest = np.where((low <= 0) & (high >= 0), 0.0, np.minimum(np.abs(low), np.abs(high)))
    least = np.clip(least, 0.0, None) - np.maximum(np.abs(low), np.abs(high)) ** 2
    most = np.clip(most, None, float(measured.squares.upper)) - nearest**2

    def shown(values: Values) -> Values:
        """Between the least and the most it can be, in its unit."""
        held = np.clip(np.where(none, np.nan, values), 0.0, widest)
        return np.asarray((np.sqrt(held) if measured.root else held) * float(measured.unit))

    bound = float(measured.unit) * (np.sqrt(widest) if measured.root else widest)
    estimate, raw = (
        quotient(measured.squares, reading, unbiased=unbiased)
        - (quotient(measured.mean, reading, unbiased=unbiased) - centre) ** 2
        for unbiased in (False, True)
    )
    value = np.minimum(shown(estimate).round(decimals), bound)
    lower, upper = (np.clip(end, 0.0, bound) for end in outward(shown(least), shown(most), decimals))
    off = shown(raw) if measured.root else np.where(none, np.nan, raw) * float(measured.unit)
    margin = np.maximum(shown(most) - off, off - shown(least))
    return Cells(value, np.minimum(lower, value), np.maximum(upper, value), margin, off)
