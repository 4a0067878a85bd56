"""A file double-clicked on macOS comes as an event; nothing else is taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QWidget

from dpdesk.gui.app.opener import FileOpener


class Window(QWidget):
    """Stands for the desk's window."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[Path] = []
        self.open_file = self.opened.append


@pytest.fixture
def window(qtbot):
    made = Window()
    qtbot.addWidget(made)
    return made


def test_a_file_that_the_system_names_is_opened(window, tmp_path):
    plan = tmp_path / "any.plan.json"
    assert FileOpener(window).eventFilter(window, QFileOpenEvent(QUrl.fromLocalFile(str(plan))))
    assert window.opened == [plan]


def test_other_events_go_on(window):
    opener = FileOpener(window)
    assert not opener.eventFilter(window, QEvent(QEvent.Type.Show))
    assert not opener.eventFilter(window, QFileOpenEvent(QUrl("https://example.org/")))
    assert window.opened == []
