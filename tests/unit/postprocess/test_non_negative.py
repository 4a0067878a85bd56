"""The projection in answer space against closed forms, an independent solver and its own optimality conditions."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression, lsq_linear, nnls
from scipy.sparse import csr_array

from dpdesk.mechanisms import build
from dpdesk.postprocess import alternating_directions, exact_fit, non_negative
from dpdesk.postprocess.active_sets import positive_part
from dpdesk.postprocess.dual_newton import closest_cells
from dpdesk.postprocess.duality_gap import NotClosed
from dpdesk.postprocess.non_negative import Fit, Projection
from dpdesk.postprocess.proximal_newton import proximal_newton
from dpdesk.postprocess.whole_numbers import round_cells
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total, Workload


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


def reached(projection: Projection, answers: list[np.ndarray]) -> Fit:
    """The same without the exact ways: what is done in domains too large for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_fit.ExactFit, "cells", lambda *_: None)
        patch.setattr(Projection, "_unbounded", lambda *_: None)
        return projection.fit(answers, tolerance=1e-7)


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
    again = reached(Projection(workload, weights), answers)
    assert again.iterations > 0
    assert best >= again.objective - again.gap - 1e-9  # and so is the one that multipliers prove
    assert again.objective == pytest.approx(best, rel=1e-5, abs=1e-7)


def test_of_prefixes_is_isotonic_regression() -> None:
    generator = np.random.default_rng(5)
    truth = generator.poisson(0.3, 116)
    noisy = np.cumsum(truth) + generator.normal(0, 4, 116)
    workload = Stack(Kronecker(Prefix(116)))
    fit = fit_cells(workload, [noisy], [1.0], tolerance=1e-8)
    monotone = np.maximum(isotonic_regression(noisy).x, 0)
    np.testing.assert_allclose(np.cumsum(fit.cells), monotone, atol=1e-9)
    np.testing.assert_allclose(np.cumsum(reached(Projection(workload, [1.0]), [noisy]).cells), monotone, atol=2e-4)


def test_running_counts_and_their_total_are_pooled_by_weight() -> None:
    generator = np.random.default_rng(6)
    workload = Stack(Kronecker(Prefix(40)), Kronecker(Total(40)))
    answers = [np.cumsum(generator.poisson(0.3, 40)) + generator.normal(0, 4, 40), generator.normal(10, 1, 1)]
    fit = fit_cells(workload, answers, [0.1, 2.0])
    assert fit.objective == pytest.approx(dense_optimum(workload, answers, [0.1, 2.0]), rel=1e-9)
    assert fit.gap < 1e-9


def test_all_intervals_are_projected_alike_by_their_sines() -> None:
    """The Gram matrix of all intervals by a fast transform, against the dense one."""
    generator = np.random.default_rng(8)
    workload = Stack(Kronecker(AllRange(60)))
    cells = generator.poisson(generator.random(60) ** 6 * 30) + generator.normal(0, 2, 60)
    answers = [np.asarray(workload.answer(cells), dtype=float)]
    fit = fit_cells(workload, answers, [1.0])
    assert fit.objective == pytest.approx(dense_optimum(workload, answers, [1.0]), rel=1e-9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_fit, "_DENSE", 10)
        again = reached(Projection(workload, [1.0]), answers)
    np.testing.assert_allclose(again.cells, fit.cells, atol=1e-3)


def test_totals_of_four_variables_take_few_inner_steps() -> None:
    """Each Newton step is solved to a tenth: to a hundredth takes a fifth more solves for the same cells."""
    shape = (2, 8, 16, 9)
    tables = [
        Kronecker(*(Identity(size) if chosen >> place & 1 else Total(size) for place, size in enumerate(shape)))
        for chosen in range(16)
    ]
    generator, solves, steps = np.random.default_rng(8), 0, 0
    projection = Projection(Stack(*tables), [1 / part.shape[0] for part in tables])
    gram = projection._sums
    assert gram is not None
    density = 1 / np.prod(1 + np.indices(shape), axis=0)
    true = np.floor(50_000 * density / density.sum())
    for _ in range(4):
        answers = [part.answer(true) + generator.laplace(scale=16, size=part.shape[0]) for part in tables]
        sums = [(part, 1 / part.shape[0], noisy) for part, noisy in zip(tables[:-1], answers[:-1], strict=True)]

        def solve(right: np.ndarray, rho: float) -> np.ndarray:
            nonlocal solves
            solves += 1
            return gram.solve(right, rho)

        found = closest_cells(answers[-1].reshape(shape), 1 / 2304, sums, 0.0, np.inf, solve)
        assert found is not None
        cells, gap, taken = found
        steps += taken
        fit = projection.fit(answers)
        assert gap <= 1e-7 * fit.objective
        assert cells == pytest.approx(fit.cells, abs=1e-9)
    assert solves < 4 * 130
    assert steps < 4 * 12


