"""A picture of a table on paper: bars, a pyramid, a curve with its band, or lines, painted in an area of a sheet."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from dpdesk.gui.paper.picture_bars import paint_bars
from dpdesk.gui.paper.picture_lines import paint_lines
from dpdesk.gui.paper.picture_marks import INK, LEFT, MARKER, THICK, THIN, fill, line_pen, marker, words
from dpdesk.gui.paper.typography import PAD, ROW, font
from dpdesk.planning.compiler.pictures import BARS, CURVE, PYRAMID
from dpdesk.publish.workbook.drawing import COLOURS, Drawing

_BAR, _GAP = 95.0, 70.0  # a bar, and what lies between two places, where there is room
_LEAST, _MOST, _LINES = 2200.0, 6600.0, 2900.0  # heights


def height_of(drawing: Drawing) -> float:
    """How high a picture is drawn."""
    if drawing.kind not in (BARS, PYRAMID):
        return _LINES
    each = _BAR * len(drawing.series) + _GAP if drawing.kind == BARS else _BAR + _GAP / 2
    return min(max(_LEAST, each * len(drawing.places) + 5 * ROW), _MOST)


def paint(painter: QPainter, drawing: Drawing, area: QRectF) -> None:
    """Paint a picture with its key and the words of its axes."""
    painter.save()
    top = area.top()
    if len(drawing.series) > 1 and drawing.kind != PYRAMID:
        top += _key(painter, drawing, QRectF(area.left(), top, area.width(), ROW))
    inside = QRectF(area.left(), top, area.width(), area.bottom() - top)
    (paint_bars if drawing.kind in (BARS, PYRAMID) else paint_lines)(painter, drawing, inside)
    painter.restore()


def _key(painter: QPainter, drawing: Drawing, area: QRectF) -> float:
    """Paint the key, and say how high it is."""
    used = font(8)
    metrics = QFontMetricsF(used)
    x, y, sample = area.left(), area.top(), 260.0
    for number, series in enumerate(drawing.series):
        wide = min(metrics.horizontalAdvance(series.name) + PAD, area.width() - sample - 2 * PAD)
        if x > area.left() and x + sample + PAD + wide > area.right():
            x, y = area.left(), y + ROW * 1.1
        colour, middle = QColor(COLOURS[number]), y + ROW / 2
        if drawing.kind == BARS:
            box = QRectF(x, middle - 45, sample, 90)
            fill(painter, box, number, colour, hollow=False)
            painter.setPen(QPen(colour, THIN))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
        else:
            painter.setPen(line_pen(number, colour, THICK))
            painter.drawLine(QLineF(x, middle, x + sample, middle))
            if drawing.kind != CURVE:
                marker(painter, QPointF(x + sample / 2, middle), number, colour, MARKER, hollow=False)
        words(painter, series.name, QRectF(x + sample + PAD, y, wide, ROW), LEFT, 8, INK)
        x += sample + wide + 4 * PAD
    return y + 1.6 * ROW - area.top()
