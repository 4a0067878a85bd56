"""The confidential check: explained first, noted in the ledger, shown in amber, forgotten when it no longer fits."""

from __future__ import annotations

import gzip
import json
import threading

import pytest
from finding import button
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel, QTableView

from dpdesk.data.counting.checking import CheckReport, VariableCheck
from dpdesk.gui.check import findings
from dpdesk.gui.check.page import CheckPage
from dpdesk.gui.desk.trees import drop, put
from dpdesk.gui.kit.confidential_rows import ConfidentialRows
from dpdesk.ledger.ledger import Ledger
from dpdesk.resources import resource


@pytest.fixture
def data(tmp_path):
    lines = gzip.decompress(resource("sample/sample.csv.gz").read_bytes()).decode().splitlines(keepends=True)
    path = tmp_path / "norland.csv"
    path.write_text("".join(lines[:1235]), encoding="utf-8")
    return path


@pytest.fixture
def sample():
    from dpdesk.schema.dictionary import Dictionary

    return Dictionary.load(resource("sample/sample.dictionary.json")).to_json()


@pytest.fixture
def page(qtbot, desk, settings, settled):
    made = CheckPage(desk, settings)
    qtbot.addWidget(made)
    made.resize(1280, 660)
    made.open()
    made.show()
    qtbot.waitExposed(made)
    return made


def shows(page, text):
    return any(text in one.text() for one in page.findChildren(QLabel) if one.isVisibleTo(page))


def looks(desk):
    if not desk.ledger_path.exists():
        return 0
    with Ledger.open(desk.ledger_path) as ledger:
        return sum(1 for entry in ledger.entries() if "check" in entry.body["kind"])


def table(page):
    view = page.findChild(QTableView)
    model = view.model()
    rows = {}
    for at in range(model.rowCount()):
        cells = [model.index(at, column).data() for column in range(model.columnCount())]
        rows[cells[0]] = cells[1:]
    return view, rows


def test_what_looking_means_is_said_before_anything_can_be_looked_at(page, desk, settled, sample, data):
    assert shows(page, "lies outside the guarantee")
    assert shows(page, "noted in the ledger")
    assert shows(page, "they cannot be copied or exported")
    look = button(page, "Look at the exact figures")
    asked = []
    page.go.connect(asked.append)
    assert not look.isEnabled() and shows(page, "Open a file of microdata first.")
    button(page, "Open the page Data").click()
    desk.set_data(data, None)
    desk.show_documents(drop(sample, ["unit"]))
    settled()
    assert not look.isEnabled() and shows(page, "whose privacy it is")
    desk.show_documents(put(drop(sample, ["impossible"]), ["variables"], []))
    settled()
    assert shows(page, "The dictionary has no variables yet.")
    button(page, "Open the dictionary").click()
    desk.show_documents(drop(sample, ["budget_cap"]))
    settled()
    assert look.isEnabled(), "the budget does not bear on the check"
    assert asked == ["Data", "Dictionary"]
    assert looks(desk) == 0


def test_figures_in_amber_that_do_not_copy_and_are_forgotten(page, desk, settled, sample, data):
    desk.set_data(data, None)
    codes = [{"code": "1", "label": {"en": "Female"}}, {"code": "2", "label": {"en": "Male"}}]
    places = {one["name"]: at for at, one in enumerate(sample["variables"])}
    mistyped = put(drop(sample, ["impossible"]), ["variables", places["sex"], "codes"], codes)
    desk.show_documents(mistyped)
    settled()
    button(page, "Look at the exact figures").click()
    settled()
    assert looks(desk) == 1
    view, rows = table(page)
    assert rows["Sex (sex)"] == ["0", "0", "0", "0", "1,234", "▲ All rows left out: is the code list right?"]
    assert rows["Age in completed years (age)"][:5] == ["1,234", "0", "0", "0", "0"]
    assert shows(page, "Rows in the file: 1,234.")
    frame = view.parentWidget()
    assert frame.property("confidential") is True
    outside = [one.text() for one in page.findChildren(QLabel) if not frame.isAncestorOf(one)]
    assert not any("1,234" in text or "1234" in text for text in [*outside, desk.status])
    assert desk.status == "The whole file has been read for the confidential check, and the figures shown to you alone."
    QGuiApplication.clipboard().setText("before")
    view.setFocus()
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "before"
    desk.edit_plan("title", put(desk.plan, ["title", "en"], "Another"))
    settled()
    assert table(page)[1], "a plan's title does not touch the check"
    desk.edit_dictionary("codes", sample)
    settled()
    assert not table(page)[1]
    assert page.message.sentence == "The dictionary has changed: look again."
    button(page, "Look at the exact figures").click()
    settled()
    assert looks(desk) == 2
    assert table(page)[1]["Sex (sex)"][0] == "1,234"
    button(page, "Close the figures").click()
    assert not table(page)[1] and not shows(page, "1,234")
    button(page, "Look at the exact figures").click()
    settled()
    desk.set_data(None, None)
    assert not table(page)[1]


