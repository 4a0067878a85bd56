"""The fields of the Dictionary page: a line, a column, and what happens to a cell.

Each shows a value without disturbing whoever is typing in it, and emits only what the user has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QGridLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.text import label, named, row

_MOST_COMPLETED = 2_000


class Editing(Protocol):
    """What the parts of the editor know of the page: the variable in view, the language, and how to edit it."""

    @property
    def record(self) -> Tree:
        """The record of the variable in view."""
        ...

    @property
    def language(self) -> str:
        """The language labels are shown and typed in."""
        ...

    @property
    def dictionary(self) -> Tree:
        """The whole dictionary."""
        ...

    @property
    def bound_cost(self) -> Mapping[str, Any] | None:
        """What the upper bound of the variable in view costs by the forecast; None where it says nothing of it."""
        ...

    def columns(self) -> Sequence[str]:
        """The columns of the file, as far as they are known."""
        ...

    def edit(self, text: str, record: Tree, merge: str = "") -> None:
        """Replace the record as one undo step."""
        ...

    def edit_code(self, text: str, record: Tree, old: str, new: str) -> None:
        """Replace the record after a code got another name, which what refers to it follows."""
        ...

    def refuse(self, sentence: str) -> None:
        """Say why something was not done."""
        ...


class TextLine(QLineEdit):
    """A line of text; `typed` at every change by the user."""

    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textEdited.connect(self.typed)

    def show_text(self, text: str, hint: str = "") -> None:
        """Show a text; the cursor stays where the text is the same."""
        if text != self.text().strip() or not text:
            if self.text() != text:
                self.setText(text)
                self.setCursorPosition(0)
        if self.placeholderText() != hint:
            self.setPlaceholderText(hint)


class ColumnBox(Box):
    """A column of the file: chosen from a list, or typed where the file is not at hand. `picked` when it is done."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self._last = ""
        self._line().editingFinished.connect(self._done)
        self.activated.connect(lambda _: self._done())

    def _line(self) -> QLineEdit:
        line = self.lineEdit()
        return line if line is not None else QLineEdit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def set_columns(self, columns: Sequence[str]) -> None:
        """Offer columns."""
        if [self.itemText(at) for at in range(self.count())] == list(columns):
            return
        text = self.currentText()
        self.blockSignals(True)
        self.clear()
        self.addItems(list(columns))
        self.setEditText(text)
        self.blockSignals(False)

    def show_text(self, text: str) -> None:
        """Show a column."""
        self._last = text
        if self.currentText() != text:
            self.setEditText(text)
            self._line().setCursorPosition(0)

    def _done(self) -> None:
        text = self.currentText().strip()
        if text != self._last:
            self._last = text
            self.picked.emit(text)


class FateField(QWidget):
    """What happens to a cell: a choice of words, or one code, typed with help. `picked` with the JSON value."""

    picked = Signal(object)

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], *, code: str = "", parent: Any = None) -> None:
        super().__init__(parent)
        self._given: Any = None
        self._offered: list[str] = []
        self.choice = Choice([*choices, *([("code", code)] if code else [])], preset=True)
        named(self.choice, name)
        self.code = QLineEdit()
        named(self.code, self.tr("{name}: code").format(name=name), self.tr("One of the codes of this variable."))
        self.code.setMaximumWidth(160)
        self.code.hide()
        layout = row(self)
        layout.addWidget(self.choice, 1)
        layout.addWidget(self.code)
        self.setFocusProxy(self.choice)
        self.choice.chosen.connect(self._chosen)
        self.code.editingFinished.connect(self._typed)

    def show_fate(self, fate: Any) -> None:
        """Show a fate of the record."""
        self._given = fate
        if isinstance(fate, dict):
            self.choice.set_value("code")
            text = str(fate.get("code", ""))
            if self.code.text() != text:
                self.code.setText(text)
        else:
            self.choice.set_value(str(fate) if fate is not None else "")
        self.code.setVisible(isinstance(fate, dict))

    def offer_codes(self, codes: Sequence[str]) -> None:
        """Complete what is typed from these codes, unless there are very many."""
        listed = list(codes[:_MOST_COMPLETED])
        if self._offered == listed:
            return
        self._offered = listed
        made = QCompleter(listed, self.code)
        made.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.code.setCompleter(made)

    def _chosen(self, value: str) -> None:
        if value != "code":
            self.code.hide()
            self.picked.emit(value)
            return
        self.code.show()
        self.code.setFocus()
        if self.code.text().strip():
            self._typed()

    def _typed(self) -> None:
        fate = {"code": self.code.text().strip()}
        if self.choice.value() == "code" and fate["code"] and fate != self._given:
            self._given = fate
            self.picked.emit(fate)


class Elided(QLabel):
    """One line of text that gives way: cut at the end with its whole as tool tip, in whatever direction it runs."""

    def __init__(self, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)

    def setText(self, text: str) -> None:
        """Show a text."""
        super().setText(text)
        self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, cut where it is too long."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        area = self.contentsRect()
        text = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter), text)


def pair(grid: QGridLayout, line: int, side: int, text: str, widget: QWidget, description: str = "") -> QLabel:
    """Put an input with its visible label into a two-sided form: side 0 at the left, 1 at the right."""
    shown = label(text, wrap=False)
    shown.setBuddy(widget)
    named(widget, text.replace("&", ""), description)
    grid.addWidget(shown, line, side * 2)
    grid.addWidget(widget, line, side * 2 + 1)
    return shown
