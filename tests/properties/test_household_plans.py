"""Tables of households among all others: random plans, against files of households made by hand, with planted faults.

From seed 500,000 on rows belong to households, which are the protected unit or those of protected persons, and some
tables count them, or units once in each cell. What is looked at is what `test_every_plan` looks at; the stated loss is
held against households, and persons of them, that come, go or change.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from random_plans.case import HOUSEHOLDS, Case
from random_plans.case import case as drawn
from random_plans.checking import check, without
from random_plans.neighbours import keeps_its_loss
from random_plans.population import Population

from dpdesk.privacy.neighbours import Neighbours
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.variables.coding import MembersCoding

TAKES = ("count", "number", "first", "last")
SEEDS = range(HOUSEHOLDS, HOUSEHOLDS + 9)


@cache
def case(seed: int) -> Case:
    return drawn(HOUSEHOLDS + seed)


@pytest.mark.parametrize("seed", range(len(SEEDS)))
def test_every_number_is_true_and_agrees(seed: int) -> None:
    assert [str(found) for found in check(case(seed))] == []


def test_no_loss_is_above_the_stated_one() -> None:
    found = [f"{seed}: {one}" for seed in range(len(SEEDS)) for one in keeps_its_loss(case(seed), Random(seed))]
    assert found == []


def test_the_grammar_is_there() -> None:
    """Both kinds of unit, both relations, every rule, and units counted once in each cell."""
    every = [case(seed) for seed in range(len(SEEDS))]
    variables = [variable for made in every for variable in made.dictionary["variables"]]
    assert {"households" in made.dictionary for made in every} == {True, False}
    assert {made.dictionary["neighbours"] for made in every} == {"add_remove", "replace_one"}
    assert {variable["take"] for variable in variables if variable["kind"] == "members"} == {*TAKES}
    assert any(table.get("counts") == "units" for made in every for table in made.plan["tables"])


# --- planted faults --------------------------------------------------------------------------------------------------


def test_members_that_are_not_meant_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    meant = MembersCoding.of_row
    monkeypatch.setattr(MembersCoding, "of_row", lambda self, cells: meant(replace(self, when=()), cells))
    assert [seed for seed in range(len(SEEDS)) if next(without(case(seed)), None)][:3] == [0, 2, 3]


def test_units_counted_with_every_record_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other way round: what is true is taken to be the number of records."""
    monkeypatch.setattr(Population, "once", lambda self, columns, rows, names: self.records(columns, rows))
    assert any(next(without(case(seed)), None) for seed in (1, 3, 5, 7))


@pytest.mark.parametrize(
    ("relation", "units", "seed"),
    [(Neighbours.ADD_REMOVE, 1, 2), (Neighbours.REPLACE_ONE, 1, 8)],
    ids=["a household that moves", "two households that move"],
)
def test_a_loss_that_is_too_small_is_found(
    monkeypatch: pytest.MonkeyPatch, relation: Neighbours, units: int, seed: int
) -> None:
    """As if a protected person came or went with a household, or was in one where two are."""
    right = Dictionary.changed
    monkeypatch.setattr(
        Dictionary,
        "changed",
        lambda self, *, of_units: (relation, units) if of_units else right(self, of_units=of_units),
    )
    assert list(keeps_its_loss(drawn(HOUSEHOLDS + seed), Random(seed)))
