"""What somebody may want to know, as questions to choose from; the method's name stands beside in grey."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton, QWidget

from dpdesk.gui.ask.draft import KINDS
from dpdesk.gui.ask.words import AskWords
from dpdesk.gui.kit.text import column, grid, label
from dpdesk.gui.kit.theme import UNIT


class KindsPanel(QFrame):
    """`chosen` with the kind's name."""

    chosen = Signal(str)

    def __init__(self, words: AskWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._words = words
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        rows = grid()
        rows.setVerticalSpacing(2)
        rows.setColumnStretch(1, 1)
        for at, kind in enumerate(KINDS):
            button = QRadioButton(words.question(kind.name))
            button.setAccessibleDescription(words.explanation(kind.name))
            button.setToolTip(words.explanation(kind.name))
            button.clicked.connect(lambda checked=False, name=kind.name: self.chosen.emit(name))
            self._group.addButton(button)
            self.buttons[kind.name] = button
            rows.addWidget(button, at, 0)
            name = label(words.name(kind.name), "caption")  # goes over two lines where there is no room
            name.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            rows.addWidget(name, at, 1)
        self.explanation = label()
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("What do you want to know?"), "heading"))
        layout.addLayout(rows)
        layout.addWidget(self.explanation)

    def show_kind(self, name: str) -> None:
        """Mark the kind that is chosen and say how such a session goes."""
        button = self.buttons[name]
        if not button.isChecked():
            button.setChecked(True)
        if self.explanation.text() != self._words.explanation(name):
            self.explanation.setText(self._words.explanation(name))
