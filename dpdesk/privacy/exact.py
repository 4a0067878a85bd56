"""Exact numbers: privacy parameters are rationals from the keyboard to the ledger.

``parse_exact`` reads "0.1" as 1/10 and refuses floats, because a float typed as 0.1 is another number.
What must become a float (for show) or lose digits (a square root) is rounded in a named direction, so that
the caller can make sure that a stated loss is never smaller than the true one.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

_DECIMAL = re.compile(r"([+-]?)(\d+(?:\.\d+)?|\.\d+)(?:[eE]([+-]?\d{1,4}))?", re.ASCII)
_RATIO = re.compile(r"([+-]?\d+)/(\d+)", re.ASCII)
_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d{1,4})?", re.ASCII)
MOST_DIGITS = 40
LARGEST_EXPONENT = 40
_ROOT_BITS = 64


def parse_exact(text: str | int | Fraction) -> Fraction:
    """The rational that a text writes.

    Args:
        text: "0.1", "1/10", "1e-6", "3", an int or a Fraction.

    Raises:
        BadInput: for floats, NaN, infinities, decimal commas, more than 40 digits and exponents beyond ±40.

    >>> parse_exact("1e-6") == Fraction(1, 10**6)
    True
    """
    if isinstance(text, bool) or not isinstance(text, (str, int, Fraction)):
        raise BadInput(problem("privacy.not_text", kind=type(text).__name__))
    if isinstance(text, (int, Fraction)):
        return Fraction(text)
    cleaned = text.strip()
    shown = cleaned if len(cleaned) <= MOST_DIGITS else cleaned[:MOST_DIGITS] + "…"
    if sum(character.isdigit() for character in cleaned) > MOST_DIGITS:
        raise BadInput(problem("privacy.too_many_digits", text=shown, most=MOST_DIGITS))
    ratio = _RATIO.fullmatch(cleaned)
    if ratio is not None:
        if int(ratio[2]) == 0:
            raise BadInput(problem("privacy.divides_by_zero", text=shown))
        return Fraction(int(ratio[1]), int(ratio[2]))
    decimal = _DECIMAL.fullmatch(cleaned)
    if decimal is None and _COMMA.fullmatch(cleaned):
        raise BadInput(problem("privacy.decimal_comma", text=shown, meant=shown.replace(",", ".")))
    if decimal is None:
        raise BadInput(problem("privacy.not_exact", text=shown))
    exponent = int(decimal[3] or 0)
    if abs(exponent) > LARGEST_EXPONENT:
        raise BadInput(problem("privacy.exponent", text=shown, most=LARGEST_EXPONENT))
    whole, _, part = decimal[2].partition(".")
    mantissa = int((whole or "0") + part)
    value = Fraction(mantissa) * Fraction(10) ** (exponent - len(part))
    return -value if decimal[1] == "-" else value


def format_exact(value: Fraction) -> str:
    """The canonical text of a rational, which `parse_exact` reads back as the same number.

    Args:
        value: any rational.

    >>> format_exact(Fraction(2, 4)), format_exact(Fraction(3))
    ('1/2', '3')
    """
    return str(Fraction(value))


def float_up(value: Fraction) -> float:
    """The smallest float64 that is at least a rational: infinity if there is no finite one.

    Args:
        value: what is to be shown, and never understated.

    >>> float_up(Fraction(1, 10)) >= Fraction(1, 10)
    True
    """
    try:
        nearest = float(value)
    except OverflowError:
        return math.inf if value > 0 else -float.fromhex("0x1.fffffffffffffp+1023")
    return math.nextafter(nearest, math.inf) if Fraction(nearest) < value else nearest


def float_down(value: Fraction) -> float:
    """The largest float64 that is at most a rational.

    Args:
        value: what is to be shown, and never overstated.
    """
    return 0.0 - float_up(-value)  # and not -0.0, which would be shown as such


def sqrt_down(value: Fraction) -> Fraction:
    """A rational at most √value, relative error below 2^-63; exact where value is the square of a rational.

    Args:
        value: at least 0.

    Raises:
        ValueError: it is negative.

    >>> sqrt_down(Fraction(1, 4))
    Fraction(1, 2)
    """
    return _root(value)[0]


def sqrt_up(value: Fraction) -> Fraction:
    """A rational at least √value, relative error below 2^-63; exact where value is the square of a rational.

    Args:
        value: at least 0.

    Raises:
        ValueError: it is negative.

    >>> sqrt_down(Fraction(2)) < sqrt_up(Fraction(2))
    True
    """
    return _root(value)[1]


def _root(value: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of √value. √(n/d) = √(n·d)/d, and isqrt(n·d·4^k)/2^k is √(n·d) to within 2^-k."""
    if value < 0:
        raise ValueError("the square root of a negative number was asked for")
    product = value.numerator * value.denominator
    shift = max(0, _ROOT_BITS - product.bit_length() // 2 + 1)
    scaled = product << (2 * shift)
    root = math.isqrt(scaled)
    denominator = value.denominator << shift
    lower = Fraction(root, denominator)
    return lower, lower if root * root == scaled else Fraction(root + 1, denominator)


def round_up(value: Fraction, digits: int) -> Fraction:
    """The smallest multiple of 10^-digits that is at least a rational.

    Args:
        value: what is rounded.
        digits: after the decimal point.

    >>> round_up(Fraction(2, 3), 2)
    Fraction(67, 100)
    """
    unit = 10**digits
    return Fraction(-((-value.numerator * unit) // value.denominator), unit)


def round_down(value: Fraction, digits: int) -> Fraction:
    """The largest multiple of 10^-digits that is at most a rational.

    Args:
        value: what is rounded.
        digits: after the decimal point.

    >>> round_down(Fraction(2, 3), 2)
    Fraction(33, 50)
    """
    unit = 10**digits
    return Fraction((value.numerator * unit) // value.denominator, unit)
