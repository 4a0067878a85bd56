"""One plan, the same numbers everywhere: window, workbook in each layout, PDF, CSV, SDMX, PX, and microdata.

What is random here is the noise alone, and nothing depends on it: no false alarms.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import every_form
import numpy as np
import published
import pytest
from detailed import detailed
from random_plans.case import Case, case
from random_plans.invariants import is_true, read
from random_plans.noiseless import exact, measured, without_noise
from random_plans.retabulated import differing, points_of

from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.tables import records as file
from dpdesk.release.finish import Finished, finish, prepare
from dpdesk.release.microdata import microdata_of
from dpdesk.release.result import Release
from dpdesk.resources import resource

SEEDS = [0, 5, 8, 12, 20, 24, 27, 34, 41, 42, 44, 52, 53, 54, 59, 61, 65, 100_010, 100_013, 100_017]
"""Twenty small plans of all measures; the last are weighted."""
FAULTY = 53


def release_of(made: Case, found: Finished) -> Release:
    return published.release(made.chosen.plan, tables=found.tables, groups=(), result_hash="")


def wrong(release: Release, folder: Path) -> list[str]:
    return [words for form in every_form.FORMS for words in every_form.differing(release, folder, form)]


@pytest.mark.parametrize("seed", SEEDS)
def test_all_forms_have_the_same_numbers_and_without_noise_the_true_ones(
    seed: int, tmp_path: Path, qapp: object
) -> None:
    made = case(seed)
    prepared, counts, known = prepare(made.chosen), exact(made), read(made)
    with without_noise():
        quiet = finish(made.chosen, measured(made, counts), prepared)
    silent = release_of(made, quiet)
    printed = [replace(table, estimate=every_form.estimates_of(table, silent)) for table in silent.tables]
    assert list(is_true(known, replace(quiet, tables=tuple(printed)))) == []

    found = finish(made.chosen, measured(made, counts), prepared)
    release = release_of(made, found)
    assert wrong(release, tmp_path) == []
    if any(group.drawn is not None or group.detail is not None for group in made.chosen.groups):
        return  # there are no records behind such numbers
    records = microdata_of(made.chosen, prepared, found)
    points = points_of(b"".join(file.lines(records)), made.dictionary)
    left_out = [variable.name for variable in records.left_out]
    for definition, table in zip(known.definitions, release.tables, strict=True):
        assert differing(definition, every_form.estimates_of(table, release), points, left_out) == []


def test_all_forms_of_the_sample_have_the_same_numbers(tmp_path: Path, qapp: object) -> None:
    plan = Plan.load(resource("sample/plan.json"))
    assert wrong(published.release(plan), tmp_path) == []


RARER = {
    "variance": {"kind": "variance", "variable": "pay"},
    "standard deviation": {"kind": "standard_deviation", "variable": "pay"},
    "rate": {"kind": "rate", "figures": "people", "per": "100000"},
    "index": {"kind": "index", "base": {"variable": "sex", "code": "M"}},
    "ratio": {"kind": "ratio", "top": {"variable": "pay"}, "bottom": {}},
    "Gini coefficient": {"kind": "gini", "variable": "band"},
}
UNKNOWN = 9
"""A cell that cannot be estimated, or that its area's level of detail does not show."""


def unknown(release: Release, flag: str) -> Release:
    """The release with a cell of which there is no number, but a margin."""
    table = release.tables[0]
    table.flag.ravel()[UNKNOWN] = flag
    for values in (table.estimate, table.lower, table.upper, table.unbiased):
        values.ravel()[UNKNOWN] = np.nan
    return release


def rarer() -> Release:
    """Measures that the random plans do not have; the numbers are made up."""
    pay = {"label": {"en": "Pay"}, "column": "pay", "describes": "unit", "unit_of_measure": {"en": "crowns"}}
    pay |= {"below": "clamp", "above": "clamp"}
    variables = [published.category(name, name, ["M", "F"]) for name in ("sex", "work")]
    variables.append(
        {
            "name": "pay",
            "kind": "quantity",
            "lower": "0",
            "upper": "900",
            "step": "1",
            "unreadable": "not_stated",
            **pay,
        }
    )
    bins = {"lower": "0", "upper": "900", "width": "100"}
    variables.append({"name": "band", "kind": "number", "bins": bins, "unreadable": "nowhere", **pay})
    people = [{"codes": [code], "figure": figure} for code, figure in (("M", "1000"), ("F", "2500"))]
    figures = {"name": "people", "source": {"en": "register"}, "variables": ["sex"], "rows": people}
    asked = published.table(boxhead=[], stub=[published.block("sex")], measures=[{"kind": "count"}, *RARER.values()])
    return published.release(published.plan(published.dictionary(variables), [asked], public_figures=[figures]))


def in_less_detail() -> Release:
    """A release of which each area has its own level of detail."""
    chosen = choose(detailed())
    made = published.release(chosen.plan)
    return replace(made, groups=(replace(made.groups[0], name="g", mechanism=chosen.groups[0].detail.to_json()),))


@pytest.mark.parametrize("flag", ["n", "d"])
def test_all_forms_have_the_same_numbers_of_rarer_measures_and_marks(flag: str, tmp_path: Path, qapp: object) -> None:
    """A change of any of them is found in every form; where no estimate is, only files with the hash have a margin."""
    release = unknown(rarer() if flag == "n" else in_less_detail(), flag)
    assert wrong(release, tmp_path) == []
    table, few = release.tables[0], len(RARER)
    assert flag == "d" or table.shell.shape == (1, 3, 1, 1 + few)
    values = table.estimate.copy()
    values.ravel()[1 : 1 + few] += 1.0  # each of the measures
    other = replace(release, tables=(replace(table, estimate=values),))
    for form in every_form.FORMS:
        told = every_form.differing(release, tmp_path, form, other)
        assert len(told) >= (1 if form == "PDF" else few), form  # of which lines are compared whole


@pytest.mark.parametrize("instead", ["z", ""])
@pytest.mark.parametrize("flag", ["n", "d"])
def test_another_mark_or_a_number_in_the_place_of_one_is_found_in_every_form(
    flag: str, instead: str, tmp_path: Path, qapp: object
) -> None:
    release = unknown(rarer() if flag == "n" else in_less_detail(), flag)
    other = unknown(rarer() if flag == "n" else in_less_detail(), instead)
    if not instead:
        for values in (getattr(other.tables[0], name) for name in ("estimate", "lower", "upper", "unbiased")):
            values.ravel()[UNKNOWN] = 7.0
    for form in every_form.FORMS:
        assert every_form.differing(release, tmp_path, form) == []
        assert every_form.differing(release, tmp_path, form, other), form
        assert every_form.differing(other, tmp_path, form, release), form  # nor is a mark where a number was


@cache
def faulty() -> Release:
    made = case(FAULTY)
    return release_of(made, finish(made.chosen, measured(made, exact(made)), prepare(made.chosen)))


@pytest.mark.parametrize("field", ["estimate", "margin"])
@pytest.mark.parametrize("form", every_form.FORMS)
def test_one_cell_changed_in_one_form_is_found(form: str, field: str, tmp_path: Path, qapp: object) -> None:
    release = faulty()
    assert every_form.differing(release, tmp_path, form) == []
    own = release.tables[-1]
    values = getattr(own, field).copy()
    cell = np.unravel_index(values.size // 2, values.shape)
    values[cell] += 1.0
    other = replace(release, tables=(*release.tables[:-1], replace(own, **{field: values})))
    assert len(every_form.differing(release, tmp_path, form, other)) in (1, 2)  # a margin, and as it is printed
