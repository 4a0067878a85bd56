"""Whole publications in German: no word of the English sentences is in any of them."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from pathlib import Path

import german_plans
import openpyxl
import pytest
from catalogues_told import publications

from dpdesk.cli.printed import Files
from dpdesk.ledger.board import Withdrawal
from dpdesk.problems.problem import phrase, to_json
from dpdesk.problems.render import render
from dpdesk.publish.documents import facts, promised
from dpdesk.publish.documents.words import said
from dpdesk.publish.proof.verify import verify_result
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.result import Correction, Release
from dpdesk.translation import PUBLICATIONS
from dpdesk.translation import _catalogue as catalogue_of

FOR_PROGRAMS = ("Codes", "Code", "(Code)")


def words(text: str) -> set[str]:
    """The words of a text, without values to be put in, numbers of rehearsals, hashes, and names for programs."""
    plain = re.sub(r"\{\w*\}|rehearsal-[0-9a-f]{8}|[0-9a-f]{16,}|\b[a-z_]+:[a-z]+(:[\d/.-]+)?", " ", text)
    return set(re.findall(r"[^\W\d_]{3,}", plain.casefold()))


@cache
def english() -> set[str]:
    """The words of English sentences that no German one has."""
    german = {word for text in publications().values() for word in words(text)}
    return {word for text in publications() for word in words(text)} - german - words("add remove replace one")


@pytest.fixture(scope="module", params=["detail", "mixed"])
def rehearsed(request: pytest.FixtureRequest) -> Release:
    return rehearse(getattr(german_plans, request.param)()).release


class Missed(NullTranslations):
    """What is asked of a catalogue after it has nothing: it keeps what that was."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return message


@pytest.fixture(scope="module")
def missed() -> Iterator[set[str]]:
    """The texts that were to be said in German and are not in the catalogue, as long as this module runs."""
    catalogue, missed = catalogue_of(PUBLICATIONS, "de"), Missed()
    catalogue.add_fallback(missed)
    yield missed.texts
    catalogue._fallback = None


@pytest.fixture(scope="module")
def published(rehearsed: Release, tmp_path_factory: pytest.TempPathFactory, qapp: object, missed: set[str]) -> Path:
    """A rehearsal in one layout, a corrected release under embargo in another, and a withdrawn one in the third."""
    folder = tmp_path_factory.mktemp("german")
    done = replace(
        rehearsed,
        rehearsal=False,
        entry=7,
        head="ab" * 32,
        previous_head="cd" * 32,
        remaining={"rho": "3/2"},
        offices={"Released by": "Amt"},
        embargo="2030-01-01",
        program={"version": "0.1.0", "kind": "wheel", "build": "no list of files"},
        corrections=(Correction(2, "2026-03-02", "Berichtigt."),),
    )
    gone = replace(done, withdrawn=Withdrawal("2026-03-01", "Falsche Datei.", "Amt", "Leitung", 9), program={})
    for name, one in (("accessible", rehearsed), ("classic", done), ("list", gone)):
        Files(layout=name, languages=["de"], pdf=True).write(one, folder / name)
    return folder


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Every text of workbooks, PDFs, methods and notices, with where it stands; codes for programs left out."""
    for path in sorted(folder.rglob("*.xlsx")):
        for sheet in openpyxl.load_workbook(path):
            margins = (sheet.oddHeader.left, sheet.oddHeader.center, sheet.oddFooter.left, sheet.oddFooter.center)
            yield from ((sheet.title, one.text) for one in margins if one.text)
            yield sheet.title, sheet.title
            coded: set[int] = set()
            for row in sheet.iter_rows():
                for cell in row:
                    if (sheet.title == "Codes" and cell.row > 3) or cell.column in coded or not cell.value:
                        continue
                    if str(cell.value).endswith(FOR_PROGRAMS) and cell.row > 3:
                        coded.add(cell.column)
                    yield f"{sheet.title}!{cell.coordinate}", str(cell.value)
    for path in folder.rglob("methods.md"):
        yield from ((path.name, line) for line in path.read_text("utf-8").splitlines())
    for path in folder.rglob("*.html"):  # in all languages, whichever are exported
        _, german = path.read_text("utf-8").split('<section lang="de">')
        yield from ((path.name, re.sub("<[^>]*>", " ", line)) for line in german.splitlines())


@pytest.fixture(scope="module")
def everything(published: Path) -> list[tuple[str, str]]:
    return list(texts(published))


def found(pairs: Iterator[tuple[str, str]]) -> list[tuple[str, str, set[str]]]:
    vocabulary = english()
    return [(where, text, both) for where, text in pairs if (both := vocabulary & words(text))]


def test_no_english_word_stands_in_german_files(everything: list[tuple[str, str]]) -> None:
    assert len(everything) > 1000
    assert found(iter(everything)) == []


def test_none_stands_in_german_pages(published: Path) -> None:
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed")
    for path in published.rglob("*.pdf"):
        text = subprocess.run([tool, "-layout", str(path), "-"], capture_output=True, check=True, text=True).stdout
        assert "Seite 1 von" in text and "Rauschspanne (90 %)" in text
        assert found((path.name, line) for line in text.splitlines()) == []


def test_english_words_are_found() -> None:
    """The control: sentences that stood in German files."""
    assert len(english()) > 300
    for text in ("Table 2 (continued)", "none", "±12, not met", "How finely an area is shown", "Page 1 of 2"):
        assert found(iter([("", text)])) != [], text


def written(folder: Path) -> set[str]:
    """The texts that stand in the program's files, those of which a reader would see."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py"))
    texts = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and words(text)}


