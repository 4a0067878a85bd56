"""The bridge strategies' matrices on a grid: waves for replacement, as integers that are the same on every machine.

Under replacement only differences of columns count. With m points (codes, and nowhere where units may be nowhere) the
real matrix B has rows j = 1 … m − 1 and columns u = 0 … m − 1:
circle (all intervals, m = D + 1): B_ju = r_j·(cos + sin)(2πju/m);
bridge (prefixes; m = D, or D + 1 with nowhere): B_ju = r_j·cos(πj(2u+1)/(2m))·φ_u.
What r_j and φ_u are, and why: docs/proofs/waves.md.

Measured is a square matrix. B = round(2^q B) on the grid; with nowhere, its column is subtracted from the others, so
that a unit that is nowhere changes nothing: differences of columns stay what they were. Without nowhere the circle
leaves out the last point (its column is not measured by anyone), and the bridge has one more row, 2^q in all columns:
the total, which is public.

As in sine_matrix.py no floating point takes part: sines by recurrence in 128 places, n_j and c_u as sums of 64-bit
integers of few places (they decide which matrix it is, not whether it is private), roots by integer square roots, then
entries from factors of 31 bits. `entry_error` bounds the distance to 2^q A, A the real matrix of these factors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

import numpy as np

from dpdesk.mechanisms.waves.sine_matrix import quarter_sines
from dpdesk.mechanisms.waves.wave_matrix import WaveMatrix
from dpdesk.queries.workload import FloatArray, IntArray

BRIDGE, CIRCLE = "bridge", "circle"
EXPONENT = 29
"""Of the norms, in 64ths."""
_PLACES = 128
_ONE = 1 << _PLACES
_SINE_BITS = 30
_FACTOR_BITS = 31
_WEIGHT_BITS = 20
_SQUARE_BITS = 20
NORM_BITS = 32
DOUBT = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Period P of the waves, their positions (a wave j at point u has the angle 2π·j·u_u/P), sines, and the factors."""

    period: int
    points: IntArray
    waves: IntArray
    row_factors: IntArray
    point_factors: IntArray
    row_places: int
    point_places: int


