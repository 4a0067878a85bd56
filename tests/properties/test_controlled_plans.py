"""Counts adjusted to public figures: random plans against a division by hand, with planted faults.

From seed 300,000 on plans have controls. What is looked at is what `test_every_plan` looks at: without noise each
number is the public figure, divided as the records divide that cell of the control.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from random_plans.case import WITH_CONTROLS, Case
from random_plans.case import case as drawn
from random_plans.checking import with_noise, without
from random_plans.invariants import Finding, read
from random_plans.noiseless import released

from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.release.reading import controlled as reading
from dpdesk.release.result import CONTROLLED

SEEDS = [WITH_CONTROLS + seed for seed in (2, 8, 30, 39)]
"""Some that are quick: with Laplace and Gaussian noise, weighted counts, controls by two variables, universes."""


@cache
def case(seed: int) -> Case:
    return drawn(seed)


def all_of(look: Callable[[Case], Iterator[Finding]]) -> list[str]:
    return [f"{seed}: {found}" for seed in SEEDS for found in look(case(seed))]


def test_shares_and_whole_figures_are_among_them_weighted_and_not_with_every_noise() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for seed in SEEDS:
        known, found = read(case(seed)), released(case(seed), noise=False)
        laws = {group.mechanism.noise for group in case(seed).chosen.groups if group.mechanisms}
        for definition, truth, result in zip(known.definitions, known.truth, found.tables, strict=True):
            for at, item in enumerate(definition.items):
                if item.kind == "controlled":
                    flags = result.flag[..., at][~np.isnan(truth[..., at])].tolist()
                    seen.update((flag, "weighted" if item.weight else "") for flag in flags)
                    seen.update((flag, law) for flag in flags for law in laws)
    assert all(seen["", word] and seen[CONTROLLED, word] for word in ("", "weighted", "laplace", "gaussian")), seen


def test_without_noise_every_number_is_the_true_one() -> None:
    assert all_of(without) == []


def test_with_noise_all_numbers_agree() -> None:
    """Nothing here depends on what the noise is: no false alarms."""
    assert all_of(lambda made: with_noise(made, within=True)) == []


# --- planted faults --------------------------------------------------------------------------------------------------


def found_wrong() -> set[str]:
    return {one.kind for one in without(case(SEEDS[0]))}


def test_a_share_of_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = reading.shares
    monkeypatch.setattr(reading, "shares", lambda *given: right(*given) * 0.9)
    assert "controlled" in found_wrong()


def test_figures_that_are_not_taken_as_a_whole_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: Controlled, rows: Any) -> Any:
        return np.zeros(rows.shape[:-1])

    monkeypatch.setattr(Controlled, "taken", none)
    assert "controlled" in found_wrong() or "unbiased" in found_wrong()
