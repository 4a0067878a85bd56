"""How a finished table is cut into sheets of paper: which rows and columns stand on which, and how wide they are.

A table has the shape it has in the workbook. One that is a little wider than its paper is set somewhat smaller instead
of being cut, the lines of one that is a little longer stand closer together, and short pages of one table stand
together on a sheet, each under its name. A stub too wide is cut short with an ellipsis; the boxhead is repeated on
every sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QFontMetricsF

from dpdesk.gui.paper.around import Around, below, measured
from dpdesk.gui.paper.typography import (
    LINE,
    LONG,
    MARGIN,
    PAD,
    ROW,
    SHORT,
    figures,
    font,
    lines_of,
    text_height,
    width_of,
)
from dpdesk.gui.paper.values import Values, Words
from dpdesk.planning.compiler.sides import ShellSide
from dpdesk.publish.documents.notes import Marks, mark, numbered
from dpdesk.publish.documents.words import said
from dpdesk.publish.workbook.grid import Grid
from dpdesk.publish.workbook.paper import LONGEST, pieces
from dpdesk.publish.workbook.stub import Stub, block_names, corner_words, page_words, parents, said_again, subjects
from dpdesk.publish.workbook.titles import headnote_words, table_title

if TYPE_CHECKING:
    from dpdesk.release.result import Release, TableResult

BAND_GAP = 200.0  # between bands of columns
_SAMPLED = 3000
_SMALLEST = 0.85  # of its size, at which a table may be set to stand on its paper undivided
_TIGHT = 110.0  # of a line, in tenths of a point, where all of them then stand on one sheet
_MANY = 500  # columns; with more, its size is not looked for
_TOGETHER = 18  # lines of a page of the shell; longer ones begin on sheets of their own
_STUB_SHARE = 0.38
_MOST_LINES, _FEW_LINES = 6, 3  # of a heading of columns
_WIDER = (1.15, 1.3, 1.45, 1.6)  # that columns may be made for headings of many lines
_INDENT = 90.0  # of a line below another


@dataclass(frozen=True, slots=True)
class Part:
    """One sheet of a table: pages of the shell, a range of lines, and bands of columns one below the other.

    Where several pages stand on it, all their lines do.
    """

    pages: range
    rows: range
    bands: tuple[range, ...]

    @property
    def page(self) -> int:
        """The first page."""
        return self.pages.start


@dataclass(frozen=True, slots=True)
class _Widths:
    """Of a number, of what stands beside it, and of its marks."""

    number: float
    more: float
    remarks: float


class TablePaper:
    """One table on paper: its sides, the widths of its columns, and its sheets."""

    def __init__(
        self, release: Release, table: TableResult, language: str, which: str, beside: str, number: int | None = None
    ) -> None:
        from dpdesk.publish.documents.arranged import arranged

        self.release, self.table, self.language = release, arranged(release, table), language
        shell = self.table.shell
        self._grid = grid = Grid(shell, release.dictionary, language)
        self.rows, self.columns = grid.rows, grid.columns
        self._number, self._notes = number, numbered(release, language)
        self._references = Marks(shell, self._notes)
        self.pages = ShellSide(shell.pages, None, language)
        self._name_blocks()
        self._values = Values(release, self.table, Words(), language)
        self._which, self._beside = which, beside
        self.stub_font, self.head_font = font(8), font(8, strong=True)
        self.cell_font, self.small_font = figures(7.4), figures(6.4)
        self._measure()
        self.around = self._surroundings()
        self.landscape = self._needs_landscape()
        width, height = (LONG, SHORT) if self.landscape else (SHORT, LONG)
        self.size = self._size(width, height)
        self.paper_width, self.paper_height = _in_its_units(width, height, self.size)
        self._cut(self.paper_width, self.paper_height)

    def cell(self, page: int, row: int, column: int) -> tuple[str, str, str]:
        """The number, what stands beside it, and its marks."""
        return self._values.parts(self.place(page, row, column), self._which, self._beside)

    def place(self, page: int, row: int, column: int) -> tuple[int, int, int, int]:
        """The page, the lines of stub and boxhead and the measure of a cell."""
        item = self.rows.item(row) if self._grid.down else self.columns.item(column)
        return (page, *self._grid.place(row, column), item)

    def parts(self) -> Iterator[Part]:
        """The sheets in reading order: for each page of the shell rows first, then the columns that found no room."""
        for pages in self.page_ranges:
            for bands in self.bands:
                for rows in self.row_ranges:
                    yield Part(pages, rows, bands)

    @property
    def together(self) -> bool:
        """Whether several pages of the shell stand on a sheet."""
        return len(self.page_ranges[0]) > 1

    def title(self, page: int, *, continued: bool) -> str:
        """The title of a sheet, with the page of the shell that it begins with."""
        return self._title(page if self.pages.size > 1 and not self.together else None, continued=continued)

    def _title(self, page: int | None, *, continued: bool) -> str:
        number = None if self._number is None else str(self._number)
        words = table_title(self.release, self.table, page, self.language, number)
        words += mark(sorted(self._references.title), self.language)
        return said(self.language, "{title} (continued)", title=words) if continued else words

    def height(self, part: Part) -> float:
        """How much of a sheet a part takes, from the top of its title to the end of what stands below it."""
        lines = len(part.rows) + len(self.again(part.rows.start))
        if self.together:
            lines = len(part.pages) * (self.lines + 1)
        bands = (len(part.bands) - 1) * self.band_height + self.head_height
        return self.around.head + bands + lines * self.row + self.around.under

    @property
    def corner(self) -> str:
        """What stands above the stub: what its lines are."""
        return "" if self.named else corner_words(self._grid)

    def page_words(self, page: int) -> str:
        """A page with the names of its variables, as it stands above its lines."""
        return page_words(self.table.shell.pages, page, self.language)

    def _name_blocks(self) -> None:
        """Find the lines of the stub, and what stands above the blocks of the boxhead and says what these are about."""
        self.subjects = list(subjects(self.columns, self.language))
        self.named = any(block_names(self.rows.axis, self.language))
        self._lines = list(Stub(self._grid, self._references, range(1)).of_page())
        self._parents = parents(self._lines)
        self.lines = len(self._lines)

    def line(self, at: int) -> tuple[int | None, str, float]:
        """A line below the boxhead: its row, None for a heading; its label, and how far it is indented."""
        row, words, depth = self._lines[at]
        return row, words, depth * _INDENT

    def again(self, at: int) -> list[tuple[str, float]]:
        """What a sheet that begins with a line says again: the lines it stands below, and how far they are indented."""
        found, above = list[tuple[str, float]](), self._parents[at] if at else -1
        while above >= 0:
            if words := said_again(self._lines[above], self._grid):
                found.append((words, self._lines[above][2] * _INDENT))
            above = self._parents[above]
        return found[::-1]

    def head_words(self, at: int, level: int) -> str:
        """A heading of the columns; that of a measure with its unit."""
        columns, marks = self.columns, self._references
        if columns.items is not None and level >= columns.axis_levels and len(columns.items) > 1:
            item = columns.item(at)
            return self._grid.item_words(columns.items[item]) + mark(marks.items.get(item, []), self.language)
        text = columns.label(at, level)
        last = level + columns.span(at, level) >= columns.axis_levels
        notes = marks.stub if columns.axis is self.table.shell.stub and columns.axis.variables else marks.boxhead
        return text + (mark(notes.get(columns.line(at), []), self.language) if last and text else "")

    def broken(self, text: str) -> str:
        """A heading of a column as it is painted: where none has more than two words, all are broken between them."""
        return "\n".join(text.split()) if self._in_pairs else text

    @property
    def sheets(self) -> int:
        """Number of sheets of paper."""
        return len(self.page_ranges) * len(self.bands) * len(self.row_ranges)

    # Measuring ------------------------------------------------------------------------------------------------

    def _measure(self) -> None:
        cells, small = QFontMetricsF(self.cell_font), QFontMetricsF(self.small_font)
        heads, stubs = QFontMetricsF(self.head_font), QFontMetricsF(self.stub_font)
        self.number_width = self.more_width = 0.0
        looked_at: list[_Widths] = []
        size = self.rows.size * self.columns.size * self.pages.size
        step = max(1, size // _SAMPLED)
        for at in range(0, size, step):
            page, rest = divmod(at, self.rows.size * self.columns.size)
            number, more, remarks = self.cell(page, *divmod(rest, self.columns.size))
            own = _Widths(width_of(number, cells), width_of(more, small), width_of(remarks, small))
            self.number_width = max(self.number_width, own.number)
            self.more_width = max(self.more_width, own.more)
            looked_at.append(own)
        if step > 1:  # what was not looked at may be a figure longer
            self.number_width += width_of("0,0", cells)
            self.more_width += width_of("0,0", small) if self.more_width else 0.0
        last = self.columns.levels - 1
        labels = [self.head_words(at, last) for at in range(0, self.columns.size, max(1, self.columns.size // 200))]
        longest = max(
            (max((width_of(word, heads) for word in text.split()), default=0.0) for text in labels), default=0
        )
        both = self.number_width + (PAD / 2 + self.more_width if self.more_width else 0.0)
        self.column_width = max(both, min(longest, 900.0), 260.0) + 2 * PAD
        self.column_width += self._missing_for_marks(looked_at, neighbours=step == 1)
        self.head_lines = self._head_lines(labels)
        self.level_heights = [self._level_height(level) for level in range(last)]
        self._in_pairs = self.head_lines == 2 == max((len(text.split()) for text in labels), default=0)
        widest = 0.0
        for at in range(0, self.lines, max(1, self.lines // _SAMPLED)):
            _, words, indent = self.line(at)
            widest = max(widest, width_of(words, stubs) + indent)
        self._stub_needed = max(widest, min(width_of(self.corner, heads), 1200.0), 500.0) + 2 * PAD
        self._widen_for_heads(labels)

    def _head_lines(self, labels: Sequence[str]) -> int:
        """How many lines the longest heading of a column takes."""
        room = self.column_width - 2 * PAD
        return min(_MOST_LINES, max((lines_of(text, self.head_font, room) for text in labels), default=1))

    def _widen_for_heads(self, labels: Sequence[str]) -> None:
        """Make columns wider whose headings take many lines, where all of them then still stand upright."""
        usual = kept = self.column_width
        for wider in _WIDER:
            self.column_width = usual * wider
            if self.head_lines <= _FEW_LINES or not self._fits(SHORT - 2 * MARGIN):
                break
            lines = self._head_lines(labels)
            if lines < self.head_lines:
                kept, self.head_lines = self.column_width, lines
        self.column_width = kept

    def _missing_for_marks(self, cells: Sequence[_Widths], *, neighbours: bool) -> float:
        """How much wider columns must be so that a mark, which stands right of its number, meets no other number.

        The `neighbours` of cells are known where all of them were looked at, line by line.
        """
        missing, beside = 0.0, PAD / 2 + self.more_width if self.more_width else 0.0
        for number, own in enumerate(cells):
            if not own.remarks or (number + 1) % self.columns.size == 0:
                continue
            reach = own.more - self.more_width + PAD / 2 + own.remarks + PAD / 2
            following = cells[number + 1].number if neighbours else self.number_width
            missing = max(missing, reach - (self.column_width - beside - following))
        return missing

    def _level_height(self, level: int) -> float:
        """How high the row of a level of headings is that span columns: two lines where one is cut."""
        lines, at = 1, 0
        while at < self.columns.size:
            _, end = self.columns.run(at, level)
            if self.columns.span(at, level) == 1:
                room = (max(end, at + 1) - at) * self.column_width - 2 * PAD
                lines = max(lines, lines_of(self.head_words(at, level), self.head_font, room))
            at = max(end, at + 1)
        return ROW + (min(lines, 2) - 1) * LINE

    def _surroundings(self) -> Around:
        """What stands above and below the table."""
        release, table, language = self.release, self.table, self.language
        several = self.pages.size > 1
        pages = range(min(self.pages.size, _SAMPLED))
        return measured(
            (self._title(page if several else None, continued=True) for page in pages),
            headnote_words(release, table, language),
            below(release, table, language, self._which, self._beside, self._notes),
        )

    def _needs_landscape(self) -> bool:
        """Whether it is laid across: where it is too wide to stand upright, unless it then takes fewer sheets.

        One too long for a sheet laid across may be set smaller for that.
        """
        width = SHORT - 2 * MARGIN
        if self._fits(width):
            return False
        if self._lines_on(SHORT) < self.lines and self._fits(width / _SMALLEST):
            return False
        if self.columns.size > _MANY:
            return True
        across, upright = (self._sheets_at(*self._at(*size)) for size in ((LONG, SHORT), (SHORT, LONG)))
        return across <= upright

    def _at(self, width: float, height: float) -> tuple[float, float]:
        """A sheet as large as it is where the table is set in its own size."""
        return _in_its_units(width, height, self._size(width, height))

    def _sheets_at(self, width: float, height: float) -> int:
        self._cut(width, height)
        return self.sheets

    def _size(self, width: float, height: float) -> float:
        """How large it is set: smaller where all of its columns then stand side by side, or where that saves sheets."""
        if self.columns.size > _MANY:
            return 1.0
        sizes = [at / 100 for at in range(100, round(100 * _SMALLEST) - 1, -1)]
        undivided = [size for size in sizes if self._fits((width - 2 * MARGIN) / size)]

        def sheets(size: float) -> tuple[int, float]:
            return self._sheets_at(*_in_its_units(width, height, size)), -size

        return min(undivided or sizes, key=sheets)

    def _fits(self, width: float) -> bool:
        """Whether all columns stand side by side in a width."""
        return self._stub_in(width) + self.columns.size * self.column_width <= width

    def _stub_in(self, width: float) -> float:
        """How wide the stub is on a sheet that has room for this width."""
        return min(self._stub_needed, width * _STUB_SHARE)

    def _lines_on(self, height: float) -> int:
        """How many lines a sheet of a height has room for."""
        return max(4, int(self._room_on(height) // ROW))

    def _room_on(self, height: float) -> float:
        """How much room for lines a sheet of a height has, between the boxhead and what stands below the table."""
        spanning = bool(self.subjects) * ROW + sum(self.level_heights)
        corner = text_height(self.corner, self.head_font, self._stub_in(SHORT - 2 * MARGIN) - PAD)
        self.last_height = max(ROW + (self.head_lines - 1) * LINE, corner - spanning)
        self.head_height = spanning + self.last_height + PAD
        return height - 2 * MARGIN - self.around.head - self.around.foot - self.head_height

    def _cut(self, paper_width: float, paper_height: float) -> None:
        """Find which columns, lines and pages stand on which sheet of paper of this size."""
        width = paper_width - 2 * MARGIN
        self.stub_width = self._stub_in(width)
        across = max(1, int((width - self.stub_width + 1) // self.column_width))
        ranges = self._column_ranges(across)
        most, room, self.row = self._lines_on(paper_height), self._room_on(paper_height), ROW
        if most < self.lines <= room / _TIGHT and self._stub_needed <= self.stub_width:  # no label takes two lines
            most, self.row = self.lines, room / self.lines
        self.row_ranges = self._row_ranges(most)
        longest = max(len(row_range) + len(self.again(row_range.start)) for row_range in self.row_ranges)
        self.band_height = self.head_height + longest * self.row + BAND_GAP
        together = 1
        if len(self.row_ranges) == 1:  # a short and wide table goes on below itself
            height = paper_height - 2 * MARGIN - self.around.head - self.around.foot
            together = max(1, int((height + BAND_GAP) // self.band_height))
        self.bands = [tuple(ranges[at : at + together]) for at in range(0, len(ranges), together)]
        alone = len(ranges) > 1 or self.lines > _TOGETHER
        self.page_ranges = _ranges(self.pages.size, 1 if alone else max(1, most // (self.lines + 1)))

    def _row_ranges(self, most: int) -> list[range]:
        """Even ranges of lines; each but the first begins, near its place, with a line that stands below few others."""
        if not 0 < self.lines - most < LONGEST:
            return _ranges(self.lines, most)
        return pieces([depth for _, _, depth in self._lines], most, lambda at: len(self.again(at)))

    def _column_ranges(self, across: int) -> list[range]:
        """Ranges of at most so many columns, cut between groups of the boxhead where one fits whole."""
        if self.columns.levels == 1:
            return _ranges(self.columns.size, across)
        found, start = [], 0
        while start < self.columns.size:
            stop = min(start + across, self.columns.size)
            if stop < self.columns.size:
                first, _ = self.columns.run(stop, self.columns.levels - 2)
                stop = first if first > start else stop
            found.append(range(start, stop))
            start = stop
        return found


def _in_its_units(width: float, height: float, size: float) -> tuple[float, float]:
    """How wide and high a sheet is for a table that is set smaller: its margins and its foot are not."""
    foot = ROW + PAD
    return (width - 2 * MARGIN) / size + 2 * MARGIN, (height - 2 * MARGIN - foot) / size + 2 * MARGIN + foot


def _ranges(size: int, most: int) -> list[range]:
    """Even ranges of at most so many."""
    pieces = max(1, -(-size // most))
    even = -(-size // pieces)
    return [range(start, min(start + even, size)) for start in range(0, size, even)] or [range(0)]
