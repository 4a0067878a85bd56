"""The closest non-negative cells where every cell is published itself, beside its sums: Newton's method on the dual.

The minimum over lower ≤ h ≤ upper of ½w‖h − a‖² + ½Σ_q w_q (q·h − a_q)² has one multiplier λ_q a sum
(docs/proofs/non_negative.md, claim 5). At the optimum these are w_q(q·h − a_q); so they are looked for as
w_q(q·y − a_q) for some cells y, and all that is done takes cells and the sums' Gram operator Q alone. The second
derivative is applied without being formed: Newton steps by conjugate gradients, and halved until the dual function
rises enough, end after some ten steps at the optimum (Qi, Sun 1993). The cells h(λ) are feasible all along, and
½(h − y)ᵀQ(h − y) is a duality gap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.progress import breathe

if TYPE_CHECKING:
    from dpdesk.postprocess.closest.grams import Gram

Values = NDArray[np.float64]

STEPS = 60
HALVINGS = 30
SOLVES = 60
ENOUGH = 1e-7
"""Gap, as a share of f, at which nothing is left to gain."""
RESIDUAL = 0.1
"""Relative residual to which a step is solved: free cells change until the last, and a few steps more cost less."""


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """What sums add to f, seen from the noisy cells.

    gram: Q = Σ_q w_q q qᵀ. pull: Σ_q w_q (a_q − q·a) q, shape of the domain. apart: ½Σ_q w_q (a_q − q·a)².
    """

    gram: Gram
    pull: Values
    apart: float


def closest_cells(
    noisy: Values, weight: float, sums: Sums, lower: Values | float, upper: Values | float
) -> tuple[Values, float, int] | None:
    """The cells h, their duality gap and the number of steps; None if the gap could not be closed.

    Args:
        noisy: a, shape of the domain.
        weight: w.
        sums: the sums beside it.
        lower: bounds of the cells from below, scalar or of their shape.
        upper: and from above.
    """
    dual = _Dual(noisy, weight, sums, lower, upper)
    moved = sums.gram.solve(sums.pull, weight)  # the closest cells without bounds
    point = dual.at(moved, sums.gram.apply(moved))
    for step in range(STEPS):
        gap = dual.gap(point)
        if gap <= ENOUGH * (point.value + gap):
            return noisy + point.cells, gap, step
        breathe("multipliers of sums", step / STEPS)
        found = dual.newton(point)
        if found is None:
            return None
        direction, spread = found
        slope, length = _dot(point.missed, spread), 1.0
        for _ in range(HALVINGS):
            following = dual.at(point.moved + length * direction, point.spread + length * spread)
            if following.value >= point.value + 1e-4 * length * slope:
                break
            length /= 2
        else:
            return None
        point = following
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Point:
    """y and the cells h(λ), both less the noisy ones; Qy; h before it is cut at the bounds; d(λ)."""

    moved: Values
    spread: Values
    cells: Values
    wanted: Values
    value: float

    @property
    def missed(self) -> Values:
        """H − y: the dual function rises by its product with Q."""
        return self.cells - self.moved


class _Dual:
    """The dual function of the multipliers w_q(q·y − a_q)."""

    def __init__(self, noisy: Values, weight: float, sums: Sums, lower: Values | float, upper: Values | float) -> None:
        self._sums, self._weight = sums, weight
        self._least, self._most = np.asarray(lower - noisy), np.asarray(upper - noisy)
        self._open = np.asarray(lower) < np.asarray(upper)

    def at(self, moved: Values, spread: Values) -> _Point:
        """Args: y less the noisy cells, and Q times that."""
        wanted = (self._sums.pull - spread) / self._weight
        cells = np.clip(wanted, self._least, self._most)
        value = (
            0.5 * self._weight * _dot(cells, cells)
            + _dot(spread, cells - 0.5 * moved)
            - _dot(self._sums.pull, cells)
            + self._sums.apart
        )
        return _Point(moved, spread, cells, wanted, value)

    def gap(self, point: _Point) -> float:
        """f(h) − d(λ)."""
        return max(0.5 * _dot(point.missed, self._sums.gram.apply(point.missed)), 0.0)

    def newton(self, point: _Point) -> tuple[Values, Values] | None:
        """The step to where d would be highest if no cell came to a bound or left one, and Q times the step."""
        inside = (point.wanted > self._least) & (point.wanted < self._most) & self._open
        rho = self._weight / max(float(inside.mean()), 1e-3)
        return _solve(inside / self._weight, point.missed, self._sums.gram.damped(rho), rho)


def _dot(left: Values, right: Values) -> float:
    return float(np.vdot(left, right))


def _solve(
    free: Values, missed: Values, damped: Callable[[Values], Values], rho: float
) -> tuple[Values, Values] | None:
    """(I + EQ/w)⁻¹ applied to what is missed, and Q times it, by conjugate gradients to the relative residual.

    E are the free cells. The products are those of Q, by which I + EQ/w is symmetric; it is conditioned by I + Q/ρ.

    Args:
        free: E/w.
        missed: the right-hand side.
        damped: Q(I + Q/ρ)⁻¹ applied to cells.
        rho: w over the share of free cells.

    Returns:
        None if the residual gets nowhere near.
    """
    solution, reached = np.zeros_like(missed), np.zeros_like(missed)
    residual = missed.copy()
    pulled = damped(residual)
    direction, spread = residual - pulled / rho, pulled.copy()
    start = energy = _dot(residual, pulled)
    for _ in range(SOLVES):
        if energy <= RESIDUAL**2 * start or energy <= 0.0:
            return solution, reached
        image = free * spread
        image += direction
        step = energy / _dot(spread, image)
        solution += step * direction
        reached += step * spread
        residual -= step * image
        pulled = damped(residual)
        energy, former = _dot(residual, pulled), energy
        direction *= energy / former
        direction += residual
        direction -= pulled / rho
        spread *= energy / former
        spread += pulled
    return (solution, reached) if energy <= 0.25 * start else None
