"""Sharp lower bounds for all prefixes and for all intervals of one variable under replacement.

Any weights p ≥ 0 of pairs of codes prove a bound (docs/proofs/bounds.md, claim 1). Where units may be nowhere, nowhere
is one more code, in no query; counted with it every unit has exactly one code.

All intervals with nowhere: D + 1 codes on a circle, weights by their distance round it (claim 2). Without nowhere the
same pairs are taken, less those of the code that is missing; above DENSE codes instead the circle of D codes, which
leaves out D of the D(D+1)/2 intervals. For less than SMALL codes weights of all pairs are improved step by step.

All prefixes: those of D codes with nowhere are those of D + 1 codes without. p depends on the blocks of codes two codes
lie in, by tables for some sizes (packaging/make_pair_bounds.py), stretched in between: within 0.1 % and 0.3 % of the
best. The sum of roots of eigenvalues is one of determinants over trapezoids (claim 4).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from math import exp, log, pi

import numpy as np

from dpdesk.mechanisms.baselines.workload import shared_queries
from dpdesk.queries.one_variable import AllRange, Prefix
from dpdesk.queries.workload import FloatArray, IntArray
from dpdesk.resources import resource

DENSE = 256
STEP = 0.75
BELOW, ABOVE = 8.0, 4.0
"""Nodes reach so far beyond the logarithms of the extreme eigenvalues' roots."""
ROUNDING = 1e-9
FEW_STEPS = 40
SMALL = 12
"""Below so many codes weights are improved step by step."""


@lru_cache(maxsize=64)
def least_error(query: Prefix | AllRange, exact_row: bool) -> float | None:
    """Lower bound of the sum of variances under replacement at Δ2 = 1.

    Args:
        query: all prefixes or all intervals of one variable.
        exact_row: each unit has exactly one row; otherwise nowhere is one more code.

    Returns:
        The bound in counts²; None where there are fewer than two codes, so that nothing is protected.
    """
    size = query.size
    codes = size if exact_row else size + 1
    if codes < 2:
        return None
    if codes < SMALL:
        return small(query, codes)
    if isinstance(query, Prefix):
        return blocks(codes) * (1 - ROUNDING)
    if not exact_row:
        return circle(codes) * (1 - ROUNDING)
    return (opened(size) if size <= DENSE else circle(size)) * (1 - ROUNDING)


def ellipse(points: int) -> FloatArray:
    """The weights of pairs of points on a circle by their distance.

    Args:
        points: m, how many points there are.

    Returns:
        float64[m]: q_0 … q_(m−1), with q_l = q_(m−l): means over l − ⅜, l − ⅛, l + ⅛ and l + ⅜, which matters on
        small circles.
    """
    lags = np.arange(points)
    parts = np.minimum(lags, points - lags)[:, None] / points + np.array([-3, -1, 1, 3]) / (8 * points)
    weights = np.sqrt(np.maximum(1 - ((0.5 - parts) / 0.25) ** 2, 0.0)).mean(axis=1)
    weights[:1] = 0.0
    return np.asarray(weights)


def circle(points: int) -> float:
    """The bound for all intervals between the points of a circle.

    Args:
        points: how many points there are.
    """
    weights = ellipse(points)
    j = np.arange(1, points)
    spread = (weights.sum() - np.fft.fft(weights).real)[1:]
    roots = np.sqrt(points * np.maximum(spread, 0.0) / (4 * np.sin(pi * j / points) ** 2)).sum()
    return float(roots**2 / (points * weights.sum() / 2))


def opened(size: int) -> float:
    """All intervals of `size` codes, of which one is each unit's.

    Args:
        size: D, up to DENSE codes.

    Returns:
        The bound in counts².
    """
    weights = ellipse(size + 1)
    codes = np.arange(size)
    pairs = weights[np.abs(codes[:, None] - codes[None, :])]
    low, high = np.minimum(codes[:, None], codes[None, :]), np.maximum(codes[:, None], codes[None, :])
    return dense((low + 1.0) * (size - high), pairs)


