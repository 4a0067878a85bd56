"""Sines and roots in whole numbers, so that every machine makes the same matrix.

A number t stands as t 2^128, cut to a whole number: 128 binary places. An entry of a matrix of waves is a sine times
a factor of its row times a factor of its code. The sine is rounded to 30 places, the factors are cut to 31 bits, and
their product is rounded once more: products of 64 bits, which dpdesk makes in numpy and this program in Python.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence

ONE = 1 << 128


@functools.lru_cache(4)
def sines(n: int) -> list[int]:
    """sin(k pi/n) for k = 0 ... 2n, by turning a vector that has 96 places more.

    pi = 16 arctan(1/5) - 4 arctan(1/239) (Machin); sine and cosine of pi/n by their power series.
    """
    one = ONE << 96

    def arctangent(inverse: int) -> int:
        steps = range(3 + 256 // inverse.bit_length())
        return sum((-1) ** k * (one << 32) // ((2 * k + 1) * inverse ** (2 * k + 1)) for k in steps)

    angle = ((4 * (4 * arctangent(5) - arctangent(239))) >> 32) // n
    terms = [one]  # angle^k / k!
    while terms[-1]:
        terms.append(((terms[-1] * angle) >> 224) // len(terms))
    cos, sin = (sum((-1) ** k * term for k, term in enumerate(terms[first::2])) for first in (0, 1))
    quarter, x, y = [], one, 0
    for _ in range(n // 2 + 1):
        quarter.append((y + (1 << 95)) >> 96)
        x, y = (x * cos - y * sin) >> 224, (x * sin + y * cos) >> 224
    half = quarter + quarter[(n - 1) // 2 :: -1]
    return half + [-value for value in half[1:]]


def cosines(turn: int) -> list[int]:
    """cos(2 pi k/turn), k = 0 ... turn - 1."""
    fine = sines(2 * turn)
    return [fine[(turn + 4 * k) % (4 * turn)] for k in range(turn)]


def cosine_sums(weights: Sequence[int], multiples: Iterable[int], places: int) -> list[int]:
    """The sum over l of w_l cos(2 pi kl/turn), turn the number of weights, for some k; rounded to so many places."""
    turn, table = len(weights), cosines(len(weights))
    used = [(lag, weight) for lag, weight in enumerate(weights) if weight]
    totals = (sum(weight * table[k * lag % turn] for lag, weight in used) for k in multiples)
    return [((total << places) + (ONE >> 1)) >> 128 for total in totals]


def thirty_places(value: int) -> int:
    """Rounded to 30 of its 128 places."""
    return (1 if value >= 0 else -1) * ((abs(value) + (1 << 97)) >> 98)


def factors(values: Sequence[int]) -> tuple[list[int], int]:
    """Values in 128 places as integers of at most 31 bits, and their places."""
    spare = max(values, default=ONE).bit_length() - 31
    return [value >> spare for value in values], 128 - spare


def inverse_roots(squares: Iterable[int]) -> tuple[list[int], int]:
    """1/sqrt(s) of values in 128 places, as `factors`."""
    return factors([math.isqrt(ONE**3 // value) for value in squares])


def products(
    table: Sequence[int],
    place: Callable[[int, int], int],
    row_factors: Sequence[int],
    code_factors: Sequence[int],
    shift: int,
) -> list[list[int]]:
    """Entry (j, i) is the sine at table[place(j, i)] times the factor of code i times that of row j, over 2^shift."""
    half = 1 << (shift - 1)
    return [
        [(((table[place(j, i)] * code) >> 30) * row + half) >> shift for i, code in enumerate(code_factors)]
        for j, row in enumerate(row_factors)
    ]
