"""Strategies that are Kronecker products of one-variable strategies, and totals that are known.

R is a product too, and so are the unit variances: Var(q1 ⊗ q2) = v1(q1) · v2(q2).

**A total that is known.** Where every unit puts exactly one row in the domain under replacement, Σx is public: the row
that counts everybody has equal columns, so it is measured without noise at no cost, and the estimate is conditioned on
it. With c(q) the covariance of the answer with the estimated total and s the variance of the latter, the answer to q
changes by c(q)/s times what the total was missed by, and its variance falls by c(q)²/s; c and s are products over the
variables like v.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from dpdesk.mechanisms.core.axis import Axis, TotalAxis, conditioned, maximum_of, moments_of, shapes_of, sums_of
from dpdesk.mechanisms.core.coefficient_sizes import sizes_less_total, sizes_of_products
from dpdesk.mechanisms.core.matrix import Json, Term, total_json
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.sensitivity import Triple, products
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.queries.one_variable import Total
from dpdesk.queries.workload import Array, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class ProductStrategy(Strategy):
    """A Kronecker product of one-variable strategies."""

    axes: tuple[Axis, ...]
    pieces: tuple[Piece, ...]
    known: bool

    def unconditioned(self) -> ProductStrategy:
        """The same axes, the total measured with noise."""
        return ProductStrategy(self.axes, self.pieces, False)

    @property
    def inner_rows(self) -> int:
        """Rows of the product."""
        return prod(axis.rows for axis in self.axes)

    @property
    def whole_row(self) -> int | None:
        """Index of the product's row that counts everybody, if there is one."""
        index = 0
        for axis in self.axes:
            if axis.whole_row is None:
                return None
            index = index * axis.rows + axis.whole_row
        return index

    @property
    def rows(self) -> int:
        """Rows of the product, and one more where a known total is not among them."""
        return self.inner_rows + (1 if self.known and self.whole_row is None else 0)

    @property
    def exact_rows(self) -> IntArray:
        """The row that counts everybody, where the total is known."""
        if not self.known:
            return np.zeros(0, dtype=np.int64)
        whole = self.whole_row
        return np.array([self.inner_rows if whole is None else whole], dtype=np.int64)

    @property
    def largest_coefficient(self) -> float:
        """1, and 2 where a known total is taken out of a product of several variables.

        Identity, prefix and dyadic decoders have coefficients 0 and ±1. For a tree R = M C q with C the
        inverse of an ultrametric matrix, hence a diagonally dominant M-matrix (Martínez, Michon, San Martín
        1994): the covariances of a node with the codes are ≥ 0 inside it, ≤ 0 outside and sum to something ≥
        0, the inside ones to the node's variance, which is at most 1; so every subset of them sums to
        between −1 and 1. A known total is the limit of a root measured ever more precisely, again
        ultrametric. Products multiply.
        """
        bound = prod(axis.largest_coefficient for axis in self.axes)
        if self.known and any(axis.unit > 1 for axis in self.axes):
            # A share c/s is a sum of at most as many covariances of codes with the total as there are codes.
            return bound * (1 + self.inner_rows * bound**2 / self.known_variance)
        return bound * (2.0 if self.known and len(self.axes) > 1 else 1.0)

    @property
    def mixes(self) -> bool:
        """Where one of the variables does."""
        return any(axis.mixes for axis in self.axes)

    @property
    def unit(self) -> int:
        """The product of the axes' units."""
        return prod(axis.unit for axis in self.axes)

    @property
    def largest_entry(self) -> int:
        """Entries multiply; a known total is measured in the same unit."""
        return max(prod(axis.largest_entry for axis in self.axes), self.unit)

    def triples(self) -> tuple[Triple, ...]:
        """Extreme triples multiply across variables."""
        return products([axis.triples() for axis in self.axes])

    def measure(self, x: Array) -> Array:
        """Apply every axis in turn."""
        y = x
        for number, axis in enumerate(self.axes):
            y = axis.measure(y, number)
        y = y.reshape(-1)
        if self.known and self.whole_row is None:
            y = np.concatenate([y, x.sum().reshape(1) * self.unit])
        return y

    def decode(self, y: FloatArray) -> FloatArray:
        """Estimate along every axis, condition on the known total, sum up."""
        estimates = np.asarray(y[: self.inner_rows], dtype=np.float64).reshape([axis.rows for axis in self.axes])
        for number, axis in enumerate(self.axes):
            estimates = axis.estimate(estimates, number)
        if self.known and all(axis.reconstructs for axis in self.axes):
            missed = float(y[self.exact_rows[0]]) - float(estimates.sum())
            share = np.ones(())
            for axis in self.axes:
                share = np.multiply.outer(share, axis.spread())
            estimates = estimates + share * (missed / self.known_variance)
        answers = []
        for piece in self.pieces:
            part = estimates
            order = sorted(range(len(self.axes)), key=lambda i: piece.factors[i].count / part.shape[i])
            for number in order:
                part = self.axes[number].answer(part, number, piece.factors[number])
            answers.append(part.reshape(-1))
        return answers[0] if len(answers) == 1 else np.concatenate(answers)

    @property
    def known_variance(self) -> float:
        """Variance of the estimated total: product over the variables."""
        return prod(axis.known_variance for axis in self.axes)

    def piece_sum(self, piece: Piece) -> float:
        """The product of the axes' sums, less what a known total explains."""
        pairs = [sums_of(axis, factor) for axis, factor in zip(self.axes, piece.factors, strict=True)]
        total = prod(variance for variance, _ in pairs)
        if self.known:
            total = max(0.0, total - prod(known for _, known in pairs) / self.known_variance)
        return total

    def piece_variances(self, piece: Piece) -> FloatArray:
        """Products of the axes' variances, less what a known total explains."""
        variance, known = np.ones(()), np.ones(())
        for axis, factor in zip(self.axes, piece.factors, strict=True):
            v, c = moments_of(axis, factor)
            variance = np.multiply.outer(variance, v)
            if self.known:
                known = np.multiply.outer(known, c)
        return conditioned(variance.reshape(-1), known.reshape(-1), self.known_variance if self.known else None)

    def piece_maximum(self, piece: Piece) -> float:
        """Products of maxima; with a known total only one variable may be more than totalled for that."""
        if piece.count == 0:
            return 0.0
        open_ = [i for i, axis in enumerate(self.axes) if not isinstance(axis, TotalAxis)]
        if self.known and len(open_) > 1:
            return Strategy.piece_maximum(self, piece)
        if not open_:
            return 0.0 if self.known else 1.0
        return prod(maximum_of(self.axes[i], piece.factors[i], self.known) for i in open_)

    def coefficients(self, piece: Piece, rows: IntArray) -> FloatArray:
        """Products of decoder rows, less the multiple of the total's row that conditioning removes."""
        index = np.unravel_index(rows, piece.product.counts)
        dense = np.ones((rows.size, 1))
        total = np.ones((1, 1))
        known = np.ones(rows.size)
        for axis, factor, chosen in zip(self.axes, piece.factors, index, strict=True):
            part = axis.coefficients(factor, chosen)
            dense = (dense[:, :, None] * part[:, None, :]).reshape(rows.size, -1)
            if self.known:
                axis_total = axis.coefficients(Total(factor.size), np.zeros(1, dtype=np.int64))
                total = (total[:, :, None] * axis_total[:, None, :]).reshape(1, -1)
                known = known * moments_of(axis, factor)[1][chosen]
        if self.known:
            dense = dense - (known / self.known_variance)[:, None] * total
            if self.whole_row is None:
                dense = np.concatenate([dense, np.zeros((rows.size, 1))], axis=1)
            dense[:, self.exact_rows] = 0.0
        return dense

    def coefficient_sizes(self, piece: Piece, rows: IntArray) -> Iterator[tuple[FloatArray, IntArray | None]]:
        """From those of every variable, not written out for the product."""
        if sum(axis.rows > 1 for axis in self.axes) < 2:
            yield from Strategy.coefficient_sizes(self, piece, rows)
            return
        index = np.unravel_index(rows, piece.product.counts)
        chosen = list(zip(self.axes, piece.factors, index, strict=True))
        parts = [axis.coefficients(factor, axis_rows) for axis, factor, axis_rows in chosen]
        if not self.known:
            for place in range(rows.size):
                yield sizes_of_products([part[place] for part in parts])
            return
        nobody = np.zeros(1, dtype=np.int64)
        totals = [axis.coefficients(Total(factor.size), nobody)[0] for axis, factor, _ in chosen]
        whole = [axis.whole_row for axis in self.axes]
        known = np.ones(rows.size)
        for axis, factor, axis_rows in chosen:
            known = known * moments_of(axis, factor)[1][axis_rows]
        for place, share in enumerate(known / self.known_variance):
            yield sizes_less_total([part[place] for part in parts], totals, whole, float(share))

    def query_classes(self, piece: Piece, rows: IntArray) -> IntArray:
        """Queries that are alike factor by factor in v, in c and in the shape of their coefficients."""
        label = np.zeros(rows.size, dtype=np.int64)
        index = np.unravel_index(rows, piece.product.counts)
        for axis, factor, chosen in zip(self.axes, piece.factors, index, strict=True):
            distinct, back = np.unique(chosen, return_inverse=True)
            v, c = moments_of(axis, factor)
            codes = np.round(np.stack([v[distinct], c[distinct], shapes_of(axis, factor, distinct)], axis=1), 9)
            _, inverse = np.unique(codes, axis=0, return_inverse=True)
            kinds = inverse.reshape(-1).astype(np.int64)
            label = label * (int(kinds.max(initial=0)) + 1) + kinds[back.reshape(-1)]
        return label

    def to_json(self) -> Json:
        """The description of every variable's axis."""
        return {"variables": [axis.to_json() for axis in self.axes], "total_known": self.known}

    @property
    def codes(self) -> tuple[int, ...]:
        """Number of codes of each variable's axis."""
        return tuple(axis.size for axis in self.axes)

    def terms(self) -> Iterator[Term]:
        """The product, and a public total that is not among its rows."""
        yield Term(1, tuple(axis.to_public_json() for axis in self.axes))
        if self.known and self.whole_row is None:
            yield Term(self.unit, tuple(total_json(size) for size in self.codes), counts_only=True)
