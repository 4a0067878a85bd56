"""One of a few named answers, unanswered at first; and one of a few, or another that is typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget

from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.text import named, row, set_role
from dpdesk.gui.kit.theme import UNIT

_OTHER = "\0other"


class Choice(Box):
    """Emits `chosen` with the answer's value when the user has chosen; shows `prompt` while there is none.

    Turning the wheel over it scrolls the page: an answer that matters is not changed in passing. A `preset` choice
    begins with its first answer, and is as wide as its form has room.
    """

    chosen = Signal(str)

    def __init__(
        self,
        options: Sequence[tuple[str, str]] = (),
        prompt: str = "",
        parent: QWidget | None = None,
        *,
        preset: bool = False,
    ) -> None:
        super().__init__(parent)
        self._preset = preset
        self.setPlaceholderText(prompt)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        if preset:
            self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.setMinimumContentsLength(12)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(16)
        self.set_options(options)
        self.activated.connect(lambda number: self.chosen.emit(self.itemData(number)))

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        """Offer other answers (value, text); the present one is kept where it is still among them."""
        if list(options) == [(self.itemData(number), self.itemText(number)) for number in range(self.count())]:
            return
        kept = self.value()
        self.blockSignals(True)
        self.clear()
        for value, text in options:
            self.addItem(text, value)
        self.setCurrentIndex(-1)
        self.blockSignals(False)
        first = self.itemData(0) if self._preset else None
        self.set_value(first if kept is None else kept)

    def value(self) -> str | None:
        """The answer, None while there is none."""
        data = self.currentData()
        return data if isinstance(data, str) else None

    def set_value(self, value: str | None) -> None:
        """Show an answer without emitting; None, or one that is not offered, shows the prompt."""
        number = -1 if value is None else self.findData(value)
        if number != self.currentIndex():
            self.setCurrentIndex(number)
        self.updateGeometry()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class ColumnChoice(Box):
    """The name of a column: chosen among those of the file, or typed; emits `chosen` with it."""

    chosen = Signal(str)

    def __init__(self, prompt: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(14)
        self.setMaxVisibleItems(16)
        edit = self.lineEdit()
        if edit is not None:
            edit.setPlaceholderText(prompt)
            edit.installEventFilter(self)
            edit.textEdited.connect(lambda text: self.chosen.emit(text.strip()))
        self.activated.connect(lambda number: self.chosen.emit(self.itemText(number)))
        self._columns: tuple[str, ...] = ()

    def set_columns(self, columns: tuple[str, ...]) -> None:
        """Offer the columns of another file."""
        if columns == self._columns:
            return
        self._columns = columns
        text = self.currentText()
        self.blockSignals(True)
        self.clear()
        self.addItems(list(columns))
        self.setCurrentIndex(self.findText(text, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive))
        self.setEditText(text)
        self.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the empty box opens its list, wherever it is clicked."""
        if event.type() == QEvent.Type.MouseButtonRelease and not self.currentText() and self.count():
            self.showPopup()
        return super().eventFilter(watched, event)

    def set_value(self, column: str) -> None:
        """Show a name without emitting."""
        if column != self.currentText().strip():
            self.setEditText(column)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class ChoiceOrOther(QWidget):
    """A choice whose last answer, "Other", opens a field to type in; emits `chosen` with the value either way."""

    chosen = Signal(str)

    def __init__(
        self, name: str, options: Sequence[tuple[str, str]], other: str, *, longest: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name, self._other_text = name, other
        self._choice = Choice()
        self._typed = QLineEdit()
        self._typed.setMaxLength(longest)
        self._typed.hide()
        self._choice.chosen.connect(self._on_choice)
        self._typed.textEdited.connect(self._on_typed)
        named(self._typed, f"{name}: {other}")
        # A pause in typing ends it: half a name is not tried out.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(250)
        self._soon.timeout.connect(lambda: self.chosen.emit(self._typed.text()))
        layout = row(self, spacing=UNIT)
        layout.addWidget(self._choice)
        layout.addWidget(self._typed, 1)
        self.setFocusProxy(self._choice)
        self.set_options(options)

    @property
    def choice(self) -> Choice:
        """The box of named answers."""
        return self._choice

    @property
    def typed(self) -> QLineEdit:
        """The field for another answer."""
        return self._typed

    def describe(self, description: str) -> None:
        """Name the box for those who hear the window."""
        named(self._choice, self._name, description)

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        """Offer other named answers."""
        self._choice.set_options([*options, (_OTHER, self._other_text)])

    def set_value(self, value: str) -> None:
        """Show a value without emitting, under its name if it has one; not while another one is being typed."""
        if self._typed.hasFocus() and value != self._typed.text():
            return
        if self._choice.findData(value) >= 0:
            self._choice.set_value(value)
            self._typed.hide()
            return
        self._choice.set_value(_OTHER)
        if self._typed.text() != value:
            self._typed.setText(value)
        self._typed.show()

    def mark(self, wrong: bool) -> None:
        """Show that the value cannot be used."""
        set_role(self._typed, "invalid", wrong)
        set_role(self._choice, "invalid", wrong)

    def _on_choice(self, value: str) -> None:
        if value != _OTHER:
            self._typed.hide()
            self.chosen.emit(value)
            return
        self._typed.clear()
        self._typed.show()
        self._typed.setFocus()

    def _on_typed(self, text: str) -> None:
        if text:
            self._soon.start()


def fill_box(box: QComboBox, entries: list[tuple[str, object]], value: object) -> None:
    """Fill a box with (text, value) and choose a value, without telling anybody."""
    box.blockSignals(True)
    if [(box.itemText(number), box.itemData(number)) for number in range(box.count())] != entries:
        box.clear()
        for text, data in entries:
            box.addItem(text, data)
            box.setItemData(box.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
    wanted = next((n for n, (_, data) in enumerate(entries) if data == value), -1)
    if box.currentIndex() != wanted:
        box.setCurrentIndex(wanted)
    box.blockSignals(False)
