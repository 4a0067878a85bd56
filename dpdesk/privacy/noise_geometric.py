"""Exact geometric draws for any rational scale, digit by digit.

Guarantee: the values of ``geometric(b, n)`` are independent with P(G = g) = (1 − a)a^g, a = e^(−1/b), exactly
(docs/proofs/noise.md, claim 2): in mixed radix the digits of G are independent, and ``ExactTable`` draws each.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np

from dpdesk.privacy.intervals import Bounds, exp_minus, multiply
from dpdesk.privacy.noise_tables import ExactTable, Int64, Thresholds

LARGEST_VALUE = 1 << 60
_DIRECT = 64  # up to this scale one table serves, without lower digits
_WIDEST = 8  # bits of a lower digit
_GUARD = 32


def geometric(scale: Fraction, size: int) -> Int64:
    """Draw geometric numbers, exactly and from the operating system.

    Args:
        scale: b, above 0.
        size: how many.

    Returns:
        int64[size], independent, P(g) = (1 − a)a^g for g ≥ 0, a = e^(−1/b).

    Raises:
        OverflowError: a number reached 2^60, which never happens in effect.
    """
    digits, rest, outcomes = _tables(scale)
    shift = sum(width for width, _ in digits)
    high = rest.draw(size).astype(np.int64)
    again = np.flatnonzero(high == outcomes)
    while again.size:
        more = rest.draw(again.size)
        high[again] += more
        again = again[more == outcomes]
    if size and int(high.max()) >= LARGEST_VALUE >> shift:
        raise OverflowError("a noise value left the range of 64-bit integers")
    if not digits:
        return high
    result = high << shift
    place = 0
    for width, table in digits:
        result += table.draw(size).astype(np.int64) << place
        place += width
    return result


@lru_cache(maxsize=16)
def _tables(scale: Fraction) -> tuple[tuple[tuple[int, ExactTable], ...], ExactTable, int]:
    """Tables of the lower digits (width in bits, lowest first), of the rest, and where the rest is cut."""
    shift = (math.ceil(scale / _DIRECT) - 1).bit_length()
    digits: list[tuple[int, ExactTable]] = []
    place = 0
    while place < shift:
        left = shift - place
        width = -(-left // -(-left // _WIDEST))
        digits.append((width, ExactTable(_digit_law(scale / (1 << place), 1 << width))))
        place += width
    rest = scale / (1 << shift)
    outcomes = math.ceil(12 * rest) + 1
    return tuple(digits), ExactTable(_cut_law(rest, outcomes)), outcomes


def _powers(scale: Fraction, count: int, bits: int) -> list[Bounds]:
    """Bounds of 2^bits · e^(−k/scale) for k = 1 … count."""
    ratio = exp_minus(1 / scale, bits)
    result = [ratio]
    for _ in range(count - 1):
        result.append(multiply(result[-1], ratio, bits))
    return result


def _cut_law(scale: Fraction, outcomes: int) -> Thresholds:
    """C_k = 1 − a^k for k = 1 … outcomes."""

    def thresholds(bits: int) -> list[Bounds]:
        unit = 1 << (bits + _GUARD)
        powers = _powers(scale, outcomes, bits + _GUARD)
        return [((unit - high) >> _GUARD, -((low - unit) >> _GUARD)) for low, high in powers]

    return thresholds


def _digit_law(scale: Fraction, radix: int) -> Thresholds:
    """C_k = (1 − r^k)/(1 − r^radix) for k = 1 … radix − 1, r = e^(−1/scale)."""
    guard = _GUARD + math.ceil(scale).bit_length()  # the denominator may be as small as 1/scale

    def thresholds(bits: int) -> list[Bounds]:
        unit = 1 << (bits + guard)
        powers = _powers(scale, radix, bits + guard)
        least, most = unit - powers[-1][1], unit - powers[-1][0]
        return [(((unit - high) << bits) // most, -(((low - unit) << bits) // least)) for low, high in powers[:-1]]

    return thresholds
