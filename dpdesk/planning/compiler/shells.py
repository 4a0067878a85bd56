"""The empty table: its pages, stub and boxhead as lines of codes and labels, and its items, without any number.

A shell is made from a plan and its dictionary alone, so that it can be drawn, checked and published as a form before
any data are read. Lines stand in C order of the nested variables with totals first and a hierarchy's parents before
their children; stacked blocks follow each other. Cells run over pages × stub × boxhead × items, the last fastest: the
order of the tidy CSV. A column of codes holds '' where a stacked block lacks the variable and '_T' for a total.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.document.names import table_label
from dpdesk.problems.problem import Label
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

TOTAL = "_T"
ABSENT = ""
NO_TEXT = Text.plain("")

KEPT = 512
"""Items of a table that are kept; of all intervals of a thousand bins the others are made when they are looked at."""


@dataclass(frozen=True, slots=True)
class AxisVariable:
    """A column of codes on an axis."""

    name: str
    label: Text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an axis: a code and a label for each variable of the axis, and how far it is indented."""

    codes: tuple[str, ...]
    labels: tuple[Text, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One nested variable of a block: the lines it contributes, in order, as sets of codes of its root variable.

    `statistics` says for each line which statistic it belongs to: '' for the total, the variable's name for its own
    codes, 'variable@level' for a level of a hierarchy. `total` is the set a total counts: all codes of the variable.
    """

    variable: Variable
    codes: tuple[str, ...]
    labels: tuple[Text, ...]
    depths: tuple[int, ...]
    statistics: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]
    total: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of lines it contributes."""
        return len(self.codes)


@dataclass(frozen=True, slots=True)
class AxisBlock:
    """Nested choices; row i of `index` gives the position in each choice of the block's line i.

    `label` is what the plan calls the block, if it calls it anything.
    """

    choices: tuple[Choice, ...]
    index: NDArray[np.int64]
    label: Text = NO_TEXT

    @property
    def size(self) -> int:
        """The number of its lines."""
        return len(self.index)


class Axis:
    """Pages, stub or boxhead: blocks under or beside each other. An axis without blocks has one line for everyone."""

    def __init__(self, blocks: Sequence[AxisBlock]) -> None:
        alone = AxisBlock((), np.zeros((1, 0), dtype=np.int64))
        self.blocks: tuple[AxisBlock, ...] = tuple(blocks) or (alone,)
        self.size = sum(block.size for block in self.blocks)
        found: dict[str, AxisVariable] = {}
        for block in self.blocks:
            for choice in block.choices:
                variable = choice.variable
                found.setdefault(variable.name, AxisVariable(variable.name, variable.label))
        self.variables: tuple[AxisVariable, ...] = tuple(found.values())

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines in order."""
        names = [variable.name for variable in self.variables]
        return tuple(line for block in self.blocks for line in _lines(block, names))

    def __len__(self) -> int:
        return self.size


def _lines(block: AxisBlock, names: list[str]) -> Iterator[Line]:
    places = [names.index(choice.variable.name) for choice in block.choices]
    for positions in block.index.tolist():
        codes, labels, depth = [ABSENT] * len(names), [NO_TEXT] * len(names), 0
        for place, choice, position in zip(places, block.choices, positions, strict=True):
            codes[place] = choice.codes[position]
            labels[place] = choice.labels[position]
            depth += choice.depths[position]
        yield Line(tuple(codes), tuple(labels), depth)


@dataclass(frozen=True, slots=True)
class Item:
    """One number a cell of pages × stub × boxhead shows: its code ("count", "quantile:age:1/2"), label and decimals.

    `kind` is "count", "percentage", "sum", "mean", "quantile", "cdf", "interval", "prefix" or "rate"; `variable` what
    it is about, `at` the q of a quantile, `per` what a rate is per. A weighted one has its unweighted form, `plain`: a
    weighted count is a sum.
    """

    code: str
    label: Text
    kind: str
    decimals: int
    variable: str | None = None
    at: Fraction | None = None
    plain: Item | None = None
    per: Fraction | None = None


class Items(Sequence[Item]):
    """The items of a table, made when they are looked at: all intervals of a thousand bins are half a million."""

    def __init__(self, segments: Sequence[tuple[int, Callable[[int], Item]]]) -> None:
        """Take for each measure its number of items and a function that makes the i-th."""
        self._makers = tuple(make for _, make in segments)
        self._ends = np.cumsum([0, *(size for size, _ in segments)]).tolist()
        self._kept: dict[int, Item] = {}

    def __len__(self) -> int:
        return int(self._ends[-1])

    def firsts(self) -> tuple[Item, ...]:
        """The first item of each measure."""
        return tuple(make(0) for make in self._makers)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        return self._item(at)

    def __iter__(self) -> Iterator[Item]:
        return map(self._item, range(len(self)))

    def _item(self, at: int) -> Item:
        """One item; the first that are looked at are kept, for each file of a release looks at them several times."""
        if at in self._kept:
            return self._kept[at]
        segment = bisect_right(self._ends, at) - 1
        item = self._makers[segment](at - self._ends[segment])
        if len(self._kept) < KEPT:
            self._kept[at] = item
        return item


@dataclass(frozen=True, slots=True, eq=False)
class Shell:
    """A table as it is before any number is in it: its lines, its items and its words."""

    name: str
    title: Text
    universe: Text | None
    pages: Axis
    stub: Axis
    boxhead: Axis
    items: Items

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Numbers of pages, stub lines, boxhead lines and items."""
        return (self.pages.size, self.stub.size, self.boxhead.size, len(self.items))

    @property
    def label(self) -> Label:
        """What it is called in a sentence."""
        return table_label(self.name, self.title)

    @property
    def cells(self) -> int:
        """The number of its cells."""
        pages, stub, boxhead, items = self.shape
        return pages * stub * boxhead * items

    @property
    def variables(self) -> tuple[AxisVariable, ...]:
        """Columns of the tidy layout: pages, stub, boxhead."""
        return (*self.pages.variables, *self.stub.variables, *self.boxhead.variables)

    def cells_in_order(self) -> Iterator[tuple[tuple[str, ...], tuple[Text, ...], Item]]:
        """Yield codes, labels and item of every cell, in C order."""
        items = tuple(self.items)
        for page in self.pages.lines:
            for row in self.stub.lines:
                for column in self.boxhead.lines:
                    codes = page.codes + row.codes + column.codes
                    labels = page.labels + row.labels + column.labels
                    for item in items:
                        yield codes, labels, item
