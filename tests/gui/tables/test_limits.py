"""A measure of its own universe is added from the menu, and whom it counts is chosen among its options."""

from __future__ import annotations

import pytest
from menus import add_measure, choose


@pytest.fixture
def page(table_of_sexes):
    """The page Tables with a table of the sample's sexes."""
    return table_of_sexes(pay="Pay")


def test_a_count_of_these_stands_beside_that_of_everybody(page, desk, settled):
    assert page.measures.count.isChecked()
    add_measure(page, "Count of these, by", "Sex")
    settled()
    assert desk.snapshot.plan_problem == "" and page.measures.count.isChecked()
    assert page.measures.chips[-1].text().startswith("Count, of these Sex: Female")
    options = page.options.measure.limit
    assert not options.code.isHidden()
    choose(options.code, [{"variable": "sex", "codes": ["M"]}])
    measures = desk.plan["tables"][0]["measures"]
    assert measures[0] == {"kind": "count"}
    assert measures[-1] == {"kind": "count", "where": [{"variable": "sex", "codes": ["M"]}]}
    choose(options.variable, None)
    assert "where" not in desk.plan["tables"][0]["measures"][-1]


def test_a_rate_of_these_is_set_against_the_cell_itself(page, desk, settled):
    add_measure(page, "Percentage of these in each cell, by", "Sex")
    settled()
    assert desk.snapshot.plan_problem == ""
    made = desk.plan["tables"][0]["measures"][-1]
    assert made == {"kind": "percentage", "base": {"keep": ["sex"]}, "where": [{"variable": "sex", "codes": ["F"]}]}
    assert page.options.measure.limit.variable.isVisibleTo(page.options.measure)


def test_what_else_a_plan_file_says_is_shown_and_left(page, desk, settled):
    add_measure(page, "Count of these, by", "Sex")
    both = [{"variable": "sex", "codes": ["F", "M"]}]
    tree = desk.plan
    tables = [{**tree["tables"][0], "measures": [{"kind": "count"}, {"kind": "count", "where": both}]}]
    desk.edit_plan("test", {**tree, "tables": tables})
    settled()
    page.measures.chips[-1].click()
    settled()
    code = page.options.measure.limit.code
    assert code.currentData() == both and code.currentText() == "Sex: Female, Male"
