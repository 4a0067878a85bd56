"""The closest non-negative cells where every cell is published itself, beside its sums: Newton's method on the dual.

The minimum over lower ≤ h ≤ upper of ½w‖h − a‖² + ½Σ_q w_q (q·h − a_q)² has one multiplier λ_q a sum
(docs/proofs/non_negative.md, claim 5), and there are far fewer sums than cells. The second derivative is applied
without being formed: Newton steps by conjugate gradients, and halved until the dual function rises enough, end after
some ten steps at the optimum (Qi, Sun 1993). Cells are feasible all along, and f less the dual function is a duality
gap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.progress import breathe

if TYPE_CHECKING:
    from dpdesk.queries import Kronecker

Values = NDArray[np.float64]

STEPS = 60
HALVINGS = 30
SOLVES = 60
ENOUGH = 1e-7
"""Gap, as a share of f, at which nothing is left to gain."""


def closest_cells(
    cells: Values,
    weight: float,
    sums: Sequence[tuple[Kronecker, float, Values]],
    lower: Values | float,
    upper: Values | float,
    solve: Callable[[Values, float], Values],
) -> tuple[Values, float, int] | None:
    """The cells h, their duality gap and the number of steps; None if the gap could not be closed.

    cells: noisy cells, shape of the domain; weight: theirs; sums: for each part its queries, weight and noisy answers;
    solve: (Σ w_q q qᵀ + ρI)⁻¹ applied to cells, given ρ.
    """
    shape = cells.shape
    sizes = [answers.size for _, _, answers in sums]
    ends = np.cumsum([0, *sizes])
    noisy = np.concatenate([answers for _, _, answers in sums]) if sums else np.zeros(0)
    weights = (
        np.concatenate([np.full(answers.size, weight_of_part) for _, weight_of_part, answers in sums])
        if sums
        else np.zeros(0)
    )
    held = np.broadcast_to(np.asarray(lower) >= np.asarray(upper), shape)

    def spread(values: Values) -> Values:
        total = np.zeros(shape)
        for at, (part, _, _) in enumerate(sums):
            total += part.adjoint(values[ends[at] : ends[at + 1]]).reshape(shape)
        return total

    def added(values: Values) -> Values:
        if not sums:
            return np.zeros(0)
        return np.concatenate([np.asarray(part.answer(values), dtype=np.float64) for part, _, _ in sums])

    def at(multipliers: Values) -> tuple[Values, Values, Values, float]:
        """Cells, cells before they are cut, gradient and value of the dual."""
        wanted = cells - spread(multipliers) / weight
        found = np.clip(wanted, lower, upper)
        missed = added(found) - noisy
        value = (
            0.5 * weight * float(np.sum((found - cells) ** 2))
            + float(multipliers @ missed)
            - 0.5 * float(np.sum(multipliers**2 / weights))
        )
        return found, wanted, missed - multipliers / weights, value

    multipliers = np.zeros(noisy.size)
    found, wanted, gradient, value = at(multipliers)
    for step in range(STEPS):
        missed = gradient + multipliers / weights
        primal = 0.5 * weight * float(np.sum((found - cells) ** 2)) + 0.5 * float(np.sum(weights * missed**2))
        if primal - value <= ENOUGH * primal or not noisy.size:
            return found, max(primal - value, 0.0), step
        breathe("multipliers of sums", step / STEPS)
        inside = ((wanted > lower) & (wanted < upper) & ~held).astype(np.float64)
        rho = weight / max(float(inside.mean()), 1e-3)

        def curved(direction: Values, inside: Values = inside) -> Values:
            return direction / weights + added(inside * spread(direction)) / weight

        def condition(values: Values, rho: float = rho) -> Values:
            pulled = weights * values
            return pulled - weights * added(solve(spread(pulled), rho))

        direction = _solve(curved, gradient, condition, min(0.1, 1e-2 / (step + 1)))
        if direction is None:
            return None
        slope, length = float(gradient @ direction), 1.0
        for _ in range(HALVINGS):
            trial = multipliers + length * direction
            found, wanted, new, higher = at(trial)
            if higher >= value + 1e-4 * length * slope:
                break
            length /= 2
        else:
            return None
        multipliers, gradient, value = trial, new, higher
    return None


def _solve(
    operator: Callable[[Values], Values], right: Values, condition: Callable[[Values], Values], tolerance: float
) -> Values | None:
    """Conjugate gradients to a relative residual; None if they get nowhere near it."""
    solution = np.zeros_like(right)
    residual = right.copy()
    direction = conditioned = condition(residual)
    start = energy = float(residual @ conditioned)
    for _ in range(SOLVES):
        if energy <= tolerance**2 * start or energy <= 0.0:
            return solution
        image = operator(direction)
        step = energy / float(direction @ image)
        solution = solution + step * direction
        residual = residual - step * image
        conditioned = condition(residual)
        energy, former = float(residual @ conditioned), energy
        direction = conditioned + (energy / former) * direction
    return solution if energy <= 0.25 * start else None
