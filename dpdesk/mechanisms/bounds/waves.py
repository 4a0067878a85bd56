"""Sharp lower bounds for all prefixes and for all intervals of one variable, of any size, in closed form but for a sum.

For any v ≥ 0 no strategy whose columns have norm at most 1 answers them with a sum of variances below (Σ√eig(v^½ V
v^½))² / Σv (best_possible.py). v is nearly the square of the diagonal of V^½, which is in closed form
(waves/sine_matrix.py): within 5·10^-5 of the best for intervals, 10^-4 for prefixes, whose first codes weigh more. Any
v is valid; its choice matters for sharpness only. V = WᵀW is the inverse of a tridiagonal matrix T, and the sum of
roots is one of traces over trapezoids, from one recursion over the codes (docs/proofs/bounds.md, claim 3).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log, pi, sqrt

import numpy as np

from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
from dpdesk.mechanisms.waves import sine_algebra
from dpdesk.queries.one_variable import AllRange, Prefix
from dpdesk.queries.workload import FloatArray

STEP = 0.6
BEYOND = 5.0
"""Nodes reach so far beyond the logarithms of the extreme eigenvalues' roots."""
ROUNDING = 1e-9
"""Taken off for rounding errors of floating point."""


@lru_cache(maxsize=64)
def least_error(query: Prefix | AllRange) -> float:
    """Lower bound of the sum of variances under add/remove at Δ2 = 1.

    Args:
        query: all prefixes or all intervals of one variable.

    Returns:
        The bound in counts².
    """
    size = query.size
    v = dual(query)
    diagonal = np.full(size, 2.0)
    scale = 1.0
    if isinstance(query, Prefix):
        diagonal[0] = 1.0
        least = 2 * np.sin(pi / (4 * size + 2))
    else:
        scale = sqrt(size + 1)
        least = 2 * np.sin(pi / (2 * size + 2))
    reach = (log(least / sqrt(float(v.max()))) - BEYOND, log(2 / sqrt(float(v.min()))) + BEYOND)
    return (scale * roots(diagonal, v, reach)) ** 2 / float(v.sum()) * (1 - ROUNDING)


def dual(query: Prefix | AllRange) -> FloatArray:
    """The weights v of the codes.

    Args:
        query: all prefixes or all intervals of one variable.

    Returns:
        float64[codes].
    """
    size = query.size
    d = sine_algebra.real(PREFIXES if isinstance(query, Prefix) else INTERVALS, size).norms
    if isinstance(query, AllRange):
        return np.asarray(d**2)
    more = max(0.3, log(size) / 4 - 1 / 3)
    return np.asarray(d**2 * (1 + more / np.arange(1, size + 1) ** 1.75))


def roots(diagonal: FloatArray, v: FloatArray, reach: tuple[float, float]) -> float:
    """A lower bound of Σ μ^−½ over the eigenvalues μ of v^−½ T v^−½.

    Args:
        diagonal: of T, which has −1 beside it, float64[codes].
        v: float64[codes].
        reach: the first and the last node, logarithms of roots of eigenvalues.
    """
    nodes = np.arange(reach[0], reach[1] + STEP, STEP)
    shifts = np.exp(2 * nodes)
    pivot, slope = np.ones(nodes.size), np.zeros(nodes.size)
    trace = np.zeros(nodes.size)
    beside = 0.0
    for entry, weight in zip(diagonal.tolist(), v.tolist(), strict=True):
        inverse = beside / pivot
        slope = weight + slope * inverse * inverse
        pivot = entry + weight * shifts - inverse
        trace += slope / pivot
        beside = 1.0
    inside = float((np.exp(nodes) * trace).sum())
    tails = float(trace[0] * np.exp(nodes[0]) + trace[-1] * np.exp(nodes[-1])) / (exp(STEP) - 1)
    return 2 / pi * STEP * (inside + tails) / (1 + 5 * exp(-(pi**2) / STEP))
