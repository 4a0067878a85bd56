"""Least squares between bounds where queries are few and weigh very differently: proximal points, by Newton's method.

f(h) = ½ ‖W h − a‖², each query times the root of its weight, is minimised by steps

    h_{k+1} = argmin f(h) + ½ μ_k ‖h − h_k‖²   over   lower ≤ h ≤ upper,        μ_k falling tenfold,

which end at the optimum from anywhere (Rockafellar 1976). Each has one multiplier a query (docs/proofs/non_negative.md,
claim 6). Newton steps, each as long as the dual function rises, end after a few (Qi, Sun 1993); each solves equations
of the number of queries, so that weights that differ a hundred thousand times do no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.progress import breathe

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]

_POINTS = 12
_STEPS = 40
_FIRST, _LEAST = 1e-3, 1e-8
"""The first μ and the last, in parts of the mean of diag WᵀW."""
_SMALL = 1e-10
"""Length of the gradient, in parts of the answers', at which a point is found."""


def proximal_newton(
    matrix: tuple[csr_array, csr_array],
    goal: Values,
    start: Values,
    lower: Values,
    upper: Values,
    enough: Callable[[Values], bool],
) -> tuple[Values, int]:
    """The cells, flat, and how many Newton steps were made.

    Args:
        matrix: W, with a column a cell, and Wᵀ.
        goal: a.
        start: cells to begin with, flat.
        lower: their bounds from below.
        upper: and from above.
        enough: whether cells will do.
    """
    rows = matrix[0]
    cells, steps = np.clip(start, lower, upper), 0
    mean = float(rows.power(2).sum()) / max(cells.size, 1) or 1.0
    mu = _FIRST * mean
    multipliers = rows @ cells - goal
    for point in range(_POINTS):
        breathe("proximal points", point / _POINTS)
        cells, multipliers, made = _point(matrix, goal, cells, multipliers, lower, upper, mu)
        steps += made
        if enough(cells):
            break
        mu = max(mu / 10.0, _LEAST * mean)
    return cells, steps


def _point(
    matrix: tuple[csr_array, csr_array],
    goal: Values,
    centre: Values,
    multipliers: Values,
    lower: Values,
    upper: Values,
    mu: float,
) -> tuple[Values, Values, int]:
    """The next proximal point, its multipliers and the number of Newton steps."""
    rows, turned = matrix

    def at(multipliers: Values) -> tuple[Values, Values, Values]:
        """Cells before and after they are cut, and the gradient of the dual function."""
        wanted = centre - (turned @ multipliers) / mu
        cells = np.clip(wanted, lower, upper)
        return wanted, cells, rows @ cells - goal - multipliers

    wanted, cells, gradient = at(multipliers)
    small = _SMALL * max(float(np.linalg.norm(goal)), 1.0)
    for step in range(_STEPS):
        if float(np.linalg.norm(gradient)) <= small:
            return cells, multipliers, step
        direction = _newton(rows, (wanted > lower) & (wanted < upper), gradient, mu)
        falling = (turned @ direction) / mu
        slope, bend = float(gradient @ direction), float(direction @ direction)
        length = _to_the_top(slope, bend, mu, falling, wanted - upper, wanted - lower)
        multipliers = multipliers + length * direction
        wanted, cells, gradient = at(multipliers)
    return cells, multipliers, _STEPS


def _to_the_top(slope: float, bend: float, mu: float, falling: Values, above: Values, over: Values) -> float:
    """How far the dual function rises in a direction.

    Its slope falls by `bend` a step, and by μ·falling² more for each cell that is within its bounds. `falling`: how far
    a cell falls a step before it is cut; above, over: how far it is above its upper bound and over its lower one.
    """
    moving = np.flatnonzero(falling)
    first, last = above[moving] / falling[moving], over[moving] / falling[moving]
    begin, end = np.maximum(np.minimum(first, last), 0.0), np.maximum(first, last)
    inside = np.flatnonzero(end > begin)
    begin, end, bends = begin[inside], end[inside], mu * falling[moving[inside]] ** 2
    ends = np.isfinite(end)
    kinks, more = np.concatenate([begin, end[ends]]), np.concatenate([bends, -bends[ends]])
    order = np.argsort(kinks)
    starts = np.concatenate([[0.0], kinks[order]])
    each = bend + np.concatenate([[0.0], np.cumsum(more[order])])
    left = slope - np.concatenate([[0.0], np.cumsum(each[:-1] * np.diff(starts))])
    last_piece = int(np.flatnonzero(left > 0)[-1]) if slope > 0 else 0
    return float(starts[last_piece] + left[last_piece] / each[last_piece])


def _newton(rows: csr_array, inside: NDArray[np.bool_], gradient: Values, mu: float) -> Values:
    """The gradient by the inverse of I + W_S W_Sᵀ/μ."""
    from scipy.linalg import cho_factor, cho_solve

    inner = rows[:, np.flatnonzero(inside)]
    matrix = (inner @ inner.T).toarray() / mu
    matrix[np.diag_indices_from(matrix)] += 1.0
    return np.asarray(cho_solve(cho_factor(matrix, lower=True, overwrite_a=True), gradient))
