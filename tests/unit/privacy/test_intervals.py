"""The rational bounds of exp, ln and the normal tail contain the truth (by Decimal) and are tight."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr

from dpdesk.privacy.intervals import exp_minus, log, normal_tail

positive = st.fractions(min_value=Fraction(1, 10**15), max_value=10**4, max_denominator=10**18)
bits = st.sampled_from([1, 8, 64, 128, 200])


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


@given(positive, bits)
def test_exp_is_bracketed(gamma, places):
    low, high = exp_minus(gamma, places)
    with localcontext() as context:
        context.prec = 120
        assert low <= (-decimal(gamma)).exp() * 2**places <= high
    assert high - low <= 2


@given(positive, bits)
def test_log_is_bracketed(value, places):
    low, high = log(value, places)
    with localcontext() as context:
        context.prec = 120
        assert low <= decimal(value).ln() * 2**places <= high
    assert high - low <= 4


def test_exact_ends():
    assert exp_minus(Fraction(0), 64) == (2**64, 2**64)
    assert exp_minus(Fraction(10**30), 64) == (0, 1)
    low, high = log(Fraction(1), 64)
    assert low <= 0 <= high
    for value in (Fraction(2, 3), Fraction(4, 3), Fraction(1, 2**200), Fraction(3**200)):
        low, high = log(value, 100)
        assert 0 <= high - low <= 4


@given(st.fractions(min_value=-12, max_value=12, max_denominator=10**6))
def test_normal_tail_agrees_with_scipy(x):
    low, high = normal_tail(x, 200)
    assert 0 <= high - low <= 8
    assert low / 2**200 == pytest.approx(float(ndtr(-float(x))), rel=1e-12)


def test_normal_tail_to_many_digits():
    # Φ(−1) and Φ(−4) to 30 digits (OEIS A239382 gives Φ(1) = 0.841344746068542948585232545632...).
    for x, text in ((1, "0.158655253931457051414767454368"), (0, "0.5")):
        low, high = normal_tail(Fraction(x), 128)
        assert low - 2**30 <= Fraction(text) * 2**128 <= high + 2**30


@pytest.mark.parametrize(
    "call", [lambda: exp_minus(Fraction(-1), 8), lambda: log(Fraction(0), 8), lambda: normal_tail(Fraction(101), 8)]
)
def test_arguments_out_of_range(call):
    with pytest.raises(ValueError, match=r"."):
        call()