@pytest.mark.parametrize("shape", [(4, 5), (2, 3, 4)])
def test_newton_on_the_multipliers_of_sums_reaches_the_optimum(shape: tuple[int, ...]) -> None:
    workload = all_margins(*shape)
    generator = np.random.default_rng(10)
    truth = generator.poisson(2.0 * generator.random(shape) ** 4)
    answers = [part.answer(truth) + generator.normal(0, 3, part.shape[0]) for part in workload.parts]
    weights = [1.0 / part.shape[0] for part in workload.parts]
    *sums, cells = zip(workload.parts, weights, answers, strict=True)
    quadratic = sum(w * p.matrix().T @ p.matrix() for p, w, _ in sums)

    def solve(right: np.ndarray, rho: float) -> np.ndarray:
        return np.linalg.solve(quadratic + rho * np.eye(right.size), right.ravel()).reshape(shape)

    found = closest_cells(cells[2].reshape(shape), cells[1], sums, 0.0, np.inf, solve)
    assert found is not None
    assert found[1] < 1e-6
    rows = np.vstack([np.sqrt(w) * p.matrix() for p, w in zip(workload.parts, weights, strict=True)])
    target = np.concatenate([np.sqrt(w) * a for a, w in zip(answers, weights, strict=True)])
    reached_value = 0.5 * float(np.sum((rows @ found[0].ravel() - target) ** 2))
    assert reached_value == pytest.approx(dense_optimum(workload, answers, weights), rel=1e-6)


@pytest.mark.parametrize("n", [300, 30_000])
@pytest.mark.parametrize("workload", [Prefix(64), AllRange(64)], ids=repr)
def test_of_real_ages_and_incomes_it_never_makes_the_answers_worse(workload: Workload, n: int, real_data: Path) -> None:
    """Release by release, before rounding; after rounding intervals are within sqrt(1.01² + 1/(6v)) of what they were.

    Rounding moves an interval by the difference of two errors of at most one half each: a variance of 1/6. What is
    above the bound by chance over 40 releases is compared with its own spread: six standard errors, below 1e-6.
    """
    with (real_data / "fulton_pums" / "FultonPUMS5full.csv").open(encoding="utf-8") as lines:
        people = [(int(row["age"]), float(row["income"])) for row in csv.DictReader(lines)]
    ages, incomes = np.array(people).T
    m = build("sine", workload, ZCDP("1/2"), Neighbours.ADD_REMOVE)
    projection = Projection(Stack(Kronecker(workload)), [1.0 / workload.shape[0]])
    generator = np.random.default_rng(12)
    for values, top in ((ages, 96), (np.clip(incomes, 0, None), 150_000), (np.clip(incomes, 0, None) ** 2, 10.0**11)):
        shares = np.histogram(np.minimum(values, top), bins=64, range=(0, top))[0]
        counts = generator.multinomial(n, shares / shares.sum())
        exact = workload.answer(counts)
        before, after = np.zeros(40), np.zeros(40)
        for at in range(40):
            noisy = m.release(counts)
            cells = projection.fit([noisy]).cells
            before[at] = np.mean((noisy - exact) ** 2)
            assert np.mean((workload.answer(cells) - exact) ** 2) <= before[at] * (1 + 1e-9)
            whole = round_cells(cells, Stack(Kronecker(workload)))
            after[at] = np.mean((workload.answer(whole) - exact) ** 2)
        above = after - before * (1.01**2 + 1 / (6 * m.rmse**2))
        assert above.mean() <= 6 * above.std() / np.sqrt(40)


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


