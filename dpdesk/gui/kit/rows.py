"""Models over a list of rows under headings: for the many small tables of the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
R = TypeVar("R")


class HeadedModel(QAbstractTableModel, Generic[R]):
    """A list of rows under headings; the columns in `right` stand on the right. A subclass says what a cell shows."""

    def __init__(self, headings: Sequence[str], parent: QObject | None = None, right: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self.headings = list(headings)
        self._right = frozenset(right)
        self._rows: list[R] = []

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.headings):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(section)
        return None

    def side(self, column: int) -> int:
        """On which side the texts of a column stand."""
        side = Qt.AlignmentFlag.AlignRight if column in self._right else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)


class RowsModel(HeadedModel[tuple[Any, ...]]):
    """Rows of texts and numbers, a tuple for each; `keys` name the rows for whoever asks which is chosen."""

    def __init__(self, headings: Sequence[str], parent: QObject | None = None, right: Sequence[int] = ()) -> None:
        super().__init__(headings, parent, right)
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
            return self.side(index.column())
        return None
