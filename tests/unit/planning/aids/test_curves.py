"""Curves, targets and odds against the forecast they must agree with, and against simulated noise."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.errors import BadInput, Cancelled
from dpdesk.planning.aids.budget_for_margin import budget_for_margin, statistics_of
from dpdesk.planning.aids.curves import error_by_budget, error_by_cell, error_by_interval_length
from dpdesk.planning.aids.odds import cell_details, chance_more_than, round_number
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.budgets import short_text, three_digits, value_of, with_value
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster, forecast
from dpdesk.schema.dictionary import Dictionary

CDF = {"kind": "cdf", "variable": "age"}
RHO: dict[str, Any] = {"neighbours": "add_remove", "budget_cap": {"rho": "4"}}
APPROXIMATE: dict[str, Any] = {"budget_cap": {"epsilon": "4", "delta": "1e-5", "rule": "sum"}}


def made(*tables: dict[str, Any], loss: dict[str, str] | None = None, **more: Any) -> Plan:
    return plan(*tables, dictionary=Dictionary.from_json(dictionary_json(**more)), loss=loss or {"epsilon": "1"})


def example(kind: str) -> Plan:
    tables = (
        table("ages", stub="sex", measures=[COUNT, CDF, {"kind": "mean", "variable": "years"}]),
        table("areas", stub="area"),
    )
    if kind == "rho":
        return made(*tables, loss={"rho": "1/3"}, **RHO)
    if kind == "approximate":
        return made(*tables, loss={"epsilon": "1", "delta": "1e-6"}, **APPROXIMATE)
    return made(*tables)


@pytest.fixture(scope="module")
def kept() -> Forecaster:
    """One for many plans: what it says is what a new one says (below), and takes a part of the time."""
    return Forecaster()


def chosen_row(found: dict[str, Any], name: str) -> dict[str, Any]:
    one = next(one for one in found["tables"] if one["table"] == name)
    rows = one["mechanisms"]
    return next(row for row in rows if (row["mechanism"], row["noise"]) == (one["chosen"], one["chosen_noise"]))


@pytest.mark.parametrize("kind", ["epsilon", "rho", "approximate"])
def test_the_curve_by_budget_is_the_forecast_at_each_budget(kind: str, kept: Forecaster) -> None:
    now = example(kind)
    curve = error_by_budget(now, "ages", forecaster=kept)
    assert len(curve.texts) == 25
    assert np.all(np.diff(curve.budgets) > 0)
    assert curve.budgets[-1] / curve.budgets[0] == pytest.approx(100, rel=0.01)
    for at in (0, 5, curve.here, 24):
        tree = now.to_json()
        tree["loss"][curve.unit] = curve.texts[at]
        found = forecast(Plan.from_json(tree, now.dictionary))
        row = chosen_row(found, "ages")
        assert (row["mechanism"], row["noise"]) == curve.best[at]
        assert curve.best_rmse[at] == pytest.approx(row["rmse"], rel=1e-12)
        assert curve.best_margin[at] == pytest.approx(row["margin_max"], rel=1e-12)
    assert (curve.mechanism, curve.noise) == curve.best[curve.here]
    assert np.all(np.diff(curve.best_rmse) < 0)


def test_the_curve_by_budget_follows_the_mechanism_of_the_plan() -> None:
    tree = example("epsilon").to_json() | {"groups": [{"name": "g", "part": "1/2", "mechanism": "laplace"}]}
    tree["tables"][0]["group"] = "g"
    curve = error_by_budget(Plan.from_json(tree, example("epsilon").dictionary), "ages")
    assert curve.mechanism == "laplace"
    assert curve.best[curve.here][0] != "laplace"
    assert np.all(curve.rmse > curve.best_rmse)


@pytest.mark.parametrize("kind", ["epsilon", "rho"])
def test_the_curve_by_length_is_the_error_of_those_intervals(kind: str) -> None:
    """With all intervals in the table, the histogram's curve is read from the standard errors themselves."""
    every = {"kind": "all_intervals", "variable": "age"}
    now = (
        made(table("t", measures=[every]), loss={"rho": "1"}, **RHO)
        if kind == "rho"
        else made(table("t", measures=[every]))
    )
    curves = error_by_interval_length(now, "t")
    assert curves is not None
    assert curves.variable == "age"
    assert curves.lengths.tolist() == list(range(1, 11))
    assert not curves.sampled
    workshop = Forecaster().bench
    group = workshop.compile(now).groups[0]
    first, last = np.triu_indices(10)
    for one in curves.methods:
        std = workshop.mechanism(now, group, one.mechanism, one.noise).std
        for at, length in enumerate(curves.lengths):
            own = std[last - first + 1 == length]
            assert one.mean[at] == pytest.approx(math.sqrt(float((own**2).mean())), rel=1e-9)
            assert one.largest[at] == pytest.approx(float(own.max()), rel=1e-9)
    assert [one.mechanism for one in curves.methods if one.chosen] == [forecast(now)["tables"][0]["chosen"]]


