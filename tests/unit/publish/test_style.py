"""A release in its house style: which estimates are marked, that no number changes, and what is kept of the style."""

from __future__ import annotations

import base64
import csv
import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import outsider
import published
import pytest
from logos import png
from outsider import problems

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.planning.document.style import Reliability, StyleRecord
from dpdesk.planning.document.style_files import style_of
from dpdesk.problems.problem import problem
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.metadata import metadata
from dpdesk.publish.documents.notes import all_notes
from dpdesk.publish.folders import METADATA, workbook_in
from dpdesk.publish.proof import verify
from dpdesk.publish.tables import csvw
from dpdesk.publish.workbook import workbook
from dpdesk.publish.write import write_release
from dpdesk.release.canonical import release_hashes, result_hash
from dpdesk.release.reliability import Ruling, in_style
from dpdesk.release.result import Release
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.release.stored import as_release

MARGIN = Reliability()
CLASSES = Reliability(measure="cv", unreliable="0.4", caution="0.12")


def marks(rule: Reliability, level: int, *cells: tuple[float, float]) -> list[str]:
    """The marks of estimates with their margins; one by one they are the same."""
    by = Ruling.of(rule, level)
    found = by.marks(np.array([one for one, _ in cells]), np.array([two for _, two in cells])).tolist()
    assert [by.mark(*cell) for cell in cells if np.isfinite(cell).all()] == [
        mark for mark, cell in zip(found, cells, strict=True) if np.isfinite(cell).all()
    ]
    return [str(one) for one in found]


# The rule ------------------------------------------------------------------------------------------------------------


def test_a_margin_above_half_the_estimate_is_unreliable() -> None:
    assert marks(MARGIN, 90, (10, 5), (10, 5.01), (-10, 5.01), (-10, 5)) == ["", "u", "u", ""]
    assert marks(MARGIN, 90, (0, 5), (0, 0), (7, 0)) == ["u", "", ""]  # what is exact is marked nowhere


def test_a_margin_of_another_level_is_brought_to_that_of_the_rule() -> None:
    """A margin of 95 % is 1.96 standard errors, so that half of 100 at 90 % is 59.58 at 95 %."""
    assert marks(MARGIN, 95, (100, 59.5), (100, 59.6)) == ["", "u"]
    assert marks(Reliability(level=95), 90, (100, 41.9), (100, 42.0)) == ["", "u"]


def test_classes_go_by_the_standard_error_that_a_margin_stands_for() -> None:
    errors = (11.9, 12.1, 39.9, 40.1)
    assert marks(CLASSES, 90, *((100, 1.6449 * error) for error in errors)) == ["", "w", "w", "u"]
    assert marks(CLASSES, 99, *((100, 2.5758 * error) for error in errors)) == ["", "w", "w", "u"]


def test_what_has_no_estimate_has_no_mark() -> None:
    assert marks(MARGIN, 90, (np.nan, 5), (5, np.nan), (np.nan, np.nan), (5, np.inf)) == ["", "", "", ""]


# A release in a style -------------------------------------------------------------------------------------------------


def noisy() -> Release:
    """Estimates 4, 8, 40 and others with margins of 5, an impossible one and one that is not estimable; in a style that
    marks nothing for its noise.
    """
    made = published.release()
    table = made.tables[0]
    table.margin[...] = 5.0
    table.estimate[0, 0, :, 0] = 4, 8, 11, 40
    table.flag[0, 1, 1, 0], table.flag[0, 1, 2, 0] = "z", "n"
    for array in (table.estimate, table.lower, table.upper, table.margin, table.unbiased):
        array[0, 1, 2, 0] = np.nan
    return in_style(replace(made, result_hash=result_hash(made)), ours())


def ours(**changes: Any) -> StyleRecord:
    return StyleRecord.model_validate({"format": "dpdesk-style", "version": 1, "name": {"en": "Ours"}, **changes})


