"""The look for leaks at the window, channel by channel: each has a leak planted once, which must be found; and a window
over other people, with the same noisy numbers, is the same in every pixel outside amber.

The session that is looked through is driven in a process of its own (stories, leaks by channel).
"""

from __future__ import annotations

import shutil
import subprocess

import canary
import pytest
import sweeping
from finding import button
from looking import at_rest, masked
from PySide6.QtCore import QMimeData, QSettings, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPdfWriter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QScrollBar,
    QTableView,
    QWidget,
)
from same_noise import SameNoise
from town import COUNT, Town, block, people, table, write_people

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.gui.app.application import make_window
from dpdesk.gui.app.recovery import keep_safe
from dpdesk.gui.app.session import state_folder
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import put
from dpdesk.gui.kit import theme
from dpdesk.gui.paper.typography import font
from dpdesk.gui.shared.releasing import start_release

CELL, TOTAL, OUTSIDE, SECRET = 7919, 104729, 1223, "Quokka Island 5"
NUMBERS, TEXTS = [CELL, TOTAL, OUTSIDE, TOTAL - OUTSIDE], [SECRET, "quokka"]
TABLES = [table("people", measures=[COUNT, {"kind": "percentage", "base": "row"}]), table("ages", stub=[block("age")])]
PAGES = ("Data", "Dictionary", "Tables", "Accuracy", "Release", "Publish", "Check", "Ask", "Ledger")


@pytest.fixture
def kept(window):
    """The window keeps its unsaved work and notes recent files, as it does when it is started."""
    yield keep_safe(window, state_folder())
    window.closed.emit()


def text_of(path):
    """The words of a PDF, whose letters are numbers of glyphs."""
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed")
    return subprocess.run([tool, str(path), "-"], capture_output=True, check=True).stdout


def _menu(window):
    QMenu("More", window).addAction(f"Rows: {TOTAL}").setToolTip(SECRET)


def _model(window):
    view = QTableView(window)
    model = QStandardItemModel(1, 1, view)
    item = QStandardItem("shown")
    item.setData(SECRET, Qt.ItemDataRole.ToolTipRole)
    model.setItem(0, 0, item)
    view.setModel(model)
    view.setColumnWidth(0, CELL)


def _bar(window):
    QProgressBar(window).setRange(0, TOTAL)
    QScrollBar(window).setRange(0, CELL)
    QLabel("row 1", window).setProperty("rows", OUTSIDE)


def _html(window):
    content = QMimeData()
    content.setHtml(f"<td>{TOTAL:,}</td>")
    content.setData("application/x-rows", CELL.to_bytes(8, "little"))
    QGuiApplication.clipboard().setMimeData(content)


def _texts(window):
    label = QLabel("nothing", window)
    label.setToolTip(f"{CELL} here")
    label.setWhatsThis(f"{TOTAL:,}")
    label.setStatusTip(SECRET)
    label.setAccessibleName(f"rows {OUTSIDE}")
    label.setAccessibleDescription(f"{TOTAL:,}".replace(",", "\u202f"))


LEAKS = {
    "a text": (lambda w: QLabel(f"Rows: {TOTAL:,}", w), ["104729 in QLabel text", "104729 in spoken name"]),
    "texts about it": (
        _texts,
        ["7919 in QLabel toolTip", "104729 in QLabel whatsThis", f"{SECRET} in QLabel statusTip", "1223 in spoken name",
         "104729 in spoken description"],
    ),
    "a field": (lambda w: QLineEdit(SECRET, w), [f"{SECRET} in QLineEdit text", f"{SECRET} in spoken value"]),
    "a list": (lambda w: QComboBox(w).addItem(SECRET), [f"{SECRET} in QComboBox items"]),
    "a model": (_model, [f"{SECRET} in QTableView model", "7919 in QHeaderView sizes"]),
    "bars": (_bar, ["104729 in QProgressBar maximum", "7919 in QScrollBar maximum", "1223 in QLabel property rows"]),
    "a menu": (_menu, ["104729 in QAction text", f"{SECRET} in QAction toolTip"]),
    "a title": (lambda w: w.setWindowTitle(f"{TOTAL} rows"), ["104729 in QWidget title"]),
    "the clipboard": (_html, ["104729 in Clipboard, text/html", "7919 in Clipboard, application/x-rows"]),
}  # fmt: skip


@pytest.mark.parametrize("channel", LEAKS)
def test_a_leak_is_found(qtbot, qapp, channel):
    """The positive control, channel by channel; in an amber frame the same is left alone."""
    plant, wanted = LEAKS[channel]
    window = QWidget()
    qtbot.addWidget(window)
    QGuiApplication.clipboard().clear()
    assert canary.leaks(sweeping.swept(window), NUMBERS, TEXTS) == []
    plant(window)
    found = canary.leaks(sweeping.swept(window), NUMBERS, TEXTS)
    for one in wanted:
        assert any(line.startswith(one.replace("QWidget title", "QWidget windowTitle")) for line in found), (one, found)
    QGuiApplication.clipboard().clear()
    window.setProperty("confidential", True)
    window.setWindowTitle("")
    assert canary.leaks(sweeping.swept(window), NUMBERS, TEXTS) == []


