"""Decoding, error and sensitivity of the bridge strategies, by fast Fourier transforms and closed-form covariances.

The solution of B x̃ = y, its covariances, and what bounds the distances of columns above EXACT codes are derived in
docs/proofs/waves.md. Floats of the sums behind that bound are good to 1e-12, and 1e-9 is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt

import numpy as np

from dpdesk.mechanisms.waves.bridge_matrix import CIRCLE, BridgeMatrix
from dpdesk.queries.workload import FloatArray

SLACK = 1e-9
ROWS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Real:
    """Floating-point r, φ and ψ (ones on the circle), and the kernels K or k, f or g for lags 0 … 2m."""

    rows: FloatArray
    points: FloatArray
    shares: FloatArray
    errors: FloatArray
    products: FloatArray


@lru_cache(maxsize=16)
def real(matrix: BridgeMatrix) -> Real:
    """Of one matrix.

    Args:
        matrix: its kind, codes and binary places.
    """
    table, m = matrix.tables, matrix.points
    rows = table.row_factors / 2.0**table.row_places
    points = table.point_factors / 2.0**table.point_places
    turn = m if matrix.kind == CIRCLE else 2 * m
    lags = np.arange(2 * m + 1) % turn

    def kernel(values: FloatArray) -> FloatArray:
        signal = np.zeros(turn)
        signal[1:m] = values
        return np.asarray(np.fft.fft(signal).real[lags])

    shares = 1 / points / float((1 / points).sum())
    errors, products = kernel(1 / rows**2), kernel(rows**2)
    return Real(rows, points, shares, errors / m**2 * (1 if matrix.kind == CIRCLE else 2), products)


def inverse_norm(matrix: BridgeMatrix) -> float:
    """A bound on ‖A⁻¹‖: that of the waves' part, times 1 + √m for fixing the constant.

    Args:
        matrix: its kind, codes and binary places.
    """
    factors, m = real(matrix), matrix.points
    waves = sqrt(2 / m) * float((1 / factors.rows).max()) / float(factors.points.min())
    if matrix.kind == CIRCLE and matrix.nowhere:
        return waves
    return waves * (1 + sqrt(m)) + float(np.linalg.norm(factors.shares))


def inverse(y: FloatArray, matrix: BridgeMatrix) -> FloatArray:
    """A⁻¹ y for a two-dimensional y.

    Args:
        y: float64[rows, n].
        matrix: its kind, codes and binary places.

    Returns:
        float64[codes, n].
    """
    factors, m, size = real(matrix), matrix.points, matrix.size
    weighted = y[: m - 1] / factors.rows[:, None]
    if matrix.kind == CIRCLE:
        signal = np.zeros((m, y.shape[1]))
        signal[1:] = weighted
        turned = np.fft.fft(signal, axis=0)
        waves = (turned.real - turned.imag) / m
        return np.asarray(waves[:size] if matrix.nowhere else waves[:size] - waves[size:])
    signal = np.zeros((4 * m, y.shape[1]))
    signal[1:m] = weighted
    waves = np.fft.rfft(signal, axis=0).real[1 : 2 * m : 2] * (2 / m) / factors.points[:, None]
    waves = waves - factors.shares[:, None] * waves.sum(axis=0)
    return np.asarray(waves[:size] if matrix.nowhere else waves + factors.shares[:, None] * y[-1:])


def decoder_rows(queries: FloatArray, matrix: BridgeMatrix) -> FloatArray:
    """Rows q A⁻¹ for dense queries (n, D).

    Args:
        queries: float64[n, D].
        matrix: its kind, codes and binary places.

    Returns:
        float64[n, rows].
    """
    factors, m, size = real(matrix), matrix.points, matrix.size
    padded = np.zeros((queries.shape[0], m))
    padded[:, :size] = queries
    if matrix.kind == CIRCLE:
        if not matrix.nowhere:
            padded[:, size] = -queries.sum(axis=1)
        turned = np.fft.fft(padded, axis=1)
        return np.asarray((turned.real - turned.imag)[:, 1:] / (m * factors.rows))
    known = padded @ factors.shares
    signal = np.zeros((queries.shape[0], 4 * m))
    signal[:, 1 : 2 * m : 2] = (padded - known[:, None]) / factors.points
    rows = np.fft.rfft(signal, axis=1).real[:, 1:m] * (2 / m) / factors.rows
    return np.asarray(rows if matrix.nowhere else np.concatenate([rows, known[:, None]], axis=1))


@lru_cache(maxsize=16)
def _sides(matrix: BridgeMatrix) -> tuple[FloatArray, float]:
    """For the bridge the covariance of z/φ with its sum, and that sum's variance."""
    factors, m = real(matrix), matrix.points
    ones = np.zeros((4 * m, 1))
    ones[1 : 2 * m : 2, 0] = 1 / factors.points
    rows = np.fft.rfft(ones, axis=0).real[1:m, 0] * (2 / m) / factors.rows
    signal = np.zeros(4 * m)
    signal[1:m] = rows / factors.rows
    side = np.fft.rfft(signal).real[1 : 2 * m : 2] * (2 / m) / factors.points
    return np.asarray(side), float(rows @ rows)


