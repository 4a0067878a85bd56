"""Changes or totals as a workbook: a sheet that says of which releases, and a sheet a table with a row a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import day, said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.cells import distinct, label_cells, object_name, one_line, value_cell, width, word_width
from dpdesk.publish.workbook.sheet import Cell, Sheet, TableObject
from dpdesk.release.result import Release
from dpdesk.release.series.sides import Beside, TableBeside
from dpdesk.translation import translatable

_TOP = 3  # the header row
_ABOUT = (34.0, 90.0)
TITLES = {"change": "Change: {title}", "total": "Total: {title}"}
SHEETS = {"change": "Change", "total": "Total"}
BELOW = {
    "change": "Change: the estimate now less the one before.",
    "total": "Total: the sum of the estimates of all waves.",
}
MEANINGS = {
    "change": "Change: the estimate of {now} less that of {before}. The limits are those of the noise of both releases "
    "together, which is independent: in at least {share} of 100 pairs of releases the change without noise lies "
    "between them. A change whose limits lie on both sides of 0 may be noise alone. They cover no sampling error.",
    "total": "Total: the sum of the estimates of the releases above. The limits are those of the noise of all of them "
    "together, which is independent: in at least {share} of 100 such series the total without noise lies between them. "
    "They cover no sampling error. Ratios and quantiles have no total.",
}
HEADS = {
    "change": "Change", "total": "Total", "lower": "Lower limit ({level})", "upper": "Upper limit ({level})",
    "margin": "Noise margin ({level})", "before": "Before", "now": "Now",
}  # fmt: skip


def title(found: Beside, language: str) -> str:
    """What the workbook is called."""
    return said(language, TITLES[found.kind], title=facts.title(found.release, language))


def write(found: Beside, stream: BinaryIO, language: str) -> None:
    """Write the workbook into an open binary stream."""
    from dpdesk.publish.workbook.book import (  # openpyxl is loaded where a workbook is written
        Look,
        Properties,
        write_book,
    )

    house = found.release.plan.record.house
    sheets = [
        _about(found, language),
        *(_sheet(found, number, table, language) for number, table in enumerate(found.tables, 1)),
    ]
    properties = Properties(carried(title(found, language)), language, found.release.date, "dpdesk")
    write_book(stream, sheets, properties, Look(house.font, house.paper))


def about(found: Beside, language: str) -> list[tuple[str, str]]:
    """Of which releases, and what limits and margins mean."""
    share = facts.level(found.release).removesuffix(" %")
    earlier = [_which(one, language) for one in found.earlier]
    last = _which(found.release, language)
    told = translatable([("Releases", "\n".join([*earlier, last]))])
    if found.kind == "change":
        told = translatable([("To", last), ("From", earlier[0])])
    named = {"now": found.release.release_id, "before": found.earlier[0].release_id if found.earlier else ""}
    pairs = translatable(
        [
            *told,
            ("Meaning", said(language, MEANINGS[found.kind], share=share, **named)),
            ("Privacy loss", said(language, "None: it is worked out from what the releases published.")),
            ("Tables left out", ", ".join(found.left_out)),
        ]
    )
    return [(said(language, name), value) for name, value in pairs if value]


def _which(release: Release, language: str) -> str:
    wave = facts.wave(release, language)
    waved = f", {said(language, 'Wave')} {wave}" if wave else ""
    return f"{release.release_id}{waved} ({said(language, 'Released on')} {day(language, release.date)})"


def _about(found: Beside, language: str) -> Sheet:
    pairs = about(found, language)
    heads = (said(language, "Subject"), said(language, "Explanation"))
    rows: list[Sequence[Cell]] = [
        [("title", carried(title(found, language)), False)],
        [("plain", said(language, "The other sheets have a row for each cell."), False)],
        [("heading", head, False) for head in heads],
        *([("text", carried(name), False), ("text", carried(value), False)] for name, value in pairs),
    ]
    return Sheet(
        said(language, SHEETS[found.kind]), _ABOUT, len(rows), rows, TableObject("About_list", _TOP, heads, len(pairs))
    )


def _sheet(found: Beside, number: int, table: TableBeside, language: str) -> Sheet:
    shell, level = table.shell, facts.level(found.release)
    values = [
        said(language, "Measure"),
        *(said(language, HEADS[name], level=level) for name in table.values),
        said(language, "Mark"),
    ]
    used = {value.casefold() for value in values}
    labels = [variable.label.show(language) or variable.name for variable in shell.variables]
    heads = (*(distinct(one_line(label) or "?", used, ("",)) for label in labels), *values)
    first = len(labels) + 1
    kinds = ["heading" if at < first else "heading-right" for at in range(len(heads) - 1)] + ["heading-mark"]
    name = carried(shell.title.show(language) or shell.name)
    top: list[Sequence[Cell]] = [
        [("title", name, False)],
        [("plain", said(language, BELOW[found.kind]), False)],
        [(kind, head, False) for kind, head in zip(kinds, heads, strict=True)],
    ]

    def rows() -> Iterator[Sequence[Cell]]:
        yield from top
        yield from _cells(found, table, language)

    widths = (*(width(24) for _ in range(first)), *(max(14.0, word_width(head)) for head in heads[first:]))
    where = TableObject(object_name(str(number), shell.name), _TOP, heads, shell.cells)
    return Sheet(str(number), widths, _TOP + shell.cells, rows(), where)


def _cells(found: Beside, table: TableBeside, language: str) -> Iterator[list[Cell]]:
    """One row a cell, in the order of the CSV."""
    shell, symbols = table.shell, facts.symbols(found.release)
    axes = (shell.pages, shell.stub, shell.boxhead)
    page_cells, stub_cells, box_cells = (label_cells(axis, {}, language) for axis in axes)
    arrays = [one.ravel().tolist() for one in table.values.values()]
    cells = zip(*arrays, table.flag.ravel().tolist(), strict=True)
    for left in ([*page, *stub, *box] for page in page_cells for stub in stub_cells for box in box_cells):
        for item in shell.items:
            *numbers, flag = next(cells)
            plain, margin = f"number{item.decimals}", f"margin{max(1, item.decimals)}"
            styles = [margin if name == "margin" else plain for name in table.values]
            shown = [value_cell(value, flag, style, symbols) for value, style in zip(numbers, styles, strict=True)]
            label: Cell = ("text", carried(item.label.show(language)) or item.code, False)
            remarks = " ".join(symbols[letter] for letter in flag)
            yield [*left, label, *shown, ("mark", remarks, False) if remarks else None]
