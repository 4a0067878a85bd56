"""The census table of Smith and Ullman's lecture 7, figure 1, from a county's file, by the plan made for seven persons.

The same table, line for line, of 25,766 persons at ρ = 1/2: count, median and mean of everybody, and nothing withheld.
The sample holds adults only, so the lines of children are noisy zeros and have neither median nor mean.
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Callable
from pathlib import Path

import commands
import pytest
from commands import Tidy, dpdesk

pytestmark = pytest.mark.story

Person = dict[str, str]


def race(one: Person) -> str:
    return {("0", "1", "0"): "B", ("0", "0", "0"): "W"}.get((one["latino"], one["black"], one["asian"]), "O")


LINES: list[tuple[dict[str, str], Callable[[Person], bool]]] = [
    ({}, lambda one: True),
    ({"sex": "1"}, lambda one: one["sex"] == "1"),
    ({"sex": "0"}, lambda one: one["sex"] == "0"),
    ({"race": "B"}, lambda one: race(one) == "B"),
    ({"race": "W"}, lambda one: race(one) == "W"),
    ({"race": "O"}, lambda one: race(one) == "O"),
    ({"adult": "adult", "status": "0"}, lambda one: one["married"] == "0"),
    ({"adult": "adult", "status": "1"}, lambda one: one["married"] == "1"),
    ({"race": "B", "sex": "1"}, lambda one: race(one) == "B" and one["sex"] == "1"),
    ({"race": "W", "sex": "0"}, lambda one: race(one) == "W" and one["sex"] == "0"),
    ({"under_5": "yes"}, lambda one: int(one["age"]) < 5),
    ({"under_18": "yes"}, lambda one: int(one["age"]) < 18),
    ({"from_64": "yes"}, lambda one: int(one["age"]) >= 64),
]
VARIABLES = ("sex", "race", "adult", "status", "under_5", "under_18", "from_64")


def test_a_county_in_the_table_of_seven(real_data: Path, tmp_path: Path) -> None:
    file = real_data / "fulton_pums" / "FultonPUMS5full.csv"
    words = ("--data", file, "--out", tmp_path / "out", "--ledger", tmp_path / "l.sqlite", "--json")
    done = dpdesk("release", commands.PLANS / "fulton_census.plan.json", *words, home=tmp_path / "home").json()
    assert done["loss"]["rho"] == "1/2"
    table = Tidy.read(tmp_path / "out" / "publish" / "tables" / "census.csv")
    assert len(table.rows) == 3 * 17
    with file.open(encoding="utf-8", newline="") as lines:
        people = list(csv.DictReader(lines))
    assert len(people) == 25_766
    for codes, chosen in LINES:
        ages = [min(93, int(one["age"])) for one in people if chosen(one)]
        count, median, mean = table.pick(**{name: codes.get(name, "") for name in VARIABLES})
        # Six standard errors and the rounding: a false alarm has a probability below 1e-7.
        assert abs(float(count["estimate"]) - len(ages)) <= 6 / 1.64 * float(count["margin"]) + 2
        if len(ages) > 1000:
            assert abs(float(mean["estimate"]) - statistics.fmean(ages)) < 2
            assert abs(float(median["estimate"]) - statistics.median_low(ages)) <= 2
            assert not count["flag"] and not median["flag"] and not mean["flag"]
        if not ages:
            # The lower limit is the unbiased value less one margin, which six standard errors bound as well.
            assert 0 <= float(count["lower"]) <= (6 / 1.64 - 1) * float(count["margin"]) + 2
