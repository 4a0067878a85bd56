"""Bars and pyramids on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from dpdesk.gui.paper.picture_marks import (
    CAP,
    CENTRE,
    INK,
    LEFT,
    RIGHT,
    THIN,
    Scale,
    fill,
    grid_line,
    limits_line,
    ticks_of,
    words,
)
from dpdesk.gui.paper.typography import PAD, ROW, font
from dpdesk.planning.compiler.pictures import BARS, PYRAMID
from dpdesk.publish.workbook.drawing import COLOURS, Drawing, Point

_LABELS = 0.34  # of the width, at most, that labels of bars take
_SMALL, _SMALL_LINE = 6.6, 85.0  # points, and the height of a line of them
_FIGURE = 6.4  # points
_NUMBERED = 70.0  # the least height of a bar that has its figure beside it


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar as it is drawn: its area, the line from limit to limit if it has one, and its figure."""

    area: QRectF
    limits: QLineF | None
    series: int
    point: Point


def paint_bars(painter: QPainter, drawing: Drawing, area: QRectF) -> None:
    """Paint bars with their axes."""
    inside = frame(drawing, area)
    scales = scales_of(drawing, inside)
    for scale in {id(one): one for one in scales}.values():
        for tick in ticks_of(drawing, abs(scale.end - scale.start)):
            grid_line(painter, scale(tick), inside)
            words(painter, drawing.tick(tick), QRectF(scale(tick) - 400, inside.bottom() + PAD, 800, ROW), CENTRE)
    band = inside.height() / len(drawing.places)
    skip = max(1, round(0.5 + 90.0 / band))
    edge = inside.left() - (_beside(drawing) if drawing.kind == PYRAMID else 0.0)
    for at, name in enumerate(drawing.places):
        if at % skip == 0:
            place = len(drawing.places) - 1 - at if drawing.kind == PYRAMID else at
            room = QRectF(area.left(), inside.top() + place * band, edge - area.left() - PAD, band)
            _label(painter, name, room)
    for bar in bars(drawing, inside):
        _paint_bar(painter, drawing, bar)
    painter.setPen(QPen(INK, THIN))
    zero = scales[0](0.0)
    painter.drawLine(QLineF(zero, inside.top(), zero, inside.bottom()))
    under = QRectF(inside.left(), inside.bottom() + ROW + PAD, inside.width(), ROW)
    words(painter, drawing.measure, under, CENTRE, 8, INK)
    if drawing.kind == PYRAMID:
        words(painter, drawing.along, QRectF(area.left(), area.top(), inside.left() - area.left(), ROW), LEFT, 8, INK)
    else:
        words(painter, drawing.along, QRectF(area.left(), area.top(), area.width(), ROW), LEFT, 8, INK)
    if drawing.kind == PYRAMID:
        middle = inside.center().x()
        for series, left in zip(drawing.series, (inside.left(), middle), strict=True):
            words(
                painter, series.name, QRectF(left, area.top(), inside.width() / 2, ROW), CENTRE, 8.5, INK, strong=True
            )


def _label(painter: QPainter, name: str, room: QRectF) -> None:
    """Write what a bar is of: in two lines of small type if it is long and they have room."""
    small = font(_SMALL)
    if QFontMetricsF(font(7.5)).horizontalAdvance(name) <= room.width() or room.height() < 2 * _SMALL_LINE:
        words(painter, name, room, RIGHT, 7.5, INK)
        return
    painter.setFont(small)
    painter.setPen(INK)
    shown = QFontMetricsF(small).elidedText(name, Qt.TextElideMode.ElideRight, 1.8 * room.width())
    painter.drawText(room, int(RIGHT | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), shown)


def frame(drawing: Drawing, area: QRectF) -> QRectF:
    """Where the bars are drawn: right of their labels, above the figures of the axis and its words."""
    metrics = QFontMetricsF(font(7.5))
    widest = max(metrics.horizontalAdvance(name) for name in drawing.places) + 2 * PAD
    left, beside = min(widest, _LABELS * area.width()), _beside(drawing)
    above = ROW * 1.2 * (bool(drawing.along) or drawing.kind == PYRAMID)
    first = left + (beside if drawing.kind == PYRAMID else 0.0)
    high = area.height() - above - 2.4 * ROW
    return QRectF(area.left() + first, area.top() + above, area.width() - first - beside, high)


def _beside(drawing: Drawing) -> float:
    """Room for the longest figure with its sign, which stands beside its bar."""
    metrics = QFontMetricsF(font(_FIGURE))
    told = (f"{drawing.number(one.value)} {one.mark}" for one in drawing.points if one.value is not None)
    return max(map(metrics.horizontalAdvance, told)) + PAD


def bars(drawing: Drawing, inside: QRectF) -> Iterator[Bar]:
    """The bars of a picture inside its frame; both sides of a pyramid from the middle."""
    scales, count = scales_of(drawing, inside), len(drawing.places)
    band = inside.height() / count
    high = band * (0.8 / len(drawing.series) if drawing.kind == BARS else 0.86)
    for number, series in enumerate(drawing.series):
        scale = scales[number]
        for at, point in enumerate(series.points):
            if point.value is None:
                continue
            place = count - 1 - at if drawing.kind == PYRAMID else at  # the first of a pyramid stands lowest
            within = 0.1 * band + number * high if drawing.kind == BARS else (band - high) / 2
            top = inside.top() + place * band + within
            ends = sorted((scale(0.0), scale(point.value)))
            made = QRectF(ends[0], top, ends[1] - ends[0], high)
            limits = None
            if point.lower is not None and point.upper is not None:
                least = max(point.lower, 0.0) if drawing.kind == PYRAMID else point.lower
                limits = QLineF(scale(least), made.center().y(), scale(max(point.upper, least)), made.center().y())
            yield Bar(made, limits, number, point)


def scales_of(drawing: Drawing, inside: QRectF) -> list[Scale]:
    """For each series its scale: one for all, or from the middle to each side."""
    if drawing.kind == PYRAMID:
        high, middle = ticks_of(drawing, inside.width() / 2)[-1], inside.center().x()
        return [Scale(0.0, high, middle, inside.left()), Scale(0.0, high, middle, inside.right())]
    ticks = ticks_of(drawing, inside.width())
    return [Scale(ticks[0], ticks[-1], inside.left(), inside.right())] * len(drawing.series)


def _paint_bar(painter: QPainter, drawing: Drawing, bar: Bar) -> None:
    colour = QColor(COLOURS[bar.series])
    pen = QPen(colour, THIN)
    fill(painter, bar.area, bar.series, colour, hollow=bool(bar.point.mark))
    if bar.point.mark:
        pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.area)
    outer = bar.area.left() if drawing.kind == PYRAMID and bar.series == 0 else bar.area.right()
    if bar.limits is not None:
        limits_line(painter, bar.limits, min(CAP, bar.area.height() * 0.3))
        far = (bar.limits.x1(), bar.limits.x2())
        outer = min(outer, *far) if drawing.kind == PYRAMID and bar.series == 0 else max(outer, *far)
    if bar.area.height() >= _NUMBERED and bar.point.value is not None:
        text = f"{drawing.number(bar.point.value)} {bar.point.mark}".strip()
        left = drawing.kind == PYRAMID and bar.series == 0
        room = QRectF(outer - 800 - PAD if left else outer + PAD, bar.area.top(), 800, bar.area.height())
        words(painter, text, room, RIGHT if left else LEFT, _FIGURE)
