"""Corrections of text: what was corrected bears the sign, and nothing else; both texts are told, numbers stay."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from published import block, category, dictionary, plan, release, table

from dpdesk.planning.document.plan import Plan
from dpdesk.publish.documents.corrected import Change, changes, place_words, tables_of, words
from dpdesk.publish.documents.notes import all_notes
from dpdesk.publish.documents.revised import revised
from dpdesk.publish.folders import METADATA, workbooks
from dpdesk.publish.write import write_release
from dpdesk.release.result import Correction, Release

SEX = {"M": "Male", "F": "Femal"}


def made(*, sex: str = "Femal", first: str = "Persons by sex", german: str = "Personen", **more: Any) -> Plan:
    """A plan of two tables, of which the second has no variable sex."""
    variables = [category("sex", "Sex", ["M", "F"], SEX | {"F": sex}), category("school", "Schooling", ["1", "2", "3"])]
    one = table(title={"en": first, "de": german}, boxhead=[block("school")])
    two = table("schools", title={"en": "Persons by schooling"}, stub=[block("school")], boxhead=[])
    return plan(dictionary(variables), [one, two], **{"title": {"en": "Persons", "de": "Leute"}, **more})


def corrected(after: Plan, *former: Plan) -> Release:
    """A release whose texts were corrected as often as there are former plans."""
    steps = [Correction(at, f"2026-03-0{at}", f"misprint {at}") for at in range(2, len(former) + 2)]
    found = release(after, corrections=tuple(steps), former=former, text_version=len(former) + 1)
    return found


def every_text(folder: Path, tmp_name: str = "") -> dict[str, list[str]]:
    """For each workbook its texts with the sign, below the sheet of notes' own."""
    found: dict[str, list[str]] = {}
    for path in workbooks(folder):
        book = openpyxl.load_workbook(path)
        found[path.stem] = [
            str(cell.value)
            for sheet in book.worksheets
            if sheet.title not in ("Notes", "Anmerkungen", "Codes")
            for row in sheet.iter_rows()
            for cell in row
            if isinstance(cell.value, str) and "[r]" in cell.value
        ]
    return found


def test_a_corrected_title_marks_its_own_table_alone(tmp_path: Path) -> None:
    one = corrected(made(first="Persons by sex and schooling"), made())
    write_release(one, tmp_path)
    marked = every_text(tmp_path)
    assert marked["Leute"] == []
    assert marked["Persons"] and all("Persons by sex and schooling [r]" in text for text in marked["Persons"])
    assert not any("Persons by schooling" in text for text in marked["Persons"])


@pytest.mark.parametrize("layout", ["accessible", "classic", "list"])
def test_a_corrected_label_marks_itself_wherever_it_stands(tmp_path: Path, layout: str) -> None:
    one = corrected(made(sex="Female"), made())
    write_release(one, tmp_path, layout=layout)
    for texts in every_text(tmp_path).values():
        assert texts and all(text.startswith("Female [r]") for text in texts)


def test_what_was_corrected_twice_and_back_is_told_and_marked(tmp_path: Path) -> None:
    one = corrected(made(), made(), made(first="Other words"))
    assert [text for text in all_notes(one, "en") if text.startswith("[r]")] == [
        "[r] 2 March 2026: Table 1: title: “Other words”, before “Persons by sex”. Reason: misprint 2",
        "[r] 3 March 2026: Table 1: title: “Persons by sex”, before “Other words”. Reason: misprint 3",
    ]
    assert revised(one).tables[0].shell.title.show("en") == "Persons by sex [r]"


def test_each_language_is_told_what_was_corrected_in_it() -> None:
    one = corrected(made(german="Personen nach Geschlecht"), made())
    assert not any("[r]" in text for text in all_notes(one, "en"))
    last = all_notes(one, "de")[-1]
    assert last == (
        "[r] 2. März 2026: Tabelle 1: Titel: „Personen nach Geschlecht“, vorher „Personen“. Grund: misprint 2"
    )
    shell = revised(one).tables[0].shell
    assert (shell.title.show("de"), shell.title.show("en")) == ("Personen nach Geschlecht [r]", "Persons by sex")


def test_the_cover_bears_the_sign_on_what_was_corrected(tmp_path: Path) -> None:
    title = {"en": "People", "de": "Leute"}
    one = corrected(made(title=title, contact={"en": "New desk"}), made())
    write_release(one, tmp_path)
    book = openpyxl.load_workbook(next(path for path in workbooks(tmp_path) if path.stem == "People"))
    cover = {row[0].value: row[1].value for row in book.worksheets[0].iter_rows(min_row=4)}
    assert book.worksheets[0]["A1"].value == "People [r]" and cover["Contact"] == "New desk [r]"
    assert cover["Reference period"] == "1 January 2025"
    notes = [str(row[1].value) for row in book["Notes"].iter_rows(min_row=4)]
    assert any("Contact: “New desk”, before “Census Office" in text for text in notes)


