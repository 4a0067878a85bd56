"""The menus: every entry does what it says, where the focus is, and takes no key away from a field or a table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit

from dpdesk.release.rehearsal import rehearse


@pytest.fixture
def active(window, qtbot):
    window.activateWindow()
    qtbot.waitActive(window)
    return window


def menu(window, title):
    """A menu of the bar, as it is when it is opened."""
    found = next(one.menu() for one in window.menuBar().actions() if one.text().replace("&", "") == title)
    found.aboutToShow.emit()
    return {one.text().replace("&", "").partition("\t")[0]: one for one in found.actions() if one.text()}


def test_the_menus_are_complete(window):
    assert {"Undo", "Redo", "Cut", "Copy", "Paste", "Select all", "Find on this page"} <= menu(window, "Edit").keys()
    wanted = {"Open the example", "Export the tables", "Print the tables…", "Close the plan", "Quit"}
    assert wanted <= menu(window, "File").keys()
    assert "Keys" in menu(window, "Help")


def test_no_two_entries_want_one_key(window):
    keys = [
        one.shortcut().toString()
        for title in ("File", "Edit", "View", "Help")
        for one in menu(window, title).values()
        if not one.shortcut().isEmpty()
    ]
    assert len(keys) == len(set(keys))
    assert not set(keys) & {QKeySequence(key).toString() for key in ("Ctrl+C", "Ctrl+X", "Ctrl+V", "Ctrl+A")}


def test_cut_and_paste_act_on_the_field_with_the_focus(active, settled):
    active.open_page("Release")
    settled()
    first, second = active.page.signature.office_field, active.page.signature.role_field
    first.setFocus()
    first.setText("Town Office")
    entries = menu(active, "Edit")
    assert not entries["Cut"].isEnabled()
    entries["Select all"].trigger()
    entries = menu(active, "Edit")
    assert entries["Cut"].isEnabled()
    entries["Cut"].trigger()
    assert first.text() == ""
    second.setFocus()
    menu(active, "Edit")["Paste"].trigger()
    assert second.text() == "Town Office"


def test_a_password_is_not_copied(active, settled):
    active.open_page("Release")
    settled()
    field = active.page.signature.office_field
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setText("secret")
    field.setFocus()
    field.selectAll()
    entries = menu(active, "Edit")
    assert not entries["Copy"].isEnabled()
    assert not entries["Cut"].isEnabled()


def test_the_example_is_opened_and_its_own_files_are_left_alone(window, desk, settled):
    window.open_page("Publish")
    menu(window, "File")["Open the example"].trigger()
    settled()
    assert window.page.name == "Tables", "where it is ready to be rehearsed"
    assert desk.plan["tables"]
    assert desk.plan_path is None
    assert desk.dictionary_path is None
    assert desk.snapshot.can_rehearse
    assert window.windowTitle().startswith("untitled")


def test_find_goes_to_the_filter(active, desk, town, settled, qtbot):
    desk.open(town.plan("people"))
    settled()
    for name in ("Tables", "Dictionary"):
        active.open_page(name)
        settled()
        qtbot.keyClick(active, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert QApplication.focusWidget() is active.page.find_field()
    active.open_page("Ledger")
    settled()
    qtbot.keyClick(active, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert active.page.message.sentence == "On this page there is nothing to search."


def test_export_opens_the_page_that_exports_and_says_what_is_missing(window, desk, town, settled, tmp_path):
    assert not menu(window, "File")["Export the tables"].isEnabled()
    desk.open(town.plan("people"))
    settled()
    desk.show_release(rehearse(desk.finished_plan()).release)
    settled()
    entries = menu(window, "File")
    entries["Export the tables"].trigger()
    settled()
    assert window.page.name == "Publish"
    assert window.page.message.sentence == "Name a folder for the files first."
    window.page.files.folder_field.setText(str(tmp_path / "out"))
    entries["Export the tables"].trigger()
    settled()
    assert any((tmp_path / "out").rglob("*.xlsx"))


def test_closing_leaves_an_empty_desk(window, desk, town, settled):
    desk.open(town.plan("people"))
    settled()
    menu(window, "File")["Close the plan"].trigger()
    settled()
    assert desk.plan["tables"] == []
    assert desk.data_path is None
