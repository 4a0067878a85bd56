"""The tables over the cliques of a tree that are closest to noisy answers, and to each other.

Minimised is ½ Σ_q w_q (q·h − a_q)², with the weights of weighed_answers.py, where each query q is asked of one clique,
over cells h between bounds whose neighbours agree: least squares over all tables of which the cliques are margins. The
program is sparse if the margins that queries count by stand in it as variables of their own, and is solved by an
interior point method (interior_point.py). Post-processing: noisy answers and public parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.equations import Equations
from dpdesk.postprocess.cliques.tree import CliqueTree
from dpdesk.postprocess.interior_point import Margins, Program
from dpdesk.postprocess.weighed_answers import HELD, firmness, taken
from dpdesk.queries import Kronecker

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_SUMS = 3_000
"""Sums of cells up to which a list's are found in some seconds: each may have cells in common with every other."""


class CliqueProjection:
    """The projection of one statistic; prepared once, a function of the plan."""

    def __init__(self, tree: CliqueTree, parts: Sequence[Kronecker], deviations: Sequence[Values]) -> None:
        """Take the queries and the standard errors of their unbiased answers, part after part."""
        self.tree = tree
        self._equations = Equations(tree, parts)
        cells = np.concatenate([part.answer(np.ones(part.domain)) for _, part in self._equations.owners])
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
        ties, tied = self._equations.ties, np.zeros(self._equations.ties.shape[0])
        if total is None:
            ties, tied = ties[1:], tied[1:]
        else:
            tied[0] = total
        return self.tree.split(self._solved(answers, self._equations.margins, least, most, ties, tied))

    def fit_listed(
        self, answers: Sequence[Values], places: Sequence[Integers], lower: Values, upper: Values
    ) -> Values | None:
        """The cells of a list, of whose sums the answers are; None where there is too much to solve.

        Tables over the cliques that agree may be no sums of the list's cells between these bounds.

        Args:
            answers: one vector a part.
            places: for every clique the cell of it that each listed one is in.
            lower: finite bounds of the listed cells.
            upper: likewise.

        Raises:
            NotClosed: they were not found in time.
        """
        if self._equations.sums > MOST_SUMS:
            return None
        nothing = self._equations.ties[:0], np.zeros(0)
        return self._solved(answers, self._equations.of_list(places), lower, upper, *nothing)

    def _solved(
        self, answers: Sequence[Values], margins: Margins, least: Values, most: Values, ties: csr_array, tied: Values
    ) -> Values:
        """The closest cells that have these margins."""
        noisy, queries = np.concatenate(answers), self._equations.queries
        above = noisy - queries @ margins.of(least) if np.any(least) else noisy
        room = np.minimum(above, queries @ margins.of(most) - noisy) if np.isfinite(most).all() else above
        weights = self._weights * firmness(room / self._deviations)
        return Program(margins, queries, noisy, weights, ties, tied, least, most).solved()