def test_files_for_programs_have_clean_labels_and_tell_the_correction(tmp_path: Path) -> None:
    one = corrected(made(sex="Female", first="Persons by sex and schooling"), made())
    write_release(one, tmp_path, also=("px", "sdmx"))
    tables = tmp_path / "publish" / "tables"
    with (tables / "people.csv").open(encoding="utf-8", newline="") as file:
        assert {row["sex_label"] for row in csv.DictReader(file)} == {"Total", "Male", "Female"}
    for path in (*(tmp_path / "publish" / "px").iterdir(), *(tmp_path / "publish" / "sdmx").iterdir()):
        assert b"[r]" not in path.read_bytes()
    told = json.loads((tmp_path / METADATA).read_bytes())["corrections"]
    assert [(one["version"], one["tables"]) for one in told] == [(2, ["people"])]
    assert {(text["place"], text["before"], text["now"]) for text in told[0]["texts"]} == {
        ("tables.people.title", "Persons by sex", "Persons by sex and schooling"),
        ("dictionary.variables.sex.codes.F.label", "Femal", "Female"),
    }
    described = json.loads((tables / "people.csv-metadata.json").read_bytes())
    assert described["dc:modified"] == {"@value": "2026-03-02", "@type": "xsd:date"}
    assert "Femal”" in json.dumps(described["skos:changeNote"], ensure_ascii=False)
    other = json.loads((tables / "schools.csv-metadata.json").read_bytes())
    assert "dc:modified" not in other and "skos:changeNote" not in other


def test_a_release_that_was_not_corrected_says_nothing_of_it(tmp_path: Path) -> None:
    one = release(made())
    assert revised(one) is one
    write_release(one, tmp_path)
    assert not any(every_text(tmp_path).values())
    assert not any("[r]" in text for text in all_notes(one, "en"))


def test_signs_are_those_of_the_style_and_stand_once() -> None:
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "display": {"symbols": {"revised": "(c)"}}}
    one = corrected(made(first="New", style=style), made(style=style))
    again = revised(revised(one))
    assert again.tables[0].shell.title.show("en") == "New (c)"
    assert again.result_hash == one.result_hash and one.tables[0].shell.title.show("en") == "New"


def test_notes_that_come_and_go_are_told() -> None:
    first, second = {"table": "people", "text": {"en": "One."}}, {"table": "people", "text": {"en": "Two."}}
    one = corrected(made(notes=[first, second]), made(notes=[second]))
    told = [text for text in all_notes(one, "en") if text.startswith("[r]")]
    assert len(told) == 2  # notes have no names: they are told by number
    assert [note.text["en"] for note in revised(one).plan.notes] == ["One. [r]", "Two."]


def test_places_are_said_in_words() -> None:
    one = replace(release(made()))
    assert place_words(Change(("title",), "en", "a", "b"), one, "en") == "Title"
    assert place_words(Change(("tables", "schools", "universe", "text"), "en", "a", "b"), one, "en") == (
        "Table 2: universe"
    )
    assert place_words(Change(("dictionary", "variables", "sex", "codes", "F", "label"), "en", "", "b"), one, "de") == (
        "Sex: Code F Bezeichnung"
    )
    found = changes(made(), made(sex="Female"))
    assert tables_of(found, one) == ["people"] and len(found) == 1


def test_a_corrected_note_is_not_called_by_a_number_that_another_note_has() -> None:
    change = Change(("notes", "1", "text"), "de", "Stand 2013", "Stand 2014")
    assert words(change, release(), "de") == "Anmerkung: „Stand 2014“, vorher „Stand 2013“"


def test_another_sampling_error_is_a_correction() -> None:
    effect = {"kind": "design_effect", "effect": "1.5", "sample": 20, "population": 900, "source": {"en": "Report"}}
    before, after = made(sampling=[effect]), made(sampling=[{**effect, "effect": "1.6"}])
    (change,) = changes(before, after)
    assert words(change, corrected(after, before), "en") == (
        "Sampling errors: “design effect 1.6, 20 of 900 (Report)”, before “design effect 1.5, 20 of 900 (Report)”"
    )
    rows = [["_T", "5"], ["M", "4"]]
    cells = {"kind": "cell_errors", "table": "people", "columns": ["sex"], "rows": rows, "source": {"en": "Report"}}
    other = {**cells, "rows": [rows[0], ["M", "3"]]}
    assert [one.path for one in changes(made(sampling=[cells]), made(sampling=[other]))] == [("sampling", "people", "")]
