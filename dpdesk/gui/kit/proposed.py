"""A line of text that is proposed: the first press takes all of it, as does a page that opens with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit


class ProposedLine(QLineEdit):
    """A text nobody has typed is taken whole by the first press; the next ones place the cursor, as anywhere."""

    _taken = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the proposal, or place the cursor."""
        super().mousePressEvent(event)
        if not self._taken and not self.isModified():
            self.selectAll()
        self._taken = True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A page that opens with this line takes the proposal, so that what is typed replaces it."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.OtherFocusReason and not self.isModified():
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Somebody who comes back begins anew."""
        self._taken = False
        super().focusOutEvent(event)
