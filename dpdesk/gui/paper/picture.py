"""A picture of a table on paper: bars, a pyramid, a curve with its band, or lines, painted in an area of a sheet.

Lengths are in tenths of a point, like all that is printed. Series differ by fill or line and marker besides their
colour; marked figures are hollow, with their sign beside them where there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from dpdesk.gui.kit.plots.numbers import linear_ticks
from dpdesk.gui.paper.layout import PAD, ROW, font
from dpdesk.planning.compiler.pictures import BARS, CURVE, PYRAMID
from dpdesk.publish.workbook.drawing import COLOURS, Drawing, Point

INK, GREY, GRID = QColor("#1d2125"), QColor("#565b61"), QColor("#dcd9d1")
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (1.5, 2.5), (6, 2.5, 1.5, 2.5), (9, 3), (6, 2, 1.5, 2, 1.5, 2))
_CENTRE, _LEFT, _RIGHT = Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_MIDDLE, _TOP = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
_ONE_LINE, _WRAP = Qt.TextFlag.TextSingleLine, Qt.TextFlag.TextWordWrap
_LABELS = 0.34  # of the width, at most, that labels of bars take
_BAR, _GAP = 95.0, 70.0  # a bar, and what lies between two places, where there is room
_LEAST, _MOST, _LINES = 2200.0, 6600.0, 2900.0  # heights
_THIN, _THICK = 5.0, 14.0
_MARKER, _CAP, _HATCH = 34.0, 28.0, 36.0
_DODGE = 70.0  # between the limits of lines at one place
_NUMBERED = 70.0  # the least height of a bar that has its figure beside it
_MOST_TICKS = 8


def height_of(drawing: Drawing) -> float:
    """How high a picture is drawn."""
    if drawing.kind not in (BARS, PYRAMID):
        return _LINES
    each = _BAR * len(drawing.series) + _GAP if drawing.kind == BARS else _BAR + _GAP / 2
    return min(max(_LEAST, each * len(drawing.places) + 5 * ROW), _MOST)


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


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar as it is drawn: its area, the line from limit to limit if it has one, and its figure."""

    area: QRectF
    limits: QLineF | None
    series: int
    point: Point


def paint(painter: QPainter, drawing: Drawing, area: QRectF) -> None:
    """Paint a picture with its key and the words of its axes."""
    painter.save()
    top = area.top()
    if len(drawing.series) > 1 and drawing.kind != PYRAMID:
        top += _key(painter, drawing, QRectF(area.left(), top, area.width(), ROW))
    inside = QRectF(area.left(), top, area.width(), area.bottom() - top)
    (_paint_bars if drawing.kind in (BARS, PYRAMID) else _paint_lines)(painter, drawing, inside)
    painter.restore()


# Bars -----------------------------------------------------------------------------------------------------------------


def frame(drawing: Drawing, area: QRectF) -> QRectF:
    """Where the bars are drawn: right of their labels, above the figures of the axis and its words."""
    metrics = QFontMetricsF(font(7.5))
    widest = max(metrics.horizontalAdvance(name) for name in drawing.places) + 2 * PAD
    left = min(widest, _LABELS * area.width())
    above = ROW * 1.2 * (bool(drawing.along) or drawing.kind == PYRAMID)
    return QRectF(area.left() + left, area.top() + above, area.width() - left - PAD, area.height() - above - 2.4 * ROW)


def bars(drawing: Drawing, inside: QRectF) -> Iterator[Bar]:
    """The bars of a picture inside its frame; both sides of a pyramid from the middle."""
    scales, count = _scales(drawing, inside), len(drawing.places)
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


def _scales(drawing: Drawing, inside: QRectF) -> list[Scale]:
    """For each series its scale: one for all, or from the middle to each side."""
    if drawing.kind == PYRAMID:
        high, middle = _ticks(drawing, inside.width() / 2)[-1], inside.center().x()
        return [Scale(0.0, high, middle, inside.left()), Scale(0.0, high, middle, inside.right())]
    ticks = _ticks(drawing, inside.width())
    return [Scale(ticks[0], ticks[-1], inside.left(), inside.right())] * len(drawing.series)


