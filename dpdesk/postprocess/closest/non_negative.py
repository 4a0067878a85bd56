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
iterations, and others where the first do not end (iterations.py). Where none is close enough in time, the fit says
that it is not `closed`, and what is published may not rest on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.postprocess.closest.answers import Distance, Queries
from dpdesk.postprocess.closest.dual_newton import Sums, closest_cells
from dpdesk.postprocess.closest.duality_gap import duality_gap
from dpdesk.postprocess.closest.exact_fit import ExactFit
from dpdesk.postprocess.closest.fit import Fit, Values
from dpdesk.postprocess.closest.grams import Gram, gram_of
from dpdesk.postprocess.closest.iterations import Iterations, Problem
from dpdesk.queries.compound import kronecker_parts

if TYPE_CHECKING:
    from dpdesk.queries import Stack


class Projection:
    """The projection that belongs to a workload and its weights; prepared once, used for counts and sums.

    quick: whether the closest cells are found without iterations, or almost.
    """

    def __init__(self, workload: Stack, weights: Sequence[float]) -> None:
        """Take the parts W_p, Kronecker products over one domain, and one positive weight w_p for each.

        Raises TypeError if a part is no Kronecker product.
        """
        self.shape = tuple(workload.domain)
        self._queries = Queries(kronecker_parts(workload), [float(weight) for weight in weights], self.shape)
        self._exact = ExactFit(self._queries.parts, self._queries.weights, self.shape)
        self._whole = self._exact.whole
        self.quick = self._exact.small or self._exact.running or self._exact.intervals or self._whole is not None
        if not self.quick and not (self._queries.fewer and self._unsure):
            _ = self._gram  # what it needs is known to be there before anything is reserved

    @cached_property
    def _gram(self) -> Gram | None:
        return gram_of(self._queries.parts, self._queries.weights, self.shape)

    @cached_property
    def tells_all(self) -> bool:
        """Whether no two tables have the same answers; False where that is not known."""
        if self._exact.tells_all or self._exact.small:
            return self._exact.tells_all
        return not self._queries.fewer and self._gram is not None and self._gram.free(np.zeros(self.shape)) is not None

    @cached_property
    def _unsure(self) -> bool:
        """Whether many tables have the same answers, and the queries are few or count each cell at most once."""
        once = all(int(factor.column_counts().max()) <= 1 for part in self._queries.parts for factor in part.factors)
        return not self.tells_all and (once or self._queries.matrix is not None)

    @property
    def _others(self) -> list[int]:
        """Without the part that asks for every cell."""
        return [number for number in range(len(self._queries.parts)) if number != self._whole]

    @cached_property
    def _sums(self) -> Gram | None:
        """The Gram of all parts but the one that asks for every cell; None where its blocks are too large."""
        parts = [self._queries.parts[number] for number in self._others]
        return gram_of(parts, [self._queries.weights[number] for number in self._others], self.shape)

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
        noisy = [np.asarray(answer, dtype=np.float64) for answer in answers]
        b = np.zeros(self.shape)
        for (part, weight), answer in zip(self._queries.weighted, noisy, strict=True):
            b += weight * part.adjoint(answer).reshape(self.shape)

        @cache
        def distance() -> Distance:
            """What it takes to measure how far cells are; those found exactly are measured only where it is asked."""
            return Distance(self._queries, noisy)

        def bound(z: Values) -> tuple[float, float]:
            """The distance f and the duality gap."""
            reached, gradient = distance()(z)
            return reached, duality_gap(z, gradient, reached, lower, upper, self._queries.covers)

        exact = self._exact.cells(answers, b, lower, upper)
        if exact is None:
            exact = self._unbounded(b, lower, upper)
        if exact is not None:
            return Fit(exact, partial(bound, exact), 0)
        closest = self._beside_sums(noisy, lower, upper)
        if closest is not None:
            z, gap, iterations = closest
            return Fit(z, lambda: (distance()(z)[0], gap), iterations)
        return self._iterations.fit(Problem(b, lower, upper, distance(), bound), start, tolerance)

    @cached_property
    def _iterations(self) -> Iterations:
        return Iterations(self._queries, lambda: self._gram, unsure=self._unsure)

    def _beside_sums(
        self, noisy: Sequence[Values], lower: Values | float, upper: Values | float
    ) -> tuple[Values, float, int] | None:
        """The cells, their gap and the steps, where every cell is published itself."""
        if self._whole is None or self._sums is None:
            return None
        cells, pull, apart = noisy[self._whole].reshape(self.shape), np.zeros(self.shape), 0.0
        for number in self._others:
            part, weight = self._queries.weighted[number]
            off = noisy[number] - part.answer(cells)
            pull += weight * part.adjoint(off).reshape(self.shape)
            apart += 0.5 * weight * float(off @ off)
        return closest_cells(cells, self._queries.weights[self._whole], Sums(self._sums, pull, apart), lower, upper)

    def _unbounded(self, b: Values, lower: Values | float, upper: Values | float) -> Values | None:
        """The least-squares cells, where these lie within the bounds 0 and infinity."""
        known = self._exact.small or self._whole is not None or self._queries.fewer
        if known or np.any(lower) or not np.isinf(upper).all():
            return None
        free = None if self._gram is None else self._gram.free(b)
        return free if free is not None and float(free.min()) >= 0 else None
