"""Round numbers that people would write down themselves: 1, 2 and 5 times a power of ten.

Bounds rounded outward to such numbers say of the data only between which two of them the extremes lie.
"""

from __future__ import annotations

from fractions import Fraction

SMALLEST, LARGEST = -6, 18
"""The powers of ten between which friendly bounds lie."""


def friendly_numbers() -> tuple[Fraction, ...]:
    """Return the positive friendly numbers in order, from 10^-6 to 10^18."""
    tens = (Fraction(10) ** power for power in range(SMALLEST, LARGEST))
    return (*(ten * digit for ten in tens for digit in (1, 2, 5)), Fraction(10) ** LARGEST)


def friendly_below(value: Fraction) -> Fraction:
    """Return the greatest friendly number (of any power of ten) not above a positive `value`."""
    power = len(str(value.numerator)) - len(str(value.denominator))
    for exponent in (power, power - 1):
        ten = Fraction(10) ** exponent
        for digit in (5, 2, 1):
            if ten * digit <= value:
                return ten * digit
    return Fraction(10) ** (power - 1)


def outward(least: Fraction, greatest: Fraction, grid: Fraction) -> tuple[Fraction, Fraction]:
    """Return the multiples of `grid` around a range, at least one grid apart."""
    lower, upper = least // grid * grid, -(-greatest // grid) * grid
    return lower, upper if upper > lower else lower + grid


def friendly_width(lower: Fraction, upper: Fraction, most: int) -> Fraction:
    """Return the smallest friendly width that divides a range into at most `most` equal bins, else the range."""
    span = upper - lower
    fitting = (width for width in friendly_numbers() if width * most >= span and (span / width).denominator == 1)
    return next(fitting, span)
