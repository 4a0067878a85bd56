"""Limits of ratios and quantiles of a release: they contain what is printed, and sorting into kinds changes none."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, plan, small, table

from dpdesk.mechanisms import Mechanism, build
from dpdesk.mechanisms.answers import combined
from dpdesk.mechanisms.answers.combined import probability_of
from dpdesk.mechanisms.answers.joint import Joint
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.choosing.noise import Average, Averages, Noise
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.postprocess.limits.quantiles import Bins
from dpdesk.postprocess.limits.ratios import ratio_limits, summed_limits
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total
from dpdesk.release import derived
from dpdesk.release.derived import quantiles, ratios
from dpdesk.release.finish import Finished, finish

QUARTILES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
FIGURES = {
    "source": {"en": "last year"},
    "total": 4000,
    "marginals": [
        {"variables": ["sex"], "counts": [1900, 2100]},
        {"variables": ["colour"], "counts": [1, 2, 1]},
        {"variables": ["age"], "counts": [1, 2, 3, 4, 4, 4, 5, 4, 4, 4, 4]},
    ],
}


def one_table(loss: dict[str, str], *measures: dict[str, Any], **more: Any) -> ChosenPlan:
    given = table("t", stub=[block("sex", "colour")], measures=[*measures, COUNT], group="a")
    d = small(budget_cap={next(iter(loss)): "20"}, neighbours="add_remove")
    return choose(plan(given, loss=loss, dictionary=d, groups=[{"name": "a", "part": "1"}], **more))


def quartiles(loss: dict[str, str], **more: Any) -> ChosenPlan:
    return one_table(
        loss,
        {"kind": "quantiles", "variable": "age", "at": ["1/4", "1/2", "3/4"]},
        {"kind": "quantiles", "variable": "weight", "at": ["1/2", "9/10"]},
        **more,
    )


def shares(loss: dict[str, str], **more: Any) -> ChosenPlan:
    return one_table(loss, {"kind": "percentage", "base": "table"}, {"kind": "mean", "variable": "pay"}, **more)


def released(chosen: ChosenPlan, generator: np.random.Generator) -> Finished:
    """A population of groups of all sizes, released."""
    group = chosen.groups[0]
    shape = [len(chosen.plan.dictionary.variable(name).codes) for name in group.compiled.domain.variables]
    counts = generator.poisson(generator.choice([0, 0, 3, 30, 900], size=shape)).astype(np.int64)
    counts.flat[0] += 3_000  # somebody is there
    sums = {
        name: counts * (1 if name.endswith(":stated") else generator.integers(1_000, 100_000, shape))
        for name in group.compiled.domain.quantities
    }
    return finish(chosen, {group.name: group.measure(counts, sums)})


@pytest.mark.parametrize("make", [quartiles, shares])
@pytest.mark.parametrize("loss", [{"rho": "1/100"}, {"rho": "1"}, {"epsilon": "1/4"}, {"epsilon": "20"}])
def test_limits_contain_what_is_printed(make: Callable[..., ChosenPlan], loss: dict[str, str]) -> None:
    chosen, generator = make(loss), np.random.default_rng(7)
    for _ in range(6):
        found = released(chosen, generator).tables[0]
        items = [at for at, one in enumerate(found.shell.items) if one.kind != "count"]
        estimate, lower, upper, margin = (
            getattr(found, name)[..., items] for name in ("estimate", "lower", "upper", "margin")
        )
        known = ~np.isnan(lower)
        assert known.any()
        assert np.all((lower <= estimate) | ~known)
        assert np.all((estimate <= upper) | ~known)
        if make is quartiles:
            raw = found.unbiased[..., items]
            for one in (estimate, raw):
                assert np.all((margin >= np.maximum(upper - one, one - lower) - 1e-9) | ~known)
            wide = [at for at, i in enumerate(items) if found.shell.items[i].variable == "weight"]
            assert np.all((upper - lower)[..., wide][known[..., wide]] >= 50)  # whole bins of 50
            assert np.all(margin[..., wide][known[..., wide]] >= 25)  # 25 where it is in the middle of one


@pytest.mark.parametrize("bin_", [0, 3])
def test_limits_are_widened_to_the_bin_of_the_estimate(bin_: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever noise puts the limits: here all of them in one bin."""

    def all_in_one(_: Noise, rows: Any, *__: Any) -> list[Bins]:
        one = np.full(rows.shape[:-1], bin_)
        return [Bins(one, one, np.ones(one.shape, dtype=bool))] * 3

    monkeypatch.setattr(derived, "quantiles", lambda *given: all_in_one(*given)[: len(given[3])])
    found = released(quartiles({"rho": "1"}), np.random.default_rng(3)).tables[0]
    known = ~np.isnan(found.lower)
    assert np.all((found.lower <= found.estimate) | ~known)
    assert np.all((found.estimate <= found.upper) | ~known)
    ages = found.lower[..., :3][known[..., :3]], found.upper[..., :3][known[..., :3]]
    assert np.all(ages[0] <= bin_)
    assert np.all(ages[1] >= bin_)