@pytest.mark.parametrize("layout", workbook.LAYOUTS)
@pytest.mark.parametrize("name", ["plain", "uk", "us"])
def test_a_style_changes_no_number_and_files_say_what_it_marks(name: str, layout: str, tmp_path: Path) -> None:
    made = in_style(noisy(), style_of(name))
    assert result_hash(made) == noisy().result_hash == made.result_hash
    write_release(made, tmp_path, layout=layout)
    assert verify.verify_result(tmp_path) == made.result_hash
    assert verify.verify_result(workbook_in(tmp_path)) == made.result_hash
    own = [one[:3] for one in sorted(outsider.verifier().workbook(workbook_in(tmp_path))[0][0])]
    tables = sorted((tmp_path / "publish" / "tables").glob("*.csv"))
    assert own == [outsider.verifier().csv_table(path)[:3] for path in tables]
    with tables[0].open(encoding="utf-8", newline="") as stream:
        flags = [row["flag"] for row in csv.DictReader(stream)]
    assert flags[:4] == {"plain": ["u", "u", "", ""], "uk": ["u", "u", "", ""], "us": ["u", "w", "w", ""]}[name]
    assert {"z", "n"} <= set(flags)
    told = json.loads((tmp_path / METADATA).read_bytes())["style"]
    assert told["reliability"]["unreliable"] == {"us": "0.4"}.get(name, "1/2") and told["name"]["en"]


def test_a_plan_without_a_style_is_printed_in_the_plain_one_and_a_style_without_a_rule_marks_nothing() -> None:
    made = published.release(tables=noisy().tables)
    assert made.plan.record.style is None
    assert made.tables[0].flag[0, 0, :, 0].tolist() == ["u", "u", "", ""]
    (told,) = [text for text in all_notes(made, "en") if text.startswith("Marks: ")]
    assert "[u] unreliable: the noise margin (90 %) is above 50 % of the estimate" in told
    assert metadata(made, release_hashes(made.tables), {})["style"]["reliability"]["unreliable"] == "1/2"
    silent = in_style(made, ours())
    assert not any("u" in flag for flag in silent.tables[0].flag.ravel())
    assert result_hash(silent) == result_hash(made)


def test_only_marks_that_occur_are_told_and_by_which_rule() -> None:
    assert not any("unreliable" in text for text in all_notes(noisy(), "en"))
    us, uk = (in_style(noisy(), style_of(name)) for name in ("us", "uk"))
    (told,) = [text for text in all_notes(us, "en") if text.startswith("Marks: ")]
    assert "!! unreliable: the standard error of the noise is above 40 % of the estimate" in told
    assert "! to be used with caution: the standard error of the noise is above 12 % of the estimate" in told
    assert "(E)" not in told and "(X) impossible" in told
    (told,) = [text for text in all_notes(uk, "en") if text.startswith("Marks: ")]
    assert "[u] unreliable: the noise margin (90 %) is above 50 % of the estimate" in told and "[caution]" not in told
    fine = ours(reliability={"unreliable": "7/8", "caution": "1/8"})
    assert "über 87,5 % des Schätzwerts" in facts.meaning(in_style(noisy(), fine), "u", "de")


def test_another_style_takes_the_marks_of_the_first_away() -> None:
    made = in_style(in_style(noisy(), style_of("us")), ours())
    assert made.tables[0].flag.tolist() == noisy().tables[0].flag.tolist()
    assert in_style(made, None) is made


@pytest.mark.parametrize("wrong", [None, "[u]", "[u] [unadjusted]"])
def test_a_mark_that_does_not_follow_from_the_figures_is_found(tmp_path: Path, wrong: str | None) -> None:
    """A mark taken away, set beside another estimate, or changed."""
    path, changed = tmp_path / "one.xlsx", tmp_path / "changed.xlsx"
    made = in_style(noisy(), ours(reliability={}))
    made.tables[0].flag[0, 0, 3, 0] += "a"
    made = replace(made, result_hash=result_hash(made))
    with path.open("wb") as stream:
        workbook.write(made, stream)
    assert verify.verify_result(path) == made.result_hash
    book = openpyxl.load_workbook(path)
    row = next(row for row in book["1"].iter_rows(min_row=6) if any(cell.value == "[u]" for cell in row))
    cells = [cell for cell in row if cell.value in ("[u]", "[unadjusted]")]
    cells[0 if wrong is None else -1].value = wrong
    book.save(changed)
    assert verify.verify_result(changed) != made.result_hash
    module = outsider.verifier()
    released, printed = (module.hashes(module.workbook(one)[0][0], "0" * 64)[0] for one in (path, changed))
    assert released != printed


