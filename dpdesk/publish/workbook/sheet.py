"""One worksheet as plain data: what its cells hold, how wide its columns are, what is printed of it.

A sheet knows texts and numbers only: there is no way to write a formula, a macro, a link to another file, a hidden
sheet or a user's name. How it becomes a part of a file is `book`'s affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dpdesk.planning.document.style_files import Picture
from dpdesk.publish.workbook.paper import Cut
from dpdesk.publish.workbook.styles import LINE, SMALL_LINE

if TYPE_CHECKING:
    from dpdesk.publish.workbook.drawing import Drawing

# A cell: its style (a key of STYLES), its text, and whether the text is the spelling of a number. None is no cell.
Cell = tuple[str, str, bool] | None


@dataclass(frozen=True, slots=True)
class TableObject:
    """A range marked up as a table: `top` is the header row (1-based), columns begin at A."""

    name: str
    top: int
    headings: tuple[str, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class Running:
    """The title at the head of every page, what explains it (beside the title, or at the foot where both are long), and
    the first row that is printed.
    """

    top: int
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A picture in a row of the second column, below its text of so many points: its size in pixels, and what it shows,
    in words.
    """

    picture: Picture
    row: int
    text: float
    across: float
    down: float
    words: str


@dataclass(frozen=True, slots=True)
class Range:
    """A column of a sheet from one row to another, and the cell above it that names it."""

    column: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of figures of its own sheet, below the text of a row; its size in pixels.

    For each series the column of the figures as they are drawn, those of its limits, where it has any, and those of how
    far these are above and below; `places` is the column of what stands along the axis, and `numbers`, where it is an
    axis of numbers, that of the places on it.
    """

    drawing: Drawing
    row: int
    text: float
    across: float
    down: float
    places: Range
    values: tuple[Range, ...]
    limits: tuple[tuple[Range, Range] | None, ...]
    reaches: tuple[tuple[Range, Range] | None, ...]
    numbers: Range | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One worksheet. `height` is the number of rows that `rows` will give; widths are in characters."""

    name: str
    widths: tuple[float, ...]
    height: int
    rows: Iterable[Sequence[Cell]]
    table: TableObject | None = None
    links: tuple[tuple[str, str], ...] = ()  # (cell, name of the sheet it leads to)
    print_columns: int | None = None  # how many of the columns are printed; None for all
    watermark: str = ""
    repeated: tuple[int, int] | None = None  # first and last row printed again on every page; None for the header row
    merged: tuple[str, ...] = ()
    heights: Mapping[int, float] = field(default_factory=dict)  # of rows, in points, where not by their text
    frozen: bool = True  # whether the rows down to the header stay in view
    portrait: bool = False
    foot: str = "&[Tab]"  # what a page of paper says at its foot; "" for none, since nobody hears it who listens
    small: bool = False  # ten points instead of twelve
    breaks: tuple[int, ...] = ()  # rows after which a page ends
    most_pages: int = 0  # of paper, for which it is made smaller; 0 for as many as it takes
    cut: Cut | None = None  # how its columns are divided into pages; None to fit them on one
    picture: Placed | None = None
    drawn: Drawn | None = None
    named: bool = False  # whether links name sheets as they are in the workbook, among those in other languages
    running: Running | None = None  # what stands on every page of a sheet that is cut; the rows above `top` do not

    @property
    def line(self) -> float:
        """The height of a line of text."""
        return SMALL_LINE if self.small else LINE

    def under(self, names: Mapping[str, str], tag: str) -> Sheet:
        """The same with the names that sheets have in the workbook; `tag` tells its table from those of others."""
        links = self.links if self.named else tuple((cell, names[target]) for cell, target in self.links)
        table = self.table
        if tag and table is not None:
            table = replace(table, name=f"{table.name}_{tag}")
        return replace(self, name=names[self.name], links=links, table=table)


def column_letters(index: int) -> str:
    """Letters of a column, 0-based: A … Z, AA …"""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def reference(sheet: str) -> str:
    """The name of a sheet as it stands in a reference."""
    return "'" + sheet.replace("'", "''") + "'"
