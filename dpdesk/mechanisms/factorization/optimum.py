"""The best strategy for a Gram matrix of queries by optimisation, with a bound that proves how good it is.

A strategy with MᵀM = X answers the queries with a sum of variances tr(VX⁻¹)·Δ2². Under add/remove Δ2² is the largest
diagonal entry of X; under replacement the largest squared distance x_uu + x_vv − 2x_uv (with nowhere as one more code,
where units may be nowhere: in no query, its column 0). For any weights (v of codes, p of pairs; N as in
bounds/best_possible.py) X = N^−½(N^½VN^½)^½N^−½ makes tr(VX⁻¹) + tr(NX) least, which bounds every strategy from below;
its own Δ2 makes it a strategy. Both meet when only the codes, or pairs, weigh that attain Δ2. So weights are multiplied
by a power of what they weigh, until the two are within a tolerance: 1.6 for codes (bounds/stacks.py), 2 for pairs.

Nothing here is private or needs to be: V is public, and what is measured is another matter (mechanism.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from dpdesk.progress import breathe
from dpdesk.queries.workload import FloatArray

TOLERANCE = 5e-4
"""Root mean square errors within this of the bound are good enough."""
CODE_POWER = 1.6
PAIR_POWER = 2.0
LEAST = 1e-12
NOTHING = 1e-10
"""Eigenvalues below this share of the largest are zero."""


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """A = B Q with X = AᵀA for the rows Q of the span of V's columns; its error at Δ2 = 1, and the lower bound."""

    strategy: FloatArray
    error: float
    bound: float

    @property
    def ratio(self) -> float:
        """How far the root mean square error is above the bound, at most."""
        return sqrt(self.error / self.bound) if self.bound > 0 else 1.0


def span(gram: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Eigenvectors (as columns) and eigenvalues that are not zero.

    Args:
        gram: symmetric and without negative eigenvalues, float64[codes, codes].
    """
    values, vectors = np.linalg.eigh(gram)
    keep = values > NOTHING * values[-1]
    return vectors[:, keep], values[keep]


def by_codes(gram: FloatArray, steps: int) -> Optimum:
    """The best strategy under add/remove: all diagonal entries of X at most 1.

    Args:
        gram: V = Σ weight·qᵀq, float64[codes, codes]. Codes in no query have weight, and column, 0.
        steps: at most so many are made.
    """
    size = gram.shape[0]
    used = np.diag(gram) > 0
    if not used.any():
        return Optimum(np.zeros((0, size)), 0.0, 0.0)
    inner = gram[np.ix_(used, used)]
    v, bound = np.ones(inner.shape[0]), 0.0
    best: tuple[float, FloatArray] = (np.inf, np.zeros((0, size)))
    for step in range(steps):
        breathe("optimising", step / steps)
        root = np.sqrt(v)
        vectors, values = span(inner * np.multiply.outer(root, root))
        roots = np.sqrt(values)
        bound = max(bound, float(roots.sum() ** 2 / v.sum()))
        diagonal = (vectors**2) @ roots / v
        error = float(roots.sum() * diagonal.max())
        if error < best[0]:
            strategy = np.zeros((roots.size, size))
            strategy[:, used] = (vectors * np.sqrt(roots) / root[:, None]).T / sqrt(float(diagonal.max()))
            best = (error, strategy)
        if best[0] <= bound * (1 + TOLERANCE) ** 2:
            break
        v = np.maximum(v * (diagonal / diagonal.max()) ** CODE_POWER, LEAST)
    return Optimum(best[1], best[0], bound)


def by_pairs(gram: FloatArray, steps: int, *, nowhere: bool) -> Optimum:
    """The best strategy under replacement: all distances of columns at most 1.

    Args:
        gram: V = Σ weight·qᵀq, float64[codes, codes].
        steps: at most so many are made.
        nowhere: a unit may have no row; otherwise the total is known and need not be measured.
    """
    size = gram.shape[0]
    if nowhere:
        padded = np.zeros((size + 1, size + 1))
        padded[:size, :size] = gram
        gram = padded
    codes = gram.shape[0]
    centred = gram - gram.mean(axis=0)
    centred = centred - centred.mean(axis=1)[:, None]
    if float(np.trace(centred)) <= NOTHING * float(np.trace(gram)):
        return Optimum(np.zeros((0, size)), 0.0, 0.0)  # nothing but the total, which is known
    basis = span((centred + centred.T) / 2)[0]
    pairs, bound = 1.0 - np.eye(codes), 0.0
    best: tuple[float, FloatArray] = (np.inf, np.zeros((0, size)))
    for step in range(steps):
        breathe("optimising", step / steps)
        strategy, error, lower, apart = best_for_pairs(gram, pairs, basis)
        bound = max(bound, lower)
        most = float(apart.max())
        if error * most < best[0]:
            moved = strategy - strategy[:, -1:] if nowhere else strategy
            best = (error * most, moved[:, :size] / sqrt(most))
        if best[0] <= bound * (1 + TOLERANCE) ** 2:
            break
        pairs = pairs * np.maximum(apart / most, LEAST) ** PAIR_POWER
        np.fill_diagonal(pairs, 0.0)
        pairs /= pairs.max()
    return Optimum(best[1], best[0], bound)


def best_for_pairs(
    gram: FloatArray, pairs: FloatArray, basis: FloatArray
) -> tuple[FloatArray, float, float, FloatArray]:
    """The strategy that is best for weights of pairs, all on the span of PVP.

    Args:
        gram: V, float64[codes, codes].
        pairs: the weights, symmetric, of the same shape.
        basis: an orthonormal one of the span, as columns.

    Returns:
        A, Σ of its variances, the bound, and the squared distances of A's columns.
    """
    spread = np.diag(pairs.sum(axis=1)) - pairs
    values, vectors = np.linalg.eigh(basis.T @ spread @ basis)
    values = np.maximum(values, LEAST * values[-1])
    scale = np.sqrt(values)
    outer = basis @ vectors
    inner = scale[:, None] * (outer.T @ gram @ outer) * scale
    squares, inside = np.linalg.eigh((inner + inner.T) / 2)
    roots = np.sqrt(np.maximum(squares, 0.0))
    strategy = (np.sqrt(roots)[:, None] * (inside.T / scale)) @ outer.T
    x = strategy.T @ strategy
    diagonal = np.diag(x)
    total = float(roots.sum())
    return strategy, total, total**2 / (float(pairs.sum()) / 2), diagonal[:, None] + diagonal[None, :] - 2 * x