def pooled(chosen: ChosenPlan) -> Noise:
    """The noise of a statistic some of whose answers are averages with those of another group."""
    mechanism = chosen.groups[0].mechanism
    other = choose(chosen.plan).groups[0].mechanism
    rows = range(0, mechanism.workload.shape[0], 3)
    averages = {row: Average(((0, row, 0.75), (1, row, 0.25))) for row in rows}
    return Noise("count", [mechanism, other], 0, Averages.of(averages))


@pytest.mark.parametrize("averaged", [False, True])
@pytest.mark.parametrize("loss", [{"rho": "1/2"}, {"epsilon": "1"}])
def test_kinds_change_no_limits(loss: dict[str, str], averaged: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = one_table(
        loss, {"kind": "percentage", "base": "table"}, {"kind": "quantiles", "variable": "age", "at": ["1/2"]}
    )
    mechanism = chosen.groups[0].mechanism
    noise = pooled(chosen) if averaged else Noise("count", [mechanism], 0)
    generator = np.random.default_rng(11)
    unbiased = np.abs(generator.normal(300, 200, mechanism.workload.shape[0]))
    recipes = {one.measured.kind: one for one in chosen.compiled.tables[0].recipes}
    share, line = recipes["percentage"], recipes["quantile"]
    assert share.base is not None
    base = share.base[..., None]
    running = np.cumsum(unbiased[line.rows] / 10, axis=-1)

    def both() -> tuple[Any, Any]:
        one = ratios(noise, share.rows, unbiased[share.rows], noise, base, 12 * unbiased[base], 90)
        return one, quantiles(noise, line.rows, running, QUARTILES, 90)

    found, kinds = both(), derived._kinds

    def each(answers: Any) -> Any:
        number = answers[0][1].shape[0]
        return np.arange(number), np.arange(number)

    assert kinds([(noise, line.rows.reshape(-1, line.rows.shape[-1]))])[1].size < line.rows[..., 0].size
    monkeypatch.setattr(derived, "_kinds", each)
    slow = both()
    for fast, plain in zip(found[0], slow[0], strict=True):
        np.testing.assert_allclose(fast, plain, rtol=1e-9, atol=1e-9)
    for one, other in zip(found[1], slow[1], strict=True):
        for name in ("first", "last", "estimable"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_many_percentages_are_as_narrow_as_one() -> None:
    """Of more than there are looks for each; added margins are half as wide again."""
    chosen = one_table({"epsilon": "1"}, {"kind": "percentage", "base": "table"})
    mechanism = chosen.groups[0].mechanism
    noise = Noise("count", [mechanism], 0)
    share = chosen.compiled.tables[0].recipes[0]
    assert share.base is not None
    row, base = share.rows.ravel()[5:6], share.base.ravel()[:1]
    generator = np.random.default_rng(2)
    top, bottom = generator.uniform(20, 2900, 6_000), generator.uniform(2900, 3100, 6_000)
    low, high = ratios(noise, np.repeat(row, 6_000), top, noise, np.repeat(base, 6_000), bottom, 90)
    joint = Joint(tuple(noise.blocks(np.concatenate([row, base])).values()))
    for at in range(0, 6_000, 500):
        weights = np.array([[1.0, -low[at]], [1.0, -high[at]]])
        exact = joint.half_widths(weights, [probability_of(90)])[0]
        beyond = np.array([top[at] - low[at] * bottom[at], high[at] * bottom[at] - top[at]])
        assert np.all(beyond >= exact - 1e-9)  # what is excluded is excluded by its own law
        assert np.all(beyond <= 1.03 * exact)  # and little else is kept
    margins = mechanism.margins(Fraction(95), np.concatenate([row, base]))
    wide = summed_limits(top, np.full(6_000, margins[0]), bottom, np.full(6_000, margins[1]))
    assert np.mean(wide[1] - wide[0]) > 1.3 * np.mean(high - low)


@pytest.mark.parametrize("loss", [{"rho": "1/2"}, {"epsilon": "1"}])
def test_the_forecast_is_what_a_release_with_these_counts_would_print(loss: dict[str, str]) -> None:
    chosen = one_table(
        loss,
        {"kind": "quantiles", "variable": "age", "at": ["1/4", "1/2", "3/4"]},
        {"kind": "percentage", "base": "table"},
        reference=FIGURES,
    )
    group = chosen.groups[0]
    expected = expected_answers(chosen.plan, group.compiled)
    assert expected is not None
    line, share = chosen.compiled.tables[0].recipes[:2]
    noise = Noise("count", [group.mechanism], 0)
    answers = np.append(expected, 0.0)  # −1 is nobody
    assert NO_ROW == -1
    bins = quantiles(noise, line.rows, answers[line.rows], line.measured.at, chosen.plan.level)
    for item, own in enumerate(bins):
        for place in ((0, 0, 0), (0, 3, 0), (0, 5, 0)):
            found = expected_cell(chosen.plan, chosen.noises[0], line, place, item, expected)
            assert (found is not None) == bool(own.estimable[place])
            if found is not None:  # ages are points: a bin's number is its age
                assert (found.lower, found.upper) == (own.first[place], own.last[place])
    assert share.base is not None
    base = share.base[..., None]
    low, high = ratios(noise, share.rows, answers[share.rows], noise, base, answers[base], chosen.plan.level)
    for place in ((0, 2, 0), (0, 5, 0)):
        found = expected_cell(chosen.plan, chosen.noises[0], share, place, 0, expected)
        assert found is not None
        assert (found.lower, found.upper) == pytest.approx((100 * low[place][0], 100 * high[place][0]), abs=1e-9)


def test_thousands_of_quantiles_need_a_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 10,248 four lines are looked at; where noise is as good as normal, no coefficients but of their totals."""
    areas, trades = (Total(55), Identity(55)), (Total(60), Identity(60))
    workload = Stack(*[Kronecker(area, trade, Prefix(100)) for area in areas for trade in trades])
    mechanism = build("marginals", workload, ZCDP("1"), Neighbours.ADD_REMOVE)
    noise = Noise("count", [mechanism], 0)
    rows = np.arange(workload.shape[0]).reshape(-1, 100)
    generator = np.random.default_rng(4)
    running = np.cumsum(generator.uniform(50, 150, rows.shape), axis=1)
    monkeypatch.setattr(Noise, "blocks", None)
    asked: list[int] = []
    written_out = combined.coefficients

    def counted(m: Mechanism, which: Any) -> Any:
        asked.append(len(which))
        return written_out(m, which)

    monkeypatch.setattr(combined, "coefficients", counted)
    found = quantiles(noise, rows, running, QUARTILES, 90)
    assert sum(asked) <= 4
    assert rows.shape[0] * len(found) == 3 * 56 * 61
    assert found[1].estimable.all()
    middle = np.argmax(2 * running >= running[:, -1:], axis=1)
    assert np.all((found[1].first <= middle) & (middle <= found[1].last))


def test_an_exact_numerator_of_nobody_is_exact() -> None:
    chosen = one_table({"epsilon": "1"}, {"kind": "percentage", "base": "table"})
    noise = Noise("count", [chosen.groups[0].mechanism], 0)
    low, high = ratios(
        noise, np.array([NO_ROW]), np.zeros(1), noise, np.zeros(1, dtype=np.int64), np.full(1, 500.0), 90
    )
    assert (low[0], high[0]) == (0.0, 0.0)
    joint = Joint(tuple(noise.blocks(np.array([0, 0])).values()))
    low, high = ratio_limits(np.array([7.0]), np.array([500.0]), [joint], np.zeros(1, dtype=np.int64), 0.9)
    assert low[0] <= 7 / 500 <= high[0]
