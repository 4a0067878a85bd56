"""An editable table of records with its tools: filter, new line, delete, move, copy, and paste from a spreadsheet.

By keyboard: typing or F2 edits a cell and Enter goes on to the one below, Insert adds a line below, Delete removes the
chosen lines, Alt+Up and Alt+Down move one, Ctrl+C and Ctrl+V copy and paste tab-separated text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from dpdesk.errors import BadInput
from dpdesk.gui.dictionary.editor.records import Field, Record, RecordsModel
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.rows import Index
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.table import PlainTable, selection_text
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.publish.tables.text import unpasted

FILTER_FROM = 12
"""A filter is shown for lists at least this long."""


class _Delegate(QStyledItemDelegate):
    """Choices are edited in a choice, all else in a line."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        model = index.model()
        field = model.fields[index.column()] if isinstance(model, RecordsModel) else None
        if field is not None and field.choices:
            box = QComboBox(parent)
            for value, words in field.choices:
                box.addItem(words, value)
            box.setAccessibleName(field.heading)
            box.activated.connect(lambda _: self._done(box))
            return box
        line = QLineEdit(parent)
        line.setFrame(False)
        line.setAccessibleName(field.heading if field is not None else "")
        return line

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box, QStyledItemDelegate.EndEditHint.NoHint)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        text = index.data(Qt.ItemDataRole.EditRole)
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(text)))
        elif isinstance(editor, QLineEdit):
            editor.setText(str(text or ""))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        elif isinstance(editor, QLineEdit):
            model.setData(index, editor.text())


class RecordsView(PlainTable):
    """The view of a records model."""

    def __init__(self, name: str, model: RecordsModel) -> None:
        super().__init__(name)
        self.setModel(model)
        self.setItemDelegate(_Delegate(self))
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumHeight(28 * 3)
        self.fit()

    def closeEditor(self, editor: QWidget, hint: QStyledItemDelegate.EndEditHint) -> None:
        """Enter, which alone submits an edit, goes to the line below: typed on, the next line is edited, not this one.

        The model may be another by then (an edit gives the list anew), so the place is one of rows and columns.
        """
        at = self.currentIndex()
        super().closeEditor(editor, hint)
        if hint == QStyledItemDelegate.EndEditHint.SubmitModelCache and at.row() + 1 < self.model().rowCount():
            self.setCurrentIndex(self.model().index(at.row() + 1, at.column()))

    def fit(self) -> None:
        """Give the columns the widths their fields ask for."""
        model = self.model()
        if isinstance(model, RecordsModel):
            for at, field in enumerate(model.fields):
                self.setColumnWidth(at, field.width)

    def chosen(self) -> list[int]:
        """The chosen rows, in order."""
        return sorted({index.row() for index in self.selectionModel().selectedIndexes()})


