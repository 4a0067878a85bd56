"""Each layout holds the same cells: read by the sheet Codes, they are those of the tidy CSV, and each has its form."""

from __future__ import annotations

import csv
import io
from functools import cache
from pathlib import Path
from typing import Any

import bilingual
import numpy as np
import openpyxl
import published
import pytest
import strict_reader
import xlsx_checker
from openpyxl.utils import get_column_letter

from dpdesk.gui.paper.layout import TablePaper
from dpdesk.planning.compiler.measures.build import build_shell
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.style import Font
from dpdesk.problems.problem import PLAN
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof.verify import verify_result
from dpdesk.publish.tables import tidy
from dpdesk.publish.workbook import grid, paper, sheets, workbook
from dpdesk.publish.workbook.letters import column_width
from dpdesk.publish.workbook.paper import pieces
from dpdesk.publish.write import write_release
from dpdesk.release.canonical import IMPOSSIBLE_SYMBOL, NOT_ESTIMABLE_SYMBOL
from dpdesk.release.result import Release
from dpdesk.resources import resource

BOOKS = {
    "accessible": {"layout": "accessible"},
    "classic": {"layout": "classic"},
    "list": {"layout": "list"},
}
AGES = [str(age) for age in range(20)]
LANDS = ["n", "s", "e"]


@cache
def many() -> Release:
    """Tables of every form: pages, stacked and nested lines, measures across, down and turned, none at all."""
    one = published.dictionary(
        [
            published.category("sex", "Sex", ["M", "F"]),
            published.category("land", "Land", LANDS),
            published.category("work", "Work", ["in", "out"]),
            {**published.category("age", "Age", AGES), "ordered": True},
        ]
    )
    sex, land, work, age = (published.block(name) for name in ("sex", "land", "work", "age"))
    both = {"variables": [{"variable": "sex", "total": "none"}, {"variable": "land"}]}
    count, cdf = {"kind": "count"}, {"kind": "cdf", "variable": "age"}
    share = {"kind": "percentage", "base": "column"}
    tables = [
        published.table("plain", stub=[sex], boxhead=[land]),
        published.table("shares", pages=[sex], stub=[land], boxhead=[], measures=[count, share]),
        published.table("nested", stub=[both], boxhead=[work], measures=[count, share]),
        published.table("stacked", stub=[sex, land, both], boxhead=[]),
        published.table("turned", stub=[sex], boxhead=[], measures=[count, cdf]),
        published.table("down", pages=[land], stub=[sex], boxhead=[work], measures=[count, cdf]),
        published.table("alone", stub=[], boxhead=[], measures=[count]),
        published.table("spread", pages=[sex], stub=[], boxhead=[], measures=[cdf]),
        published.table("long", pages=[age], stub=[sex], boxhead=[land], measures=[count, share]),
    ]
    odd = {"text": {"en": "Odd."}, "table": "down", "row": {"sex": "M"}, "measure": "count"}
    made = published.release(published.plan(one, tables, notes=[odd]))
    for number, table in enumerate(made.tables):
        table.margin[...] = np.resize([0.021, 7.0324, 12.0, 1234.5], table.margin.shape)
        first = (0, 0, 0, 0)
        table.flag[first] = ("z", "a", "n", "ax", "")[number % 5]
        if table.flag[first] == "n":
            for values in (table.estimate, table.lower, table.upper, table.margin, table.unbiased):
                values[first] = np.nan
    return published.release(made.plan, tables=made.tables, result_hash="")


def written(release: Release, folder: Path, layout: str) -> Path:
    path = folder / f"{layout}.xlsx"
    with path.open("wb") as stream:
        workbook.write(release, stream, layout=layout)
    return path


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """That release in every layout."""
    return {layout: written(many(), tmp_path_factory.mktemp("many"), layout) for layout in BOOKS}


@pytest.fixture(scope="module")
def read(paths: dict[str, Path]) -> dict[str, Any]:
    return {layout: xlsx_checker.Book(path).tables() for layout, path in paths.items()}


@pytest.fixture(scope="module")
def classic(paths: dict[str, Path]) -> openpyxl.Workbook:
    return openpyxl.load_workbook(paths["classic"])


def tidied(release: Release, at: int) -> list[dict[str, str]]:
    content = b"".join(tidy.lines(release, release.tables[at])).decode()
    return list(csv.DictReader(io.StringIO(content, newline="")))


