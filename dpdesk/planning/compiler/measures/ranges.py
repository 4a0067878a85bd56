"""Counts of ranges of ordered codes: up to every one, in listed intervals, or in all intervals.

Only bins and codes in order take part: "not stated" lies after them and in none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.measures.base import Place
from dpdesk.planning.compiler.measures.codes import (
    CodeCells,
    CodeRanges,
    CodeSets,
    Running,
    code_range,
    ordered_variable,
)
from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import phrase
from dpdesk.schema.text import Text
from dpdesk.schema.variables.bins import range_label
from dpdesk.schema.variables.coding import GroupCoding, MembersCoding, NumberCoding
from dpdesk.schema.variables.numberformat import exact_text

_WHAT = phrase("planning.ranges")
_UP_TO, _TO = {"de": "bis"}, {"de": "bis"}
_AND_OVER = {"en": "{} and over", "de": "{} und mehr"}
_AND_UNDER = {"en": "{} and under", "de": "{} und weniger"}


@dataclass(frozen=True, slots=True, eq=False)
class Ranges(Limited, Counts):
    """Counts of ranges of codes."""

    ranges: CodeRanges
    decimals: int

    @property
    def size(self) -> int:
        return self.ranges.ends.size

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells:
        return self.met(self.ranges)


@dataclass(frozen=True, slots=True, eq=False)
class Cumulative(Ranges):
    """How many are at most in each bin."""

    kind: ClassVar[str] = "cdf"

    @classmethod
    def of(cls, measure: document.Cdf, place: Place) -> Cumulative:
        variable = ordered_variable(place.dictionary, measure.variable, _WHAT, place.where)
        return cls(Running.of(variable), measure.decimals or 0, limit=Limit.of(measure, place))

    def item(self, at: int) -> Item:
        variable, decimals = self.ranges.variable, self.decimals
        label = self._up_to(at)
        tags = dict.fromkeys(["en", "de", *variable.label, *label])
        upto = Text({tag: f"{variable.label.show(tag)}: {label.show(tag)}" for tag in tags})
        item = Item(f"cdf:{variable.name}:{variable.codes[at]}", upto, self.kind, decimals, variable.name)
        return self.limited(item)

    def _up_to(self, at: int) -> Text:
        """All codes up to one, in words: "up to 17", and "under 18" or "all" where the code is a range itself."""
        variable, edges = self.ranges.variable, self.ranges.variable.edges
        high = at == _open_ends(variable.coding)[1]
        if edges and (high or edges[at + 1] - edges[at] != 1):
            ends = variable.closed and at == variable.ordered - 1
            return range_label(edges, 0, at, low=True, high=high, end=ends)
        label = variable.labels[at]
        tags = dict.fromkeys(["en", "de", *label])
        return Text({tag: f"{_UP_TO.get(tag, 'up to')} {label.show(tag)}" for tag in tags})

    def identities(self) -> tuple[str, NDArray[np.generic]]:
        return "", np.array([self.item(0).code])


@dataclass(frozen=True, slots=True, eq=False)
class Intervals(Ranges):
    """How many are in each interval; `given` are the labels of the plan."""

    given: tuple[dict[str, str] | None, ...] | None = None

    kind: ClassVar[str] = "interval"

    @classmethod
    def of(cls, measure: document.IntervalCounts | document.AllIntervals, place: Place) -> Intervals:
        variable = ordered_variable(place.dictionary, measure.variable, _WHAT, place.where)
        given = None
        if isinstance(measure, document.AllIntervals):
            firsts, lasts = np.triu_indices(variable.ordered)
            starts, ends = firsts.astype(np.int64), lasts.astype(np.int64) + 1
        else:
            named = enumerate(measure.intervals)
            pairs = [code_range(variable, one, place.where.to("intervals", at)) for at, one in named]
            starts, ends = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
            given = tuple(one.label for one in measure.intervals)
        limit = Limit.of(measure, place)
        return cls(CodeRanges(variable, starts, ends), measure.decimals or 0, given, limit=limit)

    def item(self, at: int) -> Item:
        variable, decimals, given = self.ranges.variable, self.decimals, self.given
        first, last = int(self.ranges.starts[at]), int(self.ranges.ends[at]) - 1
        code = f"interval:{variable.name}:{variable.codes[first]}-{variable.codes[last]}"
        named = given[at] if given else None
        ends_open = _open_ends(variable.coding)
        low, high = first == ends_open[0], last == ends_open[1]
        if named:
            label = Text(named)
        elif first == last:
            label = variable.labels[first]
        elif variable.edges and any(variable.edges[i + 1] - variable.edges[i] != 1 for i in (first, last)):
            ends_all = variable.closed and last == variable.ordered - 1
            label = range_label(variable.edges, first, last, low=low, high=high, end=ends_all)
        elif variable.kind == "number" and low != high:  # whole numbers with everything beyond the last, or the first
            at, words = (first, _AND_OVER) if high else (last, _AND_UNDER)
            label = Text({tag: text.format(exact_text(variable.edges[at])) for tag, text in words.items()})
        else:
            ends_of = variable.labels[first], variable.labels[last]
            tags = dict.fromkeys(["en", "de", *ends_of[0], *ends_of[1]])
            label = Text({tag: f"{ends_of[0].show(tag)} {_TO.get(tag, 'to')} {ends_of[1].show(tag)}" for tag in tags})
        return self.limited(Item(code, label, self.kind, decimals, variable.name))

    def identities(self) -> tuple[str, NDArray[np.generic]]:
        ranges = self.ranges
        keys: NDArray[np.int64] = ranges.starts * (ranges.variable.size + 1) + ranges.ends
        return f"interval:{ranges.variable.name}{self.limit_code}", keys


def _open_ends(coding: object) -> tuple[int, int]:
    """The codes in which everything below the first edge, and above the last, is counted; -1 for none."""
    if isinstance(coding, NumberCoding):
        return coding.below, coding.above
    if isinstance(coding, MembersCoding):
        return _open_ends(coding.of)
    if isinstance(coding, GroupCoding):
        low, high = _open_ends(coding.base)
        return (coding.table[low] if low >= 0 else -1), (coding.table[high] if high >= 0 else -1)
    return -1, -1
