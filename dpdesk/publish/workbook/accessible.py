"""The accessible layout: what guidance of the UK's Government Analysis Function asks of statistical spreadsheets.

Title in A1, what the sheet holds below it, then one table marked up as a table with one header row of distinct
headings; no merged cells, no empty rows or columns, no filter buttons, no colour with a meaning; notes as `[note
1]`, gathered on the sheet *Notes*; a linked list of contents. Each table is flat: one row a cell. The labels stand
left, the numbers in the middle, and the codes on the right of the same row, outside the printed area: with them the
sheet can be joined to other data, and the result hash can be computed again from the workbook alone.

Widths depend on public labels and on the format, never on a number. Another layout (a classic one for print) is
another module with the same function `sheets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dpdesk.planning.document.formats import TABLE_HEADING, cut_utf16, sheet_names, sheets_of, utf16_length
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.notes import Marks, mark, numbered
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook import pages
from dpdesk.publish.workbook.ooxml import Cell, Sheet, TableObject
from dpdesk.publish.workbook.pages import ALL, line_words
from dpdesk.release.canonical import NOT_ESTIMABLE_SYMBOL, Hashes, number_text
from dpdesk.release.result import CORRECTED, IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, Release, TableResult

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, Item

HEADER_ROW = 5
CODE = " (code)"
LARGEST_NUMBER = 10**15  # from here on a worksheet would show other digits than were published
_NARROW, _WIDE = 12.0, 48.0
_VALUE_WIDTHS = (15.0, 22.0, 22.0, 24.0, 14.0)  # estimate, lower, upper, margin, mark

Tell = Callable[[str, float | None], None]


def sheets(release: Release, hashes: Hashes, language: str, tell: Tell) -> list[Sheet]:
    """All sheets of the workbook, in order; the rows of the tables are made while they are written."""
    places = table_sheets(release, language)
    tables: list[Sheet] = []
    for i, (name, table, page) in enumerate(places):
        tables.append(_table_sheet(release, table, page, name, i + 1, language, tell))
    front = [
        pages.cover(release, language),
        pages.contents(release, places, language),
        pages.notes(release, language),
    ]
    back = [
        pages.accuracy(release, places, language),
        pages.parameters(release, places),
        pages.ledger_line(release, hashes),
    ]
    return [*front, *tables, *back]


def table_sheets(release: Release, language: str) -> list[tuple[str, TableResult, int | None]]:
    """Name, table and page (None: all pages) of each sheet with a table."""
    places: list[tuple[str, TableResult, int | None]] = []
    wanted: list[str] = []
    for table in release.tables:
        shell = table.shell
        if len(sheets_of(*shell.shape)) == 1:
            places.append(("", table, None))
            wanted.append(shell.name)
            continue
        for page, line in enumerate(shell.pages.lines):
            places.append(("", table, page))
            wanted.append(f"{shell.name} {page + 1} {line_words(line.labels, language)}".strip())
    names = sheet_names(wanted)
    return [(name, table, page) for name, (_, table, page) in zip(names, places, strict=True)]


# One table ------------------------------------------------------------------------------------------------------------


def headings(release: Release, table: TableResult, language: str) -> tuple[str, ...]:
    """The header row of a table's sheets: labels, measure, values, mark, then codes; all distinct."""
    shell = table.shell
    labels = [variable.label.show(language) or variable.name for variable in shell.variables]
    named = facts.level(release)
    values = [
        "Measure",
        "Estimate",
        f"Lower limit ({named})",
        f"Upper limit ({named})",
        f"Noise margin ({named})",
        "Mark",
    ]
    used: set[str] = {value.casefold() for value in values} | {f"measure{CODE}"}
    labels = [_distinct(_heading(label) or "Variable", used) for label in labels]
    return (*labels, *values, *(f"{label}{CODE}" for label in labels), f"Measure{CODE}")


def _heading(label: str) -> str:
    """A label as the name of a column: one line with single spaces, and no longer than a table object allows."""
    text = " ".join(carried(label).split())
    room = TABLE_HEADING - len(f" (1000){CODE}")
    return text if utf16_length(text) <= room else cut_utf16(text, room - 1) + "…"


