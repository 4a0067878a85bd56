"""Workloads over one variable given by sets of codes: any groups, and "the code begins with …"."""

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


@dataclass(frozen=True, slots=True, init=False)
class CodePrefix(OneVariable):
    """How many records carry a code that begins with a given prefix, one query a prefix (31, 32, 33, …).

    A query may name several prefixes: it counts the codes that begin with any of them. Codes may be of any length. In
    practice these are codes of industries, diseases, occupations and areas. Source: Bun, Steinke, Ullman, Make Up Your
    Mind, section 3.1.

    >>> CodePrefix(["311", "312", "32", "9"], ["31", ("32", "9"), ""]).answer([1, 2, 3, 4]).tolist()
    [3, 7, 10]
    """

    codes: tuple[str, ...]
    prefixes: tuple[str | tuple[str, ...], ...]
    _runs: Runs = field(repr=False, compare=False)

    def __init__(self, codes: Iterable[str], prefixes: Iterable[str | Iterable[str]]) -> None:
        """Take a code list and its prefixes.

        Args:
            codes: the code list, in its public order.
            prefixes: one a query, or several of which any will do; the empty prefix is the total.

        Raises:
            BadInput: there is no code, or something is no text.
        """
        asked = tuple(prefix if isinstance(prefix, str) else tuple(prefix) for prefix in prefixes)
        object.__setattr__(self, "codes", tuple(codes))
        object.__setattr__(self, "prefixes", asked)
        check_size(len(self.codes))
        beginnings = tuple((prefix,) if isinstance(prefix, str) else prefix for prefix in asked)
        if not all(isinstance(text, str) for text in (*self.codes, *(text for texts in beginnings for text in texts))):
            raise BadInput(problem("queries.codes_are_texts"))
        rows = [[i for i, code in enumerate(self.codes) if code.startswith(texts)] for texts in beginnings]
        object.__setattr__(self, "_runs", runs_of_rows(rows))

    @property
    def size(self) -> int:
        """The number of codes."""
        return len(self.codes)

    @property
    def count(self) -> int:
        """The number of prefixes."""
        return len(self.prefixes)

    def runs(self) -> Runs:
        """The maximal runs of every prefix; one run where the code list is sorted."""
        return self._runs
