"""The window itself: its size at first, the keys of its steps, and what another document takes along."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt

from dpdesk.gui.app.application import make_window
from dpdesk.gui.app.window import first_size

STEPS = ("Data", "Dictionary", "Tables", "Accuracy", "Release", "Publish")


def test_the_first_window_with_its_frame_is_not_higher_than_the_screen(qtbot, desk, settings):
    made = make_window(desk, settings)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    assert made.frameGeometry().height() <= made.screen().availableGeometry().height()


@pytest.mark.parametrize("screen", [QSize(1280, 800), QSize(1280, 760), QSize(1024, 768)])
def test_on_a_small_screen_there_is_room_for_a_frame(screen):
    assert first_size(screen).height() + 40 <= screen.height()
    assert first_size(screen).width() + 8 <= screen.width()


def test_on_a_large_screen_the_window_is_as_usual():
    assert first_size(QSize(3840, 2160)) == QSize(1280, 800)


def test_alt_and_a_number_opens_a_step_whatever_is_complete(window, desk, town, settled, qtbot):
    desk.open(town.plan("people"))
    desk.set_data(town.data, None)
    settled()
    window.activateWindow()
    qtbot.waitActive(window)
    for number, name in enumerate(STEPS, start=1):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.AltModifier)
        assert window.page.name == name
        settled()
    desk.show_documents({"format": "dpdesk-dictionary", "version": 1, "variables": []})  # no step is complete any more
    settled()
    for number, name in enumerate(STEPS, start=1):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.AltModifier)
        assert window.page.name == name
