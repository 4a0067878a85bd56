"""Any integer matrix as a strategy: dense, for small domains, with its exact sensitivity and its least-squares decoder.

Codes of a variable that lie in the same queries are one class, and what is measured is M x̄ for the counts x̄ of the
classes of cells: M = Ĉ Q with Q some independent queries (or the classes themselves, where the queries tell all of them
apart) and Ĉ = round(2^q C) square. So whatever C is, the queries, which are combinations of Q's rows, are combinations
of M's rows exactly: W = R M, R = W S⁺Ĉ⁻¹ with S = Q; rounding changes errors by about 2^−q, and never makes a bias.
With a public total Q's rows are independent of it, and it is one more row of S and M.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod, sqrt
from typing import Any

import numpy as np

from dpdesk.mechanisms.baselines.workload import code_labels, shared_queries
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json, Term, entries_json, sha256_of
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.sensitivity import SumRange, Triple, foremost
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.queries.kron import kron
from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.workload import Array, FloatArray, IntArray

LIMB = 13
CHUNK = 1 << 22
MOST_TRIPLES = 1000
MOST_CLASSES = 512
"""Classes of cells of which all pairs of columns are looked at."""
LISTED = 1 << 16
"""Up to so many entries the matrix is part of the description; larger ones are told by their hash."""


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """Classes of cells: for each variable the class of each code, and one code of each class."""

    labels: tuple[IntArray, ...]
    codes: tuple[IntArray, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of classes of each variable."""
        return tuple(kept.size for kept in self.codes)

    @property
    def size(self) -> int:
        """The number of classes of cells."""
        return prod(self.shape)

    def merge(self, x: Array) -> Array:
        """Counts of the classes of cells.

        Args:
            x: counts over the domain, one axis a variable.

        Returns:
            Flat, of the kind of `x`.
        """
        for number, (labels, codes) in enumerate(zip(self.labels, self.codes, strict=True)):
            if codes.size < labels.size:
                moved = np.moveaxis(x, number, 0)
                merged = np.zeros((codes.size, *moved.shape[1:]), dtype=x.dtype)
                np.add.at(merged, labels, moved)
                x = np.moveaxis(merged, 0, number)
        return np.asarray(x).reshape(-1)

    def spread(self, values: FloatArray) -> FloatArray:
        """An array over the domain with the values of classes at one cell of each, and zeros elsewhere.

        Args:
            values: of the classes, float64[size].
        """
        if all(codes.size == labels.size for labels, codes in zip(self.labels, self.codes, strict=True)):
            return values.reshape(self.shape)
        whole = np.zeros([labels.size for labels in self.labels])
        whole[np.ix_(*self.codes)] = values.reshape(self.shape)
        return whole


