"""Descent between bounds, against what is known of the least values."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.postprocess.closest.bounded_descent import descend


def squares(values: np.ndarray) -> tuple[float, np.ndarray]:
    off = values - np.array([3.0, -2.0, 8.0])
    return 0.5 * float(off @ off), off


def test_the_least_values_within_bounds_that_may_leave_no_choice() -> None:
    lower, upper = np.array([0.0, 0.0, 5.0]), np.array([np.inf, 4.0, 5.0])
    found, steps, worked = descend(squares, np.full(3, 9.0), lower, upper, steps=50, memory=5)
    assert found == pytest.approx([3.0, 0.0, 5.0])
    assert 0 < steps <= worked


def test_where_nothing_is_open_nothing_is_worked_out() -> None:
    held = np.array([1.0, 2.0, 3.0])
    found, steps, worked = descend(squares, np.zeros(3), held, held, steps=50, memory=5)
    assert found.tolist() == held.tolist()
    assert (steps, worked) == (0, 0)


def test_it_ends_where_values_will_do() -> None:
    found, steps, _ = descend(squares, np.zeros(3), 0.0, 100.0, steps=50, memory=5, enough=lambda _: True)
    assert steps == 1
    assert squares(found)[0] < squares(np.zeros(3))[0]


def test_the_least_values_are_known_without_a_step() -> None:
    found, steps, worked = descend(squares, np.array([3.0, -2.0, 8.0]), -5.0, 9.0, steps=50, memory=5)
    assert found.tolist() == [3.0, -2.0, 8.0]
    assert (steps, worked) == (0, 1)
