"""Controlled rounding: whole cells, and every published sum rounded to one of its two neighbouring whole numbers.

Where the published sets of cells fall into two families, each nested (any two sets of a family are disjoint or one
holds the other), such a rounding always exists, and the best one is a flow problem (Cox, Ernst 1982; Cox 1987): two-way
tables with their totals, hierarchies on the rows beside hierarchies on the columns, trees. Let S be a set, s its real
sum, s − ⌊s⌋ = f_S. Unknown is for each cell and each set whether it is rounded up; that the cells add up to the sets is
a system with a totally unimodular matrix (two nested families: Edmonds 1970), so that the linear program whose costs
are (1 − f_S)² − f_S² has a whole solution at every vertex: the least sum of squared deviations of what is published
among all controlled roundings. A simplex solver returns a vertex. A real solution, the fractions themselves, shows that
there is one.

Two-way tables too large for that are rounded line by line: each line gets its whole total by rounding those cells up
whose fractions and what their column still lacks are largest; then cells of two columns are exchanged within a line
until no column is off by one or more. The outcome is a controlled rounding as well, close to the best.

Tables of more ways have no such guarantee. They are rounded line by line too: first what the lines add up to, as a
table of one way less; then each line, those cells going up whose fractions and what all sums they belong to still lack
add up to most, which is the step that lowers the sum of squared deviations most.

Everything here is a function of values that are private already, and deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.queries import AllRange, Identity, Intervals, Kronecker, Prefix, Total
from dpdesk.queries.one_variable import OneVariable

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_CELLS = 30_000
"""Cells of a table that is rounded by the flow problem."""
MOST_EXCHANGES = 100_000
SAME = 1e-7
"""A sum this close to a whole number is one."""


def controlled(cells: Values, parts: Sequence[Kronecker], more: Sequence[Integers] = ()) -> Integers | None:
    """A controlled rounding of cells for all queries of the parts.

    `more`: partitions of the flat cells whose sets have whole sums (but for rounding errors), to be kept exactly. None
    where the sets are not of two nested families, or the table is too large.

    Args:
        cells: real, in the shape of the domain.
        parts: the published queries.
        more: for each further partition the set of every flat cell.
    """
    if cells.size <= MOST_CELLS:
        labels = kept_partitions(tuple(parts))
        if labels is None or not (two_families([*labels, *more]) if more else _in_two_families(tuple(parts))):
            return None
        whole = by_flow(np.asarray(cells, dtype=np.float64).ravel(), [*labels, *more], len(more))
        return None if whole is None else whole.reshape(cells.shape)
    long = [axis for axis, size in enumerate(cells.shape) if size > 1]
    if more or len(long) != 2 or not all(isinstance(f, (Identity, Total)) for part in parts for f in part.factors):
        return None
    whole = by_lines(np.asarray(cells, dtype=np.float64).reshape([cells.shape[axis] for axis in long]))
    return None if whole is None else whole.reshape(cells.shape)


def most_moved(parts: Sequence[Kronecker]) -> float | None:
    """How far rounding can move a published number from its real value; None where no bound is known.

    Running counts of one variable are rounded themselves, by at most one half; what is the difference of two moves by
    less than one, and so does every number of a controlled rounding.

    Args:
        parts: the published queries.

    Returns:
        In the unit of the cells.
    """
    factors = [part.factors for part in parts]
    if all(len(part_factors) == 1 for part_factors in factors) and all(
        isinstance(part_factors[0], (Prefix, Total)) for part_factors in factors
    ):
        return 0.5
    runs = (Prefix, Total, Identity, AllRange, Intervals)
    if all(len(part_factors) == 1 for part_factors in factors) and all(
        isinstance(part_factors[0], runs) for part_factors in factors
    ):
        return 1.0
    cells = prod(parts[0].domain)
    if cells > MOST_CELLS:
        long = [axis for axis, size in enumerate(parts[0].domain) if size > 1]
        plain = all(isinstance(f, (Identity, Total)) for part_factors in factors for f in part_factors)
        return 1.0 if len(long) == 2 and plain else None
    numbers: list[list[int]] = []  # for each part the number of its factor among the different ones of each variable
    tables: list[list[list[bool]]] = []
    for part_factors in zip(*factors, strict=True):
        different = list(dict.fromkeys(part_factors))
        classes = [_classes(factor) for factor in different]
        if any(labels is None for labels in classes):
            return None
        place = {factor: numbers_ for numbers_, factor in enumerate(different)}
        numbers.append([place[factor] for factor in part_factors])
        tables.append([[_within(labels, other) for other in classes] for labels in classes])
    axes = list(zip(numbers, tables, strict=True))
    clashes = [
        (a, b)
        for a, b in combinations(range(len(factors)), 2)
        if not all(table[numbers_[a]][numbers_[b]] for numbers_, table in axes)
        and not all(table[numbers_[b]][numbers_[a]] for numbers_, table in axes)
    ]
    return 1.0 if _two_colours(len(factors), clashes) else None


def _within(finer: Integers | None, other: Integers | None) -> bool:
    """Whether every class of one lies within a class of the other."""
    if finer is None or other is None:
        return False
    inside = finer >= 0
    if bool(np.any(other[inside] < 0)):
        return False
    pairs = np.unique(np.stack([finer[inside], other[inside]]), axis=1)
    return int(pairs.shape[1]) == int(np.unique(finer[inside]).size)


def partitions(parts: Sequence[Kronecker]) -> list[Integers] | None:
    """For each part which of its queries counts each cell, −1 for none; None where two queries of a part overlap.

    Args:
        parts: the published queries.

    Returns:
        For each part int64[cells], flat.
    """
    labels = []
    for part in parts:
        label = np.zeros((), dtype=np.int64)
        for factor in part.factors:
            number = factor.count
            classes = _classes(factor)
            if classes is None:
                return None
            outer = label[..., None] * number + classes
            label = np.where((label[..., None] < 0) | (classes < 0), -1, outer)
        labels.append(label.ravel())
    return labels


@lru_cache(maxsize=32)
def kept_partitions(parts: tuple[Kronecker, ...]) -> tuple[Integers, ...] | None:
    """The same, kept: with adaptive detail hundreds of areas are rounded for the same queries.

    Args:
        parts: the published queries.
    """
    partition_labels = partitions(parts)
    for label in partition_labels or ():
        label.flags.writeable = False
    return None if partition_labels is None else tuple(partition_labels)


@lru_cache(maxsize=32)
def _in_two_families(parts: tuple[Kronecker, ...]) -> bool:
    return two_families(kept_partitions(parts) or ())


def _classes(factor: OneVariable) -> Integers | None:
    """The query that counts each code, −1 for none; None if a code is counted twice."""
    if isinstance(factor, Identity):
        return np.arange(factor.size, dtype=np.int64)
    if isinstance(factor, Total):
        return np.zeros(factor.size, dtype=np.int64)
    if factor.count > factor.size or int(factor.column_counts().max(initial=0)) > 1:
        return None
    counted = np.asarray(factor.matrix() != 0)
    return np.where(counted.any(axis=0), counted.argmax(axis=0), -1).astype(np.int64)


def two_families(labels: Sequence[Integers]) -> bool:
    """Whether the sets of these partitions fall into two nested families.

    Args:
        labels: for each partition the set of every cell, −1 for none.
    """
    clashes = [(a, b) for a, b in combinations(range(len(labels)), 2) if not _nested(labels[a], labels[b])]
    return _two_colours(len(labels), clashes)


def _two_colours(number: int, clashes: Sequence[tuple[int, int]]) -> bool:
    """Whether a graph can be coloured with two colours."""
    colour: dict[int, int] = {}
    for start in range(number):
        if start in colour:
            continue
        colour[start] = 0
        waiting = [start]
        while waiting:
            here = waiting.pop()
            for a, b in clashes:
                if here in (a, b):
                    other = b if here == a else a
                    if other not in colour:
                        colour[other] = 1 - colour[here]
                        waiting.append(other)
                    elif colour[other] == colour[here]:
                        return False
    return True


def _nested(label: Integers, other: Integers) -> bool:
    """Whether any set of one partition and any of the other are disjoint, or one holds the other."""
    both = (label >= 0) & (other >= 0)
    if not both.any():
        return True
    many = int(other.max()) + 1
    pairs, overlap = np.unique(label[both] * many + other[both], return_counts=True)
    first, second = np.divmod(pairs, many)
    sizes = np.bincount(label[label >= 0]), np.bincount(other[other >= 0])
    return bool(np.all((overlap == sizes[0][first]) | (overlap == sizes[1][second])))


def by_flow(cells: Values, labels: Sequence[Integers], kept_exactly: int = 0) -> Integers | None:
    """The best controlled rounding of cells (flat) for the sets of partitions; None if the solver does not end.

    The partitions must fall into two nested families; the sums of the last `kept_exactly` of them are whole.

    Args:
        cells: real, flat.
        labels: for each partition the set of every cell, −1 for none.
        kept_exactly: how many of the last have whole sums.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    floor, part = _split(cells)
    loose = np.flatnonzero(part > 0)
    column = np.full(cells.size, -1, dtype=np.int64)
    column[loose] = np.arange(loose.size)
    cost = np.zeros(loose.size)
    rows: list[Integers] = []
    columns: list[Integers] = []
    right: list[Values] = []
    slack: list[Values] = []
    above = 0
    for number_of_part, label in enumerate(labels):
        inside = label >= 0
        number = int(label.max(initial=-1)) + 1
        sizes = np.bincount(label[inside], minlength=number)
        sums: Any = np.bincount(label[inside], weights=cells[inside], minlength=number)
        base: Any = np.bincount(label[inside], weights=floor[inside], minlength=number)
        own_floor, own_part = _split(sums if number_of_part < len(labels) - kept_exactly else np.rint(sums))
        single = np.flatnonzero(inside & (sizes[label] == 1) & (part > 0))
        cost[column[single]] += 1 - 2 * part[single]
        kept = np.flatnonzero(sizes > 1)
        place = np.full(number, -1, dtype=np.int64)
        place[kept] = np.arange(kept.size)
        member = loose[inside[loose]]
        member = member[place[label[member]] >= 0]
        rows.append(place[label[member]] + above)
        columns.append(column[member])
        right.append(own_floor[kept] - base[kept])
        slack.append(own_part[kept])
        above += kept.size
    target, fractions = np.concatenate([np.zeros(0), *right]), np.concatenate([np.zeros(0), *slack])
    open_ = np.flatnonzero(fractions > 0)
    row = np.concatenate([*rows, open_]).astype(np.int64)
    col = np.concatenate([*columns, loose.size + np.arange(open_.size)]).astype(np.int64)
    value = np.concatenate([np.ones(row.size - open_.size), -np.ones(open_.size)])
    matrix: Any = csr_array((value, (row, col)), shape=(above, loose.size + open_.size))
    costs = np.concatenate([cost, 1 - 2 * fractions[open_]])
    if not costs.size:
        return floor.astype(np.int64)
    answer = linprog(costs, A_eq=matrix, b_eq=target, bounds=(0, 1), method="highs-ds") if above else None
    up = (costs < 0).astype(np.float64) if answer is None else answer.x
    if up is None or np.abs(up - np.rint(up)).max() > 1e-6:
        return None
    whole = floor.astype(np.int64)
    whole[loose] += np.rint(up[: loose.size]).astype(np.int64)
    return whole


