"""The sine strategy's matrix on a grid: integers that are the same on every machine.

The real matrix is A_ji = sin(p_j m_i · 2π/P) / √(s_j d_i), j, i = 1 … D, with the workload's own eigenvectors as rows:
for all intervals P = 2(D+1), p_j = j, m_i = i, s_j = sin(πj/(2D+2)); for prefixes P = 2(2D+1), p_j = 2j − 1,
m_i = D + 1 − i, s_j = sin((2j−1)π/(4D+2)); d_i = Σ_j sin²(…)/s_j makes every column's norm 1. Closed forms of d and of
inner products, and how far M is from 2^q A (`entry_error`): docs/proofs/waves.md.

What is measured is M = round(2^q A), generated block by block: sines by a three-term recurrence in integers of 128
bits, the factors s^−½ and d^−½ by integer square roots, each then cut to 31 bits and multiplied in 64-bit integers with
shifts. No floating point takes part, so no machine can round otherwise. Sensitivities for rows that come and go are
computed from M itself and need nothing of how far it is from 2^q A.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

import numpy as np

from dpdesk.mechanisms.core.kinds import INTERVALS
from dpdesk.mechanisms.waves.wave_matrix import WaveMatrix
from dpdesk.queries.workload import FloatArray, IntArray

_GUARD = 128
_ONE = 1 << _GUARD
_SINE_BITS = 30
_FACTOR_BITS = 31


def _pi() -> int:
    """π in fixed point (Machin)."""

    def arctangent(inverse: int) -> int:
        term = (_ONE << 32) // inverse
        total, k, square = term, 1, inverse * inverse
        while term:
            term //= square
            k += 2
            total += -(term // k) if k % 4 == 3 else term // k
        return total

    return (4 * (4 * arctangent(5) - arctangent(239))) >> 32


@lru_cache(maxsize=16)
def quarter_sines(parts: int) -> tuple[int, ...]:
    """sin(kπ/parts) in fixed point for k = 0 … parts/2, parts even: sin(k+1)θ = 2 cos θ sin kθ − sin(k−1)θ.

    Its errors grow like k² times the last of 128 places; everything used afterwards has 31.

    Args:
        parts: of a half circle, even.

    Returns:
        parts/2 + 1 integers of 128 binary places.
    """
    angle = _pi() // parts
    square = (angle * angle) >> _GUARD
    sine = term = angle
    cosine = even = _ONE
    k = 1
    while term or even:
        even = -((even * square) >> _GUARD) // ((2 * k - 1) * (2 * k))
        term = -((term * square) >> _GUARD) // ((2 * k) * (2 * k + 1))
        cosine, sine = cosine + even, sine + term
        k += 1
        if k > 200:
            break
    sines = [0, sine]
    for _ in range(parts // 2 - 1):
        sines.append(((2 * cosine * sines[-1]) >> _GUARD) - sines[-2])
    return tuple(sines[: parts // 2 + 1])


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Everything the entries are made of: period, positions p_j and m_i, sines, the two factors' integers; and H."""

    period: int
    rows: IntArray
    codes: IntArray
    sines: IntArray
    row_factors: IntArray
    code_factors: IntArray
    shift: int
    gaps: FloatArray


@lru_cache(maxsize=16)
def tables(kind: str, size: int) -> Tables:
    """Tables of one kind and size; `shift` is the number of binary places of the product of both factors.

    Args:
        kind: PREFIXES or INTERVALS.
        size: D.
    """
    steps = np.arange(1, size + 1, dtype=np.int64)
    if kind == INTERVALS:
        parts, period = 4 * (size + 1), 2 * (size + 1)
        rows, codes = steps, steps
        quarter = quarter_sines(parts)
        half = [quarter[2 * j] for j in range(1, size + 1)]
        odd = [(quarter[parts // 2 - k] << _GUARD) // quarter[k] for k in range(1, parts // 2, 2)]
        odd += [-value for value in reversed(odd)]
    else:
        parts, period = 4 * size + 2, 2 * (2 * size + 1)
        rows, codes = 2 * steps - 1, size + 1 - steps
        quarter = quarter_sines(parts)
        half = [quarter[2 * j - 1] for j in range(1, size + 1)]
        odd = [(_ONE << _GUARD) // quarter[k] for k in range(1, parts // 2 + 1, 2)]
        odd += list(reversed(odd))[1:]
    norms, total = [], 0
    for m in range(1, size + 1):
        total += odd[2 * m - 2] + odd[2 * m - 1]
        norms.append(total // 2)
    gaps, total = [0], 0
    for k in range(1, 2 * size + 1):
        total += odd[k - 1]
        gaps.append(total - (_ONE if k % 2 else 0))
    row_factors, row_places = _factors(half)
    code_factors, code_places = _factors([norms[m - 1] for m in codes.tolist()])
    step = parts // (period // 2)
    first = [_rounded(quarter[k * step]) for k in range(period // 4 + 1)]
    upper = [first[k] if k < len(first) else first[period // 2 - k] for k in range(period // 2 + 1)]
    sines = np.array(upper + [-value for value in upper[1:-1]], dtype=np.int64)
    floats = np.array([gap / _ONE for gap in gaps])
    return Tables(period, rows, codes, sines, row_factors, code_factors, row_places + code_places, floats)


def _rounded(value: int) -> int:
    return (value + (1 << (_GUARD - _SINE_BITS - 1))) >> (_GUARD - _SINE_BITS)


def _factors(squares: list[int]) -> tuple[IntArray, int]:
    """value^−½ as integers of at most 31 bits, and their number of binary places."""
    roots = [isqrt(_ONE**3 // value) for value in squares]
    cut = max(roots).bit_length() - _FACTOR_BITS
    return np.array([root >> cut for root in roots], dtype=np.int64), _GUARD - cut


@dataclass(frozen=True, slots=True)
class SineMatrix(WaveMatrix):
    """M = round(2^bits A) for `size` codes; rows j, columns the codes."""

    kind: str
    size: int
    bits: int

    def generate(self, first: int, last: int) -> IntArray:
        """Rows first … last − 1 as int64."""
        table = tables(self.kind, self.size)
        index = np.multiply.outer(table.rows[first:last].astype(np.int32), table.codes.astype(np.int32))
        whole_turns = index // np.int32(table.period)
        whole_turns *= np.int32(table.period)
        index -= whole_turns
        entries = table.sines[index]
        entries *= table.code_factors
        entries >>= _SINE_BITS
        entries *= table.row_factors[first:last, None]
        shift = table.shift - self.bits
        entries += 1 << (shift - 1)
        entries >>= shift
        return entries

    @property
    def entry_error(self) -> float:
        """A bound on |M_ji − 2^bits A_ji|, proven above."""
        table = tables(self.kind, self.size)
        carried = 3 * int(table.row_factors.max()) + int(table.code_factors.max()) + 4
        return 0.5 + carried / 2.0 ** (table.shift - self.bits)


def real(kind: str, size: int) -> FloatArray:
    """A itself in floating point, for tests and comparisons.

    Args:
        kind: PREFIXES or INTERVALS.
        size: D.

    Returns:
        float64[rows, codes].
    """
    table = tables(kind, size)
    angles = np.multiply.outer(table.rows, table.codes) % table.period * (2 * np.pi / table.period)
    sines = np.sin(angles)
    halves = np.sin(table.rows * (np.pi / table.period))
    squares = sines**2 / halves[:, None]
    return np.asarray(sines / np.sqrt(np.multiply.outer(halves, squares.sum(axis=0))), dtype=np.float64)
