"""A strategy over one variable: what is measured along one axis of the domain, and how it is decoded.

Products of these are the strategies of product.py. For one unit of noise variance on every row, v(q) is the variance
of the answer to q, c(q) its covariance with the estimated total, and s the variance of that total.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from dpdesk.mechanisms.core.dense import dense_rows, in_blocks
from dpdesk.mechanisms.core.matrix import Json, OneVariableMatrix, total_json
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.queries.one_variable import OneVariable, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

KEPT = 1 << 14
"""Most queries of one variable whose moments are kept."""
BLOCK = 1 << 20
"""Coefficients looked at together."""
GOLDEN = 0.6180339887498949
NOTHING = 1e-12
"""Unit variances below this fraction of what conditioning removed are rounding errors of zero."""


def conditioned(variance: FloatArray, known: FloatArray, base: float | None) -> FloatArray:
    """Unit variances once a total is known: v − c²/s, with rounding errors of zero removed.

    Args:
        variance: v of each answer.
        known: c of each answer, its covariance with the estimated total.
        base: s, the variance of that total; None where the total is not known.

    Returns:
        One unit variance an answer.
    """
    if base is None:
        return variance
    removed = known * known / base
    left = variance - removed
    return np.where(left <= NOTHING * removed, 0.0, left)


class Axis(OneVariableMatrix):
    """A strategy over one variable with `size` codes, applied along one axis of an array.

    A new one says what it measures (`rows`, `measure`), what its columns cost (`triples`), how answers are
    reconstructed (`estimate`, `answer`) and how wrong they are (`moments`, `known_variance`, `spread`, `coefficients`).

    >>> from dpdesk.mechanisms.baselines.histogram import IdentityAxis
    >>> from dpdesk.queries import Prefix
    >>> variance, with_total = IdentityAxis(3).moments(Prefix(3))
    >>> variance.tolist(), with_total.tolist()
    ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
    """

    __slots__ = ()

    reconstructs: ClassVar[bool] = True
    """Whether `estimate` gives one number a code, from which every query follows by summing."""
    told_by_moments: ClassVar[bool] = False
    """Whether queries of equal v and c have equal sets of pairs (coefficient, coefficient of the total)."""

    @property
    def whole_row(self) -> int | None:
        """Index of the row that counts all codes, if it is measured: the only row, unless an axis says another."""
        return 0 if self.rows == 1 else None

    @property
    def norm(self) -> int:
        """The largest squared norm of a column, from the triples."""
        return max(max(a, b) for a, b, _ in self.triples())

    @property
    def largest_coefficient(self) -> float:
        """A bound on the decoder's coefficients, in counts."""
        return 1.0

    @property
    @abstractmethod
    def known_variance(self) -> float:
        """s: variance of the estimated total."""

    @property
    def mixes(self) -> bool:
        """Whether the decoder's coefficients differ in many ways."""
        return False

    @abstractmethod
    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """Estimate the codes, or whatever `answer` needs, from measurements.

        Args:
            y: an array with `rows` noisy measurements along the axis, divided by `unit`.
            axis: the variable's.

        Returns:
            An array with the estimates along that axis, in counts.
        """

    def answer(self, estimates: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """Answer queries from estimates.

        Args:
            estimates: what `estimate` returned.
            axis: the variable's.
            query: k queries over the codes.

        Returns:
            An array with k answers along that axis, in counts.
        """
        return np.asarray(query.along(estimates, axis), dtype=np.float64)

    @abstractmethod
    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """How wrong answers are, for one unit of noise variance on every row.

        Args:
            query: k queries over the codes.

        Returns:
            v(q), the variance of each answer, and c(q), its covariance with the estimated total: k numbers each, in
            counts².
        """

    def moments_of_coefficients(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """The moments from the decoder's rows and `spread`: for any queries, with a good deal of work.

        Args:
            query: k queries over the codes.

        Returns:
            v(q) and c(q), k numbers each.
        """
        variance, known, spread = np.zeros(query.count), np.zeros(query.count), self.spread()
        for rows in in_blocks(query.count, 8 * query.size):
            variance[rows] = (self.coefficients(query, rows) ** 2).sum(axis=1)
            known[rows] = dense_rows(query, rows) @ spread
        return variance, known

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """Moments added up; fast even for all intervals of many codes.

        Args:
            query: k queries over the codes.

        Returns:
            Σ v(q) and Σ c(q)² over the queries.
        """
        variance, known = moments_of(self, query)
        return float(variance.sum()), float((known * known).sum())

    def maximum(self, query: OneVariable, known: bool) -> float:
        """The largest variance of an answer.

        Args:
            query: k queries over the codes.
            known: whether the total is known.

        Returns:
            The largest v(q), or with a known total the largest v(q) − c(q)²/s.
        """
        variance, share = moments_of(self, query)
        return float(conditioned(variance, share, self.known_variance if known else None).max(initial=0.0))

    @abstractmethod
    def spread(self) -> FloatArray:
        """The covariance of every estimated code with the estimated total, where codes are estimated.

        Returns:
            D numbers.
        """

    @abstractmethod
    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The decoder's rows R_q for chosen queries.

        Args:
            query: k queries over the codes.
            rows: n numbers of queries.

        Returns:
            n×`rows` coefficients, in counts.
        """

    @abstractmethod
    def triples(self) -> tuple[Triple, ...]:
        """Extreme points of (‖m_u‖², ‖m_v‖², ⟨m_u, m_v⟩) over pairs of columns, u = v included."""


def moments_of(axis: Axis, query: OneVariable) -> tuple[FloatArray, FloatArray]:
    """The moments of an axis, kept unless queries are many.

    Args:
        axis: the strategy of the variable.
        query: k queries over its codes.

    Returns:
        v(q) and c(q), k numbers each; not to be written to.
    """
    return axis.moments(query) if query.count > KEPT else _moments(axis, query)


@lru_cache(maxsize=256)
def _moments(axis: Axis, query: OneVariable) -> tuple[FloatArray, FloatArray]:
    variance, known = axis.moments(query)
    variance.flags.writeable = known.flags.writeable = False
    return variance, known


def interval_squares(cumulative: FloatArray) -> float:
    """Σ (h_t − h_s)² over all intervals (s, t].

    Args:
        cumulative: h_0 … h_D, the sums of the first codes.

    >>> interval_squares(np.array([0.0, 1.0, 3.0]))  # 1² + 2² + 3²
    14.0
    """
    return cumulative.size * float((cumulative**2).sum()) - float(cumulative.sum()) ** 2


@lru_cache(maxsize=1024)
def sums_of(axis: Axis, query: OneVariable) -> tuple[float, float]:
    """The `sums` of an axis, kept: the search for a better one asks again for those of the other variables.

    Args:
        axis: the strategy of the variable.
        query: queries over its codes.
    """
    return axis.sums(query)


@lru_cache(maxsize=256)
def maximum_of(axis: Axis, query: OneVariable, known: bool) -> float:
    """The `maximum` of an axis, kept: another budget leaves it as it is.

    Args:
        axis: the strategy of the variable.
        query: queries over its codes.
        known: whether the total is known.
    """
    return axis.maximum(query, known)


def shapes_of(axis: Axis, query: OneVariable, rows: IntArray) -> FloatArray:
    """Numbers by which queries are told apart whose decoder's rows are not alike.

    The number is Σ_j √|w_j + γt_j|, t the coefficients of the total: sums of square roots of different numbers do not
    meet.

    Args:
        axis: the strategy of the variable.
        query: queries over its codes.
        rows: n numbers of queries.

    Returns:
        n numbers: equal, with v and c, only where the rows are alike.
    """
    shapes = np.zeros(rows.size)
    if axis.told_by_moments:
        return shapes
    total = GOLDEN * axis.coefficients(Total(query.size), np.zeros(1, dtype=np.int64))
    step = max(1, BLOCK // axis.rows)
    for first in range(0, rows.size, step):
        part = axis.coefficients(query, rows[first : first + step])
        shapes[first : first + step] = np.sqrt(np.abs(part + total)).sum(axis=1)
    return shapes


@dataclass(frozen=True, slots=True)
class TotalAxis(Axis):
    """The variable is only ever totalled: one row."""

    told_by_moments = True  # there is one coefficient

    size: int

    @property
    def rows(self) -> int:
        """One row, which counts everybody."""
        return 1

    @property
    def known_variance(self) -> float:
        """The total is one measured row: 1."""
        return 1.0

    def measure(self, x: Array, axis: int) -> Array:
        """Sum along the axis."""
        return np.asarray(x.sum(axis=axis, keepdims=True))

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """The total, which is what was measured."""
        return y

    def answer(self, estimates: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """The total, once a query."""
        return estimates if query.count == 1 else np.repeat(estimates, query.count, axis=axis)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """1 for every query, which is the total itself."""
        ones = np.ones(query.count)
        return ones, ones

    def spread(self) -> FloatArray:
        """1 for the only estimate, the total."""
        return np.ones(1)

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """1 for every query, which is the measured row."""
        return np.ones((rows.size, 1))

    def triples(self) -> tuple[Triple, ...]:
        """All columns are equal."""
        return ((1, 1, 1),)

    def to_json(self) -> Json:
        """The kind and the number of codes, as a seal keeps them."""
        return total_json(self.size)

    @classmethod
    def from_json(cls, tree: Mapping[str, Any]) -> TotalAxis:
        """The axis that `to_json` described.

        Args:
            tree: what `to_json` gave.
        """
        return cls(tree["codes"])
