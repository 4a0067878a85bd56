"""Marginals: the residual planner's integers, decoder, variances, weights and sensitivities against dense algebra."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, pairwise
from math import sqrt
from typing import Any

import numpy as np
import pytest
from pace import Work

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism, SumRange, build
from dpdesk.mechanisms.bounds.marginals import least_error
from dpdesk.mechanisms.core.pieces import pieces_of
from dpdesk.mechanisms.marginals.weights import balance
from dpdesk.privacy import ZCDP, Neighbours, PureDP
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total, Workload

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
HALF = ZCDP("1/2")


def marginals(sizes: tuple[int, ...], ways: int) -> Workload:
    """All tables over so many of the variables."""
    chosen = combinations(range(len(sizes)), ways)
    return Stack(*[Kronecker(*(Identity(n) if i in own else Total(n) for i, n in enumerate(sizes))) for own in chosen])


def dense(m: Mechanism) -> np.ndarray:
    """What is measured, in units of a count, without exact rows."""
    units = np.eye(m.workload.shape[1], dtype=np.int64)
    rows = np.stack([m.strategy.measure(unit.reshape(m.workload.domain)) for unit in units], axis=1)
    return rows / m.strategy.unit


def decoder(m: Mechanism) -> np.ndarray:
    """What `decode` does with measurements in units of a count."""
    return np.stack([m.decode(unit * m.scale.units) for unit in np.eye(m.measurements)], axis=1)


WORKLOADS: list[Workload] = [
    marginals((2, 3, 4), 2),
    Stack(Kronecker(Identity(3), Total(5)), Kronecker(Identity(3), Prefix(5)), Kronecker(Total(3), Total(5))),
    Stack(Kronecker(Groups(4, [(0, 2), (), (1,)]), Identity(1)), Kronecker(Intervals(4, [(2, 3)]), Total(1))),
    AllRange(6),
    Kronecker(Identity(3), Groups(3, [(0, 1, 2), (1,)])),
]


@pytest.mark.parametrize("objective", ["weighted", "rmse", "max"])
@pytest.mark.parametrize(("neighbours", "known"), [(ADD, False), (REPLACE, False), (REPLACE, True)])
@pytest.mark.parametrize("workload", WORKLOADS, ids=repr)
def test_variances_are_those_of_the_decoder(
    workload: Workload, neighbours: Neighbours, known: bool, objective: str
) -> None:
    m = build("marginals", workload, HALF, neighbours, exact_row=known, objective=objective)
    rows = decoder(m)
    assert np.allclose(rows @ dense(m), workload.matrix(), atol=1e-9)
    noisy = np.setdiff1d(np.arange(m.measurements), m.strategy.exact_rows)
    assert m.strategy.exact_rows.size == int(known)
    truth = (rows[:, noisy] ** 2).sum(axis=1)
    assert np.allclose(m.unit_variances, truth, rtol=1e-9, atol=1e-12)
    assert m.figures.largest == pytest.approx(truth.max(), rel=1e-9)
    means = [part.mean() for part in m.split(truth)]
    assert np.allclose(m.unit_means, means, rtol=1e-9, atol=1e-12)
    first = 0
    for piece in m.pieces:
        chosen = np.arange(piece.count)
        coefficients = m.strategy.coefficients(piece, chosen)
        assert np.allclose((coefficients**2).sum(axis=1), truth[first : first + piece.count], rtol=1e-9, atol=1e-12)
        labels = m.strategy.query_classes(piece, chosen)
        for label in np.unique(labels):
            alike = np.sort(np.abs(coefficients[labels == label]), axis=1)
            assert np.allclose(alike, alike[:1], atol=1e-9)
        first += piece.count
    json.dumps(m.to_json())


@pytest.mark.parametrize(("ways", "figure"), [(2, 1.775818), (3, 1.493281)])
def test_marginals_attain_the_singular_value_bound(ways: int, figure: float) -> None:
    m = build("marginals", marginals((2, 7, 2, 18), ways), HALF, ADD, objective="rmse")
    assert m.rmse == pytest.approx(figure, abs=2e-6)


@pytest.mark.parametrize("known", [False, True])
def test_weights_are_the_best_for_replacement(known: bool) -> None:
    """No one of a thousand other choices of weights does better."""
    workload = marginals((2, 3, 4), 2)
    m = build("marginals", workload, HALF, REPLACE, exact_row=known, objective="rmse")
    rows = dense(m)
    starts = list(m.strategy._starts)  # type: ignore[attr-defined]  # the products' rows
    apart = rows[:, :, None] - rows[:, None, :]
    loads = np.stack([(apart[a:b] ** 2).sum(axis=0).reshape(-1) for a, b in pairwise(starts)])
    if not known:
        norms = np.stack([(rows[a:b] ** 2).sum(axis=0) for a, b in pairwise(starts)])
        loads = np.concatenate([loads, norms], axis=1)
    costs = np.stack([(decoder(m)[:, a:b] ** 2).sum() for a, b in pairwise(starts)])
    if known:
        costs[0] = 0.0
    reached = costs.sum() * loads.sum(axis=0).max()
    generator = np.random.default_rng(5)
    for _ in range(1000):
        factor = np.exp(generator.normal(scale=0.1, size=costs.size))
        assert (costs / factor).sum() * (loads * factor[:, None]).sum(axis=0).max() >= reached * (1 - 1e-6)


def test_the_certificate_of_the_weights_is_tight_and_below() -> None:
    generator = np.random.default_rng(11)
    for answers, neighbours in ((1, 1), (1, 6), (5, 1), (8, 9)):
        costs, loads = generator.uniform(size=(answers, 7)), generator.uniform(size=(neighbours, 7))
        found = balance(costs, loads)
        assert float((loads @ found.weights).max()) == pytest.approx(1)
        assert found.least <= found.reached * (1 + 1e-12)
        assert found.reached <= found.least * (1 + 1e-3)
        wrong = found.weights * np.linspace(0.5, 1.5, 7)
        wrong /= float((loads @ wrong).max())
        assert float((costs / wrong).sum(axis=1).max()) > found.least * (1 + 1e-3)


def test_weights_are_found_for_costs_of_all_sizes() -> None:
    """Powers of what answers gain neither overflow nor leave an answer with nothing."""
    generator = np.random.default_rng(0)
    for _ in range(100):
        answers, products, neighbours = generator.integers(1, 6, 3)
        costs = 10.0 ** generator.uniform(-9, 9, (answers, products)) * (generator.random((answers, products)) < 0.6)
        loads = np.concatenate([np.ones((1, products)), generator.integers(0, 2, (neighbours, products))])
        if costs.any():
            found = balance(costs, loads)
            assert found.least <= found.reached * (1 + 1e-12)
            assert found.reached <= found.least * 1.1


def test_weights_are_found_where_few_neighbours_load_a_product() -> None:
    """A kind of neighbours with hardly any part of the mixture may be the only one that loads a product."""
    for seed in range(400):
        generator = np.random.default_rng(seed)
        products, neighbours = generator.integers(2, 5), generator.integers(2, 12)
        costs = 10.0 ** generator.uniform(-4, 4, (1, products))
        loads = 10.0 ** generator.uniform(-4, 4, (neighbours, products)) * (
            generator.random((neighbours, products)) < 0.4
        )
        loads[0, ~loads.any(axis=0)] = 1
        found = balance(costs, loads[loads.any(axis=1)])
        assert found.least <= found.reached * (1 + 1e-12)
        assert found.reached <= found.least * 1.1


def test_the_largest_error_is_smallest_under_the_objective_max() -> None:
    built = {o: build("marginals", marginals((2, 7, 2, 18), 2), HALF, ADD, objective=o) for o in ("rmse", "max")}
    assert built["max"].max_std < 0.6 * built["rmse"].max_std
    assert built["max"].max_std == pytest.approx(float(built["max"].std.min()), rel=1e-3)


def test_margins_are_as_good_as_the_whole_vector() -> None:
    sizes = (2, 3, 4, 2)
    m = build("marginals", marginals(sizes, 2), HALF, ADD)
    x = np.arange(48, dtype=np.int64).reshape(sizes)
    assert m.needed_margins == tuple(combinations(range(4), 2))
    given: dict[tuple[int, ...], Any] = {
        own: x.sum(axis=tuple(i for i in range(4) if i not in own)) for own in combinations(range(4), 3)
    }
    assert np.array_equal(m.strategy.measure_margins(given), m.strategy.measure(x))
    assert np.allclose(m.decode(m.strategy.measure_margins(given)), m.workload.answer(x))
    assert m.release(given).shape == (m.workload.shape[0],)
    del given[(0, 1, 2)], given[(0, 1, 3)]
    with pytest.raises(BadInput, match="no margin"):
        m.measure(given)
    with pytest.raises(BadInput, match="totals differ"):
        m.measure({(0, 1): np.ones((2, 3), dtype=np.int64), (2, 3): np.ones((4, 2), dtype=np.int64)})
    with pytest.raises(BadInput, match="ascending"):
        m.measure({(1, 0): np.ones((3, 2), dtype=np.int64)})
    with pytest.raises(BadInput, match="whole numbers"):
        m.measure({(0, 1): np.ones((2, 3))})
    assert build("histogram", Identity(3), HALF, ADD).needed_margins is None
    with pytest.raises(BadInput, match="only marginals"):
        build("histogram", Identity(3), HALF, ADD).measure({(0,): np.ones(3, dtype=np.int64)})


def test_ten_variables_and_a_million_million_cells() -> None:
    """Nothing over the domain is made: forecast, chosen as the best, released and exact but for its noise."""
    sizes, ways = (16,) * 10, 2
    with Work() as work:
        m = build("best", marginals(sizes, ways), HALF, ADD)
        forecast = (m.name, m.rmse, m.max_std, m.margins(90, np.array([0]))[0], m.expected_max_error)
    assert work.squares < 5  # about 0.4 is usual
    assert forecast[0] == "marginals"
    assert m.workload.shape[1] == 16**10
    generator = np.random.default_rng(3)
    rows = generator.integers(0, 16, size=(5000, 10))
    given = {}
    for own in m.needed_margins or ():
        given[own] = np.zeros((16, 16), dtype=np.int64)
        np.add.at(given[own], (rows[:, own[0]], rows[:, own[1]]), 1)
    released = m.release(given)
    truth = np.concatenate([given[own].reshape(-1) for own in combinations(range(10), 2)])
    errors = released - truth
    assert sqrt(float((errors**2).mean())) == pytest.approx(m.rmse, rel=0.1)
    tables = released.reshape(-1, 16, 16)
    assert np.allclose(tables[0].sum(axis=1), tables[1].sum(axis=1))
    with pytest.raises(BadInput, match="mechanism marginals works on the margins"):
        build("gaussian", marginals(sizes, ways), HALF, ADD)


def test_sums_beside_counts_have_a_total_of_their_own() -> None:
    sums = (SumRange(0, 5, Fraction(1, 3)),)
    m = build("marginals", marginals((2, 3), 1), HALF, REPLACE, exact_row=True, sums=sums)
    assert m.strategy.exact_rows.size == 1
    assert m.sums[0].strategy.exact_rows.size == 0
    assert float(m.sums[0].std.min()) > 0


def test_a_table_over_very_many_variables_is_refused() -> None:
    with pytest.raises(BadInput, match="so many variables"):
        build("marginals", Kronecker(*[Identity(8) for _ in range(9)]), HALF, ADD)
    wide = Kronecker(*[Identity(60) for _ in range(5)])
    with pytest.raises(BadInput, match="Laplace noise"):
        build("marginals", wide, PureDP("1"), ADD)


@pytest.mark.parametrize("ways", [1, 2, 3])
@pytest.mark.parametrize("known", [False, True])
def test_replacement_has_a_bound_that_is_attained(ways: int, known: bool) -> None:
    """And no row of the catalogue falls below it."""
    workload = marginals((2, 3, 4), ways)
    for objective in ("weighted", "rmse"):
        m = build("marginals", workload, HALF, REPLACE, exact_row=known, objective=objective)
        assert m.ratio_to_bound == pytest.approx(1, abs=1e-5)
    for name in ("gaussian", "histogram", "tree"):
        other = build(name, workload, HALF, REPLACE, exact_row=known)
        assert other.ratio_to_bound is not None
        assert other.ratio_to_bound >= 1


@pytest.mark.parametrize("ways", [1, 2])
def test_the_singular_value_bound_by_eigenvalues(ways: int) -> None:
    workload = marginals((2, 3, 4), ways)
    weighted = tuple((1.0, piece.factors) for piece in pieces_of(workload))
    roots = np.sqrt(np.maximum(np.linalg.eigvalsh(workload.matrix().T @ workload.matrix()), 0))
    assert least_error(weighted, False, replaced=False) == pytest.approx(roots.sum() ** 2 / 24, rel=1e-6)


def test_the_bound_is_below_dense_optima() -> None:
    """Random strategies on 2 × 3 cells never do better."""
    workload = Stack(Kronecker(Identity(2), Total(3)), Kronecker(Total(2), Identity(3)))
    dense_queries = workload.matrix()
    weighted = tuple((1.0, piece.factors) for piece in pieces_of(workload))
    generator = np.random.default_rng(8)
    for known in (False, True):
        least = least_error(weighted, known)
        assert least is not None
        for _ in range(300):
            rows = generator.normal(size=(6, 6)) + generator.uniform(0, 3) * np.eye(6)
            total = np.full((1, 6), 1e4) if known else np.zeros((0, 6))
            apart = rows[:, :, None] - rows[:, None, :]
            norm = max(float((apart**2).sum(axis=0).max()), 0.0 if known else float((rows**2).sum(axis=0).max()))
            everything = np.concatenate([rows / np.sqrt(norm), total])
            covariance = np.linalg.inv(everything.T @ everything)
            assert float(np.trace(dense_queries @ covariance @ dense_queries.T)) >= least * (1 - 1e-6)
    assert least_error(((1.0, (Prefix(4),)),), True) is None
