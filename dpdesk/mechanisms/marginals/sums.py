"""What each block of each variable gives to the answers of a piece: sums of moments, and the products that are needed.

Hundreds of pieces ask the same few things of a variable: what a block gives to one of them is looked up once for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.marginals.blocks import Parts
from dpdesk.queries.one_variable import OneVariable

Measured = tuple[int, ...]
"""For each variable the number of a block."""
OfFactor = tuple[OneVariable, tuple[float, ...], list[int]]
"""What is asked of a variable, the sums of its blocks, and the blocks whose sums are not 0."""
Known = dict[int, OfFactor]
"""By the address of what is asked, which is much faster than to compare it."""


@lru_cache(maxsize=4096)
def block_sums(part: Parts, factor: OneVariable) -> tuple[float, ...]:
    """Sums of the moments of every block of a variable.

    Args:
        part: how the variable is taken apart.
        factor: what is asked of it.

    Returns:
        A sum for each block, in counts².
    """
    return tuple(block.sum(factor) for block in part.blocks)


class Sums:
    """The sums of every block of every variable, by what is asked of the variable.

    `known` are for each variable the sums that were looked up for its blocks, to be shared by those who have the same.
    """

    def __init__(self, parts: tuple[Parts, ...], known: Sequence[Known] | None = None) -> None:
        """Take the blocks of every variable."""
        self.parts = parts
        self._known: Sequence[Known] = [{} for _ in parts] if known is None else known
        self._pieces: dict[int, tuple[Piece, list[OfFactor], tuple[Measured, ...]]] = {}

    def of(self, piece: Piece) -> list[tuple[float, ...]]:
        """For each variable a sum for each block, in counts².

        Args:
            piece: a product of queries.
        """
        return [sums for _, sums, _ in self._asked(piece)[1]]

    def needed(self, piece: Piece) -> Sequence[Measured]:
        """All products of blocks in which some answer of a piece has a part.

        Args:
            piece: a product of queries.

        Returns:
            Of each a number of a block for each variable; −1 where there is none for it.
        """
        return self._asked(piece)[2]

    def _asked(self, piece: Piece) -> tuple[Piece, list[OfFactor], tuple[Measured, ...]]:
        """What is known of a piece, which is asked for again and again."""
        if id(piece) not in self._pieces:
            found = self._of(piece)
            self._pieces[id(piece)] = piece, found, tuple(self._products(piece, [blocks for *_, blocks in found]))
        return self._pieces[id(piece)]

    def _products(self, piece: Piece, asked: list[list[int]]) -> Iterator[Measured]:
        joint = next((i for i, part in enumerate(self.parts) if part.contexts), None)
        if joint is None:
            yield from product(*asked)
            return
        where, blocks = dict(self.parts[joint].contexts), self.parts[joint].blocks
        for context in product(*asked[:joint], *asked[joint + 1 :]):
            b = where.get(context, -1)
            if b > 0 and blocks[0].whole and 0 in asked[joint] and not any(context):
                yield (0,) * len(self.parts)  # everybody, beside a matrix of the product of totals
            if b < 0 or not blocks[b].follows(piece.factors[joint]):
                yield (*context[:joint], -1, *context[joint:])
            elif b in asked[joint]:
                yield (*context[:joint], b, *context[joint:])

    def _of(self, piece: Piece) -> list[OfFactor]:
        """For each variable the sums of its blocks, and the blocks whose sums are not 0."""
        found = []
        for part, factor, known in zip(self.parts, piece.factors, self._known, strict=True):
            of_factor = known.get(id(factor))
            if of_factor is None:
                sums = block_sums(part, factor)
                known[id(factor)] = of_factor = factor, sums, [b for b, value in enumerate(sums) if value > 0]
            found.append(of_factor)
        return found
