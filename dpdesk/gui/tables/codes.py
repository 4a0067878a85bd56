"""A list of codes to tick, for picking some of a variable's codes: made when it comes into view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt, Signal

from dpdesk.gui.kit.rows import NO_INDEX, Index


class CodesModel(QAbstractListModel):
    """Codes with labels and a tick each; emits `picked` with the ticked codes in order when the user ticks one.

    At least one stays ticked.
    """

    picked = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._codes: Sequence[str] = ()
        self._labels: Sequence[str] = ()
        self._ticked: frozenset[str] = frozenset()

    def set_codes(self, codes: Sequence[str], labels: Sequence[str], ticked: Collection[str] | None) -> None:
        """Show codes; `ticked` None means all of them. The rows stay where the codes are the same."""
        wanted = frozenset(codes if ticked is None else ticked)
        if tuple(codes) == tuple(self._codes):
            self._labels, self._ticked = labels, wanted
            if codes:
                self.dataChanged.emit(self.index(0), self.index(len(codes) - 1))
            return
        self.beginResetModel()
        self._codes, self._labels, self._ticked = tuple(codes), tuple(labels), wanted
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of codes."""
        return 0 if parent.isValid() else len(self._codes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Label, code or tick."""
        if not index.isValid():
            return None
        code, shown = self._codes[index.row()], self._labels[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return shown
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{shown} ({code})"
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if code in self._ticked else Qt.CheckState.Unchecked
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every code can be ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick a code."""
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        code = self._codes[index.row()]
        on = Qt.CheckState(value) == Qt.CheckState.Checked
        ticked = self._ticked | {code} if on else self._ticked - {code}
        if not ticked or ticked == self._ticked:
            return False
        self._ticked = ticked
        self.dataChanged.emit(index, index, [Qt.ItemDataRole.CheckStateRole])
        self.picked.emit([one for one in self._codes if one in ticked])
        return True
