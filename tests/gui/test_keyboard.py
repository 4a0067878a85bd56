"""Every page by the Tab key alone: all that can be acted on is reached, in the order of reading, and its place seen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from looking import area_of, inputs, path_of, picture
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollArea

from dpdesk.gui.shared.page import PageName
from dpdesk.resources import resource

MOST = 300
"""Presses of the key in which every page has been walked through."""


@pytest.fixture
def filled(window, desk, settled):
    desk.open(resource("sample/plan.json"))
    settled()
    return window


def walked(window):
    """The widgets of the page in view in the order in which the Tab key reaches them."""
    start = next(inputs(window._steps))
    start.setFocus(Qt.FocusReason.TabFocusReason)
    found = []
    for _ in range(MOST):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        if now is start or now in found:
            break
        if window.page.isAncestorOf(now):
            found.append(now)
    return found


def place(widget):
    """Where a widget lies in the window if nothing were scrolled."""
    at = widget.mapTo(widget.window(), QPoint())
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            at += QPoint(parent.horizontalScrollBar().value(), parent.verticalScrollBar().value())
        parent = parent.parentWidget()
    return at


def missed(window, found):
    """What a person can act on and the key does not reach; of radio buttons the arrow keys reach the others."""
    return [
        f"not reached: {path_of(one)}"
        for one in inputs(window.page)
        if one.isEnabled() and one not in found and not (isinstance(one, QAbstractButton) and one.autoExclusive())
    ]


def turned_back(found):
    """Steps that lead up and to the left, against the direction of reading."""
    wrong = []
    for one, other in pairwise(found):
        here, there = place(one), place(other)
        if there.y() + other.height() <= here.y() and there.x() < here.x() + one.width():
            wrong.append(f"back: {path_of(one)} to {path_of(other)}")
    return wrong


def unmarked(window, found):
    """Widgets that look the same with the focus as without."""
    away, wrong = next(inputs(window._steps)), []
    for one in found:
        one.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        held = picture(window).copy(area_of(one, window))
        away.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if held == picture(window).copy(area_of(one, window)):
            wrong.append(f"no mark: {path_of(one)}")
    return wrong


@pytest.mark.parametrize("name", list(PageName))
def test_a_page_by_the_tab_key(filled, settled, name):
    filled.open_page(name)
    settled()
    found = walked(filled)
    assert found
    wrong = missed(filled, found) + turned_back(found) + unmarked(filled, found)
    assert not wrong, "\n".join(wrong)


def test_what_is_wrong_would_be_found(filled, settled):
    filled.open_page("Start")
    settled()
    silent, hidden = QPushButton("Without a mark"), QPushButton("Not reached")
    silent.setStyleSheet("QPushButton, QPushButton:focus { border: 0; background: #ffffff; outline: 0; }")
    hidden.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    for one in (silent, hidden):
        filled.page.layout().insertWidget(0, one)
    settled()
    found = walked(filled)
    assert "Not reached" in "".join(missed(filled, found))
    assert "Without a mark" in "".join(unmarked(filled, found))
    assert turned_back(found), "what was put above comes last"


@pytest.mark.parametrize("name", ["Dictionary", "Tables"])
def test_on_an_empty_page_enter_begins(window, settled, qtbot, name):
    """The first that could take the focus had it: a box of languages, where a letter changed the answer."""
    window.activateWindow()
    qtbot.waitActive(window)
    window.open_page("Data")
    window.page.setFocus()
    window.open_page(name)
    settled()
    now = QApplication.focusWidget()
    assert isinstance(now, QPushButton) and now.property("primary") and window.page.isAncestorOf(now)


def test_enter_presses_the_button_in_focus(window, desk, settled, qtbot):
    """Space alone did, and a button that is painted as the next one invites Enter."""
    window.activateWindow()
    qtbot.waitActive(window)
    desk.open(resource("sample/plan.json"))
    window.open_page("Data")
    settled()
    for key, page in ((Qt.Key.Key_Return, "Dictionary"), (Qt.Key.Key_Enter, "Tables")):
        window._next.setFocus()
        qtbot.keyClick(window._next, key)
        assert window.page.name == page
