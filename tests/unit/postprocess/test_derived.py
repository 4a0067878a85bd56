"""Limits of ratios and quantiles: coverage by simulation, with a wrong control, and exact order of quantiles."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dpdesk.postprocess.derived import count_limits, quantile_limits, quantile_positions, ratio_limits

DRAWS = 40_000
Z90 = 1.6448536269514722
# Coverage is binomial with n = 40,000: five and a half standard deviations are a false alarm below 4e-8 a line.
SLACK = 5.5 * np.sqrt(0.9 * 0.1 / DRAWS)


@pytest.mark.statistical
@pytest.mark.parametrize(("a", "b", "sa", "sb"), [(30, 200, 4, 9), (0, 60, 5, 5), (-40, 80, 10, 6), (500, 510, 3, 3)])
def test_ratio_limits_cover(a: float, b: float, sa: float, sb: float) -> None:
    """False-alarm rate below 1e-7 a case."""
    generator = np.random.default_rng(1)
    top = a + generator.normal(0, sa, DRAWS)
    bottom = b + generator.normal(0, sb, DRAWS)
    low, high = ratio_limits(top, np.full(DRAWS, Z90 * sa), bottom, np.full(DRAWS, Z90 * sb))
    known = np.isfinite(low)
    assert known.mean() > 0.99
    assert np.mean((low <= a / b) & (a / b <= high) | ~known) >= 0.9 - SLACK


@pytest.mark.statistical
def test_ignoring_the_noise_of_the_base_is_caught() -> None:
    """The wrong control: a percentage with the margin of its numerator only does not cover."""
    generator = np.random.default_rng(1)
    a, b = 900.0, 1000.0
    top, bottom = a + generator.normal(0, 3, DRAWS), b + generator.normal(0, 30, DRAWS)
    low, high = (top - Z90 * 3) / bottom, (top + Z90 * 3) / bottom
    assert np.mean((low <= a / b) & (a / b <= high)) < 0.9 - 20 * SLACK


def test_a_base_that_may_be_zero_is_not_estimable() -> None:
    low, high = ratio_limits(*(np.array([v]) for v in (5.0, 2.0, 3.0, 4.0)))
    assert np.isnan(low[0])
    assert np.isnan(high[0])


def test_count_limits_are_whole_and_not_negative() -> None:
    low, high = count_limits(np.array([-7.3, 0.2, 12.5]), np.array([2.0, 1.5, 2.0]))
    assert low.tolist() == [0, 0, 10]
    assert high.tolist() == [0, 2, 15]
    assert not np.signbit(high[0])


@given(arrays(np.int64, st.tuples(st.integers(1, 4), st.integers(1, 30)), elements=st.integers(0, 9)))
def test_quantiles_match_the_definition_and_never_cross(counts: np.ndarray) -> None:
    positions = [
        quantile_positions(counts, q)
        for q in (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10), Fraction(1))
    ]
    for lower, higher in itertools.pairwise(positions):
        assert np.all(lower <= higher)
    for row, position in zip(counts, positions[2], strict=True):
        values = np.repeat(np.arange(row.size), row)
        expected = -1 if values.size == 0 else values[(values.size + 1) // 2 - 1]
        assert position == expected


@pytest.mark.statistical
def test_quantile_limits_cover() -> None:
    """False-alarm rate below 1e-7."""
    generator = np.random.default_rng(2)
    counts = generator.poisson(3, 60)
    truth = int(quantile_positions(counts[None, :], Fraction(1, 2))[0])
    prefixes = np.cumsum(counts) + generator.normal(0, 6, (DRAWS, 60))
    low, high, known = quantile_limits(prefixes, np.full((DRAWS, 60), Z90 * 6), Fraction(1, 2))
    assert known.mean() > 0.999
    assert np.mean((low <= truth) & (truth <= high) | ~known) >= 0.9 - SLACK
    assert np.mean(high - low) < 30
