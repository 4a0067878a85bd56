"""Whole counts and sums that one population has together, where published counts do not tell all cells apart.

The counts of a table are chosen first, and each cell's sum lies between the bounds its count allows. Where several
tables have the published counts, the one chosen may hold its people in other cells than the true one, and its bounds
may then keep the sums away from their answers. So counts are chosen once more, for the sums: over whole h and s_q with

    W h = c,   l_q·h ≤ s_q ≤ u_q·h,

minimise Σ_q w_q ‖V s_q − t_q‖₁, where c are the counts as they are published, and t_q the sums as they would be if
each cell held as many people as the published counts leave room for. What is published of the counts does not change.

How they are found: joint_search.py. Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.integer_search import distinct, holds, query_matrix
from dpdesk.postprocess.joint_search import SumRows, closest_population
from dpdesk.queries import Kronecker

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_LOOKED_AT = 30_000_000
"""Up to so many queries times cells are looked at for cells that have room."""
MOST_ENTRIES = 3_000_000
"""Up to so many different queries times cells with room times statistics are searched, for ten seconds at most."""
_REACHED = 0.5 + 1e-6
"""Deviation of a sum up to which nothing is to be gained: it is the nearest whole number."""
_NOTHING = 1e-9
"""Share of the largest diagonal entry below which a pivot is a rounding error."""


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """What is published of a quantity: `parts` with their weights, and the numbers t, part after part, in steps.

    lower, upper: bounds of one person; kept: for every cell the block whose sum is kept, negative where none is.
    """

    parts: Sequence[Kronecker]
    weights: Sequence[float]
    lower: int
    upper: int
    targets: Values
    kept: Integers

    def answer(self, sums: Integers) -> Values:
        """The published sums, part after part.

        Args:
            sums: of the cells, in the shape of the domain.
        """
        return np.concatenate([part.answer(sums) for part in self.parts]).astype(np.float64)

    def reached(self, sums: Integers) -> bool:
        """Whether the published sums are the nearest whole numbers.

        Args:
            sums: of the cells, in the shape of the domain.
        """
        return bool(np.abs(self.answer(sums) - self.targets).max(initial=0.0) <= _REACHED)

    def each_weight(self) -> Values:
        """What a step of every published sum weighs: the root of its weight, the heaviest 1 a person."""
        roots = np.sqrt(np.asarray(self.weights, dtype=np.float64) / max(self.weights))
        each = np.repeat(roots, [part.shape[0] for part in self.parts])
        return np.asarray(each / max(abs(self.lower), abs(self.upper), 1))


class CountsForSums:
    """The counts published of one table, and which cells they leave open."""

    def __init__(self, parts: Sequence[Kronecker]) -> None:
        """Take the queries whose answers are kept, at least one."""
        self._parts = list(parts)
        self.shape = tuple(parts[0].domain)

    @cached_property
    def _queries(self) -> csr_array:
        return query_matrix(self._parts)

    @property
    def large(self) -> bool:
        """Whether there is too much to look at."""
        return sum(part.shape[0] for part in self._parts) * prod(self.shape) > MOST_LOOKED_AT

    def leaves_open(self, among: NDArray[np.bool_] | None = None, quantities: int = 1) -> bool | None:
        """Whether several tables of real numbers have the same published counts; None where there is much to search.

        Args:
            among: cells that may hold any; all where None.
            quantities: how many are summed, by which the work grows.
        """
        from scipy.linalg.lapack import dpstrf

        queries = self._queries if among is None else self._queries[:, np.flatnonzero(among)]
        queries = queries[distinct(queries)[0]]
        rows, cells = queries.shape
        if rows * cells * (1 + quantities) > MOST_ENTRIES:
            return None
        if rows < cells:
            return True
        gram = (queries.T @ queries).toarray()
        rank = int(dpstrf(gram, tol=_NOTHING * float(gram.max(initial=1.0)))[2])
        return rank < int(gram.shape[0])

    def room(self, counts: Integers, allowed: NDArray[np.bool_] | None = None) -> Integers:
        """The most people each cell can hold: the least of the published counts it is in.

        Args:
            counts: of the cells, in the shape of the domain.
            allowed: cells that may hold any; all where None.
        """
        answers = np.rint(self._queries @ counts.ravel()).astype(np.int64)
        most = holds(self._queries, answers, int(counts.sum())).reshape(counts.shape)
        return most if allowed is None else np.where(allowed, most, 0)

    def together(
        self,
        counts: Integers,
        room: Integers,
        kept: Integers,
        sums: Sequence[Integers],
        quantities: Sequence[Quantity],
    ) -> tuple[Integers, list[Integers]]:
        """Counts with the same published ones, and sums that come closer to what they should be.

        Args:
            counts: whole cells that are consistent, returned as they are where nothing better is found.
            room: the most people each cell can hold.
            kept: blocks of cells whose count is kept, as those of a `Quantity`.
            sums: of each quantity, likewise.
            quantities: what is published of each, and what it should be.
        """
        if all(quantity.reached(given) for quantity, given in zip(quantities, sums, strict=True)):
            return counts, list(sums)
        population = self._search(counts, room, kept, sums, quantities)
        if population is None or _distance(population[1], quantities) >= _distance(sums, quantities):
            return counts, list(sums)
        return population

    def _search(
        self,
        counts: Integers,
        room: Integers,
        kept: Integers,
        sums: Sequence[Integers],
        quantities: Sequence[Quantity],
    ) -> tuple[Integers, list[Integers]] | None:
        from scipy.sparse import csr_array

        none = csr_array((0, counts.size))  # every cell's sum lies between the bounds of its people
        wanted = [
            SumRows(
                query_matrix(quantity.parts),
                quantity.targets,
                quantity.each_weight(),
                quantity.lower,
                quantity.upper,
                _blocks(quantity.kept),
                none,
            )
            for quantity in quantities
        ]
        given = [table.ravel() for table in sums]
        counted = [self._queries, _blocks(kept)]
        population = closest_population(counted, counts.ravel(), room.ravel(), given, wanted, most=2 * MOST_ENTRIES)
        return (
            None
            if population is None
            else (population[0].reshape(self.shape), [table.reshape(self.shape) for table in population[1]])
        )


def _distance(sums: Sequence[Integers], quantities: Sequence[Quantity]) -> float:
    """How far the published sums are from where they should be, weighed."""
    apart = (
        quantity.each_weight() * (quantity.answer(given) - quantity.targets)
        for quantity, given in zip(quantities, sums, strict=True)
    )
    return float(sum(np.square(distances).sum() for distances in apart))


def _blocks(kept: Integers) -> csr_array:
    """The 0/1 matrix of blocks of cells."""
    from scipy.sparse import csr_array

    cells = np.flatnonzero(kept.ravel() >= 0)
    blocks, rows = np.unique(kept.ravel()[cells], return_inverse=True)
    return csr_array((np.ones(cells.size), (rows, cells)), shape=(blocks.size, kept.size))
