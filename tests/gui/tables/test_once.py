"""A table may count each unit once in a cell, where a unit has several records."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from dpdesk.gui.desk.trees import put
from dpdesk.gui.shared.methods import MethodsModel
from dpdesk.gui.shared.people import ExpectedPeople
from dpdesk.gui.tables.bench import Chosen
from dpdesk.gui.tables.universe import UniverseBar
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary


@pytest.fixture
def page(table_of_sexes, desk, settled):
    """The page Tables with a table of sexes, of a file in which a person has up to four records."""
    shown = table_of_sexes()
    tree = Dictionary.load(resource("sample/sample.dictionary.json")).to_json()
    unit = {key: value for key, value in tree["unit"].items() if key in ("describes", "label")}
    more = {"kind": "id", "column": "pid", "max_rows": 4, "rows_without_id": "refuse"}
    desk.edit_dictionary("unit", {**tree, "unit": {**unit, **more}, "neighbours": "add_remove"})
    settled()
    return shown


def test_units_are_counted_once_by_a_tick_and_records_again_without_it(page, desk, settled):
    assert page.once.isVisibleTo(page)
    before = desk.plan["tables"][0]
    page.once.click()
    settled()
    table = desk.plan["tables"][0]
    assert table["counts"] == "units" and table["measures"] == [{"kind": "count"}]
    assert table["stub"][0]["variables"] == [{"variable": "sex", "total": "none"}]
    assert desk.snapshot.plan_problem == ""
    menu = page.shelves["boxhead"].add.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text().startswith("Age")).trigger()
    settled()
    assert desk.plan["tables"][0]["boxhead"][0]["variables"][0]["total"] == "none"  # it would count people twice
    assert desk.snapshot.plan_problem == ""
    page.once.click()
    settled()
    assert {**desk.plan["tables"][0], "boxhead": None, "title": None} == {**before, "boxhead": None, "title": None}
    assert desk.snapshot.plan_problem == ""


def test_its_method_is_not_said_to_give_totals(page, desk, settled):
    page.once.click()
    settled()
    words = "Each cell gets noise of its own; cells do not add up."
    shown = [one.text() for one in page.cell.findChildren(QLabel)]
    assert any(words in text for text in shown), shown
    shown = MethodsModel()
    shown.set_table(desk.snapshot.forecast["tables"][0], once=True)
    assert [row.sentence for row in shown.rows if row.chosen] == [words]


def test_a_second_table_gets_a_group_of_its_own(page, desk, settled):
    page.bench.edit("a copy", {**desk.plan, "tables": [*desk.plan["tables"], {**desk.plan["tables"][0], "name": "b"}]})
    page.once.click()
    settled()
    first, second = desk.plan["tables"]
    assert first["group"] != second.get("group") and desk.snapshot.plan_problem == ""


def test_where_each_record_is_a_unit_there_is_nothing_to_choose(table_of_sexes):
    shown = table_of_sexes()
    assert not shown.once.isVisibleTo(shown)


def test_it_is_said_that_rows_are_counted(page, desk, settled):
    bar, people = page.findChild(UniverseBar), page.findChild(ExpectedPeople)
    assert bar._everyone.text() == "every row that is counted"
    page.bench.edit("median", put(desk.plan, ["tables", 0, "measures"], [{"kind": "median", "variable": "age"}]))
    settled()
    assert people.field.isVisibleTo(page) and people.field.accessibleName() == "About how many rows?"
    assert "depends on how many rows there are" in people.words.text()
    people.field.setText("1950")
    people.field.edited.emit("1950")
    settled()
    assert "as if 1,950 records were spread evenly" in people.words.text()
    page.once.click()
    assert bar._everyone.text() == "everyone the file counts"
    desk.edit_dictionary("unit", put(desk.dictionary, ["unit"], {**desk.dictionary["unit"], "max_rows": 1}))
    assert bar._everyone.text() == "everyone the file counts"


def test_other_documents_begin_with_their_first_table(page, desk, settled):
    page.bench.edit("a copy", {**desk.plan, "tables": [*desk.plan["tables"], {**desk.plan["tables"][0], "name": "b"}]})
    page.bench.choose_table(1)
    page.bench.choose(Chosen("measure", None, 0))
    desk.open(resource("sample/plan.json"))
    settled()
    assert page.bench.t == 0 and page.bench.chosen.kind != "measure"
