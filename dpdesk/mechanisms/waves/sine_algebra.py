"""Decoding and error of the sine strategy, by fast Fourier transforms and closed-form covariances.

The inverse of A and the covariance C_uv = √(d_u d_v)·(T(m_u − m_v) − T(m_u + m_v))/(2h²), T(k) = Σ_j s_j cos(p_j
k·2π/P), of the codes decoded for one unit of noise are derived in docs/proofs/waves.md.

What is decoded is M = 2^q A + E (sine_matrix.py). M is square and its inverse is the decoder. Up to EXACT codes it is
computed, and variances are those of the inverse. Above, the inverse of 2^q A is applied and the rest M x̂ − y fed
back, a fixed number of steps; variances are those of A, and `rounding` states by how much they can differ.

Intervals come from K = C summed over both prefixes: (s, t] has K_tt + K_ss − 2K_st. Its last column needs two
transforms. Above EXACT codes so does its sum, and its diagonal, all that prefixes need, some for halves again and
again. For the widest interval the rest is gone through once, by blocks of rows and on one side of the diagonal only:
K_st − K_(s−1)t is a row's cumulative sum, and where a block begins, K_(s−1)t = K_t(s−1) is on the side already known.
The sines of intervals are symmetric, so that one of two mirror images is enough there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log, sqrt

import numpy as np

from dpdesk.mechanisms.core.kinds import INTERVALS
from dpdesk.mechanisms.waves import bridge_algebra
from dpdesk.mechanisms.waves.bridge_matrix import BridgeMatrix
from dpdesk.mechanisms.waves.sine_matrix import SineMatrix, tables
from dpdesk.mechanisms.waves.wave_matrix import columns
from dpdesk.queries.workload import Array, FloatArray

EXACT = 256
"""Up to so many codes the inverse is written down."""
WHOLE = 1024
"""Up to so many codes the covariance is written down."""
ROWS = 64
"""Rows of a large covariance that are handled at a time."""
LEAF = 32
"""Codes of a block whose covariances are added up one by one."""
_LIMB = 13

Waves = SineMatrix | BridgeMatrix
"""Both are square; what differs is in closed form here and in bridge_algebra.py."""


@dataclass(frozen=True, slots=True, eq=False)
class Real:
    """Floating-point forms of s, d and T, of the real matrix."""

    half_sines: FloatArray
    norms: FloatArray
    kernel: FloatArray
    period: int
    h: float


@lru_cache(maxsize=16)
def real(kind: str, size: int) -> Real:
    """s_j, d_i and T(0 … P/2) of one kind and size.

    Args:
        kind: PREFIXES or INTERVALS.
        size: D.
    """
    table = tables(kind, size)
    s = np.sin(table.rows * (np.pi / table.period))
    signal = np.zeros(table.period)
    signal[table.rows] = 1 / s
    spread = np.fft.rfft(signal).real
    doubled = 2 * table.codes % table.period
    norms = (spread[0] - spread[np.minimum(doubled, table.period - doubled)]) / 2
    signal[table.rows] = s
    return Real(s, norms, np.fft.rfft(signal).real, table.period, table.period / (4 if kind == INTERVALS else 8))


def transform(values: FloatArray, kind: str, size: int, *, to_codes: bool) -> FloatArray:
    """Sᵀ values (to_codes) or S values along the first axis of a two-dimensional array.

    Args:
        values: float64[rows or codes, n].
        kind: PREFIXES or INTERVALS.
        size: D.
        to_codes: from rows to codes, else from codes to rows.

    Returns:
        float64[codes or rows, n].
    """
    table = tables(kind, size)
    placed, wanted = (table.rows, table.codes) if to_codes else (table.codes, table.rows)
    signal = np.zeros((table.period, values.shape[1]))
    signal[placed] = values
    return np.asarray(-np.fft.rfft(signal, axis=0).imag[wanted], dtype=np.float64)


def rounding(matrix: Waves) -> float:
    """κ ≥ ‖A⁻¹‖·‖E‖/2^q, proven: ‖A⁻¹‖ ≤ √(max s · max d / h), ‖E‖ ≤ D·η.

    Args:
        matrix: its kind, codes and binary places.
    """
    return inverse_norm(matrix) * matrix.entry_error * matrix.size / 2.0**matrix.bits


def inverse_norm(matrix: Waves) -> float:
    """A bound on ‖A⁻¹‖.

    Args:
        matrix: its kind, codes and binary places.
    """
    if isinstance(matrix, BridgeMatrix):
        return bridge_algebra.inverse_norm(matrix)
    factors = real(matrix.kind, matrix.size)
    return sqrt(float(factors.half_sines.max()) * float(factors.norms.max()) / factors.h)


def _steps(matrix: Waves) -> int:
    """Feedback steps: the error of the last is below 1e-12 by the usual size of ‖E‖, √D, at least one."""
    usual = inverse_norm(matrix) * sqrt(matrix.size) / 2.0**matrix.bits
    return max(1, ceil(log(1e-12) / log(min(usual, 0.5))) - 1)


def approximate_inverse(y: FloatArray, matrix: Waves) -> FloatArray:
    """A⁻¹ y for a two-dimensional y.

    Args:
        y: float64[rows, n].
        matrix: its kind, codes and binary places.

    Returns:
        float64[codes, n].
    """
    if isinstance(matrix, BridgeMatrix):
        return bridge_algebra.inverse(y, matrix)
    factors = real(matrix.kind, matrix.size)
    scaled = transform(y * np.sqrt(factors.half_sines)[:, None], matrix.kind, matrix.size, to_codes=True)
    return scaled * (np.sqrt(factors.norms) / factors.h)[:, None]


@lru_cache(maxsize=16)
def inverse(matrix: Waves) -> FloatArray:
    """(M/2^q)⁻¹, for at most EXACT codes.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        float64[codes, rows].
    """
    return np.asarray(np.linalg.inv(matrix.block(0, matrix.size).astype(np.float64) / 2.0**matrix.bits))


def decode(y: FloatArray, matrix: Waves) -> FloatArray:
    """(M/2^q)⁻¹ y along the first axis of a two-dimensional y.

    Args:
        y: float64[rows, n].
        matrix: its kind, codes and binary places.

    Returns:
        float64[codes, n].
    """
    unit = 2.0**matrix.bits
    exact = matrix.size <= EXACT

    def solve(rest: FloatArray) -> FloatArray:
        return np.asarray(inverse(matrix) @ rest) if exact else approximate_inverse(rest, matrix)

    solution = solve(y)
    for _ in range(1 if exact else _steps(matrix)):
        solution = solution + solve(y - matrix.times(solution) / unit)
    return solution


def decoder_rows(queries: FloatArray, matrix: Waves) -> FloatArray:
    """Rows q (M/2^q)⁻¹ (above EXACT codes q A⁻¹) for dense queries (n, D).

    Args:
        queries: float64[n, D].
        matrix: its kind, codes and binary places.

    Returns:
        float64[n, rows].
    """
    if matrix.size <= EXACT:
        return np.asarray(queries @ inverse(matrix))
    if isinstance(matrix, BridgeMatrix):
        return bridge_algebra.decoder_rows(queries, matrix)
    factors = real(matrix.kind, matrix.size)
    weighted = (queries * np.sqrt(factors.norms)).T
    rows = transform(weighted, matrix.kind, matrix.size, to_codes=False)
    return np.asarray((rows * (np.sqrt(factors.half_sines) / factors.h)[:, None]).T)


@lru_cache(maxsize=6)
def prefix_covariance(matrix: Waves) -> FloatArray:
    """K with a row and column of zeros in front, (D+1) × (D+1), for at most WHOLE codes.

    Args:
        matrix: its kind, codes and binary places.
    """
    if matrix.size <= EXACT:
        decoder = inverse(matrix)
        covariance = decoder @ decoder.T
    else:
        covariance = covariance_rows(matrix, 0, matrix.size)
    summed = np.zeros((matrix.size + 1, matrix.size + 1))
    np.cumsum(covariance, axis=0, out=summed[1:, 1:])
    np.cumsum(summed[1:, 1:], axis=1, out=summed[1:, 1:])
    summed.flags.writeable = False
    return summed


@lru_cache(maxsize=16)
def known_column(matrix: Waves) -> FloatArray:
    """The last column of K, with a zero in front: A⁻¹A⁻ᵀ1, summed.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        float64[D + 1].
    """
    column = np.zeros(matrix.size + 1)
    ones = decoder_rows(np.ones((1, matrix.size)), matrix)
    exact = matrix.size <= EXACT
    codes = inverse(matrix) @ ones[0] if exact else approximate_inverse(ones.T, matrix)[:, 0]
    np.cumsum(codes, out=column[1:])
    column.flags.writeable = False
    return column


def code_variances(matrix: Waves) -> FloatArray:
    """The diagonal of C above EXACT codes.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        float64[codes].
    """
    if isinstance(matrix, BridgeMatrix):
        return bridge_algebra.code_variances(matrix)
    factors = real(matrix.kind, matrix.size)
    doubled = 2 * tables(matrix.kind, matrix.size).codes % factors.period
    far = factors.kernel[np.minimum(doubled, factors.period - doubled)]
    return np.asarray(factors.norms * (factors.kernel[0] - far) / (2 * factors.h**2))


def prefix_variances(matrix: Waves) -> FloatArray:
    """The diagonal of K, with a zero in front.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        float64[D + 1].
    """
    if matrix.size <= EXACT:
        return np.diagonal(prefix_covariance(matrix))
    if isinstance(matrix, SineMatrix):
        return _real_prefix_variances(matrix.kind, matrix.size)
    return _of_bridge(matrix)[0]


@lru_cache(maxsize=16)
def _of_bridge(matrix: BridgeMatrix) -> tuple[FloatArray, float]:
    """K's diagonal with a zero in front, and the sum of its entries, by one pass."""
    diagonal, total = np.zeros(matrix.size + 1), 0.0
    for first, rows in prefix_blocks(matrix):
        diagonal[first + 1 : first + 1 + rows.shape[0]] = rows[:, first:].diagonal()
        total += 2 * float(rows[:, :first].sum()) + float(rows[:, first:].sum())
    diagonal.flags.writeable = False
    return diagonal, total


