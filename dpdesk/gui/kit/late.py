"""What few people look at joins a page when it is first shown: until then a change of looks need not style it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit.text import column


class Late(QWidget):
    """The place of a widget, hidden at first; the widget is in it from the first time that the place is shown."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        """Keep a place for a widget.

        Args:
            inside: the widget; it has no parent yet.
            parent: as Qt has it.
        """
        super().__init__(parent)
        self.inside = inside
        self._layout = column(self)
        self.hide()

    def setVisible(self, visible: bool) -> None:
        """Show or hide what is inside."""
        if visible and self.inside.parentWidget() is None:
            self._layout.addWidget(self.inside)
        super().setVisible(visible)
