"""The benchmark's table as a picture: typical error over the least of all methods, one panel a workload and budget.

Drawn offscreen with the window's own library and face. Each line is a mechanism with the better of its laws of noise,
named where it ends, or where it leaves the panel at MOST times the least error; names that would meet are moved apart.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errors import Line
    from PySide6.QtGui import QImage

WIDTH, HEIGHT = 520, 400
LETTER = 0.02
"""Width of a letter, as a part of the panel's."""
MOST = 8
"""Errors beyond so many times the least are not drawn."""
COLOURS = (
    "#9a9a9a", "#6f6f6f", "#b07d2b", "#c9a227", "#7aa35a", "#2e7d4f", "#5b8fd6", "#b35fa8", "#1f3f8f", "#d1495b",
    "#e07a1f", "#0f9aa0",
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
    load_faces()
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
    save(image, path)
    del application


def save(image: QImage, path: Path) -> None:
    """Write a picture.

    Raises:
        OSError: if it cannot be written there.
    """
    if not image.save(str(path)):
        raise OSError(f"The picture cannot be written to {path}; name a PNG file in a folder that can be written to.")


def load_faces() -> None:
    """Make the window's faces known to a program that has no window."""
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
    for side, text in (("bottom", "codes"), ("left", "times the least typical error")):
        axis = plot.getAxis(side)
        axis.setLabel(text, color="#222", **{"font-family": "Inter", "font-size": "9pt"})
        axis.setStyle(tickFont=face)
        axis.setTextPen("#222")
        axis.setPen("#888")
        axis.enableAutoSIPrefix(False)
    sizes = sorted({line.codes for line in found})
    plot.getAxis("bottom").setTicks([[(log10(size), f"{size:,}") for size in sizes[:: 1 if len(sizes) < 6 else 3]]])
    errors = _errors(found)
    least = {size: min(own[size] for own in errors.values() if size in own) for size in sizes}
    ends: list[tuple[float, str]] = []
    exits: list[tuple[float, str]] = []
    right, top = log10(sizes[-1]), log10(MOST)
    for name in colours:
        if name not in errors:
            continue
        codes = sorted(errors[name])
        heights = [errors[name][size] / least[size] for size in codes]
        plot.plot(codes, heights, pen=pg.mkPen(colours[name], width=2), antialias=True)
        if heights[-1] <= MOST:
            ends.append((log10(heights[-1]), name))
            continue
        inside = [log10(size) for size, height in zip(codes, heights, strict=True) if height <= MOST]
        exits.append((max(inside, default=log10(codes[0])), name))
    plot.setXRange(log10(sizes[0]), right + 0.34 * ((right - log10(sizes[0])) or 1.0), padding=0.01)
    plot.setYRange(-0.14, top, padding=0.0)
    plot.getAxis("left").setTicks([[(log10(one), f"{one:g}") for one in (1, 1.5, 2, 3, 5, MOST)]])
    free = 0.0
    for place, name in sorted(exits):
        write_name(plot, name, colours[name], face, max(place, free), top, (0.0, 0.0))
        free = max(place, free) + (1 + len(name)) * LETTER * (right - log10(sizes[0]))
    for place, name in apart(sorted(ends), 0.052 * top):
        write_name(plot, name, colours[name], face, right + 0.02, place, (0.0, 0.5))
    view.resize(WIDTH, HEIGHT)
    view.grab()  # lays it out
    view.render(painter, QRectF(x, y, 2 * WIDTH, 2 * HEIGHT))
    view.close()


def _errors(found: Sequence[Line]) -> dict[str, dict[int, float]]:
    """The typical error of each mechanism by the number of codes, with the better noise."""
    errors: dict[str, dict[int, float]] = {}
    for line in found:
        if line.rmse:
            own = errors.setdefault(line.mechanism, {})
            own[line.codes] = min(line.rmse, own.get(line.codes, line.rmse))
    return errors


def write_name(plot: Any, name: str, colour: str, face: Any, x: float, y: float, anchor: tuple[float, float]) -> None:
    """A mechanism's name at a place of a panel."""
    import pyqtgraph as pg

    text = pg.TextItem(name, color=colour, anchor=anchor)
    text.setFont(face)
    plot.addItem(text, ignoreBounds=True)
    text.setPos(x, y)


def apart(ends: list[tuple[float, str]], gap: float) -> list[tuple[float, str]]:
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
