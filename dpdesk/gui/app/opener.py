"""Opens what is double-clicked on macOS, where the system tells a program that runs instead of starting one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from dpdesk.gui.app.window import DeskWindow


class FileOpener(QObject):
    """Hands such files to a window."""

    def __init__(self, window: DeskWindow) -> None:
        super().__init__(window)
        self._window = window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the events that name a file; all others go on."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._window.open_file(Path(event.file()))
            return True
        return super().eventFilter(watched, event)
