"""The tables over the cliques of a tree that are closest to noisy answers, and to each other.

Minimised is ½ Σ_q w_q (q·h − a_q)², with the weights of weighed_answers.py, where each query q is asked of one clique,
over cells h between bounds whose neighbours agree: least squares over all tables of which the cliques are margins. The
program is sparse if the margins that queries count by stand in it as variables of their own, and is solved by an
interior point method (interior_point.py). Post-processing: noisy answers and public parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.tree import CliqueTree
from dpdesk.postprocess.interior_point import least_squares
from dpdesk.postprocess.weighed_answers import HELD, firmness, taken
from dpdesk.queries import Kronecker
from dpdesk.queries.reduction import told_apart

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]


class CliqueProjection:
    """The projection of one statistic; prepared once, a function of the plan."""

    def __init__(self, tree: CliqueTree, parts: Sequence[Kronecker], deviations: Sequence[Values]) -> None:
        """Take the queries and the standard errors of their unbiased answers, part after part."""
        self.tree = tree
        self._owners = [tree.owner(part) for part in parts]
        cells = np.concatenate([part.answer(np.ones(part.domain)) for _, part in self._owners])
        self._deviations = taken(np.concatenate(deviations))
        self._weights = np.sqrt(cells) / self._deviations**2
        self._weights /= HELD * self._weights.max()

    def fit(
        self,
        answers: Sequence[Values],
        *,
        lower: Sequence[Values] | None = None,
        upper: Sequence[Values] | None = None,
        total: float | None = None,
    ) -> list[Values]:
        """The cells of each clique, in its shape.

        Args:
            answers: one vector a part.
            lower: bounds of the cells from below, a table a clique; 0 where not given.
            upper: and from above; where not given there is none but for cells that stay empty.
            total: of each clique's cells, where it is known.

        Raises:
            NotClosed: they were not found in time.
        """
        size = int(self.tree.first[-1])
        least = np.zeros(size) if lower is None else np.concatenate([table.ravel() for table in lower])
        if upper is None:
            most = np.where(np.concatenate([clique.closed.ravel() for clique in self.tree.cliques]), 0.0, np.inf)
        else:
            most = np.concatenate([table.ravel() for table in upper])
        noisy = np.concatenate(answers)
        margins, queries = self._margins
        weights = self._weights * firmness(self._room(noisy, least, most) / self._deviations)
        ties, tied = self._ties, np.zeros(self._ties.shape[0])
        if total is None:
            ties, tied = ties[1:], tied[1:]
        else:
            tied[0] = total
        return self.tree.split(least_squares(margins, queries, noisy, weights, ties, tied, least, most))

    def _room(self, noisy: Values, least: Values, most: Values) -> Values:
        """How far each answer is from the nearer end of what the cells can answer."""
        margins, queries = self._margins
        above = noisy - queries @ (margins @ least) if np.any(least) else noisy
        return np.minimum(above, queries @ (margins @ most) - noisy) if np.isfinite(most).all() else above

    @cached_property
    def _margins(self) -> tuple[csr_array, csr_array]:
        """The margins that queries count by, on all cells in a row; and the queries on these margins."""
        from scipy.sparse import csr_array, kron, vstack

        cells = int(self.tree.first[-1])
        known: dict[tuple[int, ...] | tuple[object, ...], int] = {}
        margins, queries, size = [], [], 0
        told = [[told_apart(factor) for factor in part.factors] for _, part in self._owners]
        for (at, _), factors in zip(self._owners, told, strict=True):
            key = (at, *(labels.tobytes() for labels, _ in factors))
            if key not in known:
                places, blocks = _places([labels for labels, _ in factors])
                columns = int(self.tree.first[at]) + np.arange(places.size)
                margins.append(csr_array((np.ones(places.size), (places, columns)), (blocks, cells)))
                known[key] = size
                size += blocks
            rows = csr_array(np.ones((1, 1)))
            for _, counted in factors:
                rows = csr_array(kron(rows, csr_array(counted.astype(np.float64)), format="csr"))
            queries.append((known[key], rows))
        every = [
            csr_array((rows.data, rows.indices + begin, rows.indptr), shape=(rows.shape[0], size))
            for begin, rows in queries
        ]
        return csr_array(vstack(margins)), csr_array(vstack(every))

    @cached_property
    def _ties(self) -> csr_array:
        """The total of the first clique, and for each block that two share the one's sum less the other's."""
        from scipy.sparse import csr_array, vstack

        tree = self.tree
        size, first = int(tree.first[-1]), tree.first.tolist()
        rows = [csr_array((np.ones(first[1]), (np.zeros(first[1], dtype=np.int64), np.arange(first[1]))), (1, size))]
        for number, (parent, shared) in enumerate(zip(tree.parents[1:], tree.separators, strict=True), 1):
            blocks = np.concatenate([shared.above, shared.below])
            cells = np.concatenate(
                [first[parent] + np.arange(shared.above.size), np.arange(*first[number : number + 2])]
            )
            signs = np.concatenate([np.ones(shared.above.size), -np.ones(shared.below.size)])
            rows.append(csr_array((signs, (blocks, cells)), (shared.size, size)))
        return csr_array(vstack(rows))


def _places(labels: Sequence[Integers]) -> tuple[Integers, int]:
    """The block each cell of a table is in, and the number of blocks, by classes of its variables."""
    places = np.zeros((1,) * len(labels), dtype=np.int64)
    sizes = [int(own.max()) + 1 for own in labels]
    for axis, (own, size) in enumerate(zip(labels, sizes, strict=True)):
        places = places * size + own.reshape([-1 if place == axis else 1 for place in range(len(labels))])
    return places.ravel(), prod(sizes)
