"""What is asked of every program: made-up counts, the answers wanted, and how far off answers are.

The counts come from a formula, so that every program is given the same. Answers are whatever linear functions of the
cells are wanted, or bins for the three quartiles. Errors: the root of the mean squared error, over the tables where
there are several (each table counts alike, however many figures it has), and the largest error of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Values = NDArray[np.float64]

EPSILON, RHO = "epsilon = 1", "rho = 1/2"
CELLS, TOTALS, PREFIXES, INTERVALS, QUARTILES = "cells", "cells and totals", "CDF", "all intervals", "quartiles"
SHARES = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of answers over variables with so many codes, for a budget; units come and go."""

    kind: str
    sizes: tuple[int, ...]
    budget: str
    non_negative: bool = False

    @property
    def cells(self) -> int:
        """Number of cells."""
        return prod(self.sizes)

    @property
    def records(self) -> int:
        """Few for quartiles, or there are so many in a bin that being some ranks off is not seen."""
        return self.cells if self.kind == QUARTILES else 50_000


def counts(work: Work) -> Integers:
    """Made-up counts, C order: uneven tables, a column with a long and nearly empty tail."""
    density = np.ones(1)
    if len(work.sizes) == 1:
        place = (np.arange(work.cells) + 0.5) / work.cells
        density = place * np.exp(-8.0 * place)
    else:
        for size in work.sizes:
            density = np.multiply.outer(density, 1.0 / (1.0 + np.arange(size))).ravel()
    running = np.floor(work.records * np.cumsum(density) / density.sum() + 0.5)
    return np.asarray(np.diff(running, prepend=0.0), dtype=np.int64)


def codes(work: Work) -> Integers:
    """The records themselves, one row each, one column a variable: for programs that do not take counts."""
    cells = np.repeat(np.arange(work.cells), counts(work))
    return np.stack(np.unravel_index(cells, work.sizes), axis=1).astype(np.int64)


def margins(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Axes of every total of a table, the table itself first."""
    count = len(sizes)
    return [tuple(i for i in range(count) if chosen >> i & 1) for chosen in range(2**count - 1, -1, -1)]


def margin(cells: NDArray[np.generic], sizes: Sequence[int], axes: Sequence[int]) -> Values:
    """The sums of cells over all other variables."""
    table = np.asarray(cells, dtype=np.float64).reshape(tuple(sizes))
    return np.asarray(table.sum(axis=tuple(i for i in range(len(sizes)) if i not in axes))).ravel()


def answers(work: Work, cells: NDArray[np.generic]) -> list[Values]:
    """All that is wanted, table by table, summed from cells."""
    if work.kind == TOTALS:
        return [margin(cells, work.sizes, axes) for axes in margins(work.sizes)]
    values = np.asarray(cells, dtype=np.float64)
    if work.kind == PREFIXES:
        return [np.cumsum(values)]
    return [intervals(values)] if work.kind == INTERVALS else [values]


def raised(work: Work, cells: Values) -> Values:
    """What one line by hand makes non-negative, where a program has nothing for it.

    Figures below 0 become 0; so do running counts, which are then sorted. Neither takes them further from the true ones
    (it is done to the figures wanted: done to cells, their sums would grow by all that was raised).
    """
    if work.kind in (PREFIXES, INTERVALS):
        return np.diff(np.sort(np.maximum(np.cumsum(cells), 0.0)), prepend=0.0)
    return np.maximum(cells, 0.0)


def intervals(cells: Values) -> Values:
    """Counts from code s to code t, for all s ≤ t, in the order of s, then t."""
    size = cells.size
    running = np.concatenate([[0.0], np.cumsum(cells)])
    found = np.empty(size * (size + 1) // 2)
    at = 0
    for start in range(size):
        np.subtract(running[start + 1 :], running[start], out=found[at : at + size - start])
        at += size - start
    return found


def errors(found: Sequence[Values], truth: Sequence[Values]) -> tuple[float, float]:
    """Mean squared error (each table alike) and largest error."""
    squares = largest = 0.0
    for one, right in zip(found, truth, strict=True):
        off = np.asarray(one, dtype=np.float64).ravel() - right
        squares += float(off @ off) / off.size
        largest = max(largest, float(off.max()), -float(off.min()))
    return squares / len(truth), largest


def rank_errors(found: Sequence[float], cells: Integers) -> tuple[float, float]:
    """The same for quartiles: by how many ranks the bin that was named misses the quartile."""
    running = np.concatenate([[0], np.cumsum(cells)])
    off = []
    for share, value in zip(SHARES, found, strict=True):
        bin_ = min(max(int(value), 0), cells.size - 1)
        rank = share * float(running[-1])
        off.append(max(0.0, float(running[bin_]) - rank, rank - float(running[bin_ + 1])))
    return sum(one * one for one in off) / len(off), max(off)


def tables_to_measure(sizes: Sequence[int], laplace: bool) -> list[tuple[int, ...]]:
    """Which of a table and its totals to measure, with equal shares of the budget, the others being sums of these.

    What an expert does with a program that adds noise to tables and combines no estimates: of all sets of tables the
    one with the least error, found by trying them all.
    """
    tables = margins(sizes)
    cells = np.array([prod([sizes[i] for i in axes]) for axes in tables], dtype=np.float64)
    from_each = np.array(
        [
            [cells[i] / cells[j] if {*tables[j]} <= {*tables[i]} else np.inf for j in range(len(tables))]
            for i in range(len(tables))
        ]
    )
    sets = np.arange(1, 2 ** len(tables), 2)  # the table itself, the first, always
    variances = np.full((sets.size, len(tables)), np.inf)
    for i in range(len(tables)):
        inside = (sets >> i & 1).astype(bool)
        variances[inside] = np.minimum(variances[inside], from_each[i])
    many = np.array([int(one).bit_count() for one in sets], dtype=np.float64)
    decay = np.exp(-1.0 / many)
    noise = 2 * decay / (1 - decay) ** 2 if laplace else many
    best = int(sets[np.argmin(variances.mean(axis=1) * noise)])
    return [axes for i, axes in enumerate(tables) if best >> i & 1]


def sums_of(sizes: Sequence[int], measured: dict[tuple[int, ...], Values]) -> list[Values]:
    """All totals of a table, each from the measured table with the fewest cells to add."""
    found = []
    for axes in margins(sizes):
        own = min((one for one in measured if {*axes} <= {*one}), key=lambda one: measured[one].size)
        inner = [sizes[i] for i in own]
        found.append(margin(measured[own], inner, [own.index(i) for i in axes]))
    return found