def test_a_published_cdf_gives_intervals_by_difference_and_a_table_without_order_none() -> None:
    curves = error_by_interval_length(made(table("t", measures=[CDF]), loss={"rho": "1"}, **RHO), "t")
    assert curves is not None
    gaussian = next(one for one in curves.methods if one.mechanism == "gaussian")
    assert gaussian.largest[0] == pytest.approx(math.sqrt(2) * gaussian.mean[-1])
    assert error_by_interval_length(made(table("t", stub="sex")), "t") is None
    few = [{"from": "0", "to": "4"}, {"from": "5", "to": "9"}]
    coarse = error_by_interval_length(
        made(table("t", measures=[{"kind": "intervals", "variable": "age", "intervals": few}])), "t"
    )
    assert coarse is not None
    assert coarse.lengths.tolist() == [5, 10], "what is measured knows only halves"


def test_every_cell_has_its_standard_error_and_margin() -> None:
    now = example("rho")
    cells = error_by_cell(now, "ages")
    listed = forecast(now)["tables"][0]["cells_std"]
    assert cells.index.tolist() == list(range(cells.cells)) == list(range(len(listed)))
    for own, std in zip(cells.std.tolist(), listed, strict=True):
        assert (std is None and math.isnan(own)) or own == pytest.approx(std, rel=1e-12)
    mechanism = choose(now).groups[0].mechanism
    rows = choose(now).compiled.tables[0].rows.ravel()
    direct = rows >= 0
    assert np.allclose(cells.margin[direct], mechanism.margins(90, rows[direct]), rtol=1e-9)
    assert not cells.sampled
    assert not cells.approximate


def test_a_large_table_is_sampled_evenly_and_says_so() -> None:
    wide = dictionary_json(**RHO)
    next(one for one in wide["variables"] if one["name"] == "weight").update(
        bins={"lower": "0", "upper": "300", "width": "1"}
    )
    d = Dictionary.from_json(wide)
    now = plan(table("t", measures=[{"kind": "all_intervals", "variable": "weight"}]), dictionary=d, loss={"rho": "1"})
    cells = error_by_cell(now, "t")
    assert cells.cells == 300 * 301 // 2
    assert cells.index.size == 20_000
    assert cells.sampled
    assert cells.approximate
    mechanism = choose(now).groups[0].mechanism
    some = np.arange(0, 20_000, 997)
    assert np.allclose(cells.margin[some], mechanism.margins(90, cells.index[some]), rtol=0.01)


@pytest.mark.parametrize("kind", ["epsilon", "rho", "approximate"])
@pytest.mark.parametrize("wanted", [9.1, 12.5, 60.0])
@pytest.mark.parametrize("cells", [None, ["sex"]])
def test_the_budget_found_is_enough_and_one_digit_less_is_not(
    kind: str, wanted: float, cells: list[str] | None, kept: Forecaster
) -> None:
    now = example(kind)
    name = "areas" if cells is None else "ages"
    target = budget_for_margin(now, name, wanted, cells, forecaster=kept)
    assert target.possible, target.why_not
    assert target.loss is not None
    assert Fraction(target.text) == value_of(target.loss)
    digits = target.text.replace(".", "").strip("0")
    assert len(digits) <= 3

    def widest(value: Fraction) -> float:
        tree = now.to_json()
        tree["loss"][target.unit] = str(value)
        other = kept.choose(Plan.from_json(tree, now.dictionary))
        mechanism = other.groups[0].mechanism
        if cells is None:
            rows = other.compiled.tables[1].rows.ravel()
        else:
            starts = {part.statistic: (part.first, part.box.size) for part in other.compiled.groups[0].parts}
            rows = np.arange(*np.cumsum(starts["sex"]))
        return float(mechanism.margins(90, rows).max())

    value = Fraction(target.text)
    step = Fraction(10) ** (math.floor(math.log10(value)) - 2)
    assert widest(value) <= wanted
    assert widest(value) == pytest.approx(target.margin)
    below = value - (step if value > 100 * step else step / 10)
    assert widest(below) > wanted


