"""A publication in German is German throughout: every fixed word is translated, with the same values in it."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import openpyxl
import published
import pytest
import xlsx_checker

from dpdesk.mechanisms import catalogue
from dpdesk.mechanisms.detail import NAME as ADAPTIVE_DETAIL
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES
from dpdesk.planning.document.formats import OWN_SHEETS
from dpdesk.planning.forecast.detail_words import DETAIL
from dpdesk.publish.documents import certificate, facts, left_out, words
from dpdesk.publish.documents.words import CATALOGUE as GERMAN
from dpdesk.publish.proof.verify import verify_result
from dpdesk.publish.workbook import workbook
from dpdesk.publish.workbook.accuracy import method_words
from dpdesk.release.result import Release

KINDS = ("variables", "sheet", "rows", "column", "noise", "mark")  # words of the sheet Codes for programs
ENGLISH = {
    "the",
    "of",
    "and",
    "is",
    "are",
    "with",
    "not",
    "which",
    "their",
    "these",
    "noise",
    "margin",
    "sheet",
    "note",
}


def fixed_words(checkout: Path) -> set[str]:
    """Every text that the code of publications passes to `said`, as far as it is written there."""
    found = {*OWN_SHEETS, *facts.MEANINGS.values(), *facts.RULES.values(), *catalogue().values(), *SENTENCES.values()}
    found |= {certificate.TITLE, certificate.STATEMENT, *certificate.SIGNED, facts.NOTHING_EXACT}
    found |= {*facts.SAMPLE, facts.REHEARSAL, left_out.POINTER, *catalogue(), *SENTENCES, ADAPTIVE_DETAIL, DETAIL}
    for path in [
        *(checkout / "dpdesk/publish/workbook").glob("*.py"),
        *(checkout / "dpdesk/publish/documents").glob("*.py"),
        *(checkout / "dpdesk/publish/tables").glob("*.py"),
        *(checkout / "dpdesk/publish").glob("*.py"),
        *(checkout / "dpdesk/gui/paper").glob("*.py"),
    ]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        given = {name: node.value for node in ast.walk(tree) for name in assigned(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "said":
                for one in node.args[1:2]:
                    found |= set(constants(one)) | set(constants(given.get(name_of(one))))
    return {one for one in found if one}


def assigned(node: ast.AST) -> list[str]:
    """The names that an assignment gives a value."""
    return [one.id for one in node.targets if isinstance(one, ast.Name)] if isinstance(node, ast.Assign) else []


def name_of(node: ast.expr) -> str:
    """The variable, or the table of which one is taken, that a sentence comes from."""
    inner = node.value if isinstance(node, ast.Subscript) else node
    return inner.id if isinstance(inner, ast.Name) else ""


def constants(node: ast.expr | None) -> Iterator[str]:
    """The texts that an expression may be: itself, one of two, or one of a table."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))
    elif isinstance(node, ast.Dict):
        yield from (text for one in node.values for text in constants(one))


def test_every_fixed_word_is_translated(checkout: Path) -> None:
    found = fixed_words(checkout)
    assert len(found) > 100
    assert sorted(found - GERMAN.keys()) == []


