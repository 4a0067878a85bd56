"""The peers' table as a picture: a row a work, a panel each for error, time and memory, a dot a program, dpdesk at 1.

Drawn offscreen, on logarithmic axes. Dots to the right of the line are programs that dpdesk is ahead of.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errors_picture import load_faces, save

if TYPE_CHECKING:
    from peers import Line

COLOURS = {"opendp": "#d1495b", "diffprivlib": "#2e7d4f", "tumult": "#1f3f8f"}
NAMES = {"opendp": "OpenDP", "diffprivlib": "diffprivlib", "tumult": "Tumult Analytics"}
PANELS = (
    ("error_ratio", "typical error"),
    ("time_ratio", "processor time of a release"),
    ("memory_ratio", "peak memory of the process"),
)
_SCALE = 2
_LEFT, _PANEL, _GAP, _ROW, _TOP, _BOTTOM = 330, 250, 28, 21, 64, 46


def draw(found: Sequence[Line], path: Path) -> None:
    """Write a PNG of all ratios."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QColor, QFont, QImage, QPainter
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])  # lives as long as this function paints
    load_faces()
    rows = list(dict.fromkeys(_label(line) for line in found))
    programs = [one for one in COLOURS if any(line.program == one and line.error for line in found)]
    width = _LEFT + len(PANELS) * (_PANEL + _GAP)
    height = _TOP + _ROW * len(rows) + _BOTTOM
    image = QImage(_SCALE * width, _SCALE * height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_SCALE, _SCALE)
    painter.setFont(QFont("Inter", 8))
    _keys(painter, programs)
    for number, text in enumerate(rows):
        painter.setPen(QColor("#222"))
        _text(painter, 8, _TOP + _ROW * number, _LEFT - 16, _ROW, text, right=True)
    for number, (name, title) in enumerate(PANELS):
        _panel(painter, found, rows, programs, name, title, _LEFT + number * (_PANEL + _GAP))
    painter.end()
    save(image, path)
    del application


def _label(line: Line) -> str:
    return ", ".join(one for one in (f"{line.work} {line.size}", line.budget, line.values) if one)


def _keys(painter: Any, programs: Sequence[str]) -> None:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QColor

    painter.setPen(QColor("#222"))
    _text(painter, 8, 6, 520, 20, "Times dpdesk's figure; right of the line dpdesk is ahead")
    x = _LEFT + 120.0
    for program in programs:
        painter.setPen(QColor("#00000000"))
        painter.setBrush(QColor(COLOURS[program]))
        painter.drawEllipse(QPointF(x, 16.0), 4.0, 4.0)
        painter.setPen(QColor("#222"))
        _text(painter, x + 9, 6, 140, 20, NAMES[program])
        x += 150


def _panel(
    painter: Any,
    found: Sequence[Line],
    rows: Sequence[str],
    programs: Sequence[str],
    name: str,
    title: str,
    left: float,
) -> None:
    """One panel: its axis from the decade (or the half of one) below the least ratio to that above the greatest."""
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QColor

    ratios = [getattr(line, name) for line in found if line.program in programs and getattr(line, name)]
    least, most = floor(2 * log10(min([*ratios, 0.9]))) / 2, ceil(2 * log10(max([*ratios, 1.1]))) / 2
    bottom = _TOP + _ROW * len(rows)

    def at(ratio: float) -> float:
        return left + 8 + (_PANEL - 16) * (log10(ratio) - least) / (most - least)

    painter.setPen(QColor("#222"))
    _text(painter, left, _TOP - 26, _PANEL, 20, title, bold=True)
    ticks = [10.0**power for power in range(ceil(least), floor(most) + 1)]
    if most - least <= 1.5:
        ticks = [one for one in (0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0) if least <= log10(one) <= most]
    for tick in ticks:
        painter.setPen(QColor("#222" if tick == 1.0 else "#dddddd"))
        painter.drawLine(QPointF(at(tick), _TOP), QPointF(at(tick), bottom))
        painter.setPen(QColor("#222"))
        _text(painter, at(tick) - 30, bottom + 2, 60, 18, f"{tick:,g}", middle=True)
    for number, row in enumerate(rows):
        y = _TOP + _ROW * (number + 0.5)
        painter.setPen(QColor("#f0f0f0"))
        painter.drawLine(QPointF(left, y + _ROW / 2), QPointF(left + _PANEL, y + _ROW / 2))
        for line in found:
            if line.program in programs and _label(line) == row and getattr(line, name):
                painter.setPen(QColor("#00000000"))
                painter.setBrush(QColor(COLOURS[line.program]))
                painter.drawEllipse(QPointF(at(getattr(line, name)), y), 4.0, 4.0)


def _text(
    painter: Any,
    x: float,
    y: float,
    width: float,
    height: float,
    text: str,
    *,
    right: bool = False,
    middle: bool = False,
    bold: bool = False,
) -> None:
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QFont

    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    side = Qt.AlignmentFlag.AlignHCenter if middle else side
    painter.setFont(QFont("Inter", 8, QFont.Weight.DemiBold if bold else QFont.Weight.Normal))
    painter.drawText(QRectF(x, y, width, height), side | Qt.AlignmentFlag.AlignVCenter, text)
