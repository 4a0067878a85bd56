"""Lower bounds: never above what a strategy reaches, equal to dense evaluations, and sharp where the best is known."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest

from dpdesk.mechanisms import build
from dpdesk.mechanisms.bounds import best_possible as bounds
from dpdesk.mechanisms.bounds import pairs as bound_pairs
from dpdesk.mechanisms.bounds import waves as bound_waves
from dpdesk.mechanisms.bounds.stacks import Blocks, Weighted
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, OneVariable, Prefix, Stack, Total

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
AREAS = Groups(30, [range(7), range(7, 12), range(12, 30)])
UNIONS: list[Weighted] = [
    ((1.0, (Identity(5), Total(4))), (2.0, (Total(5), Identity(4))), (0.3, (Total(5), Total(4)))),
    ((1.0, (Identity(3), Prefix(7))), (2.0, (Total(3), Identity(7))), (0.5, (Identity(3), Total(7)))),
    ((1.0, (Identity(30),)), (3.0, (AREAS,)), (9.0, (Total(30),))),
    ((1.0, (Identity(3), Prefix(9))), (2.0, (Identity(3), Identity(9)))),
    ((1.0, (AllRange(9),)), (2.0, (Identity(9),))),
    ((1.0, (Identity(30), Identity(3))), (3.0, (AREAS, Identity(3))), (9.0, (Total(30), Total(3)))),
    ((1.0, (Intervals(20, [(1, 5), (3, 9), (7, 20), (2, 2)]),)),),
]


def gram(weighted: Weighted) -> np.ndarray:
    """V, dense."""
    total: np.ndarray = np.zeros(())
    for share, factors in weighted:
        dense = Kronecker(*factors).matrix().astype(float)
        total = total + share * dense.T @ dense
    return total


def roots(matrix: np.ndarray) -> float:
    """Σ√eig."""
    return float(np.sqrt(np.maximum(np.linalg.eigvalsh(matrix), 0)).sum())


@pytest.mark.parametrize("query", [kind(size) for kind in (Prefix, AllRange) for size in (1, 2, 3, 7, 64, 200)])
def test_trapezoids_give_the_dual_of_eigenvalues(query: Prefix | AllRange) -> None:
    v = bound_waves.dual(query)
    dense = query.matrix().astype(float)
    inner = dense.T @ dense * np.sqrt(np.multiply.outer(v, v))
    exact = roots(inner) ** 2 / v.sum()
    assert exact * (1 - 1e-5) <= bound_waves.least_error(query) <= exact


@pytest.mark.parametrize("size", [7, 64, 256, 1000, 1024])
def test_sines_are_as_near_to_their_bound_as_claimed(size: int) -> None:
    for query, most in ((Prefix(size), 1.002), (AllRange(size), 1.0003)):
        m = build("sine", query, ZCDP("1/2"), ADD)
        assert m.bound_is == "certified"
        assert m.ratio_to_bound is not None
        assert 1 <= m.ratio_to_bound <= most


@pytest.mark.parametrize("weighted", UNIONS, ids=str)
def test_blocks_have_the_eigenvalues_of_the_whole(weighted: Weighted) -> None:
    whole = gram(weighted)
    cells = len(whole)
    off = np.eye(cells) - 1 / cells
    # Eigenvalues that are 0 are 1e-15 of the largest when computed densely, and their roots 1e-8.
    for waves in (False, True):
        blocks = Blocks(weighted, waves=waves)
        assert blocks.roots(centred=False) == pytest.approx(roots(whole), rel=1e-6)
        if not blocks.waves:
            assert blocks.roots(centred=True) == pytest.approx(roots(off @ whole @ off), rel=1e-6)


@pytest.mark.parametrize("weighted", UNIONS, ids=str)
def test_a_sharpened_bound_is_a_value_of_the_dual_and_near_its_best(weighted: Weighted) -> None:
    whole = gram(weighted)
    v, best = (np.diag(whole) > 0).astype(float), 0.0
    for _ in range(300):
        root = np.sqrt(v)
        values, vectors = np.linalg.eigh(whole * np.multiply.outer(root, root))
        halves = np.sqrt(np.maximum(values, 0))
        best = max(best, float(halves.sum() ** 2 / v.sum()))
        v = (vectors**2) @ halves
    found = bounds.lower_bound(weighted, False)
    assert found is not None
    assert best * 0.995 <= found <= best * (1 + 1e-6)


@pytest.mark.parametrize("size", [2, 5, 12, 37, 100, 256])
def test_weights_of_pairs_give_what_eigenvalues_give(size: int) -> None:
    if size >= bound_pairs.SMALL:
        lengths, weights = bound_pairs.stretched(size)
        own = np.repeat(np.arange(lengths.size), lengths)
        pairs = weights[np.ix_(own, own)].copy()
        np.fill_diagonal(pairs, 0)
        dense = Prefix(size).matrix().astype(float)
        exact = bound_pairs.dense(dense.T @ dense, pairs)
        assert exact * (1 - 2e-4) <= bound_pairs.blocks(size) <= exact
    whole = AllRange(size).matrix().astype(float)
    weights_round = bound_pairs.ellipse(size + 1)
    around = np.zeros((size + 1, size + 1))
    around[:size, :size] = whole.T @ whole  # nowhere is in no interval
    lags = weights_round[np.abs(np.subtract.outer(np.arange(size + 1), np.arange(size + 1)))]
    spread = np.diag(lags.sum(axis=1)) - lags
    values = np.linalg.eigvals(spread @ around).real
    circle = np.sqrt(np.maximum(values, 0)).sum() ** 2 / (lags.sum() / 2)
    assert bound_pairs.circle(size + 1) == pytest.approx(circle, rel=1e-6)
    assert bound_pairs.opened(size) <= circle * (1 + 1e-9)


def test_bounds_under_replacement_are_near_the_known_optima() -> None:
    """2.4557, 3.0774 and 2.9091, 3.7781 are what duals with all pairs free reach."""
    for query, known in (
        (Prefix(64), 2.45566),
        (Prefix(256), 3.07737),
        (AllRange(64), 2.90906),
        (AllRange(256), 3.77809),
    ):
        found = bounds.lower_bound(((1.0, (query,)),), True, True)
        assert found is not None
        assert known * 0.999 <= sqrt(found / query.count) <= known * 1.0003


@pytest.mark.parametrize("exact_row", [True, False])
@pytest.mark.parametrize("size", [2, 3, 7, 16, 65, 300])
def test_no_strategy_undercuts_a_bound_under_replacement(size: int, exact_row: bool) -> None:
    for query in (Prefix(size), AllRange(size)):
        for name in ("histogram", "prefix-difference", "tree", "toeplitz", "sine"):
            m = build(name, query, ZCDP("1/2"), REPLACE, exact_row=exact_row)
            least = bounds.lower_bound(((1.0, (query,)),), exact_row, True)
            assert least is not None
            assert m.figures.means[0] * query.count * m.norm / m.strategy.unit**2 >= least


def test_large_unions_have_a_bound() -> None:
    large = Stack(Kronecker(Identity(50), Prefix(60)), Kronecker(Total(50), AllRange(60)))
    m = build("histogram", large, ZCDP("1/2"), ADD)
    assert m.ratio_to_bound is not None
    assert 1 < m.ratio_to_bound < 10
    margins = [Kronecker(*(Identity(9) if i in (j, j + 1) else Total(9) for i in range(5))) for j in range(4)]
    assert bounds.lower_bound(tuple((1.0, part.factors) for part in margins), False) is not None


def test_totals_change_no_bound() -> None:
    alone = bounds.lower_bound(((1.0, (Prefix(40),)),), False)
    beside = bounds.lower_bound(((1.0, (Prefix(40), Total(7))),), False)
    assert alone == beside


def random_union(chance: random.Random) -> Stack:
    """One to four products over one to three variables, groups of any kind among them."""
    number = chance.choice([1, 2, 2, 3])
    sizes = [chance.randint(1, 6 if number > 1 else 20) for _ in range(number)]

    def factor(size: int) -> OneVariable:
        kind = chance.randrange(6)
        if kind < 5:
            one: OneVariable = (Identity(size), Total(size), Prefix(size), AllRange(size), Total(size))[kind]
            return one
        return Groups(size, [chance.sample(range(size), chance.randint(0, size)) for _ in range(2)])

    return Stack(*(Kronecker(*(factor(size) for size in sizes)) for _ in range(chance.randint(1, 4))))


@pytest.mark.parametrize("seed", [*range(25), 129, 140])
def test_bounds_of_random_unions_lie_below_the_optimum_and_near_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the numerical optimum; with and without the steps that few cells are given under replacement."""
    workload = random_union(random.Random(seed))
    for neighbours, exact_row in ((ADD, False), (REPLACE, False), (REPLACE, True)):
        m = build("factorization", workload, ZCDP("1/2"), neighbours, exact_row=exact_row)
        if not m.objective:
            continue
        assert m.ratio_to_bound is not None
        assert m.ratio_to_bound < 1.002
        weighted = tuple((1 / m.group_counts[p.group], p.factors) for p in m.pieces if p.count)
        reached = m.norm / m.strategy.unit**2 * sum(m.unit_means)
        for few in (100, 1):
            monkeypatch.setattr(bounds, "FEW_CODES", few)
            bounds.lower_bound.cache_clear()
            least = bounds.lower_bound(weighted, exact_row, neighbours is REPLACE)
            assert least is None or least <= reached * (1 + 1e-6)
        bounds.lower_bound.cache_clear()


def test_ten_variables_with_running_counts_beside_are_bounded_sharply() -> None:
    sizes = [2, 7, 2, 18, 100, 5, 9, 12, 30, 4]

    def table(*asked: int) -> Kronecker:
        return Kronecker(*(Identity(n) if i in asked else Total(n) for i, n in enumerate(sizes)))

    running = Kronecker(*(Prefix(n) if i == 4 else Identity(n) if i == 0 else Total(n) for i, n in enumerate(sizes)))
    union = Stack(table(0, 1, 3), table(2, 5), table(6, 7), table(8, 9), table(0), running)
    m = build("marginals", union, ZCDP("1/2"), ADD)
    assert m.ratio_to_bound is not None
    assert 1 <= m.ratio_to_bound < 1.02
