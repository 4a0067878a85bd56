"""Json: block sums of mixed radix over any number of codes, all estimates combined by least squares
(Hay, Rastogi, Miklau, Suciu 2010; Honaker 2015; b-ary trees: Qardaji, Yang, Li 2013; Smith & Ullman, lecture
7).

Guarantee and why: every code lies in exactly one block of each measured level, so one row changes as many
measured integers as there are levels, by 1 each; under replace twice as many, the root excepted. Combining
the noisy blocks is post-processing.
Error: v(q) = qᵀ(MᵀM)⁻¹q, by a recursion over the nodes (algebra.py). Block sizes b_0 = 1 | b_1 | … are
chosen by forecast from the workload alone, the last block of a level may be shorter, and the root is
measured only where that pays. Release: block sums plus discrete noise, then two passes over the nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpdesk.mechanisms.core.axis import Axis
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.mechanisms.trees.algebra import (
    TreeShape,
    block_sums,
    covariance_times,
    estimate,
    query_moments,
    total_moments,
    upward_variances,
)
from dpdesk.mechanisms.trees.maximum import largest_interval
from dpdesk.queries.one_variable import AllRange, OneVariable
from dpdesk.queries.workload import Array, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class TreeAxis(Axis):
    """Blocks of the given sizes, each level with one unit of noise."""

    shape: TreeShape

    @property
    def size(self) -> int:
        """The number of codes D."""
        return self.shape.size

    @property
    def rows(self) -> int:
        """One row a measured node."""
        return self.shape.rows

    @property
    def whole_row(self) -> int | None:
        """The root, where it is measured: the last row."""
        return self.rows - 1 if self.shape.has_root else None

    @property
    def known_variance(self) -> float:
        """Variance of the least-squares total."""
        return float(upward_variances(self.shape)[-1][1][0])

    @property
    def mixes(self) -> bool:
        """Least squares weighs every level differently."""
        return len(self.shape.blocks) > 1

    def measure(self, x: Array, axis: int) -> Array:
        """Block sums, codes first."""
        return block_sums(x, axis, self.size, self.shape.blocks)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """Two passes over the nodes."""
        return estimate(y, axis, self.shape)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """Recursion over the nodes."""
        return query_moments(query, self.shape)

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """A trace for all intervals."""
        return total_moments(query, self.shape)

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals node by node, without listing them."""
        if isinstance(query, AllRange):
            return largest_interval(self.shape, known)
        return Axis.maximum(self, query, known)

    def spread(self) -> FloatArray:
        """C 1."""
        return np.asarray(covariance_times(np.ones((1, self.size)), self.shape)[0], dtype=np.float64)

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """R_q = M C q."""
        return np.asarray(
            block_sums(covariance_times(dense_rows(query, rows), self.shape), 1, self.size, self.shape.blocks)
        )

    def triples(self) -> tuple[Triple, ...]:
        """One node a level; two codes share at least the root, where it is measured."""
        levels = len(self.shape.blocks)
        if self.size == 1:
            return ((levels, levels, levels),)
        return ((levels, levels, int(self.shape.has_root)), (levels, levels, levels))

    def to_json(self) -> Json:
        """Kind, size and block sizes."""
        return {"kind": "tree", "codes": self.size, "blocks": list(self.shape.blocks), "root": self.shape.has_root}

    def to_public_json(self) -> Json:
        """Sizes of the blocks."""
        return {"kind": "blocks", "codes": self.size, "blocks": list(self.shape.blocks)}
