"""Whole counts and sums that one population has together, where published counts do not tell all cells apart.

The counts of a table are chosen first, and each cell's sum lies between the bounds its count allows. Where several
tables have the published counts, the one chosen may hold its people in other cells than the true one, and its bounds
may then keep the sums away from their answers. So counts are chosen once more, for the sums: over whole h and s_q with

    W h = c,   l_q·h ≤ s_q ≤ u_q·h,

minimise Σ_q w_q ‖V s_q − t_q‖₁, where c are the counts as they are published, and t_q the sums as they would be if
each cell held as many people as the published counts leave room for. What is published of the counts does not change.

The search is HiGHS's (Huangfu and Hall 2018) and ends after a number of nodes, not by the clock, so that the outcome is
a function of its arguments. Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.integer_search import nodes, query_matrix
from dpdesk.queries import Kronecker

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_ENTRIES = 1_000_000
"""Up to so many queries times cells times statistics are searched, for some seconds."""
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
        """The published sums, part after part."""
        return np.concatenate([part.answer(sums) for part in self.parts]).astype(np.float64)

    def reached(self, sums: Integers) -> bool:
        """Whether the published sums are the nearest whole numbers."""
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

    def entries(self, quantities: int) -> int:
        """Queries times cells times statistics: how large a search is."""
        rows = sum(part.shape[0] for part in self._parts)
        return rows * prod(self.shape) * (1 + quantities)

    def leaves_open(self, allowed: NDArray[np.bool_] | None = None) -> bool:
        """Whether several tables of real numbers have the same published counts; `allowed`: cells that may hold any."""
        from scipy.linalg.lapack import dpstrf

        queries = query_matrix(self._parts).tocsc()
        if allowed is not None:
            queries = queries[:, allowed.ravel()]
        if queries.shape[0] < queries.shape[1]:
            return True
        gram = (queries.T @ queries).toarray()
        rank = int(dpstrf(gram, tol=_NOTHING * float(gram.max(initial=1.0)))[2])
        return rank < int(gram.shape[0])

    def room(self, counts: Integers, allowed: NDArray[np.bool_] | None = None) -> Integers:
        """The most people each cell can hold: the least of the published counts it is in."""
        most = np.full(counts.shape, int(counts.sum()), dtype=np.int64)
        for part in self._parts:
            answers = np.asarray(part.answer(counts), dtype=np.int64)
            queries = query_matrix([part]).tocoo()
            np.minimum.at(most.reshape(-1), queries.col, answers[queries.row])
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

        counts, sums: whole cells that are consistent, returned as they are where nothing better is found; room: the
        most people each cell can hold; kept: blocks of cells whose count is kept, as those of a `Quantity`.
        """
        if all(own.reached(given) for own, given in zip(quantities, sums, strict=True)):
            return counts, list(sums)
        found = self._search(counts, room, kept, sums, quantities)
        if found is None or _distance(found[1], quantities) >= _distance(sums, quantities):
            return counts, list(sums)
        return found

    def _search(
        self,
        counts: Integers,
        room: Integers,
        kept: Integers,
        sums: Sequence[Integers],
        quantities: Sequence[Quantity],
    ) -> tuple[Integers, list[Integers]] | None:
        """Variables: h; for every quantity e = s − l·h; and deviations d ≥ |V s − t| of every published sum."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array, eye_array, hstack

        size, number = counts.size, len(quantities)
        rows = [int(own.targets.size) for own in quantities]
        width = size * (1 + number) + sum(rows)

        def placed(blocks: Sequence[tuple[int, csr_array]], height: int) -> csr_array:
            """Blocks of columns at their first column, nothing between them."""
            found, at = [], 0
            for first, block in blocks:
                found += [csr_array((height, first - at)), block]
                at = first + block.shape[1]
            return csr_array(hstack([*found, csr_array((height, width - at))], format="csr"))

        each, limits = eye_array(size, format="csr"), []
        for block in (query_matrix(self._parts), _blocks(kept)):
            answers = block @ counts.ravel()
            limits.append(LinearConstraint(placed([(0, block)], block.shape[0]), answers, answers))
        deviations = size * (1 + number)
        most = [room.ravel()]
        costs = [np.zeros(size * (1 + number))]
        for at, (own, given) in enumerate(zip(quantities, sums, strict=True)):
            start, span = size * (1 + at), own.upper - own.lower
            limits.append(LinearConstraint(placed([(0, -span * each), (start, each)], size), -np.inf, 0))
            queries, height = query_matrix(own.parts), rows[at]
            whole, one = np.rint(own.targets), eye_array(height, format="csr")
            for sign in (-1.0, 1.0):
                blocks = [(0, own.lower * queries), (start, queries), (deviations, sign * one)]
                least, largest = (-np.inf, whole) if sign < 0 else (whole, np.inf)
                limits.append(LinearConstraint(placed(blocks, height), least, largest))
            held = _blocks(own.kept)
            totals = held @ given.ravel()
            limits.append(
                LinearConstraint(placed([(0, own.lower * held), (start, held)], held.shape[0]), totals, totals)
            )
            most.append(span * room.ravel())
            costs.append(own.each_weight())
            deviations += height
        upper = np.concatenate([*most, np.full(sum(rows), np.inf)])
        found = milp(
            np.concatenate(costs),
            integrality=np.ones(width, dtype=np.int64),
            bounds=Bounds(np.zeros(width), upper),
            constraints=limits,
            options={"node_limit": nodes(self.entries(number))},
        )
        if found.x is None:
            return None
        cells = np.rint(found.x[: size * (1 + number)]).astype(np.int64).reshape(1 + number, *counts.shape)
        people = cells[0]
        return people, [own.lower * people + cells[1 + at] for at, own in enumerate(quantities)]


def _distance(sums: Sequence[Integers], quantities: Sequence[Quantity]) -> float:
    """How far the published sums are from where they should be, weighed."""
    apart = (own.each_weight() * (own.answer(given) - own.targets) for own, given in zip(quantities, sums, strict=True))
    return float(sum(np.square(one).sum() for one in apart))


def _blocks(kept: Integers) -> csr_array:
    """The 0/1 matrix of blocks of cells."""
    from scipy.sparse import csr_array

    cells = np.flatnonzero(kept.ravel() >= 0)
    blocks, rows = np.unique(kept.ravel()[cells], return_inverse=True)
    return csr_array((np.ones(cells.size), (rows, cells)), shape=(blocks.size, kept.size))
