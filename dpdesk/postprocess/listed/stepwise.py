"""Whole sums of cells for which programs are too large: real ones by descent, made whole a part at a time.

What is printed of a sum lies between what the bounds of one person make of its printed count, and blocks that are kept
have their sums. Cells are not printed: theirs may be any. So the real sums s between bounds of the cells' room minimise

    Σ_q c_q² (q·s − t_q)² + K Σ_q v_q²,        v_q how far q·s lies outside its bounds.

Rounding all cells at once would add up in totals: of 4,000 cells to some twenty steps. So those that are nearest to
whole numbers are rounded, the others minimise the same again, and make up for it; and so on until few are left. Last,
cell after cell moves by the step that lowers the same with a larger K, while one does. An outcome outside bounds is
none.

Privacy: a function of already private numbers; nothing is drawn, and the work ends by its amount, not by the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.bounded_descent import descend
from dpdesk.postprocess.joint_search import SumRows

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_OUTSIDE, _WHOLE_OUTSIDE = (10.0, 100.0), 100.0
"""What it costs to lie outside by a step, in parts of what it costs to be off by one at most."""
_INWARD = 0.25
"""By how much bounds are narrower for those that are not rounded yet, where there is room: what rounding may move."""
_STEPS, _MEMORY = 300, 20
_PART, _FEW, _AGAIN = 0.3, 50, 60
"""What is rounded at once of what is left, how many at the end, and steps of descent after each."""
_SWEEPS = 30
_GAIN, _LEAST = 1e-9, 1e-12


def stepwise_sums(rows: SumRows, counts: Integers, room: Integers, given: Integers, start: Values) -> Integers | None:
    """Whole sums of cells, the published ones close to their targets; None where none are found between bounds.

    Args:
        rows: what is published of the sums, and what it should be.
        counts: whole counts of the cells.
        room: the most people of each.
        given: sums of which kept blocks have theirs.
        start: real sums with which descent begins.
    """
    from scipy.sparse import vstack

    people, blocks = rows.queries @ counts, rows.kept @ given
    least = np.concatenate([rows.lower * people, blocks]).astype(np.float64)
    most = np.concatenate([rows.upper * people, blocks]).astype(np.float64)
    goal = np.clip(np.concatenate([rows.targets, blocks]), least, most)
    weights = np.concatenate([rows.costs, np.zeros(blocks.size)]) / max(float(rows.costs.max(initial=0.0)), _LEAST)
    costs = _Costs(goal, weights**2, least, most)
    matrix = vstack([rows.queries, rows.kept], format="csr").astype(np.float64)
    low, high = min(rows.lower, 0) * room.astype(np.float64), max(rows.upper, 0) * room.astype(np.float64)
    turned = matrix.T.tocsr()
    real = costs.descended(matrix, np.zeros(goal.size), start, low, high, _OUTSIDE[0], _STEPS)
    for outside in _OUTSIDE:
        whole = _rounded(matrix.tocsc(), real, costs.inward(), low, high, outside)
        told = matrix @ whole
        for _ in range(_SWEEPS):
            if not _swept(turned, whole, told, costs, low, high):
                break
        if not np.any((told < least) | (told > most)):
            return whole.astype(np.int64)
    return None


def _rounded(matrix: Any, real: Values, costs: _Costs, low: Values, high: Values, outside: float) -> Values:
    """Whole numbers for real ones: those nearest to whole numbers first, after which the others are fitted again."""
    values, free = real.copy(), np.arange(real.size)
    while free.size:
        nearest = np.argsort(np.abs(values[free] - np.rint(values[free])), kind="stable")
        many = free.size if free.size <= _FEW else int(_PART * free.size)
        now, free = free[nearest[:many]], np.sort(free[nearest[many:]])
        values[now] = np.rint(values[now])
        if free.size:
            others = values.copy()
            others[free] = 0.0
            values[free] = costs.descended(
                matrix[:, free].tocsr(), matrix @ others, values[free], low[free], high[free], outside, _AGAIN
            )
    return values


@dataclass(frozen=True, slots=True, eq=False)
class _Costs:
    """What numbers cost: weights of how far they are from a goal, and bounds."""

    goal: Values
    weights: Values
    least: Values
    most: Values

    def inward(self) -> _Costs:
        """The same with narrower bounds, where there is room."""
        by = np.minimum(_INWARD, (self.most - self.least) / 2.0)
        return _Costs(self.goal, self.weights, self.least + by, self.most - by)

    def descended(
        self, matrix: Any, others: Values, start: Values, low: Values, high: Values, outside: float, steps: int
    ) -> Values:
        """Real values of some cells between bounds that cost least, what others add up to being given."""
        turned = matrix.T.tocsr()

        def objective(values: Values) -> tuple[float, Values]:
            told = others + matrix @ values
            off, beyond = self.weights * (told - self.goal), told - np.clip(told, self.least, self.most)
            worth = 0.5 * float(off @ (told - self.goal)) + 0.5 * outside * float(beyond @ beyond)
            return worth, turned @ (off + outside * beyond)

        return descend(objective, start, low, high, steps=steps, memory=_MEMORY, slope=1e-6)[0]

    def pull(self, told: Values, at: Integers) -> float:
        """The step at which some numbers would be closest to the goal."""
        weights = self.weights[at]
        return -round(float(weights @ (told[at] - self.goal[at])) / max(float(weights.sum()), _LEAST))

    def after(self, told: Values, at: Integers, steps: Values) -> Values:
        """What some numbers cost after each of some steps."""
        there = told[at] + steps[:, None]
        outside = there - np.clip(there, self.least[at], self.most[at])
        return np.asarray(
            (there - self.goal[at]) ** 2 @ self.weights[at] + _WHOLE_OUTSIDE * np.square(outside).sum(axis=1)
        )


def _swept(cells: csr_array, whole: Values, told: Values, costs: _Costs, low: Values, high: Values) -> bool:
    """Move each cell once by the best of some steps, in place; whether any moved. cells: a row for each."""
    moved, queries = False, cells.indices.astype(np.int64)
    for cell, (first, end) in enumerate(pairwise(cells.indptr.tolist())):
        at = queries[first:end]
        steps = np.clip([0.0, -1.0, 1.0, costs.pull(told, at)], low[cell] - whole[cell], high[cell] - whole[cell])
        after = costs.after(told, at, steps)
        best = int(after.argmin())
        if after[best] < after[0] - _GAIN:
            whole[cell] += steps[best]
            told[at] += steps[best]
            moved = True
    return moved
