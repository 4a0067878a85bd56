"""Histogram: count every cell once, answer every query by summing cells (Dwork, McSherry, Nissim, Smith 2006;
lecture notes "Linear queries", questions 3-4).

Guarantee and why: cells are disjoint, so one row changes one measured integer by 1 (add/remove: L1 = L2 = 1)
or two of them (replace: L1 2, L2 √2); noise is calibrated to that. Summing is post-processing.
Error: an answer over ℓ cells has variance ℓ·v. Where Σx is public the estimates are conditioned on it
(ℓ − ℓ²/D instead of ℓ). Release: integers plus discrete noise, then sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpdesk.mechanisms.core.axis import Axis
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json, identity_json
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.queries.one_variable import AllRange, OneVariable
from dpdesk.queries.workload import Array, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class IdentityAxis(Axis):
    """Every code is measured by itself."""

    told_by_moments = True  # coefficients are 0 and 1, the total's 1

    size: int

    @property
    def rows(self) -> int:
        """One row a code: D."""
        return self.size

    @property
    def known_variance(self) -> float:
        """The total is estimated from D independent rows: D."""
        return float(self.size)

    def measure(self, x: Array, axis: int) -> Array:
        """The counts, as they are."""
        return x

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """The noisy counts themselves."""
        return y

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """V = c = number of codes in the query."""
        runs = query.runs()
        lengths = np.concatenate([[0], np.cumsum(runs.ends - runs.starts)])
        codes = np.asarray(lengths[runs.first[1:]] - lengths[runs.first[:-1]], dtype=np.float64)
        return codes, codes

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """Closed form for all intervals: Σℓ and Σℓ² over D+1−ℓ intervals of length ℓ."""
        if isinstance(query, AllRange):
            d = self.size
            return d * (d + 1) * (d + 2) / 6, d * (d + 1) ** 2 * (d + 2) / 12
        return Axis.sums(self, query)

    def maximum(self, query: OneVariable, known: bool) -> float:
        """The longest interval, or with a known total that of half the length."""
        if isinstance(query, AllRange):
            half = self.size // 2
            return half - half * half / self.size if known else float(self.size)
        return Axis.maximum(self, query, known)

    def spread(self) -> FloatArray:
        """1 for every code: each is a part of the estimated total."""
        return np.ones(self.size)

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The queries themselves, 1 for each code they hold."""
        return dense_rows(query, rows)

    def triples(self) -> tuple[Triple, ...]:
        """Unit columns: the same or orthogonal."""
        return ((1, 1, 1),) if self.size == 1 else ((1, 1, 0), (1, 1, 1))

    def to_json(self) -> Json:
        """The kind and the number of codes, as a seal keeps them."""
        return identity_json(self.size)

    @classmethod
    def from_json(cls, tree: Mapping[str, Any]) -> IdentityAxis:
        """The axis that `to_json` described.

        Args:
            tree: what `to_json` gave.
        """
        return cls(tree["codes"])
