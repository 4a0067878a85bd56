"""Unsaved work: kept aside, offered after a kill, gone after a clean end; and the habits of leaving and returning."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import window_child
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton

from dpdesk.gui.app import recovery
from dpdesk.gui.app.application import make_window
from dpdesk.gui.app.recovery import keep_safe
from dpdesk.gui.app.session import Session, Unsaved, state_folder
from dpdesk.gui.desk.trees import put
from dpdesk.resources import resource


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "sessions"


@pytest.fixture
def at_once(monkeypatch):
    """Keep unsaved work aside without waiting."""
    monkeypatch.setattr(recovery, "_AFTER_EDIT", 0)
    monkeypatch.setattr(recovery, "_AT_MOST_EVERY", 0)


def titled(desk, title):
    desk.edit_plan("title", put(desk.plan, ["title", "en"], title))


def kept(folder):
    return [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]


def notice_button(window, text):
    found = [one for one in window.notices.findChildren(QPushButton) if one.text().replace("&", "") == text]
    assert [one.isVisible() for one in found] == [True], text
    return found[0]


def unsaved(title="Left over", **more):
    plan = {"format": "dpdesk-plan", "version": 1, "title": {"en": title}, "tables": []}
    dictionary = {"format": "dpdesk-dictionary", "version": 1, "variables": []}
    return Unsaved(dictionary, plan, more.get("dictionary_path"), more.get("plan_path"), "2026-01-02 03:04")


def leave(folder, content=None, fault=""):
    """A session that ended without clearing up."""
    session = Session(folder)
    if content is not None:
        session.write(content)
    if fault:
        session.faults.write_text(fault, encoding="utf-8")
    session._lock._forget_after_fork()  # lets go as the system does at the end of a process
    return session


def test_a_killed_window_gives_its_work_to_the_next(window, desk, settled, qtbot, at_once):
    child = subprocess.Popen(
        [sys.executable, window_child.__file__, "edit"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert child.stdout.readline().strip() == "kept"
    folder = state_folder()
    assert len(list(folder.glob("*.json"))) == 1
    second = Session(folder)
    assert list(second.leftovers()) == []  # the other window lives: its work is its own
    second.end()
    child.kill()
    child.wait()
    child.stdout.close()
    keep_safe(window, folder)
    settled()
    assert "Unsaved tables" in window.notices.sentence
    restore = notice_button(window, "Restore")
    restore.setFocus()
    qtbot.keyClick(restore, Qt.Key.Key_Space)
    assert desk.plan["title"]["en"] == "Unsaved tables"
    assert window.page.name == "Tables", "what was restored is in view"
    assert window.isWindowModified()
    assert not window.notices.isVisible()
    settled()
    assert [tree["plan"]["title"]["en"] for tree in kept(folder)] == ["Unsaved tables"]
    desk.undo.setClean()
    settled()
    window.close()
    assert list(folder.iterdir()) == []


def test_discarded_work_is_gone(window, settled, qtbot, folder):
    leave(folder, unsaved())
    keep_safe(window, folder)
    settled()
    assert "Unsaved work of 2 January 2026, 03:04 was found" in window.notices.sentence
    discard = notice_button(window, "Discard")
    discard.setFocus()
    qtbot.keyClick(discard, Qt.Key.Key_Space)
    assert kept(folder) == []
    assert not window.notices.isVisible()


def test_a_notice_closed_is_asked_again_at_the_next_start(window, settled, folder, desk):
    leave(folder, unsaved())
    keep_safe(window, folder)
    settled()
    window.notices._close()
    assert len(kept(folder)) == 1
    assert desk.plan["title"]["en"] == ""


def test_several_leftovers_are_offered_one_after_the_other(window, desk, settled, folder):
    for title in ("first", "second"):
        leave(folder, unsaved(title))
    keep_safe(window, folder)
    settled()
    seen = window.notices.sentence
    notice_button(window, "Restore").click()
    assert window.notices.sentence != seen
    notice_button(window, "Restore").click()
    assert "first" in window.notices.sentence  # the one on the desk is unsaved: it is not replaced
    assert desk.plan["title"]["en"] in ("first", "second")
    settled()


def test_two_windows_do_not_take_each_others_leftovers(folder):
    leave(folder, unsaved())
    one, other = Session(folder), Session(folder)
    found = list(one.leftovers())
    assert len(found) == 1
    assert list(other.leftovers()) == []
    found[0].discard_unsaved()
    one.end()
    other.end()
    assert list(folder.iterdir()) == []


def test_what_cannot_be_read_is_swept_away(folder):
    folder.mkdir()
    (folder / "1-a.json").write_text("{", encoding="utf-8")
    (folder / "2-b.json").write_text('{"format": "dpdesk-unsaved", "version": 99}', encoding="utf-8")
    (folder / "3-c.fault").touch()
    (folder / "4-d.lock").touch()
    session = Session(folder)
    assert list(session.leftovers()) == []
    session.end()
    assert list(folder.iterdir()) == []


def test_only_the_documents_are_kept_and_only_for_the_user(window, desk, settled, folder, at_once):
    keep_safe(window, folder)
    settled()
    desk.open(resource("sample/plan.json"))
    desk.set_data(Path("/somewhere/microdata-4711.csv"), None)
    settled()
    assert kept(folder) == []  # nothing is unsaved
    titled(desk, "Changed")
    settled()
    (tree,) = kept(folder)
    assert set(tree) == {"format", "version", "saved", "dictionary", "plan", "dictionary_path", "plan_path"}
    assert tree["plan"] == desk.plan
    assert tree["dictionary"] == desk.dictionary
    assert "microdata-4711" not in json.dumps(tree)
    if sys.platform != "win32":
        assert folder.stat().st_mode & 0o077 == 0


def test_saving_removes_what_was_kept(window, desk, settled, folder, at_once, tmp_path, monkeypatch):
    keep_safe(window, folder)
    settled()
    desk.open(resource("sample/plan.json"))
    settled()
    titled(desk, "Changed")
    settled()
    assert len(kept(folder)) == 1
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(tmp_path / "mine.plan.json"), ""))
    window.save_as()
    settled()
    assert kept(folder) == []
    desk.undo.undo()
    settled()
    assert len(kept(folder)) == 1  # undone past the saved state: unsaved again
    desk.undo.setClean()
    settled()


def test_typing_is_kept_at_most_every_few_seconds(window, desk, settled, folder, monkeypatch):
    monkeypatch.setattr(recovery, "_AFTER_EDIT", 0)
    autosave = keep_safe(window, folder)
    settled()
    titled(desk, "A")
    settled()
    assert [tree["plan"]["title"]["en"] for tree in kept(folder)] == ["A"]
    titled(desk, "AB")
    assert autosave._timer.remainingTime() > 3000
    settled()
    assert [tree["plan"]["title"]["en"] for tree in kept(folder)] == ["A"]


def test_a_folder_that_cannot_be_used_is_said(window, settled, tmp_path):
    (tmp_path / "file").touch()
    assert keep_safe(window, tmp_path / "file" / "sessions") is None
    assert "cannot be kept aside" in window.notices.sentence


# Leaving and coming back --------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["Save", "Discard", "Cancel"])
def test_leaving_with_unsaved_changes_asks(window, desk, settled, qtbot, tmp_path, monkeypatch, answer):
    desk.open(resource("sample/plan.json"))
    settled()
    titled(desk, "Changed")
    settled()
    asked = []

    def respond(box):
        asked.append(box.text())
        assert all(button.icon().isNull() for button in box.buttons()), "as everywhere in the window"
        return QMessageBox.StandardButton[answer]

    monkeypatch.setattr(QMessageBox, "exec", respond)
    target = tmp_path / "kept.plan.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(target), ""))
    desk.plan_path = None  # as if made here: saving asks where
    window.close()
    settled()
    assert asked == ["The plan or the dictionary has unsaved changes."]
    if answer == "Cancel":
        assert window.isVisible()
    else:
        qtbot.waitUntil(lambda: not window.isVisible())
    assert target.exists() is (answer == "Save")
    if answer == "Save":
        assert json.loads(target.read_text(encoding="utf-8"))["title"]["en"] == "Changed"


def test_nothing_is_asked_when_nothing_changed(window, desk, settled, monkeypatch):
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail("asked"))
    desk.open(resource("sample/plan.json"))
    settled()
    assert window.close()


def test_recent_files_are_offered_and_can_be_switched_off(window, settings, settled):
    plan = resource("sample/plan.json")
    window.open_file(plan)
    settled()
    window.recent_menu.aboutToShow.emit()
    entries = [action.text() for action in window.recent_menu.actions()]
    assert str(plan) in entries
    next(one for one in window.recent_menu.actions() if "no more" in one.text()).trigger()
    assert settings.recent("plans") == []
    window.open_file(plan)
    settled()
    window.recent_menu.aboutToShow.emit()
    assert [one.text() for one in window.recent_menu.actions() if not one.isSeparator()] == ["Remember recent files"]
    window.recent_menu.actions()[-1].trigger()
    assert settings.remembers_files


def test_the_window_comes_back_as_it_was_left(qtbot, window, desk, settings):
    window.resize(960, 700)  # the screen of the tests is small; the window opens at 800 otherwise
    window.close()
    again = make_window(desk, settings)
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (960, 700)
