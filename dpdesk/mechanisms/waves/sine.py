"""Sine: the workload's own eigenvectors as waves, weighted by the fourth roots of their eigenvalues; and the bridge.

For prefixes and for all intervals WᵀW is the inverse of a tridiagonal matrix and its eigenvectors are sines.
Measured is M = round(2^q A), A = diag(λ^¼) Uᵀ diag(d^−½) with every column of norm 1 (d in closed form:
docs/proofs/waves.md).

Guarantee: M is a fixed integer matrix made from D and q alone, one row of a unit adds one column of M to the
exact integers M x (or replaces one column by another), and the noise is calibrated to the columns of M themselves.
Rows that come and go: to the exact largest squared norm N, attained by c rows of that code. Replacement: to the triples
(N, N, g) and (N, N, N), g the least inner product or a proven lower bound, which bound every pair of columns, sums
beside counts, units with exactly one row or with none, and c rows; an upper bound, and said to be one. Proof:
docs/proofs/waves.md. Decoding is post-processing.

Under replacement, for counts without sums and where one variable is asked for more than its total, waves of another
kind are compared (bridge_matrix.py: the bridge for prefixes, the circle for all intervals), whose columns lie closer
together: M is again a fixed integer matrix, with nowhere's column (zero) where units may be nowhere. For counts the
triple (N, N, N − ⌈d/2⌉) stands for pairs of columns, d the largest squared distance of two, and (N, N, N) for single
ones: both are attained up to 256 codes, and proven bounds above.

Error (ρ = ½): under add/remove within 1.002 of the certified optimum for prefixes and 1.0003 for all intervals, under
replacement within 1.02 and 1.001 (from 16 codes on). Other queries are answered from the same estimates; the waves of
the kind with the better forecast are taken.
Release: integers by blocks, discrete Gaussian noise, then the inverse of M (sine_algebra.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod, sqrt

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import Axis, TotalAxis, conditioned, interval_squares
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
from dpdesk.mechanisms.core.matrix import Json
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import MAX, Choice, Question
from dpdesk.mechanisms.core.sensitivity import Relation, SumRange, Triple, value_digits
from dpdesk.mechanisms.waves import bridge_algebra
from dpdesk.mechanisms.waves import sine_algebra as algebra
from dpdesk.mechanisms.waves.bridge_matrix import BRIDGE, CIRCLE, BridgeMatrix
from dpdesk.mechanisms.waves.sine_matrix import SineMatrix, tables
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

SINES = (PREFIXES, INTERVALS)
BRIDGES = (BRIDGE, CIRCLE)
PLACES = 28
"""Binary places of all variables with sines together, less those of the largest value of a sum: with them 10^10 rows
stay below 2^62."""
MOST_PLACES = 26
LEAST_PLACES = 7
"""And where M is not inverted but decoded by steps, half the binary digits of D and one: the steps converge."""
MOST_SINES = 4
"""Variables with sines; further ones are measured by their codes."""
FEW = 256
"""Up to so many intervals are forecast one by one."""


@dataclass(frozen=True, slots=True)
class SineAxis(Axis):
    """M = round(2^bits A) of one kind."""

    matrix: algebra.Waves

    @property
    def size(self) -> int:
        """The number of codes D."""
        return self.matrix.size

    @property
    def rows(self) -> int:
        """One row a wave: D."""
        return self.matrix.size

    @property
    def whole_row(self) -> int | None:
        """No row counts everybody, unless there is only one code, or nowhere cannot be and a bridge has such a row."""
        if isinstance(self.matrix, BridgeMatrix):
            return self.matrix.whole_row
        return 0 if self.size == 1 else None

    @property
    def unit(self) -> int:
        """A count is 2^q measured units."""
        return 1 << self.matrix.bits

    @property
    def largest_entry(self) -> int:
        """The largest |M_ji|."""
        return algebra.largest_entry(self.matrix)

    @property
    def norm(self) -> int:
        """N: the largest squared norm of a column."""
        return algebra.largest_norm(self.matrix)

    @property
    def largest_coefficient(self) -> float:
        """|R_qj| ≤ ‖A⁻¹‖·√D, doubled for the rounding."""
        return 2 * sqrt(self.size) * algebra.inverse_norm(self.matrix)

    @property
    def known_variance(self) -> float:
        """Last entry of the prefixes' covariance."""
        return float(algebra.known_column(self.matrix)[-1])

    def measure(self, x: Array, axis: int) -> Array:
        """M x in exact integers."""
        return _along(self.matrix.times, x, axis)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """The codes' estimates (M/2^q)⁻¹ y."""
        return _along(lambda part: algebra.decode(part, self.matrix), np.asarray(y, dtype=np.float64), axis)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """In closed form or from the prefixes' covariance, else from the decoder's rows."""
        large = self.size > algebra.EXACT
        column = algebra.known_column(self.matrix)
        if isinstance(query, Total):
            return column[-1:], column[-1:]
        if isinstance(query, Identity) and large:
            return algebra.code_variances(self.matrix), np.diff(column)
        if isinstance(query, Prefix):
            return algebra.prefix_variances(self.matrix)[1:], column[1:]
        runs = query.runs()
        if (runs.contiguous and query.count > FEW) or isinstance(query, AllRange):
            if self.size > algebra.WHOLE:
                return self._listed(runs.starts, runs.ends)
            prefixes = algebra.prefix_covariance(self.matrix)
            diagonal = np.diagonal(prefixes)
            variance = diagonal[runs.ends] + diagonal[runs.starts] - 2 * prefixes[runs.starts, runs.ends]
            return np.maximum(variance, 0.0), column[runs.ends] - column[runs.starts]
        return self.moments_of_coefficients(query)

    def _listed(self, starts: IntArray, ends: IntArray) -> tuple[FloatArray, FloatArray]:
        """Very many intervals over very many codes, by one pass over the covariance."""
        diagonal, column = algebra.prefix_variances(self.matrix), algebra.known_column(self.matrix)
        crossed = np.zeros(starts.size)
        order = np.argsort(ends, kind="stable")
        order = order[starts[order] > 0]
        sorted_ends = ends[order]
        for first, rows in algebra.prefix_blocks(self.matrix):
            low, high = np.searchsorted(sorted_ends, [first + 1, first + rows.shape[0] + 1])
            chosen = order[low:high]
            crossed[chosen] = rows[ends[chosen] - first - 1, starts[chosen] - 1]
        variance = diagonal[ends] + diagonal[starts] - 2 * crossed
        return np.maximum(variance, 0.0), column[ends] - column[starts]

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """For all intervals from ΣK and ΣK_tt."""
        if not isinstance(query, AllRange):
            return Axis.sums(self, query)
        variances = algebra.prefix_variances(self.matrix)
        variance = (self.size + 1) * float(variances.sum()) - algebra.total_covariance(self.matrix)
        return variance, interval_squares(algebra.known_column(self.matrix))

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals without listing them."""
        if isinstance(query, AllRange):
            return max(0.0, algebra.widest(self.matrix, known))
        variance, share = self.moments(query)
        return float(conditioned(variance, share, self.known_variance if known else None).max(initial=0.0))

    def spread(self) -> FloatArray:
        """C 1."""
        return np.asarray(np.diff(algebra.known_column(self.matrix)))

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The decoder is (M/2^q)⁻¹."""
        return algebra.decoder_rows(dense_rows(query, rows), self.matrix)

    def triples(self) -> tuple[Triple, ...]:
        """(N, N, g) and (N, N, N) as above; one code has one column, with no distance from itself."""
        norm = self.norm
        if self.size == 1:
            return ((norm, norm, norm),)
        if isinstance(self.matrix, BridgeMatrix):
            return ((norm, norm, norm - (algebra.furthest(self.matrix) + 1) // 2), (norm, norm, norm))
        return ((norm, norm, algebra.least_product(self.matrix)), (norm, norm, norm))

    def to_json(self) -> Json:
        """Parameters of the matrix and the SHA-256 of its entries."""
        more = {}
        if isinstance(self.matrix, BridgeMatrix):
            more = {"nowhere": self.matrix.nowhere}
        return {
            "kind": "sine",
            "codes": self.size,
            "eigenvectors": self.matrix.kind,
            "binary_places": self.matrix.bits,
            **more,
            "largest_entry": self.largest_entry,
            "sha256": self.matrix.digest(),
            "rounding_at_most": f"{algebra.rounding(self.matrix):.1e}",
        }

    def to_public_json(self) -> Json:
        """The kind of waves, places, and the SHA-256."""
        matrix = self.matrix
        nowhere = {"nowhere": matrix.nowhere} if isinstance(matrix, BridgeMatrix) else {}
        kind = matrix.kind + " waves"
        return {"kind": kind, "codes": matrix.size, "places": matrix.bits, **nowhere, "sha256": matrix.digest()}


def _along(apply: Callable[[Array], Array], x: Array, axis: int) -> Array:
    """Apply a map of the columns of a two-dimensional array along one axis of any array."""
    moved = np.moveaxis(x, axis, 0)
    result = apply(np.ascontiguousarray(moved.reshape(moved.shape[0], -1)))
    return np.moveaxis(result.reshape(result.shape[0], *moved.shape[1:]), 0, axis)


def kinds(factors: Sequence[OneVariable], *, alone: bool = False, sure: bool = False) -> tuple[str, ...]:
    """What is worth comparing for one variable: a kind of sines, "identity", or "total" where nothing else is asked.

    `alone`: counts under replacement, with all other variables totalled: bridges as well; `sure`: where they are always
    better they only.

    Args:
        factors: what is asked of the variable, in each piece.
        alone: counts under replacement, with all other variables totalled.
        sure: bridges alone, where they are always better.
    """
    open_ = [factor for factor in factors if not only_totals(factor)]
    if not open_:
        return ("total",)
    for query, sine, bridge in ((Prefix, PREFIXES, BRIDGE), (AllRange, INTERVALS, CIRCLE)):
        if all(isinstance(factor, query) for factor in open_):
            if not alone:
                return (sine,)
            return (bridge,) if sure and len(open_) == len(factors) else (bridge, sine)
    if all(isinstance(factor, Identity) for factor in open_) and len(open_) == len(factors):
        return ("identity",)
    return (PREFIXES, INTERVALS, "identity", *(BRIDGES if alone else ()))


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """The row of the catalogue (`Choose`)."""
    product = choose(question)
    return Choice(product, triples(product, question.relation), exact(product, question.relation))


def choose(question: Question) -> ProductStrategy:
    """The product with the best forecast, one variable after the other; single codes may be measured by themselves.

    Variables start with their first kind (those of most codes with sines, where there are too many) and change to a
    better one until none is left to change.

    Args:
        question: the workload.
    """
    sizes, pieces, relation = question.sizes, question.pieces, question.relation
    factors = [[piece.factors[i] for piece in pieces] for i in range(len(sizes))]
    open_ = [
        i for i, variable_factors in enumerate(factors) if not all(only_totals(factor) for factor in variable_factors)
    ]
    alone = relation.neighbours is not Neighbours.ADD_REMOVE and len(open_) == 1 and not question.sums
    options = [
        kinds(variable_factors, alone=alone and sizes[i] > 1, sure=question.objective != MAX)
        for i, variable_factors in enumerate(factors)
    ]
    choice = [kinds_of_variable[0] for kinds_of_variable in options]
    waves = sorted((i for i, kind in enumerate(choice) if kind in SINES), key=lambda i: -sizes[i])
    for i in waves[MOST_SINES:]:
        choice[i], options[i] = "identity", ("identity",)

    def made(kinds_: Sequence[str]) -> ProductStrategy:
        return ProductStrategy(tuple(axes(kinds_, sizes, question.sums, relation)), pieces, question.known)

    def score(product: ProductStrategy) -> float:
        return distance(product, relation) * question.score(product)

    best = made(choice)
    if all(len(kinds_of_variable) == 1 for kinds_of_variable in options):
        return best
    value, improved, seen = score(best), True, {tuple(choice)}
    while improved:
        improved = False
        for i, kinds_of_variable in enumerate(options):
            for kind in kinds_of_variable:
                tried = (*choice[:i], kind, *choice[i + 1 :])
                if tried in seen:
                    continue
                seen.add(tried)
                other = made(tried)
                cost = score(other)
                if cost < value * (1 - 1e-9):
                    choice[i], best, value, improved = kind, other, cost, True
    return best


def triples(strategy: ProductStrategy, relation: Relation) -> tuple[Triple, ...]:
    """The strategy's triples; for rows that come and go only norms matter.

    Args:
        strategy: a product.
        relation: who is a neighbour of whom.
    """
    if relation.neighbours is not Neighbours.ADD_REMOVE:
        return strategy.triples()
    norm = prod(a.norm if isinstance(a, SineAxis) else max(b for b, _, _ in a.triples()) for a in strategy.axes)
    return ((norm, norm, norm),)


def exact(strategy: ProductStrategy, relation: Relation) -> bool:
    """Whether the sensitivity is attained: for rows that come and go, and wherever no sines are measured.

    Args:
        strategy: a product.
        relation: who is a neighbour of whom.
    """
    return relation.neighbours is Neighbours.ADD_REMOVE or not any(isinstance(a, SineAxis) for a in strategy.axes)


def distance(strategy: ProductStrategy, relation: Relation) -> float:
    """Squared sensitivity in counts before rounding, good enough to choose by: never used for noise.

    The waves' least product is taken to be that of the first and last code.

    Args:
        strategy: a product.
        relation: who is a neighbour of whom.
    """
    if relation.neighbours is Neighbours.ADD_REMOVE:
        return 1.0
    product_ = 1.0
    for axis in strategy.axes:
        matrix = axis.matrix if isinstance(axis, SineAxis) else None
        if isinstance(matrix, BridgeMatrix):
            return bridge_algebra.furthest_real(matrix)
        if matrix is not None:
            gaps, size = tables(matrix.kind, matrix.size).gaps, matrix.size
            product_ *= (gaps[size + 1] - gaps[size - 1]) / sqrt(gaps[2] * gaps[2 * size])
        elif not isinstance(axis, TotalAxis) and axis.rows > 1:
            product_ = 0.0
    apart = 2 - 2 * float(product_)
    return apart if relation.exact_row else max(1.0, apart)


def axes(choice: Sequence[str], sizes: Sequence[int], sums: Sequence[SumRange], relation: Relation) -> list[Axis]:
    """The axes of one choice of kinds.

    Args:
        choice: a kind for each variable.
        sizes: codes of the variables.
        sums: ranges of quantities that are summed beside the counts.
        relation: who is a neighbour of whom.
    """
    number = max(1, sum(kind in SINES for kind in choice))
    places = min(MOST_PLACES, PLACES - value_digits(sums)) // number
    made: list[Axis] = []
    for kind, size in zip(choice, sizes, strict=True):
        if kind == "total":
            made.append(TotalAxis(size))
        elif kind == "identity":
            made.append(IdentityAxis(size))
        else:
            least = LEAST_PLACES + (1 + (size.bit_length() + 1) // 2 if size > algebra.EXACT else 0)
            bits = max(places, least)
            if kind in BRIDGES:
                made.append(SineAxis(BridgeMatrix(kind, size, bits, not relation.exact_row)))
            else:
                made.append(SineAxis(SineMatrix(kind, size, bits)))
    return made
