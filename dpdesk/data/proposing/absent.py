"""Numbers that usually stand for a missing value: -8 and -9, and 99, 999, 99999999 far above all others.

They are proposed as not stated, and the remark asks for their meaning. None is quoted by it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from dpdesk.data.proposing.contents import BOUNDS, LEAST_CODE, Numbers

_NEGATIVE = frozenset(
    Fraction(-number)
    for number in (7, 8, 9, 66, 77, 88, 97, 98, 99, 666, 777, 888, 997, 998, 999, 6666, 7777, 8888, 9997, 9998, 9999)
)
_HIGH = re.compile(r"9+[6-9]|(7{2,3}|8{2,3})")
_NINES = re.compile(r"9{3,}[6-9]")
_GAP = 5  # at least so far, and by a quarter of what the others reach to, lies a code above them
_FEWEST = 3  # other numbers beside it
_LARGEST = 10**15


def negative(numbers: Numbers) -> tuple[Fraction, ...]:
    """The negative numbers, if all of them are usual codes for missing values and others are not negative."""
    values = numbers.negative
    if not values or numbers.between or numbers.least < LEAST_CODE or numbers.greatest < 0:
        return ()
    return tuple(sorted(values, reverse=True)) if values <= _NEGATIVE else ()


def high(distinct: Collection[Fraction]) -> tuple[Fraction, ...]:
    """The numbers that are usual codes for missing values and stand apart above all others."""
    rest = sorted((value for value in distinct if value >= 0), reverse=True)
    codes: list[Fraction] = []
    while rest and _is_high(rest[0]):
        codes.append(rest.pop(0))
    while codes and (not rest or codes[-1] - rest[0] < _GAP or codes[-1] * 4 < rest[0] * 5):
        rest.insert(0, codes.pop())
    return tuple(sorted(codes)) if len(rest) >= _FEWEST else ()


def _is_high(number: Fraction) -> bool:
    whole = number.denominator == 1 and number < _LARGEST
    return whole and _HIGH.fullmatch(str(number.numerator)) is not None


def top(numbers: Numbers) -> tuple[tuple[Fraction, ...], Numbers]:
    """The same of numbers in great variety: one of nines with no other number for long below it.

    Returns:
        The codes (99999997 to 99999999), and the summary without them.
    """
    bounds = sorted(numbers.buckets)
    if not numbers.whole or len(bounds) < _FEWEST or bounds[-1] - bounds[-2] < 2:
        return (), numbers
    greatest = str(int(min(numbers.greatest, _LARGEST)))
    if not _NINES.fullmatch(greatest):
        return (), numbers
    nines = Fraction(10 ** len(greatest) - 1)
    left = replace(
        numbers,
        count=numbers.count - numbers.buckets[bounds[-1]],
        greatest=float(BOUNDS[bounds[-2]]),
        buckets={bucket: often for bucket, often in numbers.buckets.items() if bucket != bounds[-1]},
    )
    return tuple(nines - below for below in (2, 1, 0)), left
