"""The variables of the dictionary, to be dragged into a table or sent there by keyboard; levels open below them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QAction, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.rows import Index
from dpdesk.gui.kit.text import column, label, named
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.chip import MIME, mime_of
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.shelf import add, last_place, level_choices
from dpdesk.gui.tables.words import TableWords

RECORD, KIND = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1

_PADDING = 14
"""Pixels of a line, as the style sheet has it."""


class _Model(QStandardItemModel):
    """Variables and levels; what is dragged is the variable as it would stand in a block."""

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        for index in indexes:
            record = index.data(RECORD)
            if isinstance(record, dict):
                return mime_of(record)
        return QMimeData()


class _Shortened(QStyledItemDelegate):
    """Where there is too little room for a variable and its kind, the name is cut: half a number is another number."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        kind, metrics = index.data(KIND), option.fontMetrics
        room = option.rect.width() - _PADDING
        if not kind or metrics.horizontalAdvance(option.text) <= room:
            return
        name, rest = option.text.removesuffix(kind), room - metrics.horizontalAdvance(kind)
        kept = metrics.elidedText(name, Qt.TextElideMode.ElideRight, rest)
        option.text = f"{kept}{kind}" if rest > room // 3 else name


class _Filter(QSortFilterProxyModel):
    """Labels and names that contain what is typed."""

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        if parent.isValid():
            return True
        index = self.sourceModel().index(row, 0, parent)
        wanted = self.filterRegularExpression().pattern().casefold()
        record = index.data(RECORD) or {}
        return wanted in str(index.data()).casefold() or wanted in str(record.get("variable", "")).casefold()


class VariablesPanel(QWidget):
    """A filter above a tree; Return sends a variable to the stub, or to the boxhead if the stub has one."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        head = label(self.tr("&Variables"), "heading", wrap=False)
        self.filter = QLineEdit()
        self.filter.setClearButtonEnabled(True)
        self.filter.setPlaceholderText(self.tr("Filter"))
        named(self.filter, self.tr("Filter the variables"), self.tr("Shows variables whose label or name has this."))
        self._model = _Model(self)
        self._proxy = _Filter(self)
        self._proxy.setSourceModel(self._model)
        self.tree = QTreeView()
        self.tree.setModel(self._proxy)
        self.tree.setHeaderHidden(True)
        self.tree.setDragEnabled(True)
        self.tree.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.tree.setItemDelegate(_Shortened(self.tree))
        named(
            self.tree,
            self.tr("Variables"),
            self.tr("Drag a variable into the table, or press Return: to the rows first, then to the columns."),
        )
        head.setBuddy(self.tree)
        self.tree.activated.connect(self._on_activated)
        for text, axis in (
            (self.tr("Add to the rows"), "stub"),
            (self.tr("Add to the columns"), "boxhead"),
            (self.tr("Add to the pages"), "pages"),
        ):
            action = QAction(text, self.tree)
            action.triggered.connect(lambda checked=False, a=axis: self.send(a))
            self.tree.addAction(action)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.filter.textChanged.connect(self._proxy.setFilterFixedString)
        layout = column(self, spacing=4)
        layout.addWidget(head)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        bench.variables_changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """List the variables anew."""
        chosen = self._record()
        self._model.clear()
        opens = False
        for name, variable in self._bench.variables.items():
            shown = self._bench.label(name)
            text = self.tr("{label} ({kind})").format(label=shown, kind=self._words.variable(variable))
            item = QStandardItem(text)
            item.setData(text.removeprefix(shown), KIND)
            item.setData(edits.nested(name), RECORD)
            item.setToolTip(f"{shown}\n{name}")
            item.setDropEnabled(False)
            if variable.levels:
                for text, record in level_choices(self._bench, self._words, name):
                    child = QStandardItem(text)
                    child.setData(record, RECORD)
                    child.setToolTip(text)
                    child.setDropEnabled(False)
                    item.appendRow(child)
            self._model.appendRow(item)
            opens = opens or item.hasChildren()
            if chosen is not None and chosen.get("variable") == name:
                self.tree.setCurrentIndex(self._proxy.mapFromSource(item.index()))

        self.tree.setRootIsDecorated(opens)  # nothing to open: no room for arrows

    def _record(self) -> Tree | None:
        record = self.tree.currentIndex().data(RECORD)
        return record if isinstance(record, dict) else None

    def _on_activated(self, index: QModelIndex) -> None:
        self.send("boxhead" if self._bench.table.get("stub") and not self._bench.table.get("boxhead") else "stub")

    def send(self, axis: str) -> None:
        """Add the chosen variable to an axis, nested in its last block."""
        record = self._record()
        if record is None or not self._bench.count:
            return
        add(self._bench, record, last_place(self._bench, axis), self.tr("Add a variable"))
