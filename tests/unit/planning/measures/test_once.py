"""Tables that count units once in each cell: what they may ask, what they cost, and that they are true exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
import patients
import pytest
from microdata import KEY
from random_plans.noiseless import without_noise
from random_plans.records import Written

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.errors import BadInput, Refused
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.release.finish import finish, prepare
from dpdesk.release.microdata import require_population

BOTH, ALONE = patients.TABLES
RECORDS = Table("sex")


def changed(tables: list[Table], change: Any) -> Plan:
    """A plan after a change of its tree."""
    plan = patients.planned(3, tables)
    tree = plan.to_json()
    change(tree)
    return Plan.from_json(tree, plan.dictionary)


def total(tree: Any) -> None:
    tree["tables"][0]["stub"][0]["variables"][0]["total"] = "first"


def together(tree: Any) -> None:
    tree["groups"] = []
    for table in tree["tables"]:
        table.pop("group", None)


def measured(tree: Any) -> None:
    tree["tables"][0]["measures"].append({"kind": "percentage", "base": "table"})


def by_tree(tree: Any) -> None:
    tree["groups"] = [{"name": "a", "part": "1", "mechanism": "tree"}]
    tree["tables"][0]["group"] = "a"


def detailed(tree: Any) -> None:
    levels = [{"from": "0", "cells": []}]
    detail = {"variable": "diagnosis", "first_share": "1/2", "levels": levels}
    tree["groups"] = [{"name": "a", "part": "1", "detail": detail}]
    tree["tables"][0]["group"] = "a"


@pytest.mark.parametrize(
    ("tables", "change", "said"),
    [
        ([BOTH], total, "one of its counts is made of several cells"),
        ([BOTH, ALONE], together, "one of its counts is made of several cells"),
        ([BOTH, RECORDS], together, "one counts units and the other rows"),
        ([BOTH], measured, "has plain counts alone"),
        ([BOTH], by_tree, "its mechanism is histogram"),
        ([BOTH], detailed, "which adaptive detail cannot"),
    ],
)
def test_what_does_not_add_up_is_refused(tables: list[Table], change: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        choose(changed(tables, change))


def test_where_each_record_is_a_unit_nothing_is_counted_once() -> None:
    from microdata import category, dictionary

    from dpdesk.planning.document.wording import new_plan

    rows = dictionary([category("diagnosis", patients.DIAGNOSES)])
    tree = new_plan(rows, [ALONE], {"epsilon": "1"}, path="d.json")
    with pytest.raises(BadInput, match="each record is a unit"):
        choose(Plan.from_json(tree, rows))


def test_no_microdata_are_made_of_them() -> None:
    with pytest.raises(Refused, match="tables that count units"):
        require_population(patients.chosen(3))


def test_tables_of_units_have_groups_of_their_own() -> None:
    plan = patients.planned(3, [BOTH, ALONE, RECORDS])
    assert [group.name for group in plan.groups] == ["records", "diagnosis", "diagnosis_2"]
    assert {str(group.part) for group in plan.groups} == {"1/3"}


def test_the_words_of_the_command_line_say_the_same() -> None:
    dictionary = patients.described(3)
    said, made = Table("diagnosis").by("sex").statistic("units"), BOTH
    assert said.to_json(dictionary) == made.to_json(dictionary)


def noisy(chosen: ChosenPlan, rows: list[patients.Row]) -> dict[str, dict[str, np.ndarray]]:
    counted = tabulate(Written(("patient", "diagnosis", "sex"), rows), chosen.plan.dictionary, chosen.domains, KEY)
    both = zip(chosen.groups, counted, strict=True)
    return {group.name: group.measure(own.counts, own.sums) for group, own in both}


def test_every_number_is_the_true_one_where_the_noise_is_taken_away() -> None:
    """Beside a table of records, whose numbers are not those of patients: neither moves the other."""
    chosen, rows = patients.chosen(3, [BOTH, ALONE, RECORDS]), patients.some_rows(2)
    with without_noise():
        sealed = noisy(chosen, rows)
    done = {table.shell.name: np.asarray(table.estimate) for table in finish(chosen, sealed, prepare(chosen)).tables}
    by_both, alone = patients.by_hand(rows, 3)
    assert np.array_equal(done["diagnosis"][0, :, :, 0], by_both)
    assert np.array_equal(done["diagnosis_2"][0, :, 0, 0], alone)
    assert alone.sum() != by_both.sum()


def test_all_units_are_one_cell_which_costs_what_one_record_does() -> None:
    """A table without rows and columns, limited to all codes of a variable."""

    def whole(tree: Any) -> None:
        del tree["tables"][0]["stub"]
        everybody = [{"variable": "sex", "codes": ["f", "m"]}]
        tree["tables"][0]["universe"] = {"text": {"en": "All"}, "where": everybody}

    chosen, rows = choose(changed([Table("sex").each_once()], whole)), patients.some_rows()
    with without_noise():
        sealed = noisy(chosen, rows)
    (table,) = finish(chosen, sealed, prepare(chosen)).tables
    known = {patient for patient, _, _ in rows}
    assert table.estimate.tolist() == [[[[len(known)]]]]
    assert chosen.groups[0].mechanism.to_json()["sensitivity"] == {"l1": "1", "is": "exact"}


@pytest.mark.parametrize("loss", [{"epsilon": "1"}, {"rho": "1/4"}])
def test_the_forecast_is_what_simulation_finds(loss: dict[str, str]) -> None:
    """Mean square over forecast of 12,000 draws, 1 ± .06: beyond six standard deviations, so below 1e-8 by chance."""
    chosen = patients.chosen(3, loss=loss)
    mechanism = chosen.groups[0].mechanism
    draws = mechanism.scale.draw(12_000) / mechanism.scale.units
    kurtosis = 6 if mechanism.noise == "laplace" else 3
    spread = 6.5 * ((kurtosis - 1) / draws.size) ** 0.5
    assert abs(float(np.mean(draws**2)) / mechanism.rmse**2 - 1) < spread
    assert np.allclose(mechanism.std, mechanism.rmse)
    squared = {"laplace": 2 * (3 / 0.5) ** 2, "gaussian": 3 / (2 * 0.125)}[mechanism.noise]
    assert mechanism.rmse**2 == pytest.approx(squared, rel=0.02)  # 2 (m/ε)², m/(2ρ), of half of the budget


def test_the_forecast_says_what_the_cap_costs_and_expects_nobody() -> None:
    plan = patients.planned(3, [BOTH, RECORDS])
    tree = plan.to_json() | {"reference": {"source": {"en": "x"}, "total": 1000}}
    forecast = Forecaster().forecast(Plan.from_json(tree, plan.dictionary))
    assert forecast["rows_of_a_unit"] == {"at_most": 3, "noise_times": 3, "once": ["diagnosis"]}
