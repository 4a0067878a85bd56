"""Weighted trees against dense linear algebra, against optima known otherwise, and against neighbours of their weights.

The figures: a nation of 50 states of 63 counties at ρ = ½ (1.1176 is the singular value bound, so no mechanism does
better), and what a weighted tree reaches for prefixes and intervals.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, SumRange, build
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.trees.weighted import solver
from dpdesk.mechanisms.trees.weighted.groupings import block_gain, grouping_gains, groupings_of
from dpdesk.mechanisms.trees.weighted.nodes import Tree, grouping, integer_weights, nodes_of, precisions
from dpdesk.mechanisms.trees.weighted.tree import WeightedTreeAxis
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP
from dpdesk.queries import (
    AllRange,
    CodePrefix,
    Groups,
    Identity,
    Intervals,
    Kronecker,
    OneVariable,
    Prefix,
    Stack,
    Total,
    Workload,
)

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
BLOCKS = [
    (7, (1,)),
    (8, (1, 2, 4, 8)),
    (7, (1, 2, 4)),
    (7, (1, 3, 9)),
    (13, (1, 2, 6)),
    (13, (1, 3, 6, 18)),
    (12, (1, 3, 12)),
    (1, (1,)),
    (24, (1, 5)),
]


def hierarchy() -> Stack:
    states = Groups(3150, [range(63 * s, 63 * s + 63) for s in range(50)])
    return Stack(Total(3150), states, Identity(3150))


def dense(axis: WeightedTreeAxis) -> np.ndarray:
    return np.stack([axis.measure(unit, 0) for unit in np.eye(axis.size, dtype=np.int64)], axis=1)


def check_against_dense(axis: WeightedTreeAxis, queries: list[OneVariable], generator: np.random.Generator) -> None:
    integers = dense(axis)
    m = integers / axis.unit
    covariance = np.linalg.inv(m.T @ m)
    assert axis.rows == m.shape[0]
    for query in queries:
        w = query.matrix()
        variance, known = np.einsum("ij,jk,ik->i", w, covariance, w), w @ covariance.sum(axis=1)
        for ours, theirs in zip(axis.moments(query), (variance, known), strict=True):
            assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)
        assert axis.sums(query) == pytest.approx((variance.sum(), (known**2).sum()), rel=1e-9)
        for public in (False, True):
            left = variance - known**2 / covariance.sum() if public else variance
            assert axis.maximum(query, public) == pytest.approx(left.max(initial=0.0), rel=1e-9, abs=1e-9)
        rows = axis.coefficients(query, np.arange(query.count))
        assert rows == pytest.approx(w @ covariance @ m.T, abs=1e-9)
        assert np.abs(rows).max(initial=0.0) <= axis.largest_coefficient + 1e-9
    assert axis.known_variance == pytest.approx(covariance.sum())
    assert axis.spread() == pytest.approx(covariance.sum(axis=1))
    y = generator.normal(size=(axis.rows, 2))
    assert axis.estimate(y, 0) == pytest.approx(np.linalg.lstsq(m, y, rcond=None)[0])
    norms = (integers**axis.power).sum(axis=0)
    triples, attained = axis.columns(axis.power)
    assert triples[-1][0] == norms.max()
    assert attained == (norms.min() == norms.max())
    assert attained or axis.power == 2
    if axis.size > 1:
        shared = np.minimum(integers[:, :, None], integers[:, None, :]) if axis.power == 1 else None
        products = shared.sum(axis=0) if shared is not None else integers.T @ integers
        assert triples[0][2] == products.min()


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize(("size", "blocks"), BLOCKS)
def test_block_trees_are_dense_least_squares(size: int, blocks: tuple[int, ...], power: int) -> None:
    generator = np.random.default_rng(size)
    weights = tuple(int(w) for w in generator.integers(20, 200, len(blocks)))
    some = [generator.choice(size, generator.integers(0, size + 1), replace=False).tolist() for _ in range(5)]
    queries: list[OneVariable] = [Prefix(size), AllRange(size), Identity(size), Total(size), Groups(size, some)]
    check_against_dense(WeightedTreeAxis(Tree(size, blocks), weights, 7, power), queries, generator)


@pytest.mark.parametrize("seed", range(20))
def test_nested_groupings_are_dense_least_squares(seed: int) -> None:
    """Branches that end early included: a node with one child leaves its budget to it."""
    generator = np.random.default_rng(seed)
    size = int(generator.integers(2, 20))
    fine = generator.integers(0, 5, size)
    levels = [grouping(fine), grouping(fine // 2), grouping(fine * 0)][: generator.integers(1, 4)]
    tree = Tree(size, (1,), tuple(levels))
    weights = tuple(int(w) for w in generator.integers(20, 200, tree.levels))
    groups = [np.flatnonzero(fine == one).tolist() for one in sorted(set(fine.tolist()))]
    queries: list[OneVariable] = [Prefix(size), AllRange(size), Identity(size), Total(size), Groups(size, groups)]
    for power in (1, 2):
        check_against_dense(WeightedTreeAxis(tree, weights, 7, power), queries, generator)


def test_every_code_has_the_same_budget() -> None:
    for power in (1, 2):
        for size, blocks in BLOCKS:
            weights = (97, 55, 31, 20)[: len(blocks)]
            tree, nodes = Tree(size, blocks), nodes_of(Tree(size, blocks))
            for levels in (integer_weights(tree, weights, power), precisions(tree, weights, power)):
                exponent = power if levels[0].dtype == np.int64 else power / 2
                total = np.zeros(nodes.starts[-1].size - 1)
                for level in range(tree.levels - 1, -1, -1):
                    total = total + levels[level].astype(float) ** exponent
                    total = total[nodes.parents[level - 1]] if level else total
                assert total == pytest.approx(sum(w**power for w in weights), rel=1e-12 if power == 1 else 0.02)


def test_energies_of_blocks_and_groupings() -> None:
    fine = np.array([0, 0, 1, 2, 2, 2, 0, 1, 3, 3, 3, 3])
    tree = Tree(12, (1,), (grouping(fine), grouping(fine // 2)))
    nodes = nodes_of(tree)
    assert nodes.order is not None
    queries = [Prefix(12), Identity(12), Total(12), Intervals(12, [(1, 3), (2, 7)]), Groups(12, [[0, 2, 5], [1, 2, 3]])]
    for query in [*queries, AllRange(12)]:
        w = query.matrix().astype(float)
        for block in (1, 2, 3, 5, 12, 15):
            starts = range(0, 12, block)
            truth = sum((w[:, s : s + block].sum(axis=1) ** 2).sum() / w[:, s : s + block].shape[1] for s in starts)
            assert block_gain(query, block) == pytest.approx(truth)
        found = grouping_gains(query, tree)
        if isinstance(query, AllRange):
            assert found is None  # intervals are not runs of positions here
            continue
        moved = w[:, nodes.order]
        for level, value in zip(nodes.starts, found or [], strict=True):
            parts = list(pairwise(level))
            truth = sum((moved[:, a:b].sum(axis=1) ** 2).sum() / (b - a) for a, b in parts)
            assert value == pytest.approx(truth)


# --- figures ---------------------------------------------------------------------------------------------------------


def test_areas_of_equal_size_reach_the_optimum() -> None:
    rmse = build("weighted-tree", hierarchy(), ZCDP("1/2"), ADD, objective="rmse")
    assert rmse.rmse <= 1.1177
    levels = build("weighted-tree", hierarchy(), ZCDP("1/2"), ADD)
    assert levels.ratio_to_bound is not None
    assert levels.ratio_to_bound < 1.00001
    assert max(sqrt(v * levels.scale.variance) for v in levels.unit_means) <= 1.75
    largest = build("weighted-tree", hierarchy(), ZCDP("1/2"), ADD, objective="max")
    assert largest.max_std < levels.max_std
    assert build("best", hierarchy(), ZCDP("1/2"), ADD).objective <= levels.objective * (1 + 1e-9)


@pytest.mark.parametrize(
    ("workload", "loss", "most"),
    [
        (Prefix(64), PureDP("1"), 5.80),
        (AllRange(64), PureDP("1"), 5.98),
        (Prefix(256), PureDP("1"), 8.29),
        (AllRange(256), PureDP("1"), 8.85),
        (Prefix(1024), PureDP("1"), 10.82),
        (AllRange(1024), PureDP("1"), 12.37),
        (Prefix(4096), PureDP("1"), 13.80),
        (AllRange(4096), PureDP("1"), 16.11),
        (Prefix(1024), ZCDP("1/2"), 3.554),
        (AllRange(1024), ZCDP("1/2"), 4.249),
    ],
    ids=str,
)
def test_what_a_weighted_tree_reaches(workload: OneVariable, loss: Loss, most: float) -> None:
    """A plain tree's noise of scale 2 or 3 on whole numbers varies up to 2 % less than on a fine grid."""
    m = build("weighted-tree", workload, loss, ADD)
    assert m.rmse <= most
    assert m.rmse <= build("tree", workload, loss, ADD).rmse * (1.0106 if m.noise == "laplace" else 1)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("neighbours", [ADD, REPLACE])
