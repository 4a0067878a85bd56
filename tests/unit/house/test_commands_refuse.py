"""Small mistakes at the command line, each answered by one sentence that says what was meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small import dictionary_json, plan, table

from dpdesk.cli.commands import run
from dpdesk.ledger.ledger import Ledger
from dpdesk.release.terms import terms_of
from dpdesk.schema.dictionary import Dictionary

BOTH = "--raise-to must give epsilon and delta, separated by a comma, each with a decimal point.\n"


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "ledger.sqlite"
    delta = {"epsilon": "8", "delta": "1e-6", "rule": "sum"}
    with Ledger.open(path, create=True) as opened:
        opened.ensure_account(terms_of(plan(table("t", stub="sex"))))
        two = Dictionary.from_json(dictionary_json(dataset_id="two", budget_cap=delta))
        opened.ensure_account(terms_of(plan(table("t", stub="sex"), dictionary=two)))
    return path


@pytest.mark.parametrize(
    ("dataset", "typed", "said"),
    [
        ("small", "9,5", "--raise-to must give epsilon alone, with a decimal point and no comma: 9.5.\n"),
        ("small", "9,5,1", "--raise-to must give epsilon alone, with a decimal point and no comma.\n"),
        ("two", "9", BOTH),
        ("two", "9,5,1e-6", BOTH),
    ],
)
def test_a_comma_in_a_cap(
    ledger: Path, capsys: pytest.CaptureFixture[str], dataset: str, typed: str, said: str
) -> None:
    words = ["ledger", "cap", "--ledger", str(ledger), "--dataset", dataset, "--raise-to", typed, "--reason", "r"]
    assert run(words) == 2
    assert capsys.readouterr().err == said


def test_the_check_says_what_to_look_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A code list that suits no record is found here: a release that counts nobody is not refused."""
    described, data = tmp_path / "small.dictionary.json", tmp_path / "people.csv"
    tree = dictionary_json(unit={
        "kind": "id", "describes": "person", "label": {"en": "one person"}, "column": "id", "max_rows": 2,
        "rows_without_id": "drop",
    })  # fmt: skip
    described.write_text(json.dumps(tree), encoding="utf-8")
    names = "id,sex,colour,area,age,pay,state,kilos"
    rows = [f"{unit},f,red,n1a,1,20,1.0,70" for unit in ("a", "a", "a", "a", "b", "b", "b", "c")]
    data.write_text("\n".join([names, *rows]) + "\n", encoding="utf-8")
    words = ["check", str(described), "--data", str(data), "--ledger", str(tmp_path / "ledger.sqlite")]
    assert run(words) == 0
    said = capsys.readouterr().out
    assert "▲ state: all rows left out, so that a table of it would count nobody" in said
    assert "▲ sex" not in said
    assert "Units with more rows than the cap of 2: 2\nRows left out because of it: 3; rows without id: 0\n" in said
    assert run([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["units_over_cap"], report["over_cap"]) == (2, 3)
    assert {one["name"]: one["look_into"] for one in report["variables"]}["state"] == "none_tabulated"
    data.write_text(names + "\n", encoding="utf-8")
    assert run(words) == 0
    assert "The file has no rows: a release would be refused." in capsys.readouterr().out