def test_every_text_that_is_said_is_in_the_catalogue(published: Path, missed: set[str], checkout: Path) -> None:
    """Also one that `packaging/translate.py` does not find, because it is not marked `translatable`."""
    ours = written(checkout / "dpdesk" / "publish") | written(checkout / "dpdesk" / "gui" / "paper")
    assert ours & missed == set()
    planted = min(ours - publications().keys())
    assert said("de", planted) == planted and planted in missed
    missed.discard(planted)


def test_a_workbook_in_german_is_read_back(published: Path, rehearsed: Release) -> None:
    for path in published.rglob("*.xlsx"):
        assert verify_result(path) == rehearsed.result_hash


def test_no_english_sentence_of_the_catalogue_is_in_a_german_file(everything: list[tuple[str, str]]) -> None:
    long = [text for text, german in publications().items() if len(text) > 20 and text != german and "{" not in text]
    whole = "\n".join(text for _, text in everything)
    assert len(long) > 70 and [text for text in long if text in whole] == []


def test_a_target_that_cannot_be_judged_says_why_in_the_language() -> None:
    plan = german_plans.mixed()
    why = phrase("planning.target_none_above", table="t", above=1000)
    one = {"table": "means", "target": 0, "shown": "", "met": False, "why_not": render(why), "refused": to_json(why)}
    assert promised.target_words(plan, [one], "means", "en").endswith("of the table 't' above 1,000.")
    assert promised.target_words(plan, [one], "means", "de").endswith("der Tabelle 't' größer als 1.000.")
    older = {**one, "why_not": "Something else.", "refused": None}
    assert promised.target_words(plan, [older], "means", "de").endswith(said("de", promised._OTHER))
    assert promised.target_words(plan, [older], "means", "en").endswith("Something else.")


def test_what_is_said_of_targets_and_detail_has_the_marks_of_the_language() -> None:
    plan = german_plans.mixed()
    told = [promised.aim_words(plan, one, "de") for one in plan.targets]
    assert told[0] == "Rauschspanne (90 %) höchstens 50 für alle Häufigkeiten"
    assert told[1].endswith("die nach den Planungszahlen größer sind als 20.000")
    reached = [{"table": "means", "target": 0, "shown": "±1,234", "met": True, "why_not": None}]
    assert promised.target_words(plan, reached, "means", "de").endswith(": ±1.234, erreicht")
    assert promised.target_words(plan, reached, "means", "en").endswith(": ±1,234, met")
    small = [{**reached[0], "shown": "12.5 %", "met": False}]
    assert promised.target_words(plan, small, "means", "de").endswith(": 12,5 %, nicht erreicht")
    assert promised.target_words(plan, reached, "ages", "de") == "kein Ziel"


def test_a_program_is_named_in_the_language(rehearsed: Release) -> None:
    made = replace(rehearsed, program={"version": "1", "kind": "wheel", "build": "ab"})
    assert facts.program_words(made, "en") == "dpdesk 1 (wheel), SHA-256 of its list of files ab"
    assert facts.program_words(made, "de") == "dpdesk 1 (Paket), SHA-256 seiner Dateiliste ab"
    assert facts.program_words(replace(made, program={}), "de") == ""