def _ticks(drawing: Drawing, length: float) -> list[float]:
    """Round numbers along an axis of figures, from below the least to above the largest that is drawn."""
    low, high = drawing.reach
    low = 0.0 if drawing.kind == PYRAMID else low
    if high <= low:
        high = low + 1.0
    widest = max(QFontMetricsF(font(7)).horizontalAdvance(drawing.number(one)) for one in (low, high)) + 3 * PAD
    most = int(max(2, min(_MOST_TICKS, length // widest)))
    found = linear_ticks(low, high, most)
    step = found[1] - found[0] if len(found) > 1 else high - low
    while found[-1] < high:
        found.append(found[-1] + step)
    while found[0] > low:
        found.insert(0, found[0] - step)
    return found


def _paint_bars(painter: QPainter, drawing: Drawing, area: QRectF) -> None:
    inside = frame(drawing, area)
    scales = _scales(drawing, inside)
    for scale in {id(one): one for one in scales}.values():
        for tick in _ticks(drawing, abs(scale.end - scale.start)):
            _grid_line(painter, scale(tick), inside)
            _words(painter, drawing.number(tick), QRectF(scale(tick) - 400, inside.bottom() + PAD, 800, ROW), _CENTRE)
    band = inside.height() / len(drawing.places)
    skip = max(1, round(0.5 + 90.0 / band))
    for at, name in enumerate(drawing.places):
        if at % skip == 0:
            place = len(drawing.places) - 1 - at if drawing.kind == PYRAMID else at
            room = QRectF(area.left(), inside.top() + place * band, inside.left() - area.left() - PAD, band)
            _words(painter, name, room, _RIGHT, 7.5, INK)
    for bar in bars(drawing, inside):
        _paint_bar(painter, drawing, bar)
    painter.setPen(QPen(INK, _THIN))
    zero = scales[0](0.0)
    painter.drawLine(QLineF(zero, inside.top(), zero, inside.bottom()))
    under = QRectF(inside.left(), inside.bottom() + ROW + PAD, inside.width(), ROW)
    _words(painter, drawing.measure, under, _CENTRE, 8, INK)
    if drawing.kind == PYRAMID:
        _words(painter, drawing.along, QRectF(area.left(), area.top(), inside.left() - area.left(), ROW), _LEFT, 8, INK)
    else:
        _words(painter, drawing.along, QRectF(area.left(), area.top(), area.width(), ROW), _LEFT, 8, INK)
    if drawing.kind == PYRAMID:
        middle = inside.center().x()
        for series, left in zip(drawing.series, (inside.left(), middle), strict=True):
            _words(
                painter, series.name, QRectF(left, area.top(), inside.width() / 2, ROW), _CENTRE, 8.5, INK, strong=True
            )


def _paint_bar(painter: QPainter, drawing: Drawing, bar: Bar) -> None:
    colour = QColor(COLOURS[bar.series])
    pen = QPen(colour, _THIN)
    fill(painter, bar.area, bar.series, colour, hollow=bool(bar.point.mark))
    if bar.point.mark:
        pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.area)
    outer = bar.area.left() if drawing.kind == PYRAMID and bar.series == 0 else bar.area.right()
    if bar.limits is not None:
        _limits(painter, bar.limits, min(_CAP, bar.area.height() * 0.3))
        far = (bar.limits.x1(), bar.limits.x2())
        outer = min(outer, *far) if drawing.kind == PYRAMID and bar.series == 0 else max(outer, *far)
    if bar.area.height() >= _NUMBERED and bar.point.value is not None:
        text = f"{drawing.number(bar.point.value)} {bar.point.mark}".strip()
        left = drawing.kind == PYRAMID and bar.series == 0
        room = QRectF(outer - 800 - PAD if left else outer + PAD, bar.area.top(), 800, bar.area.height())
        _words(painter, text, room, _RIGHT if left else _LEFT, 6.4)


def fill(painter: QPainter, area: QRectF, series: int, colour: QColor, *, hollow: bool) -> None:
    """Fill a bar: solid, hatched, dotted or ruled by its series; not at all if it is hollow."""
    painter.fillRect(area, Qt.GlobalColor.white)
    if hollow:
        return
    if series == 0:
        painter.fillRect(area, colour)
        return
    painter.save()
    painter.setClipRect(area)
    painter.setPen(QPen(colour, _HATCH / 4))
    ways = ((1.0, 0.0), (1.0, -1.0), (0.0, 0.0))[min(series, 3) - 1]
    if series >= 3:
        for line in range(int(area.height() // (_HATCH * 0.7)) + 2):
            y = area.top() + line * _HATCH * 0.7
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
    for way in {one for one in ways if one}:
        high = area.height()
        for number in range(int((area.width() + high) // _HATCH) + 2):
            x = area.left() - high + number * _HATCH
            ends = (area.bottom(), area.top()) if way > 0 else (area.top(), area.bottom())
            painter.drawLine(QLineF(x, ends[0], x + high, ends[1]))
    painter.restore()


def _limits(painter: QPainter, line: QLineF, cap: float, colour: QColor = INK) -> None:
    painter.setPen(QPen(colour, _THIN))
    painter.drawLine(line)
    across = line.y1() == line.y2()
    for end in (line.p1(), line.p2()):
        out = QPointF(0.0, cap) if across else QPointF(cap, 0.0)
        painter.drawLine(QLineF(end - out, end + out))


# Lines ----------------------------------------------------------------------------------------------------------------


def lines_frame(drawing: Drawing, area: QRectF) -> QRectF:
    """Where lines are drawn: right of the figures of their axis, above the places and their words."""
    metrics = QFontMetricsF(font(7))
    left = max(metrics.horizontalAdvance(drawing.number(one)) for one in drawing.reach) + 3 * PAD
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
    return _ticks(drawing, float("inf"))


def _paint_lines(painter: QPainter, drawing: Drawing, area: QRectF) -> None:
    inside = lines_frame(drawing, area)
    scale, places = heights(drawing, inside), places_of(drawing, inside)
    for tick in linear_heights(drawing):
        y = scale(tick)
        painter.setPen(QPen(GRID, _THIN))
        painter.drawLine(QLineF(inside.left(), y, inside.right(), y))
        room = QRectF(area.left(), y - ROW / 2, inside.left() - area.left() - PAD, ROW)
        _words(painter, drawing.number(tick), room, _RIGHT)
    _words(painter, drawing.measure, QRectF(area.left(), area.top(), area.width(), ROW), _LEFT, 8, INK)
    _paint_places(painter, drawing, area, inside, places)
    for number, series in enumerate(drawing.series):
        colour = QColor(COLOURS[number])
        if drawing.kind == CURVE:
            _band(painter, series.points, places, scale, colour)
        else:
            for x, point in zip(_beside(places, number, len(drawing.series)), series.points, strict=True):
                if point.lower is not None and point.upper is not None:
                    _limits(painter, QLineF(x, scale(point.lower), x, scale(point.upper)), _CAP * 0.7, colour)
    for number, series in enumerate(drawing.series):
        colour, pen = QColor(COLOURS[number]), line_pen(number, QColor(COLOURS[number]), _THICK)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        own = places if drawing.kind == CURVE else _beside(places, number, len(drawing.series))
        for run in runs(series.points, own, scale, lambda point: point.value):
            painter.drawPolyline(QPolygonF(run))
        for x, point in zip(own, series.points, strict=True):
            if point.value is not None and (drawing.kind != CURVE or point.mark):
                size = _MARKER if drawing.kind != CURVE else _MARKER * 0.6
                marker(painter, QPointF(x, scale(point.value)), number, colour, size, hollow=bool(point.mark))


def _beside(places: Sequence[float], series: int, count: int) -> list[float]:
    """Places of a series a little beside those of others, so that limits do not lie on each other."""
    step = places[1] - places[0] if len(places) > 1 else 0.0
    return [x + (series - (count - 1) / 2) * min(_DODGE, 0.6 * step / count) for x in places]


def _paint_places(painter: QPainter, drawing: Drawing, area: QRectF, inside: QRectF, places: Sequence[float]) -> None:
    painter.setPen(QPen(INK, _THIN))
    painter.drawLine(QLineF(inside.left(), inside.bottom(), inside.right(), inside.bottom()))
    if drawing.x is not None:
        low, high = min(0.0, *drawing.x), max(drawing.x)
        scale = Scale(low, high, inside.left(), inside.right())
        for tick in linear_ticks(low, high, 10):
            text = drawing.axis_number(tick)
            _words(painter, text, QRectF(scale(tick) - 400, inside.bottom() + PAD, 800, ROW), _CENTRE)
    else:
        metrics, step = QFontMetricsF(font(7)), inside.width() / len(places)
        widest = max(metrics.horizontalAdvance(word) for name in drawing.places for word in (name.split() or [""]))
        skip = max(1, round(0.5 + widest / step)) if widest > step else 1
        for at in range(0, len(places), skip):
            room = QRectF(places[at] - step * skip / 2, inside.bottom() + PAD, step * skip, 2 * ROW)
            painter.setFont(font(7))
            painter.setPen(GREY)
            painter.drawText(room, int(_CENTRE | _TOP | _WRAP), drawing.places[at])
    under = QRectF(inside.left(), inside.bottom() + 2 * ROW + PAD, inside.width(), ROW)
    _words(painter, drawing.along, under, _CENTRE, 8, INK)


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
    painter.setPen(QPen(colour, _THIN * 0.6))
    painter.setBrush(pale)
    for below, above in zip(low, high, strict=True):
        painter.drawPolygon(QPolygonF([*below, *reversed(above)]))


def line_pen(series: int, colour: QColor, width: float) -> QPen:
    """The line of a series: whole, or broken in its own way."""
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if DASHES[series]:
        pen.setDashPattern(list(DASHES[series]))
    return pen


def marker(painter: QPainter, at: QPointF, series: int, colour: QColor, size: float, *, hollow: bool) -> None:
    """A circle, square, triangle, diamond, cross or plus."""
    painter.setPen(QPen(colour, _THIN * 1.6))
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


# Words ----------------------------------------------------------------------------------------------------------------


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
            painter.setPen(QPen(colour, _THIN))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
        else:
            painter.setPen(line_pen(number, colour, _THICK))
            painter.drawLine(QLineF(x, middle, x + sample, middle))
            if drawing.kind != CURVE:
                marker(painter, QPointF(x + sample / 2, middle), number, colour, _MARKER, hollow=False)
        _words(painter, series.name, QRectF(x + sample + PAD, y, wide, ROW), _LEFT, 8, INK)
        x += sample + wide + 4 * PAD
    return y + 1.6 * ROW - area.top()


def _grid_line(painter: QPainter, x: float, inside: QRectF) -> None:
    painter.setPen(QPen(GRID, _THIN))
    painter.drawLine(QLineF(x, inside.top(), x, inside.bottom()))


def _words(
    painter: QPainter,
    text: str,
    room: QRectF,
    side: Qt.AlignmentFlag,
    points: float = 7,
    colour: QColor = GREY,
    *,
    strong: bool = False,
) -> None:
    used: QFont = font(points, strong=strong)
    painter.setFont(used)
    painter.setPen(colour)
    shown = QFontMetricsF(used).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, int(side | _MIDDLE | _ONE_LINE), shown)