@lru_cache(maxsize=16)
def _real_prefix_variances(kind: str, size: int) -> FloatArray:
    """K_tt − K_(t−1)(t−1) = C_tt + 2Σ_(u<t) C_tu: of T(t − u) a convolution, of T(m_t + m_u) one of halves.

    For t in the right and u in the left half of a block of codes all sums t + u occur, which a Fourier transform takes;
    all blocks of one width are taken together.
    """
    factors, whole = real(kind, size), 1 << (size - 1).bit_length()
    roots = np.zeros(whole)
    roots[:size] = np.sqrt(factors.norms)
    m = tables(kind, size).codes
    sums = 2 * int(m[0]) + (int(m[-1]) - int(m[0])) // (size - 1) * np.arange(2 * whole)
    folded = np.abs(sums) % factors.period
    far = factors.kernel[np.minimum(folded, factors.period - folded)]
    near = factors.kernel[:size].copy()
    near[0] = 0.0
    length = 2 * whole
    crossed = np.fft.irfft(np.fft.rfft(roots, length) * np.fft.rfft(near, length), length)[:whole]
    width = whole // 2
    while width >= LEAF:
        starts = np.arange(0, whole, 2 * width)
        left = np.fft.rfft(roots.reshape(-1, 2 * width)[:, :width][:, ::-1], 4 * width)
        window = np.fft.rfft(far[2 * starts[:, None] + width + np.arange(2 * width - 1)], 4 * width)
        turned = np.fft.irfft(left * window, 4 * width)[:, width - 1 : 2 * width - 1]
        crossed.reshape(-1, 2 * width)[:, width:] -= turned
        width //= 2
    leaf = np.arange(2 * width)
    starts = np.arange(0, whole, 2 * width)
    reflected = far[2 * starts[:, None, None] + leaf[:, None] + leaf] * (leaf[:, None] > leaf)
    crossed -= np.einsum("btu,bu->bt", reflected, roots.reshape(-1, 2 * width)).reshape(-1)
    own = (factors.kernel[0] - far[2 * np.arange(size)]) * factors.norms
    steps = (own + 2 * roots[:size] * crossed[:size]) / (2 * factors.h**2)
    diagonal = np.concatenate([[0.0], np.cumsum(steps)])
    diagonal.flags.writeable = False
    return diagonal


