"""Exact numbers: what is read, what is refused, which way is rounded."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import (
    float_down,
    float_up,
    format_exact,
    parse_exact,
    round_down,
    round_up,
    sqrt_down,
    sqrt_up,
)

fractions = st.fractions(min_value=Fraction(1, 10**12), max_value=10**12, max_denominator=10**15)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("1/10", Fraction(1, 10)),
        ("1e-6", Fraction(1, 10**6)),
        ("2.5E+3", Fraction(2500)),
        (".5", Fraction(1, 2)),
        (" 3 ", Fraction(3)),
        ("-7/2", Fraction(-7, 2)),
        (3, Fraction(3)),
        (Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_reads_exactly(text, value):
    assert parse_exact(text) == value


@pytest.mark.parametrize(
    "bad",
    [
        0.1,
        True,
        None,
        "0,5",
        "",
        "nan",
        "inf",
        "1/0",
        "1e41",
        "1e-41",
        "1" * 41,
        "1_000",
        "0x1",
        "1/2/3",
        "1e",
        "١",
        "5.",
    ],
)
def test_refuses_in_one_sentence(bad):
    with pytest.raises(BadInput) as caught:
        parse_exact(bad)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


@given(fractions)
def test_text_round_trip(value):
    assert parse_exact(Fraction(format_exact(value))) == value
    if sum(c.isdigit() for c in format_exact(value)) <= 40:
        assert parse_exact(format_exact(value)) == value


@given(fractions)
def test_floats_are_directed_and_tight(value):
    up, down = float_up(value), float_down(value)
    assert Fraction(down) <= value <= Fraction(up)
    assert up == down or math.nextafter(down, math.inf) == up


def test_floats_beyond_the_range():
    assert float_up(Fraction(10) ** 400) == math.inf
    assert float_down(Fraction(10) ** 400) == float.fromhex("0x1.fffffffffffffp+1023")
    assert float_up(Fraction(1, 10**400)) > 0
    assert float_down(Fraction(1, 10**400)) == 0
    assert str(float_down(Fraction(0))) == str(float_up(Fraction(0))) == "0.0"


@given(fractions)
def test_roots_are_directed_and_tight(value):
    low, high = sqrt_down(value), sqrt_up(value)
    assert low**2 <= value <= high**2
    assert high - low <= high * Fraction(1, 2**62)
    assert sqrt_up(value**2) == value == sqrt_down(value**2)


def test_roots_of_extremes():
    tiny, huge = Fraction(1, 10**80), Fraction(10**81)
    assert sqrt_up(tiny) == Fraction(1, 10**40)
    assert sqrt_down(huge) ** 2 <= huge < (sqrt_down(huge) * (1 + Fraction(1, 2**60))) ** 2
    assert sqrt_up(Fraction(0)) == 0
    with pytest.raises(ValueError, match="negative"):
        sqrt_up(Fraction(-1))


@given(st.fractions(min_value=-100, max_value=100), st.integers(0, 20))
def test_decimal_rounding_is_directed(value, digits):
    assert 0 <= round_up(value, digits) - value < Fraction(1, 10**digits)
    assert 0 <= value - round_down(value, digits) < Fraction(1, 10**digits)
