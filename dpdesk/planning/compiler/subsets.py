"""Sets of codes of one variable, named by whole numbers so that a million of them can be intersected at once.

Every query of a table is a product of such sets, one for each variable of the domain. A set of neighbouring codes
s … t−1 of D codes is the number s(D+1) + t, the empty set is −1, and any other set gets a number from (D+1)² upwards
when it is first met. Equal sets have equal numbers, so that two queries are the same query exactly when their numbers
are the same; ascending order puts single codes and prefixes into the order of the code list.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpdesk.queries import AllRange, Groups, Identity, Intervals, OneVariable, Prefix, Total

Ids = NDArray[np.int64]
EMPTY = -1


def ascending(numbers: Ids) -> Ids:
    """Return the distinct numbers in ascending order, EMPTY left out."""
    ordered: Ids = np.sort(numbers, axis=None)
    keep = ordered != EMPTY
    keep[1:] &= ordered[1:] != ordered[:-1]
    distinct: Ids = ordered[keep]
    return distinct


class Subsets:
    """The sets of codes of one domain variable with `size` codes."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.full = size
        self._first = (size + 1) ** 2
        self._others: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._met: dict[tuple[int, int], int] = {}

    def interval(self, start: int, end: int) -> int:
        """Return the number of the codes start … end−1; EMPTY if there are none."""
        return start * (self.size + 1) + end if start < end else EMPTY

    def of(self, codes: Sequence[int]) -> int:
        """Return the number of a set of 0-based codes in ascending order."""
        if len(codes) == 0:
            return EMPTY
        if codes[-1] - codes[0] + 1 == len(codes):
            return self.interval(codes[0], codes[-1] + 1)
        key = tuple(codes)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._first + len(self._others)
            self._others.append(key)
        return number

    def singles(self, count: int) -> Ids:
        """Return each of the first `count` codes by itself."""
        starts = np.arange(count, dtype=np.int64)
        return starts * (self.size + 1) + starts + 1

    def prefixes(self, count: int) -> Ids:
        """Return the first 1, 2, …, `count` codes."""
        return np.arange(1, count + 1, dtype=np.int64)

    def all_intervals(self, count: int) -> Ids:
        """Return every interval of the first `count` codes, in lexicographic order of their ends."""
        starts, ends = np.triu_indices(count)
        return starts.astype(np.int64) * (self.size + 1) + ends + 1

    def codes(self, number: int) -> tuple[int, ...]:
        """Return the codes of a set."""
        if number == EMPTY:
            return ()
        if number >= self._first:
            return self._others[number - self._first]
        start, end = divmod(number, self.size + 1)
        return tuple(range(start, end))

    def meet(self, left: Ids | int, right: Ids | int) -> Ids:
        """Return the intersections of two arrays of sets, broadcast against each other."""
        a, b = np.asarray(left, dtype=np.int64), np.asarray(right, dtype=np.int64)
        for one, other in ((a, b), (b, a)):
            if one.size == 1 and one.flat[0] == self.full and one.ndim <= other.ndim:
                return other
        a, b = np.broadcast_arrays(a, b)
        starts = np.maximum(a // (self.size + 1), b // (self.size + 1))
        ends = np.minimum(a % (self.size + 1), b % (self.size + 1))
        result = np.where(starts < ends, starts * (self.size + 1) + ends, EMPTY)
        result = np.where((a == EMPTY) | (b == EMPTY), EMPTY, result)
        result = np.where(a == self.full, b, np.where(b == self.full, a, result))
        hard = ((a >= self._first) | (b >= self._first)) & (a != self.full) & (b != self.full)
        hard &= (a != EMPTY) & (b != EMPTY)
        if hard.any():
            pairs, back = np.unique(np.stack([a[hard], b[hard]]), axis=1, return_inverse=True)
            met = np.array([self._meet_one(int(x), int(y)) for x, y in pairs.T], dtype=np.int64)
            result[hard] = met[back.reshape(-1)]
        return np.asarray(result, dtype=np.int64)

    def _meet_one(self, left: int, right: int) -> int:
        if left == right:
            return left
        key = (left, right)
        if key not in self._met:
            self._met[key] = self.of(sorted(set(self.codes(left)) & set(self.codes(right))))
        return self._met[key]

    def contains(self, outer: int, inner: int) -> bool:
        """Say whether every code of `inner` is in `outer`."""
        return int(self.meet(outer, inner)) == inner

    def workload(self, numbers: Ids) -> OneVariable:
        """Return the queries of ascending, distinct, non-empty sets, as the most telling class there is."""
        size = self.size
        if numbers.size == 1 and numbers[0] == self.full:
            return Total(size)
        if numbers.size == size:
            if np.array_equal(numbers, self.singles(size)):
                return Identity(size)
            if np.array_equal(numbers, self.prefixes(size)):
                return Prefix(size)
        if numbers.size == size * (size + 1) // 2 and np.array_equal(numbers, self.all_intervals(size)):
            return AllRange(size)
        if numbers[-1] < self._first:
            starts, ends = np.divmod(numbers, size + 1)
            return Intervals(size, zip((starts + 1).tolist(), ends.tolist(), strict=True))
        return Groups(size, [self.codes(int(number)) for number in numbers])
