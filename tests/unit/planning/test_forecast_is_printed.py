"""The forecast is that of what is printed, cell by cell, where groups of tables share margins and print averages."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from small import block, dictionary_json, plan_json, table

from dpdesk.planning.aids.budget_for_margin import budget_for_margin
from dpdesk.planning.aids.curves import error_by_budget, error_by_cell
from dpdesk.planning.aids.draws import simulated_errors
from dpdesk.planning.aids.least_budget import least_budget
from dpdesk.planning.aids.odds import cell_details
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.release.finish import finish
from dpdesk.release.reading.answers import printed_margins
from dpdesk.release.result import EXACT, TableResult
from dpdesk.schema.dictionary import Dictionary

PAY = {"kind": "sum", "variable": "pay"}
COUNT = {"kind": "count"}
RED = {"text": {"en": "Red"}, "where": [{"variable": "colour", "codes": ["red"]}]}
TABLES = (
    table("places", stub="area", boxhead=[block("sex")], group="g", measures=[COUNT, PAY]),
    table("ages", stub="age", boxhead=[block("sex")], group="h", measures=[COUNT, PAY]),
    table("sexes", stub="sex", group="i"),
    table("colours", stub="colour", group="i"),
    table("alone", stub="state", universe=RED, group="k"),
)
GROUPS = [{"name": "g", "part": "1/2"}, {"name": "h", "part": "1/4"}, {"name": "i", "part": "1/8"}]
LOSSES = {
    "rho": {"rho": "1/50"},
    "coarse": {"rho": "4"},
    "epsilon": {"epsilon": "1"},
    "coarse epsilon": {"epsilon": "9"},
    "both": {"epsilon": "1", "delta": "1e-6"},
}


@cache
def dictionary(kind: str) -> Dictionary:
    caps: dict[str, dict[str, Any]] = {
        "rho": {"rho": "200"},
        "coarse": {"rho": "200"},
        "both": {"epsilon": "200", "delta": "1/1000", "rule": "sum"},
    }
    return Dictionary.from_json(dictionary_json(budget_cap=caps.get(kind, {"epsilon": "200"}), neighbours="add_remove"))


@pytest.fixture(scope="module")
def kept() -> Forecaster:
    """One for many plans, which takes a part of the time: what it says is what a new one says (test_forecaster)."""
    return Forecaster()


def made(kind: str, *targets: dict[str, Any], **more: Any) -> Plan:
    fields = {"loss": LOSSES[kind], "groups": [*GROUPS, {"name": "k", "part": "1/8"}], "targets": list(targets), **more}
    return Plan.from_json(plan_json(dictionary(kind), *TABLES, **fields), dictionary(kind))


def released(chosen: ChosenPlan) -> dict[str, TableResult]:
    """Its tables for nobody at all: margins do not depend on who is counted."""
    sealed = {}
    for group in chosen.groups:
        cells = np.zeros(group.compiled.space.shape, dtype=np.int64)
        sealed[group.name] = group.measure(cells, dict.fromkeys(group.compiled.domain.quantities, cells))
    return {found.shell.name: found for found in finish(chosen, sealed).tables}


@pytest.mark.parametrize("kind", LOSSES)
def test_forecast_margins_are_those_printed(kind: str, kept: Forecaster) -> None:
    """The wrong control in each table: a group's own margins are others where it shares something."""
    own, one = kept, made(kind)
    chosen = own.choose(one)
    printed = released(chosen)
    forecast = {entry["table"]: entry for entry in own.forecast(one)["tables"]}
    for mapped in chosen.compiled.tables:
        name, mechanism = mapped.shell.name, chosen.groups[mapped.group].mechanism
        result, entry = printed[name], forecast[name]
        cells = error_by_cell(one, name, forecaster=own)
        steps = np.array([0.01 if item.kind == "sum" else 1.0 for item in mapped.shell.items])
        margins = cells.margin.reshape(mapped.shell.shape)
        np.testing.assert_allclose(printed_margins(margins / steps) * steps, result.margin, rtol=1e-12)
        np.testing.assert_array_equal(cells.std, np.array(entry["cells_std"], dtype=float))
        np.testing.assert_array_equal(cells.std == 0, (result.flag == EXACT).ravel())
        for place in range(0, mapped.shell.cells, 7):
            told = cell_details(one, name, place, forecaster=own)
            assert (told.margin, told.std) == (cells.margin[place], cells.std[place])
        names = entry["chosen"], entry["chosen_noise"]
        row = next(row for row in entry["mechanisms"] if (row["mechanism"], row["noise"]) == names)
        counts = mapped.recipes[0]
        span = slice(counts.start, counts.stop)
        assert row["margin_max"] == pytest.approx(margins[..., span].max(), rel=1e-12)
        assert row["max_std"] == cells.std.reshape(mapped.shell.shape)[..., span].max()
        assert row["rmse"] == pytest.approx(np.sqrt(np.mean(cells.std.reshape(mapped.shell.shape)[..., span] ** 2)))
        curve = error_by_budget(one, name, forecaster=own)
        assert (curve.rmse[curve.here], curve.margin[curve.here]) == (row["rmse"], row["margin_max"])
        rows = counts.rows.ravel()
        averaged = chosen.noises[mapped.group]["count"].averages.places(rows) >= 0
        alone, shown = printed_margins(mechanism.margins(one.level, rows)), result.margin[..., span].ravel()
        np.testing.assert_array_equal(alone[~averaged], shown[~averaged])
        assert not np.isclose(alone[averaged], shown[averaged]).all()


