"""A table as a cube, for formats that know nothing else: its dimensions, with codes and labels of their values.

An axis that is no product of its variables, because blocks are stacked or one grouping is nested in another, is one
dimension whose values are its lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING

from dpdesk.planning.compiler.shells import TOTAL
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import one_line
from dpdesk.release.result import Release, TableResult

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis
    from dpdesk.schema.text import Text

LONGEST = 100
"""Of a title or a label, in characters; what is longer ends in "…"."""
MEASURE = ""
"""Stands for the name of a variable where a dimension holds the measures."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """A dimension in one language.

    title, codes, labels: what it and its values are called; no two values have the same code or label.
    lines: for each value the codes of the table's variables that it stands for, by their names.
    total: the label of the value for everyone, "" where there is none.
    """

    title: str
    codes: Sequence[str]
    labels: Sequence[str]
    lines: Sequence[Mapping[str, str]]
    total: str = ""


def cube(release: Release, table: TableResult, language: str) -> tuple[list[Dimension], list[Dimension]]:
    """The dimensions of pages and stub, and those of boxhead and measures, in the order of the cells.

    Each measure is followed by its margins, values of their own.
    """
    shell = table.shell
    down = [one for axis in (shell.pages, shell.stub) for one in _dimensions(axis, language)]
    across = [*_dimensions(shell.boxhead, language), _measures(release, table, language)]
    titles = _distinct([one.title for one in [*down, *across]])
    found = [
        replace(one, title=title, codes=_distinct(one.codes), labels=_distinct(one.labels))
        for title, one in zip(titles, [*down, *across], strict=True)
    ]
    return found[: len(down)], found[len(down) :]


def _dimensions(axis: Axis, language: str) -> list[Dimension]:
    if not axis.variables:
        return []
    block = axis.blocks[0]
    if len(axis.blocks) > 1 or block.size < prod(choice.size for choice in block.choices):
        return [_of_lines(axis, language)]
    return [
        Dimension(
            short(choice.variable.label, language),
            choice.codes,
            [short(label, language) for label in choice.labels],
            [{choice.variable.name: code} for code in choice.codes],
            short(choice.labels[choice.codes.index(TOTAL)], language) if TOTAL in choice.codes else "",
        )
        for choice in block.choices
    ]


def _of_lines(axis: Axis, language: str) -> Dimension:
    """One dimension for a whole axis: "Sex: Male, Age: 15 to 24"."""
    titles = [short(variable.label, language) for variable in axis.variables]
    lines, labels = [], []
    for line in axis.lines:
        named = zip(axis.variables, titles, line.codes, line.labels, strict=True)
        there = [one for one in named if one[2]]
        lines.append({variable.name: code for variable, _, code, _ in there})
        label = ", ".join(f"{title}: {short(text, language)}" for _, title, _, text in there)
        labels.append(_cut(label) or said(language, "Total"))
    codes = [".".join(code or "-" for code in line.codes) for line in axis.lines]
    return Dimension(_cut(", ".join(titles)), codes, labels, lines)


def _measures(release: Release, table: TableResult, language: str) -> Dimension:
    margin = {own: said(language, words, level=facts.level(release)) for own, words in margins(table)}
    codes, labels = [], []
    for item in table.shell.items:
        label = short(item.label, language) or item.code
        codes += [item.code, *(f"{item.code}:{own}" for own in margin)]
        labels += [label, *(f"{label}: {words}" for words in margin.values())]
    lines = [{MEASURE: item.code} for item in table.shell.items for _ in range(1 + len(margin))]
    return Dimension(said(language, "Measure"), codes, labels, lines)


def margins(table: TableResult) -> Iterator[tuple[str, str]]:
    """What follows each measure: the end of its code, and what it is called."""
    yield "margin", "noise margin ({level})"
    if table.sampling is not None:
        yield "sampling_margin", "sampling margin ({level})"
        yield "combined_margin", "noise and sampling margin ({level})"


def short(text: Text, language: str) -> str:
    """A text on one line, cut where it is too long for a label."""
    return _cut(one_line(text.show(language)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _distinct(names: Sequence[str]) -> list[str]:
    """Names in their order, those that are alike told apart by numbers."""
    found: dict[str, None] = {}
    for name in names:
        own, number = name, 1
        while own in found:
            number += 1
            own = f"{name} ({number})"
        found[own] = None
    return list(found)
