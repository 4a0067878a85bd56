"""Weighted tree: block sums, or counts of nested areas, each level with a precision of its own, combined by least
squares (level budgets: Cormode et al. 2012; Qardaji, Yang, Li 2013; least squares: Hay et al. 2010).

Measured is w_v · (count of node v) + noise, w_v an integer, 2^q to the unit: rows with different noise are rows of
different weight. Which nodes and which weights is worked out from the workload alone (levels.py).

Guarantee and why: a code's column has the entry w_v at each node v that contains it and 0 elsewhere. Every code has
the same budget (nodes.py): with Laplace noise Σ w = ‖m_u‖₁ is the same integer for all codes; with Gaussian
noise Σ w² = ‖m_u‖₂² is, up to the rounding of nodes where a branch ends early, and N, the largest, is computed from the
integers. Two codes share the nodes that contain both, with equal entries; the least they share is the root's weight g
where it is measured, else nothing. As in core/sensitivity.py a squared distance v²‖m_u‖² + v'²‖m_v‖² − 2vv'⟨m_u, m_v⟩
grows with the norms and is linear in the product, which lies between g and N (Cauchy and Schwarz), and the L1 distance
likewise: (N, N, g) and (N, N, N) bound every neighbour, and are attained where all norms are equal. Combining the noisy
nodes is post-processing.
Error: v(q) = qᵀ(MᵀM)⁻¹q, by a recursion over the nodes (algebra.py). Where all nodes of a level are alike this
is the optimum of its levels, for areas of equal sizes that of all linear mechanisms (Gaussian noise).
Release: weighted block sums plus discrete noise, then two passes over the nodes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from dpdesk.mechanisms.core.axis import KEPT, Axis
from dpdesk.mechanisms.core.dense import CHUNK, dense_rows, in_blocks
from dpdesk.mechanisms.core.matrix import Json, sha256_of
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.mechanisms.trees.weighted import algebra
from dpdesk.mechanisms.trees.weighted.nodes import Tree, integer_weights, nodes_of
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

WRITTEN = 20_000
"""Up to so many numbers of nodes are written into the description."""


@dataclass(frozen=True, slots=True)
class WeightedTreeAxis(Axis):
    """A tree with an integer weight a level (codes first); `power` is 1 for Laplace noise and 2 for Gaussian noise."""

    tree: Tree
    weights: tuple[int, ...]
    bits: int
    power: int

    @property
    def size(self) -> int:
        """The number of codes D."""
        return self.tree.size

    @property
    def rows(self) -> int:
        """Number of measured nodes."""
        return int(sum(np.count_nonzero(level) for level in self.levels))

    @property
    def levels(self) -> tuple[IntArray, ...]:
        """The integer weight of every node, level by level."""
        return integer_weights(self.tree, self.weights, self.power)

    @property
    def up(self) -> algebra.Upward:
        """The walk up the tree, in counts."""
        return _upward(self.tree, self.weights, self.bits, self.power)

    @property
    def whole_row(self) -> int | None:
        """None: the root's row is not in units of one count. A known total is a row of its own."""
        return None

    @property
    def unit(self) -> int:
        """2^q measured units are one count."""
        return 1 << self.bits

    @property
    def largest_entry(self) -> int:
        """The largest weight of a node."""
        return max(int(level.max()) for level in self.levels)

    @property
    def largest_coefficient(self) -> float:
        """|ω_v 1_vᵀCq| ≤ ω_v s_v.

        C is the inverse of a diagonally dominant M-matrix, as for a tree of equal weights (core/product.py): the
        covariances of a node with the codes are ≥ 0 inside it, ≤ 0 outside, and sum to something ≥ 0, the inside ones
        to the node's variance; so every subset of them sums to something between −s_v and s_v.
        """
        variances = [self.up.leaves, *(step.after for step in self.up.steps)]
        pairs = zip(self.levels, variances, strict=False)
        return max(float((level / self.unit * variance).max()) for level, variance in pairs)

    @property
    def known_variance(self) -> float:
        """Variance of the least-squares total."""
        return self.up.total

    @property
    def mixes(self) -> bool:
        """Least squares weighs every level differently."""
        return self.tree.levels > 1

    def measure(self, x: Array, axis: int) -> Array:
        """Weighted sums of the measured nodes, codes first."""
        nodes = nodes_of(self.tree)
        moved = np.moveaxis(x, axis, 0)
        level = moved if nodes.order is None else moved[nodes.order]
        measured = []
        for number, weights in enumerate(self.levels):
            if number:
                level = np.add.reduceat(level, nodes.first[number - 1][:-1], axis=0)
            measured.append((level * weights.reshape(-1, *(1,) * (level.ndim - 1)))[weights > 0])
        return np.moveaxis(np.concatenate(measured), 0, axis)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """Two passes over the nodes."""
        moved = np.moveaxis(np.asarray(y, dtype=np.float64), axis, 0)
        levels, begin = [], 0
        for weights in self.levels:
            level = np.zeros((weights.size, *moved.shape[1:]))
            end = begin + int(np.count_nonzero(weights))
            level[weights > 0] = moved[begin:end]
            levels.append(level)
            begin = end
        estimates = algebra.estimate(levels, tuple(level / self.unit for level in self.levels), self.up)
        return np.moveaxis(self._by_code(estimates), 0, axis)

    def _by_code(self, values: FloatArray) -> FloatArray:
        place = nodes_of(self.tree).place
        return values if place is None else values[place]

    def _by_place(self, values: FloatArray) -> FloatArray:
        order = nodes_of(self.tree).order
        return values if order is None else values[order]

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """Recursion over the nodes for runs of positions, else C q."""
        return query_moments(query, self.tree, self.up)

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """A trace for all intervals."""
        if isinstance(query, AllRange) and not self.tree.groupings:
            return algebra.all_interval_sums(self.up)
        return Axis.sums(self, query)

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals node by node, without listing them."""
        if isinstance(query, AllRange) and not self.tree.groupings:
            return algebra.largest_interval(self.up, known)
        return Axis.maximum(self, query, known)

    def spread(self) -> FloatArray:
        """C 1."""
        return self._by_code(algebra.covariance_times(np.ones((self.size, 1)), self.up)[:, 0])

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """R_q = ω M C q."""
        nodes = nodes_of(self.tree)
        level = algebra.covariance_times(self._by_place(dense_rows(query, rows).T), self.up)
        rows_of_levels = []
        for number, weights in enumerate(self.levels):
            if number:
                level = np.add.reduceat(level, nodes.first[number - 1][:-1], axis=0)
            rows_of_levels.append((level * (weights / self.unit)[:, None])[weights > 0])
        return np.asarray(np.concatenate(rows_of_levels).T)

    def norms(self, power: int) -> IntArray:
        """Σ w^power over the nodes of every code, in order of position.

        Args:
            power: 1 or 2.

        Returns:
            int64[codes].
        """
        nodes = nodes_of(self.tree)
        total = np.zeros(self.tree.counts[-1], dtype=np.int64)
        for number in range(self.tree.levels - 1, -1, -1):
            total = total + self.levels[number] ** power
            if number:
                total = total[nodes.parents[number - 1]]
        return total

    def columns(self, power: int) -> tuple[tuple[Triple, ...], bool]:
        """(N, N, g) and (N, N, N) in L1 (power 1) or squared L2 (power 2), and whether all norms are N.

        Args:
            power: 1 for L1, 2 for squared L2.
        """
        norms = self.norms(power)
        most = int(norms.max())
        attained = bool(np.all(norms == most))
        if self.size == 1:
            return ((most, most, most),), attained
        shared = int(self.levels[-1][0]) ** power if self.tree.has_root else 0
        return tuple(sorted({(most, most, shared), (most, most, most)})), attained

    def triples(self) -> tuple[Triple, ...]:
        """In squared L2."""
        return self.columns(2)[0]

    def to_json(self) -> Json:
        """Levels, weights and how they are shared; nested groupings as the node of each code, or their SHA-256."""
        document: dict[str, Any] = {
            "kind": "weighted tree",
            "codes": self.size,
            "root": self.tree.has_root,
            "weights": list(self.weights),
            "shared_power": self.power,
            "binary_places": self.bits,
        }
        if not self.tree.groupings:
            return {**document, "blocks": list(self.tree.blocks)}
        if self.size * len(self.tree.groupings) <= WRITTEN:
            return {
                **document,
                "groupings": [np.frombuffer(grouping, "<i8").tolist() for grouping in self.tree.groupings],
            }
        return {**document, "sha256": hashlib.sha256(b"".join(self.tree.groupings)).hexdigest()}

    def to_public_json(self) -> Json:
        """Blocks or groupings, weights, and the integers' SHA-256."""
        groupings = [np.frombuffer(labels, "<i8").tolist() for labels in self.tree.groupings]
        return {
            "kind": "weighted tree",
            "codes": self.size,
            **({"groupings": groupings} if groupings else {"blocks": list(self.tree.blocks)}),
            "weights": list(self.weights),
            "power": self.power,
            "sha256": sha256_of(np.concatenate(self.levels)),
        }


