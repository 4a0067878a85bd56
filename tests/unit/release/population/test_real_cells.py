"""Counts, and who of them states a quantity, brought to one table: what that does to counts and printed means."""

from __future__ import annotations

import numpy as np
import pytest
from small import COUNT, block, plan, small, table

from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.release.finish import prepare
from dpdesk.release.population import real_cells

SUM, STATED = "sum:pay", "sum:pay:stated"
COUNTS = np.array([[90, 150, 400], [60, 110, 300]])
MEAN = 50_000
"""Steps, half of the most that anybody has."""
DRAWS = 30


def chosen(loss: dict[str, str]) -> ChosenPlan:
    """Mean pay by sex and colour."""
    mean = {"kind": "mean", "variable": "pay"}
    given = table("t", stub=[block("sex", "colour")], measures=[COUNT, mean], group="a")
    d = small(budget_cap=dict.fromkeys(loss, "10"), neighbours="add_remove")
    return choose(plan(given, loss=loss, dictionary=d, groups=[{"name": "a", "part": "1"}]))


def ratios(loss: dict[str, str], stating: float) -> dict[str, float]:
    """Error of what is printed over that of unbiased values, of 30 fixed draws of Laplace or Gaussian noise."""
    own, generator = chosen(loss), np.random.default_rng(7)
    draw = generator.normal if "rho" in loss else lambda size: generator.laplace(0, 0.5**0.5, size)
    group, (cells,) = own.groups[0], prepare(own).tables
    workload, vectors = group.compiled.workload, {f"sum:{one.quantity}": one for one in group.compiled.sums}
    stated = np.rint(COUNTS * stating)
    truth = {
        name: workload.answer(values) for name, values in (("count", COUNTS), (SUM, MEAN * stated), (STATED, stated))
    }
    printed, unbiased = ({"count": [], STATED: [], "mean": []} for _ in range(2))
    for _ in range(DRAWS):
        noisy = {
            name: truth[name] + mechanism.std * draw(size=mechanism.std.size)
            for name, mechanism in group.mechanisms.items()
        }
        given = {name: workload.split(answers) for name, answers in noisy.items()}
        filled = cells.fill(given, vectors, dict.fromkeys(noisy))
        whole = {name: cells.answer(0, values) for name, values in filled.items()}
        assert (whole[STATED] <= whole["count"]).all()
        for errors, values in ((printed, whole), (unbiased, noisy)):
            for name in ("count", STATED):
                errors[name].append(values[name] - truth[name])
            errors["mean"].append(values[SUM] / values[STATED] - MEAN)
    return {
        name: float(np.sqrt(np.mean(np.square(printed[name])) / np.mean(np.square(unbiased[name])))) for name in printed
    }


@pytest.mark.parametrize("loss", [{"epsilon": "1"}, {"rho": "1/20"}], ids=str)
def test_where_everybody_states_a_quantity_counts_and_who_states_it_make_each_other_better(
    loss: dict[str, str],
) -> None:
    found = ratios(loss, 1.0)
    assert found[STATED] < 0.75 and found["count"] < 0.65 and found["mean"] < 0.85


def test_where_half_do_not_each_is_as_good_as_alone() -> None:
    found = ratios({"epsilon": "1"}, 0.5)
    assert max(found["count"], found[STATED]) < 0.75 and found["mean"] < 0.85


def test_counts_first_and_the_others_below_them_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_cells, "LARGEST", 0)
    assert ratios({"epsilon": "1"}, 1.0)[STATED] > 0.9


def test_sums_are_not_cut_where_whole_counts_lie_in_other_cells() -> None:
    """Published are sex and colour by themselves: people, and who states it, may be in any cells with these numbers."""
    measures = [COUNT, {"kind": "mean", "variable": "pay"}]
    tables = [table(one, stub=[block(one)], measures=measures, group="a") for one in ("sex", "colour")]
    d = small(budget_cap={"rho": "10"}, neighbours="add_remove")
    own = choose(plan(*tables, loss={"rho": "1/20"}, dictionary=d, groups=[{"name": "a", "part": "1"}]))
    group, (cells,) = own.groups[0], prepare(own).tables
    vectors = {f"sum:{one.quantity}": one for one in group.compiled.sums}
    counts = np.array([[150, 260, 230], [0, 0, 470]])
    stated = 0.8 * np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    answers = group.compiled.workload.split(group.compiled.workload.answer(stated))
    found = cells._within(STATED, stated, answers, vectors[STATED], counts, None)
    assert (found >= -1e-9).all() and (found <= counts + 1e-9).all()
    for axis in (0, 1):
        assert found.sum(axis=axis) == pytest.approx(stated.sum(axis=axis), abs=1.0)
    assert np.clip(stated, 0, counts).sum() < stated.sum() - 100
