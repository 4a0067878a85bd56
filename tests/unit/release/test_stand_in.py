"""The made-up records of a rehearsal: what a public rule calls impossible is not among them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from small import dictionary_json

from dpdesk.release.stand_in import write_stand_in
from dpdesk.schema.dictionary import Dictionary

YOUNG = {"first": "0", "last": "4"}
WHOLE = {"first": "0", "last": "9"}


def made_up(path: Path, when: dict[str, Any] | None, *names: str) -> list[dict[str, str]]:
    rules = [] if when is None else [{"when": when, "reason": {"en": "By law."}}]
    dictionary = Dictionary.from_json(dictionary_json(impossible=rules))
    write_stand_in(dictionary, names, path / "made-up.csv", rows=200, seed=1)
    with (path / "made-up.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter=";"))


def broken(rows: list[dict[str, str]]) -> int:
    return sum(int(row["age"]) < 5 and row["sex"] == "f" for row in rows)


def test_no_record_contradicts_a_rule(tmp_path: Path) -> None:
    """Those that did were in no table: 50,000 made-up records had a total of 44,368."""
    rows = made_up(tmp_path, {"age": YOUNG, "sex": ["f"]}, "sex", "age")
    assert len(rows) == 200 and broken(rows) == 0
    assert broken(made_up(tmp_path, None, "sex", "age")) > 0


def test_a_rule_makes_nobody_rare_whom_it_is_about(tmp_path: Path) -> None:
    """Children, who cannot be married, were a quarter as frequent as others: 2,068 of 50,000 were under 15."""
    rows = made_up(tmp_path, {"age": YOUNG, "sex": ["f"]}, "sex", "age")
    assert 65 < sum(int(row["age"]) < 5 for row in rows) < 135, "100 of 200, 5 standard errors"


@pytest.mark.parametrize("names", [("sex",), ("sex", "colour")])
def test_a_rule_about_columns_that_are_not_drawn_changes_nothing(tmp_path: Path, names: tuple[str, ...]) -> None:
    assert made_up(tmp_path, {"age": YOUNG, "sex": ["f"]}, *names) == made_up(tmp_path, None, *names)


def test_a_rule_that_leaves_nothing_ends_all_the_same(tmp_path: Path) -> None:
    assert len(made_up(tmp_path, {"age": WHOLE, "sex": ["f", "m"]}, "sex", "age")) == 200


def test_every_bin_of_a_number_is_as_frequent_however_wide_it_is(tmp_path: Path) -> None:
    """So the forecast takes records to be. Numbers were uniform between the bounds: nearly all in the widest bin."""
    described = dictionary_json()
    described["variables"].append(
        {
            "name": "income", "kind": "number", "column": "income", "label": {"en": "Income"}, "describes": "unit",
            "bins": {"edges": ["0", "1", "10", "100", "100000"]}, "below": "clamp", "above": "clamp",
            "unreadable": "nowhere",
        }
    )  # fmt: skip
    described["variables"].append({**described["variables"][-1], "name": "coarse", "bins": {"edges": ["0", "100000"]}})
    dictionary = Dictionary.from_json(described)
    for names in (("income", "coarse"), ("coarse", "income")):
        write_stand_in(dictionary, names, tmp_path / "made-up.csv", rows=4000, seed=1)
        with (tmp_path / "made-up.csv").open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter=";"))
        coding = dictionary.variable("income").coding
        counts = [sum(coding.code(row) == code for row in rows) for code in range(4)]
        assert sum(counts) == 4000 and min(counts) > 850, "1,000 each, 5 standard errors"


def test_every_code_of_a_text_is_as_frequent_however_many_texts_it_has(tmp_path: Path) -> None:
    described = dictionary_json()
    described["variables"][0]["codes"][0]["texts"] = ["f", "w", "female", "1", "woman"]
    dictionary = Dictionary.from_json(described)
    write_stand_in(dictionary, ["sex"], tmp_path / "made-up.csv", rows=2000, seed=1)
    with (tmp_path / "made-up.csv").open(encoding="utf-8", newline="") as stream:
        men = sum(row["sex"] == "m" for row in csv.DictReader(stream, delimiter=";"))
    assert 880 < men < 1120
