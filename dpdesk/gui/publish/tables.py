"""The tables of a release, by number and title, beside the one that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QWidget

from dpdesk.gui.kit.text import column, label, named, show_if
from dpdesk.gui.kit.theme import UNIT

_WIDE = UNIT * 20
_AROUND = 12  # pixels of borders and padding


class TablesList(QFrame):
    """A list of titles, each as long as it is; `chosen` with the place of a table. Hidden where there is but one."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setFixedWidth(_WIDE)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
        self._fit()
        self.list.setCurrentRow(at)
        self.list.blockSignals(False)
        show_if(self, len(titles) > 1)

    def changeEvent(self, event: QEvent) -> None:
        """Another type takes other heights."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Make each line as high as its title: Qt leaves no room for the padding of the style sheet."""
        room = QRect(0, 0, _WIDE - 2 * UNIT - _AROUND - self.list.verticalScrollBar().sizeHint().width(), 1 << 16)
        for at in range(self.list.count()):
            item = self.list.item(at)
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
            high = self.list.fontMetrics().boundingRect(room, flags, item.text()).height()
            item.setSizeHint(QSize(0, high + _AROUND))

    def _on_row(self, at: int) -> None:
        if at >= 0:
            self.chosen.emit(at)
