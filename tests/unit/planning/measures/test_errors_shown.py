"""A comparison of methods has the errors of what a table shows, not of counts of cases that it does not show."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.planning.forecast.forecast import forecast
from dpdesk.schema.dictionary import Dictionary

FACTORS = {
    "name": "factors",
    "source": {"en": "design"},
    "variables": ["sex"],
    "rows": [{"codes": ["f"], "figure": "12.5"}, {"codes": ["m"], "figure": "40"}],
}
WEIGHTED = {"kind": "count", "weight": "years"}


def compared(*measures: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The row of the method chosen for a table, and the table's entry."""
    dictionary = Dictionary.from_json(dictionary_json(neighbours="add_remove", budget_cap={"rho": "10"}))
    given = table(stub=[block("colour")], measures=list(measures))
    entry = forecast(plan(given, dictionary=dictionary, loss={"rho": "1"}, public_figures=[FACTORS]))["tables"][0]
    chosen = entry["chosen"], entry["chosen_noise"]
    return next(row for row in entry["mechanisms"] if (row["mechanism"], row["noise"]) == chosen), entry


@pytest.mark.parametrize(
    ("measure", "of"),
    [
        (WEIGHTED, "count:weighted:years"),
        ({"kind": "count", "expanded": "factors"}, "count:expanded:factors"),
        ({"kind": "sum", "variable": "pay", "weight": "years"}, "sum:pay:weighted:years"),
    ],
)
def test_a_table_without_counts_of_cases_has_the_errors_of_what_it_shows(measure: Any, of: str) -> None:
    row, entry = compared(measure)
    std = np.array(entry["cells_std"])
    assert row["errors_of"] == of and row["rmse"] == pytest.approx(sqrt(np.mean(std**2)))
    assert row["max_std"] == pytest.approx(std.max()) and row["margin_max"] > row["max_std"]


@pytest.mark.parametrize("measure", [{"kind": "mean", "variable": "years"}, {"kind": "median", "variable": "age"}])
def test_ratios_and_quantiles_have_those_of_the_weighted_counts_behind_them(measure: Any) -> None:
    row, _ = compared({**measure, "weight": "years"})
    alone, _ = compared(measure)
    assert row["errors_of"] == "count:weighted:years" and "errors_of" not in alone
    assert row["rmse"] > 2 * (alone["rmse"] or 0)


def test_counts_of_cases_beside_them_have_their_own() -> None:
    alone, _ = compared(WEIGHTED)
    beside, _ = compared(COUNT, WEIGHTED)
    assert "errors_of" not in beside and beside["rmse"] < alone["rmse"] / 2
