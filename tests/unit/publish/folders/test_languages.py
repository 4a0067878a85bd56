"""A release in several languages: one workbook and one PDF a language, and exports that leave each other's files."""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import outsider
import pytest
from bilingual import bilingual, both
from published import category, dictionary, plan, release, table
from small import COUNT, block, dictionary_json
from small import table as small_table

from dpdesk.cli.commands import run
from dpdesk.cli.printed import Files
from dpdesk.cli.release import release_to
from dpdesk.errors import BadInput, Refused
from dpdesk.ledger.board import Withdrawal
from dpdesk.publish import folders, languages
from dpdesk.publish.documents.metadata import metadata_bytes
from dpdesk.publish.proof.evidence import read_document
from dpdesk.publish.proof.verify import verify_result
from dpdesk.publish.write import write_release
from dpdesk.release.result import Release
from dpdesk.release.terms import ReleaseRequest

TITLE = {"en": "Persons", "de": "Personen"}


def titled(title: dict[str, str], **changes: Any) -> Release:
    return release(plan(title=title), **changes)


def published(folder: Path) -> dict[str, bytes]:
    """The files of `publish/` beside the tables."""
    return {path.name: path.read_bytes() for path in (folder / "publish").iterdir() if path.is_file()}


def listed(folder: Path) -> set[str]:
    """The names of files that the metadata list, each with the hash it has."""
    files = json.loads((folder / folders.METADATA).read_bytes())["files"]
    for name, digest in files.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    return set(files)


def there(folder: Path) -> set[str]:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return found - {folders.METADATA}


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ({"en": "P"}, ["en"]),
        ({"de": "P"}, ["de"]),
        ({"de": "P", "en": "P"}, ["en", "de"]),
        ({"de-AT": "P", "fr": "P"}, ["de-AT"]),
        ({"fr": "P"}, ["en"]),
        ({"en": "P", "de": " "}, ["en"]),
    ],
)
def test_the_languages_of_a_release_are_those_of_its_title(title: dict[str, str], expected: list[str]) -> None:
    assert languages.published(plan(title=title)) == expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (["de", "en"], ["de", "en"]),
        (["de"], ["de"]),
        (["fr", "en"], ["en"]),
        (["fr"], ["en", "de"]),
        (["de", "de"], ["de"]),
    ],
)
def test_a_house_style_says_in_which_languages_and_in_which_order(wanted: list[str], expected: list[str]) -> None:
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "languages": wanted}
    assert languages.published(plan(title=TITLE, style=style)) == expected
    assert languages.published(plan(title={"de-AT": "P", "en": "P"}, style=style | {"languages": ["de"]})) == ["de-AT"]


def test_a_style_with_another_order_writes_the_same_figures_and_its_languages_alone(tmp_path: Path) -> None:
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "languages": ["de"]}
    files = write_release(titled(TITLE), tmp_path / "both")
    alone = write_release(release(plan(title=TITLE, style=style)), tmp_path / "one")
    assert [path.name for path in alone if path.suffix == ".xlsx"] == ["Personen.xlsx"]
    assert len([path for path in files if path.suffix == ".xlsx"]) == 2
    assert "# Persons: methods" not in (tmp_path / "one" / "publish" / "methods.md").read_text(encoding="utf-8")


