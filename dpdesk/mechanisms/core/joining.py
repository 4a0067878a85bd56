"""The matrix with which a chain of vectors is measured, in whole numbers: the best for Gaussian noise, one for Laplace.

With X = AᵀA and noise of variance 1 the answers have the covariance X⁻¹, and a corner v costs vᵀXv. What is sought
makes Σ ω_i (X⁻¹)_ii least where no corner costs more than 1. For weights u ≥ 0 of the corners let M = Σ u_v·vvᵀ and
G = diag ω: by duality (tr (MG)^½)²/Σu is a lower bound, and X = M⁻¹(MG)^½, scaled, attains it at the best u
(docs/proofs/weights.md). Weights are found by multiplying each with what its corner costs; Cholesky's factor of X is
rounded to whole numbers. Whatever comes out is safe: its cost is computed from the integers (chain.py).

Nothing but +, −, ×, ÷ and roots of doubles, in one order, so that every machine finds the same integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isfinite, lcm, sqrt

from dpdesk.mechanisms.core.chain import Chain, inverse

Matrix = list[list[float]]
SCALES = (1024, 256, 64, 16, 8, 7, 6, 5, 4, 3, 2)
"""What a matrix is multiplied by before it is rounded: as much as the integers of a plan leave room for."""
ENOUGH = 16
"""From which scale on rounding costs next to nothing; of coarser ones that have room the best is looked for."""
ROUNDS = 40
"""Of weighing corners: what is left to gain then is below 1 in 10,000, or 1 in 100 where lower ends are above 0."""
STEPS = 16
"""Of Newton's method for a root, which has converged long before."""


def best_matrix(chain: Chain, importance: tuple[float, ...], scale: int) -> tuple[tuple[int, ...], ...] | None:
    """The matrix for a chain.

    Args:
        chain: the sums, with the ends of their values.
        importance: for each member what a squared error of 1 weighs, in squares of the most that a row adds to it.
        scale: into so many units the largest value is divided.

    Returns:
        Whole numbers, row after row; None where rounding, here or of doubles, leaves none from which all vectors can
        be had.
    """
    most = chain.largest()
    whole = max(most) * scale
    factor = _factor(chain, importance)
    if factor is None:
        return None
    rounded = tuple(tuple(round(whole * a / top) for a, top in zip(row, most, strict=True)) for row in factor)
    return rounded if all(rounded[place][place] for place in range(len(most))) else None  # triangular: of full rank


@lru_cache(maxsize=1024)
def _factor(chain: Chain, importance: tuple[float, ...]) -> Matrix | None:
    """The matrix before it is rounded, for vectors in units of the most that a row adds to each.

    None where ends are so close together that doubles do not tell one vector from a multiple of another.
    """
    most = chain.largest()
    corners = [[v / top for v, top in zip(corner, most, strict=True)] for corner in chain.corners()]
    try:
        lower = _cholesky(_best(corners, importance))
    except (ZeroDivisionError, OverflowError):
        return None
    return lower if all(isfinite(value) for row in lower for value in row) else None


def fractions(chain: Chain) -> tuple[tuple[int, ...], ...] | None:
    """The matrix that makes a row a histogram in fractions of a whole: no entry of any row's column is below 0.

    They are how much of the row is each corner of a simplex around all rows: (1, 0, …, 0), (1, h₁, 0, …, 0), …, and two
    at which all but the last are at their greatest.

    Args:
        chain: the sums, with the ends of their values.

    Returns:
        Whole numbers, row after row; None where some row lies outside.
    """
    tops = [1]
    for _, high in chain.ends[:-1]:
        tops.append(tops[-1] * high)
    low, high = chain.ends[-1]
    size = len(tops) + 1
    corners = [[*tops[: length + 1], *[0] * (size - length - 1)] for length in range(size - 2)]
    corners += [[*tops, tops[-1] * low], [*tops, tops[-1] * high]]
    if low == high or not all(tops):
        return None
    parts = inverse([list(column) for column in zip(*corners, strict=True)])
    whole = lcm(*(value.denominator for row in parts for value in row))
    matrix = tuple(tuple(int(value * whole) for value in row) for row in parts)
    columns = (sum(a * v for a, v in zip(row, corner, strict=True)) for row in matrix for corner in chain.corners())
    return matrix if all(value >= 0 for value in columns) else None


def _best(corners: Sequence[Sequence[float]], importance: Sequence[float]) -> Matrix:
    size = len(importance)
    weights = [1.0 / len(corners)] * len(corners)
    current: Matrix = []
    for _ in range(ROUNDS):
        moments = [[sum(u * v[i] * v[j] for u, v in zip(weights, corners, strict=True)) for j in range(size)]
                   for i in range(size)]  # fmt: skip
        root = _root([[moments[i][j] * importance[j] for j in range(size)] for i in range(size)])
        current = _times(_inverse(moments), root)
        current = [[(current[i][j] + current[j][i]) / 2 for j in range(size)] for i in range(size)]
        costs = [sum(v[i] * current[i][j] * v[j] for i in range(size) for j in range(size)) for v in corners]
        weights = [u * max(cost, 0.0) + 1e-12 for u, cost in zip(weights, costs, strict=True)]
        top = max(costs)
        current = [[value / top for value in row] for row in current]
    return current


def _root(matrix: Matrix) -> Matrix:
    """The square root of a matrix with positive eigenvalues (Denman and Beavers)."""
    size = len(matrix)
    root, other = matrix, [[float(i == j) for j in range(size)] for i in range(size)]
    for _ in range(STEPS):
        both = _inverse(root), _inverse(other)
        before = root, other
        root, other = _mean(root, both[1]), _mean(other, both[0])
        if (root, other) == before:
            break  # further steps change no bit
    return root


def _mean(first: Matrix, other: Matrix) -> Matrix:
    return [[(a + b) / 2 for a, b in zip(*rows, strict=True)] for rows in zip(first, other, strict=True)]


def _times(first: Matrix, other: Matrix) -> Matrix:
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*other, strict=True)]
            for row in first]  # fmt: skip


def _inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for step in range(size):
        pivot = max(range(step, size), key=lambda i: abs(rows[i][step]))
        rows[step], rows[pivot] = rows[pivot], rows[step]
        rows[step] = [value / rows[step][step] for value in rows[step]]
        for i in range(size):
            if i != step:
                rows[i] = [a - rows[i][step] * b for a, b in zip(rows[i], rows[step], strict=True)]
    return [row[size:] for row in rows]


def _cholesky(matrix: Matrix) -> Matrix:
    """The upper triangular A with AᵀA = X."""
    size = len(matrix)
    factor = [[0.0] * size for _ in range(size)]
    for j in range(size):
        left = matrix[j][j] - sum(factor[k][j] ** 2 for k in range(j))
        factor[j][j] = sqrt(max(left, 1e-18))
        for i in range(j + 1, size):
            left = matrix[j][i] - sum(factor[k][j] * factor[k][i] for k in range(j))
            factor[j][i] = left / factor[j][j]
    return factor
