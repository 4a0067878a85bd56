"""The lock that marks what is confidential."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton, QLabel

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text import label
from dpdesk.resources import resource


def lock_icon() -> QIcon:
    """The lock of confidential things, for the palette in use."""
    return QIcon(str(resource("icons/lock-dark.svg" if theme.is_dark() else "icons/lock-light.svg")))


def lock_label() -> QLabel:
    """The lock as a picture beside words that say what it means."""
    made = label(wrap=False)
    _Lock(made)
    return made


def lock_button(button: QAbstractButton) -> None:
    """Put the lock on a button that leads to something confidential."""
    _Lock(button)


class _Lock(QObject):
    """Draws the lock on a widget, and anew in another palette."""

    def __init__(self, worn_by: QLabel | QAbstractButton) -> None:
        super().__init__(worn_by)
        self._dark: bool | None = None
        self._draw(worn_by)
        worn_by.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._draw(watched)
        return False

    def _draw(self, worn_by: QObject) -> None:
        if self._dark == theme.is_dark():
            return
        self._dark = theme.is_dark()
        if isinstance(worn_by, QLabel):
            worn_by.setPixmap(lock_icon().pixmap(16, 16))
        elif isinstance(worn_by, QAbstractButton):
            worn_by.setIcon(lock_icon())
