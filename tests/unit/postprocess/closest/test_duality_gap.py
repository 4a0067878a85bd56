"""The bound on how far cells are from the closest ones, against a solver that finds these."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import lsq_linear

from dpdesk.postprocess.closest.duality_gap import Cover, duality_gap


def covers(rows: list[np.ndarray], weights: list[float]) -> list[Cover]:
    return [Cover(weight * part.sum(axis=0), weight * len(part)) for part, weight in zip(rows, weights, strict=True)]


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
@example(seed=22000)
def test_no_cells_within_the_bounds_are_closer_than_it_says(seed: int) -> None:
    generator = np.random.default_rng(seed)
    size = int(generator.integers(1, 9))
    rows = [generator.integers(0, 2, (int(generator.integers(1, 6)), size)).astype(float) for _ in range(3)]
    weights = list(generator.uniform(0.1, 4.0, 3))
    answers = [generator.normal(5, 20, len(part)) for part in rows]
    lower = np.where(generator.random(size) < 0.5, 0.0, generator.normal(0, 3, size))
    upper = np.where(generator.random(size) < 0.5, np.inf, lower + generator.exponential(5.0, size))
    z = np.minimum(lower + generator.exponential(4.0, size), upper)
    scaled = np.concatenate([np.sqrt(weight) * part for part, weight in zip(rows, weights, strict=True)])
    goal = np.concatenate([np.sqrt(weight) * own for own, weight in zip(answers, weights, strict=True)])

    def objective(cells: np.ndarray) -> float:
        return 0.5 * float(np.sum((scaled @ cells - goal) ** 2))

    gradient = scaled.T @ (scaled @ z - goal)
    gap = duality_gap(z, gradient, objective(z), lower, upper, covers(rows, weights))
    with np.errstate(invalid="ignore"):  # the solver multiplies infinity by 0 now and then, and goes on without it
        least = lsq_linear(scaled, goal, (lower, np.maximum(upper, lower + 1e-9)), tol=1e-14).cost
    assert gap >= objective(z) - least - 1e-6 * (1 + least)


def test_it_is_nothing_at_the_closest_cells_and_exact_for_one_answer() -> None:
    rows = [np.ones((1, 1))]
    assert duality_gap(np.array([3.0]), np.array([0.0]), 0.0, 0.0, np.inf, covers(rows, [1.0])) == 0.0
    at_zero = np.array([0.0])
    told = duality_gap(at_zero, np.array([-10.0]), 80.0, 0.0, np.inf, covers(rows, [1.0]))
    assert told == pytest.approx(50.0)  # ½ (0 − 10)²
    free = duality_gap(at_zero, np.array([-10.0]), 80.0, 0.0, np.inf, [Cover(np.ones(1), 0.0)])
    assert free == 0.0  # the wrong control: raising the answers costs something


def test_a_part_that_does_not_count_a_cell_is_no_help() -> None:
    rows = [np.array([[1.0, 0.0]]), np.array([[1.0, 1.0]])]
    z, gradient = np.zeros(2), np.array([-1.0, -4.0])
    told = duality_gap(z, gradient, 1000.0, 0.0, np.inf, covers(rows, [1.0, 1.0]))
    assert told == pytest.approx(0.5 * 16.0)
    assert duality_gap(z, gradient, 1000.0, 0.0, np.inf, covers(rows[:1], [1.0])) == 1000.0


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_small_gap_brings_answers_near_the_truth(seed: int) -> None:
    """Claim 2 of docs/proofs/non_negative.md, whatever cells within the bounds are the truth."""
    generator = np.random.default_rng(seed)
    size = int(generator.integers(1, 7))
    rows = [np.eye(size), np.ones((1, size))]
    truth, z = (generator.exponential(5.0, size) * (generator.random(size) < 0.6) for _ in range(2))
    answers = [part @ truth + generator.normal(0, 3, len(part)) for part in rows]
    scaled, goal = np.concatenate(rows), np.concatenate(answers)
    residual = scaled @ z - goal
    reached = 0.5 * float(residual @ residual)
    gap = duality_gap(z, scaled.T @ residual, reached, 0.0, np.inf, covers(rows, [1.0, 1.0]))
    squared = float(np.sum((goal - scaled @ truth) ** 2)) - 2 * reached + 2 * gap
    assert np.linalg.norm(scaled @ (z - truth)) <= np.sqrt(max(squared, 0.0)) + np.sqrt(2 * gap) + 1e-9


def test_a_gap_of_half_the_distance_alone_does_not_bring_them_nearer_than_the_noisy_ones() -> None:
    """The wrong control: without the second root what is claimed would be false."""
    answers, z, truth = np.array([-1.0, 10.0]), np.array([0.0, 9.423]), np.array([0.0, 11.0])
    reached = 0.5 * float(np.sum((z - answers) ** 2))
    gap = duality_gap(z, z - answers, reached, 0.0, np.inf, covers([np.eye(2)], [1.0]))
    assert gap <= 0.5 * reached
    assert np.linalg.norm(z - truth) > np.linalg.norm(answers - truth)
