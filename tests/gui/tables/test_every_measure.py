"""Whatever the menu of measures offers goes from the form to the workbook, and without noise its numbers are true."""

from __future__ import annotations

from dataclasses import replace

import pytest
import xlsx_checker
from newcomer import Newcomer
from random_plans.case import case
from random_plans.invariants import is_true, read
from random_plans.noiseless import without_noise

from dpdesk.gui.desk.snapshot import made_plan
from dpdesk.gui.tables.measures.shelf import MeasureShelf
from dpdesk.planning.choosing.choose import choose
from dpdesk.publish.folders import workbook_in
from dpdesk.schema.dictionary import Dictionary

SEED = 200_018
"""A file of 120 records with an ordered code list, bins, a weight that is a quantity, and public figures."""
OTHERS = {"Median of": 1, "All intervals of": 1, "Deciles of": 2,
          "Gini coefficient of": 3, "Shares of fifths in": 3, "Share below 60 % of the median of": 3}  # fmt: skip
"""The tables of what cannot stand in the first one, as a table asks for nothing twice; the last is of what lies between
bounds, whose truth tests/gui/test_two_paths.py knows."""


@pytest.fixture
def drawn():
    """The case, with four tables of counts by the first variable."""
    made = case(SEED)
    stub = [{"variables": [{"variable": made.dictionary["variables"][0]["name"]}]}]
    tables = [{"name": f"t{number}", "title": {"en": f"Table {number}"}, "stub": stub, "measures": [{"kind": "count"}]}
              for number in range(4)]  # fmt: skip
    plan = {key: value for key, value in made.plan.items() if key not in ("groups", "targets")}
    return replace(made, plan=plan | {"tables": tables, "loss": {"rho": "1"}, "title": {"en": "Everything"}})


def offered(menu, head=""):
    """The entries of a menu that add a measure, and of those below it, each with what stands above it."""
    menu.aboutToShow.emit()
    return [found for action in menu.actions() for found in _below(action, head)]


def _below(action, head):
    if action.menu() is not None:
        return [found for one in action.menu().actions() for found in _below(one, action.text())]
    return [(head, action)] if action.isEnabled() and not action.isSeparator() else []


def test_every_measure_of_the_menu_is_published(window, desk, settled, drawn, tmp_path):
    drawn.write(tmp_path)
    desk.open(tmp_path / "drawn.plan.json")
    desk.set_data(tmp_path / "records.csv", None)
    window.open_page("Tables")
    settled(60_000)
    page, menu = window.page, window.page.findChild(MeasureShelf).add.menu()
    heads = [head for head, _ in offered(menu)]
    for number, head in enumerate(heads):
        page.bench.choose_table(OTHERS.get(head, 0))
        offered(menu)[number][1].trigger()
    settled(60_000)
    kinds = {measure["kind"] for table in desk.plan["tables"] for measure in table["measures"]}
    assert len(kinds) >= 16, kinds

    person, out = Newcomer(window, lambda: settled(60_000)), tmp_path / "release"
    with without_noise():
        person.press("5 Release")
        person.type("Type the release's title to sign: Everything", "Everything")
        person.press("Release")
    person.press("Publish")
    person.type("Folder", str(out))
    person.press("Export")
    told = desk.plan | {"tables": desk.plan["tables"][:3]}
    known = read(replace(drawn, plan=told, chosen=choose(made_plan(told, Dictionary.from_json(desk.dictionary)))))
    assert not [*is_true(known, desk.release)]
    book = xlsx_checker.Book(workbook_in(out)).tables()
    for table in desk.release.tables:
        header, rows = book[table.shell.name]
        assert {row[header.index("Measure (code)")] for row in rows} == {item.code for item in table.shell.items}
