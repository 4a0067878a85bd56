"""Boxes of answers: their lists show every text whole, wherever the box stands."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QComboBox, QMainWindow, QToolTip, QWidget

from dpdesk.gui.accuracy.target import short_combo
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.text import column


@pytest.fixture
def shown(qtbot, qapp):
    """A window in the style of the desk with boxes of so many entries in it, narrow or not; the last one is chosen."""
    theme.apply(qapp, "light")
    window = QMainWindow()
    qtbot.addWidget(window)
    inside = QWidget()
    window.setCentralWidget(inside)
    layout = column(inside)
    theme.dress(window)

    def make(entries: int, *, narrow: bool, kind: type[QComboBox] = Box) -> QComboBox:
        box = kind()
        if narrow:
            short_combo(box, 6)
        box.addItems([f"A rather long entry of the list, {at}" for at in range(entries)])
        box.setCurrentIndex(entries - 1)
        layout.addWidget(box, 0, Qt.AlignmentFlag.AlignLeft)
        window.show()
        qtbot.waitExposed(window)
        return box

    return make


def lost(box: QComboBox) -> list[str]:
    """What cannot be seen of the list of a box, once it is open."""
    box.showPopup()
    view, model = box.view(), box.model()
    room = view.viewport().rect()
    first, last = (view.visualRect(model.index(at, 0)) for at in (0, box.count() - 1))
    found = []
    if box.count() <= box.maxVisibleItems() and not (room.top() <= first.top() and last.bottom() <= room.bottom()):
        found.append("rows")
    if box.fontMetrics().horizontalAdvance(box.itemText(0)) > room.width():
        found.append("ends of texts")
    if view.window().height() > 400:
        found.append("the screen behind it")
    box.hidePopup()
    return found


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("entries", [2, 8, 40])
def test_a_list_shows_its_texts_whole(shown, entries, narrow):
    assert lost(shown(entries, narrow=narrow)) == []


def test_a_plain_narrow_box_would_cut_its_texts(shown):
    assert "ends of texts" in lost(shown(8, narrow=True, kind=QComboBox))


def test_a_narrow_box_ends_its_text_in_dots_and_says_it_whole_in_its_tip(shown, qapp):
    narrow, wide = shown(2, narrow=True), shown(2, narrow=False)
    assert narrow.shown_text.startswith("A r") and narrow.shown_text.endswith("…")
    assert narrow.itemText(1) == wide.shown_text == "A rather long entry of the list, 1"
    for box, tip in ((wide, ""), (narrow, narrow.itemText(1))):
        QToolTip.hideText()
        centre = box.rect().center()
        qapp.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, centre, box.mapToGlobal(centre)))
        assert QToolTip.text() == tip
    assert not narrow.grab().isNull()
    QToolTip.hideText()


def test_every_box_of_the_window_is_of_that_kind(window, settled):
    for name in window.pages:
        window.open_page(name)
        settled()
        plain = [one for one in window.page.findChildren(QComboBox) if not isinstance(one, Box)]
        assert plain == [], name
