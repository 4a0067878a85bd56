"""Targets for several tables: the least budget that meets them and its split, or the target that cannot be met."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from small import COUNT, block, dictionary_json, plan, plan_json, table

from dpdesk.errors import BadInput, Cancelled
from dpdesk.planning.aids.budget_for_margin import budget_for_margin
from dpdesk.planning.aids.least_budget import LeastBudget, fitted_budget, least_budget
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster, forecast
from dpdesk.privacy.exact import parse_exact
from dpdesk.schema.dictionary import Dictionary

FIGURES = {
    "source": {"en": "Last year"},
    "total": 10_000,
    "marginals": [
        {"variables": ["sex"], "counts": [1, 1]},
        {"variables": ["area"], "counts": [1, 2, 3, 1, 2, 1]},
        {"variables": ["age"], "counts": [1] * 11},
    ],
}
TABLES = (
    table("places", stub="area", boxhead=[block("sex")], group="g"),
    table("ages", stub="age", group="h"),
    table("colours", stub="colour"),
)
GROUPS = [{"name": "g", "part": "1/3"}, {"name": "h", "part": "1/3"}]
CAPS = {"epsilon": {"epsilon": "8"}, "rho": {"rho": "5"}, "both": {"epsilon": "10", "delta": "1/1000", "rule": "sum"}}
LOSSES = {"epsilon": {"epsilon": "1"}, "rho": {"rho": "1/2"}, "both": {"epsilon": "1", "delta": "1e-6"}}


def made(kind: str, *targets: dict[str, Any], **more: Any) -> Plan:
    d = Dictionary.from_json(dictionary_json(budget_cap=CAPS[kind]))
    fields = {"loss": LOSSES[kind], "groups": GROUPS, "reference": FIGURES, **more}
    return Plan.from_json(plan_json(d, *TABLES, targets=list(targets), **fields), d)


def with_answer(kind: str, answer: LeastBudget, *targets: dict[str, Any], **changed: str) -> Plan:
    """The plan with the budget and the parts of an answer, some of them changed; tables without a group get theirs."""
    parts = {**dict(answer.parts), **changed}
    groups = [{"name": name, "part": part} for name, part in parts.items()]
    loss = {**LOSSES[kind], answer.unit: answer.text}
    return made(kind, *targets, loss=loss, groups=groups)


MARGIN = {"table": "places", "margin": "20"}
NARROW = {"table": "ages", "margin": "10"}
SPREAD = {"table": "places", "cv": "0.1", "above": 500}


@pytest.fixture(scope="module")
def kept() -> Forecaster:
    """One for many plans, which takes a part of the time: what it says is what a new one says (test_forecaster)."""
    return Forecaster()


@pytest.mark.parametrize("kind", ["epsilon", "rho", "both"])
@pytest.mark.parametrize("targets", [(MARGIN, NARROW), (SPREAD, NARROW), (MARGIN, SPREAD)])
def test_the_least_budget_meets_every_target_and_a_digit_less_does_not(
    kind: str, targets: tuple[dict[str, Any], ...], kept: Forecaster
) -> None:
    answer = least_budget(made(kind, *targets), forecaster=kept)
    assert answer.possible and answer.loss is not None
    assert [one.met for one in answer.reached] == [True] * len(targets)
    # The plan with that budget and split forecasts the very figures that were promised.
    said = kept.forecast(with_answer(kind, answer, *targets))["targets"]
    assert [one["figure"] for one in said] == [one.figure for one in answer.reached]
    assert all(one["met"] for one in said)
    # Half a per cent less for a group with a target misses the one that binds it.
    for group, at in answer.binding:
        part = parse_exact(dict(answer.parts)[group]) * Fraction(98, 100)
        less = kept.forecast(with_answer(kind, answer, *targets, **{group: str(part)}))["targets"]
        assert not less[at]["met"]


def test_one_target_alone_costs_what_a_margin_of_one_table_costs() -> None:
    d = Dictionary.from_json(dictionary_json())
    one = Plan.from_json(
        plan_json(d, table("ages", stub="age"), loss={"epsilon": "1"}, targets=[{"table": "ages", "margin": "10"}]), d
    )
    answer = least_budget(one)
    assert answer.text == budget_for_margin(one, "ages", 10).text
    assert dict(answer.parts) == {"main": "1"}


def test_epsilons_add_up_and_a_group_without_a_target_keeps_what_it_has() -> None:
    answer = least_budget(made("epsilon", MARGIN, NARROW))
    total, parts = parse_exact(answer.text), {name: parse_exact(part) for name, part in answer.parts}
    assert sum(parts.values()) == 1
    assert parts["main"] * total == Fraction("0.334")  # a third of 1, in three digits, rounded up
    assert parts["g"] * total == parse_exact(budget_for_margin(alone("places"), "places", 20).text)


def test_a_table_that_is_wished_less_of_is_lowered_first_where_that_takes_less() -> None:
    """Lowered together in proportion, and then the first table first, 0.577 was called the least."""
    d = Dictionary.from_json(dictionary_json(budget_cap=CAPS["epsilon"]))
    median = {"kind": "median", "variable": "age"}
    tables = (
        table("places", stub="area", boxhead=[block("sex")], group="g"),
        table("middles", stub="sex", measures=[COUNT, median], group="h"),
    )
    targets = [MARGIN, {"table": "middles", "margin": "50"}]

    def split(total: str, first: str) -> Plan:
        rest = int(total) - int(first)
        groups = [{"name": "g", "part": f"{first}/{total}"}, {"name": "h", "part": f"{rest}/{total}"}]
        loss = {"epsilon": f"0.{total}"}
        return Plan.from_json(plan_json(d, *tables, targets=targets, groups=groups, loss=loss), d)

    assert all(one["met"] for one in forecast(split("487", "397"))["targets"])
    answer = least_budget(split("800", "400"))
    assert parse_exact(answer.text) <= Fraction("0.487") and all(one.met for one in answer.reached)


def alone(name: str) -> Plan:
    d = Dictionary.from_json(dictionary_json())
    tables = [{key: value for key, value in one.items() if key != "group"} for one in TABLES if one["name"] == name]
    return Plan.from_json(plan_json(d, *tables, loss={"epsilon": "1"}), d)


def test_the_target_that_cannot_be_met_is_named_with_what_it_comes_to() -> None:
    answer = least_budget(made("epsilon", MARGIN, {"table": "ages", "margin": "0.01"}))
    assert not answer.possible and answer.failed == 1
    assert "noise margin (90 %) at most 0.01 on all counts of table 'ages'" in answer.why_not
    assert "epsilon 8" in answer.why_not and "±" in answer.why_not


def test_targets_that_can_be_met_one_by_one_and_not_together_name_the_dearest() -> None:
    answer = least_budget(made("epsilon", {"table": "places", "margin": "1"}, {"table": "ages", "margin": "1"}))
    assert not answer.possible and answer.failed == 0
    assert "All tables together would take epsilon" in answer.why_not and "'places'" in answer.why_not


@pytest.mark.parametrize(
    ("target", "fields", "said"),
    [
        (SPREAD, {"reference": None}, "needs planning figures"),
        ({**SPREAD, "above": 10**6}, {}, "no such cell of the table 'places' above 1,000,000"),
        ({"table": "colours", "cv": "0.1"}, {}, "do not say how people are spread over colour"),
        ({"table": "places", "margin": "5", "cells": ["age"]}, {}, "has no statistic 'age'"),
        ({"table": "nowhere", "margin": "5"}, {}, "no table named 'nowhere'"),
    ],
)
def test_a_target_that_cannot_be_judged_says_why_and_stops_no_forecast(
    target: dict[str, Any], fields: dict[str, Any], said: str
) -> None:
    tree = made("epsilon", target).to_json() | fields
    d = made("epsilon").dictionary
    one = Plan.from_json({key: value for key, value in tree.items() if value is not None}, d)
    entry = forecast(one)["targets"][0]
    assert entry["figure"] is None and not entry["met"] and said in entry["why_not"]
    answer = least_budget(one)
    assert not answer.possible and answer.failed == 0 and said in answer.why_not


def test_a_cv_is_about_the_cells_the_planning_figures_put_above_a_number() -> None:
    """n2a has 3 of 10 people, half of them of each sex: 1,500; with `above` it alone is left of the innermost cells."""
    cells = ["area by sex"]
    every, some = (
        forecast(made("epsilon", {"table": "places", "cv": "0.1", "cells": cells, **more}))["targets"][0]["figure"]
        for more in ({}, {"above": 1400})
    )
    plain = forecast(made("epsilon", {"table": "places", "margin": "5", "cells": cells}))["tables"][0]["cells_std"]
    std = plain[-1]
    assert every == pytest.approx(std / 500) and some == pytest.approx(std / 1500)


def test_targets_are_text_and_the_objective_is_meaning() -> None:
    assert made("epsilon").meaning == made("epsilon", MARGIN).meaning
    assert made("epsilon").text_hash != made("epsilon", MARGIN).text_hash
    weighed = [{**GROUPS[0], "objective": "max"}, GROUPS[1]]
    assert made("epsilon", groups=weighed).meaning != made("epsilon").meaning
    usual = [{**GROUPS[0], "objective": "weighted"}, GROUPS[1]]
    assert made("epsilon", groups=usual).meaning == made("epsilon").meaning


def test_a_plan_without_targets_and_a_target_of_two_kinds_are_refused() -> None:
    with pytest.raises(BadInput, match="no targets"):
        least_budget(made("epsilon"))
    with pytest.raises(BadInput, match=r"targets\[0\]"):
        made("epsilon", {"table": "ages", "margin": "5", "cv": "0.1"})
    with pytest.raises(BadInput, match=r"targets\[0\]"):
        made("epsilon", {"table": "ages"})


def test_the_search_can_be_stopped() -> None:
    def stop(stage: str, fraction: float | None = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        least_budget(made("rho", MARGIN), stop)


def intervals(objective: str) -> Plan:
    measures = [{"kind": "all_intervals", "variable": "age"}]
    groups = [{"name": "all", "part": "1", "objective": objective}]
    return plan(table("t", measures=measures, group="all"), groups=groups, loss={"epsilon": "1"})


def test_each_objective_chooses_what_makes_its_own_error_least() -> None:
    figures = {"weighted": "objective", "rmse": "rmse", "max": "max_std"}
    for objective, figure in figures.items():
        said = forecast(intervals(objective))
        group, entry = said["groups"][0], said["tables"][0]
        assert group["objective"] == objective
        known = {(method["mechanism"], method["noise"]): method["minimised"] for method in group["methods"]}
        least = min(value for value in known.values() if value is not None)
        assert known[entry["chosen"], entry["chosen_noise"]] == pytest.approx(least, rel=1e-9)
        for row in entry["mechanisms"]:
            if row["available"]:
                assert known[row["mechanism"], row["noise"]] == pytest.approx(row[figure], rel=1e-9)


def test_fitted_weights_meet_the_targets_with_less() -> None:
    """A narrow target for two sums and a wide one for the innermost cells: equal weights waste budget on the cells."""
    targets = (
        {"table": "places", "cells": ["sex"], "margin": "3"},
        {"table": "places", "cells": ["area by sex"], "margin": "60"},
    )
    one = made("rho", *targets, groups=GROUPS)
    plain = least_budget(one)
    fitted = fitted_budget(one, plain)
    assert plain.possible and fitted is not None and fitted.possible
    assert parse_exact(fitted.text) < parse_exact(plain.text) * Fraction(9, 10)
    assert [one.met for one in fitted.reached] == [True, True]
    weights = {name: dict(own) for name, own in fitted.weights}
    groups = [{"name": name, "part": part, "weights": weights.get(name, {})} for name, part in fitted.parts]
    said = forecast(made("rho", *targets, loss={"rho": fitted.text}, groups=groups))["targets"]
    assert [one["figure"] for one in said] == [one.figure for one in fitted.reached]


def test_weights_are_not_fitted_where_another_error_is_made_small_or_nothing_is_saved() -> None:
    target = {"table": "ages", "cells": ["age"], "margin": "5"}
    largest = [{**one, "objective": "max"} for one in GROUPS]
    one = made("rho", target, {"table": "places", "cells": ["total"], "margin": "3"}, groups=largest)
    assert fitted_budget(one, least_budget(one)) is None
