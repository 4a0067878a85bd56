"""Text that flows down a sheet of paper: paragraphs, and facts with their names beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from dpdesk.gui.paper.typography import LONG, MARGIN, PAD, SHORT, font

INK, GREY, FAINT = QColor("#1d2125"), QColor("#565b61"), QColor("#d3d0c9")
WIDTH = SHORT - 2 * MARGIN
_LEFT, _TOP = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignTop
_WRAP, _ANYWHERE = Qt.TextFlag.TextWordWrap, Qt.TextFlag.TextWrapAnywhere
_NAMES = 1250.0  # the width of the names of facts
Draw = Callable[[QPainter, float], None]


@dataclass(frozen=True, slots=True)
class Row:
    """Something of one height that is not divided; `with_next` keeps it on the sheet of what follows."""

    height: float
    draw: Draw
    with_next: bool = False
    heads: tuple[Row, ...] = ()


def height_of(text: str, used: QFont, width: float) -> float:
    """How high a text is that is set in a column of a width."""
    area = QRectF(0, 0, width, LONG * 4)
    return QFontMetricsF(used).boundingRect(area, flags_of(text, used, width), text).height()


def flags_of(text: str, used: QFont, width: float, side: Qt.AlignmentFlag = _LEFT) -> int:
    """How a text is set: broken between words, and within one only where that is wider than its place."""
    metrics = QFontMetricsF(used)
    too_wide = any(metrics.horizontalAdvance(word) > width for word in text.split())
    return int(side | _TOP | (_ANYWHERE if too_wide else _WRAP))


def space(height: float) -> Row:
    """Nothing, of a height."""
    return Row(height, lambda painter, top: None)


def paragraph(text: str, used: QFont, colour: QColor, after: float, *, with_next: bool = False) -> Row:
    """A text over the whole width, and room after it."""
    height = height_of(text, used, WIDTH)

    def draw(painter: QPainter, top: float) -> None:
        painter.setFont(used)
        painter.setPen(colour)
        painter.drawText(QRectF(MARGIN, top, WIDTH, height + 2), flags_of(text, used, WIDTH), text)

    return Row(height + after, draw, with_next)


def fact(name: str, value: str, size: float = 1.0) -> Row:
    """A name, and beside it what is to be said; `size` times as large as usual."""
    names, values = font(8.5 * size, strong=True), font(9 * size)
    room = WIDTH - _NAMES
    height = max(height_of(name, names, _NAMES - 2 * PAD), height_of(value, values, room))

    def draw(painter: QPainter, top: float) -> None:
        painter.setPen(QPen(FAINT, 3))
        painter.drawLine(QRectF(MARGIN, top, WIDTH, 0).topLeft(), QRectF(MARGIN, top, WIDTH, 0).topRight())
        painter.setFont(names)
        painter.setPen(GREY)
        flags = flags_of(name, names, _NAMES - 2 * PAD)
        painter.drawText(QRectF(MARGIN, top + PAD, _NAMES - 2 * PAD, height + 2), flags, name)
        painter.setFont(values)
        painter.setPen(INK)
        area = QRectF(MARGIN + _NAMES, top + PAD, room, height + 2)
        painter.drawText(area, flags_of(value, values, room), value)

    return Row(height + 2 * PAD, draw)
