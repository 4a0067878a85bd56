"""Limits of counts: coverage by simulation, with a wrong control; quantiles and their exact order."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dpdesk.postprocess.derived import closest_limits, quantile_positions

DRAWS = 40_000
Z90 = 1.6448536269514722
# Coverage is binomial with n = 40,000: five and a half standard deviations are a false alarm below 4e-8 a line.
SLACK = 5.5 * np.sqrt(0.9 * 0.1 / DRAWS)


def outward(unbiased: np.ndarray, margin: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Limits widened outward to whole counts, to compare with."""
    return np.maximum(np.floor(unbiased - margin), 0.0), np.maximum(np.ceil(unbiased + margin), 0.0)


@given(st.integers(0, 60), st.floats(-12, 12), st.floats(0, 10), st.sampled_from([np.inf, 60.0]))
def test_the_closest_limits_hold_the_truth_exactly_when_the_margin_does(
    truth: int, noise: float, margin: float, most: float
) -> None:
    """So they cover as often, draw by draw, and are never wider than limits widened outward."""
    unbiased, width = np.array([truth + noise]), np.array([margin])
    low, high = (float(one[0]) for one in closest_limits(unbiased, width, most))
    if abs(noise) <= margin:
        assert low <= truth <= high
    elif abs(noise) > margin + 1 + 1e-6 and 0 < truth < most:  # an empty set is filled by the one number next to it
        assert not low <= truth <= high
    wide = outward(unbiased, width)
    assert min(float(wide[0][0]), most) <= low <= high <= max(float(wide[1][0]), 0.0)
    assert low == int(low)


@pytest.mark.statistical
def test_a_band_about_the_rounded_value_does_not_cover() -> None:
    """The wrong control: the margin put about the nearest whole number, whole limits within it."""
    generator = np.random.default_rng(4)
    noise = generator.normal(0, 1.2, DRAWS)
    margin = Z90 * 1.2
    low, high = closest_limits(50 + noise, np.full(DRAWS, margin))
    assert np.mean((low <= 50) & (50 <= high)) >= 0.9 - SLACK
    middle = np.rint(50 + noise)
    assert np.mean(np.abs(middle - 50) <= np.floor(margin)) < 0.9 - 5 * SLACK
    wide = outward(50 + noise, np.full(DRAWS, margin))
    assert np.mean(high - low) < np.mean(wide[1] - wide[0]) - 1.9


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
