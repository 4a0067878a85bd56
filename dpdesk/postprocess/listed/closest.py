"""Listed cells brought closest to the published numbers themselves, where these leave open what margins are.

Tables over margins are brought close to the answers each by itself, and then to each other. Where the answers of a
margin do not tell all its cells (age in two groups, of which one is published), it takes one of many tables that have
these answers. Two margins take different ones, and to make them agree moves both away from what was measured, by any
amount. Then the cells are fitted to the numbers that are published, and to nothing else: minimise

    F(v) = ½ Σ_q (q·v − t_q)²    over v ≥ 0,

v the counts of listed cells, q the published queries, t their targets. The least F over *all* cells, listed or not, is
found by generating columns (Dantzig and Wolfe 1960): the gradient of F at a cell that is not listed is a sum of entries
of one table for each statistic, and cells where it is most negative join the list, until there are none or F is nearly
nothing. Over a fixed list F is minimised by quasi-Newton descent (bounded_descent.py).

Privacy: a function of noisy numbers and public parameters only. Nothing is drawn at random; the work ends by its
amount, not by the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np

from dpdesk.postprocess.agreeing_margins import Axes, Values
from dpdesk.postprocess.bounded_descent import descend
from dpdesk.postprocess.integer_program import least_cost
from dpdesk.postprocess.integer_search import ENOUGH, REACH, nodes
from dpdesk.postprocess.listed.cells import Integers, ListedCells, Masks, Statistic, closed_codes
from dpdesk.postprocess.listed.implied import telling
from dpdesk.queries.reduction import rows_of_queries

MOST_TERMS = 2_000_000
"""Queries that count a cell, added up over listed cells, up to which these are brought closest."""
MOST_WHOLE = 20_000
"""The same up to which whole cells are looked for by an integer program."""
EVERY_CELL = 4_000_000
"""Up to so many cells, all are looked at for those that are to be listed; else those that differ from listed ones."""
_WORK = 1_500_000_000
_ROUNDS = 60
_STEPS = 200
_MEMORY = 20
_FRESH = 1_000
_STARTS = 2_000
_WIDE = 20_000_000
_CLOSE = 0.05
_SOME = 1e-3
_ENOUGH = 0.99  # a round that leaves more than this share of F is the last
_HELD = 30.0


@dataclass(frozen=True, eq=False)
class Published:
    """What is published of cells of a domain, and what it should be.

    targets: for each statistic; excluded: products of classes that stay empty; total: the number of everybody, where it
    is known.
    """

    shape: tuple[int, ...]
    statistics: Sequence[Statistic]
    targets: Sequence[Values]
    excluded: Sequence[Masks]
    total: int | None

    def telling(self) -> Published:
        """Without numbers that the others imply."""
        kept = telling(self.statistics)
        return replace(
            self,
            statistics=[self.statistics[number] for number in kept],
            targets=[self.targets[number] for number in kept],
        )

    def terms(self, cells: ListedCells) -> int:
        """How many queries count the cells, added up.

        Args:
            cells: listed cells.
        """
        return sum(int(often(statistic, cells.rows).sum()) for statistic in self.statistics)

    def largest(self, cells: ListedCells, values: Values, terms: int) -> tuple[ListedCells, Values]:
        """The cells of the largest values that have no more terms than so many.

        Args:
            cells: listed cells.
            values: one for each cell.
            terms: at most so many.
        """
        counted = np.sum([often(statistic, cells.rows) for statistic in self.statistics], axis=0)
        order = np.argsort(-values, kind="stable")
        kept = np.sort(order[np.cumsum(counted[order]) <= terms])
        return ListedCells(cells.rows[kept], cells.shape), values[kept]

    def matrix(self, cells: ListedCells) -> Any:
        """The queries as rows of a sparse matrix, the cells as its columns; the total last, weighed.

        Args:
            cells: listed cells.
        """
        from scipy.sparse import csr_array, vstack

        parts = [rows_of(statistic, cells.rows) for statistic in self.statistics]
        if self.total is not None:
            parts.append(csr_array(np.full((1, len(cells.rows)), _HELD)))
        return vstack(parts, format="csr")

    def goal(self) -> Values:
        """The targets in the order of the matrix's rows."""
        return np.concatenate([*self.targets, np.array([] if self.total is None else [_HELD * self.total])])

    def off(self, cells: ListedCells, values: Values) -> float:
        """The most that a number is off.

        Args:
            cells: listed cells.
            values: one for each cell.
        """
        return float(np.abs(self.matrix(cells) @ values - self.goal()).max(initial=0.0))

    def is_whole(self) -> bool:
        """Whether the targets are whole numbers, as those of a table are: some table may have them all."""
        return all(bool(np.all(np.abs(target - np.rint(target)) <= _SOME)) for target in self.targets)

    def slopes(self, off: Values) -> list[tuple[Axes, Values]]:
        """Tables whose entries add up to the gradient of F at each cell of the domain, from what queries are off.

        Args:
            off: for each query how far it is off.
        """
        ends = np.cumsum([target.size for target in self.targets])
        tables: dict[Axes, Values] = {}
        for statistic, target in zip(self.statistics, np.split(off[: ends[-1]], ends[:-1]), strict=True):
            tables[statistic.axes] = tables.get(statistic.axes, 0.0) + statistic.adjoint(target, self.shape)
        if self.total is not None:
            tables[()] = np.asarray(tables.get((), 0.0) + _HELD * off[-1])
        return list(tables.items())


