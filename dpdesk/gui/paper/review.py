"""A review pack on paper: pages of text and small tables, then every table of the plan with margins for numbers.

Painted with what paints a release, and needs no screen. A pack of the same plan, ledger and day is the same bytes on
one machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from dpdesk.gui.kit.words import number_shown
from dpdesk.gui.paper import offscreen
from dpdesk.gui.paper.around import Around
from dpdesk.gui.paper.devices import Paper, as_pdf
from dpdesk.gui.paper.flow import Row, fact, flags_of, height_of, paragraph, space
from dpdesk.gui.paper.layout import Part, TablePaper
from dpdesk.gui.paper.painting import body, boxhead
from dpdesk.gui.paper.typography import FOOT, LONG, MARGIN, PAD, ROW, SHORT, font
from dpdesk.publish.documents import facts
from dpdesk.publish.review.parts import Facts, Grid, Piece, Words
from dpdesk.release.result import CONTROLLED, EXACT, IMPOSSIBLE, NOT_ESTIMABLE, TableResult

if TYPE_CHECKING:
    from dpdesk.publish.review.figures import EmptyTable
    from dpdesk.publish.review.pack import Review

_INK, _GREY, _LINE = QColor("#1d2125"), QColor("#565b61"), QColor("#84817a")
_SHADE, _FAINT = QColor("#eef1f4"), QColor("#d3d0c9")
_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_TOP, _MIDDLE = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter
_WRAP, _LINE_ONLY = Qt.TextFlag.TextWordWrap, Qt.TextFlag.TextSingleLine
_WIDTH = SHORT - 2 * MARGIN
_BOTTOM = LONG - MARGIN - 2 * ROW
_KICKER = "Review pack"
_HEAD = 520.0  # above the boxhead: title and universe
MOST_SHEETS = 40
"""Sheets of one table that are printed; a table of a million cells would fill a shelf and say the same again."""


def print_review(review: Review) -> bytes:
    """A review pack as a PDF; may be called without a window and without a screen."""
    offscreen.ensure()
    pack = ReviewDocument(review)
    return as_pdf(pack, f"{_KICKER}: {review.title}", review.meaning + review.day, review.day or "2000-01-01")


class ReviewDocument:
    """All sheets of a review pack."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self._texts = _sheets([*_front(review), *_sections(review)])
        self.tables = [_ShellPaper(review, one) for one in review.tables]
        self.sheets = len(self._texts) + sum(one.printed for one in self.tables)

    def papers(self) -> Iterator[Paper]:
        """The sheets in order."""
        number = 0
        for placed in self._texts:
            number += 1
            yield Paper(False, self._text(placed, number))
        for at, table in enumerate(self.tables, start=1):
            for part in islice(table.parts(), table.printed):
                number += 1
                yield Paper(table.landscape, self._shell(table, at, part, number), table.size)

    def _text(self, placed: list[tuple[float, Row]], number: int) -> Callable[[QPainter], None]:
        def draw(painter: QPainter) -> None:
            self._foot(painter, SHORT, LONG, number)
            for top, row in placed:
                row.draw(painter, top)

        return draw

    def _shell(self, table: _ShellPaper, at: int, part: Part, number: int) -> Callable[[QPainter], None]:
        def draw(painter: QPainter) -> None:
            self._foot(painter, table.paper_width, table.paper_height, number)
            self._heading(painter, table, at, part)
            top = MARGIN + _HEAD
            for band in part.bands:
                boxhead(painter, table, band, top)
                body(painter, table, part, band, top + table.head_height)
                top += table.band_height
            painter.setFont(font(7))
            painter.setPen(_GREY)
            area = QRectF(MARGIN, table.paper_height - MARGIN - FOOT + PAD, table.paper_width - 2 * MARGIN, FOOT - ROW)
            painter.drawText(area, int(_LEFT | _TOP | _WRAP), table.said())

        return draw

    def _heading(self, painter: QPainter, table: _ShellPaper, at: int, part: Part) -> None:
        shell, language = table.table.shell, self.review.language
        title = f"Table {at}. {shell.title.show(language) or shell.name}"
        if table.pages.size > 1 and not table.together:
            title += f": {table.pages.words(part.page)}"
        if part.rows.start > 0 or part.bands[0].start > 0 or (table.together and part.page > 0):
            title += " (continued)"
        width = table.paper_width - 2 * MARGIN
        painter.setFont(font(11, strong=True))
        painter.setPen(_INK)
        painter.drawText(QRectF(MARGIN, MARGIN, width, 300), int(_LEFT | _TOP | _WRAP), title)
        universe = shell.universe.show(language) if shell.universe is not None else "all cases in the source"
        painter.setFont(font(8))
        painter.setPen(_GREY)
        line = f"Universe: {universe}. Noise margins ({facts.level(self.review.release)}) stand where numbers will."
        shown = QFontMetricsF(painter.font()).elidedText(line, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRectF(MARGIN, MARGIN + 330, width, ROW), int(_LEFT | _MIDDLE | _LINE_ONLY), shown)

    def _foot(self, painter: QPainter, width: float, height: float, number: int) -> None:
        painter.setFont(font(7))
        painter.setPen(_GREY)
        area = QRectF(MARGIN, height - MARGIN - ROW, width - 2 * MARGIN, ROW)
        left = f"{_KICKER}: {self.review.title} · plan {self.review.meaning[:16]}"
        left += f" · {self.review.day}" if self.review.day else ""
        shown = QFontMetricsF(painter.font()).elidedText(left, Qt.TextElideMode.ElideRight, area.width() * 0.8)
        painter.drawText(area, int(_LEFT | _MIDDLE | _LINE_ONLY), shown)
        painter.drawText(area, int(_RIGHT | _MIDDLE | _LINE_ONLY), f"Page {number} of {self.sheets}")