def test_csv_files_have_labels_in_each_language_or_in_the_first_as_the_style_says(tmp_path: Path) -> None:
    words = {"en": "Persons by sex", "de": "Personen nach Geschlecht"}
    sex = category("sex", "Sex", ["M", "F"])
    sex |= {"label": {"en": "Sex", "de": "Geschlecht"}}
    sex["codes"] = [{"code": code, "label": {"en": code, "de": f"{code}-de"}} for code in ("M", "F")]
    one = dictionary([sex, category("school", "Schooling", ["1"])])
    made = plan(one, [table(title=words)], title=TITLE)
    write_release(release(made), tmp_path / "each")
    tables = tmp_path / "each" / "publish" / "tables"
    first, other = (rows_of(tables / name) for name in ("people.csv", "de/people.csv"))
    assert {row["sex_label"] for row in first} == {"Total", "M", "F"}
    assert {row["sex_label"] for row in other} == {"Insgesamt", "M-de", "F-de"}
    assert {row["measure_label"] for row in first} != {row["measure_label"] for row in other}
    labels = ("sex_label", "school_label", "measure_label", "unit")
    bare = [[{key: text for key, text in row.items() if key not in labels} for row in rows] for rows in (first, other)]
    assert bare[0] == bare[1]
    described = json.loads((tables / "de" / "people.csv-metadata.json").read_bytes())
    assert (described["url"], described["@context"][1]["@language"]) == ("people.csv", "de")
    assert there(tmp_path / "each") == listed(tmp_path / "each")
    style = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}}
    for at, (more, names) in enumerate(
        (({"csv": "first"}, ["people.csv"]), ({"languages": ["de", "en"]}, ["en/people.csv", "people.csv"]))
    ):
        write_release(release(plan(one, [table(title=words)], title=TITLE, style=style | more)), tmp_path / str(at))
        tables = tmp_path / str(at) / "publish" / "tables"
        assert sorted(path.relative_to(tables).as_posix() for path in tables.rglob("*.csv")) == names
    assert {row["sex_label"] for row in rows_of(tables / "people.csv")} == {"Insgesamt", "M-de", "F-de"}


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_language_has_its_workbook(tmp_path: Path) -> None:
    made = titled(TITLE)
    files = write_release(made, tmp_path)
    assert [path.name for path in files[:2]] == ["Persons.xlsx", "Personen.xlsx"]
    for name, cover in (("Persons", "Cover"), ("Personen", "Deckblatt")):
        book = openpyxl.load_workbook(tmp_path / "publish" / f"{name}.xlsx")
        assert book.sheetnames[0] == cover and book[cover]["A1"].value == name
    text = (tmp_path / "publish" / "methods.md").read_text(encoding="utf-8")
    assert "# Persons: methods" in text and "# Personen: Methoden" in text
    assert there(tmp_path) == listed(tmp_path)


def test_one_title_in_two_languages_makes_two_names(tmp_path: Path) -> None:
    write_release(titled({"en": "Norland 2025", "de": "NORLAND 2025"}), tmp_path)
    assert {"Norland-2025.xlsx", "NORLAND-2025-de.xlsx"} <= set(published(tmp_path))


@pytest.mark.parametrize("wanted", [["fr"], ["en", "fr"], ["de-AT"]])
def test_a_language_without_a_title_is_refused(tmp_path: Path, wanted: list[str]) -> None:
    with pytest.raises(BadInput, match=r"is not published in '(fr|de-AT)' \(its title is in en, de"):
        write_release(titled(TITLE), tmp_path / "out", languages=wanted)
    assert not (tmp_path / "out").exists()


def test_and_before_anything_is_spent(tmp_path: Path) -> None:
    asked = ReleaseRequest(outsider.asked(), outsider.data_file(tmp_path / "data.csv"))
    with pytest.raises(BadInput, match="is not published in 'de'"):
        release_to(asked, tmp_path / "out", tmp_path / "l.sqlite", Files(languages=["de"]))
    assert not (tmp_path / "l.sqlite").exists() and not there(tmp_path / "out")


# Another export ---------------------------------------------------------------------------------------------------


def test_an_export_in_one_language_leaves_the_other(tmp_path: Path) -> None:
    made = titled(TITLE)
    write_release(made, tmp_path, layout="classic")
    before = published(tmp_path)
    write_release(made, tmp_path, languages=["en"], layout="list")
    after = published(tmp_path)
    assert after.keys() == before.keys()
    assert [name for name in after if after[name] != before[name]] == ["Persons.xlsx"]
    assert there(tmp_path) == listed(tmp_path)


def test_what_is_left_of_another_version_of_the_texts_goes(tmp_path: Path) -> None:
    made = titled(TITLE)
    write_release(made, tmp_path)
    gone = replace(made, withdrawn=Withdrawal("2026-03-01", "Wrong file.", "Office", "Board", 9))
    write_release(gone, tmp_path, languages=["en"])
    assert "Personen.xlsx" not in published(tmp_path) and there(tmp_path) == listed(tmp_path)
    write_release(gone, tmp_path)
    corrected = replace(gone, plan=plan(title=TITLE | {"de": "Leute"}), text_version=2)
    write_release(corrected, tmp_path, languages=["de"])
    assert {"Leute.xlsx"} == {name for name in published(tmp_path) if name.endswith(".xlsx")}
    assert there(tmp_path) == listed(tmp_path)


