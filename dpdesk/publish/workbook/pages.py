"""The sheets around the tables: cover, contents, notes, accuracy, method and protection, codes, ledger line.

Each is a title, a sentence and one table, like the sheets of figures. What they say comes from `facts`, `notes` and
`accuracy`; here is only how it is set out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil

from dpdesk.planning.document.formats import OWN_SHEETS
from dpdesk.planning.document.style import Font
from dpdesk.planning.document.style_files import picture_of
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.left_out import POINTER, left_out
from dpdesk.publish.documents.notes import all_notes
from dpdesk.publish.documents.words import day, number, said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.accuracy import accuracy_rows
from dpdesk.publish.workbook.codes import Map, code_rows
from dpdesk.publish.workbook.grid import Grid
from dpdesk.publish.workbook.letters import wrapped_lines
from dpdesk.publish.workbook.method import method_facts
from dpdesk.publish.workbook.paper import PAPERS
from dpdesk.publish.workbook.sheet import Cell, Placed, Sheet, TableObject, column_letters
from dpdesk.publish.workbook.styles import LINE
from dpdesk.publish.workbook.titles import Place, line_words, units
from dpdesk.release.canonical import Hashes
from dpdesk.release.result import Release
from dpdesk.translation import translatable

_NEIGHBOURS = {
    Neighbours.ADD_REMOVE: "one unit is added or left out",
    Neighbours.REPLACE_ONE: "what is recorded of one unit is different",
}
_LARGEST = 260.0, 72.0  # a logo, in pixels of a screen
_UPRIGHT: dict[float, float] = {12: 12.0, 20: 12.0, 24: 17.0, 26: 20.5, 32: 24.0, 40: 26.0, 70: 41.0}
"""Widths of columns on a page that stands upright, for those of one laid across."""
_ACCURACY: dict[tuple[float, ...], tuple[float, ...]] = {
    (8, 44, 10, 16, 16, 48): (8.0, 27.0, 8.0, 11.5, 15.0, 33.0),
    (8, 44, 10, 16, 16, 16, 48): (8.0, 20.5, 7.0, 9.5, 14.0, 16.5, 27.0),
}
"""The same of the sheet on accuracy, which has a line a table, without and with cells that are marked."""
_ACROSS = 92.0  # all columns of such a page
_MOST_UPRIGHT = 4  # columns
_PIXEL = 0.75  # of a point
_AROUND = translatable(
    (
        ("Cover", "About this release"),
        ("Notes", "Notes on noise, margins, limits and marks, and on single tables"),
        ("Accuracy", "How accurate the estimates are expected to be"),
        ("Method and protection", "Who is protected, how strongly, and how the estimates were made"),
        ("Codes", "Codes of the rows and columns, for programs"),
        ("Ledger line", "The entry of this release in the ledger, and its check values"),
    )
)
"""The sheets that the contents list around those of the tables."""
_ABOVE = 2  # lines: a title is higher than others, and the header is printed again
_OVERHANG = 0.25  # of a page of codes, which are then printed smaller


def _page(
    release: Release,
    language: str,
    name: str,
    title: str,
    below: str,
    heads: tuple[str, ...],
    rows: Sequence[Sequence[Cell]],
    widths: tuple[float, ...],
    links: tuple[tuple[str, str], ...] = (),
    numeric: Collection[int] = (),
) -> Sheet:
    """A sheet with a title, a sentence, a header in row 3 and a table; titles and headings are translated here."""
    watermark = said(language, facts.REHEARSAL) if release.rehearsal else ""
    shown = f"{watermark}: {said(language, title)}" if watermark else said(language, title)
    translated = tuple(said(language, head) for head in heads)
    top: list[Sequence[Cell]] = [
        [("title", carried(shown), False)],
        [("plain", carried(said(language, below)), False)],
        [(_heading_style(i, numeric), head, False) for i, head in enumerate(translated)],
    ]
    table = TableObject(f"{name.replace(' ', '_')}_list", 3, translated, len(rows))
    return Sheet(said(language, name), widths, 3 + len(rows), [*top, *rows], table, links, None, watermark)


def for_paper(sheet: Sheet) -> Sheet:
    """The same for paper: text upright, all in one size of print, and no sentence wider than what it is about."""
    wide, widths = len(sheet.widths) > _MOST_UPRIGHT, sheet.widths
    if widths in _ACCURACY:
        wide, widths = False, _ACCURACY[widths]
    elif len(widths) == 2:
        widths = _UPRIGHT[widths[0]], _ACROSS - _UPRIGHT[widths[0]]
    elif not wide:
        widths = tuple(_UPRIGHT[width] for width in widths)
    title, (sentence, *_), *rows = sheet.rows
    words = "" if sentence is None else sentence[1]
    heights = {**sheet.heights, 2: wrapped_lines(words, sum(widths)) * LINE}
    top: list[Sequence[Cell]] = [title, [("text", words, False)]]
    merged = (f"A2:{column_letters(len(widths) - 1)}2",)
    return replace(sheet, rows=[*top, *rows], widths=widths, heights=heights, merged=merged, portrait=not wide)


def _heading_style(place: int, numeric: Collection[int]) -> str:
    """Headings stand as what is below them: numbers right, and text beside numbers a little away from them."""
    if place in numeric:
        return "heading-right"
    return "heading-mark" if place - 1 in numeric else "heading"


def _pairs(pairs: facts.Facts) -> list[list[Cell]]:
    return [[("text", carried(name), False), ("text", carried(value), False)] for name, value in pairs]


def cover(release: Release, language: str, others: Sequence[tuple[str, str]] = ()) -> Sheet:
    """What this is, who is protected and at which loss; `others` are the covers in further languages."""
    below = said(
        language,
        "Statistical tables protected by differential privacy. This sheet describes the release; the sheet Contents "
        "leads to the tables.",
    )
    rows = _pairs(facts.cover(release, language))
    links = tuple((f"B{4 + at}", name) for at, (_, name) in enumerate(others, len(rows)))
    for tag, name in others:
        rows.append([("text", said(tag, "In English"), False), ("link", name, False)])
    made = _page(
        release,
        language,
        OWN_SHEETS[0],
        facts.cover_title(release, language),
        below,
        ("About this release", "Information"),
        rows,
        (32, 90),
        links,
    )
    return _with_logo(replace(made, named=True), release, language)


def _with_logo(sheet: Sheet, release: Release, language: str) -> Sheet:
    """The cover with the picture of the publisher below its name."""
    picture = picture_of(release.plan.record.house)
    if picture is None:
        return sheet
    names = [name for name, _ in facts.cover(release, language)]
    row = 4 + names.index(said(language, facts.PUBLISHER))
    most, highest = _LARGEST
    scale = min(1.0, most / picture.width, highest / picture.height)
    across, down = picture.width * scale, picture.height * scale
    higher = release.plan.record.house.font.text / Font().text
    place = Placed(picture, row, LINE * higher, across, down, facts.publisher(release, language))
    return replace(sheet, picture=place, heights={row: LINE + (down * _PIXEL + 12) / higher})


Listing = tuple[str, Sequence[Place], Mapping[str, str]]
"""A language, its sheets with tables and pictures, and by which names sheets of this language stand in the workbook."""


def contents(release: Release, listings: Sequence[Listing]) -> Sheet:
    """Links to all sheets, in the first language of these; those in others come after them."""
    language = listings[0][0]
    found = list(_listed(release, *listings[0]))
    for other, places, names in listings[1:]:
        cover, *more = _listed(release, other, places, names)
        found += [cover, (names[said(other, "Contents")], said(other, "Contents"), "", ""), *more]
    rows: list[list[Cell]] = [
        [
            ("link", name, False),
            ("text", carried(title), False),
            ("text", unit or "–", False),
            ("text", size or "–", False),
        ]
        for name, title, unit, size in found
    ]
    made = _page(
        release,
        language,
        OWN_SHEETS[1],
        "Contents",
        "The names in the first column lead to the sheets.",
        ("Sheet", "Title", "Unit", "Rows and columns"),
        rows,
        (26, 70, 24, 20),
        tuple((f"A{4 + i}", name) for i, (name, *_) in enumerate(found)),
    )
    return replace(made, named=True)


def _listed(
    release: Release, language: str, places: Sequence[Place], names: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    """The sheets in a language: their names, titles, units and sizes."""
    own = [(names[said(language, name)], said(language, title), "", "") for name, title in _AROUND]
    yield from own[:2]
    for place in places:
        shell = place.table.shell
        title = shell.title.show(language) or shell.name
        if place.page is not None:
            title += f": {line_words(shell.pages.lines[place.page].labels, language)}"
        if place.margins:
            title += f": {said(language, 'noise margins ({level})', level=facts.level(release))}"
        if place.picture:
            yield names[place.name], f"{title}: {said(language, 'picture')}", "", ""
            continue
        yield names[place.name], title, units(release, place.table, language), _size(release, place, language)
    yield from own[2:]


def _size(release: Release, place: Place, language: str) -> str:
    """How many lines a table has down and across, as it is set out."""
    grid = Grid(place.table.shell, release.dictionary, language)
    rows, columns = number(language, grid.rows.size), number(language, grid.columns.size)
    if len(place.pages) > 1:
        pages = number(language, len(place.pages))
        return said(language, "{pages} pages of {rows} by {columns}", pages=pages, rows=rows, columns=columns)
    return said(language, "{rows} by {columns}", rows=rows, columns=columns)


def notes(release: Release, language: str) -> Sheet:
    """The texts of all notes, by number."""
    rows = [
        [("text", said(language, "note {number}", number=i), False), ("text", carried(text), False)]
        for i, text in enumerate(all_notes(release, language), 1)
    ]
    return _page(
        release,
        language,
        OWN_SHEETS[2],
        "Notes",
        "Tables refer to these notes by number, as in [note 1].",
        ("Note", "Text"),
        rows,
        (12, 110),
    )


def accuracy(release: Release, places: Sequence[Place], language: str) -> Sheet:
    """What was promised before the data were read."""
    heads, rows = accuracy_rows(release, places, language)
    below = said(
        language, "Expected accuracy, as promised before the data were read. Errors are those of the unbiased values."
    )
    if left_out(release.plan, language):
        below += f" {said(language, POINTER)}"
    numeric = range(2, 6 if said(language, "Cells marked unreliable") in heads else 5)
    return _page(
        release,
        language,
        OWN_SHEETS[3],
        "Expected accuracy",
        below,
        heads,
        rows,
        (8, 44, *(10 if at == 2 else 16 for at in numeric), *(48 for _ in heads[numeric.stop :])),
        numeric=numeric,
    )


def method(release: Release, language: str) -> Sheet:
    """Who is protected, how strongly and how, on one page and in words."""
    return _page(
        release,
        language,
        OWN_SHEETS[4],
        "Method and protection",
        "How the figures are protected, in words. All parameters are in the file proof/metadata.json.",
        ("Subject", "Explanation"),
        _pairs(method_facts(release, language)),
        (32, 110),
    )


def codes(release: Release, maps: Sequence[Map], language: str, *, editions: int = 1, small: bool = True) -> Sheet:
    """By which codes rows and columns can be joined to other data, and read back; in `small` type as on paper."""
    heads, rows = code_rows(release, maps, language, "small" if small else "plain", editions)
    below = said(language, "Codes of the dictionary for rows and columns of the tables, for joining and for programs.")
    widths = (22, 10, 20, *[14.0] * (len(heads) - 3))
    made = _page(release, language, OWN_SHEETS[5], "Codes", below, heads, rows, widths)
    made = replace(made, small=small, portrait=True, heights={2: LINE, 3: LINE})
    return replace(made, most_pages=_few_pages(release, made))


def _few_pages(release: Release, sheet: Sheet) -> int:
    """On how many pages of paper an upright sheet is printed: the last is not for a few lines alone."""
    house, usual = release.plan.record.house, Font()
    larger = house.font.small / usual.small if sheet.small else house.font.text / usual.text
    size = min(1.0, PAPERS[house.paper].upright_widths / larger / sum(sheet.widths))
    room = PAPERS[house.paper].lines(sheet.line * larger * size, upright=True)
    return max(1, ceil((sheet.height + _ABOVE) / room - _OVERHANG))


def ledger_line(release: Release, hashes: Hashes, language: str) -> Sheet:
    """The release's own ledger entry and its hashes; programs read it by the order of its rows."""
    none = said(language, "none")
    entry = said(language, "none: a rehearsal touches no ledger") if release.rehearsal else str(release.entry)
    differing = release.dictionary.neighbours
    left = "; ".join(f"{name} {value}" for name, value in facts.flat(release.remaining))
    pairs = translatable(
        [
            ("Entry", entry),
            ("Check value before it", release.previous_head or none),
            ("Check value of the ledger", release.head or none),
            ("Release number", release.release_id),
            ("Date", day(language, release.date)),
            ("Check value of the tables", release.result_hash),
            ("Check value of the official cells", hashes.cells),
            ("Check value of the unbiased values", hashes.unbiased),
            ("Privacy loss of this release", str(release.loss)),
            ("Neighbours", f"{said(language, _NEIGHBOURS[differing])} ({differing.value})"),
            ("Remaining in the account", left or none),
            *([("Program", facts.program_words(release, language))] if release.program else []),
            *release.offices.items(),
            *([("Approval", release.approval)] if release.approval else []),
        ]
    )
    shown = [(said(language, name), value) for name, value in pairs] + facts.standing(release, language)
    below = (
        "With these the release can be found in the ledger and its figures can be checked: dpdesk ledger verify "
        "--against this workbook."
    )
    return _page(release, language, OWN_SHEETS[6], "Ledger line", below, ("Item", "Value"), _pairs(shown), (40, 84))
