"""A problem as data: plain public values, one sentence for each reader, and nothing of the data in any of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import dictionary_json, plan, table

from dpdesk.cli.commands import run
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput, Cancelled, Refused
from dpdesk.planning.approval_files import load_approval
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.problems import problem as module
from dpdesk.problems.problem import DICTIONARY, PLAN, Document, Phrase, Value, from_json, phrase, problem, to_json
from dpdesk.problems.readers import Window
from dpdesk.problems.render import document_text, render
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.codefiles import read_code_list, read_hierarchy
from dpdesk.schema.source import SourceFormat
from dpdesk.translation import languages

SECRET = "Q7-confidential-4711"


def every_form(error: BadInput) -> str:
    """All that any reader sees of an error."""
    found = error.problem
    shown = [render(found, one, tag) for one in (Window(), Window({})) for tag in languages()]
    return "\n".join([str(error), repr(error), json.dumps(error.to_json()), *shown])


@pytest.mark.parametrize(
    "value", [0.5, Fraction(1, 2), None, True, ["a"], {"a": 1}, np.int64(3), b"x", ValueError("x")]
)
def test_a_value_is_plain(value: Any) -> None:
    with pytest.raises(TypeError, match="the value seen of a problem must be a text"):
        problem("schema.empty", DICTIONARY.whole, seen=value)
    with pytest.raises(TypeError):
        Phrase("schema.hint", {"hint": (value,)})


def test_a_problem_is_told_to_each_reader() -> None:
    place = Document("dictionary", "census.json").whole.to("variables", 1, "codes", 0, "label")
    found, tree = problem("schema.empty", place), {"variables": [{}, {"name": "sex"}]}
    assert render(found) == "In the dictionary census.json: variables[1].codes[0].label must not be empty."
    assert render(found, language="de") == (
        "In der Datenbeschreibung census.json: variables[1].codes[0].label darf nicht leer sein."
    )
    here = problem("schema.empty", DICTIONARY.whole.to("variables", 1, "codes", 0, "label"))
    assert render(here, Window(tree)) == "‘sex’: codes 1, label must not be empty."
    assert render(here, Window(tree), "de-AT") == "‚sex‘: Codes 1, Bezeichnung darf nicht leer sein."
    assert render(here, Window(), "fr") == "‘variable 2’: codes 1, label must not be empty."
    assert to_json(found) == {
        "code": "schema.empty",
        "where": {"document": "dictionary", "name": "census.json", "path": ["variables", 1, "codes", 0, "label"]},
        "values": {},
    }


def test_a_sentence_keeps_its_capital_and_a_file_its_name() -> None:
    assert render(problem("schema.null", DICTIONARY.whole.to("unit")), Window()) == "Unit is null; leave the field out."
    unread = problem("gui.unreadable", name="people.csv", reason="no")
    assert render(unread, Window()).startswith("people.csv cannot be read")


def test_what_is_within_a_sentence_is_told_in_its_language() -> None:
    found = problem("schema.variable_unknown", PLAN.whole, name="sexx", near=phrase("schema.did_you_mean", name="sex"))
    assert render(found) == "There is no variable 'sexx' in the plan (did you mean 'sex'?)."
    assert render(found, language="de") == "Der Plan kennt kein Merkmal 'sexx' (meinten Sie 'sex'?)."
    assert to_json(found)["values"]["near"] == {"code": "schema.did_you_mean", "values": {"name": "sex"}}


def test_a_problem_within_a_problem_is_told_in_its_language_too() -> None:
    with pytest.raises(BadInput) as refused:
        plan(table("t", stub="sex"), loss={"epsilon": "0"})
    found = refused.value.problem
    assert found.code == "planning.loss"
    assert render(found, Window(), "de") == (
        "Beim Privatheitsverlust: Der Privatheitsparameter epsilon muss über 0 liegen: Schreiben Sie eine positive "
        'Zahl wie "1/2".'
    )


def test_choices_are_joined_as_the_language_joins_them() -> None:
    found = problem("schema.must_be_one_of", PLAN.whole.to("noise"), choices=("a", "b", 3))
    assert render(found).endswith("noise must be 'a', 'b' or 3.")
    assert render(found, language="de").endswith("noise muss 'a', 'b' oder 3 sein.")


def test_an_error_says_its_problem() -> None:
    error = Refused(problem("schema.no_group"), "budget")
    assert (str(error), error.cause, error.to_json()["code"]) == (
        "Make at least one group.",
        "budget",
        "schema.no_group",
    )
    assert Cancelled().to_json()["text"] == "Stopped; nothing was spent."


def test_a_problem_is_read_back_as_it_was_written() -> None:
    near, place = phrase("schema.did_you_mean", name="sex"), PLAN.whole.to("tables", 0)
    found = problem("schema.variable_unknown", place, name="sexx", near=near)
    for one in (found, near, problem("a", None, within=found, choices=("a", 2), of=PLAN, at=place)):
        read = from_json(json.loads(json.dumps(to_json(one))))
        assert (read, read.values) == (one, one.values)


def test_numbers_have_the_marks_of_the_language() -> None:
    found = phrase("planning.small_expected", weighed="a", of="b", error="1,230.5", chosen=12345)
    assert "1,230.5" in render(found) and "12,345" in render(found)
    assert "1.230,5" in render(found, language="de") and "12.345" in render(found, language="de")


def test_several_things_are_joined_as_the_language_joins_them() -> None:
    differing = phrase("ledger.differs_unit"), phrase("ledger.differs_rows"), phrase("ledger.differs_neighbours")
    found = problem("ledger.terms_differ", account="town", differing=differing)
    assert (
        "in the unit of protection, the most rows of a unit (c) and whether the number of units is public; an"
        in render(found)
    )
    german = (
        "(die Schutzeinheit, die größte Zahl der Zeilen einer Einheit (c) und ob die Zahl der Einheiten öffentlich ist)"
    )
    assert german in render(found, language="de")
    assert "in whether the number of units is public; an" in render(
        problem("ledger.terms_differ", account="town", differing=differing[2:])
    )


@pytest.mark.parametrize("language", languages())
def test_every_kind_of_document_has_its_words(language: str) -> None:
    from dpdesk.problems.english import DOCUMENTS

    for kind in DOCUMENTS:
        assert document_text(Document(kind, "n"), language)
        assert render(problem("schema.null", Document(kind, "n").whole), language=language)[:2] in {"In", "Im"}


# Nothing of the data -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        f"id,name\n1,{SECRET}\n",
        f'[{{"id": 1, "name": "{SECRET}"}}]',
        f'{{"format": "{SECRET}", "version": 1, "rows": ["{SECRET}"]}}',
        f'{{"format": "dpdesk-dictionary", "version": 1, "dataset_id": "{SECRET} ", "neighbours": "{SECRET}"}}',
        f'{{"format": "dpdesk-dictionary", "version": "{SECRET}"}}',
        f'{{"dictionary": {{"path": "{SECRET}\\u0000"}}, "tables": "{SECRET}", "loss": {{"epsilon": "{SECRET}"}}}}',
    ],
)
def test_data_handed_over_in_place_of_a_document_is_not_quoted(tmp_path: Path, content: str) -> None:
    path = tmp_path / "people.json"
    path.write_text(content, encoding="utf-8")
    for read in (Dictionary.load, Plan.load, SessionPlan.load, load_approval, read_code_list, read_hierarchy):
        with pytest.raises(BadInput) as refused:
            read(path)
        assert SECRET not in every_form(refused.value), read


def test_the_first_record_of_a_file_without_a_heading_is_not_quoted() -> None:
    with pytest.raises(BadInput) as refused:
        Dictionary.from_json(dictionary_json()).check_columns([SECRET, "x"], file="people.csv")
    assert refused.value.problem.code == "schema.column_missing"
    assert SECRET not in every_form(refused.value)


NAMES = "sex,colour,area,age,pay,state,kilos"
ROW = f"{SECRET},{SECRET},n1a,{SECRET},20,1.0,70"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The values of every problem that is made, also of those that are caught."""
    values: list[str] = []
    plain = module._require_plain

    def look(given: Mapping[str, Value]) -> None:
        values.append(repr(given))
        plain(given)

    monkeypatch.setattr(module, "_require_plain", look)
    return values


