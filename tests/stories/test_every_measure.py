"""One release with everything a table can hold: pages, a universe, stacked blocks, percentages, sums, means, quantiles.

The town's people are counted again here by a loop. The budget is large (rho 200), so that published numbers lie close
to the true ones: counts are compared at 40 and more standard deviations, far below a chance of 1e-6.
"""

from __future__ import annotations

import math
from pathlib import Path
from statistics import pvariance
from typing import Any

import csvw_checker
import pytest
import town
import xlsx_checker
from commands import Tidy, dpdesk

from dpdesk.publish.folders import workbook_in

pytestmark = pytest.mark.story

ADULTS = {"text": {"en": "People aged 5 and over"}, "where": [{"variable": "ages", "codes": ["5-9"]}]}
TABLES = [
    town.table(
        "pages",
        pages=[town.block("sex")],
        stub=[town.block("region"), town.block("ages")],
        boxhead=[],
        measures=[town.COUNT, {"kind": "percentage", "base": "table"}, {"kind": "percentage", "base": "page"}],
    ),
    town.table(
        "grown",
        universe=ADULTS,
        stub=[{}, town.block("region")],
        boxhead=[town.block("sex"), town.block("ages")],
        measures=[town.COUNT, {"kind": "percentage", "base": "row"}, {"kind": "percentage", "base": "column"}],
    ),
    town.table(
        "money",
        stub=[town.block("region")],
        boxhead=[town.block("sex")],
        measures=[town.COUNT, {"kind": "sum", "variable": "income"}, {"kind": "mean", "variable": "income"}],
    ),
    town.table(
        "spread",
        stub=[town.block("sex")],
        boxhead=[],
        measures=[{"kind": "variance", "variable": "income"}, {"kind": "standard_deviation", "variable": "income"}],
    ),
    town.table(
        "ages",
        stub=[town.block("sex")],
        boxhead=[],
        measures=[
            town.COUNT,
            {"kind": "cdf", "variable": "age"},
            {"kind": "median", "variable": "age"},
            {"kind": "quantiles", "variable": "age", "at": ["1/10", "9/10"]},
            {
                "kind": "intervals",
                "variable": "age",
                "intervals": [{"from": "0", "to": "4"}, {"from": "3", "to": "9"}, {"at_least": "5"}],
            },
        ],
    ),
    town.table(
        "initials",
        stub=[],
        boxhead=[],
        measures=[
            town.COUNT,
            {"kind": "code_prefix", "variable": "region", "prefixes": ["n", "e", ""]},
        ],
    ),
    town.table("spans", stub=[], boxhead=[], measures=[{"kind": "all_intervals", "variable": "age"}]),
]
PEOPLE = [person for person in town.people(2000) if person["region"] in town.REGIONS]


def truth(row: dict[str, str]) -> list[dict[str, str]]:
    """The people of a line, by its codes."""
    kept = PEOPLE
    for name in ("sex", "region"):
        if row.get(name, "") not in ("", "_T"):
            kept = [person for person in kept if person[name] == row[name]]
    if row.get("ages", "") not in ("", "_T"):
        kept = [person for person in kept if (int(person["age"]) >= 5) == (row["ages"] == "5-9")]
    return kept


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("every")
    here = town.Town(folder, budget_cap={"rho": "1000"})
    plan = here.plan("every", *TABLES, loss={"rho": "200"})
    words = ("--data", here.data, "--out", folder / "out", "--ledger", folder / "l.sqlite", "--json")
    answer = dpdesk("release", plan, *words, home=folder / "home")
    assert answer.status == 0, answer.err
    return folder / "out"


def table(done: Path, name: str) -> Tidy:
    return Tidy.read(done / "publish" / "tables" / f"{name}.csv")


def close(value: str, true: float, far: float) -> bool:
    return abs(float(value) - true) <= far


def test_every_table_is_as_it_is_described_and_says_why_a_number_is_missing(done: Path) -> None:
    files = sorted((done / "publish" / "tables").glob("*.csv"))
    assert len(files) == len(TABLES)
    for file in files:
        assert csvw_checker.problems(file) == []
        for row in Tidy.read(file).rows:
            missing = "" in {row[key] for key in ("estimate", "lower", "upper", "margin", "unbiased")}
            assert missing == bool(set(row["flag"]) & set("znd")), row