def test_a_style_that_cannot_be_told_apart_from_the_plan_is_refused() -> None:
    made = published.release(published.plan(display={"symbols": {"unreliable": "N"}}))
    with pytest.raises(BadInput, match="also the symbol of something else"):
        in_style(made, style_of("us"))


# What is kept --------------------------------------------------------------------------------------------------------


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as opened:
        yield opened


def files(one: Release, ledger: Ledger, out: Path) -> dict[str, bytes]:
    write_release(one, out, audit=ledger.release_lines(one.release_id))
    assert problems(out) == []
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_a_release_keeps_its_style_and_is_printed_in_any_other_at_no_cost(ledger: Ledger, tmp_path: Path) -> None:
    data, plan = outsider.data_file(tmp_path / "data.csv"), outsider.asked()
    first = release(ReleaseRequest(plan.in_style(style_of("uk")), data), ledger)
    before, left = files(first.release, ledger, tmp_path / "first"), ledger.remaining("small")
    entries = len(ledger.releases())
    assert files(as_release(ledger.releases()[0]), ledger, tmp_path / "again") == before
    same = release(ReleaseRequest(plan, data), ledger)  # the plan says nothing of a style
    assert same.again and same.notice is None
    assert files(same.release, ledger, tmp_path / "same") == before
    other = release(ReleaseRequest(plan.in_style(style_of("us")), data), ledger)
    assert other.again and other.notice is None and not other.release.corrections
    assert other.release.result_hash == first.release.result_hash
    in_place = shutil.copytree(tmp_path / "first", tmp_path / "place")
    assert files(other.release, ledger, in_place) != before  # and it takes the place of the earlier export
    assert (ledger.remaining("small"), len(ledger.releases())) == (left, entries)
    assert files(as_release(ledger.releases()[0]), ledger, tmp_path / "last") == before


def test_a_correction_of_texts_keeps_the_style_unless_another_is_given(ledger: Ledger, tmp_path: Path) -> None:
    data, plan = outsider.data_file(tmp_path / "data.csv"), outsider.asked()
    release(ReleaseRequest(plan.in_style(style_of("uk")), data), ledger)
    again = release(ReleaseRequest(plan, data, correct_text="nothing"), ledger).release
    assert again.text_version == 1  # that the plan states no style is no correction
    other = plan.to_json() | {"title": {"en": "Another title"}}
    corrected = type(plan).from_json(other, plan.dictionary)
    kept = release(ReleaseRequest(corrected, data, correct_text="title"), ledger).release
    assert kept.text_version == 2 and kept.plan.record.style == style_of("uk")
    given = corrected.in_style(style_of("us"))
    assert release(ReleaseRequest(given, data, correct_text="style"), ledger).release.text_version == 3
    assert as_release(ledger.releases()[0]).plan.record.style == style_of("us")


def test_levels_of_a_plan_are_known_to_the_rule() -> None:
    for level in (80, 90, 95, 99):
        assert Fraction(Ruling.of(MARGIN, level).errors) > 1


# The cover -----------------------------------------------------------------------------------------------------------


def office(logo: bytes | None = None) -> StyleRecord:
    picture = {} if logo is None else {"logo": "data:image/png;base64," + base64.b64encode(logo).decode()}
    return ours(
        publisher={"en": "Statistics Norland", "de": "Statistik Norland"},
        contact={"en": "info@norland.example"},
        licence={"en": "CC BY 4.0"},
        citation={"en": "{publisher} ({year}): {title}. Release {release}, {date}."},
        next_release={"en": "May 2027"},
        **picture,
    )