def by_lines(cells: Values) -> Integers | None:
    """A controlled rounding of a table (rows, columns) with its totals; None where exchanges do not suffice.

    Args:
        cells: real, (rows, columns)
    """
    if cells.shape[0] > cells.shape[1]:
        turned = by_lines(np.ascontiguousarray(cells.T))
        return None if turned is None else np.ascontiguousarray(turned.T)
    floor, part = _split(cells)
    totals = cells.sum(axis=1)
    whole_totals = np.diff(np.rint(np.cumsum(totals) - SAME / 2), prepend=0.0)
    up = np.zeros(cells.shape, dtype=bool)
    lacking = np.zeros(cells.shape[1])
    for line in range(cells.shape[0]):
        wanted = round(float(whole_totals[line] - floor[line].sum()))
        urgent = np.where(part[line] > 0, part[line] + lacking, -np.inf)
        wanted = min(max(wanted, 0), int(np.count_nonzero(part[line] > 0)))
        if wanted:
            up[line, np.argpartition(-urgent, wanted - 1)[:wanted]] = True
        lacking += part[line] - up[line]
    if not _exchange(part, up, lacking):
        return None
    return floor.astype(np.int64) + up


def by_urgency(
    cells: Values, parts: Sequence[Kronecker], sums: Integers | None = None, kept: Sequence[int] = ()
) -> Integers:
    """Whole cells next to the real ones, every sum of the parts close to what it was.

    Lines run along the longest variable of which only single codes and the total are asked, if there is one.

    Args:
        cells: real, in the shape of the domain.
        parts: the published queries.
        sums: whole numbers that the cells are to add up to over all variables but some, if given.
        kept: these variables.
    """

    def plain(axis: int) -> bool:
        return all(_totalled(f) or isinstance(f, Identity) for f in (part.factors[axis] for part in parts))

    order = sorted(range(cells.ndim), key=lambda axis: (axis not in kept, plain(axis), cells.shape[axis], axis))
    turned = [Kronecker(*(part.factors[axis] for axis in order)) for part in parts]
    first = None if sums is None else sums.transpose([list(kept).index(axis) for axis in order[: len(kept)]])
    whole = _urgent(np.ascontiguousarray(cells.transpose(order)), turned, first)
    return np.ascontiguousarray(whole.transpose(np.argsort(order)))


