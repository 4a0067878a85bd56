"""A panel with a row of buttons, each of which opens the form of one decision below them, in their place.

What the approval of a plan and the fate of a release have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import column, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.decision_form import Asked, DecisionForm


class DecisionPanel(QFrame):
    """`decided` with what is to be written and its answers."""

    decided = Signal(str, object)

    def __init__(self, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._language = language
        self._action = ""  # what is being decided
        self._openers: dict[str, QPushButton] = {}
        self._layout: QVBoxLayout = column(self, margin=UNIT * 2, spacing=UNIT)
        self._buttons = QWidget()
        self.form = DecisionForm()
        self.form.decided.connect(lambda answers: self.decided.emit(self._action, answers))
        self.form.cancelled.connect(self._on_cancelled)

    @staticmethod
    def _button(text: str, run: Callable[[], object], tip: str) -> QPushButton:
        made = QPushButton(text)
        made.setAccessibleDescription(tip)
        made.setToolTip(tip)
        made.clicked.connect(lambda: run())
        return made

    def _add_buttons(self, buttons: Iterable[QPushButton], openers: Mapping[str, QPushButton]) -> None:
        """Put the row into the panel; `openers` are the buttons that open a form, by what is decided in it."""
        flow = FlowLayout(self._buttons)
        for one in buttons:
            flow.addWidget(one)
        self._openers = dict(openers)
        self._layout.addWidget(self._buttons)

    def _ask(
        self, action: str, heading: str, sentence: str, button: str, asked: Iterable[Asked], *, danger: bool = False
    ) -> None:
        self._action = action
        self.form.ask(heading, sentence, button, tuple(asked), danger=danger, locale=self._language)
        self._show_buttons()

    def close_form(self) -> None:
        """Close what was being decided."""
        if not self.form.isHidden():
            self.form.close_form()
        self._show_buttons()

    def _show_buttons(self) -> None:
        some = any(not one.isHidden() for one in self._buttons.findChildren(QPushButton))
        show_if(self._buttons, some and self.form.isHidden())

    def _on_cancelled(self) -> None:
        self._show_buttons()
        self._openers[self._action].setFocus()
