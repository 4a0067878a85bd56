"""Sine: the workload's own eigenvectors as waves, weighted by the fourth roots of their eigenvalues.

For prefixes and for all intervals WᵀW is the inverse of a tridiagonal matrix and its eigenvectors are sines.
Measured is M = round(2^q A), A = diag(λ^¼) Uᵀ diag(d^−½) with every column of norm 1 (sine_matrix.py proves d in
closed form).

Guarantee and why: M is a fixed integer matrix made from D and q alone, one row of a unit adds one column of M to the
exact integers M x (or replaces one column by another), and the noise is calibrated to the columns of M themselves: to
the exact largest squared norm for rows that come and go, and for replacement to an upper bound of the largest distance,
2·(largest norm) − 2·(least inner product), where the least inner product of A's columns is computed in closed form
and lowered by all that rounding can do. Decoding is post-processing.

Error (ρ = ½, add/remove): within 1.002 of the certified optimum for prefixes and 1.0003 for all intervals. Other
queries are answered from the same estimates; the eigenvectors of the kind with the better forecast are taken.
Release: integers by blocks, discrete Gaussian noise, then the inverse of M (sine_algebra.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, floor, sqrt
from typing import Any

import numpy as np

from dpdesk.mechanisms import sine_algebra as algebra
from dpdesk.mechanisms.axis import Axis, TotalAxis, conditioned
from dpdesk.mechanisms.histogram import IdentityAxis
from dpdesk.mechanisms.pieces import Piece, only_totals
from dpdesk.mechanisms.sensitivity import Relation, Triple
from dpdesk.mechanisms.sine_matrix import INTERVALS, PREFIXES, SineMatrix, columns
from dpdesk.mechanisms.strategy import ProductStrategy
from dpdesk.mechanisms.tree_algebra import CHUNK, dense_rows
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

BITS = (26, 13, 9, 7)
BITS_WITH_SUMS = (18, 10, 8, 6)
"""Binary places q of each variable for 1, 2, 3 or more variables with sines: what is left of 62 bits is for counts."""


@dataclass(frozen=True, slots=True)
class SineAxis(Axis):
    """M = round(2^bits A) of one kind."""

    matrix: SineMatrix

    @property
    def size(self) -> int:
        """D."""
        return self.matrix.size

    @property
    def rows(self) -> int:
        """D."""
        return self.matrix.size

    @property
    def whole_row(self) -> int | None:
        """No row counts everybody, unless there is only one code."""
        return 0 if self.size == 1 else None

    @property
    def unit(self) -> int:
        """A count is 2^q measured units."""
        return 1 << self.matrix.bits

    @property
    def largest_entry(self) -> int:
        """Largest |M_ji|."""
        return columns(self.matrix).largest

    @property
    def largest_coefficient(self) -> float:
        """|R_qj| ≤ ‖A⁻¹‖·√D, doubled for the rounding."""
        own = algebra.real(self.matrix.kind, self.size)
        return 2 * sqrt(self.size * float(own.half_sines.max()) * float(own.norms.max()) / own.h)

    @property
    def known_variance(self) -> float:
        """Last entry of the prefixes' covariance."""
        return float(algebra.summary(self.matrix).known[-1])

    def measure(self, x: Array, axis: int) -> Array:
        """M x, exact."""
        return _along(self.matrix.times, x, axis)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """(M/2^q)⁻¹ y."""
        return _along(lambda part: algebra.decode(part, self.matrix), np.asarray(y, dtype=np.float64), axis)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """From the prefixes' covariance where it is at hand, else from the decoder's rows."""
        own = algebra.summary(self.matrix)
        if isinstance(query, (Prefix, Total)):
            last = slice(1, None) if isinstance(query, Prefix) else slice(-1, None)
            return own.diagonal[last], own.known[last]
        runs = query.runs()
        if runs.contiguous and self.size <= algebra.WHOLE:
            prefixes = algebra.prefix_covariance(self.matrix)
            variance = own.diagonal[runs.ends] + own.diagonal[runs.starts] - 2 * prefixes[runs.starts, runs.ends]
            return np.maximum(variance, 0.0), own.known[runs.ends] - own.known[runs.starts]
        if runs.contiguous and query.count > self.size:
            return self._listed(runs.starts, runs.ends)
        variance, known = np.zeros(query.count), np.zeros(query.count)
        step = max(1, CHUNK // (8 * self.size))
        codes = np.diff(own.known)
        for first in range(0, query.count, step):
            chosen = np.arange(first, min(first + step, query.count))
            dense = dense_rows(query, chosen)
            variance[chosen] = (algebra.decoder_rows(dense, self.matrix) ** 2).sum(axis=1)
            known[chosen] = dense @ codes
        return variance, known

    def _listed(self, starts: IntArray, ends: IntArray) -> tuple[FloatArray, FloatArray]:
        """Very many intervals over very many codes, by one pass over the covariance."""
        own = algebra.summary(self.matrix)
        crossed = np.zeros(starts.size)
        order = np.argsort(starts, kind="stable")
        for first, rows in algebra.prefix_blocks(self.matrix):
            low, high = np.searchsorted(starts[order], [first + 1, first + rows.shape[0] + 1])
            chosen = order[low:high]
            crossed[chosen] = rows[starts[chosen] - first - 1, ends[chosen] - 1]
        variance = own.diagonal[ends] + own.diagonal[starts] - 2 * crossed
        return np.maximum(variance, 0.0), own.known[ends] - own.known[starts]

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """For all intervals from ΣK and ΣK_tt."""
        if not isinstance(query, AllRange):
            return Axis.sums(self, query)
        own, ends = algebra.summary(self.matrix), self.size + 1
        known = ends * float((own.known**2).sum()) - float(own.known.sum()) ** 2
        return ends * float(own.diagonal.sum()) - own.total, known

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals without listing them."""
        if isinstance(query, AllRange):
            return max(0.0, algebra.widest_interval(self.matrix, known))
        variance, share = self.moments(query)
        return float(conditioned(variance, share, self.known_variance if known else None).max(initial=0.0))

    def spread(self) -> FloatArray:
        """C 1."""
        return np.asarray(np.diff(algebra.summary(self.matrix).known))

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The decoder is (M/2^q)⁻¹."""
        return algebra.decoder_rows(dense_rows(query, rows), self.matrix)

    def triples(self) -> tuple[Triple, ...]:
        """Bounds of all triples: a and b by the largest norm (attained), g between the least product and that norm.

        Differences are linear in a and b with coefficients v², w² ≥ 0 and linear in g, hence greatest at these ends.
        The least product of M's columns is at least 4^q·(A's) less what rounding can do: a column of E has norm at most
        √D·(½ + 1/16), so products change by at most that times the two norms, and its square.
        """
        norm = max(columns(self.matrix).norms)
        if self.size == 1:
            return ((norm, norm, norm),)
        slack = 0.5625 * sqrt(self.size)
        product_ = algebra.least_product(self.matrix) * 4.0**self.matrix.bits
        least = floor(product_ - 2 * slack * ceil(sqrt(norm)) - slack * slack - 2)
        return ((norm, norm, least), (norm, norm, norm))

    def describe(self) -> dict[str, Any]:
        """Parameters of the matrix and the SHA-256 of its entries."""
        return {
            "kind": "sine",
            "codes": self.size,
            "eigenvectors": self.matrix.kind,
            "binary_places": self.matrix.bits,
            "largest_entry": self.largest_entry,
            "sha256": self.matrix.digest(),
            "rounding_at_most": f"{algebra.rounding(self.matrix):.1e}",
        }


def _along(apply: Callable[[Array], Array], x: Array, axis: int) -> Array:
    """Apply a map of the columns of a two-dimensional array along one axis of any array."""
    moved = np.moveaxis(x, axis, 0)
    result = apply(np.ascontiguousarray(moved.reshape(moved.shape[0], -1)))
    return np.moveaxis(result.reshape(result.shape[0], *moved.shape[1:]), 0, axis)


def kinds(factors: Sequence[OneVariable]) -> tuple[str, ...]:
    """What is worth comparing for one variable: a kind of sines, "identity", or "total" where nothing else is asked."""
    open_ = [factor for factor in factors if not only_totals(factor)]
    if not open_:
        return ("total",)
    if all(isinstance(factor, Prefix) for factor in open_):
        return (PREFIXES,)
    if all(isinstance(factor, AllRange) for factor in open_):
        return (INTERVALS,)
    if all(isinstance(factor, Identity) for factor in open_) and len(open_) == len(factors):
        return ("identity",)
    return (PREFIXES, INTERVALS, "identity")


def choose(
    sizes: Sequence[int],
    pieces: tuple[Piece, ...],
    known: bool,
    sums: bool,
    score: Callable[[ProductStrategy], float],
) -> ProductStrategy:
    """The product with the best forecast; a variable asked for single codes may be measured by its codes.

    At least one variable that is not only totalled keeps its sines, so that the name says what is measured, unless all
    are asked for single codes and totals only.
    """
    options = [kinds([piece.factors[i] for piece in pieces]) for i in range(len(sizes))]
    best: tuple[float, ProductStrategy] | None = None
    for choice in product(*options):
        strategy = ProductStrategy(tuple(axes(choice, sizes, sums)), pieces, known)
        value = score(strategy)
        if best is None or value < best[0] * (1 - 1e-12):
            best = value, strategy
    if best is None:
        raise ValueError("a product has at least one variable")
    return best[1]


def exact(strategy: ProductStrategy, relation: Relation) -> bool:
    """Whether the sensitivity is attained: for rows that come and go, and wherever no sines are measured."""
    return relation.neighbours is Neighbours.ADD_REMOVE or all(axis.unit == 1 for axis in strategy.axes)


def axes(choice: Sequence[str], sizes: Sequence[int], sums: bool) -> list[Axis]:
    """The axes of one choice of kinds."""
    number = sum(kind in (PREFIXES, INTERVALS) for kind in choice)
    bits = (BITS_WITH_SUMS if sums else BITS)[min(max(number, 1), len(BITS)) - 1]
    found: list[Axis] = []
    for kind, size in zip(choice, sizes, strict=True):
        if kind == "total":
            found.append(TotalAxis(size))
        elif kind == "identity":
            found.append(IdentityAxis(size))
        else:
            found.append(SineAxis(SineMatrix(kind, size, bits)))
    return found
