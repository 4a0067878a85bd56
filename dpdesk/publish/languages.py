"""In which languages a release is published: those of its title, as far as there are sentences in them, and those of
them that its house style names, in the style's order.

Each language has a workbook and, where one is asked for, a PDF of its own; what is one file for all readers has a part
in each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.translation import ENGLISH, languages, spoken, translatable

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

WATERMARK = translatable("REHEARSAL")
"""What stands across a rehearsal, and before its names."""


def published(plan: Plan) -> list[str]:
    """The languages a release of a plan is published in, as its house style orders them, else English first.

    A style for releases in other languages than this one decides nothing; English stands where there is no other.
    """
    there = [one for one in _of_title(plan.title) if spoken(one)] or [ENGLISH]
    wanted = plan.record.house.languages or ()
    return list(dict.fromkeys(one for tag in wanted for one in there if tag in (one, one.split("-")[0]))) or there


def chosen(plan: Plan, wanted: Sequence[str] | None) -> list[str]:
    """The languages to write, in the order of the release; all of them where none is named.

    Raises:
        BadInput: the release has no title in one of them.
    """
    there = published(plan)
    for one in wanted or ():
        if one not in there:
            titles, place = tuple(_of_title(plan.title)), plan.file.whole
            raise BadInput(problem("publish.not_in_language", place, language=one, titles=titles, known=languages()))
    return [one for one in there if wanted is None or one in wanted]


def untranslated(plan: Plan, language: str) -> list[str]:
    """The places of the plan's and the dictionary's texts that have no words in a language, and stand in another."""
    known = set(plan.title)
    trees = (("plan", plan.to_json()), ("dictionary", plan.dictionary.to_json()))
    return [place for name, tree in trees for place in _lacking(tree, name, known, {language, language.split("-")[0]})]


def _lacking(tree: Any, where: str, known: set[str], wanted: set[str]) -> Iterator[str]:
    if isinstance(tree, list):
        for at, one in enumerate(tree):
            yield from _lacking(one, f"{where}[{at}]", known, wanted)
    elif isinstance(tree, dict) and tree.keys() & known and all(isinstance(one, str) for one in tree.values()):
        if not tree.keys() & wanted and any(letter.isalpha() for text in tree.values() for letter in text):
            yield where
    elif isinstance(tree, dict):
        for name, one in tree.items():
            yield from _lacking(one, f"{where}.{name}", known, wanted)


def _of_title(title: Mapping[str, str]) -> list[str]:
    return sorted((one for one, text in title.items() if text.strip()), key=lambda one: (one != "en", one))
