"""Starting the window: the application object, looks, and the pages on one desk."""

from __future__ import annotations

import gc
import importlib
import sys
from pathlib import Path

from PySide6.QtGui import QGradient
from PySide6.QtWidgets import QApplication

from dpdesk.discretion import forbid_dumps, keep_logs_silent, tell_kinds_only
from dpdesk.gui.app.preferences import apply_looks
from dpdesk.gui.app.program import Program
from dpdesk.gui.app.session import state_folder
from dpdesk.gui.app.window import DeskWindow
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.shared.page import Page, PageName
from dpdesk.progress import Progress


def open_window(path: Path | None = None) -> int:
    """Open the window and run it until it is closed; returns the exit status.

    path: a plan or dictionary to open.
    """
    from dpdesk.ledger.place import default_path

    forbid_dumps()
    tell_kinds_only()
    keep_logs_silent()
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(["dpdesk"])
    application.setApplicationName("dpdesk")
    application.setApplicationDisplayName("dpdesk")
    settings = Settings.default()
    sys.setswitchinterval(0.002)  # a working thread hands over to the window after 2 ms
    apply_looks(application, settings)
    program = Program(application, settings, default_path(), make_window, state_folder())
    window = program.window
    window.show()
    program.desk.tasks.start("warm-up", warm_up, lambda nothing: settle(window))
    if path is not None:
        window.open_file(path)
    else:
        window.open_page(PageName.START)
    status = int(application.exec())
    gc.unfreeze()
    program.end()
    return status


WANTED_SOON = (
    "dpdesk.data.proposing.sniffing",
    "dpdesk.schema.dictionary",
    "dpdesk.planning.forecast.forecast",
    "scipy.fft",
    "dpdesk.ledger.ledger",
    "pyqtgraph",
    "duckdb",
)


SELDOM = (10_000, 10, 50)
"""Objects and passes after which the collector looks through young, older and all objects."""


def settle(window: DeskWindow) -> None:
    """What was loaded stays: no later collection, in which every thread waits, looks through it again.

    Nor are all objects looked through often: with a dictionary of 100,000 codes that takes a fifth of a second.
    """
    gc.freeze()
    gc.set_threshold(*SELDOM)
    window.prepare_pages()


def warm_up(progress: Progress) -> None:
    """Load, beside the window that is up, what the first clicks will need."""
    for name in WANTED_SOON:
        progress("loading")
        importlib.import_module(name)
    _ = QGradient.Preset  # two hundred names, made when a brush is first asked for


def make_window(desk: Desk, settings: Settings) -> DeskWindow:
    """The window with all its pages over a desk, on the first step."""
    window = DeskWindow(desk, settings, *every_page(desk, settings))
    window.open_page(PageName.DATA)
    return window


def every_page(desk: Desk, settings: Settings) -> list[list[Page]]:
    """The steps, the pages at their side, and those that no step leads to."""
    from dpdesk.gui.accuracy.page import AccuracyPage
    from dpdesk.gui.ask.page import AskPage
    from dpdesk.gui.check.page import CheckPage
    from dpdesk.gui.data.page import DataPage
    from dpdesk.gui.dictionary.page import DictionaryPage
    from dpdesk.gui.ledger.page import LedgerPage
    from dpdesk.gui.publish.page import PublishPage
    from dpdesk.gui.release.page import ReleasePage
    from dpdesk.gui.start.next_year import NextYearPage
    from dpdesk.gui.start.page import StartPage
    from dpdesk.gui.style.page import StylePage
    from dpdesk.gui.tables.page import TablesPage

    steps = [DataPage, DictionaryPage, TablesPage, AccuracyPage, ReleasePage, PublishPage]
    side = [CheckPage, AskPage, LedgerPage]
    apart = [StartPage, NextYearPage, StylePage]
    return [[page(desk, settings) for page in some] for some in (steps, side, apart)]
