"""The list layout: one row a cell, with limits and codes, as the tidy CSV has them.

Labels stand left, the numbers in the middle, and codes and the exact margin on the right of the same row, outside the
printed area. A table that has more columns than a worksheet is set out like this whatever was asked for.

Widths depend on public labels and on the format, never on a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.notes import Marks, mark
from dpdesk.publish.documents.printed import Printed
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.accessible import HEADER_ROW, Setting
from dpdesk.publish.workbook.cells import (
    CODE,
    WIDE,
    distinct,
    label_cells,
    margin_cells,
    margin_ending,
    object_name,
    one_line,
    sampled_cells,
    value_cell,
    width,
    word_width,
)
from dpdesk.publish.workbook.codes import Map
from dpdesk.publish.workbook.sheet import Cell, Sheet, TableObject, column_letters
from dpdesk.publish.workbook.titles import Place, head_words
from dpdesk.release.canonical import variables_of
from dpdesk.release.result import Release, TableResult
from dpdesk.translation import marked

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, Item

_EXACT_LIMITS = ("Exact lower limit ({level})", "Exact upper limit ({level})")
_SAMPLED = ("Sampling margin ({level})", "Noise and sampling margin ({level})")
_VALUE_WIDTHS = (15.0, 22.0, 22.0, 24.0, 14.0)  # estimate, lower, upper, margin, mark


def sheets(setting: Setting) -> tuple[list[Sheet], Map]:
    """The sheets of a table, and where its cells stand on them."""
    places = setting.places
    shell = places[0].table.shell
    made = [_table_sheet(setting, place) for place in places]
    variables = len(shell.variables)
    more = 0 if places[0].table.sampling is None else len(_SAMPLED)
    estimate, lower, upper, printed, mark_, *both = (column_letters(variables + at) for at in range(1, 6 + more))
    codes = tuple(column_letters(variables + 6 + more + at) for at in range(variables + 1))
    rounded = Printed(setting.release, places[0].table).rounded
    exact = [column_letters(2 * variables + 7 + more + at) for at in range(4 + more)]
    sampled = exact[4 if rounded else 1 :][:more]
    letters: tuple[str, ...] = (estimate, lower, upper, exact[0], printed, mark_)
    told = Printed(setting.release, places[0].table).told
    if told is not None:
        letters = (*exact[1:4], exact[0], printed, mark_, estimate, lower, upper)
    last = max(sheet.height for sheet in made)
    own = tuple((place.name, ()) for place in places)
    where = (" ".join([*sampled, *both]),) if more else ()
    cells = ((letters, ()),)
    return made, Map(shell.name, variables_of(shell), own, HEADER_ROW + 1, last, 1, codes, cells, told, sampled=where)


# One table ------------------------------------------------------------------------------------------------------------


def headings(release: Release, table: TableResult, language: str) -> tuple[str, ...]:
    """The header row of a table's sheets: labels, measure, values, mark, codes, the exact margin; all distinct."""
    shell = table.shell
    labels = [variable.label.show(language) or variable.name for variable in shell.variables]
    named = facts.level(release)
    measure, code = said(language, "Measure"), said(language, CODE)
    values = [
        measure,
        said(language, "Estimate"),
        *(
            said(language, text, level=named)
            for text in ("Lower limit ({level})", "Upper limit ({level})", "Noise margin ({level})")
        ),
        said(language, "Mark"),
    ]
    sampled = () if table.sampling is None else _SAMPLED
    values += [said(language, text, level=named) for text in sampled]
    exact = [said(language, "Exact noise margin ({level})", level=named)]
    if Printed(release, table).rounded:
        exact.append(said(language, "Exact estimate"))
        exact += [said(language, text, level=named) for text in _EXACT_LIMITS]
    exact += [said(language, f"Exact {text[0].lower()}{text[1:]}", level=named) for text in sampled]
    used: set[str] = {value.casefold() for value in (*values, f"{measure}{code}", *exact)}
    labels = [distinct(one_line(label) or "?", used, ("", code)) for label in labels]
    return (*labels, *values, *(f"{label}{code}" for label in labels), f"{measure}{code}", *exact)


def _table_sheet(setting: Setting, place: Place) -> Sheet:
    release, language, table = setting.release, setting.language, place.table
    shell = table.shell
    marks = Marks(shell, setting.notes)
    heads = headings(release, table, language)
    variables = len(shell.variables)
    rows = len(place.pages) * shell.shape[1] * shell.shape[2] * shell.shape[3]
    more = 0 if table.sampling is None else len(_SAMPLED)
    last = 2 * variables + 7 + more  # the first of the exact figures
    explained = said(language, "One table, its header in row {row}.", row=HEADER_ROW)
    explained += " " + said(language, "The sheet Notes explains limits, margins and marks; codes stand on the right.")
    top: list[list[Cell]] = [
        [("title", setting.title(place, marks), False)],
        [("plain", head_words(release, table, language), False)],
        [("plain", f"{setting.because} {explained}".strip(), False)],
        [("link", said(language, "Contents"), False)],
        [(_heading_style(i - variables, i >= last, more), text, False) for i, text in enumerate(heads)],
    ]

    def all_rows() -> Iterator[Sequence[Cell]]:
        yield from top
        tell = setting.tell
        yield from _cells(
            release, table, place.pages, marks, language, lambda part: tell(f"writing {shell.name}", part)
        )

    return Sheet(
        place.name,
        _widths(table, heads, language),
        len(top) + rows,
        all_rows(),
        TableObject(object_name(place.name, shell.name), HEADER_ROW, heads, rows),
        (("A4", said(language, "Contents")),),
        variables + 6 + more,
        setting.watermark(),
        foot=setting.foot(place),
    )


