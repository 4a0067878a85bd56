"""What the engine needs to turn texts into codes: tables of texts already seen, coded by the dictionary.

Columns that some variable reads together form a *block*. From a sample of the file's rows each block gets a
table: the distinct texts of its columns, the packed codes of its variables (a mixed-radix number, so that one
integer carries them all) and the steps of its quantities, all computed by the dictionary's own exact coding.
The engine joins these tables; texts that are not in them come back as they are, one of each, and are coded
then. So the sample decides how fast a file is counted and never what is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from dpdesk.data.counting.coding import Cells, Coder, Reading
from dpdesk.data.counting.tally import Integers

LARGEST_PACK = 1 << 62
MOST_MERGED = 20_000
LEAST_MERGED, ROWS_A_TEXT = 256, 64
"""A small source is not worth long tables: texts that are joined are one for so many of its rows at most."""
Seen: TypeAlias = Callable[[Sequence[int], int | None], Counter[Cells] | None]
"""Counts the texts of some columns in a sample; None where more than so many are different."""
UNSEEN = -1
"""In place of a block's pack for texts that stand in no table."""


@dataclass(slots=True)
class Block:
    """Columns (positions in the reading) with the coders that live on them and the texts seen so far."""

    where: tuple[int, ...]
    variables: list[Coder]
    quantities: list[Coder]
    seen: Counter[Cells]

    @property
    def radix(self) -> int:
        """How many different packs there can be."""
        product = 1
        for coder in self.variables:
            product *= coder.variable.size + 1
        return product

    def unseen(self) -> float:
        """Estimate the share of rows whose texts are not in the table (Good and Turing: the singletons)."""
        rows = self.seen.total()
        return sum(1 for n in self.seen.values() if n == 1) / rows if rows else 0.0

    def code(self, texts: Cells) -> tuple[int, list[int | None]]:
        """Return the packed codes and the steps of each quantity for texts of this block's columns."""
        by_position = dict(zip(self.where, texts, strict=True))
        pack = 0
        for coder in self.variables:
            code = coder.code(tuple([by_position[position] for position in coder.where]))
            pack = pack * (coder.variable.size + 1) + (code or 0) + 1
        steps = [c.code(tuple([by_position[position] for position in c.where])) for c in self.quantities]
        return pack, steps

    def code_all(self, rows: Sequence[Cells]) -> tuple[Integers, list[list[int | None]]]:
        """Return the packed codes of many texts, and for each quantity its steps; what is alike is coded once."""
        packs = np.zeros(len(rows), dtype=np.int64)
        for coder in self.variables:
            codes = np.fromiter((code or 0 for code in self._each(coder, rows)), np.int64, len(rows))
            packs = packs * (coder.variable.size + 1) + codes + 1
        return packs, [self._each(coder, rows) for coder in self.quantities]

    def _each(self, coder: Coder, rows: Sequence[Cells]) -> list[int | None]:
        places = [self.where.index(position) for position in coder.where]
        return coder.code_all([tuple([row[place] for place in places]) for row in rows])

    def unpack(self, packs: Integers) -> dict[str, Integers]:
        """Return each variable's codes, -1 for nowhere, from packed codes."""
        codes: dict[str, Integers] = {}
        for coder in reversed(self.variables):
            packs, digit = np.divmod(packs, coder.variable.size + 1)
            codes[coder.variable.name] = digit - 1
        return codes


def blocks_of(reading: Reading) -> list[tuple[int, ...]]:
    """Return the positions of columns that belong together because one variable reads them all."""
    group = {position: frozenset({position}) for coder in reading.coders for position in coder.where}
    for coder in reading.coders:
        union = frozenset[int]().union(*(group[position] for position in coder.where))
        for position in union:
            group[position] = union
    return sorted(tuple(sorted(members)) for members in set(group.values()))


def learn(reading: Reading, seen: Seen, total: int) -> list[Block]:
    """Make the blocks of a reading from a sample of its rows, whose texts in some of its columns `seen` counts.

    Blocks without quantities are merged while the sample knows few distinct texts of them together: one join
    on more columns is faster than several. No more are different together than the product of those of each, so that
    the sample is asked only where that is too many.
    """
    blocks = [block_of(reading, where, seen(where, None) or Counter()) for where in blocks_of(reading)]
    room = min(MOST_MERGED, max(LEAST_MERGED, total // ROWS_A_TEXT))
    merged: list[_Merged] = []
    for block in sorted((b for b in blocks if not b.quantities), key=lambda b: len(b.seen)):
        if not (merged and merged[-1].takes(block, seen, room)):
            merged.append(_Merged(block.where, block.radix, len(block.seen), block.seen))
    plain = [block_of(reading, m.where, seen(m.where, None) or Counter() if m.seen is None else m.seen) for m in merged]
    return plain + [b for b in blocks if b.quantities]


@dataclass(slots=True)
class _Merged:
    """Columns of a block that is made, how many packs and texts they can have at most, and these texts where known."""

    where: tuple[int, ...]
    radix: int
    most: int
    seen: Counter[Cells] | None

    def takes(self, block: Block, seen: Seen, room: int) -> bool:
        """Take the columns of another block in, if no more than there is room for are different together."""
        radix, most, together = self.radix * block.radix, self.most * len(block.seen), None
        if radix >= LARGEST_PACK:
            return False
        where = tuple(sorted(self.where + block.where))
        if most > room:
            together = seen(where, room)
            if together is None:
                return False
            most = len(together)
        self.where, self.radix, self.most, self.seen = where, radix, most, together
        return True


def block_of(reading: Reading, where: tuple[int, ...], seen: Counter[Cells]) -> Block:
    """Make the block of some columns."""
    inside = set(where)
    return Block(
        where,
        [c for c in reading.variables.values() if inside.issuperset(c.where)],
        [c for c in reading.quantities.values() if inside.issuperset(c.where)],
        seen,
    )