@pytest.mark.parametrize(
    ("content", "status", "problems"),
    [
        (f"{NAMES}\n{ROW}\n", 0, 0),
        (f"{ROW}\n{ROW}\n", 2, 1),
        (f"{NAMES.replace('sex', 'Sex')}\n{ROW}\n", 2, 1),
        (f"{NAMES},sex\n{ROW},{SECRET}\n", 2, 1),
        (f"{NAMES}\n{ROW},{SECRET}\n", 2, 1),
    ],
)
def test_no_problem_of_a_command_that_reads_data_has_a_value_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seen: list[str], content: str, status: int, problems: int
) -> None:
    described, data = tmp_path / "small.dictionary.json", tmp_path / "people.csv"
    described.write_text(json.dumps(dictionary_json()), encoding="utf-8")
    data.write_text(content, encoding="utf-8")
    words = ["check", str(described), "--data", str(data), "--ledger", str(tmp_path / "ledger.sqlite"), "--json"]
    assert run(words) == status
    shown = capsys.readouterr()
    assert len(seen) >= problems
    assert SECRET not in shown.out + shown.err + "".join(seen)


HEADED = f"name,age\n{SECRET},1\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ragged.csv", f"{HEADED}{SECRET}\n".encode()),
        ("quote.csv", f'{HEADED}"{SECRET}"x,1\n'.encode()),
        ("nul.csv", f"{HEADED}{SECRET}\0,1\n".encode()),
        ("latin.csv", HEADED.encode() + f"{SECRET}ü,1\n".encode("latin-1")),
        ("other.csv", HEADED.replace(",", ";").encode()),
        ("people.json", f'[{{"name": "{SECRET}"}}]'.encode()),
        ("people.xml", f"<?xml version='1.0'?><name>{SECRET}</name>".encode()),
        ("people.rds", b"RDX2\nX\n" + SECRET.encode()),
        ("people.xlsx", b"PK\3\4" + SECRET.encode()),
        ("people.parquet", b"PAR1\0" + SECRET.encode() + b"PAR1"),
        ("people.sqlite", b"SQLite format 3\0" + SECRET.encode()),
        ("people.duckdb", bytes(8) + b"DUCK" + SECRET.encode()),
        ("people.sav", b"$FL2" + SECRET.encode()),
        ("people.dta", b"<stata_dta>" + SECRET.encode()),
        ("people.xpt", b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!" + SECRET.encode()),
    ],
)
def test_no_problem_of_a_file_of_records_has_a_value_of_it(
    tmp_path: Path, seen: list[str], name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        sniff(path)
        for batch in open_source(path, SourceFormat("csv")).batches(["name", "age"]):
            assert batch
    assert refused.value.problem.code.startswith("data.")
    assert seen and SECRET not in every_form(refused.value) + "".join(seen)


def test_folders_that_give_records_a_value_are_not_quoted(tmp_path: Path, seen: list[str]) -> None:
    part = tmp_path / f"name={SECRET}" / "p.parquet"
    part.parent.mkdir()
    for content in (b"PAR1", b""):
        part.write_bytes(content)
        with pytest.raises(BadInput) as refused:
            open_source(tmp_path, SourceFormat("parquet"))
        assert "name=…/p.parquet" in str(refused.value)
        assert SECRET not in every_form(refused.value) + "".join(seen)


def test_a_value_of_the_data_in_a_problem_would_be_seen(seen: list[str]) -> None:
    problem("schema.hint", hint=SECRET)
    assert SECRET in "".join(seen)


def test_a_command_prints_the_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.plan.json"
    path.write_text('{"tables": 0.5}', encoding="utf-8")
    assert run(["forecast", str(path), "--json"]) == 2
    shown = capsys.readouterr()
    told = json.loads(shown.out)["problem"]
    assert told == {
        "code": "schema.decimal_point",
        "where": {"document": "plan", "name": str(path), "path": ["tables"]},
        "values": {},
        "text": shown.err.rstrip("\n"),
    }
    assert run(["forecast", str(path)]) == 2
    assert capsys.readouterr().out == ""
    assert run(["forecast", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["problem"]["code"] == "cli.typed"
