"""An index, a ratio and a share below the median are added from the menu, and their base and sides are chosen."""

from __future__ import annotations

import pytest
from menus import add_measure, choose


@pytest.fixture
def page(table_of_sexes):
    """The page Tables with a table of the sample's sexes, whose dictionary has two quantities."""
    return table_of_sexes(pay="Pay", debt="Debt")


def test_an_index_has_its_base_at_a_code(page, desk, settled):
    add_measure(page, "Index by", "Sex")
    settled()
    assert desk.snapshot.plan_problem == ""
    assert page.measures.chips[-1].text().startswith("Index, 100 is Sex: Female")
    choose(page.options.measure.quotients.code, "M")
    assert desk.plan["tables"][0]["measures"][-1] == {"kind": "index", "base": {"variable": "sex", "code": "M"}}
    settled()
    assert desk.snapshot.plan_problem == "" and not page.options.measure.quotients.code.isHidden()


def test_a_ratio_of_sums_and_its_sides(page, desk, settled):
    add_measure(page, "Ratio of two sums")
    settled()
    assert desk.snapshot.plan_problem == ""
    sides = page.options.measure.quotients
    choose(sides.top, {"variable": "debt"})
    choose(sides.bottom, {"variable": "pay"})
    choose(sides.times, "100")
    ratio = desk.plan["tables"][0]["measures"][-1]
    assert ratio["top"] == {"variable": "debt"} and ratio["bottom"] == {"variable": "pay"} and ratio["per"] == "100"
    settled()
    assert desk.snapshot.plan_problem == ""
    assert page.measures.chips[-1].text().startswith("Debt over Pay")


def test_a_share_below_the_median_says_whose_median_it_is(page, desk, settled):
    add_measure(page, "Share below 60 % of the median of", "Income")
    settled()
    whose = page.options.measure.median_of
    assert whose.currentText() == "each cell alone"
    assert not whose.isHidden() and page.options.measure.base.isHidden()
    choose(whose, "table")
    assert desk.plan["tables"][0]["measures"][-1]["base"] == "table"
    settled()
    assert desk.snapshot.plan_problem == ""
    assert whose.currentText() == "the whole table"
    assert page.measures.chips[-1].text().startswith("Share below"), "it is no percentage of the table"
    choose(whose, None)
    assert "base" not in desk.plan["tables"][0]["measures"][-1]
