"""Workloads over one variable given by sets of codes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.queries.one_variable import OneVariable, Runs, check_size


def runs_of_rows(rows: Sequence[Sequence[int]]) -> Runs:
    """The maximal runs of codes of every row.

    Args:
        rows: sorted sequences of distinct codes.
    """
    starts: list[int] = []
    ends: list[int] = []
    first = [0]
    for row in rows:
        for code in row:
            if len(starts) > first[-1] and ends[-1] == code:
                ends[-1] = code + 1
            else:
                starts.append(code)
                ends.append(code + 1)
        first.append(len(starts))
    return Runs(np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64), np.array(first, dtype=np.int64))


@dataclass(frozen=True, slots=True, init=False)
class Groups(OneVariable):
    """Any 0/1 queries over one variable: each row a set of 0-based code indices (a row may be empty)."""

    size: int
    rows: tuple[tuple[int, ...], ...]
    _runs: Runs = field(repr=False, compare=False)

    def __init__(self, size: int, rows: Iterable[Iterable[int]]) -> None:
        """Take D and the rows; raises BadInput for an index outside 0 … D−1."""
        object.__setattr__(self, "size", check_size(size))
        kept = tuple(tuple(sorted({int(code) for code in row})) for row in rows)
        for number, row in enumerate(kept):
            if row and not 0 <= row[0] <= row[-1] < self.size:
                raise BadInput(problem("queries.group_code", group=number, most=self.size - 1))
        object.__setattr__(self, "rows", kept)
        object.__setattr__(self, "_runs", runs_of_rows(kept))

    @property
    def count(self) -> int:
        """The number of groups."""
        return len(self.rows)

    def runs(self) -> Runs:
        """The maximal runs of every group."""
        return self._runs
