"""What is said while somebody works moves nothing under the pointer, takes no focus, and is so at that moment."""

from __future__ import annotations

import pytest
from finding import named
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QToolButton

from dpdesk.resources import resource


def places(window):
    """Where everything stands that can be clicked or typed into."""
    found = {}
    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for one in window.findChildren(kind):
            if one.isVisible() and not one.visibleRegion().isEmpty():
                found[one] = one.mapTo(window, QPoint(0, 0))
    return found


def places_at_rest(window):
    """The places, once everything is laid out."""
    while True:
        before = places(window)
        QApplication.processEvents()
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        if places(window) == before:
            return before


def moved(window, act):
    """What stands higher or lower after something was done: its name, and where it stood."""
    before = places_at_rest(window)
    act()
    after = places_at_rest(window)
    return [
        (one.accessibleName() or one.text(), place.y())
        for one, place in before.items()
        if one in after and after[one].y() != place.y()
    ]


def focused_step():
    now = QApplication.focusWidget()
    return isinstance(now, QToolButton) and bool(now.property("step"))


@pytest.fixture
def sample(window, desk, settled, qtbot):
    window.activateWindow()
    qtbot.waitActive(window)
    desk.open(resource("sample/plan.json"))
    settled()
    return window


def test_a_step_that_is_complete_does_not_move_the_others(window, desk, settled):
    def complete():
        desk.open(resource("sample/plan.json"))
        settled()

    window.open_page("Ledger")
    settled()
    steps = [one for one in window.findChildren(QToolButton) if one.property("step")]
    before = [one.x() for one in steps]
    complete()
    QApplication.processEvents()
    assert [one.x() for one in steps] == before
    assert sum("✓" in one.text() for one in window.findChildren(QToolButton)) >= 4


@pytest.mark.parametrize("name", ["Data", "Dictionary", "Tables", "Accuracy", "Release", "Ledger"])
def test_a_message_does_not_push_down_what_is_under_the_pointer(sample, settled, name):
    sample.open_page(name)
    settled()
    page = sample.page
    shift = moved(sample, lambda: page.message.say("info", "Something was done."))
    assert page.message.isVisible()
    end = page.mapTo(sample, QPoint(0, page.height())).y()
    assert not [one for one in shift if one[1] < end - 250], "but what stands at the very end of the page"


def test_what_is_said_of_a_table_leaves_its_form_where_it_is(sample, settled):
    sample.open_page("Tables")
    settled()
    page = sample.page
    for said in (page.problem, page.why):
        assert not moved(sample, lambda said=said: (said.setText("Something is missing here."), said.show()))
    high = page.sheet.grid.height()
    assert not moved(sample, lambda: page.advice.say("amber", "Better in groups. " * 9, "Group them so", "Keep"))
    assert page.advice.isVisible() and page.sheet.grid.height() == high, "advice takes no room from the table"


def test_a_cell_of_which_less_is_known_leaves_the_options_where_they_are(sample, settled):
    sample.open_page("Tables")
    settled()
    page = sample.page
    page.sheet.grid.setCurrentIndex(page.sheet.grid.model().index(3, 1))
    settled()
    before = page.options.mapTo(sample, QPoint(0, 0))
    page.cell.show_nothing("It is being worked out.")
    QApplication.processEvents()
    assert page.options.mapTo(sample, QPoint(0, 0)) == before


def test_an_answer_does_not_push_the_buttons_away(sample, settled, qtbot):
    sample.open_page("Accuracy")
    settled()

    def wish():
        qtbot.keyClicks(sample.page.wanted.sentence.margin, "5")
        settled()

    wanted = sample.page.wanted
    before = [one.mapTo(sample, QPoint(0, 0)) for one in (wanted.total.use, wanted.sentence.keep)]
    assert not moved(sample, wish)
    assert wanted.total.sum.text() and wanted.sentence.cost.text()
    assert [one.mapTo(sample, QPoint(0, 0)) for one in (wanted.total.use, wanted.sentence.keep)] == before


def test_a_hint_that_is_followed_leaves_its_room(window, desk, settled, town):
    window.open_page("Data")
    settled()
    page = window.page
    page.open_data(town.data)
    settled()
    box = named(page, "The data are", QComboBox)

    def choose():
        box.setCurrentIndex(0)
        box.activated.emit(0)

    assert not moved(window, choose)
    identifier = named(page, "Budget account", QLineEdit)
    identifier.setFocus()

    def mistype():
        identifier.setText("not an identifier")
        identifier.textEdited.emit(identifier.text())

    assert not moved(window, mistype)


@pytest.mark.parametrize("number", ["No, it gets noise too", "Yes, print it exactly"])
def test_no_answer_on_the_page_data_moves_the_next_question(window, desk, settled, town, number):
    """The button that had been aimed at was another one by the time of the click: 38 pixels, 27, 43."""
    window.open_page("Data")
    settled()
    page = window.page
    page.open_data(town.data)
    settled()

    def press(text):
        return next(one for one in page.findChildren(QAbstractButton) if one.text() == text).click()

    assert not moved(window, lambda: press("Confirm"))
    for answer in ("Each person", "One row each", number):
        assert not moved(window, lambda answer=answer: press(answer)), answer


def test_the_page_publish_says_that_a_rehearsal_is_under_way_and_no_step_takes_the_focus(sample, settled):
    sample.open_page("Accuracy")
    settled()
    sample._next.setFocus()
    sample._next.click()
    assert sample.page.name == "Publish"
    QApplication.processEvents()
    assert sample.desk.tasks.running("rehearsal")
    said = sample.page._empty_heading
    assert said.isVisible() and said.text() == "The rehearsal is under way"
    assert not focused_step()
    settled(60_000)  # the whole sample is rehearsed
    assert not said.isVisible()
    assert not focused_step()


def test_the_focus_goes_along_with_a_release_which_is_then_called_signed(ready_to_sign, window, settled, qtbot):
    window.activateWindow()
    qtbot.waitActive(window)
    page = ready_to_sign
    page.signature.sign_field.setFocus()
    qtbot.keyClicks(page.signature.sign_field, "The town's tables")
    page.signature.sign_button.setFocus()
    qtbot.keyClick(page.signature.sign_button, Qt.Key.Key_Space)
    assert QApplication.focusWidget() is page.progress.stop_button
    settled()
    assert QApplication.focusWidget() is page.progress.publish_button
    assert page.signature.why_label.text().startswith("Signed and released, entry ")


def test_what_takes_the_focus_after_a_button_is_shut_is_nothing_that_can_be_pressed(sample, settled, qtbot):
    """The next in the order had it: after an export the box of releases, on another page a box of languages."""
    sample.open_page("Accuracy")
    settled()
    page = sample.page
    qtbot.keyClicks(page.wanted.sentence.margin, "50")
    settled()
    page.wanted.total.use.setFocus()
    qtbot.keyClick(page.wanted.total.use, Qt.Key.Key_Space)
    settled()
    assert not page.wanted.total.use.isEnabled()
    now = QApplication.focusWidget()
    assert now is not None and page.wanted.isAncestorOf(now) and now.focusPolicy() == Qt.FocusPolicy.NoFocus
    sample._steps.setFocus()
    for name in ("Dictionary", "Ledger"):
        page.wanted.sentence.margin.setFocus()
        sample.open_page(name)
        settled()
        assert not isinstance(QApplication.focusWidget(), QAbstractButton | QComboBox | QLineEdit)
        sample.open_page("Accuracy")
