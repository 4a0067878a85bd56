"""Listed cells among which some real table has the published numbers, where any table has: linear programs.

Minimise Σ_q |q·v − t_q| over v ≥ 0, v the counts of *all* cells of a domain, listed or not. Over the cells of a list
this is a linear program, and its dual solution y has one number a query. A cell that is not listed makes the sum less
only where y·q, added up over the queries that count it, is positive; these join the list, most first, until there are
none (Dantzig and Wolfe 1960). The program's solution is a vertex, so that few cells hold anybody.

`closest` minimises squares, which noisy numbers want, and comes close; this ends at the very numbers.
Privacy: a function of noisy numbers and public parameters only. Nothing is drawn at random; the work ends by its
amount, not by the clock.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dpdesk.postprocess.agreeing_margins import Values
from dpdesk.postprocess.listed.cells import ListedCells
from dpdesk.postprocess.listed.closest import Published, added_cells

MOST_TERMS = 2_000_000
"""Queries that count a cell, added up over listed cells, up to which a linear program takes a second or two."""
_ROUNDS = 30
_STEPS = 40_000
"""Steps of the simplex method, in all programs together: with noise nearly all cells tie, and it would not end."""
_WORK = 6_000_000_000
"""Steps times the terms each looks at, in all programs together: some twenty seconds, however many terms there are."""
_REACHED = 1e-6
"""What the queries are off, in parts of the targets, at which all are met."""
_PATIENCE, _GAINED = 3, 0.9999
"""So many programs later the queries must be less off than this share of what they were."""
_SOME = 1e-9


def least_off(published: Published, cells: ListedCells, work: int = _WORK) -> tuple[ListedCells, Values]:
    """The cells of a real table whose published numbers are least off, and its counts, from a list to begin with.

    Args:
        published: what is published, with its targets.
        cells: the list to begin with.
        work: steps times terms after which the search ends with the best it has, which may be no cell.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csc_array, eye_array, hstack

    goal = published.goal()
    reached = _REACHED * max(float(np.abs(goal).max(initial=0.0)), 1.0)
    each = eye_array(goal.size, format="csc")
    values, left, steps = np.zeros(len(cells.rows)), list[float](), _STEPS
    for _ in range(_ROUNDS):
        matrix: Any = hstack([csc_array(published.matrix(cells)), each, -each])
        costs = np.concatenate([np.zeros(values.size), np.ones(2 * goal.size)])
        most = min(steps, work // max(matrix.nnz, 1))
        if most <= 0:
            break
        answer: Any = linprog(costs, A_eq=matrix, b_eq=goal, method="highs-ds", options={"maxiter": most})
        steps, work = steps - int(answer.nit), work - int(answer.nit) * matrix.nnz
        if answer.status != 0:  # what was found before it serves
            break
        values = np.asarray(answer.x[: values.size], dtype=np.float64)
        left.append(float(answer.fun))
        if left[-1] <= reached or left[-1] > _GAINED * min(left[:-_PATIENCE], default=np.inf):
            break
        more = added_cells(published, -np.asarray(answer.eqlin.marginals), cells, values)
        if more is None or published.terms(more[0]) > MOST_TERMS:
            break
        cells, values = more
    kept = values > _SOME
    return ListedCells(cells.rows[kept], cells.shape), values[kept]
