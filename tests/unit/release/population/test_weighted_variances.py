"""Weighted variances where counts leave cells open, so that a mixed-integer program chooses counts and sums together.

Three tables of two variables each say little of the cells of all three. Without noise every printed variance is the
true one; with noise it lies within its limits, and what it is made of is of one population.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from unittest.mock import patch

import numpy as np
import pytest
from random_plans.noiseless import without_noise
from random_plans.records import KEY, Written
from small import COUNT, block, plan, small, table

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.postprocess import counts_for_sums
from dpdesk.postprocess.joint_search import closest_population
from dpdesk.release.finish import Finished, finish

AXES = ("sex", "colour", "third")
COLUMNS = ("sex", "colour", "age", "score", "wt")
CODES = (["f", "m"], ["red", "green", "blue"], ["0", "4", "8"])
PAIRS = ((0, 1), (0, 2), (1, 2))
PEOPLE = 60
SEEDS = range(4)


Sealed = dict[str, dict[str, np.ndarray]]


def quantity(name: str, upper: str, step: str, unreadable: object) -> dict[str, object]:
    return {
        "name": name, "kind": "quantity", "column": name, "label": {"en": name}, "describes": "unit", "lower": "0",
        "upper": upper, "step": step, "below": "clamp", "above": "clamp", "unreadable": unreadable,
    }  # fmt: skip


def chosen(loss: str) -> ChosenPlan:
    base = small()
    more = [quantity("score", "6", "1", "not_stated"), quantity("kg", "3", "1", {"value": "0"}) | {"column": "wt"}]
    d = small(
        neighbours="add_remove",
        budget_cap={"rho": "100"},
        variables=[*base.to_json()["variables"], *more],
        weight_columns=[{"column": "wt", "answer": "weight"}],
    )
    spread = {"kind": "variance", "variable": "score", "weight": "kg"}
    tables = [
        table(
            f"t{at}",
            stub=[block(*({"variable": AXES[one], "total": "none"} for one in pair))],
            measures=[COUNT, spread],
        )
        for at, pair in enumerate(PAIRS)
    ]
    return choose(plan(*tables, dictionary=d, loss={"rho": loss}))


def people(seed: int) -> list[tuple[str, ...]]:
    """Codes, a score from 0 to 6 that one in eight does not state, and a weight."""
    generator = np.random.default_rng(seed)
    columns = [generator.choice(codes, PEOPLE).tolist() for codes in CODES]
    scores = ["" if score == 7 else str(score) for score in generator.integers(0, 8, PEOPLE).tolist()]
    return list(zip(*columns, scores, generator.integers(1, 4, PEOPLE).astype(str).tolist(), strict=True))


def truth(rows: Sequence[tuple[str, ...]]) -> list[list[float]]:
    """Of each table the weighted variances, cell after cell."""
    found = []
    for pair in PAIRS:
        found.append([])
        for codes in product(*(CODES[one] for one in pair)):
            own = [row for row in rows if tuple(row[one] for one in pair) == codes and row[3]]
            scores, weights = (np.array([float(row[column]) for row in own]) for column in (3, 4))
            middle = np.average(scores, weights=weights)
            found[-1].append(float(np.average((scores - middle) ** 2, weights=weights)))
    return found


def sealed(own: ChosenPlan, rows: Sequence[tuple[str, ...]]) -> Sealed:
    counts = tabulate(Written(COLUMNS, rows), own.plan.dictionary, own.domains, KEY)
    return {group.name: group.measure(one.counts, one.sums) for group, one in zip(own.groups, counts, strict=True)}


def asked(own: ChosenPlan, noisy: Sealed) -> tuple[Finished, int]:
    """A release, and how often programs were asked for counts that suit the sums."""
    with patch.object(counts_for_sums, "closest_population", wraps=closest_population) as searched:
        return finish(own, noisy), searched.call_count


@pytest.fixture(scope="module")
def precise() -> ChosenPlan:
    """Every base is far above its margin."""
    return chosen("50")


def test_without_noise_every_printed_variance_is_the_true_one(precise: ChosenPlan) -> None:
    searched = 0
    for seed in SEEDS:
        rows = people(seed)
        with without_noise():
            exact = sealed(precise, rows)
        found, often = asked(precise, exact)
        searched += often
        for one, true in zip(found.tables, truth(rows), strict=True):
            np.testing.assert_allclose(one.estimate[..., 1].ravel(), true, atol=0.051)
    assert searched == len(SEEDS)


def test_without_the_program_some_would_be_wrong(precise: ChosenPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts_for_sums, "closest_population", lambda *_, **__: None)
    off = []
    for seed in SEEDS:
        with without_noise():
            exact = sealed(precise, people(seed))
        both = zip(finish(precise, exact).tables, truth(people(seed)), strict=True)
        off += [np.max(np.abs(one.estimate[..., 1].ravel() - true)) for one, true in both]
    assert max(off) > 0.1


def test_with_noise_sums_are_of_one_population_and_every_variance_is_within_its_limits() -> None:
    own = chosen("1")
    (group,) = own.groups
    for seed in SEEDS:
        found, _ = asked(own, sealed(own, people(seed)))
        assert not found.failed
        ((held),) = found.population
        for vector in group.compiled.sums:
            values = held[f"sum:{vector.quantity}"]
            assert (held["count"] * vector.lower <= values).all() and (values <= held["count"] * vector.upper).all()
        for one in found.tables:
            there = ~np.isnan(one.estimate)
            assert (one.lower[there] <= one.estimate[there]).all() and (one.estimate[there] <= one.upper[there]).all()
        totals = [one.estimate[..., 0].sum() for one in found.tables]
        assert len(set(totals)) == 1
