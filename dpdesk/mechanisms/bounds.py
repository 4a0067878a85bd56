"""How far above the best possible: proven lower bounds for every linear mechanism with Gaussian noise.

Let V = Σ_q weight_q q qᵀ be the weighted Gram matrix of the workload, the weights those of the objective. Any
strategy M with noise σ = Δ2 has weighted error at least, in units of the noise at Δ2 = 1:
add/remove (c = 1): (Σ√eig(v^½ V v^½))² / Σv for every diagonal v ≥ 0 (duality; v = 1 is the singular value
bound of Li & Miklau 2013, since the columns of M have norm at most 1);
replace, each unit exactly one row: (Σ√eig(N^½ V N^½))² / Σp with N = Σ p_uv (e_u − e_v)(e_u − e_v)ᵀ for any
p ≥ 0; p = 1 gives N = D·1 − 11ᵀ and the bound 2(Σ√eig(P V P))²/(D − 1), P the projection off the ones vector;
replace otherwise: a mechanism private under it is so under add/remove as well (the zero column is a
neighbour of each), so that bound holds.

A single product under add/remove has the product of its variables' bounds for v a product: eigenvalues and v
multiply. One-variable eigenvalues of prefixes are 1/(4 sin²((2j−1)π/(4D+2))), of all intervals
(D+1)/(4 sin²(πj/(2D+2))). Up to SHARPENED codes the diagonal is improved by a few fixed-point steps
v ← v · diag(v^−½ (v^½ V v^½)^½ v^−½), each of which yields a valid bound whatever its quality. For prefixes
and all intervals up to TRIDIAGONAL codes one step from v = 1 is in closed form (the eigenvectors are sines),
and v^−½ V⁻¹ v^−½ is tridiagonal. P V P has for prefixes the eigenvalues 1/(4 sin²(πj/(2D))), j < D; for all
intervals, with H the cumulative sums of a centred x, Σ(H_t − H_s)² = (D+1)ΣH² − (ΣH)² leaves those with even
j times D + 1, and the others as eigenvalues of a diagonal matrix less one of rank one (above TRIDIAGONAL
codes bounded by interlacing: each is at least the next one of the diagonal).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi, prod, sqrt

import numpy as np

from dpdesk.mechanisms.pieces import Piece
from dpdesk.mechanisms.sensitivity import Relation
from dpdesk.mechanisms.workload_strategy import shared_queries
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import FloatArray

SHARPENED = 128
"""Up to so many codes the diagonal is improved numerically; the forecast must stay within milliseconds."""
DENSE = 512
"""Up to so many codes eigenvalues are computed; above, closed forms or nothing."""
TRIDIAGONAL = 512
"""Up to so many codes one sharpening step is made in closed form."""
STEPS = 6
CERTIFIED = "certified"


def ratio(
    pieces: Sequence[Piece],
    weights: Sequence[float],
    unit_means: Sequence[float],
    norm: float,
    relation: Relation,
) -> tuple[float, str] | None:
    """Objective over the lower bound, and the kind of bound; None where none is at hand.

    `unit_means` are the mean unit variances of the statistic groups, `norm` is Δ2² for one row of a unit.
    """
    counts = [0] * len(weights)
    for piece in pieces:
        counts[piece.group] += piece.count
    shares = [w / n if n else 0.0 for w, n in zip(weights, counts, strict=True)]
    reached = norm * sum(w * m for w, m, n in zip(weights, unit_means, counts, strict=True) if n)
    least = lower_bound(tuple((shares[p.group], p.factors) for p in pieces if p.count), relation.exact_row)
    if least is None or least <= 0 or reached <= 0:
        return None
    return max(1.0, sqrt(reached / least)), CERTIFIED


@lru_cache(maxsize=256)
def lower_bound(weighted: tuple[tuple[float, tuple[OneVariable, ...]], ...], exact_row: bool) -> float | None:
    """Least possible Σ_q weight_q · variance_q at Δ2 = 1 for the weighted pieces."""
    if len(weighted) == 1 and not exact_row:
        share, factors = weighted[0]
        bounds = [one_variable(factor) for factor in factors]
        return None if any(bound is None for bound in bounds) else share * prod(b for b in bounds if b is not None)
    cells = prod(factor.size for factor in weighted[0][1])
    if len(weighted) == 1 and len(weighted[0][1]) == 1 and cells > SHARPENED:
        centred_values = bridge_eigenvalues(weighted[0][1][0])
        if centred_values is not None:
            return weighted[0][0] * pairs_bound(centred_values, cells)
    if cells > DENSE:
        return None
    gram = np.zeros((cells, cells))
    for share, factors in weighted:
        part: FloatArray = np.ones((1, 1))
        for factor in factors:
            part = np.asarray(np.kron(part, shared_queries(factor, np.arange(factor.size))), dtype=np.float64)
        gram += share * part
    if not exact_row:
        return sharpened(gram) if cells <= SHARPENED else singular_value(eigenvalues_of(gram))
    if cells == 1:
        return None
    centred = gram - gram.mean(axis=0)[None, :]
    centred = centred - centred.mean(axis=1)[:, None]
    return pairs_bound(eigenvalues_of((centred + centred.T) / 2), cells)


def eigenvalues_of(symmetric: FloatArray) -> FloatArray:
    """Eigenvalues, ascending."""
    return np.asarray(np.linalg.eigvalsh(symmetric), dtype=np.float64)


def pairs_bound(eigenvalues: FloatArray, cells: int) -> float:
    """2(Σ√λ)²/(D − 1), a hair less for rounding."""
    return float(2 * np.sqrt(np.maximum(eigenvalues, 0.0)).sum() ** 2 / (cells - 1)) * (1 - 1e-9)


def bridge_eigenvalues(query: OneVariable) -> FloatArray | None:
    """Eigenvalues of P V P in closed form, or None."""
    size = query.size
    j = np.arange(1, size)
    if isinstance(query, Identity):
        return np.ones(size - 1)
    bridge = 1 / (4 * np.sin(pi * j / (2 * size)) ** 2)
    if isinstance(query, Prefix):
        return np.asarray(bridge)
    if isinstance(query, AllRange):
        odd, even = bridge[::2], bridge[1::2]
        if size > TRIDIAGONAL:
            return np.concatenate([(size + 1) * even, (size + 1) * odd[1:]])
        ones = np.sqrt(odd * 2 / size) / np.tan(pi * j[::2] / (2 * size))
        mixed = np.diag((size + 1) * odd) - np.multiply.outer(ones, ones)
        return np.concatenate([(size + 1) * even, eigenvalues_of(mixed)])
    return None


@lru_cache(maxsize=256)
def one_variable(query: OneVariable) -> float | None:
    """The add/remove bound of one variable by itself, unweighted."""
    size = query.size
    if isinstance(query, Identity):
        return float(size)
    if isinstance(query, Total):
        return 1.0
    if size <= SHARPENED:
        return sharpened(shared_queries(query, np.arange(size)).astype(np.float64))
    if isinstance(query, (Prefix, AllRange)) and size <= TRIDIAGONAL:
        return tridiagonal(query)
    j = np.arange(1, size + 1)
    if isinstance(query, Prefix):
        return singular_value(1 / (4 * np.sin((2 * j - 1) * pi / (4 * size + 2)) ** 2))
    if isinstance(query, AllRange):
        return singular_value((size + 1) / (4 * np.sin(pi * j / (2 * size + 2)) ** 2))
    if size <= DENSE:
        return singular_value(eigenvalues_of(shared_queries(query, np.arange(size)).astype(np.float64)))
    return None


def tridiagonal(query: Prefix | AllRange) -> float:
    """The bound for v = diag(V^½): d_i = Σ_j U_ij² √λ_j by a Fourier transform, then tridiagonal
    eigenvalues.
    """
    size = query.size
    j = np.arange(1, size + 1)
    inverse, off = np.full(size, 2.0), np.full(size - 1, -1.0)
    if isinstance(query, Prefix):
        period, positions, scale = 2 * size + 1, 2 * j - 1, 1.0
        roots = 1 / (2 * np.sin((2 * j - 1) * pi / (4 * size + 2)))
        where, share = size + 1 - j, 2 / (2 * size + 1)
        inverse[0] = 1.0
    else:
        period, positions, scale = size + 1, j, 1.0 / (size + 1)
        roots = sqrt(size + 1) / (2 * np.sin(pi * j / (2 * size + 2)))
        where, share = j, 1 / (size + 1)
    signal = np.zeros(period)
    signal[positions] = roots
    v = share * (roots.sum() - np.fft.fft(signal).real[where])
    beside = np.diag(scale * off / np.sqrt(v[1:] * v[:-1]), 1)
    values = eigenvalues_of(np.diag(scale * inverse / v) + beside + beside.T)
    return float((1 / np.sqrt(values)).sum() ** 2 / v.sum()) * (1 - 1e-9)


def singular_value(eigenvalues: FloatArray) -> float:
    """(Σ√λ)²/N, a hair less for rounding."""
    return float(np.sqrt(np.maximum(eigenvalues, 0.0)).sum() ** 2 / eigenvalues.size) * (1 - 1e-9)


def sharpened(gram: FloatArray) -> float:
    """The best of a few diagonals v."""
    size = gram.shape[0]
    v = np.ones(size)
    best = 0.0
    for _ in range(STEPS):
        root = np.sqrt(v)
        values, vectors = np.linalg.eigh(gram * np.multiply.outer(root, root))
        roots = np.sqrt(np.maximum(values, 0.0))
        best = max(best, float(roots.sum() ** 2 / v.sum()))
        diagonal = ((vectors * roots) * vectors).sum(axis=1) / v
        v = np.maximum(v * diagonal / (roots.sum() / v.sum()), 1e-9)
    return best * (1 - 1e-9)
