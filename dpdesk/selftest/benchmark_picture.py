"""The benchmark's table as a picture: typical error against the number of codes, one panel a workload and budget.

Drawn offscreen with the window's own library and face. Each line is a mechanism with the better of its laws of noise,
named where it ends; names that would meet are moved apart.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput

if TYPE_CHECKING:
    from dpdesk.selftest.benchmark import Line

WIDTH, HEIGHT, TITLE = 520, 400, 30
COLOURS = (
    "#9a9a9a", "#6f6f6f", "#b07d2b", "#c9a227", "#7aa35a", "#2e7d4f", "#5b8fd6", "#b35fa8", "#1f3f8f", "#d1495b",
    "#e07a1f", "#117a7a",
)  # fmt: skip
"""One a row of the catalogue, in its order."""
NEIGHBOURS = {"add_remove": "units come and go", "replace_one": "one unit replaced, each with one row"}


def draw(found: Sequence[Line], path: Path) -> None:
    """Write a PNG of all lines: columns are budgets, rows workloads under either relation."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QColor, QImage, QPainter
    from PySide6.QtWidgets import QApplication

    from dpdesk.mechanisms import catalogue

    application = QApplication.instance() or QApplication([])  # lives as long as this function paints
    _face()
    colours = dict(zip(catalogue(), COLOURS, strict=False))
    budgets = list(dict.fromkeys(line.budget for line in found))
    kinds = list(dict.fromkeys((line.neighbours, line.workload) for line in found))
    image = QImage(2 * WIDTH * len(budgets), 2 * HEIGHT * len(kinds), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for row, (neighbours, workload) in enumerate(sorted(kinds)):
        for column, budget in enumerate(budgets):
            mine = [
                one for one in found if (one.neighbours, one.workload, one.budget) == (neighbours, workload, budget)
            ]
            title = f"{workload}, {budget}, {NEIGHBOURS[neighbours]}"
            _panel(painter, mine, title, colours, 2 * WIDTH * column, 2 * HEIGHT * row)
    painter.end()
    if not image.save(str(path)):
        raise BadInput(f"The picture cannot be written to {path}; name a PNG file in a folder that can be written to.")
    del application


def _face() -> None:
    from PySide6.QtGui import QFontDatabase

    from dpdesk.resources import resource

    for face in ("Inter-Regular.otf", "Inter-SemiBold.otf"):
        QFontDatabase.addApplicationFont(str(resource("fonts") / face))


def _panel(painter: Any, found: Sequence[Line], title: str, colours: dict[str, str], x: int, y: int) -> None:
    """One panel at twice the size of its layout."""
    import pyqtgraph as pg
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QFont

    face = QFont("Inter", 9)
    view = pg.GraphicsLayoutWidget(show=False, size=(WIDTH, HEIGHT))
    view.setBackground("w")
    plot = view.addPlot(title=f"<span style='color:#222;font-family:Inter;font-size:9pt'>{title}</span>")
    plot.setLogMode(x=True, y=True)
    plot.hideButtons()
    plot.showGrid(x=True, y=True, alpha=0.15)
    for side, text in (("bottom", "codes"), ("left", "typical error (counts)")):
        axis = plot.getAxis(side)
        axis.setLabel(text, color="#222", **{"font-family": "Inter", "font-size": "9pt"})
        axis.setStyle(tickFont=face)
        axis.setTextPen("#222")
        axis.setPen("#888")
        axis.enableAutoSIPrefix(False)
    sizes = sorted({line.codes for line in found})
    plot.getAxis("bottom").setTicks([[(log10(size), f"{size:,}") for size in sizes[:: 1 if len(sizes) < 6 else 3]]])
    ends: list[tuple[float, str]] = []
    tops: list[float] = []
    for name, colour in colours.items():
        best: dict[int, float] = {}
        for line in found:
            if line.mechanism == name and line.rmse:
                best[line.codes] = min(line.rmse, best.get(line.codes, line.rmse))
        if not best:
            continue
        codes = sorted(best)
        plot.plot(codes, [best[size] for size in codes], pen=pg.mkPen(colour, width=2), antialias=True)
        ends.append((log10(best[codes[-1]]), name))
        tops.extend(log10(value) for value in best.values())
    if not tops:
        view.close()
        return
    low, high = min(tops), max(tops)
    room = (high - low) or 1.0
    plot.setXRange(log10(sizes[0]), log10(sizes[-1]) + 0.34 * (log10(sizes[-1]) - log10(sizes[0]) or 1.0), padding=0.01)
    plot.setYRange(low - 0.03 * room, high + 0.08 * room, padding=0.0)
    ticks = [(at + log10(step), f"{10.0**at * step:,g}") for at in range(-2, 8) for step in (1, 2, 5)]
    plot.getAxis("left").setTicks([[one for one in ticks if low - 0.03 * room <= one[0] <= high + 0.08 * room]])
    for place, name in _apart(sorted(ends), 0.052 * room):
        text = pg.TextItem(name, color=colours[name], anchor=(0, 0.5))
        text.setFont(face)
        plot.addItem(text, ignoreBounds=True)
        text.setPos(log10(sizes[-1]) + 0.02, place)
    view.resize(WIDTH, HEIGHT)
    view.grab()  # lays it out
    view.render(painter, QRectF(x, y, 2 * WIDTH, 2 * HEIGHT))
    view.close()


def _apart(ends: list[tuple[float, str]], gap: float) -> list[tuple[float, str]]:
    """Names from the lowest line to the highest, at least a gap apart, as near their lines as can be."""
    blocks: list[list[tuple[float, str]]] = []
    for end in ends:
        blocks.append([end])
        while (
            len(blocks) > 1
            and _middle(blocks[-1]) - _middle(blocks[-2]) < gap * (len(blocks[-1]) + len(blocks[-2])) / 2
        ):
            blocks[-2].extend(blocks.pop())
    return [
        (_middle(block) + gap * (at - (len(block) - 1) / 2), name)
        for block in blocks
        for at, (_, name) in enumerate(block)
    ]


def _middle(block: list[tuple[float, str]]) -> float:
    return sum(place for place, _ in block) / len(block)