def closest_list(published: Published, cells: ListedCells, values: Values) -> tuple[ListedCells, Values]:
    """Cells and their real-valued counts whose published numbers are closest to the targets, from a first list.

    A list that is too long is returned as it is.

    Args:
        published: what is published, with its targets.
        cells: to begin with.
        values: their real counts.
    """
    goal, former, left = published.goal(), np.inf, _WORK
    for _ in range(_ROUNDS):
        if left <= 0 or published.terms(cells) > MOST_TERMS:
            break
        matrix = published.matrix(cells)
        values, steps = _least_squares(matrix, goal, values)
        off = np.asarray(matrix @ values - goal)
        now, left = float(off @ off), left - 2 * steps * matrix.nnz
        if np.abs(off).max(initial=0.0) <= _CLOSE or now > _ENOUGH * former:
            break
        former = now
        more = added_cells(published, off, cells, values)
        if more is None:
            break
        cells, values = more
    kept = values > 0
    return (ListedCells(cells.rows[kept], cells.shape), values[kept]) if kept.any() else (cells, values)


def added_cells(
    published: Published, off: Values, cells: ListedCells, values: Values
) -> tuple[ListedCells, Values] | None:
    """The list with cells that make what is published less off, which hold nobody yet; None where there are none.

    Args:
        published: what is published, with its targets.
        off: for each query how steeply what is minimised rises with it.
        cells: the list.
        values: their real counts.
    """
    fresh = _fresh(published, published.slopes(off), cells, values)
    if not len(fresh):
        return None
    return joined(cells, values, ListedCells(fresh, cells.shape), np.zeros(len(fresh)))


def joined(cells: ListedCells, values: Values, others: ListedCells, more: Values) -> tuple[ListedCells, Values]:
    """Two lists as one, each cell with the sum of its values.

    Args:
        cells: a list.
        values: its real values.
        others: another.
        more: its real values.
    """
    rows, back = np.unique(np.concatenate([cells.rows, others.rows]), axis=0, return_inverse=True)
    merged = np.bincount(back.ravel(), weights=np.concatenate([values, more]), minlength=len(rows))
    return ListedCells(rows, cells.shape), np.asarray(merged, dtype=np.float64)


