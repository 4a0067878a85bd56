"""The stub of the classic layout: a column of labels, indented by their levels, with headings where there are none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dpdesk.publish.documents.notes import Marks, mark
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.titles import line_words

if TYPE_CHECKING:
    from dpdesk.publish.workbook.grid import Grid


class Stub:
    """The lines below the head of a table, of all pages that stand on its sheet."""

    def __init__(self, grid: Grid, marks: Marks, pages: range) -> None:
        self._grid, self._marks, self._pages = grid, marks, pages

    def lines(self) -> Iterator[tuple[int, int | None, str, int]]:
        """The lines below the head: page, row of the grid (None for a heading), label, and how far it is indented."""
        for page in self._pages:
            words = ""
            if self._grid.pages_below:
                words = self._page_words(page)
                words += mark(self._marks.pages.get(page, []), self._grid.language)
            if self._grid.step > 1:
                yield from ((page, *line) for line in self._measures_down(words))
                continue
            if words:
                yield page, None, words, 0
            yield from ((page, row, label, depth + bool(words)) for row, label, depth in self._stub_lines())

    def _page_words(self, page: int) -> str:
        """A page with the names of its variables: "Sex: Total" stands above another "Total"."""
        pages, language = self._grid.shell.pages, self._grid.language
        names = ", ".join(variable.label.show(language) or variable.name for variable in pages.variables)
        return carried(f"{names}: {line_words(pages.lines[page].labels, language)}")

    def _stub_lines(self) -> Iterator[tuple[int | None, str, int]]:
        grid, rows = self._grid, self._grid.rows
        block, above = -1, list[str]()
        for row in range(rows.size):
            parts = rows.line_words(rows.line(row))
            own, name = self._block(row)
            if own != block and len(grid.row_axis.blocks) > 1 and name:
                yield None, name, 0
            block = own
            depth = max((rows.indent(row, level) for level in range(rows.levels)), default=0)
            for at in range(len(parts) - 1):
                if above[: at + 1] != parts[: at + 1]:
                    yield None, parts[at], at
            above = parts
            notes = mark(self._marks.stub.get(rows.line(row), []), self._grid.language)
            yield row, (parts[-1] if parts else rows.label(row, 0)) + notes, max(depth, len(parts) - 1)

    def _measures_down(self, page: str) -> Iterator[tuple[int | None, str, int]]:
        grid, rows = self._grid, self._grid.rows
        items = list(grid.shell.items)
        for row in range(rows.size):
            line, at = rows.line(row), rows.item(row)
            words = ", ".join([*([page] if page else []), *rows.line_words(line)])
            if words and at == 0:
                yield None, words + mark(self._marks.stub.get(line, []), self._grid.language), 0
            label = grid.item_words(items[at]) + mark(self._marks.items.get(at, []), self._grid.language)
            yield row, label, 1 if words else 0

    def _block(self, row: int) -> tuple[int, str]:
        """The number of the block a row belongs to, and its variables."""
        line, language = self._grid.rows.line(row), self._grid.language
        for number, block in enumerate(self._grid.row_axis.blocks):
            if line < block.size:
                return number, ", ".join(choice.variable.label.show(language) for choice in block.choices)
            line -= block.size
        return -1, ""