@lru_cache(maxsize=128)
def _upward(tree: Tree, weights: tuple[int, ...], bits: int, power: int) -> algebra.Upward:
    unit = float(1 << bits)
    levels = integer_weights(tree, weights, power)
    return algebra.upward(nodes_of(tree), tuple((level / unit) ** 2 for level in levels))


def query_moments(query: OneVariable, tree: Tree, up: algebra.Upward) -> tuple[FloatArray, FloatArray]:
    """v(q) and c(q) of every query.

    Args:
        query: what is asked of the variable.
        tree: its levels.
        up: the tree, walked up once.

    Returns:
        float64[queries] each, in counts² for one unit of noise.
    """
    nodes = nodes_of(tree)
    runs = runs_in_order(query, nodes.place) if query.count > KEPT else _runs(query, tree)
    if runs is not None:
        return algebra.interval_moments(*runs, up)
    variance, known = np.zeros(query.count), np.zeros(query.count)
    for rows in in_blocks(query.count, query.size):
        dense = dense_rows(query, rows).T
        dense = dense if nodes.order is None else dense[nodes.order]
        spread = algebra.covariance_times(dense, up)
        variance[rows] = (dense * spread).sum(axis=0)
        known[rows] = spread.sum(axis=0)
    return variance, known


def query_sums(
    queries: Sequence[OneVariable], tree: Tree, up: algebra.Upward
) -> dict[OneVariable, tuple[float, float]]:
    """Σ v and Σ c² of several workloads: those that are runs of positions together.

    Args:
        queries: workloads of the variable.
        tree: its levels.
        up: the tree, walked up once.
    """
    sums_of: dict[OneVariable, tuple[float, float]] = {}
    runs: list[tuple[OneVariable, IntArray, IntArray]] = []
    for query in queries:
        if isinstance(query, AllRange) and up.nodes.order is None:
            sums_of[query] = algebra.all_interval_sums(up)
        elif query.count <= KEPT and (query_runs := _runs(query, tree)) is not None:
            runs.append((query, *query_runs))
        else:
            variance, known = query_moments(query, tree, up)
            sums_of[query] = float(variance.sum()), float((known * known).sum())
    if runs:
        starts, ends = (np.concatenate([run[part] for run in runs]) for part in (1, 2))
        variance, known = algebra.interval_moments(starts, ends, up)
        first = np.cumsum([0, *(run[1].size for run in runs)])[:-1]
        sums, squares = np.add.reduceat(variance, first), np.add.reduceat(known * known, first)
        sums_of.update({run[0]: (float(s), float(k)) for run, s, k in zip(runs, sums, squares, strict=True)})
    return sums_of


