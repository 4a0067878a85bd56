"""Weighted tables among all others: random plans with weights, against a count by hand, and with planted faults.

From seed 100,000 on dictionaries have a weight and about half of the measures are weighted. What is looked at is what
`test_every_plan` looks at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from one_plan import once
from random_plans import checking, noiseless
from random_plans import spread as spreading
from random_plans.case import WEIGHTED, Case
from random_plans.case import case as drawn
from random_plans.checking import with_noise, without
from random_plans.invariants import Finding, published, read
from random_plans.neighbours import keeps_its_loss
from random_plans.noiseless import released
from random_plans.retabulated import differing, points_of
from random_plans.spread import TooMany as TooManyIntegers
from random_plans.spread import is_as_forecast, varies_as_forecast

from dpdesk.mechanisms import Mechanism
from dpdesk.planning.compiler.measures import chains
from dpdesk.planning.compiler.measures.base import COUNT
from dpdesk.planning.compiler.measures.quantity import contribution
from dpdesk.planning.compiler.measures.share import Share
from dpdesk.planning.compiler.measures.weighted import WeightedMean, WeightedPercentage
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.publish.tables.records import lines
from dpdesk.release.finish import prepare
from dpdesk.release.microdata import microdata_of
from dpdesk.schema import dictionary as dictionaries
from dpdesk.schema.variables.build import TIMES, product_of
from dpdesk.schema.variables.coding import Cells, ProductCoding
from dpdesk.schema.variables.variable import Variable

SEEDS = [*(range(WEIGHTED + first, WEIGHTED + first + 7) for first in (0, 8, 24)), range(WEIGHTED + 38, WEIGHTED + 39)]
"""Those between have many variables, and take long."""
FORECASTS = 2
FEW_KINDS = 20
"""Kinds of rows that are looked at of a plan that tells hundreds apart."""


@cache
def case(seed: int) -> Case:
    return drawn(seed)


_READ, _EXACT, _PREPARED, _SPREAD = map(once, (read, noiseless.exact, prepare, spreading.spread))


@pytest.fixture
def worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a case alone decides, all tests of sound plans share: its truth, its counts, and what finishing needs."""
    monkeypatch.setattr(checking, "read", _READ)
    monkeypatch.setattr(noiseless, "exact", _EXACT)
    monkeypatch.setattr(noiseless, "prepare", _PREPARED)
    monkeypatch.setattr(spreading, "spread", _SPREAD)


def all_of(seeds: range, look: Callable[[Case], Iterator[Finding]]) -> list[str]:
    return [f"{seed}: {found}" for seed in seeds for found in look(case(seed))]


def sums_of(made: Case) -> list[str]:
    return [one.quantity for group in made.chosen.groups for one in group.compiled.sums]


def weighted_cases() -> Iterator[Case]:
    """Those in which values times weights are summed."""
    for seeds in SEEDS:
        for seed in seeds:
            if any(TIMES in name for name in sums_of(case(seed))):
                yield case(seed)


def _joint(made: Case) -> list[Mechanism]:
    """The mechanisms of groups in which vectors are measured together."""
    return [group.mechanism for group in made.chosen.groups if group.joined and group.mechanisms]


def test_nested_sums_are_measured_together_of_every_kind() -> None:
    own = [one for seeds in SEEDS for seed in seeds for one in _joint(case(seed))]
    assert {(one.noise, one.relation.neighbours) for one in own} == {*product(("laplace", "gaussian"), Neighbours)}
    assert {len(one.joint.chain.members) for one in own if one.joint} >= {2, 3, 4}
    assert any(one.apart for one in own) and any(one.relation.rows_per_unit > 1 for one in own)


def test_there_are_weights_of_every_kind() -> None:
    measures = [one for seeds in SEEDS for seed in seeds for t in case(seed).plan["tables"] for one in t["measures"]]
    kinds = [one["kind"] for one in measures if "weight" in one]
    wanted = {"count": 9, "percentage": 9, "sum": 9, "mean": 9, "variance": 3, "standard_deviation": 3, "median": 2,
              "quantiles": 2, "cdf": 2, "intervals": 2, "all_intervals": 2, "code_prefix": 2, "share": 1}  # fmt: skip
    assert all(kinds.count(kind) >= least for kind, least in wanted.items()), Counter(kinds)
    assert any(":stated*" in name for made in weighted_cases() for name in sums_of(made))


@pytest.mark.usefixtures("worked_out_once")
@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_without_noise_every_number_is_the_true_one(seeds: range) -> None:
    assert all_of(seeds, without) == []