@pytest.mark.parametrize("loss", [PureDP("1"), ZCDP("1/2")], ids=str)
@pytest.mark.parametrize(
    "workload",
    [
        AllRange(64),
        Prefix(40),
        Stack(Total(60), Groups(60, [range(20), range(20, 25), range(25, 60)]), Identity(60)),
        Kronecker(Identity(3), Prefix(32)),
        Stack(Kronecker(Total(6), Prefix(16)), Kronecker(Identity(6), Total(16))),
    ],
    ids=["intervals", "prefixes", "areas", "product", "union"],
)
def test_no_other_weights_of_a_level_are_better(
    workload: Workload, loss: Loss, neighbours: Neighbours, known: bool
) -> None:
    """Each level's weight up and down by 3 %: less than 0.001 better (0.005 for several variables, taken in turn)."""
    if known and neighbours is ADD:
        return
    m = build("weighted-tree", workload, loss, neighbours, exact_row=known)
    assert isinstance(m.strategy, ProductStrategy)
    found = score(m, m.strategy)
    for i, axis in enumerate(m.strategy.axes):
        if not isinstance(axis, WeightedTreeAxis) or axis.tree.levels == 1:
            continue
        for level, weight in enumerate(axis.weights):
            for factor in (0.97, 1.03):
                weights = (*axis.weights[:level], round(factor * weight), *axis.weights[level + 1 :])
                other = WeightedTreeAxis(axis.tree, weights, axis.bits, axis.power)
                axes = (*m.strategy.axes[:i], other, *m.strategy.axes[i + 1 :])
                assert found / score(m, ProductStrategy(axes, m.pieces, known)) <= (1.001 if len(axes) == 1 else 1.005)


