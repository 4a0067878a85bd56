"""The contents of what is printed: what stands on which sheet, as a page of its own and as the bookmarks of a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from dpdesk.gui.paper.flow import GREY, INK, WIDTH, height_of
from dpdesk.gui.paper.typography import LONG, MARGIN, ROW, font

_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_TOP, _WRAP = Qt.AlignmentFlag.AlignTop, Qt.TextFlag.TextWordWrap
_NUMBER, _INDENT, _AFTER = 500.0, 250.0, 60.0
_HEADING = 500.0
_BOTTOM = LONG - MARGIN - 2 * ROW


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is printed: what it is called, the sheet it begins on (from 1), and how far it is indented."""

    title: str
    sheet: int
    level: int = 0


class ContentsPaper:
    """The sheets of contents; how many there are is known before the numbers that they say."""

    def __init__(self, heading: str, titles: Sequence[tuple[str, int]]) -> None:
        self._heading, self._fonts = heading, (font(9.5), font(8.5))
        # Of each sheet its entries: which, where it stands, its height.
        self._places: list[list[tuple[int, float, float]]] = [[]] if titles else []
        y = MARGIN + _HEADING
        for at, (title, level) in enumerate(titles):
            high = height_of(title, self._fonts[level], WIDTH - _NUMBER - level * _INDENT)
            if y + high > _BOTTOM and self._places[-1]:
                self._places.append([])
                y = MARGIN + _HEADING
            self._places[-1].append((at, y, high))
            y += high + _AFTER

    @property
    def sheets(self) -> int:
        """How many sheets of paper they take."""
        return len(self._places)

    def draw(self, painter: QPainter, sheet: int, entries: Sequence[Entry]) -> None:
        """Paint one sheet (from 0)."""
        painter.setFont(font(14, strong=True))
        painter.setPen(INK)
        painter.drawText(QRectF(MARGIN, MARGIN, WIDTH, _HEADING), int(_LEFT | _TOP), self._heading)
        for at, y, high in self._places[sheet]:
            entry = entries[at]
            used = self._fonts[entry.level]
            metrics, left = QFontMetricsF(used), MARGIN + entry.level * _INDENT
            painter.setFont(used)
            painter.setPen(INK)
            room = QRectF(left, y, MARGIN + WIDTH - _NUMBER - left, high + 2)
            painter.drawText(room, int(_LEFT | _TOP | _WRAP), entry.title)
            number = str(entry.sheet)
            line = QRectF(MARGIN + WIDTH - _NUMBER, y + high - metrics.height(), _NUMBER, metrics.height() + 2)
            painter.drawText(line, int(_RIGHT | _TOP), number)
            painter.setPen(QPen(GREY, 4, Qt.PenStyle.DotLine))
            begins = left + 60 + (metrics.horizontalAdvance(entry.title) if high < 1.5 * metrics.height() else WIDTH)
            ends = MARGIN + WIDTH - metrics.horizontalAdvance(number) - 60
            if begins < ends:
                base = line.top() + metrics.ascent()
                painter.drawLine(QLineF(begins, base, ends, base))
