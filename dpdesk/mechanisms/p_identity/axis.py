"""One variable measured by p-identity, every code and p bumps of codes; how fine, and whether its total is free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import Axis, interval_squares
from dpdesk.mechanisms.core.dense import dense_rows, in_blocks
from dpdesk.mechanisms.core.matrix import Json
from dpdesk.mechanisms.core.question import Question
from dpdesk.mechanisms.core.sensitivity import Triple, value_digits
from dpdesk.mechanisms.p_identity import algebra
from dpdesk.mechanisms.p_identity.matrix import BITS, PMatrix, packed, stored, unpacked
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

OPTIMISED = "optimised for these queries"
PLACES = 28
"""Binary places of all variables with bumps together, less those of a sum's largest value: no integer overflows then
with 10^10 rows."""
LEAST_BITS = 6
MOST_BUMPED = 3
"""Variables with bumps, those of most codes; further ones are measured by their codes."""


@dataclass(frozen=True, slots=True)
class PIdentityAxis(Axis):
    """M = [diag(d); T] of one variable."""

    matrix: PMatrix

    @property
    def size(self) -> int:
        """The number of codes D."""
        return self.matrix.size

    @property
    def rows(self) -> int:
        """D + p, and the total's."""
        return self.matrix.size + len(self.matrix.bumps) + (1 if self.matrix.whole else 0)

    @property
    def whole_row(self) -> int | None:
        """The last, where the total is measured; or the only one."""
        return self.rows - 1 if self.matrix.whole or self.rows == 1 else None

    @property
    def unit(self) -> int:
        """A count is 2^q measured units."""
        return 1 << self.matrix.bits

    @property
    def largest_entry(self) -> int:
        """Entries ≥ 0 of a column add up to 2^q, the total's apart."""
        return 1 << self.matrix.bits

    @property
    def largest_coefficient(self) -> float:
        """R_q = q X⁻¹Mᵀ has the squared length q X⁻¹qᵀ ≤ Σ_u (2^q/d_u)², since X ≥ diag(d/2^q)²."""
        return sqrt(float(algebra.solved(self.matrix).base[-1]))

    @property
    def known_variance(self) -> float:
        """Variance of the estimated total."""
        return float(algebra.solved(self.matrix).variance[-1])

    @property
    def mixes(self) -> bool:
        """Every answer combines noise in its own parts."""
        return True

    def measure(self, x: Array, axis: int) -> Array:
        """M x, exact: bumps from the codes they cover."""
        moved = np.moveaxis(x, axis, 0)
        flat = np.ascontiguousarray(moved.reshape(moved.shape[0], -1))
        answers = np.empty((self.rows, flat.shape[1]), dtype=np.result_type(flat.dtype, np.int64))
        answers[: self.size] = flat * self.matrix.diagonal[:, None]
        for row, target in zip(self.matrix.shared, answers[self.size :], strict=True):
            places = np.flatnonzero(row)
            covered = slice(int(places[0]), int(places[-1]) + 1)
            target[:] = row[covered] @ flat[covered]
        return np.moveaxis(answers.reshape(self.rows, *moved.shape[1:]), 0, axis)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """The codes' least-squares estimates."""
        moved = np.moveaxis(np.asarray(y, dtype=np.float64), axis, 0)
        estimates = algebra.estimated(self.matrix, moved.reshape(self.rows, -1))
        return np.moveaxis(estimates.reshape(self.size, *moved.shape[1:]), 0, axis)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """From prefixes for intervals, else from the queries themselves."""
        parts = algebra.solved(self.matrix)
        if isinstance(query, (Prefix, Total)):
            chosen = slice(1, None) if isinstance(query, Prefix) else slice(-1, None)
            return np.maximum(parts.variance[chosen], 0.0), parts.known[chosen]
        runs = query.runs()
        if runs.contiguous:
            share = parts.known[runs.ends] - parts.known[runs.starts]
            if isinstance(query, AllRange):
                return algebra.all_variances(self.matrix), share
            return algebra.interval_variances(self.matrix, runs.starts, runs.ends), share
        variance, known = np.zeros(query.count), np.zeros(query.count)
        codes = np.diff(parts.known)
        for rows in in_blocks(query.count, 8 * self.size):
            dense = dense_rows(query, rows)
            variance[rows] = (dense * algebra.covariance_times(self.matrix, dense)).sum(axis=1)
            known[rows] = dense @ codes
        return variance, known

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """For all intervals without listing them."""
        if not isinstance(query, AllRange):
            return Axis.sums(self, query)
        return algebra.interval_sum(self.matrix), interval_squares(algebra.solved(self.matrix).known)

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals in blocks."""
        if isinstance(query, AllRange):
            return algebra.widest(self.matrix, known)
        return Axis.maximum(self, query, known)

    def spread(self) -> FloatArray:
        """X⁻¹ 1, X⁻¹ the covariance of the codes' estimates."""
        return np.asarray(np.diff(algebra.solved(self.matrix).known))

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The rows q X⁻¹Mᵀ, in counts."""
        return algebra.decoder_rows(self.matrix, dense_rows(query, rows))

    def triples(self) -> tuple[Triple, ...]:
        """Bounds in squared L2: products of columns lie between 0 and the largest squared norm."""
        norm = int((self.matrix.diagonal**2 + (self.matrix.shared**2).sum(axis=0)).max())
        return ((norm, norm, norm),) if self.size == 1 else ((norm, norm, 0), (norm, norm, norm))

    def l1_triples(self) -> tuple[Triple, ...]:
        """(2^q, 2^q, g) for the least g and for a code with itself, 2^q more each for the total."""
        whole = self.unit if self.matrix.whole else 0
        top = self.unit + whole
        if self.size == 1:
            return ((top, top, top),)
        return ((top, top, algebra.least_shared(self.matrix)[0] + whole), (top, top, top))

    def to_json(self) -> Json:
        """Where T comes from and its hash; T itself, row by row from its first entry that is not 0, if it is not
        stored.
        """
        matrix = self.matrix
        document: dict[str, Any] = {
            "kind": "p-identity",
            "codes": matrix.size,
            "binary_places": matrix.bits,
            "bumps": int(matrix.bumps.shape[0]),
            "total": matrix.whole,
            "origin": matrix.origin,
            "sha256": matrix.sha256,
        }
        if matrix.origin == OPTIMISED:
            document["rows"] = packed(matrix.bumps)
        return document

    def to_public_json(self) -> Json:
        """Bumps row by row."""
        matrix = self.matrix
        return {
            "kind": "bumps",
            "codes": matrix.size,
            "places": matrix.bits,
            "total": matrix.whole,
            "rows": packed(matrix.bumps),
        }

    @classmethod
    def from_json(cls, tree: Mapping[str, Any]) -> PIdentityAxis:
        """What `to_json` gave: the integers it lists, or the stored ones that it names.

        Args:
            tree: what `to_json` gave.
        """
        size, bits, whole = tree["codes"], tree["binary_places"], tree["total"]
        if "rows" in tree:
            return cls(PMatrix.of(unpacked(tree["rows"], size), bits, tree["origin"], whole))
        return cls(stored(tree["origin"].split()[0], size, bits, whole))


def axis_of(matrix: PMatrix) -> Axis:
    """Codes measured as they are where there are no bumps.

    Args:
        matrix: what is measured.
    """
    return PIdentityAxis(matrix) if matrix.shared.shape[0] else IdentityAxis(matrix.size)


def bits_for(question: Question, bumped: int) -> int:
    """Binary places of each variable with bumps.

    Args:
        question: the workload.
        bumped: how many variables have bumps.
    """
    return max(LEAST_BITS, min(BITS, (PLACES - value_digits(question.sums)) // max(1, bumped)))


def beside(question: Question, bumped: int) -> bool:
    """Whether the total is free: under replacement, where one variable is more than totalled.

    Args:
        question: the workload.
        bumped: how many variables are more than totalled.
    """
    return question.relation.neighbours is Neighbours.REPLACE_ONE and bumped == 1