def table_title(release: Release, table: TableResult, page: int | None, language: str) -> str:
    """The title line of a table: watermark, title, page, and what kind of cases it counts."""
    shell = table.shell
    text = shell.title.show(language) or shell.name
    if page is not None:
        text += f": {line_words(shell.pages.lines[page].labels, language)}"
    if facts.is_sample(release):
        text += f" ({facts.SAMPLE})"
    if any(not one.tables or shell.name in one.tables for one in release.corrections):
        text += f" {facts.symbols(release)[CORRECTED]}"
    return f"{facts.REHEARSAL}: {text}" if release.rehearsal else text


def _table_sheet(
    release: Release, table: TableResult, page: int | None, name: str, number: int, language: str, tell: Tell
) -> Sheet:
    shell = table.shell
    notes = numbered(release, language)
    marks = Marks(shell, notes)
    heads = headings(release, table, language)
    variables = len(shell.variables)
    pages = range(shell.shape[0]) if page is None else range(page, page + 1)
    rows = len(pages) * shell.shape[1] * shell.shape[2] * shell.shape[3]
    universe = "" if shell.universe is None else shell.universe.show(language)
    whole = [one.number for one in notes if one.note.table is None]
    last = len(facts.standard_notes(release, language))
    refer = f"Notes 1 to {last} on the sheet Notes explain estimates, limits, margins and marks."
    top: list[list[Cell]] = [
        [("title", carried(table_title(release, table, page, language)) + mark(sorted(marks.title + whole)), False)],
        [
            (
                "plain",
                carried(f"Universe: {universe}" if universe else "Universe: all records that can be tabulated"),
                False,
            )
        ],
        [("plain", f"This sheet holds one table, with its header in row {HEADER_ROW}. {refer}", False)],
        [("link", "Contents", False)],
        [(_heading_style(i - variables), text, False) for i, text in enumerate(heads)],
    ]

    def all_rows() -> Iterator[Sequence[Cell]]:
        yield from top
        yield from _cells(release, table, pages, marks, language, lambda part: tell(f"writing {shell.name}", part))

    return Sheet(
        name,
        _widths(table, heads, language),
        len(top) + rows,
        all_rows(),
        TableObject(object_name(number, shell.name), HEADER_ROW, heads, rows),
        (("A4", "Contents"),),
        variables + 6,
        facts.REHEARSAL if release.rehearsal else "",
    )


def _heading_style(place: int) -> str:
    """How the heading of a column stands: like the values below it. `place` counts from the column Measure."""
    if 1 <= place <= 4:
        return "heading-right"
    return "heading-mark" if place == 5 else "heading"


def _cells(
    release: Release, table: TableResult, pages: range, marks: Marks, language: str, tell: Callable[[float], None]
) -> Iterator[list[Cell]]:
    """One row a cell, in the order of the tidy CSV."""
    shell = table.shell
    symbols = facts.symbols(release)
    page_cells = _line_cells(shell.pages, marks.pages, language)
    stub_cells = _line_cells(shell.stub, marks.stub, language)
    box_cells = _line_cells(shell.boxhead, marks.boxhead, language)
    items = [_item_cells(item, marks.items.get(at, []), language) for at, item in enumerate(shell.items)]
    styles = [(f"number{item.decimals}", f"margin{max(1, item.decimals)}") for item in shell.items]
    codes = [item.code for item in shell.items]
    total = len(pages) * shell.shape[1]
    for done, (page, stub) in enumerate((p, s) for p in pages for s in range(shell.shape[1])):
        if done % 64 == 0:
            tell(done / total)
        arrays = (table.estimate, table.lower, table.upper, table.margin)
        values = [array[page, stub].tolist() for array in arrays]
        flags = table.flag[page, stub].tolist()
        for box, (box_labels, box_codes) in enumerate(box_cells):
            left = [*page_cells[page][0], *stub_cells[stub][0], *box_labels]
            right = [*page_cells[page][1], *stub_cells[stub][1], *box_codes]
            for at, (label, code) in enumerate(items):
                flag = flags[box][at]
                style, finer = styles[at]
                numbers = [_value(array[box][at], flag, style, symbols) for array in values[:3]]
                numbers.append(_value(values[3][box][at], flag, finer, symbols))
                said = " ".join(symbols[letter] for letter in flag)
                if marks.cells:
                    said = (said + mark(marks.of_cell(page, stub, box, codes[at]))).strip()
                last: Cell = ("mark", said, False) if said else None
                yield [*left, label, *numbers, last, *right, code]
    tell(1.0)


