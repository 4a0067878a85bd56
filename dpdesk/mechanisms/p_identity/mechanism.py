"""P-identity: every code by itself, and a few overlapping bumps of codes, all weighted so that a person's row counts
once (McKenna, Miklau, Hay and Machanavajjhala, arXiv 1808.03537). The best known for Laplace noise.

Measured is M = [diag(d); T], integers ≥ 0 made from D alone (matrix.py), every column of which adds up to
2^q: the codes' own rows take what the bumps leave. Under replacement, of one variable, the total is measured beside:
one more row of entries 2^q, which no replacement changes, and whose addition to a row that may be missing costs no more
than a replacement does, so that it is free; unless it is known.

Guarantee and why: a row of a unit in code u adds the column m_u to the exact integers M x. Rows that come and go: the
change is m_u, whose L1 norm is exactly 2^q. Replacement of u by v: ‖m_u − m_v‖₁ = 2(2^q − g_uv), g_uv = Σ_j min(T_ju,
T_jv), greatest at the least g, which is found by comparing all pairs, or taken to be 0, which bounds it (and is exact
as soon as two codes share no bump, the rule for more than a few). The total's row adds 2^q to every norm and every g.
Several variables and sums beside counts: the triples (2^q, 2^q, g) of minima bound every difference
(core/sensitivity.py), and linearity in g makes the least g and g = 2^q (u = v) the extremes; where g = 0 is attained no
entry is shared but the total's, which is equal, and the bound is attained too. Laplace noise is calibrated to these
integers. Decoding by least squares is post-processing.

Error (ε = 1, rows that come and go, root mean square for 64 / 256 / 1024 / 4096 codes): all prefixes 5.322 / 7.328 /
9.548 / 12.08, all intervals 5.552 / 8.054 / 11.03 / 14.37; the best trees have 5.76 / 8.28 / 10.8 / 13.8 and 5.98 /
8.80 / 12.4 / 16.1. With much larger ε cells of whole counts do better: their noise is then mostly 0.
Release: integers, discrete Laplace noise, then Woodbury's formula (algebra.py). Which bumps: stored optima
for prefixes and for all intervals, stretched to the number of codes; for other queries they are found by descent
(search.py), at once for few codes, else within seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.question import Choice, Question
from dpdesk.mechanisms.core.sensitivity import Triple, products
from dpdesk.mechanisms.core.strategy import ProductStrategy
from dpdesk.mechanisms.p_identity import algebra
from dpdesk.mechanisms.p_identity.matrix import BESIDE, BITS, PMatrix, packed, stored
from dpdesk.mechanisms.trees.algebra import CHUNK, dense_rows
from dpdesk.mechanisms.waves.sine_matrix import INTERVALS, PREFIXES
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

PLACES = 28
"""Binary places of all variables with bumps together, less those of a sum's largest value: no integer overflows then
with 10^10 rows."""
LEAST_BITS = 6
MOST_CODES = 8192
"""Up to so many codes of a variable the stored bumps are worth stretching."""
FEW = 32
"""Up to so many codes of up to two variables bumps are found at once."""
MOST_BUMPED = 3
"""Variables with bumps, those of most codes; further ones are measured by their codes."""


@dataclass(frozen=True, slots=True)
class PIdentityAxis(Axis):
    """M = [diag(d); T] of one variable."""

    matrix: PMatrix

    @property
    def size(self) -> int:
        """D."""
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
        return float(algebra.solved(self.matrix).own[-1])

    @property
    def mixes(self) -> bool:
        """Every answer combines noise in its own parts."""
        return True

    def measure(self, x: Array, axis: int) -> Array:
        """M x, exact: bumps from the codes they cover."""
        moved = np.moveaxis(x, axis, 0)
        flat = np.ascontiguousarray(moved.reshape(moved.shape[0], -1))
        found = np.empty((self.rows, flat.shape[1]), dtype=np.result_type(flat.dtype, np.int64))
        found[: self.size] = flat * self.matrix.own[:, None]
        for row, target in zip(self.matrix.shared, found[self.size :], strict=True):
            places = np.flatnonzero(row)
            covered = slice(int(places[0]), int(places[-1]) + 1)
            target[:] = row[covered] @ flat[covered]
        return np.moveaxis(found.reshape(self.rows, *moved.shape[1:]), 0, axis)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """Least squares."""
        moved = np.moveaxis(np.asarray(y, dtype=np.float64), axis, 0)
        found = algebra.estimated(self.matrix, moved.reshape(self.rows, -1))
        return np.moveaxis(found.reshape(self.size, *moved.shape[1:]), 0, axis)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """From prefixes for intervals, else from the queries themselves."""
        at = algebra.solved(self.matrix)
        if isinstance(query, (Prefix, Total)):
            chosen = slice(1, None) if isinstance(query, Prefix) else slice(-1, None)
            return np.maximum(at.own[chosen], 0.0), at.known[chosen]
        runs = query.runs()
        if runs.contiguous:
            share = at.known[runs.ends] - at.known[runs.starts]
            if isinstance(query, AllRange):
                return algebra.all_variances(self.matrix), share
            return algebra.interval_variances(self.matrix, runs.starts, runs.ends), share
        variance, known = np.zeros(query.count), np.zeros(query.count)
        codes = np.diff(at.known)
        step = max(1, CHUNK // (8 * self.size))
        for first in range(0, query.count, step):
            part = np.arange(first, min(first + step, query.count))
            dense = dense_rows(query, part)
            variance[part] = (dense * algebra.covariance_times(self.matrix, dense)).sum(axis=1)
            known[part] = dense @ codes
        return variance, known

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """For all intervals without listing them."""
        if not isinstance(query, AllRange):
            return Axis.sums(self, query)
        known = algebra.solved(self.matrix).known
        shared = (self.size + 1) * float((known**2).sum()) - float(known.sum()) ** 2
        return algebra.interval_sum(self.matrix), shared

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals in blocks."""
        if isinstance(query, AllRange):
            return algebra.widest(self.matrix, known)
        return Axis.maximum(self, query, known)

    def spread(self) -> FloatArray:
        """X⁻¹ 1."""
        return np.asarray(np.diff(algebra.solved(self.matrix).known))

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The rows q X⁻¹Mᵀ, in counts."""
        return algebra.decoder_rows(self.matrix, dense_rows(query, rows))

    def triples(self) -> tuple[Triple, ...]:
        """Bounds in squared L2: products of columns lie between 0 and the largest squared norm."""
        norm = int((self.matrix.own**2 + (self.matrix.shared**2).sum(axis=0)).max())
        return ((norm, norm, norm),) if self.size == 1 else ((norm, norm, 0), (norm, norm, norm))

    def l1_triples(self) -> tuple[Triple, ...]:
        """(2^q, 2^q, g) for the least g and for a code with itself, 2^q more each for the total."""
        whole = self.unit if self.matrix.whole else 0
        top = self.unit + whole
        if self.size == 1:
            return ((top, top, top),)
        return ((top, top, algebra.least_shared(self.matrix)[0] + whole), (top, top, top))

    def describe(self) -> dict[str, Any]:
        """Where T comes from and its hash; T itself, row by row from its first entry that is not 0, if it is not
        stored.
        """
        matrix = self.matrix
        found: dict[str, Any] = {
            "kind": "p-identity",
            "codes": matrix.size,
            "binary_places": matrix.bits,
            "bumps": int(matrix.bumps.shape[0]),
            "total": matrix.whole,
            "origin": matrix.origin,
            "sha256": matrix.sha256,
        }
        if matrix.origin == OPTIMISED:
            found["rows"] = packed(matrix.bumps)
        return found


OPTIMISED = "optimised for these queries"


def kind_of(factors: Sequence[OneVariable]) -> str | None:
    """What serves all factors of a variable without a search: "total", "identity", a kind of stored optimum, or None.

    Totals beside one kind of other queries do not count.
    """
    open_ = [factor for factor in factors if not only_totals(factor)]
    if not open_:
        return "total"
    for type_, kind in ((Identity, "identity"), (Prefix, PREFIXES), (AllRange, INTERVALS)):
        if all(isinstance(factor, type_) for factor in open_):
            return kind
    return None


def kinds_of(question: Question) -> list[str | None]:
    """The same for every variable."""
    return [kind_of([piece.factors[i] for piece in question.pieces]) for i in range(len(question.sizes))]


def stored_serve(kinds: Sequence[str | None]) -> bool:
    """Whether every variable has one kind of queries, one of them prefixes or intervals."""
    return None not in kinds and bool({*kinds} & {PREFIXES, INTERVALS})


def few(question: Question, kinds: Sequence[str | None]) -> bool:
    """Whether a search takes no longer than a forecast may."""
    sizes = [size for size, kind in zip(question.sizes, kinds, strict=True) if kind != "total"]
    return len(sizes) <= 2 and sum(sizes) <= FEW and len(question.pieces) <= FEW


def at_hand(question: Question, noise: str) -> bool:
    """Whether stored optima serve, or there are so few codes that they are found at once."""
    kinds = kinds_of(question)
    return stored_serve(kinds) or few(question, kinds)


def refuses(question: Question, noise: str) -> str | None:
    """Bumps for too many codes."""
    kinds = kinds_of(question)
    sizes = [n for n, kind in zip(question.sizes, kinds, strict=True) if kind not in ("total", "identity")]
    if max(sizes, default=0) <= MOST_CODES:
        return None
    return (
        f"P-identity has bumps for up to {MOST_CODES:,} codes of a variable, and here are {max(sizes):,}; choose "
        "another method."
    )


def bits_for(question: Question, bumped: int) -> int:
    """Binary places of each variable with bumps."""
    values = max((max(abs(one.lower), abs(one.upper)) for one in question.sums), default=0)
    return max(LEAST_BITS, min(BITS, (PLACES - values.bit_length()) // max(1, bumped)))


def beside(question: Question, bumped: int) -> bool:
    """Whether the total is free: under replacement, where one variable is more than totalled."""
    return question.relation.neighbours is Neighbours.REPLACE_ONE and bumped == 1


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """Stored optima where they serve, else a search."""
    kinds = kinds_of(question)
    if not stored_serve(kinds):
        from dpdesk.mechanisms.p_identity.search import restored, searched

        found = restored(question) or searched(question, quick=few(question, kinds))
        return choice_of(ProductStrategy(tuple(found), question.pieces, question.known), question)
    bumped = [i for i, kind in enumerate(kinds) if kind in (PREFIXES, INTERVALS)]
    bumped = sorted(bumped, key=lambda i: -question.sizes[i])[:MOST_BUMPED]
    free = beside(question, sum(kind != "total" for kind in kinds))
    bits = bits_for(question, len(bumped))
    axes: list[Axis] = []
    for i, (kind, size) in enumerate(zip(kinds, question.sizes, strict=True)):
        if kind == "total":
            axes.append(TotalAxis(size))
        elif i in bumped:
            axes.append(axis_of(stored(f"{kind}{BESIDE if free else ''}", size, bits, free and not question.known)))
        else:
            axes.append(IdentityAxis(size))
    return choice_of(ProductStrategy(tuple(axes), question.pieces, question.known), question)


def axis_of(matrix: PMatrix) -> Axis:
    """Codes measured as they are where there are no bumps."""
    return PIdentityAxis(matrix) if matrix.shared.shape[0] else IdentityAxis(matrix.size)


def choice_of(product: ProductStrategy, question: Question) -> Choice:
    """A product with its triples in L1, and whether they are attained."""
    bumped = [axis for axis in product.axes if isinstance(axis, PIdentityAxis)]
    columns = products(
        [axis.l1_triples() if isinstance(axis, PIdentityAxis) else axis.triples() for axis in product.axes]
    )
    return Choice(product, product.triples(), exact(product, bumped, question), columns)


def exact(product: ProductStrategy, bumped: Sequence[PIdentityAxis], question: Question) -> bool:
    """Whether two rows differ by as much as the triples say."""
    if question.relation.neighbours is Neighbours.ADD_REMOVE or not bumped:
        return True
    apart = [axis for axis in product.axes if not isinstance(axis, TotalAxis) and axis.rows > 1]
    if any(not isinstance(axis, PIdentityAxis) or algebra.least_shared(axis.matrix) == (0, True) for axis in apart):
        return True
    return not question.sums and len(apart) == 1 and algebra.least_shared(bumped[0].matrix)[1]