def classes_of(pieces: Sequence[Piece]) -> Classes:
    """The classes of a workload's cells: codes that lie in the same queries are one.

    Args:
        pieces: the workload as products over the same variables.

    >>> from dpdesk.queries import Groups, Kronecker
    >>> classes_of([Piece(0, Kronecker(Groups(3, [[0, 1], [2]])))]).shape
    (2,)
    """
    labels, codes = [], []
    for i, size in enumerate(pieces[0].product.domain):
        factors = {piece.factors[i] for piece in pieces if piece.count}
        labelled = np.array([code_labels(factor) for factor in factors], dtype=np.int64).reshape(len(factors), size)
        _, first, inverse = np.unique(labelled, axis=1, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(order.size, dtype=np.int64)
        rank[order] = np.arange(order.size)
        labels.append(rank[inverse.reshape(-1)])
        codes.append(first[order].astype(np.int64))
    return Classes(tuple(labels), tuple(codes))


def gram_of(pieces: Sequence[Piece], weights: Sequence[float], classes: Classes) -> FloatArray:
    """Σ weight·qᵀq over classes of cells.

    Args:
        pieces: the workload as products.
        weights: of each piece's queries.
        classes: of the cells.

    Returns:
        float64[classes, classes].
    """
    total = np.zeros((classes.size, classes.size))
    for piece, weight in zip(pieces, weights, strict=True):
        if piece.count and weight:
            total += weight * piece_gram(piece, classes)
    return total


def piece_gram(piece: Piece, classes: Classes) -> FloatArray:
    """Σ qᵀq over classes of cells, of one piece.

    Args:
        piece: a product.
        classes: of the workload's cells.

    Returns:
        float64[classes, classes].
    """
    each = zip(piece.factors, classes.codes, strict=True)
    return np.asarray(kron(shared_queries(factor, codes) for factor, codes in each), dtype=np.float64)


def exact_gram(entries: IntArray) -> IntArray:
    """MᵀM in integers: entries in limbs, whose products are sums of floats below 2^53, exact in any order.

    Args:
        entries: M, int64[rows, columns].

    >>> exact_gram(np.array([[3, 1 << 20]])).tolist()
    [[9, 3145728], [3145728, 1099511627776]]
    """
    limbs: list[tuple[int, FloatArray]] = []
    rest, place = entries, 0
    while bool(rest.any()):
        low = rest & ((1 << LIMB) - 1) if int(np.abs(rest).max()) >= 1 << LIMB else rest
        limbs.append((place, low.astype(np.float64)))
        rest, place = (rest - low) >> LIMB, place + LIMB
    total = np.zeros((entries.shape[1],) * 2, dtype=np.int64)
    for first, limb in limbs:
        for second, other in limbs:
            total += (limb.T @ other).astype(np.int64) << (first + second)
    return total


@dataclass(frozen=True, eq=False)
class FactorizationStrategy(Strategy):
    """M over classes of cells (2^bits units to a count), and the decoder from M x̄/2^bits to estimates of the classes.

    `known`: the last row is the total, which is public. `proven`: for these weights of the pieces' queries no strategy
    has a smaller Σ weight·variance at Δ2 = 1.
    """

    pieces: tuple[Piece, ...]
    classes: Classes
    entries: IntArray
    decoder: FloatArray
    bits: int
    known: bool
    proven: tuple[tuple[float, ...], float] = ((), 0.0)

    @property
    def rows(self) -> int:
        """The number of rows of M."""
        return int(self.entries.shape[0])

    @property
    def exact_rows(self) -> IntArray:
        """The total, where it is public."""
        return np.array([self.rows - 1] if self.known else [], dtype=np.int64)

    @property
    def unit(self) -> int:
        """A count is 2^bits measured units."""
        return 1 << self.bits

    @cached_property
    def largest_entry(self) -> int:
        """The largest |M_ju|, at least 1."""
        return int(np.abs(self.entries).max(initial=1))

    @cached_property
    def largest_coefficient(self) -> float:
        """No coefficient exceeds the root of its row's sum of squares."""
        return sqrt(max((self.piece_maximum(piece) for piece in self.pieces), default=0.0))

    def least_error(self, weights: tuple[float, ...]) -> float | None:
        """The certificate of the optimum."""
        known, least = self.proven
        same = len(known) == len(weights) and np.allclose(known, weights, rtol=1e-12)
        return least if same and least > 0 else None

    def unconditioned(self) -> Strategy:
        """The same rows, the total among them with noise."""
        return replace(self, known=False)

    @cached_property
    def gram(self) -> IntArray:
        """MᵀM in exact integers: inner products of the classes' columns."""
        return exact_gram(self.entries)

    def triples(self, *, replaced: bool, sums: Sequence[SumRange] = ()) -> tuple[tuple[Triple, ...], bool]:
        """Triples for every neighbour, and whether what they give is attained (mechanism.py says why).

        Args:
            replaced: a unit may be replaced by another.
            sums: ranges of quantities that are summed beside the counts.
        """
        diagonal = np.diagonal(self.gram)
        top = int(diagonal.max())
        if not replaced or self.classes.size == 1:
            return ((top, top, top),), True
        if sums:
            undominated = self._foremost()
            if undominated is not None:
                return (*undominated, (top, top, top)), True
            apart = self.gram + np.diag(np.full(diagonal.size, np.iinfo(np.int64).max // 2) - diagonal)
            return ((top, top, int(apart.min())), (top, top, top)), False
        furthest = int((diagonal[:, None] + diagonal[None, :] - 2 * self.gram).max())
        return ((top, top, top - (furthest + 1) // 2), (top, top, top)), True

    def _foremost(self) -> list[Triple] | None:
        """The pairs of columns that can be the worst for any loss, of mixtures of vectors too; None if they are many.

        To leave pairs out by what single sums can add is not enough where vectors are measured together: the corners of
        a chain have inner products of their own (docs/proofs/weights.md). Where these are negative no pair is worse
        than the longest column with itself.
        """
        if self.classes.size > MOST_CLASSES:
            return None
        norms = np.diagonal(self.gram).tolist()
        rows = enumerate(self.gram.tolist())
        kept = foremost({(norms[u], norms[w], g) for u, row in rows for w, g in enumerate(row) if u != w}, sign=-1)
        return kept if len(kept) <= MOST_TRIPLES else None

    def measure(self, x: Array) -> Array:
        """M x̄ in exact integers, x̄ the counts of the classes."""
        return np.asarray(self.entries @ self.classes.merge(x))

    def decode(self, y: FloatArray) -> FloatArray:
        """Estimates of the classes, corrected once for what the decoder's rounding leaves, then the queries."""
        units = self.entries / 2.0**self.bits
        estimates = self.decoder @ y
        estimates = estimates + self.decoder @ (y - units @ estimates)
        whole = self.classes.spread(estimates)
        return np.concatenate([np.asarray(piece.product.answer(whole)).reshape(-1) for piece in self.pieces])

    @cached_property
    def covariance(self) -> FloatArray:
        """Of the classes' estimates for one unit of noise."""
        noisy = self.decoder[:, : self.rows - 1] if self.known else self.decoder
        return np.asarray(noisy @ noisy.T)

    def piece_sum(self, piece: Piece) -> float:
        """Tr(V K), V the Gram matrix of the piece's queries and K the estimates' covariance."""
        return float(np.einsum("uv,uv->", piece_gram(piece, self.classes), self.covariance)) if piece.count else 0.0

    def piece_variances(self, piece: Piece) -> FloatArray:
        """Variable by variable, so that no query is written down but along one of them."""
        shape = self.classes.shape
        part = self.covariance.reshape(1, *shape, *shape)
        for factor, codes in zip(piece.factors, self.classes.codes, strict=True):
            part = _along(part, factor, codes)
        variances = np.maximum(part.reshape(-1), 0.0)
        return np.where(variances <= 1e-12 * float(variances.max(initial=0.0)), 0.0, variances)

    def coefficients(self, piece: Piece, rows: IntArray) -> FloatArray:
        """Dense queries times the decoder."""
        index = np.unravel_index(rows, piece.product.counts)
        dense = np.ones((rows.size, 1))
        for factor, codes, chosen in zip(piece.factors, self.classes.codes, index, strict=True):
            part = dense_rows(factor, np.asarray(chosen))[:, codes]
            dense = (dense[:, :, None] * part[:, None, :]).reshape(rows.size, -1)
        coefficients = dense @ self.decoder
        coefficients[:, self.exact_rows] = 0.0
        return np.asarray(coefficients)

    def query_classes(self, piece: Piece, rows: IntArray) -> IntArray:
        """Every query by itself."""
        return np.arange(rows.size, dtype=np.int64)

    def to_json(self) -> Json:
        """Classes, and M by its SHA-256 (row after row, 64-bit little-endian integers), listed where it is small."""
        document: dict[str, Any] = {
            "kind": "matrix",
            "classes": [labels.tolist() for labels in self.classes.labels],
            "binary_places": self.bits,
            "total_known": self.known,
            "sha256": sha256_of(self.entries),
        }
        if self.entries.size <= LISTED:
            document["rows"] = self.entries.tolist()
        return document

    @property
    def codes(self) -> tuple[int, ...]:
        """Classes of cells, as if of one variable."""
        return (self.classes.size,)

    def terms(self) -> Iterator[Term]:
        """The integers over classes of cells, and each code's class."""
        merged = {"merged": [labels.tolist() for labels in self.classes.labels]}
        yield Term(1, (entries_json(self.entries) | merged,))

    @classmethod
    def from_json(cls, tree: Mapping[str, Any], pieces: tuple[Piece, ...], classes: Classes) -> FactorizationStrategy:
        """What `to_json` gave, where it lists the integers, with the decoder of least squares.

        Args:
            tree: what `to_json` gave.
            pieces: the workload as products.
            classes: the classes of cells that no query tells apart.
        """
        entries = np.array(tree["rows"], dtype=np.int64).reshape(-1, classes.size)
        bits = int(tree["binary_places"])
        decoder = np.asarray(np.linalg.pinv(entries / 2.0**bits), dtype=np.float64)
        return cls(pieces, classes, entries, decoder, bits, bool(tree["total_known"]))


def _along(part: FloatArray, factor: OneVariable, codes: IntArray) -> FloatArray:
    """Quadratic forms of one variable's queries: (k, n, …, n', …) to (k·count, …, …), n and n' its classes."""
    number = (part.ndim - 1) // 2
    moved = np.moveaxis(part, 1 + number, 2)  # (k, n, n, rest…, rest…)
    first, size, rest = moved.shape[0], codes.size, moved.shape[3:]
    flat = moved.reshape(first, size, size, -1)
    runs = factor.runs()
    if runs.contiguous:
        sums = np.zeros((first, size + 1, size + 1, flat.shape[3]))
        np.cumsum(np.cumsum(flat, axis=1), axis=2, out=sums[:, 1:, 1:])
        order = np.argsort(codes)  # classes in the order of their first codes, as they are numbered
        starts = np.searchsorted(codes[order], runs.starts)
        ends = np.searchsorted(codes[order], runs.ends)
        answers = np.empty((first, runs.starts.size, flat.shape[3]))
        step = max(1, CHUNK // max(1, first * flat.shape[3]))
        for low in range(0, runs.starts.size, step):
            s, e = starts[low : low + step], ends[low : low + step]
            answers[:, low : low + step] = sums[:, e, e] + sums[:, s, s] - sums[:, s, e] - sums[:, e, s]
        return answers.reshape(first * runs.starts.size, *rest)
    answers = np.empty((first, factor.count, flat.shape[3]))
    step = max(1, CHUNK // max(1, first * size * flat.shape[3]))
    for low in range(0, factor.count, step):
        dense = dense_rows(factor, np.arange(low, min(low + step, factor.count)))[:, codes]
        half = np.einsum("qu,kuvr->kqvr", dense, flat)
        answers[:, low : low + step] = np.einsum("kqvr,qv->kqr", half, dense)
    return answers.reshape(first * factor.count, *rest)
