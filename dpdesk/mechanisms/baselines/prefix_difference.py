"""Prefixes and differences: measure the first t codes for t = 1 … D, answer an interval by one subtraction
(Smith & Ullman, lecture 7, equation (7): f_{s,t} = a_{1,t} − a_{1,s−1}).

Guarantee and why: code u lies in D − u + 1 prefixes, so one row changes up to D measured integers by 1 each
(L1 D, L2 √D); where Σx is public the last prefix cannot change and is measured without noise, leaving D − 1.
Error: v(q) is the number of t with q_t ≠ q_{t+1}, taking q_{D+1} = 0: at most 2 for an interval.
Release: cumulative sums plus discrete noise, then differences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpdesk.mechanisms.core.axis import Axis
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json, prefixes_json
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.queries.one_variable import AllRange, OneVariable
from dpdesk.queries.workload import Array, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class PrefixAxis(Axis):
    """Every prefix is measured."""

    told_by_moments = True  # coefficients are 0 and ±1, the total's one 1

    size: int

    @property
    def rows(self) -> int:
        """One row a prefix: D."""
        return self.size

    @property
    def whole_row(self) -> int | None:
        """The last prefix, which holds all codes."""
        return self.size - 1

    @property
    def known_variance(self) -> float:
        """The last prefix by itself."""
        return 1.0

    def measure(self, x: Array, axis: int) -> Array:
        """Cumulative sums along the axis."""
        return np.cumsum(x, axis=axis)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """Every code as its prefix less the one before."""
        zero = np.zeros_like(np.take(y, [0], axis=axis))
        return np.diff(y, axis=axis, prepend=zero)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """V = number of prefixes used; c = 1 if the last one is used."""
        runs = query.runs()
        ends = np.ones(runs.starts.size) + (runs.starts > 0)
        summed = np.concatenate([[0.0], np.cumsum(ends)])
        last = np.concatenate([[0.0], np.cumsum((runs.ends == self.size).astype(np.float64))])
        before, after = runs.first[:-1], runs.first[1:]
        return summed[after] - summed[before], last[after] - last[before]

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """Closed form for all intervals: two prefixes each, one where s = 1; D of them end at D."""
        if isinstance(query, AllRange):
            return float(2 * query.count - self.size), float(self.size)
        return Axis.sums(self, query)

    def maximum(self, query: OneVariable, known: bool) -> float:
        """An inner interval needs two noisy prefixes."""
        if isinstance(query, AllRange):
            return float(min(2, self.size - 1 if known else self.size))
        return Axis.maximum(self, query, known)

    def spread(self) -> FloatArray:
        """Only the last code's estimate shares noise with the last prefix."""
        share = np.zeros(self.size)
        share[-1] = 1.0
        return share

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """For prefix t, q_t − q_{t+1}: a query needs the prefixes at which it begins or ends."""
        dense = dense_rows(query, rows)
        dense[:, :-1] -= dense[:, 1:].copy()
        return dense

    def triples(self) -> tuple[Triple, ...]:
        """(a, b, min(a, b)) with 1 ≤ a, b ≤ D is spanned by its corners."""
        d = self.size
        return ((1, 1, 1),) if d == 1 else ((1, 1, 1), (1, d, 1), (d, 1, 1), (d, d, d))

    def to_json(self) -> Json:
        """The kind and the number of codes, as a seal keeps them."""
        return prefixes_json(self.size)