def dense(gram: FloatArray, pairs: FloatArray) -> float:
    """The bound for weights of pairs, by eigenvalues.

    Args:
        gram: V = WᵀW, float64[codes, codes], positive definite.
        pairs: the weights, symmetric, of the same shape.
    """
    spread = np.diag(pairs.sum(axis=1)) - pairs
    root = np.linalg.cholesky(gram)
    values = np.linalg.eigvalsh(root.T @ spread @ root)
    return float(np.sqrt(np.maximum(values, 0.0)).sum() ** 2 / (pairs.sum() / 2))


def small(query: Prefix | AllRange, codes: int) -> float:
    """Few codes (with nowhere one more than the query's).

    Args:
        query: all prefixes or all intervals.
        codes: how many there are, nowhere among them.

    Returns:
        The bound in counts².
    """
    gram = shared_queries(query, np.arange(query.size)).astype(np.float64)
    return stepwise(gram, FEW_STEPS, nowhere=codes > query.size)


def stepwise(gram: FloatArray, steps: int, *, nowhere: bool) -> float:
    """The bound for any queries: weights of all pairs, improved by the distances of the columns that suit them.

    Args:
        gram: V = WᵀW, float64[codes, codes].
        steps: how often the weights are improved.
        nowhere: a unit may have no row, which is one more code.

    Returns:
        The best bound of all steps, a hair less for rounding.
    """
    if nowhere:
        gram = np.pad(gram, (0, 1))
    pairs, best = 1.0 - np.eye(gram.shape[0]), 0.0
    for _ in range(steps):
        bound, x = improved(gram, pairs)
        best = max(best, bound)
        diagonal = np.diag(x)
        apart = diagonal[:, None] + diagonal[None, :] - 2 * x
        if float(apart.max()) <= 0:
            break
        pairs = pairs * (np.maximum(apart, 0.0) / apart.max()) ** 2
    return best * (1 - ROUNDING)


def improved(gram: FloatArray, pairs: FloatArray) -> tuple[float, FloatArray]:
    """The bound for weights of pairs, and the strategy that attains it.

    Args:
        gram: V = WᵀW, float64[codes, codes].
        pairs: the weights, symmetric, of the same shape.

    Returns:
        The bound, and the strategy's Gram matrix (off the vector of ones), float64[codes, codes].
    """
    values, vectors = np.linalg.eigh(np.diag(pairs.sum(axis=1)) - pairs)
    keep = values > 1e-12 * values[-1]
    scale = np.sqrt(values[keep])
    root, inverse = vectors[:, keep] * scale, vectors[:, keep] / scale
    inner = root.T @ gram @ root
    squares, inside = np.linalg.eigh((inner + inner.T) / 2)
    roots = np.sqrt(np.maximum(squares, 0.0))
    outside = inverse @ inside
    return float(roots.sum() ** 2 / (pairs.sum() / 2)), np.asarray((outside * roots) @ outside.T)


@lru_cache(maxsize=1)
def tables() -> dict[int, tuple[IntArray, FloatArray]]:
    """Ends of the blocks and weights of pairs of blocks, by size."""
    stored = json.loads(resource("bounds/prefix_pairs.json").read_text(encoding="utf-8"))
    return {
        int(size): (np.array(table["ends"], dtype=np.int64), np.array(table["weights"], dtype=np.float64))
        for size, table in stored.items()
    }


