"""Real cells of a joint table whose answers are closest to the noisy ones: of counts, and of the sums of a quantity.

Who states an income is a part of all who are counted. Where everybody does, the noisy answers say in half of all cells
that more people state one than there are. Were the counts found first and the others held below them, these would take
on the noise of the counts, and printed means would be further off than unbiased ones (docs/proofs/limits.md). So
whether a person is of that part is one more variable of the table, of two classes, and all answers are brought to its
cells at once, each weighed by its noise: either kind makes the other better. Likewise for every quantity of 0 and 1.

Where the table would be too large with these variables, the counts are found first, and then the sums between bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.joint.tables import JointTable
from dpdesk.postprocess.weighed_answers import WeighedProjection
from dpdesk.queries import Kronecker, OneVariable, Stack, Total
from dpdesk.queries.reduction import queries_of_rows
from dpdesk.release.population.cells import Answers, Deviations, Held, queries_of

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

LARGEST = 20_000
"""Cells of a table, times 4 for each variable that says who is of a part, up to which it has these: two seconds."""
_OF_THE_PART = queries_of_rows(np.array([[True, False]]))


class RealCells:
    """Cells of a statistic, and of statistics that count a part of it; prepared once, a function of the plan."""

    def __init__(self, table: JointTable, deviations: Deviations, whole: str, parts: Sequence[str] = ()) -> None:
        """Take the errors of all answers by statistic; one that nobody publishes is of no use here."""
        few = prod(table.shape) * 4 ** len(parts) <= LARGEST
        self._shape, self._parts = table.shape, tuple(parts) if few else ()
        self.names = (whole, *self._parts)
        self._answered = [
            (name, number) for name in self.names for number, errors in enumerate(deviations[name]) if errors.size
        ]
        queries = [self._of(name, table.parts[number].queries) for name, number in self._answered]
        errors = np.concatenate([deviations[name][number] for name, number in self._answered])
        self._alone, self._tied = WeighedProjection(Stack(*queries), errors), None
        if table.link is not None:
            shared = queries_of(table.link.below, table.shape)
            held = np.zeros(shared.shape[0] * len(self.names))
            queries += [self._of(name, shared) for name in self.names]
            self._tied = WeighedProjection(Stack(*queries), np.concatenate([errors, held]))

    def fit(
        self,
        answers: Answers,
        held: Mapping[str, Held | None],
        *,
        lower: Values | Integers | float = 0.0,
        upper: Values | Integers | float = np.inf,
        scale: float = 1.0,
    ) -> dict[str, Values]:
        """Return the cells of each of `names`: of the first between bounds, of the others between 0 and these.

        Args:
            answers: by statistic, part after part.
            held: what the table keeps of the one above.
            lower: bounds of the cells, 0 where there are parts.
            upper: likewise.
            scale: what one person adds at most.

        Raises:
            NotClosed: they were not found in time.
        """
        least, most = (self._wide(np.asarray(bound) / scale) for bound in (lower, upper))
        given = np.concatenate([answers[name][number] for name, number in self._answered]) / scale
        kept = {name: own for name in self.names if (own := held[name]) is not None}
        if self._tied is None or not kept:
            return self._by_name(self._alone.fit(given, lower=least, upper=most), scale)
        chosen = dict[str, Values]()
        if any(name in own.free for name, own in kept.items()):
            chosen = self._by_name(self._alone.fit(given, lower=least, upper=most), scale)
        shared = [own.with_own(name, chosen.get(name)) / scale for name, own in kept.items()]
        return self._by_name(self._tied.fit(np.concatenate([given, *shared]), lower=least, upper=most), scale)

    def _of(self, name: str, queries: Kronecker) -> Kronecker:
        """The queries of a statistic, on the table with the variables that say who is of a part."""
        more: list[OneVariable] = [_OF_THE_PART if name == other else Total(2) for other in self._parts]
        return Kronecker(*queries.factors, *more)

    def _wide(self, bound: Values) -> Values:
        """A bound of the table's cells for those of both classes of every such variable."""
        more = len(self._parts) if bound.ndim else 0
        return np.broadcast_to(bound.reshape(bound.shape + (1,) * more), bound.shape + (2,) * more)

    def _by_name(self, cells: Values, scale: float) -> dict[str, Values]:
        first = len(self._shape)
        found = {self.names[0]: scale * cells.sum(axis=tuple(range(first, cells.ndim)))}
        for position, name in enumerate(self._parts):
            of_the_part = np.take(cells, 0, axis=first + position)
            found[name] = scale * of_the_part.sum(axis=tuple(range(first, of_the_part.ndim)))
        return found