def closest_whole_list(
    published: Published, cells: ListedCells, values: Values, start_cells: ListedCells, start: Integers
) -> tuple[ListedCells, Integers]:
    """Whole counts of cells whose published numbers are closer to the targets than those to start from, if there are.

    By an integer program: minimise Σ_q |q·z − t_q| over whole z ≥ 0 near the real values, t rounded, as in
    `integer_search`. The total, where it is known, is kept as the start has it.

    Args:
        published: what is published, with its targets.
        cells: among which is searched.
        values: their real counts.
        start_cells: a list that is returned where nothing better is found.
        start: its whole counts.
    """
    cells, values = published.largest(cells, values, MOST_WHOLE - published.terms(start_cells))
    every = ListedCells(np.unique(np.concatenate([cells.rows, start_cells.rows]), axis=0), cells.shape)
    if published.terms(every) > MOST_WHOLE:
        return start_cells, start
    real = joined(every, np.zeros(len(every.rows)), cells, values)[1]
    whole = joined(every, np.zeros(len(every.rows)), start_cells, start.astype(np.float64))[1]
    plain = replace(published, total=None)
    matrix, targets = plain.matrix(every), plain.goal()
    off = np.abs(matrix @ whole - targets)
    if float(off.max(initial=0.0)) <= ENOUGH:
        return start_cells, start
    least = np.minimum(np.maximum(np.floor(real) - REACH, 0.0), whole)
    most = np.maximum(np.ceil(real) + REACH, whole)
    held = None if published.total is None else float(whole.sum())
    solution = _whole(matrix, np.rint(targets), least, most, held)
    if solution is None or np.abs(matrix @ solution - targets).sum() >= off.sum() - 1e-6:
        return start_cells, start
    kept = solution > 0
    return ListedCells(every.rows[kept], cells.shape), solution[kept]


def _whole(matrix: Any, targets: Values, least: Values, most: Values, held: float | None) -> Integers | None:
    """Whole numbers z between bounds, and d ≥ |Qz − t| with the least Σ d; None where none were found."""
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array, eye_array, hstack

    counted = np.diff(matrix.indptr) > 0
    matrix, targets = matrix[counted], targets[counted]
    rows, size = matrix.shape
    each = eye_array(rows, format="csr")
    limits = [
        LinearConstraint(hstack([matrix, -each]), -np.inf, targets),
        LinearConstraint(hstack([matrix, each]), targets, np.inf),
    ]
    if held is not None:
        everybody = np.concatenate([np.ones(size), np.zeros(rows)])
        limits.append(LinearConstraint(csr_array(everybody[None, :]), held, held))
    solution = least_cost(
        np.concatenate([np.zeros(size), np.ones(rows)]),
        np.arange(size + rows) < size,
        np.concatenate([least, np.zeros(rows)]),
        np.concatenate([most, np.full(rows, np.inf)]),
        limits,
        nodes(rows * size),
    )
    return None if solution is None else solution[:size].astype(np.int64)


def _least_squares(matrix: Any, goal: Values, start: Values) -> tuple[Values, int]:
    """The values ≥ 0 for which matrix·values is closest to the goal, and how often that was worked out."""
    turned = matrix.T.tocsr()

    def objective(values: Values) -> tuple[float, Values]:
        off = matrix @ values - goal
        return 0.5 * float(off @ off), turned @ off

    values, _, worked = descend(objective, start, 0.0, np.inf, steps=_STEPS, memory=_MEMORY, slope=1e-6)
    return values, worked


def _fresh(published: Published, slopes: Sequence[tuple[Axes, Values]], cells: ListedCells, values: Values) -> Integers:
    """Cells where F falls most, each once; none where it falls nowhere."""
    if prod(published.shape) <= EVERY_CELL:
        rows, slope = _of_all(published, slopes)
    else:
        rows, slope = _near(published, slopes, cells, values)
    order = np.argsort(slope, kind="stable")[:_FRESH]
    return rows[order[slope[order] < -_CLOSE]]


