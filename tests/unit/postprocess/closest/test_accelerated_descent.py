"""Descent with momentum, against what is known of the least values and against descent that remembers steps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from dpdesk.postprocess.closest import iterations
from dpdesk.postprocess.closest.accelerated_descent import Descended, descend_with_momentum
from dpdesk.postprocess.closest.fit import Fit
from dpdesk.postprocess.closest.non_negative import Projection
from dpdesk.queries import Identity, Kronecker, Stack, Total

GOAL = np.array([3.0, -2.0, 8.0])
CURVED = np.array([1.0, 0.2, 0.01])


def descended(enough: Callable[[np.ndarray], bool], steps: int = 400) -> Descended:
    lower, upper = np.zeros(3), np.array([2.0, np.inf, np.inf])
    return descend_with_momentum(
        lambda values: CURVED * (values - GOAL),
        np.full(3, -9.0),
        lower,
        upper,
        steepest=1.0,
        steps=steps,
        enough=enough,
    )


def test_the_least_values_within_bounds() -> None:
    found = descended(lambda _: False)
    assert found.values == pytest.approx([2.0, 0.0, 8.0])
    assert (found.steps, found.enough) == (400, False)


def test_momentum_is_quicker_than_the_gradient_alone() -> None:
    alone = 8.0 * (1.0 - CURVED[2]) ** 60  # what a gradient a step leaves of the way from 0, the bound, to 8
    assert abs(descended(lambda _: False, steps=60).values[2] - 8.0) < alone / 2


def test_it_ends_where_values_will_do() -> None:
    found = descended(lambda values: bool(values[0] == 2.0))
    assert found.enough and found.steps < 400


def fitted(people: int) -> Fit:
    """Three-way margins of four variables, with some cells that must stay empty."""
    axes = range(4)
    parts = [Kronecker(*(Identity(6) if at in kept else Total(6) for at in axes)) for kept in combinations(axes, 3)]
    draws = np.random.default_rng(people)
    counts = np.bincount(draws.integers(0, 6**4, people), minlength=6**4) + np.rint(draws.normal(size=6**4))
    upper = np.where(draws.random((6,) * 4) < 0.1, 0.0, np.inf)
    answers = [part.answer(counts) for part in parts]
    return Projection(Stack(*parts), [1.0, 2.0, 1.0, 0.7]).fit(answers, upper=upper)


@pytest.mark.parametrize("people", [2_000, 300])
def test_many_cells_are_as_close_as_with_steps_that_remember(monkeypatch: pytest.MonkeyPatch, people: int) -> None:
    known = fitted(people)
    monkeypatch.setattr(iterations, "_MANY", 1_000)
    monkeypatch.setattr(iterations, "descend", None)
    found = fitted(people)
    assert found.closed and found.cells.min() >= 0
    assert found.objective - found.gap <= known.objective and known.objective - known.gap <= found.objective


def test_steps_that_remember_go_on_where_momentum_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iterations, "_MANY", 1_000)
    monkeypatch.setattr(iterations, "_MOMENTUM", 3)
    found = fitted(300)
    assert found.closed and found.iterations > 3
