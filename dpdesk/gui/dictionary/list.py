"""The list of variables at the left of the Dictionary page, with its filter and what is done to one of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QPushButton, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.dictionary.variables import KIND, KNOWN, LABEL, NAME, VariablesModel
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import column, named
from dpdesk.gui.kit.theme import UNIT

_LABEL = 160
"""Pixels below which most labels would be cut."""


class _View(DataTable):
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the variable."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
            return
        super().keyPressEvent(event)


class VariableList(QWidget):
    """Emits `chosen` with the place of the variable that is to be shown, and what is wanted of the chosen ones."""

    chosen = Signal(int)
    entered = Signal()
    filtered = Signal()
    duplicate = Signal()
    delete = Signal()
    moved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = column(self)
        self.filter = QLineEdit()
        named(self.filter, self.tr("Filter the variables"), self.tr("Show only variables that hold it."))
        self.filter.setPlaceholderText(self.tr("Filter the variables"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(lambda _: self.filtered.emit())
        layout.addWidget(self.filter)
        self.model = VariablesModel(self)
        self.view = _View(self.tr("Variables"))
        self.view.setModel(self.model)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.horizontalHeader().setStretchLastSection(False)  # which would not make the label narrower than usual
        self.view.horizontalHeader().setSectionResizeMode(LABEL, QHeaderView.ResizeMode.Stretch)
        self.view.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)  # Qt would cut a letter
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.selectionModel().currentRowChanged.connect(lambda now, _: self._on_current(now.row()))
        self.view.clicked.connect(lambda index: self._on_current(index.row()))  # a tool may stand in its place
        self.view.entered.connect(self.entered)
        layout.addWidget(self.view, 1)
        tools = FlowLayout(spacing=UNIT)
        self._tools: list[QPushButton] = []
        self._add(tools, self.tr("Duplicate"), self.duplicate.emit, "Ctrl+D")
        self._add(tools, self.tr("Delete"), self.delete.emit, QKeySequence.StandardKey.Delete)
        self._add(tools, self.tr("Move up"), lambda: self.moved.emit(-1), "Alt+Up")
        self._add(tools, self.tr("Move down"), lambda: self.moved.emit(1), "Alt+Down")
        layout.addLayout(tools)

    def _add(self, tools: FlowLayout, text: str, run: Callable[[], object], shortcut: object) -> None:
        action = QAction(text, self.view)
        action.setShortcut(QKeySequence(shortcut))  # type: ignore[call-overload]  # a standard key or a text
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: run())
        self.view.addAction(action)
        button = QPushButton(text)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        named(button, self.tr("{text}: variable").format(text=text), f"{text} ({keys})")
        button.clicked.connect(lambda: run())
        button.setEnabled(False)
        self._tools.append(button)
        tools.addWidget(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width among the columns."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self.fit)  # once the table has its share of the new width

    def fit(self) -> None:
        """The label takes what the others leave; a domain that waits for its confirmation is said in full if it can.

        Where labels would have too little, an origin that is the same of all is left out.
        """
        room, wide = max(self.view.viewport().width(), 240), self.fontMetrics().horizontalAdvance
        said = max(map(wide, self.model.known()), default=0) + 24
        kind = min(max(map(wide, self.model.sorts())) + 20, room * 2 // 5)
        name = max(90, min(max(map(wide, self.model.names()), default=0) + 24, room // 4, 160))
        self.view.setColumnHidden(KNOWN, False)  # a hidden head asks for no room
        least = max(72, self.view.horizontalHeader().sectionSizeHint(KNOWN))
        origin = max(least, min(said, room - name - kind - 72))
        for at, width in ((NAME, name), (KIND, kind), (KNOWN, origin)):
            self.view.setColumnWidth(at, width)
        self.view.setColumnHidden(KNOWN, self.model.all_public() and room - name - kind - origin < _LABEL)

    def _on_current(self, row: int) -> None:
        if 0 <= row < len(self.model.places):
            self.chosen.emit(self.model.places[row])

    def places(self) -> list[int]:
        """The places of the chosen variables, in order."""
        rows = {index.row() for index in self.view.selectionModel().selectedIndexes()}
        return [self.model.places[row] for row in sorted(rows) if row < len(self.model.places)]

    def show_variables(self, records: list[Tree], language: str, at: int, problem: tuple[int, str] | None) -> None:
        """Show the variables, the one at a place chosen; nothing is emitted."""
        self.view.selectionModel().blockSignals(True)
        self.model.show_variables(records, language, self.filter.text(), problem)
        self.view.selectionModel().blockSignals(False)
        self.fit()
        for button in self._tools:
            button.setEnabled(bool(records))
        self.choose(at)

    def choose(self, at: int) -> None:
        """Choose a variable without saying so."""
        row = self.model.row_of(at)
        selection = self.view.selectionModel()
        current = self.view.currentIndex()
        if row < 0 or (current.row() == row and selection.isRowSelected(row)):
            return
        index = self.model.index(row, 0)
        self.blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag
        selection.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.blockSignals(False)
        self.view.scrollTo(index)