def test_translations_have_the_same_values() -> None:
    def names(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

    assert [text for text, german in GERMAN.items() if names(text) != names(german)] == []


def test_numbers_in_sentences_have_the_marks_of_the_language() -> None:
    assert words.number("en", 1234567.5, 1) == "1,234,567.5"
    assert words.number("de-AT", 1234567.5, 1) == "1.234.567,5"
    spelled = ["80000.50", "-1234", "0", "-0.5", "1/3"]
    assert [words.grouped("en", one) for one in spelled] == ["80,000.50", "-1,234", "0", "-0.5", "1/3"]
    assert [words.grouped("de", one) for one in spelled] == ["80.000,50", "-1.234", "0", "-0,5", "1/3"]


def german(**changes: object) -> Release:
    """A release whose own texts are German."""
    one = published.dictionary(
        [
            {**published.category("sex", "", ["M", "F"]), "label": {"de": "Geschlecht"}},
            {**published.category("land", "", ["n", "s"]), "label": {"de": "Land"}},
        ],
        title={"de": "Personen"},
        unit={"kind": "row", "describes": "person", "label": {"de": "eine Person"}},
        data_kind="sample",
    )
    tables = [
        published.table("a", title={"de": "Personen"}, stub=[published.block("sex")], boxhead=[published.block("land")])
    ]
    texts = {"title": {"de": "Personen"}, "contact": {"de": "Amt"}, "reference_period": {"de": "2025"}}
    notes = [{"text": {"de": "Eine Anmerkung."}, "table": "a"}]
    made = published.release(published.plan(one, tables, notes=notes, **texts), **changes)
    for at, flag in enumerate(("z", "u", "r", "ux")):
        made.tables[0].flag.reshape(-1)[at] = flag
    return made


@pytest.mark.parametrize("layout", workbook.LAYOUTS)
@pytest.mark.parametrize("rehearsal", [False, True])
def test_a_german_workbook_has_no_english_sentence(layout: str, rehearsal: bool) -> None:
    stream = io.BytesIO()
    workbook.write(german(rehearsal=rehearsal), stream, layout=layout, language="de")
    book = openpyxl.load_workbook(stream)
    assert book.sheetnames[0] == "Deckblatt" and book.sheetnames[-1] == "Kontobucheintrag"
    texts = [str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    texts = [text for text in texts if "dpdesk ledger verify" not in text and text not in KINDS]
    assert [text for text in texts if GERMAN.get(text, text) != text] == []
    found = [text for text in texts if ENGLISH & set(re.findall("[a-z]+", text.lower()))]
    assert found == []
    assert any("[Anm. 6]" in text or "[Anm. 5]" in text for text in texts)
    links = [cell.hyperlink.location for row in book["Inhalt"].iter_rows() for cell in row if cell.hyperlink]
    assert {f"'{name}'!A1" for name in book.sheetnames} - set(links) == {"'Inhalt'!A1"}


def test_a_german_workbook_is_read_back(tmp_path: Path) -> None:
    from outsider import verifier

    made = published.release(german().plan)
    for layout in workbook.LAYOUTS:
        with (tmp_path / "g.xlsx").open("wb") as stream:
            workbook.write(made, stream, layout=layout, language="de")
        assert verify_result(tmp_path / "g.xlsx") == made.result_hash
        ((tables, line),) = verifier().workbook(tmp_path / "g.xlsx")
        assert verifier().hashes(tables, line["Hash of the unbiased values"])[2] == made.result_hash
    assert xlsx_checker.Book(tmp_path / "g.xlsx").sheets["Codes"]


def test_what_is_exact_names_marks_and_tables_as_they_are_printed() -> None:
    """The sentence as a release keeps it has the names of tables; what is read has their numbers."""
    why = "Exact, because one unit is replaced by another and the number of units is public"
    tables = [published.table("a"), published.table("b"), published.table("c")]
    made = published.release(published.plan(tables=tables, display={"symbols": {"unprotected": "(e)"}}))
    one, two = (
        published.release(made.plan, unprotected=(f"{why}: the counts marked x in {names}.",))
        for names in ("b", "a, c")
    )
    assert facts.exact_words(one, "en") == [f"{why}: the counts marked (e) in table 2."]
    assert facts.exact_words(two, "en") == [f"{why}: the counts marked (e) in tables 1 and 3."]
    assert facts.exact_words(one, "de")[0].endswith("die Häufigkeiten mit dem Zeichen (e) in Tabelle 2.")
    assert facts.exact_words(two, "de")[0].endswith("die Häufigkeiten mit dem Zeichen (e) in den Tabellen 1 und 3.")
    ruled = published.release(unprotected=("Cells that are impossible by a public rule are empty by that rule.",))
    assert facts.exact_words(ruled, "de")[0].startswith("Zellen, die eine öffentliche Regel unmöglich macht")


def test_a_record_has_one_name_in_german() -> None:
    assert [text for text in GERMAN.values() if re.search(r"\b(Satz|Satzes|Sätzen?)\b", text)] == []


@pytest.mark.parametrize("name", catalogue())
def test_a_method_is_named_in_words(name: str) -> None:
    told = {language: method_words({"mechanism": name}, language).partition(". ")[0] for language in ("en", "de")}
    names = {"en": name.replace("-", " "), "de": GERMAN[name]}
    assert told == {language: f"{words[:1].upper()}{words[1:]}" for language, words in names.items()}