def score(m: Mechanism, strategy: ProductStrategy) -> float:
    """The weighted objective at the noise the loss needs, from the dense columns of what is measured."""
    cells = m.workload.shape[1]
    units = np.eye(cells, dtype=np.int64).reshape(cells, *m.workload.domain)
    free = np.setdiff1d(np.arange(strategy.rows), strategy.exact_rows)
    columns = np.stack([strategy.measure(unit)[free] for unit in units], axis=1) / strategy.unit
    power = 1 if m.noise == "laplace" else 2
    norm = float((np.abs(columns) ** power).sum(axis=0).max()) if not m.relation.exact_row else 0.0
    if m.relation.neighbours is REPLACE:
        norm = max(norm, max(float((np.abs(columns - c[:, None]) ** power).sum(axis=0).max()) for c in columns.T))
    counts = [sum(p.count for p in m.pieces if p.group == group) for group in range(len(m.weights))]
    total = sum(strategy.piece_sum(p) / counts[p.group] for p in m.pieces)
    return sqrt(total) * (norm if power == 1 else sqrt(norm))


def test_closed_form_weights_are_the_optimum_of_their_levels() -> None:
    """Against a projected descent from random starts."""
    widths, kappa = [1.0, 4.0, 16.0, 64.0], [1.0, 1.0, 1.0, 0.4]
    generator = np.random.default_rng(3)
    for _ in range(20):
        energies = generator.exponential(size=4) * np.array([1, 5, 30, 300])
        squares = np.array(solver.pooled(widths, energies.tolist(), kappa))
        assert (squares >= -1e-12).all()
        assert np.dot(squares, kappa) == pytest.approx(1)
        best = float((energies / np.cumsum(widths * squares)).sum())
        for _ in range(300):
            other = np.maximum(squares + generator.normal(scale=0.02, size=4), 0)
            other[0] = max(other[0], 1e-3)
            other /= np.dot(other, kappa)
            assert best <= float((energies / np.cumsum(widths * other)).sum()) * (1 + 1e-9)


