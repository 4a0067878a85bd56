"""The workload of a group, put together from boxes: products of lists of sets of codes, one list for each variable.

Every statistic of every table is a box. Two boxes overlap in a box again, so that a query asked for twice can be
taken out of the smaller one, which leaves disjoint boxes: the parts of the workload, each a Kronecker product. Queries
are equal exactly when they count the same cells, whatever table, level or recode they come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.subsets import Ids, Subsets
from dpdesk.queries import Kronecker, Stack

Rows = NDArray[np.int64]
Totals = tuple[int, ...]
NO_ROW = -1
"""In place of a row: the query counts nobody by definition, and its answer is 0."""


class Box:
    """Ascending, distinct, non-empty sets for each variable."""

    def __init__(self, lists: tuple[Ids, ...]) -> None:
        self.lists = lists
        self.size = prod(numbers.size for numbers in lists)

    @cached_property
    def key(self) -> tuple[bytes, ...]:
        """Equal for equal boxes."""
        return tuple(numbers.tobytes() for numbers in self.lists)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of the workload: a box of queries of one statistic, its first row, and its share of the statistic."""

    statistic: str
    box: Box
    first: int
    share: Fraction


def overlap(left: Box, right: Box) -> Box | None:
    """Return the queries two boxes have in common, None if none."""
    lists = []
    for a, b in zip(left.lists, right.lists, strict=True):
        if a[-1] < b[0] or b[-1] < a[0]:
            return None
        common = a if a is b else np.intersect1d(a, b, assume_unique=True)
        if not common.size:
            return None
        lists.append(common)
    return Box(tuple(lists))


def without(box: Box, taken: Box) -> list[Box]:
    """Return disjoint boxes of what remains of a box without the queries of another."""
    common = overlap(box, taken)
    if common is None:
        return [box]
    rest = []
    for at, numbers in enumerate(box.lists):
        left = np.setdiff1d(numbers, common.lists[at], assume_unique=True)
        if left.size:
            rest.append(Box((*common.lists[:at], left, *box.lists[at + 1 :])))
    return rest


def _joined(boxes: list[Box]) -> list[Box]:
    """Join boxes that differ in one variable's list only."""
    boxes = list(boxes)
    again = len(boxes) > 1
    while again:
        again = False
        for i in range(len(boxes)):
            for j in range(i + 1, len(boxes)):
                apart = [
                    at
                    for at, (a, b) in enumerate(zip(boxes[i].lists, boxes[j].lists, strict=True))
                    if not np.array_equal(a, b)
                ]
                if len(apart) == 1:
                    at = apart[0]
                    both = np.union1d(boxes[i].lists[at], boxes[j].lists[at])
                    boxes[i] = Box((*boxes[i].lists[:at], both, *boxes[i].lists[at + 1 :]))
                    del boxes[j]
                    again = True
                    break
            if again:
                break
    return boxes


def _may_meet(left: Totals, right: Totals) -> bool:
    """Whether boxes with these totals can have a query in common: a lone total meets only lists that have it."""
    return all(a + b != 2 or a == b for a, b in zip(left, right, strict=True))


class WorkloadBuilder:
    """Collects boxes, then makes the workload and finds the rows of queries in it."""

    def __init__(self, variables: Sequence[Subsets]) -> None:
        self.variables = tuple(variables)
        self.parts: tuple[Part, ...] = ()
        self._asked: dict[tuple[bytes, ...], tuple[str, Box]] = {}
        self._exact: dict[tuple[bytes, ...], Part] = {}
        self._alike: dict[Totals, list[Part]] = {}

    def ask(self, statistic: str, lists: Sequence[Ids]) -> Box:
        """Add the queries of a box to the workload; returns the box."""
        box = Box(tuple(lists))
        self._asked.setdefault(box.key, (statistic, box))
        return box

    def finish(self) -> Stack:
        """Make the workload: one part for each statistic, or several where its queries are no one product.

        The larger box keeps a query that two ask for; parts stand in the order in which statistics were first asked.
        """
        asked = list(self._asked.values())
        order = sorted(range(len(asked)), key=lambda at: (-asked[at][1].size, at))
        disjoint: dict[str, list[Box]] = {}
        taken: dict[Totals, list[Box]] = {}
        for at in order:
            statistic, box = asked[at]
            signature = self._totals(box)
            pieces = [box]
            for other, boxes in taken.items():
                if not _may_meet(signature, other):
                    continue
                for one in boxes:
                    pieces = [rest for piece in pieces for rest in without(piece, one)]
                    if not pieces:
                        break
            disjoint.setdefault(statistic, []).extend(pieces)
            taken.setdefault(signature, []).extend(pieces)
        parts, first = [], 0
        for statistic in dict.fromkeys(statistic for statistic, _ in asked):
            boxes = _joined(disjoint[statistic])
            size = sum(box.size for box in boxes)
            for box in boxes:
                parts.append(Part(statistic, box, first, Fraction(box.size, size)))
                first += box.size
        self.parts = tuple(parts)
        for part in parts:
            self._exact[part.box.key] = part
        return Stack(*(self._kronecker(part.box) for part in parts))

    def _totals(self, box: Box) -> Totals:
        """For each variable, whether the list is the lone total (2), has it among others (1), or lacks it (0)."""
        return tuple(
            (2 if numbers.size == 1 else 1) if subsets.full in numbers else 0
            for numbers, subsets in zip(box.lists, self.variables, strict=True)
        )

    def _kronecker(self, box: Box) -> Kronecker:
        return Kronecker(
            *(subsets.workload(numbers) for subsets, numbers in zip(self.variables, box.lists, strict=True))
        )

    def rows(self, box: Box, wanted: Sequence[Ids]) -> Rows:
        """Return the workload rows of queries of a box that was asked for.

        Args:
            box: the box they belong to.
            wanted: for each variable the numbers of the sets, arrays that broadcast against each other; what is not in
                the box is no row.

        Returns:
            int64, in the broadcast shape; NO_ROW where the query is not in the box.
        """
        exact = self._exact.get(box.key)
        candidates = [exact] if exact else self._meeting(box)
        shape = np.broadcast_shapes(*(numbers.shape for numbers in wanted))
        result = np.full(shape, NO_ROW, dtype=np.int64)
        for part in candidates:
            row: Rows = np.array(part.first)
            found: NDArray[np.bool_] = np.array(True)
            stride = part.box.size
            for numbers, own in zip(wanted, part.box.lists, strict=True):
                stride //= own.size
                if own.size == 1:
                    found = found & (numbers == own[0])
                    continue
                at = np.minimum(own.searchsorted(numbers), own.size - 1)
                row = row + at * stride
                found = found & (own[at] == numbers)
            np.copyto(result, row, where=found)
        return result

    def _meeting(self, box: Box) -> list[Part]:
        if not self._alike:
            for part in self.parts:
                self._alike.setdefault(self._totals(part.box), []).append(part)
        signature = self._totals(box)
        return [
            part
            for other, parts in self._alike.items()
            if _may_meet(signature, other)
            for part in parts
            if overlap(part.box, box) is not None
        ]
