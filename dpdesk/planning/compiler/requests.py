"""What the cells of a table count: the set of every line, met with the measure's and the universe's, asked as boxes.

The lines of a combination of blocks belong to statistics: everyone, every code of a variable, every code of a level of
its hierarchy, and every combination of these. Each statistic is a product of lists of sets, one box for the workload.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.boxes import NO_ROW, Box, Rows, WorkloadBuilder
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets
from dpdesk.planning.compiler.shells import AxisBlock
from dpdesk.planning.compiler.space import Space
from dpdesk.planning.compiler.subsets import EMPTY, Ids, ascending

Axes = tuple[AxisBlock, AxisBlock, AxisBlock]


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """Queries of one combination of blocks: for each variable the set of every cell, and the boxes they make up."""

    sets: tuple[Ids, ...]
    boxes: tuple[tuple[Box, tuple[Ids, ...]], ...]

    def rows(self, builder: WorkloadBuilder) -> Rows:
        """Return the row of every cell, in the broadcast shape (P, S, B, K) of the sets; NO_ROW counts nobody."""
        shape = np.broadcast_shapes(*(numbers.shape for numbers in self.sets))
        result = np.full(shape, NO_ROW, dtype=np.int64)
        for box, wanted in self.boxes:
            np.maximum(result, builder.rows(box, wanted), out=result)
        return result


class Tabulator:
    """Asks a group's builder for what its tables need."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.builder = WorkloadBuilder(space.sets)
        self._universes: dict[tuple[int, ...], str] = {}

    def request(
        self,
        table: str,
        universe: Sequence[int],
        axes: Sequence[AxisBlock],
        along: CodeRanges | CodeSets | CodeCells | None = None,
        keeps: frozenset[str] | None = None,
    ) -> Request:
        """Ask for the counts of every cell of a combination of blocks.

        `along` adds sets of codes as the last axis; `keeps` replaces the variables it does not name by their totals.
        """
        sets: list[Ids] = [np.full((1, 1, 1, 1), number, dtype=np.int64) for number in universe]
        names: list[Sequence[str]] = [("",)] * len(sets)
        kinds: list[NDArray[np.int64]] = [np.zeros((1, 1, 1, 1), dtype=np.int64)] * len(sets)
        for axis, block in enumerate(axes):
            shape = tuple(block.size if at == axis else 1 for at in range(4))
            for at, (numbers, kind, named) in self._block(block, keeps).items():
                sets[at] = self.space.sets[at].meet(sets[at], numbers.reshape(shape))
                kinds[at], names[at] = kind.reshape(shape), named
        for codes in () if along is None else along.each if isinstance(along, CodeCells) else (along,):
            at = self.space.place(codes.variable)
            sets[at] = self.space.sets[at].meet(sets[at], self.space.along(codes))
            kinds[at] = np.broadcast_to(kinds[at], sets[at].shape)
            own = f"{codes.variable.name}:{codes.what}"
            names[at] = tuple(f"{name} > {own}" if name else own for name in names[at])
        boxes = []
        within = self._within(table, universe)
        for combination in product(*(range(len(named)) for named in names)):
            wanted = tuple(
                numbers if len(named) == 1 else np.where(kind == chosen, numbers, EMPTY)
                for numbers, kind, named, chosen in zip(sets, kinds, names, combination, strict=True)
            )
            lists = [ascending(numbers) for numbers in wanted]
            if all(numbers.size for numbers in lists):
                present = [named[chosen] for named, chosen in zip(names, combination, strict=True) if named[chosen]]
                boxes.append((self.builder.ask((" by ".join(present) or "total") + within, lists), wanted))
        return Request(tuple(sets), tuple(boxes))

    def all_of(self, along: CodeRanges | CodeSets | CodeCells) -> Request:
        """Ask for the counts of sets of codes in the whole file, whatever a table's lines and universe are."""
        return self.request("", [subsets.full for subsets in self.space.sets], (), along)

    def _within(self, table: str, universe: Sequence[int]) -> str:
        if all(number == subsets.full for number, subsets in zip(universe, self.space.sets, strict=True)):
            return ""
        return f" in the universe of {self._universes.setdefault(tuple(universe), table)}"

    def _block(
        self, block: AxisBlock, keeps: frozenset[str] | None
    ) -> dict[int, tuple[Ids, NDArray[np.int64], tuple[str, ...]]]:
        """For each variable of the domain that a block names: the set and the statistic of every line."""
        found: dict[int, tuple[Ids, NDArray[np.int64], tuple[str, ...]]] = {}
        for column, choice in enumerate(block.choices):
            at = self.space.place(choice.variable)
            named: tuple[str, ...]
            if keeps is not None and choice.variable.name not in keeps:
                numbers = np.full(block.size, self.space.total(choice), dtype=np.int64)
                kind, named = np.zeros(block.size, dtype=np.int64), ("",)
            else:
                position = block.index[:, column]
                names = list(dict.fromkeys(choice.statistics))
                kinds = np.array([names.index(name) for name in choice.statistics], dtype=np.int64)
                numbers, kind, named = self.space.choice(choice)[position], kinds[position], tuple(names)
            if at in found:
                other, outer, outers = found[at]
                numbers = self.space.sets[at].meet(other, numbers)
                pairs = [(a, b) for a in range(len(outers)) for b in range(len(named))]
                kind = outer * len(named) + kind
                named = tuple(" > ".join(n for n in (outers[a], named[b]) if n) for a, b in pairs)
            found[at] = (numbers, kind, named)
        return found
