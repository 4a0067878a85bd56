"""How a table is painted: its headings, its lines, the rules around them, and what may stand across a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from dpdesk.gui.paper.typography import MARGIN, PAD, ROW, font, width_of

if TYPE_CHECKING:
    from dpdesk.gui.paper.layout import Part, TablePaper

INK, GREY, RULE, RED = QColor("#1d2125"), QColor("#565b61"), QColor("#84817a"), QColor("#a3221b")
_LEFT, _RIGHT, _CENTRE = (
    Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter
)  # fmt: skip
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_WRAP, _LINE_ONLY = Qt.TextFlag.TextWordWrap, Qt.TextFlag.TextSingleLine
_SMALLER = (7.2, 6.4, 5.8)  # points of labels that are too long in the usual type
_TWO_LINES = 1.8  # widths of a line that surely fit into two


def boxhead(painter: QPainter, table: TablePaper, columns: range, top: float) -> None:
    """Paint the headings of a band of columns."""
    right = MARGIN + table.stub_width + len(columns) * table.column_width
    rule(painter, MARGIN, right, top, 8)
    painter.setFont(table.head_font)
    painter.setPen(INK)
    levels, first_level = table.columns.levels, top + PAD / 2
    heights = [*table.level_heights, table.last_height]
    if table.subjects:
        _subjects(painter, table, columns, first_level)
        first_level += ROW
    for level in range(levels):
        y = first_level + sum(heights[:level])
        at = columns.start
        while at < columns.stop:
            first, last = table.columns.run(at, level)
            stop = min(last, columns.stop)
            span = table.columns.span(at, level)
            text = table.head_words(at, level)
            bottom_level = level + max(span, 1) >= levels
            left = MARGIN + table.stub_width + (at - columns.start) * table.column_width
            height = sum(heights[level : level + max(span, 1)])
            area = QRectF(left + PAD, y, (stop - at) * table.column_width - 2 * PAD, height)
            if text and span:
                if bottom_level and stop - at == 1:
                    painter.drawText(area, int(_RIGHT | Qt.AlignmentFlag.AlignBottom | _WRAP), table.broken(text))
                else:
                    room = area.width() * (1.0 if heights[level] <= ROW else _TWO_LINES)
                    shown = QFontMetricsF(table.head_font).elidedText(text, Qt.TextElideMode.ElideRight, room)
                    painter.drawText(area, int(_CENTRE | _MIDDLE | _WRAP), shown)
                    rule(painter, area.left(), area.right(), y + height, 4)
                    painter.setPen(INK)
            at = max(stop, at + 1) if first <= at else at + 1
    heading = table.corner
    area = QRectF(MARGIN, top + PAD / 2, table.stub_width - PAD, table.head_height - PAD)
    painter.drawText(area, int(_LEFT | Qt.AlignmentFlag.AlignBottom | _WRAP), heading)
    rule(painter, MARGIN, right, top + table.head_height - PAD / 4, 5)


def _subjects(painter: QPainter, table: TablePaper, columns: range, y: float) -> None:
    """Paint what the blocks of a boxhead are about: "Sex", "Age"."""
    for first, end, name in table.subjects:
        begin, stop = max(first, columns.start), min(end, columns.stop)
        if begin < stop:
            left = MARGIN + table.stub_width + (begin - columns.start) * table.column_width + PAD
            area = QRectF(left, y, (stop - begin) * table.column_width - 2 * PAD, ROW)
            shown = QFontMetricsF(table.head_font).elidedText(name, Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(area, int(_CENTRE | _MIDDLE | _LINE_ONLY), shown)
            rule(painter, area.left(), area.right(), y + ROW, 4)
            painter.setPen(INK)


def body(painter: QPainter, table: TablePaper, part: Part, columns: range, top: float) -> float:
    """Paint the rows of a band of columns; returns where they end."""
    from dpdesk.publish.documents.words import said

    right = MARGIN + table.stub_width + len(columns) * table.column_width
    y = top
    for page in part.pages:
        if table.together:
            painter.setPen(INK)
            _label(painter, table, table.page_words(page), QRectF(MARGIN, y, right - MARGIN, table.row), heading=True)
            y += table.row
        for words, indent in table.again(part.rows.start):
            painter.setPen(GREY)
            room = QRectF(MARGIN + indent, y, table.stub_width - PAD - indent, table.row)
            _label(painter, table, said(table.language, "{title} (continued)", title=words), room, heading=False)
            y += table.row
        for place in part.rows:
            _line(painter, table, page, place, columns, y)
            y += table.row
    rule(painter, MARGIN, right, y + PAD / 2, 8)
    return y + PAD / 2


def _line(painter: QPainter, table: TablePaper, page: int, place: int, columns: range, y: float) -> None:
    """Paint a line of a band: its label, and its numbers with what stands beside them."""
    more_width = table.more_width + (PAD / 2 if table.more_width else 0.0)
    row, words, indent = table.line(place)
    indent += 90.0 * table.together
    painter.setPen(INK)
    room = QRectF(MARGIN + indent, y, table.stub_width - PAD - indent, table.row)
    _label(painter, table, words, room, heading=row is None)
    if row is None:
        return
    painter.setFont(table.cell_font)
    beside, small = list[tuple[QRectF, str]](), QFontMetricsF(table.small_font)
    for across, at in enumerate(columns, 1):
        number, more, marks = table.cell(page, row, at)
        edge = MARGIN + table.stub_width + across * table.column_width - PAD
        area = QRectF(edge - table.column_width, y, table.column_width - more_width, table.row)
        painter.drawText(area, int(_RIGHT | _MIDDLE | _LINE_ONLY), number)
        if more or marks:
            left = edge - table.more_width
            right = edge if not more else left + width_of(more, small) + PAD / 2
            beside.append((QRectF(left, y, table.column_width, table.row), more))
            beside.append((QRectF(right, y, table.column_width, table.row), marks))
    painter.setFont(table.small_font)
    painter.setPen(GREY)
    for area, words in beside:
        painter.drawText(area, int(_LEFT | _MIDDLE | _LINE_ONLY), words)


def _label(painter: QPainter, table: TablePaper, words: str, room: QRectF, *, heading: bool) -> None:
    """Paint the label of a line: a long one in smaller type, in two lines if it takes them, and only then cut short."""
    for used in (table.head_font if heading else table.stub_font, *(font(one, strong=heading) for one in _SMALLER)):
        painter.setFont(used)
        if QFontMetricsF(used).horizontalAdvance(words) <= room.width():
            painter.drawText(room, int(_LEFT | _MIDDLE | _LINE_ONLY), words)
            return
    shown = QFontMetricsF(used).elidedText(words, Qt.TextElideMode.ElideRight, _TWO_LINES * room.width())
    painter.drawText(room, int(_LEFT | _MIDDLE | _WRAP), shown)


def rule(painter: QPainter, left: float, right: float, y: float, weight: float) -> None:
    """Paint a line from left to right."""
    painter.setPen(QPen(RULE, weight))
    painter.drawLine(QRectF(left, y, right - left, 0).topLeft(), QRectF(left, y, right - left, 0).topRight())


def watermark(painter: QPainter, width: float, height: float, word: str) -> None:
    """Write a word across a sheet."""
    colour = QColor(RED)
    colour.setAlphaF(0.13)
    painter.save()
    painter.setFont(font(84, strong=True))
    painter.setPen(colour)
    painter.translate(width / 2, height / 2)
    painter.rotate(-35)
    painter.drawText(QRectF(-width, -600, 2 * width, 1200), int(_CENTRE | _MIDDLE | _LINE_ONLY), word)
    painter.restore()
