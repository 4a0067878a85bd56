"""What a cap and public bounds leave out is said wherever figures are, and only where there is a cap or a bound."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small import block, dictionary_json, plan, table

from dpdesk.cli.lines import forecast_lines
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.publish.documents.facts import noise_words, standard_notes
from dpdesk.publish.documents.left_out import POINTER, left_out
from dpdesk.publish.documents.words import said
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.workbook.method import SOME_ADDED_UP, method_facts
from dpdesk.publish.write import write_release
from dpdesk.release.rehearsal import rehearse
from dpdesk.schema.dictionary import Dictionary

SUM = {"kind": "sum", "variable": "pay"}
KEPT = "All figures are those of the records that were kept"
BOUNDS = "Values are brought within public bounds before they enter a figure: Pay (10 to 1,000)"


def by_id(rows: int, without: str = "drop") -> dict[str, Any]:
    return {
        "kind": "id", "describes": "person", "label": {"en": "one person", "de": "eine Person"}, "column": "id",
        "max_rows": rows, "rows_without_id": without,
    }  # fmt: skip


def made(unit: dict[str, Any] | None = None, *, quantity: dict[str, Any] | None = None, sums: bool = False) -> Plan:
    tree = dictionary_json(neighbours="add_remove", **({} if unit is None else {"unit": unit}))
    for one in tree["variables"]:
        if one["name"] == "pay":
            one |= quantity or {}
    measures = [{"kind": "count"}, SUM] if sums else [{"kind": "count"}]
    return plan(table("t", stub="sex", measures=measures), dictionary=Dictionary.from_json(tree))


def test_nothing_is_said_where_nothing_is_left_out() -> None:
    assert left_out(made(), "en") == []
    assert left_out(made(quantity={"below": "not_stated", "above": "not_stated"}, sums=True), "en") == []
    assert left_out(made(), "en") == [], "a quantity that no table sums is no matter"


def test_the_cap_is_said_with_its_number_of_records() -> None:
    (said,) = left_out(made(by_id(3)), "en")
    first, _, rest = said.partition(". ")
    assert first == "Counts are of records: a unit with several counts several times"
    assert rest.startswith("Of each unit of protection (one person) 3 records at most are counted; of one with more")
    assert KEPT in said and "is not estimated here, unless it is known publicly" in said
    assert "Records without an identifier are left out, too." in said
    (one,) = left_out(made(by_id(1, "own_unit")), "de")
    assert "(eine Person) wird höchstens 1 Datensatz gezählt" in one and "ohne Kennung" not in one


@pytest.mark.parametrize(
    ("fates", "within"),
    [
        ({}, "(10 to 1,000)"),
        ({"below": "not_stated"}, "(at most 1,000)"),
        ({"above": "not_stated"}, "(at least 10)"),
        ({"unit_of_measure": {"en": "Euro"}}, "(10 to 1,000 Euro)"),
    ],
)
def test_the_bounds_are_said_of_quantities_that_are_summed(fates: dict[str, Any], within: str) -> None:
    (said,) = left_out(made(quantity=fates, sums=True), "en")
    assert f"Pay {within}." in said
    assert "no margin and no limit covers the difference" in said


def test_it_stands_in_the_notes_the_workbook_and_the_metadata(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    outcome = rehearse(made(by_id(2), sums=True), seed=1)
    assert [KEPT in note for note in standard_notes(outcome.release, "en")].count(True) == 1
    write_release(outcome.release, tmp_path / "out")
    book = load_workbook(workbook_in(tmp_path / "out"), read_only=True)
    texts = {name: [str(cell) for row in book[name].values for cell in row if cell] for name in ("Notes", "Accuracy")}
    book.close()
    assert any(KEPT in text for text in texts["Notes"]) and any(BOUNDS in text for text in texts["Notes"])
    assert any(POINTER in text for text in texts["Accuracy"])
    tree = json.loads((tmp_path / "out" / "proof" / "metadata.json").read_text(encoding="utf-8"))
    assert len(tree["not_covered"]) == 2 and KEPT in tree["not_covered"][0] and BOUNDS in tree["not_covered"][1]
    plain = rehearse(made(), seed=1)
    write_release(plain.release, tmp_path / "plain")
    assert "not_covered" not in json.loads((tmp_path / "plain" / "proof" / "metadata.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("loss", [{"epsilon": "1/10"}, {"rho": "1/200"}])
def test_the_forecast_says_what_a_cap_costs_and_it_does(loss: dict[str, str]) -> None:
    """Margins with c rows a unit are about c times those with one, but for rounding to whole numbers."""

    def forecast(unit: dict[str, Any] | None) -> dict[str, Any]:
        tree = dictionary_json(neighbours="add_remove", budget_cap={"rho": "1000"}, **({"unit": unit} if unit else {}))
        asked = plan(table("t", stub="sex"), dictionary=Dictionary.from_json(tree), loss=loss)
        return Forecaster().forecast(asked)

    one, three = forecast(by_id(1)), forecast(by_id(3))
    for narrow, wide in zip(one["tables"][0]["mechanisms"], three["tables"][0]["mechanisms"], strict=True):
        if narrow["available"] and wide["available"]:
            assert wide["max_std"] == pytest.approx(3 * narrow["max_std"], rel=0.02), narrow["mechanism"]
    assert three["rows_of_a_unit"] == {"at_most": 3, "noise_times": 3}
    said = "\n".join(forecast_lines(three))
    assert "At most 3 rows of a unit are counted: noise margins are about 3 times those with at most 1, and" in said
    assert "at most 2, noise margins would be about 2 times these" in "\n".join(forecast_lines(one))
    rows = forecast(None)
    assert "rows_of_a_unit" not in rows and "rows of a unit" not in "\n".join(forecast_lines(rows))


@pytest.mark.parametrize(("language", "adds"), [("en", "add up"), ("de", "addieren sie sich zu ihren Summen")])
def test_cells_that_count_units_once_are_not_said_to_add_up(language: str, adds: str) -> None:
    tree = Dictionary.from_json(dictionary_json(neighbours="add_remove", unit=by_id(2)))
    cells = table("cells", stub=[block({"variable": "sex", "total": "none"})], group="cells") | {"counts": "units"}
    other = table("other", stub="sex", group="other")
    both = [{"name": name, "part": "1/2"} for name in ("cells", "other")]
    alone = rehearse(plan(cells, dictionary=tree, groups=[{"name": "cells", "part": "1"}])).release
    beside = rehearse(plan(other, cells, dictionary=tree, groups=both)).release
    assert all(count >= 0 and count == int(count) for count in alone.tables[0].estimate.ravel())
    for words in (noise_words, lambda *asked: dict(method_facts(*asked))[said(language, "Adjustment and rounding")]):
        assert adds not in words(alone, language) and "aufgehen" not in words(alone, language)
    assert ("but table 2 add up" if language == "en" else "Außer in Tabelle 2 addieren") in noise_words(
        beside, language
    )
    assert said(language, SOME_ADDED_UP) in dict(method_facts(beside, language)).values()
