"""The sheets around the tables: cover, contents, notes, accuracy, parameters, ledger line.

Each is a title, a sentence and one table, like the sheets of figures. What they say comes from `facts`, `notes` and
`accuracy`; here is only how it is set out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dpdesk import installation
from dpdesk.planning.document.formats import OWN_SHEETS
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.left_out import POINTER, left_out
from dpdesk.publish.documents.notes import all_notes
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.accuracy import accuracy_rows
from dpdesk.publish.workbook.ooxml import Cell, Sheet, TableObject
from dpdesk.release.canonical import Hashes, variables_of
from dpdesk.release.result import Release, TableResult
from dpdesk.schema.text import Text

ALL = "All"
# Names on the page Parameters by which the sheets of a table are found again and read.
TABLE_ON_SHEET = "Table on the sheet "
VARIABLES_OF = "Variables of the table "
SYMBOL_FOR = "Symbol for "


def line_words(labels: Sequence[Text], language: str) -> str:
    """The labels of a line of an axis as one text."""
    return carried(", ".join(text for text in (label.show(language) for label in labels) if text)) or ALL


def _page(
    release: Release,
    name: str,
    title: str,
    below: str,
    heads: tuple[str, ...],
    rows: Sequence[Sequence[Cell]],
    widths: tuple[float, ...],
    links: tuple[tuple[str, str], ...] = (),
    numeric: Collection[int] = (),
) -> Sheet:
    """A sheet with a title, a sentence, a header in row 3 and a table."""
    shown = f"{facts.REHEARSAL}: {title}" if release.rehearsal else title
    top: list[Sequence[Cell]] = [
        [("title", carried(shown), False)],
        [("plain", carried(below), False)],
        [(_heading_style(i, numeric), head, False) for i, head in enumerate(heads)],
    ]
    table = TableObject(f"{name.replace(' ', '_')}_list", 3, heads, len(rows))
    mark_ = facts.REHEARSAL if release.rehearsal else ""
    return Sheet(name, widths, 3 + len(rows), [*top, *rows], table, links, None, mark_)


def _heading_style(place: int, numeric: Collection[int]) -> str:
    """Headings stand as what is below them: numbers right, and text beside numbers a little away from them."""
    if place in numeric:
        return "heading-right"
    return "heading-mark" if place - 1 in numeric else "heading"


def _pairs(pairs: facts.Facts) -> list[list[Cell]]:
    return [[("text", carried(name), False), ("text", carried(value), False)] for name, value in pairs]


def cover(release: Release, language: str) -> Sheet:
    """What this is, who is protected and at which loss."""
    below = (
        "Statistical tables protected by differential privacy. This sheet describes the release; the sheet Contents "
        "leads to the tables."
    )
    return _page(
        release,
        OWN_SHEETS[0],
        facts.marked_title(release, language),
        below,
        ("About this release", "Information"),
        _pairs(facts.cover(release, language)),
        (32, 90),
    )


def contents(release: Release, places: Sequence[tuple[str, TableResult, int | None]], language: str) -> Sheet:
    """Links to all sheets."""
    found = [
        ("Cover", "About this release"),
        ("Notes", "Notes on noise, margins, limits and marks, and on single tables"),
    ]
    for name, table, page in places:
        title = table.shell.title.show(language) or table.shell.name
        if page is not None:
            title += f": {line_words(table.shell.pages.lines[page].labels, language)}"
        found.append((name, title))
    found += [
        ("Accuracy", "How accurate the estimates are expected to be"),
        ("Parameters", "Parameters of the privacy protection"),
        ("Ledger line", "The entry of this release in the ledger, and its hashes"),
    ]
    rows: list[list[Cell]] = [[("link", name, False), ("text", carried(title), False)] for name, title in found]
    links = tuple((f"A{4 + i}", name) for i, (name, _) in enumerate(found))
    return _page(
        release,
        OWN_SHEETS[1],
        "Contents",
        "The names in the first column lead to the sheets.",
        ("Sheet", "Title"),
        rows,
        (34, 100),
        links,
    )


def notes(release: Release, language: str) -> Sheet:
    """The texts of all notes, by number."""
    rows = [
        [("text", f"note {i}", False), ("text", carried(text), False)]
        for i, text in enumerate(all_notes(release, language), 1)
    ]
    return _page(
        release,
        OWN_SHEETS[2],
        "Notes",
        "Tables refer to these notes by number, as in [note 1].",
        ("Note", "Text"),
        rows,
        (12, 110),
    )


def accuracy(release: Release, places: Sequence[tuple[str, TableResult, int | None]], language: str) -> Sheet:
    """What was promised before the data were read."""
    heads, rows = accuracy_rows(release, places)
    below = (
        "Expected accuracy, as promised before the data were read. Errors are those of the unbiased values; the last "
        "column says in words how each table is protected."
    )
    if left_out(release.plan, language):
        below += f" {POINTER}"
    return _page(
        release,
        OWN_SHEETS[3],
        "Expected accuracy",
        below,
        heads,
        rows,
        (20, 8, 10, 14, 14, 16, 24, 28, 24, 44),
        numeric=range(1, 6),
    )


def parameters(release: Release, places: Sequence[tuple[str, TableResult, int | None]]) -> Sheet:
    """Exact parameters, and the names by which the file is read back."""
    pairs = facts.parameters(release)
    pairs += [(f"{TABLE_ON_SHEET}{name}", table.shell.name) for name, table, _ in places]
    pairs += [(f"{VARIABLES_OF}{t.shell.name}", ", ".join(variables_of(t.shell)) or "none") for t in release.tables]
    pairs += [(f"{SYMBOL_FOR}{name}", symbol) for name, symbol in facts.symbol_names(release)]
    return _page(
        release,
        OWN_SHEETS[4],
        "Parameters",
        "Exact values; metadata.json has them all, with the strategies in full.",
        ("Parameter", "Value"),
        _pairs(pairs),
        (48, 84),
    )


def ledger_line(release: Release, hashes: Hashes) -> Sheet:
    """The release's own ledger entry and its hashes."""
    pairs = [
        ("Entry", "none: a rehearsal touches no ledger" if release.rehearsal else str(release.entry)),
        ("Previous head", release.previous_head or "none"),
        ("Head", release.head or "none"),
        ("Release number", release.release_id),
        ("Date", release.date),
        ("Result hash", release.result_hash),
        ("Hash of the official cells", hashes.cells),
        ("Hash of the unbiased values", hashes.unbiased),
        ("Spent by this release", str(release.loss)),
        (
            "Remaining in the account",
            "; ".join(f"{name} {value}" for name, value in facts.flat(release.remaining)) or "none",
        ),
        *([("Program", installation.words(release.program))] if release.program else []),
        *((role, office) for role, office in release.offices.items()),
        *([("Approval", release.approval)] if release.approval else []),
        *facts.standing(release),
    ]
    below = (
        "With these the release can be found in the ledger and its figures can be checked: dpdesk ledger verify "
        "--against this workbook."
    )
    return _page(release, OWN_SHEETS[5], "Ledger line", below, ("Item", "Value"), _pairs(pairs), (40, 84))