@pytest.mark.parametrize("layout", BOOKS)
def test_every_layout_holds_the_cells_of_the_csv(paths: dict[str, Path], read: dict[str, Any], layout: str) -> None:
    release, path, tables = many(), paths[layout], read[layout]
    assert verify_result(path) == release.result_hash and strict_reader.faults(path) == []
    for number, table in enumerate(release.tables):
        header, rows = tables[table.shell.name]
        lines = tidied(release, number)
        assert len(rows) == len(lines) == table.shell.cells
        for row, line in zip(rows, lines, strict=True):
            codes = [code or "" for code in row[6:]]
            wanted = [line[name.removesuffix(" (code)")] for name in header[6:-1]]
            assert codes == [*wanted, line["measure"]]
            for value, name in zip(row[:4], ("estimate", "lower", "upper", "margin"), strict=True):
                assert value == (float(line[name]) if line[name] else tidy.spelled("", line["flag"])), name


@pytest.mark.parametrize("layout", BOOKS)
def test_margins_are_printed_with_the_decimals_of_their_estimate_and_never_less_than_they_are(
    read: dict[str, Any], layout: str
) -> None:
    seen = set()
    for table in many().tables:
        _, rows = read[layout][table.shell.name]
        decimals = {item.code: item.decimals for item in table.shell.items}
        for row in rows:
            margin, printed, places = row[3], row[4], decimals[row[-1]]
            if isinstance(margin, float):
                assert margin <= printed < margin + 10.0**-places and round(printed, places) == printed
                seen.add((margin, printed))
    assert {(7.0324, 8.0), (12.0, 12.0), (7.0324, 7.1), (1234.5, 1234.5)} <= seen


def sheet_of(release: Release, name: str, layout: str) -> Any:
    stream = io.BytesIO()
    workbook.write(release, stream, layout=layout)
    return openpyxl.load_workbook(stream)[name]


def test_the_accessible_layout_has_one_header_row_of_distinct_names_and_nothing_merged() -> None:
    sheet = sheet_of(published.release(), "1", "accessible")
    heads = [cell.value for cell in sheet[5]]
    assert heads[:5] == ["Sex", "Total", "Total: noise margin (90 %)", "Schooling 1",
                         "Schooling 1: noise margin (90 %)"]  # fmt: skip
    assert len(set(heads)) == len(heads) == 1 + 8 + 1 + 12 and None not in heads
    assert [sheet.cell(row, 1).value for row in range(6, 9)] == ["Total", "Sex M", "Sex F"]
    assert not sheet.merged_cells.ranges and sheet.freeze_panes is None and sheet.max_row == 8
    assert sheet.print_area == "'1'!$A$1:$I$8"


def test_marks_have_a_column_only_where_there_are_any() -> None:
    release = published.release()
    release.tables[0].flag[0, 1, 1, 0] = "u"
    release.tables[0].flag[0, 1, 2, 0] = "z"  # said in the place of the number
    heads = [cell.value for cell in sheet_of(release, "1", "accessible")[5]]
    assert [head for head in heads if str(head).endswith(": mark")] == ["Schooling 1: mark"]


def test_the_classic_layout_spans_its_heads_and_indents_its_stub(classic: openpyxl.Workbook) -> None:
    sheet = classic["3"]
    merged = {str(area) for area in sheet.merged_cells.ranges}
    assert sheet["B4"].value == "Work" and any(area.startswith("B4:") for area in merged)
    assert sheet["B5"].value == "Total" and any(area.startswith("B5:") for area in merged)
    stub = [(sheet.cell(row, 1).value, sheet.cell(row, 1).alignment.indent) for row in range(7, 12)]
    assert stub == [("Sex M", 0), ("Land n", 1), ("Land s", 1), ("Land e", 1), ("Sex F", 0)]
    assert sheet.print_title_rows == "$1:$6" and sheet.page_setup.fitToHeight == 0
    assert sheet["C9"].number_format.startswith('"±"')


def test_all_pages_of_a_table_stand_on_one_sheet_of_the_classic_layout(classic: openpyxl.Workbook) -> None:
    sheet = classic["2"]
    stub = [sheet.cell(row, 1).value for row in range(5, 20)]
    assert [stub.index(page) for page in ("Sex: Total", "Sex: Sex M", "Sex: Sex F")] == [0, 5, 10]


