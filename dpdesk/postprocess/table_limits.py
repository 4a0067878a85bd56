"""Limits of the printed counts of one table: those of narrow_limits, drawn in by the table, round what is printed.

A count cannot be much larger than the rest of a non-negative table allows. It is bounded by the larger of two bounds,
since the first alone fails in corners: the strict bound at CAUTION times the ordinary quantile (strict_bounds.py), and
what the count would be if it stood alone among empty cells (lone_bounds.py). Only upper limits are drawn in, and only
of counts of a few margins, since others gain nothing. Whether a table is used follows from the plan: from the number
of cells. docs/proofs/limits.md says what is proved, and what was found by simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.active_sets import positive_part
from dpdesk.postprocess.lone_bounds import lone_bounds
from dpdesk.postprocess.narrow_limits import containing, drawn_in, narrow_limits
from dpdesk.postprocess.strict_bounds import upper_bounds

Values = NDArray[np.float64]

MOST_CELLS = 1100
"""A domain of so many cells at most is written down as a matrix."""
RIDGE = 1e-9
"""Part of its mean diagonal that is added to it, so that what nobody measured has a best table too."""
CAUTION = 1.3
"""Times the quantile of one count's noise."""
FEW_MARGINS = 3.0
"""An unbiased answer above so many margins is not looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownTable:
    """What the noisy measurements say of the cells of one non-negative table, at most MOST_CELLS of them.

    information: X = MᵀV⁻¹M, (N, N); right: r = MᵀV⁻¹y, (N,); queries: a row of zeros and ones for each count, (k, N);
    deviations: the standard errors of the unbiased answers.
    """

    information: Values
    right: Values
    queries: Values
    deviations: Values


def table_limits(
    unbiased: Values,
    margins: Sequence[Values],
    printed: Values,
    table: KnownTable | None = None,
    most: float = np.inf,
) -> tuple[Values, Values]:
    """Whole limits of counts. margins: at the levels of `margin_levels`; printed: the published numbers.

    Without a table every count by itself, which is for domains of more than MOST_CELLS cells.
    """
    lower, upper = narrow_limits(unbiased, margins, most)
    if table is not None and table.right.size <= MOST_CELLS:
        upper = drawn_in(lower, upper, unbiased, margins[-1], _bounds(unbiased, margins[-1], table))
    return containing(lower, upper, printed)


def _bounds(unbiased: Values, margin: Values, table: KnownTable) -> Values:
    """Upper bounds of the counts, infinite where nothing is known."""
    bound = np.full(unbiased.shape, np.inf)
    small = np.flatnonzero((unbiased <= FEW_MARGINS * margin) & (table.deviations > 0))
    ridge = RIDGE * float(np.diag(table.information).mean())
    information = table.information + ridge * np.eye(table.right.size)
    best = positive_part(information, table.right)
    if best is not None:
        queries, quantiles = table.queries[small], margin[small] / table.deviations[small]
        strict = upper_bounds(information, table.right, best, queries, CAUTION * quantiles)
        bound[small] = np.maximum(strict, lone_bounds(information, table.right, best, queries, quantiles))
    return bound
