"""The dictionary before its first variable: what it is for, and how it is begun."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT


class StartSheet(QFrame):
    """`begun` by its button: propose variables, or choose a file first."""

    begun = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        inside = column(self, margin=UNIT * 3, spacing=UNIT * 2)
        inside.addWidget(label(self.tr("Describe what is public about the file"), "heading"))
        inside.addWidget(
            label(
                self.tr(
                    "A variable says which codes or numbers a column may hold. Only what is described here can stand "
                    "in a table, and only what is public may be described."
                )
            )
        )
        self._text = label("", "caption")
        inside.addWidget(self._text)
        self._button = QPushButton()
        self._button.setProperty("primary", True)
        self._button.clicked.connect(self.begun)
        buttons = row()
        buttons.addWidget(self._button)
        buttons.addStretch(1)
        inside.addLayout(buttons)
        inside.addStretch(1)

    def take_focus(self) -> None:
        """Go to the button: Enter begins."""
        self._button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_way(self, *, has_file: bool) -> None:
        """Say how to begin."""
        self._text.setText(
            self.tr(
                "The program can read the columns of the file and propose codes and bounds. You then correct them and "
                "confirm that they are public."
            )
            if has_file
            else self.tr("Choose the file on the page Data first, or describe variables by hand with New variable.")
        )
        text = self.tr("Propose variables from the file…") if has_file else self.tr("Choose the file on the page Data")
        self._button.setText(text)
        named(self._button, text)
