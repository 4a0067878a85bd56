"""Releases that were sealed once are finished as they were: plans, their integers, and what was published of them.

`tests/snapshots/releases.json` holds for each plan its documents, the sealed integers and the canonical cells. Where a
published number is meant to change, or plans are added to `PLANS`, this writes the file anew, and keeps the reason:

    PYTHONPATH=.:tests/support python tests/unit/release/sealed/test_kept_releases.py "why numbers differ"

It finishes the same integers again; only for a plan that is not kept yet, or whose documents are others, it draws.
Cells are compared as texts, or as numbers to nine digits: unbiased values and limits may differ in their last digit
between builds of the linear algebra library. Where all texts are the same, the result hash must be.
"""

from __future__ import annotations

import base64
import json
import math
import random
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from random_plans.records import KEY, Written
from small import COUNT, block, dictionary_json, plan_json, table

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.release.canonical import CellsOf, cells_of, hashes_of
from dpdesk.release.finish import finish
from dpdesk.release.sealed import opened, pack, unpack
from dpdesk.schema.dictionary import Dictionary

KEPT = Path(__file__).resolve().parents[3] / "snapshots" / "releases.json"
Json = dict[str, Any]

CENTRAL = {"neighbours": "add_remove", "budget_cap": {"rho": "10"}}
WEIGHT = {
    "name": "wt", "kind": "quantity", "column": "kilos", "label": {"en": "Weight"}, "describes": "unit", "lower": "0",
    "upper": "4", "step": "1/10", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip
AGES = [block("ages")]
BY_SEX = {"stub": "sex"}
MEDIAN, MEAN = {"kind": "median", "variable": "age"}, {"kind": "mean", "variable": "pay"}
BALANCE = {
    "name": "balance", "kind": "quantity", "column": "kilos", "label": {"en": "Balance"}, "describes": "unit",
    "lower": "-1", "upper": "3", "step": "1", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip
PEOPLE = {
    "name": "people", "source": {"en": "register"}, "variables": ["sex"],
    "rows": [{"codes": ["f"], "figure": "1000"}, {"codes": ["m"], "figure": "1500"}],
}  # fmt: skip
HALVES = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/2"}]
BY_AREA = {
    "variable": "area", "first_share": "1/5",
    "levels": [
        {"from": "0", "cells": []}, {"from": "60", "cells": ["sex"]}, {"from": "150", "cells": ["sex", "third"]},
    ],
}  # fmt: skip
NO_TOTAL = block({"variable": "area", "total": "none"})


def made(*tables: Json, dictionary: Mapping[str, Any] = CENTRAL, more: Sequence[Json] = (), **plan: Any) -> Json:
    """A plan and its dictionary, as documents; `more` are variables beside those of the small dictionary."""
    described = dictionary_json(**dictionary)
    described["variables"] += more
    asked = plan_json(Dictionary.from_json(described), *tables, **{"loss": {"rho": "1"}, **plan})
    return {"dictionary": described, "plan": asked}


def plans() -> dict[str, Json]:
    """Twenty-one plans, each of another kind."""
    pure = {"loss": {"epsilon": "1"}}
    crossed = {"stub": "sex", "boxhead": [block("colour")]}
    return {
        "counts, records replaced": made(table(**crossed), dictionary={}, **pure),
        "counts, records added": made(table(**crossed), dictionary={"neighbours": "add_remove"}, **pure),
        "areas in a hierarchy": made(table(stub="area")),
        "percentages": made(table(stub="sex", boxhead=AGES, measures=[
            COUNT, *({"kind": "percentage", "base": base} for base in ("table", "row", "column"))])),
        "sums and means": made(table(**BY_SEX, measures=[COUNT, {"kind": "sum", "variable": "pay"}, MEAN])),
        "variances": made(table(**BY_SEX, measures=[
            {"kind": "variance", "variable": "years"}, {"kind": "standard_deviation", "variable": "years"}])),
        "median": made(table(**BY_SEX, measures=[COUNT, MEDIAN])),
        "quantiles": made(table(measures=[{"kind": "quantiles", "variable": "age", "at": ["1/10", "9/10"]}])),
        "cumulative counts": made(table(**BY_SEX, measures=[{"kind": "cdf", "variable": "age"}])),
        "intervals": made(table(measures=[{"kind": "all_intervals", "variable": "age"}])),
        "pages and a universe": made(table(
            pages=[block("sex")], stub=[block("colour"), {}], boxhead=AGES,
            universe={"text": {"en": "Red or green"}, "where": [{"variable": "colour", "codes": ["red", "green"]}]})),
        "nested variables": made(table(stub=[block("sex", "third")], boxhead=[block("state")])),
        "two groups": made(table("one", **BY_SEX, group="a"), table("other", stub="ages", group="b"), groups=HALVES),
        "tables that share a variable": made(table("one", stub="sex", boxhead=AGES), table("other", stub="third"),
                                             table("last", **crossed)),
        "approximate": made(table(stub="colour", measures=[COUNT, MEAN]), loss={"epsilon": "1", "delta": "1e-6"},
                            dictionary={**CENTRAL, "budget_cap": {"epsilon": "5", "delta": "1e-5", "rule": "rho"}}),
        "weights": made(table(**BY_SEX, measures=[COUNT, {**COUNT, "weight": "wt"}, {**MEAN, "weight": "wt"}]),
                        more=[WEIGHT]),
        "rates": made(table(**BY_SEX, measures=[COUNT, {"kind": "rate", "figures": "people"}]),
                      public_figures=[PEOPLE]),
        "controlled": made(table(**crossed, measures=[COUNT, {**COUNT, "controlled": "people"}]),
                           public_figures=[PEOPLE]),
        "adaptive detail": made(table(stub=[NO_TOTAL], boxhead=[block("sex", "third")], group="g"),
                                groups=[{"name": "g", "part": "1", "detail": BY_AREA}]),
        "a sum of ordered variables, records replaced": made(
            table("one", stub="state", measures=[{"kind": "cdf", "variable": "age"}]),
            table("other", stub="state", measures=[{"kind": "cdf", "variable": "weight"}]),
            table("all", measures=[COUNT, {"kind": "sum", "variable": "balance"}]),
            dictionary={"budget_cap": {"rho": "10"}}, more=[BALANCE]),
        "inequality": made(table(measures=[COUNT, {"kind": "gini", "variable": "age"}])),
    }  # fmt: skip


def drawn(documents: Json) -> bytes:
    """The sealed integers of a plan, drawn once from made-up records."""
    chosen = choose(loaded(documents))
    chance = random.Random(20)
    columns = ("sex", "colour", "state", "area", "age", "pay", "kilos")
    areas = ["n1a"] * 8 + ["n1b"] * 4 + ["s1a"] * 2 + ["n2a", "s1b", "?"]
    rows = [
        (chance.choice("ffm"), chance.choice(["red", "red", "green", "blue"]), chance.choice(["on", "off", ""]),
         chance.choice(areas), str(chance.choice([0, 1, 1, 2, 3, 5, 8, 9, 12])), str(chance.randrange(10, 900)),
         str(chance.choice([0, 1, 1.5, 3])))
        for _ in range(500)
    ]  # fmt: skip
    exact = tabulate(Written(columns, rows), chosen.plan.dictionary, chosen.domains, KEY)
    sealed = {}
    for group, counted in zip(chosen.groups, exact, strict=True):
        first = group.measure_first(counted.counts) if group.detail is not None else None
        sealed[group.name] = group.measure(counted.counts, counted.sums, first)
    return pack(sealed, chosen.decoders)


def loaded(documents: Json) -> Plan:
    return Plan.from_json(documents["plan"], Dictionary.from_json(documents["dictionary"]))


def published(documents: Json, sealed: bytes) -> Json:
    """The result hash, and by table its variables, the texts of its cells and those of its unbiased values."""
    chosen: ChosenPlan = Forecaster(opened(sealed)[1]).choose(loaded(documents))  # as a release that is resumed
    finished = finish(chosen, unpack(sealed, chosen.decoders))
    tables = {}
    for cells in map(cells_of, finished.tables):
        rows = [list(row) for row in cells.rows]
        tables[cells.name] = {"variables": list(cells.variables), "rows": rows, "unbiased": list(cells.unbiased or ())}
    return {"hash": finished.result_hash, "tables": tables}


def hash_of(tables: Json) -> str:
    """The result hash of cells that are written down."""
    return hashes_of(CellsOf(n, tuple(t["variables"]), t["rows"], t["unbiased"]) for n, t in tables.items()).result


def alike(left: Any, right: Any) -> bool:
    """The same but for the last digits of numbers."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(alike(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(alike, left, right))
    try:
        return left == right or math.isclose(float(left), float(right), rel_tol=1e-9, abs_tol=1e-9)
    except ValueError:
        return False


def kept() -> Json:
    """What the file holds; nothing before it is written for the first time."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {"reasons": [], "releases": {}}


BEFORE: Json = kept()["releases"]


def test_the_plans_are_kept_as_they_are_made_today() -> None:
    assert len(BEFORE) == 21 and plans() == {
        name: {"dictionary": release["dictionary"], "plan": release["plan"]} for name, release in BEFORE.items()
    }


@pytest.mark.parametrize("name", BEFORE)
def test_a_sealed_release_is_finished_as_it_was(name: str) -> None:
    before = BEFORE[name]
    now = published(before, base64.b64decode(before["sealed"]))
    assert alike(now["tables"], before["published"]["tables"])
    assert hash_of(before["published"]["tables"]) == before["published"]["hash"]
    assert now["tables"] != before["published"]["tables"] or now["hash"] == before["published"]["hash"]


def test_noise_for_a_larger_sensitivity_than_is_stated_today_is_finished_with_what_was_stated_of_it() -> None:
    before = BEFORE["a sum of ordered variables, records replaced"]
    _, described = opened(base64.b64decode(before["sealed"]))
    asked = loaded(before)
    assert Forecaster(described).choose(asked).decoders == described
    again = json.loads(json.dumps(described))
    again["main"]["sigma_squared"] = str(Fraction(again["main"]["sigma_squared"]) / 2)  # less than keeps the promise
    assert Forecaster(again).choose(asked).decoders not in (described, again)


def test_a_cell_that_differs_is_noticed() -> None:
    before = BEFORE["median"]["published"]
    changed = json.loads(json.dumps(before["tables"]))
    cell = changed["t"]["rows"][0]
    cell[-4] = str(float(cell[-4]) + 1e-6)
    assert not alike(changed, before["tables"]) and hash_of(changed) != before["hash"]
    cell[-4] = "[n]"
    assert not alike(changed, before["tables"])


def main(reason: str) -> None:
    """Write the file anew."""
    old = kept()
    releases = {}
    for name, documents in plans().items():
        same = {key: old["releases"].get(name, {}).get(key) for key in documents} == documents
        sealed = base64.b64decode(old["releases"][name]["sealed"]) if same else drawn(documents)
        text = base64.b64encode(sealed).decode()
        releases[name] = {**documents, "sealed": text, "published": published(documents, sealed)}
        print(name, len(text), flush=True)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(release)}" for name, release in releases.items())
    reasons = json.dumps([*old["reasons"], reason])
    KEPT.write_text(f'{{"reasons": {reasons},\n"releases": {{\n{lines}\n}}}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
