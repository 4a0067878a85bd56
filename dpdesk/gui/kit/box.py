"""A box of answers whose list shows them whole, however narrow the box is."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

_MOST = 640
"""No list is wider: a longer text has dots, and its tool tip says the rest."""


class Box(QComboBox):
    """A combo box; its list is as wide as its longest text."""

    def showPopup(self) -> None:
        """Open the list, with room for its texts and the scroll bar."""
        view = self.view()
        bar = view.verticalScrollBar().sizeHint().width() if self.count() > self.maxVisibleItems() else 0
        edges = 2 * view.frameWidth()
        view.setMinimumWidth(min(_MOST, view.sizeHintForColumn(0) + bar + edges))
        super().showPopup()
