"""A list of titles, each with as many lines as it takes: a title that is cut short may be another's."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QWidget

_AROUND = 12
"""Pixels of borders and padding, for which Qt leaves no room where a style sheet asks for them."""


class Titles(QListWidget):
    """Wraps its lines; whoever gives them other texts calls `fit`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        """Make each line as high as its text is at this width, whether or not there is a bar to scroll."""
        width = self.width() - 2 * self.frameWidth() - _AROUND - self.verticalScrollBar().sizeHint().width()
        room, metrics = QRect(0, 0, max(width, 1), 1 << 16), self.fontMetrics()
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        for at in range(self.count()):
            item = self.item(at)
            size = QSize(0, metrics.boundingRect(room, flags, item.text()).height() + _AROUND)
            if item.sizeHint() != size:
                item.setSizeHint(size)

    def height_of_all(self) -> int:
        """How high it is with nothing to scroll."""
        return sum(self.item(at).sizeHint().height() for at in range(self.count())) + 2 * self.frameWidth()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks titles elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another type takes other heights."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()
