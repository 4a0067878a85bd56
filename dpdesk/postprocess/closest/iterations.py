"""The iterations by which the closest cells are looked for, one way after the other, until one has closed the gap.

- Where many tables have the same answers, and where the other way is not to be had: quasi-Newton descent
  (bounded_descent.py), some hundred steps, or thousands where running counts and groups cross; of very many cells
  gradients with momentum first (accelerated_descent.py).
- Where the answers tell all cells, or are very many: alternating directions (alternating_directions.py) with the linear
  step (Q + ρI)⁻¹ of grams.py, which running counts and intervals need.
- Where neither ends and queries are few: proximal points, by Newton's method on their multipliers
  (proximal_newton.py).

They end once the duality gap (duality_gap.py) is no more than half of f(h). Where nothing proves that no cells have
the very answers, these are looked for (met_answers.py), however differently answers weigh.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.postprocess.closest.accelerated_descent import descend_with_momentum
from dpdesk.postprocess.closest.alternating_directions import alternating_directions
from dpdesk.postprocess.closest.bounded_descent import descend
from dpdesk.postprocess.closest.fit import Fit, Values
from dpdesk.postprocess.closest.met_answers import operator, with_answers
from dpdesk.postprocess.closest.proximal_newton import proximal_newton
from dpdesk.postprocess.integer_search import query_matrix
from dpdesk.progress import breathe

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from dpdesk.postprocess.closest.answers import Distance, Queries
    from dpdesk.postprocess.closest.grams import Gram

_DESCENT = 2_000_000_000  # steps of descent times cells times parts
_STEPS = (400, 4000)  # of descent, at least and at most
_MEMORY = 10
_MANY = 50_000  # cells from which a step that remembers others takes ten times a gradient
_MOMENTUM = 600  # steps with momentum before them
_CHECK_EVERY = 10
_CLOSE = 10.0  # gap, in parts of f and of the tolerance, at which descent ends
_EXACT = 1e-15  # part of max(f, 1) that a step of descent must gain
_MET = 10.0  # how many times the tolerance an answer may be off that cells can have
_NEWTON = 3_000  # queries up to which equations of that number are solved


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """What iterations are given: the right-hand side b, the bounds, f with its gradient, and f with the gap."""

    right: Values
    lower: Values | float
    upper: Values | float
    distance: Distance
    bound: Callable[[Values], tuple[float, float]]


class Iterations:
    """Ways to the closest cells of some queries.

    gram: makes Q, which is worked out where it is needed; None where its blocks are too large.
    unsure: whether many tables have the same answers, and descent is tried first.
    """

    def __init__(self, queries: Queries, gram: Callable[[], Gram | None], *, unsure: bool) -> None:
        self._queries, self._gram, self._unsure = queries, gram, unsure

    def fit(self, problem: Problem, start: Values | None, tolerance: float) -> Fit:
        """The best cells of all ways, the first that are close enough.

        Args:
            problem: the answers and the bounds.
            start: cells that are close already, where some are known.
            tolerance: largest change of a cell between the last iterations, in the unit of the answers.
        """
        first, *others = self._ways
        best_fit = first(problem, start, tolerance)
        for way in others:
            if best_fit.closed:
                break
            other = way(problem, best_fit.cells, tolerance)
            best = other if other.closed or other.objective < best_fit.objective else best_fit
            best_fit = replace(best, iterations=best_fit.iterations + other.iterations)
        return self._meeting(problem, best_fit, tolerance)

    def _meeting(self, problem: Problem, fit: Fit, tolerance: float) -> Fit:
        """The fit, with the very answers where nothing proves that no cells have them: of these all weigh alike."""
        if fit.gap < fit.objective or not fit.objective:
            return fit
        from scipy.sparse.linalg import aslinearoperator

        parts, short = self._queries.parts, self._queries.matrix is not None
        queries = aslinearoperator(query_matrix(parts)) if short else operator(parts, self._queries.shape)
        answers = problem.distance.answers
        cells = with_answers(queries, answers, fit.cells.ravel(), *self._flat_bounds(problem))
        reached, gap = problem.bound(cells.reshape(self._queries.shape))
        if reached >= fit.objective:
            return fit
        met = float(np.abs(queries.matvec(cells) - answers).max(initial=0.0)) <= _MET * tolerance
        closed = fit.closed or met or gap <= 0.5 * reached
        return replace(fit, cells=cells.reshape(self._queries.shape), measured=lambda: (reached, gap), closed=closed)

    @property
    def _few(self) -> bool:
        """Whether equations of the number of queries are solved quickly."""
        return self._queries.matrix is not None and self._queries.number <= _NEWTON

    @cached_property
    def _ways(self) -> list[Callable[[Problem, Values | None, float], Fit]]:
        """The iterations, in the order in which they are tried."""
        ways: list[Callable[[Problem, Values | None, float], Fit]] = [self._descent]
        if self._unsure and self._queries.fewer:
            ways.append(self._alternating)  # its blocks are worked out only where descent does not end
        elif self._gram() is not None:
            ways.insert(1 if self._unsure else 0, self._alternating)
        if self._queries.matrix is not None and self._few:
            ways.append(partial(self._newton, self._queries.matrix))
        return ways

    def _descent(self, problem: Problem, start: Values | None, tolerance: float) -> Fit:
        """By quasi-Newton steps; the first values are the same in every cell, as many as the answers say of all."""
        if start is None:
            ones = np.ones(self._queries.shape)
            counted = sum(weight * float(np.sum(part.answer(ones) ** 2)) for part, weight in self._queries.weighted)
            start = ones * (float(problem.right.sum()) / counted)
        most = _STEPS[0] if self._few else int(np.clip(_DESCENT // (start.size * len(self._queries.parts)), *_STEPS))
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
                steepest=self._queries.steepest,
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

    def _newton(
        self, matrix: tuple[csr_array, csr_array], problem: Problem, start: Values | None, tolerance: float
    ) -> Fit:
        """By proximal points."""
        first = np.zeros(self._queries.shape) if start is None else start
        values, steps = proximal_newton(
            matrix,
            problem.distance.goal,
            first.ravel(),
            *self._flat_bounds(problem),
            enough=lambda values: self._found(problem, values, 0, tolerance, _CLOSE * tolerance).closed,
        )
        return self._found(problem, values, steps, tolerance, 0.5)

    def _flat_bounds(self, problem: Problem) -> tuple[Values, Values]:
        least, most = (np.broadcast_to(side, self._queries.shape).ravel() for side in (problem.lower, problem.upper))
        return least, most

    def _found(self, problem: Problem, values: Values, steps: int, tolerance: float, share: float) -> Fit:
        """Flat cells, closed where the gap is at most this share of f, or every answer is met."""
        cells = values.reshape(self._queries.shape)
        reached, gap = problem.bound(cells)
        met = 0.5 * (_MET * tolerance) ** 2 * min(self._queries.weights)
        return Fit(cells, lambda: (reached, gap), steps, gap <= share * reached or reached <= met)

    def _alternating(self, problem: Problem, start: Values | None, tolerance: float) -> Fit:
        """By alternating directions; where Q's blocks are too large, the cells to begin with."""
        gram = self._gram()
        if gram is None:
            begin = np.zeros(self._queries.shape) if start is None else start
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


def _excess(gram: Gram, b: Values) -> Callable[[Values], float] | None:
    """The function f(h) − min f: no more than f(h), and quickly found. None if the minimum is not known."""
    free = gram.free(b)
    if free is None:
        return None

    def excess(z: Values) -> float:
        return 0.5 * float(np.sum((z - free) * gram.apply(z - free)))

    return excess
