"""The smallest domain on which a workload can be asked: codes that no query tells apart become one.

Two codes of a variable whose columns are equal in every factor contribute alike to every answer, so only their sum
matters (lossless reduction of a domain by its workload: Kotsogiannis et al. 2017; Zhang et al. 2018, ektelo). A list of
ten intervals over a thousand bins is then asked on some twenty classes, with less noise and less work. The reduction
is a function of the workload alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpdesk.queries.compound import Kronecker, Stack, kronecker_parts
from dpdesk.queries.groups import Groups
from dpdesk.queries.one_variable import AllRange, Identity, Intervals, OneVariable, Prefix, Total
from dpdesk.queries.workload import DENSE_LIMIT, Array, IntArray

_TELLS_ALL_APART = (Identity, Prefix, AllRange)


KEPT = 1 << 16
"""Entries of the matrix of queries up to which what they tell apart is kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Reduction:
    """For each variable the class of each code; classes are numbered in the order of their first codes."""

    classes: tuple[IntArray, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of classes of each variable."""
        return tuple(int(labels.max()) + 1 for labels in self.classes)

    @property
    def trivial(self) -> bool:
        """Whether nothing is merged."""
        return all(labels.size == size for labels, size in zip(self.classes, self.shape, strict=True))

    def merge(self, x: Array) -> Array:
        """Add up the cells of each class, exactly for integers.

        Args:
            x: an array of the shape of the whole domain.

        Returns:
            An array of `shape`.
        """
        for axis, (classes, size) in enumerate(zip(self.classes, self.shape, strict=True)):
            if classes.size == size:
                continue
            shape = list(x.shape)
            shape[axis] = size
            merged = np.zeros(shape, dtype=x.dtype)
            np.add.at(np.moveaxis(merged, axis, 0), classes, np.moveaxis(x, axis, 0))
            x = merged
        return x

    def every(self, mask: Array) -> Array:
        """Whether a condition holds in all cells of a merged cell.

        Args:
            mask: bool, of the shape of the whole domain.

        Returns:
            bool of `shape`.
        """
        return np.asarray(self.merge((~mask).astype(np.int64)) == 0)


def reduce_workload(workload: Stack) -> tuple[Stack, Reduction]:
    """Merge the cells that no query tells apart.

    Args:
        workload: parts that are all Kronecker products.

    Returns:
        The same queries over the smallest domain, in the same order, and how the domain is merged.

    Raises:
        TypeError: a part is no Kronecker product.

    >>> from dpdesk.queries import Groups
    >>> smaller, _ = reduce_workload(Stack(Kronecker(Groups(4, [(0, 1), (2, 3)]))))
    >>> smaller.shape
    (2, 2)
    """
    parts = kronecker_parts(workload)
    classes = tuple(_classes([part.factors[axis] for part in parts]) for axis in range(len(workload.domain)))
    reduction = Reduction(classes)
    if reduction.trivial:
        return workload, reduction
    return Stack(
        *[
            Kronecker(*[_merged(factor, labels) for factor, labels in zip(part.factors, classes, strict=True)])
            for part in parts
        ]
    ), reduction


def told_apart(factor: OneVariable) -> tuple[IntArray, NDArray[np.bool_]]:
    """The classes of codes that the queries of one variable tell apart; not to be written to.

    Args:
        factor: k queries over D codes.

    Returns:
        int64[D], the class of each code in the order of their first codes, and bool[k, classes], which classes each
        query counts.
    """
    return _kept_apart(factor) if factor.count * factor.size <= KEPT else _apart(factor)


def axes_told(part: Kronecker) -> frozenset[int]:
    """The variables of which queries tell any codes apart.

    Args:
        part: over one domain.
    """
    return frozenset(axis for axis, factor in enumerate(part.factors) if tells(factor))


def tells(factor: OneVariable) -> bool:
    """Whether the queries of one variable tell any of its codes apart.

    Args:
        factor: over D codes.
    """
    return not isinstance(factor, Total) and bool(told_apart(factor)[0].any())


def _apart(factor: OneVariable) -> tuple[IntArray, NDArray[np.bool_]]:
    classes = _classes([factor])
    rows = rows_of_queries(factor)[:, np.unique(classes, return_index=True)[1]]
    classes.flags.writeable = rows.flags.writeable = False
    return classes, rows


_kept_apart = lru_cache(maxsize=1024)(_apart)
"""Plans ask the same queries of a variable in hundreds of tables."""


def _classes(factors: list[OneVariable]) -> IntArray:
    """Number the sets of codes with equal columns, in the order of their first codes."""
    size = factors[0].size
    distinct: list[OneVariable] = []
    for factor in factors:
        if isinstance(factor, _TELLS_ALL_APART) or factor.count * size > DENSE_LIMIT:
            return np.arange(size, dtype=np.int64)
        if not isinstance(factor, Total) and factor not in distinct:
            distinct.append(factor)
    if not distinct:
        return np.zeros(size, dtype=np.int64)
    packed = np.packbits(np.concatenate([rows_of_queries(factor) for factor in distinct]).T, axis=1)
    columns = np.ascontiguousarray(packed).view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, inverse = np.unique(columns, return_index=True, return_inverse=True)
    rank = np.empty(first.size, dtype=np.int64)
    rank[np.argsort(first)] = np.arange(first.size)
    return rank[inverse.ravel()]


def rows_of_queries(factor: OneVariable) -> NDArray[np.bool_]:
    """The 0/1 matrix of a workload over one variable.

    Args:
        factor: k queries over D codes.

    Returns:
        bool[k, D].

    >>> from dpdesk.queries import Prefix
    >>> rows_of_queries(Prefix(2)).astype(int).tolist()
    [[1, 0], [1, 1]]
    """
    runs = factor.runs()
    row = np.repeat(np.arange(factor.count), np.diff(runs.first))
    steps = np.zeros((factor.count, factor.size + 1), dtype=np.int8)
    np.add.at(steps, (row, runs.starts), 1)
    np.subtract.at(steps, (row, runs.ends), 1)
    return np.cumsum(steps[:, :-1], axis=1, dtype=np.int8).astype(bool)


def queries_of_rows(rows: NDArray[np.bool_]) -> OneVariable:
    """The workload that has a 0/1 matrix.

    Args:
        rows: bool[k, D], one row a query over D codes.

    Returns:
        Single codes, intervals, or sets of codes, whichever is the plainest that says it.
    """
    size = rows.shape[1]
    if rows.shape[0] == size and np.array_equal(rows, np.eye(size, dtype=bool)):
        return Identity(size)
    starts, counts = rows.argmax(axis=1), rows.sum(axis=1)
    ends = size - rows[:, ::-1].argmax(axis=1)
    if bool(np.all((counts > 0) & (ends - starts == counts))):
        return Intervals(size, list(zip((starts + 1).tolist(), ends.tolist(), strict=True)))
    return Groups(size, [tuple(np.flatnonzero(row).tolist()) for row in rows])


def _merged(factor: OneVariable, classes: IntArray) -> OneVariable:
    size = int(classes.max()) + 1
    if size == classes.size:
        return factor
    if isinstance(factor, Total):
        return Total(size)
    return queries_of_rows(rows_of_queries(factor)[:, np.unique(classes, return_index=True)[1]])
