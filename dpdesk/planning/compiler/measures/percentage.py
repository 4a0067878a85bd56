"""A count as a percentage of another: the table's, the page's, the row's or the column's total, or any other base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import AXES
from dpdesk.planning.compiler.measures.base import Percent, Place, label_of
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import problem
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text

_BASE_LABELS = {
    "table": Text({"en": "Percentage of the table's total", "de": "Prozent der Tabelle"}),
    "page": Text({"en": "Percentage of the page's total", "de": "Prozent der Seite"}),
    "row": Text({"en": "Percentage of the row", "de": "Prozent der Zeile"}),
    "column": Text({"en": "Percentage of the column", "de": "Prozent der Spalte"}),
}
Base = Literal["table", "page", "row", "column"] | document.Keep
_NEEDS = {"table": (), "page": ("pages",), "row": ("boxhead",), "column": ("stub",)}
_KEEPS = {"table": (), "page": ("pages",), "row": ("pages", "stub"), "column": ("pages", "boxhead")}


def _within(labels: Sequence[Text]) -> Text | None:
    """Of what a percentage is that keeps variables of these labels; None where there is none."""
    if not labels:
        return None
    tags = dict.fromkeys(["en", "de", *(tag for label in labels for tag in label)])
    words = {"de": "Prozent innerhalb von"}
    named = {tag: ", ".join(label.show(tag) for label in labels) for tag in tags}
    return Text({tag: f"{words.get(tag, 'Percentage within')} {text}" for tag, text in named.items()})


def base_code(base: Base) -> str:
    """How the code of an item says what it is set against."""
    return f"keep:{'+'.join(base.keep)}" if isinstance(base, document.Keep) else base


def kept_by(base: Base, place: Place, *, of_itself: bool = False) -> frozenset[str]:
    """The variables of a cell's lines that a base keeps. Raises BadInput where there is no such base.

    of_itself: a cell may be set against itself, since a part of it is counted.
    """
    names = {name: {variable.name for variable in axis.variables} for name, axis in place.axes.items()}
    every, where = set().union(*names.values()), place.where
    if isinstance(base, document.Keep):
        kept = set(base.keep)
        for name in base.keep:
            if name not in every:
                near = meant(name, every, "")
                raise BadInput(problem("planning.keep_unknown", where.to("base", "keep"), name=name, near=near))
    else:
        for axis in _NEEDS[base]:
            if not names[axis]:
                raise BadInput(problem("planning.base_empty", where.to("base"), base=base, axis=AXES[axis]))
        kept = set().union(*(names[axis] for axis in _KEEPS[base]))
    if of_itself:
        return frozenset(kept)
    if not every:
        raise BadInput(problem("planning.base_without_variable", where.to("base")))
    if kept == every:
        raise BadInput(problem("planning.base_keeps_all", where.to("base")))
    return frozenset(kept)


@dataclass(frozen=True, slots=True, eq=False)
class Percentage(Limited, Percent):
    """100 × a count over the count of a base that keeps the variables `kept` of the cell."""

    only: Item
    kept: frozenset[str]

    @classmethod
    def of(cls, measure: document.Percentage, place: Place) -> Percentage:
        base = measure.base
        limit = Limit.of(measure, place)
        kept = kept_by(base, place, of_itself=limit is not None)
        if isinstance(base, document.Keep):
            default = _within([place.dictionary.variable(name).label for name in base.keep]) or _BASE_LABELS["table"]
        else:
            default = _BASE_LABELS[base]
        decimals = 1 if measure.decimals is None else measure.decimals
        item = Item(f"percentage:{base_code(base)}", label_of(measure, default), cls.kind, decimals)
        return cls(item if limit is None else limit.item(item), kept, limit=limit)

    @property
    def keeps(self) -> frozenset[str]:
        return self.kept
