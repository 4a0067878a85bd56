"""What docs/proofs/series.md claims: losses against all neighbours of tiny series, the bound, and its table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def units(waves: int, cells: int, most: int) -> Iterator[Matrix]:
    """Every unit of a series, by waves and cells: in at most one cell of a wave, in at most so many waves."""
    for places in product(range(cells + 1), repeat=waves):
        if 0 < sum(place < cells for place in places) <= most:
            yield np.array([[float(place == cell) for cell in range(cells)] for place in places])


def loss(precision: Matrix, waves: int, cells: int, most: int) -> float:
    """2ρ of noise with that inverse covariance over waves, alike and independent in each cell."""
    return max(float(np.einsum("tj,ts,sj->", d, precision, d)) for d in units(waves, cells, most))


def in_two_steps(waves: int, most: int, share: float) -> Matrix:
    """The inverse covariance of Claim 3, its loss stated as 1."""
    return (1 - share) / most * np.eye(waves) + share / most**2 * np.ones((waves, waves))


def least(waves: int, most: int, alpha: float, beta: float) -> float:
    rest = sqrt(alpha * (waves - 1) * (waves - most) / most)
    return float(most**2 / waves * (sqrt(alpha + beta * waves) + rest) ** 2)


def objective(precision: Matrix, alpha: float, beta: float) -> float:
    covariance = np.linalg.inv(precision)
    return float(alpha * np.trace(covariance) + beta * covariance.sum())


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("share", [0.0, 0.3, 1 - 1e-9])
def test_the_stated_loss_is_that_of_the_worst_neighbours(most: int, share: float) -> None:
    assert loss(in_two_steps(4, most, share), 4, 4, most) == pytest.approx(1)


def test_a_loss_stated_for_fewer_waves_than_a_unit_is_in_is_found() -> None:
    """The planted fault: parallel composition where a unit may be asked twice."""
    assert loss(in_two_steps(4, 1, 0.3), 4, 4, 2) > 1.9


def test_noise_that_cancels_over_the_year_costs_what_it_spares() -> None:
    """A panel: whatever precision the total gains is lost by the loss, by as much as it gains or more."""
    for q in (0.01, 0.1, 1.0, -0.1):
        precision = np.eye(4) + q * np.ones((4, 4))
        scaled = precision / loss(precision, 4, 4, 4)
        assert objective(scaled, 0, 1) >= 16 - 1e-9  # n² in the units of the proof


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.floats(0, 5), st.floats(0.01, 5), st.integers(0, 2**32 - 1))
def test_no_covariance_is_below_the_bound(most: int, alpha: float, beta: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(4, 4)) + rng.choice([0.0, 2.0]) * np.eye(4)
    precision = root @ root.T + 1e-3 * np.eye(4)
    scaled = precision / loss(precision, 4, 3, most)
    assert objective(scaled, alpha, beta) >= least(4, most, alpha, beta) * (1 - 1e-9)


@pytest.mark.parametrize(
    ("most", "best", "share", "day", "revised"),
    [(1, 71.1, 16.2, 9.2, 6.0), (2, 59.2, 35.6, 24.6, 20.5), (3, 50.0, 59.3, 56.7, 51.0), (4, 42.3, 88.9, 200, 187.7)],
)
def test_the_table_of_the_proof(most: int, best: float, share: float, day: float, revised: float) -> None:
    """The total 40 % better than twelve separate releases, by the least errors of waves that allow it."""
    part = (1 / 0.36 - 1) / (12 / most - 1)
    precision = in_two_steps(12, most, part)
    covariance = np.linalg.inv(precision)
    assert sqrt(covariance.sum() / (12 * most)) == pytest.approx(0.6)
    assert 100 * (1 - sqrt(most / 12)) == pytest.approx(best, abs=0.05) and 100 * part == pytest.approx(share, abs=0.05)
    assert 100 * (sqrt(1 / (1 - part)) - 1) == pytest.approx(day, abs=0.05)
    assert 100 * (sqrt(covariance[0, 0] / most) - 1) == pytest.approx(revised, abs=0.05)
    values = np.linalg.eigvalsh(precision)
    ratio = float(values[-1] / values[0]) ** 2 * (most**2 / 12) / (most * (12 - most) / (12 * 11))
    beta = (ratio - 1) / 12  # the weight of the total at which this is the optimum
    assert objective(precision, 1, beta) == pytest.approx(least(12, most, 1, beta))
