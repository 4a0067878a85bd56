"""Lines and cumulative curves on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from dpdesk.gui.kit.plots.numbers import linear_ticks
from dpdesk.gui.paper.picture_marks import (
    CAP,
    CENTRE,
    GREY,
    GRID,
    INK,
    LEFT,
    MARKER,
    RIGHT,
    THICK,
    THIN,
    Scale,
    limits_line,
    line_pen,
    marker,
    ticks_of,
    words,
)
from dpdesk.gui.paper.typography import PAD, ROW, font
from dpdesk.planning.compiler.pictures import CURVE
from dpdesk.publish.workbook.drawing import COLOURS, Drawing, Point

_TOP, _WRAP = Qt.AlignmentFlag.AlignTop, Qt.TextFlag.TextWordWrap
_DODGE = 70.0  # between the limits of lines at one place


def paint_lines(painter: QPainter, drawing: Drawing, area: QRectF) -> None:
    """Paint lines with their limits and axes."""
    inside = lines_frame(drawing, area)
    scale, places = heights(drawing, inside), places_of(drawing, inside)
    for tick in linear_heights(drawing):
        y = scale(tick)
        painter.setPen(QPen(GRID, THIN))
        painter.drawLine(QLineF(inside.left(), y, inside.right(), y))
        room = QRectF(area.left(), y - ROW / 2, inside.left() - area.left() - PAD, ROW)
        words(painter, drawing.tick(tick), room, RIGHT)
    words(painter, drawing.measure, QRectF(area.left(), area.top(), area.width(), ROW), LEFT, 8, INK)
    _paint_places(painter, drawing, area, inside, places)
    for number, series in enumerate(drawing.series):
        colour = QColor(COLOURS[number])
        if drawing.kind == CURVE:
            _band(painter, series.points, places, scale, colour)
        else:
            for x, point in zip(_beside(places, number, len(drawing.series)), series.points, strict=True):
                if point.lower is not None and point.upper is not None:
                    limits_line(painter, QLineF(x, scale(point.lower), x, scale(point.upper)), CAP * 0.7, colour)
    for number, series in enumerate(drawing.series):
        colour, pen = QColor(COLOURS[number]), line_pen(number, QColor(COLOURS[number]), THICK)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        own = places if drawing.kind == CURVE else _beside(places, number, len(drawing.series))
        for run in runs(series.points, own, scale, lambda point: point.value):
            painter.drawPolyline(QPolygonF(run))
        for x, point in zip(own, series.points, strict=True):
            if point.value is not None and (drawing.kind != CURVE or point.mark):
                size = MARKER if drawing.kind != CURVE else MARKER * 0.6
                marker(painter, QPointF(x, scale(point.value)), number, colour, size, hollow=bool(point.mark))


def lines_frame(drawing: Drawing, area: QRectF) -> QRectF:
    """Where lines are drawn: right of the figures of their axis, above the places and their words."""
    metrics = QFontMetricsF(font(7))
    left = max(metrics.horizontalAdvance(drawing.tick(one)) for one in drawing.reach) + 3 * PAD
    return QRectF(area.left() + left, area.top() + 1.3 * ROW, area.width() - left - 2 * PAD, area.height() - 4.6 * ROW)


def places_of(drawing: Drawing, inside: QRectF) -> list[float]:
    """Where the places stand along the axis."""
    if drawing.x is not None:
        scale = Scale(min(0.0, *drawing.x), max(drawing.x), inside.left(), inside.right())
        return [scale(one) for one in drawing.x]
    step = inside.width() / len(drawing.places)
    return [inside.left() + (at + 0.5) * step for at in range(len(drawing.places))]


def heights(drawing: Drawing, inside: QRectF) -> Scale:
    """From figures to heights."""
    ticks = linear_heights(drawing)
    return Scale(ticks[0], ticks[-1], inside.bottom(), inside.top())


def linear_heights(drawing: Drawing) -> list[float]:
    """Round numbers up the axis of figures."""
    return ticks_of(drawing, float("inf"))


def _beside(places: Sequence[float], series: int, count: int) -> list[float]:
    """Places of a series a little beside those of others, so that limits do not lie on each other."""
    step = places[1] - places[0] if len(places) > 1 else 0.0
    return [x + (series - (count - 1) / 2) * min(_DODGE, 0.6 * step / count) for x in places]


def _paint_places(painter: QPainter, drawing: Drawing, area: QRectF, inside: QRectF, places: Sequence[float]) -> None:
    painter.setPen(QPen(INK, THIN))
    painter.drawLine(QLineF(inside.left(), inside.bottom(), inside.right(), inside.bottom()))
    if drawing.x is not None:
        low, high = min(0.0, *drawing.x), max(drawing.x)
        scale = Scale(low, high, inside.left(), inside.right())
        for tick in linear_ticks(low, high, 10):
            text = drawing.axis_number(tick)
            words(painter, text, QRectF(scale(tick) - 400, inside.bottom() + PAD, 800, ROW), CENTRE)
    else:
        metrics, step = QFontMetricsF(font(7)), inside.width() / len(places)
        widest = max(metrics.horizontalAdvance(word) for name in drawing.places for word in (name.split() or [""]))
        skip = max(1, round(0.5 + widest / step)) if widest > step else 1
        for at in range(0, len(places), skip):
            room = QRectF(places[at] - step * skip / 2, inside.bottom() + PAD, step * skip, 2 * ROW)
            painter.setFont(font(7))
            painter.setPen(GREY)
            painter.drawText(room, int(CENTRE | _TOP | _WRAP), drawing.places[at])
    under = QRectF(inside.left(), inside.bottom() + 2 * ROW + PAD, inside.width(), ROW)
    words(painter, drawing.along, under, CENTRE, 8, INK)


def runs(
    points: Sequence[Point], places: Sequence[float], scale: Scale, of: Callable[[Point], float | None]
) -> Iterator[list[QPointF]]:
    """The parts of a line between its gaps."""
    run: list[QPointF] = []
    for x, point in zip(places, points, strict=True):
        value = of(point)
        if value is not None:
            run.append(QPointF(x, scale(value)))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _band(painter: QPainter, points: Sequence[Point], places: Sequence[float], scale: Scale, colour: QColor) -> None:
    low, high = (list(runs(points, places, scale, of)) for of in (lambda one: one.lower, lambda one: one.upper))
    pale = QColor(colour)
    pale.setAlphaF(0.16)
    painter.setPen(QPen(colour, THIN * 0.6))
    painter.setBrush(pale)
    for below, above in zip(low, high, strict=True):
        painter.drawPolygon(QPolygonF([*below, *reversed(above)]))