def test_the_cover_tells_what_plan_and_style_say_and_the_plan_goes_before() -> None:
    own = published.plan(source={"en": "Register of residents"}, publisher={"en": "Office of the North"})
    told = dict(facts.cover(in_style(published.release(own), office()), "en"))
    assert told["Publisher"] == "Office of the North" and told["Source"] == "Register of residents"
    assert told["Contact"].startswith("Census Office") and told["Licence"] == "CC BY 4.0"
    assert told["Next release"] == "May 2027" and told["Released on"] == "3 February 2026"
    assert told["How to cite"] == (
        "Office of the North (2026): Persons, 1 January 2025. Release test-2025-7, 3 February 2026."
    )
    silent = dict(facts.cover(in_style(published.release(published.plan(contact={"en": ""})), office()), "de"))
    assert silent["Herausgeber"] == "Statistik Norland" and silent["Freigegeben am"] == "3. Februar 2026"
    nobody = in_style(published.release(), style_of("us"))  # its way to cite names a publisher, and there is none
    assert "How to cite" not in dict(facts.cover(nobody, "en"))
    assert not {"Publisher", "Licence", "How to cite", "Next release"} & set(
        dict(facts.cover(published.release(), "en"))
    )


def test_the_logo_stands_beside_its_publisher_and_is_read_out(tmp_path: Path) -> None:
    picture = png(60, 40)
    paths = [tmp_path / f"{at}.xlsx" for at in range(2)]
    for path in paths:
        with path.open("wb") as stream:
            workbook.write(in_style(published.release(), office(picture)), stream)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert verify.verify_result(paths[0]) == published.release().result_hash
    with zipfile.ZipFile(paths[0]) as parts:
        assert parts.read("xl/media/image1.png") == picture
        assert 'descr="Statistics Norland"' in parts.read("xl/drawings/drawing1.xml").decode()
        assert "drawings/drawing1.xml" in parts.read("xl/worksheets/_rels/sheet1.xml.rels").decode()
    cover = openpyxl.load_workbook(paths[0])["Cover"]
    row = next(cell.row for cell in cover["A"] if cell.value == "Publisher")
    assert cover.row_dimensions[row].height > 50


@pytest.mark.parametrize("layout", workbook.LAYOUTS)
def test_font_and_paper_are_those_of_the_style(layout: str, tmp_path: Path) -> None:
    style = ours(font={"family": "Verdana", "text": 9, "heading": 20, "small": 8}, paper="letter")
    heights = []
    for name, release_ in (("usual", published.release()), ("own", in_style(published.release(), style))):
        with (tmp_path / f"{name}.xlsx").open("wb") as stream:
            workbook.write(release_, stream, layout=layout)
        book = openpyxl.load_workbook(tmp_path / f"{name}.xlsx")
        used = {cell.font.name for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None}
        assert used == {"Arial" if name == "usual" else "Verdana"}
        assert {sheet.page_setup.paperSize for sheet in book} == {9 if name == "usual" else 1}
        heights.append(
            (book["Cover"].row_dimensions[1].height, book["Cover"]["A1"].font.sz, book["Cover"]["B4"].font.sz)
        )
    assert heights == [(27.0, 16, 12), (33.75, 20, 9)]


def test_a_release_that_is_finished_after_a_crash_is_printed_in_the_style_now_asked_for(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, plan = outsider.data_file(tmp_path / "data.csv"), outsider.asked()

    def crash(*_: object) -> None:
        raise DpdeskError(problem("ledger.disk_error", path="l.sqlite"))

    with monkeypatch.context() as patch:
        patch.setattr(Reservation, "commit", crash)
        with pytest.raises(DpdeskError, match="reported an error"):
            release(ReleaseRequest(plan.in_style(style_of("uk")), data), ledger)
    done = release(ReleaseRequest(plan.in_style(style_of("us")), data), ledger)
    assert not done.again and done.release.plan.record.style == style_of("us")
    assert as_release(ledger.releases()[0]).plan.record.style == style_of("uk")  # as it was reserved


def test_the_description_of_a_csv_file_names_publisher_and_licence() -> None:
    plain, styled = published.release(), in_style(published.release(), office())
    told, silent = (json.loads(csvw.document(one, one.tables[0], "people.csv")) for one in (styled, plain))
    assert {"@value": "Statistik Norland", "@language": "de"} in told["dc:publisher"]
    assert told["dc:rights"] == [{"@value": "CC BY 4.0", "@language": "en"}]
    assert not {"dc:publisher", "dc:rights"} & set(silent) and told["dc:source"] == silent["dc:source"]
