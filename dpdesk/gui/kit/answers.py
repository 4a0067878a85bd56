"""Answers of which one is given, all in sight and none given at first: radio buttons that can be unanswered again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton

from dpdesk.gui.kit.text import named


class Answers(QObject):
    """Emits `chosen` with the answer's value when the user has chosen; its buttons stand where a page puts them."""

    chosen = Signal(str)

    def __init__(self, options: Sequence[tuple[str, str]], parent: QObject) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QRadioButton] = {}
        for value, text in options:
            self.add(value, text)

    def add(self, value: str, text: str) -> QRadioButton:
        """Offer one more answer."""
        button = QRadioButton(text)
        named(button, text)
        self._buttons[value] = button
        self._group.addButton(button)
        button.clicked.connect(lambda: self.chosen.emit(value))
        return button

    def button(self, value: str) -> QRadioButton:
        """The button of an answer."""
        return self._buttons[value]

    @property
    def buttons(self) -> list[QRadioButton]:
        """All of them, in order."""
        return list(self._buttons.values())

    def value(self) -> str | None:
        """The answer, None while there is none."""
        return next((value for value, button in self._buttons.items() if button.isChecked()), None)

    def set_value(self, value: str | None) -> None:
        """Show an answer without emitting; None, or one that is not offered, shows that none is given."""
        if value == self.value():
            return
        if value in self._buttons:
            self._buttons[value].setChecked(True)
            return
        self._group.setExclusive(False)
        for button in self._buttons.values():
            button.setChecked(False)
        self._group.setExclusive(True)

    def say(self, value: str, text: str, description: str = "") -> None:
        """Word an answer otherwise."""
        button = self._buttons[value]
        if button.text() != text:
            button.setText(text)
        named(button, text, description)

    def set_enabled(self, enabled: bool) -> None:
        """Whether an answer can be given."""
        for button in self._buttons.values():
            button.setEnabled(enabled)
