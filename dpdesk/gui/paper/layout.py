"""How a finished table is cut into sheets of paper: which rows and columns stand on which, and how wide they are.

A table has the shape it has in the workbook. One that is a little wider than its paper is set somewhat smaller instead
of being cut, and short pages of one table stand together on a sheet, each under its name. Lengths are in tenths of a
point, and texts are measured without hinting, so that a page is the same on screen, on paper and in a file. A stub too
wide is cut short with an ellipsis; the boxhead is repeated on every sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from dpdesk.gui.kit import theme
from dpdesk.gui.paper.values import Values, Words
from dpdesk.planning.compiler.sides import ShellSide
from dpdesk.publish.documents.notes import Marks, mark, numbered
from dpdesk.publish.workbook.grid import Grid
from dpdesk.publish.workbook.pieces import LONGEST, pieces
from dpdesk.publish.workbook.stub import Stub, block_names, corner_words, page_words, parents, said_again, subjects
from dpdesk.resources import resource

if TYPE_CHECKING:
    from dpdesk.release.result import Release, TableResult

POINT = 10.0
"""Units to a point."""
SHORT, LONG = 5950.0, 8420.0  # A4
MARGIN = 420.0
PAD = 40.0
ROW = 135.0
HEAD = 520.0  # above the boxhead: title, universe, page
BAND_GAP = 200.0  # between bands of columns
FOOT = 520.0  # below the rows: source and page number
_SAMPLED = 3000
_SMALLEST = 0.85  # of its size, at which a table may be set to stand on its paper undivided
_MANY = 500  # columns; with more, its size is not looked for
_TOGETHER = 18  # lines of a page of the shell; longer ones begin on sheets of their own
_STUB_SHARE = 0.38
_INDENT = 90.0  # of a line below another


def font(points: float, *, strong: bool = False) -> QFont:
    """The type face in the units of the page, with plain glyphs only: those a reader of the file can copy as text."""
    made = theme.font(strong=strong)
    made.clearFeatures()
    made.setFeature(QFont.Tag("calt"), 0)
    made.setPixelSize(round(points * POINT))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def figures(points: float) -> QFont:
    """The type face with plain figures of one width, for numbers that stand below each other and are copied as text."""
    made = QFont([_face_of_figures(), *theme.font().families()])
    made.setPixelSize(round(points * POINT))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


@cache
def _face_of_figures() -> str:
    """Inter with its figures of one width in the place of the others: as a feature they cannot be copied as text."""
    number = QFontDatabase.addApplicationFont(str(resource("fonts/Inter-Figures.otf")))
    return next(iter(QFontDatabase.applicationFontFamilies(number)), "") if number >= 0 else ""


def width_of(text: str, used: QFontMetricsF) -> float:
    """How wide a text is."""
    return used.horizontalAdvance(text)


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


class TablePaper:
    """One table on paper: its sides, the widths of its columns, and its sheets."""

    def __init__(self, release: Release, table: TableResult, language: str, which: str, beside: str) -> None:
        from dpdesk.publish.documents.arranged import arranged

        self.release, self.table, self.language = release, arranged(release, table), language
        shell = self.table.shell
        self._grid = grid = Grid(shell, release.dictionary, language)
        self.rows, self.columns = grid.rows, grid.columns
        self._references = Marks(shell, numbered(release, language))
        self.pages = ShellSide(shell.pages, None, language)
        self._name_blocks()
        self._values = Values(release, self.table, Words(), language)
        self._which, self._beside = which, beside
        self.stub_font, self.head_font = font(8), font(8, strong=True)
        self.cell_font, self.small_font = figures(7.4), figures(6.4)
        self._measure()
        self.landscape = self._needs_landscape()
        width, height = (LONG, SHORT) if self.landscape else (SHORT, LONG)
        self.size = self._size(width, height)
        self.paper_width, self.paper_height = width / self.size, height / self.size
        self._cut(self.paper_width, self.paper_height)

    def cell(self, page: int, row: int, column: int) -> tuple[str, str]:
        """The number and what stands beside it."""
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
        size = self.rows.size * self.columns.size * self.pages.size
        step = max(1, size // _SAMPLED)
        for at in range(0, size, step):
            page, rest = divmod(at, self.rows.size * self.columns.size)
            number, more = self.cell(page, *divmod(rest, self.columns.size))
            self.number_width = max(self.number_width, width_of(number, cells))
            self.more_width = max(self.more_width, width_of(more, small))
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
        self.head_lines = self._head_lines(labels, heads)
        self._in_pairs = self.head_lines == 2 == max((len(text.split()) for text in labels), default=0)
        widest = 0.0
        for at in range(0, self.lines, max(1, self.lines // _SAMPLED)):
            _, words, indent = self.line(at)
            widest = max(widest, width_of(words, stubs) + indent)
        self._stub_needed = max(widest, min(width_of(self.corner, heads), 1200.0), 500.0) + 2 * PAD

    def _head_lines(self, labels: list[str], heads: QFontMetricsF) -> int:
        """How many lines the longest heading of the innermost level takes, at most four."""
        room = self.column_width - 2 * PAD
        return max(1, min(4, max((-int(-width_of(text, heads) * 1.15 // room) for text in labels), default=1)))

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
        size = self._size(width, height)
        return width / size, height / size

    def _sheets_at(self, width: float, height: float) -> int:
        self._cut(width, height)
        return self.sheets

    def _size(self, width: float, height: float) -> float:
        """How large it is set: smaller where all of its columns then stand side by side, or where that saves sheets."""
        if self.columns.size > _MANY:
            return 1.0
        sizes = [at / 100 for at in range(100, round(100 * _SMALLEST) - 1, -1)]
        undivided = [size for size in sizes if self._fits(width / size - 2 * MARGIN)]

        def sheets(size: float) -> tuple[int, float]:
            return self._sheets_at(width / size, height / size), -size

        return min(undivided or sizes, key=sheets)

    def _fits(self, width: float) -> bool:
        """Whether all columns stand side by side in a width."""
        return min(self._stub_needed, width * _STUB_SHARE) + self.columns.size * self.column_width <= width

    def _lines_on(self, height: float) -> int:
        """How many lines a sheet of a height has room for."""
        self.head_height = (bool(self.subjects) + self.columns.levels - 1 + self.head_lines) * ROW + PAD
        return max(4, int((height - 2 * MARGIN - HEAD - FOOT - self.head_height) // ROW))

    def _cut(self, paper_width: float, paper_height: float) -> None:
        """Find which columns, lines and pages stand on which sheet of paper of this size."""
        width = paper_width - 2 * MARGIN
        self.stub_width = min(self._stub_needed, width * _STUB_SHARE)
        across = max(1, int((width - self.stub_width + 1) // self.column_width))
        ranges = self._column_ranges(across)
        most = self._lines_on(paper_height)
        self.row_ranges = self._row_ranges(most)
        longest = max(len(one) + len(self.again(one.start)) for one in self.row_ranges)
        self.band_height = self.head_height + longest * ROW + BAND_GAP
        together = 1
        if len(self.row_ranges) == 1:  # a short and wide table goes on below itself
            height = paper_height - 2 * MARGIN - HEAD - FOOT
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


def _ranges(size: int, most: int) -> list[range]:
    """Even ranges of at most so many."""
    pieces = max(1, -(-size // most))
    even = -(-size // pieces)
    return [range(start, min(start + even, size)) for start in range(0, size, even)] or [range(0)]
