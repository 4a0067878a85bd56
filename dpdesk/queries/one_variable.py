"""Workloads over one variable with D ordered codes: every code, the total, prefixes, intervals.

Each is known by its *runs*: row r contains the codes starts[i] … ends[i]−1 for the runs i that belong to it,
runs being maximal (no two of one row touch). Strategies forecast from the runs, so that no matrix is ever
written down.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.queries.workload import Array, IntArray, Workload


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Maximal runs of codes, 0-based and half-open; `first[r]` … `first[r+1]−1` are the runs of row r."""

    starts: IntArray
    ends: IntArray
    first: IntArray
    contiguous: bool = field(init=False)
    """Whether every row is exactly one run."""

    def __post_init__(self) -> None:
        alone = self.starts.size == self.first.size - 1 and bool(np.all(self.first[1:] > self.first[:-1]))
        object.__setattr__(self, "contiguous", alone)


def check_size(size: object) -> int:
    """A number of codes as an int.

    Args:
        size: whatever was given.

    Raises:
        BadInput: it is no whole number of at least 1.
    """
    if isinstance(size, bool) or not isinstance(size, (int, np.integer)) or size < 1:
        raise BadInput(problem("queries.number_of_codes"))
    return int(size)


def cumulative(x: Array, axis: int) -> Array:
    """Sums of the first 0, 1, …, D entries.

    Args:
        x: an array with D entries along the axis.
        axis: along which to add up.

    Returns:
        An array of the same type whose *first* axis has the D + 1 sums.
    """
    moved = np.moveaxis(x, axis, 0)
    sums = np.zeros((moved.shape[0] + 1, *moved.shape[1:]), dtype=moved.dtype)
    np.cumsum(moved, axis=0, out=sums[1:])
    return sums


