"""Starting the window: the application object, looks, and the pages on one desk."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from dpdesk.gui import theme
from dpdesk.gui.desk import Desk
from dpdesk.gui.settings import Settings
from dpdesk.gui.window import DeskWindow


def open_window(path: Path | None = None) -> int:
    """Open the window and run it until it is closed; returns the exit status.

    path: a plan or dictionary to open.
    """
    from dpdesk.ledger.place import default_path

    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(["dpdesk"])
    application.setApplicationName("dpdesk")
    application.setApplicationDisplayName("dpdesk")
    settings = Settings.default()
    sys.setswitchinterval(0.002)  # a working thread hands over to the window after 2 ms
    theme.apply(application, settings.text("theme", "system"))
    window = make_window(Desk(default_path()), settings)
    window.show()
    if path is not None:
        window.open_file(path)
    return int(application.exec())


def make_window(desk: Desk, settings: Settings) -> DeskWindow:
    """The window with all its pages over a desk."""
    from dpdesk.gui.pages.accuracy_page import AccuracyPage
    from dpdesk.gui.pages.check_page import CheckPage
    from dpdesk.gui.pages.data_page import DataPage
    from dpdesk.gui.pages.dictionary_page import DictionaryPage
    from dpdesk.gui.pages.ledger_page import LedgerPage
    from dpdesk.gui.pages.publish_page import PublishPage
    from dpdesk.gui.pages.release_page import ReleasePage
    from dpdesk.gui.pages.tables_page import TablesPage

    steps = [DataPage, DictionaryPage, TablesPage, AccuracyPage, ReleasePage, PublishPage]
    return DeskWindow(desk, settings, [page(desk, settings) for page in steps], [CheckPage(desk, settings), LedgerPage(desk, settings)])
