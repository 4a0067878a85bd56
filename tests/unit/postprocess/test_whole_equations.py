"""Whole numbers that meet equations: found wherever there are any, and none where there are not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from dpdesk.postprocess import whole_equations
from dpdesk.postprocess.whole_equations import whole_solution


@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_equations_that_whole_numbers_meet_are_met(rows: int, size: int, largest: int, seed: int) -> None:
    """Also with few coefficients of 1, none, rows that others imply, and rows without any."""
    draw = np.random.default_rng(seed)
    matrix = draw.integers(-largest, largest + 1, (rows, size)) * (draw.random((rows, size)) < 0.6)
    matrix = np.vstack([matrix, matrix[0] - matrix[-1], 3 * matrix[0]])
    totals, near = matrix @ draw.integers(-50, 50, size), draw.integers(-50, 50, size)
    solution = whole_solution(csr_array(matrix.astype(np.float64)), totals, near)
    assert solution is not None and np.array_equal(matrix @ solution, totals)


@pytest.mark.parametrize(
    ("matrix", "totals"),
    [
        ([[1, 1, 0], [0, 1, 1], [1, 0, 1]], [1, 1, 1]),  # halves meet them
        ([[2, 4]], [3]),
        ([[6, 10, 15], [2, 0, 0]], [1, 1]),
        ([[1, 1], [1, 1]], [1, 2]),
    ],
)
def test_where_no_whole_numbers_meet_them_there_are_none(matrix: list[list[int]], totals: list[int]) -> None:
    size = len(matrix[0])
    assert whole_solution(csr_array(np.array(matrix, dtype=float)), np.array(totals), np.zeros(size, int)) is None


def test_numbers_that_meet_them_already_stay_and_large_systems_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix, near = csr_array(np.array([[1.0, 1, 0], [0, 1, 1]])), np.array([5, -2, 7])
    solution = whole_solution(matrix, np.array([3, 5]), near)
    assert solution is not None and solution.tolist() == near.tolist()
    monkeypatch.setattr(whole_equations, "_MOST_WORK", 11)
    assert whole_solution(matrix, np.array([3, 5]), near) is None
