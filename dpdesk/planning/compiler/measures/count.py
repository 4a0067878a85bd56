"""How many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dpdesk.planning.compiler.measures.base import Measured, Place, label_of
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.schema.text import Text


@dataclass(frozen=True, slots=True, eq=False)
class Counts(Measured):
    """Counts of whole cells, or of sets of codes of a variable."""

    direct: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, eq=False)
class Count(Limited, Counts):
    """How many there are in a cell."""

    label: Text
    decimals: int

    kind: ClassVar[str] = "count"

    @classmethod
    def of(cls, measure: document.Count, place: Place) -> Count:
        label = label_of(measure, Text({"en": "Count", "de": "Anzahl"}))
        return cls(label, measure.decimals or 0, limit=Limit.of(measure, place))

    def item(self, at: int) -> Item:
        return self.limited(Item("count", self.label, self.kind, self.decimals))
