"""The whole cells whose published sums are closest to what they should be, by integer programming, for small tables.

Rounding a table that is known by sums only (three two-way tables of three variables, say) can leave a sum off by one
where a table with the very sums exists. For tables of few cells that table is found: minimise Σ_r |q_r·z − t_r| over
whole z within bounds, with sums that are held kept exactly. A cell holds no more than any sum it is in, rounded up, so
that in a large table of few people few cells are left to search, and few sums that differ (integer_program.py). Running
sums are told by what each adds to the one before: some cells a row instead of some hundred, which is a hundred times as
quick. Where a larger table's sums are whole, as without noise, or where nothing had to be cut off at zero, the shortest
move from the given cells is asked that has the very sums: equations alone, whose real solution is mostly whole.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.integer_program import least_cost, shortest_move
from dpdesk.postprocess.whole_numbers import Margin
from dpdesk.queries import Kronecker
from dpdesk.queries.reduction import rows_of_queries

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_LOOKED_AT = 30_000_000
"""Up to so many queries times cells are looked at for cells that can hold anybody."""
MOST_ENTRIES = 5_000_000
"""Up to so many queries times cells of these are looked at: some thousands of cells, for some seconds."""
NODES = 100
SMALL = 300_000
"""Queries times cells up to which so many nodes take a second at most; above, the search ends at the first."""
FREE = 4
"""Cells a sum from which a large search for counts is left alone: so many tables have about the same sums that at its
first node, where it ends, it found none closer than the rounded one, in some seconds (plans of two-way tables)."""
SEARCHED = 1_500_000
"""Queries times cells up to which whole numbers are searched, for some ten seconds at most: of more, HiGHS took longer
and found none closer than the rounded ones."""
WORK = 3_000_000_000
"""Steps of the simplex method times terms, for a real move."""
WHOLE = 0.1
"""Up to so much from a whole number, a sum is taken for it."""
REACH = 3
"""How far a cell may move from its real value, in steps."""
ENOUGH = 0.5 + 1e-6
"""Deviation of a sum up to which nothing is to be gained: it is the nearest whole number."""
_SHORTER = 0.5
"""Part of the ones in all sums that must be left for them to be told by steps."""
_EXCESS = 0.05
"""A real sum that exceeds a whole number by less is not rounded up."""


def closest_whole(
    start: Integers,
    cells: Values,
    parts: Sequence[Kronecker],
    lower: Integers,
    upper: Integers,
    margin: Margin | None = None,
    entries: int | None = None,
    each: float = np.inf,
) -> Integers:
    """Whole cells within bounds whose sums are closer to those of the real cells than the given ones', if there are.

    Args:
        start: whole cells, shape of the domain.
        cells: the real ones.
        parts: the sums that matter.
        lower: bounds of each cell from below.
        upper: and from above.
        margin: sums that `start` has and that are kept.
        entries: up to so many queries times cells are searched, MOST_ENTRIES if not given.
        each: cells a query up to which more than SMALL are searched.
    """
    rows = sum(part.shape[0] for part in parts)
    if rows * cells.size > MOST_LOOKED_AT or not rows:
        return start
    targets = np.concatenate([part.answer(cells) for part in parts])
    off = np.concatenate([part.answer(start) for part in parts]) - targets
    if float(np.abs(off).max(initial=0.0)) <= ENOUGH:
        return start
    queries = query_matrix(parts)
    given = start.ravel()
    whole = np.ceil(targets - _EXCESS).astype(np.int64)
    room = holds(queries, whole, int(whole.max())).reshape(cells.shape)
    most = np.minimum(np.ceil(cells) + REACH, np.minimum(upper, room))
    least = np.maximum(lower, np.floor(cells) - REACH).ravel()
    least, most = np.minimum(least, given), np.maximum(most.ravel(), given)
    entries = MOST_ENTRIES if entries is None else entries
    goal = np.rint(targets)
    near = given if float(np.abs(targets - goal).max()) <= WHOLE else None
    searched = _search(queries, goal, least, most, margin, entries, each, near)
    if searched is None:
        return start
    better = np.abs(queries @ searched - targets).sum() < np.abs(off).sum() - 1e-6
    return searched.reshape(cells.shape) if better else start


def holds(queries: csr_array, answers: Integers, everybody: int) -> Integers:
    """The most that each cell can hold, if none is negative: the least of the answers it counts in.

    Args:
        queries: 0/1, a query a row and a cell a column.
        answers: whole, one for each query.
        everybody: what a cell holds that no query counts.

    Returns:
        int64[cells].
    """
    places = queries.tocoo()
    most = np.full(queries.shape[1], everybody, dtype=np.int64)
    np.minimum.at(most, places.col, answers[places.row])
    return np.maximum(most, 0)


def distinct(matrix: csr_array, *more: Values) -> tuple[Integers, Integers]:
    """The first of alike rows, and for each row its number among these, −1 where it is empty.

    more: numbers that alike rows have alike, too.

    Args:
        matrix: any rows.
        more: an array with a number for each row.
    """
    first: dict[tuple[bytes, ...], int] = {}
    kept: list[int] = []
    which = np.full(matrix.shape[0], -1, dtype=np.int64)
    ordered = matrix.sorted_indices()
    for row in np.flatnonzero(np.diff(ordered.indptr)).tolist():
        columns = ordered.indices[ordered.indptr[row] : ordered.indptr[row + 1]]
        key = (columns.tobytes(), *(column[row].tobytes() for column in more))
        which[row] = first.setdefault(key, len(kept))
        if which[row] == len(kept):
            kept.append(row)
    return np.array(kept, dtype=np.int64), which


def nodes(entries: int) -> int:
    """After how many nodes a search ends, by its number of queries times cells.

    Args:
        entries: queries times cells.
    """
    return NODES if entries <= SMALL else 1


def query_matrix(parts: Sequence[Kronecker]) -> csr_array:
    """The 0/1 matrix of products of queries, one row a query, one column a cell.

    Args:
        parts: products over one domain.
    """
    from scipy.sparse import csr_array

    factors = {factor for part in parts for factor in part.factors}  # few, in many products
    ones = {factor: np.nonzero(rows_of_queries(factor)) for factor in factors}
    rows, columns, height = [], [], 0
    for part in parts:
        row = column = np.zeros(1, dtype=np.int64)
        for factor in part.factors:
            own_row, own_column = ones[factor]
            row = np.add.outer(row * factor.count, own_row).ravel()
            column = np.add.outer(column * factor.size, own_column).ravel()
        rows.append((row + height).astype(np.int32))  # as wide as the solvers want them
        columns.append(column.astype(np.int32))
        height += part.shape[0]
    places = np.concatenate(rows), np.concatenate(columns)
    return csr_array((np.ones(places[0].size), places), shape=(height, parts[0].shape[1]))


def block_matrix(margin: Margin) -> csr_array:
    """The 0/1 matrix of a margin's slices, one row a slice, one column a cell.

    Args:
        margin: sets of cells and their sums.
    """
    from scipy.sparse import csr_array

    slices = margin.slices.ravel()
    return csr_array((np.ones(slices.size), (slices, np.arange(slices.size))), shape=(margin.totals.size, slices.size))


def _search(
    queries: csr_array,
    targets: Values,
    least: Values,
    most: Values,
    margin: Margin | None,
    entries: int,
    each: float,
    near: Integers | None,
) -> Integers | None:
    """Whole numbers z between bounds and d ≥ |Qz − t| with the least Σ d, for whole t; None where none were found.

    Cells whose bounds are one number are left out, and of sums that are the same for the rest one stands for all. Of
    more than SMALL those next to `near` with d = 0, where it is given.
    """
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array, hstack

    open_ = np.flatnonzero(least < most)
    fixed = np.where(least < most, 0.0, least)
    targets = targets - queries @ fixed
    queries = csr_array(queries[:, open_])
    kept, which = distinct(queries, targets)
    often = np.bincount(which[which >= 0], minlength=kept.size).astype(np.float64)
    queries, targets = queries[kept], targets[kept]
    rows, size = queries.shape
    if rows * size > entries or not rows:
        return None
    if rows * size > SMALL and near is not None:
        return _moved(queries, targets, least, most, margin, near, open_)
    if rows * size > SEARCHED or (rows * size > SMALL and size > each * rows):
        return None
    limits, deviations = _limits(queries, targets)
    if margin is not None:
        blocks = block_matrix(margin)
        totals = margin.totals.ravel() - blocks @ fixed
        limits.append(
            LinearConstraint(hstack([blocks[:, open_], csr_array((totals.size, deviations))]), totals, totals)
        )
    solution = least_cost(
        np.concatenate([np.zeros(size), np.tile(often, deviations // rows)]),
        np.ones(size + deviations, dtype=bool),
        np.concatenate([least[open_], np.zeros(deviations)]),
        np.concatenate([most[open_], np.full(deviations, np.inf)]),
        limits,
        nodes(rows * size),
    )
    if solution is None:
        return None
    whole = fixed.astype(np.int64)
    whole[open_] = solution[:size].astype(np.int64)
    return whole


def _moved(
    queries: csr_array,
    targets: Values,
    least: Values,
    most: Values,
    margin: Margin | None,
    near: Integers,
    open_: Integers,
) -> Integers | None:
    """Whole numbers with the very sums next to others, which have those of the margin; None where none were found."""
    from scipy.sparse import csr_array, vstack

    here = near[open_]
    told, lacking = queries, targets - queries @ here
    if margin is not None:
        blocks = block_matrix(margin)[:, open_]
        told = csr_array(vstack([queries, blocks], format="csr"))
        lacking = np.append(lacking, np.zeros(blocks.shape[0]))
    nodes = 1 if queries.shape[0] * here.size <= SEARCHED else 0
    move = shortest_move(told, lacking, here - least[open_], most[open_] - here, nodes, WORK)
    if move is None:
        return None
    whole = near.copy()
    whole[open_] += move.astype(np.int64)
    return whole


def _limits(queries: csr_array, targets: Values) -> tuple[list[Any], int]:
    """Limits of cells z and deviations of their sums from t, and how many deviations: one a sum, d ≥ |Qz − t|.

    Where steps S are shorter it is one for each direction: SQz = S(t + d − e), for the least Σ d + e.
    """
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array, eye_array, hstack

    rows = queries.shape[0]
    steps = steps_of(queries)
    moved = csr_array(steps @ queries)
    moved.eliminate_zeros()
    if moved.nnz < _SHORTER * queries.nnz:
        told = steps @ targets
        return [LinearConstraint(hstack([moved, -steps, steps]), told, told)], 2 * rows
    each = eye_array(rows, format="csr")
    below = LinearConstraint(hstack([queries, -each]), -np.inf, targets)
    return [below, LinearConstraint(hstack([queries, each]), targets, np.inf)], rows


def steps_of(queries: csr_array) -> csr_array:
    """The matrix that takes from each sum the one before, where these have most cells in common.

    Args:
        queries: 0/1, a sum a row.
    """
    from scipy.sparse import csr_array, eye_array

    rows = queries.shape[0]
    after = np.arange(1, rows)
    previous = csr_array((np.ones(rows - 1), (after, after - 1)), shape=(rows, rows))
    moved = csr_array(queries - previous @ queries)
    moved.eliminate_zeros()
    shorter = after[np.diff(moved.indptr)[1:] < np.diff(queries.indptr)[1:]]
    before = csr_array((np.ones(shorter.size), (shorter, shorter - 1)), shape=(rows, rows))
    return csr_array(eye_array(rows, format="csr") - before)
