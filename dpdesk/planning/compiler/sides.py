"""One side of an empty table, its stub or its boxhead, as nested levels of labels; made when they are looked at.

Qt-free. A level is a place in the nesting: the outermost variable of each block on level 0, and so on, then the items
where there are several. Neighbouring lines under one outer code are a *run*, drawn as one merged cell. Nothing is made
for lines that are not asked for, so that a million lines cost nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, Item


class ShellSide:
    """Lines of an axis, each repeated for every item where `items` are given.

    Sections are numbered from 0; section = line × items + item.
    """

    def __init__(self, axis: Axis, items: Sequence[Item] | None, language: str = "en") -> None:
        self.axis, self.items, self.language = axis, items, language
        self.item_count = len(items) if items is not None else 1
        self.size = axis.size * self.item_count
        self._ends: list[int] = []
        for block in axis.blocks:
            self._ends.append(block.size + (self._ends[-1] if self._ends else 0))
        self.axis_levels = max(len(block.choices) for block in axis.blocks)
        self._has_items = items is not None and (self.item_count > 1 or self.axis_levels == 0)
        self.levels = max(self.axis_levels + self._has_items, 1)
        self._starts: dict[tuple[int, int], list[int]] = {}

    def line(self, section: int) -> int:
        """The line of the axis a section stands for."""
        return section // self.item_count

    def item(self, section: int) -> int:
        """The item a section stands for."""
        return section % self.item_count

    def block_at(self, section: int) -> int:
        """The number of the block a section belongs to."""
        return bisect_right(self._ends, self.line(section))

    def sections_of(self, block: int) -> tuple[int, int]:
        """First section of a block and the one after its last."""
        return self._sections(self._ends[block] - self.axis.blocks[block].size, self._ends[block])

    def _place(self, line: int) -> tuple[int, int, Any]:
        """Number of the block, place within it, and the block of a line."""
        number = bisect_right(self._ends, line)
        block = self.axis.blocks[number]
        return number, line - (self._ends[number] - block.size), block

    def label(self, section: int, level: int) -> str:
        """What stands at a level above (or beside) a section; empty below the last variable of a short block."""
        if level >= self.axis_levels:
            if self.items is None or not self._has_items:
                return self._everyone()
            return self.items[self.item(section)].label.show(self.language)
        _, at, block = self._place(self.line(section))
        if not block.choices:
            return self._everyone() if level == 0 else ""
        if level >= len(block.choices):
            return ""
        choice = block.choices[level]
        shown: str = choice.labels[int(block.index[at, level])].show(self.language)
        return shown

    def _everyone(self) -> str:
        from dpdesk.planning.compiler.blocks import TOTAL_LABEL

        return TOTAL_LABEL.show(self.language)

    def indent(self, section: int, level: int) -> int:
        """How far the label is indented under the total and the levels above it."""
        if level >= self.axis_levels:
            return 0
        _, at, block = self._place(self.line(section))
        if level >= len(block.choices):
            return 0
        return int(block.choices[level].depths[int(block.index[at, level])])

    def span(self, section: int, level: int) -> int:
        """How many levels the label covers: a short block's last label goes on down to the items; 0 if covered."""
        if level >= self.axis_levels:
            return 1
        _, _, block = self._place(self.line(section))
        last = max(len(block.choices) - 1, 0)
        if level < last:
            return 1
        return self.axis_levels - level if level == last else 0

    def run(self, section: int, level: int) -> tuple[int, int]:
        """First section and the one after the last of those that share the label at a level."""
        if level >= self.axis_levels:
            return section, section + 1
        number, at, block = self._place(self.line(section))
        first = self._ends[number] - block.size
        if level >= len(block.choices) - 1:
            return self._sections(first + at, first + at + 1)
        starts = self._runs(number, level)
        run = bisect_right(starts, at) - 1
        end = starts[run + 1] if run + 1 < len(starts) else block.size
        return self._sections(first + starts[run], first + end)

    def _sections(self, first: int, end: int) -> tuple[int, int]:
        return first * self.item_count, end * self.item_count

    def _runs(self, number: int, level: int) -> list[int]:
        """Where the runs of a block begin on a level."""
        if (number, level) not in self._starts:
            index = self.axis.blocks[number].index[:, : level + 1]
            changed = (index[1:] != index[:-1]).any(axis=1)
            self._starts[number, level] = [0, *(changed.nonzero()[0] + 1).tolist()]
        return self._starts[number, level]

    def heading(self, level: int) -> str:
        """The names of the variables on a level."""
        if level >= self.axis_levels:
            return ""
        found: dict[str, None] = {}
        for block in self.axis.blocks:
            if level < len(block.choices):
                found[block.choices[level].variable.label.show(self.language)] = None
        return " / ".join(found)

    def words(self, section: int) -> str:
        """The line in words, outermost first, totals left out: "West · Female"; then its item if there are several."""
        parts = self.line_words(self.line(section))
        if self._has_items:
            parts = [*parts, self.label(section, self.levels - 1)]
        return " · ".join(parts)

    def line_words(self, line: int) -> list[str]:
        """The labels of a line of the axis, totals left out unless all are."""
        _, at, block = self._place(line)
        labels = []
        for level, choice in enumerate(block.choices):
            position = int(block.index[at, level])
            if choice.statistics[position]:
                labels.append(choice.labels[position].show(self.language))
        if not labels and block.choices:
            labels = [block.choices[0].labels[int(block.index[at, 0])].show(self.language)]
        return labels

    def codes(self, line: int) -> dict[str, str]:
        """The codes of a line by variable, as a note names them ("_T" for a total)."""
        _, at, block = self._place(line)
        return {
            choice.variable.name: choice.codes[int(block.index[at, level])]
            for level, choice in enumerate(block.choices)
        }
