"""Measures with a universe of their own: random plans against a count by hand, every neighbour, planted faults.

From seed 400,000 on some measures count those of a cell alone who have some codes, and from 450,000 on
so does what is read along lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from random_plans.case import LIMITED_LINES, WITH_LIMITS, Case
from random_plans.case import case as drawn
from random_plans.checking import with_noise, without
from random_plans.invariants import Finding
from random_plans.neighbours import keeps_its_loss
from random_plans.spread import is_as_forecast

from dpdesk.planning.compiler.measures.base import Measured
from dpdesk.planning.compiler.measures.limited import Limited
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.compiler.measures.quantity import Mean
from dpdesk.planning.compiler.measures.share import Share

SEEDS = [WITH_LIMITS + seed for seed in (5, 8, 13, 14)] + [LIMITED_LINES + seed for seed in (7, 12, 16)]
"""Some that are quick, and have every kind among them."""


@cache
def case(seed: int) -> Case:
    return drawn(seed)


def all_of(look: Callable[[Case], Iterator[Finding]]) -> list[str]:
    return [f"{seed}: {found}" for seed in SEEDS for found in look(case(seed))]


def test_there_is_one_of_every_kind() -> None:
    kinds = Counter(
        (one["kind"], "weight" in one, len(one["where"]))
        for seed in SEEDS
        for table in case(seed).plan["tables"]
        for one in table["measures"]
        if "where" in one
    )
    found = {(kind, weighted) for kind, weighted, _ in kinds}
    wanted = {(kind, weighted) for kind in ("count", "sum", "percentage") for weighted in (False, True)}
    lines = {(kind, False) for kind in ("median", "quantiles", "share", "cdf")} | {("standard_deviation", True)}
    assert found >= wanted | lines | {("mean", True)} and any(many > 1 for _, _, many in kinds), kinds


def test_without_noise_every_number_is_the_true_one() -> None:
    assert all_of(without) == []


def test_with_noise_all_numbers_agree() -> None:
    """Nothing here depends on what the noise is: no false alarms."""
    assert all_of(lambda made: with_noise(made, within=True)) == []


def test_no_neighbour_is_told_apart_by_more_than_is_stated() -> None:
    assert all_of(lambda made: keeps_its_loss(made, Random(made.seed), 20)) == []


def test_numbers_vary_as_forecast() -> None:
    """By the laws of noise, with no draw; a forecast that is 10 % off is found out."""
    assert list(is_as_forecast(case(SEEDS[1]))) == []
    assert list(is_as_forecast(case(SEEDS[1]), 1.1)) != []


# --- planted faults --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "name", "kind", "seed"),
    [
        (Limited, "along", "count", WITH_LIMITS + 5),
        (Mean, "base_along", "mean", WITH_LIMITS + 13),
        (Quantiles, "along", "quantile", LIMITED_LINES + 7),
        (Share, "base_along", "share", LIMITED_LINES + 7),
    ],
)
def test_a_measure_of_everybody_is_found(
    monkeypatch: pytest.MonkeyPatch, owner: type[Measured], name: str, kind: str, seed: int
) -> None:
    everybody = {Quantiles: lambda self: self.running, Share: lambda self: self.among}
    monkeypatch.setattr(owner, name, property(everybody.get(owner, lambda self: None)))
    assert kind in {one.kind.partition(" by ")[0] for one in without(drawn(seed))}
