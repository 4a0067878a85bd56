"""Whole numbers within bounds that have given sums, close to what is wanted: by integer programming, where it is small.

The search is HiGHS's (Huangfu and Hall 2018), which ends after a number of nodes, not by the clock, so that the outcome
is a function of its arguments. What it finds is checked in whole numbers.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.integer_program import shortest_move

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_ENTRIES = 300_000
"""Sums times numbers up to which they are searched: so many nodes take about a second at most."""
NODES = 100
LARGEST = 2**40
"""Bounds up to which the search tells whole numbers apart."""


def with_sums(counted: Mask, sums: Integers, lower: Integers, upper: Integers, wanted: Values) -> Integers | None:
    """The numbers z with counted·z = sums and lower ≤ z ≤ upper, near to Σ|z − wanted| at its least; None if not found.

    Args:
        counted: which numbers are in each sum (sums × numbers).
        sums: whole, one for each row of `counted`.
        lower: bounds of the numbers from below.
        upper: and from above.
        wanted: what each number should be.
    """
    if (lower > upper).any():
        return None
    near = np.clip(np.rint(wanted), lower, upper).astype(np.int64)
    left = sums - counted @ near
    if not left.any():
        return near
    if counted.size > MOST_ENTRIES or max(np.abs(lower).max(), np.abs(upper).max()) > LARGEST:
        return None
    from scipy.sparse import csr_array

    moved = shortest_move(csr_array(counted.astype(np.float64)), left, near - lower, upper - near, NODES)
    result = None if moved is None else near + moved.astype(np.int64)
    if result is None or (counted @ result != sums).any() or (result < lower).any() or (result > upper).any():
        return None
    return result
