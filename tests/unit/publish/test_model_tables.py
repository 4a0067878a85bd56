"""Six published tables that everybody in the trade knows: their sheets have the shape in which they were designed."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import published
import pytest
from model_tables import MODELS, Model, en

from dpdesk.planning.document.plan import Plan
from dpdesk.publish.workbook import workbook
from dpdesk.publish.workbook.titles import source_words
from dpdesk.release.result import Release
from dpdesk.resources import resource


@cache
def release_of(name: str, value: float = 1234.0) -> Release:
    return published.release(MODELS[name]().released_as(), value=lambda codes, measure: value)


@cache
def book_of(name: str, layout: str = "classic", value: float = 1234.0) -> Any:
    stream = io.BytesIO()
    workbook.write(release_of(name, value), stream, layout=layout)
    return openpyxl.load_workbook(stream)


def stub_of(sheet: Any, first: int) -> list[tuple[str, int]]:
    """The labels below the head with their indents, down to the first empty one."""
    found = []
    for row in range(first, sheet.max_row + 1):
        cell = sheet.cell(row, 1)
        if cell.value is None:
            break
        found.append((cell.value, int(cell.alignment.indent)))
    return found


def heads_of(sheet: Any, row: int) -> list[str]:
    return [cell.value for cell in sheet[row][1:] if cell.value and cell.font.b]


def merged(sheet: Any) -> set[str]:
    return {str(area) for area in sheet.merged_cells.ranges}


def test_sex_by_age_is_a_page_an_area_with_the_ages_below_each_sex() -> None:
    sheet = book_of("sex by age")["1"]
    stub = stub_of(sheet, 5)
    assert stub[:4] == [("County: North Vale County", 0), ("Total", 1), ("Male", 1), ("Under 5 years", 2)]
    assert [label for label, indent in stub if indent == 1] == ["Total", "Male", "Female"] * 4
    assert len(stub) == 4 * (1 + 1 + 2 * 24)
    assert heads_of(sheet, 4) == ["Estimate"]
    assert sheet["A6"].number_format == "@ *."  # dots lead from a label to a number that is far from it
    page = len(stub) // 4
    assert [one.id for one in sheet.row_breaks.brk] == [4 + page, 4 + 2 * page, 4 + 3 * page]
    assert sheet.print_title_rows == "$1:$4"  # number, title and headnote on every page
    assert sheet["A1"].value == "Table 1: Sex by age"
    assert (
        sheet["A2"].value
        == "Universe: Total population. Reference period: 1 July 2024. Unit: persons. Estimate ± noise margin (90 %)"
    )


def test_income_has_its_characteristics_down_and_its_brackets_across() -> None:
    sheet = book_of("income")["1"]
    stub = stub_of(sheet, 5)
    assert [label for label, indent in stub if not indent] == [
        "Total",
        "Region",
        "Type of household",
        "Size of household",
    ]
    assert stub[2] == ("Northeast", 1)
    heads = heads_of(sheet, 4)
    assert heads[:3] == ["Total", "Under $5,000", "$5,000 to $9,999"]
    assert heads[-3:] == ["$200,000 and over", "Median income (dollars)", "Mean income (dollars)"]
    note = "Universe: Households. Reference period: 2024. Unit: households, dollars. Estimate ± noise margin (90 %)"
    assert sheet.oddHeader.left.text.splitlines()[1].endswith(note)  # below the title, beside which it has no room
    assert not sheet.oddFooter.center.text and len(str(sheet.oddHeader)) <= 255
    stream = io.BytesIO()
    workbook.write(release_of("income"), stream, layout="classic")
    with zipfile.ZipFile(stream) as parts:  # LibreOffice prints an escape as it is
        sheets = [parts.read(name) for name in parts.namelist() if "worksheets/sheet" in name]
    assert sum(b"income\n&amp;" in one for one in sheets) == 1 and not any(b"_x000a_" in one for one in sheets)
    last = next(cell for cell in sheet[4] if cell.value == heads[-1])
    assert sheet.cell(6 + 1, last.column).number_format == "#,##0"
    accessible = book_of("income", "accessible")["1"]
    names = [cell.value for cell in accessible[5][:4]]
    assert names == ["Region", "Type of household", "Size of household", "Total"]


def test_a_census_table_has_levels_of_areas_down_and_sexes_that_span_their_ages() -> None:
    sheet = book_of("census", value=123456.0)["1"]
    assert sheet["A4"].value == "Region, County, District"
    stub = stub_of(sheet, 7)
    assert [indent for _, indent in stub[:5]] == [0, 1, 2, 3, 3]
    assert sheet["A7"].number_format == "General"
    assert [label for label, _ in stub[:3]] == ["Country", "North", "Upper 1. County"]
    assert set(heads_of(sheet, 4)) == {"Sex and Age"}  # once a page
    assert heads_of(sheet, 5) == ["Total", "Male", "Female"]
    assert {"B5:N5", "P5:AB5", "AD5:AQ5"} <= merged(sheet)  # seven ages, each with its margin; rules have gaps
    assert heads_of(sheet, 6)[:3] == ["Total", "Under 15 years", "15 to 24 years"]
    assert [one.id for one in sheet.col_breaks.brk] == [29]  # no sex is divided between pages
    assert sheet.oddHeader.left.text == "Table 1: Usual residents by area, sex and age"
    assert (
        "Reference period: 1 January 2025. Unit: persons. Estimate ± noise margin (90 %)" in sheet.oddHeader.right.text
    )
    assert not sheet.oddFooter.center.text
    assert [cell.value for cell in book_of("census", "accessible")["1"][5][:2]] == ["District", "Level"]


def test_deaths_name_what_their_stacked_heads_are_about() -> None:
    sheet = book_of("deaths")["1"]
    assert sheet["A4"].value == "Underlying cause"
    assert heads_of(sheet, 4)[0] == "Sex"
    assert set(heads_of(sheet, 4)[1:]) == {"Age"}
    assert heads_of(sheet, 5)[:4] == ["Total", "Male", "Female", "Under 1 year"]
    assert heads_of(sheet, 6)[:2] == ["Deaths", "% of all deaths"]
    stub = stub_of(sheet, 7)
    assert stub[:3] == [
        ("All causes", 0),
        ("Certain infectious and parasitic diseases (A00–B99)", 1),
        ("Tuberculosis (A15–A19)", 2),
    ]
    assert sheet.row_dimensions[8].height is None  # it fits on one line
    long = next(row for row in range(7, 30) if "uncertain or unknown" in str(sheet.cell(row, 1).value))
    assert sheet.row_dimensions[long].height > 13


def test_death_rates_stand_beside_their_deaths_and_say_where_the_population_is_from() -> None:
    sheet = book_of("death rates")["1"]
    assert heads_of(sheet, 4) == ["Sex"]
    assert heads_of(sheet, 5) == ["Both sexes", "Male", "Female"]
    assert heads_of(sheet, 6) == ["Deaths", "Deaths per 1,000"] * 3
    assert stub_of(sheet, 7)[:2] == [("All ages", 0), ("Under 1 year", 1)]
    assert (sheet["B8"].value, sheet["B8"].number_format) == (1234, "#,##0")
    assert sheet["D8"].number_format == "#,##0.0"
    source = "Source: Register of deaths 2024. Population at mid-year: Population register, 1 July 2024."
    assert source in {cell.value for cell in sheet["A"]}
    assert book_of("death rates", "accessible")["1"]["A2"].value.endswith(source)
    assert "Population register" not in source_words(release_of("deaths"), "en", "D1")


def test_employment_is_in_thousands_and_no_province_is_divided_between_pages() -> None:
    sheet = book_of("employment")["1"]
    stub = stub_of(sheet, 6)
    length = len(stub) // 5
    assert [label for label, indent in stub if not indent][:2] == ["Province: All provinces", "Province: Easternland"]
    assert heads_of(sheet, 4) == ["Month"]
    assert heads_of(sheet, 5)[0] == "Jan 2024"
    assert sheet["B7"].value == pytest.approx(1.2)
    assert sheet["B7"].number_format == "#,##0.0"
    breaks = [one.id for one in sheet.row_breaks.brk]
    assert breaks
    assert all((one - 5) % length == 0 for one in breaks)
    assert sheet["A2"].value.startswith("Unit: records, thousands. Counts and sums in thousands")


def test_contents_say_in_which_unit_a_table_is() -> None:
    units = {}
    for name in MODELS:
        rows = {row[0].value: row for row in book_of(name)["Contents"].iter_rows(min_row=3)}
        assert [cell.value for cell in rows["Sheet"]] == ["Sheet", "Title", "Unit", "Rows and columns"]
        units[name] = rows["1"][2].value
    assert units == {
        "sex by age": "persons",
        "income": "households, dollars",
        "census": "persons",
        "deaths": "persons, %",
        "death rates": "persons, per 1,000",
        "employment": "records, thousands",
    }


def test_contents_say_how_large_a_table_is_and_how_many_pages_it_has() -> None:
    sizes = {}
    for name, layout in (("census", "classic"), ("employment", "classic"), ("employment", "accessible")):
        rows = {row[0].value: row[3].value for row in book_of(name, layout)["Contents"].iter_rows(min_row=4)}
        sizes[name, layout] = rows.get("1") or rows["1a"]
    assert list(sizes.values()) == ["33 by 21", "5 pages of 13 by 12", "13 by 12"]


def test_text_that_is_wider_than_a_narrow_sheet_is_printed_at_the_edge_of_the_page() -> None:
    """On paper a text ends where the table does."""
    sheet = book_of("sex by age", "accessible")["1a"]
    assert sheet["A1"].value == "Table 1a: Sex by age: North Vale County"
    assert sheet.print_area.startswith("'1a'!$A$5:")
    assert "Sex by age: North Vale County" in sheet.oddHeader.left.text
    assert "Reference period: 1 July 2024" in sheet.oddHeader.right.text
    assert "Source: Community survey 2024" in sheet["A2"].value


def test_a_header_row_has_room_on_the_sheet_codes() -> None:
    sheet = book_of("census")["Codes"]
    assert min(sheet.row_dimensions[row].height for row in (2, 3)) >= 15  # twelve points, between lines of ten


@pytest.mark.parametrize("name", MODELS)
def test_the_pdf_has_the_same_heads_and_lines(name: str) -> None:
    from dpdesk.gui.paper import offscreen
    from dpdesk.gui.paper.layout import TablePaper

    offscreen.ensure()
    release = release_of(name)
    paper = TablePaper(release, release.tables[0], "en", "consistent", "margin")
    lines = [paper.line(at) for at in range(paper.lines)]
    rows = [row for row, _, _ in lines if row is not None]
    assert rows == list(range(release.tables[0].shell.stub.size))
    heads = [paper.broken(paper.head_words(at, paper.columns.levels - 1)) for at in range(paper.columns.size)]
    if name == "employment":  # though "Jul 2024" had room on one line
        assert heads == ["\n".join(head.split()) for head in heads] and len(heads) == 12
    else:
        assert not any("\n" in head for head in heads)
    headings = [words for row, words, _ in lines if row is None]
    assert headings == (["Region", "Type of household", "Size of household"] if name == "income" else [])
    named = {"deaths": ["Sex", "Age"], "census": ["Sex and Age"], "death rates": ["Sex"], "employment": ["Month"]}
    assert [subject for _, _, subject in paper.subjects] == named.get(name, [])
    last = paper.head_words(paper.columns.size - 1, paper.columns.levels - 1)
    assert (
        last
        == {
            "sex by age": "Estimate",
            "income": "Mean income (dollars)",
            "census": "80 years and over",
            "deaths": "% of all deaths",
            "death rates": "Deaths per 1,000",
            "employment": "Dec 2024",
        }[name]
    )


def test_a_page_of_the_pdf_begins_with_the_lines_its_first_stands_below() -> None:
    from dpdesk.gui.paper import offscreen
    from dpdesk.gui.paper.layout import TablePaper

    offscreen.ensure()

    def paper(release: Release, at: int) -> TablePaper:
        return TablePaper(release, release.tables[at], "en", "consistent", "margin")

    census = paper(release_of("census"), 0)
    labels = [census.line(at)[1] for at in range(census.lines)]
    assert [words for words, _ in census.again(labels.index("District B2.3"))] == ["South", "Lower 2. County"]
    assert census.again(labels.index("South")) == []  # the total of all is not said again
    by_age = paper(release_of("sex by age"), 0)
    lines = [by_age.line(at) for at in range(by_age.lines)]
    assert [(words, indent > 0) for _, words, indent in lines[:3]] == [
        ("Total", False),
        ("Male", False),
        ("Under 5 years", True),
    ]
    assert [words for words, _ in by_age.again(3)] == ["Male"]
    ages = paper(published.release(Plan.load(resource("sample/plan.json"))), 1)
    second = ages.row_ranges[1].start
    assert ages.line(second)[1].startswith("up to ")
    assert [words for words, _ in ages.again(second)] == ["Age in completed years"]


def pdf_page(release: Release, page: int, folder: Path) -> str:
    """The text of a page of the PDF, with single spaces."""
    from dpdesk.gui.paper import offscreen
    from dpdesk.gui.paper.printing import Options, pdf_bytes

    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed")
    offscreen.ensure()
    path = folder / "release.pdf"
    path.write_bytes(pdf_bytes(release, Options()))
    which = ["-f", str(page), "-l", str(page)]
    done = subprocess.run([tool, "-layout", *which, str(path), "-"], check=True, capture_output=True)
    return " ".join(done.stdout.decode("utf-8").split())


def test_a_page_of_the_pdf_has_number_headnote_subjects_and_whole_labels(tmp_path: Path) -> None:
    page = pdf_page(release_of("deaths"), 2, tmp_path)
    assert page.startswith(
        "Table 1: Deaths by underlying cause, sex and age Reference period: 2024. Unit: persons, % Sex"
    )
    long = "In situ and benign neoplasms, and neoplasms of uncertain or unknown behaviour (D00–D48)"
    assert long in page


def test_a_page_of_the_pdf_says_where_the_population_of_a_rate_is_from(tmp_path: Path) -> None:
    source = "Source: Register of deaths 2024. Population at mid-year: Population register, 1 July 2024. Ledger entry"
    assert source in pdf_page(release_of("death rates"), 2, tmp_path)


def test_a_mark_stands_right_of_the_margin_and_is_explained_below_its_table(tmp_path: Path) -> None:
    release = release_of("death rates")
    release.tables[0].flag[0, 1, 0, 0] = "u"
    page = pdf_page(release, 2, tmp_path)
    assert re.search(r"Under 1 year 1,234 ± \d+ \[u\] ", page)
    assert "see the notes at the end. [u]: unreliable: the noise margin (90 %) is above 50 % of the estimate." in page
    assert "[z]" not in page  # which no cell has


def test_the_notes_on_a_table_stand_below_it_in_the_pdf(tmp_path: Path) -> None:
    notes = [{"text": en("Coroners' cases are not complete."), "table": "D2"}]
    page = pdf_page(published.release(MODELS["death rates"]().released_as(notes=notes)), 2, tmp_path)
    assert re.search(r"end\. \[note \d+\] Coroners' cases are not complete\. Source: Register of deaths", page)


def test_no_heading_of_the_pdf_is_cut_short(tmp_path: Path) -> None:
    long = "Persons of the female sex as entered in the register"
    tree = json.loads(json.dumps(MODELS["deaths"]().dictionary).replace('"Female"', json.dumps(long)))
    changed = Model(tree, MODELS["deaths"]().plan, MODELS["deaths"]().record, 1).released_as()
    page = pdf_page(published.release(changed), 2, tmp_path)
    assert "…" not in page


def test_a_long_headnote_of_the_pdf_is_not_cut_short(tmp_path: Path) -> None:
    (table,) = MODELS["sex by age"]().plan["tables"]
    words = (
        "Persons who had their usual residence in one of the four counties on the reference day, whether or not they "
    )
    words += "were present, and without those in institutions"
    universe = {**table["universe"], "text": {"en": words}}
    plan = MODELS["sex by age"]().released_as(tables=[{**table, "universe": universe}])
    page = pdf_page(published.release(plan), 2, tmp_path)
    assert f"Universe: {words}. Reference period: 1 July 2024" in page
