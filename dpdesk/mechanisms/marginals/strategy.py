"""Products of blocks, one a variable, each times a whole number: the strategy of marginals (mechanism.py).

A product A of blocks is measured as k_A·⊗_i M_(i, A_i). The answer to q = ⊗ q_i is a sum of one part for each product,
of variance Π_i v_(i, A_i)(q_i)/u_A for one unit of noise, u_A = (k_A·Π_i unit_i/unit)². A product needs no more of the
data than the margin over the variables in which it measures more than everybody: counts may be given as margins, and no
array over the whole domain is ever made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.matrix import Json, Term
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.strategy import Margin, Strategy
from dpdesk.mechanisms.marginals.blocks import Block, Parts
from dpdesk.mechanisms.marginals.sums import Measured, Sums
from dpdesk.problems.problem import problem
from dpdesk.queries.one_variable import AllRange, OneVariable, Prefix
from dpdesk.queries.workload import Array, FloatArray, IntArray

MOST_SORTED = 1 << 14
"""Queries of one variable that are sorted into kinds; more are taken one by one."""
WRITTEN = 1 << 12
"""Most coefficients of a block's answers that are written down, to be multiplied with instead of worked out anew."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """A factor's queries by kind: which kind each is, and for every block the moments of each kind."""

    of: IntArray
    moments: dict[int, FloatArray]

    @property
    def all(self) -> NDArray[np.bool_]:
        """True for every kind."""
        return np.ones(self.moments[0].size, dtype=bool)


@dataclass(frozen=True)
class MarginalsStrategy(Strategy):
    """Measured products in the order of `products`, each with its `multipliers`; 2^places units are a count.

    `known`: the product that counts everybody is measured without noise.
    """

    parts: tuple[Parts, ...]
    pieces: tuple[Piece, ...]
    products: tuple[Measured, ...]
    multipliers: tuple[int, ...]
    places: int
    known: bool

    def blocks(self, measured: Measured) -> tuple[Block, ...]:
        """The blocks of a product.

        Args:
            measured: a product: for every variable the number of its block.
        """
        return tuple(part.blocks[number] for part, number in zip(self.parts, measured, strict=True))

    def support(self, measured: Measured) -> Margin:
        """The variables in which a product measures more than everybody.

        Args:
            measured: a product: for every variable the number of its block.

        Returns:
            Ascending numbers of variables.
        """
        blocks = self.blocks(measured)
        return tuple(i for i, block in enumerate(blocks) if not block.whole)

    @property
    def needed_margins(self) -> tuple[Margin, ...]:
        """The supports of the products, those that lie within another left out."""
        return self._margins

    @cached_property
    def _margins(self) -> tuple[Margin, ...]:
        largest: list[Margin] = []
        for margin in sorted({self.support(margin) for margin in self.products}, key=lambda term: (-len(term), term)):
            if not any(set(margin) <= set(other) for other in largest):
                largest.append(margin)
        return tuple(largest)

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        return tuple(prod(block.rows for block in self.blocks(term)) for term in self.products)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        starts = [0]
        for length in self._lengths:
            starts.append(starts[-1] + length)
        return tuple(starts)

    @cached_property
    def gains(self) -> tuple[float, ...]:
        """√u_A: rows in natural units to a unit of the strategy."""
        return tuple(
            times * prod(block.unit for block in self.blocks(term)) / self.unit
            for times, term in zip(self.multipliers, self.products, strict=True)
        )

    @property
    def rows(self) -> int:
        """Rows of all products."""
        return self._starts[-1]

    @property
    def exact_rows(self) -> IntArray:
        """The row that counts everybody, where that is known."""
        if not self.known:
            return np.zeros(0, dtype=np.int64)
        whole = self.products.index((0,) * len(self.parts))
        return np.array([self._starts[whole]], dtype=np.int64)

    @property
    def unit(self) -> int:
        """2^places units are one count."""
        return 1 << self.places

    @cached_property
    def largest_entry(self) -> int:
        """Products of the blocks' bounds."""
        return max(
            times * prod(block.largest_entry for block in self.blocks(term))
            for times, term in zip(self.multipliers, self.products, strict=True)
        )

    @cached_property
    def largest_coefficient(self) -> float:
        """No coefficient exceeds the length of its row."""
        return sqrt(max((self.piece_maximum(piece) for piece in self.pieces), default=0.0))

    def unconditioned(self) -> MarginalsStrategy:
        """Everybody measured with noise."""
        return replace(self, known=False)

    def measure(self, x: Array) -> Array:
        """The integers, from the whole vector."""
        return self.measure_margins({tuple(range(len(self.parts))): x})

    def measure_margins(self, counts: Mapping[Margin, Array]) -> Array:
        """The integers from margins; raises BadInput where a margin that is needed can be had from none of them."""
        margins = dict(counts)
        for wanted in sorted({self.support(term) for term in self.products}, key=lambda margin: (-len(margin), margin)):
            if wanted not in margins:
                margins[wanted] = margin_of(wanted, margins)
        measured = []
        for term, times in zip(self.products, self.multipliers, strict=True):
            kept = self.support(term)
            y = margins[kept]
            for axis, i in enumerate(kept):
                y = self.parts[i].blocks[term[i]].measure(y, axis)
            measured.append(np.asarray(y).reshape(-1) * times)
        return np.concatenate(measured)

    def decode(self, y: FloatArray) -> FloatArray:
        """Every answer as the sum of its parts."""
        return np.asarray(self.decode_each(np.asarray(y)[None])[0])

    def decode_each(self, y: FloatArray) -> FloatArray:
        """The same of many vectors at once."""
        answers = []
        written: dict[tuple[int, int, OneVariable], FloatArray] = {}  # one block is in many products
        for piece in self.pieces:
            total = np.zeros((len(y), *piece.product.counts))
            for number in self._used(piece):
                term = self.products[number]
                blocks = self.blocks(term)
                part = np.asarray(y[:, self._starts[number] : self._starts[number + 1]], dtype=np.float64)
                part = part.reshape([len(y), *(block.rows for block in blocks)]) * (
                    self.unit / self.multipliers[number]
                )
                order = sorted(range(len(blocks)), key=lambda i: piece.factors[i].count / blocks[i].rows)
                for i in order:
                    block, factor = blocks[i], piece.factors[i]
                    if block.rows * factor.count > WRITTEN:
                        part = block.answer(part, i + 1, factor)
                        continue
                    key = (i, term[i], factor)
                    if key not in written:
                        written[key] = block.answer(np.eye(block.rows), 0, factor)
                    part = _along(written[key], part, i + 1)
                total += part
            answers.append(total.reshape(len(y), -1))
        return np.concatenate(answers, axis=1)

    @cached_property
    def _place(self) -> dict[Measured, int]:
        return {term: number for number, term in enumerate(self.products)}

    @cached_property
    def _sums(self) -> Sums:
        return Sums(self.parts)

    def _used(self, piece: Piece) -> list[int]:
        """Products that have a part in some answer of a piece."""
        return [self._place[term] for term in self._sums.needed(piece) if term in self._place]

    def piece_sum(self, piece: Piece) -> float:
        """Over the noisy products of blocks, the product of the blocks' sums."""
        sums = self._sums.of(piece)
        return sum(
            prod(sums_of_part[b] for sums_of_part, b in zip(sums, self.products[number], strict=True))
            / self.gains[number] ** 2
            for number in self._noisy(piece)
        )

    def _noisy(self, piece: Piece) -> list[int]:
        """The same without the product that is exact."""
        whole = (0,) * len(self.parts)
        return [number for number in self._used(piece) if not self.known or self.products[number] != whole]

    def piece_variances(self, piece: Piece) -> FloatArray:
        """Of each combination of kinds of queries once, then spread over the queries."""
        kinds = [kinds_of(part, factor) for part, factor in zip(self.parts, piece.factors, strict=True)]
        table = self.kind_variances(piece, kinds)
        return table[np.ix_(*[kind.of for kind in kinds])].reshape(-1)

    def kind_variances(self, piece: Piece, kinds: list[Kinds] | None = None) -> FloatArray:
        """Unit variances by kinds of queries; nan for those of other pieces that do not follow from it.

        Args:
            piece: of products.
            kinds: of queries, for every variable; those of the piece by default.

        Returns:
            A number for each combination of kinds, for one unit of noise.
        """
        kinds = kinds or [kinds_of(part, factor) for part, factor in zip(self.parts, piece.factors, strict=True)]
        table = np.zeros([kind.moments[0].size for kind in kinds])
        for number in self._noisy(piece):
            part = np.full((), 1 / self.gains[number] ** 2)
            for kind, b in zip(kinds, self.products[number], strict=True):
                part = np.multiply.outer(part, kind.moments[b])
            table += part
        if piece not in self.pieces:
            for term in self._sums.needed(piece):
                if term not in self._place:
                    asked = np.ones((), dtype=bool)
                    for kind, b in zip(kinds, term, strict=True):
                        asked = np.logical_and.outer(asked, kind.moments[b] > 0 if b >= 0 else kind.all)
                    table[asked] = np.nan
        return table

    def piece_maximum(self, piece: Piece) -> float:
        """The largest variance of any kind of query in the piece."""
        if piece.count == 0:
            return 0.0
        kinds = [
            kinds_of(parts, of_each_length(parts, factor))
            for parts, factor in zip(self.parts, piece.factors, strict=True)
        ]
        return float(self.kind_variances(piece, kinds).max())

    def coefficients(self, piece: Piece, rows: IntArray) -> FloatArray:
        """Products of rows, side by side."""
        index = np.unravel_index(rows, piece.product.counts)
        dense = np.zeros((rows.size, self.rows))
        written: dict[tuple[int, int], FloatArray] = {}  # one block is in many products
        for number in self._noisy(piece):
            term = self.products[number]
            part = np.full((rows.size, 1), 1 / self.gains[number])
            for i, (block, factor, chosen) in enumerate(zip(self.blocks(term), piece.factors, index, strict=True)):
                if (i, term[i]) not in written:
                    written[i, term[i]] = block.coefficients(factor, chosen)
                part = (part[:, :, None] * written[i, term[i]][:, None, :]).reshape(rows.size, -1)
            dense[:, self._starts[number] : self._starts[number + 1]] = part
        return dense

    def query_classes(self, piece: Piece, rows: IntArray) -> IntArray:
        """Queries whose coefficients are alike in every block of every variable: the sums of their square roots are."""
        label = np.zeros(rows.size, dtype=np.int64)
        for part, factor, chosen in zip(
            self.parts, piece.factors, np.unravel_index(rows, piece.product.counts), strict=True
        ):
            wanted, back = np.unique(chosen, return_inverse=True)
            shapes = [np.sqrt(np.abs(block.coefficients(factor, wanted))).sum(axis=1) for block in part.blocks]
            moments = [block.moments(factor)[wanted] for block in part.blocks]
            codes = np.round(np.stack([*shapes, *moments], axis=1), 9)
            kinds = np.unique(codes, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
            label = label * (int(kinds.max(initial=0)) + 1) + kinds[back.reshape(-1)]
        return label

    def to_json(self) -> Json:
        """Every variable's blocks, and every product with its multiplier: the numbers of the blocks that are not 0."""
        return {
            "kind": "marginals",
            "variables": [part.to_json() for part in self.parts],
            "products": [
                {"blocks": {str(i): b for i, b in enumerate(term) if b}, "multiplier": str(times)}
                for term, times in zip(self.products, self.multipliers, strict=True)
            ],
            "units_to_a_count": str(self.unit),
            "total_known": self.known,
        }

    @property
    def codes(self) -> tuple[int, ...]:
        """Number of codes of each variable."""
        return tuple(part.size for part in self.parts)

    def terms(self) -> Iterator[Term]:
        """One a product of blocks."""
        for measured, times in zip(self.products, self.multipliers, strict=True):
            yield Term(times, tuple(block.to_public_json() for block in self.blocks(measured)))

    @classmethod
    def from_json(
        cls, tree: Mapping[str, Any], parts: tuple[Parts, ...], pieces: tuple[Piece, ...]
    ) -> MarginalsStrategy:
        """What `to_json` gave, on variables that are taken apart as it says.

        Args:
            tree: what `to_json` gave.
            parts: how every variable is taken apart.
            pieces: the workload as products.
        """
        multipliers = tuple(int(term["multiplier"]) for term in tree["products"])
        places = int(tree["units_to_a_count"]).bit_length() - 1
        return cls(parts, pieces, measured_products(tree, len(parts)), multipliers, places, tree["total_known"])


def measured_products(tree: Mapping[str, Any], number: int) -> tuple[Measured, ...]:
    """The products of blocks in the JSON of a strategy.

    Args:
        tree: what `MarginalsStrategy.to_json` gave.
        number: how many variables there are.
    """
    return tuple(tuple(int(term["blocks"].get(str(i), 0)) for i in range(number)) for term in tree["products"])


def _along(matrix: FloatArray, values: FloatArray, axis: int) -> FloatArray:
    """A matrix applied along one axis."""
    if matrix.size == 1:
        return np.asarray(values * matrix[0, 0])
    before, after = values.shape[:axis], values.shape[axis + 1 :]
    if prod(after) == 1:
        answers = values.reshape(prod(before), values.shape[axis]) @ matrix.T
    else:
        answers = matrix @ values.reshape(prod(before), values.shape[axis], prod(after))
    return answers.reshape(*before, len(matrix), *after)


def of_each_length(parts: Parts, factor: OneVariable) -> OneVariable:
    """Queries with the moments of all of a factor's: where lengths decide, one interval of each length is enough.

    Args:
        parts: how the variable is taken apart.
        factor: what is asked of it.
    """
    if isinstance(factor, AllRange) and all(block.by_length for block in parts.blocks):
        return Prefix(factor.size)
    return factor


@lru_cache(maxsize=512)
def kinds_of(part: Parts, factor: OneVariable) -> Kinds:
    """Queries of equal moments in every block.

    Args:
        part: how the variable is taken apart.
        factor: what is asked of it.
    """
    moments = np.stack([block.moments(factor) for block in part.blocks])
    if factor.count > MOST_SORTED:
        return Kinds(np.arange(factor.count), dict(enumerate(moments)))
    rounded = np.round(moments, 12)
    if rounded.shape[1] and np.all(rounded == rounded[:, :1]):
        return Kinds(
            np.zeros(rounded.shape[1], dtype=np.int64),
            {b: block_moments[:1] for b, block_moments in enumerate(moments)},
        )
    _, first, of = np.unique(rounded, axis=1, return_index=True, return_inverse=True)
    return Kinds(of.reshape(-1).astype(np.int64), {b: block_moments[first] for b, block_moments in enumerate(moments)})


def margin_of(wanted: Margin, counts: Mapping[Margin, Array]) -> Array:
    """A margin from the smallest one that contains it.

    Args:
        wanted: its variables, ascending.
        counts: other margins by their variables, an axis each.

    Raises:
        BadInput: none contains it.

    >>> margin_of((1,), {(0, 1): np.array([[1, 2], [3, 4]])}).tolist()
    [4, 6]
    """
    able = [margin for margin in counts if set(wanted) <= set(margin)]
    if not able:
        raise BadInput(problem("mechanisms.margin_missing", variables=tuple(wanted)))
    source = min(able, key=lambda margin: counts[margin].size)
    dropped = tuple(axis for axis, i in enumerate(source) if i not in wanted)
    return np.asarray(counts[source].sum(axis=dropped), dtype=np.int64)
