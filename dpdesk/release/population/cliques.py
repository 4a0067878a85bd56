"""A joint table too large to be written down, of which small tables tell all: the cliques of what is published.

People, and who of them is of a part (who states an income), are found together, as far as there is room: each such part
is one more variable of the table. Were counts found first, those who state an income would lie elsewhere than they can.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import COUNT
from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.postprocess.cliques.exact import exact_tables
from dpdesk.postprocess.cliques.fit import CliqueProjection
from dpdesk.postprocess.cliques.tree import CliqueTree, clique_tree
from dpdesk.postprocess.cliques.whole import listed, whole_tables
from dpdesk.postprocess.listed.cells import NO_BLOCK, ListedCells, distinct, fit_sums
from dpdesk.postprocess.whole_numbers import cumulative
from dpdesk.progress import breathe, stretch
from dpdesk.queries import Kronecker
from dpdesk.release.population.cells import FILLING, Answers, Deviations, Held, Weights, in_turn, scale_of, with_parts
from dpdesk.release.population.listed import Listed

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_OF_IT, _NOT_OF_IT = 0, 1
_LOST = 0.5
"""Up to so many people that a sum lacks between the bounds of listed cells, nothing is done about it."""


class Cliques(Listed):
    """The non-empty cells of a table, made from tables over cliques of its variables.

    In small lists other cells are looked for if sums come closer to their answers with them, as in any list.
    """

    def __init__(
        self,
        table: JointTable,
        weights: Weights,
        deviations: Deviations,
        tree: CliqueTree,
        parts_of_all: Sequence[str] = (),
        links: Sequence[Link] = (),
    ) -> None:
        """Prepare the projection of every statistic.

        tree: the table's, as `tree_of` found it; parts_of_all: sums that count a part of everybody; links: of tables
        that hang on it.
        """
        self._begin(table, weights, links)
        self._tree, self._live = tree, live(table)
        self._kept = {name: [at for at, errors in enumerate(own) if errors.size] for name, own in deviations.items()}
        told = [name for name in parts_of_all if self._kept.get(name)]
        self._parts, self._people_tree = self._with_parts(told)
        self._asked = [query for name in self._names for query in self._queries(name)]
        errors = [deviations[name][at] for name in self._names for at in self._kept[name]]
        self._people = CliqueProjection(self._people_tree, self._asked, errors)
        self._sums = {
            name: CliqueProjection(
                tree, [table.parts[at].queries for at in kept], [deviations[name][at] for at in kept]
            )
            for name, kept in self._kept.items()
            if kept and name not in self._names
        }

    @property
    def _names(self) -> tuple[str, ...]:
        return (COUNT, *self._parts)

    def _with_parts(self, told: Sequence[str]) -> tuple[list[str], CliqueTree]:
        """The parts of everybody that are variables of the table, as many as there is room for, and its cliques."""
        for few in range(len(told), 0, -1):
            self._parts = list(told[:few])
            parts = [query for name in self._names for query in self._queries(name)]
            excluded = [[*masks, *[np.ones(2, dtype=bool)] * few] for masks in self.table.excluded]
            tree = clique_tree(parts, self._shape, excluded, [*self._live, *[np.ones(2, dtype=bool)] * few])
            if tree is not None:
                return self._parts, tree
        return [], self._tree

    @property
    def _shape(self) -> tuple[int, ...]:
        """Of the table with a variable for each part."""
        return (*self.table.shape, *[2] * len(self._parts))

    def _queries(self, name: str) -> list[Kronecker]:
        """Those of counts, or of a part, on that table."""
        return [with_parts(self.table.parts[at].queries, name, self._parts) for at in self._kept[name]]

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Counts, and who is of a part; then sums of the same cells."""
        people: dict[str, Integers] = {}

        def counted() -> Integers:
            people.update(self._found(answers, held[COUNT]))
            return people[COUNT]

        def summed(name: str, counts: Integers) -> Integers:
            return people[name] if name in people else self.sums(name, answers[name], vectors[name], counts, held[name])

        counts, sums = in_turn(vectors, counted, summed)
        return self._suited(counts, sums, answers, vectors, held)

    def _found(self, answers: Answers, held: Held | None) -> dict[str, Integers]:
        """Whole tables over the cliques, and the cells they are margins of: all people, and those of each part."""
        total = None if held is None else int(held.totals.sum())
        given = [answers[name][at] for name in self._names for at in self._kept[name]]
        with stretch(0.0, 0.7):
            cells = self._people.fit(given, total=total)
        breathe(FILLING, 0.7)
        rounded = whole_tables(self._people_tree, self._asked, cells, total)
        whole = exact_tables(self._people_tree, self._asked, cells, rounded, total)
        breathe(FILLING, 0.9)
        idle = [*(int(np.argmax(classes)) for classes in self._live), *[_NOT_OF_IT] * len(self._parts)]
        every, people = listed(self._people_tree, whole, self._shape, idle)
        variables = len(self.table.shape)
        rows, back = every.rows, np.arange(len(every.rows))
        if self._parts:
            rows, back = distinct(rows[:, :variables], self.table.shape)
        self._cells = ListedCells(rows, self.table.shape)
        of_it = [every.rows[:, variables + number] == _OF_IT for number in range(len(self._parts))]
        found = {}
        for name, inside in zip(self._names, [np.ones(back.size, dtype=bool), *of_it], strict=True):
            found[name] = np.zeros(len(rows), dtype=np.int64)
            np.add.at(found[name], back[inside], people[inside])
        return found

    def sums(
        self, statistic: str, answers: Sequence[Values], vector: SumVector, counts: Integers, held: Held | None
    ) -> Integers:
        """Sums of the same cells, within the bounds that counts allow."""
        lower, upper = counts * vector.lower, counts * vector.upper
        if statistic not in self._sums:
            return lower + cumulative((upper - lower) / 2.0, counts > 0, None)
        scale = scale_of(vector)
        low, high = (self._tables(bound / scale) for bound in (lower, upper))
        given = [answers[at] / scale for at in self._kept[statistic]]
        tables = self._sums[statistic].fit(given, lower=low, upper=high)
        places = [clique.places(self._cells.rows) for clique in self._tree.cliques]
        bounds = float(vector.lower), float(vector.upper)
        values = fit_sums(counts, places, [table * scale for table in tables], bounds)
        if _apart(self._tables(values / scale), tables) > _LOST:
            listed = self._sums[statistic].fit_listed(given, places, lower / scale, upper / scale)
            values = values if listed is None else listed * scale
        return lower + cumulative(values - lower, counts > 0, None)

    def _tables(self, values: Values) -> list[Values]:
        """Values of the listed cells, added up over each clique."""
        tables = []
        for clique in self._tree.cliques:
            sums = np.bincount(clique.places(self._cells.rows), weights=values, minlength=clique.closed.size)
            tables.append(np.asarray(sums, dtype=np.float64).reshape(clique.shape))
        return tables


def _apart(ones: Sequence[Values], others: Sequence[Values]) -> float:
    """How far tables are apart at most."""
    return max(float(np.abs(one - other).max(initial=0.0)) for one, other in zip(ones, others, strict=True))


def tree_of(table: JointTable) -> CliqueTree | None:
    """The cliques of what is told of a table; None where these are too large."""
    return clique_tree([part.queries for part in table.parts], table.shape, table.excluded, live(table))


def live(table: JointTable) -> list[NDArray[np.bool_]]:
    """For each variable the classes that have a code."""
    return [
        np.bincount(classes[classes != NO_BLOCK], minlength=size) > 0
        for classes, size in zip(table.classes, table.shape, strict=True)
    ]