def widest(one: Plan, name: str, kept: Forecaster) -> float:
    """The widest margin printed of a table's counts."""
    chosen = kept.choose(one)
    counts = next(table.recipes[0] for table in chosen.compiled.tables if table.shell.name == name)
    return float(released(chosen)[name].margin[..., counts.start : counts.stop].max())


def at(kind: str, text: str) -> Plan:
    return made(kind, loss=LOSSES[kind] | {next(iter(LOSSES[kind])): text})


@pytest.mark.parametrize("kind", ["rho", "epsilon", "both"])
def test_the_budget_for_a_margin_is_that_at_which_it_is_printed(kind: str, kept: Forecaster) -> None:
    wanted = 20.0
    found = budget_for_margin(made(kind), "sexes", wanted, forecaster=kept)
    assert found.possible and found.margin is not None
    there = at(kind, found.text)
    assert widest(there, "sexes", kept) == printed_margins(np.array([found.margin]))[0] <= wanted
    less = Fraction(found.text) * Fraction(99, 100)
    assert widest(at(kind, str(less)), "sexes", kept) > wanted
    group = next(own for own in kept.choose(there).groups if own.name == "i")
    assert group.mechanism.margins(there.level).max() > 1.2 * wanted  # the wrong control: its own figure


TARGETS = {"table": "sexes", "margin": "20"}, {"table": "ages", "margin": "30"}


@pytest.mark.parametrize("kind", ["rho", "epsilon", "both"])
def test_the_least_budget_meets_the_targets_in_what_is_printed(kind: str, kept: Forecaster) -> None:
    found = least_budget(made(kind, *TARGETS), forecaster=kept)
    assert found.possible
    groups = [{"name": name, "part": part} for name, part in found.parts]
    there = made(kind, loss=LOSSES[kind] | {found.unit: found.text}, groups=groups)
    for target, reached in zip(TARGETS, found.reached, strict=True):
        printed = widest(there, target["table"], kept)
        assert reached.figure is not None
        assert printed == printed_margins(np.array([reached.figure]))[0] <= float(target["margin"])
    less = 90 if kind == "both" else 98  # there it takes more, so that those that share agree with the parts
    loss = LOSSES[kind] | {found.unit: str(Fraction(found.text) * Fraction(less, 100))}
    cheaper = made(kind, loss=loss, groups=groups)
    assert any(widest(cheaper, target["table"], kept) > float(target["margin"]) for target in TARGETS)
    own = next(group for group in kept.choose(there).groups if group.name == "i").mechanism
    assert own.margins(there.level).max() > 20.5  # the wrong control: by its own figure it would take more


def test_simulated_errors_are_of_averages(kept: Forecaster) -> None:
    """400 seeded draws: always the same. The wrong control, a group's own error, is a third more."""
    own, one = kept, made("rho")
    draws = [simulated_errors(one, "sexes", number, forecaster=own) for number in range(400)]
    told = error_by_cell(one, "sexes", forecaster=own).std[draws[0].index]
    found = np.sqrt(np.mean([draw.error**2 for draw in draws], axis=0))
    assert np.abs(found / told - 1).max() < 0.2
    mechanism = next(group for group in own.choose(one).groups if group.name == "i").mechanism
    assert mechanism.std.max() > 1.4 * told.max()
