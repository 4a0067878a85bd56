"""Optimal p-identity strategies of one variable, by descent (McKenna, Miklau, Hay, Machanavajjhala, arXiv 1808.03537).

Measured is A = [1; Θ] diag(1/s), s = 1 + 1ᵀΘ, Θ ≥ 0 of p rows: every column adds up to 1. The queries' variances add up
to f(Θ) = tr(S Z S G), S = diag(s), Z = (1 + ΘᵀΘ)⁻¹, G their weighted Gram matrix. Derivatives:
docs/proofs/p_identity.md, claim 3. Nothing of size D × D is inverted: a step costs a few products of p × p with p × D,
and G enters through its products with p vectors and its diagonal. A total measured beside, ω1 as a further row, is ωs
as one more row of Θ.

The function has many local minima. Good ones have rows that are smooth overlapping bumps of few widths, and descent
from hats of about these widths finds them; few codes are descended from several random starts. What is found here
decides no guarantee: its integers do (mechanism.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod, sqrt
from typing import Protocol

import numpy as np

from dpdesk.progress import breathe
from dpdesk.queries.workload import FloatArray

SPREAD = 1.2
"""Half the width of a hat, in distances between hats."""
HEIGHT = 0.8
JITTER = 0.01
"""Random part of a start: it breaks ties between rows."""
LARGEST = 1e3
"""Most that Θ may be: codes that no query asks for would be left to the bumps altogether."""
CORRECTIONS = 20


class Gram(Protocol):
    """The weighted Gram matrix G of queries over one variable."""

    @property
    def diagonal(self) -> FloatArray:
        """The diagonal of G, a number for each code."""

    def apply(self, rows: FloatArray) -> FloatArray:
        """Every row times G.

        Args:
            rows: float64[rows, codes].

        Returns:
            Of the shape of `rows`.
        """


@dataclass(frozen=True, slots=True, eq=False)
class PrefixGram:
    """All prefixes: G_ij = D − max(i, j)."""

    size: int

    @property
    def diagonal(self) -> FloatArray:
        """D … 1: how many prefixes hold each code."""
        return np.arange(self.size, 0, -1, dtype=np.float64)

    def apply(self, rows: FloatArray) -> FloatArray:
        """Cumulative sums there and back."""
        forth = np.cumsum(rows, axis=1)
        return np.cumsum(forth[:, ::-1], axis=1)[:, ::-1]


@dataclass(frozen=True, slots=True, eq=False)
class IntervalGram:
    """All intervals: G_ij = (min(i, j) + 1)(D − max(i, j))."""

    size: int

    @property
    def diagonal(self) -> FloatArray:
        """(i + 1)(D − i)."""
        before = np.arange(1, self.size + 1, dtype=np.float64)
        return before * before[::-1]

    def apply(self, rows: FloatArray) -> FloatArray:
        """Every row times G, by a cumulative sum from each end."""
        before = np.arange(1, self.size + 1, dtype=np.float64)
        behind = before[::-1]
        left = np.cumsum(rows * before, axis=1)
        right = np.cumsum((rows * behind)[:, ::-1], axis=1)[:, ::-1]
        return behind * left + before * (right - rows * behind)


@dataclass(frozen=True, slots=True, eq=False)
class DenseGram:
    """Any queries, written down."""

    matrix: FloatArray

    @property
    def diagonal(self) -> FloatArray:
        """A copy of the diagonal."""
        return np.diagonal(self.matrix).copy()

    def apply(self, rows: FloatArray) -> FloatArray:
        """Every row times the matrix."""
        return np.asarray(rows @ self.matrix)


def value(theta: FloatArray, gram: Gram, diagonal: FloatArray, root: float = 0.0) -> tuple[float, FloatArray]:
    """The function f and its derivative.

    Args:
        theta: Θ, float64[rows, codes].
        gram: G.
        diagonal: of G, float64[codes].
        root: ω, the weight of the total measured beside; 0 for none.

    Returns:
        f, and float64[rows, codes].
    """
    s = 1 + theta.sum(axis=0)
    rows = np.concatenate([theta, (root * s)[None, :]]) if root else theta
    inner = rows @ rows.T
    inner[np.diag_indices(rows.shape[0])] += 1
    y = np.linalg.solve(inner, rows)
    f = gram.apply(y * s)
    fs = f * s
    slope = -2 * (fs - (fs @ rows.T) @ y)
    by_s = 2 * (s * diagonal - (rows * f).sum(axis=0))
    if root:
        by_s += root * slope[-1]
    return float((s * s * diagonal).sum() - (fs * rows).sum()), slope[: theta.shape[0]] + by_s


def descend(
    start: FloatArray, gram: Gram, steps: int, scale: float = 1.0, root: float = 0.0
) -> tuple[FloatArray, float]:
    """Find a local minimum near a start.

    Args:
        start: Θ, float64[rows, codes].
        gram: G.
        steps: at most so many.
        scale: about the size of f.
        root: ω, the weight of the total measured beside; 0 for none.

    Returns:
        Θ, and f there.

    Raises:
        Cancelled: between steps, where somebody listens to `breathe`.
    """
    from scipy.optimize import minimize

    p, size = start.shape
    diagonal = gram.diagonal
    done = 0

    def evaluated(flat: FloatArray) -> tuple[float, FloatArray]:
        nonlocal done
        done += 1
        breathe("optimising", min(1.0, done / steps))
        error, slope = value(flat.reshape(p, size), gram, diagonal, root)
        return error / scale, slope.reshape(-1) / scale

    result = minimize(
        evaluated,
        start.reshape(-1),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, LARGEST)] * (p * size),
        options={"maxiter": steps, "maxfun": 2 * steps, "maxcor": CORRECTIONS, "ftol": 1e-12, "gtol": 1e-9},
    )
    return np.asarray(result.x, dtype=np.float64).reshape(p, size), float(result.fun) * scale


def hats(size: int, levels: Sequence[int], seed: int = 0) -> FloatArray:
    """A start: for every level so many overlapping hats side by side, and a little at random.

    Args:
        size: codes of the variable.
        levels: how many hats each has.
        seed: of what is at random.

    Returns:
        float64[hats, codes].
    """
    places = np.arange(size) + 0.5
    rows = [
        HEIGHT * np.maximum(0.0, 1 - np.abs(places - (hat + 0.5) * size / level) * level / (SPREAD * size))
        for level in levels
        for hat in range(level)
    ]
    start = np.array(rows).reshape(-1, size)
    return start + JITTER * scattered(start.shape, seed)


def scattered(shape: tuple[int, ...], seed: int) -> FloatArray:
    """Numbers from 0 to 1 without a pattern that descent could get stuck in: positions, mixed (Steele et al. 2014).

    They start a search for public integers and are nobody's noise.

    Args:
        shape: of what is returned.
        seed: another gives other numbers.
    """
    mixed = np.arange(1, prod(shape) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed << 32)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return np.asarray((mixed >> np.uint64(11)) / 2.0**53, dtype=np.float64).reshape(shape)


def tidy(theta: FloatArray, least: float = 1e-4) -> FloatArray:
    """Θ without rows that are nothing or measure one code only: what they give moves to that code's own row.

    A code measured twice, in parts d and t of a column's 1, is measured once in the part d + t at the same cost.

    Args:
        theta: float64[rows, codes].
        least: shares of a column below this are nothing.
    """
    shares = theta / (1 + theta.sum(axis=0))
    shares[shares < least] = 0.0
    shares = shares[(shares > 0).sum(axis=1) > 1]
    middle = (shares * np.arange(theta.shape[1])).sum(axis=1) / shares.sum(axis=1)
    shares = shares[np.argsort(middle, kind="stable")]
    return np.asarray(shares / (1 - shares.sum(axis=0)), dtype=np.float64)


def starts(size: int, tries: int) -> list[FloatArray]:
    """Starts for a variable: random ones for few codes, hats of several widths for many.

    Args:
        size: codes of the variable.
        tries: at most so many of each kind.
    """
    typical = 0.75 * sqrt(size)
    trials: list[FloatArray] = []
    if size <= 256:
        for seed in range(tries):
            rows = min(size, max(1, round(typical) + seed % 5 - 1))
            trials.append(scattered((rows, size), seed))
    if size >= 32:
        for width in (25.0, 32.0, 20.0)[: max(1, tries)]:
            levels = [max(2, round(size / width))]
            while levels[-1] >= 10:
                levels.append(max(2, round(levels[-1] / 5)))
            trials.append(hats(size, levels))
    return trials
