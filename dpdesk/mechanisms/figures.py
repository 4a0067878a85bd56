"""What a strategy costs in accuracy for one unit of noise, worked out once for every budget.

Unit variances depend on the strategy and the workload alone. A forecast at another loss, or with another law of noise
on the same strategy, multiplies them by another variance; mechanisms that share a strategy share these figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from dpdesk.mechanisms.bounds import best_possible as bounds
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.queries.workload import FloatArray


class UnitFigures:
    """Variances of the answers of a strategy for one unit of noise variance on every measured row."""

    def __init__(self, strategy: Strategy, pieces: Sequence[Piece], groups: int) -> None:
        self.strategy, self.pieces, self.groups = strategy, tuple(pieces), groups
        self._bounds: dict[tuple[tuple[float, ...], float, Relation], tuple[float, str] | None] = {}

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Number of queries of each statistic group."""
        counts = [0] * self.groups
        for piece in self.pieces:
            counts[piece.group] += piece.count
        return tuple(counts)

    @cached_property
    def means(self) -> tuple[float, ...]:
        """Mean unit variance of each statistic group (0 for an empty one)."""
        sums = [0.0] * self.groups
        for piece in self.pieces:
            if piece.count:
                sums[piece.group] += self.strategy.piece_sum(piece)
        return tuple(s / n if n else 0.0 for s, n in zip(sums, self.counts, strict=True))

    @cached_property
    def variances(self) -> FloatArray:
        """Unit variance of every answer, in the workload's order; not to be written to."""
        result = np.concatenate([self.strategy.piece_variances(piece) for piece in self.pieces])
        result.flags.writeable = False
        return result

    @cached_property
    def largest(self) -> float:
        """The largest unit variance of any answer."""
        return max((self.strategy.piece_maximum(piece) for piece in self.pieces), default=0.0)

    def bound(self, weights: tuple[float, ...], norm: float, relation: Relation) -> tuple[float, str] | None:
        """Objective over the lower bound and the kind of bound, None where none is at hand
        (bounds/best_possible.py).

        Args:
            weights: of the statistic groups.
            norm: Δ2² for one row of a unit.
            relation: who is a neighbour of whom.
        """
        key = (weights, norm, relation)
        if key not in self._bounds:
            least_error = self.strategy.least_error
            self._bounds[key] = bounds.ratio(self.pieces, weights, self.means, norm, relation, least_error)
        return self._bounds[key]
