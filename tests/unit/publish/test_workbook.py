"""The workbook as others read it: openpyxl, and a checker of our own that shares no code with the writer."""

from __future__ import annotations

import io
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import openpyxl
import published
import pytest
import xlsx_checker
from hypothesis import given, settings
from hypothesis import strategies as st
from xml_characters import carried_by_xml

from dpdesk.errors import BadInput, Cancelled
from dpdesk.publish.tables.text import begins_like_a_formula
from dpdesk.publish.workbook import book as written
from dpdesk.publish.workbook import workbook
from dpdesk.publish.workbook.accuracy import _counts_alone
from dpdesk.publish.workbook.sheet import column_letters
from dpdesk.publish.workbook.styles import BELOW_A_RULE, LINE
from dpdesk.publish.write import write_release
from dpdesk.release.result import Release

ATTACKS = [
    "=cmd|' /C calc'!A0",
    "+1",
    "-x",
    "@SUM(A1)",
    "＝1",
    "'=1",
    "_x0041_",
    '<b>&amp;"',
    "a\nb",
    "é😀",
    "12",
    "TRUE",
    "#N/A",
]


def book_of(release: Release, **how: Any) -> Any:
    """A workbook in the layout of a list, unless another is asked for."""
    stream = io.BytesIO()
    workbook.write(release, stream, **{"layout": "list", **how})
    return openpyxl.load_workbook(stream)


def file_of(release: Release, folder: Path) -> Path:
    path = folder / "release.xlsx"
    with path.open("wb") as stream:
        workbook.write(release, stream)
    return path


def crossed(**changes: Any) -> Release:
    """Two variables, with pages: totals in three directions."""
    one = published.dictionary(
        [
            published.category(name, name.title(), ["a", "b", "c"][:size])
            for name, size in (("sex", 2), ("school", 3), ("race", 3))
        ]
    )
    table = published.table(
        pages=[published.block("race")], stub=[published.block("sex")], boxhead=[published.block("school")]
    )
    return published.release(published.plan(one, [table]), **changes)


def test_every_number_is_read_back_equal() -> None:
    release = crossed()
    book = book_of(release)
    sheets = [name for name in book.sheetnames if name[0] == "1"]
    assert len(sheets) == 4  # total and three pages
    table = release.tables[0]
    for array, column in ((table.estimate, 5), (table.lower, 6), (table.margin, 14)):
        read = [book[sheet].cell(row, column).value for sheet in sheets for row in range(6, 6 + 12)]
        assert np.array_equal(np.array(read, np.float64), array.ravel())


def test_margins_add_up_in_the_workbook_alone(tmp_path: Path) -> None:
    release = crossed()
    tables = xlsx_checker.Book(file_of(release, tmp_path)).tables()
    header = next(iter(tables.values()))[0]
    assert xlsx_checker.sums_that_fail(header, [row for _, rows in tables.values() for row in rows]) == []


def test_the_checker_notices_a_cell_that_is_one_off(tmp_path: Path) -> None:
    release = crossed()
    release.tables[0].estimate[1, 1, 2, 0] += 1
    tables = xlsx_checker.Book(file_of(release, tmp_path)).tables()
    header = next(iter(tables.values()))[0]
    assert len(xlsx_checker.sums_that_fail(header, [row for _, rows in tables.values() for row in rows])) == 3


def test_the_form_is_accessible() -> None:
    """Guidance on accessible spreadsheets: title in A1, one tagged header row, nothing merged, no filters."""
    book = book_of(crossed())
    assert book.sheetnames[:3] == ["Cover", "Contents", "Notes"]
    assert book.sheetnames[-4:] == ["Accuracy", "Method and protection", "Codes", "Ledger line"]
    assert book.properties.language == "en" and book.properties.creator == "dpdesk"
    names = set()
    for sheet in book:
        assert sheet.sheet_state == "visible" and not sheet.merged_cells.ranges and sheet.auto_filter.ref is None
        assert sheet["A1"].style == "Heading 1" and sheet["A1"].value
        (table,) = sheet.tables.values()
        assert table.autoFilter is None and table.ref.endswith(str(sheet.max_row))
        top = int(table.ref.split(":")[0][1:])
        heads = [sheet.cell(top, i + 1).value for i in range(len(table.tableColumns))]
        assert heads == [column.name for column in table.tableColumns]
        assert len({head.casefold() for head in heads}) == len(heads) and all(heads)
        assert sheet.freeze_panes == f"A{top + 1}"
        names.add(table.displayName.casefold())
        for row in range(1, sheet.max_row + 1):
            assert sheet.cell(row, 1).value is not None
    assert len(names) == len(book.sheetnames)


