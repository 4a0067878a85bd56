"""What a cell of a table is in a worksheet, and what the columns are called; the same in every layout."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.planning.document.formats import TABLE_HEADING, cut_utf16, utf16_length
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.notes import Marks, mark
from dpdesk.publish.documents.printed import Figure, Printed, beyond, unmoved
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.sheet import Cell
from dpdesk.release.canonical import NOT_ESTIMABLE_SYMBOL, number_text
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, Release, TableResult
from dpdesk.translation import marked

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, Item
    from dpdesk.publish.workbook.grid import Grid

CODE = " (code)"
LARGEST_NUMBER = 10**15  # from here on a worksheet would show other digits than were published
Slot = tuple[int, int]  # a column of the grid, and the place of one of its values in what `RowCells.row` gives
MARGIN, MARK = 1, 2  # such places; 0 is the estimate, and what follows is not printed
SAMPLING, COMBINED = 7, 8  # but for these, where sampling errors are declared
EXACT_SAMPLING, EXACT_COMBINED = 9, 10  # what is printed there, as it is
NARROW, WIDE = 12.0, 48.0
_ROOM = len(f" (1000){CODE}")


def value_cell(value: float, flag: str, style: str, symbols: Mapping[str, str], symbol: str = "symbol") -> Cell:
    """A number, or the symbol that stands for it, or the digits of a number too long for a worksheet as text."""
    for letter in (IMPOSSIBLE, LESS_DETAIL):
        if letter in flag:
            return (symbol, symbols[letter], False)
    text = number_text(value)
    if text == NOT_ESTIMABLE_SYMBOL:
        return (symbol, symbols[NOT_ESTIMABLE], False)
    if abs(value) >= LARGEST_NUMBER:
        return (symbol, text, False)
    return (style, text, True)


def margin_cells(
    margin: float,
    flag: str,
    own: Figure,
    decimals: int,
    symbols: Mapping[str, str],
    style: str = "number",
    symbol: str = "symbol",
    ending: str = "",
) -> tuple[Cell, Cell]:
    """A margin as it is printed, rounded up as its estimate is rounded, and as it is.

    `ending` is that of its style, where it is printed as less than a step or as more than it can be (`margin_ending`).
    """
    exact = value_cell(margin, flag, f"margin{max(1, decimals)}", symbols)
    if exact is not None and exact[2]:
        return (f"{style}{own.decimals}{ending}", number_text(own.above(margin)), True), exact
    return exact and (symbol, exact[1], False), exact


def margin_ending(item: Item, margin: float, point: str) -> str:
    """The end of the name of a margin's style; `point` stands before decimals in the language of the sheet."""
    return "%" if beyond(item, margin) else point if unmoved(item, margin) else ""


def sampled_cells(
    margin: float, flag: str, own: Figure, decimals: int, symbols: Mapping[str, str], style: str = "number"
) -> tuple[Cell, Cell]:
    """A margin of sampling, or of both errors, as it is printed and as it is; nothing where none is declared."""
    if not math.isfinite(margin) or {IMPOSSIBLE, LESS_DETAIL} & set(flag):
        return None, None
    return margin_cells(margin, flag, own, decimals, symbols, style)


def says_all(estimate: float, flag: str) -> bool:
    """Whether a symbol stands in the place of the estimate and says what the flag says; no mark repeats it."""
    return flag in (IMPOSSIBLE, LESS_DETAIL) or (flag == NOT_ESTIMABLE and not math.isfinite(estimate))


