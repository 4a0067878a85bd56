"""Decoding and error of the sine strategy, by fast Fourier transforms and closed-form covariances.

With S_ji = sin(p_j m_i · 2π/P), S Sᵀ = h·1, h = (D+1)/2 for intervals and (2D+1)/4 for prefixes (sine_matrix.py), the
real strategy A = diag(s^−½) S diag(d^−½) has the inverse diag(d^½) Sᵀ diag(s^½)/h
and the covariance of the decoded codes, for one unit of noise,
C_uv = √(d_u d_v)·(T(m_u − m_v) − T(m_u + m_v))/(2h²), T(k) = Σ_j s_j cos(p_j k·2π/P).

What is decoded is M = 2^q A + E, |E| ≤ ½ and a little. M is square and its inverse is the decoder. Up to EXACT codes
it is computed, and variances are those of the inverse. Above, the inverse of 2^q A is applied and the rest
M x̂ − y fed back; a step multiplies the distance to M⁻¹y by at most κ = ‖A⁻¹‖·‖E‖/2^q, and a fixed number of steps (a
function of D and q) brings it below 1e-12. Variances above EXACT codes are those of A: the decoder's rows are
those of A⁻¹ times (1 + E A⁻¹/2^q)⁻¹, so that standard errors differ by a factor within 1 ± κ/(1 − κ);
`rounding` states κ with ‖E‖ ≤ D/2.

Sums over all intervals come from K = C summed over both prefixes: an interval (s, t] has K_tt + K_ss − 2K_st.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log, sqrt

import numpy as np

from dpdesk.mechanisms.sine_matrix import INTERVALS, SineMatrix, tables
from dpdesk.queries.workload import Array, FloatArray

EXACT = 256
"""Up to so many codes the inverse is written down."""
WHOLE = 1024
"""Up to so many codes the covariance is written down."""
ROWS = 64
"""Rows of a large covariance that are handled at a time."""


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
    """s_j, d_i and T(0 … P/2) of one kind and size."""
    own = tables(kind, size)
    s = np.sin(own.rows * (np.pi / own.period))
    signal = np.zeros(own.period)
    signal[own.rows] = 1 / s
    spread = np.fft.rfft(signal).real
    doubled = 2 * own.codes % own.period
    norms = (spread[0] - spread[np.minimum(doubled, own.period - doubled)]) / 2
    signal[own.rows] = s
    return Real(s, norms, np.fft.rfft(signal).real, own.period, own.period / (4 if kind == INTERVALS else 8))


def transform(values: FloatArray, kind: str, size: int, *, to_codes: bool) -> FloatArray:
    """Sᵀ values (to_codes) or S values along the first axis of a two-dimensional array."""
    own = tables(kind, size)
    placed, wanted = (own.rows, own.codes) if to_codes else (own.codes, own.rows)
    signal = np.zeros((own.period, values.shape[1]))
    signal[placed] = values
    return np.asarray(-np.fft.rfft(signal, axis=0).imag[wanted], dtype=np.float64)


def rounding(matrix: SineMatrix) -> float:
    """κ ≥ ‖A⁻¹‖·‖E‖/2^q, proven: ‖A⁻¹‖ ≤ √(max s · max d / h), ‖E‖ ≤ D·(½ + 1/16)."""
    return _inverse_norm(matrix) * 0.5625 * matrix.size / 2.0**matrix.bits


def _inverse_norm(matrix: SineMatrix) -> float:
    own = real(matrix.kind, matrix.size)
    return sqrt(float(own.half_sines.max()) * float(own.norms.max()) / own.h)


def _steps(matrix: SineMatrix) -> int:
    """Feedback steps: the error of the last is below 1e-12 by the usual size of ‖E‖, √D, at least one."""
    usual = _inverse_norm(matrix) * sqrt(matrix.size) / 2.0**matrix.bits
    return max(1, ceil(log(1e-12) / log(min(usual, 0.5))) - 1)


def approximate_inverse(y: FloatArray, matrix: SineMatrix) -> FloatArray:
    """A⁻¹ y for a two-dimensional y."""
    own = real(matrix.kind, matrix.size)
    scaled = transform(y * np.sqrt(own.half_sines)[:, None], matrix.kind, matrix.size, to_codes=True)
    return scaled * (np.sqrt(own.norms) / own.h)[:, None]


@lru_cache(maxsize=16)
def inverse(matrix: SineMatrix) -> FloatArray:
    """(M/2^q)⁻¹, for at most EXACT codes."""
    return np.asarray(np.linalg.inv(matrix.block(0, matrix.size).astype(np.float64) / 2.0**matrix.bits))


def decode(y: FloatArray, matrix: SineMatrix) -> FloatArray:
    """(M/2^q)⁻¹ y along the first axis of a two-dimensional y."""
    unit = 2.0**matrix.bits
    exact = matrix.size <= EXACT

    def solve(rest: FloatArray) -> FloatArray:
        return np.asarray(inverse(matrix) @ rest) if exact else approximate_inverse(rest, matrix)

    found = solve(y)
    for _ in range(1 if exact else _steps(matrix)):
        found = found + solve(y - matrix.times(found) / unit)
    return found


def decoder_rows(queries: FloatArray, matrix: SineMatrix) -> FloatArray:
    """Rows q (M/2^q)⁻¹ (above EXACT codes q A⁻¹) for dense queries (n, D)."""
    if matrix.size <= EXACT:
        return np.asarray(queries @ inverse(matrix))
    own = real(matrix.kind, matrix.size)
    weighted = (queries * np.sqrt(own.norms)).T
    rows = transform(weighted, matrix.kind, matrix.size, to_codes=False)
    return np.asarray((rows * (np.sqrt(own.half_sines) / own.h)[:, None]).T)


def covariance_rows(matrix: SineMatrix, first: int, last: int) -> FloatArray:
    """Rows first … last − 1 of C."""
    own = real(matrix.kind, matrix.size)
    m = tables(matrix.kind, matrix.size).codes
    roots = np.sqrt(own.norms)
    return _kernel(own.kernel, m, own.period, first, last) * np.multiply.outer(
        roots[first:last] / (2 * own.h**2), roots
    )


def _kernel(kernel: FloatArray, m: Array, period: int, first: int, last: int) -> FloatArray:
    """T(m_u − m_v) − T(m_u + m_v) by windows of T: a row is a slice, since m runs by steps of one."""
    ahead = np.concatenate([kernel[:0:-1], kernel, kernel[-2 + period % 2 : 0 : -1]])
    centre = kernel.size - 1
    rows = np.empty((last - first, m.size))
    low, high = int(m.min()), int(m.max())
    for number, at in enumerate(m[first:last].tolist()):
        near = ahead[centre + low - at : centre + high - at + 1]
        far = ahead[centre + low + at : centre + high + at + 1]
        rows[number] = (near - far) if m[0] == low else (near - far)[::-1]
    return rows


@lru_cache(maxsize=6)
def prefix_covariance(matrix: SineMatrix) -> FloatArray:
    """K with a row and column of zeros in front, (D+1) × (D+1), for at most WHOLE codes."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """Of K: its diagonal, last column and the sum of all entries, each with the leading zero."""

    diagonal: FloatArray
    known: FloatArray
    total: float


@lru_cache(maxsize=16)
def summary(matrix: SineMatrix) -> Summary:
    """What prefixes, the total and the sum over all intervals need."""
    if matrix.size <= WHOLE:
        whole = prefix_covariance(matrix)
        return Summary(np.diagonal(whole).copy(), whole[:, -1].copy(), float(whole.sum()))
    size = matrix.size
    diagonal, known, total = np.zeros(size + 1), np.zeros(size + 1), 0.0
    for first, rows in prefix_blocks(matrix):
        last = first + rows.shape[0]
        diagonal[first + 1 : last + 1] = rows[np.arange(last - first), np.arange(first, last)]
        known[first + 1 : last + 1] = rows[:, -1]
        total += float(rows.sum())
    return Summary(diagonal, known, total)


def prefix_blocks(matrix: SineMatrix) -> Iterator[tuple[int, FloatArray]]:
    """Rows 1 … D of K (without the leading zero column) by blocks; a generator."""
    carried = np.zeros(matrix.size)
    for first in range(0, matrix.size, ROWS):
        rows = covariance_rows(matrix, first, min(first + ROWS, matrix.size))
        rows[0] += carried
        np.cumsum(rows, axis=0, out=rows)
        carried = rows[-1].copy()
        np.cumsum(rows, axis=1, out=rows)
        yield first, rows


@lru_cache(maxsize=32)
def widest_interval(matrix: SineMatrix, known: bool) -> float:
    """Largest v of an interval, or with a known total the largest v − c²/s."""
    own = summary(matrix)
    diagonal = own.diagonal
    if known:
        diagonal = diagonal - own.known**2 / own.known[-1]
    if matrix.size <= WHOLE:
        whole = prefix_covariance(matrix)
        if known:
            whole = whole - np.multiply.outer(own.known, own.known / own.known[-1])
        return float((diagonal[:, None] + diagonal[None, :] - 2 * whole).max())
    best = float(diagonal.max())
    for first, rows in prefix_blocks(matrix):
        last = first + rows.shape[0]
        part = diagonal[1:] - 2 * rows
        if known:
            part += np.multiply.outer(own.known[first + 1 : last + 1], own.known[1:] * (2 / own.known[-1]))
        best = max(best, float((part.max(axis=1) + diagonal[first + 1 : last + 1]).max()))
    return best


@lru_cache(maxsize=16)
def least_product(matrix: SineMatrix) -> float:
    """A float a little below min ⟨a_u, a_v⟩ over pairs of different columns of A (1e-9 below)."""
    own = real(matrix.kind, matrix.size)
    position = tables(matrix.kind, matrix.size)
    signal = np.zeros(own.period)
    signal[position.rows] = 1 / own.half_sines
    kernel = np.fft.rfft(signal).real
    least = 1.0
    inverse_roots = 1 / np.sqrt(own.norms)
    for first in range(0, matrix.size, ROWS):
        last = min(first + ROWS, matrix.size)
        rows = _kernel(kernel, position.codes, own.period, first, last)
        rows *= np.multiply.outer(inverse_roots[first:last] / 2, inverse_roots)
        least = min(least, float(rows.min()))
    return least - 1e-9
