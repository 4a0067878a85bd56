"""Cells that were found, and how close to the closest ones they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = NDArray[np.float64]


class NotClosed(ArithmeticError):
    """The closest cells were not found in time: whoever finishes a release prints what was measured, and says so."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Cells h (shape of the domain) and how close to the optimum they are.

    measured: tells `objective`, which is f(cells), and `gap`: f(cells) − f(h) is at most that for every h between the
    bounds. Of cells that are the closest ones nobody needs them, and answers may be many.
    closed: whether the gap is no more than half of the objective, so that the published numbers are no further from
    the truth than the noisy ones (docs/proofs/non_negative.md, claim 2); False where iterations ended before that.
    """

    cells: Values
    measured: Callable[[], tuple[float, float]]
    iterations: int
    closed: bool = True

    @cached_property
    def _measured(self) -> tuple[float, float]:
        return self.measured()

    @property
    def objective(self) -> float:
        """f(cells)."""
        return self._measured[0]

    @property
    def gap(self) -> float:
        """By how much f is less, at most, of other cells between the bounds."""
        return self._measured[1]

    @property
    def sure(self) -> Values:
        """The cells, for numbers that rest on them. Raises NotClosed where they are not close enough."""
        if not self.closed:
            raise NotClosed("the closest table was not found in time")
        return self.cells
