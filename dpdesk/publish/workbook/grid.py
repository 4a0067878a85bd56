"""The shape of a table on a sheet: what stands in its rows, what in its columns, and which cell is where.

The stub goes down and the boxhead across, measures innermost, as in the window. A table of many measures is turned, so
that they can be read down: a distribution of a hundred values is a hundred rows, not a hundred columns. A stub of
stacked blocks stays a stub. Where stub and boxhead both have lines of their own, the measures then go down below each
line of the stub.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dpdesk.planning.compiler.shells import Axis
from dpdesk.planning.compiler.sides import ShellSide
from dpdesk.planning.document.formats import PAGES_AS_SHEETS, SHEET_COLUMNS, SHEET_ROWS
from dpdesk.publish.documents.arranged import order_of
from dpdesk.publish.documents.notes import mark
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.titles import item_words

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Item, Shell
    from dpdesk.schema.dictionary import Dictionary

VALUES_OF_A_COLUMN = 7  # estimate, margin as printed, mark, lower and upper limit, exact margin and estimate
VALUES_OF_SAMPLING = 4  # margins of sampling and of both errors, as printed and exact
_READ_ACROSS = 12  # measures; more are read down
_STUB_ACROSS = 30  # lines of a stub that may stand across for that
_COLUMNS = 60  # boxhead lines times measures; beyond it measures go down


class Grid:
    """The rows and columns of one table, and the codes and labels of each.

    `step` rows together have all measures of a line: 1 where measures stand across.
    """

    def __init__(self, shell: Shell, dictionary: Dictionary, language: str, *, below: bool | None = None) -> None:
        """Set a table out; `below` says whether all pages stand on one sheet, as they do where there are many."""
        self.pages_below = shell.pages.size > PAGES_AS_SHEETS if below is None else below and shell.pages.size > 1
        self.shell, self._dictionary, self.language = shell, dictionary, language
        _, stub, boxhead, items = shell.shape
        has_stub, has_boxhead = bool(shell.stub.variables), bool(shell.boxhead.variables)
        several = items > 1
        stacked = sum(bool(block.choices) for block in shell.stub.blocks) > 1  # one subject below the other
        turned = several and not has_boxhead and items > _READ_ACROSS and stub <= _STUB_ACROSS
        self._stub_across = turned and not stacked
        self._turned = self._stub_across or (several and not has_stub and (boxhead > 1 or items > 4))
        self.down = self._turned or (several and boxhead * items > _COLUMNS)
        self.step = items if self.down else 1
        across = shell.stub if self._stub_across else shell.boxhead
        alone = Axis(())
        self.row_axis = alone if self._turned else shell.stub
        self.column_axis = across
        self.rows = ShellSide(self.row_axis, shell.items if self.down else None, language)
        self.columns = ShellSide(across, None if self.down else shell.items, language)
        self._items = list(shell.items) if items <= SHEET_ROWS else []

    def fits(self, *, sampled: bool = False) -> bool:
        """Whether a worksheet has room for the table in this shape, with its limits and codes beside it."""
        values = VALUES_OF_A_COLUMN + (VALUES_OF_SAMPLING if sampled else 0)
        names = 2 * (len(self.shell.variables) + 2)
        pages = self.shell.pages.size if self.pages_below else 1
        return self.columns.size * values + names <= SHEET_COLUMNS and 2 * pages * self.rows.size + 500 <= SHEET_ROWS

    def cut(self, values: Any, page: int, row: int) -> list[Any]:
        """The values of a row, from an array of the shape of the shell."""
        line, item = self.rows.line(row), self.rows.item(row)
        if self._stub_across:
            found = values[page, :, 0, item]
        elif self.down:
            found = values[page, line, :, item]
        else:
            found = values[page, line].reshape(-1)
        listed: list[Any] = found.tolist()
        return listed

    def item(self, row: int, column: int) -> Item:
        """The measure of a cell."""
        return self._items[self.rows.item(row) if self.down else self.columns.item(column)]

    def place(self, row: int, column: int) -> tuple[int, int]:
        """The lines of stub and boxhead a cell stands for."""
        line = self.columns.line(column)
        return (line, 0) if self._stub_across else (self.rows.line(row), line)

    def columns_in_order(self) -> list[int]:
        """The columns in the order of the release."""
        order = order_of(self.column_axis)
        return sorted(range(self.columns.size), key=lambda at: (order[self.columns.line(at)], self.columns.item(at)))

    # Codes and labels ---------------------------------------------------------------------------------------------

    def row_codes(self, page: int, row: int) -> list[str]:
        """The codes of a row: of its page where pages stand below each other, its stub line, its measure."""
        codes = list(self.shell.pages.lines[page].codes) if self.pages_below else []
        codes += self.row_axis.lines[self.rows.line(row)].codes
        return [*codes, self._items[self.rows.item(row)].code] if self.down else codes

    def column_codes(self, column: int) -> list[str]:
        """The codes of a column: of its line, and its measure where measures stand across."""
        codes = list(self.column_axis.lines[self.columns.line(column)].codes)
        return codes if self.down else [*codes, self._items[self.columns.item(column)].code]

    def item_words(self, item: Item) -> str:
        """The label of a measure with the unit it is measured in."""
        return item_words(item, self._dictionary, self.language)

    def column_words(self, column: int, notes: Mapping[int, list[int]], items: Mapping[int, list[int]]) -> str:
        """A column in words, in full: "Female, 15 to 24: Mean income"; `notes` and `items` say what is remarked."""
        line, at = self.columns.line(column), self.columns.item(column)
        words = carried(", ".join(text for text in self.columns.line_words(line) if text))
        words += mark(notes.get(line, []), self.language)
        if not self.down and (len(self._items) > 1 or not words):
            item = self.item_words(self._items[at]) + mark(items.get(at, []), self.language)
            words = f"{words}: {item}" if words else item
        return words or said(self.language, "Estimate")

    def levels(self) -> list[str] | None:
        """For each line of the rows the level of its hierarchy; None where no variable of the stub shows levels."""
        found = list(self._levels())
        return found if any(found) and any("@" in s for s in self._statistics()) else None

    def _statistics(self) -> Iterator[str]:
        for block in self.row_axis.blocks:
            for choice in block.choices:
                yield from choice.statistics

    def _levels(self) -> Iterator[str]:
        for block in self.row_axis.blocks:
            for positions in block.index.tolist():
                level = ""
                for choice, position in zip(block.choices, positions, strict=True):
                    if any("@" in statistic for statistic in choice.statistics):
                        level = self._level(choice, position)
                yield level or said(self.language, "Total")

    def _level(self, choice: Any, position: int) -> str:
        variable, statistic = choice.variable, choice.statistics[position]
        if not statistic:
            return ""
        name = statistic.partition("@")[2]
        label = next((level.label for level in variable.levels if level.name == name), variable.label)
        return carried(label.show(self.language)) or name
