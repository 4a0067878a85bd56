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


def test_a_percentage_that_no_noise_moves_is_exact(page, desk, settled):
    """100 % of the table stood there as "≈ ± 0.000"."""
    page.bench.edit("a percentage", add_measure(desk.plan, 0, {"kind": "percentage", "base": "table"}))
    page.bench.edit("figures", {**desk.plan, "reference": {"source": {"en": "Register"}, "total": 1_000_000}})
    settled()
    grid = page.sheet.grid
    column = next(at for at in range(grid.model().columnCount()) if "≈" in str(grid.model().index(1, at).data()))
    assert grid.model().index(0, column).data() == "exact"
    grid.choose(0, column)
    settled()
    assert page.cell._margin.text() == "published exactly"


def test_a_quantile_that_noise_hardly_ever_moves_is_not_off_by_nothing(page, desk, settled):
    """It stood there as "≈ ± 0", and on the page Release as "under ± 1"."""
    page.bench.edit("quartiles", add_measure(desk.plan, 0, {"kind": "median", "variable": "age"}))
    page.bench.edit("figures", {**desk.plan, "reference": {"source": {"en": "Register"}, "total": 50_000_000}})
    settled()
    model = page.sheet.grid.model()
    texts = {str(model.index(row, model.columnCount() - 1).data()) for row in range(model.rowCount())}
    assert texts == {"≈ under ± 1"}
