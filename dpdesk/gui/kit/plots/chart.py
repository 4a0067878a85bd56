"""The picture itself: lines on two axes, and one point that can be dragged or moved by the arrow keys.

This module is imported when the first picture is wanted, after `loading.load` has run in a thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.plots.figure import Figure, Series
from dpdesk.gui.kit.plots.numbers import linear_ticks, log_ticks, number, span_of

_GRIP = 14  # pixels on either side of the point's line where it can be taken hold of
_POINTS = 9.0  # of the numbers on the axes
_KEYS = {
    Qt.Key.Key_Right: 1.05,
    Qt.Key.Key_Up: 1.05,
    Qt.Key.Key_Left: 1 / 1.05,
    Qt.Key.Key_Down: 1 / 1.05,
    Qt.Key.Key_PageUp: 1.5,
    Qt.Key.Key_PageDown: 1 / 1.5,
    Qt.Key.Key_Home: 0.0,
    Qt.Key.Key_End: math.inf,
}


class Chart(pg.PlotWidget):  # type: ignore[misc]  # the library states no types
    """Paints a `Figure`; `moved` while its point is being moved, `released` when it has been let go."""

    moved = Signal(float)
    released = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        pg.setConfigOptions(antialias=True, useOpenGL=False, exitCleanup=False)
        super().__init__(parent, background=None)
        self._figure = Figure()
        self._place: float | None = None  # of the point, while it is away from the figure's own
        self._held = False
        self._x_span = self._y_span = (0.0, 1.0)
        self._curves: list[pg.PlotCurveItem] = []
        self._dots = pg.ScatterPlotItem(pxMode=True)
        self._line = pg.InfiniteLine(angle=90, movable=False)
        self._mark = pg.ScatterPlotItem(pxMode=True)
        plot = self.getPlotItem()
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.setMouseEnabled(x=False, y=False)
        plot.setDefaultPadding(0.0)
        for item in (self._dots, self._line, self._mark):
            plot.addItem(item, ignoreBounds=True)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setStyle(autoExpandTextSpace=False, autoReduceTextSpace=False, tickLength=-4)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 96)
        self.take_colours()

    # What is shown --------------------------------------------------------------------------------------------

    @property
    def figure(self) -> Figure:
        """The figure in view."""
        return self._figure

    @property
    def place(self) -> float | None:
        """Where the point is, None without one."""
        return self._figure.point if self._place is None else self._place

    def show_figure(self, figure: Figure) -> None:
        """Show another figure; a point that is being held stays in the hand."""
        self._figure = figure
        if not self._held:
            self._place = None
        self._paint_lines()
        self._fit()

    def take_colours(self) -> None:
        """Paint with the palette and the type face in use."""
        colours = theme.colours()
        plot = self.getPlotItem()
        self.setBackground(colours.paper)
        font = theme.font(points=_POINTS)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.setStyle(tickFont=font)
            axis.setTickFont(font)
            axis.setTextPen(QColor(colours.muted))
            axis.setPen(QColor(colours.line))
            axis.setTickPen(QColor(colours.line))
        self._paint_lines()
        self._fit()

    def _paint_lines(self) -> None:
        plot = self.getPlotItem()
        lines = [series for series in self._figure.series if series.style != "dots"]
        while len(self._curves) < len(lines):
            curve = pg.PlotCurveItem()
            self._curves.append(curve)
            plot.addItem(curve, ignoreBounds=True)
        for curve, series in zip(self._curves, lines, strict=False):
            bars = series.style == "bars"
            y = self._y(series.y)
            curve.setData(
                self._x(series.x),
                y,
                stepMode="center" if bars else None,
                fillLevel=0.0 if bars else None,
                connect="finite",
            )
            curve.setPen(self._pen(series))
            curve.setBrush(QBrush(QColor(theme.colours().accent_soft)) if bars else None)
            curve.setZValue({"main": 3, "other": 2}.get(series.style, 1))
            curve.setVisible(True)
        for curve in self._curves[len(lines) :]:
            curve.setVisible(False)
        dots = next((series for series in self._figure.series if series.style == "dots"), None)
        if dots is None:
            self._dots.clear()
        else:
            colour = QColor(theme.colours().accent)
            size = 5 if len(dots.x) <= 400 else 3
            self._dots.setData(self._x(dots.x), self._y(dots.y), size=size, pen=None, brush=colour)

    def _pen(self, series: Series) -> QPen:
        colours = theme.colours()
        if series.style == "main":
            return _pen(colours.accent, 2.5)
        if series.style == "bars":
            return _pen(colours.accent, 1.0)
        if series.style == "other":
            return _pen(colours.text, 1.4, Qt.PenStyle.DotLine)
        return _pen(colours.muted, 1.4, Qt.PenStyle.DashLine)

    def _x(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return _scaled(values, log=self._figure.log_x)

    def _y(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return _scaled(values, log=self._figure.log_y)

    # Axes -----------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        figure = self._figure
        x = np.concatenate([series.x for series in figure.series]) if figure.series else np.zeros(0)
        y = np.concatenate([series.y for series in figure.series]) if figure.series else np.zeros(0)
        xs = span_of([*x.tolist(), *(figure.reach or ())], log=figure.log_x)
        ys = span_of([*y.tolist(), 0.0] if figure.from_zero else y.tolist(), log=figure.log_y)
        if figure.from_zero:
            ys = (-0.02 * max(ys[1], 1e-9), max(ys[1], 1e-9))
        if xs[0] >= xs[1]:
            xs = (xs[0] * 0.9, xs[1] * 1.1) if figure.log_x else (xs[0] - 0.5, xs[1] + 0.5)
        self._x_span, self._y_span = xs, ys
        to_x, to_y = _to(log=figure.log_x), _to(log=figure.log_y)
        self.getPlotItem().getViewBox().setRange(
            xRange=(to_x(xs[0]), to_x(xs[1])), yRange=(to_y(ys[0]), to_y(ys[1])), padding=0.0, update=True
        )
        self._set_ticks()
        self._show_point()

    def _set_ticks(self) -> None:
        plot, figure = self.getPlotItem(), self._figure
        metrics = QFontMetrics(theme.font(points=_POINTS))
        longest = max(metrics.horizontalAdvance(number(end)) for end in self._x_span) + metrics.horizontalAdvance("00")
        wide = max(self.width() - 80, 60) // max(longest, 1)
        high = max(self.height() - 30, 30) // max(round(metrics.height() * 1.7), 1)
        x = (log_ticks if figure.log_x else linear_ticks)(*self._x_span, max(wide, 2))
        y = (log_ticks if figure.log_y else linear_ticks)(*self._y_span, max(high, 2))
        y = [tick for tick in y if tick >= 0 or not figure.from_zero]
        if figure.whole_x:
            x = [tick for tick in x if float(tick).is_integer()]
        to_x, to_y = _to(log=figure.log_x), _to(log=figure.log_y)
        names = [number(tick) for tick in y]
        plot.getAxis("bottom").setTicks([[(to_x(tick), number(tick)) for tick in x]])
        plot.getAxis("left").setTicks([[(to_y(tick), name) for tick, name in zip(y, names, strict=True)]])
        plot.getAxis("left").setWidth(max((metrics.horizontalAdvance(name) for name in names), default=0) + 14)
        plot.getAxis("bottom").setHeight(metrics.height() + 6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or fewer numbers on the axes."""
        super().resizeEvent(event)
        if hasattr(self, "_figure"):
            self._set_ticks()

    # The point ------------------------------------------------------------------------------------------------

    def value_at(self, x: float) -> float | None:
        """The height of the main line at a place, between its known points; None beyond them."""
        main = next((series for series in self._figure.series if series.style == "main"), None)
        if main is None or not main.x.size or not main.x[0] * (1 - 1e-9) <= x <= main.x[-1] * (1 + 1e-9):
            return None
        inner = np.interp(_to(log=self._figure.log_x)(x), self._x(main.x), self._y(main.y))
        return float(10**inner) if self._figure.log_y else float(inner)

    def _show_point(self) -> None:
        place = self.place
        shown = place is not None
        self._line.setVisible(shown)
        self._mark.setVisible(shown)
        if place is None:
            return
        colours = theme.colours()
        x = _to(log=self._figure.log_x)(place)
        self._line.setPen(_pen(colours.accent, 1.0))
        self._line.setPos(x)
        height = self.value_at(place)
        if height is None:
            self._mark.clear()
            return
        ring = _pen(colours.text if self.hasFocus() else colours.paper, 2.0)
        y = _to(log=self._figure.log_y)(height)
        self._mark.setData([x], [y], size=15 if self.hasFocus() else 13, brush=QColor(colours.accent), pen=ring)
        self._mark.setZValue(5)

    def _move_to(self, place: float) -> None:
        low, high = self._figure.reach or self._x_span
        self._place = min(max(place, low), high)
        self._show_point()
        self.moved.emit(self._place)

    def _let_go(self) -> None:
        place, self._held = self._place, False
        if place is not None:
            self.released.emit(place)

    def x_of(self, pixel: float) -> float:
        """The place along x under a pixel of the viewport."""
        scene = self.mapToScene(round(pixel), 0)
        inner = self.getPlotItem().getViewBox().mapSceneToView(QPointF(scene)).x()
        return float(10**inner) if self._figure.log_x else float(inner)

    def pixel_of(self, place: float) -> float:
        """The pixel of the viewport over a place along x."""
        inner = QPointF(_to(log=self._figure.log_x)(place), 0.0)
        return float(self.mapFromScene(self.getPlotItem().getViewBox().mapViewToScene(inner)).x())

    def _grips(self, event: QMouseEvent) -> bool:
        place = self.place
        return place is not None and abs(self.pixel_of(place) - event.position().x()) <= _GRIP

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the point."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() == Qt.MouseButton.LeftButton and self._grips(event):
            self._held = True
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the point along, or show where it can be taken hold of."""
        if self._held:
            self._move_to(self.x_of(event.position().x()))
        self.viewport().setCursor(
            Qt.CursorShape.SizeHorCursor if self._held or self._grips(event) else Qt.CursorShape.ArrowCursor
        )
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the point go."""
        if self._held and event.button() == Qt.MouseButton.LeftButton:
            self._let_go()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the point: arrows a little, page keys much, Home and End to the ends; Escape takes it back."""
        place, key = self.place, Qt.Key(event.key())
        if place is not None and key == Qt.Key.Key_Escape and self._place is not None:
            self._place, self._held = None, False
            self._show_point()
            if self._figure.point is not None:
                self.moved.emit(self._figure.point)
            event.accept()
        elif place is not None and key in _KEYS:
            factor = _KEYS[key]
            self._held = True
            self._move_to(
                place * factor if 0 < factor < math.inf else (self._figure.reach or (place, place))[factor > 0]
            )
            event.accept()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The loss follows when the key is let go."""
        if Qt.Key(event.key()) in _KEYS and not event.isAutoRepeat() and self._held:
            self._let_go()
            event.accept()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self._show_point()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A point in the hand is let go."""
        super().focusOutEvent(event)
        if self._held:
            self._let_go()
        self._show_point()
        self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        """A frame while the keyboard is here."""
        if self.hasFocus():
            painter.save()
            painter.resetTransform()
            painter.setPen(QPen(QColor(theme.colours().accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1))
            painter.restore()


def _pen(colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    pen = QPen(QColor(colour), width, style)
    pen.setCosmetic(True)  # the same width at every scale of the axes
    return pen


def _to(*, log: bool) -> Callable[[float], float]:
    return math.log10 if log else float


def _scaled(values: NDArray[np.float64], *, log: bool) -> NDArray[np.float64]:
    if not log:
        return np.asarray(values, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        result = np.log10(np.asarray(values, dtype=np.float64))
    return np.where(np.isfinite(result), result, np.nan)
