"""The tables over the cliques of a tree that are closest to noisy answers, and to each other.

Minimised is ½ Σ_q w_q (q·h − a_q)², with the weights of weighed_answers.py, where each query q is asked of one clique,
over cells h between bounds whose neighbours agree: least squares over all tables of which the cliques are margins. The
program is sparse if the margins that queries count by stand in it as variables of their own, and is solved by an
interior point method (interior_point.py). Post-processing: noisy answers and public parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.tree import Clique, CliqueTree, blocks_of, places_of, refines
from dpdesk.postprocess.interior_point import Margins, Program
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
        noisy, (margins, queries) = np.concatenate(answers), self._program
        weights = self._weights * firmness(self._room(noisy, least, most) / self._deviations)
        ties, tied = self._ties, np.zeros(self._ties.shape[0])
        if total is None:
            ties, tied = ties[1:], tied[1:]
        else:
            tied[0] = total
        return self.tree.split(Program(margins, queries, noisy, weights, ties, tied, least, most).solved())

    def _room(self, noisy: Values, least: Values, most: Values) -> Values:
        """How far each answer is from the nearer end of what the cells can answer."""
        margins, queries = self._program
        above = noisy - queries @ margins.of(least) if np.any(least) else noisy
        return np.minimum(above, queries @ margins.of(most) - noisy) if np.isfinite(most).all() else above

    @cached_property
    def _margins(self) -> _Margins:
        """The margins that queries count by, and those that cliques share."""
        margins = _Margins(self.tree)
        for at, part in self._owners:
            margins.want(at, [told_apart(factor)[0] for factor in part.factors])
        for number, (parent, shared) in enumerate(zip(self.tree.parents[1:], self.tree.separators, strict=True), 1):
            margins.want(parent, shared.labels_above)
            margins.want(number, shared.labels_below)
        margins.want(0, [np.zeros_like(labels) for labels in _own(self.tree.cliques[0])])
        margins.settle()
        return margins

    @cached_property
    def _program(self) -> tuple[Margins, csr_array]:
        """The margins, and the queries on these."""
        from scipy.sparse import csr_array, kron, vstack

        queries = []
        for at, part in self._owners:
            told = [told_apart(factor) for factor in part.factors]
            rows = csr_array(np.ones((1, 1)))
            for _, counted in told:
                rows = csr_array(kron(rows, csr_array(counted.astype(np.float64)), format="csr"))
            begin = self._margins.first(at, [labels for labels, _ in told])
            queries.append(
                csr_array((rows.data, rows.indices + begin, rows.indptr), (rows.shape[0], self._margins.size))
            )
        return self._margins.equations(), csr_array(vstack(queries))

    @cached_property
    def _ties(self) -> csr_array:
        """The total of the first clique, and for each block that two share the one's number less the other's."""
        from scipy.sparse import csr_array, eye_array, vstack

        tree, margins = self.tree, self._margins
        total = margins.first(0, [np.zeros_like(labels) for labels in _own(tree.cliques[0])])
        rows = [csr_array((np.ones(1), (np.zeros(1, dtype=np.int64), [total])), (1, margins.size))]
        for number, (parent, shared) in enumerate(zip(tree.parents[1:], tree.separators, strict=True), 1):
            begins = margins.first(parent, shared.labels_above), margins.first(number, shared.labels_below)
            one, other = (eye_array(shared.size, margins.size, k=begin) for begin in begins)
            rows.append(csr_array(one - other))
        return csr_array(vstack(rows))


class _Margins:
    """Margins of cliques, each added up from the smallest finer one there is, or else from the cells."""

    def __init__(self, tree: CliqueTree) -> None:
        self._tree = tree
        self._wanted: dict[tuple[object, ...], tuple[int, list[Integers]]] = {}
        self._first: dict[tuple[object, ...], int] = {}
        self.size = 0

    def want(self, at: int, labels: Sequence[Integers]) -> None:
        """Have a margin of a clique, by classes of its variables."""
        self._wanted.setdefault(_key(at, labels), (at, list(labels)))

    def settle(self) -> None:
        """Number the blocks of all, the finest margins first."""
        for key in sorted(self._wanted, key=lambda one: (-blocks_of(self._wanted[one][1]), one)):
            self._first[key] = self.size
            self.size += blocks_of(self._wanted[key][1])

    def first(self, at: int, labels: Sequence[Integers]) -> int:
        """The number of the first block of a margin."""
        return self._first[_key(at, labels)]

    def equations(self) -> Margins:
        """What is added up to each margin, cells or blocks of another."""
        from scipy.sparse import csr_array, eye_array

        cells: tuple[list[Integers], list[Integers]] = ([], [])
        sums: tuple[list[Integers], list[Integers]] = ([], [])
        settled: list[tuple[int, list[Integers]]] = []
        for key, begin in self._first.items():
            at, labels = self._wanted[key]
            finer = [own for clique, own in settled if clique == at and all(map(refines, own, labels))]
            if finer:
                own = min(finer, key=blocks_of)
                places = places_of([labels[axis][np.unique(one, return_index=True)[1]] for axis, one in enumerate(own)])
                sums[0].append(begin + places)
                sums[1].append(self.first(at, own) + np.arange(places.size))
            else:
                places = places_of(labels)
                cells[0].append(begin + places)
                cells[1].append(int(self._tree.first[at]) + np.arange(places.size))
            settled.append((at, labels))

        def matrix(entries: tuple[list[Integers], list[Integers]], columns: int) -> csr_array:
            none = np.zeros(0, dtype=np.int64)
            rows, places = (np.concatenate([none, *one]) for one in entries)
            return csr_array((np.ones(rows.size), (rows, places)), (self.size, columns))

        nested = csr_array(eye_array(self.size) - matrix(sums, self.size))
        return Margins(matrix(cells, int(self._tree.first[-1])), nested)


def _own(clique: Clique) -> list[Integers]:
    """The classes of a clique's variables, each by itself."""
    return [np.arange(size) for size in clique.shape or (1,)]


def _key(at: int, labels: Sequence[Integers]) -> tuple[object, ...]:
    return (at, *(own.tobytes() for own in labels))
