"""The exact counts behind a session: what a question counts, computed from cells and given to the mechanism alone.

They live in memory for as long as the session is open, and nothing shows, compares, pickles or copies them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.discretion import Confidential
from dpdesk.errors import DpdeskError
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.data.counting.contingency import Contingency
    from dpdesk.planning.sessions.plan import Question, SessionPlan

Integers = NDArray[np.int64]


class Counts(Confidential):
    """The exact counts of a session."""

    __slots__ = ("_below", "_cells", "_nowhere", "_plan")

    def __init__(self, plan: SessionPlan, contingency: Contingency) -> None:
        cells = contingency.counts
        if not isinstance(cells, np.ndarray):
            raise DpdeskError(problem("release.product_counts"))
        self._plan, self._cells, self._nowhere = plan, cells, contingency.nowhere
        self._below = np.cumsum(self.by_code()) if plan.along is not None else None

    def by_code(self) -> Integers:
        """The counts of the ordered codes of the variable that is asked along."""
        along = self._plan.along
        if along is None:
            raise DpdeskError(problem("release.asks_along_none"))
        ordered = along.positions[: along.ordered]
        return np.array([self._cells[list(positions)].sum() for positions in ordered], dtype=np.int64)

    def inside(self, question: Question) -> int:
        """How many records a question counts."""
        return int(self._cells[np.ix_(*question.indices)].sum())

    def at_or_below(self, position: int) -> int:
        """How many records have one of the first `position` codes."""
        return 0 if self._below is None else int(self._below[position - 1])

    def ordered(self) -> int:
        """How many records have an ordered code."""
        return 0 if self._below is None else int(self._below[-1])

    def cells(self) -> Integers:
        """The counts of all cells in C order."""
        return self._cells.reshape(-1)

    def records(self) -> int:
        """How many records there are, in cells or not."""
        return int(self._cells.sum()) + self._nowhere
