"""What pictures on paper are made of: scales, ticks, fills, lines, markers and words.

Lengths are in tenths of a point, like all that is printed. Series differ by fill or line and marker besides their
colour; what is marked in the table is hollow.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from dpdesk.gui.kit.plots.numbers import linear_ticks
from dpdesk.gui.paper.typography import PAD, font
from dpdesk.planning.compiler.pictures import PYRAMID
from dpdesk.publish.workbook.drawing import Drawing

INK, GREY, GRID = QColor("#1d2125"), QColor("#565b61"), QColor("#dcd9d1")
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (1.5, 2.5), (6, 2.5, 1.5, 2.5), (9, 3), (6, 2, 1.5, 2, 1.5, 2))
THIN, THICK = 5.0, 14.0
MARKER, CAP = 34.0, 28.0
CENTRE, LEFT, RIGHT = Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_MIDDLE, _ONE_LINE = Qt.AlignmentFlag.AlignVCenter, Qt.TextFlag.TextSingleLine
_HATCH = 36.0
_MOST_TICKS = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """From figures to places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where a figure is drawn."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks_of(drawing: Drawing, length: float) -> list[float]:
    """Round numbers along an axis of figures, from below the least to above the largest that is drawn."""
    low, high = drawing.reach
    low = 0.0 if drawing.kind == PYRAMID else low
    if high <= low:
        high = low + 1.0
    widest = max(QFontMetricsF(font(7)).horizontalAdvance(drawing.tick(one)) for one in (low, high)) + 3 * PAD
    most = int(max(2, min(_MOST_TICKS, length // widest)))
    found = linear_ticks(low, high, most)
    step = found[1] - found[0] if len(found) > 1 else high - low
    while found[-1] < high:
        found.append(found[-1] + step)
    while found[0] > low:
        found.insert(0, found[0] - step)
    return found


def grid_line(painter: QPainter, x: float, inside: QRectF) -> None:
    """Draw a pale line up from an axis."""
    painter.setPen(QPen(GRID, THIN))
    painter.drawLine(QLineF(x, inside.top(), x, inside.bottom()))


def limits_line(painter: QPainter, line: QLineF, cap: float, colour: QColor = INK) -> None:
    """Draw a line from limit to limit, with its ends."""
    painter.setPen(QPen(colour, THIN))
    painter.drawLine(line)
    across = line.y1() == line.y2()
    for end in (line.p1(), line.p2()):
        out = QPointF(0.0, cap) if across else QPointF(cap, 0.0)
        painter.drawLine(QLineF(end - out, end + out))


def fill(painter: QPainter, area: QRectF, series: int, colour: QColor, *, hollow: bool) -> None:
    """Fill a bar: solid, hatched, dotted or ruled by its series; not at all if it is hollow."""
    painter.fillRect(area, Qt.GlobalColor.white)
    if hollow:
        return
    if series == 0:
        painter.fillRect(area, colour)
        return
    if area.isEmpty():
        return
    painter.save()
    painter.setPen(QPen(colour, _HATCH / 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    ways = ((1.0, 0.0), (1.0, -1.0), (0.0, 0.0))[min(series, 3) - 1]
    if series >= 3:
        for line in range(int(area.height() // (_HATCH * 0.7)) + 1):
            y = area.top() + line * _HATCH * 0.7
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
    for way in {one for one in ways if one}:
        high = area.height()
        for number in range(int((area.width() + high) // _HATCH) + 2):
            x = area.left() - high + number * _HATCH
            ends = (area.bottom(), area.top()) if way > 0 else (area.top(), area.bottom())
            whole = QLineF(x, ends[0], x + high, ends[1])  # cut at the sides: not everything that reads SVG clips
            first, last = max(0.0, (area.left() - x) / high), min(1.0, (area.right() - x) / high)
            if first < last:
                painter.drawLine(QLineF(whole.pointAt(first), whole.pointAt(last)))
    painter.restore()


def line_pen(series: int, colour: QColor, width: float) -> QPen:
    """The line of a series: whole, or broken in its own way."""
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if DASHES[series]:
        pen.setDashPattern(list(DASHES[series]))
    return pen


def marker(painter: QPainter, at: QPointF, series: int, colour: QColor, size: float, *, hollow: bool) -> None:
    """A circle, square, triangle, diamond, cross or plus."""
    painter.setPen(QPen(colour, THIN * 1.6))
    painter.setBrush(Qt.GlobalColor.white if hollow else colour)
    x, y = at.x(), at.y()
    path = QPainterPath()
    if series == 0:
        path.addEllipse(at, size, size)
    elif series == 1:
        path.addRect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8)
    elif series in (2, 3):
        corners = [(0, -1.2), (1.1, 0.9), (-1.1, 0.9)] if series == 2 else [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)]
        path.addPolygon(QPolygonF([QPointF(x + a * size, y + b * size) for a, b in corners]))
        path.closeSubpath()
    else:
        ends = [(-1, -1, 1, 1), (-1, 1, 1, -1)] if series == 4 else [(0, -1.2, 0, 1.2), (-1.2, 0, 1.2, 0)]
        for a, b, c, d in ends:
            path.moveTo(x + a * size, y + b * size)
            path.lineTo(x + c * size, y + d * size)
    painter.drawPath(path)


def words(
    painter: QPainter,
    text: str,
    room: QRectF,
    side: Qt.AlignmentFlag,
    points: float = 7,
    colour: QColor = GREY,
    *,
    strong: bool = False,
) -> None:
    """Write some words in one line, cut short where they are longer than their room."""
    used: QFont = font(points, strong=strong)
    painter.setFont(used)
    painter.setPen(colour)
    shown = QFontMetricsF(used).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, int(side | _MIDDLE | _ONE_LINE), shown)