@pytest.mark.parametrize("width", [960, 1024, 2560])
def test_a_long_name_stands_whole_in_a_window_that_has_become_another(page, desk, settled, qtbot, sample, data, width):
    desk.set_data(data, None)
    desk.show_documents(sample)
    settled()
    button(page, "Look at the exact figures").click()
    settled()
    view, _ = table(page)
    page.resize(width, 660)
    settled()
    longest = view.sizeHintForColumn(0)
    qtbot.waitUntil(lambda: not view.horizontalScrollBar().maximum())  # columns follow in a turn of their own
    assert width < 1024 or view.columnWidth(0) >= min(longest, view.viewport().width() // 3)
    assert width < 2560 or view.columnWidth(0) >= longest


def test_units_over_the_cap_and_without_an_identifier(page, desk, settled, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("id,sex\n" + "a,F\n" * 5 + "b,M\n,F\n,M\n", encoding="utf-8")
    tree = {
        "format": "dpdesk-dictionary", "version": 1, "dataset_id": "people", "source": {"kind": "csv"},
        "unit": {
            "kind": "id", "describes": "person", "label": {"en": "one person"}, "column": "id", "max_rows": 2,
            "rows_without_id": "refuse",
        },
        "variables": [{
            "name": "sex", "kind": "category", "label": {"en": "Sex"}, "column": "sex", "describes": "unit",
            "codes": [{"code": "F"}, {"code": "M"}], "otherwise": "nowhere",
        }],
    }  # fmt: skip
    desk.show_documents(json.loads(json.dumps(tree)))
    desk.set_data(path, None)
    settled()
    button(page, "Look at the exact figures").click()
    settled()
    said = "Units with more than 2 rows: 1. Rows left out because of it: 3. Rows without an identifier: 2."
    assert shows(page, said)
    assert shows(page, "A release of this file would be refused")
    assert shows(page, "is that limit right?")


def test_refusals_are_sentences(page, desk, settled, sample, data, tmp_path):
    desk.show_documents(sample)
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    desk.set_data(other, None)
    settled()
    button(page, "Look at the exact figures").click()
    settled()
    assert "is not in other.csv" in page.message.sentence
    assert looks(desk) == 0 and not table(page)[1]
    desk.set_data(data, None)
    desk.ledger_path = tmp_path / "no" / "such" / "folder" / "ledger.sqlite"
    button(page, "Look at the exact figures").click()
    settled()
    assert page.message.sentence.endswith(".") and "internal" not in page.message.sentence
    assert not table(page)[1], "no figure without a note in the ledger"


def test_cancel(page, desk, settled, sample, data, qtbot, monkeypatch):
    """A check that is stopped shows nothing; the note that somebody began to look stays."""
    from dpdesk.data.counting import checking

    begun, go_on = threading.Event(), threading.Event()
    real = checking.check

    def slow(source, dictionary, progress):
        begun.set()
        go_on.wait(20)
        progress("counting", 0.5)
        return real(source, dictionary, progress)

    monkeypatch.setattr(checking, "check", slow)
    desk.show_documents(sample)
    desk.set_data(data, None)
    settled()
    button(page, "Look at the exact figures").click()
    qtbot.waitUntil(begun.is_set, timeout=20_000)
    assert not button(page, "Look at the exact figures").isVisible()
    button(page, "Cancel").click()
    go_on.set()
    settled()
    assert page.message.sentence == "Stopped. That somebody began to look stays noted in the ledger."
    assert looks(desk) == 1 and not table(page)[1]
    assert button(page, "Look at the exact figures").isEnabled()
    assert not button(page, "Cancel").isVisible()


def test_an_edit_while_it_reads_stops_it(page, desk, settled, sample, data, qtbot, monkeypatch):
    from dpdesk.data.counting import checking

    begun, go_on = threading.Event(), threading.Event()

    def slow(source, dictionary, progress):
        begun.set()
        go_on.wait(20)
        return CheckReport(1, (), 0, 0)

    monkeypatch.setattr(checking, "check", slow)
    desk.show_documents(sample)
    desk.set_data(data, None)
    settled()
    button(page, "Look at the exact figures").click()
    qtbot.waitUntil(begun.is_set, timeout=20_000)
    desk.edit_dictionary("title", put(desk.dictionary, ["title", "en"], "Another"))
    go_on.set()
    settled()
    assert page.message.sentence == "The dictionary has changed: look again."
    assert not table(page)[1] and not shows(page, "Rows in the file")


@pytest.mark.parametrize(
    ("figures", "found"),
    [
        ((100, 0, 0, 0, 0), ""),
        ((0, 0, 0, 0, 100), "none_tabulated"),
        ((95, 0, 0, 0, 5), "many_lost"),
        ((96, 0, 0, 0, 4), "some_lost"),
        ((0, 60, 40, 0, 0), "none_coded"),
        ((49, 51, 0, 0, 0), "mostly_missing"),
        ((40, 0, 60, 0, 0), ""),
        ((95, 0, 0, 5, 0), "many_clamped"),
    ],
)
def test_what_is_suspicious(figures, found):
    assert findings.finding(VariableCheck("v", *figures), 100) == found
    assert findings.finding(VariableCheck("v", 0, 0, 0, 0, 0), 0) == ""


def test_the_model_of_confidential_rows(qapp):
    model = ConfidentialRows(right=[1])
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show(("a", "b"), [("x" * 100, "1"), ("y", "2")])
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) is None
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled
    model.show((), ())
    assert model.rowCount() == model.columnCount() == 0
    del tester
