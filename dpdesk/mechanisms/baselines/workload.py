"""Noise on the workload itself: M = W, the answer to a query is its own noisy count.

Columns are never written down: their norms are one number a cell, by broadcasting, and pairs of columns are
compared after merging codes that lie in the same queries. Where even those are too many, the sensitivity
under replace is a proven upper bound, (largest a, largest a, smallest g over cells), and `to_json` says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from math import prod

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.baselines.prefix_difference import PrefixAxis
from dpdesk.mechanisms.core.dense import CHUNK, dense_rows, in_blocks
from dpdesk.mechanisms.core.matrix import Json, Term, queries_json
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.sensitivity import Relation, Triple, products
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

PAIRS = 20_000_000
"""Most pairs of columns that are compared one by one."""
SMALL = 40
"""Up to so many codes, kinds of pairs of codes are told apart and merged."""
FEW = 100
"""Up to so many listed intervals only the codes at their ends are compared."""
DIFFERENT = 3_000
"""Most different triples that are kept one by one."""


@lru_cache(maxsize=512)
def code_labels(query: OneVariable) -> tuple[int, ...]:
    """Label the codes so that equal labels lie in the same queries.

    Args:
        query: queries over one variable.

    Returns:
        One label a code; where queries are too many to compare, every code has its own.

    >>> from dpdesk.queries import Groups
    >>> code_labels(Groups(4, [[0, 1], [0, 1, 3]]))
    (2, 2, 0, 1)
    """
    if isinstance(query, Total):
        return (0,) * query.size
    if isinstance(query, (Identity, Prefix, AllRange)) or query.count * query.size > 10 * CHUNK:
        return tuple(range(query.size))
    runs = query.runs()
    if runs.contiguous:
        return _interval_labels(runs.starts, runs.ends, query.size)
    dense = dense_rows(query, np.arange(query.count)).T.astype(np.int8)
    _, inverse = np.unique(dense, axis=0, return_inverse=True)
    return tuple(int(label) for label in inverse.reshape(-1))


def _interval_labels(starts: IntArray, ends: IntArray, size: int) -> tuple[int, ...]:
    """The same for intervals: codes lie in the same ones where the first end and the last start around them agree.

    If the first end after u, of the intervals that contain it, is that of those around v > u, it lies after v; and if
    their last start is the same, it lies at u or before. So each interval around one of them contains the other. Labels
    are numbered as everywhere: in the order of the columns of zeros and ones.
    """
    first = _first_ends(starts, ends, size)
    last = _first_ends(size - ends, size - starts, size)[::-1]
    known: dict[tuple[int, int], int] = {}  # a code of each class
    own = [known.setdefault(around, code) for code, around in enumerate(zip(first, last, strict=True))]
    order = np.array(list(known.values()), dtype=np.int64)
    for start, end in zip(starts[::-1].tolist(), ends[::-1].tolist(), strict=True):
        inside = (order >= start) & (order < end)
        order = np.concatenate([order[~inside], order[inside]])
    labels = {code: label for label, code in enumerate(order.tolist())}
    return tuple(labels[code] for code in own)


def _first_ends(starts: IntArray, ends: IntArray, size: int) -> list[int]:
    """For each code the first end of the intervals that contain it; 0 where there is none."""
    order = np.argsort(starts, kind="stable")
    coming = list(zip(starts[order].tolist(), ends[order].tolist(), strict=True))
    open_ends: list[int] = []
    found, at = [], 0
    for code in range(size):
        while at < len(coming) and coming[at][0] <= code:
            heappush(open_ends, coming[at][1])
            at += 1
        while open_ends and open_ends[0] <= code:
            heappop(open_ends)
        found.append(open_ends[0] if open_ends else 0)
    return found


def shared_queries(query: OneVariable, codes: IntArray) -> IntArray:
    """How many queries contain both of two codes.

    Args:
        query: queries over one variable.
        codes: 0-based, int64[chosen].

    Returns:
        int64[chosen, chosen]; on the diagonal, how many contain the code.

    >>> shared_queries(Prefix(3), np.arange(3)).tolist()
    [[3, 2, 1], [2, 2, 1], [1, 1, 1]]
    """
    if isinstance(query, (Identity, Total, Prefix, AllRange)):
        low = np.minimum(codes[:, None], codes[None, :])
        high = np.maximum(codes[:, None], codes[None, :])
        if isinstance(query, Identity):
            return np.asarray(low == high, dtype=np.int64)
        if isinstance(query, Total):
            return np.ones_like(low)
        if isinstance(query, Prefix):
            return np.asarray(query.size - high, dtype=np.int64)
        return np.asarray((low + 1) * (query.size - high), dtype=np.int64)
    runs = query.runs()
    if runs.contiguous and codes.size**2 <= PAIRS and bool(np.all(np.diff(codes) > 0)):
        return _shared_intervals(runs.starts, runs.ends, codes)
    shared = np.zeros((codes.size, codes.size))
    for rows in in_blocks(query.count, query.size):
        dense = dense_rows(query, rows)[:, codes]
        shared += dense.T @ dense
    return np.rint(shared).astype(np.int64)


def _shared_intervals(starts: IntArray, ends: IntArray, codes: IntArray) -> IntArray:
    """The same for intervals and ascending codes: those that start by the lower and end after the upper."""
    size = codes.size
    first, last = np.searchsorted(codes, starts), np.searchsorted(codes, ends) - 1
    inside = first <= last
    shared = np.bincount(first[inside] * size + last[inside], minlength=size * size).reshape(size, size)
    np.cumsum(shared, axis=0, out=shared)
    shared = np.cumsum(shared[:, ::-1], axis=1)[:, ::-1]
    upper = np.triu(shared)
    return np.asarray(upper + np.triu(shared, 1).T, dtype=np.int64)


def representatives(pieces: Sequence[Piece]) -> list[IntArray]:
    """For each variable codes among which pairs of columns that differ most are found.

    Args:
        pieces: the workload as products over the same variables.

    Returns:
        Ascending 0-based codes, an array a variable.
    """
    return [_extreme({p.factors[i] for p in pieces}, size) for i, size in enumerate(pieces[0].product.domain)]


def _extreme(factors: set[OneVariable], size: int) -> IntArray:
    """One code of every class of codes that lie in the same queries, or fewer where only corners matter.

    For codes u ≤ v the numbers of queries of a variable that contain u, v and both are linear between breaks: for all
    prefixes (or all up to one) they fall by one a code, for few listed intervals they change at their ends only. What
    is compared is convex in these numbers, whatever the other variables do, and so greatest where u and v are breaks.
    Every code by itself adds one to both exactly where u = v: there u + 1 and v − 1 are corners as well.
    """
    corners = {0, size - 1}
    for factor in factors:
        if isinstance(factor, (Identity, Total, Prefix)):
            continue
        runs = factor.runs()
        if isinstance(factor, AllRange) or not runs.contiguous:
            return _classes(factors, size)
        if not runs.starts.any() and np.array_equal(runs.ends, np.arange(1, runs.ends.size + 1)):
            corners.add(min(int(runs.ends[-1]), size - 1))
        elif factor.count <= FEW:
            for edge in {*runs.starts.tolist(), *runs.ends.tolist()}:
                corners.update((edge - 1, edge))
        else:
            return _classes(factors, size)
    if any(isinstance(factor, Identity) for factor in factors):
        corners.update([code + 1 for code in corners] + [code - 1 for code in corners])
    return np.array(sorted(code for code in corners if 0 <= code < size), dtype=np.int64)


def _classes(factors: set[OneVariable], size: int) -> IntArray:
    """One code of every class of codes that lie in the same queries of all factors."""
    labels = np.array([code_labels(factor) for factor in factors], dtype=np.int64)
    _, first = np.unique(labels.reshape(-1, size), axis=1, return_index=True)
    return np.sort(first).astype(np.int64)


def largest_count(pieces: Sequence[Piece]) -> int:
    """The greatest number of queries that count one cell.

    Codes of a variable that are in as many queries of every piece are alike: one of them is looked at.

    Args:
        pieces: the workload as products.
    """
    alike = []
    for variable in range(len(pieces[0].factors)):
        counts = np.stack([piece.factors[variable].column_counts() for piece in pieces])
        alike.append(np.unique(counts, axis=1))
    total: IntArray = np.zeros((), dtype=np.int64)
    for number in range(len(pieces)):
        part: IntArray = np.ones((), dtype=np.int64)
        for counts in alike:
            part = np.multiply.outer(part, counts[number])
        total = np.asarray(total + part)
    return int(total.max())


@lru_cache(maxsize=64)
def column_triples(pieces: tuple[Piece, ...], relation: Relation, sums: bool) -> tuple[tuple[Triple, ...], bool]:
    """Triples that determine the sensitivity of the workload itself.

    Args:
        pieces: the workload as products.
        relation: who is a neighbour of whom.
        sums: quantities are summed beside the counts; then not only the columns that differ most matter.

    Returns:
        The triples, and whether they are exact; otherwise they bound it from above.
    """
    counted = [piece for piece in pieces if piece.count]
    if not counted:
        return ((0, 0, 0),), True
    largest = largest_count(counted)
    if relation.neighbours is Neighbours.ADD_REMOVE and not sums:
        return ((largest, largest, largest),), True
    if relation.neighbours is Neighbours.ADD_REMOVE:
        return ((largest, largest, largest), (0, 0, 0)), True
    short = closed_form(counted) if not sums else None
    if short is not None:
        return short, True
    codes = representatives(counted)
    if max(chosen.size for chosen in codes) ** 2 > PAIRS:
        return ((largest, largest, 0), (largest, largest, largest)), False
    kinds = [pair_kinds({p.factors[i] for p in counted}, chosen) for i, chosen in enumerate(codes)]
    if prod(next(iter(kind.values()))[0].size for kind in kinds) <= PAIRS:
        triples = enumerate_pairs(counted, kinds, sums)
        if triples is not None:
            return (*triples, (largest, largest, largest)), True
    least = sum(prod(int(kinds[i][f][2].min()) for i, f in enumerate(p.factors)) for p in counted)
    return ((largest, largest, least), (largest, largest, largest)), False


PairKinds = dict[OneVariable, tuple[IntArray, IntArray, IntArray]]
"""For each factor of one variable: how many of its queries contain u, v and both, for all kinds of pairs."""


def pair_kinds(factors: set[OneVariable], codes: IntArray) -> PairKinds:
    """The different kinds of pairs of codes of one variable, jointly for all its factors.

    Args:
        factors: what is asked of the variable, in any piece.
        codes: among which pairs are looked for, 0-based.
    """
    if all(isinstance(factor, (Identity, Total)) for factor in factors):
        codes = codes[:1]
        if any(isinstance(f, Identity) and f.size > 1 for f in factors):
            codes = np.array([0, 1])
    tables = {factor: shared_queries(factor, codes) for factor in factors}
    if codes.size <= SMALL:
        u, v = (index.reshape(-1) for index in np.indices((codes.size, codes.size)))
        rows = np.stack([part for t in tables.values() for part in (t[u, u], t[v, v], t[u, v])], axis=1)
        _, first = np.unique(rows, axis=0, return_index=True)
        u, v = u[first], v[first]
        return {f: (t[u, u], t[v, v], t[u, v]) for f, t in tables.items()}
    diagonals = {f: np.diagonal(t) for f, t in tables.items()}
    return {
        f: (np.repeat(diagonals[f], codes.size), np.tile(diagonals[f], codes.size), t.reshape(-1))
        for f, t in tables.items()
    }


def closed_form(pieces: Sequence[Piece]) -> tuple[Triple, ...] | None:
    """Extreme triples of one product of identities, totals and prefixes, or of all intervals of one variable.

    Codes u < v, v − u = h, lie in u(D+1−u) and v(D+1−v) intervals and in u(D+1−v) common ones, so that
    exactly h(D+1−h) intervals tell them apart.

    Args:
        pieces: those with queries.

    Returns:
        The triples; None where there is no closed form.
    """
    if len(pieces) != 1:
        return None
    factors = pieces[0].factors
    if len(factors) == 1 and isinstance(factors[0], AllRange) and factors[0].size > 1:
        d = factors[0].size
        h = (d + 1) // 2
        top = h * (d + 1 - h)
        return ((d, (1 + h) * (d - h), d - h), (top, top, top))
    kinds: dict[type[OneVariable], type[IdentityAxis | PrefixAxis]] = {Identity: IdentityAxis, Prefix: PrefixAxis}
    triples: list[tuple[Triple, ...]] = []
    for factor in factors:
        if type(factor) in kinds:
            triples.append(kinds[type(factor)](factor.size).triples())
        elif not isinstance(factor, Total):
            return None
    return products(triples)


def enumerate_pairs(pieces: Sequence[Piece], kinds: Sequence[PairKinds], sums: bool) -> tuple[Triple, ...] | None:
    """Triples of all combinations of kinds of pairs.

    Args:
        pieces: those with queries.
        kinds: of each variable.
        sums: keep every triple; otherwise only that of the columns that differ most.

    Returns:
        The triples, ascending; None where they are too many.
    """
    counts = [next(iter(kind.values()))[0].size for kind in kinds]
    longest = int(np.argmax(counts))
    rest = prod(counts) // counts[longest]
    step = max(1, CHUNK // (8 * rest))
    furthest = -1
    triples: set[Triple] = set()
    for first in range(0, counts[longest], step):
        part = slice(first, first + step)
        a, b, g = (_added(pieces, kinds, side, longest, part) for side in range(3))
        if sums:
            unique = np.unique(np.stack([np.minimum(a, b), np.maximum(a, b), g]), axis=1)
            triples.update((int(x), int(y), int(z)) for x, y, z in unique.T)
            if len(triples) > DIFFERENT:
                return None
        else:
            distance = a + b - 2 * g
            where = int(np.argmax(distance))
            if distance[where] > furthest:
                furthest = int(distance[where])
                triples = {(int(a[where]), int(b[where]), int(g[where]))}
    return tuple(sorted(triples))


def _added(pieces: Sequence[Piece], kinds: Sequence[PairKinds], side: int, longest: int, part: slice) -> IntArray:
    """Σ over pieces of products over variables of one side of the pairs, a part of the longest variable's kinds."""
    total = np.zeros((), dtype=np.int64)
    for piece in pieces:
        sides = [kind[factor][side] for kind, factor in zip(kinds, piece.factors, strict=True)]
        sides[longest] = sides[longest][part]
        total = total + _product(sides)
    return np.asarray(total, dtype=np.int64)


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
        """One row a query: K."""
        return sum(piece.count for piece in self.pieces)

    def exact_queries(self, piece: Piece) -> Array:
        """True for queries of no cell, and where the total is known for queries of all cells.

        Args:
            piece: of the workload.

        Returns:
            bool[queries].
        """
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

    def unconditioned(self) -> WorkloadStrategy:
        """The same queries, none of them exact for its total."""
        return WorkloadStrategy(self.pieces, False)

    def measure(self, x: Array) -> Array:
        """The exact answers W x, piece after piece."""
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

    def decoder_rows(self, number: int, piece: Piece, rows: IntArray) -> FloatArray:
        """The coefficient in the column of the query itself."""
        first = sum(earlier.count for earlier in self.pieces[:number])
        result = np.zeros((rows.size, self.rows))
        result[np.arange(rows.size), first + rows] = self.coefficients(piece, rows)[:, 0]
        return result

    def query_classes(self, piece: Piece, rows: IntArray) -> IntArray:
        """0 for noisy queries and 1 for exact ones: each has one coefficient or none."""
        return self.exact_queries(piece)[rows].astype(np.int64)

    def to_json(self) -> Json:
        """Nothing but the kind."""
        return {"kind": "workload", "total_known": self.known}

    @property
    def codes(self) -> tuple[int, ...]:
        """Number of codes of each variable, as the queries have them."""
        return tuple(self.pieces[0].product.domain)

    def terms(self) -> Iterator[Term]:
        """The queries of each piece, a term a piece."""
        for piece in self.pieces:
            yield Term(1, tuple(queries_json(factor) for factor in piece.factors))
