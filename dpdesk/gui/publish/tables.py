"""The tables of a release, by number and title, beside the one that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from dpdesk.gui.kit.table import TitleList
from dpdesk.gui.kit.text import column, label, named, show_if
from dpdesk.gui.kit.theme import UNIT

_WIDE = UNIT * 20


class TablesList(QFrame):
    """A list of titles, each as long as it is; `chosen` with the place of a table. Hidden where there is but one."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setFixedWidth(_WIDE)
        self.list = TitleList()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        head = label(self.tr("&Tables"), "heading", wrap=False)
        head.setBuddy(self.list)
        named(self.list, self.tr("Tables"), self.tr("Which table of the release is shown."))
        layout = column(self, margin=UNIT, spacing=UNIT // 2)
        layout.addWidget(head)
        layout.addWidget(self.list, 1)
        self.list.currentRowChanged.connect(self._on_row)

    @property
    def at(self) -> int:
        """The place of the table chosen, 0 where there is none."""
        return max(self.list.currentRow(), 0)

    def show_tables(self, titles: Sequence[str], at: int) -> None:
        """List tables by title; the one at a place is chosen, and nothing is emitted."""
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([f"{number}  {title}" for number, title in enumerate(titles, 1)])
        self.list.fit()
        self.list.setCurrentRow(at)
        self.list.blockSignals(False)
        show_if(self, len(titles) > 1)

    def _on_row(self, at: int) -> None:
        if at >= 0:
            self.chosen.emit(at)