def _value(value: float, flag: str, style: str, symbols: Mapping[str, str]) -> Cell:
    """A number, or the symbol that stands for it, or the digits of a number too long for a worksheet as text."""
    if IMPOSSIBLE in flag:
        return ("symbol", symbols[IMPOSSIBLE], False)
    if LESS_DETAIL in flag:
        return ("symbol", symbols[LESS_DETAIL], False)
    text = number_text(value)
    if text == NOT_ESTIMABLE_SYMBOL:
        return ("symbol", symbols[NOT_ESTIMABLE], False)
    if abs(value) >= LARGEST_NUMBER:
        return ("symbol", text, False)
    return (style, text, True)


def _line_cells(axis: Axis, notes: Mapping[int, list[int]], language: str) -> list[tuple[list[Cell], list[Cell]]]:
    """For each line its cells with labels and its cells with codes."""
    out: list[tuple[list[Cell], list[Cell]]] = []
    for at, line in enumerate(axis.lines):
        labels = [
            carried(label.show(language)) or (code or ALL) for label, code in zip(line.labels, line.codes, strict=True)
        ]
        if at in notes and labels:
            place = max((i for i, code in enumerate(line.codes) if code), default=len(labels) - 1)
            labels[place] += mark(notes[at])
        cells: list[Cell] = [("text", label, False) for label in labels]
        out.append((cells, [("plain", carried(code), False) if code else None for code in line.codes]))
    return out


def _item_cells(item: Item, notes: list[int], language: str) -> tuple[Cell, Cell]:
    label = (carried(item.label.show(language)) or item.code) + mark(notes)
    return ("text", label, False), ("plain", carried(item.code), False)


def _widths(table: TableResult, heads: Sequence[str], language: str) -> tuple[float, ...]:
    """Widths in characters, from the labels of the shell and the headings alone."""
    shell = table.shell
    lines: list[tuple[float, float]] = []
    for axis in (shell.pages, shell.stub, shell.boxhead):
        for i in range(len(axis.variables)):
            labels = max((len(line.labels[i].show(language)) for line in axis.lines), default=0)
            codes = max((len(line.codes[i]) for line in axis.lines), default=0)
            lines.append((_width(labels), _width(codes)))
    items = [(len(item.label.show(language)), len(item.code)) for item in shell.items]
    item = (_width(max(label for label, _ in items)), _width(max(code for _, code in items)))
    left = [width for width, _ in lines] + [item[0]]
    right = [width for _, width in lines] + [item[1]]
    widths = [*left, *_VALUE_WIDTHS, *right]
    return tuple(max(width, min(_word(head), _WIDE)) for width, head in zip(widths, heads, strict=True))


def _width(characters: int) -> float:
    return min(max(_NARROW, 1.15 * characters + 2), _WIDE)


def _word(heading: str) -> float:
    """Room for the longest word of a heading in bold, and for the whole of it in two lines."""
    return 1.3 * max(*map(len, heading.split()), 0.6 * len(heading), 0) + 2


def object_name(number: int, name: str) -> str:
    """The name of a table object: letters, digits and underscores, and never like a cell."""
    kept = "".join(c if c.isascii() and c.isalnum() else "_" for c in name)
    return f"Table_{number}_{kept}"[:200]


def _distinct(heading: str, used: set[str]) -> str:
    candidate, number = heading, 1
    while candidate.casefold() in used or f"{candidate}{CODE}".casefold() in used:
        number += 1
        candidate = f"{heading} ({number})"
    used |= {candidate.casefold(), f"{candidate}{CODE}".casefold()}
    return candidate
