"""What few people look at joins a page when it is first shown: until then a change of looks need not style it."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
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
            chain = [one for one in (self.inside, *self.inside.findChildren(QWidget)) if _takes_focus(one)]
            chain.sort(key=_in_turn(self.inside).index)
            self._layout.addWidget(self.inside)
            before = next((one for one in reversed(_in_turn(self)) if _takes_focus(one) and one not in chain), None)
            for one, other in pairwise(chain if before is None else [before, *chain]):
                QWidget.setTabOrder(one, other)  # the Tab key comes by here, not at the end of the page
        super().setVisible(visible)


def _takes_focus(widget: QWidget) -> bool:
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus


def _in_turn(first: QWidget) -> list[QWidget]:
    """All widgets of a window in the order of the Tab key, from one of them on."""
    found, following = [first], first.nextInFocusChain()
    while following is not None and following is not first:
        found.append(following)
        following = following.nextInFocusChain()
    return found
