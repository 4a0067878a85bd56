"""Is the loss stated for units counted once in each cell the true one? Every neighbour of small files is counted.

A patient has up to three records of four kinds, one of which is in no cell: 34 patients under a cap of one, two or
three records. Each is added to a file, and each is put in the place of each other (docs/proofs/households.md, claim 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import patients
import pytest
from microdata import KEY
from random_plans.records import Written

from dpdesk.data.counting import appearances
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.planning.choosing.choose import ChosenPlan

KINDS = [("a", "f"), ("b", "f"), ("b", "m"), ("?", "f")]
PATIENTS = [own for size in (1, 2, 3) for own in combinations_with_replacement(KINDS, size)]
BESIDE = [("o1", "a", "f"), ("o1", "b", "f"), ("o2", "c", "m"), ("o2", "c", "m")]
LOSSES = ({"epsilon": "3"}, {"rho": "3"}, {"epsilon": "1", "delta": "1/100000"})
Adds = list[np.ndarray]


def counted(plan: ChosenPlan, rows: Sequence[patients.Row]) -> Adds:
    source = Written(
        ("patient", "diagnosis", "sex"), rows
    )  # as a stream; the engine counts alike (test_appearances.py)
    tables = tabulate(source, plan.plan.dictionary, plan.domains, KEY)
    return [np.concatenate([one.ravel() for one in table.counts.values()]) for table in tables]


@cache
def adds(cap: int) -> tuple[Adds, ...]:
    """What each patient adds to a file of two others; what is counted depends on no loss and no neighbours."""
    plan = patients.chosen(cap)
    before = counted(plan, BESIDE)
    many = [counted(plan, [*BESIDE, *(("new", *record) for record in one)]) for one in PATIENTS]
    return tuple([after - own for after, own in zip(one, before, strict=True)] for one in many)


def cost(plan: ChosenPlan, change: Adds) -> list[Fraction]:
    """What a change costs, group by group, then all together: ε for Laplace noise, ρ for Gaussian noise."""
    losses = []
    for group, own in zip(plan.groups, change, strict=True):
        noise = group.mechanism.scale
        power = 1 if noise.noise == "laplace" else 2
        norm = sum(abs(int(step) * noise.grid) ** power for step in own)
        losses.append(Fraction(norm) / (noise.parameter * power))
    return [*losses, sum(losses)]


def stated(plan: ChosenPlan) -> list[Fraction]:
    mechanisms = [group.mechanism for group in plan.groups]
    own = [one.loss.epsilon if one.noise == "laplace" else one.rho for one in mechanisms]
    return [*own, sum(own)]


def worst(plan: ChosenPlan, changes: Sequence[Adds]) -> list[Fraction]:
    return [max(own) for own in zip(*(cost(plan, change) for change in changes), strict=True)]


@pytest.mark.parametrize("cap", [1, 2, 3])
@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
def test_no_patient_costs_more_than_is_stated_and_some_cost_as_much(cap: int, neighbours: str) -> None:
    alone = list(adds(cap))
    pairs = [[a - b for a, b in zip(one, other, strict=True)] for one, other in combinations(alone, 2)]
    changes = [*alone, *pairs] if neighbours == "replace_one" else alone
    for loss in LOSSES:
        plan = patients.chosen(cap, loss=loss, neighbours=neighbours)
        true, said = worst(plan, changes), stated(plan)
        assert all(own <= most for own, most in zip(true, said, strict=True))
        if (
            cap == 1 or neighbours == "add_remove"
        ):  # four cells are too few for two such patients, and here two are used
            reached = min(cap, 2)  # the kinds above have two diagnoses
            assert true[0] == said[0]
            assert true[1] * min(cap, 4) == said[1] * reached


def test_a_patient_with_many_records_in_one_cell_counts_there_once() -> None:
    for one, own in zip(PATIENTS, adds(3), strict=True):
        assert own[0].max(initial=0) <= 1
        assert own[1].max(initial=0) <= 1
        assert own[0].sum() == len({*one} - {("?", "f")})


def test_gaussian_noise_grows_with_the_root_of_the_cap() -> None:
    """And not with the cap, as where records are counted: the columns of different cells are orthogonal."""
    squares = [patients.chosen(cap, loss={"rho": "3"}).groups[0].mechanism.scale.square for cap in (1, 4)]
    assert squares[1] == 4 * squares[0]


def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each record counted, and not each patient once: two records in one cell cost twice what is stated of one."""
    plan = patients.chosen(2, loss={"rho": "3"})
    monkeypatch.setattr(appearances.np, "unique", lambda keys: keys)
    before = counted(plan, BESIDE)
    after = counted(plan, [*BESIDE, ("new", "a", "f"), ("new", "a", "f")])
    true = cost(plan, [one - other for one, other in zip(after, before, strict=True)])
    assert true[0] > stated(plan)[0]
