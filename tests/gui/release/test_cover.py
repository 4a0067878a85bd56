"""The cover on the page Release: its texts and the house style are texts of the plan, undone like them."""

from __future__ import annotations

import json

import openpyxl
import pytest
from logos import png

from dpdesk.gui.desk.trees import put
from dpdesk.gui.shared.publishing import export
from dpdesk.gui.shared.releasing import start_rehearsal
from dpdesk.publish.folders import workbook_in


@pytest.fixture
def page(ready_to_sign):
    return ready_to_sign


def typed(page, qtbot, name, text):
    page.cover.open_button.setChecked(True)
    field = page.cover.fields[name]
    field.setFocus()
    qtbot.keyClicks(field, text)


def test_texts_of_the_cover_are_typed_printed_and_undone(page, desk, qtbot, settled, tmp_path):
    meaning = desk.snapshot.plan.meaning
    said = {
        "reference_period": "1 May 2025",
        "publisher": "Statistics Town",
        "contact": "Desk, desk@town.example",
        "source": "Register of the town",
        "region": "The town",
        "intended_use": "Planning of schools",
        "revision": "Corrects the release of 1 May",
    }
    before = page.cover.fields["source"].placeholderText()
    assert before == desk.dictionary["title"]["en"]
    for name, text in said.items():
        typed(page, qtbot, name, text)
    assert {name: desk.plan[name] for name in said} == {name: {"en": text} for name, text in said.items()}
    for name in reversed(said):
        desk.undo.undo()
        assert name not in desk.plan and page.cover.fields[name].text() == ""
    for _ in said:
        desk.undo.redo()
    settled()
    assert desk.snapshot.plan.meaning == meaning and page.contract.words
    start_rehearsal(desk, page)
    settled()
    export(desk.rehearsal, tmp_path / "out", desk.ledger_path)
    cover = openpyxl.load_workbook(workbook_in(tmp_path / "out")).worksheets[0]
    found = {row[0].value: row[1].value for row in cover.iter_rows(min_row=4)}
    assert (found["Reference period"], found["Publisher"]) == ("1 May 2025", "Statistics Town")
    assert (found["Contact"], found["Source"]) == ("Desk, desk@town.example", "Register of the town")
    assert found["Revision status"] == "Corrects the release of 1 May."
    assert (found["Area covered"], found["Intended use"]) == ("The town", "Planning of schools")


def test_what_the_cover_says_ends_in_dots_where_it_is_longer_than_its_line(page, qtbot, settled):
    typed(page, qtbot, "contact", "Desk of the census, Harbour Street 1, desk@town.example, telephone 555 123 456")
    settled()
    page.cover.open_button.setChecked(False)
    settled()
    summary = page.cover.summary
    assert summary.text().endswith("…") and summary.fontMetrics().horizontalAdvance(summary.text()) <= summary.width()
    assert summary.toolTip().endswith("House style: Plain")


def test_a_house_style_is_chosen_kept_in_the_plan_and_undone(page, desk, tmp_path):
    choice, heard = page.cover.style_field, []
    page.cover.said.connect(lambda kind, sentence: heard.append((kind, sentence)))
    assert choice.currentText() == "Plain"
    choice.chosen.emit("us")
    assert desk.plan["style"]["name"]["en"] == "US Census" and choice.currentText() == "US Census"
    (tmp_path / "logo.png").write_bytes(png())
    own = tmp_path / "ours.style.json"
    tree = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}}
    own.write_text(json.dumps(tree | {"publisher": {"en": "Town Statistics"}, "logo": "logo.png"}), encoding="utf-8")
    choice.read(own)
    assert desk.plan["style"]["logo"].startswith("data:image/png;base64,") and choice.currentText() == "Ours"
    assert page.cover.fields["publisher"].placeholderText() == "Town Statistics"
    choice.read(tmp_path / "missing.style.json")
    assert heard[-1][0] == "red" and "cannot be read" in heard[-1][1] and choice.currentText() == "Ours"
    choice.chosen.emit("plain")
    assert "style" not in desk.plan
    desk.undo.undo()
    assert choice.currentText() == "Ours"
    desk.undo.undo()
    assert choice.currentText() == "US Census"
    desk.undo.undo()
    assert "style" not in desk.plan and choice.currentText() == "Plain"


def test_a_style_in_the_plan_that_is_none_is_said_by_the_check(page, desk, settled):
    desk.edit_plan("x", put(desk.plan, ["style"], {"format": "dpdesk-style", "version": 1, "name": {}}))
    settled()
    assert desk.snapshot.plan_problem == "Style, name must not be empty."