def total_covariance(matrix: Waves) -> float:
    """The sum of all entries of K: the variance of the sum of all prefixes.

    Args:
        matrix: its kind, codes and binary places.
    """
    if matrix.size <= EXACT:
        return float(prefix_covariance(matrix).sum())
    if isinstance(matrix, BridgeMatrix):
        return _of_bridge(matrix)[1]
    summed = decoder_rows(np.arange(matrix.size, 0, -1.0)[None, :], matrix)
    return float((summed * summed).sum())


@lru_cache(maxsize=16)
def widest(matrix: Waves, known: bool) -> float:
    """The largest v of an interval, or with a known total the largest v − c²/s.

    Args:
        matrix: its kind, codes and binary places.
        known: the total is public.

    Returns:
        In counts², for one unit of noise.
    """
    column = known_column(matrix)
    scaled = column / sqrt(float(column[-1])) if known else np.zeros(column.size)
    if matrix.size <= EXACT:
        whole = prefix_covariance(matrix)
        diagonal = np.diagonal(whole)
        apart = diagonal[:, None] + diagonal[None, :] - 2 * whole
        return float((apart - np.subtract.outer(scaled, scaled) ** 2).max())
    diagonal, largest = prefix_variances(matrix), 0.0
    mirrored = isinstance(matrix, SineMatrix) and matrix.kind == INTERVALS
    for first, rows in prefix_blocks(matrix, mirrored=mirrored):
        last = first + rows.shape[0]
        ends, starts = slice(first + 1, last + 1), slice(1, rows.shape[1] + 1)
        rows *= -2
        rows += diagonal[starts]
        if known:
            shared = np.subtract.outer(scaled[ends], scaled[starts])
            shared *= shared
            rows -= shared
        # Right of the diagonal stands the same square once more, good enough for a maximum.
        alone = diagonal[ends] - scaled[ends] ** 2
        largest = max(largest, float((rows.max(axis=1) + diagonal[ends]).max()), float(alone.max()))
    return largest


