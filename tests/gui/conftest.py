"""The window under test: offscreen, with its own folders, ledger and settings, and nothing left running."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded; a real display may be asked for

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
from PySide6.QtWidgets import QApplication
from town import Town

from dpdesk.gui.app.application import every_page
from dpdesk.gui.app.window import DeskWindow
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.forecasts import ForecastService
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.kit import theme
from dpdesk.gui.shared.page import PageName


@pytest.fixture(scope="session")
def qapp_cls():
    return QApplication


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    """No test reads or writes the user's own settings, autosaves or ledger."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    # What this machine has seen of a ledger is forgotten between tests, which go on from copies of one.
    monkeypatch.setattr("dpdesk.ledger.ledger.anchor_folder", lambda: tmp_path / "anchors", raising=False)


@pytest.fixture(autouse=True)
def _steady_cursor(qapp):
    """A cursor that blinks makes two pictures of one window differ."""
    qapp.setCursorFlashTime(0)


@pytest.fixture(scope="session")
def earlier_forecasts():
    """One memory for the windows of all tests: most show the same few plans, and a forecast depends on nothing else."""
    return ForecastService()


@pytest.fixture
def from_scratch():
    """For tests of what is worked out, and how long it takes: their windows remember nothing of other tests."""


@pytest.fixture(autouse=True)
def _forecasts(request, monkeypatch, earlier_forecasts):
    if "from_scratch" not in request.fixturenames:
        monkeypatch.setattr("dpdesk.gui.desk.desk.ForecastService", lambda: earlier_forecasts)


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "settings.json")


@pytest.fixture
def desk(qapp, tmp_path):
    """A desk with a ledger of its own; whatever it still runs at the end is waited for."""
    theme.apply(qapp, "light")
    made = Desk(tmp_path / "ledger.sqlite")
    failures: list[BaseException] = []
    made.tasks.report = failures.append
    yield made
    made.tasks.wait()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # closed windows go now: looks cost by widget
    shiboken6.delete(made)  # what its signals are connected to holds it, and would keep every window of every test
    if failures:
        raise failures[0]


BY_THEMSELVES = {"app", "ask", "ledger", "publish", "release", "style", "tables"}
"""Folders whose tests open the page that they are about: no other is built for them."""


@pytest.fixture
def window(request, qtbot, desk, settings):
    """The whole window, shown at 1280 × 800."""
    made = DeskWindow(desk, settings, *every_page(desk, settings))
    if request.path.parent.name not in BY_THEMSELVES:
        made.open_page(PageName.DATA)
    qtbot.addWidget(made, before_close_func=lambda one: one.desk.undo.setClean())
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def settled(qtbot, desk):
    """Wait until every edit is checked and every task has ended."""

    def idle() -> bool:
        return not desk.tasks.running() and desk.checked

    def wait(timeout: int = 20_000) -> None:
        def quiet() -> bool:
            before = idle()
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            QApplication.sendPostedEvents()  # what the last task showed is laid out, too, on a slow machine as well
            return before and idle()

        qtbot.waitUntil(quiet, timeout=timeout)

    return wait


@pytest.fixture
def town(tmp_path):
    """A made-up town: a data file, its dictionary, and a maker of plans."""
    return Town(tmp_path / "town", rows=400)


@pytest.fixture
def ready_to_sign(window, desk, settled, town):
    """The page Release over a plan that is ready to be signed."""
    desk.open(town.plan("people"))
    desk.set_data(town.data, None)
    window.open_page("Release")
    settled()
    return window.page