@pytest.mark.parametrize("layout", ["accessible", "classic", "list"])
def test_a_workbook_has_the_styles_of_its_cells_alone(layout: str) -> None:
    book = book_of(crossed(), layout=layout)
    had = {cell._style for sheet in book for row in sheet.iter_rows() for cell in row if cell.has_style}
    assert len(had) > 3 and len(book._cell_styles) <= len(had) + 3  # the plain one, and those that have names


def test_the_level_is_always_named_and_numbers_stand_right() -> None:
    book = book_of(crossed(level=95))
    sheet = book[book.sheetnames[3]]
    heads = [cell.value for cell in sheet[5]]
    assert heads[3:9] == [
        "Measure",
        "Estimate",
        "Lower limit (95 %)",
        "Upper limit (95 %)",
        "Noise margin (95 %)",
        "Mark",
    ]
    codes = ["Race (code)", "Sex (code)", "School (code)", "Measure (code)"]
    assert heads[9:] == [*codes, "Exact noise margin (95 %)"]
    number = sheet["E6"]
    assert number.number_format == "#,##0" and number.alignment.horizontal == "right" and number.data_type == "n"
    # The exact margin is hardly rounded: two further decimals, and small ones as many as it takes.
    assert sheet["H6"].number_format == "#,##0" and sheet["H6"].value == 3 and sheet["N6"].value == 2.4375
    assert sheet["N6"].number_format == "[<0.001]0.0###########;[<1]0.0####;#,##0.000"
    assert [sheet.cell(6, i).value for i in range(10, 14)] == ["_T", "_T", "_T", "count"]
    everything = "\n".join(str(c.value) for s in book for row in s.iter_rows() for c in row if c.value is not None)
    assert "MOE" not in everything and "confidence interval" not in everything.lower()


def test_contents_lead_to_every_sheet() -> None:
    book = book_of(crossed())
    sheet = book["Contents"]
    found = {sheet.cell(row, 1).value: sheet.cell(row, 1).hyperlink.location for row in range(4, sheet.max_row + 1)}
    assert found == {name: f"'{name}'!A1" for name in book.sheetnames if name != "Contents"}


def test_symbols_stand_where_there_is_no_number_and_zero_is_printed() -> None:
    release = published.release()
    table = release.tables[0]
    table.flag[0, 0, 1, 0], table.flag[0, 0, 2, 0], table.flag[0, 1, 1, 0] = "z", "n", "u"
    table.estimate[0, 0, 2, 0] = table.lower[0, 0, 2, 0] = table.upper[0, 0, 2, 0] = table.margin[0, 0, 2, 0] = np.nan
    table.estimate[0, 1, 0, 0] = -0.0
    sheet = book_of(release)["1"]
    assert [sheet.cell(7, i).value for i in range(4, 9)] == ["[z]"] * 5
    assert [sheet.cell(8, i).value for i in range(4, 9)] == ["[n]"] * 5
    assert sheet.cell(10, 4).value == 0 and str(sheet.cell(10, 4).value) == "0"
    assert sheet.cell(11, 8).value == "[u]" and sheet.cell(11, 4).data_type == "n"


def test_the_house_style_sets_the_symbols() -> None:
    plan = published.plan(display={"symbols": {"impossible": "(X)", "unreliable": "(S)"}})
    release = published.release(plan)
    release.tables[0].flag[0, 0, 1, 0], release.tables[0].flag[0, 0, 0, 0] = "z", "u"
    sheet = book_of(release)["1"]
    assert sheet["D7"].value == "(X)" and sheet["H6"].value == "(S)"


