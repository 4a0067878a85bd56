"""The sheet to sign: what is promised, to whom, at what cost, and what cannot be taken back, as headings and sentences.

It shows texts only; which ones is the page's business. A section keeps its place while its words change, so that
nothing jumps under the reader's eyes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from dpdesk.gui.kit.text import column, label, set_role
from dpdesk.gui.kit.theme import UNIT

_WIDEST = 860


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its paragraphs; `role` colours the heading ("problem" for what is irreversible)."""

    heading: str
    paragraphs: tuple[str, ...]
    role: str = ""


class _Shown(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._heading = label(role="heading")
        self._layout = column(self, spacing=UNIT // 2)
        self._layout.addWidget(self._heading)
        self._paragraphs: list[QLabel] = []
        self._shown: list[bool] = []  # asked here, not of the widgets, which their layout shows a moment later

    def show_section(self, section: Section) -> None:
        self._heading.setText(section.heading)
        set_role(self._heading, "role", "irreversible" if section.role else "heading")
        while len(self._paragraphs) < len(section.paragraphs):
            made = label()
            made.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
            self._paragraphs.append(made)
            self._shown.append(True)
            self._layout.addWidget(made)
        for at, shown in enumerate(self._paragraphs):
            if self._shown[at] != (at < len(section.paragraphs)):
                self._shown[at] = at < len(section.paragraphs)
                shown.setVisible(self._shown[at])
            if at < len(section.paragraphs) and shown.text() != section.paragraphs[at]:
                shown.setText(section.paragraphs[at])

    @property
    def words(self) -> str:
        return "\n".join(
            [
                self._heading.text(),
                *(one.text() for one, shown in zip(self._paragraphs, self._shown, strict=True) if shown),
            ]
        )


class Contract(QScrollArea):
    """The sections one below the other on one sheet of paper, scrolled where they are longer than the window."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.setMaximumWidth(_WIDEST + UNIT * 2)
        self._paper = paper = QFrame()
        paper.setProperty("panel", True)
        self._layout = column(paper, margin=UNIT * 3, spacing=UNIT * 2)
        self._title = label(role="title")
        self._layout.addWidget(self._title)
        self._sections: list[_Shown] = []
        self._visible: list[bool] = []
        self._layout.addStretch(1)
        paper.setMaximumWidth(_WIDEST)
        self._holder = holder = QWidget()
        outer = column(holder)
        outer.addWidget(paper, 1)
        self.setWidget(holder)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The arrow keys scroll: the edge of the paper says so."""
        super().focusInEvent(event)
        set_role(self._paper, "focused", True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """They no longer do."""
        super().focusOutEvent(event)
        set_role(self._paper, "focused", False)

    def show_contract(self, title: str, sections: Sequence[Section]) -> None:
        """Show a title and sections; what is unchanged stays as it is."""
        self._title.setText(title)
        while len(self._sections) < len(sections):
            made = _Shown()
            self._layout.insertWidget(self._layout.count() - 1, made)
            self._sections.append(made)
            self._visible.append(True)
        for at, shown in enumerate(self._sections):
            if self._visible[at] != (at < len(sections)):
                self._visible[at] = at < len(sections)
                shown.setVisible(self._visible[at])
            if at < len(sections):
                shown.show_section(sections[at])
        for one in [*self._sections, self._paper, self._holder]:  # laid out at once, from the inside out
            layout = one.layout()
            if layout is not None:
                layout.activate()
        # a sheet that is not in view asks for no room of its own accord, and would be pressed together when it is shown
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))

    @property
    def words(self) -> str:
        """All that it says."""
        return "\n\n".join(
            [
                self._title.text(),
                *(one.words for one, shown in zip(self._sections, self._visible, strict=True) if shown),
            ]
        )
