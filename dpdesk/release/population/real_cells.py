"""Real cells of a joint table whose answers are closest to the noisy ones: of counts, and of the sums of a quantity.

Who states an income is a part of all who are counted. Where everybody does, the noisy answers say in half of all cells
that more people state one than there are. Were the counts found first and the others held below them, these would take
on the noise of the counts, and printed means would be further off than unbiased ones (docs/proofs/limits.md). So
whether a person is of that part is one more variable of the table, of two classes, and all answers are brought to its
cells at once, each weighed by its noise: either kind makes the other better. Likewise for every quantity of 0 and 1.

Where the table would be too large with all these variables, it has as many of them as leave it small enough. Other
sums are found after the counts, between their bounds: far off where people may be in any of many cells.

A table that hangs on another keeps its numbers of the blocks they share. Answers that follow from these say nothing
more and are left out; numbers of which every block is free are the table's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.joint.tables import JointTable
from dpdesk.postprocess.weighed_answers import WeighedProjection
from dpdesk.queries import Kronecker, Stack
from dpdesk.release.population.cells import Answers, Deviations, Held, follows, queries_of, with_parts

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

LARGEST = 2**17
"""Cells of a table, times 4 for each variable that says who is of a part, up to which it has these."""


class RealCells:
    """Cells of a statistic, and of statistics that count a part of it; prepared once, a function of the plan."""

    def __init__(self, table: JointTable, deviations: Deviations, whole: str, parts: Sequence[str] = ()) -> None:
        """Take the errors of all answers by statistic; one that nobody publishes is of no use here."""
        most = next((most for most in range(len(parts), 0, -1) if prod(table.shape) * 4**most <= LARGEST), 0)
        self._shape, self._parts = table.shape, tuple(parts[:most])
        self.names = (whole, *self._parts)
        self._answered = [
            (name, number) for name in self.names for number, errors in enumerate(deviations[name]) if errors.size
        ]
        link = table.link
        free = {} if link is None else {name: link.free[name] for name in self.names if name in link.free}
        self._kept = [] if link is None else [name for name in self.names if name not in free or not free[name].all()]
        self._alone: WeighedProjection | None = None
        self._tied: WeighedProjection | None = None
        if link is None or not self._kept or any(name in free for name in self._kept):
            self._alone = self._projection(table, deviations, self._answered)
        if link is not None and self._kept:
            self._open = [
                (name, number)
                for name, number in self._answered
                if name not in self._kept or not follows(table.parts[number].queries, link.below)
            ]
            self._tied = self._projection(table, deviations, self._open, queries_of(link.below, table.shape))

    def _projection(
        self,
        table: JointTable,
        deviations: Deviations,
        answered: Sequence[tuple[str, int]],
        shared: Kronecker | None = None,
    ) -> WeighedProjection:
        """The projection of some answers, by statistic and part, and of the numbers kept of the table above."""
        queries = [self._of(name, table.parts[number].queries) for name, number in answered]
        errors = [deviations[name][number] for name, number in answered]
        if shared is not None:
            queries += [self._of(name, shared) for name in self._kept]
            errors += [np.zeros(shared.shape[0]) for _ in self._kept]
        return WeighedProjection(Stack(*queries), np.concatenate(errors))

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
        chosen = dict[str, Values]()
        if self._alone is not None:
            given = [answers[name][number] / scale for name, number in self._answered]
            chosen = self._by_name(self._alone.fit(np.concatenate(given), lower=least, upper=most), scale)
        kept = {name: own for name in self._kept if (own := held[name]) is not None}
        if self._tied is None or len(kept) < len(self._kept):
            return chosen
        given = [answers[name][number] / scale for name, number in self._open]
        given += [own.with_own(name, chosen.get(name)) / scale for name, own in kept.items()]
        return self._by_name(self._tied.fit(np.concatenate(given), lower=least, upper=most), scale)

    def _of(self, name: str, queries: Kronecker) -> Kronecker:
        return with_parts(queries, name, self._parts)

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
