"""Where the plan's notes are marked in a table: on its title, on lines of its axes, on measures, on single cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.corrected import corrections, in_language, words
from dpdesk.publish.documents.counted import counted_notes
from dpdesk.publish.documents.words import day, said
from dpdesk.release.result import CORRECTED, Release

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, Shell
    from dpdesk.planning.document.model import Note


@dataclass(frozen=True, slots=True)
class Numbered:
    """A note of the plan with its number in this release."""

    number: int
    note: Note


def all_notes(release: Release, language: str) -> list[str]:
    """The texts of all notes in the order of their numbers, from 1."""
    own = [facts.words(note.text, language) for note in release.plan.notes]
    later = counted_notes(release, language) + corrected_notes(release, language)
    return facts.standard_notes(release, language) + own + later


def corrected_notes(release: Release, language: str) -> list[str]:
    """What was corrected since the release: when, which text, as it was and as it is, and why."""
    sign, because = facts.symbols(release)[CORRECTED], said(language, "Reason")
    return [
        f"{sign} {day(language, one.date)}: {words(change, release, language)}. {because}: {one.reason}"
        for one, changes in corrections(release)
        for change in in_language(changes, language)
    ]


def numbered(release: Release, language: str) -> list[Numbered]:
    """The plan's own notes, numbered after the standard ones."""
    first = len(facts.standard_notes(release, language)) + 1
    return [Numbered(first + i, note) for i, note in enumerate(release.plan.notes)]


def mark(numbers: list[int], language: str = "en") -> str:
    """References such as `[note 5] [note 6]`, each after a space; nothing for no numbers."""
    return "".join(f" [{said(language, 'note {number}', number=number)}]" for number in numbers)


class Marks:
    """The notes of one table, by the place they are printed at.

    A note with one place (a page, row, column or measure) is marked there; a note with several is one on the cells that
    meet them all, and stands in their column Mark.
    """

    def __init__(self, shell: Shell, notes: list[Numbered]) -> None:
        here = [note for note in notes if note.note.table == shell.name]
        self.title = [one.number for one in here if not places(one.note)]
        single = [one for one in here if len(places(one.note)) == 1]
        self.pages = _lines(shell.pages, single, "page")
        self.stub = _lines(shell.stub, single, "row")
        self.boxhead = _lines(shell.boxhead, single, "column")
        self.items = {
            number: [one.number for one in single if one.note.measure == item.code]
            for number, item in enumerate(shell.items)
            if any(one.note.measure == item.code for one in single)
        }
        self.cells = [
            (
                one.number,
                _at(shell.pages, one.note.page),
                _at(shell.stub, one.note.row),
                _at(shell.boxhead, one.note.column),
                one.note.measure,
            )
            for one in here
            if len(places(one.note)) > 1
        ]

    def of_cell(self, page: int, stub: int, box: int, measure: str) -> list[int]:
        """Numbers of the notes on a single cell."""
        return [
            number
            for number, pages, stubs, boxes, wanted in self.cells
            if page in pages and stub in stubs and box in boxes and wanted in (None, measure)
        ]


def places(note: Note) -> list[object]:
    """What a note on a table is about: a page, a row, a column, a measure; nothing for one on the whole table."""
    return [place for place in (note.page, note.row, note.column, note.measure) if place is not None]


def _lines(axis: Axis, notes: list[Numbered], place: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for note in notes:
        wanted = getattr(note.note, place)
        if wanted is not None:
            for at in _at(axis, wanted):
                found.setdefault(at, []).append(note.number)
    return found


def _at(axis: Axis, wanted: Mapping[str, str] | None) -> frozenset[int]:
    """The lines that have these codes; all of them where nothing is wanted."""
    names = [variable.name for variable in axis.variables]
    return frozenset(
        number
        for number, line in enumerate(axis.lines)
        if wanted is None
        or all(dict(zip(names, line.codes, strict=True)).get(name) == code for name, code in wanted.items())
    )
