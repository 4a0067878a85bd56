"""Plain decimals coded in whole-number arithmetic, ten times as fast as by rationals and to the same result.

A text such as "1250.75" is 125075 hundredths. A bin's edge e lies at or below it exactly if ceil(100·e) ≤ 125075,
so that one list of whole numbers for each number of decimal places replaces comparisons of rationals; a
quantity's steps are floor(value/step + 1/2), one division of whole numbers. Whatever is not a plain decimal
(an exponent, a grouping mark, more than 18 digits on a side, no number at all) is left to the dictionary's own
coding; tests compare the two on texts of every make.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from dpdesk.schema.variables.coding import (
    NumberCoding,
    ProductCoding,
    QuantityCoding,
    SquareCoding,
    StatedCoding,
    Summed,
)

Coded = tuple[bool, int | None]
OTHER: Coded = (False, None)


def _plain(decimal: str) -> re.Pattern[str]:
    return re.compile(rf"([+-]?)([0-9]{{1,18}})(?:{re.escape(decimal)}([0-9]{{0,18}}))?")


def _scaled(text: str, pattern: re.Pattern[str]) -> tuple[int, int] | None:
    """Return (whole number of the last place, decimal places), None if it is not a plain decimal."""
    match = pattern.fullmatch(text)
    if match is None:
        return None
    sign, whole, places = match.groups()
    digits = int(whole + places) if places else int(whole)
    return (-digits if sign == "-" else digits), len(places or "")


def _ceiling(value: Fraction, places: int) -> int:
    return -int((-value.numerator * 10**places) // value.denominator)


def number_coder(coding: NumberCoding) -> Callable[[str], Coded]:
    """Return a function that gives (True, code) for a plain decimal, (False, None) for any other text."""
    pattern = _plain(coding.format.decimal)
    texts, last = coding.texts, len(coding.edges) - 1

    @cache
    def scale(places: int) -> tuple[list[int], dict[int, int], int | None]:
        """The edges, the missing numbers, and the closed last edge if it can be stated, in units of the place."""
        edges = [_ceiling(edge, places) for edge in coding.edges]
        numbers = {
            _ceiling(number, places): code
            for number, code in coding.numbers.items()
            if 10**places % number.denominator == 0
        }
        closed = coding.closed and 10**places % coding.edges[-1].denominator == 0
        return edges, numbers, edges[-1] if closed else None

    def code(text: str) -> Coded:
        text = text.strip(" \t")
        if text in texts:
            return OTHER
        scaled = _scaled(text, pattern)
        if scaled is None:
            return OTHER
        digits, places = scaled
        edges, numbers, closed = scale(places)
        if digits in numbers:
            return True, numbers[digits]
        position = bisect_right(edges, digits) - 1
        if position < 0:
            return True, coding.below
        if position == last:
            return True, last - 1 if digits == closed else coding.above
        return True, position

    return code


def quantity_coder(coding: QuantityCoding) -> Callable[[str], Coded]:
    """Return a function that gives (True, steps) for a plain decimal, (False, None) for any other text."""
    pattern = _plain(coding.format.decimal)
    up, down = coding.step.numerator, coding.step.denominator

    @cache
    def scale(places: int) -> tuple[int, int, frozenset[int], int]:
        """The least and the greatest digits within the bounds, the missing numbers, and one step's divisor."""
        numbers = frozenset(
            _ceiling(number, places) for number in coding.numbers if 10**places % number.denominator == 0
        )
        return _ceiling(coding.lower, places), -_ceiling(-coding.upper, places), numbers, up * 10**places

    def steps(text: str) -> Coded:
        text = text.strip(" \t")
        if text in coding.texts:
            return OTHER
        scaled = _scaled(text, pattern)
        if scaled is None:
            return OTHER
        digits, places = scaled
        lower, upper, numbers, divisor = scale(places)
        if digits in numbers:
            return True, None
        if digits < lower:
            return True, coding.below
        if digits > upper:
            return True, coding.above
        return True, (2 * digits * down + divisor) // (2 * divisor)

    return steps


def summed_coder(coding: Summed) -> Callable[[str], Coded] | None:
    """The same for whatever is summed of one column of numbers; None for what is made of something else."""
    match coding:
        case QuantityCoding():
            return quantity_coder(coding)
        case StatedCoding():
            return _of_quantity(coding.of, lambda value: 0 if value is None else 1)
        case SquareCoding(of=QuantityCoding() as quantity, centre=centre):
            return _of_quantity(quantity, lambda value: None if value is None else (value - centre) ** 2)
    return None


def _of_quantity(coding: QuantityCoding, made: Callable[[int | None], int | None]) -> Callable[[str], Coded]:
    value_of = quantity_coder(coding)

    def steps(text: str) -> Coded:
        plain, value = value_of(text)
        return (True, made(value)) if plain else OTHER

    return steps


def product_coder(coding: ProductCoding, columns: Sequence[str]) -> Callable[[Sequence[str]], Coded]:
    """Return a function that gives (True, steps) for plain decimals in these columns, (False, None) for other texts."""
    of = coding.of if isinstance(coding.of, QuantityCoding) else coding.of.of
    value_of, weight_of = summed_coder(coding.of), quantity_coder(coding.weight)
    if value_of is None or not isinstance(of, QuantityCoding):  # of a whole unit, which is not weighted
        return lambda texts: OTHER
    first, second = columns.index(of.column), columns.index(coding.weight.column)

    def steps(texts: Sequence[str]) -> Coded:
        (plain, value), (plainly, weight) = value_of(texts[first]), weight_of(texts[second])
        if not plain or not plainly:
            return OTHER
        return True, None if value is None or weight is None else value * weight

    return steps
