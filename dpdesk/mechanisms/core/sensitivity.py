"""How much one unit can change what is measured, computed from the strategy's columns.

A pair of columns m_u, m_v of zeros and ones matters only through three integers, the triple a = ‖m_u‖², b = ‖m_v‖²
and g = ⟨m_u, m_v⟩; in L1, for other integers ≥ 0, a = ‖m_u‖₁, b = ‖m_v‖₁, g = Σ_j min(m_ju, m_jv) bound it. With a
sum, a row in cell u that carries the value v puts v·m_u into the block of the sum. Extreme triples and the ends of
the ranges suffice, also for Kronecker products: docs/proofs/sensitivity.md.

Neighbours. Add/remove a unit: c columns at most, Δ = c · max. Replace a unit: the sums S, T of at most c
columns differ by at most c · diam({0} ∪ columns), and by as much; where every unit puts exactly one row in
the domain the zero column cannot occur and c = 1.

Where a unit is counted once in each cell, its columns are different ones. Of cells that are measured each by itself
they are orthogonal: the squared norm is c times that of one row, and not c² times (docs/proofs/households.md).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from dpdesk.errors import BadInput
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import problem

Triple = tuple[int, int, int]


def products(factors: Sequence[Sequence[Triple]]) -> tuple[Triple, ...]:
    """The products of one triple a factor that can be the worst for some loss.

    A loss is a maximum of sums p·a + q·b + r·g with p, q ≥ 0. For r ≤ 0 no triple is needed beside one whose a and b
    are at least as large and whose g is at most as large; for r ≥ 0 beside one with all three at least so large. The
    loss of products is of this form in each factor, so that both kinds can be left out factor by factor.

    Args:
        factors: for each variable the extreme triples of its columns.

    >>> codes = ((1, 1, 0), (1, 1, 1))
    >>> products([codes, codes])
    ((1, 1, 0), (1, 1, 1))
    """
    kept = {(1, 1, 1)}
    for triples in factors:
        every = {(a * x, b * y, g * z) for a, b, g in kept for x, y, z in triples}
        kept = {*foremost(every, sign=-1), *foremost(every, sign=1)}
    return tuple(sorted(kept))


def foremost(triples: set[Triple], *, sign: int) -> list[Triple]:
    """The triples for which no other has a, b and sign·g at least as large.

    Args:
        triples: of pairs of columns.
        sign: of the inner products: −1 where columns lie the further apart the smaller these are.

    Returns:
        In falling order of a.

    >>> foremost({(2, 2, 0), (2, 2, 1), (1, 2, 0)}, sign=-1)
    [(2, 2, 0)]
    """
    kept: list[Triple] = []
    steps: list[tuple[int, int]] = []  # (b, sign·g) of what is not dominated so far, b rising and sign·g falling
    for a, b, g in sorted(triples, key=lambda triple: (triple[0], triple[1], sign * triple[2]), reverse=True):
        place = bisect_left(steps, (b, sign * g))
        if place < len(steps) and steps[place][1] >= sign * g:
            continue
        kept.append((a, b, g))
        first = place
        while first and steps[first - 1][1] <= sign * g:
            first -= 1
        steps[first:place] = [(b, sign * g)]
    return kept


@dataclass(frozen=True, slots=True)
class Relation:
    """Who is a neighbour of whom: the relation, c rows a unit, and whether each unit has exactly one row.

    `once`: no two rows of a unit are in one cell; then each cell is measured by itself, and by nothing else.
    """

    neighbours: Neighbours
    rows_per_unit: int = 1
    exact_row: bool = False
    once: bool = False

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        c: object = self.rows_per_unit
        relation: object = self.neighbours
        if not isinstance(relation, Neighbours):
            raise BadInput(problem("mechanisms.relation"))
        if isinstance(c, bool) or not isinstance(c, int) or c < 1:
            raise BadInput(problem("mechanisms.rows_per_unit"))
        if self.exact_row and (self.neighbours is not Neighbours.REPLACE_ONE or c != 1):
            raise BadInput(problem("mechanisms.exact_row"))
        if self.once and self.exact_row:
            raise BadInput(problem("mechanisms.once"))

    @property
    def squared(self) -> int:
        """How many times what one row changes a unit changes, in squared L2."""
        return self.rows_per_unit if self.once else self.rows_per_unit**2


@dataclass(frozen=True, slots=True)
class SumRange:
    """A sum over the same cells: values in whole steps from `lower` to `upper`, and its share of the loss.

    `nowhere` says that a row in a cell may also contribute 0 (a value that is not stated).
    """

    lower: int
    upper: int
    share: Fraction
    nowhere: bool = False

    def __post_init__(self) -> None:
        """Check the range and the share."""
        ends: tuple[object, ...] = (self.lower, self.upper)
        if not all(isinstance(end, int) and not isinstance(end, bool) for end in ends):
            raise BadInput(problem("mechanisms.sum_bounds"))
        if self.lower > self.upper:
            raise BadInput(problem("mechanisms.sum_order"))
        share: object = self.share
        if not isinstance(share, Fraction) or not 0 < share < 1:
            raise BadInput(problem("mechanisms.sum_share"))

    @property
    def values(self) -> tuple[int, ...]:
        """The extreme values a row can contribute."""
        ends = {self.lower, self.upper}
        if self.nowhere:
            ends.add(0)
        return tuple(sorted(ends))


def value_digits(sums: Sequence[SumRange]) -> int:
    """Binary digits of the largest value that a row adds to one of the sums.

    Args:
        sums: each with the range of its values.

    Returns:
        How many digits; 0 without sums.

    >>> value_digits([SumRange(-8, 7, Fraction(1, 2))])
    4
    """
    return max((max(abs(summed.lower), abs(summed.upper)).bit_length() for summed in sums), default=0)


COUNT_VALUES = (1,)


@dataclass(frozen=True, slots=True)
class Corners:
    """What a row can put into a block of several vectors that are measured together: any mixture of some columns.

    `triples` are (‖c‖², ‖d‖², ⟨c, d⟩) of any two of them (chain.py). A row in cell u that is corner c puts c ⊗ m_u into
    the block, so that two rows differ by ‖c‖²a + ‖d‖²b − 2⟨c, d⟩g, which is convex in the mixtures.
    """

    triples: tuple[Triple, ...]


Values = tuple[int, ...] | Corners
"""What a row can contribute to a block: the ends of a range, or corners."""


def l1(a: int, b: int, g: int, v: int, w: int) -> int:
    """‖v·m_u − w·m_v‖₁ for 0/1 columns; for others with entries ≥ 0 a bound.

    Args:
        a: ‖m_u‖₁.
        b: ‖m_v‖₁.
        g: Σ_j min(m_ju, m_jv).
        v: the value of the one row.
        w: that of the other.
    """
    return abs(v) * (a - g) + abs(w) * (b - g) + abs(v - w) * g


def l2_squared(a: int, b: int, g: int, v: int, w: int) -> int:
    """‖v·m_u − w·m_v‖₂².

    Args:
        a: ‖m_u‖².
        b: ‖m_v‖².
        g: ⟨m_u, m_v⟩.
        v: the value of the one row.
        w: that of the other.
    """
    return v * v * a + w * w * b - 2 * v * w * g


def changes(triples: Sequence[Triple], relation: Relation) -> Iterator[Triple]:
    """The extreme differences that one row can make.

    Args:
        triples: of the strategy's columns.
        relation: who is a neighbour of whom.

    Yields:
        Triples; (a, 0, 0) stands for a row that appears or disappears.
    """
    if relation.neighbours is Neighbours.ADD_REMOVE or not relation.exact_row:
        yield (max(max(a, b) for a, b, _ in triples), 0, 0)
    if relation.neighbours is Neighbours.REPLACE_ONE:
        yield from triples


def block_norms(
    triples: Sequence[Triple], relation: Relation, values: Sequence[Values], *, squared: bool
) -> list[tuple[int, ...]]:
    """For every extreme difference the norm of each block, for one row of a unit.

    Within one difference every block takes its own worst values, which is attained since the values of different
    quantities are free of each other.

    Args:
        triples: of the strategy's columns.
        relation: who is a neighbour of whom.
        values: for each block, counts first, what a row can contribute.
        squared: whether norms are squared L2 norms; else L1 norms.

    Returns:
        A tuple with a norm for each block, for every difference that no other dominates.
    """
    reached = set()
    for triple in changes(triples, relation):
        reached.add(tuple(_greatest(triple, ends, squared=squared) for ends in values))
    greatest: list[tuple[int, ...]] = []
    for norms in sorted(reached, reverse=True):  # whatever dominates a tuple comes before it
        if not any(_dominates(other, norms) for other in greatest):
            greatest.append(norms)
    return greatest


def _greatest(triple: Triple, ends: Values, *, squared: bool) -> int:
    """The most that rows of two cells differ by in one block, whatever they contribute."""
    a, b, g = triple
    if isinstance(ends, Corners):
        return max(p * a + q * b - 2 * h * g for p, q, h in ends.triples)
    norm = l2_squared if squared else l1
    return max(norm(a, b, g, v, w) for v, w in product(ends, ends))


def _dominates(norms: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(x >= y for x, y in zip(norms, other, strict=True))


def one_row(triples: Sequence[Triple], relation: Relation) -> int:
    """The greatest difference that one row can make to the counts.

    Args:
        triples: of the strategy's columns, in L1 or in L2.
        relation: who is a neighbour of whom.

    Returns:
        From triples in L1 the greatest ‖·‖₁, from triples in L2 the greatest ‖·‖₂²: for counts both are a + b − 2g.

    >>> one_row(((1, 1, 0), (1, 1, 1)), Relation(Neighbours.REPLACE_ONE))
    2
    """
    return max(norms[0] for norms in block_norms(triples, relation, [COUNT_VALUES], squared=False))
