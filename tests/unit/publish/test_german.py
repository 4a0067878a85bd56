"""A publication in German is German throughout."""

from __future__ import annotations

import io
import re
from pathlib import Path

import openpyxl
import published
import pytest
import xlsx_checker
from catalogues_told import publications

from dpdesk.mechanisms import catalogue
from dpdesk.publish.documents import facts, words
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
    assert [text for text in texts if publications().get(text, text) != text] == []
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
    ruled = published.release(made.plan, unprotected=("A cell marked z can hold nobody, by a rule that is public.",))
    assert facts.exact_words(ruled, "en") == ["A cell marked [z] is empty by a rule that is public."]
    assert facts.exact_words(ruled, "de") == ["Eine Zelle mit dem Zeichen [z] ist nach einer öffentlichen Regel leer."]


def test_a_record_has_one_name_in_german() -> None:
    assert [text for text in publications().values() if re.search(r"\b(Satz|Satzes|Sätzen?)\b", text)] == []


@pytest.mark.parametrize("name", catalogue())
def test_a_method_is_named_in_words(name: str) -> None:
    told = {language: method_words({"mechanism": name}, language).partition(". ")[0] for language in ("en", "de")}
    names = {"en": name.replace("-", " "), "de": publications()[name]}
    assert told == {language: f"{words[:1].upper()}{words[1:]}" for language, words in names.items()}
