"""The tables of a release, by number and title, beside the one that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from dpdesk.gui.kit.text import column, label, named, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.titles import Titles

_WIDE, _WIDEST = UNIT * 20, UNIT * 36
_HIGH = UNIT * 20
_UNBOUNDED = (1 << 24) - 1  # as Qt has it


class TablesList(QFrame):
    """A list of titles, each as long as it is; `chosen` with the place of a table. Hidden where there is but one."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.list = Titles()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        head = label(self.tr("&Tables"), "heading", wrap=False)
        head.setBuddy(self.list)
        named(self.list, self.tr("Tables"), self.tr("Which table of the release is shown."))
        layout = column(self, margin=UNIT, spacing=UNIT // 2)
        layout.addWidget(head)
        layout.addWidget(self.list, 1)
        self._beside, self._wide = True, _WIDE
        self._fit()
        self.list.currentRowChanged.connect(self._on_row)

    def stand(self, *, beside: bool, room: int) -> None:
        """Stand beside the table as high as it is, or over what else is beside it, no higher than needed.

        room: the width of the page, of which it takes an eighth, within bounds.
        """
        self._beside, self._wide = beside, min(max(_WIDE, room // 8), _WIDEST)
        self._fit()

    @property
    def at(self) -> int:
        """The place of the table chosen, 0 where there is none."""
        return max(self.list.currentRow(), 0)

    def show_tables(self, titles: Sequence[str], at: int) -> None:
        """List tables by title; the one at a place is chosen, and nothing is emitted."""
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([f"{number}  {title}" for number, title in enumerate(titles, 1)])
        self._fit()
        self.list.setCurrentRow(at)
        self.list.blockSignals(False)
        show_if(self, len(titles) > 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width takes another height."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setMinimumWidth(self._wide)
        self.setMaximumWidth(self._wide if self._beside else _UNBOUNDED)
        self.list.fit()
        high = min(self.list.height_of_all(), _HIGH)
        self.list.setMinimumHeight(0 if self._beside else high)
        self.list.setMaximumHeight(_UNBOUNDED if self._beside else high)

    def _on_row(self, at: int) -> None:
        if at >= 0:
            self.chosen.emit(at)
