"""Sets of codes that a measure counts, and the ranges of codes that a plan names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.blocks import coded_variable, refuse
from dpdesk.planning.document import model as document
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant_text
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
        return self


def ordered_variable(dictionary: Dictionary, name: str, what: str, where: str) -> Variable:
    """Return a variable whose codes have an order; BadInput for any other."""
    variable = coded_variable(dictionary, name, f"{where}.variable")
    if not variable.ordered:
        refuse(f"{where}.variable", f"asks for {what} of '{name}', whose codes have no order")
    return variable


def code_range(variable: Variable, condition: document.Condition | document.Interval, where: str) -> tuple[int, int]:
    """Return the half-open range of positions that from/to or at_least/below names.

    Raises:
        BadInput: codes the variable lacks or in the wrong order, values that are no edges, or no order at all.
    """
    if not variable.ordered:
        refuse(where, f"asks for a range of '{variable.name}', whose codes have no order; list the codes instead")
    if condition.first is not None or condition.last is not None:
        start, end = 0, variable.ordered
        if condition.first is not None:
            start = _ordered_position(variable, condition.first, f"{where}.from")
        if condition.last is not None:
            end = _ordered_position(variable, condition.last, f"{where}.to") + 1
        if start >= end:
            refuse(where, "runs backwards: from must not come after to")
        return start, end
    if not variable.edges:
        refuse(where, f"names values, but '{variable.name}' has codes only; use from and to")
    start = 0 if condition.at_least is None else _edge(variable, condition.at_least, f"{where}.at_least")
    end = variable.ordered if condition.below is None else _edge(variable, condition.below, f"{where}.below")
    if start >= end:
        refuse(where, "is empty: at_least must be less than below, and below the last edge")
    return start, end


def _ordered_position(variable: Variable, code: str, where: str) -> int:
    position = variable.position(code)
    if position is None or position >= variable.ordered:
        near = meant_text(code, variable.codes[: variable.ordered], "")
        refuse(where, f"names '{code}', which is not among the ordered codes of '{variable.name}'{near}")
    return position


def _edge(variable: Variable, text: str, where: str) -> int:
    value = parse_exact(text)
    at = bisect_left(variable.edges, value)
    if at >= len(variable.edges) or variable.edges[at] != value:
        nearest = variable.edges[min(at, len(variable.edges) - 1)]
        refuse(where, f"is not an edge of the bins of '{variable.name}'; the next one is {format_exact(nearest)}")
    return at
