"""A layout that runs like text: what does not fit a line goes on the next. For sentences with gaps to fill."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QWidget

from dpdesk.gui.kit.theme import UNIT


class FlowLayout(QLayout):
    """Items from the reading side on, broken into lines, centred in their line."""

    def __init__(self, parent: QWidget | None = None, spacing: int = UNIT) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # by width; layouts ask many times for one arrangement
        self.setSpacing(spacing)
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)
        self.invalidate()

    def add_gap(self, before: QLabel, widget: QWidget, after: QLabel | None = None) -> list[QWidget]:
        """Append a gap to fill between words, of which the first bear its key, and return what was added."""
        before.setBuddy(widget)
        pieces = [before, widget, *([] if after is None else [after])]
        for piece in pieces:
            self.addWidget(piece)
        return pieces

    def count(self) -> int:
        """Number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at a place, None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """A narrower line makes it higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height at a width."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        """An item is another, or of another size."""
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rectangle: QRect) -> None:
        """Place all items."""
        super().setGeometry(rectangle)
        self._arrange(rectangle, move=True)

    def sizeHint(self) -> QSize:
        """The widest item, and its height."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The widest item, and the height all need at that width."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rectangle: QRect, *, move: bool) -> int:
        lines: list[list[QLayoutItem]] = [[]]
        used = 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            width = item.sizeHint().width()
            if lines[-1] and used + width > rectangle.width():
                lines.append([])
                used = 0
            lines[-1].append(item)
            used += width + self.spacing()
        y = rectangle.y()
        parent = self.parentWidget()
        right_to_left = parent is not None and parent.isRightToLeft()
        for line in lines:
            height = max((item.sizeHint().height() for item in line), default=0)
            x = 0
            for item in line:
                size = item.sizeHint().boundedTo(QSize(max(rectangle.width(), 1), height))
                left = rectangle.right() + 1 - x - size.width() if right_to_left else rectangle.x() + x
                if move:
                    item.setGeometry(QRect(QPoint(left, y + (height - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += height + self.spacing()
        return y - self.spacing() - rectangle.y() if lines[-1] else 0
