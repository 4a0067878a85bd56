"""Edits of targets and of planning figures: pure functions of the plan's tree."""

from __future__ import annotations

import pytest

from dpdesk.gui.accuracy.edits import reference, targets
from dpdesk.gui.tables.edits import plan as tables

PLAN = {"loss": {"rho": "1"}, "tables": [{"name": "a"}, {"name": "b"}]}


def test_a_limit_is_written_in_per_cent_for_a_cv_and_kept_as_a_share() -> None:
    plan = targets.add_target(PLAN, "a", "12.5", kind=targets.CV)
    assert plan["targets"] == [{"table": "a", "cv": "1/8"}]
    assert targets.limit_of(plan["targets"][0]) == "12.5"
    plan = targets.set_limit(plan, 0, "50", targets.MARGIN)
    assert plan["targets"] == [{"table": "a", "margin": "50"}]
    assert targets.remove_target(plan, 0) == PLAN


def test_targets_follow_their_table() -> None:
    plan = targets.add_target(targets.add_target(PLAN, "a", "5"), "b", "6", "sex")
    renamed = tables.rename_table(plan, 1, "c")
    assert [one["table"] for one in renamed["targets"]] == ["a", "c"]
    assert [one["table"] for one in tables.remove_table(plan, 0)["targets"]] == ["b"]
    assert "targets" not in tables.remove_table(tables.remove_table(plan, 0), 0)


def test_a_budget_is_used_with_its_split() -> None:
    assert targets.use_budget(PLAN, "rho", "0.5", {"main": "1"}) == {**PLAN, "loss": {"rho": "0.5"}}
    grouped = {**PLAN, "groups": [{"name": "g", "part": "1/2", "mechanism": "tree"}]}
    made = targets.use_budget(grouped, "rho", "0.5", {"g": "2/5", "main": "3/5"})
    assert made["groups"] == [{"name": "g", "part": "2/5", "mechanism": "tree"}, {"name": "main", "part": "3/5"}]
    titled = {**grouped, "tables": [{"name": "a", "title": {"en": "Places"}, "group": "g"}, {"name": "b"}]}
    in_words = targets.parts_in_words(titled, "en", "ρ", "0.5", {"g": "2/5", "main": "3/5"})
    assert in_words == "“b” ρ 0.3 · “Places” ρ 0.2", "by their tables: nobody may have named the groups"


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("1 2 3", [1, 2, 3]),
        ("1;2;\n3", [1, 2, 3]),
        ("1,2,3", [1, 2, 3]),
        ("1,200 34", [1200, 34]),
        ("1, 2, 3", [1, 2, 3]),
        ("", []),
        ("1 -2", None),
        ("1.5 2", None),
        ("many", None),
    ],
)
def test_counts_are_read_as_they_are_pasted(text: str, counts: list[int] | None) -> None:
    assert reference.read_counts(text) == counts


def test_planning_figures_begin_with_the_first_counts_and_can_be_forgotten() -> None:
    plan = reference.set_counts(PLAN, "sex", [3, 4], "Census", "en")
    assert plan["reference"] == {
        "source": {"en": "Census"},
        "total": 7,
        "marginals": [{"variables": ["sex"], "counts": [3, 4]}],
    }
    plan = reference.set_counts(plan, "age", [1, 2], "", "en")
    assert reference.counts_of(plan, "age") == [1, 2] and plan["reference"]["total"] == 7
    assert reference.counts_of(reference.set_counts(plan, "sex", None, "", "en"), "sex") is None
    assert reference.set_total(plan, None, "", "en") == PLAN