def covariance_rows(matrix: BridgeMatrix, first: int, last: int) -> FloatArray:
    """Rows first … last − 1 of the covariance of the decoded codes, columns 0 … last − 1.

    Args:
        matrix: its kind, codes and binary places.
        first: of the rows.
        last: the row before which they end.

    Returns:
        float64[last − first, last], for one unit of noise.
    """
    factors, m = real(matrix), matrix.points
    if matrix.kind == CIRCLE:
        rows = _lagged(factors.errors, first, last, reflected=False)
        if not matrix.nowhere:
            ends = factors.errors[m - 1 - np.arange(last)]
            rows = rows - ends - ends[first:last, None] + factors.errors[0]
        return rows
    rows = _lagged(factors.errors, first, last, reflected=True)
    rows /= factors.points[:last]
    rows /= factors.points[first:last, None]
    side, total = _sides(matrix)
    shares = factors.shares[:last]
    rows -= np.multiply.outer(side[first:last], shares)
    rows -= np.multiply.outer(shares[first:], side[:last])
    rows += (total + (0.0 if matrix.nowhere else 1.0)) * np.multiply.outer(shares[first:], shares)
    return rows


def code_variances(matrix: BridgeMatrix) -> FloatArray:
    """The diagonal of the covariance.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        float64[codes].
    """
    variances = np.empty(matrix.size)
    for first in range(0, matrix.size, ROWS):
        last = min(first + ROWS, matrix.size)
        rows = covariance_rows(matrix, first, last)
        variances[first:last] = rows[np.arange(last - first), np.arange(first, last)]
    return variances


def _lagged(kernel: FloatArray, first: int, last: int, *, reflected: bool) -> FloatArray:
    """Values kernel(|u − v|), plus kernel(u + v + 1) where reflected, for u = first … last − 1 and v = 0 … last − 1."""
    both = np.concatenate([kernel[last - 1 : 0 : -1], kernel[:last]])
    rows = np.empty((last - first, last))
    for u in range(first, last):
        rows[u - first] = both[last - 1 - u : 2 * last - 1 - u]
        if reflected:
            rows[u - first] += kernel[u + 1 : u + 1 + last]
    return rows


def product_blocks(matrix: BridgeMatrix) -> Iterator[tuple[int, FloatArray]]:
    """Inner products of the bridge's real columns b_u, all points: rows by blocks, columns up to the block's end.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        The first row of each block, and float64[rows, columns].
    """
    factors, m = real(matrix), matrix.points
    for first in range(0, m, ROWS):
        last = min(first + ROWS, m)
        rows = _lagged(factors.products, first, last, reflected=True)
        rows *= factors.points[:last] / 2
        rows *= factors.points[first:last, None]
        yield first, rows


@lru_cache(maxsize=16)
def real_norms(matrix: BridgeMatrix) -> FloatArray:
    """Squared norms of the columns of A, floats.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        float64[codes].
    """
    factors, m = real(matrix), matrix.points
    codes = np.arange(matrix.size)
    if matrix.kind == CIRCLE:
        around = factors.products[0] - factors.products[m - 1 - codes]
        return np.asarray(2 * around if matrix.nowhere else np.full(m - 1, factors.products[0]))
    places = np.arange(m)
    norms = factors.points**2 * (factors.products[0] + factors.products[2 * places + 1]) / 2
    if not matrix.nowhere:
        return np.asarray(norms + 1)
    last = factors.points * factors.points[-1] * (factors.products[m - 1 - places] + factors.products[m + places]) / 2
    return np.asarray((norms + norms[-1] - 2 * last)[:-1])


@lru_cache(maxsize=16)
def furthest_real(matrix: BridgeMatrix) -> float:
    """Largest squared distance of two of the real columns b_u, nowhere's included, a float.

    Args:
        matrix: its kind, codes and binary places.
    """
    factors, m = real(matrix), matrix.points
    if matrix.kind == CIRCLE:
        return float(2 * (factors.products[0] - factors.products[:m]).max())
    norms = factors.points**2 * (factors.products[0] + factors.products[2 * np.arange(m) + 1]) / 2
    furthest = 0.0
    for first, rows in product_blocks(matrix):
        last = rows.shape[1]
        rows *= -2
        rows += norms[:last]
        rows += norms[first:last, None]
        furthest = max(furthest, float(rows.max()))
    return furthest


def largest_entry(matrix: BridgeMatrix) -> int:
    """A bound on |M_ju|.

    Args:
        matrix: its kind, codes and binary places.
    """
    factors = real(matrix)
    top = float(factors.rows.max(initial=0.0)) * (sqrt(2) if matrix.kind == CIRCLE else float(factors.points.max()))
    return max(1 << matrix.bits, ceil((top * 2.0**matrix.bits + matrix.wave_error) * (2 if matrix.nowhere else 1)))


def norm_bound(matrix: BridgeMatrix) -> int:
    """An upper bound of the squared norms of the columns of M.

    Args:
        matrix: its kind, codes and binary places.
    """
    length = sqrt(float(real_norms(matrix).max()) * (1 + SLACK)) * 2.0**matrix.bits
    return ceil((length + matrix.entry_error * sqrt(matrix.size)) ** 2 * (1 + SLACK)) + 1


def furthest_bound(matrix: BridgeMatrix) -> int:
    """An upper bound of the squared distances of two columns of M.

    Args:
        matrix: its kind, codes and binary places.
    """
    apart = sqrt(furthest_real(matrix) * (1 + SLACK)) * 2.0**matrix.bits
    return ceil((apart + 2 * matrix.wave_error * sqrt(matrix.points)) ** 2 * (1 + SLACK)) + 1