def test_a_workbook_that_somebody_changed_is_neither_listed_nor_touched(tmp_path: Path) -> None:
    made = titled(TITLE)
    write_release(made, tmp_path)
    book = tmp_path / "publish" / "Personen.xlsx"
    book.write_bytes(book.read_bytes() + b" ")
    write_release(made, tmp_path, languages=["en"], layout="classic")
    assert there(tmp_path) - listed(tmp_path) == {"publish/Personen.xlsx"}
    with pytest.raises(Refused, match="already holds a different"):
        write_release(made, tmp_path)


def test_a_pdf_is_listed_and_left_by_an_export_without_one(tmp_path: Path, qapp: object) -> None:
    made = titled(TITLE)
    Files(pdf=True).write(made, tmp_path)
    before = published(tmp_path)
    assert {"Persons.pdf", "Personen.pdf"} <= before.keys() and there(tmp_path) == listed(tmp_path)
    Files(languages=["de"]).write(made, tmp_path)
    assert published(tmp_path) == before and there(tmp_path) == listed(tmp_path)
    (tmp_path / "publish" / "Persons.pdf").unlink()
    Files(languages=["de"]).write(made, tmp_path)
    assert there(tmp_path) == listed(tmp_path)


# Checked by others ------------------------------------------------------------------------------------------------