def test_what_cannot_be_reached_is_said_in_a_sentence(kept: Forecaster) -> None:
    for kind in ("epsilon", "rho", "approximate"):
        target = budget_for_margin(example(kind), "ages", 0.01, forecaster=kept)
        assert not target.possible
        assert target.loss is None
        assert "largest budget" in target.why_not
        assert target.why_not.endswith(".")
    with pytest.raises(BadInput, match="above 0"):
        budget_for_margin(example("rho"), "ages", 0)
    with pytest.raises(BadInput, match="no statistic 'nothing'; it has: age:cdf"):
        budget_for_margin(example("rho"), "ages", 5, ["nothing"])
    with pytest.raises(BadInput, match="no table named 'x'"):
        error_by_budget(example("rho"), "x")


def test_statistics_have_labels_in_words() -> None:
    labels = dict(statistics_of(example("rho"), "ages"))
    assert {name: label.show() for name, label in labels.items()} == {
        "": "All counts",
        "total": "Total",
        "sex": "Sex",
        "age:cdf": "Age (cumulative)",
        "sex by age:cdf": "Sex by Age (cumulative)",
        "mean:years": "Mean: Years",
    }
    assert labels["sex by age:cdf"].show("de") == "Sex nach Age (kumuliert)"


@pytest.mark.parametrize(("kind", "measure"), [("epsilon", CDF), ("rho", CDF), ("rho", COUNT), ("epsilon", COUNT)])
def test_chances_are_those_of_simulated_noise(kind: str, measure: dict[str, Any]) -> None:
    """40,000 draws: a chance off by 6 standard errors has one of 1e-8; noise 10 % wider is noticed."""
    more = RHO if kind == "rho" else {"neighbours": "add_remove"}
    now = made(table("t", stub="sex", measures=[measure]), loss={"rho": "0.1"} if kind == "rho" else None, **more)
    mechanism = choose(now).groups[0].mechanism
    draws = 40_000
    noise = mechanism.scale.draw(draws * mechanism.measurements).reshape(draws, -1)
    decoded = np.array([mechanism.decode(unit) for unit in np.eye(mechanism.measurements)])
    row = mechanism.std.size - 2
    errors = np.abs(noise @ decoded[:, row])
    for t in (0.5, 1.5, 2.5):
        far = t * float(mechanism.std[row])
        chance = chance_more_than(mechanism, row, far)
        found = float((errors > far * (1 + 1e-9)).mean())
        spread = math.sqrt(chance * (1 - chance) / draws)
        assert abs(found - chance) < 6 * spread + 0.003 * chance
    far = 1.5 * float(mechanism.std[row])
    wrong = float((1.1 * errors > far).mean())
    assert abs(wrong - chance_more_than(mechanism, row, far)) > 6 * math.sqrt(0.15 / draws)


def test_the_details_of_a_cell() -> None:
    now = example("epsilon")
    listed = forecast(now)["tables"][0]["cells_std"]
    one = cell_details(now, "ages", 1)
    assert one.std == pytest.approx(listed[1])
    assert one.margin is not None
    assert one.far == round_number(one.margin)
    assert one.chance is not None
    assert 0 < one.chance <= 0.1
    assert cell_details(now, "ages", 1, far=one.margin / 2).chance > one.chance
    mean = next(at for at, std in enumerate(listed) if std is None)
    assert cell_details(now, "ages", mean).needs_reference
    assert cell_details(now, "ages", mean).std is None
    alone = cell_details(made(table("t", stub=[block("sex")], measures=[COUNT])), "t", 0)
    assert alone.exact is (alone.std == 0)
    with pytest.raises(BadInput, match="choose one of them"):
        cell_details(now, "ages", 10_000)


def test_all_of_it_can_be_cancelled_and_shares_the_work() -> None:
    kept = Forecaster()

    def stop(stage: str, fraction: float | None = None) -> None:
        raise Cancelled

    now = example("rho")
    for work in (error_by_budget, error_by_interval_length, error_by_cell):
        with pytest.raises(Cancelled):
            work(now, "ages", stop, forecaster=kept)
    with pytest.raises(Cancelled):
        budget_for_margin(now, "ages", 5, None, stop, forecaster=kept)
    assert np.array_equal(error_by_budget(now, "ages", forecaster=kept).rmse, error_by_budget(now, "ages").rmse)
    assert kept.forecast(now) == forecast(now)


def test_numbers_for_reading() -> None:
    assert [short_text(Fraction(text)) for text in ("1/2", "0.357", "12", "1/3", "0.000001")] == [
        "0.5",
        "0.357",
        "12",
        "1/3",
        "0.000001",
    ]
    assert three_digits(0.0012345) == Fraction("0.00123")
    assert three_digits(98765.0) == 98800
    assert [round_number(value) for value in (0.3, 1, 1.2, 7, 20, 21)] == [0.5, 1, 2, 10, 20, 50]
    loss = with_value(example("approximate").loss, Fraction(2))
    assert loss.to_json()["delta"] == "1/1000000"