def _urgent(cells: Values, parts: Sequence[Kronecker], sums: Integers | None = None) -> Integers:
    """`sums`: those over all but the first variables, which are kept."""
    if sums is not None and cells.ndim == sums.ndim:
        return sums
    if cells.ndim == 1:
        return np.diff(np.rint(np.cumsum(cells)), prepend=0.0).astype(np.int64)
    along = [part for part in parts if isinstance(part.factors[-1], Identity)]
    outer_cells = cells.sum(axis=-1)
    outer = [Kronecker(*part.factors[:-1]) for part in parts if _totalled(part.factors[-1])]
    best = None
    if sums is None and all(_totalled(f) or isinstance(f, Identity) for part in outer for f in part.factors):
        best = controlled(outer_cells, outer)
    totals = (_urgent(outer_cells, outer, sums) if best is None else best).ravel()
    floor, part_up = _split(cells.reshape(totals.size, -1))
    labels = [
        members[0].reshape(floor.shape) for part in along if (members := partitions([part])) and not _every_cell(part)
    ]
    of_cells = np.array(labels, dtype=np.int64).reshape(len(labels), *floor.shape)
    first = np.cumsum([0, *(int(label.max(initial=-1)) + 1 for label in labels)])
    sums = np.where(of_cells >= 0, of_cells + first[:-1, None, None], first[-1]).transpose(1, 0, 2).copy()
    lacking = np.zeros(first[-1] + 1)  # the last: in no sum of the part
    up = np.zeros(floor.shape, dtype=bool)
    free = part_up > 0
    most = np.count_nonzero(free, axis=1).tolist()
    urgent = np.empty((len(labels) + 1, floor.shape[1]))
    for line, total in enumerate((totals - floor.sum(axis=1)).tolist()):
        fractions, of_line = part_up[line], sums[line]
        wanted = min(max(round(total), 0), most[line])
        if wanted:
            urgent[0] = fractions
            lacking.take(of_line, out=urgent[1:], mode="clip")
            order = np.where(free[line], -urgent.sum(axis=0), np.inf)
            up[line, np.argpartition(order, wanted - 1)[:wanted]] = True
        lacking[of_line] += fractions - up[line]  # no two cells of a line are in one sum of a part
        lacking[-1] = 0.0
    return (floor.astype(np.int64) + up).reshape(cells.shape)