def _of_all(published: Published, slopes: Sequence[tuple[Axes, Values]]) -> tuple[Integers, Values]:
    """Every cell whose slope is negative, with it."""
    every = np.zeros(published.shape)
    for axes, table in slopes:
        every += table.reshape([size if variable in axes else 1 for variable, size in enumerate(published.shape)])
    for masks in published.excluded:
        every[np.ix_(*masks)] = 0.0
    rows = np.argwhere(every < 0).astype(np.int64)
    return rows, every[every < 0]


def _near(
    published: Published, slopes: Sequence[tuple[Axes, Values]], cells: ListedCells, values: Values
) -> tuple[Integers, Values]:
    """Cells reached from listed ones, variable after variable by the class in which the slope is least."""
    rows = cells.rows[np.argsort(-values, kind="stable")[:_STARTS]].copy()
    reached = []
    for axis in [*range(len(published.shape))] * 2:
        if len(rows) * published.shape[axis] > _WIDE:
            continue
        slope = _along(slopes, rows, axis, published.shape[axis])
        closed = closed_codes(rows, axis, published.excluded)
        if closed is not None:
            slope = np.where(closed, np.inf, slope)
        rows[:, axis] = slope.argmin(axis=1)
        reached.append(rows.copy())
    rows = np.unique(np.concatenate([cells.rows[:0], *reached]), axis=0)
    return rows, _at(slopes, rows)


def _along(slopes: Sequence[tuple[Axes, Values]], rows: Integers, axis: int, size: int) -> Values:
    """The slope of each row with any class of a variable (rows × classes)."""
    result = np.zeros((len(rows), size))
    for axes, table in slopes:
        if axis in axes:
            place = axes.index(axis)
            others = tuple(rows[:, variable] for variable in axes if variable != axis)
            result += np.moveaxis(table, place, -1)[others]
        else:
            result += _at([(axes, table)], rows)[:, None]
    return result


def _at(slopes: Sequence[tuple[Axes, Values]], rows: Integers) -> Values:
    result = np.zeros(len(rows))
    for axes, table in slopes:
        result += table[tuple(rows[:, variable] for variable in axes)]
    return result


def often(statistic: Statistic, rows: Integers) -> Integers:
    """How many queries of a statistic count each cell.

    Args:
        statistic: of its margin.
        rows: class of each variable of the cells.

    Returns:
        int64[cells].
    """
    if statistic.queries is None:
        return np.ones(len(rows), dtype=np.int64)
    result = np.ones(len(rows), dtype=np.int64)
    for axis, factor in zip(statistic.axes, statistic.queries.factors, strict=True):
        result = result * np.asarray(factor.column_counts(), dtype=np.int64)[rows[:, axis]]
    return result


def rows_of(statistic: Statistic, rows: Integers) -> Any:
    """The queries of a statistic as rows of a matrix, listed cells as its columns.

    Args:
        statistic: of its margin.
        rows: class of each variable of the cells.
    """
    from scipy.sparse import csr_array

    queries, cells = np.zeros(len(rows), dtype=np.int64), np.arange(len(rows), dtype=np.int64)
    count = 1
    for axis, factor in zip(
        statistic.axes, () if statistic.queries is None else statistic.queries.factors, strict=True
    ):
        often = np.asarray(factor.column_counts(), dtype=np.int64)
        of, which = np.nonzero(rows_of_queries(factor).T)
        first = np.searchsorted(of, np.arange(factor.size))
        codes = rows[cells, axis]
        repeated = np.repeat(np.arange(cells.size), often[codes])
        step = np.arange(repeated.size) - np.repeat(np.cumsum(often[codes]) - often[codes], often[codes])
        queries = queries[repeated] * factor.count + which[first[codes[repeated]] + step]
        cells, count = cells[repeated], count * factor.count
    return csr_array((np.ones(cells.size), (queries, cells)), shape=(count, len(rows)))
