"""The closest table of non-negative cells to noisy answers, measured in the space of the answers.

Let W_p x be the statistic groups a release publishes, a_p their noisy answers and w_p > 0 public weights. The cells
returned minimise

    f(h) = 1/2 Σ_p w_p ‖W_p h − a_p‖²   over   lower ≤ h ≤ upper

(Nikolov, Talwar, Zhang, arXiv 1212.0297). The published numbers are then no further from the truth than the noisy ones:
docs/proofs/non_negative.md. Nothing here sees data: post-processing of noisy answers and public parameters.

Notation: cells h ∈ R^N over the product domain, Gram operator Q = Σ_p w_p W_pᵀ W_p,
right-hand side b = Σ_p w_p W_pᵀ a_p.

Exactly where that is possible (exact_fit.py), and wherever the least-squares cells are feasible they are taken. Where
every cell is published itself, Newton's method on the few multipliers of the sums is quick (dual_newton.py). Else
iterations, and others where the first do not end:

- Where many tables have the same answers, and where the other way is not to be had: quasi-Newton descent
  (bounded_descent.py), some hundred steps, or thousands where running counts and groups cross; of very many cells
  gradients with momentum first (accelerated_descent.py).
- Where the answers tell all cells, or are very many: alternating directions (alternating_directions.py) with the linear
  step (Q + ρI)⁻¹ of grams.py, which running counts and intervals need.
- Where neither ends and queries are few: proximal points, by Newton's method on their multipliers
  (proximal_newton.py).

They end once the duality gap (duality_gap.py) is no more than half of f(h). Where nothing proves that no cells have
the very answers, these are looked for (met_answers.py), however differently answers weigh. Where neither is reached in
time, the fit says that it is not `closed`, and what is published may not rest on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from math import prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.accelerated_descent import descend_with_momentum
from dpdesk.postprocess.alternating_directions import alternating_directions
from dpdesk.postprocess.bounded_descent import descend
from dpdesk.postprocess.dual_newton import closest_cells
from dpdesk.postprocess.duality_gap import Cover, NotClosed, duality_gap
from dpdesk.postprocess.exact_fit import ExactFit
from dpdesk.postprocess.grams import Gram, gram_of
from dpdesk.postprocess.integer_search import query_matrix
from dpdesk.postprocess.met_answers import operator, with_answers
from dpdesk.postprocess.proximal_newton import proximal_newton
from dpdesk.progress import breathe
from dpdesk.queries.compound import kronecker_parts

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from dpdesk.queries import Kronecker, Stack

_DESCENT = 2_000_000_000  # steps of descent times cells times parts
_STEPS = (400, 4000)  # of descent, at least and at most
_MEMORY = 10
_MANY = 50_000  # cells from which a step that remembers others takes ten times a gradient
_MOMENTUM = 600  # steps with momentum before them
_SPARSE = 1_000_000  # ones in the matrix of all queries up to which it is written down
_QUICK = 30_000  # ones a part up to which such a matrix takes less time than its products of queries
_CHECK_EVERY = 10
_CLOSE = 10.0  # gap, in parts of f and of the tolerance, at which descent ends
_EXACT = 1e-15  # part of max(f, 1) that a step of descent must gain
_MET = 10.0  # how many times the tolerance an answer may be off that cells can have
_NEWTON = 3_000  # queries up to which equations of that number are solved

Values: TypeAlias = NDArray[np.float64]
Shape: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Fit:
    """Cells h (shape of the domain) and how close to the optimum they are.

    measured: tells `objective`, which is f(cells), and `gap`: f(cells) − f(h) is at most that for every h between the
    bounds. Of cells that are the closest ones nobody needs them, and answers may be many.
    closed: whether the gap is no more than half of the objective, so that the published numbers are no further from
    the truth than the noisy ones (docs/proofs/non_negative.md, claim 2); False where iterations ended before that.
    """

    cells: Values
    measured: Callable[[], tuple[float, float]]
    iterations: int
    closed: bool = True

    @cached_property
    def _measured(self) -> tuple[float, float]:
        return self.measured()

    @property
    def objective(self) -> float:
        """f(cells)."""
        return self._measured[0]

    @property
    def gap(self) -> float:
        """By how much f is less, at most, of other cells between the bounds."""
        return self._measured[1]

    @property
    def sure(self) -> Values:
        """The cells, for numbers that rest on them. Raises NotClosed where they are not close enough."""
        if not self.closed:
            raise NotClosed("the closest table was not found in time")
        return self.cells


class _Distance:
    """f and its gradient, by what the answers are off; by one sparse matrix of all queries where there is one."""

    def __init__(
        self,
        weighted: Sequence[tuple[Kronecker, float]],
        answers: Sequence[Values],
        shape: Shape,
        matrix: tuple[csr_array, csr_array] | None,
    ) -> None:
        self._terms = [(part, weight, answer) for (part, weight), answer in zip(weighted, answers, strict=True)]
        self._shape = shape
        self._matrix = matrix

    @property
    def answers(self) -> Values:
        """One after the other."""
        return np.concatenate([answer for _, _, answer in self._terms])

    @cached_property
    def goal(self) -> Values:
        """The answers, each times the root of its weight."""
        return np.concatenate([np.sqrt(weight) * answer for _, weight, answer in self._terms])

    def __call__(self, z: Values) -> tuple[float, Values]:
        """For cells in the domain's shape."""
        if self._matrix is not None:
            rows, turned = self._matrix
            off = rows @ z.ravel() - self.goal
            return 0.5 * float(off @ off), np.asarray(turned @ off).reshape(self._shape)
        reached, gradient = 0.0, np.zeros(self._shape)
        for part, weight, answer in self._terms:
            off = part.answer(z)
            off = np.subtract(off, answer, out=None if np.may_share_memory(off, z) else off)  # these may be millions
            reached += 0.5 * weight * float(off @ off)
            spread = part.adjoint(off).reshape(self._shape)
            spread *= weight  # in its place: to have new memory by the million takes longer than to multiply
            gradient += spread
        return reached, gradient

    def flat(self, values: Values) -> tuple[float, Values]:
        """For cells in a row."""
        reached, gradient = self(values.reshape(self._shape))
        return reached, gradient.ravel()


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """What iterations are given: the right-hand side b, the bounds, f with its gradient, and f with the gap."""

    right: Values
    lower: Values | float
    upper: Values | float
    distance: _Distance
    bound: Callable[[Values], tuple[float, float]]