@pytest.mark.parametrize("light", [1e-6, 1e-9])
def test_between_bounds_answers_that_weigh_little_are_met_where_nothing_speaks_against_them(light: float) -> None:
    """Of two variables' margins that leave cells open; a ridge that drew cells to their middle outweighed the light."""
    generator = np.random.default_rng(4)
    truth = generator.poisson(3.0, (5, 6)).astype(np.float64)
    parts = [
        Kronecker(Identity(5), Total(6)),
        Kronecker(Total(5), Identity(6)),
        Kronecker(Groups(5, [(0, 2, 4), (1, 3)]), Intervals(6, [(1, 3), (2, 5), (6, 6)])),
    ]
    answers = [part.answer(truth) for part in parts]
    fit = fit_cells(Stack(*parts), answers, [100.0, 1.0, light], lower=0.0, upper=np.full((5, 6), 600.0))
    off = [float(np.abs(part.answer(fit.cells) - own).max()) for part, own in zip(parts, answers, strict=True)]
    assert max(off) < 1e-3


def test_cells_that_nothing_ties_together_are_cut_at_their_bounds() -> None:
    """Every cell asked and nothing else, with bounds of their own: the closest within them; no sums are left over."""
    answers = np.array([-4.0, 3.5, 9.0, 20.0])
    lower, upper = np.array([-2.0, 0.0, 10.0, 0.0]), np.array([2.0, 9.0, 30.0, 15.0])
    fit = Projection(Stack(Kronecker(Identity(4))), [0.5]).fit([answers], lower=lower, upper=upper)
    assert fit.cells.tolist() == [-2.0, 3.5, 10.0, 15.0]
    assert fit.gap == pytest.approx(0, abs=1e-12)


def test_the_queries_of_a_table_that_they_leave_open_are_written_down_once() -> None:
    parts = [Kronecker(Identity(2), Total(3)), Kronecker(Total(2), Identity(3))]
    fit = exact_fit.ExactFit(parts, [1.0, 4.0], (2, 3))
    every = fit._queries(np.arange(6))
    assert fit._queries(np.arange(6)) is every
    assert fit._queries(np.array([0, 5])).tolist() == [[1, 0], [0, 1], [2, 0], [0, 0], [0, 2]]
    assert np.array_equal(fit._queries(np.arange(6)), every)


def sparse_pairs(seed: int = 0) -> tuple[Projection, list[np.ndarray]]:
    """All pairs of three variables: slow to bring close, since the pairs leave most of the cells open."""
    kinds = itertools.combinations(range(3), 2)
    parts = [Kronecker(*[Identity(12) if axis in kept else Total(12) for axis in range(3)]) for kept in kinds]
    generator = np.random.default_rng(seed)
    truth = generator.poisson(500 * generator.random((12, 12, 12)) ** 4)
    answers = [part.answer(truth) + generator.normal(0, 3, part.shape[0]) for part in parts]
    return Projection(Stack(*parts), [1.0, 1.0, 1.0]), answers


def test_a_fit_that_was_not_found_in_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    projection, answers = sparse_pairs()
    monkeypatch.setattr(alternating_directions, "MAX_ITERATIONS", 5)
    monkeypatch.setattr(non_negative, "_STEPS", (3, 3))
    monkeypatch.setattr(non_negative, "_NEWTON", 0)
    monkeypatch.setattr(non_negative, "with_answers", lambda queries, goal, cells, lower, upper: cells)
    ended = projection.fit(answers)
    assert ended.iterations == 13  # both ways were tried
    assert ended.gap > 0.5 * ended.objective
    assert not ended.closed
    with pytest.raises(NotClosed):
        _ = ended.sure


