"""Crash manners: reports that can be passed on, faults found at the next start, memory never dumped."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
import window_child
from PySide6.QtCore import QtMsgType
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from window_child import SECRET

from dpdesk.gui.app import crash
from dpdesk.gui.app.crash import CrashReporter, scrubbed, scrubbed_fault, versions
from dpdesk.gui.app.recovery import keep_safe
from dpdesk.gui.app.session import state_folder
from dpdesk.gui.desk.trees import put
from dpdesk.gui.kit.text_dialog import TextDialog


def child(mode):
    return subprocess.run(
        [sys.executable, window_child.__file__, mode], capture_output=True, text=True, timeout=60, check=False
    )


def broken():
    """An exception from inside dpdesk whose message, cause and locals quote the data."""
    secret = SECRET
    try:
        put([], [5, secret], secret)
    except IndexError as error:
        try:
            raise ValueError(secret) from error
        except ValueError as outer:
            return outer
    raise AssertionError("put did not raise")


def test_a_report_says_what_and_where_and_nothing_else():
    report = scrubbed(broken())
    assert report.splitlines()[0] == "ValueError"
    assert "because of IndexError" in report
    assert "dpdesk.gui.desk.trees, put, line " in report
    for word in (SECRET, "Miller", "test_crash", "/", "\\", "index out of range"):
        assert word not in report


def test_versions_name_no_person_and_no_place():
    lines = versions()
    assert lines[0].startswith("dpdesk ")
    assert any(line.startswith("duckdb ") for line in lines)
    import getpass
    import platform

    for word in (platform.node(), getpass.getuser(), "/home"):
        assert not word or all(word not in line.split() for line in lines)


def test_a_circle_of_causes_ends():
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert scrubbed(one).splitlines() == ["ValueError", "because of KeyError"]


@pytest.fixture
def reporter(window, desk):
    made = CrashReporter(window)
    desk.tasks.report = made
    yield made
    desk.tasks.report = None


def dialog_of(window):
    return next(one for one in window.findChildren(TextDialog) if one.isVisible())


def test_an_error_in_a_task_opens_a_report_beside_the_work(window, desk, settled, reporter, qtbot):
    failed = []
    desk.tasks.start("test", lambda progress: put([], [5, SECRET], 1), lambda result: None, failed.append)
    settled()
    assert "IndexError" in failed[0]
    assert SECRET not in failed[0]
    dialog = dialog_of(window)
    assert not dialog.isModal()
    text = dialog.text.toPlainText()
    assert "IndexError" in text
    assert "dpdesk.gui.desk.trees, put" in text
    assert SECRET not in text
    buttons = {one.text().replace("&", ""): one for one in dialog.findChildren(QPushButton)}
    assert set(buttons) == {"Copy", "Close"}
    buttons["Copy"].click()
    assert QGuiApplication.clipboard().text() == text
    reporter(KeyError(SECRET))  # a second one joins the first
    assert "KeyError" in dialog.text.toPlainText()
    window.open_page("Ledger")
    settled()
    buttons["Close"].click()
    qtbot.waitUntil(lambda: reporter._dialog is None)


def test_threads_destructors_and_qt_are_heard(reporter, qtbot, monkeypatch, capsys):
    monkeypatch.setattr(threading, "excepthook", reporter._on_thread)
    thread = threading.Thread(target=lambda: put([], [5, SECRET], 1))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(reporter.reports) == 1)
    happened = type("Happened", (), {"exc_value": broken()})
    reporter._on_unraisable(happened)
    context = type("Context", (), {"category": "qt.core"})
    reporter._on_qt(QtMsgType.QtWarningMsg, context, SECRET)
    reporter._on_qt(QtMsgType.QtCriticalMsg, context, SECRET)
    assert len(reporter.reports) == 3
    assert reporter.reports[2] == "Qt, qt.core: QtCriticalMsg"
    out, err = capsys.readouterr()
    assert SECRET not in "".join([*reporter.reports, out, err])


def test_a_flood_of_errors_does_not_drown_the_window(reporter):
    for _ in range(200):
        reporter(ValueError())
    assert len(reporter.reports) == 20


@pytest.mark.skipif(sys.platform == "win32", reason="Windows writes no core files")
def test_an_error_in_a_slot_reaches_the_dialog_and_not_the_terminal_and_memory_is_never_dumped(qapp):
    done = child("fail")
    assert done.returncode == 0
    assert "ValueError" in done.stderr
    assert "dpdesk.gui.desk.trees, put" in done.stderr
    assert "Miller" not in done.stderr + done.stdout
    limits, shown = done.stdout.splitlines()
    assert limits == "(0, 0) 0"
    assert int(shown.split()[1]) >= 2  # the window and the dialog


def test_a_fault_is_found_at_the_next_start(window, settled, qtbot):
    assert child("fault").returncode != 0
    (file,) = state_folder().glob("*.fault")
    assert "Segmentation fault" in file.read_text() or "access violation" in file.read_text()
    keep_safe(window, state_folder())
    settled()
    assert "stopped unexpectedly" in window.notices.sentence
    show = next(one for one in window.notices.findChildren(QPushButton) if "report" in one.text())
    show.click()
    dialog = dialog_of(window)
    text = dialog.text.toPlainText()
    assert text.startswith("Fatal Python error")
    assert "dpdesk.gui.app.application, open_window, line " in text
    assert "/" not in text.replace("dpdesk/", "")
    dialog.close()
    assert not file.exists()


def test_a_fault_can_be_deleted_unread(window, settled, tmp_path):
    folder = tmp_path / "sessions"
    folder.mkdir()
    (folder / "1-a.fault").write_text("Fatal Python error: Aborted\n", encoding="utf-8")
    keep_safe(window, folder)
    settled()
    next(one for one in window.notices.findChildren(QPushButton) if "Delete" in one.text()).click()
    assert not (folder / "1-a.fault").exists()


def test_a_fault_report_names_modules_only():
    text = (
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n"
        f'  File "{crash._PACKAGE}/gui/desk/desk.py", line 5 in open\n'
        '  File "/home/miller/libs/numpy/x.py", line 9 in secret\n'
        "Extension modules: miller\n"
    )
    assert scrubbed_fault(text).splitlines() == [
        "Fatal Python error: Segmentation fault",
        "Current thread 0x1 (most recent call first):",
        "  dpdesk.gui.desk.desk, open, line 5",
    ]
