"""Rows of exact values: shown, and given away in no other way. No tool tips, no dragging, nothing to copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class ConfidentialRows(QAbstractTableModel):
    """A table of texts under headings; the columns in `right` stand on the right."""

    def __init__(self, parent: QObject | None = None, right: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self._headings: tuple[str, ...] = ()
        self._rows: list[tuple[str, ...]] = []
        self._right = frozenset(right)

    def show(self, headings: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
        """Show other rows; no rows and no headings forget the present ones."""
        self.beginResetModel()
        self._headings, self._rows = tuple(headings), list(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NONE) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(index.column())
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._headings):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section)
        return None

    def _side(self, column: int) -> int:
        side = Qt.AlignmentFlag.AlignRight if column in self._right else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)