def test_a_distribution_that_is_read_down_is_named_once(
    paths: dict[str, Path], classic: openpyxl.Workbook, qapp: object
) -> None:
    release, sheet = many(), classic["5"]
    first = next(row for row in range(1, 20) if sheet.cell(row, 1).value == "Age")
    cells = [sheet.cell(row, 1) for row in range(first, first + 3)]
    assert [(cell.value, cell.alignment.indent) for cell in cells] == [
        ("Age", 0), ("up to Age 0", 1), ("up to Age 1", 1)
    ]  # fmt: skip
    paper = TablePaper(release, release.tables[4], "en", "consistent", "margin")
    assert [paper.line(at) for at in (0, 1, 2, 3)] == [
        (0, "Count", 0.0), (None, "Age", 0.0), (1, "up to Age 0", 90.0), (2, "up to Age 1", 90.0)
    ]  # fmt: skip
    accessible = openpyxl.load_workbook(paths["accessible"])["5"]  # where each row is read by itself
    assert "Age: up to Age 2" in [accessible.cell(row, 1).value for row in range(1, accessible.max_row + 1)]


def test_long_pages_begin_on_new_sheets_of_paper(classic: openpyxl.Workbook) -> None:
    sheet = classic["6"]
    breaks = [one.id for one in sheet.row_breaks.brk]
    assert {5 + 3 * 23 * at for at in (1, 2, 3)} < set(breaks)
    assert {sheet.cell(row + 1, 1).alignment.indent for row in breaks} == {0}  # nor is a page divided inside a sex
    assert sheet.page_setup.scale and not sheet.sheet_properties.pageSetUpPr.fitToPage  # else Excel heeds no break
    assert not classic["2"].row_breaks.brk


def test_a_page_of_paper_does_not_begin_inside_a_distribution_without_its_name() -> None:
    release = published.release(Plan.load(resource("sample/plan.json")))
    ages, industries = (sheet_of(release, name, "classic") for name in ("2", "5"))
    (end,) = (one.id for one in ages.row_breaks.brk)
    assert ages.cell(end, 1).value.startswith("up to ")
    assert ages.cell(end + 1, 1).value.startswith("Age in completed years: up to ")
    assert [ages.cell(row, 1).alignment.indent for row in (end, end + 1, end + 2)] == [1, 1, 1]
    (end,) = (one.id for one in industries.row_breaks.brk)
    assert industries.cell(end + 1, 1).value == "Trade"  # not between a section and its divisions


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_sheets_around_the_tables_stand_upright_where_they_are_for_paper(language: str) -> None:
    stream = io.BytesIO()
    workbook.write(
        published.release(Plan.load(resource("sample/plan.json"))), stream, language=language, layout="classic"
    )
    book = openpyxl.load_workbook(stream)
    for sheet in [*book.worksheets[:3], book.worksheets[-3], book.worksheets[-1]]:
        assert sheet.page_setup.orientation == "portrait"
        widths = [column_dimension.width for column_dimension in sheet.column_dimensions.values()]
        assert f"A2:{'BD'[len(widths) > 2]}2" in {
            str(area) for area in sheet.merged_cells.ranges
        }  # else as wide as that
        assert sum(widths) < 96  # in more than eight points: an upright page has room for 67 widths in twelve
        for column, width in enumerate(widths, 1):
            cells = [sheet.cell(row, column) for row in range(3, sheet.max_row + 1)]
            words = [word for cell in cells for word in str(cell.value or "").split()]
            assert max(map(len, words), default=0) <= width, (sheet.title, column)  # no word is broken
    assert sheet_of(published.release(), "Cover", "accessible").page_setup.orientation == "landscape"


def test_parts_of_a_table_are_even_and_begin_where_little_is_said_again() -> None:
    assert pieces([0] * 10, 10) == [range(10)]
    assert pieces([0] * 21, 10) == [range(7), range(7, 14), range(14, 21)]
    assert pieces([0] * 10, 10, after=1) == [range(5), range(5, 10)]  # the notes have no room
    assert pieces([0, 1, 2, 3, 3], 2, again=lambda at: 2) == [range(2), range(2, 4), range(4, 5)]  # no room for that
    depths = [0, 1, 1, 1, 0, 1, 1, 1, 1, 1]
    assert pieces(depths, 6) == [range(4), range(4, 10)]
    assert pieces(depths, 6, again=lambda at: depths[at]) == [range(4), range(4, 10)]


def wide(columns: int) -> Release:
    area = published.category("area", "Area", [f"a{at}" for at in range(columns)])
    one = published.dictionary([published.category("sex", "Sex", ["M", "F"]), area])
    table = published.table(
        stub=[published.block("sex")], boxhead=[published.block("area")], title={"en": "Wide & far"}
    )
    return published.release(published.plan(one, [table]))


