"""Rows of exact values: shown, and given away in no other way. No tool tips, no dragging, nothing to copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from dpdesk.gui.kit.rows import HeadedModel, Index


class ConfidentialRows(HeadedModel[tuple[str, ...]]):
    """A table of texts."""

    def __init__(self, parent: QObject | None = None, right: Sequence[int] = ()) -> None:
        super().__init__((), parent, right)

    def show(self, headings: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
        """Show other rows; no rows and no headings forget the present ones."""
        self.beginResetModel()
        self.headings, self._rows = list(headings), list(rows)
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(index.column())
        return None
