"""A line that can be opened: what few people need stands below it, and takes no room until then."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.gui.kit.late import Late
from dpdesk.gui.kit.text import column, named, row, show_if
from dpdesk.gui.kit.theme import UNIT


class Fold(QWidget):
    """Closed at first; `opened` when a person, or `open`, opens it."""

    opened = Signal()

    def __init__(self, title: str, tip: str, inside: QWidget, parent: QWidget | None = None, *, inset: int = 0) -> None:
        """Fold a widget.

        Args:
            title: what is in it, with its key for Alt.
            tip: what it is for, in a sentence.
            inside: the widget.
            parent: as Qt has it.
            inset: pixels by which the line stands in, to be under lines that are in panels.
        """
        super().__init__(parent)
        self.line = QPushButton()
        self._inside = Late(inside, self.line)
        self.line.setCheckable(True)
        self.line.setProperty("flat", True)
        self.line.setProperty("fold", True)
        self._title = title
        named(self.line, title.replace("&", ""), tip)
        layout = column(self, spacing=UNIT)
        first = row()
        first.addSpacing(inset)
        first.addWidget(self.line)
        first.addStretch(1)
        layout.addLayout(first)
        layout.addWidget(self._inside)
        self.line.toggled.connect(self._show)
        self._show(False)

    def open(self) -> None:
        """Show what is inside."""
        self.line.setChecked(True)

    def fold_up(self) -> None:
        """Hide what is inside."""
        self.line.setChecked(False)

    def _show(self, opened: bool) -> None:
        self.line.setText(f"{self._title} {'▾' if opened else '▸'}")
        show_if(self._inside, opened)
        if opened:
            self.opened.emit()
