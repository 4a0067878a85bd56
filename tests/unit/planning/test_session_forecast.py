"""What a session is forecast to cost and to tell, and what Tables gives for the same loss."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import dictionary_json, small

from dpdesk.mechanisms import build
from dpdesk.planning.compiler.statistics import count_rows
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.planning.sessions.forecast import (
    NOMINAL,
    asked_for,
    forecast_session,
    promised,
    table_error,
    table_plan,
    wide_plan,
)
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.queries import Prefix
from dpdesk.schema.dictionary import Dictionary
from dpdesk.sequential.tails import smallest_error

SUM = {"epsilon": "10", "delta": "1/1000", "rule": "sum"}
APPROX = {"epsilon": "1/2", "delta": "1e-7"}


def session(
    method: dict[str, Any],
    *variables: str,
    loss: dict[str, str] | None = None,
    dictionary: Dictionary | None = None,
    **more: Any,
) -> SessionPlan:
    tree = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "Questions"},
        "dictionary": {"path": "small.dictionary.json"}, "loss": loss or {"epsilon": "1"},
        "variables": list(variables), "method": method, **more,
    }  # fmt: skip
    return SessionPlan.from_json(tree, dictionary or small(budget_cap=SUM, neighbours="add_remove"))


def long_list(codes: int, **more: Any) -> Dictionary:
    """A dictionary whose ages are 0 to codes - 1."""
    tree = dictionary_json(budget_cap=SUM, neighbours="add_remove", **more)
    tree["variables"] = [one for one in tree["variables"] if one["name"] in ("sex", "age")]
    tree["variables"][1]["bins"] = {"first": 0, "last": codes - 1}
    return Dictionary.from_json(tree)


COUNTS = {"name": "noisy-counts", "questions": 5}
CASES = [
    session(COUNTS, "sex", "area"),
    session({"name": "above-threshold", "threshold": 50}, "area"),
    session({"name": "sparse-vector", "threshold": 50, "hits": 3}, "sex", "area"),
    session({"name": "sparse-vector", "threshold": 50, "hits": 3, "values": "show"}, "sex", "area"),
    session({"name": "median"}, "age"),
    session({"name": "median", "size": 1000}, "age", dictionary=small(budget_cap=SUM)),
    session({"name": "between-thresholds", "lower": 100, "upper": 2000}, "area", loss=APPROX),
    session({"name": "interior-point", "size": 10_000, "questions": 10}, "age", loss=APPROX),
    session({"name": "adaptive-thresholds", "size": 10**7, "questions": 10, "accuracy": "1/10"}, "age", loss=APPROX),
    session({"name": "randomized-response", "size": 5000}, "sex", dictionary=small(budget_cap=SUM)),
]


@pytest.mark.parametrize("plan", CASES, ids=lambda plan: f"{plan.method.name}-{len(plan.variables)}")
def test_every_method_is_forecast_with_both_figures(plan: SessionPlan) -> None:
    found = forecast_session(plan)
    assert found.refused is None and found.guarantee.endswith(".")
    assert found.error is not None and found.error == promised(plan).error > 0
    assert found.charge == plan.charge and found.questions == asked_for(plan)
    tool = found.wrong_tool
    assert tool is not None and tool.error > 0 and 0 < tool.margin <= tool.error
    assert tool.ratio == found.error / tool.error
    assert (tool.verdict == "session") == (tool.ratio < 1) == (not tool.better)
    assert str(tool.cells) in tool.sentence.replace(",", "") or tool.cells == 1
    assert tool.sentence.endswith(".") and "nan" not in tool.sentence and "None" not in tool.sentence
    assert json.loads(json.dumps(found.to_json()))["tables"]["verdict"] == tool.verdict
    # A pure function of the plan, whatever the forecaster did before.
    used = Forecaster()
    forecast_session(CASES[0], used)
    assert forecast_session(plan, used) == found


def test_the_error_of_a_table_holds_for_all_its_numbers_and_not_much_more() -> None:
    """Against the exact law: of k cells with discrete Laplace noise of scale 1/epsilon none is off by more than e with
    probability (1 - P(|Z| > e))^k."""
    for codes, failure in ((2, "1/20"), (40, "1/20"), (40, "1/1000"), (1000, "1/10")):
        plan = session(COUNTS, "age", dictionary=long_list(codes), failure=failure)
        tool = forecast_session(plan).wrong_tool
        assert tool is not None and tool.cells == codes + 1
        exact = smallest_error(codes + 1, Fraction(failure), Fraction(1))
        assert exact <= tool.error <= exact + 2
        a = exp(-1.0)
        beyond = 1 - (1 - 2 * a ** (tool.error + 1) / (1 + a)) ** (codes + 1)
        assert beyond <= float(Fraction(failure))
        # The control: a bound one noise scale and a half lower would not hold.
        assert 1 - (1 - 2 * a ** (tool.error - 3) / (1 + a)) ** (codes + 1) > float(Fraction(failure))


def test_the_error_of_cumulative_counts_holds_in_simulation() -> None:
    """200 releases of 64 cumulative counts, failure 1/10: more than 47 of 200 beyond the bound have a probability below
    1e-7 if each has at most 1/10 (binomial); a bound at a third of it must fail that test."""
    plan = session({"name": "median"}, "age", dictionary=long_list(64), failure="1/10")
    tables = Plan.from_json(table_plan(plan), plan.dictionary)
    forecaster = Forecaster()
    compiled = forecaster.bench.compile(tables)
    mechanism = forecaster.bench.chosen(tables, compiled.groups[0]).built
    rows = np.unique(count_rows(compiled.tables[0]))
    bound = table_error(mechanism, rows, plan.failure)
    zero = np.zeros(mechanism.workload.shape[1], dtype=np.int64)
    worst = np.array([np.abs(mechanism.release(zero)[rows]).max() for _ in range(200)])
    assert np.count_nonzero(worst > bound) <= 47
    assert np.count_nonzero(worst > bound / 3) > 47


def test_the_widest_law_is_not_that_of_the_greatest_variance() -> None:
    """A tree of 200 codes: the law with the greatest variance has a margin below that of another cumulative count."""
    mechanism = build("weighted-tree", Prefix(200), PureDP("1"), Neighbours.ADD_REMOVE)
    rows, failure = np.arange(200), Fraction(1, 20)
    margins = mechanism.margins(100 * (1 - failure / 200), rows)
    assert margins[np.argmax(mechanism.std)] < 38 < margins.max()
    assert table_error(mechanism, rows, failure) >= margins.max()


def test_a_table_is_the_better_the_more_is_asked() -> None:
    """Few questions are worth a session, many are a table; in between the verdict changes once."""
    verdicts = [
        forecast_session(session({"name": "noisy-counts", "questions": k}, "age", dictionary=long_list(400))).wrong_tool
        for k in (1, 2, 3, 4, 100, 10_000)
    ]
    ratios = [tool.ratio for tool in verdicts if tool is not None]
    assert len(ratios) == 6 and all(r is not None for r in ratios) and ratios == sorted(ratios)
    assert ratios[0] < 1 < ratios[-1]
    first, last = verdicts[0], verdicts[-1]
    assert first is not None and "put them into a table of their own" in first.sentence
    assert last is not None and last.sentence.startswith(
        "This is the wrong tool: at this budget Tables gives all 401 c"
    )
    assert "times less accurately; use Tables." in last.sentence


def test_where_only_totals_are_better_it_says_so() -> None:
    """A few counts on a large product: single cells are a table's, sums of many cells a session's."""
    plan = session({"name": "noisy-counts", "questions": 5}, "sex", "age", dictionary=long_list(3000))
    tool = forecast_session(plan).wrong_tool
    assert tool is not None and tool.verdict == "cells" and tool.wide_ratio is not None and tool.wide_ratio < 1
    assert "For single cells this is the wrong tool" in tool.sentence and "whole levels and totals" in tool.sentence


def test_on_a_long_list_cumulative_counts_beat_adaptive_thresholds() -> None:
    plan = session(
        {"name": "adaptive-thresholds", "size": 10**6, "questions": 10, "accuracy": "1/10"},
        "age",
        loss=APPROX,
        dictionary=long_list(1024),
    )
    found = forecast_session(plan)
    assert found.wrong_tool is not None and found.wrong_tool.ratio is not None
    assert found.wrong_tool.verdict == "tables" and found.wrong_tool.ratio > 20
    assert "all 1,024 cumulative counts of age" in found.wrong_tool.sentence
    assert found.needed is not None and 10_000 < found.needed < 10**6


@pytest.mark.parametrize(
    ("method", "loss", "says"),
    [
        ({"name": "between-thresholds", "lower": 100, "upper": 101}, APPROX, "at least"),
        ({"name": "between-thresholds", "lower": 0, "upper": 10**6}, {"epsilon": "1", "delta": "1e-7"}, "epsilon"),
        ({"name": "interior-point", "size": 20, "questions": 10}, APPROX, "at least"),
        ({"name": "adaptive-thresholds", "size": 20, "questions": 9, "accuracy": "1/10"}, APPROX, "at least"),
        ({"name": "noisy-counts", "questions": 10**12}, {"epsilon": "1e-9"}, "noise"),
    ],
)
def test_what_a_method_refuses_is_told_and_tables_still_forecast(
    method: dict[str, Any], loss: dict[str, str], says: str
) -> None:
    plan = session(method, "age", loss=loss)
    found = forecast_session(plan)
    assert found.refused is not None and says in str(found.refused) and str(found.refused).endswith(".")
    assert found.error is None and found.guarantee == ""
    assert found.wrong_tool is not None and found.wrong_tool.ratio is None
    assert found.wrong_tool.sentence.endswith("use Tables.")


def test_the_least_number_of_records_is_the_method_s_own() -> None:
    for name, more in (("interior-point", {}), ("adaptive-thresholds", {"accuracy": "1/10"})):
        enough = forecast_session(session({"name": name, "size": 10**7, "questions": 10, **more}, "age", loss=APPROX))
        assert enough.needed is not None
        for size, refused in ((enough.needed, False), (enough.needed - 1, True)):
            found = forecast_session(session({"name": name, "size": size, "questions": 10, **more}, "age", loss=APPROX))
            assert (found.refused is not None) == refused and found.needed == enough.needed


def test_a_randomised_column_is_forecast_for_a_stated_number_of_records() -> None:
    replaced = small(budget_cap=SUM)
    plain = forecast_session(session({"name": "randomized-response"}, "sex", dictionary=replaced))
    stated = forecast_session(session({"name": "randomized-response", "size": NOMINAL}, "sex", dictionary=replaced))
    more = forecast_session(session({"name": "randomized-response", "size": 4 * NOMINAL}, "sex", dictionary=replaced))
    assert plain.size == stated.size == NOMINAL and plain.error == stated.error and plain.error is not None
    assert more.error is not None and 1.4 < more.error / plain.error < 2.1  # grows as the square root at most


def test_long_tables_are_compared_cell_by_cell() -> None:
    plan = session(COUNTS, "sex", "area")
    assert wide_plan(plan) is not None
    huge = session(COUNTS, "sex", "age", dictionary=long_list(9000))
    assert wide_plan(huge) is None
    tool = forecast_session(huge).wrong_tool
    assert tool is not None and tool.wide_error is None and tool.cells == 2 * 9001


def test_the_forecast_of_a_session_does_not_load_the_data(checkout: Path) -> None:
    """In a fresh process: nothing that reads data is loaded for a forecast."""
    code = (
        "import sys; from dpdesk.planning.sessions.plan import SessionPlan; "
        "from dpdesk.planning.sessions.forecast import forecast_session; from dpdesk.resources import resource; "
        "forecast_session(SessionPlan.load(resource('sample/questions.session.json'))); "
        "print(*[m for m in sys.modules if m.startswith(('dpdesk.data', 'duckdb', 'narwhals'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