class _ShellPaper(TablePaper):
    """An empty table on paper: margins, or why there is none."""

    def __init__(self, review: Review, empty: EmptyTable) -> None:
        self.empty = empty
        nothing = np.full(empty.shell.shape, np.nan)
        table = TableResult(empty.shell, nothing, nothing, nothing, empty.margin, nothing, empty.flag)
        self._marks = facts.symbols(review.release)
        self._level = facts.level(review.release)
        super().__init__(review.release, table, review.language, "consistent", "alone")

    def cell(self, page: int, row: int, column: int) -> tuple[str, str, str]:
        """The margin, or the mark of a cell without one."""
        at = self.place(page, row, column)
        flag = str(self.empty.flag[at])
        if flag == NOT_ESTIMABLE:
            return "?", "", ""
        if flag:
            return self._marks[flag], "", ""
        return f"± {number_shown(float(self.empty.margin[at]))}", "", ""

    def _surroundings(self) -> Around:
        """A review pack has a title and a foot of its own."""
        return Around("", "", _HEAD, _HEAD, FOOT - PAD - ROW, FOOT)

    @property
    def printed(self) -> int:
        """How many of its sheets are printed."""
        return min(self.sheets, MOST_SHEETS)

    def said(self) -> str:
        """What stands under the table."""
        said = [f"± is the noise margin ({self._level}), in the unit of the cell."]
        flags = set(self.empty.flag.ravel().tolist())
        if EXACT in flags:
            said.append(f"{self._marks[EXACT]} is published exactly, without protection.")
        if CONTROLLED in flags:
            said.append(f"{self._marks[CONTROLLED]} is a public figure, to which the count is adjusted.")
        if IMPOSSIBLE in flags:
            said.append(f"{self._marks[IMPOSSIBLE]} is impossible by a public rule.")
        if self.empty.unknown:
            said.append("? depends on the counts themselves; planning figures in the plan would tell.")
        if self.empty.spread:
            said.append(
                "Not every margin was worked out by itself: some lie between those of cells with nearly the same error."
            )
        if self.printed < self.sheets:
            said.append(f"\nOf this table's {self.sheets:,} sheets the first {self.printed} are printed here.")
        return " ".join(said)


