"""The window that is up, and the one that takes its place when another language is chosen.

Every text of a window is said when it is made. So another language makes another window, over a desk of its own that
takes over the documents, the file in hand and what was released; the steps that could be undone stay behind.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from dpdesk.gui.app.crash import CrashReporter
from dpdesk.gui.app.opener import FileOpener
from dpdesk.gui.app.preferences import install_translation, window_language
from dpdesk.gui.app.recovery import keep_safe
from dpdesk.gui.app.window import DeskWindow
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.shared.page import PageName


class Program(QObject):
    """Holds the window, its desk, its language, and what looks after it: one of each at a time."""

    def __init__(
        self,
        application: QApplication,
        settings: Settings,
        ledger: Path,
        make: Callable[[Desk, Settings], DeskWindow],
        state: Path | None,
    ) -> None:
        """`make` makes the window; unsaved work and faults are kept in the folder `state`, if any."""
        super().__init__(application)
        self._application, self._settings, self._make, self._state = application, settings, make, state
        self._translators = install_translation(application, settings)
        self.desk = Desk(ledger, window_language=window_language(settings))
        self.window = self._made()

    def _made(self) -> DeskWindow:
        window = self._make(self.desk, self._settings)
        window.language_chosen.connect(lambda: QTimer.singleShot(0, self, self.speak))  # the menu closes first
        self.reporter = CrashReporter(window)
        if self._state is not None:
            self.desk.tasks.report = self.reporter
            self.reporter.install()
            keep_safe(window, self._state)
        if sys.platform == "darwin":  # elsewhere a filter would only cost a call for every event
            self._application.installEventFilter(FileOpener(window))
        return window

    def speak(self) -> None:
        """Speak the language that is chosen now, once nothing runs and no page has to be asked first."""
        if window_language(self._settings) == self.desk.window_language:
            return
        old, before = self.window, self.desk
        if not old.may_be_replaced(lambda: QTimer.singleShot(0, self, self.speak)):
            return
        self._application.setOverrideCursor(Qt.CursorShape.WaitCursor)  # another window takes a while
        try:
            self._replace(old, before)
        finally:
            self._application.restoreOverrideCursor()

    def _replace(self, old: DeskWindow, before: Desk) -> None:
        """Put a window that speaks the language chosen in the place of another."""
        before.tasks.wait()
        for translator in self._translators:
            self._application.removeTranslator(translator)
        self._translators = install_translation(self._application, self._settings)
        if self._state is not None:
            self.reporter.uninstall()
        old.closed.emit()
        self.desk = Desk(before.ledger_path, window_language=window_language(self._settings))
        self.window = self._made()
        self.desk.take_over(before)
        self.window.setGeometry(old.geometry())
        self.window.open_page(PageName(old.page.name))
        self.window.show()
        old.hide()
        old.deleteLater()
        before.deleteLater()

    def end(self) -> None:
        """The program ends: nobody hears of it when the steps to undo are thrown away with the desk."""
        self.desk.undo.blockSignals(True)
        if self._state is not None:
            self.reporter.uninstall()
