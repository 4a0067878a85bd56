"""The projection in answer space against closed forms, an independent solver and its own optimality conditions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression, nnls

from dpdesk.postprocess.non_negative import Fit, Projection
from dpdesk.queries import Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total


def all_margins(*sizes: int) -> Stack:
    parts = itertools.product((False, True), repeat=len(sizes))
    return Stack(
        *[Kronecker(*[Identity(d) if kept else Total(d) for kept, d in zip(p, sizes, strict=True)]) for p in parts]
    )


def fit_cells(workload: Stack, answers: list[np.ndarray], weights: list[float], **options: object) -> Fit:
    return Projection(workload, weights).fit(answers, **options)


def dense_optimum(workload: Stack, answers: list[np.ndarray], weights: list[float]) -> float:
    rows = np.vstack([np.sqrt(w) * p.matrix() for p, w in zip(workload.parts, weights, strict=True)])
    target = np.concatenate([np.sqrt(w) * a for a, w in zip(answers, weights, strict=True)])
    return 0.5 * nnls(rows, target)[1] ** 2


WORKLOADS = {
    "all margins of 2 × 3 × 4": all_margins(2, 3, 4),
    "prefixes within sex, and both sexes": Stack(Kronecker(Total(2), Prefix(9)), Kronecker(Identity(2), Prefix(9))),
    "groups of unequal size, which do not commute with totals": Stack(
        Kronecker(Total(7), Identity(3)),
        Kronecker(Groups(7, [(0, 1, 2, 3), (4, 5), (6,)]), Identity(3)),
        Kronecker(Identity(7), Identity(3)),
    ),
    "overlapping intervals that leave cells undetermined": Stack(
        Kronecker(Intervals(12, [(1, 5), (3, 12), (4, 4)])), Kronecker(Total(12))
    ),
}


@pytest.mark.parametrize("name", WORKLOADS)
@pytest.mark.parametrize("seed", range(4))
def test_reaches_the_optimum_of_an_active_set_solver(name: str, seed: int) -> None:
    workload = WORKLOADS[name]
    generator = np.random.default_rng(seed)
    truth = generator.poisson(2.0 * generator.random(workload.domain) ** 4)
    answers = [part.answer(truth) + generator.normal(0, 3, part.shape[0]) for part in workload.parts]
    weights = [1.0 / part.shape[0] for part in workload.parts]
    fit = fit_cells(workload, answers, weights, tolerance=1e-7)
    best = dense_optimum(workload, answers, weights)
    assert fit.cells.min() >= 0
    assert fit.objective == pytest.approx(best, rel=1e-5, abs=1e-7)
    assert best >= fit.objective - fit.gap - 1e-9  # the stated gap is a bound


def test_of_prefixes_is_isotonic_regression() -> None:
    generator = np.random.default_rng(5)
    truth = generator.poisson(0.3, 116)
    noisy = np.cumsum(truth) + generator.normal(0, 4, 116)
    fit = fit_cells(Stack(Kronecker(Prefix(116))), [noisy], [1.0], tolerance=1e-8)
    monotone = np.maximum(isotonic_regression(noisy).x, 0)
    np.testing.assert_allclose(np.cumsum(fit.cells), monotone, atol=2e-4)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), noise=st.floats(0.5, 50))
def test_never_moves_away_from_any_possible_table(seed: int, noise: float) -> None:
    """Projection on a convex set: the weighted error of the published numbers cannot grow, for any truth."""
    workload = all_margins(2, 3, 4)
    generator = np.random.default_rng(seed)
    truth = generator.poisson(1.0, workload.domain)
    exact = [part.answer(truth) for part in workload.parts]
    answers = [a + generator.normal(0, noise, a.shape) for a in exact]
    weights = [1.0 / part.shape[0] for part in workload.parts]
    cells = fit_cells(workload, answers, weights, tolerance=1e-6).cells

    def error(values: list[np.ndarray]) -> float:
        return sum(w * float(np.sum((v - e) ** 2)) for w, v, e in zip(weights, values, exact, strict=True))

    after = error([part.answer(cells) for part in workload.parts])
    assert after <= error(answers) * (1 + 1e-6) + 1e-6


def test_clipping_the_cells_of_a_tree_is_the_wrong_control() -> None:
    """What the projection avoids: clipped cells add up to far too much."""
    generator = np.random.default_rng(11)
    truth = np.zeros(512, dtype=np.int64)
    truth[:5] = 400
    cells = truth + generator.normal(0, 4, 512)
    prefixes = np.cumsum(truth) + generator.normal(0, 4, 512)
    clipped = np.sqrt(np.mean((np.cumsum(np.maximum(cells, 0)) - np.cumsum(truth)) ** 2))
    fit = fit_cells(Stack(Kronecker(Prefix(512))), [prefixes], [1.0])
    projected = np.sqrt(np.mean((np.cumsum(fit.cells) - np.cumsum(truth)) ** 2))
    assert clipped > 20 * projected


def test_keeps_bounds_on_both_sides() -> None:
    workload = all_margins(3, 4)
    generator = np.random.default_rng(3)
    upper = np.full((3, 4), 5.0)
    upper[0, 0] = 0.0
    answers = [generator.normal(3, 10, part.shape[0]) for part in workload.parts]
    cells = fit_cells(workload, answers, [1.0] * 4, lower=-2.0, upper=upper).cells
    assert cells.min() >= -2
    assert np.all(cells <= upper)
    assert cells[0, 0] <= 0
