"""Queries over one variable written out, some rows at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.workload import FloatArray, IntArray

CHUNK = 4_000_000
"""Entries of a dense block of queries handled at a time."""


def in_blocks(count: int, width: int) -> Iterator[IntArray]:
    """Yield the numbers 0 … count − 1 in order, so many at a time that rows of `width` entries are at most CHUNK."""
    step = max(1, CHUNK // width)
    for first in range(0, count, step):
        yield np.arange(first, min(first + step, count))


def dense_rows(query: OneVariable, rows: IntArray) -> FloatArray:
    """The chosen rows of a one-variable workload as a dense array (n, D)."""
    runs = query.runs_of(rows)
    steps = np.zeros((rows.size, query.size + 1))
    which = np.repeat(np.arange(rows.size), np.diff(runs.first))
    np.add.at(steps, (which, runs.starts), 1.0)
    np.subtract.at(steps, (which, runs.ends), 1.0)
    return np.cumsum(steps, axis=1)[:, :-1]
