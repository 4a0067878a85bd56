"""Codes by their names, dates as months and years, 99 and 99999999 as missing codes, weights by their names."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from microdata import KEY, dictionary

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing import finding
from dpdesk.data.proposing.proposal import ProposedVariable, propose
from dpdesk.data.sources.open import open_source
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat
from dpdesk.schema.weights import looks_like_weight


def one(folder: Path, cells: Sequence[object], name: str = "v") -> ProposedVariable:
    path = folder / "file.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[name, "rest"], *([cell, "x"] for cell in cells)])
    return propose(open_source(path, SourceFormat("csv")), [name])[0]


def record(proposal: ProposedVariable) -> dict[str, Any]:
    assert proposal.record is not None, proposal.remark
    return proposal.record


@pytest.mark.parametrize("name", ["STATEFIP", "region", "Station Area", "occupation2", "Zipcode of Incident", "plz"])
def test_numbers_named_like_codes_are_codes(tmp_path: Path, name: str) -> None:
    cells = [at * 9 % 56 for at in range(500)]
    found = record(one(tmp_path, cells, name))
    assert (found["kind"], len(found["codes"])) == ("category", 56)
    assert record(one(tmp_path, cells, "rooms"))["kind"] == "number"
    amounts = [at * 7919 % 40_000 for at in range(3000)]
    assert record(one(tmp_path, amounts, name))["kind"] == "number"  # so many are no list that can be proposed


def test_few_ages_are_numbers_that_can_have_a_median(tmp_path: Path) -> None:
    """Of men of 40 to 54 no quartiles of age could be asked: fifteen whole numbers were taken for codes."""
    cells = [40 + at * 7 % 15 for at in range(240)]
    assert record(one(tmp_path, cells, "AGE"))["kind"] == "number"
    for name in ("age_group", "score"):
        assert record(one(tmp_path, cells, name))["kind"] == "category"


def test_a_blank_cell_has_a_code_although_there_is_none_today(tmp_path: Path) -> None:
    for cells in (["a", "b"] * 20, [at % 90 for at in range(400)], [f"2001-0{at % 9 + 1}-11" for at in range(99)] * 9):
        found = record(one(tmp_path, cells))
        assert found.get("otherwise", found.get("unreadable")) == {"code": "NS"}
        made = dictionary([found]).variable("v")
        assert made.codes[made.encode(("",))] == made.codes[made.encode(("Canary79",))] == "NS"
        assert not made.sends_to_nowhere


@pytest.mark.parametrize(
    ("cells", "missing"),
    [
        ([1, 2, 3, 4, 99] * 9, ["99"]),
        ([1, 2, 3, 4, 998, 999] * 9, ["998", "999"]),
        ([1, 2, 3, 4, -8] * 9, ["-8"]),
        ([*range(1, 15), 77, 88, 99] * 9, ["77", "88", "99"]),
        (list(range(90, 101)) * 9, []),  # a run that goes through 99
        ([*range(95), 99] * 9, []),  # an age that follows on others
        ([1, 2, 3, 9, 10] * 9, []),
        ([1, 99] * 9, []),  # too few to say
        ([*range(85), 999] * 9, ["999"]),
        ([*range(1935, 2015), 9999] * 9, ["9999"]),
    ],
)
def test_numbers_far_above_the_others_are_asked_about(tmp_path: Path, cells: list[int], missing: list[str]) -> None:
    proposal = one(tmp_path, random.Random(1).sample(cells, len(cells)))
    found = record(proposal)
    (unstated,) = found["missing"]
    listed = unstated.get("numbers", []) if found["kind"] == "number" else [text for text in unstated["texts"] if text]
    assert listed == missing
    assert ("check their meaning" in proposal.remark) is bool(missing)
    if found["kind"] == "number":
        assert found["bins"]["last"] < 2500
    else:
        assert not {code["code"] for code in found["codes"]} & set(missing)
    assert all(str(code) not in proposal.remark for code in missing if code not in ("99", "999"))


def test_nines_above_amounts_are_missing_and_do_not_widen_the_bins(tmp_path: Path) -> None:
    draw = random.Random(3)
    cells = [draw.randrange(100_000) for _ in range(3000)] + [99_999_998, 99_999_999] * 300
    proposal = one(tmp_path, cells, "INCTOT")
    found = record(proposal)
    assert found["bins"] == {"lower": "0", "upper": "100000", "width": "500"}
    assert found["missing"][0]["numbers"] == ["99999997", "99999998", "99999999"]
    assert "99" in proposal.remark and "999999" not in proposal.remark
    real = record(one(tmp_path, [*cells[:3000], 99_998_123], "INCTOT"))
    assert "numbers" not in real["missing"][0]


@pytest.mark.parametrize("engine", [True, False])
@pytest.mark.parametrize(
    ("writing", "rows"),
    [("{0}-{1:02}-{2:02}", 900), ("{0}{1:02}{2:02}", 900), ("{2:02}.{1:02}.{0}", 900), ("{0}-{1:02}-{2:02}", 9000),
     ("{0}{1:02}{2:02}", 9000), ("{2:02}.{1:02}.{0}", 9000), ("{2:02}/{1:02}/{0}", 900), ("{1}/{2}/{0} 12:00", 9000)],
)  # fmt: skip
def test_dates_become_months_quarters_and_years(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writing: str, rows: int, engine: bool
) -> None:
    """Few distinct ones and many, as texts and as numbers, by the engine and as a stream."""
    if not engine:
        monkeypatch.setattr(finding, "_by_engine", lambda *_: None)
    span = 4 if rows < 1000 else 12
    days = [writing.format(2001 + at % span, at % 12 + 1, at * 5 % 28 + 1) for at in range(rows)]
    found = record(one(tmp_path, random.Random(2).sample(days, rows), "admitted"))
    assert (found["kind"], found["match"], len(found["codes"])) == ("category", "longest_beginning", 12 * span)
    made = dictionary([found])
    variable = made.variable("admitted")
    assert [level.name for level in variable.levels] == ["year", "quarter"]
    assert variable.codes[variable.encode((days[0],))] == "2001-01"
    assert variable.levels[1].codes[:2] == ("2001-Q1", "2001-Q2")
    source = open_source(tmp_path / "file.csv", SourceFormat("csv"))
    (counted,) = tabulate(source, made, [GroupDomain(("admitted",))], KEY)
    assert int(counted.counts.sum()) == rows and int(counted.counts[-1]) == 0


@pytest.mark.parametrize(
    ("writing", "engine"),
    [("{0}-{1:02}-{2:02}", True), ("{0}-{1:02}-{2:02}", False), ("{2}.{1}.{0}", True), ("{1:02}/{2:02}/{0}", False)],
)
def test_dates_of_birth_become_years_between_round_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writing: str, engine: bool
) -> None:
    """The earliest and the latest stand at the end of the file, which was not among the first rows."""
    if not engine:
        monkeypatch.setattr(finding, "_by_engine", lambda *_: None)
    monkeypatch.setattr(finding, "_FIRST_ROWS", 2_000)
    days = [writing.format(1950 + at % 40, at % 12 + 1, at * 5 % 28 + 1) for at in range(6000)]
    earliest, latest = writing.format(1923, 4, 5) + " 10:00:00", writing.format(2003, 12, 31)
    found = record(one(tmp_path, [*days, "", earliest, latest], "born"))
    codes = [code["code"] for code in found["codes"]]
    assert (codes[0], codes[-1], len(codes)) == ("1920", "2004", 85)
    variable = dictionary([found]).variable("born")
    assert variable.codes[variable.encode((earliest,))] == "1923"
    assert variable.codes[variable.encode((latest,))] == "2003"


def test_a_stray_text_among_dates_is_not_stated(tmp_path: Path) -> None:
    days = [f"2001-{at % 12 + 1:02d}-{at * 5 % 28 + 1:02d}" for at in range(600)]
    found = record(one(tmp_path, [*days, "Canary79", "NA"], "admitted"))
    assert len(found["codes"]) == 12 and "Canary" not in str(found)


@pytest.mark.parametrize(
    "cells",
    [
        [20_010_132 + at * 100 for at in range(400)],  # no such days
        [f"{at % 12 + 1:02d}/{at // 12 % 12 + 1:02d}/2001" for at in range(400)],  # which of the two is the day?
        [f"{at % 12 + 1:02d}/{at // 12 % 12 + 1:02d}/{1950 + at % 60}" for at in range(4000)],
        [f"{at % 28 + 1:02d}.01.{1850 + at % 200}" for at in range(400)],  # each day a text: too many
        [f"2001-01-{at % 28 + 1:02d}" for at in range(5)] * 9,  # so few are codes
        [10_000_000 + at * 7919 % 89_999_999 for at in range(3000)],
    ],
)
def test_what_only_looks_like_dates_is_none(tmp_path: Path, cells: list[object]) -> None:
    found = one(tmp_path, cells)
    assert found.record is None or "hierarchies" not in found.record


@pytest.mark.parametrize(
    "name",
    ["ASECWT", "ASECWTH", "WTFINL", "PERWT", "HHWT", "HWTFINL", "WTSUPP", "WTMEC2YR", "hv005", "hhweight", "SENWT"],
)
def test_weights_are_known_by_their_names(name: str) -> None:
    assert looks_like_weight(name)


@pytest.mark.parametrize(
    "name", ["birthweight", "bodyweight", "overweight", "height", "growth", "twt", "area", "v0051"]
)
def test_other_names_are_no_weights(name: str) -> None:
    assert not looks_like_weight(name)
