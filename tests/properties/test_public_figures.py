"""Rates, expanded and standardised figures, indices and ratios: random plans against a count by hand, planted faults.

From seed 200,000 on plans have public figures. What is looked at is what `test_every_plan` looks at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from random_plans.case import WITH_FIGURES, Case
from random_plans.case import case as drawn
from random_plans.checking import with_noise, without
from random_plans.invariants import Finding
from random_plans.spread import is_as_forecast

from dpdesk.planning.compiler.measures import combined
from dpdesk.planning.compiler.measures.figures import Figures
from dpdesk.planning.compiler.measures.quotient import Index

SEEDS = [WITH_FIGURES + seed for seed in (3, 5, 9, 11, 12, 14, 20, 21)]
"""Some that are quick, and have every kind among them."""
RATES = WITH_FIGURES + 3
INDEXED = WITH_FIGURES + 20
STANDARDISED = WITH_FIGURES + 20
STRATA = WITH_FIGURES + 12


@cache
def case(seed: int) -> Case:
    return drawn(seed)


def all_of(look: Callable[[Case], Iterator[Finding]]) -> list[str]:
    return [f"{seed}: {found}" for seed in SEEDS for found in look(case(seed))]


def asked() -> list[dict[str, Any]]:
    return [one for seed in SEEDS for table in case(seed).plan["tables"] for one in table["measures"]]


def test_there_is_one_of_every_kind() -> None:
    kinds = Counter(
        (one["kind"], *(field for field in ("variable", "weight", "standard", "expanded") if field in one))
        for one in asked()
        if {"figures", "expanded", "base", "top"} & one.keys()
    )
    wanted = [("rate",), ("rate", "variable"), ("rate", "weight"), ("rate", "standard"), ("rate", "expanded"),
              ("count", "expanded"), ("sum", "variable", "expanded"), ("index",), ("index", "weight"), ("ratio",),
              ("ratio", "weight")]  # fmt: skip
    assert all(kinds[one] for one in wanted), kinds


def test_without_noise_every_number_is_the_true_one() -> None:
    assert all_of(without) == []


def test_with_noise_all_numbers_agree() -> None:
    """Nothing here depends on what the noise is: no false alarms."""
    assert all_of(lambda made: with_noise(made, within=True)) == []


def test_numbers_vary_as_forecast() -> None:
    """By the laws of noise, with no draw; a forecast that is 10 % off is found out."""
    assert list(is_as_forecast(case(STRATA))) == []
    assert list(is_as_forecast(case(STRATA), 1.1)) != []


# --- planted faults --------------------------------------------------------------------------------------------------


def is_found(kind: str, seed: int) -> bool:
    """Whether a finding of a kind turns up when a case is drawn anew."""
    return any(one.kind == kind for one in without(drawn(seed)))


def test_a_rate_over_everybody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is over the people of the cell."""
    right = Figures.total
    whole = lambda self: [frozenset(range(one.size)) for one in self.roots]  # noqa: E731
    monkeypatch.setattr(Figures, "total", lambda self, sets, place: right(self, whole(self), place))
    assert is_found("rate", RATES)


def test_weights_of_a_standard_that_do_not_add_up_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = combined._standardised

    def raw(plain: Any, figures: Any, standard: Figures, per: Fraction, place: Any) -> Any:
        return right(plain, figures, standard, per * sum(standard.known.values()), place)

    monkeypatch.setattr(combined, "_standardised", raw)
    assert is_found("rate", STANDARDISED)


def test_an_index_over_everybody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its base is the cell at a code."""
    monkeypatch.setattr(Index, "base_along", property(lambda self: None))
    assert is_found("index", INDEXED)


def test_strata_of_one_factor_alone_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stratum has its own."""
    right = combined._expanded

    def alike(*given: Any) -> Any:
        made = right(*given)
        return replace(made, factors=np.broadcast_to(made.factors[..., :1], made.factors.shape))

    monkeypatch.setattr(combined, "_expanded", alike)
    assert is_found("expanded", STRATA)
