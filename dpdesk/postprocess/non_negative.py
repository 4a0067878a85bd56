"""The closest table of non-negative cells to noisy answers, measured in the space of the answers.

Let W_p x be the statistic groups a release publishes, a_p their noisy answers and w_p > 0 public weights. The cells
returned minimise

    f(h) = 1/2 Σ_p w_p ‖W_p h − a_p‖²   over   lower ≤ h ≤ upper

(Nikolov, Talwar, Zhang, arXiv 1212.0297: projection on the set of answers that some database could have given).
Because that set is convex and contains the truth, the weighted error of W h never exceeds that of a: it is the
published numbers, not the cells, that are brought closest. Clipping the cells of a tree release instead can multiply
the error of its prefixes many times over.

Privacy: a function of noisy answers and public parameters only, hence post-processing; nothing here sees data.

Notation: cells h ∈ R^N over the product domain, Gram operator Q = Σ_p w_p W_pᵀ W_p,
right-hand side b = Σ_p w_p W_pᵀ a_p.

Method: exactly where that is possible (active_sets.py): running counts of one variable by isotonic regression, small
domains by block principal pivoting, and wherever the least-squares cells are feasible they are taken. Else the
alternating direction method of multipliers (Boyd et al. 2011, §3.1 and §5.2) with over-relaxation and residual
balancing. It stops once the duality gap is no more than half of f(h): with x the true cells, then
‖W(h − x)‖² ≤ ‖a − Wx‖² − ‖a − Wh‖² + 2 gap, so that the published numbers are no further from the truth than a. Where
that is not reached in time, the fit says that it is not `closed`, and what is published may not rest on it.
Its linear step (Q + ρI)⁻¹ is that of grams.py; nothing of size N×N is formed unless the whole domain is small.
Where every cell is published itself, Newton's method on the few multipliers of the sums is quicker (dual_newton.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.active_sets import isotonic, positive_part, within_bounds
from dpdesk.postprocess.dual_newton import closest_cells
from dpdesk.postprocess.grams import Gram, as_dense, factor_gram, gram_of, kron
from dpdesk.queries.reduction import rows_of_queries

if TYPE_CHECKING:
    from dpdesk.queries import Kronecker, Stack

_RELAXATION = 1.6
_MAX_ITERATIONS = 4000
_PATIENCE = 5  # times as many, as long as the duality gap is open
_CHECK_EVERY = 10
_DENSE = 1100  # cells of a domain whose Gram matrix is solved with as it is
_RIDGE = 1e-10  # share of the mean diagonal that is added to a singular Gram matrix
_SINGULAR = 1e-10  # eigenvalue of a Gram matrix, in parts of the largest, that is a rounding error
_ACTIVE = 500_000  # queries times cells up to which active sets are found by the queries
_FINEST = 1e-7  # change of a cell between iterations below which there is nothing to gain

Values: TypeAlias = NDArray[np.float64]


class NotClosed(ArithmeticError):
    """The closest cells were not found in time: whoever finishes a release prints what was measured, and says so."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Cells h (shape of the domain) and how close to the optimum they are.

    gap: f(cells) − f(h) is at most this for every feasible h whose total is at most twice that of the cells.
    closed: whether they are so close that the published numbers are no further from the truth; False where iterations
    ended before that.
    """

    cells: Values
    objective: float
    gap: float
    iterations: int
    closed: bool = True

    @property
    def sure(self) -> Values:
        """The cells, for numbers that rest on them. Raises NotClosed where they are not close enough."""
        if not self.closed:
            raise NotClosed("the closest table was not found in time")
        return self.cells


class Projection:
    """The projection that belongs to a workload and its weights; prepared once, used for counts and sums."""

    def __init__(self, workload: Stack, weights: Sequence[float]) -> None:
        """Take the parts W_p, Kronecker products over one domain, and one positive weight w_p for each.

        Raises TypeError if a part is no Kronecker product.
        """
        self._parts = kronecker_parts(workload)
        self._weights = [float(weight) for weight in weights]
        self.shape = tuple(workload.domain)
        self._small = prod(self.shape) <= _DENSE
        self._running = _only_running(self._parts)
        self._whole = next((at for at, part in enumerate(self._parts) if _every_cell(part)), None)
        if not (self._small or self._running or self._whole is not None):
            _ = self._gram  # what it needs is known to be there before anything is reserved

    @cached_property
    def _gram(self) -> Gram:
        return gram_of(self._parts, self._weights, self.shape)

    @cached_property
    def tells_all(self) -> bool:
        """Whether no two tables have the same answers; False where that is not known."""
        if self._running or self._whole is not None:
            return True
        if self._small:
            values = np.linalg.eigvalsh(self._matrix)
            return bool(values[0] > _SINGULAR * values[-1])
        return self._gram.free(np.zeros(self.shape)) is not None

    @cached_property
    def _sums(self) -> Gram:
        """Without the part that asks for every cell."""
        kept = [at for at in range(len(self._parts)) if at != self._whole]
        return gram_of([self._parts[at] for at in kept], [self._weights[at] for at in kept], self.shape)

    @cached_property
    def _matrix(self) -> Values:
        """Q, dense."""
        size = prod(self.shape)
        terms = (
            weight * kron([as_dense(factor_gram(factor)) for factor in part.factors])
            for part, weight in zip(self._parts, self._weights, strict=True)
        )
        return np.asarray(sum(terms, np.zeros((size, size))))

    def fit(
        self,
        answers: Sequence[Values],
        *,
        lower: Values | float = 0.0,
        upper: Values | float = np.inf,
        tolerance: float = 1e-3,
    ) -> Fit:
        """Return the cells within [lower, upper] whose answers are closest to the noisy ones.

        answers: a_p, one vector a part; lower, upper: scalars or arrays of the domain's shape;
        tolerance: largest change of a cell between the last iterations, in the unit of the answers.
        """
        b = np.zeros(self.shape)
        for part, weight, answer in zip(self._parts, self._weights, answers, strict=True):
            b += weight * part.adjoint(np.asarray(answer, dtype=np.float64)).reshape(self.shape)

        def objective(z: Values) -> float:
            return 0.5 * sum(
                weight * float(np.sum((part.answer(z) - answer) ** 2))
                for part, weight, answer in zip(self._parts, self._weights, answers, strict=True)
            )

        exact = self._exactly(answers, b, lower, upper)
        if exact is not None:
            gradient = sum(
                weight * part.adjoint(part.answer(exact) - answer).reshape(self.shape)
                for part, weight, answer in zip(self._parts, self._weights, answers, strict=True)
            )
            return Fit(exact, objective(exact), _gap(exact, np.asarray(gradient), lower, upper), 0)
        if self._whole is not None:
            sums = [
                (part, weight, np.asarray(answer, dtype=np.float64))
                for at, (part, weight, answer) in enumerate(zip(self._parts, self._weights, answers, strict=True))
                if at != self._whole
            ]
            cells = np.asarray(answers[self._whole], dtype=np.float64).reshape(self.shape)
            closest = closest_cells(cells, self._weights[self._whole], sums, lower, upper, self._sums.solve)
            if closest is not None:
                z, gap, iterations = closest
                return Fit(z, objective(z), gap, iterations)
        z, iterations, ended = _admm(self._gram, b, lower, upper, tolerance, self._excess(b) or objective)
        reached, gap = objective(z), _gap(z, self._gram.apply(z) - b, lower, upper)
        return Fit(z, reached, gap, iterations, ended or gap <= 0.5 * reached)

    def _between(self, b: Values, lower: Values, upper: Values) -> Values | None:
        """Between finite bounds; where queries do not tell all cells apart, close to the middle of the bounds."""
        least, most, right = lower.ravel().astype(np.float64), upper.ravel().astype(np.float64), b.ravel()
        found = within_bounds(self._matrix, right, least, most)
        if found is None:
            ridge = _RIDGE * float(np.diag(self._matrix).mean())
            middle = right + ridge * (least + most) / 2.0
            found = within_bounds(self._matrix + ridge * np.eye(right.size), middle, least, most)
        return None if found is None else found.reshape(self.shape)

    def _undetermined(
        self, answers: Sequence[Values], inside: NDArray[np.intp], q: Values, right: Values
    ) -> Values | None:
        """One of the best tables where there are many: by the queries themselves, or where these are many by a ridge.

        The Gram matrix has the square of their condition number, and loses what weighs little.
        """
        if inside.size * sum(answer.size for answer in answers) > _ACTIVE:
            return positive_part(q + _RIDGE * float(np.diag(q).mean()) * np.eye(inside.size), right)
        from scipy.optimize import nnls

        roots = np.sqrt(self._weights)
        rows = np.concatenate([root * _rows(part)[:, inside] for root, part in zip(roots, self._parts, strict=True)])
        noisy = np.concatenate([root * answer for root, answer in zip(roots, answers, strict=True)])
        try:
            return np.asarray(nnls(rows, noisy)[0], dtype=np.float64)
        except RuntimeError:  # the active sets did not end
            return None

    def _excess(self, b: Values) -> Callable[[Values], float] | None:
        """The function f(h) − min f: no more than f(h), and quickly found. None if the minimum is not known."""
        free = self._gram.free(b)
        if free is None:
            return None

        def excess(z: Values) -> float:
            return 0.5 * float(np.sum((z - free) * self._gram.apply(z - free)))

        return excess

    def _exactly(
        self, answers: Sequence[Values], b: Values, lower: Values | float, upper: Values | float
    ) -> Values | None:
        """The cells without iterations, where that is possible."""
        if self._whole is not None and len(self._parts) == 1:  # nothing ties a cell to another
            cells = np.asarray(answers[0], dtype=np.float64).reshape(self.shape)
            return np.asarray(np.clip(cells, lower, upper), dtype=np.float64)
        if self._small and np.isfinite(upper).all():
            return self._between(b, np.broadcast_to(lower, self.shape), np.broadcast_to(upper, self.shape))
        if np.ndim(lower) or float(np.max(lower)) != 0:
            return None
        allowed = np.broadcast_to(np.asarray(upper) > 0, self.shape)
        if not np.isinf(np.where(allowed, upper, np.inf)).all():
            return None
        if self._running and allowed.all():
            size = self.shape[0]
            running, weights = np.zeros(size), np.zeros(size)
            for weight, answer in zip(self._weights, answers, strict=True):
                place = slice(size - answer.size, size)  # all running counts, or the total only
                running[place] += weight * answer
                weights[place] += weight
            return isotonic(running / weights, weights)
        if self._small:
            inside = np.flatnonzero(allowed)
            q, right = self._matrix[np.ix_(inside, inside)], b.ravel()[inside]
            found = positive_part(q, right)
            if found is None:  # queries do not tell all cells apart
                found = self._undetermined(answers, inside, q, right)
            if found is not None:
                cells = np.zeros(b.size)
                cells[inside] = found
                return cells.reshape(self.shape)
            return None
        if self._whole is not None:
            return None
        free = self._gram.free(b)
        return free if free is not None and allowed.all() and float(free.min()) >= 0 else None


def _rows(part: Kronecker) -> Values:
    """The 0/1 matrix of a product of queries."""
    return kron([np.asarray(rows_of_queries(factor), dtype=np.float64) for factor in part.factors])


def _every_cell(part: Kronecker) -> bool:
    """Whether a part asks for every cell by itself."""
    from dpdesk.queries import Identity

    return all(isinstance(factor, Identity) or factor.domain[0] == factor.shape[0] == 1 for factor in part.factors)


def _only_running(parts: Sequence[Kronecker]) -> bool:
    """Whether the answers are the running counts of one variable, and perhaps its total again."""
    from dpdesk.queries import Prefix, Total

    if any(len(part.factors) != 1 for part in parts):
        return False
    factors = [part.factors[0] for part in parts]
    return any(isinstance(f, Prefix) for f in factors) and all(isinstance(f, (Prefix, Total)) for f in factors)


def kronecker_parts(workload: Stack) -> list[Kronecker]:
    """The statistic groups of a workload, each a Kronecker product. Raises TypeError for anything else."""
    from dpdesk.queries import Kronecker

    parts = [part for part in workload.parts if isinstance(part, Kronecker)]
    if len(parts) != len(workload.parts):
        raise TypeError("every part of the workload must be a Kronecker product")
    return parts


def _gap(z: Values, gradient: Values, lower: Values | float, upper: Values | float) -> float:
    """A bound on f(z) − f(h) for the feasible h of `Fit.gap` (convexity: at most ∇f(z)·(z − h))."""
    above = z - np.where(np.isfinite(lower), lower, z)
    falling = np.maximum(-gradient, 0.0)
    if np.isfinite(upper).all():
        excess = float(np.sum(falling * (upper - z)))
    else:  # one cell may take the whole of the allowed total
        excess = float(falling.max(initial=0.0)) * max(2.0 * float(np.abs(z).sum()), 1.0)
    return float(np.sum(np.maximum(gradient, 0.0) * above)) + excess


def _admm(
    gram: Gram,
    b: Values,
    lower: Values | float,
    upper: Values | float,
    tolerance: float,
    objective: Callable[[Values], float],
) -> tuple[Values, int, bool]:
    """The cells, the number of iterations, and whether they ended by themselves."""
    rho = 30.0 * gram.smallest
    z = np.clip(gram.solve(b, rho, np.zeros_like(b)), lower, upper)
    u = np.zeros_like(z)
    h = z
    iteration = 0
    for iteration in range(1, _PATIENCE * _MAX_ITERATIONS + 1):
        h = gram.solve(b + rho * (z - u), rho, h)
        relaxed = _RELAXATION * h + (1.0 - _RELAXATION) * z
        previous = z
        z = np.clip(relaxed + u, lower, upper)
        u = u + relaxed - z
        if iteration % _CHECK_EVERY:
            continue
        primal, dual = float(np.abs(h - z).max()), float(np.abs(z - previous).max())
        still = max(primal, dual) < tolerance
        if still or iteration >= _MAX_ITERATIONS:
            if _gap(z, gram.apply(z) - b, lower, upper) <= 0.5 * objective(z) or (still and tolerance < _FINEST):
                return z, iteration, True
            tolerance /= 4.0 if still else 1.0
        if primal > 8.0 * dual:
            rho, u = rho * 2.0, u / 2.0
        elif dual > 8.0 * primal:
            rho, u = rho / 2.0, u * 2.0
    return z, iteration, False
