"""What is asked of a table with noisy answers to it: f(h) = ½ Σ_p w_p ‖W_p h − a_p‖² and its gradient."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.postprocess.closest.duality_gap import Cover
from dpdesk.postprocess.closest.fit import Values
from dpdesk.postprocess.integer_search import query_matrix

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from dpdesk.queries import Kronecker

_SPARSE = 1_000_000  # ones in the matrix of all queries up to which it is written down


class Queries:
    """The parts W_p, Kronecker products over one domain, and their weights w_p > 0."""

    def __init__(self, parts: Sequence[Kronecker], weights: Sequence[float], shape: tuple[int, ...]) -> None:
        self.parts, self.weights, self.shape = list(parts), list(weights), shape
        self.weighted = list(zip(self.parts, self.weights, strict=True))

    @property
    def number(self) -> int:
        """How many there are."""
        return sum(part.shape[0] for part in self.parts)

    @property
    def fewer(self) -> bool:
        """Whether they are fewer than the cells, so that many tables have the same answers."""
        return self.number < prod(self.shape)

    @cached_property
    def matrix(self) -> tuple[csr_array, csr_array] | None:
        """The queries as rows, each times the root of its weight, and the same turned; None where they are too long."""
        if sum(map(_ones, self.parts)) > _SPARSE:
            return None
        from scipy.sparse import diags_array

        roots = np.concatenate([np.full(part.shape[0], np.sqrt(weight)) for part, weight in self.weighted])
        every = (diags_array(roots) @ query_matrix(self.parts)).tocsr()
        return every, every.T.tocsr()

    @cached_property
    def covers(self) -> list[Cover]:
        """Of each part, and of all of them; those that are the same once."""
        alone = []
        for part, weight in self.weighted:
            raised = weight * part.adjoint(np.ones(part.shape[0])).reshape(self.shape)
            alone.append(Cover(_alike(raised), weight * part.shape[0]))
        every = np.asarray(sum((cover.raised for cover in alone), np.zeros(self.shape)))
        alike = {(cover.raised, cover.cost): cover for cover in alone if not np.ndim(cover.raised)}
        unlike = [cover for cover in alone if np.ndim(cover.raised)]
        return [*alike.values(), *unlike, Cover(_alike(every), sum(cover.cost for cover in alone))]

    @property
    def steepest(self) -> float:
        """The most by which Q can lengthen cells: the largest sum of a row, none of its entries being negative."""
        ones = np.ones(self.shape)
        rows = sum(weight * part.adjoint(part.answer(ones)) for part, weight in self.weighted)
        return float(np.max(rows))


class Distance:
    """f and its gradient, by what the answers are off; by one sparse matrix of all queries where there is one."""

    def __init__(self, queries: Queries, answers: Sequence[Values]) -> None:
        self._terms = [(part, weight, answer) for (part, weight), answer in zip(queries.weighted, answers, strict=True)]
        self._shape = queries.shape
        self._matrix = queries.matrix

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


def _alike(values: Values) -> Values | float:
    """One number for all of them, where they are the same."""
    least = float(values.min())
    return least if least == values.max() else values


def _ones(part: Kronecker) -> int:
    """How many ones its matrix has."""
    return prod(int(factor.column_counts().sum()) for factor in part.factors)
