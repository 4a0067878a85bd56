"""What one measurement of count, Σw and Σwy together could gain over equal shares (docs/proofs/weights.md, claim 3)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize

from dpdesk.mechanisms import build
from dpdesk.privacy.loss import ZCDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Prefix

Matrix = np.ndarray


def prefixes(size: int) -> Matrix:
    return np.tril(np.ones((size, size)))


def root(matrix: Matrix) -> Matrix:
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T


def certified(size: int) -> tuple[float, float]:
    """A proven lower bound of the mean variance for one unit of squared distance, and what a matrix attains."""
    workload = prefixes(size)
    gram = workload.T @ workload

    def bound(logarithms: Matrix) -> float:
        v = np.exp(logarithms)
        return float(-(np.trace(root(np.sqrt(v)[:, None] * gram * np.sqrt(v))) ** 2) / v.sum())

    found = minimize(bound, np.zeros(size), method="BFGS")
    s = np.exp(found.x / 2)
    measured = root(s[:, None] * gram * s) / s[:, None] / s
    measured /= measured.diagonal().max()
    return -found.fun / size, float(np.trace(workload @ np.linalg.inv(measured) @ workload.T)) / size


@pytest.mark.parametrize(("size", "least"), [(2, 1.3090), (3, 1.5360), (4, 1.7185)])
def test_the_least_possible_is_certified_and_the_sine_strategy_is_near_it(size: int, least: float) -> None:
    below, above = certified(size)
    assert below == pytest.approx(least, abs=1e-4) and above == pytest.approx(below, rel=1e-4)
    sine = build("sine", Prefix(size), ZCDP("1/2"), Neighbours.ADD_REMOVE)
    assert sine.rmse**2 == pytest.approx(least, rel=0.005)


def test_three_sums_together_are_more_than_a_quarter_better_than_equal_shares() -> None:
    assert 1 - np.sqrt(certified(3)[0] / 3) == pytest.approx(0.284, abs=5e-4)


def test_no_row_within_the_bounds_adds_more_than_a_corner() -> None:
    """(1, w/4, wy/(4U)) is a mixture of the corners, so that the distance by any metric is at most theirs."""
    generator = np.random.default_rng(3)
    corners = prefixes(3)
    for _ in range(20):
        factor = generator.normal(size=(3, 3))
        most = max(np.linalg.norm(factor @ corner) for corner in corners)
        for w, y in product(np.linspace(0, 4, 9), np.linspace(0, 10, 6)):
            assert np.linalg.norm(factor @ [1, w / 4, w * y / 40]) <= most * (1 + 1e-12)