def test_whole_numbers_of_sixteen_digits_are_text_and_nothing_is_lost() -> None:
    values = [1e15, 2.0**53, 2.0**60, -1e15, 999_999_999_999_999.0, 123456.789]
    release = published.release(value=lambda codes, measure: values[sum(map(ord, "".join(codes))) % len(values)])
    sheet = book_of(release)["1"]
    for row, estimate in enumerate(release.tables[0].estimate.ravel(), 6):
        cell = sheet.cell(row, 4)
        assert (cell.data_type == "s") == (abs(estimate) >= 1e15)
        assert float(cell.value) == estimate
        assert cell.data_type == "n" or int(cell.value) == int(estimate)


@settings(max_examples=25)
@given(st.lists(st.one_of(st.sampled_from(ATTACKS), st.text(max_size=25)), min_size=4, max_size=4))
def test_text_is_read_back_as_text(texts: list[str]) -> None:
    labels = [text if text.strip() else "x" for text in texts]
    one = published.dictionary([published.category("sex", labels[0], ["1", "2"], {"1": labels[1], "2": labels[2]})])
    table = published.table(stub=[published.block("sex")], boxhead=[], title={"en": labels[3]})
    book = book_of(published.release(published.plan(one, [table], notes=[{"text": {"en": labels[1]}}])))
    sheet = book["1"]
    expected = [published_text(label) for label in labels]
    shown = [str(sheet[cell].value).replace("x005F_", "") for cell in ("A7", "A8", "A1")]  # without guards of escapes
    assert shown[:2] == expected[1:3]
    assert shown[2].startswith(f"Table 1: {expected[3]}")
    for cells in sheet.iter_rows():
        for cell in cells:
            assert cell.data_type != "f"
            if cell.data_type == "s" and begins_like_a_formula(cell.value):
                assert cell.quotePrefix


def published_text(text: str) -> str:
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if carried_by_xml(c) else "\ufffd" for c in whole).replace("x005F_", "")


def test_variables_with_the_same_label_get_distinct_headings() -> None:
    one = published.dictionary(
        [published.category("sex", "Estimate", ["1", "2"]), published.category("school", "estimate", ["1"])]
    )
    sheet = book_of(published.release(published.plan(one)))["1"]
    assert [cell.value for cell in sheet[5]][:4] == ["Estimate (2)", "estimate (3)", "Measure", "Estimate"]


def test_notes_are_marked_where_they_belong() -> None:
    notes = [
        {"text": {"en": "On everything."}},
        {"text": {"en": "On the table."}, "table": "people"},
        {"text": {"en": "On a row."}, "table": "people", "row": {"sex": "M"}},
        {"text": {"en": "On a column."}, "table": "people", "column": {"school": "2"}},
        {"text": {"en": "On a measure."}, "table": "people", "measure": "count"},
        {"text": {"en": "On a cell."}, "table": "people", "row": {"sex": "F"}, "column": {"school": "3"}},
    ]
    book = book_of(published.release(published.plan(notes=notes)))
    sheet, texts = book["1"], [cell.value for cell in book["Notes"]["B"]][3:]
    *own, counted, missing = texts[3:]
    assert own == [note["text"]["en"] for note in notes]  # each has a text
    assert counted == "The total counts all records of the file."
    assert str(missing).startswith("A record without a code for one of these is left out of every table")
    assert sheet["A1"].value == "Table 1: Persons by sex and schooling [note 5]"  # [note 4] is about all tables
    assert [sheet.cell(row, 1).value for row in (9, 10, 14)] == ["Total", "Sex M [note 6]", "Sex F"]
    assert sheet["B8"].value == "Schooling 2 [note 7]" and sheet["C6"].value == "Count [note 8]"
    assert sheet["H17"].value == "[note 9]" and sheet["H16"].value is None


def test_a_sample_says_so_in_every_title_line() -> None:
    plan = published.plan(published.dictionary(data_kind="sample"))
    book = book_of(published.release(plan))
    assert book["1"]["A1"].value == "Table 1: Persons by sex and schooling (sample cases, unweighted)"
    assert "sample cases, unweighted" not in str(book_of(published.release())["1"]["A1"].value)


