"""One variable's queries seen on other classes of its codes: unfolded on finer ones, combined on coarser ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpdesk.queries import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.reduction import queries_of_rows, rows_of_queries

Integers = NDArray[np.int64]
Values = NDArray[np.float64]
Sets = NDArray[np.bool_]
_SMALL = 600
"""Up to so many queries and classes, combinations are found by least squares, which also averages."""
_CLOSE = 1e-8


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """Combinations of queries: `weights[i]` is what query `of[i]` counts in combination `to[i]`, `count` of them."""

    to: Integers
    of: Integers
    weights: Values
    count: int

    def along(self, answers: Values, axis: int) -> Values:
        """The combinations of answers along an axis."""
        moved = np.moveaxis(answers, axis, 0)
        result = np.zeros((self.count, *moved.shape[1:]))
        scaled = moved[self.of] * self.weights.reshape([-1] + [1] * (moved.ndim - 1))
        np.add.at(result, self.to, scaled)
        return np.moveaxis(result, 0, axis)

    @property
    def spread(self) -> float:
        """Mean sum of squared weights."""
        return float((self.weights**2).sum()) / max(self.count, 1)


def over_classes(factor: OneVariable, onto: Integers) -> OneVariable:
    """The same queries on finer classes: `onto` is the class of the queries' own that each lies in, −1 for none."""
    same = np.arange(onto.size)
    if onto.size == factor.size and np.array_equal(onto[onto >= 0], same[onto >= 0]):
        return factor  # classes without a live code stay empty, whatever counts them
    if isinstance(factor, Total):
        return Total(onto.size)
    rows = rows_of_queries(factor)[:, np.maximum(onto, 0)]
    return queries_of_rows(rows & (onto >= 0))


def taken(factor: OneVariable, own: Integers, other: Integers, size: int) -> tuple[OneVariable, Taken] | None:
    """What queries tell of coarser classes, on these, and how it is taken from the queries; None for nothing.

    own, other: for each live code its class among the queries' own and among the coarser classes; size: the number of
    the latter.
    """
    owner = np.full(factor.size, -1, dtype=np.int64)
    owner[own] = other
    live = owner >= 0
    rows: list[Sets] = []
    terms: list[Mapping[int, float]] = []
    known = np.zeros(size, dtype=bool)
    for at in np.unique(other).tolist():
        found = combination(factor, owner == at, live)
        if found is not None:
            known[at] = True
            rows.append(np.arange(size) == at)
            terms.append(found)
    for row, sets in _unions(factor, owner, live, size):
        if not known[sets].all():
            rows.append(sets)
            terms.append({row: 1.0})
    if not rows:
        return None
    to = np.repeat(np.arange(len(terms), dtype=np.int64), [len(one) for one in terms])
    of = np.array([row for one in terms for row in one], dtype=np.int64)
    weights = np.array([weight for one in terms for weight in one.values()], dtype=np.float64)
    every = len(rows) == 1 and bool(rows[0][np.unique(other)].all())
    queries: OneVariable = Total(size) if every else queries_of_rows(np.stack(rows))
    return queries, Taken(to, of, weights, len(terms))


def _unions(factor: OneVariable, owner: Integers, live: Sets, size: int) -> Sequence[tuple[int, Sets]]:
    """The queries that count whole coarser classes, as sets of these."""
    if isinstance(factor, Total):
        return [(0, np.bincount(owner[live], minlength=size) > 0)]
    if isinstance(factor, (Identity, Prefix, AllRange)) or factor.count * factor.size > _SMALL**2:
        return []  # every class is known by itself already
    found = []
    for number, row in enumerate(rows_of_queries(factor)):
        inside = np.bincount(owner[live & row], minlength=size) > 0
        outside = np.bincount(owner[live & ~row], minlength=size) > 0
        if inside.any() and not (inside & outside).any():
            found.append((number, inside))
    return found


def combination(factor: OneVariable, wanted: Sets, live: Sets) -> Mapping[int, float] | None:
    """Queries with weights that together count a set of classes; None where none do. Only `live` classes matter."""
    return _combination(factor, np.packbits(wanted).tobytes(), np.packbits(live).tobytes())


