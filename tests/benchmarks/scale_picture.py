"""The benchmark of scale as a picture: processor seconds and peak memory against size, beside what limits them.

Drawn offscreen as the benchmark of errors is (errors_picture.py). One row a part: on the left the release and its
limit for each series; on the right peak memory. Both axes are logarithms: a line that rises as steeply
as the dotted one grows in proportion. Limits are dashed, in the colour of their series.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

from errors_picture import HEIGHT, WIDTH, apart, load_faces, save, write_name
from scale import BARE, NOISE, WHOLE, Line

COLOURS = ("#1f3f8f", "#d1495b", "#2e7d4f", "#b07d2b")
"""One a series, in their order; a limit has its series' colour."""
LETTER = 0.0155
"""Width of a letter, as a part of the panel's."""
AXES = {
    "rows": "records",
    "cells": "cells of the domain",
    "variables": "variables",
    "tables": "tables of the plan",
    "quartiles": "lines of the table",
}
LIMITS = (BARE, NOISE)
"""What no program could do without; one of them is drawn beside each series."""
FLOOR = {"processor": 1e-3, "mebibytes": 10.0}
"""What is less is drawn there."""
TICKS = 7
"""Most numbers at an axis, or a few more."""
NEAR = 0.05
"""Numbers at an axis stand at least so far apart, as a part of its length."""


def draw(found: Sequence[Line], path: Path) -> None:
    """Write a PNG of all lines: rows are parts, columns time and memory."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QColor, QImage, QPainter
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])  # lives as long as this function paints
    load_faces()
    parts = [part for part in AXES if any(line.part == part for line in found)]
    image = QImage(2 * WIDTH * 2, 2 * HEIGHT * len(parts), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for row, part in enumerate(parts):
        mine = [line for line in found if line.part == part]
        _panel(painter, mine, part, "processor", "seconds of processors", 0, 2 * HEIGHT * row)
        _panel(painter, mine, part, "mebibytes", "peak memory, MiB", 2 * WIDTH, 2 * HEIGHT * row)
    painter.end()
    save(image, path)
    del application


def _panel(painter: Any, found: Sequence[Line], part: str, figure: str, label: str, x: int, y: int) -> None:
    """One panel at twice the size of its layout."""
    import pyqtgraph as pg
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QFont

    face = QFont("Inter", 9)
    view = pg.GraphicsLayoutWidget(show=False, size=(WIDTH, HEIGHT))
    view.setBackground("w")
    title = f"{label} against {AXES[part]}"
    plot = view.addPlot(title=f"<span style='color:#222;font-family:Inter;font-size:9pt'>{title}</span>")
    plot.setLogMode(x=True, y=True)
    plot.hideButtons()
    plot.showGrid(x=True, y=True, alpha=0.15)
    for side, text in (("bottom", AXES[part]), ("left", label)):
        axis = plot.getAxis(side)
        axis.setLabel(text, color="#222", **{"font-family": "Inter", "font-size": "9pt"})
        axis.setStyle(tickFont=face, hideOverlappingLabels=False)
        axis.setTextPen("#222")
        axis.setPen("#888")
        axis.enableAutoSIPrefix(False)
    curves = _curves(found, figure)
    sizes = sorted({size for _, _, points in curves for size, _ in points})
    values = [value for _, _, points in curves for _, value in points]
    if not sizes:
        view.close()
        return
    left, right = log10(sizes[0]), log10(sizes[-1])
    low, high = log10(min(values) / 1.3), log10(max(values) * 1.5)
    ends: list[tuple[float, str]] = []
    colours: dict[str, str] = {}
    for at, what, points in curves:
        style = Qt.PenStyle.SolidLine if what == WHOLE else Qt.PenStyle.DashLine
        pen = pg.mkPen(COLOURS[at % len(COLOURS)], width=2 if what == WHOLE else 1.3, style=style)
        plot.plot([size for size, _ in points], [value for _, value in points], pen=pen, antialias=True)
        name = _series(found)[at] if what == WHOLE else what
        if name not in colours or what == WHOLE:
            ends.append((log10(points[-1][1]), name))
            colours[name] = COLOURS[at % len(COLOURS)]
    widest = max(len(name) for _, name in ends)
    span = (right - left) or 1.0
    plot.setXRange(left - NEAR / 2 * span, left + span / (1 - LETTER * widest), padding=0.0)
    plot.setYRange(low, high, padding=0.0)
    plot.getAxis("bottom").setTicks([[(log10(size), _short(size)) for size in _shown(sizes)]])
    plot.getAxis("left").setTicks([[(log10(one), _short(one)) for one in _round(low, high)]])
    steady = _line_within([(left, high - span), (right, high)], low)  # in proportion
    plot.plot(
        [10.0**one for one, _ in steady],
        [10.0**two for _, two in steady],
        pen=pg.mkPen("#888", width=1, style=Qt.PenStyle.DotLine),
    )
    for place, name in apart(sorted(ends), 0.055 * (high - low)):
        write_name(plot, name, colours[name], face, right + 0.02 * span, place, (0.0, 0.5))
    view.resize(WIDTH, HEIGHT)
    view.grab()  # lays it out
    view.render(painter, QRectF(x, y, 2 * WIDTH, 2 * HEIGHT))
    view.close()


def _series(found: Sequence[Line]) -> list[str]:
    return list(dict.fromkeys(line.series for line in found))


def _curves(found: Sequence[Line], figure: str) -> list[tuple[int, str, list[tuple[float, float]]]]:
    """For each series the release and its limits: number of the series, what, points by size."""
    result = []
    for at, series in enumerate(_series(found)):
        for what in (WHOLE, *LIMITS):
            points = sorted(
                (line.size, max(float(getattr(line, figure) or 0), FLOOR[figure]))
                for line in found
                if (line.series, line.what) == (series, what) and getattr(line, figure) is not None
            )
            if points:
                result.append((at, what, points))
    return result


def _line_within(points: list[tuple[float, float]], low: float) -> list[tuple[float, float]]:
    """A line of slope 1 cut where it leaves the panel below."""
    (x0, y0), (x1, y1) = points
    return [(max(x0, x1 - (y1 - low)), max(y0, low)), (x1, y1)]


def _shown(sizes: Sequence[float]) -> list[float]:
    """The sizes themselves where they are near, but for those next to a larger one, else powers of ten among them."""
    first, last = log10(sizes[0]), log10(sizes[-1])
    if last - first < 3:
        return [size for size in sizes if not any(0 < log10(one / size) < NEAR * (last - first) for one in sizes)]
    step = ceil((last - first) / TICKS)
    return [10.0**power for power in range(ceil(first - 0.2), floor(last + 0.01) + 1, step)]


def _round(low: float, high: float) -> list[float]:
    """Round numbers between two powers of ten, so many that they can be told apart."""
    heads = (1, 2, 5) if high - low < 2.5 else (1,)
    found = [head * 10.0**power for power in range(floor(low), ceil(high) + 1) for head in heads]
    return [one for one in found if low <= log10(one) <= high]


def _short(value: float) -> str:
    """A number for an axis: powers of ten from ten thousand on."""
    if value < 1:
        return f"{value:g}"
    if value < 10_000:
        return f"{value:,.0f}"
    power = floor(log10(value) + 1e-9)
    head = value / 10**power
    digits = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(one)] for one in str(power))
    return f"10{digits}" if abs(head - 1) < 0.05 else f"{head:.1f}·10{digits}"
