"""What the UK Government Analysis Function asks of spreadsheets, a function a point, over a workbook as it was read.

After *Releasing statistics in spreadsheets* and the checklist of aftables: whatever of it a program can see. Each
function gives the faults it finds, in words; none is a workbook that passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from openpyxl.utils import range_boundaries

Book = Any
Point = Callable[[Book], Iterator[str]]
POINTS: dict[str, Point] = {}

TITLE = re.compile(r"^(Table|Tabelle) ([0-9]+[a-z]*)(?: margins| Spannen)?: \S")
NOTE = re.compile(r"\[(?:note|Anmerkung) ([0-9]+)\]")
SHORTHAND = re.compile(r"^\[[a-z]+\]$")
_NUMBERED = re.compile(r"^[0-9]+[a-z]*( margins| Spannen)?( de)?$")  # of the second language in a workbook: "1 de"


def point(found: Point) -> Point:
    POINTS[found.__name__] = found
    return found


def tables(book: Book) -> list[Any]:
    """The sheets with figures: named by their number."""
    return [sheet for sheet in book.worksheets if _NUMBERED.fullmatch(sheet.title)]


def area(sheet: Any) -> tuple[int, int, int, int]:
    """First column, first row, last column and last row of the one table of a sheet."""
    (table,) = sheet.tables.values()
    first, top, last, bottom = range_boundaries(table.ref)
    return int(first or 0), int(top or 0), int(last or 0), int(bottom or 0)


def head(sheet: Any) -> list[Any]:
    first, top, last, _ = area(sheet)
    return [sheet.cell(top, column).value for column in range(first, last + 1)]


def body(sheet: Any) -> Iterator[list[Any]]:
    first, top, last, bottom = area(sheet)
    for row in range(top + 1, bottom + 1):
        yield [sheet.cell(row, column) for column in range(first, last + 1)]


def above(sheet: Any) -> list[str]:
    """What stands above the table."""
    return [str(sheet.cell(row, 1).value or "") for row in range(1, area(sheet)[1])]


@point
def cover_is_the_first_sheet(book: Book) -> Iterator[str]:
    if book.sheetnames[0] not in ("Cover", "Deckblatt"):
        yield f"the first sheet is {book.sheetnames[0]}"


@point
def cover_says_who_publishes_when_and_whom_to_ask(book: Book) -> Iterator[str]:
    named = {str(row[0].value) for row in book.worksheets[0].iter_rows(min_row=4)}
    for wanted in (("Released on", "Freigegeben am"), ("Contact", "Kontakt"), ("Source", "Quelle")):
        if not named & set(wanted):
            yield f"the cover does not say: {wanted[0]}"


@point
def contents_come_second_and_link_to_every_sheet(book: Book) -> Iterator[str]:
    sheet = book.worksheets[1]
    if sheet.title not in ("Contents", "Inhalt"):
        yield f"the second sheet is {sheet.title}"
    led = set()
    for row in sheet.iter_rows():
        for cell in row:
            if cell.hyperlink is not None and cell.hyperlink.location:
                led.add(cell.hyperlink.location.rpartition("!")[0].strip("'"))
    yield from (f"no link to {name}" for name in book.sheetnames if name not in {*led, sheet.title})


@point
def notes_come_before_the_tables(book: Book) -> Iterator[str]:
    names = book.sheetnames
    at = next((names.index(one) for one in ("Notes", "Anmerkungen") if one in names), None)
    if at is None:
        yield "no sheet of notes"
    elif any(names.index(sheet.title) < at for sheet in tables(book)):
        yield "a table stands before the notes"


@point
def every_note_that_is_referred_to_is_there(book: Book) -> Iterator[str]:
    sheet = next((one for one in book.worksheets if one.title in ("Notes", "Anmerkungen")), None)
    known = set()
    if sheet is not None:
        known = {str(row[0].value).split()[-1] for row in sheet.iter_rows(min_row=4) if row[0].value}
    for one in tables(book):
        for row in one.iter_rows():
            for cell in row:
                for number in NOTE.findall(str(cell.value)) if isinstance(cell.value, str) else ():
                    if number not in known:
                        yield f"{one.title}!{cell.coordinate}: no note {number}"


@point
def every_sheet_has_its_title_in_a1(book: Book) -> Iterator[str]:
    yield from (f"{sheet.title}: no title" for sheet in book.worksheets if not isinstance(sheet["A1"].value, str))


@point
def titles_of_tables_have_the_number_of_their_sheet(book: Book) -> Iterator[str]:
    for sheet in tables(book):
        found = TITLE.match(str(sheet["A1"].value))
        if found is None or found[2] != sheet.title.split()[0]:
            yield f"{sheet.title}: {str(sheet['A1'].value)[:40]}"


@point
def names_of_sheets_are_short_and_distinct(book: Book) -> Iterator[str]:
    names = [name.casefold() for name in book.sheetnames]
    yield from (f"{name} twice" for name in set(names) if names.count(name) > 1)
    yield from (f"{name} is too long" for name in names if len(name) > 31)


@point
def every_sheet_is_one_marked_up_table(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        if len(sheet.tables) != 1:
            yield f"{sheet.title}: {len(sheet.tables)} tables"


@point
def names_of_tables_say_what_they_are(book: Book) -> Iterator[str]:
    seen: set[str] = set()
    for sheet in book.worksheets:
        for name in sheet.tables:
            if not re.fullmatch(r"[^\W\d]\w+", name) or re.fullmatch(r"Table[0-9]+", name) or name in seen:
                yield f"{sheet.title}: {name}"
            number, second = re.subn(" de$", "", sheet.title)
            own = "Table_" + re.sub(r"[^A-Za-z0-9]", "_", number)
            if sheet.title[0].isdigit() and not (name.startswith(own) and name.endswith("_de" if second else "")):
                yield f"{sheet.title}: {name} is named as that of another sheet"
            seen.add(name)


@point
def the_table_is_all_there_is_below_its_head(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        first, _, last, bottom = area(sheet)
        if first != 1 or sheet.max_row != bottom or sheet.max_column != last:
            yield f"{sheet.title}: the table ends at {last}, {bottom}, the sheet at {sheet.max_column}, {sheet.max_row}"


@point
def there_is_one_header_row_of_distinct_names(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        names = head(sheet)
        if any(not isinstance(name, str) or not name.strip() for name in names):
            yield f"{sheet.title}: a column has no name"
        folded = [str(name).casefold() for name in names]
        yield from (f"{sheet.title}: {name} twice" for name in set(folded) if folded.count(name) > 1)


@point
def no_cells_are_merged(book: Book) -> Iterator[str]:
    yield from (f"{sheet.title}: {area}" for sheet in book.worksheets for area in sheet.merged_cells.ranges)


@point
def no_row_or_column_is_blank(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        rows = [list(row) for row in sheet.iter_rows(values_only=True)]
        yield from (f"{sheet.title}: row {at}" for at, row in enumerate(rows, 1) if not any(_there(one) for one in row))
        _, top, _, _ = area(sheet)
        columns = zip(*rows[top - 1 :], strict=True)
        yield from (f"{sheet.title}: column {at}" for at, one in enumerate(columns, 1) if not any(map(_there, one)))


@point
def no_row_column_or_sheet_is_hidden(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            yield f"{sheet.title} is hidden"
        yield from (f"{sheet.title}: column {at}" for at, one in sheet.column_dimensions.items() if one.hidden)
        yield from (f"{sheet.title}: row {at}" for at, one in sheet.row_dimensions.items() if one.hidden)


@point
def no_table_has_filters(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        filtered = bool(sheet.auto_filter.ref) or any(one.autoFilter for one in sheet.tables.values())
        yield from [sheet.title] if filtered else []


@point
def headings_of_columns_are_wrapped(book: Book) -> Iterator[str]:
    for sheet in tables(book):
        heads = sheet[area(sheet)[1]]
        yield from (f"{sheet.title}!{cell.coordinate}" for cell in heads if not cell.alignment.wrap_text)


@point
def no_pane_is_frozen(book: Book) -> Iterator[str]:
    yield from (f"{sheet.title}: {sheet.freeze_panes}" for sheet in book.worksheets if sheet.freeze_panes)


@point
def pages_have_no_foot(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        for name in ("oddFooter", "evenFooter", "firstFooter"):
            if any(getattr(getattr(sheet, name), side).text for side in ("left", "center", "right")):
                yield f"{sheet.title}: {name}"


@point
def heads_of_pages_say_nothing_that_the_sheet_does_not(book: Book) -> Iterator[str]:
    """A wide table is printed on several pages, each of which has its title; nobody hears it who listens."""
    for sheet in book.worksheets:
        said = " ".join(str(sheet.cell(row, 1).value or "") for row in range(1, 4))
        for side in ("left", "center", "right"):
            lines = str(getattr(sheet.oddHeader, side).text or "").replace("&&", "&").splitlines()
            words = [re.sub(r'^(&"[^"]*")?(&[0-9]+)? ?', "", line).rstrip("…") for line in lines]
            yield from (f"{sheet.title}: {one}" for one in words if one not in said)


@point
def figures_are_numbers_and_nothing_else(book: Book) -> Iterator[str]:
    """A text in a column of numbers is shorthand, in square brackets."""
    for sheet in tables(book):
        rows = list(body(sheet))
        for column in zip(*rows, strict=True):
            if not any(isinstance(cell.value, int | float) for cell in column):
                continue
            for cell in column:
                if isinstance(cell.value, str) and not SHORTHAND.match(cell.value):
                    yield f"{sheet.title}!{cell.coordinate}: {cell.value}"


@point
def no_cell_among_figures_is_empty(book: Book) -> Iterator[str]:
    for sheet in tables(book):
        for column in zip(*body(sheet), strict=True):
            if any(isinstance(cell.value, int | float) for cell in column):
                yield from (f"{sheet.title}!{cell.coordinate}" for cell in column if cell.value is None)


@point
def shorthand_is_explained_in_the_notes(book: Book) -> Iterator[str]:
    sheet = next((one for one in book.worksheets if one.title in ("Notes", "Anmerkungen")), None)
    texts = "" if sheet is None else " ".join(str(row[1].value) for row in sheet.iter_rows(min_row=4))
    used = {
        cell.value
        for one in tables(book)
        for row in body(one)
        for cell in row
        if isinstance(cell.value, str) and SHORTHAND.match(cell.value)
    }
    yield from (f"{sign} is not explained" for sign in sorted(used) if f"{sign} " not in texts)


@point
def the_source_stands_above_every_table(book: Book) -> Iterator[str]:
    for sheet in tables(book):
        if not any(re.search(r"(Source|Quelle): \S", line) for line in above(sheet)):
            yield sheet.title


@point
def the_unit_stands_above_every_table_or_in_its_heads(book: Book) -> Iterator[str]:
    for sheet in tables(book):
        if not any(re.search(r"(Units?|Einheit(en)?): \S", line) for line in above(sheet)):
            yield sheet.title


@point
def every_table_says_how_many_there_are_on_its_sheet(book: Book) -> Iterator[str]:
    for sheet in tables(book):
        if not any(re.search(r"[Oo]ne table|[Ee]ine Tabelle", line) for line in above(sheet)):
            yield sheet.title


@point
def every_table_leads_back_to_the_contents(book: Book) -> Iterator[str]:
    for sheet in tables(book):
        links = [cell.hyperlink.location or "" for row in sheet.iter_rows() for cell in row if cell.hyperlink]
        if not any(link.rpartition("!")[0].strip("'") in ("Contents", "Inhalt") for link in links):
            yield sheet.title


@point
def every_link_leads_to_a_sheet_and_says_where(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.hyperlink is None or not cell.hyperlink.location:
                    continue
                if cell.hyperlink.location.rpartition("!")[0].strip("'") not in book.sheetnames:
                    yield f"{sheet.title}!{cell.coordinate}: {cell.hyperlink.location}"
                if not str(cell.value or "").strip():
                    yield f"{sheet.title}!{cell.coordinate} has no words"


@point
def letters_are_large_and_without_serifs(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        fonts = {(cell.font.name, cell.font.sz) for row in sheet.iter_rows() for cell in row if cell.value is not None}
        yield from (f"{sheet.title}: {name} {size}" for name, size in fonts if name != "Arial" or size < 12)


@point
def nothing_is_said_by_colour_alone(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.fill.fill_type is not None:
                    yield f"{sheet.title}!{cell.coordinate} has a ground"
                black = cell.font.color is None or cell.font.color.rgb in ("FF000000", "00000000")
                black = black or cell.font.color.type != "rgb"
                if not black and cell.hyperlink is None and cell.value is not None:
                    yield f"{sheet.title}!{cell.coordinate} is coloured"


@point
def texts_have_no_spaces_at_their_ends(book: Book) -> Iterator[str]:
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and (cell.value != cell.value.strip() or "  " in cell.value):
                    yield f"{sheet.title}!{cell.coordinate}"


@point
def headings_have_no_line_breaks(book: Book) -> Iterator[str]:
    yield from (f"{sheet.title}: {name!r}" for sheet in book.worksheets for name in head(sheet) if "\n" in str(name))


@point
def the_workbook_has_a_title_and_a_language(book: Book) -> Iterator[str]:
    if not book.properties.title:
        yield "no title"
    if book.properties.language not in ("en", "de"):
        yield f"language: {book.properties.language}"


@point
def every_sheet_opens_at_its_title(book: Book) -> Iterator[str]:
    if book.active is not book.worksheets[0]:
        yield f"{book.active.title} is in view first"
    for sheet in book.worksheets:
        view = sheet.sheet_view
        chosen = {one.activeCell for one in view.selection} - {None}
        if (view.topLeftCell or "A1") != "A1" or chosen - {"A1"}:
            yield f"{sheet.title}: {chosen}, {view.topLeftCell}"


@point
def no_macro_formula_or_outside_link_is_in_it(book: Book) -> Iterator[str]:
    if book.vba_archive is not None or book._external_links:
        yield "macros or links to other workbooks"
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            yield from (f"{sheet.title}!{cell.coordinate}" for cell in row if cell.data_type == "f")


def _there(value: Any) -> bool:
    return value is not None and str(value).strip() != ""