def stretched(size: int) -> tuple[IntArray, FloatArray]:
    """Blocks of codes and weights of their pairs for any size: the nearest table, its ends raised to a power.

    Args:
        size: how many codes there are.

    Returns:
        Lengths of the blocks, int64[blocks], and the weights, float64[blocks, blocks].
    """
    nearest = min(tables(), key=lambda known: abs(log(size / known)))
    ends, weights = tables()[nearest]
    power = log(size / 2) / log(nearest / 2)
    half = [round(float(end) ** power) if end else 0 for end in ends.tolist() if 2 * end < nearest]
    placed = np.array([*half, size // 2, *(size - end for end in reversed(half))], dtype=np.int64)
    lengths = np.diff(placed)
    keep = lengths > 0
    return lengths[keep], weights[np.ix_(keep, keep)]


def blocks(size: int) -> float:
    """The bound for all prefixes, pairs weighted by the blocks their codes lie in, from a stretched table.

    Args:
        size: how many codes there are, nowhere among them.
    """
    lengths, weights = stretched(size)
    degrees = weights @ lengths
    pairs = float(lengths @ weights @ lengths - lengths @ np.diag(weights)) / 2
    reach = (log(float(degrees.min()) / 8) / 2 - BELOW, log(float(degrees.max())) / 2 + log(size) + ABOVE)
    nodes = np.arange(reach[0], reach[1] + STEP, STEP)
    values = determinants(np.exp(-2 * nodes), lengths, weights, degrees)
    inside = float((np.exp(nodes) * values).sum())
    tails = float(values[0] * np.exp(nodes[0]) + values[-1] * np.exp(nodes[-1])) / (exp(STEP) - 1)
    roots = STEP / pi * (inside + tails) / (1 + 5 * exp(-(pi**2) / STEP))
    return roots**2 / pairs


def determinants(share: FloatArray, lengths: IntArray, weights: FloatArray, degrees: FloatArray) -> FloatArray:
    """Logarithms of det(T + share·N), T of prefixes (its determinant is 1), for several shares.

    A = T + share·diag(degrees); det(A − share·Z P Zᵀ) = det A · det(1 − share·P ZᵀA^−1Z).

    Args:
        share: float64[shares].
        lengths: codes in each block, int64[blocks].
        weights: P, of pairs of blocks, float64[blocks, blocks].
        degrees: the sum of the weights of a code's pairs, by block, float64[blocks].

    Returns:
        float64[shares].
    """
    size, number = int(lengths.sum()), lengths.size
    diagonal = np.array([1.0] + [2.0] * (size - 1))[:, None] + share * np.repeat(degrees, lengths)[:, None]
    forward, backward = _pivots(diagonal, range(size)), _pivots(diagonal, reversed(range(size)))
    inverse = 1 / (forward + backward - diagonal)
    fall = 1 / backward  # A^-1_uv = A^-1_uu · fall_(u+1) … fall_v for u < v
    rise = 1 / forward  # and A^-1_uv = A^-1_vv · rise_u … rise_(v−1)
    within = np.empty((number, share.size))
    ahead, last, through = np.empty_like(within), np.empty_like(within), np.empty_like(within)
    first = 0
    for b, length in enumerate(lengths.tolist()):
        zero = np.zeros(share.size)
        before, total, reached, left, product = zero, zero, zero, zero, np.ones(share.size)
        for u in range(first, first + length):
            before = (before + inverse[u - 1]) * fall[u] if u > first else zero
            total = total + inverse[u] + 2 * before
            product = product * fall[u]
            reached = reached + product
            left = left * rise[u - 1] + 1 if u > first else np.ones(share.size)
        within[b], ahead[b], through[b] = total, reached, product
        last[b] = left * inverse[first + length - 1]
        first += length
    shared = np.zeros((share.size, number, number))
    for b in range(number):
        shared[:, b, b] = within[b]
        carried = last[b]
        for other in range(b + 1, number):
            shared[:, b, other] = shared[:, other, b] = carried * ahead[other]
            carried = carried * through[other]
    inner = np.eye(number) - share[:, None, None] * (weights @ shared)
    signs, logarithms = np.linalg.slogdet(inner)
    return np.asarray(np.log(forward).sum(axis=0) + np.where(signs > 0, logarithms, -np.inf))


def _pivots(diagonal: FloatArray, cells: Iterable[int]) -> FloatArray:
    """The pivots of matrices with these diagonals (cells × matrices) and −1 beside, in the order of `cells`."""
    pivots = np.empty_like(diagonal)
    pivot = np.full(diagonal.shape[1], np.inf)
    for u in cells:
        pivot = pivots[u] = diagonal[u] - 1 / pivot
    return pivots
