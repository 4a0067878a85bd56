"""The welcome: each way to begin leads where it says, and nothing that decides privacy comes with it."""

from __future__ import annotations

import pytest
from finding import button
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton

from dpdesk.gui.data.edits import gaps
from dpdesk.gui.desk.documents import save
from dpdesk.gui.start.templates import NAMES, template
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

DECIDED = ("dataset_id", "source", "data_kind", "unit", "neighbours", "budget_cap", "loss")


@pytest.fixture
def start(window, settled):
    window.open_page("Start")
    settled()
    return window


def click(page, text):
    QTest.mouseClick(button(page, text), Qt.MouseButton.LeftButton)


def test_the_example_is_ready_to_rehearse_and_to_release(start, desk, settled):
    click(start.page, "Open the example")
    settled()
    assert start.page.name == "Tables"
    assert len(desk.plan["tables"]) == 6
    assert desk.snapshot.can_rehearse
    assert desk.plan_path is None, "the bundled files are not saved over"
    assert desk.data_path == resource("sample/sample.csv.gz"), "nobody knows where the program keeps it"
    assert desk.status.startswith("Only the beginning of the file has been read")


@pytest.mark.parametrize("name", NAMES)
def test_a_template_brings_tables_and_decides_nothing(start, desk, settled, tmp_path, name):
    words = {"age_by_sex": "Age by sex", "area_by_status": "Area by characteristic", "income": "Distribution of income"}
    click(start.page, words.get(name, "The census table"))
    settled()
    assert start.page.name == "Data"
    assert gaps(desk.dictionary)[0] == "source"
    assert not any(field in desk.dictionary or field in desk.plan for field in DECIDED)
    assert desk.snapshot.compiled is not None, desk.snapshot.plan_problem
    answered = {
        **desk.dictionary, "dataset_id": "town", "title": {"en": "Town"}, "data_kind": "complete_count",
        "source": {"kind": "csv", "delimiter": ",", "encoding": "utf-8", "header_row": 1}, "neighbours": "add_remove",
        "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}}, "budget_cap": {"rho": "1"},
    }  # fmt: skip
    desk.edit_dictionary("Answer", answered)
    settled()
    assert desk.snapshot.can_rehearse, desk.snapshot.plan_problem
    assert Dictionary.from_json(desk.dictionary).variables
    save(desk.dictionary, tmp_path / "t.dictionary.json", desk.plan, tmp_path / "t.plan.json")
    desk.open(tmp_path / "t.plan.json")
    settled()
    assert desk.plan["tables"] == template(name)[1]["tables"]


def test_a_recent_plan_is_opened_again(start, desk, settings, settled, tmp_path):
    dictionary, plan = (resource(f"sample/{name}").read_bytes() for name in ("sample.dictionary.json", "plan.json"))
    for name in resource("sample").iterdir():
        if name.suffix == ".csv":
            (tmp_path / name.name).write_bytes(name.read_bytes())
    (tmp_path / "sample.dictionary.json").write_bytes(dictionary)
    (tmp_path / "mine.plan.json").write_bytes(plan)
    settings.remember("plans", tmp_path / "mine.plan.json")
    start.open_page("Data")
    start.open_page("Start")
    one = next(one for one in start.page.findChildren(QPushButton) if one.accessibleName() == "mine.plan.json")
    QTest.mouseClick(one, Qt.MouseButton.LeftButton)
    settled()
    assert desk.plan_path == tmp_path / "mine.plan.json"
    assert start.page.name == "Tables"


def test_a_file_is_named_on_the_welcome_or_looked_for(start, desk, settled, tmp_path, monkeypatch):
    data = tmp_path / "people.csv"
    data.write_text("id,sex\n" + "1,F\n2,M\n" * 20, encoding="utf-8")
    field = next(one for one in start.page.findChildren(QLineEdit) if one.accessibleName() == "File of microdata")
    QTest.keyClicks(field, str(data))
    QTest.keyClick(field, Qt.Key.Key_Return)
    settled()
    assert (start.page.name, desk.data_path) == ("Data", data)
    desk.set_data(None, None)
    start.open_page("Start")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(data), ""))
    click(start.page, "Browse…")
    settled()
    assert (start.page.name, desk.data_path) == ("Data", data)


@pytest.mark.parametrize("page", ["Start", "Tables", "Ledger"])
def test_a_file_dropped_anywhere_opens(window, desk, settled, tmp_path, page):
    data = tmp_path / "people.csv"
    data.write_text("id,sex\n" + "1,F\n2,M\n" * 20, encoding="utf-8")
    window.open_page(page)
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

    def drop(*paths):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        window.dropEvent(QDropEvent(QPointF(400, 400), Qt.DropAction.CopyAction, mime, buttons, keys))
        settled()

    assert window.acceptDrops()
    drop(data, data)
    assert window.page.message.sentence == "Drop one file from this computer."
    drop(data)
    assert (window.page.name, desk.data_path) == ("Data", data)
    drop(resource("sample/plan.json"))
    assert desk.dictionary["dataset_id"] == "norland-sample-2025"
