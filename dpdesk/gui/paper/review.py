"""A review pack on paper: pages of text and small tables, then every table of the plan with margins for numbers.

Painted with what paints a release, and needs no screen. A pack of the same plan, ledger and day is the same bytes on
one machine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen

from dpdesk.gui.kit.words import number_shown
from dpdesk.gui.paper.layout import FOOT, HEAD, LONG, MARGIN, PAD, ROW, SHORT, Part, TablePaper, font
from dpdesk.gui.paper.printing import Paper, as_pdf, body, boxhead
from dpdesk.publish.documents import facts
from dpdesk.publish.review.parts import Facts, Grid, Piece, Words
from dpdesk.release.result import EXACT, IMPOSSIBLE, NOT_ESTIMABLE, TableResult

if TYPE_CHECKING:
    from dpdesk.publish.review.figures import EmptyTable
    from dpdesk.publish.review.pack import Review

_INK, _GREY, _LINE = QColor("#1d2125"), QColor("#565b61"), QColor("#84817a")
_SHADE, _FAINT = QColor("#eef1f4"), QColor("#d3d0c9")
_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_TOP, _MIDDLE = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter
_WRAP, _LINE_ONLY = Qt.TextFlag.TextWordWrap, Qt.TextFlag.TextSingleLine
_ANYWHERE = Qt.TextFlag.TextWrapAnywhere
_WIDTH = SHORT - 2 * MARGIN
_BOTTOM = LONG - MARGIN - 2 * ROW
_NAMES = 1250.0  # the width of the names of facts
_KICKER = "Review pack"
MOST_SHEETS = 40
"""Sheets of one table that are printed; a table of a million cells would fill a shelf and say the same again."""

Draw = Callable[[QPainter, float], None]


@dataclass(frozen=True, slots=True)
class _Row:
    """Something of one height that is not divided; `with_next` keeps it on the sheet of what follows."""

    height: float
    draw: Draw
    with_next: bool = False
    heads: tuple[_Row, ...] = ()


def print_review(review: Review) -> bytes:
    """A review pack as a PDF; may be called without a window and without a screen."""
    _running()
    pack = ReviewDocument(review)
    return as_pdf(pack, f"{_KICKER}: {review.title}", review.meaning + review.day, review.day or "2000-01-01")


def _running() -> None:
    """Make the application that fonts need, where there is none."""
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _KEPT.append(QApplication(sys.argv[:1]))


_KEPT: list[QGuiApplication] = []


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
                yield Paper(table.landscape, self._shell(table, at, part, number))

    def _text(self, placed: list[tuple[float, _Row]], number: int) -> Callable[[QPainter], None]:
        def draw(painter: QPainter) -> None:
            self._foot(painter, SHORT, LONG, number)
            for top, row in placed:
                row.draw(painter, top)

        return draw

    def _shell(self, table: _ShellPaper, at: int, part: Part, number: int) -> Callable[[QPainter], None]:
        def draw(painter: QPainter) -> None:
            self._foot(painter, table.paper_width, table.paper_height, number)
            self._heading(painter, table, at, part)
            top = MARGIN + HEAD
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
        if table.pages.size > 1:
            title += f": {table.pages.words(part.page)}"
        if part.rows.start > 0 or part.bands[0].start > 0:
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

    def cell(self, page: int, row: int, column: int) -> tuple[str, str]:
        """The margin, or the mark of a cell without one."""
        item = self.rows.item(row) if self.items_down else self.columns.item(column)
        at = (page, self.rows.line(row), self.columns.line(column), item)
        flag = str(self.empty.flag[at])
        if flag == NOT_ESTIMABLE:
            return "?", ""
        if flag:
            return self._marks[flag], ""
        return f"± {number_shown(float(self.empty.margin[at]))}", ""

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


def _front(review: Review) -> Iterator[_Row]:
    yield _paragraph(_KICKER.upper(), font(8, strong=True), _GREY, 60.0)
    yield _paragraph(review.title, font(20, strong=True), _INK, 200.0)
    for piece in review.front:
        yield from _piece(piece)


def _sections(review: Review) -> Iterator[_Row]:
    for number, section in enumerate(review.sections, start=1):
        yield _space(260.0)
        yield _paragraph(f"{number}. {section.title}", font(13, strong=True), _INK, 110.0, with_next=True)
        for piece in section.pieces:
            yield from _piece(piece)


def _piece(piece: Piece) -> Iterator[_Row]:
    if isinstance(piece, Words):
        yield _paragraph(piece.text, font(9), _INK, 110.0)
    elif isinstance(piece, Facts):
        for name, value in piece.pairs:
            yield _fact(name, value)
        yield _space(90.0)
    else:
        yield from _grid(piece)
        yield _space(130.0)


def _height(text: str, used: QFont, width: float) -> float:
    area = QRectF(0, 0, width, LONG * 4)
    return QFontMetricsF(used).boundingRect(area, _flags(text, used, width), text).height()


def _flags(text: str, used: QFont, width: float, side: Qt.AlignmentFlag = _LEFT) -> int:
    """How a text is set: broken between words, and within one only where that is wider than its place."""
    metrics = QFontMetricsF(used)
    too_wide = any(metrics.horizontalAdvance(word) > width for word in text.split())
    return int(side | _TOP | (_ANYWHERE if too_wide else _WRAP))


def _space(height: float) -> _Row:
    return _Row(height, lambda painter, top: None)


def _paragraph(text: str, used: QFont, colour: QColor, after: float, *, with_next: bool = False) -> _Row:
    height = _height(text, used, _WIDTH)

    def draw(painter: QPainter, top: float) -> None:
        painter.setFont(used)
        painter.setPen(colour)
        painter.drawText(QRectF(MARGIN, top, _WIDTH, height + 2), _flags(text, used, _WIDTH), text)

    return _Row(height + after, draw, with_next)


def _fact(name: str, value: str) -> _Row:
    names, values = font(8.5, strong=True), font(9)
    room = _WIDTH - _NAMES
    height = max(_height(name, names, _NAMES - 2 * PAD), _height(value, values, room))

    def draw(painter: QPainter, top: float) -> None:
        painter.setPen(QPen(_FAINT, 3))
        painter.drawLine(QRectF(MARGIN, top, _WIDTH, 0).topLeft(), QRectF(MARGIN, top, _WIDTH, 0).topRight())
        painter.setFont(names)
        painter.setPen(_GREY)
        flags = _flags(name, names, _NAMES - 2 * PAD)
        painter.drawText(QRectF(MARGIN, top + PAD, _NAMES - 2 * PAD, height + 2), flags, name)
        painter.setFont(values)
        painter.setPen(_INK)
        area = QRectF(MARGIN + _NAMES, top + PAD, room, height + 2)
        painter.drawText(area, _flags(value, values, room), value)

    return _Row(height + 2 * PAD, draw)


def _grid(grid: Grid) -> Iterator[_Row]:
    plain, strong = font(8), font(8, strong=True)
    widths = [share * _WIDTH for share in grid.shares]
    if grid.title:
        yield _paragraph(grid.title, font(9, strong=True), _INK, 60.0, with_next=True)
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
    heads: tuple[_Row, ...] = (),
) -> _Row:
    height = max(_height(text, used, width - PAD) for text, width in zip(cells, widths, strict=True))

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
            painter.drawText(area, _flags(text, used, width - PAD, side), text)
            left += width
        painter.setPen(QPen(_LINE if rule > 5 else _FAINT, rule))
        under = QRectF(MARGIN, top + height + PAD, _WIDTH, 0)
        painter.drawLine(under.topLeft(), under.topRight())

    return _Row(height + PAD, draw, with_next, heads)


def _sheets(rows: list[_Row]) -> list[list[tuple[float, _Row]]]:
    """Set rows one below the other on as many sheets as they need; a table that goes on has its headings again."""
    sheets: list[list[tuple[float, _Row]]] = [[]]
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