def _heading_style(place: int, last: bool, more: int) -> str:
    """How the heading of a column stands: like the values below it. `place` counts from the column Measure."""
    if last or 1 <= place <= 4 or 6 <= place < 6 + more:
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
    codes = [item.code for item in shell.items]
    printing, point = Printed(release, table), marked(language, ".")
    figures = [(item.decimals, printing.of(item)) for item in shell.items]
    total = len(pages) * shell.shape[1]
    for done, (page, stub) in enumerate((p, s) for p in pages for s in range(shell.shape[1])):
        if done % 64 == 0:
            tell(done / total)
        arrays = (table.estimate, table.lower, table.upper, table.margin)
        values = [array[page, stub].tolist() for array in arrays]
        both = [array[page, stub].tolist() for array in (table.sampling, table.combined) if array is not None]
        flags = table.flag[page, stub].tolist()
        for box, (box_labels, box_codes) in enumerate(box_cells):
            left = [*page_cells[page][0], *stub_cells[stub][0], *box_labels]
            right = [*page_cells[page][1], *stub_cells[stub][1], *box_codes]
            for at, (label, code) in enumerate(items):
                flag = flags[box][at]
                estimate, lower, upper, margin = numbers = [array[box][at] for array in values]
                decimals, own = figures[at]
                ending = margin_ending(shell.items[at], margin, point)
                printed, *exact = margin_cells(margin, flag, own, decimals, symbols, ending=ending)
                if exact[0] is not None and exact[0][2] and not math.isfinite(estimate):
                    printed = None  # no margin without an estimate; the exact one is part of the result hash
                if printing.rounded:
                    exact += [value_cell(value, flag, f"number{decimals}", symbols) for value in numbers[:3]]
                    numbers = [own.nearest(estimate), own.below(lower), own.above(upper)]
                shown = [value_cell(value, flag, f"number{own.decimals}", symbols) for value in numbers[:3]]
                remarks = " ".join(symbols[letter] for letter in flag)
                if marks.cells:
                    remarks = (remarks + mark(marks.of_cell(page, stub, box, codes[at]), language)).strip()
                last: Cell = ("mark", remarks, False) if remarks else None
                sampled = [sampled_cells(one[box][at], flag, own, decimals, symbols) for one in both]
                more = [one for one, _ in sampled]
                yield [*left, label, *shown, printed, last, *more, *right, code, *exact, *(one for _, one in sampled)]
    tell(1.0)


def _line_cells(axis: Axis, notes: Mapping[int, list[int]], language: str) -> list[tuple[list[Cell], list[Cell]]]:
    """For each line its cells with labels and its cells with codes."""
    codes: list[list[Cell]] = [
        [("plain", carried(code), False) if code else None for code in line.codes] for line in axis.lines
    ]
    return list(zip(label_cells(axis, notes, language), codes, strict=True))


def _item_cells(item: Item, notes: list[int], language: str) -> tuple[Cell, Cell]:
    label = (carried(item.label.show(language)) or item.code) + mark(notes, language)
    return ("text", label, False), ("plain", carried(item.code), False)


def _widths(table: TableResult, heads: Sequence[str], language: str) -> tuple[float, ...]:
    """Widths in characters, from the labels of the shell and the headings alone."""
    shell = table.shell
    lines: list[tuple[float, float]] = []
    for axis in (shell.pages, shell.stub, shell.boxhead):
        for i in range(len(axis.variables)):
            labels = max((len(line.labels[i].show(language)) for line in axis.lines), default=0)
            codes = max((len(line.codes[i]) for line in axis.lines), default=0)
            lines.append((width(labels), width(codes)))
    items = [(len(item.label.show(language)), len(item.code)) for item in shell.items]
    item = (width(max(label for label, _ in items)), width(max(code for _, code in items)))
    left = [one for one, _ in lines] + [item[0]]
    right = [one for _, one in lines] + [item[1]]
    more = [] if table.sampling is None else [_VALUE_WIDTHS[3]] * len(_SAMPLED)
    widths = [*left, *_VALUE_WIDTHS, *more, *right, *[_VALUE_WIDTHS[3]] * 4, *more]
    return tuple(max(one, min(word_width(head), WIDE)) for one, head in zip(widths, heads, strict=False))
