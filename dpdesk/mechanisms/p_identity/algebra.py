"""The covariance of codes estimated from p-identity measurements, through a p × p matrix.

In counts, S = diag(2^q/d), Θ = T diag(1/d) (T with the total's row, if it is measured), Y = L⁻¹Θ with L Lᵀ = 1 + ΘΘᵀ.
The first t and the first u ≥ t codes together have covariance K_tu = base_t − C_t·C_u, base_t = Σ_{i<t} S_i² and C_t =
Σ_{i<t} Y_i S_i (p numbers each). All that a forecast needs follows from base and C: docs/proofs/p_identity.md, claim 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dpdesk.mechanisms.core.axis import conditioned
from dpdesk.mechanisms.p_identity.matrix import PMatrix
from dpdesk.queries.workload import FloatArray, IntArray

BLOCK = 1 << 20
"""Intervals looked at together."""
LISTED = 1024
"""Up to so many codes all pairs of columns are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """S, Θ, Y; base and C with a zero in front; K_tt and K_tD for t = 0 … D."""

    scale: FloatArray
    theta: FloatArray
    whitened: FloatArray
    base: FloatArray
    mixed: FloatArray
    variance: FloatArray
    known: FloatArray


@lru_cache(maxsize=8)
def solved(matrix: PMatrix) -> Solved:
    """Everything of one matrix; not to be written to.

    Args:
        matrix: what is measured.
    """
    d = matrix.diagonal.astype(np.float64)
    scale, theta = 2.0**matrix.bits / d, matrix.shared / d
    inner = theta @ theta.T
    inner[np.diag_indices(inner.shape[0])] += 1
    whitened = np.linalg.inv(np.linalg.cholesky(inner)) @ theta
    base = np.concatenate([[0.0], np.cumsum(scale**2)])
    mixed = np.zeros((theta.shape[0], matrix.size + 1))
    np.cumsum(whitened * scale, axis=1, out=mixed[:, 1:])
    prefixes = base - (mixed**2).sum(axis=0)
    known = base - mixed[:, -1] @ mixed
    result = Solved(scale, theta, whitened, base, mixed, prefixes, known)
    for array in (scale, theta, whitened, base, mixed, prefixes, known):
        array.flags.writeable = False
    return result


def covariance_times(matrix: PMatrix, rows: FloatArray) -> FloatArray:
    """Every row times the codes' covariance.

    Args:
        matrix: what is measured.
        rows: float64[rows, codes].

    Returns:
        Of the shape of `rows`, for measurements of variance 1 in counts.
    """
    parts = solved(matrix)
    scaled = rows * parts.scale
    return np.asarray((scaled - (scaled @ parts.whitened.T) @ parts.whitened) * parts.scale, dtype=np.float64)


def estimated(matrix: PMatrix, y: FloatArray) -> FloatArray:
    """The codes, estimated by least squares.

    Args:
        matrix: what is measured.
        y: the measurements in counts, float64[measurements, columns].

    Returns:
        float64[codes, columns].
    """
    parts, size = solved(matrix), matrix.size
    scaled = y[:size] + parts.theta.T @ y[size:]
    return np.asarray(parts.scale[:, None] * (scaled - parts.whitened.T @ (parts.whitened @ scaled)), dtype=np.float64)


def decoder_rows(matrix: PMatrix, rows: FloatArray) -> FloatArray:
    """Coefficients of the measurements, in counts, with which queries are answered.

    Args:
        matrix: what is measured.
        rows: the queries, float64[queries, codes].

    Returns:
        float64[queries, measurements].
    """
    parts = solved(matrix)
    scaled = rows * parts.scale
    coefficients = scaled - (scaled @ parts.whitened.T) @ parts.whitened
    return np.concatenate([coefficients, coefficients @ parts.theta.T], axis=1)


