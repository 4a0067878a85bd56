"""Whole counts and sums that one population has together, by integer programming: each cell a column.

Given are whole counts h₀ and sums s₀ of some cells, and numbers t that the published sums should be. Over whole h and
s_q with

    W h = W h₀,   B h = B h₀,   B_q s_q = B_q s₀_q,   l_q·h ≤ s_q ≤ u_q·h,   0 ≤ h ≤ room,

minimise Σ_q w_q ‖V_q s_q − t_q‖₁: what is published of the counts stays, and blocks of cells keep their sums. Cells
without room are left out, and of sums that are the same for the others one stands for all, so that a large table of
few people is a small search. A larger one is made in two steps: whole h and real s together, then whole s for these h,
one quantity after the other. That seldom misses what there is, and takes a fraction of the time. The search is HiGHS's
(Huangfu and Hall 2018) and ends after a number of nodes or steps, not by the clock, so that the outcome is a function
of its arguments.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.integer_program import least_cost, least_real_cost
from dpdesk.postprocess.integer_search import NODES, SMALL, distinct, nodes
from dpdesk.postprocess.whole_equations import whole_solution

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_GAP = 0.02
"""Share of the least deviation that is given up for time; where nothing need deviate nothing is given up."""
_NEARLY = 1e-4
"""So close to a whole number a real sum is one."""
_REACH = 2
"""How far a whole sum may be from the whole numbers about the real one."""
_SEARCHED = 2_000_000
"""Sums times cells up to which all cells are searched; HiGHS has no limit of steps at the root of a larger one."""
_WORK = 3_000_000_000
"""Steps of the simplex method times terms, for real sums of cells: some ten seconds, however many terms there are."""


@dataclass(frozen=True, slots=True, eq=False)
class SumRows:
    """What is published of a quantity's sums: rows of a matrix with a column a cell, targets, what a step off costs.

    lower, upper: bounds of one person; kept: blocks of cells whose sums stay; shared: blocks that other tables count,
    too, whose sums lie between the bounds of their people where those of single cells need not.
    """

    queries: csr_array
    targets: Values
    costs: Values
    lower: int
    upper: int
    kept: csr_array
    shared: csr_array

    @property
    def span(self) -> int:
        """How far apart the bounds are."""
        return self.upper - self.lower

    def among(self, cells: Integers) -> SumRows:
        """The same of some cells, the others empty; sums that are alike are one.

        Args:
            cells: numbers of those that stay.
        """
        queries = self.queries[:, cells]
        first, which = distinct(queries)
        costs = np.bincount(which[which >= 0], weights=self.costs[which >= 0], minlength=first.size).astype(np.float64)
        blocks = self.kept[:, cells], self.shared[:, cells]
        return SumRows(queries[first], self.targets[first], costs, self.lower, self.upper, *blocks)


def closest_population(
    counted: Sequence[csr_array],
    counts: Integers,
    room: Integers,
    sums: Sequence[Integers],
    wanted: Sequence[SumRows],
    *,
    most: int,
    at_once: int = SMALL,
) -> tuple[Integers, list[Integers]] | None:
    """Other counts and sums of the cells, where the search finds any.

    Args:
        counted: rows whose sums of counts stay.
        counts: whole cells that are consistent.
        room: the most people of each cell, at least its count.
        sums: of each quantity, consistent with them.
        wanted: what is published of each sum, and what it should be.
        most: different rows times cells with room times statistics up to which is searched.
        at_once: the same up to which it is searched in one step.
    """
    from scipy.sparse import vstack

    open_ = np.flatnonzero(room)
    rows = vstack(counted, format="csr")[:, open_]
    rows = rows[distinct(rows)[0]]
    entries = rows.shape[0] * open_.size * (1 + len(wanted))
    if entries > most or not entries:
        return None
    whole = np.zeros((1 + len(wanted), counts.size), dtype=np.int64)
    wanted_here, given = (
        [rows_of_sum.among(open_) for rows_of_sum in wanted],
        [rows_of_sum[open_] for rows_of_sum in sums],
    )
    solution = _together(rows, counts[open_], room[open_], given, wanted_here, whole=entries <= at_once)
    if solution is None:
        return None
    whole[:, open_] = np.rint(solution)
    people = whole[0]
    for number, rows_of_sum in enumerate(wanted if entries > at_once else ()):
        excess = _of_counts(rows_of_sum, people, sums[number] - rows_of_sum.lower * counts)
        if excess is None:
            return None
        whole[1 + number] = excess
    return people, [rows_of_sum.lower * people + excess for rows_of_sum, excess in zip(wanted, whole[1:], strict=True)]


def sums_between(counted: csr_array, counts: Integers, room: Integers, sum_rows: SumRows) -> Integers | None:
    """Whole sums of cells that are published between the bounds of real counts with the same published ones, if any.

    Real sums of cells between the bounds of the cells' counts first; then whole ones next to these, with what is
    published of them between the bounds of what is published of the counts. No block's sum is kept.

    Args:
        counted: rows whose sums of counts stay.
        counts: whole cells that are consistent.
        room: the most people of each cell.
        sum_rows: what is published of the sums, and what it should be.
    """
    open_ = np.flatnonzero(room)
    rows, held, people = counted[:, open_], counted @ counts, sum_rows.shared @ counts
    first, _ = distinct(rows)
    sum_rows = sum_rows.among(open_)
    solution = _between(rows[first], held[first], room[open_].astype(np.float64), sum_rows, people)
    whole = None if solution is None else _rounded(sum_rows, *solution, people)
    if whole is None:
        return None
    result = np.zeros(counts.size, dtype=np.int64)
    result[open_] = whole
    return result


def _between(
    counted: csr_array, held: Integers, most: Values, sum_rows: SumRows, people: Integers
) -> tuple[Values, Values] | None:
    """Real counts with the held sums, and real sums between their bounds, the published ones least off.

    people: of each shared block, whose sum lies between their bounds.
    """
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array, eye_array, hstack

    size, height = most.size, sum_rows.targets.size
    each, off = eye_array(size, format="csr"), eye_array(height)
    goal = np.rint(sum_rows.targets)

    def empty(rows: int, columns: int) -> csr_array:
        return csr_array((rows, columns))

    limits = [
        LinearConstraint(hstack([counted, empty(held.size, size + height)]), held, held),
        LinearConstraint(hstack([sum_rows.upper * each, -each, empty(size, height)]), 0, np.inf),
        LinearConstraint(hstack([sum_rows.lower * each, -each, empty(size, height)]), -np.inf, 0),
        LinearConstraint(hstack([empty(height, size), sum_rows.queries, -off]), -np.inf, goal),
        LinearConstraint(hstack([empty(height, size), sum_rows.queries, off]), goal, np.inf),
        *_of_blocks(hstack([empty(people.size, size), sum_rows.shared, empty(people.size, height)]), people, sum_rows),
    ]
    solution = least_real_cost(
        np.concatenate([np.zeros(2 * size), sum_rows.costs]),
        np.concatenate([np.zeros(size), min(sum_rows.lower, 0) * most, np.zeros(height)]),
        np.concatenate([most, max(sum_rows.upper, 0) * most, np.full(height, np.inf)]),
        limits,
        _WORK,
    )
    return None if solution is None else (solution[:size], solution[size : 2 * size])


def _of_blocks(shared: csr_array, people: Integers, sum_rows: SumRows) -> list[LinearConstraint]:
    """Sums of shared blocks lie between the bounds of their people: rows over all variables."""
    from scipy.optimize import LinearConstraint

    return [
        LinearConstraint(shared, sum_rows.lower * people, np.inf),
        LinearConstraint(shared, -np.inf, sum_rows.upper * people),
    ]


def _rounded(sum_rows: SumRows, counts: Values, sums: Values, block_people: Integers) -> Integers | None:
    """Whole sums next to real ones, the published ones least off and between the bounds of the published counts.

    Where real sums are as published ones should be, whole sums have to meet equations alone: nothing is to be searched.
    Else real sums are those of a vertex, where most are whole already. These stay, which leaves a small search; all of
    them move only if that is not enough, and there are few.
    """
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array, eye_array, hstack

    size, height = sums.size, sum_rows.targets.size
    off, empty = eye_array(height, format="csr"), csr_array((height, height))
    exact = _of_equations(sum_rows, sums, block_people)
    if exact is not None:
        return exact
    people, goal = sum_rows.queries @ counts, np.rint(sum_rows.targets)
    least, most = np.floor(sum_rows.lower * people + _NEARLY), np.ceil(sum_rows.upper * people - _NEARLY)
    limits = [
        LinearConstraint(hstack([sum_rows.queries, -off]), -np.inf, goal),
        LinearConstraint(hstack([sum_rows.queries, off]), goal, np.inf),
        LinearConstraint(hstack([sum_rows.queries, empty]), least, most),
        *_of_blocks(hstack([sum_rows.shared, csr_array((block_people.size, height))]), block_people, sum_rows),
    ]
    fixed = np.abs(sums - np.rint(sums)) <= _NEARLY

    def near(reach: Integers) -> Values | None:
        """The best whole sums, each so far from the whole numbers about the real one."""
        return least_cost(
            np.concatenate([np.zeros(size), sum_rows.costs]),
            np.arange(size + height) < size,
            np.concatenate([np.floor(sums + _NEARLY) - reach, np.zeros(height)]),
            np.concatenate([np.ceil(sums - _NEARLY) + reach, np.full(height, np.inf)]),
            limits,
            nodes(height * size),
            _GAP,
        )

    solution = near(np.where(fixed, 0, _REACH))
    costs = [np.inf if solution is None else _cost(sum_rows, solution[:size]), _cost(sum_rows, sums)]
    if costs[0] > (1 + _GAP) * costs[1] + _NEARLY and height * size <= _SEARCHED:
        other = near(np.full(size, _REACH))
        if other is not None and _cost(sum_rows, other[:size]) < costs[0]:
            solution = other
    return None if solution is None else solution[:size].astype(np.int64)


def reached_sums(sum_rows: SumRows, counts: Integers, sums: Values) -> Integers | None:
    """Whole sums of cells that are what they should be next to real ones that are; None where none are found.

    Args:
        sum_rows: what is published of the sums, and what it should be.
        counts: whole cells: sums of blocks that other tables share lie between the bounds of their people.
        sums: real ones of the cells.
    """
    return _of_equations(sum_rows.among(np.arange(sums.size)), sums, sum_rows.shared @ counts)


def _of_equations(sum_rows: SumRows, sums: Values, block_people: Integers) -> Integers | None:
    goal = np.rint(sum_rows.targets)
    if np.abs(sum_rows.queries @ sums - goal).max(initial=0.0) > _NEARLY:
        return None
    exact = whole_solution(sum_rows.queries, goal.astype(np.int64), np.rint(sums).astype(np.int64))
    return exact if exact is not None and _is_between(sum_rows.shared @ exact, block_people, sum_rows) else None


def _is_between(sums: Integers, people: Integers, sum_rows: SumRows) -> bool:
    return bool(np.all((sums >= sum_rows.lower * people) & (sums <= sum_rows.upper * people)))


def _cost(sum_rows: SumRows, sums: Values) -> float:
    """What the published sums are off, weighed."""
    return float(sum_rows.costs @ np.abs(sum_rows.queries @ sums - np.rint(sum_rows.targets)))


def _together(
    counted: csr_array,
    counts: Integers,
    room: Integers,
    sums: Sequence[Integers],
    wanted: Sequence[SumRows],
    *,
    whole: bool,
) -> Values | None:
    """Variables: h; for every quantity e = s − l·h; and deviations d ≥ |V s − t| of every published sum."""
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array, eye_array, hstack

    size, number = counts.size, len(wanted)
    deviations = size * (1 + number)
    width = deviations + sum(sum_rows.targets.size for sum_rows in wanted)

    def placed(blocks: Sequence[tuple[int, csr_array]], height: int) -> csr_array:
        """Blocks of columns at their first column, nothing between them."""
        columns, reached = [], 0
        for first, block in blocks:
            columns += [csr_array((height, first - reached)), block]
            reached = first + block.shape[1]
        return csr_array(hstack([*columns, csr_array((height, width - reached))], format="csr"))

    each, answers = eye_array(size, format="csr"), counted @ counts
    limits = [LinearConstraint(placed([(0, counted)], counted.shape[0]), answers, answers)]
    most, costs = [room.astype(np.float64)], [np.zeros(deviations)]
    for number_of_sum, (sum_rows, given) in enumerate(zip(wanted, sums, strict=True)):
        start, height = size * (1 + number_of_sum), sum_rows.targets.size
        limits.append(LinearConstraint(placed([(0, -sum_rows.span * each), (start, each)], size), -np.inf, 0))
        goal, off = np.rint(sum_rows.targets), eye_array(height, format="csr")
        for sign in (-1.0, 1.0):
            blocks = [(0, sum_rows.lower * sum_rows.queries), (start, sum_rows.queries), (deviations, sign * off)]
            least, largest = (-np.inf, goal) if sign < 0 else (goal, np.inf)
            limits.append(LinearConstraint(placed(blocks, height), least, largest))
        totals = sum_rows.kept @ given
        both = placed([(0, sum_rows.lower * sum_rows.kept), (start, sum_rows.kept)], sum_rows.kept.shape[0])
        limits.append(LinearConstraint(both, totals, totals))
        most.append(sum_rows.span * room.astype(np.float64))
        costs.append(sum_rows.costs)
        deviations += height
    known = size * (1 + number)
    solution = least_cost(
        np.concatenate(costs),
        np.arange(width) < (known if whole else size),
        np.zeros(width),
        np.concatenate([*most, np.full(width - known, np.inf)]),
        limits,
        NODES if whole else 1,
        _GAP,
        doubted=whole,
    )
    return None if solution is None else solution[:known].reshape(1 + number, size)


def _of_counts(sum_rows: SumRows, counts: Integers, given: Integers) -> Integers | None:
    """Whole e = s − l·h for whole h; `given`: others, whose sums over blocks are kept."""
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array, eye_array, hstack

    filled = np.flatnonzero(counts)
    here = sum_rows.among(filled)
    height, size = here.targets.size, filled.size
    goal = np.rint(here.targets - here.lower * (here.queries @ counts[filled]))
    off, totals = eye_array(height, format="csr"), sum_rows.kept @ given
    limits = [
        LinearConstraint(hstack([here.queries, -off]), -np.inf, goal),
        LinearConstraint(hstack([here.queries, off]), goal, np.inf),
        LinearConstraint(hstack([here.kept, csr_array((totals.size, height))]), totals, totals),
    ]
    most = np.concatenate([sum_rows.span * counts[filled], np.full(height, np.inf)])
    is_whole = np.arange(size + height) < size
    every = np.concatenate([np.zeros(size), here.costs])
    solution = least_cost(every, is_whole, np.zeros(size + height), most, limits, nodes(height * size), _GAP)
    if solution is None:
        return None
    result = np.zeros(counts.size, dtype=np.int64)
    result[filled] = np.rint(solution[:size])
    return result
