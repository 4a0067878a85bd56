"""The accessible workbook passes the UK Analysis Function's checklist, a test a point; each point finds its fault."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import openpyxl
import published
import pytest
from checklist import POINTS, area
from model_tables import MODELS
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.worksheet.filters import AutoFilter
from published import block, dictionary, plan, table

from dpdesk.planning.document.style_files import style_of
from dpdesk.publish.workbook import workbook
from dpdesk.release.canonical import result_hash
from dpdesk.release.reliability import in_style
from dpdesk.release.result import Release


def simple(**display: Any) -> Release:
    """Two tables, one with a page a sex, with notes on a table, a row and the whole release."""
    note = {"text": {"en": "Counted on the day."}}
    two = [
        table(measures=[{"kind": "count"}, {"kind": "percentage", "base": "row"}], display=display or None),
        table("pages", pages=[block("sex")], stub=[block("school")], boxhead=[]),
    ]
    two = [{key: value for key, value in one.items() if value is not None} for one in two]
    notes = [note, note | {"table": "people"}, note | {"table": "people", "row": {"sex": "M"}}]
    return published.release(plan(dictionary(), two, notes=notes))


def marked() -> Release:
    """Cells that are impossible, not estimable and unreliable, one of each."""
    release = simple()
    table = release.tables[0]
    for at, flag in enumerate(("z", "n", "u")):
        table.flag.reshape(-1)[at] = flag
        for values in (table.estimate, table.lower, table.upper, table.margin, table.unbiased) if flag != "u" else ():
            values.reshape(-1)[at] = np.nan
    return replace(release, result_hash=result_hash(release))


def model(name: str) -> Release:
    """A table that everybody knows, by an office that can be asked."""
    return published.release(MODELS[name]().released_as(contact={"en": "Office, desk@office.example"}))


CASES: dict[str, Callable[[], Release]] = {
    **{name: lambda name=name: model(name) for name in MODELS},
    "margins beside": simple,
    "marks": marked,
    "margins in a block": lambda: simple(margins="block"),
    "margins on a sheet": lambda: simple(margins="sheet"),
    "totals last": lambda: simple(totals="last"),
    "thousands": lambda: simple(scale=1_000, decimals=1),
    "UK style": lambda: in_style(simple(), style_of("uk")),
}


@cache
def made(case: str, language: str = "en") -> bytes:
    stream = io.BytesIO()
    workbook.write(CASES[case](), stream, layout="accessible", language=language)
    return stream.getvalue()


@cache
def read(case: str, language: str = "en") -> Any:
    return openpyxl.load_workbook(io.BytesIO(made(case, language)))


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("case", CASES)
def test_each_point_of_the_checklist(case: str, name: str) -> None:
    assert list(POINTS[name](read(case))) == []


@pytest.mark.parametrize("name", POINTS)
def test_each_point_in_german(name: str) -> None:
    assert list(POINTS[name](read("margins beside", "de"))) == []


@cache
def two_languages() -> Any:
    stream = io.BytesIO()
    workbook.write(CASES["margins beside"](), stream, layout="accessible", language="en", beside=["de"])
    return openpyxl.load_workbook(stream)


@pytest.mark.parametrize("name", POINTS)
def test_each_point_where_both_languages_are_in_one_workbook(name: str) -> None:
    assert list(POINTS[name](two_languages())) == []


# Planted faults -------------------------------------------------------------------------------------------------------


def put(name: str, where: str, value: Any) -> Callable[[Any], None]:
    def plant(book: Any) -> None:
        book[name][where] = value

    return plant


def page(name: str, **parts: str) -> Callable[[Any], None]:
    """A text at the head or foot of paper."""

    def plant(book: Any) -> None:
        for where, text in parts.items():
            getattr(book[name], where).center.text = text

    return plant


def renamed(old: str, new: str) -> Callable[[Any], None]:
    def plant(book: Any) -> None:
        with pytest.warns(UserWarning, match="31 characters"):
            book[old].title = new

    return plant


def moved(name: str, steps: int) -> Callable[[Any], None]:
    def plant(book: Any) -> None:
        book.move_sheet(name, steps)

    return plant


def unlinked(book: Any) -> None:
    for row in book["Contents"].iter_rows():
        for cell in row:
            if cell.value == "1":
                cell.hyperlink = None


def unlinked_back(book: Any) -> None:
    book["1"]["A4"].hyperlink = None


def led_astray(book: Any) -> None:
    book["1"]["A4"].hyperlink.location = "'nowhere'!A1"


def unmarked(book: Any) -> None:
    book["1"].tables.clear()


def plainly_named(book: Any) -> None:
    (one,) = book["1"].tables.values()
    book["1"].tables.clear()
    one.displayName = one.name = "Table1"
    book["1"].add_table(one)


def noted_below(book: Any) -> None:
    sheet = book["1"]
    sheet.cell(area(sheet)[3] + 2, 1, "Source: elsewhere")


def headed_twice(book: Any) -> None:
    book["1"]["B5"] = book["1"]["D5"].value


def merged(book: Any) -> None:
    book["1"].merge_cells("A1:C1")


def spaced(book: Any) -> None:
    for cell in book["1"][4]:
        cell.value = None


def hidden(book: Any) -> None:
    book["1"].column_dimensions["B"].hidden = True


def filtered(book: Any) -> None:
    (one,) = book["1"].tables.values()
    one.autoFilter = AutoFilter(ref=one.ref)


def unwrapped(book: Any) -> None:
    book["1"]["B5"].alignment = Alignment(wrap_text=False)


def frozen(book: Any) -> None:
    book["1"].freeze_panes = "A6"


def emptied(book: Any) -> None:
    book["1"]["B6"] = None


def small(book: Any) -> None:
    book["1"]["B6"].font = Font(name="Arial", sz=9)


def coloured(book: Any) -> None:
    book["1"]["B6"].fill = PatternFill("solid", fgColor="FFFFC7CE")


def untitled(book: Any) -> None:
    book.properties.title = None


def opened_elsewhere(book: Any) -> None:
    book.active = 3


FAULTS: dict[str, Callable[[Any], None]] = {
    "cover_is_the_first_sheet": moved("Cover", 2),
    "cover_says_who_publishes_when_and_whom_to_ask": put("Cover", "A7", "Somebody"),
    "contents_come_second_and_link_to_every_sheet": unlinked,
    "notes_come_before_the_tables": moved("Notes", 3),
    "every_note_that_is_referred_to_is_there": put("1", "A6", "Total [note 99]"),
    "every_sheet_has_its_title_in_a1": put("Accuracy", "A1", None),
    "titles_of_tables_have_the_number_of_their_sheet": put("1", "A1", "Persons by sex"),
    "names_of_sheets_are_short_and_distinct": renamed("Accuracy", "How accurate the estimates of this release are"),
    "every_sheet_is_one_marked_up_table": unmarked,
    "names_of_tables_say_what_they_are": plainly_named,
    "the_table_is_all_there_is_below_its_head": noted_below,
    "there_is_one_header_row_of_distinct_names": headed_twice,
    "no_cells_are_merged": merged,
    "no_row_or_column_is_blank": spaced,
    "no_row_column_or_sheet_is_hidden": hidden,
    "no_table_has_filters": filtered,
    "headings_of_columns_are_wrapped": unwrapped,
    "no_pane_is_frozen": frozen,
    "pages_have_no_foot": page("Cover", oddFooter="&P"),
    "heads_of_pages_say_nothing_that_the_sheet_does_not": page("1", oddHeader="Provisional"),
    "figures_are_numbers_and_nothing_else": put("1", "B6", "1,234"),
    "no_cell_among_figures_is_empty": emptied,
    "shorthand_is_explained_in_the_notes": put("1", "B6", "[q]"),
    "the_source_stands_above_every_table": put("1", "A2", "Unit: number."),
    "the_unit_stands_above_every_table_or_in_its_heads": put("1", "A2", "Source: a register."),
    "every_table_says_how_many_there_are_on_its_sheet": put("1", "A3", "See the notes."),
    "every_table_leads_back_to_the_contents": unlinked_back,
    "every_link_leads_to_a_sheet_and_says_where": led_astray,
    "letters_are_large_and_without_serifs": small,
    "nothing_is_said_by_colour_alone": coloured,
    "texts_have_no_spaces_at_their_ends": put("1", "A6", "Total "),
    "headings_have_no_line_breaks": put("1", "B5", "Total\nof all"),
    "the_workbook_has_a_title_and_a_language": untitled,
    "every_sheet_opens_at_its_title": opened_elsewhere,
    "no_macro_formula_or_outside_link_is_in_it": put("1", "B6", "=B7+B8"),
}


def test_every_point_has_a_fault_that_is_planted() -> None:
    assert FAULTS.keys() == POINTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(made("margins beside")))
    FAULTS[name](book)
    assert list(POINTS[name](book))


def test_a_workbook_of_another_layout_would_not_pass() -> None:
    stream = io.BytesIO()
    workbook.write(simple(), stream, layout="classic")
    book = openpyxl.load_workbook(stream)
    assert all(list(POINTS[name](book)) for name in ("no_cells_are_merged", "pages_have_no_foot"))