@pytest.mark.parametrize(("layout", "head", "first"), [("accessible", 5, "A"), ("classic", 3, "A")])
def test_a_wide_table_is_cut_for_paper_between_its_columns_and_repeats_its_stub(
    layout: str, head: int, first: str
) -> None:
    sheet = sheet_of(wide(45), "1", layout)
    assert sheet.page_setup.scale >= 65 and not sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_title_cols == f"$A:${first}" and sheet.print_title_rows.startswith(f"${head}:")
    ends = [one.id for one in sheet.col_breaks.brk]
    assert len(ends) >= 2 and all(end % 2 == 1 for end in ends)  # a stub, then pairs of estimate and margin
    assert sheet.print_area.startswith(f"'1'!$A${head}:")  # the title stands at the head of every page instead
    assert sheet.oddHeader.left.text == "Table 1: Wide && far"
    if layout == "classic":  # the notes stand on each page, named in the stub that is printed again beside them
        below = next(row for row in range(5, sheet.max_row + 1) if sheet.cell(row, 1).value == "Notes")
        shown = [cell.column for cell in sheet[below] if cell.value]
        assert shown == [1, *(1 + at for at in (1, *ends))] and sheet.cell(below, 2).value.startswith("±: ")
    narrow = sheet_of(published.release(), "1", layout)
    assert narrow.sheet_properties.pageSetUpPr.fitToPage and not narrow.col_breaks.brk
    assert narrow.print_title_cols is None and not narrow.oddHeader.left.text


def test_a_heading_that_spans_columns_has_a_rule_that_ends_before_the_next_one_begins() -> None:
    sheet = sheet_of(published.release(Plan.load(resource("sample/plan.json"))), "4", "classic")
    assert sheet["B4"].value == "Sex and Marital status"
    starts = [cell.column for cell in sheet[5] if cell.value]
    assert len(starts) == 3
    for start in starts[1:]:
        assert sheet.cell(5, start).border.bottom.style == "thin"
        assert sheet.cell(5, start - 1).border.bottom.style is None
        assert sheet.cell(6, start - 1).border.bottom.style == "thin"  # above the figures it goes through


def test_a_page_of_paper_says_at_its_foot_which_table_it_is_of() -> None:
    release = published.release()
    for layout in ("classic", "list"):
        assert sheet_of(release, "1", layout).oddFooter.left.text.endswith("Table 1")
        assert sheet_of(release, "Notes", layout).oddFooter.left.text.endswith("&A")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_of_paper_is_for_a_few_lines_of_codes_or_for_the_end_of_a_table(language: str) -> None:
    stream = io.BytesIO()
    workbook.write(published.release(bilingual.sample()), stream, language=language, layout="classic")
    book = openpyxl.load_workbook(stream)
    assert [book[name].page_setup.fitToHeight for name in ("1", "Codes")] == [1, 1]


def test_a_table_a_little_wider_than_its_paper_is_set_smaller_on_one_page() -> None:
    sheet = sheet_of(wide(13), "1", "classic")
    assert sheet.sheet_properties.pageSetUpPr.fitToPage and not sheet.col_breaks.brk
    assert sheet.page_setup.orientation == "landscape"


def test_columns_are_divided_into_pages_of_about_the_same_width() -> None:
    pairs = [range(at, at + 2) for at in range(1, 41, 2)]
    found = paper.cut([10.0, *[10.0] * 40], 1, pairs, 98.0, 65)
    assert found == paper.Cut(65, 1, (15, 29))  # 20 pairs as 7, 7 and 6
    assert paper.cut([10.0, *[10.0] * 12], 1, pairs[:6], 98.0, 65) is None
    assert paper.cut([10.0, *[10.0] * 15], 1, pairs[:7], 98.0, 65) is None  # nearly fits
    assert paper.cut([140.0, *[10.0] * 40], 1, pairs, 98.0, 65).repeated == 0  # type: ignore[union-attr]
    whole = paper.cut([10.0, *[90.0] * 6], 1, [range(1, 3), range(3, 5), range(5, 7)], 98.0, 65)
    assert whole == paper.Cut(65, 1, (3, 5))  # a pair that fits nowhere is not cut either


def test_a_title_longer_than_the_head_of_a_page_is_cut_there_alone() -> None:
    release = wide(30)
    long = {"en": "Persons & " * 80}
    plan = published.plan(release.dictionary, [published.table(boxhead=[published.block("area")], title=long)])
    sheet = sheet_of(published.release(plan), "1", "accessible")
    assert len(sheet.oddHeader.left.text) <= 201 and sheet.oddHeader.left.text.endswith("…")
    assert len(sheet["A1"].value) > 700


