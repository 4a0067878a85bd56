"""Tails and errors against plain sums, and one unit either side."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpdesk.errors import BadInput
from dpdesk.sequential.tails import smallest_error, upper_tail, wrong_bounds


def mass(scale: float, x: int) -> float:
    a = math.exp(-1 / scale)
    return (1 - a) / (1 + a) * a ** abs(x)


def wrong(error: int, questions: int, scale: float, threshold_scale: float, sides: int) -> float:
    """P(max |ν| + |μ| > error) (or max ν) by plain sums."""
    reach = 60 * int(max(scale, threshold_scale)) + 60
    right = 0.0
    for z in range(-error, error + 1):
        room = error - abs(z)
        each = math.fsum(mass(scale, x) for x in range(-room if sides == 2 else -reach, room + 1))
        right += mass(threshold_scale, z) * each**questions
    return 1 - right


@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(7, 3), Fraction(100)])
@pytest.mark.parametrize("least", [-3, 0, 1, 5])
def test_tails_bracket_the_sums(scale: Fraction, least: int) -> None:
    low, high = upper_tail(scale, least)
    exact = math.fsum(mass(float(scale), x) for x in range(least, 6000))
    assert low <= high and high - low < Fraction(1, 2**170)
    assert float(low) == pytest.approx(exact, rel=1e-9)


def test_the_discrete_tail_is_not_the_continuous_one() -> None:
    """2a/(1 + a) at scale 1 is 0.538, e^-1 is 0.368."""
    assert 2 * upper_tail(Fraction(1), 1)[0] > Fraction(math.exp(-1)) * Fraction(14, 10)


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize(("questions", "failure"), [(1, Fraction(1, 20)), (40, Fraction(1, 100))])
def test_the_error_is_the_smallest_that_does(questions: int, failure: Fraction, sides: int) -> None:
    scale, threshold = Fraction(6), Fraction(5, 2)
    error = smallest_error(questions, failure, scale, threshold, sides)
    assert wrong(error, questions, 6, 2.5, sides) <= failure < wrong(error - 1, questions, 6, 2.5, sides)
    low, high = wrong_bounds(error, questions, scale, threshold, sides)
    assert low <= wrong(error, questions, 6, 2.5, sides) <= high


def test_blocks_bound_what_lies_in_them() -> None:
    fine = wrong_bounds(3000, 100, Fraction(400), Fraction(200))
    low, high = wrong_bounds(3000, 100, Fraction(400), Fraction(200), blocks=50)
    assert low < fine[0] <= fine[1] < high < 1.5 * low


def test_without_a_threshold_only_the_questions_count() -> None:
    error = smallest_error(1, Fraction(1, 20), Fraction(10))
    allowed = Fraction(1, 40)  # on either side
    assert upper_tail(Fraction(10), error + 1)[1] <= allowed < upper_tail(Fraction(10), error)[0]


def test_values_count_too() -> None:
    without = smallest_error(10, Fraction(1, 20), Fraction(4), Fraction(2))
    assert smallest_error(10, Fraction(1, 20), Fraction(4), Fraction(2), values=3, value_scale=Fraction(40)) > without


def test_large_scales_are_quick_and_hopeless_ones_refused() -> None:
    assert smallest_error(10**6, Fraction(1, 20), Fraction(10**9), Fraction(10**9)) > 10**10
    with pytest.raises(BadInput, match="larger than any count"):
        smallest_error(1, Fraction(1, 10**30), Fraction(2**58))