@pytest.mark.usefixtures("worked_out_once")
@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_with_noise_all_numbers_agree(seeds: range) -> None:
    """Nothing here depends on what the noise is: no false alarms."""
    assert all_of(seeds, lambda made: with_noise(made, within=True)) == []


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_no_neighbour_is_told_apart_by_more_than_is_stated(seeds: range) -> None:
    assert all_of(seeds, lambda made: keeps_its_loss(made, Random(made.seed), FEW_KINDS)) == []


def test_synthetic_records_have_the_published_numbers_or_leave_the_quantity_out() -> None:
    """What is published of values times weights, single values would contradict: such a quantity is in no record."""
    left_out = 0
    for seed in SEEDS[0]:
        made = case(seed)
        if any(group.drawn is not None or group.detail is not None for group in made.chosen.groups):
            continue
        known, found = read(made), released(made, noise=True)
        records = microdata_of(made.chosen, prepare(made.chosen), found)
        points = points_of(b"".join(lines(records)), made.dictionary)
        names = [one.name for one in records.left_out]
        for definition, own in zip(known.definitions, found.tables, strict=True):
            assert differing(definition, np.where(published(own), own.estimate, np.nan), points, names) == []
        left_out += len(names)
    assert left_out


@pytest.mark.usefixtures("worked_out_once")
@pytest.mark.statistical
def test_unbiased_numbers_vary_as_forecast() -> None:
    """At seven standard errors of each variance: false alarms below 1e-6. A forecast that is 10 % off is rejected."""
    looked_at = 0
    for made in weighted_cases():
        try:
            assert [*is_as_forecast(made), *varies_as_forecast(made)] == [], made.seed
        except TooManyIntegers:
            continue
        for wrong in (0.9, 1.1):
            assert list(is_as_forecast(made, wrong)) != [] and list(varies_as_forecast(made, wrong)) != [], made.seed
        looked_at += 1
        if looked_at == FORECASTS:
            return


# --- planted faults --------------------------------------------------------------------------------------------------


def test_a_product_whose_bounds_forget_the_weight_understates_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some plan's stated loss is then below the true one."""

    def narrow(variable: Variable, weight: Variable) -> Variable | None:
        made = product_of(variable, weight)
        least, most = variable.lower * weight.step, variable.upper * weight.step
        return None if made is None else replace(made, lower=min(least, Fraction(0)), upper=max(most, Fraction(0)))

    monkeypatch.setattr(dictionaries, "product_of", narrow)
    assert any(_loses(drawn(made.seed)) for made in weighted_cases())


def _loses(made: Case) -> bool:
    return [one.kind for one in keeps_its_loss(made, Random(made.seed), FEW_KINDS)][:1] == ["loss"]


def test_nested_sums_whose_ends_are_half_as_far_apart_understate_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of vectors that are measured together nothing but these ends says what a row can add."""
    seeds = [WEIGHTED + 6, WEIGHTED + 10]
    assert not any(_loses(case(seed)) for seed in seeds)
    monkeypatch.setattr(chains, "contribution", lambda one: (contribution(one)[0], (contribution(one)[1] + 1) // 2))
    assert any(_loses(drawn(seed)) for seed in seeds)


def is_found(kind: str, cases: Iterator[Case]) -> bool:
    """Whether a finding of a kind turns up when cases are drawn anew."""
    return any(one.kind == kind for made in cases for one in without(drawn(made.seed)))


def test_weights_that_are_added_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def added(self: ProductCoding, cells: Cells) -> int | None:
        stated, weight = self.of.steps(cells), self.weight.steps(cells)
        return None if stated is None or weight is None else stated + weight

    monkeypatch.setattr(ProductCoding, "steps", added)
    assert is_found("sum", weighted_cases()) and is_found("mean", weighted_cases())


def test_a_mean_over_the_weights_of_everybody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is over the weights of those who state the quantity."""
    right = WeightedMean.quantities.fget
    assert right is not None
    monkeypatch.setattr(WeightedMean, "below", property(lambda self: f"sum:{self.weight.name}"))
    monkeypatch.setattr(WeightedMean, "quantities", property(lambda self: (right(self)[0], self.weight.name)))
    assert is_found("mean", weighted_cases())


def test_a_share_of_everybody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one of those who state a value."""
    monkeypatch.setattr(Share, "base_along", property(lambda self: None))
    assert is_found("share", iter([case(WEIGHTED + 26)]))


def test_a_percentage_of_people_in_the_place_of_weights_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("vector", "below"):
        monkeypatch.setattr(WeightedPercentage, name, property(lambda self: COUNT))
    monkeypatch.setattr(WeightedPercentage, "quantities", property(lambda self: ()))
    assert is_found("percentage", iter([case(WEIGHTED + 13)]))