@lru_cache(maxsize=16384)
def _combination(factor: OneVariable, wanted: bytes, live: bytes) -> Mapping[int, float] | None:
    size = factor.size
    inside = np.unpackbits(np.frombuffer(wanted, dtype=np.uint8), count=size).astype(bool)
    counted = np.unpackbits(np.frombuffer(live, dtype=np.uint8), count=size).astype(bool)
    if isinstance(factor, Identity):
        return dict.fromkeys(np.flatnonzero(inside & counted).tolist(), 1.0)
    if isinstance(factor, (Prefix, AllRange)) or factor.count > _SMALL or size > _SMALL:
        found = signed_rows(factor, inside, counted)
        return None if found is None else {row: float(times) for row, times in found.items()}
    rows = rows_of_queries(factor)[:, counted].astype(np.float64)
    goal = inside[counted].astype(np.float64)
    weights = np.linalg.lstsq(rows.T, goal, rcond=1e-10)[0]
    if np.abs(weights @ rows - goal).max(initial=0.0) > _CLOSE:
        return None
    return {row: float(weights[row]) for row in np.flatnonzero(np.abs(weights) > _CLOSE).tolist()}


@lru_cache(maxsize=65536)
def spread(fine: OneVariable, coarse: OneVariable) -> float | None:
    """About how many answers to some queries are added up for one of others, by which the variance of these grows.

    None where they do not follow from them, or that takes long to find out.
    """
    if fine == coarse or isinstance(fine, (Prefix, AllRange)):
        return 1.0
    if isinstance(fine, Identity):
        return float(coarse.column_counts().sum()) / max(coarse.count, 1)
    everyone = np.ones(fine.size, dtype=bool)
    if not isinstance(coarse, Total) and (
        isinstance(fine, Total) or coarse.count > _SMALL or fine.count > _SMALL or fine.size > _SMALL
    ):
        return None
    squares = []
    for row in everyone[None, :] if isinstance(coarse, Total) else rows_of_queries(coarse):
        added = combination(fine, np.asarray(row, dtype=bool), everyone)
        if added is None:
            return None
        squares.append(sum(weight**2 for weight in added.values()))
    return float(np.mean(squares)) if squares else 1.0


def signed_rows(factor: OneVariable, wanted: NDArray[np.bool_], counted: NDArray[np.bool_]) -> dict[int, int] | None:
    """Rows of a one-variable workload that, so many times added or subtracted, count a set of classes; None if none do.

    Classes that are not `counted` are left out of the comparison. Where every row is one run of classes, a row is an
    edge between the two ends of its run, and a run is the shortest way from its beginning to its end.
    """
    before = np.concatenate([[0], np.cumsum(counted)]).astype(np.int64)
    inside = wanted[counted]
    runs = factor.runs()
    starts, ends = before[runs.starts], before[runs.ends]
    if not runs.contiguous:
        for row in range(factor.count):
            own = np.zeros(inside.size, dtype=bool)
            for run in range(runs.first[row], runs.first[row + 1]):
                own[starts[run] : ends[run]] = True
            if np.array_equal(own, inside):
                return {row: 1}
        return None
    edges: dict[int, list[tuple[int, int, int]]] = {}
    for row, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if start < end:
            edges.setdefault(start, []).append((end, row, 1))
            edges.setdefault(end, []).append((start, row, -1))
    steps = np.flatnonzero(np.diff(np.concatenate([[0], inside.astype(np.int8), [0]])))
    result: dict[int, int] = {}
    for begin, stop in zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True):
        way = _shortest(edges, begin, stop)
        if way is None:
            return None
        for row, sign in way.items():
            result[row] = result.get(row, 0) + sign
    return {row: times for row, times in result.items() if times}


def _shortest(edges: Mapping[int, Sequence[tuple[int, int, int]]], begin: int, stop: int) -> dict[int, int] | None:
    came: dict[int, tuple[int, int, int]] = {begin: (begin, -1, 0)}
    waiting = deque([begin])
    while waiting and stop not in came:
        node = waiting.popleft()
        for end, row, sign in edges.get(node, ()):
            if end not in came:
                came[end] = (node, row, sign)
                waiting.append(end)
    if stop not in came:
        return None
    way: dict[int, int] = {}
    node = stop
    while node != begin:
        node, row, sign = came[node]
        way[row] = sign
    return way
