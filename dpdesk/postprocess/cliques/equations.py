"""What is asked of the cells of cliques, as sparse equations: queries on margins, and what ties neighbours.

Queries on cells would be dense. Each counts by a margin of the clique that it is asked of, and margins are added up
from finer ones; running sums are margins, too, each the one before and a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.tree import Clique, CliqueTree, blocks_of, places_of, refines
from dpdesk.postprocess.integer_search import steps_of
from dpdesk.postprocess.interior_point import Margins
from dpdesk.queries import Kronecker
from dpdesk.queries.reduction import told_apart

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Integers = NDArray[np.int64]


class Equations:
    """The equations of a tree of cliques and some queries; a function of the plan."""

    def __init__(self, tree: CliqueTree, parts: Sequence[Kronecker]) -> None:
        """Take the cliques, and queries each of which one of them tells."""
        self.tree = tree
        self.owners = [tree.owner(part) for part in parts]

    @property
    def margins(self) -> Margins:
        """The margins of all cells."""
        return self._asked[0]

    @property
    def queries(self) -> csr_array:
        """The queries on these margins, part after part."""
        return self._asked[1]

    @property
    def tangled(self) -> int:
        """The sums of cells themselves, without those over the largest margin: so many equations may be dense."""
        sizes = self._margins.of_cells()
        return sum(sizes) - max(sizes, default=0)

    @property
    def sums(self) -> int:
        """All sums of cells themselves, of which none is told by another margin."""
        return sum(self._margins.of_cells())

    def of_list(self, places: Sequence[Integers]) -> Margins:
        """The same margins of the cells of a list, whose sums the cells of all cliques are.

        Args:
            places: for every clique the cell of it that each listed one is in.
        """
        from scipy.sparse import csr_array

        begins, size = self.tree.first[:-1], places[0].size
        cells = np.concatenate([own + begin for own, begin in zip(places, begins, strict=True)])
        shape = int(self.tree.first[-1]), size
        placed = csr_array((np.ones(cells.size), (cells, np.tile(np.arange(size), len(places)))), shape)
        return Margins(csr_array(self.margins.cells @ placed), self.margins.nested)

    @cached_property
    def _margins(self) -> _Margins:
        """The margins that queries count by, and those that cliques share."""
        margins = _Margins(self.tree)
        for at, part in self.owners:
            margins.want(at, [told_apart(factor)[0] for factor in part.factors])
        for number, (parent, shared) in enumerate(zip(self.tree.parents[1:], self.tree.separators, strict=True), 1):
            margins.want(parent, shared.labels_above)
            margins.want(number, shared.labels_below)
        margins.want(0, [np.zeros_like(labels) for labels in _own(self.tree.cliques[0])])
        margins.settle()
        return margins

    @cached_property
    def _asked(self) -> tuple[Margins, csr_array]:
        """The margins, and the queries on these."""
        from scipy.sparse import block_diag, csr_array, kron, vstack

        queries, steps = [], []
        for at, part in self.owners:
            told = [told_apart(factor) for factor in part.factors]
            rows = step = csr_array(np.ones((1, 1)))
            for _, counted in told:
                asked = csr_array(counted.astype(np.float64))
                rows = csr_array(kron(rows, asked, format="csr"))
                step = csr_array(kron(step, steps_of(asked), format="csr"))
            steps.append(step)
            begin = self._margins.first(at, [labels for labels, _ in told])
            queries.append(
                csr_array((rows.data, rows.indices + begin, rows.indptr), (rows.shape[0], self._margins.size))
            )
        return _by_steps(
            self._margins.equations(), csr_array(vstack(queries)), csr_array(block_diag(steps, format="csr"))
        )

    @cached_property
    def ties(self) -> csr_array:
        """The total of the first clique, and for each block that two share the one's number less the other's."""
        from scipy.sparse import csr_array, eye_array, vstack

        tree, margins = self.tree, self._margins
        total = margins.first(0, [np.zeros_like(labels) for labels in _own(tree.cliques[0])])
        size = self.margins.size
        rows = [csr_array((np.ones(1), (np.zeros(1, dtype=np.int64), [total])), (1, size))]
        for number, (parent, shared) in enumerate(zip(tree.parents[1:], tree.separators, strict=True), 1):
            begins = margins.first(parent, shared.labels_above), margins.first(number, shared.labels_below)
            one, other = (eye_array(shared.size, size, k=begin) for begin in begins)
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

    def of_cells(self) -> list[int]:
        """How many blocks those margins have that no other is finer than."""
        return [blocks_of(self._wanted[key][1]) for key in self._first if self._finer(key) is None]

    def _finer(self, key: tuple[object, ...]) -> list[Integers] | None:
        """The smallest finer margin of the same clique, by its classes; None where there is none."""
        at, labels = self._wanted[key]
        before = (self._wanted[other] for other, begin in self._first.items() if begin < self._first[key])
        finer = [own for clique, own in before if clique == at and all(map(refines, own, labels))]
        return min(finer, key=blocks_of, default=None)

    def equations(self) -> Margins:
        """What is added up to each margin, cells or blocks of another."""
        from scipy.sparse import csr_array, eye_array

        cells: tuple[list[Integers], list[Integers]] = ([], [])
        sums: tuple[list[Integers], list[Integers]] = ([], [])
        for key, begin in self._first.items():
            at, labels = self._wanted[key]
            own = self._finer(key)
            if own is not None:
                places = places_of([labels[axis][np.unique(one, return_index=True)[1]] for axis, one in enumerate(own)])
                sums[0].append(begin + places)
                sums[1].append(self.first(at, own) + np.arange(places.size))
            else:
                places = places_of(labels)
                cells[0].append(begin + places)
                cells[1].append(int(self._tree.first[at]) + np.arange(places.size))

        def matrix(entries: tuple[list[Integers], list[Integers]], columns: int) -> csr_array:
            none = np.zeros(0, dtype=np.int64)
            rows, places = (np.concatenate([none, *one]) for one in entries)
            return csr_array((np.ones(rows.size), (rows, places)), (self.size, columns))

        nested = csr_array(eye_array(self.size) - matrix(sums, self.size))
        return Margins(matrix(cells, int(self._tree.first[-1])), nested)


def _by_steps(margins: Margins, queries: csr_array, steps: csr_array) -> tuple[Margins, csr_array]:
    """The same, with running sums as margins of their own, from the matrix that takes from each the one before.

    As queries on other margins they would make the equations of 65 classes dense, and those of all margins finer.
    """
    from scipy.sparse import block_array, csr_array, eye_array, hstack, vstack

    run = np.zeros(queries.shape[0], dtype=bool)
    run[steps[np.flatnonzero(np.diff(steps.indptr) > 1)].indices] = True
    count, height = margins.size, int(run.sum())
    if not height:
        return margins, queries
    moved = (steps @ queries)[run]
    nested = block_array([[margins.nested, None], [-moved, steps[run][:, run]]], format="csr")
    cells = vstack([margins.cells, csr_array((height, margins.cells.shape[1]))], format="csr")
    every = vstack([csr_array(queries[~run]), csr_array((height, count))])
    own = vstack([csr_array((queries.shape[0] - height, height)), eye_array(height)])
    back = np.argsort(np.concatenate([np.flatnonzero(~run), np.flatnonzero(run)]))
    asked = csr_array(hstack([every, own]))[back]
    return Margins(csr_array(cells), csr_array(nested)), csr_array(asked)


def _own(clique: Clique) -> list[Integers]:
    """The classes of a clique's variables, each by itself."""
    return [np.arange(size) for size in clique.shape or (1,)]


def _key(at: int, labels: Sequence[Integers]) -> tuple[object, ...]:
    return (at, *(own.tobytes() for own in labels))