class OneVariable(Workload):
    """A workload over one variable; applies along any axis of a larger array."""

    __slots__ = ()

    if TYPE_CHECKING:  # at run time an inherited property would be taken for the default of a dataclass field

        @property
        def size(self) -> int:
            """D, the number of codes."""

    @property
    @abstractmethod
    def count(self) -> int:
        """k, the number of queries."""

    @abstractmethod
    def runs(self) -> Runs:
        """Return the runs of every row."""

    def runs_of(self, rows: IntArray) -> Runs:
        """The runs of chosen rows.

        Args:
            rows: int64[n], numbers of queries, in any order.

        Returns:
            The runs of those rows, in that order.
        """
        runs = self.runs()
        numbers = runs.first[rows + 1] - runs.first[rows]
        first = np.concatenate([[0], np.cumsum(numbers)]).astype(np.int64)
        index = np.repeat(runs.first[rows], numbers) + np.arange(first[-1]) - np.repeat(first[:-1], numbers)
        return Runs(runs.starts[index], runs.ends[index], first)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of queries and number of codes, (k, D)."""
        return (self.count, self.size)

    @property
    def domain(self) -> tuple[int, ...]:
        """The one size, as a tuple."""
        return (self.size,)

    def along(self, x: Array, axis: int) -> Array:
        """Answer the queries along one axis of an array.

        Args:
            x: an array with D entries along the axis.
            axis: the variable's.

        Returns:
            The array with k answers along that axis.

        >>> Prefix(3).along(np.array([[1, 2, 3]]), 1).tolist()
        [[1, 3, 6]]
        """
        runs = self.runs()
        sums = cumulative(x, axis)
        answers = sums[runs.ends] - sums[runs.starts]
        if not runs.contiguous:
            joined = cumulative(answers, 0)
            answers = joined[runs.first[1:]] - joined[runs.first[:-1]]
        return np.moveaxis(answers, 0, axis)

    def along_adjoint(self, a: Array, axis: int) -> Array:
        """Apply the transposed matrix along one axis of an array.

        Args:
            a: an array with k entries along the axis.
            axis: the variable's.

        Returns:
            The array with D entries along that axis.
        """
        runs = self.runs()
        moved = np.moveaxis(a, axis, 0)
        weights = moved if runs.contiguous else np.repeat(moved, np.diff(runs.first), axis=0)
        steps = np.zeros((self.size + 1, *moved.shape[1:]), dtype=moved.dtype)
        np.add.at(steps, runs.starts, weights)
        np.subtract.at(steps, runs.ends, weights)
        return np.moveaxis(np.cumsum(steps, axis=0)[:-1], 0, axis)

    def _answer(self, x: Array) -> Array:
        return self.along(x, 0)

    def _adjoint(self, a: Array) -> Array:
        return self.along_adjoint(a, 0)

    def _matrix(self) -> IntArray:
        return np.asarray(self.along(np.eye(self.size, dtype=np.int64), 0), dtype=np.int64)


@lru_cache(maxsize=64)
def _code_runs(size: int) -> Runs:
    codes = np.arange(size + 1, dtype=np.int64)
    codes.flags.writeable = False
    return Runs(codes[:-1], codes[1:], codes)


@lru_cache(maxsize=64)
def _prefix_runs(size: int) -> Runs:
    codes, zeros = np.arange(size + 1, dtype=np.int64), np.zeros(size, dtype=np.int64)
    codes.flags.writeable = zeros.flags.writeable = False
    return Runs(zeros, codes[1:], codes)


@dataclass(frozen=True, slots=True)
class _OfSize(OneVariable):
    """Queries that a number of codes says all of."""

    size: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", check_size(self.size))


@dataclass(frozen=True, slots=True)
class Identity(_OfSize):
    """Every code by itself: D queries."""

    @property
    def count(self) -> int:
        """One query a code: D."""
        return self.size

    def runs(self) -> Runs:
        """One run of one code a row."""
        return _code_runs(self.size)

    def along(self, x: Array, axis: int) -> Array:
        """Return x itself: every count is an answer."""
        return x

    def along_adjoint(self, a: Array, axis: int) -> Array:
        """Return a itself: every answer is a code's."""
        return a

    def _gram(self) -> IntArray:
        return np.eye(self.size, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Total(_OfSize):
    """All codes together: one query."""

    @property
    def count(self) -> int:
        """One query, of all codes."""
        return 1

    def runs(self) -> Runs:
        """One run of all codes."""
        return Runs(np.array([0]), np.array([self.size]), np.array([0, 1]))

    def along(self, x: Array, axis: int) -> Array:
        """Sum along the axis, which keeps length 1."""
        return np.asarray(x.sum(axis=axis, keepdims=True))

    def along_adjoint(self, a: Array, axis: int) -> Array:
        """Repeat along the axis."""
        return np.repeat(a, self.size, axis=axis)

    def _gram(self) -> IntArray:
        return np.ones((self.size, self.size), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Prefix(_OfSize):
    """The first t codes, t = 1 … D: the cumulative distribution."""

    @property
    def count(self) -> int:
        """One query for each t: D."""
        return self.size

    def runs(self) -> Runs:
        """Row t is the run 0 … t−1."""
        return _prefix_runs(self.size)

    def along(self, x: Array, axis: int) -> Array:
        """Cumulative sums along the axis."""
        return np.cumsum(x, axis=axis)

    def along_adjoint(self, a: Array, axis: int) -> Array:
        """Cumulative sums from the other end."""
        return np.flip(np.cumsum(np.flip(a, axis), axis=axis), axis)

    def _gram(self) -> IntArray:
        codes = np.arange(self.size, dtype=np.int64)
        return self.size - np.maximum(codes[:, None], codes[None, :])


@dataclass(frozen=True, slots=True)
class AllRange(_OfSize):
    """All D(D+1)/2 intervals (s, t) with s ≤ t, lexicographic in (s, t)."""

    @property
    def count(self) -> int:
        """One query for each pair s ≤ t: D(D + 1)/2."""
        return self.size * (self.size + 1) // 2

    def runs(self) -> Runs:
        """One run an interval; written out, so of length D(D+1)/2."""
        starts, last = np.triu_indices(self.size)
        return Runs(
            starts.astype(np.int64, copy=False),
            (last + 1).astype(np.int64, copy=False),
            np.arange(self.count + 1, dtype=np.int64),
        )

    def runs_of(self, rows: IntArray) -> Runs:
        """Chosen intervals, without writing out the others."""
        codes = np.arange(self.size, dtype=np.int64)
        first = codes * self.size - codes * (codes - 1) // 2
        starts = np.searchsorted(first, rows, side="right") - 1
        return Runs(starts, rows - first[starts] + starts + 1, np.arange(rows.size + 1, dtype=np.int64))

    def along(self, x: Array, axis: int) -> Array:
        """Answer the intervals that begin at one code after the other, without writing out which they are."""
        sums = cumulative(x, axis)
        answers = np.empty((self.count, *sums.shape[1:]), dtype=sums.dtype)
        first = 0
        for start in range(self.size):
            last = first + self.size - start
            np.subtract(sums[start + 1 :], sums[start], out=answers[first:last])
            first = last
        return np.moveaxis(answers, 0, axis)

    def along_adjoint(self, a: Array, axis: int) -> Array:
        """Answers added at their first code and taken off behind their last, one first code after the other."""
        answers = np.moveaxis(a, axis, 0)
        steps = np.zeros((self.size + 1, *answers.shape[1:]), dtype=answers.dtype)
        first = 0
        for start in range(self.size):
            last = first + self.size - start
            part = answers[first:last]
            steps[start] += part.sum(axis=0)
            steps[start + 1 :] -= part
            first = last
        return np.moveaxis(np.cumsum(steps, axis=0)[:-1], 0, axis)

    def column_counts(self) -> IntArray:
        """Code u lies in u(D+1−u) intervals (u from 1)."""
        codes = np.arange(1, self.size + 1, dtype=np.int64)
        return codes * (self.size + 1 - codes)

    def _gram(self) -> IntArray:
        codes = np.arange(self.size, dtype=np.int64)
        low = np.minimum(codes[:, None], codes[None, :])
        high = np.maximum(codes[:, None], codes[None, :])
        return np.asarray((low + 1) * (self.size - high), dtype=np.int64)


@dataclass(frozen=True, slots=True, init=False)
class Intervals(OneVariable):
    """Listed intervals (s, t), 1-based and inclusive, in the order given; they may overlap and repeat."""

    size: int
    pairs: tuple[tuple[int, int], ...]
    _runs: Runs = field(repr=False, compare=False)
    _hash: int = field(repr=False, compare=False)

    def __init__(self, size: int, pairs: Iterable[tuple[int, int]]) -> None:
        """Take D and the pairs (s, t) with 1 ≤ s ≤ t ≤ D; raises BadInput otherwise."""
        object.__setattr__(self, "size", check_size(size))
        listed = tuple((int(s), int(t)) for s, t in pairs)
        ends = np.array(listed, dtype=np.int64).reshape(-1, 2)
        wrong = np.flatnonzero((ends[:, 0] < 1) | (ends[:, 0] > ends[:, 1]) | (ends[:, 1] > self.size))
        if wrong.size:
            s, t = listed[wrong[0]]
            raise BadInput(problem("queries.interval", first=s, last=t, size=self.size))
        object.__setattr__(self, "pairs", listed)
        runs = Runs(ends[:, 0] - 1, ends[:, 1].copy(), np.arange(len(listed) + 1, dtype=np.int64))
        object.__setattr__(self, "_runs", runs)
        object.__setattr__(self, "_hash", hash((self.size, listed)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def count(self) -> int:
        """The number of pairs."""
        return len(self.pairs)

    def runs(self) -> Runs:
        """One run a pair."""
        return self._runs
