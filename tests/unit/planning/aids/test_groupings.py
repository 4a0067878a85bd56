"""The groups chosen by forecast: errors are those of the forecast, and no other division is better by much."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from small import COUNT, block, plan_json, small, table

from dpdesk.errors import Cancelled
from dpdesk.planning.aids import groupings
from dpdesk.planning.aids.groupings import Division, advise, figures, regrouped
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import forecast
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import load_json

PLANS = Path(__file__).resolve().parents[3] / "plans"
SMALL = small(budget_cap={"epsilon": "10"})
MEDIAN = {"kind": "median", "variable": "age"}
MEAN = {"kind": "mean", "variable": "pay"}
TABLES = [
    table("colours", stub="colour"),
    table("both", stub="sex", boxhead=[block("colour")]),
    table("pay", stub="sex", measures=[COUNT, MEAN]),
    table("median", stub="area", measures=[MEDIAN]),
]


def tree(*tables: dict[str, Any], **more: Any) -> dict[str, Any]:
    return plan_json(SMALL, *tables, **more)


def divisions(numbers: list[int]) -> Iterator[list[list[int]]]:
    """Every way of putting numbers into groups."""
    if not numbers:
        yield []
        return
    for rest in divisions(numbers[1:]):
        yield [[numbers[0]], *rest]
        for at, group in enumerate(rest):
            yield [*rest[:at], [numbers[0], *group], *rest[at + 1 :]]


def error(division: Division, bench: Bench) -> float:
    made = figures(Plan.from_json(regrouped(tree(*TABLES), division), SMALL), bench)
    return sum(one.error for one in made) / len(made)


def test_no_division_of_four_tables_is_better_by_much() -> None:
    bench = Bench()
    advice = advise(tree(*TABLES), SMALL, bench)
    assert advice is not None and advice.now is not None
    every = [tuple(sorted(tuple(own) for own in one)) for one in divisions([0, 1, 2, 3])]
    found = {division: error(division, bench) for division in every}
    assert len(found) == 15
    assert advice.best.error <= min(found.values()) + 2 * groupings.BETTER
    assert found[advice.best.division] == pytest.approx(advice.best.error)
    assert advice.now.error == pytest.approx(found[(0, 1, 2, 3),])
    assert advice.gain > 1.2  # all together, as a plan without groups has them, is far from the best


def test_tables_alike_stay_together_and_what_has_nothing_to_do_with_them_goes() -> None:
    advice = advise(tree(*TABLES), SMALL, Bench())
    assert advice is not None
    assert (3,) in advice.best.division
    pair = advise(tree(*TABLES[:2]), SMALL, Bench())
    assert pair is not None and pair.best.division == ((0, 1),)
    assert pair.gain == pytest.approx(1.0)


def test_errors_and_margins_are_those_of_the_forecast() -> None:
    one = Plan.from_json(regrouped(tree(*TABLES), ((0, 1), (2,), (3,))), SMALL)
    told = {entry["table"]: entry for entry in forecast(one)["tables"]}
    made = dict(zip(told, figures(one, Bench()), strict=True))
    for name in ("colours", "both"):
        entry = told[name]
        chosen = next(
            row
            for row in entry["mechanisms"]
            if (row["mechanism"], row["noise"]) == (entry["chosen"], entry["chosen_noise"])
        )
        assert math.exp(made[name].error) == pytest.approx(chosen["rmse"])
        assert made[name].margin == pytest.approx(chosen["margin_max"])
    own = told["median"]
    drawn = next(
        row for row in own["mechanisms"] if (row["mechanism"], row["noise"]) == (own["chosen"], own["chosen_noise"])
    )
    assert math.exp(made["median"].error) == pytest.approx(drawn["rank_error"])


def test_parts_are_the_shares_of_the_tables_and_groups_of_before_are_gone() -> None:
    before = tree(*({**own, "group": "mine"} for own in TABLES), groups=[{"name": "mine", "part": "1/2"}])
    made = regrouped(before, ((0, 2, 3), (1,)))
    assert made["groups"] == [{"name": "colours", "part": "3/4"}, {"name": "both", "part": "1/4"}]
    assert [own["group"] for own in made["tables"]] == ["colours", "both", "colours", "colours"]
    assert sum(group.part for group in Plan.from_json(made, SMALL).groups) == Fraction(1)
    assert regrouped(made, ((0, 1, 2, 3),)) == tree(*TABLES)
    assert before["groups"] == [{"name": "mine", "part": "1/2"}]  # nothing is changed in place


def test_a_plan_that_cannot_be_answered_together_can_be_apart() -> None:
    found = load_json(PLANS / "fulton_epsilon.plan.json", "plan")
    dictionary = Dictionary.load(PLANS / found["dictionary"]["path"])
    together = regrouped(found, ((0, 1, 2),))
    advice = advise(together, dictionary, Bench())
    assert advice is not None
    assert advice.now is None and advice.gain == math.inf
    assert len(advice.best.division) == 3


def test_what_ties_groups_together_is_worse_than_what_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its errors; tables of more than a hundred cells are not written down here."""
    tables = [
        table("places", stub="area", boxhead=[block("age")]),
        table("both", stub="sex", boxhead=[block("colour")]),
    ]
    before = advise(tree(*tables), SMALL, Bench())
    assert before is not None and before.now is not None and not before.now.tied and not before.unties
    monkeypatch.setattr("dpdesk.planning.joint.junction_tree.LARGEST_WRITTEN", 100)
    monkeypatch.setattr("dpdesk.planning.choosing.tied.LARGEST_WRITTEN", 100)
    monkeypatch.setattr("dpdesk.planning.joint.ties.clique_tree", lambda *_: None)  # too small not to have any
    found = advise(tree(*tables), SMALL, Bench())
    assert found is not None and found.now is not None and found.now.tied
    assert found.best.division == ((0,), (1,)) and not found.best.tied
    assert found.unties and found.gain == math.inf


def test_a_search_ends_when_it_is_told_to() -> None:
    def stop(stage: str, fraction: float | None = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        advise(tree(*TABLES), SMALL, Bench(), stop)


def test_a_plan_of_which_nothing_can_be_forecast_has_no_advice() -> None:
    assert advise(tree(table("one", stub="nothing"), table("two", stub="sex")), SMALL, Bench()) is None
