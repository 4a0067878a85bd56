"""A line that says what is being read of a file, how far it is, and stops it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QWidget

from dpdesk.gui.kit.text import label, named, row
from dpdesk.gui.kit.theme import UNIT


class ReadingBar(QFrame):
    """Hidden until something is read; `cancelled` by its button."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("message", "info")
        self._text = label()
        self._bar = QProgressBar()
        self._bar.setMaximumWidth(240)
        self._bar.setAccessibleName(self.tr("Reading the columns"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        named(self.cancel_button, self.tr("Cancel reading the file"))
        self.cancel_button.clicked.connect(self.cancelled)
        layout = row(self, margin=UNIT)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._bar)
        layout.addWidget(self.cancel_button)
        self.hide()

    def begin(self, sentence: str) -> None:
        """Say what is being read."""
        self._text.setText(sentence)
        self.show_fraction(None)
        self.show()

    def show_fraction(self, fraction: float | None) -> None:
        """Show how far it is (0 to 1), None for unknown."""
        self._bar.setRange(0, 0 if fraction is None else 100)
        if fraction is not None:
            self._bar.setValue(round(100 * fraction))