def test_blocks_are_not_worked_out_where_descent_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tables of many variables they took as long as the release, and told what the number of queries tells."""
    monkeypatch.setattr(non_negative, "gram_of", None)
    projection, answers = sparse_pairs()
    assert not projection.tells_all
    assert projection.fit(answers).closed


def test_where_one_way_does_not_end_the_other_does(monkeypatch: pytest.MonkeyPatch) -> None:
    projection, answers = sparse_pairs()
    alone = projection.fit(answers)
    monkeypatch.setattr(non_negative, "_STEPS", (3, 3))
    found = projection.fit(answers)
    assert found.closed and found.iterations > alone.iterations
    assert found.sure is found.cells
    assert found.gap <= 0.5 * found.objective
    assert found.objective <= alone.objective + found.gap


def test_proximal_points_end_where_neither_of_the_others_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that differ a hundred thousand times; a few steps of the others are the wrong control above."""
    projection, answers = sparse_pairs()
    weights = np.geomspace(1e-5, 1.0, len(answers))
    projection = Projection(Stack(*projection._parts), weights.tolist())
    alone = projection.fit(answers)
    monkeypatch.setattr(alternating_directions, "MAX_ITERATIONS", 5)
    monkeypatch.setattr(non_negative, "_STEPS", (3, 3))
    found = projection.fit(answers)
    assert found.closed
    assert 13 < found.iterations < 200
    assert found.cells.min() >= 0
    assert found.objective - found.gap <= alone.objective
    assert alone.objective - alone.gap <= found.objective


@given(st.integers(0, 10**6), st.sampled_from([1.0, 3.0, np.inf]))
@example(23479, 1.0)  # halved steps went to and fro
def test_proximal_points_are_the_least_squares_between_bounds(seed: int, most: float) -> None:
    generator = np.random.default_rng(seed)
    weights = np.sqrt(10.0 ** generator.integers(-4, 1, size=5))
    rows = weights[:, None] * generator.integers(0, 2, size=(5, 8))
    goal = weights * generator.normal(2.0, 3.0, size=5)
    matrix = csr_array(rows), csr_array(rows.T)
    zeros, upper = np.zeros(8), np.full(8, most)
    cells, _ = proximal_newton(matrix, goal, zeros, zeros, upper, lambda _: False)
    best = lsq_linear(rows, goal, (0.0, most), method="bvls", tol=1e-14, max_iter=1000)
    assert ((cells >= 0) & (cells <= upper)).all()
    assert 0.5 * np.sum((rows @ cells - goal) ** 2) <= best.cost + 1e-6 * (1.0 + best.cost)