def asked_in_both() -> Any:
    tables = [small_table("people", stub=[block("sex")], boxhead=[block("state")], measures=[COUNT])]
    tree = {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "People"},
        "loss": {"epsilon": "1/2"},
        "tables": tables,
    }
    return both(tree, dictionary_json(neighbours="add_remove"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    asked = ReleaseRequest(asked_in_both(), outsider.data_file(tmp_path / "data.csv"))
    release_to(asked, tmp_path / "out", tmp_path / "ledger.sqlite")
    return tmp_path / "out"


def test_every_workbook_is_checked(folder: Path) -> None:
    """Whoever changes one cell of one workbook, and mends all hashes of files, is found out."""
    assert outsider.problems(folder) == [] and read_document(folder).released is not None
    for path in folders.workbooks(folder):
        kept = path.read_bytes(), (folder / folders.METADATA).read_bytes()
        book = openpyxl.load_workbook(path)
        cell = next(one for row in book["1"].iter_rows() for one in row if isinstance(one.value, int))
        cell.value += 1
        book.save(path)
        tree = json.loads(kept[1])
        tree.pop("checksum")
        tree["files"][f"publish/{path.name}"] = hashlib.sha256(path.read_bytes()).hexdigest()
        (folder / folders.METADATA).write_bytes(metadata_bytes(tree))
        assert outsider.problems(folder)[0] == "the tables in the workbook are not the ones that were released"
        with pytest.raises(BadInput, match="was changed"):
            read_document(folder)
        path.write_bytes(kept[0])
        (folder / folders.METADATA).write_bytes(kept[1])
    assert outsider.problems(folder) == []


def test_workbooks_of_two_releases_do_not_stand_for_one(folder: Path, tmp_path: Path) -> None:
    """The one of another entry with the same figures, listed as if it belonged there."""
    _, second = folders.workbooks(folder)
    book = openpyxl.load_workbook(second)
    line = book.worksheets[-1]
    line["B6"].value = "0" * 64  # the head it quotes
    book.save(second)
    tree = json.loads((folder / folders.METADATA).read_bytes())
    tree.pop("checksum")
    tree["files"][f"publish/{second.name}"] = hashlib.sha256(second.read_bytes()).hexdigest()
    (folder / folders.METADATA).write_bytes(metadata_bytes(tree))
    assert "its workbooks quote different entries of the ledger" in outsider.problems(folder)
    with pytest.raises(BadInput, match="quote different entries"):
        read_document(folder)


def test_texts_that_are_missing_in_a_language_are_found() -> None:
    """Titles and labels with words; not numbers, nor what is no text."""
    one = dictionary(
        [
            {**category("sex", "Sex", ["M", "F"]), "label": {"en": "Sex", "de": "Geschlecht"}},
            category("school", "", ["1", "2"], {"1": "2024", "2": "Higher"}),
        ]
    )
    made = plan(one, title=TITLE)
    places = languages.untranslated(made, "de")
    assert "plan.tables[0].title" in places and "dictionary.title" in places
    found = {place for place in places if place.startswith("dictionary.variables")}
    assert found == {"dictionary.variables[0].codes[0].label", "dictionary.variables[0].codes[1].label",
                     "dictionary.variables[1].codes[1].label"}  # fmt: skip
    assert languages.untranslated(made, "en") == [] == languages.untranslated(asked_in_both(), "de")
    assert languages.untranslated(plan(title={"de-AT": "P", "en": "P"}), "de-AT")[0] == "plan.tables[0].title"


def test_the_command_line_takes_languages_with_commas_and_repeated(tmp_path: Path, capsys: Any) -> None:
    tree = {"title": {"en": "People"}, "tables": [table()], "loss": {"rho": "1/2"}}
    tree |= {"format": "dpdesk-plan", "version": 1}
    one = bilingual(dictionary().to_json())
    (tmp_path / "d.json").write_text(json.dumps(one), encoding="utf-8")
    link = {"path": "d.json", "meaning": both(tree, dictionary()).dictionary.meaning_hash}
    (tmp_path / "p.json").write_text(json.dumps(bilingual(tree) | {"dictionary": link}), encoding="utf-8")
    options = (([], 2), (["de"], 1), (["en, de"], 2), (["de", "en"], 2))
    for at, (tags, count) in enumerate(options):
        words = [word for tag in tags for word in ("--language", tag)]
        out = tmp_path / str(at)
        assert run(["rehearse", str(tmp_path / "p.json"), "--out", str(out), *words]) == 0
        assert len(folders.workbooks(out)) == count, words
    assert "in another language" not in capsys.readouterr().out
    half = bilingual(tree) | {"dictionary": link, "tables": [table()]}
    (tmp_path / "half.json").write_text(json.dumps(half), encoding="utf-8")
    assert run(["rehearse", str(tmp_path / "half.json"), "--out", str(tmp_path / "half")]) == 0
    told = "In 'de' 1 text has no words and will stand in another language: plan.tables[0].title first.\n"
    assert capsys.readouterr().out.endswith(told)
    assert run(["rehearse", str(tmp_path / "p.json"), "--out", str(tmp_path / "x"), "--language", "fr"]) == 2
    assert "name another with --language" in capsys.readouterr().err


TOGETHER = {"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, "workbook": "together"}


@pytest.mark.parametrize("layout", ["accessible", "classic", "list"])
def test_a_style_has_all_languages_in_one_workbook(layout: str, tmp_path: Path) -> None:
    display = {"picture": "bars", "margins": "sheet"}
    made = release(both(plan(title=TITLE, style=TOGETHER, display=display).to_json(), dictionary()))
    write_release(made, tmp_path, layout=layout)
    (path,) = folders.workbooks(tmp_path)
    book = openpyxl.load_workbook(path)
    names, half = book.sheetnames, len(book.sheetnames) // 2
    assert (names[0], names[half], names[-1]) == ("Cover", "Deckblatt", "Kontobucheintrag")
    assert {name.removesuffix(" de") for name in names[half + 3 : -4]} >= {"1"} == {names[3]}
    for first, (own, others) in {
        "Contents": (names[:half], names[half:]),
        "Inhalt": (names[half:], names[:half]),
    }.items():
        led = [cell.hyperlink.location for (cell,) in book[first].iter_rows(min_row=4, max_col=1)]
        assert led == [f"'{name}'!A1" for name in (*own, *others) if name != first]
    for cover, other in (("Cover", "Deckblatt"), ("Deckblatt", "Cover")):
        assert f"'{other}'!A1" in [cell.hyperlink.location for row in book[cover] for cell in row if cell.hyperlink]
    assert book["1"]["A1"].value.startswith("Table 1: ") and book["1 de"]["A1"].value.startswith("Tabelle 1: ")
    assert verify_result(path) == made.result_hash
    for sheet in ("1", "1 de"):  # a figure changed in either is found, by both who check
        book = openpyxl.load_workbook(path)
        figure = next(
            cell for row in book[sheet].iter_rows(min_row=5) for cell in row if cell.data_type == "n" and cell.value
        )
        figure.value += 1
        book.save(tmp_path / "changed.xlsx")
        tables = outsider.verifier().workbook(tmp_path / "changed.xlsx")
        assert [outsider.verifier().hashes(one, line["Hash of the unbiased values"])[2] for one, line in tables].count(
            made.result_hash
        ) == 1
        with pytest.raises(BadInput, match="one thing in one language"):
            verify_result(tmp_path / "changed.xlsx")