def interval_variances(matrix: PMatrix, starts: IntArray, ends: IntArray) -> FloatArray:
    """Variances of intervals, for measurements of variance 1 in counts.

    Args:
        matrix: what is measured.
        starts: first codes, int64[intervals].
        ends: the codes after the last ones, int64[intervals].

    Returns:
        float64[intervals].
    """
    parts = solved(matrix)
    variances = np.zeros(starts.size)
    step = max(1, BLOCK // max(1, parts.mixed.shape[0]))
    for first in range(0, starts.size, step):
        part = slice(first, first + step)
        gap = parts.mixed[:, ends[part]] - parts.mixed[:, starts[part]]
        variances[part] = parts.base[ends[part]] - parts.base[starts[part]] - (gap**2).sum(axis=0)
    return np.maximum(variances, 0.0)


def all_intervals(matrix: PMatrix) -> Iterator[tuple[int, FloatArray]]:
    """The variances of all intervals, a block of starts at a time.

    Args:
        matrix: what is measured.

    Yields:
        The first start s, and the variances of (s, t] for the block's starts and t = s + 1 … D. What lies before a
        later start of the block is not a variance.
    """
    parts, ends = solved(matrix), matrix.size + 1
    step = max(1, BLOCK // ends)
    for first in range(0, matrix.size, step):
        last = min(first + step, matrix.size)
        crossed = parts.mixed[:, first:last].T @ parts.mixed[:, first + 1 :]
        yield (
            first,
            parts.variance[first + 1 :][None, :]
            + parts.variance[first:last][:, None]
            - 2 * (parts.base[first:last][:, None] - crossed),
        )


def all_variances(matrix: PMatrix) -> FloatArray:
    """Variances of all intervals, by their first code and then their last.

    Args:
        matrix: what is measured.

    Returns:
        float64[D(D + 1)/2], in counts² for one unit of noise.
    """
    rows = [row[first:] for _, block in all_intervals(matrix) for first, row in enumerate(block)]
    return np.asarray(np.maximum(np.concatenate(rows), 0.0), dtype=np.float64)


def interval_sum(matrix: PMatrix) -> float:
    """Sum of the variances of all intervals.

    Args:
        matrix: what is measured.

    Returns:
        In counts², for one unit of noise.
    """
    parts, size = solved(matrix), matrix.size
    weights = 2 * (size - np.arange(size + 1)) + 1
    total = float(parts.base @ weights) - float((parts.mixed.sum(axis=1) ** 2).sum())
    return (size + 1) * float(parts.variance.sum()) - total


@lru_cache(maxsize=32)
def widest(matrix: PMatrix, known: bool) -> float:
    """The largest variance of an interval.

    Args:
        matrix: what is measured.
        known: the total is public.
    """
    parts, most = solved(matrix), 0.0
    for first, block in all_intervals(matrix):
        starts = np.arange(first, first + block.shape[0])
        if known:
            share = parts.known[first + 1 :][None, :] - parts.known[starts][:, None]
            block = conditioned(np.maximum(block, 0.0), share, float(parts.known[-1]))
        inside = np.arange(first + 1, matrix.size + 1)[None, :] > starts[:, None]
        most = max(most, float(np.where(inside, block, 0.0).max()))
    return most


@lru_cache(maxsize=32)
def least_shared(matrix: PMatrix) -> tuple[int, bool]:
    """What any two columns share at least.

    Args:
        matrix: what is measured.

    Returns:
        The least Σ_j min(T_ju, T_jv) over u ≠ v, or 0, which is never more; and whether it is attained.
    """
    entries = matrix.bumps
    if matrix.size < 2 or entries.shape[0] == 0:
        return 0, matrix.size > 1
    least = int(np.minimum(entries[:, :1], entries[:, 1:]).sum(axis=0).min())
    if least == 0:
        return 0, True
    if matrix.size > LISTED:
        return 0, False
    for u in range(1, matrix.size - 1):
        least = min(least, int(np.minimum(entries[:, u : u + 1], entries[:, u + 1 :]).sum(axis=0).min()))
    return least, True