def test_counts_of_every_line(done: Path) -> None:
    compared = 0
    for name in ("pages", "grown", "money", "ages", "initials"):
        for row in table(done, name).pick(measure="count"):
            people = truth(row)
            if name == "grown":
                people = [person for person in people if int(person["age"]) >= 5]
            if row["flag"] == "z":  # outside the universe
                assert name == "grown" and row["ages"] == "0-4" and not people
                assert {row[key] for key in ("estimate", "lower", "upper", "margin", "unbiased")} == {""}
                continue
            assert close(row["estimate"], len(people), 40), (name, row)
            assert float(row["lower"]) <= float(row["upper"])
            assert row["flag"] == ("u" if float(row["margin"]) > float(row["estimate"]) / 2 else "")
            compared += 1
    assert compared > 60


def test_margins_add_up_in_the_workbook(done: Path) -> None:
    book = xlsx_checker.Book(workbook_in(done))
    assert len(book.tables()) >= len(TABLES)
    header, rows = book.tables()["money"]
    assert xlsx_checker.sums_that_fail(header, rows) == []
    assert xlsx_checker.sums_that_fail(header, rows, "sum:income") == []
    totals = {table(done, name).pick(measure="count")[0]["estimate"] for name in ("pages", "money", "ages", "initials")}
    assert len(totals) == 1
    pages = table(done, "pages")
    for row in pages.pick(sex="_T", measure="count"):
        parts = [
            float(one["estimate"])
            for sex in town.SEXES
            for one in pages.pick(sex=sex, region=row["region"], ages=row["ages"], measure="count")
        ]
        assert len(parts) == 2 and sum(parts) == float(row["estimate"])


def test_percentages_are_of_the_base_they_name(done: Path) -> None:
    pages = table(done, "pages")
    whole = pages.pick(sex="_T", region="_T", ages="", measure="count")[0]
    for row in [row for row in pages.rows if row["measure"].startswith("percentage")]:
        (count,) = pages.pick(sex=row["sex"], region=row["region"], ages=row["ages"], measure="count")
        (page,) = pages.pick(sex=row["sex"], region="_T", ages="", measure="count")
        base = float((whole if row["measure"] == "percentage:table" else page)["estimate"])
        assert close(row["estimate"], 100 * float(count["estimate"]) / base, 0.051), row
        assert float(row["lower"]) <= float(row["upper"]) <= 100


def test_sums_and_means(done: Path) -> None:
    money = table(done, "money")
    for row in money.pick(measure="sum:income"):
        incomes = [int(person["income"]) for person in truth(row) if person["income"]]
        assert close(row["estimate"], sum(incomes), 40_000), row
        (mean,) = money.pick(region=row["region"], sex=row["sex"], measure="mean:income")
        assert close(mean["estimate"], sum(incomes) / len(incomes), 40_000 / len(incomes) + 20), mean
        assert 0 <= float(mean["lower"]) <= float(mean["upper"]) <= 1000


def test_variances_and_standard_deviations(done: Path) -> None:
    spread = table(done, "spread")
    for row in spread.pick(measure="variance:income"):
        incomes = [int(person["income"]) for person in truth(row) if person["income"]]
        true = pvariance(incomes)
        assert close(row["estimate"], true, true / 4), row
        (root,) = spread.pick(sex=row["sex"], measure="standard_deviation:income")
        assert close(root["estimate"], true**0.5, true**0.5 / 4), root
        assert 0 <= float(root["lower"]) <= float(root["upper"]) <= 500


def test_cumulative_counts_quantiles_and_intervals(done: Path) -> None:
    ages = table(done, "ages")
    for sex in ("_T", *town.SEXES):
        true = sorted(int(person["age"]) for person in truth({"sex": sex}))
        line: dict[str, Any] = {row["measure"]: row for row in ages.pick(sex=sex)}
        running = [float(line[f"cdf:age:{age}"]["estimate"]) for age in town.AGES]
        total = float(line["count"]["estimate"])
        assert running == sorted(running) and running[-1] == total
        for age in town.AGES:
            assert close(line[f"cdf:age:{age}"]["estimate"], sum(value <= age for value in true), 40)
        quantiles = [line[f"quantile:age:{q}"] for q in ("1/10", "1/2", "9/10")]
        values = [float(one["estimate"]) for one in quantiles]
        assert values == sorted(values)
        for q, one in zip((0.1, 0.5, 0.9), quantiles, strict=True):
            assert close(one["estimate"], true[math.ceil(q * len(true)) - 1], 1)
            assert float(one["lower"]) <= float(one["estimate"]) <= float(one["upper"])
        young, late, old = (
            float(row["estimate"]) for row in ages.pick(sex=sex) if row["measure"].startswith("interval")
        )
        assert young + old == total and young == running[4] and late == total - running[2]
    spans = table(done, "spans").rows
    assert len(spans) == 55


def test_prefixes(done: Path) -> None:
    initials = [float(row["estimate"]) for row in table(done, "initials").rows]
    assert initials[0] == initials[3] and all(value <= initials[0] for value in initials)
