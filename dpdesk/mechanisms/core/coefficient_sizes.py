"""How large the coefficients of an answer of a product strategy are, and how many are of each size.

The law of an answer's noise depends on these alone (errors/laws.py). The coefficients of a query of several variables
are all products of one coefficient a variable, as many as the product has rows: for ten million cells, ten million for
each query. But each variable's own are few, and of few sizes (a count is a sum of cells: 0 and 1), so that products are
made of the different ones only, each with the number of times it occurs. The numbers are those of the rows written
out: the same factors multiplied in the same order.

Where the number of units is known, every coefficient is less a multiple of that of the total (product.py): then pairs
of the two are told apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dpdesk.queries.workload import FloatArray, IntArray

Sizes = tuple[FloatArray, IntArray]
"""Absolute coefficients, and how often each occurs."""


def sizes_of_products(parts: Sequence[FloatArray]) -> Sizes:
    """The absolute sizes of all products of one coefficient of each variable, and how often each occurs.

    Args:
        parts: for each variable the coefficients of one query.

    Returns:
        The different products of different sizes, and how many there are of each.

    >>> values, often = sizes_of_products([np.array([1.0, 1.0]), np.array([0.0, 2.0, -2.0])])
    >>> values.tolist(), often.tolist()
    ([0.0, 2.0], [2, 4])
    """
    values, often = np.ones(1), np.ones(1, dtype=np.int64)
    for part in parts:
        part_sizes, times = np.unique(np.abs(part), return_counts=True)
        values = (values[:, None] * part_sizes[None, :]).reshape(-1)
        often = (often[:, None] * times[None, :]).reshape(-1)
    return values, often


def sizes_less_total(
    parts: Sequence[FloatArray], totals: Sequence[FloatArray], whole: Sequence[int | None], share: float
) -> Sizes:
    """The same, each less `share` times the product of the total's coefficients at its place.

    Args:
        parts: for each variable the coefficients of one query.
        totals: for each variable those of its total.
        whole: the row of each variable that counts everybody, None without one; the product's own such row has no
            noise, and counts as 0.
        share: what is taken off, as a multiple of the total's.
    """
    values, total = np.ones(1), np.ones(1)
    often, everybody = np.ones(1, dtype=np.int64), np.ones(1, dtype=bool)
    for part, part_total, row in zip(parts, totals, whole, strict=True):
        marked = np.zeros(part.size)
        if row is not None:
            marked[row] = 1.0
        (entries, beside, mark), times = np.unique(np.stack([part, part_total, marked]), axis=1, return_counts=True)
        values = (values[:, None] * entries[None, :]).reshape(-1)
        total = (total[:, None] * beside[None, :]).reshape(-1)
        often = (often[:, None] * times[None, :]).reshape(-1)
        everybody = (everybody[:, None] & (mark > 0)[None, :]).reshape(-1)
    return np.where(everybody, 0.0, np.abs(values - share * total)), often