@lru_cache(maxsize=16)
def tables(kind: str, points: int) -> Tables:
    """Tables of one kind, and number of points m.

    Args:
        kind: of bridge.
        points: m.
    """
    circle = kind == CIRCLE
    turn = points if circle else 2 * points
    period = points if circle else 4 * points
    quarter = quarter_sines(2 * turn)  # sin(kπ/2M)
    places = np.arange(points, dtype=np.int64) if circle else 2 * np.arange(points, dtype=np.int64) + 1
    fine = _cosines(quarter, turn, period)
    waves = fine + np.roll(fine, period // 4) if circle and period % 4 == 0 else fine
    if circle and period % 4:
        waves = fine + _sines(quarter, turn)
    squares = _squares(turn, points, quarter)
    total = sum(squares) if circle else max(1, sum(squares) // 2)
    rows = [isqrt((value << _PLACES) * _ONE // total) for value in squares]
    row_factors, row_places = _cut(rows)
    if circle:
        return Tables(period, places, waves, row_factors, np.ones(points, dtype=np.int64), row_places, 0)
    doubled = 2 * total
    shares = [(value << (_SQUARE_BITS + 1)) // doubled for value in squares]
    norms = _norms(points, shares, quarter)
    point_factors, point_places = _cut([_power(norm) for norm in norms])
    return Tables(period, places, waves, row_factors, point_factors, row_places, point_places)


def _cosines(quarter: tuple[int, ...], turn: int, period: int) -> IntArray:
    """cos(2πk/period) of 30 places, k = 0 … period − 1; the period is `turn` or twice that."""
    # cos(2πk/period) = sin(π/2 − 2πk/period) = sin((turn − step·k)π/(2·turn)), step = 4·turn/period.
    step = 4 * turn // period
    place = np.abs(np.arange(period, dtype=np.int64) * step % (4 * turn))
    place = np.minimum(place, 4 * turn - place)
    rounded = np.array([_rounded(value) for value in quarter], dtype=np.int64)
    near = place <= turn
    return np.where(near, rounded[np.where(near, turn - place, 0)], -rounded[np.where(near, 0, place - turn)])


def _sines(quarter: tuple[int, ...], turn: int) -> IntArray:
    """sin(2πk/turn) of 30 places, k = 0 … turn − 1."""
    rounded = np.array([_rounded(value) for value in quarter], dtype=np.int64)
    place = 4 * np.arange(turn, dtype=np.int64)
    negative = place > 2 * turn
    place = np.where(negative, 4 * turn - place, place)
    sines = rounded[np.minimum(place, 2 * turn - place)]
    return np.where(negative, -sines, sines)


def _rounded(value: int) -> int:
    return (value + (1 << (_PLACES - _SINE_BITS - 1))) >> (_PLACES - _SINE_BITS)


def _squares(turn: int, points: int, quarter: tuple[int, ...]) -> list[int]:
    """√(λ_j/n_j) for j = 1 … m − 1, up to a common factor."""
    weights = np.zeros(turn, dtype=np.int64)
    for lag in range(1, turn):
        for eighths in range(8 * lag - 3, 8 * lag + 4, 2):
            inside = (eighths - 2 * turn) * (6 * turn - eighths)
            if inside > 0:
                weights[lag] += isqrt(inside << (2 * _WEIGHT_BITS)) // (8 * turn)
    around = cosine_sums(weights, quarter, 0)
    total = int(weights.sum())
    squares: list[int] = []
    for j in range(1, points):
        sine = quarter[min(2 * j, 2 * turn - 2 * j)]
        squares.append(isqrt((_ONE**3 << 64) // (sine * sine * max(total - around[j], 1))))
    return squares


def cosine_sums(weights: IntArray, quarter: tuple[int, ...], places: int) -> list[int]:
    """Σ_l w_l cos(2πkl/M) · 2^places for k = 0 … M − 1, rounded to integers; the same on every machine.

    By a Fourier transform, whose error is far below DOUBT; where that leaves the rounding open, in integers.

    Args:
        weights: w_l, small integers, int64[M].
        quarter: sines of a quarter of the circle in fixed point.
        places: binary places of what is returned.
    """
    turn = weights.size
    near = np.fft.fft(weights.astype(np.float64)).real * 2.0**places
    rounded = np.rint(near)
    sums: list[int] = rounded.astype(np.int64).tolist()
    for k in np.flatnonzero(np.abs(np.abs(near - np.floor(near)) - 0.5) < DOUBT).tolist():
        total = 0
        for lag in np.flatnonzero(weights).tolist():
            place = 4 * (k * lag % turn)
            place = min(place, 4 * turn - place)  # cos(place·π/2M)
            total += int(weights[lag]) * (quarter[turn - place] if place <= turn else -quarter[place - turn])
        sums[k] = ((total << places) + (_ONE >> 1)) >> _PLACES
    return sums


def _norms(points: int, shares: list[int], quarter: tuple[int, ...]) -> list[int]:
    """c_u = Σ_j r_j² cos²(πj(2u+1)/(2m)) with Σr_j² = 2, in NORM_BITS places: cos² = (1 + cos(2·))/2."""
    weights = np.array([0, *shares, *[0] * points], dtype=np.int64)
    extra = NORM_BITS - _SQUARE_BITS
    around = cosine_sums(weights, quarter, extra)
    half = sum(shares) << (extra - 1)
    return [half + around[2 * u + 1] // 2 for u in range(points)]


def _power(norm: int) -> int:
    """c^(−29/64) in 128 places."""
    root = norm << (_PLACES - NORM_BITS)
    for _ in range(6):
        root = isqrt(root << _PLACES)
    power = _ONE
    for digit in bin(EXPONENT)[2:]:
        power = (power * power) >> _PLACES
        if digit == "1":
            power = (power * root) >> _PLACES
    return (_ONE << _PLACES) // power


def _cut(values: list[int]) -> tuple[IntArray, int]:
    """Values in 128 places as integers of at most 31 bits, and their number of places."""
    cut = max(values, default=_ONE).bit_length() - _FACTOR_BITS
    return np.array([value >> cut for value in values], dtype=np.int64), _PLACES - cut


@dataclass(frozen=True, slots=True)
class BridgeMatrix(WaveMatrix):
    """The integers of one kind for `size` codes, with or without nowhere; square, rows j, columns the codes."""

    kind: str
    size: int
    bits: int
    nowhere: bool

    @property
    def points(self) -> int:
        """Number m of points."""
        return self.size + 1 if self.nowhere or self.kind == CIRCLE else self.size

    @property
    def whole_row(self) -> int | None:
        """The row that counts everybody."""
        return self.size - 1 if self.points == self.size else None

    @property
    def tables(self) -> Tables:
        """Shared by all places."""
        return tables(self.kind, self.points)

    def generate(self, first: int, last: int) -> IntArray:
        """Rows first … last − 1 as int64."""
        factors, waves = self.tables, min(last, self.points - 1)
        narrow = np.int32 if 2 * self.points**2 < 1 << 31 else np.int64
        index = np.multiply.outer(np.arange(first + 1, waves + 1, dtype=narrow), factors.points.astype(narrow))
        turns = index // narrow(factors.period)
        turns *= narrow(factors.period)
        index -= turns
        entries = factors.waves[index]
        shift = factors.row_places + _SINE_BITS - self.bits
        if self.kind == BRIDGE:
            entries *= factors.point_factors
            entries >>= _SINE_BITS
            shift = factors.row_places + factors.point_places - self.bits
        entries *= factors.row_factors[first:waves, None]
        entries += 1 << (shift - 1)
        entries >>= shift
        if self.nowhere:
            entries = entries[:, :-1] - entries[:, -1:]
        elif self.kind == CIRCLE:
            entries = entries[:, :-1]
        if last > self.points - 1:
            entries = np.concatenate([entries, np.full((1, self.size), 1 << self.bits, dtype=np.int64)])
        return np.asarray(entries)

    @property
    def wave_error(self) -> float:
        """A bound on |round(2^q B) − 2^q B|, B the real matrix of the factors in `tables`."""
        factors = self.tables
        largest = float(factors.row_factors.max(initial=0))
        if self.kind == CIRCLE:  # the sum of two sines of 30 places is within 1
            return 0.5 + largest / 2.0 ** (factors.row_places + _SINE_BITS - self.bits)
        # The sine within ½, times a factor below 2^31 and shifted by 30 within 1 + 1.
        return 0.5 + 2 * largest / 2.0 ** (factors.row_places + factors.point_places - self.bits)

    @property
    def entry_error(self) -> float:
        """A bound on |M_ju − 2^q A_ju|."""
        return self.wave_error * (2 if self.nowhere else 1)


def real(matrix: BridgeMatrix) -> FloatArray:
    """A in floating point, for tests and comparisons.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        float64[rows, codes].
    """
    factors, m = matrix.tables, matrix.points
    rows = factors.row_factors / 2.0**factors.row_places
    angles = 2 * np.pi / factors.period * (np.multiply.outer(np.arange(1, m), factors.points) % factors.period)
    if matrix.kind == CIRCLE:
        waves = rows[:, None] * (np.cos(angles) + np.sin(angles))
    else:
        waves = rows[:, None] * np.cos(angles) * (factors.point_factors / 2.0**factors.point_places)
    if matrix.nowhere:
        return np.asarray(waves[:, :-1] - waves[:, -1:])
    return np.asarray(waves[:, :-1] if matrix.kind == CIRCLE else np.concatenate([waves, np.ones((1, m))]))