def prefix_blocks(matrix: Waves, mirrored: bool = False) -> Iterator[tuple[int, FloatArray]]:
    """Rows of K by blocks, up to and with the square on the diagonal: rows first … last − 1, columns 0 … last − 1.

    Args:
        matrix: what is measured, of more than EXACT codes.
        mirrored: leave out columns beyond D − first, whose intervals are mirror images of others.
    """
    edge = np.zeros(0)
    for first in range(0, matrix.size, ROWS):
        last = min(first + ROWS, matrix.size)
        columns_ = min(last, matrix.size - first) if mirrored else last
        rows = covariance_rows(matrix, first, last, columns_)
        np.cumsum(rows, axis=1, out=rows)
        np.cumsum(rows, axis=0, out=rows)
        before = min(first, columns_)
        rows[:, :before] += edge[:before]
        if columns_ > first > 0:
            rows[:, first:] += rows[: columns_ - first, first - 1]
        edge = rows[-1].copy()
        yield first, rows


def covariance_rows(matrix: Waves, first: int, last: int, columns_: int | None = None) -> FloatArray:
    """Rows first … last − 1 of C, columns 0 … columns_ − 1, of a bridge and by default 0 … last − 1."""
    if isinstance(matrix, BridgeMatrix):
        return bridge_algebra.covariance_rows(matrix, first, last)
    factors = real(matrix.kind, matrix.size)
    m = tables(matrix.kind, matrix.size).codes
    roots, beside = np.sqrt(factors.norms), last if columns_ is None else columns_
    rows = _kernel(factors.kernel, m[first:last], m[:beside], factors.period)
    rows *= roots[:beside]
    rows *= roots[first:last, None] / (2 * factors.h**2)
    return rows


