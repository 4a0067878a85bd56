"""Queries over one variable written out, some rows at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.workload import FloatArray, IntArray

CHUNK = 4_000_000
"""Entries of a dense block of queries handled at a time."""


def in_blocks(count: int, width: int) -> Iterator[IntArray]:
    """Count through queries in blocks whose rows fit in memory together.

    Args:
        count: how many queries there are.
        width: entries of a row.

    Yields:
        The numbers 0 … count − 1 in order, so many at a time that their rows have about CHUNK entries at most.
    """
    step = max(1, CHUNK // width)
    for first in range(0, count, step):
        yield np.arange(first, min(first + step, count))


def dense_rows(query: OneVariable, rows: IntArray) -> FloatArray:
    """Write chosen queries down.

    Args:
        query: k queries over D codes.
        rows: n numbers of queries.

    Returns:
        float64 of shape (n, D), zeros and ones.

    >>> from dpdesk.queries import Prefix
    >>> dense_rows(Prefix(3), np.array([1])).tolist()
    [[1.0, 1.0, 0.0]]
    """
    runs = query.runs_of(rows)
    steps = np.zeros((rows.size, query.size + 1))
    which = np.repeat(np.arange(rows.size), np.diff(runs.first))
    np.add.at(steps, (which, runs.starts), 1.0)
    np.subtract.at(steps, (which, runs.ends), 1.0)
    return np.cumsum(steps, axis=1)[:, :-1]
