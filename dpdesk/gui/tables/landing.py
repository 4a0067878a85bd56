"""Where a variable dropped on the table lands: beside or below what is there, or inside a block, and the line to show.

Geometry alone, without a widget's events. All points are in the coordinates of the sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLine, QPoint, QRect

from dpdesk.gui.kit.sheet.grid import TableGrid
from dpdesk.gui.kit.sheet.header import TableHeader
from dpdesk.gui.tables.edits.plan import Place
from dpdesk.planning.compiler.sides import ShellSide

BESIDE, BELOW, INSIDE, ROWS, COLUMNS = "beside", "below", "inside", "rows", "columns"
_EDGE = 0.7
"""From this share of what is in view on, a variable goes behind it and not inside."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where it goes, the line that shows it, and in one word how."""

    place: Place
    line: QLine
    how: str


def landing(grid: TableGrid, point: QPoint) -> Landing:
    """Where a variable dropped at a point of the sheet goes."""
    model, room = grid.shell_model, grid.rect()
    if model is None:
        return _first(room, point)
    across = _seen(grid, grid.boxhead)
    down = _seen(grid, grid.stub)
    columns, rows = model.columns, model.rows
    if not rows.axis_levels and not columns.axis_levels:
        return _first(room, point)
    if point.y() < across.top() + across.height() and point.x() >= down.right():
        return _boxhead(grid, columns, across, point)
    if point.x() <= down.right():
        return _stub(grid, rows, down, point)
    body = QRect(down.right(), across.bottom(), max(across.width(), 1), max(down.height(), 1))
    u = (point.x() - body.left()) / body.width()
    v = (point.y() - body.top()) / body.height()
    towards_rows = v > u
    if not rows.axis_levels or not columns.axis_levels:
        towards_rows = not rows.axis_levels
    if towards_rows:
        return _stub(grid, rows, down, QPoint(down.right(), point.y()))
    return _boxhead(grid, columns, across, QPoint(point.x(), across.bottom()))


def _first(room: QRect, point: QPoint) -> Landing:
    """The first variable of a table: its rows, which may be many, unless it is dropped along the top."""
    if point.x() < room.width() * 2 // 5 or point.y() > room.height() // 3:
        return Landing(Place("stub", 0, 0), QLine(room.left() + 2, room.top(), room.left() + 2, room.bottom()), ROWS)
    return Landing(Place("boxhead", 0, 0), QLine(room.left(), room.top() + 2, room.right(), room.top() + 2), COLUMNS)


def _seen(grid: TableGrid, header: TableHeader) -> QRect:
    """What is in view of a header's sections, in the sheet."""
    place, end = header.geometry(), header.length() - header.offset()
    if header is grid.boxhead:
        return QRect(place.left(), place.top(), min(place.width(), max(end, 0)), place.height())
    return QRect(place.left(), place.top(), place.width(), min(place.height(), max(end, 0)))


def _boxhead(grid: TableGrid, side: ShellSide, seen: QRect, point: QPoint) -> Landing:
    if not side.axis_levels:
        line = QLine(seen.left(), seen.bottom(), seen.right(), seen.bottom())
        return Landing(Place("boxhead", 0, 0), line, COLUMNS)
    section = grid.boxhead.logicalIndexAt(point.x() - grid.boxhead.geometry().left())
    block = len(side.axis.blocks) - 1 if section < 0 else side.block_at(section)
    left, right = _ends(grid.boxhead, side, block)
    low, high = max(seen.left() + left, seen.left()), min(seen.left() + right, seen.right())
    last = block == len(side.axis.blocks) - 1
    if last and point.x() > low + (high - low) * _EDGE:
        return Landing(
            Place("boxhead", block + 1, 0), QLine(high, seen.top(), high, grid.viewport().geometry().bottom()), BESIDE
        )
    heights = grid.boxhead.level_heights()[: len(side.axis.blocks[block].choices)]
    at = _boundary(point.y() - seen.top(), heights)
    y = seen.top() + sum(heights[:at])
    return Landing(Place("boxhead", block, at), QLine(low, y, high, y), INSIDE)


def _stub(grid: TableGrid, side: ShellSide, seen: QRect, point: QPoint) -> Landing:
    if not side.axis_levels:
        return Landing(Place("stub", 0, 0), QLine(seen.right(), seen.top(), seen.right(), seen.bottom()), ROWS)
    section = grid.stub.logicalIndexAt(point.y() - grid.stub.geometry().top())
    block = len(side.axis.blocks) - 1 if section < 0 else side.block_at(section)
    top, bottom = _ends(grid.stub, side, block)
    low, high = max(seen.top() + top, seen.top()), min(seen.top() + bottom, seen.bottom())
    last = block == len(side.axis.blocks) - 1
    if last and point.y() > low + (high - low) * _EDGE:
        return Landing(
            Place("stub", block + 1, 0), QLine(seen.left(), high, grid.viewport().geometry().right(), high), BELOW
        )
    widths = grid.stub.level_widths()[: len(side.axis.blocks[block].choices)]
    at = _boundary(point.x() - seen.left(), widths)
    x = seen.left() + sum(widths[:at])
    return Landing(Place("stub", block, at), QLine(x, low, x, high), INSIDE)


def _ends(header: TableHeader, side: ShellSide, block: int) -> tuple[int, int]:
    """Where the sections of a block begin and end, in the header."""
    first, after = side.sections_of(block)
    end = header.sectionViewportPosition(after - 1) + header.sectionSize(after - 1)
    return header.sectionViewportPosition(first), end


def _boundary(offset: int, widths: Sequence[int]) -> int:
    """The number of the boundary between levels that is nearest."""
    edges = [sum(widths[:at]) for at in range(len(widths) + 1)]
    return min(range(len(edges)), key=lambda at: abs(edges[at] - offset))


__all__ = ["BELOW", "BESIDE", "COLUMNS", "INSIDE", "ROWS", "Landing", "landing"]
