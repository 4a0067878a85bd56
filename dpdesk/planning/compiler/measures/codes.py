"""Sets of codes that a measure counts, and the ranges of codes that a plan names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import coded_variable
from dpdesk.planning.document import model as document
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.problems.problem import Phrase, Place, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.variable import Variable

Positions = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class CodeRanges:
    """Half-open ranges of positions in the code list of an ordered variable; `what` is their name in a statistic's."""

    variable: Variable
    starts: Positions
    ends: Positions
    what: str = "intervals"

    @property
    def key(self) -> Hashable:
        """What is the same for ranges that are the same."""
        return self


@dataclass(frozen=True, slots=True, eq=False)
class Running(CodeRanges):
    """The ranges of cumulative counts: up to every ordered code."""

    @classmethod
    def of(cls, variable: Variable) -> Running:
        """Those of a variable."""
        ends = np.arange(1, variable.ordered + 1, dtype=np.int64)
        return cls(variable, np.zeros_like(ends), ends, "cdf")

    @property
    def key(self) -> Hashable:
        return self.variable.name


@dataclass(frozen=True, slots=True, eq=False)
class CodeSets:
    """Any sets of positions in the code list of a variable."""

    variable: Variable
    sets: tuple[tuple[int, ...], ...]
    what: str = "prefixes"

    @property
    def key(self) -> Hashable:
        """What is the same for sets that are the same."""
        return self.variable.name, self.sets, self.what


@dataclass(frozen=True, slots=True, eq=False)
class CodeCells:
    """Combinations of codes of several variables: `each` has one of every combination, or one for all, per variable."""

    each: tuple[CodeRanges | CodeSets, ...]

    @property
    def key(self) -> Hashable:
        """What is the same for combinations that are the same."""
        return tuple(one.key for one in self.each)


def ordered_variable(dictionary: Dictionary, name: str, what: Phrase, place: Place) -> Variable:
    """Return a variable whose codes have an order; BadInput for any other."""
    variable = coded_variable(dictionary, name, place.to("variable"))
    if not variable.ordered:
        raise BadInput(problem("planning.no_order", place.to("variable"), what=what, variable=name))
    return variable


def code_range(variable: Variable, condition: document.Condition | document.Interval, place: Place) -> tuple[int, int]:
    """Return the half-open range of positions that from/to or at_least/below names.

    Raises:
        BadInput: codes the variable lacks or in the wrong order, values that are no edges, or no order at all.
    """
    if not variable.ordered:
        raise BadInput(problem("planning.range_without_order", place, variable=variable.name))
    if condition.first is not None or condition.last is not None:
        start, end = 0, variable.ordered
        if condition.first is not None:
            start = _ordered_position(variable, condition.first, place.to("from"))
        if condition.last is not None:
            end = _ordered_position(variable, condition.last, place.to("to")) + 1
        if start >= end:
            raise BadInput(problem("planning.backwards", place))
        return start, end
    if not variable.edges:
        raise BadInput(problem("planning.codes_only", place, variable=variable.name))
    start = 0 if condition.at_least is None else _edge(variable, condition.at_least, place.to("at_least"))
    end = variable.ordered if condition.below is None else _edge(variable, condition.below, place.to("below"))
    if start >= end:
        raise BadInput(problem("planning.empty_range", place))
    return start, end


def _ordered_position(variable: Variable, code: str, place: Place) -> int:
    position = variable.position(code)
    if position is None or position >= variable.ordered:
        near = meant(code, variable.codes[: variable.ordered], "")
        raise BadInput(problem("planning.not_ordered", place, code=code, variable=variable.name, near=near))
    return position


def _edge(variable: Variable, text: str, place: Place) -> int:
    value = parse_exact(text)
    at = bisect_left(variable.edges, value)
    if at >= len(variable.edges) or variable.edges[at] != value:
        nearest = variable.edges[min(at, len(variable.edges) - 1)]
        edge = format_exact(nearest)
        raise BadInput(problem("planning.no_edge", place, variable=variable.name, edge=edge))
    return at
