"""Beginnings of codes in a plan: any of several, ragged code trees, cells coded by the longest beginning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from prefix_universe import PrefixUniverse
from small import COUNT, dictionary_json, plan, table

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.release.finish import finish
from dpdesk.schema.dictionary import Dictionary

LISTED = ["31", "311", "3112", "32", "33", "4", "45"]
CELLS = ["31", "310", "3112", "31129", "32", "3299", "33", "34", "4", "46", "459", "5", "", "ns", "3"]


def industries(match: str = "longest_beginning", **more: Any) -> Dictionary:
    industry = {
        "name": "industry",
        "kind": "category",
        "column": "industry",
        "label": {"en": "Industry"},
        "describes": "unit",
        "codes": [{"code": code, "label": {"en": code}} for code in LISTED],
        "missing": [{"code": "none", "kind": "not_stated", "texts": ["", "ns"]}],
        "otherwise": "nowhere",
        "match": match,
    }
    made = dictionary_json(**more)
    return Dictionary.from_json({**made, "variables": [*made["variables"], industry]})


def prefixes(*asked: Any, **more: Any) -> dict[str, Any]:
    return {"kind": "code_prefix", "variable": "industry", "prefixes": list(asked), **more}


def test_a_cell_has_the_longest_code_it_begins_with() -> None:
    variable = industries().variable("industry")
    universe = PrefixUniverse(LISTED)
    for cell in CELLS:
        position = variable.encode((cell,))
        code = "" if position < 0 else variable.codes[position]
        if cell in ("", "ns"):
            assert code == "none"  # a missing text is a missing text, whatever it begins with
        else:
            assert code == universe.longest(cell)
    exact = industries("exact").variable("industry")
    assert [cell for cell in CELLS if exact.encode((cell,)) < 0] == [
        "310",
        "31129",
        "3299",
        "34",
        "46",
        "459",
        "5",
        "3",
    ]


def test_the_meaning_of_a_dictionary_that_matches_exactly_is_as_it_was() -> None:
    made = dictionary_json()
    assert industries("exact").meaning_hash != industries().meaning_hash
    without = Dictionary.from_json(made)
    spelled = [{**one, "match": "exact"} if one["kind"] == "category" else one for one in made["variables"]]
    assert Dictionary.from_json({**made, "variables": spelled}).meaning_hash == without.meaning_hash


def test_sets_of_beginnings_are_counted_from_file_to_table(tmp_path: Path) -> None:
    d = industries(max_rows=1000, budget_cap={"epsilon": "100000"})
    path = tmp_path / "data.csv"
    path.write_text("industry,other\n" + "".join(f"{cell},1\n" for cell in CELLS), encoding="utf-8")
    asked = ["31", ["31", "32", "33"], ["4", "3112"], "3"]
    chosen = choose(
        plan(
            table("t", measures=[prefixes(*asked)]), dictionary=d, loss={"epsilon": "10000"}
        )  # noise is 0 nearly surely
    )
    (group,) = chosen.groups
    assert group.compiled.shape[0] <= PrefixUniverse(["31", "32", "33", "4", "3112", "3"]).size
    (contingency,) = tabulate(open_source(path, d.source), d, chosen.domains, b"k" * 32)
    finished = finish(chosen, {group.name: group.measure(contingency.counts, {})})
    coded = [cell for cell in CELLS if d.variable("industry").encode((cell,)) >= 0 and cell not in ("", "ns")]
    truth = [sum(cell.startswith((one,) if isinstance(one, str) else tuple(one)) for cell in coded) for one in asked]
    # scale 3/10000 at most: any noise at all has probability below e^-3000
    assert finished.tables[0].estimate.ravel().tolist() == truth
    items = finished.tables[0].shell.items
    assert [item.code for item in items] == [
        "prefix:industry:31",
        "prefix:industry:31+32+33",
        "prefix:industry:4+3112",
        "prefix:industry:3",
    ]
    assert items[1].label.get("en") == "31…, 32… or 33…"
    assert items[1].label.get("de") == "31…, 32… oder 33…"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (["31", ["32", "9"]], r"prefixes\[1\] has '9', which begins no code of 'industry'"),
        ([["7", "8"]], r"prefixes\[0\] begins no code"),
        ([["31", "32"], ["31", "32"]], "asks for an item that the table already has"),
        ([[]], "prefixes"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(asked: list[Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        choose(plan(table("t", measures=[COUNT, prefixes(*asked)]), dictionary=industries()))


def test_a_linear_mechanism_gains_from_the_smaller_universe() -> None:
    """Three questions on seven codes: what is measured has as many cells as the questions tell apart."""
    chosen = choose(plan(table("t", measures=[prefixes("31", ["31", "32", "33"])]), dictionary=industries()))
    (group,) = chosen.groups
    assert group.compiled.shape == (3,)  # 31…, 32… or 33…, anything else
    assert np.all(group.mechanism.std > 0)


def small_database(**more: Any) -> dict[str, Any]:
    asked = table("t", measures=[prefixes("31", ["31", "32", "33"], "4")])
    found = Forecaster().forecast(plan(asked, dictionary=industries(), **more))["tables"][0]
    (row,) = [one for one in found["mechanisms"] if one["mechanism"] == "small-database"]
    assert not row["available"]
    assert found["chosen"] != "small-database"
    return row


def test_the_forecast_says_what_a_small_database_would_come_to() -> None:
    assert "needs public planning figures" in small_database()["why_not"]
    counts = {"variables": ["industry"], "counts": [4000, 2000, 1000, 1500, 1000, 300, 200, 0]}
    errors = []
    for total in (100, 10_000, 1_000_000):
        reference = {"source": {"en": "Last year"}, "total": total, "marginals": [counts]}
        row = small_database(reference=reference)
        assert "with the method chosen that is at most" in row["why_not"]
        errors.append(row["expected_max_error"])
    assert errors[0] < errors[1] < errors[2]
    assert errors[2] > 100 * 10  # a linear mechanism's error, a few people, does not grow with the number of people
    # without the figures' distribution the bound is stated
    assert "up to" in small_database(reference={"source": {"en": "x"}, "total": 1000})["why_not"]


def test_tables_without_beginnings_have_no_such_row() -> None:
    found = Forecaster().forecast(plan(table("t", stub="sex"), dictionary=industries()))
    assert all(row["mechanism"] != "small-database" for row in found["tables"][0]["mechanisms"])
