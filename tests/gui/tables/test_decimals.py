"""Where the noise is finer than the usual decimals, one click prints more; nothing without planning figures."""

from __future__ import annotations

import pytest

from dpdesk.gui.tables.bench import Chosen
from dpdesk.gui.tables.edits.measures import add_measure


@pytest.fixture
def page(table_of_sexes):
    """The page Tables with a table of the sample's sexes and a percentage."""
    return table_of_sexes()


def test_more_decimals_are_offered_where_the_noise_is_finer(page, desk, settled):
    finer = page.options.measure.finer
    page.bench.edit("a percentage", add_measure(desk.plan, 0, {"kind": "percentage", "base": "table"}))
    page.bench.choose(Chosen("measure", None, 1))
    settled()
    assert finer.isHidden()
    figures = {"source": {"en": "Register"}, "total": 1_000_000}
    page.bench.edit("figures", {**desk.plan, "reference": figures})
    settled()
    assert not finer.isHidden() and finer.text() == "Print 4 decimals"
    finer.click()
    assert desk.plan["tables"][0]["measures"][1]["decimals"] == 4
    settled()
    assert finer.isHidden() and desk.snapshot.plan_problem == ""
