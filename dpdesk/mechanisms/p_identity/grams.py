"""Weighted Gram matrices of any queries over one variable, by their products with a few vectors.

Prefixes, all intervals, listed intervals and single codes need cumulative sums, few queries a product of low rank;
others are written down. So descent over thousands of codes never meets a matrix of codes by codes, unless the queries
are many and irregular.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dpdesk.mechanisms.baselines.workload import shared_queries
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.p_identity.optimum import DenseGram, Gram, IntervalGram, PrefixGram
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix
from dpdesk.queries.workload import FloatArray, IntArray

DENSEST = 1024
"""Up to so many codes a Gram matrix is written down."""
FEW_QUERIES = 64


@dataclass(frozen=True, slots=True, eq=False)
class CodesGram:
    """Single codes: the unit matrix."""

    size: int

    @property
    def diagonal(self) -> FloatArray:
        """1 for each code: one query holds it."""
        return np.ones(self.size)

    def apply(self, rows: FloatArray) -> FloatArray:
        """The rows as they are: G is the unit matrix."""
        return rows


@dataclass(frozen=True, slots=True, eq=False)
class FewGram:
    """A few queries, kept as W: G = WᵀW is not written down."""

    queries: FloatArray

    @property
    def diagonal(self) -> FloatArray:
        """How many queries hold a code."""
        return np.asarray((self.queries**2).sum(axis=0))

    def apply(self, rows: FloatArray) -> FloatArray:
        """Every row times Wᵀ, then times W: two thin products."""
        return np.asarray((rows @ self.queries.T) @ self.queries)


@dataclass(frozen=True, slots=True, eq=False)
class ListedGram:
    """Many listed intervals, from each start up to before the end."""

    size: int
    starts: IntArray
    ends: IntArray

    @property
    def diagonal(self) -> FloatArray:
        """How many intervals hold a code."""
        steps = np.bincount(self.starts, minlength=self.size + 1) - np.bincount(self.ends, minlength=self.size + 1)
        return np.cumsum(steps)[: self.size].astype(np.float64)

    def apply(self, rows: FloatArray) -> FloatArray:
        """Differences of cumulative sums, and the same backwards."""
        sums = np.zeros((rows.shape[0], self.size + 1))
        np.cumsum(rows, axis=1, out=sums[:, 1:])
        answers = sums[:, self.ends] - sums[:, self.starts]
        steps = np.zeros((self.size + 1, rows.shape[0]))
        np.add.at(steps, self.starts, answers.T)
        np.subtract.at(steps, self.ends, answers.T)
        return np.asarray(np.cumsum(steps, axis=0)[: self.size].T)


@dataclass(frozen=True, slots=True, eq=False)
class SumGram:
    """A weighted sum of Gram matrices."""

    parts: tuple[tuple[float, Gram], ...]

    @property
    def diagonal(self) -> FloatArray:
        """The weighted sum of the diagonals."""
        return np.asarray(sum(weight * part.diagonal for weight, part in self.parts))

    def apply(self, rows: FloatArray) -> FloatArray:
        """The weighted sum of every row's products."""
        return np.asarray(sum(weight * part.apply(rows) for weight, part in self.parts))


def weighted_gram(weights: Mapping[OneVariable, float]) -> SumGram | None:
    """Σ weight · WᵀW over queries of one variable.

    Args:
        weights: of each workload's queries.

    Returns:
        None where one of them would have to be written down and is too large.
    """
    parts = [(weight, _gram(factor)) for factor, weight in weights.items() if factor.count and weight > 0]
    terms = tuple((weight, part) for weight, part in parts if part is not None)
    return SumGram(terms) if terms and len(terms) == len(parts) else None


def _gram(factor: OneVariable) -> Gram | None:
    if isinstance(factor, Identity):
        return CodesGram(factor.size)
    if isinstance(factor, Prefix):
        return PrefixGram(factor.size)
    if isinstance(factor, AllRange):
        return IntervalGram(factor.size)
    if factor.count <= FEW_QUERIES:
        return FewGram(dense_rows(factor, np.arange(factor.count)))
    if factor.size <= DENSEST:
        return DenseGram(shared_queries(factor, np.arange(factor.size)).astype(np.float64))
    runs = factor.runs()
    return ListedGram(factor.size, runs.starts, runs.ends) if runs.contiguous else None
