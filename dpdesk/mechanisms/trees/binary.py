"""Binary tree: measure every dyadic sum, answer an interval by its canonical cover
(Dwork, Naor, Pitassi, Rothblum 2010; Chan, Shi, Song 2011; Smith & Ullman, lecture 7, §2.2).

Guarantee and why: every code lies in one node of each of the log2 D + 1 levels (root and leaves included),
so one row changes that many measured integers by 1 each; under replace 2 log2 D, since the root does not
change.
The lecture counts log2 D ancestors, leaving out the root. A domain that is not a power of two is padded with
codes that no row can have; nodes wholly inside the padding are not measured, and an interval that ends at D
may cover it.
Error: v(q) is the number of nodes in the cover, at most 2 log2 D (for a prefix log2 D, Claim 2.3).
Nodes are not reconciled with each other: that is the mechanism "tree".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpdesk.mechanisms.core.axis import Axis
from dpdesk.mechanisms.core.matrix import Json
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.mechanisms.trees.algebra import TreeShape, block_sums
from dpdesk.queries.one_variable import AllRange, OneVariable, Runs
from dpdesk.queries.workload import Array, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class DyadicAxis(Axis):
    """Every block of 2^l codes, l = 0 … ⌈log2 D⌉."""

    reconstructs = False  # answers come from covers
    told_by_moments = True  # coefficients are 0 and 1

    size: int

    @property
    def levels(self) -> int:
        """Number of levels, leaves and root included."""
        return (self.size - 1).bit_length() + 1

    @property
    def shape(self) -> TreeShape:
        """Blocks of 1, 2, 4, … codes, as `TreeShape` has them."""
        return TreeShape(self.size, tuple(2**level for level in range(self.levels)))

    @property
    def rows(self) -> int:
        """Nodes that contain a code."""
        return self.shape.rows

    @property
    def whole_row(self) -> int | None:
        """The root is the last row."""
        return self.rows - 1

    @property
    def known_variance(self) -> float:
        """The root by itself."""
        return 1.0

    def measure(self, x: Array, axis: int) -> Array:
        """Dyadic sums, leaves first, root last."""
        return block_sums(x, axis, self.size, self.shape.blocks)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """The noisy nodes themselves."""
        return y

    def _ends(self, runs: Runs) -> tuple[IntArray, IntArray]:
        """Runs with those that reach D extended over the padding."""
        return runs.starts, np.where(runs.ends == self.size, 2 ** (self.levels - 1), runs.ends)

    def answer(self, estimates: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """Sum over the canonical cover, a level at a time."""
        nodes = np.moveaxis(estimates, axis, 0)
        runs = query.runs()
        low, high = self._ends(runs)
        answers = np.zeros((low.size, *nodes.shape[1:]))
        offset = 0
        for count in self.shape.counts:
            first = (low < high) & (low % 2 == 1)
            odd = np.flatnonzero(first & (low < count))  # what lies wholly in the padding is zero
            answers[odd] += nodes[offset + low[odd]]
            low = low + first
            odd = np.flatnonzero((low < high) & (high % 2 == 1))
            answers[odd] += nodes[offset + high[odd] - 1]
            low, high = (low + 1) // 2, high // 2
            offset += count
        if not runs.contiguous:
            summed = np.concatenate([np.zeros((1, *answers.shape[1:])), np.cumsum(answers, axis=0)])
            answers = summed[runs.first[1:]] - summed[runs.first[:-1]]
        return np.moveaxis(answers, 0, axis)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """V = number of nodes; c = 1 if the cover is the root.

        With j the highest bit in which start and end differ and M = ⌊end/2^j⌋·2^j, the cover of [start, end)
        is that of [start, M), one node a set bit of M − start, and that of [M, end), one a set bit of end −
        M.
        """
        runs = query.runs()
        differ = np.frexp((runs.starts ^ runs.ends).astype(np.float64))[1] - 1
        middle = (runs.ends >> differ) << differ
        used = np.bitwise_count(middle - runs.starts).astype(np.float64)
        used += np.bitwise_count(runs.ends - middle)
        last = runs.ends == self.size
        used[last] = self.suffix_covers()[runs.starts[last]]
        summed = np.concatenate([[0.0], np.cumsum(used)])
        roots = np.concatenate([[0.0], np.cumsum((last & (runs.starts == 0)).astype(np.float64))])
        before, after = runs.first[:-1], runs.first[1:]
        return summed[after] - summed[before], roots[after] - roots[before]

    def suffix_covers(self) -> FloatArray:
        """Number of nodes in the cover of start … D, which may take in the padding, for every start."""
        low = np.arange(self.size)
        high = np.full(self.size, 2 ** (self.levels - 1))
        used = np.zeros(self.size)
        for count in self.shape.counts:
            odd = (low < high) & (low % 2 == 1)
            used += odd & (low < count)
            low = low + odd
            used += (low < high) & (high % 2 == 1)
            low, high = (low + 1) // 2, high // 2
        return used

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals the best split at 2^j: at most max(j, 1) nodes to its left, the rest to its
        right.
        """
        if not isinstance(query, AllRange):
            return Axis.maximum(self, query, known)
        suffixes = self.suffix_covers()
        best = float(suffixes[1:].max(initial=0.0 if known else suffixes[0]))
        for j in range((self.size - 1).bit_length()):
            right = min((1 << j) - 1, self.size - 1 - (1 << j))
            best = max(best, max(j, 1) + (right + 1).bit_length() - 1)
        return best

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """For all intervals: a node is used by those that contain it but not its parent."""
        if not isinstance(query, AllRange):
            return Axis.sums(self, query)
        d = self.size
        containing = []
        for level, count in enumerate(self.shape.counts):
            start = np.arange(count, dtype=np.int64) << level
            end = start + (1 << level)
            containing.append((start + 1) * np.maximum(d - end + 1, 1))
        used = float(sum(level.sum() for level in containing))
        for level, count in enumerate(self.shape.counts[:-1]):
            used -= float(containing[level + 1][np.arange(count) // 2].sum())
        return used, 1.0

    def spread(self) -> FloatArray:
        """Not used: codes are not estimated."""
        return np.zeros(self.size)

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """1 for the nodes of the cover."""
        runs = query.runs_of(rows)
        which = np.repeat(np.arange(rows.size), np.diff(runs.first))
        low, high = self._ends(runs)
        dense = np.zeros((rows.size, self.rows))
        offset = 0
        for count in self.shape.counts:
            first = (low < high) & (low % 2 == 1)
            odd = np.flatnonzero(first & (low < count))
            np.add.at(dense, (which[odd], offset + low[odd]), 1.0)
            low = low + first
            odd = np.flatnonzero((low < high) & (high % 2 == 1))
            np.add.at(dense, (which[odd], offset + high[odd] - 1), 1.0)
            low, high = (low + 1) // 2, high // 2
            offset += count
        return dense

    def triples(self) -> tuple[Triple, ...]:
        """Every column has one node a level; two of them share at least the root."""
        levels = self.levels
        return ((1, 1, 1),) if self.size == 1 else ((levels, levels, 1), (levels, levels, levels))

    def to_json(self) -> Json:
        """Kind, size and levels."""
        return {"kind": "dyadic sums", "codes": self.size, "levels": self.levels}

    def to_public_json(self) -> Json:
        """Sizes of the blocks."""
        return {"kind": "blocks", "codes": self.size, "blocks": list(self.shape.blocks)}
