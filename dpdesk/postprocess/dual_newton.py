"""The closest non-negative cells where every cell is published itself, beside its sums: Newton's method on the dual.

The minimum over lower ≤ h ≤ upper of ½w‖h − a‖² + ½Σ_q w_q (q·h − a_q)² has one multiplier λ_q a sum
(docs/proofs/non_negative.md, claim 5), and there are far fewer sums than cells. The second derivative is applied
without being formed: Newton steps by conjugate gradients, and halved until the dual function rises enough, end after
some ten steps at the optimum (Qi, Sun 1993). Cells are feasible all along, and f less the dual function is a duality
gap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.progress import breathe

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from dpdesk.queries import Kronecker

Values = NDArray[np.float64]

STEPS = 60
HALVINGS = 30
SOLVES = 60
ENOUGH = 1e-7
"""Gap, as a share of f, at which nothing is left to gain."""
RESIDUAL = 0.1
"""Relative residual to which a step is solved: free cells change until the last, and a few steps more cost less."""


def closest_cells(
    cells: Values,
    weight: float,
    sums: Sequence[tuple[Kronecker, float, Values]],
    lower: Values | float,
    upper: Values | float,
    solve: Callable[[Values, float], Values],
    matrix: tuple[csr_array, csr_array] | None = None,
) -> tuple[Values, float, int] | None:
    """The cells h, their duality gap and the number of steps; None if the gap could not be closed.

    Args:
        cells: noisy cells, shape of the domain.
        weight: theirs.
        sums: for each part its queries, weight and noisy answers.
        lower: bounds of the cells from below, scalar or of their shape.
        upper: and from above.
        solve: (Σ w_q q qᵀ + ρI)⁻¹ applied to cells, given ρ.
        matrix: the queries of all sums as rows, and the same turned, where they are to be answered so.
    """
    dual = _Dual(cells, weight, sums, lower, upper, matrix)
    multipliers = np.zeros(dual.answers.size)
    point = dual.at(multipliers)
    for step in range(STEPS):
        primal = dual.distance(point, multipliers)
        if primal - point.value <= ENOUGH * primal or not dual.answers.size:
            return point.cells, max(primal - point.value, 0.0), step
        breathe("multipliers of sums", step / STEPS)
        direction = dual.newton(point, solve)
        if direction is None:
            return None
        slope, length = float(point.gradient @ direction), 1.0
        for _ in range(HALVINGS):
            trial = multipliers + length * direction
            following = dual.at(trial)
            if following.value >= point.value + 1e-4 * length * slope:
                break
            length /= 2
        else:
            return None
        multipliers, point = trial, following
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Point:
    """Cells h(λ), the same before they are cut at the bounds, and gradient and value of the dual function."""

    cells: Values
    wanted: Values
    gradient: Values
    value: float


class _Dual:
    """The dual function of one multiplier λ_q a sum."""

    def __init__(
        self,
        noisy: Values,
        weight: float,
        sums: Sequence[tuple[Kronecker, float, Values]],
        lower: Values | float,
        upper: Values | float,
        matrix: tuple[csr_array, csr_array] | None,
    ) -> None:
        self._matrix = matrix
        self._noisy, self._weight, self._lower, self._upper = noisy, weight, lower, upper
        self._parts = [part for part, _, _ in sums]
        self._ends = np.cumsum([0, *(answers.size for _, _, answers in sums)])
        self.answers = np.concatenate([np.zeros(0), *(answers for _, _, answers in sums)])
        self._weights = np.concatenate([np.zeros(0), *(np.full(answers.size, of_part) for _, of_part, answers in sums)])
        self._held = np.broadcast_to(np.asarray(lower) >= np.asarray(upper), noisy.shape)

    def _spread(self, values: Values) -> Values:
        """A value a sum, added to each of its cells."""
        if self._matrix is not None:
            return np.asarray(self._matrix[1] @ values).reshape(self._noisy.shape)
        total = np.zeros(self._noisy.shape)
        for number, part in enumerate(self._parts):
            total += part.adjoint(values[self._ends[number] : self._ends[number + 1]]).reshape(total.shape)
        return total

    def _added(self, values: Values) -> Values:
        """The sums of cells."""
        if self._matrix is not None:
            return np.asarray(self._matrix[0] @ values.ravel())
        answers = (np.asarray(part.answer(values), dtype=np.float64) for part in self._parts)
        return np.concatenate([np.zeros(0), *answers])

    def at(self, multipliers: Values) -> _Point:
        wanted = self._noisy - self._spread(multipliers) / self._weight
        cells = np.clip(wanted, self._lower, self._upper)
        missed = self._added(cells) - self.answers
        value = (
            0.5 * self._weight * float(np.sum((cells - self._noisy) ** 2))
            + float(multipliers @ missed)
            - 0.5 * float(np.sum(multipliers**2 / self._weights))
        )
        return _Point(cells, wanted, missed - multipliers / self._weights, value)

    def distance(self, point: _Point, multipliers: Values) -> float:
        """What is minimised, at a point."""
        missed = point.gradient + multipliers / self._weights
        return 0.5 * self._weight * float(np.sum((point.cells - self._noisy) ** 2)) + 0.5 * float(
            np.sum(self._weights * missed**2)
        )

    def newton(self, point: _Point, solve: Callable[[Values, float], Values]) -> Values | None:
        """The step to where the dual function would be highest if no cell came to a bound or left one."""
        wanted = point.wanted
        inside = ((wanted > self._lower) & (wanted < self._upper) & ~self._held).astype(np.float64)
        rho = self._weight / max(float(inside.mean()), 1e-3)

        def curved(direction: Values, spread: Values) -> Values:
            return np.asarray(direction / self._weights + self._added(inside * spread) / self._weight)

        def condition(values: Values) -> tuple[Values, Values]:
            """With what it spreads: the sums' Gram operator Q takes (Q + ρI)⁻¹y to y − ρ(Q + ρI)⁻¹y."""
            pulled = self._weights * values
            solved = solve(self._spread(pulled), rho)
            return pulled - self._weights * self._added(solved), rho * solved

        return _solve(curved, point.gradient, condition)


def _solve(
    operator: Callable[[Values, Values], Values],
    right: Values,
    condition: Callable[[Values], tuple[Values, Values]],
) -> Values | None:
    """Conjugate gradients to the relative residual; None if they get nowhere near it.

    What a direction spreads over cells is known from what it was made of.
    """
    solution = np.zeros_like(right)
    residual = right.copy()
    direction, spread = conditioned, pulled = condition(residual)
    start = energy = float(residual @ conditioned)
    for _ in range(SOLVES):
        if energy <= RESIDUAL**2 * start or energy <= 0.0:
            return solution
        image = operator(direction, spread)
        step = energy / float(direction @ image)
        solution = solution + step * direction
        residual = residual - step * image
        conditioned, pulled = condition(residual)
        energy, former = float(residual @ conditioned), energy
        direction = conditioned + (energy / former) * direction
        spread = pulled + (energy / former) * spread
    return solution if energy <= 0.25 * start else None