def test_a_leak_in_what_is_kept_or_undone_is_found(window, desk, settled, kept, settings, tmp_path, monkeypatch):
    """The positive control for settings, recent files, unsaved work, the undo stack and Qt's own settings."""
    monkeypatch.setattr("dpdesk.gui.app.recovery._AFTER_EDIT", 0)
    monkeypatch.setattr("dpdesk.gui.app.recovery._AT_MOST_EVERY", 0)
    settings.set("looks", f"{TOTAL} rows")
    settings.remember("data", tmp_path / f"rows-{CELL}.csv")
    desk.edit_plan(f"Take {SECRET}", put(desk.plan, ["title", "en"], f"{OUTSIDE} rows"))
    settled()
    kept._write()
    settled()
    own = QSettings(str(tmp_path / "qt.conf"), QSettings.Format.IniFormat)
    own.setValue("widths", f"1, {TOTAL}")
    own.sync()
    found = canary.leaks([*canary.left_in(tmp_path), *sweeping.undo_texts(desk.undo)], NUMBERS, TEXTS)
    for what in (
        f"{TOTAL} in {tmp_path}/settings.json",
        f"{CELL} in {tmp_path}/settings.json",
        f"{SECRET} in undo step",
    ):
        assert what in found
    assert any(line.startswith(f"{OUTSIDE} in {state_folder()}") for line in found)
    assert f"{TOTAL} in {tmp_path}/qt.conf" in found
    desk.undo.setClean()


def test_a_leak_in_print_is_found(qapp, tmp_path):
    """The positive control for what is printed: letters in a PDF are numbers of glyphs."""
    path = tmp_path / "leak.pdf"
    writer = QPdfWriter(str(path))
    painter = QPainter(writer)
    painter.setFont(font(10))  # the window's own has figures that cannot be read back
    painter.drawText(200, 200, f"Rows: {TOTAL}")
    painter.end()
    del painter, writer  # writes what is left
    text = text_of(path)
    assert canary.leaks([("what is printed", text)], NUMBERS, []) == [f"{TOTAL} in what is printed"], text


def screens(qtbot, folder, rows, settings):
    """What the window shows of a release of some people, outside amber, with the figures in amber looked at."""
    folder.mkdir(exist_ok=True)
    ledger = folder / "ledger.sqlite"
    ledger.unlink(missing_ok=True)
    place = Town(folder, rows=rows)
    if rows > 400:
        write_people(place.data, [{**one, "income": "1000000"} for one in people(rows) if one["sex"] != "m"])
    desk = Desk(ledger)
    window = make_window(desk, settings)
    qtbot.addWidget(window, before_close_func=lambda one: one.desk.undo.setClean())
    window.resize(1280, 800)
    window.show()

    def quiet():
        QApplication.processEvents()
        return not desk.tasks.running() and desk.checked

    desk.open(place.plan("people", *TABLES, loss={"epsilon": "1/2"}))
    qtbot.waitUntil(quiet, timeout=20_000)
    desk.set_data(place.data, sniff(place.data))
    window.open_page("Release")
    qtbot.waitUntil(quiet, timeout=20_000)
    assert start_release(desk)
    shown = {}
    for name in ("Publish", "Ledger", "Release", "Data", "Check"):
        window.open_page(name)
        qtbot.waitUntil(quiet, timeout=20_000)
        words = {"Data": "Show the first rows (confidential)", "Check": "Look at the exact figures"}.get(name)
        if words:
            button(window.page, words).click()
            qtbot.waitUntil(quiet, timeout=20_000)
        if window.focusWidget() is not None:
            window.focusWidget().clearFocus()
        shown[name] = masked(at_rest(window), window)
    window.page.body.addWidget(QLabel("." * (rows // 100)))  # the control
    shown["planted"] = masked(at_rest(window), window)
    desk.tasks.wait()
    window.close()
    return shown


def test_a_release_looks_the_same_over_other_people(qtbot, qapp, tmp_path, monkeypatch, settings):
    """With the same noisy numbers every pixel outside amber is the same; a label whose width tells the rows is seen."""
    noise, found = SameNoise(monkeypatch, tmp_path), []
    theme.apply(qapp, "light")
    for rows in (400, 900):
        noise.again()
        found.append(screens(qtbot, tmp_path / "here", rows, settings))
    assert noise.drawn == 1
    assert [name for name in found[0] if found[0][name] != found[1][name]] == ["planted"]
