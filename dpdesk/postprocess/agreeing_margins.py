"""Tables over some margins of one population that agree wherever they overlap: the family closest to given tables.

Margins A and B of the same cells agree if both add up to the same table over the variables they share, A ∩ B. With all
intersections of margins taken into account, small ones first, an agreeing family closest in Euclidean distance is had
in one pass of weighted averages (docs/proofs/non_negative.md, claim 9).

Cells within bounds (counts are not negative) are reached by the alternating direction method of multipliers between
the agreeing families and the bounds (Boyd et al. 2011, §3.1). What is kept small there is the distance of margins, not
of cells: the part of a table that varies with the variables in S alone is weighed by the cells of A to a cell of S, so
that a deviation of a total counts as much as one of a cell, however many cells it is spread over. Everything here is
post-processing of noisy numbers.

A table of all variables with these margins need not exist. The family is the target of `listed.cells`, which makes one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Axes: TypeAlias = tuple[int, ...]
Values: TypeAlias = NDArray[np.float64]
_RELAXATION = 1.6
_ITERATIONS = 300


class AgreeingMargins:
    """Margins (ascending positions of variables) of cells with a shape, and the sets of variables they share."""

    def __init__(self, margins: Sequence[Axes], shape: Sequence[int]) -> None:
        """Take margins none of which contains another."""
        self.margins, self.shape = tuple(margins), tuple(shape)
        margins_met = set(self.margins)
        fresh = set(self.margins)
        while fresh:
            met = {tuple(sorted(set(margin) & set(other))) for margin in fresh for other in self.margins}
            fresh = met - margins_met
            margins_met |= met
        owners = {
            shared: [number for number, axes in enumerate(self.margins) if set(shared) <= set(axes)]
            for shared in margins_met
        }
        self.shared = sorted(
            (shared for shared in margins_met if len(owners[shared]) > 1), key=lambda shared: (len(shared), shared)
        )
        self._owners = owners

    def agree(self, tables: Sequence[Values], penalty: float = 0.0) -> list[Values]:
        """The closest tables that agree; with a penalty, in the distance of margins and so much of that of cells.

        Args:
            tables: one for each margin, in its shape.
            penalty: weight of the distance of cells; 0 for that distance alone.
        """
        result = [np.array(table, dtype=np.float64) for table in tables]
        for axes in self.shared:
            owners = self._owners[axes]
            margins = [margin_of(result[i], self.margins[i], axes) for i in owners]
            weights = [
                1.0 + penalty / self._spread(i, axes) if penalty else 1.0 / self._spread(i, axes) for i in owners
            ]
            average = sum(w * margin for w, margin in zip(weights, margins, strict=True)) / sum(weights)
            for i, margin in zip(owners, margins, strict=True):
                shape = [self.shape[axis] if axis in axes else 1 for axis in self.margins[i]]
                result[i] += ((average - margin) / self._spread(i, axes)).reshape(shape)
        return result

    def _spread(self, number: int, axes: Axes) -> int:
        return prod(self.shape[axis] for axis in self.margins[number] if axis not in axes)

    def fit(
        self,
        tables: Sequence[Values],
        *,
        lower: Sequence[Values] | None = None,
        upper: Sequence[Values] | None = None,
        tolerance: float = 0.02,
    ) -> list[Values]:
        """Tables within bounds that agree to within `tolerance` of a cell, close to the given ones.

        `lower` is 0 and `upper` nothing where not given; the tables returned keep the bounds exactly.

        Args:
            tables: one for each margin, in its shape.
            lower: bounds of their cells from below, 0 where not given.
            upper: and from above.
            tolerance: in the unit of the cells.
        """
        low = [np.zeros(table.shape) for table in tables] if lower is None else list(lower)
        high = [np.full(table.shape, np.inf) for table in tables] if upper is None else list(upper)

        def within(values: Sequence[Values]) -> list[Values]:
            return [np.clip(table, a, b) for table, a, b in zip(values, low, high, strict=True)]

        bounded = within(tables)
        if not self.shared:
            return bounded
        dual = [np.zeros(table.shape) for table in tables]
        for _ in range(_ITERATIONS):
            pairs = [v - u for v, u in zip(bounded, dual, strict=True)]
            agreed = self.agree([b + _kept(a - b) for a, b in zip(tables, pairs, strict=True)], penalty=1.0)
            relaxed = [_RELAXATION * g + (1.0 - _RELAXATION) * v for g, v in zip(agreed, bounded, strict=True)]
            before = bounded
            bounded = within([r + u for r, u in zip(relaxed, dual, strict=True)])
            dual = [u + r - v for u, r, v in zip(dual, relaxed, bounded, strict=True)]
            if max(_distance(agreed, bounded), _distance(before, bounded)) < tolerance:
                break
        return bounded


def margin_of(table: NDArray[np.generic], axes: Axes, kept: Axes) -> Values:
    """Sum a table over the variables in `axes` that are not kept.

    Args:
        table: over `axes`.
        axes: numbers of the table's variables.
        kept: some of these.

    Returns:
        Over `kept`, in their order.
    """
    gone = tuple(place for place, axis in enumerate(axes) if axis not in kept)
    return np.asarray(table.sum(axis=gone) if gone else table, dtype=np.float64)


def _kept(difference: Values) -> Values:
    """What is kept of a deviation, part by part: w/(w + 1) of a part of which w cells go to a cell of its margin."""
    parts: list[tuple[Values, int]] = [(difference, 1)]
    for axis, size in enumerate(difference.shape):
        split = []
        for part, spread in parts:
            mean = part.mean(axis=axis, keepdims=True)
            split += [(mean, spread * size), (part - mean, spread)]
        parts = split
    result = np.zeros(difference.shape)
    for part, spread in parts:
        result += part * (spread / (spread + 1.0))
    return result


def _distance(left: Sequence[Values], right: Sequence[Values]) -> float:
    return max(float(np.abs(a - b).max(initial=0.0)) for a, b in zip(left, right, strict=True))
