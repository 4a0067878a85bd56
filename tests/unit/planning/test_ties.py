"""Groups that share too much are told from the plan alone, with the table to be put elsewhere."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from random_plans.entangled import entangled, placed
from small import table

from dpdesk.cli.lines import forecast_lines
from dpdesk.planning.choosing import tied as tied_module
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.choosing.placing import group_of
from dpdesk.planning.choosing.tied import remedy, tied, tied_json
from dpdesk.planning.document.plan import Plan
from dpdesk.problems.problem import from_json
from dpdesk.problems.render import render
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

Json = dict[str, Any]
BENCH = Bench()


@pytest.fixture(autouse=True)
def _no_cliques(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if what is told of a large table had none: the examples here are small enough to have some."""
    if "with_cliques" not in request.fixturenames:
        monkeypatch.setattr("dpdesk.planning.joint.ties.clique_tree", lambda *_: None)


@pytest.fixture
def with_cliques() -> Bench:
    """A bench that remembers nothing of plans without any."""
    return Bench()


@pytest.fixture(scope="module")
def dictionary() -> Dictionary:
    return Dictionary.load(resource("sample/sample.dictionary.json"))


@pytest.fixture(scope="module")
def sample() -> Json:
    return dict(json.loads(resource("sample/plan.json").read_text("utf-8")))


def cross(name: str, group: str, *variables: str) -> Json:
    blocks = [[{"variables": [{"variable": one}]}] for one in variables]
    return table(name, stub=blocks[0], **({"boxhead": blocks[1]} if blocks[1:] else {}), group=group)


def with_tables(plan: Json, *tables: Json) -> Json:
    return {**plan, "tables": [*plan["tables"], *tables]}


def said(plan: Json, dictionary: Dictionary, language: str = "en") -> list[str]:
    entries = tied_json(Plan.from_json(plan, dictionary), BENCH)
    return [render(from_json(entry["refused"]), language=language) for entry in entries]


def test_a_large_table_of_which_cliques_tell_all_ties_nothing(
    sample: Json, dictionary: Dictionary, with_cliques: Bench
) -> None:
    plan = Plan.from_json(with_tables(sample, cross("pay", "area", "age", "income_band")), dictionary)
    assert any(table.listed for table in choose(plan).joint)
    assert tied(plan, with_cliques) == []


def test_the_sample_ties_nothing(sample: Json, dictionary: Dictionary) -> None:
    assert tied(Plan.from_json(sample, dictionary), BENCH) == []


def test_a_table_of_other_variables_ties_its_group_and_is_to_be_put_where_they_are(
    sample: Json, dictionary: Dictionary
) -> None:
    plan = with_tables(sample, cross("pay", "area", "age", "income_band"))
    (tie,) = tied(Plan.from_json(plan, dictionary), BENCH)
    assert (tie.groups, tie.cells) == ((0,), 48 * 2 * 101 * 66)
    assert tie.variables == ("district", "sex", "age", "income_band")
    found = remedy(plan, dictionary, BENCH, ["pay"])
    assert found is not None and found.beside == "age" and found.plan["groups"] == sample["groups"]
    assert group_of(found.plan, "pay") == "age"
    assert tied(Plan.from_json(dict(found.plan), dictionary), BENCH) == []
    (sentence,) = said(plan, dictionary)
    assert sentence.startswith("The tables of 'area' are tied together by 'district', 'sex', 'age', 'income_band'")
    assert "639,936 cells" in sentence and sentence.endswith("Put the table 'pay' into the group of 'age'.")
    assert said(plan, dictionary, "de")[0].endswith("in die Gruppe von 'age'.")


def test_groups_that_cross_are_tied_in_whatever_order(sample: Json, dictionary: Dictionary) -> None:
    """*work* also has ethnic groups by age, *marriage* ethnic groups: no tree of small tables has them all."""
    plan = entangled(Random(8), sample)
    (tie,) = tied(Plan.from_json(plan, dictionary), BENCH)
    names = [group["name"] for group in plan["groups"]]
    assert {names[at] for at in tie.groups} == {"work", "marriage"}
    turned = {**plan, "groups": plan["groups"][::-1], "tables": plan["tables"][::-1]}
    (other,) = tied(Plan.from_json(turned, dictionary), BENCH)
    assert tie.cells == other.cells == 973_440 and {*tie.variables} == {*other.variables}
    assert {names[::-1][at] for at in other.groups} == {"work", "marriage"}
    chosen = choose(Plan.from_json(plan, dictionary), BENCH)
    assert [joint.groups for joint in chosen.joint if joint.listed] == [tie.groups]


def test_one_table_however_large_is_not_tied(sample: Json, dictionary: Dictionary) -> None:
    """All its cells are measured."""
    alone = {**cross("pay", "pay", "age", "income_band"), "pages": [{"variables": [{"variable": "district"}]}]}
    kept = {name: value for name, value in sample.items() if name not in ("notes", "targets")}
    plan = {**kept, "tables": [alone], "groups": [{"name": "pay", "part": "1"}]}
    assert tied(Plan.from_json(plan, dictionary), BENCH) == []


def test_where_no_table_by_itself_does_the_plan_is_to_be_divided(
    sample: Json, dictionary: Dictionary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No place is tried here."""
    monkeypatch.setattr(tied_module, "MOST", 0)
    plan = with_tables(sample, cross("pay", "area", "age", "income_band"))
    assert remedy(plan, dictionary, BENCH, ["pay"]) is None
    assert said(plan, dictionary)[0].endswith("Divide the plan, or make variables coarser.")


@pytest.mark.parametrize(("work", "places"), [(400, 3), (1, 1)])
def test_of_many_tables_fewer_places_are_tried(
    work: int, places: int, sample: Json, dictionary: Dictionary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each place takes as long as a forecast of all tables."""
    monkeypatch.setattr(tied_module, "WORK", work)
    asked: list[Any] = []
    monkeypatch.setattr(tied_module, "_is_tied", lambda *given: not asked.append(given))
    monkeypatch.setattr(tied_module, "_places", lambda tree, _: [tied_module.Remedy("pay", None, tree)] * 3)
    assert remedy(sample, dictionary, BENCH, ["pay"]) is None
    assert len(asked) == 1 + places


def test_a_new_table_stays_where_it_is_if_it_ties_nothing(sample: Json, dictionary: Dictionary) -> None:
    """Else it is put where it ties nothing; the next one comes to where the last one is."""
    new = [cross("men", "work", "sex"), cross("pay", "work", "age", "income_band"), cross("old", "work", "age")]
    made = placed(with_tables(sample, *new), len(sample["tables"]), dictionary, BENCH)
    assert [one["group"] for one in made["tables"][-3:]] == ["area", "age", "age"]


def test_the_command_line_says_so_below_the_forecast() -> None:
    tree = {"loss": {"rho": "1"}, "tables": [], "tied": [{"why_not": "They are tied."}]}
    assert "They are tied." in list(forecast_lines(tree))
    assert "They are tied." not in list(forecast_lines({**tree, "tied": []}))
