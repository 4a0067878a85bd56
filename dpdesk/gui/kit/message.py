"""A sentence in the page that can be closed: what went well, what to look at, what is wrong. Never a box."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QToolButton, QWidget

from dpdesk.gui.kit.text import column, label, named, row, set_role
from dpdesk.gui.kit.theme import UNIT

LONG = 110
"""Characters from which a sentence has its buttons below."""


class Message(QFrame):
    """Hidden while it has nothing to say. Kinds: "info" (accent), "amber", "red"."""

    acted = Signal()
    declined = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        """Take `narrow` for one at the side of a page, whose buttons stand below each other."""
        super().__init__(parent)
        self._narrow = narrow
        whole = column(self, margin=UNIT, spacing=UNIT // 2)
        layout = row()
        self._below = column(spacing=UNIT // 2) if narrow else row()
        whole.addLayout(layout)
        whole.addLayout(self._below)
        self._layout = layout
        self._wanted: Callable[[], None] | None = None
        self.acted.connect(lambda: self._answer(self._wanted))
        self.declined.connect(lambda: self._answer(None))
        self._text = label()
        self._action = QPushButton()
        self._action.clicked.connect(self.acted)
        self._action.hide()
        self._other = QPushButton()
        self._other.clicked.connect(self.declined)
        self._other.hide()
        close = QToolButton()
        close.setText("×")
        close.setProperty("flat", True)
        named(close, self.tr("Close this message"))
        close.clicked.connect(self._close)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        layout.addWidget(self._other)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignTop if narrow else Qt.AlignmentFlag(0))
        if not narrow:
            self._below.addStretch(1)
        self.hide()

    def say(self, kind: str, sentence: str, action: str = "", other: str = "") -> None:
        """Show a sentence, with buttons where there is something to do about it; an empty one hides the message.

        The first button emits `acted`, the second `declined`.
        """
        self._wanted = None
        set_role(self, "message", kind)
        self._text.setText(sentence)
        self._text.style().unpolish(self._text)  # its colour depends on the frame's kind
        self._text.style().polish(self._text)
        self._place(below=(self._narrow or len(sentence) > LONG) and bool(action or other))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._other.setText(other)
        self._other.setVisible(bool(other))
        self.setAccessibleName(sentence)
        self.setVisible(bool(sentence))

    def ask(self, sentence: str, action: str, other: str, run: Callable[[], None]) -> None:
        """Ask before something is done: the first button runs it, the second leaves all as it is."""
        self.say("amber", sentence, action, other)
        self._wanted = run

    def _answer(self, run: Callable[[], None] | None) -> None:
        if self._wanted is not None:
            self.clear()
            if run is not None:
                run()

    def _place(self, *, below: bool) -> None:
        """Put the buttons under a long sentence, beside a short one."""
        for number, button in enumerate((self._action, self._other)):
            if (self._below.indexOf(button) >= 0) != below:
                if below:
                    self._below.addWidget(button)
                else:
                    self._layout.insertWidget(number + 1, button)

    def _close(self) -> None:
        self.clear()
        self.closed.emit()

    def clear(self) -> None:
        """Say nothing."""
        self.say("info", "")

    @property
    def sentence(self) -> str:
        """What it says, empty if hidden."""
        return self._text.text()
