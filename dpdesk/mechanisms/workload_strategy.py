"""Noise on the workload itself: M = W, the answer to a query is its own noisy count.

Columns are never written down: their norms are one number a cell, by broadcasting, and pairs of columns are
compared after merging codes that lie in the same queries. Where even those are too many, the sensitivity under
replace is a proven upper bound, (largest a, largest a, smallest g over cells), and `describe` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from dpdesk.mechanisms.histogram import IdentityAxis
from dpdesk.mechanisms.pieces import Piece
from dpdesk.mechanisms.prefix_difference import PrefixAxis
from dpdesk.mechanisms.sensitivity import Relation, Triple, products
from dpdesk.mechanisms.strategy import Strategy
from dpdesk.mechanisms.tree_algebra import CHUNK, dense_rows
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

PAIRS = 20_000_000
"""Most pairs of columns that are compared one by one."""
DIFFERENT = 3_000
"""Most different triples that are kept one by one."""


@lru_cache(maxsize=512)
def code_labels(query: OneVariable) -> tuple[int, ...]:
    """Labels of the codes; equal labels lie in the same queries."""
    if isinstance(query, Total):
        return (0,) * query.size
    if isinstance(query, (Identity, Prefix, AllRange)) or query.count * query.size > 10 * CHUNK:
        return tuple(range(query.size))
    dense = dense_rows(query, np.arange(query.count)).T.astype(np.int8)
    _, inverse = np.unique(dense, axis=0, return_inverse=True)
    return tuple(int(label) for label in inverse.reshape(-1))


def shared_queries(query: OneVariable, codes: IntArray) -> IntArray:
    """How many queries contain both of two codes, for the chosen codes."""
    if isinstance(query, (Identity, Total, Prefix, AllRange)):
        low = np.minimum(codes[:, None], codes[None, :])
        high = np.maximum(codes[:, None], codes[None, :])
        if isinstance(query, Identity):
            return (low == high).astype(np.int64)
        if isinstance(query, Total):
            return np.ones_like(low)
        if isinstance(query, Prefix):
            return np.asarray(query.size - high, dtype=np.int64)
        return np.asarray((low + 1) * (query.size - high), dtype=np.int64)
    shared = np.zeros((codes.size, codes.size))
    step = max(1, CHUNK // query.size)
    for first in range(0, query.count, step):
        dense = dense_rows(query, np.arange(first, min(first + step, query.count)))[:, codes]
        shared += dense.T @ dense
    return np.rint(shared).astype(np.int64)


def representatives(pieces: Sequence[Piece]) -> list[IntArray]:
    """For each variable one code of every class of codes that lie in the same queries of all pieces."""
    chosen = []
    for i, size in enumerate(pieces[0].product.domain):
        labels = np.array([code_labels(factor) for factor in {p.factors[i] for p in pieces}], dtype=np.int64)
        _, first = np.unique(labels.reshape(-1, size), axis=1, return_index=True)
        chosen.append(np.sort(first).astype(np.int64))
    return chosen


def column_triples(pieces: Sequence[Piece], relation: Relation, sums: bool) -> tuple[tuple[Triple, ...], bool]:
    """Triples that determine the sensitivity, and whether they are exact (else they bound it from above)."""
    counted = [piece for piece in pieces if piece.count]
    if not counted:
        return ((0, 0, 0),), True
    largest = max(1, int(np.max(sum(piece.product.column_counts() for piece in counted))))
    if relation.neighbours is Neighbours.ADD_REMOVE and not sums:
        return ((largest, largest, largest),), True
    if relation.neighbours is Neighbours.ADD_REMOVE:
        return ((largest, largest, largest), (0, 0, 0)), True
    short = closed_form(counted) if not sums else None
    if short is not None:
        return short, True
    codes = representatives(counted)
    cells = prod(chosen.size for chosen in codes)
    tables = [{f: shared_queries(f, codes[i]) for f in {p.factors[i] for p in counted}} for i in range(len(codes))] if (
        max(chosen.size for chosen in codes) ** 2 <= PAIRS
    ) else None
    if tables is not None and cells * cells <= PAIRS:
        exact = enumerate_pairs(counted, tables, cells, sums)
        if exact is not None:
            return exact, True
    if tables is not None:
        least = sum(prod(int(tables[i][f].min()) for i, f in enumerate(p.factors)) for p in counted)
    else:
        least = 0
    bound = [(largest, largest, least)]
    if sums:
        bound.append((largest, largest, largest))
    exact_bound = tables is not None and not sums and attained(counted, tables, largest, least)
    return tuple(bound), exact_bound


def closed_form(pieces: Sequence[Piece]) -> tuple[Triple, ...] | None:
    """Extreme triples of one product of identities, totals and prefixes, or of all intervals of one variable.

    Codes u < v, v − u = h, lie in u(D+1−u) and v(D+1−v) intervals and in u(D+1−v) common ones, so that exactly
    h(D+1−h) intervals tell them apart.
    """
    if len(pieces) != 1:
        return None
    factors = pieces[0].factors
    if len(factors) == 1 and isinstance(factors[0], AllRange) and factors[0].size > 1:
        d = factors[0].size
        h = (d + 1) // 2
        top = h * (d + 1 - h)
        return ((d, (1 + h) * (d - h), d - h), (top, top, top))
    kinds = {Identity: IdentityAxis, Prefix: PrefixAxis}
    triples: list[tuple[Triple, ...]] = []
    for factor in factors:
        if type(factor) in kinds:
            triples.append(kinds[type(factor)](factor.size).triples())
        elif not isinstance(factor, Total):
            return None
    return products(triples)


def attained(
    pieces: Sequence[Piece], tables: Sequence[dict[OneVariable, IntArray]], largest: int, least: int
) -> bool:
    """Whether one piece alone has two columns with the largest norm and the smallest overlap."""
    if len(pieces) != 1:
        return False
    free = all(
        any(
            table[f][u, u] == table[f].diagonal().max()
            and table[f][v, v] == table[f].diagonal().max()
            and table[f][u, v] == table[f].min()
            for u, v in (np.unravel_index(int(table[f].argmin()), table[f].shape),)
        )
        for table, f in zip(tables, pieces[0].factors, strict=True)
    )
    return bool(free and largest >= least)


def enumerate_pairs(
    pieces: Sequence[Piece], tables: Sequence[dict[OneVariable, IntArray]], cells: int, sums: bool
) -> tuple[Triple, ...] | None:
    """All pairs of classes of columns; without sums only the pair that differs most is kept."""
    norms = sum(_product([tables[i][f].diagonal() for i, f in enumerate(p.factors)]) for p in pieces)
    norms = np.asarray(norms, dtype=np.int64)
    shape = tuple(next(iter(table.values())).shape[0] for table in tables)
    step = max(1, CHUNK // cells)
    furthest, triple = -1, (0, 0, 0)
    found: set[Triple] = set()
    for first in range(0, cells, step):
        rows = np.arange(first, min(first + step, cells))
        index = np.unravel_index(rows, shape)
        overlap = np.zeros((rows.size, cells), dtype=np.int64)
        for piece in pieces:
            part = np.ones((rows.size, 1), dtype=np.int64)
            for i, factor in enumerate(piece.factors):
                part = (part[:, :, None] * tables[i][factor][index[i]][:, None, :]).reshape(rows.size, -1)
            overlap += part
        if sums:
            low = np.minimum(norms[rows][:, None], norms[None, :])
            high = np.maximum(norms[rows][:, None], norms[None, :])
            unique = np.unique(np.stack([low.reshape(-1), high.reshape(-1), overlap.reshape(-1)]), axis=1)
            found.update((int(a), int(b), int(g)) for a, b, g in unique.T)
            if len(found) > DIFFERENT:
                return None
        else:
            distance = norms[rows][:, None] + norms[None, :] - 2 * overlap
            where = int(distance.argmax())
            if distance.reshape(-1)[where] > furthest:
                u, v = divmod(where, cells)
                furthest = int(distance.reshape(-1)[where])
                triple = (int(norms[rows[u]]), int(norms[v]), int(overlap[u, v]))
    if sums:
        return tuple(sorted(found))
    top = int(norms.max())
    return (triple, (top, top, top))


def _product(vectors: Sequence[IntArray]) -> IntArray:
    result = np.ones(1, dtype=np.int64)
    for vector in vectors:
        result = np.multiply.outer(result, vector).reshape(-1)
    return result


@dataclass(frozen=True, slots=True)
class WorkloadStrategy(Strategy):
    """Measure the queries themselves; those that nobody can change are exact."""

    pieces: tuple[Piece, ...]
    known: bool

    @property
    def rows(self) -> int:
        """k."""
        return sum(piece.count for piece in self.pieces)

    def exact_queries(self, piece: Piece) -> Array:
        """True for queries of no cell, and where the total is known for queries of all cells."""
        empty, whole = np.zeros((), dtype=bool), np.ones((), dtype=bool)
        for factor in piece.factors:
            if isinstance(factor, (Identity, Prefix, AllRange, Total)):
                none = np.zeros(factor.count, dtype=bool)
                full = np.zeros(factor.count, dtype=bool)
                if factor.size == 1 or isinstance(factor, Total):
                    full[:] = True
                elif isinstance(factor, Prefix):
                    full[-1] = True
                elif isinstance(factor, AllRange):
                    full[factor.size - 1] = True
            else:
                runs = factor.runs()
                lengths = np.concatenate([[0], np.cumsum(runs.ends - runs.starts)])
                codes = lengths[runs.first[1:]] - lengths[runs.first[:-1]]
                none, full = codes == 0, codes == factor.size
            empty = np.logical_or.outer(empty, none)
            whole = np.logical_and.outer(whole, full)
        return np.asarray((empty | (whole & self.known)).reshape(-1), dtype=bool)

    @property
    def exact_rows(self) -> IntArray:
        """Indices of the exact queries."""
        return np.flatnonzero(np.concatenate([self.exact_queries(p) for p in self.pieces])).astype(np.int64)

    def measure(self, x: Array) -> Array:
        """W x."""
        return np.concatenate([piece.product.answer(x) for piece in self.pieces])

    def decode(self, y: FloatArray) -> FloatArray:
        """The measurements are the answers."""
        return np.asarray(y, dtype=np.float64)

    def piece_sum(self, piece: Piece) -> float:
        """One unit a query that is not exact."""
        if not self.known and all(isinstance(f, (Identity, Prefix, AllRange, Total)) for f in piece.factors):
            return float(piece.count)
        return float(piece.count - int(self.exact_queries(piece).sum()))

    def piece_variances(self, piece: Piece) -> FloatArray:
        """1, or 0 where exact."""
        return np.asarray(1.0 - self.exact_queries(piece), dtype=np.float64)

    def piece_maximum(self, piece: Piece) -> float:
        """1 where any query is noisy."""
        return 1.0 if self.piece_sum(piece) > 0 else 0.0

    def coefficients(self, piece: Piece, rows: IntArray) -> FloatArray:
        """One coefficient, which is 1 or 0; columns of other queries are left out."""
        return self.piece_variances(piece)[rows].reshape(-1, 1)

    def query_classes(self, piece: Piece) -> IntArray:
        """Noisy or exact."""
        return self.exact_queries(piece).astype(np.int64)

    def describe(self) -> dict[str, Any]:
        """Nothing but the kind."""
        return {"kind": "workload", "total_known": self.known}
