"""Before a release the window shows the same, pixel for pixel, for two neighbouring files with one dictionary.

Only amber frames (what is confidential and said to be) and the figures of a rehearsal may differ; they are masked. An
exact count planted outside them is found.
"""

from __future__ import annotations

import json

import pytest
from looking import at_rest, masked
from PySide6.QtWidgets import QApplication, QLabel

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.gui.app.application import make_window
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.kit import theme
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary


@pytest.fixture
def neighbours(tmp_path):
    """Two files that differ in one person, in folders of their own under one name."""
    import gzip

    lines = gzip.decompress(resource("sample/sample.csv.gz").read_bytes()).decode().splitlines(keepends=True)
    files = []
    for name, rows in (("one", lines[:3001]), ("two", lines[:3000])):
        folder = tmp_path / name
        folder.mkdir()
        path = folder / "people.csv"
        path.write_text("".join(rows), encoding="utf-8")
        files.append(path)
    return files


def documents():
    dictionary = Dictionary.load(resource("sample/sample.dictionary.json")).to_json()
    plan = json.loads(resource("sample/plan.json").read_text(encoding="utf-8"))
    return dictionary, {key: value for key, value in plan.items() if key != "dictionary"}


def pictures(qtbot, tmp_path, monkeypatch, data, *, plant=False, only=None):
    """What each page, or some of them, show of a file that stands in a folder of the same name for both."""
    here = tmp_path / "here"
    here.mkdir(exist_ok=True)
    (here / "people.csv").write_bytes(data.read_bytes())
    monkeypatch.chdir(here)
    theme.apply(QApplication.instance(), "light")
    desk = Desk(here / "ledger.sqlite")
    window = make_window(desk, Settings(here / "settings.json"))
    qtbot.addWidget(window, before_close_func=lambda one: one.desk.undo.setClean())
    window.resize(1280, 800)
    window.show()
    desk.show_documents(*documents())
    desk.set_data(here / "people.csv", sniff(here / "people.csv"))
    if plant:
        window.page.body.addWidget(QLabel(f"rows: {data.read_text().count(chr(10))}"))
    shown = {}
    for name in only or window.pages:
        window.open_page(name)
        qtbot.waitUntil(lambda: not desk.tasks.running() and desk.checked, timeout=30_000)
        if window.focusWidget() is not None:
            window.focusWidget().clearFocus()
        shown[name] = masked(at_rest(window), window)
    desk.tasks.wait()
    window.close()
    return shown


def test_every_page_is_the_same_for_neighbouring_files(qtbot, qapp, tmp_path, monkeypatch, neighbours):
    one, two = (pictures(qtbot, tmp_path, monkeypatch, path) for path in neighbours)
    assert len(one) >= 7
    assert [name for name in one if one[name] != two[name]] == []


def test_a_planted_count_is_found(qtbot, qapp, tmp_path, monkeypatch, neighbours):
    """The wrong control, on the page it is planted on and one beside it."""
    only = ("Data", "Ledger")
    one, two = (pictures(qtbot, tmp_path, monkeypatch, path, plant=True, only=only) for path in neighbours)
    assert [name for name in one if one[name] != two[name]] == ["Data"]
