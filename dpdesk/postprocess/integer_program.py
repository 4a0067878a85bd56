"""Linear programs with whole variables: the one place where HiGHS (Huangfu and Hall 2018) is asked for whole numbers.

The search ends after a number of nodes, not by the clock, so that the outcome is a function of its arguments; a program
of real numbers after a number of steps of the simplex method (a node's own steps have no limit in HiGHS). What it
returns is held against the limits again: releases of HiGHS have called numbers optimal that break an equality
(https://github.com/scipy/scipy/issues/24141), and published numbers rest on these equalities. Its presolve has called
programs infeasible that have a solution, and numbers optimal that are not. Without it a search can take minutes; so it
is left out only where such an answer is doubted, for the first node.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint

Values = NDArray[np.float64]
Numbers = NDArray[np.float64] | NDArray[np.int64]

_INFEASIBLE = 2
_SOME = 1e-6
_LONGER = 0.01
"""By how much a move may be longer than the shortest, for time."""
_MOST_STEPS = 2**31 - 1
"""Of the simplex method: the largest number that the library takes."""
_OFF = 0.01
"""How far a limit of whole numbers may be broken by rounding errors of real ones; a whole number more or less is 1."""


def least_cost(
    costs: Values,
    whole: NDArray[np.bool_],
    least: Values,
    most: Values,
    limits: Sequence[LinearConstraint],
    ends: int,
    gap: float = 0.0,
    *,
    doubted: bool = False,
) -> Values | None:
    """The variables of least cost between bounds and within limits; None where none were found.

    Args:
        costs: of a unit of each variable.
        whole: which are whole numbers.
        least: lower bounds.
        most: upper bounds.
        limits: on sums of variables.
        ends: after how many nodes the search ends.
        gap: the share of the cost that is given up for time.
        doubted: ask once more where the cost is not 0, since it might be.
    """
    from scipy.optimize import Bounds, milp

    if not costs.size:
        return _without_variables(limits)

    def asked(presolve: bool, ends: int) -> Any:
        return milp(
            costs,
            integrality=whole.astype(np.int64),
            bounds=Bounds(least, most),
            constraints=limits,
            options={"node_limit": ends, "mip_rel_gap": gap, "presolve": presolve},
        )

    answer = asked(True, ends)
    if answer.status == _INFEASIBLE or (doubted and answer.x is not None and answer.fun > _SOME):
        other = asked(False, 1)
        if other.x is not None and (answer.x is None or other.fun < answer.fun):
            answer = other
    if answer.x is None:
        return None
    result = np.where(whole, np.rint(answer.x), answer.x)
    return result if _is_within(result, least, most, limits) else None


def shortest_move(
    matrix: Any, lacking: Numbers, down: Numbers, up: Numbers, ends: int, work: int | None = None
) -> Values | None:
    """By how much whole numbers are moved, near to the least in all, so that their sums have what they lack.

    Returns m with matrix·m = lacking and −down ≤ m ≤ up; None where none was found after so many nodes.

    Args:
        matrix: sparse, a sum a row and a number a column.
        lacking: what each sum lacks.
        down: how far each number may be lowered, which may be any way.
        up: and raised.
        ends: after how many nodes the search ends; 0 where real moves serve alone.
        work: as in `least_real_cost`, for real moves, which are looked for first and serve if they are whole.
    """
    from scipy.optimize import LinearConstraint
    from scipy.sparse import hstack

    size = down.size
    both = LinearConstraint(hstack([matrix, -matrix], format="csr"), lacking, lacking)
    costs, least, most = np.ones(2 * size), np.zeros(2 * size), np.concatenate([up, down]).astype(np.float64)
    found = None
    if work is not None:
        found = least_real_cost(costs, least, most, [both], work)
        if found is None:
            return None
    if found is None or np.abs(found - np.rint(found)).max(initial=0.0) > _SOME:
        if not ends:
            return None
        found = least_cost(costs, np.ones(2 * size, dtype=bool), least, most, [both], ends, _LONGER)
    return None if found is None else np.rint(found[:size] - found[size:])


def least_real_cost(
    costs: Values, least: Values, most: Values, limits: Sequence[LinearConstraint], work: int
) -> Values | None:
    """The real variables of least cost between bounds and within limits; None where they were not found.

    Args:
        costs: of a unit of each variable.
        least: lower bounds.
        most: upper bounds.
        limits: the rows of each are equalities, or have no upper, or no lower bound.
        work: steps of the simplex method times the terms of the limits, which each step looks at, after which the
            search ends without an answer.
    """
    from scipy.optimize import linprog

    if not costs.size:
        return _without_variables(limits)
    (equal, held), (at_most, bound) = _rows(limits, costs.size)
    steps = min(work // max(equal.nnz + at_most.nnz, 1), _MOST_STEPS)
    sizes = np.column_stack([least, most])
    asked = partial(linprog, costs, at_most, bound, equal, held, sizes, method="highs-ds")
    answer: Any = asked(options={"maxiter": steps})
    if answer.status == _INFEASIBLE:
        answer = asked(options={"maxiter": steps, "presolve": False})
    if answer.status != 0:
        return None
    result = np.asarray(answer.x, dtype=np.float64)
    return result if _is_within(result, least, most, limits) else None


def _without_variables(limits: Sequence[LinearConstraint]) -> Values | None:
    """No variables at all, which the library does not take: a table of which every cell must stay empty."""
    nothing = np.zeros(0)
    return nothing if _is_within(nothing, nothing, nothing, limits) else None


def _rows(limits: Sequence[LinearConstraint], width: int) -> tuple[tuple[Any, Values], tuple[Any, Values]]:
    """The rows that are equal to a number, and those that are at most one; each a matrix and its numbers."""
    from scipy.sparse import csr_array, vstack

    equal = [(csr_array((0, width)), np.zeros(0))]
    at_most = [(csr_array((0, width)), np.zeros(0))]
    for limit in limits:
        matrix: Any = limit.A
        rows = csr_array(matrix)
        low, high = (np.broadcast_to(bound, rows.shape[:1]).astype(np.float64) for bound in (limit.lb, limit.ub))
        if np.array_equal(low, high):
            equal.append((rows, high))
        elif np.isinf(low).all():
            at_most.append((rows, high))
        else:
            at_most.append((-rows, -low))

    def joined(parts: Sequence[tuple[Any, Values]]) -> tuple[Any, Values]:
        return vstack([rows for rows, _ in parts], format="csr"), np.concatenate([numbers for _, numbers in parts])

    return joined(equal), joined(at_most)


def _is_within(result: Values, least: Values, most: Values, limits: Sequence[LinearConstraint]) -> bool:
    """Whether numbers keep their bounds and the limits, but for rounding errors."""
    kept = bool(np.all((result >= least - _OFF) & (result <= most + _OFF)))
    for limit in limits:
        matrix: Any = limit.A
        reached = np.asarray(matrix @ result)
        kept = kept and bool(np.all((reached >= limit.lb - _OFF) & (reached <= limit.ub + _OFF)))
    return kept
