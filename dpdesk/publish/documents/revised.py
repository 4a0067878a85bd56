"""A release as it is printed after a correction: each text that was another one before bears the sign for it.

The signs stand in the labels themselves, so that every layout, paper and window has them where the text is, and on
nothing else. CSV files, metadata and hashes are made of the release without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.shells import Axis, AxisBlock, Choice, Item, Items, Shell
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.documents import facts
from dpdesk.release.result import CORRECTED, Release
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.document.model import Note

_COVER = ("publisher", "contact", "source", "reference_period", "region", "intended_use", "revision")


def revised(release: Release) -> Release:
    """The release with its signs; itself where no text was corrected, or where it has them."""
    if not release.former or len(release.former) > len(release.corrections):
        return release
    sign = facts.symbols(release)[CORRECTED]
    before = [_shells(plan) for plan in release.former]
    tables = tuple(
        replace(table, shell=_shell(table.shell, [shells[number] for shells in before], sign))
        for number, table in enumerate(release.tables)
    )
    plan = _plan(release.plan, release.former, sign)
    return replace(release, tables=tables, plan=plan, former=(*release.former, release.plan))


@lru_cache(maxsize=8)
def _shells(plan: Plan) -> tuple[Shell, ...]:
    return compile_plan(plan).shells


def _plan(plan: Plan, former: Sequence[Plan], sign: str) -> Plan:
    """The plan with signs in what the cover and the notes say; its title names files, and stays."""
    record = plan.record
    cover = {}
    for name in _COVER:
        text: Mapping[str, str] | None = getattr(record, name)
        if text is not None:
            cover[name] = _marked(text, [getattr(one.record, name) or {} for one in former], sign)
    notes = [_note(note, [one.record.notes for one in former], sign) for note in record.notes]
    return Plan(record.model_copy(update={**cover, "notes": notes}), plan.dictionary, plan.file)


def _note(note: Note, former: Sequence[Sequence[Note]], sign: str) -> Note:
    """A note is new where none of a former plan has its text."""
    text = {
        language: f"{words} {sign}" if any(_lacks(notes, language, words) for notes in former) else words
        for language, words in note.text.items()
    }
    return note.model_copy(update={"text": text})


def _lacks(notes: Sequence[Note], language: str, words: str) -> bool:
    return all(note.text.get(language) != words for note in notes)


def _shell(shell: Shell, former: Sequence[Shell], sign: str) -> Shell:
    universe = shell.universe
    return replace(
        shell,
        title=_text(shell.title, [one.title for one in former], sign),
        universe=None if universe is None else _text(universe, [one.universe or Text({}) for one in former], sign),
        items=_items(shell.items, [one.items for one in former], sign),
        pages=_axis(shell.pages, [one.pages for one in former], sign),
        stub=_axis(shell.stub, [one.stub for one in former], sign),
        boxhead=_axis(shell.boxhead, [one.boxhead for one in former], sign),
    )


def _axis(axis: Axis, former: Sequence[Axis], sign: str) -> Axis:
    if not axis.variables:
        return axis
    before = zip(*(one.blocks for one in former), strict=True)
    return Axis([_block(block, old, sign) for block, old in zip(axis.blocks, before, strict=True)])


def _block(block: AxisBlock, former: Sequence[AxisBlock], sign: str) -> AxisBlock:
    before = zip(*(one.choices for one in former), strict=True)
    choices = tuple(_choice(choice, old, sign) for choice, old in zip(block.choices, before, strict=True))
    return replace(block, choices=choices, label=_text(block.label, [one.label for one in former], sign))


def _choice(choice: Choice, former: Sequence[Choice], sign: str) -> Choice:
    before = zip(*(one.labels for one in former), strict=True)
    labels = tuple(_text(label, old, sign) for label, old in zip(choice.labels, before, strict=True))
    variable = choice.variable
    label = _text(variable.label, [one.variable.label for one in former], sign)
    return replace(choice, labels=labels, variable=replace(variable, label=label))


def _items(items: Items, former: Sequence[Items], sign: str) -> Items:
    def made(at: int) -> Item:
        item = items[at]
        return replace(item, label=_text(item.label, [one[at].label for one in former], sign))

    return Items([(len(items), made)])


def _text(text: Text, former: Sequence[Text], sign: str) -> Text:
    if all(one == text for one in former):
        return text
    return Text(_marked(dict(text.items()), [dict(one.items()) for one in former], sign))


def _marked(text: Mapping[str, str], former: Sequence[Mapping[str, str]], sign: str) -> dict[str, str]:
    """Each language's words, with the sign where they were others before."""
    return {
        language: f"{words} {sign}" if words and any(one.get(language, "") != words for one in former) else words
        for language, words in text.items()
    }
