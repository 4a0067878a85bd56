"""What each block of each variable gives to the answers of a piece: sums of moments, and the products that are needed.

Hundreds of pieces ask the same few things of a variable: what a block gives to one of them is looked up once for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.marginals.blocks import Parts
from dpdesk.queries.one_variable import OneVariable

Measured = tuple[int, ...]
"""For each variable the number of a block."""


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
    """The sums of every block of every variable, by what is asked of the variable."""

    def __init__(self, parts: tuple[Parts, ...]) -> None:
        """Take the blocks of every variable."""
        self.parts = parts
        self._known: list[dict[OneVariable, tuple[tuple[float, ...], list[int]]]] = [{} for _ in parts]

    def of(self, piece: Piece) -> list[tuple[float, ...]]:
        """For each variable a sum for each block, in counts².

        Args:
            piece: a product of queries.
        """
        return [sums for sums, _ in self._of(piece)]

    def needed(self, piece: Piece) -> Iterator[Measured]:
        """All products of blocks in which some answer of a piece has a part.

        Args:
            piece: a product of queries.

        Yields:
            A number of a block for each variable; −1 where there is none for it.
        """
        asked = [blocks for _, blocks in self._of(piece)]
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

    def _of(self, piece: Piece) -> list[tuple[tuple[float, ...], list[int]]]:
        """For each variable the sums of its blocks, and the blocks whose sums are not 0."""
        found = []
        for part, factor, known in zip(self.parts, piece.factors, self._known, strict=True):
            if factor not in known:
                sums = block_sums(part, factor)
                known[factor] = sums, [b for b, value in enumerate(sums) if value > 0]
            found.append(known[factor])
        return found
