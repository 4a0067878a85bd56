"""The names of a file's columns, by a rule that never picks one of two silently.

White space in a heading is collapsed and trimmed. An empty heading becomes "column 3". A name that occurs
twice belongs to none of its columns: they are called "name (column 2)", "name (column 5)", and a dictionary
that asks for plain "name" is told so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dpdesk.errors import BadInput
from dpdesk.limits import LONGEST_HEADING, MOST_COLUMNS
from dpdesk.problems.problem import Phrase, phrase, problem


def column_names(cells: Sequence[str]) -> tuple[str, ...]:
    """Return one distinct name for each heading cell, in order."""
    plain = [" ".join(cell.replace("\0", " ").split()) for cell in cells]
    often = Counter(plain)
    names: list[str] = []
    taken: set[str] = set()
    for position, name in enumerate(plain, start=1):
        if not name:
            name = f"column {position}"
        elif often[name] > 1:
            name = f"{name} (column {position})"
        while name in taken or (often[name] and name != plain[position - 1]):
            name += "'"
        names.append(name)
        taken.add(name)
    return tuple(names)


def require_headings(cells: Sequence[str], file: str) -> None:
    """Refuse a heading no table has: of very many columns, or with a very long name."""
    require_columns(len(cells), file)
    if any(len(cell.strip()) > LONGEST_HEADING for cell in cells):
        raise BadInput(problem("data.heading_too_long", file=file, most=LONGEST_HEADING))


def require_columns(many: int, file: str | Phrase) -> None:
    """Refuse a file with more columns than any table has."""
    if many > MOST_COLUMNS:
        raise BadInput(problem("data.too_many_columns", file=file, most=MOST_COLUMNS))


def mostly_filled(cells: Sequence[str]) -> bool:
    """Say whether more than half of some cells hold something, as those of a heading do."""
    return sum(1 for cell in cells if cell.strip()) * 2 > len(cells)


def separator_hint(heading: str, delimiter: str) -> Phrase | None:
    """Say what a file with a single heading seems to be separated by instead of the delimiter; None if by nothing."""
    other = max((mark for mark in ";,\t|" if mark != delimiter), key=heading.count)
    if not heading.count(other):
        return None
    seems, declared = (phrase("data.tabs") if mark == "\t" else repr(mark) for mark in (other, delimiter))
    return phrase("data.seems_separated", seems=seems, declared=declared)


def positions(names: Sequence[str], wanted: Sequence[str], file: str, hint: Phrase | None = None) -> tuple[int, ...]:
    """Return where the wanted columns stand; BadInput names the first that is missing or ambiguous, with the hint."""
    where = {name: position for position, name in enumerate(names)}
    for name in wanted:
        if name not in where:
            if any(other.startswith(f"{name} (column ") for other in names):
                raise BadInput(problem("data.column_ambiguous", file=file, column=name, example=name + " (column 3)"))
            advice = phrase("data.check_heading") if hint is None else phrase("data.check_delimiter", hint=hint)
            raise BadInput(problem("data.column_missing", file=file, column=name, advice=advice))
    return tuple(where[name] for name in wanted)
