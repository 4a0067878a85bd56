"""Least squares between bounds by the alternating direction method of multipliers (Boyd et al. 2011, §3.1, §5.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from dpdesk.postprocess.grams import Gram

Values = NDArray[np.float64]

MAX_ITERATIONS = 4000
_RELAXATION = 1.6
_CHECK_EVERY = 10
_FINEST = 1e-7
"""Change of a cell between iterations below which there is nothing to gain."""


def alternating_directions(
    gram: Gram,
    b: Values,
    lower: Values | float,
    upper: Values | float,
    tolerance: float,
    closed: Callable[[Values], bool],
    start: Values | None = None,
    *,
    hurried: bool = False,
) -> tuple[Values, int, bool]:
    """Return the cells, the number of iterations, and whether they ended by themselves.

    b: the right-hand side Σ_p w_p W_pᵀ a_p; tolerance: largest change of a cell between the last iterations;
    closed: whether cells are so close to the optimum that no more is needed; hurried: end early, another way follows.
    """
    most = MAX_ITERATIONS // 8 if hurried else MAX_ITERATIONS
    rho = 30.0 * gram.smallest
    z = np.clip(gram.solve(b, rho) if start is None else start, lower, upper)
    u = np.zeros_like(z)
    h = z
    iteration = 0
    for iteration in range(1, 2 * most + 1):
        h = gram.solve(b + rho * (z - u), rho)
        relaxed = _RELAXATION * h + (1.0 - _RELAXATION) * z
        previous = z
        z = np.clip(relaxed + u, lower, upper)
        u = u + relaxed - z
        if iteration % _CHECK_EVERY:
            continue
        primal, dual = float(np.abs(h - z).max()), float(np.abs(z - previous).max())
        still = max(primal, dual) < tolerance
        if still or iteration >= most:
            if closed(z) or (still and tolerance < _FINEST):
                return z, iteration, True
            tolerance /= 4.0 if still else 1.0
        if primal > 8.0 * dual:
            rho, u = rho * 2.0, u / 2.0
        elif dual > 8.0 * primal:
            rho, u = rho / 2.0, u * 2.0
    return z, iteration, False
