"""Acceleration of iterations whose steps do not grow: as quick as is meant, and never lost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.postprocess.closest.anderson import Accelerated


def steps_until(accelerated: Accelerated, matrix: np.ndarray, goal: np.ndarray, most: int) -> int:
    """How many steps v ← v + (M v + c − v), with its end at `goal`, takes to come within 1e-8 of that."""
    point = np.zeros(goal.size)
    for made in range(most):
        if np.abs(point - goal).max() < 1e-8:
            return made
        point = accelerated.following(point, matrix @ (point - goal) + goal - point)
    return most


def test_a_slow_linear_iteration_ends_after_as_many_steps_as_it_has_speeds() -> None:
    generator = np.random.default_rng(1)
    turned = np.linalg.qr(generator.normal(size=(60, 60)))[0]
    matrix = turned @ np.diag(np.repeat([0.999, 0.99, 0.9, -0.99], 15)) @ turned.T
    goal = generator.normal(size=60)
    assert steps_until(Accelerated(10, 60), matrix, goal, 100) < 20
    assert steps_until(Accelerated(0, 60), matrix, goal, 5_000) == 5_000  # the control: without memory


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), memory=st.integers(0, 12))
def test_it_ends_at_the_closest_point_wherever_plain_steps_do(seed: int, memory: int) -> None:
    """Projections onto random half-spaces and a box, one after the other and averaged: not linear anywhere near."""
    generator = np.random.default_rng(seed)
    size = int(generator.integers(2, 12))
    normals = generator.normal(size=(size, size))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    inside = generator.uniform(0.2, 0.8, size)
    limits = normals @ inside - 0.1

    def step(point: np.ndarray) -> np.ndarray:
        off = np.minimum(normals @ point - limits, 0.0)
        return np.asarray(np.clip(point - normals.T @ off / size, 0.0, 1.0) - point)

    accelerated, point = Accelerated(memory, size), generator.normal(size=size) * 20
    for _ in range(4_000):
        if np.linalg.norm(step(point)) < 1e-9:
            break
        point = accelerated.following(point, step(point))
    assert np.linalg.norm(step(point)) < 1e-6


def test_a_step_that_is_longer_than_the_shortest_leads_back_to_it() -> None:
    accelerated = Accelerated(3, 1)
    assert accelerated.following(np.array([0.0]), np.array([1.0])) == pytest.approx(1.0)
    assert accelerated.following(np.array([8.0]), np.array([4.0])) == pytest.approx(1.0)