def test_groupings_of_a_workload() -> None:
    """States in a nation; code prefixes of several lengths in one list; sets that cross are cut."""
    states = Groups(9, [[0, 3, 4], [1, 2], [5, 6, 7, 8]])
    tree = groupings_of(9, [states, Identity(9), Total(9)])
    assert tree is not None
    assert tree.counts == (9, 3, 1)
    codes = ["11", "12", "21", "22", "23", "31"]
    ragged = groupings_of(6, [CodePrefix(codes, ["1", "2", "21", "22", ""])])
    assert ragged is not None
    assert ragged.counts[-1] == 1
    assert 3 in ragged.counts
    crossing = groupings_of(6, [Intervals(6, [(1, 3), (3, 6)])])
    assert crossing is not None
    assert crossing.counts == (6, 3, 2, 1)
    assert groupings_of(6, [Prefix(6), Identity(6)]) is None


def test_ragged_areas_are_close_to_the_optimum() -> None:
    """Fifty areas of 1 to 50 parts: within 2 % of the certified bound for the weighted objective."""
    sizes = [1 + (7 * i) % 12 for i in range(16)]
    edges = np.concatenate([[0], np.cumsum(sizes)])
    areas = Groups(int(edges[-1]), [range(a, b) for a, b in pairwise(edges)])
    m = build("weighted-tree", Stack(Total(areas.size), areas, Identity(areas.size)), ZCDP("1/2"), ADD)
    assert m.ratio_to_bound is not None
    assert m.ratio_to_bound < 1.02


def test_codes_nobody_tells_apart_are_decoded_exactly() -> None:
    m = build("weighted-tree", Groups(12, [range(6), range(6, 12)]), ZCDP("1/2"), ADD)
    y = m.strategy.measure(np.arange(12, dtype=np.int64) * 1000) * m.grid
    assert m.decode(y) == pytest.approx([15_000, 51_000], abs=1e-6)
    assert m.rmse < 1.01


@pytest.mark.parametrize("loss", [PureDP("1"), ZCDP("1/2"), ApproxDP("1", "1e-6")], ids=str)
def test_sums_share_the_tree(loss: Loss) -> None:
    """Decoding what is measured without noise gives the answers, of counts and of a sum with large values."""
    ranges = (SumRange(-5, 100_000, Fraction(1, 3)),)
    workload = Kronecker(Identity(3), Prefix(40))
    for neighbours, c in ((ADD, 2), (REPLACE, 1)):
        m = build("weighted-tree", workload, loss, neighbours, rows_per_unit=c, sums=ranges)
        x = np.arange(120, dtype=np.int64).reshape(3, 40)
        for one in (m, *m.sums):
            assert one.decode(one.strategy.measure(x) * one.grid) == pytest.approx(workload.answer(x.reshape(-1)))
        assert m.sums[0].largest_total > 100_000 * 10**10
        assert m.release(x).shape == (120,)


def test_the_description_gives_the_columns_back() -> None:
    m = build("weighted-tree", hierarchy(), ZCDP("1/2"), ADD)
    told = m.to_json()["strategy"]["variables"][0]
    levels = [np.array(one) for one in told["groupings"]]
    assert [len(set(one.tolist())) for one in levels] == [50, 1]
    assert told["shared_power"] == 2
    assert m.to_json()["sensitivity"] == {"l2_squared": str(sum(w * w for w in told["weights"])), "is": "exact"}
    blocks = build("weighted-tree", Prefix(64), PureDP("1"), ADD).to_json()
    assert blocks["sensitivity"] == {"l1": str(sum(blocks["strategy"]["variables"][0]["weights"])), "is": "exact"}
