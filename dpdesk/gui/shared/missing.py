"""What is still missing before a release or a session, each with a button that leads there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from dpdesk.gui.kit.text import column, label, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.page import PageName


class Here(Enum):
    """What is mended on the very page that lacks it."""

    TITLE = auto()
    APPROVAL = auto()


_USUAL = 6
"""Lines that are made beforehand."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A sentence, and where it is mended, with the words of the button that leads there; or neither: one waits."""

    sentence: str
    button: str = ""
    where: PageName | Here | None = None


class MissingList(QWidget):
    """The list; `wanted` carries the place a button leads to."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = column(self, spacing=UNIT)
        self._lines: list[tuple[QWidget, QLabel, QPushButton]] = []
        self._shown: tuple[Missing, ...] = ()
        for _ in range(_USUAL):  # now, for the Tab key goes by the order of making
            self._add()

    def show_missing(self, found: Sequence[Missing]) -> None:
        """Show what is missing; unchanged lines are left alone."""
        if tuple(found) == self._shown:
            return
        self._shown = tuple(found)
        while len(self._lines) < len(found):
            self._add()
        for at, (line, text, button) in enumerate(self._lines):
            line.setVisible(at < len(found))
            if at < len(found):
                text.setText(found[at].sentence)
                button.setText(found[at].button)
                button.setAccessibleDescription(found[at].sentence)
                button.setVisible(bool(found[at].button))

    def _add(self) -> None:
        line = QWidget()
        layout: QHBoxLayout = row(line)
        text, button = label(), QPushButton()
        at = len(self._lines)
        button.clicked.connect(lambda: self.wanted.emit(self._shown[at].where))
        layout.addWidget(label("○", wrap=False))  # beside the text, which may run over lines
        layout.addWidget(text, 1)
        layout.addWidget(button)
        line.hide()
        self._layout.addWidget(line)
        self._lines.append((line, text, button))

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is missing, in words."""
        return tuple(one.sentence for one in self._shown)
