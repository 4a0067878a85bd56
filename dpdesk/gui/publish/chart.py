"""The picture of a finished table as pyqtgraph paints it; the same description that paper and workbook draw.

This module is imported when the first picture is wanted, after `loading.load` has run in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.plots.numbers import linear_ticks
from dpdesk.gui.publish.key import MARKERS, brush, colour, pen
from dpdesk.planning.compiler.pictures import BARS, CURVE, PYRAMID
from dpdesk.publish.workbook.drawing import Drawing, Point

_POINTS = 9.0  # of the words at the axes
_OUT = 12.0  # pixels by which the first figure of an axis may stand out
_LABEL = 180  # pixels, at most, for the label of a bar
_DODGE = 0.06  # of a place, between lines
_BAND = 34  # alpha of 255


class _Axis(pg.AxisItem):  # type: ignore[misc]  # the library states no types
    """Its first figure may stand out beyond it, as the 0 does at which it begins; at its other end there is no room."""

    def boundingRect(self) -> QRectF:
        """Where figures are painted; the library leaves out what is not wholly in here."""
        whole: QRectF = super().boundingRect()
        return whole.adjusted(-_OUT, 0, 0, 0) if self.orientation == "bottom" else whole.adjusted(0, 0, 0, _OUT)


class DrawnChart(pg.PlotWidget):  # type: ignore[misc]  # the library states no types
    """Paints a `Drawing`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        pg.setConfigOptions(antialias=True, useOpenGL=False, exitCleanup=False)
        super().__init__(parent, background=None, axisItems={side: _Axis(side) for side in ("left", "bottom")})
        self.drawing: Drawing | None = None
        plot = self.getPlotItem()
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.setMouseEnabled(x=False, y=False)
        plot.setDefaultPadding(0.0)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setStyle(autoExpandTextSpace=False, autoReduceTextSpace=False, tickLength=-4)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its figures are those of the table

    def show_drawing(self, drawing: Drawing) -> None:
        """Paint another picture, in the colours and the type face in use."""
        self.drawing = drawing
        plot, colours = self.getPlotItem(), theme.colours()
        plot.clear()
        self.setBackground(colours.paper)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.setTickFont(theme.font(points=_POINTS))
            axis.setTextPen(QColor(colours.text))
            axis.setPen(QColor(colours.border))
            axis.setTickPen(QColor(colours.border))
        lying = drawing.kind in (BARS, PYRAMID)
        plot.showGrid(x=lying, y=not lying, alpha=0.18)
        (self._bars if lying else self._lines)(drawing)
        self._set_ticks()

    # Kinds ----------------------------------------------------------------------------------------------------

    def _bars(self, drawing: Drawing) -> None:
        plot, count = self.getPlotItem(), len(drawing.series)
        both = drawing.kind == PYRAMID
        high = 0.86 if both else 0.8 / count
        for number, series in enumerate(drawing.series):
            sign = -1.0 if both and number == 0 else 1.0
            shift = 0.0 if both else -0.4 + (number + 0.5) * high
            drawn = [
                (position + shift, point) for position, point in enumerate(series.points) if point.value is not None
            ]
            for hollow in (False, True):
                own = [(y, sign * (point.value or 0.0)) for y, point in drawn if bool(point.mark) == hollow]
                if own:
                    y, width = (np.array(one) for one in zip(*own, strict=True))
                    plot.addItem(
                        pg.BarGraphItem(
                            x0=np.zeros(len(own)),
                            y=y,
                            width=width,
                            height=high,
                            brush=QBrush(Qt.BrushStyle.NoBrush) if hollow else brush(number),
                            pen=_thin(colour(number), Qt.PenStyle.DashLine if hollow else Qt.PenStyle.SolidLine),
                        )
                    )
            self._error_bars(
                [(y, sign, point) for y, point in drawn], lying=True, cap=high * (0.3 if both else 0.5), number=None
            )
        low, top = _reach(drawing)
        self._span(-top if both else low, top, -0.6, len(drawing.places) - 0.4)
        plot.getViewBox().invertY(not both)
        plot.addItem(pg.InfiniteLine(0.0, angle=90, pen=_thin(QColor(theme.colours().text))))

    def _lines(self, drawing: Drawing) -> None:
        plot = self.getPlotItem()
        plot.getViewBox().invertY(False)
        base = np.arange(len(drawing.places), dtype=np.float64) if drawing.x is None else np.array(drawing.x)
        for number, series in enumerate(drawing.series):
            curve = drawing.kind == CURVE
            x = base if curve else base + (number - (len(drawing.series) - 1) / 2) * _DODGE
            if curve:
                self._band(x, series.points, number)
            else:
                told = [(at, 1.0, point) for at, point in zip(x.tolist(), series.points, strict=True)]
                self._error_bars(told, lying=False, cap=_DODGE * 1.6, number=number)
            plot.plot(x, _values(series.points, lambda point: point.value), pen=pen(number), connect="finite")
            for hollow in (False, True):
                own = [
                    (at, point.value)
                    for at, point in zip(x.tolist(), series.points, strict=True)
                    if point.value is not None and bool(point.mark) == hollow and (hollow or not curve)
                ]
                if own:
                    dots = pg.ScatterPlotItem(pxMode=True)
                    fill = QBrush(QColor(theme.colours().paper)) if hollow else QBrush(colour(number))
                    dots.setData(
                        [at for at, _ in own],
                        [value for _, value in own],
                        symbol=MARKERS[number],
                        size=6 if curve else 10,
                        brush=fill,
                        pen=_thin(colour(number), width=1.5),
                    )
                    plot.addItem(dots)
        low, top = _reach(drawing)
        first, last = (-0.5, len(base) - 0.5) if drawing.x is None else (min(0.0, *drawing.x), max(drawing.x))
        self._span(first, last, low, top)

    def _band(self, x: np.ndarray, points: Sequence[Point], number: int) -> None:
        plot = self.getPlotItem()
        pale = QColor(colour(number))
        pale.setAlpha(_BAND)
        ends = []
        for of in (lambda point: point.lower, lambda point: point.upper):
            own = pg.PlotCurveItem(x=x, y=_values(points, of), pen=_thin(colour(number)), connect="finite")
            plot.addItem(own)
            ends.append(_values(points, of))
        known = np.isfinite(ends[0]) & np.isfinite(ends[1])
        for run in np.split(np.arange(len(x)), np.flatnonzero(~known)):
            own = run[known[run]]
            if len(own) > 1:
                low, high = (pg.PlotCurveItem(x=x[own], y=end[own]) for end in ends)
                plot.addItem(pg.FillBetweenItem(low, high, brush=pale))

    def _error_bars(
        self, told: Sequence[tuple[float, float, Point]], *, lying: bool, cap: float, number: int | None
    ) -> None:
        """Lines from limit to limit; the limits of what cannot be negative end at zero in a pyramid."""
        drawing = self.drawing
        own = [
            (at, sign * (point.lower if drawing is None or drawing.kind != PYRAMID else max(point.lower, 0.0)),
             sign * point.upper)
            for at, sign, point in told
            if point.lower is not None and point.upper is not None
        ]  # fmt: skip
        if not own:
            return
        at, low, high = (np.array(one) for one in zip(*own, strict=True))
        middle, half = (low + high) / 2, np.abs(high - low) / 2
        ink = QColor(theme.colours().text) if number is None else colour(number)
        ends = {"x": middle, "y": at, "left": half, "right": half} if lying else {
            "x": at, "y": middle, "top": half, "bottom": half,
        }  # fmt: skip
        self.getPlotItem().addItem(pg.ErrorBarItem(**ends, beam=cap, pen=_thin(ink)))

    # Axes -----------------------------------------------------------------------------------------------------

    def _span(self, left: float, right: float, low: float, high: float) -> None:
        box = self.getPlotItem().getViewBox()
        box.setRange(xRange=(left, right), yRange=(low, high), padding=0.0, update=True)

    def _set_ticks(self) -> None:
        drawing = self.drawing
        if drawing is None:
            return
        metrics = QFontMetrics(theme.font(points=_POINTS))
        plot, lying = self.getPlotItem(), drawing.kind in (BARS, PYRAMID)
        low, top = _reach(drawing)
        widest = max(metrics.horizontalAdvance(drawing.tick(one)) for one in (low, top)) + 24
        room = (self.width() - _LABEL if lying else self.height() - 40) / (2 if drawing.kind == PYRAMID else 1)
        most = max(2, int(room // (widest if lying else metrics.height() * 2)))
        ticks = linear_ticks(low, top, min(most, 10))
        figures = [(tick, drawing.tick(tick)) for tick in ticks]
        if drawing.kind == PYRAMID:
            figures += [(-tick, drawing.tick(tick)) for tick in ticks if tick]
        plot.getAxis("bottom" if lying else "left").setTicks([figures])
        names = self._place_ticks(drawing, metrics, lying=lying)
        plot.getAxis("left" if lying else "bottom").setTicks([names])
        texts = [text for _, text in (names if lying else figures)]
        wide = max((metrics.horizontalAdvance(text) for text in texts), default=0) + 14
        plot.getAxis("left").setWidth(wide)
        plot.getAxis("bottom").setHeight(metrics.height() + 6)

    def _place_ticks(self, drawing: Drawing, metrics: QFontMetrics, *, lying: bool) -> list[tuple[float, str]]:
        """The labels of the places that have room, cut short where they are long."""
        if drawing.x is not None:
            low, high = min(0.0, *drawing.x), max(drawing.x)
            return [
                (linear_tick, drawing.axis_number(linear_tick))
                for linear_tick in linear_ticks(low, high, max(2, self.width() // 70))
            ]
        count = len(drawing.places)
        if lying:
            each, need = max(self.height() - 40, 1) / count, float(metrics.height())
            room = _LABEL
        else:
            each, need = max(self.width() - 80, 1) / count, 60.0
            room = 0
        skip = max(1, -int(-need // each))
        room = room or round(each * skip) - 6
        elide = Qt.TextElideMode.ElideRight
        return [(float(at), metrics.elidedText(drawing.places[at], elide, room)) for at in range(0, count, skip)]

    def sizeHint(self) -> QSize:
        """No more than it needs."""
        return QSize(320, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or fewer words at the axes."""
        super().resizeEvent(event)
        if getattr(self, "drawing", None) is not None:
            self._set_ticks()


def _reach(drawing: Drawing) -> tuple[float, float]:
    """The ends of the axis of figures, with a little room."""
    low, top = drawing.reach
    low = 0.0 if drawing.kind == PYRAMID else low
    room = 0.03 * ((top - low) or 1.0)
    return (low - room if low < 0 else 0.0), top + room


def _values(points: Sequence[Point], of: Callable[[Point], float | None]) -> np.ndarray:
    found = (of(point) for point in points)
    return np.array([np.nan if one is None else one for one in found], dtype=np.float64)


def _thin(ink: QColor, style: Qt.PenStyle = Qt.PenStyle.SolidLine, width: float = 1.0) -> QPen:
    made = QPen(ink, width, style)
    made.setCosmetic(True)
    return made
