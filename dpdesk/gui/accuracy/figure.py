"""A picture as a table: its rows, made when they are looked at."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt

from dpdesk.gui.kit.plots.figure import Figure
from dpdesk.gui.kit.rows import NO_INDEX, Index
from dpdesk.publish.tables.text import pasted


class FigureModel(QAbstractTableModel):
    """The headings and rows of a `Figure`."""

    _figure = Figure()

    def set_figure(self, figure: Figure) -> None:
        """Show another figure."""
        self.beginResetModel()
        self._figure = figure
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._figure.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self._figure.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._figure.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(index.column())
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._figure.headings):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._figure.headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return None


def tab_separated(figure: Figure) -> str:
    """The whole table as tab-separated text, headings first."""
    lines = [figure.headings, *figure.rows]
    return "".join("\t".join(map(pasted, line)) + "\n" for line in lines)


def _side(column: int) -> int:
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return int(side | Qt.AlignmentFlag.AlignVCenter)
