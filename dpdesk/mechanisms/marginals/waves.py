"""Ordered variables taken apart for marginals: everybody and waves about the mean, or the sine strategy in one block.

Measured beside everybody is M = round(2^q A), A_ji = cos(πj(2i − 1)/2D)/√(s_j d_i), s_j = sin(πj/2D): eigenvectors of
prefixes less their mean, times the fourth root of the eigenvalue, all columns of norm 1 (docs/proofs/marginals.md,
claim 5). For prefixes alone that is 1.04 times the certified optimum at 64 codes, for all intervals 1.06; what other
tables need of the total then has a row of its own. Where no table asks for the total, the sine strategy itself is
better.

As in waves/sine_matrix.py no floating point takes part in M: sines by recurrence in 128 places, roots by integer square
roots, entries from factors of 31 bits. Inner products of M's columns are computed from M, as whole numbers: in floating
point, but below 2^53. Up to their rounding columns have one norm; N is the largest. Of two codes the one inner product
is all that counts, and distances of products are linear in it: the least decides, or N (docs/proofs/sensitivity.md).
Everybody's row and M together are square; the decoder is their inverse.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

import numpy as np

from dpdesk.mechanisms.core.axis import moments_of
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json, sha256_of
from dpdesk.mechanisms.marginals.blocks import Block, Everybody, Pair, Parts
from dpdesk.mechanisms.waves.sine import SineAxis
from dpdesk.mechanisms.waves.sine_matrix import quarter_sines
from dpdesk.queries.one_variable import AllRange, OneVariable
from dpdesk.queries.workload import Array, FloatArray, IntArray

LARGEST = 256
"""Most codes of a variable with waves: the inverse is written down."""
_GUARD = 128
_ONE = 1 << _GUARD
_SINE_BITS = 30
_FACTOR_BITS = 31


@lru_cache(maxsize=32)
def matrix(size: int, bits: int) -> IntArray:
    """M: D − 1 rows of D integers; not to be written to.

    Args:
        size: D.
        bits: binary places q.

    Returns:
        int64[D − 1, D].
    """
    quarter = quarter_sines(4 * size)  # sin(kπ/4D)
    steps = range(1, size)
    cosines = [(quarter[2 * size - 2 * j] * quarter[2 * size - 2 * j]) // quarter[2 * j] for j in steps]
    norms = [sum(cosines)]
    for i in range(1, size):
        norms.append(norms[-1] - (_cotangent(quarter, 4 * i + 1) + _cotangent(quarter, 4 * i - 1)) // 2)
    rows, row_places = _roots([quarter[2 * j] for j in steps])
    codes, code_places = _roots(norms)
    sines = np.array([(value + (1 << (_GUARD - _SINE_BITS - 1))) >> (_GUARD - _SINE_BITS) for value in quarter])
    # cos(mπ/2D) for m = 0 … 4D − 1
    place = np.arange(4 * size)
    place = np.minimum(place, 4 * size - place)
    waves = np.where(place <= size, 1, -1) * sines[2 * np.abs(size - place)].astype(np.int64)
    index = np.multiply.outer(np.arange(1, size), 2 * np.arange(size) + 1) % (4 * size)
    entries = (waves[index] * codes) >> _SINE_BITS
    shift = row_places + code_places - bits
    entries = (entries * rows[:, None] + (1 << (shift - 1))) >> shift
    entries.flags.writeable = False
    return np.asarray(entries, dtype=np.int64)


def _cotangent(quarter: tuple[int, ...], m: int) -> int:
    """cot(mπ/4D), 0 < m < 4D."""
    turn = len(quarter) - 1  # 2D
    if m > turn:
        return -_cotangent(quarter, 2 * turn - m)
    return (quarter[turn - m] << _GUARD) // quarter[m]


def _roots(squares: list[int]) -> tuple[IntArray, int]:
    """value^−½ as integers of at most 31 bits, and their number of binary places."""
    roots = [isqrt(_ONE**3 // value) for value in squares]
    cut = max(roots).bit_length() - _FACTOR_BITS
    return np.array([root >> cut for root in roots], dtype=np.int64), _GUARD - cut


@dataclass(frozen=True, slots=True, eq=False)
class Inverse:
    """Columns of the inverse of everybody above M/2^q: everybody's, and the waves'; and the waves' covariance, added up
    over both prefixes, with a row and column of zeros in front.
    """

    everybody: FloatArray
    waves: FloatArray
    prefixes: FloatArray


@lru_cache(maxsize=16)
def inverse(size: int, bits: int) -> Inverse:
    """The inverse and what follows from it, computed once for a number of codes and of places.

    Args:
        size: D.
        bits: binary places q.
    """
    square = np.concatenate([np.ones((1, size)), matrix(size, bits) / 2.0**bits])
    inverted = np.linalg.inv(square)
    inverted += inverted @ (np.eye(size) - square @ inverted)
    waves = np.ascontiguousarray(inverted[:, 1:])
    prefixes = np.zeros((size + 1, size + 1))
    np.cumsum(waves @ waves.T, axis=0, out=prefixes[1:, 1:])
    np.cumsum(prefixes[1:, 1:], axis=1, out=prefixes[1:, 1:])
    return Inverse(inverted[:, 0].copy(), waves, prefixes)


@lru_cache(maxsize=32)
def norm(size: int, bits: int) -> int:
    """N, the largest squared norm of a column of M.

    Args:
        size: D.
        bits: binary places q.
    """
    entries = matrix(size, bits)
    return int(np.einsum("ji,ji->i", entries, entries).max())


@lru_cache(maxsize=32)
def least_product(size: int, bits: int) -> int:
    """The least inner product of two columns; whole numbers below 2^53, hence exact.

    Args:
        size: D.
        bits: binary places q.
    """
    dense = matrix(size, bits).astype(np.float64)
    return int((dense.T @ dense).min())


@dataclass(frozen=True, slots=True)
class WaveTotal(Everybody):
    """Everybody, beside waves: rounded, they do not add up to nothing, so that codes have unequal shares."""

    bits: int

    def shares(self, query: OneVariable) -> FloatArray:
        """The queries of everybody's column of the inverse."""
        return np.asarray(query.along(inverse(self.size, self.bits).everybody, 0), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Waves(Block):
    """M = round(2^bits A)."""

    size: int
    bits: int

    @property
    def rows(self) -> int:
        """One row a wave: D − 1."""
        return self.size - 1

    @property
    def unit(self) -> int:
        """2^bits measured units are one count."""
        return 1 << self.bits

    @property
    def norm(self) -> int:
        """N, the largest squared norm of a column of M."""
        return norm(self.size, self.bits)

    @property
    def largest_entry(self) -> int:
        """The largest |M_ji|."""
        return int(np.abs(matrix(self.size, self.bits)).max())

    def measure(self, x: Array, axis: int) -> Array:
        """M x in exact integers."""
        return np.moveaxis(np.tensordot(matrix(self.size, self.bits), x, axes=(1, axis)), 0, axis)

    def answer(self, y: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """The inverse, then the queries."""
        codes = np.tensordot(inverse(self.size, self.bits).waves, y / self.unit, axes=(1, axis))
        return np.moveaxis(np.asarray(query.along(codes, 0), dtype=np.float64), 0, axis)

    def moments(self, query: OneVariable) -> FloatArray:
        """For intervals from the covariance of prefixes, else from the rows."""
        runs = query.runs()
        if runs.contiguous:
            prefixes = inverse(self.size, self.bits).prefixes
            diagonal = np.diagonal(prefixes)
            variances = diagonal[runs.ends] + diagonal[runs.starts] - 2 * prefixes[runs.starts, runs.ends]
            return np.where(runs.ends - runs.starts == self.size, 0.0, np.maximum(variances, 0.0))
        return Block.moments(self, query)

    def sum(self, query: OneVariable) -> float:
        """For all intervals from the sums of the covariance of prefixes and of its diagonal."""
        if not isinstance(query, AllRange):
            return float(self.moments(query).sum())
        prefixes = inverse(self.size, self.bits).prefixes
        return (self.size + 1) * float(np.trace(prefixes)) - float(prefixes.sum())

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The query times the inverse; nothing for everybody."""
        dense = dense_rows(query, rows)
        dense[dense.all(axis=1)] = 0.0
        return np.asarray(dense @ inverse(self.size, self.bits).waves)

    def to_json(self) -> Json:
        """Parameters and the SHA-256 of the entries, row after row, as 64-bit little-endian integers."""
        return {"kind": "waves", "binary_places": self.bits, "sha256": sha256_of(matrix(self.size, self.bits))}

    def to_public_json(self) -> Json:
        """Places and the SHA-256."""
        entries = matrix(self.size, self.bits)
        return {"kind": "cosine waves", "codes": self.size, "places": self.bits, "sha256": sha256_of(entries)}


@dataclass(frozen=True, slots=True)
class Unsplit(Block):
    """The sine strategy as it stands, from which every query follows."""

    size: int
    axis: SineAxis

    @property
    def norm(self) -> int:
        """The largest squared norm of the sine strategy's columns."""
        return self.axis.norm

    @property
    def rows(self) -> int:
        """The rows of the sine strategy."""
        return self.axis.rows

    @property
    def unit(self) -> int:
        """The unit of the sine strategy."""
        return self.axis.unit

    @property
    def largest_entry(self) -> int:
        """The largest entry of the sine strategy."""
        return self.axis.largest_entry

    def measure(self, x: Array, axis: int) -> Array:
        """M x in exact integers, M the sine strategy's."""
        return self.axis.measure(x, axis)

    def answer(self, y: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """The sine strategy's estimates of the codes, then the queries."""
        return self.axis.answer(self.axis.estimate(y / self.unit, axis), axis, query)

    def moments(self, query: OneVariable) -> FloatArray:
        """The variances of the sine strategy's answers."""
        return moments_of(self.axis, query)[0]

    def sum(self, query: OneVariable) -> float:
        """The sum of the variances of the sine strategy's answers."""
        return self.axis.sums(query)[0]

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The rows of the sine strategy's decoder."""
        return self.axis.coefficients(query, rows)

    def to_json(self) -> Json:
        """What the sine strategy says of itself."""
        return self.axis.to_json()

    def to_public_json(self) -> Json:
        """What the sine strategy says of itself to a reader without this program."""
        return self.axis.to_public_json()


@dataclass(frozen=True, slots=True)
class Wavy(Parts):
    """The blocks of an ordered variable: everybody, and waves about the mean."""

    bits: int

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pair whose waves have the least inner product."""
        return ((1, least_product(self.size, self.bits)),)

    @property
    def even(self) -> bool:
        """No: the norms of waves are one but for rounding."""
        return False


@dataclass(frozen=True, slots=True)
class Undivided(Parts):
    """The sine strategy in one block."""

    axis: SineAxis

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pair with the least inner product."""
        return ((min(g for _, _, g in self.axis.triples()),),) if self.size > 1 else ()

    @property
    def even(self) -> bool:
        """No: the norms of sines are one but for rounding."""
        return False


def waves(size: int, bits: int) -> Parts:
    """An ordered variable taken apart into everybody and waves about the mean.

    Args:
        size: D.
        bits: binary places q.
    """
    return Wavy(size, (WaveTotal(size, bits), Waves(size, bits)), bits)


def sines(axis: SineAxis) -> Parts:
    """The sine strategy in one block.

    Args:
        axis: the sine strategy of the variable.
    """
    return Undivided(axis.size, (Unsplit(axis.size, axis),), axis)
