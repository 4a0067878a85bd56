"""The title above a finished table, which is put right where it stands."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QToolButton, QWidget

from dpdesk.gui.kit.text import label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT


class TitleLine(QWidget):
    """Shows a title; where it may be edited, a button turns it into a field. `edited` with the new title."""

    edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = label(role="heading")
        self.edit_button = QToolButton()
        self.edit_button.setText(self.tr("Edit the title"))
        self.edit_button.setProperty("flat", True)
        named(
            self.edit_button,
            self.tr("Edit the title"),
            self.tr("Corrects the title of this table: a new version of its texts, at no cost."),
        )
        self.field = _Field()
        self.field.setMaxLength(2000)
        named(self.field, self.tr("Title of the table"), self.tr("Enter keeps it, Esc leaves it as it was."))
        self._title, self._editable, self._editing = "", False, False
        layout = row(self, spacing=UNIT)
        self.shown.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        layout.addWidget(self.shown, 1)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.edit_button, 0, Qt.AlignmentFlag.AlignTop)
        self.edit_button.clicked.connect(self._begin)
        self.field.editingFinished.connect(self._keep)  # by Enter, or by going elsewhere
        self.field.left.connect(self._end)
        self.show_title("", None)

    def show_title(self, text: str, editable: str | None) -> None:
        """Show a title as it is printed; `editable` is the part that can be edited, None where none can be."""
        self.shown.setText(text)
        self._title = editable or ""
        self._editable = editable is not None
        self._end()

    def say_role(self, role: str) -> None:
        """Show the title in a role of the style sheet."""
        set_role(self.shown, "role", role)

    def _begin(self) -> None:
        self.field.setText(self._title)
        self._swap(True)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def _keep(self) -> None:
        if not self._editing:
            return
        text = self.field.text().strip()
        self._end()
        if text and text != self._title:
            self._title = text
            self.edited.emit(text)

    def _end(self) -> None:
        self._swap(False)

    def _swap(self, editing: bool) -> None:
        self._editing = editing
        self.setMinimumHeight(self.height() if editing else 0)  # the table below stays where it is
        show_if(self.shown, not editing)
        show_if(self.field, editing)
        show_if(self.edit_button, self._editable and not editing)


class _Field(QLineEdit):
    """A field; `left` by Esc."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the title as it was, without a correction."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
