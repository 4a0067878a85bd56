"""The stub of the classic layout: a column of labels, indented by their levels, with headings where there are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dpdesk.planning.compiler.shells import TOTAL
from dpdesk.publish.documents.notes import Marks, mark
from dpdesk.publish.documents.words import listed, said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.titles import line_words

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, Item
    from dpdesk.planning.compiler.sides import ShellSide
    from dpdesk.publish.workbook.grid import Grid


class Stub:
    """The lines below the head of a table, of all pages that stand on its sheet."""

    def __init__(self, grid: Grid, marks: Marks, pages: range) -> None:
        self._grid, self._marks, self._pages = grid, marks, pages
        self._names = block_names(grid.row_axis, grid.language)

    def lines(self) -> Iterator[tuple[int, int | None, str, int]]:
        """The lines below the head: page, row of the grid (None for a heading), label, and how far it is indented."""
        for page in self._pages:
            words = ""
            if self._grid.pages_below:
                words = page_words(self._grid.shell.pages, page, self._grid.language)
                words += mark(self._marks.pages.get(page, []), self._grid.language)
            yield from ((page, *line) for line in self.of_page(words))

    def of_page(self, words: str = "") -> Iterator[tuple[int | None, str, int]]:
        """The lines of a page; `words` name it, where others stand on its sheet."""
        if self._grid.step > 1:
            yield from self._measures_down(words)
            return
        if words:
            yield None, words, 0
        yield from ((row, label, depth + bool(words)) for row, label, depth in self._stub_lines())

    def _stub_lines(self) -> Iterator[tuple[int | None, str, int]]:
        rows = self._grid.rows
        block, above = -1, list[str]()
        for row in range(rows.size):
            parts = rows.line_words(rows.line(row))
            own = self._block(row)
            name = self._names[own]
            if own != block and name:
                yield None, name, 0
            block = own
            depth = max((rows.indent(row, level) for level in range(rows.levels)), default=0)
            for at in range(len(parts) - 1):
                if above[: at + 1] != parts[: at + 1]:
                    yield None, parts[at], at + bool(name)
            above = parts
            notes = mark(self._marks.stub.get(rows.line(row), []), self._grid.language)
            yield row, (parts[-1] if parts else rows.label(row, 0)) + notes, max(depth, len(parts) - 1) + bool(name)

    def _measures_down(self, page: str) -> Iterator[tuple[int | None, str, int]]:
        grid, rows = self._grid, self._grid.rows
        items = list(grid.shell.items)
        for row in range(rows.size):
            line, at = rows.line(row), rows.item(row)
            words = ", ".join([*([page] if page else []), *rows.line_words(line)])
            if words and at == 0:
                yield None, words + mark(self._marks.stub.get(line, []), self._grid.language), 0
            named, value = distribution(grid, items, at)
            if named and (at == 0 or distribution(grid, items, at - 1)[0] != named):
                yield None, named, int(bool(words))
            label = value if named else grid.item_words(items[at])
            label += mark(self._marks.items.get(at, []), self._grid.language)
            yield row, label, bool(words) + bool(named)

    def _block(self, row: int) -> int:
        """The number of the block a row belongs to."""
        line = self._grid.rows.line(row)
        for number, block in enumerate(self._grid.row_axis.blocks):
            if line < block.size:
                return number
            line -= block.size
        return -1


def parents(lines: Sequence[tuple[int | None, str, int]]) -> list[int]:
    """For each line the one it stands below: the last above it that is indented less; -1 for none."""
    found, open_lines = list[int](), list[int]()
    for at, (_, _, depth) in enumerate(lines):
        while open_lines and lines[open_lines[-1]][2] >= depth:
            open_lines.pop()
        found.append(open_lines[-1] if open_lines else -1)
        open_lines.append(at)
    return found


def said_again(line: tuple[int | None, str, int], grid: Grid) -> str:
    """What is said of a line on a page that goes on below it; "" for a total."""
    row, words, _ = line
    return words if row is None or not _is_total(grid, row) else ""


def _is_total(grid: Grid, row: int) -> bool:
    return all(code == TOTAL for code in grid.row_axis.lines[grid.rows.line(row)].codes)


def distribution(grid: Grid, items: Sequence[Item], at: int) -> tuple[str, str]:
    """The name of the distribution of which a measure is a line, and what is said of that line alone; "" and "" for any
    other measure, and for a distribution of one line.
    """
    item = items[at]
    named, colon, value = grid.item_words(item).partition(": ")
    beside = (items[other] for other in (at - 1, at + 1) if 0 <= other < len(items))
    together = any(
        (one.kind, one.variable) == (item.kind, item.variable) and grid.item_words(one).startswith(named + colon)
        for one in beside
    )
    return (named, value) if item.kind == "cdf" and value and together else ("", "")


def page_words(pages: Axis, page: int, language: str) -> str:
    """A page with the names of its variables: "Sex: Total" stands above another "Total"."""
    names = ", ".join(variable.label.show(language) or variable.name for variable in pages.variables)
    return carried(f"{names}: {line_words(pages.lines[page].labels, language)}")


def block_names(axis: Axis, language: str, *, alone: bool = False) -> list[str]:
    """What stands above the lines of each block: its label, or its variables where several blocks have some, or where
    a block that stands `alone` has its name there, too.
    """
    several = alone or sum(bool(block.choices) for block in axis.blocks) > 1
    return [
        carried(block.label.show(language))
        or (carried(listed([one.variable.label.show(language) for one in block.choices], language)) if several else "")
        for block in axis.blocks
    ]


def subjects(columns: ShellSide, language: str) -> Iterator[tuple[int, int, str]]:
    """The named blocks of what stands across: the first column, the one after the last, the name.

    A single block is named as well: nobody knows from "Yes" and "No" what was asked.
    """
    end = 0
    for block, name in zip(columns.axis.blocks, block_names(columns.axis, language, alone=True), strict=True):
        first, end = end, end + block.size * columns.item_count
        if name:
            yield first, end, name


def levels_shown(axis: Axis, language: str) -> str:
    """The levels of areas that stand below each other: "Region, County, District"; "" for other lines."""
    if len(axis.blocks) > 1 or len(axis.blocks[0].choices) != 1:
        return ""
    (choice,) = axis.blocks[0].choices
    if choice.variable.describes != "area":
        return ""
    labels = {level.name: level.label for level in choice.variable.levels}
    shown = (statistic.rpartition("@")[2].rpartition(".")[2] for statistic in choice.statistics if statistic)
    found = dict.fromkeys(labels.get(name, choice.variable.label).show(language) for name in shown)
    return carried(", ".join(found)) if len(found) > 1 else ""


def corner_words(grid: Grid) -> str:
    """What stands above the stub: the variables of its lines, or that they are measures; "" where blocks have names."""
    rows = grid.rows
    levels = levels_shown(grid.row_axis, grid.language)
    names = dict.fromkeys(name for level in range(rows.levels) if (name := levels or rows.heading(level)))
    if grid.step > 1 and not names:
        return said(grid.language, "Measure")
    return ", ".join(names) if len(grid.row_axis.blocks) == 1 else ""
