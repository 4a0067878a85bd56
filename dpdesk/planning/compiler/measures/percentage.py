"""A count as a percentage of another: the table's, the page's, the row's or the column's total, or any other base."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpdesk.planning.compiler.blocks import refuse
from dpdesk.planning.compiler.measures.base import Place, Ratio, label_of
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.schema.file.spelling import meant_text
from dpdesk.schema.text import Text

_BASE_LABELS = {
    "table": Text({"en": "Percentage of the table's total", "de": "Prozent der Tabelle"}),
    "page": Text({"en": "Percentage of the page's total", "de": "Prozent der Seite"}),
    "row": Text({"en": "Percentage of the row", "de": "Prozent der Zeile"}),
    "column": Text({"en": "Percentage of the column", "de": "Prozent der Spalte"}),
}
_NEEDS = {"table": (), "page": ("pages",), "row": ("boxhead",), "column": ("stub",)}
_KEEPS = {"table": (), "page": ("pages",), "row": ("pages", "stub"), "column": ("pages", "boxhead")}


@dataclass(frozen=True, slots=True, eq=False)
class Percentage(Ratio):
    """100 × a count over the count of a base that keeps the variables `kept` of the cell."""

    only: Item
    kept: frozenset[str]

    kind: ClassVar[str] = "percentage"

    @classmethod
    def of(cls, measure: document.Percentage, place: Place) -> Percentage:
        names = {name: {variable.name for variable in axis.variables} for name, axis in place.axes.items()}
        every, where = set().union(*names.values()), place.where
        base = measure.base
        if isinstance(base, document.Keep):
            kept = set(base.keep)
            for name in base.keep:
                if name not in every:
                    near = meant_text(name, every, "")
                    sentence = f"names '{name}', which is not in the table's pages, stub or boxhead{near}"
                    refuse(f"{where}.base.keep", sentence)
            code = f"percentage:keep:{'+'.join(base.keep)}"
            default = Text({"en": f"Percentage within {', '.join(base.keep)}"} if base.keep else _BASE_LABELS["table"])
        else:
            for axis in _NEEDS[base]:
                if not names[axis]:
                    refuse(f"{where}.base", f"is '{base}', but the table's {axis} has no variable; choose another base")
            kept = set().union(*(names[axis] for axis in _KEEPS[base]))
            code, default = f"percentage:{base}", _BASE_LABELS[base]
        if not every:
            sentence = "is a percentage in a table without a variable, where all would be 100; give it rows or columns"
            refuse(f"{where}.base", sentence)
        if kept == every:
            refuse(f"{where}.base", "keeps every variable of the table, so that all would be 100; leave one out")
        decimals = 1 if measure.decimals is None else measure.decimals
        return cls(Item(code, label_of(measure, default), cls.kind, decimals), frozenset(kept))

    def item(self, at: int) -> Item:
        return self.only

    @property
    def keeps(self) -> frozenset[str]:
        return self.kept

    @property
    def unit(self) -> Fraction:
        return Fraction(100)

    @property
    def lower(self) -> Fraction:
        return Fraction(0)

    @property
    def upper(self) -> Fraction:
        return Fraction(1)
