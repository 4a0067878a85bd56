"""What few people look at joins a page when it is first shown: until then a change of looks need not style it."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit.text import column


class Late(QWidget):
    """The place of a widget, hidden at first; the widget is in it from the first time that the place is shown."""

    def __init__(self, inside: QWidget, after: QWidget, parent: QWidget | None = None) -> None:
        """Keep a place for a widget.

        Args:
            inside: the widget; it has no parent yet.
            after: from where the Tab key leads into it.
            parent: as Qt has it.
        """
        super().__init__(parent)
        self.inside, self._after = inside, after
        self._layout = column(self)
        self.hide()

    def setVisible(self, visible: bool) -> None:
        """Show or hide what is inside."""
        inside = self.inside
        if visible and inside.parentWidget() is None:
            below = [one for one in inside.findChildren(QWidget) if one.window() is inside]  # no list of a closed box
            self._layout.addWidget(inside)
            focused = (one for one in (inside, *below) if one.focusPolicy() != Qt.FocusPolicy.NoFocus)
            for one, other in pairwise([self._after, *focused]):
                QWidget.setTabOrder(one, other)  # where a widget joins its window it is the last one
        super().setVisible(visible)
