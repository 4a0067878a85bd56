"""The lock that marks what is confidential."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLabel

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text import label
from dpdesk.resources import resource


def lock_icon() -> QIcon:
    """The lock of confidential things, for the palette in use."""
    return QIcon(str(resource("icons/lock-dark.svg" if theme.is_dark() else "icons/lock-light.svg")))


def lock_label() -> QLabel:
    """The lock as a picture beside words that say what it means."""
    made = label(wrap=False)
    made.setPixmap(lock_icon().pixmap(16, 16))
    return made