def test_of_exact_fits_nothing_is_measured_that_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers of millions of intervals are not worked out again to look at cells that are the closest."""
    asked = []
    distance = non_negative._Distance.__call__

    def counted(*given: Any) -> Any:
        asked.append(given)
        return distance(*given)

    monkeypatch.setattr(non_negative._Distance, "__call__", counted)
    fit = fit_cells(Stack(Kronecker(AllRange(5))), [np.arange(15.0)[::-1]], [1.0])
    assert fit.closed and fit.sure is fit.cells and not asked
    assert fit.gap <= 1e-9 < fit.objective and len(asked) == 1


@pytest.mark.parametrize("seed", range(3))
def test_sums_are_the_same_by_one_matrix_and_part_after_part(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    workload = all_margins(2, 5, 3)
    generator = np.random.default_rng(seed)
    truth = generator.poisson(2.0, (2, 5, 3))
    answers = [part.answer(truth) + generator.normal(0, 3, part.shape[0]) for part in workload.parts]
    weights = generator.uniform(0.5, 2.0, len(workload.parts)).tolist()
    monkeypatch.setattr(exact_fit, "_DENSE", 1)
    together = Projection(workload, weights)
    fit = together.fit(answers)
    assert together._counted is not None
    monkeypatch.setattr(non_negative, "_QUICK", 0)
    alone = Projection(workload, weights)
    other = alone.fit(answers)
    assert alone._counted is None
    np.testing.assert_allclose(fit.cells, other.cells, atol=1e-9)
    assert fit.cells.min() == 0 and fit.gap <= 1e-6 * fit.objective


def test_many_cells_known_by_few_numbers_are_brought_close() -> None:
    """Two stacked blocks by two crossed; alternating directions alone left f sixteen times too high, and its gap open.

    f is no more than what the true cells have, as it must be at the least.
    """
    shape = (24, 51, 6, 4)
    kinds = [(0, 2), (0, 3), (1, 2), (1, 3)]
    parts = [
        Kronecker(*[Identity(size) if axis in kept else Total(size) for axis, size in enumerate(shape)])
        for kept in kinds
    ]
    generator = np.random.default_rng(7)
    truth = generator.multinomial(20_000, generator.dirichlet(np.full(np.prod(shape), 0.02))).reshape(shape)
    weights = [3.4, 4.0, 2.3, 2.8]
    answers = [part.answer(truth) + generator.normal(0, 12, part.shape[0]) for part in parts]
    fit = Projection(Stack(*parts), weights).fit(answers)
    assert fit.closed and fit.iterations < 400
    assert fit.gap <= 0.02 * fit.objective
    of_truth = 0.5 * sum(
        weight * float(np.sum((part.answer(truth) - answer) ** 2))
        for part, weight, answer in zip(parts, weights, answers, strict=True)
    )
    assert fit.objective < of_truth


@pytest.mark.parametrize("bounded", [False, True])
def test_running_counts_by_place_and_sex_are_soon_close_and_known_to_be(bounded: bool) -> None:
    """As of a median by district: a tenth of the steps that were needed, after which half of f was all that was proved.

    The control is the iteration without memory.
    """
    generator = np.random.default_rng(3)
    margins = itertools.product((Total, Identity), repeat=2)
    parts = [Kronecker(place(24), sex(2), Prefix(201)) for place, sex in margins]
    truth = generator.poisson(30.0 * generator.random((24, 2, 201)) ** 9)
    noisy = truth + np.diff(generator.laplace(0, 20, truth.shape), axis=2, prepend=0.0)
    answers = [np.asarray(part.answer(noisy)) for part in parts]
    upper = np.where(generator.random(truth.shape) < 0.3, truth + 1.0, np.inf) if bounded else np.inf
    projection = Projection(Stack(*parts), [4.0, 3.0, 1.0, 0.7])
    fit = projection.fit(answers, upper=upper)
    assert fit.closed and fit.iterations < 100
    assert fit.gap <= 1.1e-4 * fit.objective
    assert fit.cells.min() >= 0 and (fit.cells <= upper).all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alternating_directions, "_MEMORY", 0)
        slow = projection.fit(answers, upper=upper)
    assert slow.iterations >= 2 * fit.iterations
    assert slow.objective == pytest.approx(fit.objective, rel=2e-4)


def test_all_intervals_are_fitted_by_isotonic_regression() -> None:
    """Against active sets of the Gram matrix, with answers that no table has; cutting at zero is farther off."""
    generator = np.random.default_rng(8)
    for size in (1, 2, 40):
        workload = Stack(Kronecker(AllRange(size)))
        rows = np.stack([workload.answer(unit) for unit in np.eye(size)], axis=1)
        answers = rows @ generator.poisson(2, size) + generator.normal(0, 4, rows.shape[0])
        expected = positive_part(rows.T @ rows, rows.T @ answers)
        assert expected is not None
        fit = Projection(workload, [0.3]).fit([answers])
        assert fit.cells == pytest.approx(expected, abs=1e-8)
        assert fit.gap < 1e-6
        cut = np.maximum(np.linalg.lstsq(rows, answers, rcond=None)[0], 0.0)
        if size == 40:
            assert ((rows @ cut - answers) ** 2).sum() > 1.01 * ((rows @ fit.cells - answers) ** 2).sum()


@pytest.mark.parametrize("sizes", [(2, 8, 3), (40, 3, 2), (3, 40, 2), (200, 2)])
def test_variables_are_rotated_together_or_alone(sizes: tuple[int, ...]) -> None:
    """Short neighbours by one matrix, long ones by a transform: (Q + ρI)⁻¹ and Q undo each other either way."""
    workload = all_margins(*sizes)
    weights = [1.0 + number for number, _ in enumerate(workload.parts)]
    gram = Projection(workload, weights)._gram
    assert gram is not None
    cells = np.random.default_rng(1).normal(size=sizes)
    answered = sum(
        weight * part.adjoint(part.answer(cells)).reshape(sizes)
        for part, weight in zip(workload.parts, weights, strict=True)
    )
    np.testing.assert_allclose(gram.apply(cells), answered, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(gram.solve(answered + 0.5 * cells, 0.5), cells, atol=1e-10)
    assert len(gram._turns) == {(2, 8, 3): 1, (40, 3, 2): 2, (3, 40, 2): 3, (200, 2): 2}[sizes]