@lru_cache(maxsize=512)
def _runs(query: OneVariable, tree: Tree) -> tuple[IntArray, IntArray] | None:
    """`runs_in_order`, kept."""
    return runs_in_order(query, nodes_of(tree).place)


def runs_in_order(query: OneVariable, place: IntArray | None) -> tuple[IntArray, IntArray] | None:
    """First position and end of every query where each is one run of positions, else None.

    Args:
        query: what is asked of the variable.
        place: position of every code, int64[codes]; None where they stand in order.
    """
    if isinstance(query, Identity):
        starts = np.arange(query.size) if place is None else place
        return starts, starts + 1
    if isinstance(query, Total):
        return np.array([0]), np.array([query.size])
    runs = query.runs()
    if place is None:
        return (runs.starts, runs.ends) if runs.contiguous else None
    lengths = runs.ends - runs.starts
    if np.any(np.diff(runs.first) == 0) or int(lengths.sum()) > CHUNK:
        return None
    ends = np.cumsum(lengths)
    codes = np.arange(int(ends[-1])) - np.repeat(ends - lengths - runs.starts, lengths)
    rows = np.concatenate([[0], ends])[runs.first]
    least, most = np.minimum.reduceat(place[codes], rows[:-1]), np.maximum.reduceat(place[codes], rows[:-1])
    return (least, most + 1) if np.array_equal(most + 1 - least, np.diff(rows)) else None