class Projection:
    """The projection that belongs to a workload and its weights; prepared once, used for counts and sums.

    quick: whether the closest cells are found without iterations, or almost.
    """

    def __init__(self, workload: Stack, weights: Sequence[float]) -> None:
        """Take the parts W_p, Kronecker products over one domain, and one positive weight w_p for each.

        Raises TypeError if a part is no Kronecker product.
        """
        self._parts = kronecker_parts(workload)
        self._weights = [float(weight) for weight in weights]
        self._weighted = list(zip(self._parts, self._weights, strict=True))
        self.shape = tuple(workload.domain)
        self._exact = ExactFit(self._parts, self._weights, self.shape)
        self._whole = self._exact.whole
        self.quick = self._exact.small or self._exact.running or self._exact.intervals or self._whole is not None
        if not self.quick and not (self._fewer and self._open):
            _ = self._gram  # what it needs is known to be there before anything is reserved

    @cached_property
    def _fewer(self) -> bool:
        """Whether there are fewer queries than cells, so that many tables have the same answers."""
        return sum(part.shape[0] for part in self._parts) < prod(self.shape)

    @cached_property
    def _gram(self) -> Gram | None:
        return gram_of(self._parts, self._weights, self.shape)

    @cached_property
    def tells_all(self) -> bool:
        """Whether no two tables have the same answers; False where that is not known."""
        if self._exact.tells_all or self._exact.small:
            return self._exact.tells_all
        return not self._fewer and self._gram is not None and self._gram.free(np.zeros(self.shape)) is not None

    @cached_property
    def _sparse(self) -> tuple[csr_array, csr_array] | None:
        """The queries as rows, each times the root of its weight, and the same turned; None where they are too long."""
        if sum(map(_ones, self._parts)) > _SPARSE:
            return None
        from scipy.sparse import diags_array

        roots = np.concatenate([np.full(part.shape[0], np.sqrt(weight)) for part, weight in self._weighted])
        every = (diags_array(roots) @ query_matrix(self._parts)).tocsr()
        return every, every.T.tocsr()

    @property
    def _others(self) -> list[int]:
        """Without the part that asks for every cell."""
        return [number for number in range(len(self._parts)) if number != self._whole]

    @cached_property
    def _sums(self) -> Gram | None:
        """The Gram of all parts but the one that asks for every cell; None where its blocks are too large."""
        parts = [self._parts[number] for number in self._others]
        return gram_of(parts, [self._weights[number] for number in self._others], self.shape)

    @cached_property
    def _counted(self) -> tuple[csr_array, csr_array] | None:
        """The sums as rows, and the same turned, where that is quicker than to answer part after part."""
        sums = [self._parts[number] for number in self._others]
        if not sums or sum(map(_ones, sums)) > _QUICK * len(sums):
            return None
        rows = query_matrix(sums)
        return rows, rows.T.tocsr()

    def fit(
        self,
        answers: Sequence[Values],
        *,
        lower: Values | float = 0.0,
        upper: Values | float = np.inf,
        tolerance: float = 1e-3,
        start: Values | None = None,
    ) -> Fit:
        """Return the cells within [lower, upper] whose answers are closest to the noisy ones.

        Args:
            answers: a_p, one vector a part.
            lower: bounds of the cells from below, a scalar or in the domain's shape.
            upper: and from above.
            tolerance: largest change of a cell between the last iterations, in the unit of the answers.
            start: cells that are close already, where some are known.
        """
        b = np.zeros(self.shape)
        for part, weight, answer in zip(self._parts, self._weights, answers, strict=True):
            b += weight * part.adjoint(np.asarray(answer, dtype=np.float64)).reshape(self.shape)

        noisy = [np.asarray(answer, dtype=np.float64) for answer in answers]

        @cache
        def distance() -> _Distance:
            """What it takes to measure how far cells are; those found exactly are measured only where it is asked."""
            return _Distance(self._weighted, noisy, self.shape, self._sparse)

        def bound(z: Values) -> tuple[float, float]:
            """The distance f and the duality gap."""
            reached, gradient = distance()(z)
            return reached, duality_gap(z, gradient, reached, lower, upper, self._covers)

        exact = self._exact.cells(answers, b, lower, upper)
        if exact is None:
            exact = self._unbounded(b, lower, upper)
        if exact is not None:
            return Fit(exact, partial(bound, exact), 0)
        if self._whole is not None and self._sums is not None:
            sums = [(self._parts[number], self._weights[number], noisy[number]) for number in self._others]
            cells, weight = noisy[self._whole].reshape(self.shape), self._weights[self._whole]
            closest = closest_cells(cells, weight, sums, lower, upper, self._sums.solve, self._counted)
            if closest is not None:
                z, gap, iterations = closest
                return Fit(z, lambda: (distance()(z)[0], gap), iterations)

        problem = _Problem(b, lower, upper, distance(), bound)
        first, *others = self._ways
        best_fit = first(problem, start, tolerance)
        for way in others:
            if best_fit.closed:
                break
            other = way(problem, best_fit.cells, tolerance)
            best = other if other.closed or other.objective < best_fit.objective else best_fit
            best_fit = replace(best, iterations=best_fit.iterations + other.iterations)
        return self._meeting(problem, best_fit, tolerance)

    def _meeting(self, problem: _Problem, fit: Fit, tolerance: float) -> Fit:
        """The fit, with the very answers where nothing proves that no cells have them: of these all weigh alike."""
        if fit.gap < fit.objective or not fit.objective:
            return fit
        from scipy.sparse.linalg import aslinearoperator

        short = self._sparse is not None
        queries = aslinearoperator(query_matrix(self._parts)) if short else operator(self._parts, self.shape)
        answers = problem.distance.answers
        cells = with_answers(queries, answers, fit.cells.ravel(), *self._flat_bounds(problem))
        reached, gap = problem.bound(cells.reshape(self.shape))
        if reached >= fit.objective:
            return fit
        met = float(np.abs(queries.matvec(cells) - answers).max(initial=0.0)) <= _MET * tolerance
        closed = fit.closed or met or gap <= 0.5 * reached
        return replace(fit, cells=cells.reshape(self.shape), measured=lambda: (reached, gap), closed=closed)

    def _unbounded(self, b: Values, lower: Values | float, upper: Values | float) -> Values | None:
        """The least-squares cells, where these lie within the bounds 0 and infinity."""
        known = self._exact.small or self._whole is not None or self._fewer
        if known or np.any(lower) or not np.isinf(upper).all():
            return None
        free = None if self._gram is None else self._gram.free(b)
        return free if free is not None and float(free.min()) >= 0 else None

    @property
    def _few(self) -> bool:
        """Whether equations of the number of queries are solved quickly."""
        return self._sparse is not None and sum(part.shape[0] for part in self._parts) <= _NEWTON

    @cached_property
    def _ways(self) -> list[Callable[[_Problem, Values | None, float], Fit]]:
        """The iterations, in the order in which they are tried."""
        ways: list[Callable[[_Problem, Values | None, float], Fit]] = [self._descent]
        if self._open and self._fewer:
            ways.append(self._alternating)  # its blocks are worked out only where descent does not end
        elif self._gram is not None:
            ways.insert(1 if self._open else 0, self._alternating)
        if self._sparse is not None and self._few:
            ways.append(partial(self._newton, self._sparse))
        return ways

    @cached_property
    def _open(self) -> bool:
        """Whether many tables have the same answers, and the queries are few or count each cell at most once."""
        once = all(int(factor.column_counts().max()) <= 1 for part in self._parts for factor in part.factors)
        return not self.tells_all and (once or self._sparse is not None)

    @cached_property
    def _covers(self) -> list[Cover]:
        """Of each part, and of all of them; those that are the same once."""
        alone = []
        for part, weight in self._weighted:
            raised = weight * part.adjoint(np.ones(part.shape[0])).reshape(self.shape)
            alone.append(Cover(_alike(raised), weight * part.shape[0]))
        every = np.asarray(sum((cover.raised for cover in alone), np.zeros(self.shape)))
        alike = {(cover.raised, cover.cost): cover for cover in alone if not np.ndim(cover.raised)}
        unlike = [cover for cover in alone if np.ndim(cover.raised)]
        return [*alike.values(), *unlike, Cover(_alike(every), sum(cover.cost for cover in alone))]

    def _descent(self, problem: _Problem, start: Values | None, tolerance: float) -> Fit:
        """By quasi-Newton steps; the first values are the same in every cell, as many as the answers say of all."""
        if start is None:
            ones = np.ones(self.shape)
            counted = sum(weight * float(np.sum(part.answer(ones) ** 2)) for part, weight in self._weighted)
            start = ones * (float(problem.right.sum()) / counted)
        most = _STEPS[0] if self._few else int(np.clip(_DESCENT // (start.size * len(self._parts)), *_STEPS))
        first = _MOMENTUM if start.size >= _MANY else 0
        made = 0

        def enough(values: Values) -> bool:
            nonlocal made
            made += 1
            breathe("descending", made / (first + most))
            return made % _CHECK_EVERY == 0 and self._found(problem, values, 0, tolerance, _CLOSE * tolerance).closed

        if first:
            begun = descend_with_momentum(
                lambda cells: problem.distance(cells)[1],
                start,
                problem.lower,
                problem.upper,
                steepest=self._steepest,
                steps=first,
                enough=enough,
            )
            if begun.enough:
                return self._found(problem, begun.values, begun.steps, tolerance, 0.5)
            start = begun.values
        values, steps, _calls = descend(
            problem.distance.flat,
            start.ravel(),
            *self._flat_bounds(problem),
            steps=most,
            memory=_MEMORY,
            enough=enough,
            exact=_EXACT,
        )
        return self._found(problem, values, first + steps, tolerance, 0.5)

    @property
    def _steepest(self) -> float:
        """The most by which Q can lengthen cells: the largest sum of a row, none of its entries being negative."""
        ones = np.ones(self.shape)
        rows = sum(weight * part.adjoint(part.answer(ones)) for part, weight in self._weighted)
        return float(np.max(rows))

    def _newton(
        self, matrix: tuple[csr_array, csr_array], problem: _Problem, start: Values | None, tolerance: float
    ) -> Fit:
        """By proximal points."""
        first = np.zeros(self.shape) if start is None else start
        values, steps = proximal_newton(
            matrix,
            problem.distance.goal,
            first.ravel(),
            *self._flat_bounds(problem),
            enough=lambda values: self._found(problem, values, 0, tolerance, _CLOSE * tolerance).closed,
        )
        return self._found(problem, values, steps, tolerance, 0.5)

    def _flat_bounds(self, problem: _Problem) -> tuple[Values, Values]:
        least, most = (np.broadcast_to(side, self.shape).ravel() for side in (problem.lower, problem.upper))
        return least, most

    def _found(self, problem: _Problem, values: Values, steps: int, tolerance: float, share: float) -> Fit:
        """Flat cells, closed where the gap is at most this share of f, or every answer is met."""
        cells = values.reshape(self.shape)
        reached, gap = problem.bound(cells)
        met = 0.5 * (_MET * tolerance) ** 2 * min(self._weights)
        return Fit(cells, lambda: (reached, gap), steps, gap <= share * reached or reached <= met)

    def _alternating(self, problem: _Problem, start: Values | None, tolerance: float) -> Fit:
        """By alternating directions; where Q's blocks are too large, the cells to begin with."""
        gram = self._gram
        if gram is None:
            begin = np.zeros(self.shape) if start is None else start
            return self._found(problem, begin.ravel(), 0, tolerance, 0.5)
        excess = _excess(gram, problem.right) or (lambda z: problem.distance(z)[0])

        def closed(z: Values) -> bool:
            return problem.bound(z)[1] <= 0.5 * excess(z)

        z, proved, iterations, ended = alternating_directions(
            gram, problem.right, problem.lower, problem.upper, tolerance, closed, start, hurried=self._few
        )
        reached, gap = problem.bound(z)
        gap = min(gap, proved)
        return Fit(z, lambda: (reached, gap), iterations, ended or gap <= 0.5 * reached)


def _alike(values: Values) -> Values | float:
    """One number for all of them, where they are the same."""
    least = float(values.min())
    return least if least == values.max() else values


def _ones(part: Kronecker) -> int:
    """How many ones its matrix has."""
    return prod(int(factor.column_counts().sum()) for factor in part.factors)


def _excess(gram: Gram, b: Values) -> Callable[[Values], float] | None:
    """The function f(h) − min f: no more than f(h), and quickly found. None if the minimum is not known."""
    free = gram.free(b)
    if free is None:
        return None

    def excess(z: Values) -> float:
        return 0.5 * float(np.sum((z - free) * gram.apply(z - free)))

    return excess
