"""All sheets of a release, in order, each table in its layout."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from dpdesk.planning.document.formats import OWN_SHEETS, SHEET_ROWS, sheet_numbers
from dpdesk.publish.documents.arranged import arranged
from dpdesk.publish.documents.notes import numbered
from dpdesk.publish.documents.words import said
from dpdesk.publish.workbook import accessible, pages
from dpdesk.publish.workbook.accessible import Setting, Tell
from dpdesk.publish.workbook.codes import Map
from dpdesk.publish.workbook.drawing import Drawing, drawing_of
from dpdesk.publish.workbook.grid import Grid
from dpdesk.publish.workbook.sheet import Sheet
from dpdesk.publish.workbook.titles import Place, table_sheets
from dpdesk.release.canonical import Hashes
from dpdesk.release.result import Release

_LETTERS = "abcdefghijklmnopqrstuvwxyz"  # of the pages of a table: 3a, 3b
TOO_WIDE = "In its own shape this table has more columns or rows than a worksheet, so it has a row for each cell."
LAYOUTS = ("accessible", "classic", "list")


@dataclass(frozen=True, slots=True)
class _Edition:
    """The tables of a release in one language: their sheets, where cells stand on them, and what the contents list.

    `names` has the name that each sheet has in the workbook, by the name it has where this is the only language.
    """

    language: str
    tables: list[Sheet]
    maps: list[Map]
    shown: list[Place]  # with their pictures
    everywhere: list[Place]
    layouts: list[str]
    names: dict[str, str]


def sheets_of_release(
    release: Release, hashes: Hashes, languages: Sequence[str], layout: str | None, tell: Tell
) -> list[Sheet]:
    """The sheets; the rows of the tables are made while they are written. `layout` goes before the plan's.

    Those of the second of several languages stand after all of the first, and as many.
    """
    editions: list[_Edition] = []
    for language in languages:
        taken = {name.casefold() for one in editions for name in one.names.values()}
        editions.append(_edition(release, language, layout, tell, taken))
    return [sheet for one in editions for sheet in _whole(release, hashes, one, editions)]


def _edition(release: Release, language: str, layout: str | None, tell: Tell, taken: Collection[str]) -> _Edition:
    """The tables in a language, and names for all sheets that others have not taken."""
    made: list[Sheet] = []
    maps: list[Map] = []
    shown: list[Place] = []
    layouts = list(layouts_of(release, layout, language))
    places = table_sheets(release, [chosen == "classic" for chosen, _ in layouts])
    notes = numbered(release, language)
    for at, (chosen, because) in enumerate(layouts):
        if chosen != "list":
            places[at] = list(_shaped(release, places[at], language))
        own = places[at]
        setting = Setting(release, own, language, tell, notes, because)
        sheets, where = _laid_out(chosen, setting)
        made += sheets
        shown += own
        lines = []
        for place, drawing in _pictures(release, own, language):
            from dpdesk.publish.workbook.drawing_sheet import picture_sheet

            sheet, line = picture_sheet(release, drawing, place, len(made) + 1, language)
            made.append(sheet)
            lines.append(line)
            shown.append(place)
        maps.append(replace(where, pictures=tuple(lines)))
    named = [*(said(language, name) for name in OWN_SHEETS), *(sheet.name for sheet in made)]
    names = {name: f"{name} {language}" if name.casefold() in taken else name for name in named}
    everywhere = [place for own in places for place in own]
    return _Edition(language, made, maps, shown, everywhere, [chosen for chosen, _ in layouts], names)


def _laid_out(layout: str, setting: Setting) -> tuple[list[Sheet], Map]:
    """The sheets of a table in a layout, which is loaded where a table has it."""
    if layout == "classic":
        from dpdesk.publish.workbook import classic

        return classic.sheets(setting)
    if layout == "list":
        from dpdesk.publish.workbook import listed

        return listed.sheets(setting)
    return accessible.sheets(setting)


def _whole(release: Release, hashes: Hashes, own: _Edition, editions: Sequence[_Edition]) -> Iterator[Sheet]:
    """The tables of an edition with the sheets around them, all under their own names."""
    language = own.language
    heard = all(chosen == "accessible" for chosen in own.layouts)  # made for those who listen to it, from end to end
    others = [one for one in editions if one is not own]
    covers = [(one.language, one.names[said(one.language, OWN_SHEETS[0])]) for one in others]
    around = [
        pages.cover(release, language, covers),
        pages.contents(release, [(one.language, one.shown, one.names) for one in (own, *others)]),
        pages.notes(release, language),
        pages.accuracy(release, own.everywhere, language),
        pages.method(release, language),
        pages.ledger_line(release, hashes, language),
    ]
    *front, accuracy, method, ledger_line = map(pages.for_paper, around) if "classic" in own.layouts else around
    maps = [one.under(own.names) for one in own.maps]
    codes = pages.codes(release, maps, language, editions=len(editions), small=not heard)
    tag = "" if own is editions[0] else language.replace("-", "_")
    for sheet in (*front, *own.tables, accuracy, method, codes, ledger_line):
        named = sheet.under(own.names, tag)
        yield replace(named, frozen=False, foot="") if heard else named


def _shaped(release: Release, places: Sequence[Place], language: str) -> Iterator[Place]:
    """The sheets of a table in its shape: its totals where they are asked for, and its margins, if on sheets of their
    own, on the next.
    """
    table = arranged(release, places[0].table)
    for place in (replace(one, table=table) for one in places):
        yield place
        if release.plan.record.display_of(place.table.shell.name).margins == "sheet":
            yield replace(place, name=said(language, "{name} margins", name=place.name), margins=True)


def _pictures(release: Release, places: Sequence[Place], language: str) -> Iterator[tuple[Place, Drawing]]:
    """The pictures of a table and the sheets they stand on, one for each of its pages that has any."""
    table = places[0].table
    (names,) = sheet_numbers([table.shell.pages.size])
    several = len(names) > 1
    for page, letters in enumerate(names):
        drawing = drawing_of(release, table, page, language)
        if drawing is not None:
            number = f"{places[0].name.rstrip(_LETTERS)}{letters[1:]}"
            name = said(language, "{name} picture", name=number)
            yield Place(name, table, page if several else None, picture=True), drawing


def layouts_of(release: Release, wanted: str | None, language: str) -> Iterator[tuple[str, str]]:
    """The layout of each table, and a sentence where it is not the one that was asked for.

    What is wanted for all goes before the table's own, and that before the plan's for all tables. A table that has no
    room in its shape is a list, and so is one whose columns have no room on the sheet Codes.
    """
    room = SHEET_ROWS // 2
    for table in release.tables:
        chosen = wanted or release.plan.record.display_of(table.shell.name).layout
        if chosen == "list":
            yield chosen, ""
            continue
        grid = Grid(table.shell, release.dictionary, language, below=True if chosen == "classic" else None)
        room -= grid.columns.size
        if grid.fits(sampled=table.sampling is not None) and room >= 0:
            yield chosen, ""
        else:
            room += grid.columns.size
            yield "list", said(language, TOO_WIDE)
