"""The window itself: its size at first, the keys of its steps, and what another document takes along."""

from __future__ import annotations

import gc
import re

import pytest
import shiboken6
from finding import named
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPlainTextEdit
from town import plan_json

from dpdesk.gui.app.application import make_window, settle
from dpdesk.gui.app.window import first_size
from dpdesk.gui.desk.trees import put

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


# Other documents ----------------------------------------------------------------------------------------------


@pytest.fixture
def used(window, desk, town, settled, qtbot, tmp_path):
    """The window after a release, with something typed on every page; and a look at all that can be read on a page."""
    window.open_page("Data")
    desk.open(town.plan("people"))
    desk.set_data(town.data, None)
    settled()
    window.open_page("Accuracy")
    settled()
    qtbot.keyClicks(window.page.wanted.sentence.margin, "47")
    settled()
    release(window, settled, qtbot)
    window.open_page("Data")
    qtbot.keyClicks(named(window.page, "File of microdata", QLineEdit), "-former-path")  # typed, and not opened
    window.open_page("Publish")
    settled()
    window.page.files.folder_field.setText(str(tmp_path / "former-folder"))
    window.page.files.export()
    settled()
    window.page.message.say("info", "A former message.")
    assert window.page.state().done
    return window


def release(window, settled, qtbot):
    window.open_page("Release")
    settled()
    page = window.page
    page.signature.office_field.setText("Former Office")
    page.signature.role_field.setText("former role")
    page.signature.sign_field.setText("The town's tables")
    page.signature.sign_button.click()
    settled()
    assert page.progress.progress_head.text() == "Released"


def words(page):
    """All that can be read on a page, hidden parts of it as well: they may be shown for the next document."""
    found = [one.toPlainText() for one in page.findChildren(QPlainTextEdit)]
    found += [one.currentText() for one in page.findChildren(QComboBox)]
    return found + [one.text() for kind in (QLabel, QAbstractButton, QLineEdit) for one in page.findChildren(kind)]


@pytest.mark.parametrize("page", ["Data", "Accuracy", "Release", "Publish"])
def test_what_was_typed_and_said_of_the_documents_before_does_not_outlive_them(used, desk, settled, page):
    desk.undo.setClean()
    used.new()
    settled()
    used.open_page(page)
    settled()
    told = words(used.page)
    for former in ("47", "Former Office", "former role", "A former message."):
        assert former not in told
    assert not any(former in one for one in told for former in ("former-folder", "-former-path"))
    assert desk.status == "Nothing has been read from the data."
    assert not any(one.state().done for one in used.pages.values())
    if page == "Release":
        assert not used.page.progress.isVisible()


def test_another_plan_is_not_called_released(used, desk, town, settled):
    desk.open(town.plan("others", loss={"epsilon": "1/2"}))
    settled()
    used.open_page("Release")
    settled()
    assert not used.page.state().done
    assert not used.page.progress.isVisible()
    assert not used.pages["Publish"].state().done
    assert desk.status == "The whole file has been read for a release."


def test_nor_is_the_plan_itself_once_it_is_another(used, desk, settled):
    used.open_page("Release")
    settled()
    assert used.page.state().done
    desk.edit_plan("title", put(desk.plan, ["tables", 0, "title", "en"], "A clearer title"))
    settled()
    assert desk.status.startswith("Released"), "a corrected text leaves the release what it was"
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "2"))
    settled()
    assert not used.page.state().done
    assert not used.page.progress.isVisible()
    assert not used.page.action().enabled, "the tables of the plan before are not the next step of this one"
    assert desk.status == "The whole file has been read for a release."
    used.open_page("Publish")
    desk.say("Rehearsed.")
    used.open_page("Release")
    assert desk.status == "Rehearsed.", "a release that is another's by now says no more"
    desk.undo.undo()
    settled()
    assert used.page.state().done and used.page.action().enabled


def test_a_ledger_is_called_whole_only_up_to_the_entries_verified(used, desk, settled, qtbot):
    used.open_page("Ledger")
    settled()
    used.page.action().run()
    settled()
    assert used.page.message.sentence.startswith("The ledger is whole.")
    used.open_page("Tables")
    used.open_page("Ledger")
    settled()
    assert used.page.message.sentence.startswith("The ledger is whole.")  # nothing new: it holds still
    desk.edit_plan("loss", put(desk.plan, ["loss", "epsilon"], "2"))
    settled()
    release(used, settled, qtbot)
    used.open_page("Ledger")
    settled()
    assert not used.page.message.sentence


def test_documents_stay_while_they_are_released(window, desk, town, settled, monkeypatch):
    desk.open(town.plan("people"))
    settled()
    monkeypatch.setattr(desk.tasks, "running", lambda owner=None: owner == "release")
    window.new()
    assert desk.plan["tables"]
    assert "A release is under way" in window.page.message.sentence


def test_a_rehearsal_of_the_documents_before_does_not_come_into_view(window, desk, town, settled):
    desk.open(town.plan("people"))
    settled()
    window.open_page("Accuracy")
    settled()
    window.page.action().run()
    assert desk.tasks.running("rehearsal")
    window.new()
    settled()
    assert desk.rehearsal is None
    assert desk.status == "Nothing has been read from the data."


# One number for one thing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", [{"epsilon": "1"}, {"rho": "1/8"}])
def test_one_loss_is_the_same_game_on_every_page(window, desk, town, settled, loss):
    tree = put(town.tree, ["budget_cap"], loss)
    plan = {key: value for key, value in plan_json(tree, loss=loss).items() if key != "dictionary"}
    desk.show_documents(tree, plan)
    settled()
    found = {}
    for name in ("Data", "Release"):
        window.open_page(name)
        settled()
        said = " ".join(words(window.page))
        found[name] = re.findall(r"right at most ([\d.]+) times in 100", said)
    assert found["Data"] == found["Release"]
    assert len(found["Data"]) == 1


def test_a_focus_that_moves_when_the_window_is_gone_is_none_of_its_business(desk, settings):
    """The application tells it until its end: errors stood on the terminal after quitting."""
    made = make_window(desk, settings)
    shiboken6.delete(made)
    made._on_focus(None, None)


def test_a_large_dictionary_does_not_make_every_thread_wait_for_the_collector(window):
    """With 100,000 codes on the desk the window stopped for a fifth of a second now and again."""
    before, passes = gc.get_threshold(), []

    def note(phase, info):
        if phase == "start" and info["generation"] == 2:
            passes.append(phase)

    settle(window)
    gc.collect()  # of what is set aside nothing is left to look through: the next whole pass comes as soon as it can
    gc.callbacks.append(note)
    try:
        kept = [[code] for code in range(400_000)]
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)
        gc.unfreeze()
        gc.freeze()  # as after collection (tests/conftest.py)
    assert len(kept) == 400_000 and not passes


def test_a_page_left_from_one_of_its_fields_hands_the_focus_to_no_tab(ready_to_sign, window, settled):
    for name in ("Data", "Release", "Data"):
        window.open_page(name)
        settled()
    window.page.findChild(QLineEdit).setFocus()
    window.open_page("Release")
    settled()
    focused = QApplication.focusWidget()
    assert (focused is not None and window.page.isAncestorOf(focused)) or focused is window.page, focused
