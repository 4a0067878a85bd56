"""A joint table too large to be written down, of which small tables tell all: the cliques of what is published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import COUNT
from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.joint.tables import JointTable
from dpdesk.postprocess.cliques.fit import CliqueProjection
from dpdesk.postprocess.cliques.tree import CliqueTree, clique_tree
from dpdesk.postprocess.cliques.whole import listed, whole_tables
from dpdesk.postprocess.listed.cells import NO_BLOCK, fit_sums
from dpdesk.postprocess.whole_numbers import cumulative
from dpdesk.progress import breathe, stretch
from dpdesk.release.population.cells import FILLING, Answers, Deviations, Held, in_turn, scale_of
from dpdesk.release.population.listed import ListOfCells

Values = NDArray[np.float64]
Integers = NDArray[np.int64]


class Cliques(ListOfCells):
    """The non-empty cells of a table, made from tables over cliques of its variables."""

    def __init__(
        self, table: JointTable, deviations: Deviations, tree: CliqueTree, parts_of_all: Sequence[str] = ()
    ) -> None:
        """Prepare the projection of every statistic; `parts_of_all` are the sums that count a part of everybody."""
        super().__init__(table)
        self._tree = tree
        self._kept = {name: [at for at, errors in enumerate(own) if errors.size] for name, own in deviations.items()}
        self._queries = {name: [table.parts[at].queries for at in kept] for name, kept in self._kept.items() if kept}
        self._projections = {
            name: CliqueProjection(tree, queries, [deviations[name][at] for at in self._kept[name]])
            for name, queries in self._queries.items()
        }
        self._flagged = [name for name in parts_of_all if name in self._queries]
        self._idle = [int(np.argmax(classes)) for classes in live(table)]

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Counts, and who is of a part; then sums of the same cells."""
        people: dict[str, Integers] = {}

        def counted() -> Integers:
            people.update(self._people(answers, held[COUNT]))
            return people[COUNT]

        def summed(name: str, counts: Integers) -> Integers:
            return people[name] if name in people else self._sums(name, answers[name], vectors[name], counts)

        counts, sums = in_turn(vectors, counted, summed)
        return {COUNT: counts, **sums}

    def _people(self, answers: Answers, held: Held | None) -> dict[str, Integers]:
        """Whole tables over the cliques, of all and of parts of the people, and the cells they are margins of."""
        total = None if held is None else int(held.totals.sum())
        with stretch(0.0, 0.6):
            cells = self._projections[COUNT].fit(self._given(answers, COUNT), total=total)
        breathe(FILLING, 0.6)
        whole = whole_tables(self._tree, self._queries[COUNT], cells, total=total)
        flagged = []
        for number, name in enumerate(self._flagged, 1):
            least, most = [np.zeros(table.shape) for table in whole], [table.astype(np.float64) for table in whole]
            real = self._projections[name].fit(self._given(answers, name), lower=least, upper=most)
            flagged.append(whole_tables(self._tree, self._queries[name], real, most=whole))
            breathe(FILLING, 0.6 + 0.3 * number / len(self._flagged))
        self._cells, counts, of_parts = listed(self._tree, whole, self.table.shape, self._idle, flagged)
        return {COUNT: counts, **dict(zip(self._flagged, of_parts, strict=True))}

    def _given(self, answers: Answers, statistic: str) -> list[Values]:
        return [answers[statistic][at] for at in self._kept[statistic]]

    def _sums(self, statistic: str, answers: Sequence[Values], vector: SumVector, counts: Integers) -> Integers:
        """Sums of the same cells, within the bounds that counts allow."""
        lower, upper = counts * vector.lower, counts * vector.upper
        if statistic not in self._projections:
            return lower + cumulative((upper - lower) / 2.0, counts > 0, None)
        scale = scale_of(vector)
        low, high = (self._tables(bound / scale) for bound in (lower, upper))
        given = [answers[at] / scale for at in self._kept[statistic]]
        tables = self._projections[statistic].fit(given, lower=low, upper=high)
        places = [clique.places(self._cells.rows) for clique in self._tree.cliques]
        bounds = float(vector.lower), float(vector.upper)
        values = fit_sums(counts, places, [table * scale for table in tables], bounds)
        return lower + cumulative(values - lower, counts > 0, None)

    def _tables(self, values: Values) -> list[Values]:
        """Values of the listed cells, added up over each clique."""
        tables = []
        for clique in self._tree.cliques:
            sums = np.bincount(clique.places(self._cells.rows), weights=values, minlength=clique.closed.size)
            tables.append(np.asarray(sums, dtype=np.float64).reshape(clique.shape))
        return tables


def tree_of(table: JointTable) -> CliqueTree | None:
    """The cliques of what is told of a table; None where these are too large."""
    return clique_tree([part.queries for part in table.parts], table.shape, table.excluded, live(table))


def live(table: JointTable) -> list[NDArray[np.bool_]]:
    """For each variable the classes that have a code."""
    return [
        np.bincount(classes[classes != NO_BLOCK], minlength=size) > 0
        for classes, size in zip(table.classes, table.shape, strict=True)
    ]