def test_a_rehearsal_is_watermarked_on_every_sheet_and_on_paper() -> None:
    for sheet in book_of(crossed(rehearsal=True)):
        assert sheet["A1"].value.startswith("REHEARSAL")
        assert sheet.oddHeader.center.text.startswith("REHEARSAL")
    for sheet in book_of(crossed()):
        assert "REHEARSAL" not in sheet["A1"].value and not sheet.oddHeader.center.text


def test_the_cover_says_who_is_protected_and_how() -> None:
    add, replace_one = (
        {
            row[0].value: row[1].value
            for row in book_of(published.release(published.plan(published.dictionary(neighbours=n))))[
                "Cover"
            ].iter_rows(min_row=4)
        }
        for n in ("add_remove", "replace_one")
    )
    assert add["Released on"] == "3 February 2026" and add["Contact"].startswith("Census Office")
    assert add["Privacy loss of this release"] == "rho = 0.5 (zero-concentrated differential privacy)"
    assert "is not treated as known" in add["Unit of protection"]
    assert "is treated as known" in replace_one["Unit of protection"]


def test_widths_and_form_depend_on_labels_and_never_on_numbers() -> None:
    """Two releases with the same shell and very different numbers: same widths, heights, formats, print areas."""
    small, large = published.release(value=lambda c, m: 100.0), published.release(value=lambda c, m: 123_456_789.0)
    for one, other in zip(book_of(small), book_of(large), strict=True):
        assert {k: d.width for k, d in one.column_dimensions.items()} == {
            k: d.width for k, d in other.column_dimensions.items()
        }
        assert {k: d.height for k, d in one.row_dimensions.items()} == {
            k: d.height for k, d in other.row_dimensions.items()
        }
        assert one.print_area == other.print_area and one.dimensions == other.dimensions


def test_only_the_columns_for_readers_are_printed() -> None:
    sheet = book_of(crossed())["1a"]
    assert sheet.print_area == "'1a'!$A$1:$I$17" and sheet.print_title_rows == "$5:$5"


def test_other_layouts_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="choose one of accessible"):
        workbook.write(published.release(), io.BytesIO(), layout="fancy")


def test_column_letters() -> None:
    assert [column_letters(i) for i in (0, 25, 26, 701, 702, 16383)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]


def test_the_page_accuracy_says_what_was_promised_rounded_up_and_the_same_in_words() -> None:
    sheet = book_of(published.release())["Accuracy"]
    heads = ["Table", "Title", "Cells", "Typical error", "Widest noise margin (90 %)", "In words"]
    assert [cell.value for cell in sheet[3]] == heads
    row = [cell.value for cell in sheet[4]]
    assert row[:5] == ["1", "Persons by sex and schooling", 12, 1.3, 4], "the margin as it is printed beside a count"
    assert row[5] == "Noise moves a count by about 1.3; no margin of a count is expected to be wider than 4."


def test_the_page_accuracy_calls_a_margin_of_counts_so_where_there_are_other_figures() -> None:
    """A table whose quartiles were ± 432 had the widest margin 5."""

    def place(*items: Any) -> Any:
        return SimpleNamespace(table=SimpleNamespace(shell=SimpleNamespace(items=items)))

    def item(kind: str) -> Any:
        return SimpleNamespace(kind=kind, plain=None)

    counts, quartiles = place(item("count")), place(item("count"), item("quantile"))
    assert _counts_alone([counts, quartiles]) and not _counts_alone([counts])
    assert not _counts_alone([quartiles, place(item("sum"))]), "of sums no count's margin is promised"


