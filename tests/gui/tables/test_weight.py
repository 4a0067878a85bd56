"""A measure is weighted by a quantity that is never below 0, in one choice; the cases can stand beside it."""

from __future__ import annotations

import pytest

from dpdesk.gui.tables.bench import Chosen
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

WEIGHT = {
    "name": "wt", "kind": "quantity", "column": "age", "label": {"en": "Design weight"}, "describes": "unit",
    "lower": "0", "upper": "100", "step": "1", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip
DEBT = {**WEIGHT, "name": "debt", "label": {"en": "Debt"}, "lower": "-100"}


@pytest.fixture
def page(window, desk, settled):
    """The page Tables with a table of the sample's sexes, whose dictionary has a weight and an amount below 0."""
    tree = Dictionary.load(resource("sample/sample.dictionary.json")).to_json()
    desk.show_documents({**tree, "variables": [*tree["variables"], WEIGHT, DEBT]})
    window.open_page("Tables")
    settled()
    page = window.pages["Tables"]
    page._first.click()
    menu = page.shelves["stub"].add.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text().startswith("Sex")).trigger()
    settled()
    return page


def choose(page, at, name):
    page.bench.choose(Chosen("measure", None, at))
    box = page.options.measure.weight
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())


def measures(desk):
    return desk.plan["tables"][0]["measures"]


def test_a_count_is_weighted_and_the_cases_stand_beside_it(page, desk, settled):
    choose(page, 0, "wt")
    assert measures(desk) == [{"kind": "count", "weight": "wt"}]
    settled()
    assert desk.snapshot.plan_problem == ""
    assert page.measures.chips[0].text().startswith("Count, weighted by Design weight")
    assert not page.measures.count.isChecked()
    page.measures.count.click()
    assert measures(desk) == [{"kind": "count"}, {"kind": "count", "weight": "wt"}]
    settled()
    assert desk.snapshot.plan_problem == ""


def test_a_weight_is_taken_away_again(page, desk):
    choose(page, 0, "wt")
    choose(page, 0, None)
    assert measures(desk) == [{"kind": "count"}]


def test_only_what_is_never_below_0_is_offered(page, desk):
    page.bench.choose(Chosen("measure", None, 0))
    box = page.options.measure.weight
    offered = [box.itemData(at) for at in range(box.count())]
    assert offered[0] is None and "wt" in offered and "debt" not in offered and "sex" not in offered
    assert not box.isHidden()


def test_a_median_is_weighted_too(page, desk, settled):
    menu = page.measures.add.menu()
    menu.aboutToShow.emit()
    medians = next(action.menu() for action in menu.actions() if action.text().startswith("Median of"))
    medians.actions()[0].trigger()
    choose(page, 1, "wt")
    assert measures(desk)[1]["kind"] == "median" and measures(desk)[1]["weight"] == "wt"
    settled()
    assert desk.snapshot.plan_problem == ""
