"""Exact non-negative least squares for domains small enough for a dense Gram matrix, and for cumulative counts.

minimise ½ hᵀQh − bᵀh over h ≥ 0, Q positive definite. *Block principal pivoting* (Júdice, Pires 1994; Kim, Park 2011):
guess which cells are positive, solve for them, exchange every cell that has the wrong sign (of itself, or of its
gradient), and only the last of them where exchanging all stops making progress, which cannot cycle. It ends at the one
point that satisfies the optimality conditions, to the rounding of a Cholesky solve.

*Isotonic regression*: where the answers are the running counts of one variable, the closest non-decreasing ones are
found by pooling neighbours that are out of order (Ayer et al. 1955), and the closest that are not negative either by
cutting those at zero. All intervals come down to the same (docs/proofs/non_negative.md, claim 4).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

PATIENCE = 3
MOST_EXCHANGES = 120
WRONG = 1e-10
"""Share of the largest cell, or of the largest gradient, below which a wrong sign is a rounding error."""
FLAT = 1e-13
"""Share of the terms that are added up to a cell's gradient, below which it is a rounding error."""


def positive_part(q: Values, b: Values) -> Values | None:
    """The minimiser; None where Q is singular or the exchanges do not end. q: (N, N) symmetric; b: (N,).

    Args:
        q: float64[N, N], symmetric.
        b: float64[N].
    """
    size = b.size
    positive = np.ones(size, dtype=bool)
    best, patience = size + 1, PATIENCE
    steepest = float(np.abs(b).max(initial=0.0))
    for _ in range(MOST_EXCHANGES):
        cells, gradient = np.zeros(size), -b
        inside = np.flatnonzero(positive)
        if inside.size:
            factor = _factor(q[np.ix_(inside, inside)])
            if factor is None:
                return None
            cells[inside] = _solution(factor, b[inside])
            gradient = q[:, inside] @ cells[inside] - b
        largest = float(np.abs(cells).max(initial=0.0))
        if not np.isfinite(largest):
            return None
        wrong = np.where(positive, cells < -WRONG * largest, gradient < -WRONG * steepest)
        number = int(wrong.sum())
        if number == 0:
            return np.maximum(cells, 0.0)
        if number < best:
            best, patience = number, PATIENCE
        elif patience:
            patience -= 1
        else:
            wrong[: int(np.flatnonzero(wrong)[-1])] = False
        positive ^= wrong
    return None


class Box:
    """Minimises ½ hᵀQh − bᵀh over lower ≤ h ≤ upper, all finite, for one b after the other.

    As `positive_part`, where a cell that has the wrong sign goes to the bound it is beyond, or leaves its bound. No
    entry of Q is negative. The factor of the cells that were free last is kept: they are often the same again.
    """

    def __init__(self, q: Values, lower: Values, upper: Values) -> None:
        self._q, self._lower, self._upper = q, lower, upper
        farthest = np.maximum(np.abs(lower), np.abs(upper))
        self._reach, self._width = q @ farthest, float(farthest.max(initial=0.0))
        self._free: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._factor: Values = np.zeros((0, 0))

    def minimiser(self, b: Values, start: Values | None = None) -> Values | None:
        """The minimiser; None where Q is singular or it does not end. One of a problem nearby (`start`) saves steps.

        Args:
            b: (N,)
            start: the minimiser of a problem nearby, (N,)
        """
        lower, upper, width = self._lower, self._upper, self._width
        open_ = lower < upper
        free, high = open_.copy(), np.zeros(b.size, dtype=bool)
        if start is not None:
            free, high = open_ & (start > lower) & (start < upper), open_ & (start >= upper)
        best, patience = b.size + 1, PATIENCE
        flat = FLAT * (np.abs(b) + self._reach)
        for _ in range(MOST_EXCHANGES):
            cells = np.where(high, upper, lower)
            inside = np.flatnonzero(free)
            if inside.size:
                solved = self._solved(inside, b, np.where(free, 0.0, cells))
                if solved is None:
                    return None
                cells[inside] = solved
            if not np.isfinite(cells).all():
                return None
            gradient = self._q @ cells - b
            below = free & (cells < lower - WRONG * width)
            above = free & (cells > upper + WRONG * width)
            leaving = open_ & ~free & np.where(high, gradient > flat, gradient < -flat)
            wrong = below | above | leaving
            number = int(wrong.sum())
            if number == 0:
                return np.clip(cells, lower, upper)
            if number < best:
                best, patience = number, PATIENCE
            elif patience:
                patience -= 1
            else:
                wrong[: int(np.flatnonzero(wrong)[-1])] = False
            high = np.where(wrong, above, high)
            free = np.where(wrong, leaving, free)
        return None

    def _solved(self, inside: NDArray[np.intp], b: Values, rest: Values) -> Values | None:
        """The free cells where the others are at their bounds (`rest`); None where the block of Q is singular."""
        if not np.array_equal(inside, self._free):
            factor = _factor(self._q[np.ix_(inside, inside)])
            if factor is None:
                return None
            self._factor, self._free = factor, inside
        beside = self._q[inside] @ rest if rest.any() else 0.0
        return _solution(self._factor, b[inside] - beside)


def _factor(block: Values) -> Values | None:
    """The Cholesky factor of a block of Q, which is written over; None where the block is singular.

    LAPACK is called itself: what scipy looks at before each call takes as long as the solve of a small block.
    """
    from scipy.linalg.lapack import dpotrf

    factor, failed = dpotrf(block, lower=1, clean=0, overwrite_a=1)
    return None if failed else factor


def _solution(factor: Values, b: Values) -> Values:
    """What solves the equations of a block of Q, by its factor."""
    from scipy.linalg.lapack import dpotrs

    solved, _ = dpotrs(factor, b, lower=1)
    return np.asarray(solved)


def isotonic(running: Values, weights: Values) -> Values:
    """The cells whose running sums are closest to the given ones by weighted squares, none negative.

    Args:
        running: sums that are to be met, flat.
        weights: of their squares, above 0.

    Returns:
        Cells, of the length of `running`.

    >>> isotonic(np.array([3.0, 1.0, 4.0]), np.ones(3)).tolist()
    [2.0, 0.0, 2.0]
    """
    from scipy.optimize import isotonic_regression

    rising = np.maximum(isotonic_regression(running, weights=weights).x, 0.0)
    return np.diff(rising, prepend=0.0)


def from_intervals(b: Values) -> Values:
    """The cells of which all intervals are closest to given answers a, none negative.

    Args:
        b: Wᵀa, a number a code. If a are the intervals of h, b_t − b_(t+1) = (D + 1)·(h_1 + … + h_t) + constant.
    """
    from scipy.optimize import isotonic_regression

    running = np.diff(b, prepend=0.0, append=0.0) / -(b.size + 1.0)
    return np.diff(isotonic_regression(running).x)