class RecordsTable(QWidget):
    """The view with its tools. `edited` carries the new list and what was done, for the undo step."""

    edited = Signal(object, str)
    refused = Signal(str)

    def __init__(
        self,
        name: str,
        fields: Sequence[Field],
        *,
        new: Callable[[Sequence[Record]], Record] | None = None,
        paste: Callable[[Sequence[Record], list[list[str]], int], list[Record]] | None = None,
        movable: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._new, self._paste_lines = new, paste
        self._last_tool: QPushButton | None = None
        self.model = RecordsModel(fields, self)
        self.model.edited.connect(self.edited)
        self.model.refused.connect(self.refused)
        self.model.filtered.connect(self._count)
        self.view = RecordsView(name, self.model)
        self._soon = QTimer(self, singleShot=True, interval=120)
        self.filter = QLineEdit()
        named(self.filter, self.tr("Filter {name}").format(name=name), self.tr("Show only lines that hold this text."))
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(lambda _: self._soon.start())
        self._soon.timeout.connect(self.apply_filter)
        self.count_label = label("", "caption", wrap=False)
        layout = column(self)
        tools, self._buttons = row(spacing=UNIT), row(spacing=UNIT)
        tools.addLayout(self._buttons)
        layout.addLayout(tools)
        key = QKeySequence.StandardKey
        if new is not None:
            self.add_button = self._tool(self.tr("Add"), self.tr("Add a line"), self.add_line, "Ins")
            self.delete_button = self._tool(self.tr("Delete"), self.tr("Delete lines"), self.delete_lines, key.Delete)
        if new is not None and movable:
            self._tool(self.tr("Up"), self.tr("Move a line up"), lambda: self.move_line(-1), "Alt+Up")
            self._tool(self.tr("Down"), self.tr("Move a line down"), lambda: self.move_line(1), "Alt+Down")
        if paste is not None:
            self._tool(self.tr("Paste"), self.tr("Paste from a spreadsheet"), self.paste, key.Paste)
        self._action(self.tr("Copy"), self.copy, key.Copy)
        tools.addStretch(1)
        tools.addWidget(self.count_label)
        tools.addWidget(self.filter)
        self.filter.setMaximumWidth(160)
        layout.addWidget(self.view, 1)  # after its tools, which the Tab key reaches first
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _tool(self, text: str, what: str, run: Callable[[], Any], shortcut: Any) -> QPushButton:
        action = self._action(what, run, shortcut)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        button = self.add_tool(text, f"{what}: {self.view.accessibleName()}", f"{what} ({keys})", run)
        return button

    def add_tool(self, text: str, name: str, description: str, run: Callable[[], Any]) -> QPushButton:
        """Add a button behind the others."""
        button = QPushButton(text)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        named(button, name, description)
        button.clicked.connect(lambda: run())
        self._buttons.addWidget(button)
        if self._last_tool is not None:
            QWidget.setTabOrder(self._last_tool, button)
        self._last_tool = button
        return button

    def _action(self, text: str, run: Callable[[], Any], shortcut: Any) -> QAction:
        action = QAction(text, self.view)
        action.setShortcut(QKeySequence(shortcut))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: run())
        self.view.addAction(action)
        return action

    # What is shown ---------------------------------------------------------------------------------------------

    def show_records(self, records: Sequence[Record], *, another: bool = False) -> None:
        """Show a list of records."""
        if another and self.filter.text():
            self.filter.clear()
            self._soon.stop()
            self.model.set_filter("")
        self.model.set_records(records, another=another)
        self.filter.setVisible(len(records) >= FILTER_FROM or bool(self.filter.text()))
        self._count()

    def apply_filter(self) -> None:
        """Filter by what is typed now."""
        self.model.set_filter(self.filter.text())

    def _count(self) -> None:
        total, seen = len(self.model.records), self.model.rowCount()
        self.count_label.setText(
            self.tr("{seen} of {total}").format(seen=whole(seen), total=whole(total))
            if seen != total
            else self.tr("{total} lines").format(total=whole(total))
            if total >= FILTER_FROM
            else ""
        )

    def choose(self, place: int, at: int = 0) -> None:
        """Choose the record at a place and bring it into view."""
        found = self.model.row_of(place)
        if 0 <= found < self.model.rowCount():
            self.view.setCurrentIndex(self.model.index(found, at))

    # Edits -----------------------------------------------------------------------------------------------------

    def _send(self, records: list[Record], text: str) -> None:
        if self.model.editable:
            self.edited.emit(records, text)

    def add_line(self) -> None:
        """Add a line below the current one and edit its first cell."""
        if self._new is None or not self.model.editable:
            return
        if self.filter.text():
            self.filter.clear()
            self.apply_filter()
        records = list(self.model.records)
        current = self.view.currentIndex()
        place = self.model.place(current.row()) + 1 if current.isValid() else len(records)
        try:
            records.insert(place, self._new(records))
        except BadInput as problem:
            self.refused.emit(sentence_of(problem))
            return
        self._send(records, self.tr("Add a line"))
        self.choose(place)
        self.view.setFocus()
        first = next((at for at, field in enumerate(self.model.fields) if field.write and not field.checked), 0)
        if 0 <= self.model.row_of(place) < self.model.rowCount():
            self.view.edit(self.model.index(self.model.row_of(place), first))

    def delete_lines(self) -> None:
        """Delete the chosen lines."""
        rows = self.view.chosen()
        if self._new is None or not rows:
            return
        self._send(self.model.without(rows), self.tr("Delete lines"))
        left = self.model.rowCount()
        if left:
            self.view.setCurrentIndex(self.model.index(min(rows[0], left - 1), 0))

    def move_line(self, by: int) -> None:
        """Move the current line up or down."""
        current = self.view.currentIndex()
        records = self.model.moved(current.row(), by) if current.isValid() else None
        if records is None:
            return
        at = current.row() + by, current.column()
        self._send(records, self.tr("Move a line"))
        if at[0] < self.model.rowCount():
            self.view.setCurrentIndex(self.model.index(*at))

    def copy(self) -> None:
        """Put the chosen lines on the clipboard, headings first; all of them if none is chosen."""
        QGuiApplication.clipboard().setText(selection_text(self.model, self.view.selectionModel().selectedIndexes()))

    def paste(self) -> None:
        """Take tab-separated lines from the clipboard."""
        if self._paste_lines is None or not self.model.editable:
            return
        text = QGuiApplication.clipboard().text()
        lines = [[unpasted(cell.strip()) for cell in line.split("\t")] for line in text.splitlines() if line.strip()]
        headings = [field.heading for field in self.model.fields]
        if lines and lines[0][:1] == headings[:1] and lines[0][: len(headings)] == headings[: len(lines[0])]:
            lines = lines[1:]
        if not lines:
            self.refused.emit(self.tr("There are no lines on the clipboard; copy them in a spreadsheet first."))
            return
        current = self.view.currentIndex()
        place = self.model.place(current.row()) + 1 if current.isValid() else len(self.model.records)
        try:
            records = self._paste_lines(self.model.records, lines, place)
        except BadInput as problem:
            self.refused.emit(sentence_of(problem))
            return
        self._send(records, self.tr("Paste lines"))
