"""Rational bounds of exp, ln and the normal tail, in integer arithmetic.

Every privacy claim that meets an irrational number rests on these functions: they return integers (lower,
upper) with lower ≤ 2^bits · f(x) ≤ upper, each step rounded outward, so a caller who takes the safe end has a
proof and not a hope. No float and no library function enters.

exp: e^-γ = (e^-(γ/2^j))^(2^j), the inner one by the alternating Taylor series, whose partial sums bracket it.
ln: x = m·2^e with m in [2/3, 4/3); ln m = 2 artanh((m − 1)/(m + 1)), a series of one sign whose remainder after
the term t^(2n+1)/(2n+1) is below that term · t²/(1 − t²) ≤ that term / 24, as |t| ≤ 1/5.
Normal tail: Φ(−x) = 1/2 − (2π)^-½ Σ (−1)^n x^(2n+1)/(2^n n! (2n+1)), alternating; π by Machin's formula.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

Bounds = tuple[int, int]


def floor_scaled(value: Fraction, bits: int) -> int:
    """A lower bound of a rational in units of 2^−bits.

    Args:
        value: of either sign.
        bits: binary places.

    Returns:
        ⌊2^bits · value⌋.
    """
    return (value.numerator << bits) // value.denominator


def ceil_scaled(value: Fraction, bits: int) -> int:
    """An upper bound of a rational in units of 2^−bits.

    Args:
        value: of either sign.
        bits: binary places.

    Returns:
        ⌈2^bits · value⌉.
    """
    return -((-value.numerator << bits) // value.denominator)


def multiply(a: Bounds, b: Bounds, bits: int) -> Bounds:
    """The product of two non-negative numbers given by their bounds.

    Args:
        a: (lower, upper) of the first, in units of 2^−bits.
        b: those of the second.
        bits: binary places.

    Returns:
        (lower, upper) of the product, rounded outward.
    """
    return (a[0] * b[0]) >> bits, -((-a[1] * b[1]) >> bits)


def exp_minus(gamma: Fraction, bits: int) -> Bounds:
    """Bounds of e^−γ.

    Args:
        gamma: γ, at least 0.
        bits: binary places, at least 1.

    Returns:
        (lower, upper) with lower ≤ 2^bits · e^-γ ≤ upper, at most 2 apart.

    Raises:
        ValueError: γ is negative.

    >>> low, high = exp_minus(Fraction(1), 20)
    >>> low <= 2**20 / 2.718281828459045 <= high, high - low <= 2
    (True, True)
    """
    if gamma < 0:
        raise ValueError("exp_minus needs an exponent of at least 0")
    if gamma == 0:
        return 1 << bits, 1 << bits
    if gamma > bits:  # e^-γ < 2^-γ < 2^-bits
        return 0, 1
    halvings = max(0, gamma.numerator.bit_length() - gamma.denominator.bit_length() + 8)
    work = bits + halvings + 16
    low, high = floor_scaled(gamma, work - halvings), ceil_scaled(gamma, work - halvings)
    result = (_taylor(high, work)[0], _taylor(low, work)[1])
    for _ in range(halvings):
        result = multiply(result, result, work)
    surplus = work - bits
    return result[0] >> surplus, -(-result[1] >> surplus)


def _taylor(argument: int, work: int) -> Bounds:
    """Bounds of 2^work · e^-x for x = argument/2^work < 1/64 by the alternating series Σ (-x)^n/n!."""
    lower = upper = 1 << work
    term_low = term_high = 1 << work
    n = 0
    while term_high > 1:
        n += 1
        term_low = ((term_low * argument) >> work) // n
        term_high = -(((-term_high * argument) >> work) // n)
        if n % 2:
            lower, upper = lower - term_high, upper - term_low
        else:
            lower, upper = lower + term_low, upper + term_high
    # The terms fall, so what is left is of the next term's sign and smaller than the last term, which is ≤ 1.
    return lower - 1, upper + 1


def log(value: Fraction, bits: int) -> Bounds:
    """Bounds of a natural logarithm.

    Args:
        value: above 0.
        bits: binary places.

    Returns:
        (lower, upper) with lower ≤ 2^bits · ln(value) ≤ upper, at most 4 apart.

    Raises:
        ValueError: the number is not positive.

    >>> log(Fraction(1), 20)
    (0, 0)
    """
    if value <= 0:
        raise ValueError("log needs a positive number")
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    mantissa = value / Fraction(2) ** exponent
    if mantissa >= Fraction(4, 3):
        mantissa, exponent = mantissa / 2, exponent + 1
    elif mantissa < Fraction(2, 3):
        mantissa, exponent = mantissa * 2, exponent - 1
    work = bits + abs(exponent).bit_length() + 16
    low, high = _log_near_one(mantissa, work)
    two_low, two_high = _log_two(work)
    low += exponent * (two_low if exponent >= 0 else two_high)
    high += exponent * (two_high if exponent >= 0 else two_low)
    surplus = work - bits
    return low >> surplus, -(-high >> surplus)


@lru_cache(maxsize=32)
def _log_two(work: int) -> Bounds:
    """Bounds of 2^work · ln 2 = −2^work · (ln(2/3) + ln(3/4)), both arguments close to 1."""
    first, second = _log_near_one(Fraction(2, 3), work), _log_near_one(Fraction(3, 4), work)
    return -first[1] - second[1], -first[0] - second[0]


def _log_near_one(value: Fraction, work: int) -> Bounds:
    """Bounds of 2^work · ln(value) for 2/3 ≤ value < 4/3."""
    if value < 1:
        low, high = _log_near_one_above(value, work)
        return -high, -low
    return _log_near_one_above(value, work)


def _log_near_one_above(value: Fraction, work: int) -> Bounds:
    """Bounds of 2^work · |ln(value)| by 2 artanh(t), t = |value − 1|/(value + 1) ≤ 1/5."""
    ratio = abs(value - 1) / (value + 1)
    if ratio == 0:
        return 0, 0
    power = (floor_scaled(ratio, work), ceil_scaled(ratio, work))
    square = multiply(power, power, work)
    low = high = 0
    n = 0
    while True:
        term = (power[0] // (2 * n + 1), -(-power[1] // (2 * n + 1)))
        low, high = low + term[0], high + term[1]
        if term[1] <= 1:
            break
        power = multiply(power, square, work)
        n += 1
    return 2 * low, 2 * (high + 1)


def normal_tail(x: Fraction, bits: int) -> Bounds:
    """Bounds of the standard normal law's tail Φ(−x).

    Args:
        x: of either sign, |x| ≤ 100.
        bits: binary places.

    Returns:
        (lower, upper) with lower ≤ 2^bits · Φ(−x) ≤ upper, a few units apart.

    Raises:
        ValueError: x is above 100.

    >>> low, high = normal_tail(Fraction(0), 20)
    >>> low <= 2**19 <= high
    True
    """
    if x < 0:
        low, high = normal_tail(-x, bits)
        return (1 << bits) - high, (1 << bits) - low
    if x > 100:
        raise ValueError("the normal tail is asked for too far out")
    # The largest term is below e^(x²/2): that many digits cancel.
    work = bits + math.ceil(x * x * Fraction(3, 4)) + 32
    point = (floor_scaled(x, work), ceil_scaled(x, work))
    square = multiply(point, point, work)
    power = point  # x^(2n+1)/(2^n n!)
    low = high = 0
    n = 0
    while True:
        term = (power[0] // (2 * n + 1), -(-power[1] // (2 * n + 1)))
        low, high = (low - term[1], high - term[0]) if n % 2 else (low + term[0], high + term[1])
        # From here the terms fall (x² < 2n), so what is left is smaller than the last one.
        if term[1] <= 1 and 2 * n > square[1] >> work:
            break
        n += 1
        power = multiply(power, square, work)
        power = (power[0] // (2 * n), -(-power[1] // (2 * n)))
    low, high = max(low - 1, 0), high + 1
    two_pi = _pi(work)
    # 2^work/√(2π) = √(2^(3·work)/(2π·2^work)), rounded outward.
    density_low = math.isqrt((1 << (3 * work)) // (2 * two_pi[1]))
    density_high = math.isqrt((1 << (3 * work)) // (2 * two_pi[0])) + 1
    half, surplus = 1 << (work - 1), work - bits
    least = half + ((-high * density_high) >> work)
    most = half - ((low * density_low) >> work)
    return max(least >> surplus, 0), -(-most >> surplus)


@lru_cache(maxsize=32)
def _pi(work: int) -> Bounds:
    """Bounds of 2^work · π = 2^work · (16 arctan(1/5) − 4 arctan(1/239))."""
    five, large = _arctan_inverse(5, work), _arctan_inverse(239, work)
    return 16 * five[0] - 4 * large[1], 16 * five[1] - 4 * large[0]


def _arctan_inverse(whole: int, work: int) -> Bounds:
    """Bounds of 2^work · arctan(1/whole), by the alternating series."""
    low = high = 0
    n = 0
    while True:
        divisor = (2 * n + 1) * whole ** (2 * n + 1)
        term = ((1 << work) // divisor, -(-(1 << work) // divisor))
        low, high = (low - term[1], high - term[0]) if n % 2 else (low + term[0], high + term[1])
        if term[1] <= 1:
            return low - 1, high + 1
        n += 1
