"""Whole numbers within bounds that have given sums."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
from hypothesis import given, settings

from dpdesk.postprocess.exact_sums import LARGEST, with_sums


def arrays(*lists: list[int]) -> list[np.ndarray]:
    return [np.array(one, dtype=np.int64) for one in lists]


@settings(max_examples=60)
@given(st.data())
def test_sums_of_numbers_within_bounds_are_found(data: st.DataObject) -> None:
    """A tree: all, two halves, and some single ones, of which numbers are known to exist."""
    upper = np.array(data.draw(st.lists(st.integers(0, 50), min_size=4, max_size=12)), dtype=np.int64)
    there = np.array([data.draw(st.integers(0, int(most))) for most in upper], dtype=np.int64)
    half = np.arange(upper.size) < upper.size // 2
    counted = np.stack([np.ones(upper.size, dtype=bool), half, ~half, *np.eye(upper.size, dtype=bool)[::3]])
    sums = counted @ there
    found = with_sums(counted, sums, np.zeros_like(upper), upper, upper / 2)
    assert found is not None
    assert np.array_equal(counted @ found, sums)
    assert (found >= 0).all() and (found <= upper).all()


def test_what_is_wanted_is_kept_where_sums_allow() -> None:
    counted = np.array([[True, True, False], [False, False, True]])
    sums, lower, upper = arrays([10, 3], [0, 0, 0], [9, 9, 9])
    found = with_sums(counted, sums, lower, upper, np.array([4.0, 6.0, 3.0]))
    assert found is not None and found.tolist() == [4, 6, 3]


def test_nothing_is_found_where_there_is_nothing() -> None:
    counted = np.array([[True, True], [True, False]])
    sums, lower, upper = arrays([3, 4], [0, 0], [9, 9])
    assert with_sums(counted, sums, lower, upper, np.zeros(2)) is None
    assert with_sums(counted[:1], sums[:1], upper, lower, np.zeros(2)) is None


def test_numbers_too_large_to_be_told_apart_are_left_alone() -> None:
    counted = np.ones((1, 2), dtype=bool)
    sums, lower, upper = arrays([LARGEST * 3 + 1], [0, 0], [LARGEST * 4, LARGEST * 4])
    assert with_sums(counted, sums, lower, upper, np.zeros(2)) is None
