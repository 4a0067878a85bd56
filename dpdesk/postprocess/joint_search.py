"""Whole counts and sums that one population has together, by integer programming: each cell a column.

Given are whole counts h₀ and sums s₀ of some cells, and numbers t that the published sums should be. Over whole h and
s_q with

    W h = W h₀,   B h = B h₀,   B_q s_q = B_q s₀_q,   l_q·h ≤ s_q ≤ u_q·h,   0 ≤ h ≤ room,

minimise Σ_q w_q ‖V_q s_q − t_q‖₁: what is published of the counts stays, and blocks of cells keep their sums. Cells
without room are left out, and of sums that are the same for the others one stands for all, so that a large table of
few people is a small search. It is HiGHS's (Huangfu and Hall 2018) and ends after a number of nodes, not by the clock,
so that the outcome is a function of its arguments.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.integer_search import distinct, nodes

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_GAP = 0.02
"""Share of the least deviation that is given up for time; where nothing need deviate nothing is given up."""


@dataclass(frozen=True, slots=True, eq=False)
class SumRows:
    """What is published of a quantity's sums: rows of a matrix with a column a cell, targets, what a step off costs.

    lower, upper: bounds of one person; kept: blocks of cells whose sums stay.
    """

    queries: csr_array
    targets: Values
    costs: Values
    lower: int
    upper: int
    kept: csr_array

    def among(self, cells: Integers) -> SumRows:
        """The same of some cells, the others empty; sums that are alike are one."""
        queries = self.queries[:, cells]
        first, back = distinct(queries)
        costs = np.bincount(back[back >= 0], weights=self.costs[back >= 0], minlength=first.size)
        return SumRows(queries[first], self.targets[first], costs, self.lower, self.upper, self.kept[:, cells])


def closest_population(
    counted: Sequence[csr_array],
    counts: Integers,
    room: Integers,
    sums: Sequence[Integers],
    wanted: Sequence[SumRows],
) -> tuple[Integers, list[Integers]] | None:
    """Other counts and sums of the cells, where the search finds any.

    counted: rows whose sums of counts stay; counts, sums: whole cells that are consistent; room: the most people of
    each cell, at least its count.
    """
    from scipy.sparse import vstack

    open_ = np.flatnonzero(room)
    rows = vstack(counted, format="csr")[:, open_]
    rows = rows[distinct(rows)[0]]
    now = counts[open_]
    found = _search(rows, now, room[open_], [own[open_] for own in sums], [own.among(open_) for own in wanted])
    if found is None:
        return None
    whole = np.zeros((len(found), counts.size), dtype=np.int64)
    whole[:, open_] = found
    return whole[0], [own.lower * whole[0] + excess for own, excess in zip(wanted, whole[1:], strict=True)]


def _search(
    counted: csr_array, counts: Integers, room: Integers, sums: Sequence[Integers], wanted: Sequence[SumRows]
) -> Integers | None:
    """Variables: h; for every quantity e = s − l·h; and deviations d ≥ |V s − t| of every published sum."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array, eye_array, hstack

    size, number = counts.size, len(wanted)
    deviations = size * (1 + number)
    width = deviations + sum(own.targets.size for own in wanted)

    def placed(blocks: Sequence[tuple[int, csr_array]], height: int) -> csr_array:
        """Blocks of columns at their first column, nothing between them."""
        found, at = [], 0
        for first, block in blocks:
            found += [csr_array((height, first - at)), block]
            at = first + block.shape[1]
        return csr_array(hstack([*found, csr_array((height, width - at))], format="csr"))

    each = eye_array(size, format="csr")
    answers = counted @ counts
    limits = [LinearConstraint(placed([(0, counted)], counted.shape[0]), answers, answers)]
    most, costs = [room.astype(np.float64)], [np.zeros(deviations)]
    for at, (own, given) in enumerate(zip(wanted, sums, strict=True)):
        start, span, height = size * (1 + at), own.upper - own.lower, own.targets.size
        limits.append(LinearConstraint(placed([(0, -span * each), (start, each)], size), -np.inf, 0))
        whole, one = np.rint(own.targets), eye_array(height, format="csr")
        for sign in (-1.0, 1.0):
            blocks = [(0, own.lower * own.queries), (start, own.queries), (deviations, sign * one)]
            least, largest = (-np.inf, whole) if sign < 0 else (whole, np.inf)
            limits.append(LinearConstraint(placed(blocks, height), least, largest))
        totals = own.kept @ given
        both = placed([(0, own.lower * own.kept), (start, own.kept)], own.kept.shape[0])
        limits.append(LinearConstraint(both, totals, totals))
        most.append(span * room.astype(np.float64))
        costs.append(own.costs)
        deviations += height
    found = milp(
        np.concatenate(costs),
        integrality=np.arange(width) < size * (1 + number),
        bounds=Bounds(np.zeros(width), np.concatenate([*most, np.full(width - size * (1 + number), np.inf)])),
        constraints=limits,
        options={"node_limit": nodes(counted.shape[0] * size * (1 + number)), "mip_rel_gap": _GAP},
    )
    if found.x is None:
        return None
    return np.rint(found.x[: size * (1 + number)]).astype(np.int64).reshape(1 + number, size)
