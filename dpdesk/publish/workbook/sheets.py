"""All sheets of a release, in order, each table in its layout."""

from __future__ import annotations

from collections.abc import Callable

from dpdesk.publish.documents.words import said
from dpdesk.publish.workbook import accessible, classic, listed, pages
from dpdesk.publish.workbook.accessible import Setting, Tell
from dpdesk.publish.workbook.codes import Map
from dpdesk.publish.workbook.grid import Grid
from dpdesk.publish.workbook.ooxml import Sheet
from dpdesk.publish.workbook.titles import table_sheets
from dpdesk.release.canonical import Hashes
from dpdesk.release.result import Release, TableResult

TOO_WIDE = "In its own shape this table has more columns or rows than a worksheet, so it has a row for each cell."
LAYOUTS: dict[str, Callable[[Setting], tuple[list[Sheet], Map]]] = {
    "accessible": accessible.sheets,
    "classic": classic.sheets,
    "list": listed.sheets,
}


def sheets_of_release(release: Release, hashes: Hashes, language: str, layout: str | None, tell: Tell) -> list[Sheet]:
    """The sheets; the rows of the tables are made while they are written. `layout` goes before the plan's."""
    made: list[Sheet] = []
    maps: list[Map] = []
    layouts = [layout_of(release, table, layout, language) for table in release.tables]
    places = table_sheets(release, [chosen == "classic" for chosen, _ in layouts])
    for (chosen, because), own in zip(layouts, places, strict=True):
        sheets, where = LAYOUTS[chosen](Setting(release, own, len(made) + 1, language, tell, because))
        made += sheets
        maps.append(where)
    everywhere = [place for own in places for place in own]
    front = [
        pages.cover(release, language),
        pages.contents(release, everywhere, language),
        pages.notes(release, language),
    ]
    back = [
        pages.accuracy(release, everywhere, language),
        pages.method(release, language),
        pages.codes(release, maps, language),
        pages.ledger_line(release, hashes, language),
    ]
    return [*front, *made, *back]


def layout_of(release: Release, table: TableResult, wanted: str | None, language: str) -> tuple[str, str]:
    """The layout of a table, and a sentence where it is not the one that was asked for.

    The table's own goes before the release's, which goes before the plan's for all tables.
    """
    record = next(one for one in release.plan.tables if one.name == table.shell.name)
    own = None if record.display is None or "layout" not in record.display.model_fields_set else record.display.layout
    chosen = wanted or own or release.plan.record.display.layout
    if chosen == "list":
        return chosen, ""
    grid = Grid(table.shell, release.dictionary, language, below=True if chosen == "classic" else None)
    if not grid.fits():
        return "list", said(language, TOO_WIDE)
    return chosen, ""
