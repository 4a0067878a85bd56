"""Anderson's acceleration of an iteration v ← v + F(v) whose steps F do not grow (Anderson 1965; Walker, Ni 2011).

The next point is put together from the last ones so that, were F linear between them, its step there would be the
shortest. Where it is longer instead, the past is forgotten and the iteration goes on from the best point there was,
by a plain step; so that it ends wherever plain steps do (Zhang, O'Donoghue, Boyd 2020).
"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

_LONGER = 2.0
"""How many times the shortest step a step may be."""
_RIDGE = 1e-10
"""Share of the trace that is added to the equations of the last steps, which are nearly dependent."""


class Accelerated:
    """What is remembered of the last points and steps: differences between one and the next."""

    def __init__(self, memory: int, size: int) -> None:
        """Of so many points of flat values; with no memory every step is a plain one."""
        self._points, self._steps = np.empty((memory, size)), np.empty((memory, size))
        self._products = np.zeros((memory, memory))
        self.forget()

    def forget(self) -> None:
        """Begin afresh: the iteration is another one from here."""
        self._made = 0
        self._last: tuple[Values, Values] | None = None
        self._best: tuple[float, Values, Values] = (inf, np.zeros(0), np.zeros(0))

    def following(self, point: Values, step: Values) -> Values:
        """The point after this one, whose step is given; both flat, neither changed later.

        Args:
            point: float64[n].
            step: F(point), float64[n].

        Returns:
            float64[n].
        """
        memory = len(self._points)
        if not memory:
            return point + step
        length = float(np.linalg.norm(step))
        least, shortest = self._best[0], self._best
        if length > _LONGER * least:
            self.forget()
            self._best = shortest
            _, point, step = shortest
        elif length < least:
            self._best = (length, point, step)
        if self._last is not None:
            self._remember(point - self._last[0], step - self._last[1])
        self._last = point, step
        known = min(self._made, memory)
        if not known:
            return point + step
        products = self._products[:known, :known].copy()
        products[np.diag_indices(known)] += _RIDGE * float(np.trace(products)) or 1.0
        parts = np.linalg.solve(products, self._steps[:known] @ step)
        return np.asarray(point + step - parts @ self._points[:known] - parts @ self._steps[:known])

    def _remember(self, moved: Values, other: Values) -> None:
        at = self._made % len(self._points)
        self._points[at], self._steps[at] = moved, other
        self._made += 1
        known = min(self._made, len(self._points))
        row = self._steps[:known] @ other
        self._products[at, :known], self._products[:known, at] = row, row
