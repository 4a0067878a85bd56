"""Whole numbers that meet equations with whole coefficients, by elimination.

An equation with a coefficient of ±1 gives one variable by the others, in whole numbers. Where no coefficient is, that
of least size divides the others with remainders: x_p = y − Σ q_j·x_j makes the others smaller, until one is left, which
must divide the right side (Knuth, The Art of Computer Programming 2, 4.5.2). So a solution is found wherever there is
any, in as many steps as there are equations. A search by branching has no such bound, and it is needed only where
variables have bounds, too.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

_MOST_WORK = 2_000_000_000
"""Equations times coefficients of all of them, up to which it takes some seconds."""
_LARGE = 2**30
"""Coefficients that are larger could pass what 64 bits hold once they are multiplied."""
_FEW = 1_000_000
"""Work up to which the equations whose numbers grow so large are solved in integers of any length, a second at most."""


class _GrownLarge(Exception):
    """A number of the equations does not fit any longer."""


def whole_solution(matrix: Any, totals: Integers, near: Integers) -> Integers | None:
    """Whole numbers with the totals, from others that they differ from where they must.

    Args:
        matrix: sparse, of small whole coefficients, an equation a row.
        totals: the right sides.
        near: whole numbers of the variables to begin with.

    Returns:
        z with matrix·z = totals; None where there is none, or none was found within the bound of work.
    """
    rows, size = matrix.shape
    work = rows * rows * size
    if work > _MOST_WORK:
        return None
    dense = np.rint(matrix.toarray()).astype(np.int64)
    rest = totals - dense @ near
    try:
        move = _System(dense, rest).solved()
    except _GrownLarge:
        move = _System(dense.astype(object), rest.astype(object)).solved() if work <= _FEW else None
    if move is None or np.abs(move).max(initial=0) > _LARGE * _LARGE:
        return None
    solution = near + move.astype(np.int64)
    return solution if np.array_equal(dense @ solution, totals) else None


class _System:
    """Equations A·x = b that are taken one after the other; A and b change on the way.

    Both are integers of 64 bits, or of any length where they are arrays of objects.
    """

    def __init__(self, coefficients: NDArray[Any], right: NDArray[Any]) -> None:
        """Copy the coefficients, of which nothing is kept outside."""
        self.coefficients, self.right = coefficients.copy(), right.copy()
        self._left = np.ones(len(right), dtype=bool)
        self._pivots: list[tuple[int, int]] = []
        self._replaced: list[tuple[int, NDArray[Any]]] = []

    def solved(self) -> NDArray[Any] | None:
        """Whole x, those that nothing decides 0; None where there is none.

        Raises:
            _GrownLarge: a coefficient or a right side passed what 64 bits hold once it is multiplied.
        """
        while self._left.any():
            lengths = np.where(self._left, np.count_nonzero(self.coefficients, axis=1), np.iinfo(np.int64).max)
            row = int(lengths.argmin())
            if lengths[row] == 0:
                if self.right[row]:
                    return None
                self._left[row] = False
            elif not self._take(row):
                return None
        return self._values()

    def _take(self, row: int) -> bool:
        """Decide one variable by an equation, or make its coefficients smaller; False where no whole number is left."""
        columns = np.flatnonzero(self.coefficients[row])
        sizes = np.abs(self.coefficients[row, columns])
        least = columns[sizes == sizes.min()]
        others = np.count_nonzero(self.coefficients[np.ix_(self._left, least)], axis=0)
        column = int(least[others.argmin()])
        pivot = int(self.coefficients[row, column])
        if abs(pivot) > 1 and columns.size > 1:
            times = np.zeros_like(self.coefficients[row])
            times[columns] = (2 * self.coefficients[row, columns] + pivot) // (2 * pivot)
            times[column] = 0
            self.coefficients -= np.multiply.outer(self.coefficients[:, column], times)
            self._replaced.append((column, times))
            self._check(self.coefficients)
            return True
        if self.right[row] % pivot:
            return False
        self._left[row] = False
        self._pivots.append((row, column))
        below = np.flatnonzero(self._left & (self.coefficients[:, column] != 0))
        if not below.size:
            return True
        if columns.size == 1:
            self.right[below] -= self.coefficients[below, column] * (self.right[row] // pivot)
            self.coefficients[below, column] = 0
            return True
        times = self.coefficients[below, column] * pivot  # its own reciprocal, ±1
        self.coefficients[np.ix_(below, columns)] -= np.multiply.outer(times, self.coefficients[row, columns])
        self.right[below] -= times * self.right[row]
        self._check(self.coefficients[below])
        self._check(self.right)
        return True

    def _check(self, numbers: NDArray[Any]) -> None:
        if numbers.dtype != object and np.abs(numbers).max() >= _LARGE:
            raise _GrownLarge

    def _values(self) -> NDArray[Any]:
        """The variables, the last that was decided first; then those that others had replaced."""
        values = np.zeros(self.coefficients.shape[1], dtype=object)
        for row, column in reversed(self._pivots):
            pivot = int(self.coefficients[row, column])
            columns = np.flatnonzero(self.coefficients[row])
            rest = int(self.right[row]) - int(self.coefficients[row, columns] @ values[columns])
            values[column] = rest // pivot
        for column, times in reversed(self._replaced):
            values[column] -= int(times @ values)
        return values