def _kernel(kernel: FloatArray, own: Array, m: Array, period: int) -> FloatArray:
    """T(m_u − m_v) − T(m_u + m_v) by windows of T: a row is a slice, as m runs by steps of one."""
    ahead = np.concatenate([kernel[:0:-1], kernel, kernel[-2 + period % 2 : 0 : -1]])
    centre = kernel.size - 1
    rows = np.empty((own.size, m.size))
    low, high = int(m.min()), int(m.max())
    step = 1 if m[0] == low else -1
    for number, place in enumerate(own.tolist()):
        near = ahead[centre + low - place : centre + high - place + 1]
        far = ahead[centre + low + place : centre + high + place + 1]
        np.subtract(near[::step], far[::step], out=rows[number])
    return rows


@lru_cache(maxsize=16)
def least_product(matrix: SineMatrix) -> int:
    """A lower bound of the inner products ⟨m_u, m_v⟩ of different columns of M; up to EXACT codes the least of them.

    Above: ⟨m_u, m_v⟩ ≥ 4^q⟨a_u, a_v⟩ − 2·2^q·ε − ε² by Cauchy and Schwarz, ‖a‖ = 1 and ε = η√D ≥ ‖e_u‖. ⟨a_u, a_v⟩ is
    computed from H (sine_matrix.py), whose floats are nearest to the exact value: with a fraction whose denominator is
    at least H(2), and H ≤ 100·H(2) below 10^15 codes, the error is below 1e-12; 1e-9 is taken off.
    """
    if matrix.size <= EXACT:
        gram = _gram(matrix)
        np.fill_diagonal(gram, np.iinfo(np.int64).max)
        return int(gram.min())
    table = tables(matrix.kind, matrix.size)
    roots = 1 / np.sqrt(table.gaps[2 : 2 * matrix.size + 1 : 2])
    backwards = table.gaps[::-1]
    least = 1.0
    for column in range(2, matrix.size + 1):
        # Columns with m from 1 to at − 1 beside the one with m = at.
        far, near = table.gaps[column + 1 : 2 * column], backwards[2 * matrix.size + 1 - column : 2 * matrix.size]
        least = min(least, float(((far - near) * roots[: column - 1]).min()) * float(roots[column - 1]))
    slack = matrix.entry_error * sqrt(matrix.size) * (1 + 1e-9)
    unit = 2.0**matrix.bits
    return floor((least - 1e-9) * unit * unit - 2 * unit * slack - slack * slack - 1)


def largest_norm(matrix: Waves) -> int:
    """The largest squared norm of a column of M (of a bridge above EXACT codes an upper bound)."""
    if isinstance(matrix, SineMatrix):
        return max(columns(matrix).norms)
    return max(columns(matrix).norms) if matrix.size <= EXACT else bridge_algebra.norm_bound(matrix)


def largest_entry(matrix: Waves) -> int:
    """A bound on |M_ji|."""
    return columns(matrix).largest if isinstance(matrix, SineMatrix) else bridge_algebra.largest_entry(matrix)


@lru_cache(maxsize=16)
def furthest(matrix: BridgeMatrix) -> int:
    """The largest squared distance of two columns of M, above EXACT codes an upper bound."""
    if matrix.size > EXACT:
        return bridge_algebra.furthest_bound(matrix)
    gram = _gram(matrix)
    diagonal = np.diagonal(gram)
    return int((diagonal[:, None] + diagonal[None, :] - 2 * gram).max())


def _gram(matrix: Waves) -> Array:
    """MᵀM, exact: entries in two limbs of 13 binary places, products of floats below 2^53."""
    dense = matrix.block(0, matrix.size)
    high = (dense >> _LIMB).astype(np.float64)
    low = (dense & ((1 << _LIMB) - 1)).astype(np.float64)
    crossed = (high.T @ low).astype(np.int64)
    highest, lowest = (high.T @ high).astype(np.int64), (low.T @ low).astype(np.int64)
    return np.asarray((highest << 2 * _LIMB) + ((crossed + crossed.T) << _LIMB) + lowest)