# Flowing text -----------------------------------------------------------------------------------------------------


def _front(review: Review) -> Iterator[Row]:
    yield paragraph(_KICKER.upper(), font(8, strong=True), _GREY, 60.0)
    yield paragraph(review.title, font(20, strong=True), _INK, 200.0)
    for piece in review.front:
        yield from _piece(piece)


def _sections(review: Review) -> Iterator[Row]:
    for number, section in enumerate(review.sections, start=1):
        yield space(260.0)
        yield paragraph(f"{number}. {section.title}", font(13, strong=True), _INK, 110.0, with_next=True)
        for piece in section.pieces:
            yield from _piece(piece)


def _piece(piece: Piece) -> Iterator[Row]:
    if isinstance(piece, Words):
        yield paragraph(piece.text, font(9), _INK, 110.0)
    elif isinstance(piece, Facts):
        for name, value in piece.pairs:
            yield fact(name, value)
        yield space(90.0)
    else:
        yield from _grid(piece)
        yield space(130.0)


def _grid(grid: Grid) -> Iterator[Row]:
    plain, strong = font(8), font(8, strong=True)
    widths = [share * _WIDTH for share in grid.shares]
    if grid.title:
        yield paragraph(grid.title, font(9, strong=True), _INK, 60.0, with_next=True)
    head = _cells(grid.heads, widths, strong, grid.figures, rule=10.0, colour=_GREY, with_next=True)
    yield head
    for at, cells in enumerate(grid.rows):
        stands_out = at in grid.strong
        last = at == len(grid.rows) - 1
        used = strong if stands_out else plain
        yield _cells(
            cells, widths, used, grid.figures, rule=8.0 if last else 3.0, shade=stands_out, heads=(head,),
            with_next=at == 0 and not last,
        )  # fmt: skip


def _cells(
    cells: tuple[str, ...],
    widths: list[float],
    used: QFont,
    figures: frozenset[int],
    *,
    rule: float,
    colour: QColor = _INK,
    shade: bool = False,
    with_next: bool = False,
    heads: tuple[Row, ...] = (),
) -> Row:
    height = max(height_of(text, used, width - PAD) for text, width in zip(cells, widths, strict=True))

    def draw(painter: QPainter, top: float) -> None:
        if shade:
            painter.fillRect(QRectF(MARGIN, top, _WIDTH, height + PAD), _SHADE)
        left = MARGIN
        painter.setFont(used)
        painter.setPen(colour)
        for at, (text, width) in enumerate(zip(cells, widths, strict=True)):
            side = _RIGHT if at in figures else _LEFT
            first = left + (PAD if at in figures else 0.0)
            area = QRectF(first, top + PAD / 2, width - PAD, height + 2)
            painter.drawText(area, flags_of(text, used, width - PAD, side), text)
            left += width
        painter.setPen(QPen(_LINE if rule > 5 else _FAINT, rule))
        under = QRectF(MARGIN, top + height + PAD, _WIDTH, 0)
        painter.drawLine(under.topLeft(), under.topRight())

    return Row(height + PAD, draw, with_next, heads)


def _sheets(rows: list[Row]) -> list[list[tuple[float, Row]]]:
    """Set rows one below the other on as many sheets as they need; a table that goes on has its headings again."""
    sheets: list[list[tuple[float, Row]]] = [[]]
    y, at = MARGIN, 0
    while at < len(rows):
        together = [rows[at]]
        while together[-1].with_next and at + len(together) < len(rows):
            together.append(rows[at + len(together)])
        needed = sum(row.height for row in together)
        if sheets[-1] and y + needed > _BOTTOM:
            sheets.append([])
            y = MARGIN
            for head in together[0].heads:
                sheets[-1].append((y, head))
                y += head.height
        for row in together:
            sheets[-1].append((y, row))
            y += row.height
        at += len(together)
    return sheets
