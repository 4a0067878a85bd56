"""The share of a range of a variable's codes among all who state one: below a line, from a line on, or between two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpdesk.planning.compiler.measures.base import Percent, Place, label_of
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets, code_range, ordered_variable
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.measures.ranges import Intervals
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import phrase
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

_RANGE = {"en": "Share with {of} {range}", "de": "Anteil mit {of} {range}"}
_NAMED = {"en": "Share “{range}”", "de": "Anteil „{range}“"}
"""The label of a share whose range has none, and of one whose range the plan names."""


@dataclass(frozen=True, slots=True, eq=False)
class Share(Limited, Percent):
    """100 × how many are in the range over how many are in any code that states something."""

    only: Item
    within: CodeRanges
    among: CodeRanges

    @classmethod
    def of(cls, measure: document.Share, place: Place) -> Share:
        variable = ordered_variable(place.dictionary, measure.variable, phrase("planning.ranges"), place.where)
        start, end = code_range(variable, measure.within, place.where.to("within"))
        within = _range(variable, start, end)
        counted = Intervals(within, 0, (measure.within.label,)).item(0)
        own = measure.within.label
        words = _NAMED if own else _RANGE
        tags = dict.fromkeys(["en", "de", *variable.label, *counted.label])
        shares = {
            tag: words.get(tag, words["en"]).format(of=variable.label.show(tag), range=counted.label.show(tag))
            for tag in tags
        }
        decimals = 1 if measure.decimals is None else measure.decimals
        code = counted.code.replace("interval:", "share:", 1)
        item = Item(code, label_of(measure, Text(shares)), cls.kind, decimals, variable.name)
        limit = Limit.of(measure, place)
        among = _range(variable, 0, variable.ordered)
        return cls(item if limit is None else limit.item(item), within, among, limit=limit)

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells:
        return self.met(self.within)

    @property
    def base_along(self) -> CodeRanges | CodeSets | CodeCells:
        return self.met(self.among)


def _range(variable: Variable, start: int, end: int) -> CodeRanges:
    return CodeRanges(variable, np.array([start], dtype=np.int64), np.array([end], dtype=np.int64))
