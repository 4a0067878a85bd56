"""What stands above and below a table on paper, and how much room that takes.

Above it number, title and headnote; below it what its signs and marks mean, the notes on it, and its source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpdesk.gui.paper.typography import GAP, LINE, MARGIN, PAD, ROW, SHORT, font, text_height
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.notes import Numbered, mark
from dpdesk.publish.documents.sampling import has_sampling
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.titles import source_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dpdesk.release.result import Release, TableResult

_KINDS = {
    "consistent": "Estimates adjusted to add up, protected by random noise.",
    "unbiased": "Unbiased values, protected by random noise.",
}
_BESIDE = {
    "margin": "± is the noise margin ({level})",
    "both": "± is the noise margin ({level}), then, where declared, the sampling margin and that of both together",
    "limits": "In brackets the limits ({level})",
    "alone": "Noise margins ({level}) are in the files of the release",
}


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a table, and how high it is on a sheet that stands upright."""

    headnote: str
    below: str
    title: float  # the title alone
    head: float  # all above the boxhead
    under: float  # what stands below the last rule
    foot: float  # the same, and the number of the page


def measured(titles: Iterable[str], headnote: str, below: str) -> Around:
    """The texts around a table with one of these titles."""
    width = SHORT - 2 * MARGIN
    title = max(text_height(one, font(11, strong=True), width) for one in titles)
    note = min(text_height(headnote, font(8), width), 2 * LINE) if headnote else 0.0
    under = 2.5 * PAD + text_height(below, font(7), width)
    return Around(headnote, below, title, title + GAP + note + 1.5 * PAD, under, under + PAD + ROW)


def source(release: Release, language: str, table: str = "") -> str:
    """Where figures come from, and where their release is written down."""
    where = said(language, "Ledger entry {entry}", entry=release.entry)
    if release.rehearsal:
        where = said(language, "A rehearsal on made-up records")
    return f"{source_words(release, language, table)} {where}."


def signs(release: Release, language: str, which: str, beside: str) -> str:
    """What the figures are, and what stands beside them."""
    shown = "margin" if beside == "both" and not has_sampling(release) else beside
    told = said(language, _BESIDE[shown], level=facts.level(release))
    return f"{said(language, _KINDS[which])} {told}; {said(language, 'see the notes at the end')}."


def below(
    release: Release, table: TableResult, language: str, which: str, beside: str, notes: Sequence[Numbered]
) -> str:
    """The lines below a table: signs with the marks that occur in it, its notes, its source."""
    letters = {letter for flag in set(table.flag.ravel().tolist()) for letter in str(flag)}
    marks = [f"{sign}: {meaning}." for letter, sign, meaning in facts.marks(release, language) if letter in letters]
    own = [
        f"{mark([one.number], language).strip()} {carried(facts.words(one.note.text, language))}"
        for one in notes
        if one.note.table == table.shell.name
    ]
    first = " ".join([signs(release, language, which, beside), *marks])
    return "\n".join([first, *own, source(release, language, table.shell.name)])
