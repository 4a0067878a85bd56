"""What was corrected in the texts of a release: each text with its place, as it was and as it is.

Texts are compared by where they stand, entries of lists by their names or codes: one that moved is not another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.sampling import CellErrors
from dpdesk.planning.document.sampling_words import words_of
from dpdesk.publish.documents.words import day, said
from dpdesk.release.result import Correction, Release
from dpdesk.schema.file.canonical import text_hash
from dpdesk.schema.text import LANGUAGE, Text

Path = tuple[str, ...]
_LANGUAGE = re.compile(LANGUAGE)
_NOT_TEXT = frozenset({"dictionary", "style", "display", "source", "loss", "budget_cap", "sampling"})
"""Parts of a plan that are no texts to be corrected; the source of a plan is one, that of a dictionary is its file."""
_NAMED = ("name", "code")
_WORDS = {
    "measures": "measure", "stub": "rows", "boxhead": "columns", "pages": "pages", "label": "label", "title": "title",
    "universe": "universe", "text": "", "variables": "", "codes": "code", "notes": "note", "unit": "unit of protection",
    "publisher": "Publisher", "contact": "Contact", "source": "Source", "reference_period": "Reference period",
    "region": "Area covered", "intended_use": "Intended use", "revision": "Revision status", "tables": "",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """A text that was corrected in one language; `old` or `new` is empty where there is none.

    `path` leads to it in the plan, or, after "dictionary", in the dictionary.
    """

    path: Path
    language: str
    old: str
    new: str

    @property
    def table(self) -> str | None:
        """The name of the table that it is a text of, if it is one of a single table."""
        return self.path[1] if self.path[0] == "tables" else None


@lru_cache(maxsize=16)
def changes(before: Plan, after: Plan) -> tuple[Change, ...]:
    """The texts in which two plans of one meaning differ, in the order of the later one."""
    old, new = _texts(before), _texts(after)
    keys = [*new, *(key for key in old if key not in new)]
    found = ((key, old.get(key, ""), new.get(key, "")) for key in keys)
    return tuple(Change(*key, one, other) for key, one, other in found if one != other)


def corrections(release: Release) -> list[tuple[Correction, tuple[Change, ...]]]:
    """Each correction of a release with the texts that it changed."""
    steps = pairwise((*release.former, release.plan))  # a release with its signs has one step more
    found = [changes(before, after) for before, after in steps]
    return list(zip(release.corrections, found, strict=False))


Corrected = tuple[Correction, tuple[Change, ...]]
"""A correction, and the texts that it changed."""


def changes_in(found: Sequence[Corrected], release: Release, language: str) -> Iterator[str]:
    """A line for each correction: its day and reason, and what a reader of a language meets of it."""
    for one, changed in found:
        told = [words(change, release, language) for change in in_language(changed, language)]
        version = said(language, "Text version {number}", number=one.version)
        yield f"{version}, {day(language, one.date)}: {'; '.join([one.reason, *told])}"


def in_language(found: tuple[Change, ...], language: str) -> list[Change]:
    """The changes that a reader of a language meets: those in it, or in the one that stands for it."""
    return [one for one in found if one.language in (language, language.split("-")[0])]


def tables_of(found: tuple[Change, ...], release: Release) -> list[str]:
    """The names of the tables that bear a corrected text, in the order of the release."""
    named = {one.table for one in found}
    variables = {one.path[2] for one in found if one.path[:2] == ("dictionary", "variables")}
    return [
        table.shell.name
        for table in release.tables
        if table.shell.name in named or variables & {variable.name for variable in table.shell.variables}
    ]


def place_words(change: Change, release: Release, language: str) -> str:
    """Where a text stands, in words: "Table 2: title", "Sex: code M"."""
    path = change.path
    if path[0] == "tables":
        names = [table.shell.name for table in release.tables]
        number = names.index(path[1]) + 1 if path[1] in names else path[1]
        return f"{said(language, 'Table {number}', number=number)}: {_rest(path[2:], language)}"
    if path[0] == "dictionary":
        if path[1] == "variables":
            known = {variable.name: variable.label for variable in release.dictionary.variables}
            label = known.get(path[2], Text.plain(path[2])).show(language)
            return f"{label}: {_rest(path[3:], language)}"
        return f"{said(language, 'Data')}: {_rest(path[1:], language)}"
    if path[0] == "sampling":
        return ", ".join([said(language, "Sampling errors"), *filter(None, path[1:])])
    if path[0] == "notes":  # print gives them other numbers than the plan, after the standard ones
        return said(language, "Note")
    return _rest(path, language, first=True)


def words(change: Change, release: Release, language: str) -> str:
    """A change in a sentence without a stop: where, what it is, what it was."""
    place = place_words(change, release, language)
    if not change.old:
        return said(language, "{place}: “{new}” is new", place=place, new=change.new)
    if not change.new:
        return said(language, "{place}: “{old}” is gone", place=place, old=change.old)
    return said(language, "{place}: “{new}”, before “{old}”", place=place, new=change.new, old=change.old)


def _rest(path: Path, language: str, *, first: bool = False) -> str:
    """The keys of a path in words, names and codes as they are; with a capital where it is the `first` word."""
    known = [said(language, _WORDS[step]) if step in _WORDS else step for step in path]
    text = " ".join(word for word in known if word)
    return text[:1].upper() + text[1:] if first else text


def _texts(plan: Plan) -> dict[tuple[Path, str], str]:
    """All texts of a plan and of its dictionary, by place and language."""
    tree = {name: part for name, part in plan.to_json().items() if name not in _NOT_TEXT or name == "source"}
    own = {name: part for name, part in plan.dictionary.to_json().items() if name not in _NOT_TEXT}
    leaves = [*_leaves(tree, ()), *_sampling(plan), *_leaves(own, ("dictionary",))]
    return {(path, language): text for path, language, text in leaves}


def _sampling(plan: Plan) -> Iterator[tuple[Path, str, str]]:
    """What is declared of sampling errors, with its source: another number is a correction like another word."""
    for one in plan.sampling:
        words = words_of(one.model_dump(mode="json", by_alias=True))
        if isinstance(one, CellErrors):
            words = f"{len(one.rows)}: {text_hash([one.columns, one.rows])[:8]}"
        path = ("sampling", one.table or "", one.measure or "")
        yield from ((path, language, f"{words} ({source})") for language, source in one.source.items())


def _leaves(tree: Any, path: Path) -> Iterator[tuple[Path, str, str]]:
    if isinstance(tree, Mapping):
        if tree and all(_LANGUAGE.fullmatch(key) and isinstance(one, str) for key, one in tree.items()):
            yield from ((path, language, text) for language, text in tree.items())
            return
        for key, one in tree.items():
            yield from _leaves(one, (*path, str(key)))
    elif isinstance(tree, list):
        for number, one in enumerate(tree, start=1):
            named = next((one[key] for key in _NAMED if isinstance(one, Mapping) and key in one), number)
            yield from _leaves(one, (*path, str(named)))
