"""One table beside the others: parts add up, nothing else of a plan changes, and the figures are the forecast's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from small import COUNT, block, plan_json, small, table

from dpdesk.planning.aids.company import company
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.placing import apart, is_alone, together
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import forecast

SMALL = small(budget_cap={"epsilon": "10"})
MEDIAN = {"kind": "median", "variable": "age"}
COLOURS = table("colours", stub="colour")
BOTH = table("both", stub="sex", boxhead=[block("colour")])
AREAS = table("areas", stub="area", measures=[MEDIAN])


def tree(*tables: dict[str, Any], **more: Any) -> dict[str, Any]:
    return plan_json(SMALL, *tables, **more)


def parts(plan: Any) -> dict[str, Fraction]:
    return {group["name"]: Fraction(group["part"]) for group in plan.get("groups", [])}


def test_a_table_takes_its_share_of_the_part_along_and_brings_it_back() -> None:
    plan = tree(COLOURS, BOTH, AREAS)
    alone = apart(plan, "areas")
    assert alone is not None and parts(alone) == {"areas": Fraction(1, 3)}
    assert is_alone(alone, "areas") and not is_alone(alone, "both")
    assert together(alone, "areas", None) == plan
    assert apart(alone, "areas") is None and together(plan, "areas", None) is None


def test_in_groups_the_part_is_that_of_the_group() -> None:
    groups = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/4"}]
    tables = [COLOURS | {"group": "a"}, BOTH | {"group": "a"}, AREAS | {"group": "b"}]
    plan = tree(*tables, groups=groups)
    alone = apart(plan, "both")
    assert alone is not None
    assert parts(alone) == {"a": Fraction(1, 4), "b": Fraction(1, 4), "both": Fraction(1, 4)}
    back = together(alone, "both", "b")
    assert back is not None and parts(back) == {"a": Fraction(1, 4), "b": Fraction(1, 2)}
    assert together(alone, "both", "nobody") is None
    named_so = tree(*tables, groups=[*groups[:1], {"name": "both", "part": "1/4"}])
    named_so["tables"][2] = AREAS | {"group": "both"}
    other = apart(named_so, "both")
    assert other is not None and set(parts(other)) == {"a", "both", "both_2"}


def test_the_figures_are_those_of_three_forecasts() -> None:
    before, now = tree(COLOURS, BOTH), tree(COLOURS, BOTH, AREAS)
    found = company(before, now, "areas", None, SMALL, Bench())
    assert found is not None and found.other is not None and not found.alone
    for plan, figures in ((before, found.before), (now, found.now), (found.other, found.otherwise)):
        stated = forecast(Plan.from_json(dict(plan), SMALL))
        for entry in stated["tables"][:2]:
            key = entry["chosen"], entry["chosen_noise"]
            row = next(one for one in entry["mechanisms"] if (one["mechanism"], one["noise"]) == key)
            assert figures[entry["table"]].margin == pytest.approx(row["margin_max"], rel=1e-12)


def test_the_plan_before_is_looked_at_with_the_budget_as_it_is_now() -> None:
    before, now = tree(COLOURS), tree(COLOURS, BOTH)
    richer = now | {"loss": {"epsilon": "8"}}
    found = company(before, richer, "both", None, SMALL, Bench())
    plain = company(before | {"loss": {"epsilon": "8"}}, richer, "both", None, SMALL, Bench())
    assert found is not None and plain is not None
    assert found.before["colours"].margin == plain.before["colours"].margin


def test_a_plan_that_cannot_be_carried_out_has_no_company() -> None:
    broken = tree(COLOURS, BOTH | {"measures": [COUNT, {"kind": "mean", "variable": "nobody"}]})
    assert company(tree(COLOURS), broken, "both", None, SMALL, Bench()) is None