def _totalled(factor: OneVariable) -> bool:
    """Whether a factor is one query that counts every code."""
    return factor.count == 1 and (isinstance(factor, Total) or bool(np.all(factor.matrix() == 1)))


def _every_cell(part: Kronecker) -> bool:
    return all(isinstance(factor, Identity) for factor in part.factors)


def _exchange(part: Values, up: NDArray[np.bool_], lacking: Values) -> bool:
    """Exchange cells within lines until no column lacks one or has one too many; whether that was reached."""
    for _ in range(MOST_EXCHANGES):
        most, least = int(np.argmax(lacking)), int(np.argmin(lacking))
        if lacking[most] < 1 - SAME and lacking[least] > -1 + SAME:
            return True
        high = bool(lacking[most] >= -lacking[least])
        order = np.argsort(lacking) if high else np.argsort(-lacking)
        low = most if high else least
        for other in order[:200].tolist():
            if abs(lacking[other] - lacking[low]) <= 1:
                return False
            gain, give = (low, other) if high else (other, low)
            line = np.flatnonzero(~up[:, gain] & (part[:, gain] > 0) & up[:, give])
            if line.size:
                up[line[0], gain], up[line[0], give] = True, False
                lacking[gain] -= 1
                lacking[give] += 1
                break
        else:
            return False
    return False


def _split(values: Values) -> tuple[Values, Values]:
    """The whole number below each value, and what is left; a value close to a whole number is one."""
    floor = np.floor(values + SAME)
    part = values - floor
    return floor, np.where(part < SAME, 0.0, part)
