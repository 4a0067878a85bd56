"""The pictures of a table on sheets of paper: one below the other as there is room, each with its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from dpdesk.gui.paper import picture
from dpdesk.gui.paper.flow import GREY, INK, WIDTH, height_of
from dpdesk.gui.paper.typography import FOOT, LONG, MARGIN, PAD, font
from dpdesk.publish.workbook.drawing import Drawing

_TITLE, _WORDS = 11, 7.5  # points
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_APART = 350.0
_NEARLY = 0.7  # of its height that a picture keeps so that two stand on a sheet
_Heights = tuple[float, float, float]
"""Of the title, the picture and the words."""
_ROOM = LONG - 2 * MARGIN - FOOT


class PicturePaper:
    """The sheets with the pictures of one table; `titles` stand above them."""

    def __init__(self, drawings: Sequence[Drawing], titles: Sequence[str]) -> None:
        self._sheets: list[list[tuple[float, Drawing, str, _Heights]]] = []
        y = _ROOM
        for drawing, title, heights in _fitted(drawings, titles):
            if not self._sheets or y + sum(heights) > _ROOM + 1:
                self._sheets.append([])
                y = 0.0
            self._sheets[-1].append((MARGIN + y, drawing, title, heights))
            y += sum(heights) + _APART

    @property
    def sheets(self) -> int:
        """How many sheets of paper they take."""
        return len(self._sheets)

    def draw(self, painter: QPainter, sheet: int) -> None:
        """Paint one sheet (from 0), which stands upright."""
        for y, drawing, title, (above, high, below) in self._sheets[sheet]:
            painter.setFont(font(_TITLE, strong=True))
            painter.setPen(INK)
            painter.drawText(QRectF(MARGIN, y, WIDTH, above), _WRAPPED, title)
            picture.paint(painter, drawing, QRectF(MARGIN, y + above, WIDTH, high))
            painter.setFont(font(_WORDS))
            painter.setPen(GREY)
            painter.drawText(QRectF(MARGIN, y + above + high + PAD, WIDTH, below), _WRAPPED, _words(drawing))


def _words(drawing: Drawing) -> str:
    """Below a picture: what its signs mean, and what it shows, for those who do not see it."""
    return "\n".join(filter(None, (drawing.note, drawing.words)))


def _fitted(drawings: Sequence[Drawing], titles: Sequence[str]) -> Iterator[tuple[Drawing, str, _Heights]]:
    """Pictures with their heights; where two nearly have room on a sheet, a little lower."""
    heights = [_heights(drawing, title) for drawing, title in zip(drawings, titles, strict=True)]
    half = (_ROOM - _APART) / 2
    lower = [min(high, half - above - below) for above, high, below in heights]
    nearly = len(heights) > 1 and all(one >= _NEARLY * high for one, (_, high, _) in zip(lower, heights, strict=True))
    for drawing, title, (above, high, below), one in zip(drawings, titles, heights, lower, strict=True):
        yield drawing, title, (above, one if nearly else high, below)


def _heights(drawing: Drawing, title: str) -> _Heights:
    """Of the title, the picture and the words."""
    above = height_of(title, font(_TITLE, strong=True), WIDTH) + 2 * PAD
    below = height_of(_words(drawing), font(_WORDS), WIDTH) + 2 * PAD
    return above, min(picture.height_of(drawing), _ROOM - above - below), below
