"""The projection mechanism: never worse, release by release, and within its bound where rows are few."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import build
from dpdesk.mechanisms.answers.projection import ProjectionMechanism
from dpdesk.privacy import ZCDP, Neighbours, PureDP
from dpdesk.queries import Groups, Identity, Kronecker, Prefix, Total

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
SIZE, ROWS = 40, 60
_generator = np.random.default_rng(1)
MANY = Groups(SIZE, [tuple(np.flatnonzero(_generator.random(SIZE) < 0.5).tolist()) for _ in range(3_000)])
COUNTS = np.bincount(_generator.integers(0, SIZE, ROWS), minlength=SIZE).astype(np.int64)


@pytest.fixture(scope="module", params=[True, False], ids=["rows known", "rows bounded"])
def few(request: pytest.FixtureRequest) -> ProjectionMechanism:
    """Many counts of few rows, each with noise of its own."""
    known = request.param
    under = build("gaussian", MANY, ZCDP("1/2"), REPLACE if known else ADD, exact_row=known)
    return ProjectionMechanism(under, ROWS if known else ROWS + 20, at_most=not known)


def test_it_is_far_better_than_the_noise_and_within_its_bound(few: ProjectionMechanism) -> None:
    """Six releases: the mean squared error varies by a few per cent, the bound is at least half above it."""
    exact = MANY.answer(COUNTS)
    errors = [float(np.mean((few.release(COUNTS) - exact) ** 2)) for _ in range(6)]
    assert few.helps
    assert np.sqrt(np.mean(errors)) < few.rmse_bound < 0.5 * few.under.rmse
    assert np.sqrt(np.mean(errors)) < 0.25 * few.under.rmse


def test_no_release_is_worse_than_without(few: ProjectionMechanism) -> None:
    exact = MANY.answer(COUNTS)
    for _ in range(3):
        noisy = few.under.release(COUNTS)
        found = few.project(noisy)
        assert np.sum((found.answers - exact) ** 2) <= np.sum((noisy - exact) ** 2)
        assert found.cells.min() >= 0
        assert found.cells.sum() <= few.rows * (1 + 1e-9)
        assert np.allclose(MANY.answer(found.cells), found.answers)


@pytest.mark.parametrize("at_most", [True, False])
def test_its_gap_is_a_bound(at_most: bool) -> None:
    """Against the optimum found by another solver: cells of a simplex, prefixes as answers."""
    from scipy.optimize import minimize

    under = build("gaussian", Prefix(6), ZCDP("1/8"), REPLACE, exact_row=True)
    mechanism = ProjectionMechanism(under, 30, at_most=at_most)
    noisy = np.array([3.0, -4.0, 9.0, 20.0, 17.0, 41.0])
    found = mechanism.project(noisy)
    total = {"type": "ineq" if at_most else "eq", "fun": lambda h: 30 - h.sum()}
    other = minimize(
        lambda h: 0.5 * np.sum((np.cumsum(h) - noisy) ** 2),
        np.full(6, 5.0),
        bounds=[(0, None)] * 6,
        constraints=[total],
        options={"ftol": 1e-12, "maxiter": 500},
    )
    value = 0.5 * float(np.sum((found.answers - noisy) ** 2))
    assert other.fun - 1e-6 <= value <= other.fun + found.gap + 1e-6


def test_the_bound_is_that_of_the_mechanism_where_rows_are_many() -> None:
    under = build("gaussian", Prefix(16), ZCDP("1/2"), REPLACE, exact_row=True)
    mechanism = ProjectionMechanism(under, 10**6)
    assert mechanism.rmse_bound == under.rmse
    assert not mechanism.helps


def test_it_goes_with_a_factorization_too() -> None:
    """Few queries measured, many answered: the same argument with the noise that is left in the answers."""
    workload = Kronecker(Groups(8, [(at % 8,) for at in range(64)]), Total(2))
    under = build("histogram", workload, ZCDP("1/50"), REPLACE, exact_row=True)
    mechanism = ProjectionMechanism(under, 5)
    counts = np.zeros((8, 2), dtype=np.int64)
    counts[0, 0], counts[3, 1] = 3, 2
    exact = workload.answer(counts)
    errors = [float(np.mean((mechanism.release(counts) - exact) ** 2)) for _ in range(300)]
    assert np.sqrt(np.mean(errors)) < mechanism.rmse_bound < under.rmse


def test_what_is_not_public_is_refused() -> None:
    with pytest.raises(BadInput, match="upper bound"):
        ProjectionMechanism(build("gaussian", Identity(4), ZCDP("1/2"), ADD), 10)
    with pytest.raises(BadInput, match="at least 1"):
        ProjectionMechanism(build("gaussian", Identity(4), ZCDP("1/2"), ADD), 0, at_most=True)


def test_laplace_noise_has_no_bound_of_its_own() -> None:
    under = build("histogram", Identity(8), PureDP("1"), ADD)
    mechanism = ProjectionMechanism(under, 3, at_most=True)
    assert mechanism.rmse_bound == under.rmse
    assert mechanism.release(np.array([1, 2, 0, 0, 0, 0, 0, 0])).shape == (8,)
