"""A model over a list of rows, each a tuple of what its columns show: for the many small tables of the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class RowsModel(QAbstractTableModel):
    """Rows of texts and numbers; numbers stand on the right. `keys` name the rows for whoever asks which is chosen."""

    def __init__(self, headings: Sequence[str], parent: QObject | None = None, right: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self.headings = list(headings)
        self._right = frozenset(right)
        self._rows: list[tuple[Any, ...]] = []
        self.keys: list[Any] = []

    def set_rows(self, rows: Sequence[tuple[Any, ...]], keys: Sequence[Any] | None = None) -> None:
        """Show other rows; a selection is kept by the view where the number of rows is the same."""
        new_keys = list(keys) if keys is not None else list(range(len(rows)))
        if len(rows) == len(self._rows) and new_keys == self.keys:
            self._rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self.headings) - 1))
            return
        self.beginResetModel()
        self._rows, self.keys = list(rows), new_keys
        self.endResetModel()

    def rowCount(self, parent: Index = _NONE) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NONE) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        value = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return None if value is None else str(value)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(value, str) and len(value) > 30:
            return value
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() in self._right else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.headings):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in self._right else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None
