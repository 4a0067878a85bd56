"""Variances and standard deviations: within what they can be, within limits that hold, no farther off than forecast.

That they are true where there is no noise is seen on random plans (tests/properties/test_every_plan.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small import COUNT, block, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.release.finish import Finished, finish, prepare
from dpdesk.release.result import TableResult

PEOPLE = 400
RELEASES = 60
BOTH = [{"kind": "variance", "variable": "years"}, {"kind": "standard_deviation", "variable": "years"}]


def spread(loss: dict[str, str], *, level: int = 90, measures: Any = BOTH, **more: Any) -> ChosenPlan:
    given = table("t", stub=[block("sex")], measures=[COUNT, *measures], group="a")
    d = small(budget_cap={next(iter(loss)): "1000"}, neighbours="add_remove")
    return choose(plan(given, loss=loss, dictionary=d, groups=[{"name": "a", "part": "1"}], level=level, **more))


def years(generator: np.random.Generator) -> np.ndarray:
    """For women and men the years of each: two different spreads."""
    return np.stack([generator.integers(0, 10, PEOPLE), generator.integers(3, 6, PEOPLE)])


def released(chosen: ChosenPlan, values: np.ndarray, number: int = 1) -> list[Finished]:
    """Releases about people with these values; about 4, the middle of 0 to 9, the program squares distances."""
    group, prepared = chosen.groups[0], prepare(chosen)
    counts = np.full(2, values.shape[1], dtype=np.int64)
    sums = {"years": values.sum(axis=1), "years:squares": ((values - 4) ** 2).sum(axis=1)}
    return [finish(chosen, {group.name: group.measure(counts, sums)}, prepared) for _ in range(number)]


def truth(values: np.ndarray) -> np.ndarray:
    """Variance and standard deviation of everybody, of women, of men."""
    variances = np.array([values.var(), *values.var(axis=1)])
    return np.stack([variances, np.sqrt(variances)], axis=-1)


def cells(found: TableResult, name: str) -> np.ndarray:
    """Lines × (variance, standard deviation)."""
    return np.asarray(getattr(found, name)[0, :, 0, 1:])


@pytest.mark.statistical
def test_limits_hold_the_truth_and_what_is_printed() -> None:
    """Of 60 releases at 90 % at least 39 cover each cell; a sixteenth of the width does not.

    False alarms: P(binomial(60, 0.9) < 39) < 4e-8 a cell.
    """
    values = years(np.random.default_rng(1))
    chosen, true = spread({"rho": "1/2"}), truth(values)
    covered, control = np.zeros((3, 2)), np.zeros((3, 2))
    for one in released(chosen, values, RELEASES):
        found = one.tables[0]
        estimate, lower, upper = (cells(found, name) for name in ("estimate", "lower", "upper"))
        assert np.all(lower <= estimate) and np.all(estimate <= upper) and np.all(lower >= 0)
        covered += (lower <= true) & (true <= upper)
        control += np.abs(true - estimate) <= (upper - lower) / 32
    assert covered.min() >= 39
    assert control.min() < 39


@pytest.mark.parametrize("number", range(4))
def test_never_below_zero_nor_beyond_what_the_bounds_allow(number: int) -> None:
    """Everybody is of one age, or half at either bound, and noise is large."""
    for values in (np.full((2, 60), 9), np.tile([0, 9], (2, 30))):
        found = released(spread({"rho": "1/20"}), values)[0].tables[0]
        for name in ("estimate", "lower", "upper"):
            one = cells(found, name)
            known = ~np.isnan(one)
            assert np.all((one >= 0) & (one <= [20.25, 4.5]) | ~known), (name, number)


def test_nobody_has_no_variance() -> None:
    found = released(spread({"rho": "200"}), np.zeros((2, 0), dtype=np.int64))[0].tables[0]
    assert np.isnan(cells(found, "estimate")).all()


def test_half_widths_are_at_most_the_forecast() -> None:
    """At the very counts that planning figures expect, whatever the ages are."""
    figures = {
        "source": {"en": "last year"},
        "total": 2 * PEOPLE,
        "marginals": [{"variables": ["sex"], "counts": [1, 1]}],
    }
    chosen = spread({"rho": "200"}, reference=figures)
    group, mapped = chosen.groups[0], chosen.compiled.tables[0]
    expected = expected_answers(chosen.plan, group.compiled)
    assert expected is not None
    found = released(chosen, years(np.random.default_rng(2)))[0].tables[0]
    for at, recipe in enumerate(mapped.recipes[1:]):
        for line in range(3):
            own = expected_cell(chosen.plan, chosen.noises[0], recipe, (0, line, 0), 0, expected)
            assert own is not None and own.at_most and own.value is None
            assert cells(found, "margin")[line, at] <= own.margin * 1.02  # noise moves the count itself by 1 % at most
            assert at == 1 or cells(found, "margin")[line, at] >= own.margin / 50  # a root has no such close bound


def test_its_words() -> None:
    items = spread({"rho": "1"}).compiled.tables[0].shell.items
    assert [item.code for item in items[1:]] == ["variance:years", "standard_deviation:years"]
    assert [item.label.show("de") for item in items[1:]] == ["Varianz: Years", "Standardabweichung: Years"]
    assert [item.label.show("en") for item in items[1:]] == ["Variance: Years", "Standard deviation: Years"]


def test_one_more_vector_is_summed() -> None:
    """Sums of squares lie between 0 and the square of the farther bound; not stated counts nothing."""
    (own,) = spread({"rho": "1"}).compiled.groups
    assert [(one.quantity, one.lower, one.upper) for one in own.sums] == [("years", 0, 9), ("years:squares", 0, 25)]
    (pay,) = spread({"rho": "1"}, measures=[{"kind": "variance", "variable": "pay"}]).compiled.groups
    assert [one.quantity for one in pay.sums] == ["pay", "pay:squares", "pay:stated"]


def test_too_many_steps_are_refused() -> None:
    made = small()
    tree = made.record.model_dump(mode="json", by_alias=True, exclude_none=True)
    next(one for one in tree["variables"] if one["name"] == "pay")["step"] = "1/100000000"
    d = type(made).from_json(tree)
    with pytest.raises(BadInput, match=r"measures\[0\]\.variable names 'pay', whose bounds are too many steps apart"):
        choose(plan(table(measures=[{"kind": "variance", "variable": "pay"}]), dictionary=d))