def test_the_page_accuracy_speaks_of_targets_and_of_unreliable_cells_where_there_are_any() -> None:
    promise = deepcopy(published.release().forecast)
    one = {"table": "people", "words": "noise margin (90 %) at most 50 on all counts", "shown": "±3.3", "met": True}
    promise["targets"] = [one, {**one, "table": "another"}, {**one, "words": "CV", "why_not": "It needs figures."}]
    release = published.release(forecast=promise)
    release.tables[0].flag[0, 0, 0, 0] = "u"
    sheet = book_of(release)["Accuracy"]
    assert [cell.value for cell in sheet[3]][5:] == ["Cells marked unreliable", "In words", "Targets"]
    row = [cell.value for cell in sheet[4]]
    assert row[5] == 1
    assert row[7] == "noise margin (90 %) at most 50 on all counts: ±3.3, met; CV: It needs figures."


def test_a_promise_that_is_missing_is_said_to_be() -> None:
    row = [cell.value for cell in book_of(published.release(forecast={}))["Accuracy"][4]]
    assert row[2:] == [12, "not stated", "not stated", "This was not worked out before the release."]


def test_the_method_is_in_words_and_the_ledger_line_exact_and_they_name_offices_not_persons() -> None:
    book = book_of(published.release(offices={"Released by": "Census Office, Dissemination"}))
    method = {row[0].value: row[1].value for row in book["Method and protection"].iter_rows(min_row=4)}
    assert method["Privacy loss of this release"] == "rho = 0.5 (zero-concentrated differential privacy)"
    assert method["Method of all tables"].startswith("Histogram, discrete Gaussian noise. ")
    assert not any("sigma" in str(text) or "add_remove" in str(text) for text in method.values())
    line = {row[0].value: row[1].value for row in book["Ledger line"].iter_rows(min_row=4)}
    assert (line["Entry"], line["Check value of the ledger"], line["Check value before it"]) == (
        "7",
        "ab" * 32,
        "cd" * 32,
    )
    assert (
        line["Privacy loss of this release"] == "rho = 1/2"
        and line["Neighbours"] == "one unit is added or left out (add_remove)"
    )
    assert line["Released by"] == "Census Office, Dissemination" and line["Remaining in the account"] == "rho 3/2"


def test_nothing_is_said_that_does_not_apply() -> None:
    """No mark that no cell bears, no field that the plan leaves empty."""
    release = published.release(published.plan(contact=None, reference_period=None))
    book = book_of(release)
    texts = [str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not any(word in text for text in texts for word in ("not stated in the plan", "[z]", "[u]", "Contact"))
    release.tables[0].flag[0, 0, 0, 0] = "u"
    marked = [str(cell.value) for row in book_of(release)["Notes"].iter_rows() for cell in row]
    assert any("[u] unreliable" in text for text in marked) and not any("[z]" in text for text in marked)


def test_writing_reports_progress_and_can_be_cancelled(tmp_path: Path) -> None:
    seen: list[float | None] = []

    def progress(stage: str, fraction: float | None = None) -> None:
        seen.append(fraction)
        if len(seen) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_release(published.release(), tmp_path, progress=progress)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_paragraph_has_no_empty_line_below_it_and_a_narrow_column_keeps_its_room() -> None:
    words = " ".join(["letter"] * 16)  # 111 characters
    assert [written._text("text", words, width, "Arial")[2] for width in (73.0, 74.0)] == [2, 1]
    assert [written._text("text", "letter letter letter", width, "Arial")[2] for width in (13.0, 15.0)] == [2, 1]
    assert [written._text("stub2", "letter letter letter", width, "Arial")[2] for width in (14.0, 15.5)] == [2, 1]


def test_nothing_touches_the_rule_of_a_head() -> None:
    """It stands above the head, whose words stand at the foot of a row with room for the rule."""
    for sheet in book_of(published.release()).worksheets:
        (table,) = sheet.tables.values()
        (heads,) = sheet[table.ref.split(":")[0] : f"{table.ref.split(':')[1].rstrip('0123456789')}{table.ref[1]}"]
        assert all(cell.border.top and cell.border.top.style for cell in heads), sheet.title
        assert not any(cell.border.bottom and cell.border.bottom.style for cell in heads), sheet.title
        assert all(cell.alignment.vertical == "bottom" for cell in heads), sheet.title
        assert sheet.row_dimensions[heads[0].row].height >= LINE + BELOW_A_RULE, sheet.title
