"""A measure is weighted by a quantity that is never below 0, in one choice; the cases can stand beside it."""

from __future__ import annotations

import pytest

from dpdesk.gui.tables.bench import Chosen
from dpdesk.gui.tables.edits.measures import add_measure


@pytest.fixture
def page(table_of_sexes):
    """The page Tables with a table of the sample's sexes, whose dictionary has a weight and an amount below 0."""
    return table_of_sexes(wt="Design weight", debt={"label": "Debt", "lower": "-100"})


def pick(page, head, name):
    menu = page.measures.add.menu()
    menu.aboutToShow.emit()
    under = next(action.menu() for action in menu.actions() if action.text().startswith(head))
    next(action for action in under.actions() if action.text().startswith(name)).trigger()


def choose(page, at, name):
    page.bench.choose(Chosen("measure", None, at))
    box = page.options.measure.weight
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())


def measures(desk):
    return desk.plan["tables"][0]["measures"]


def test_a_count_is_weighted_and_the_cases_stand_beside_it(page, desk, settled):
    pick(page, "Count, weighted by", "Design weight")
    assert measures(desk) == [{"kind": "count"}, {"kind": "count", "weight": "wt"}]
    settled()
    assert desk.snapshot.plan_problem == ""
    assert page.measures.chips[0].text().startswith("Count, weighted by Design weight")
    page.measures.count.click()
    assert measures(desk) == [{"kind": "count", "weight": "wt"}]
    settled()
    assert desk.snapshot.plan_problem == ""


def test_a_weight_is_taken_away_again(page, desk):
    choose(page, 0, "wt")
    choose(page, 0, None)
    assert measures(desk) == [{"kind": "count"}]


def test_a_share_of_a_plan_file_is_shown_and_moves_to_another_variable_with_a_line_of_its_own(page, desk, settled):
    share = {"kind": "share", "variable": "age", "within": {"below": "20"}, "weight": "wt"}
    page.bench.edit("a share", add_measure(desk.plan, 0, share))
    settled()
    assert desk.snapshot.plan_problem == ""
    shown = page.measures.chips[-1].text()
    assert shown.startswith("Share with ") and "below 20" in shown
    page.bench.choose(Chosen("measure", None, 1))
    about = page.options.measure.about
    other = next(about.itemData(at) for at in range(about.count()) if about.itemData(at) != "age")
    about.setCurrentIndex(about.findData(other))
    about.activated.emit(about.currentIndex())
    assert measures(desk)[1]["variable"] == other
    settled()
    assert desk.snapshot.plan_problem == ""


def test_only_what_is_never_below_0_is_offered(page, desk):
    page.bench.choose(Chosen("measure", None, 0))
    box = page.options.measure.weight
    offered = [box.itemData(at) for at in range(box.count())]
    assert offered[0] is None and "wt" in offered and "debt" not in offered and "sex" not in offered
    assert not box.isHidden()


def test_a_median_is_weighted_too(page, desk, settled):
    pick(page, "Median of", "")
    choose(page, 1, "wt")
    assert measures(desk)[1]["kind"] == "median" and measures(desk)[1]["weight"] == "wt"
    settled()
    assert desk.snapshot.plan_problem == ""


def test_a_kind_that_nothing_suits_says_why(page, desk, settled):
    tree = desk.dictionary
    desk.show_documents({**tree, "variables": [one for one in tree["variables"] if one["kind"] != "quantity"]})
    settled()
    menu = page.measures.add.menu()
    menu.aboutToShow.emit()
    mean = next(action.menu() for action in menu.actions() if action.text().startswith("Mean of"))
    assert mean.isEnabled(), "a greyed entry would lead nowhere"
    (why,) = mean.actions()
    assert "Add a quantity" in why.text()
    assert not why.isEnabled()