def test_a_measure_in_the_unit_of_its_variable_names_it_and_a_variance_does_not() -> None:
    pay = {
        "name": "pay", "kind": "quantity", "label": {"en": "Pay"}, "column": "pay", "describes": "unit",
        "unit_of_measure": {"en": "crowns"}, "lower": "0", "upper": "100", "step": "1",
        "below": "clamp", "above": "clamp", "unreadable": "not_stated",
    }  # fmt: skip
    one = published.dictionary([published.category("sex", "Sex", ["M", "F"]), pay])
    kinds = ("mean", "standard_deviation", "variance")
    asked = published.table("spread", boxhead=[], measures=[{"kind": kind, "variable": "pay"} for kind in kinds])
    shell, _ = build_shell(one, published.plan(one, [asked]).record.tables[0], PLAN.whole)
    shape = grid.Grid(shell, one, "en")
    assert ["crowns" in shape.item_words(item) for item in shell.items] == [True, True, False]


def test_a_table_of_its_own_layout_and_one_for_all(tmp_path: Path) -> None:
    plan = published.plan(
        tables=[published.table("a"), published.table("b", display={"layout": "list"})], display={"layout": "classic"}
    )
    write_release(published.release(plan), tmp_path / "plan")
    book = openpyxl.load_workbook(workbook_in(tmp_path / "plan"))
    assert book["1"].merged_cells.ranges and not book["2"].merged_cells.ranges
    assert book["2"].max_row == 5 + 12
    write_release(published.release(plan), tmp_path / "all", layout="accessible")
    book = openpyxl.load_workbook(workbook_in(tmp_path / "all"))
    assert book["1"].max_row == book["2"].max_row == 5 + 3


def test_a_table_wider_than_a_worksheet_becomes_a_list_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "SHEET_COLUMNS", 4 * grid.VALUES_OF_A_COLUMN + 7)
    release = published.release()
    sheet = sheet_of(release, "1", "accessible")
    assert "has a row for each cell" in sheet["A3"].value and sheet.max_row == 5 + 12
    monkeypatch.setattr(grid, "SHEET_COLUMNS", 4 * grid.VALUES_OF_A_COLUMN + 8)
    assert sheet_of(release, "1", "accessible").max_row == 5 + 3


def test_tables_with_more_columns_than_the_sheet_codes_has_rows_become_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "SHEET_ROWS", 2 * 4)
    plan = published.plan(tables=[published.table("a"), published.table("b"), published.table("c", boxhead=[])])
    release = published.release(plan)
    assert [chosen for chosen, _ in sheets.layouts_of(release, None, "en")] == ["accessible", "list", "list"]
    monkeypatch.setattr(sheets, "SHEET_ROWS", 2 * 5)
    assert [chosen for chosen, _ in sheets.layouts_of(release, None, "en")] == ["accessible", "list", "accessible"]


def test_symbols_stand_where_there_is_no_number(read: dict[str, Any]) -> None:
    tables = read["accessible"]
    impossible, estimable = tables["plain"][1][0], tables["nested"][1][0]
    assert impossible[:6] == [IMPOSSIBLE_SYMBOL] * 5 + [None]
    assert estimable[:6] == [NOT_ESTIMABLE_SYMBOL] * 5 + [None]


def test_a_heading_that_goes_on_to_the_next_page_is_said_there_again() -> None:
    area = published.category("area", "Area", [f"a{at}" for at in range(30)])
    one = published.dictionary([published.category("sex", "Sex", ["M", "F"]), area])
    plan = published.plan(one, [published.table(boxhead=[published.block("area")])], display={"margins": "block"})
    sheet = sheet_of(published.release(plan), "1", "classic")
    ends = [one.id for one in sheet.col_breaks.brk]
    assert len(ends) >= 2
    for first in [1, *ends]:  # the column after the break
        assert sheet.cell(4, first + 1).value in ("Estimate", "Noise margin (90 %)")
    for area_ in sheet.merged_cells.ranges:
        assert not any(area_.min_col <= end < area_.max_col for end in ends), area_


def test_no_word_of_a_heading_that_spans_columns_is_broken() -> None:
    labels = {"1": "Hochschulabschlussprüfung", "2": "Keiner"}
    variables = [published.category("sex", "Sex", ["M", "F"]), published.category("school", "S", ["1", "2"], labels)]
    measures = [{"kind": "count"}, {"kind": "percentage", "base": "row"}]
    tables = [published.table(boxhead=[published.block("school")], measures=measures)]
    sheet = sheet_of(published.release(published.plan(published.dictionary(variables), tables)), "1", "classic")
    (area,) = (
        area for area in sheet.merged_cells.ranges if sheet.cell(area.min_row, area.min_col).value == labels["1"]
    )
    across = sum(sheet.column_dimensions[get_column_letter(at)].width for at in range(area.min_col, area.max_col + 1))
    assert across >= column_width(labels["1"], Font().small, strong=True) - 0.05  # widths have two decimals
