"""The tables over the cliques of a tree that are closest to noisy answers, and to each other.

Minimised is ½ Σ_q w_q (q·h − a_q)², with the weights of weighed_answers.py, where each query q is asked of one clique,
over cells h between bounds whose neighbours agree: least squares over all tables of which the cliques are margins. The
program is sparse if the margins that queries count by stand in it as variables of their own, and is solved by an
interior point method (interior_point.py). Post-processing: noisy answers and public parameters.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.equations import Equations
from dpdesk.postprocess.cliques.tree import CliqueTree
from dpdesk.postprocess.interior_point import Program
from dpdesk.postprocess.weighed_answers import HELD, firmness, taken
from dpdesk.queries import Kronecker

Values = NDArray[np.float64]


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
        noisy, margins, queries = np.concatenate(answers), self._equations.margins, self._equations.queries
        weights = self._weights * firmness(self._room(noisy, least, most) / self._deviations)
        ties, tied = self._equations.ties, np.zeros(self._equations.ties.shape[0])
        if total is None:
            ties, tied = ties[1:], tied[1:]
        else:
            tied[0] = total
        return self.tree.split(Program(margins, queries, noisy, weights, ties, tied, least, most).solved())

    def _room(self, noisy: Values, least: Values, most: Values) -> Values:
        """How far each answer is from the nearer end of what the cells can answer."""
        margins, queries = self._equations.margins, self._equations.queries
        above = noisy - queries @ margins.of(least) if np.any(least) else noisy
        return np.minimum(above, queries @ margins.of(most) - noisy) if np.isfinite(most).all() else above