class RowCells:
    """The cells of the rows of a table in its shape, for each column as `VALUES_OF_A_COLUMN` counts them."""

    def __init__(
        self,
        release: Release,
        table: TableResult,
        grid: Grid,
        marks: Marks,
        *,
        small: bool = False,
        beside: bool = True,
    ) -> None:
        self._table, self._grid, self._marks = table, grid, marks
        self._language, self._point = grid.language, marked(grid.language, ".")
        self._symbols, self._printed = facts.symbols(release), Printed(release, table)
        self._number, self._margin, self._symbol = (
            ("figure", "beside" if beside else "figure", "small-symbol") if small else ("number", "number", "symbol")
        )
        self._mark, self._small = "small-mark" if small else "mark", small

    def row(self, page: int, row: int) -> list[list[Cell]]:
        """For each column: estimate, margin, mark, limits, exact margin, and the exact estimate where it is rounded.

        Where sampling errors are declared also their margin, that of both errors together, and both as they are.
        """
        table, grid, symbols = self._table, self._grid, self._symbols
        arrays = (table.estimate, table.lower, table.upper, table.margin, table.flag)
        found: list[list[Cell]] = []
        for at, (estimate, lower, upper, margin, flag) in enumerate(
            zip(*(grid.cut(array, page, row) for array in arrays), strict=True)
        ):
            item = grid.item(row, at)
            own, decimals = self._printed.of(item), item.decimals
            official = value_cell(estimate, flag, f"number{decimals}", symbols)
            printed = own.nearest(estimate) if self._printed.rounded else estimate
            sure = self._margin == "beside" and item.kind == "percentage"  # of itself: 100, which no noise changes
            style = "sure" if sure else self._margin
            ending = margin_ending(item, margin, self._point)
            shown, exact = margin_cells(margin, flag, own, decimals, symbols, style, self._symbol, ending)
            if self._small and says_all(estimate, flag):
                shown = None  # what is read as a table of data has the sign in every cell of it
            remarks = self._remarks(page, row, at, "" if says_all(estimate, flag) else flag)
            found.append([
                value_cell(printed, flag, f"{self._number}{own.decimals}", symbols, self._symbol),
                shown,
                (self._mark, remarks, False) if remarks else None,
                value_cell(lower, flag, f"number{decimals}", symbols),
                value_cell(upper, flag, f"number{decimals}", symbols),
                exact,
                *([official] if self._printed.rounded else []),
            ])  # fmt: skip
        return found if table.sampling is None else self._with_sampling(found, page, row)

    def _with_sampling(self, found: list[list[Cell]], page: int, row: int) -> list[list[Cell]]:
        """The values of a row, and after them the margins of sampling and of both errors."""
        table, grid = self._table, self._grid
        cut = (grid.cut(array, page, row) for array in (table.sampling, table.combined, table.flag))
        for at, (sampling, combined, flag) in enumerate(zip(*cut, strict=True)):
            item = grid.item(row, at)
            both = [
                sampled_cells(margin, flag, self._printed.of(item), item.decimals, self._symbols, self._margin)
                for margin in (sampling, combined)
            ]
            own = found[at]
            own += [None] * (SAMPLING - len(own))
            own += [printed for printed, _ in both] + [exact for _, exact in both]
        return found

    def _remarks(self, page: int, row: int, column: int, flag: str) -> str:
        found = " ".join(self._symbols[letter] for letter in flag)
        if self._marks.cells:
            stub, box = self._grid.place(row, column)
            found += mark(self._marks.of_cell(page, stub, box, self._grid.item(row, column).code), self._language)
        return found.strip()


def remarked(table: TableResult, grid: Grid, marks: Marks) -> list[bool]:
    """For each column whether some cell of it has a mark, on any of the table's sheets."""
    if marks.cells:
        return [True] * grid.columns.size
    found = [False] * grid.columns.size
    if any(table.flag.ravel().tolist()):
        for page in range(table.shell.pages.size):
            for row in range(grid.rows.size):
                cells = zip(grid.cut(table.estimate, page, row), grid.cut(table.flag, page, row), strict=True)
                found = [one or bool(cell[1] and not says_all(*cell)) for one, cell in zip(found, cells, strict=True)]
    return found


# Headings and labels --------------------------------------------------------------------------------------------------


def one_line(label: str) -> str:
    """A label as the name of a column: one line with single spaces, and no longer than a table object allows."""
    text = " ".join(carried(label).split())
    room = TABLE_HEADING - _ROOM
    return text if utf16_length(text) <= room else cut_utf16(text, room - 1) + "…"


def distinct(heading: str, used: set[str], endings: Sequence[str] = ("", CODE)) -> str:
    """A heading that is none of the `used` with any of its endings, to which it is added with all of them."""
    candidate, number = heading, 1
    while any(f"{candidate}{ending}".casefold() in used for ending in endings):
        number += 1
        candidate = f"{heading} ({number})"
    used |= {f"{candidate}{ending}".casefold() for ending in endings}
    return candidate


def label_cells(axis: Axis, notes: Mapping[int, list[int]], language: str) -> list[list[Cell]]:
    """For each line of an axis its cells with labels, a variable each."""
    out: list[list[Cell]] = []
    for at, line in enumerate(axis.lines):
        labels = [
            carried(label.show(language)) or (code or said_all(language))
            for label, code in zip(line.labels, line.codes, strict=True)
        ]
        if at in notes and labels:
            place = max((i for i, code in enumerate(line.codes) if code), default=len(labels) - 1)
            labels[place] += mark(notes[at], language)
        out.append([("text", label, False) for label in labels])
    return out


def said_all(language: str) -> str:
    """What stands for a variable that a line does not split by: the line is a sum over its codes."""
    return said(language, "Total")


def width(characters: float) -> float:
    """The width of a column with texts of so many characters."""
    return min(max(NARROW, 1.15 * characters + 2), WIDE)


def word_width(heading: str) -> float:
    """Room for the longest word of a heading in bold, and for the whole of it in two lines."""
    return 1.3 * max(*map(len, heading.split()), 0.6 * len(heading), 0) + 2


def number_width(table: TableResult) -> float:
    """Room for the longest number of a table; all are published."""
    decimals = max((item.decimals for item in table.shell.items[:1000]), default=0)
    finite = [np.abs(values[np.isfinite(values)]).max(initial=0.0) for values in (table.estimate, table.upper)]
    return float(len(f"{max(finite):,.{decimals}f}") + 2)


def object_name(sheet: str, name: str) -> str:
    """The name of a table object on a sheet: letters, digits and underscores, and never like a cell."""
    kept = "".join(c if c.isascii() and c.isalnum() else "_" for c in f"{sheet}_{name}")
    return f"Table_{kept}"[:200]
