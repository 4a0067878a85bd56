"""Least squares between bounds by the alternating direction method of multipliers (Boyd et al. 2011, §3.1, §5.2).

½hᵀQh − bᵀh is minimised over lower ≤ h ≤ upper. With z = clip(v) the iteration is one of a single vector,

    v ← v + α ((Q + ρI)⁻¹(b + ρ(2z − v)) − z),

whose steps never grow, and which Anderson's method makes some ten times quicker (anderson.py). Wherever Q has an
inverse z and v prove how close z is to the optimum (docs/proofs/non_negative.md, claim 7).
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite, log
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.closest.anderson import Accelerated
from dpdesk.progress import breathe

if TYPE_CHECKING:
    from dpdesk.postprocess.closest.grams import Gram

Values = NDArray[np.float64]

MAX_ITERATIONS = 4000
_RELAXATION = 1.6
_FIRST = 100.0
"""The first ρ, in parts of the smallest eigenvalue."""
_CHECK_EVERY = 10
_FINEST = 1e-7
"""Change of a cell between iterations below which there is nothing to gain."""
_CLOSE, _ANY = 100.0, 1e-3
"""Gap, in parts of the squared tolerance and of what the bounds cost, at which nothing more is needed; with any."""
_MEMORY, _REMEMBERED = 10, 20_000_000
"""Points that are remembered at most, and numbers."""


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
) -> tuple[Values, float, int, bool]:
    """Return the cells, a proved gap, the number of iterations, and whether they ended by themselves.

    The gap is infinite where Q has no inverse.

    Args:
        gram: Q, applied and inverted.
        b: the right-hand side Σ_p w_p W_pᵀ a_p.
        lower: bounds of the cells from below, scalar or of their shape.
        upper: and from above.
        tolerance: largest change of a cell between the last iterations.
        closed: whether cells are so close to the optimum that no more is needed.
        start: cells that are close already; None where none are known.
        hurried: end early, another way follows.
    """
    most = MAX_ITERATIONS // 8 if hurried else MAX_ITERATIONS
    rho = _FIRST * gram.smallest
    proof, share, gap, widest = _proof(gram, b), min(_CLOSE * tolerance**2, _ANY), inf, 0.0
    v = np.clip(gram.solve(b, rho) if start is None else start, lower, upper)
    z = v
    accelerated = Accelerated(min(_MEMORY, _REMEMBERED // (2 * v.size)), v.size)
    iteration = 0
    for iteration in range(1, 2 * most + 1):
        previous = np.clip(v, lower, upper)
        h = gram.solve(b + rho * (2.0 * previous - v), rho)
        step = _RELAXATION * (h - previous)
        following = accelerated.following(v.ravel(), step.ravel()).reshape(v.shape)
        if iteration % _CHECK_EVERY:
            v = following
            continue
        plain = v + step
        v, z = following, np.clip(plain, lower, upper)
        gap, lost = proof(z, rho * (z - plain))
        if gap <= share * lost:
            return z, gap, iteration, True
        widest = widest or gap
        breathe("alternating directions", _done(widest, gap, share * lost) or iteration / (2 * most))
        primal, dual = float(np.abs(h - z).max()), float(np.abs(z - previous).max())
        still = max(primal, dual) < tolerance
        if still or iteration >= most:
            if closed(z) or (still and tolerance < _FINEST):
                return z, gap, iteration, True
            tolerance /= 4.0 if still else 1.0
        if primal > 8.0 * dual or dual > 8.0 * primal:
            times = 2.0 if primal > dual else 0.5
            inside = np.clip(v, lower, upper)
            rho, v = rho * times, inside + (v - inside) / times
            accelerated.forget()
    return z, gap, iteration, False


def _done(widest: float, gap: float, goal: float) -> float:
    """How far a gap has come from the widest to what is wanted, on logarithms; 0 where that is not known."""
    if not isfinite(widest) or not 0.0 < goal < gap < widest:
        return 0.0
    return log(widest / gap) / log(widest / goal)


def _proof(gram: Gram, b: Values) -> Callable[[Values, Values], tuple[float, float]]:
    """For cells and multipliers of the bounds the gap these prove, and how much the bounds cost at these cells."""
    free = gram.free(b)
    if free is None:
        return lambda z, s: (inf, 0.0)

    def proved(z: Values, s: Values) -> tuple[float, float]:
        slope = gram.apply(z) - b
        back = gram.free(s - slope)
        gap = inf if back is None else 0.5 * float(np.sum((s - slope) * back))
        return gap, 0.5 * float(np.sum((z - free) * slope))

    return proved
