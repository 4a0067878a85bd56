"""Nested groupings of one variable: rows, decoder, moments and inner products against dense algebra."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from dpdesk.mechanisms import build
from dpdesk.mechanisms.marginals import strategy as marginals
from dpdesk.mechanisms.marginals.blocks import Parts, flat
from dpdesk.mechanisms.marginals.levels import trees
from dpdesk.mechanisms.marginals.nested import Nest, NestLevel, nested
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.mechanisms.trees.levels import Gains
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total
from dpdesk.queries.one_variable import OneVariable

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
HALF = ZCDP("1/2")


def random_nest(generator: np.random.Generator, neighbours: bool) -> Nest:
    """One to three levels over up to 13 codes; groups of neighbouring codes, or any."""
    size = int(generator.integers(1, 14))
    labels, now = [], np.zeros(size, dtype=np.int64)
    for level in range(int(generator.integers(1, 4))):
        if neighbours:
            cut = (generator.random(size - 1) < 0.3 + 0.2 * level) | (np.diff(now) != 0)
            now = np.concatenate([[0], np.cumsum(cut)])
        else:
            now = np.unique(now * 4 + generator.integers(0, 3, size), return_inverse=True)[1].reshape(-1)
        labels.append(tuple(now.tolist()))
    return Nest(size, tuple(labels))


def queries(generator: np.random.Generator, size: int) -> list[OneVariable]:
    groups = Groups(size, [np.flatnonzero(generator.random(size) < 0.5).tolist() for _ in range(3)])
    listed = Intervals(size, [(1, size), ((size + 1) // 2, size)])
    return [Identity(size), Prefix(size), AllRange(size), Total(size), groups, listed]


def matrices(parts: Parts) -> list[np.ndarray]:
    eye = np.eye(parts.size, dtype=np.int64)
    return [block.measure(eye, 0).reshape(block.rows, parts.size) for block in parts.blocks]


@pytest.mark.parametrize("seed", range(60))
def test_blocks_give_back_every_query_and_say_how_well(seed: int) -> None:
    generator = np.random.default_rng(seed)
    nest = random_nest(generator, seed % 2 == 1)
    parts = nested(nest) if seed % 5 else flat(nest.size)
    labels = nest.labels if seed % 5 else (tuple(range(nest.size)),)
    classes = np.unique(np.array(labels), axis=1, return_inverse=True)[1].reshape(-1)
    alike = (classes[:, None] == classes[None, :]).astype(float)
    measured = matrices(parts)
    for query in queries(generator, nest.size):
        rows = [block.coefficients(query, np.arange(query.count)) for block in parts.blocks]
        for block, own in zip(parts.blocks, rows, strict=True):
            assert np.allclose((own**2).sum(axis=1), block.moments(query), atol=1e-12)
            assert block.sum(query) == pytest.approx((own**2).sum(), rel=1e-9, abs=1e-12)
            y = generator.normal(size=(block.rows, 2))
            assert np.allclose(block.answer(y, 0, query), own @ y / block.unit)
            assert np.allclose(block.answer(y.T, 1, query).T, own @ y / block.unit)
        back = sum(own @ m / block.unit for own, m, block in zip(rows, measured, parts.blocks, strict=True))
        assert np.allclose(back, query.matrix() @ (alike / alike.sum(axis=0)))


@pytest.mark.parametrize("seed", range(60))
def test_inner_products_are_of_the_kinds_that_are_listed(seed: int) -> None:
    """Where norms differ a shared group counts as the largest norm, which a further row makes it."""
    generator = np.random.default_rng(seed)
    nest = random_nest(generator, seed % 2 == 1)
    parts = nested(nest)
    measured = matrices(parts)
    for block, m in zip(parts.blocks, measured, strict=True):
        norms = (m**2).sum(axis=0)
        assert norms.max() == block.norm
        assert np.abs(m).max() <= block.largest_entry
        assert isinstance(block, NestLevel) or block.whole
    assert parts.even == all(np.ptp((m**2).sum(axis=0)) == 0 for m in measured)
    levels = [block.level for block in parts.blocks if isinstance(block, NestLevel)]
    for u in range(nest.size):
        for v in range(nest.size):
            together = [level == 0 or nest.labels[level - 1][u] == nest.labels[level - 1][v] for level in levels]
            if all(together):
                assert all(np.array_equal(m[:, u], m[:, v]) for m in measured)
                continue
            found = [
                block.norm if same else int(m[:, u] @ m[:, v])
                for block, m, same in zip(parts.blocks, measured, together, strict=True)
            ]
            parted = together.index(False)
            ends = [pair for pair in parts.pairs if pair[:parted] == tuple(found[:parted]) and pair[parted] < 0]
            assert min(pair[parted] for pair in ends) <= found[parted] <= max(pair[parted] for pair in ends)
            assert not any(found[parted + 1 :])
            assert not any(any(pair[parted + 1 :]) for pair in ends)


STATES = Groups(3150, [range(63 * s, 63 * s + 63) for s in range(50)])
AREAS = Stack(Identity(3150), STATES, Total(3150))


def test_areas_at_three_levels() -> None:
    plain = build("marginals", AREAS, HALF, ADD, objective="rmse")
    assert plain.rmse <= 1.1177
    weighted = build("marginals", AREAS, HALF, ADD)
    levels = [float(np.sqrt((part**2).mean())) for part in weighted.split(weighted.std)]
    assert max(levels) <= 1.75
    assert weighted.ratio_to_bound == pytest.approx(1, abs=1e-6)
    largest = build("marginals", AREAS, HALF, ADD, objective="max")
    assert largest.max_std == pytest.approx(float(largest.std.min()), rel=1e-3)


def test_ragged_areas_are_answered_exactly_but_for_noise() -> None:
    sizes = [1, 5, 12, 2, 1, 30]
    edges = np.concatenate([[0], np.cumsum(sizes)])
    states = Groups(51, [range(a, b) for a, b in pairwise(edges.tolist())])
    both = Stack(Kronecker(Identity(51), Total(2)), Kronecker(states, Identity(2)), Kronecker(Total(51), Total(2)))
    for neighbours, known in ((ADD, False), (REPLACE, False), (REPLACE, True)):
        m = build("marginals", both, HALF, neighbours, exact_row=known)
        x = np.arange(102, dtype=np.int64)
        assert np.allclose(m.decode(m.strategy.measure(x.reshape(51, 2)) * m.grid), both.answer(x))
        assert m.norm_is_exact == (neighbours is ADD)
    added = build("marginals", both, HALF, ADD)
    assert added.ratio_to_bound is not None
    assert added.ratio_to_bound < 1.1


@pytest.mark.parametrize("size", [12, 48, 49])
def test_the_chosen_tree_is_the_best_of_all_chains(size: int) -> None:
    """By enumeration where D divides well; elsewhere at least as good as every code against the mean."""
    gains = Gains((Prefix(size),), (1.0,), (0.0,))

    def reached(blocks: tuple[int, ...]) -> float:
        labels = tuple(tuple(code // block for code in range(size)) for block in reversed(blocks))
        parts = nested(Nest(size, labels))
        loads = [block.norm / block.unit**2 for block in parts.blocks]
        return float(sum(np.sqrt(b.sum(Prefix(size)) * n) for b, n in zip(parts.blocks, loads, strict=True)))

    best = min(reached(blocks) for blocks in trees(size, gains))
    chains: list[tuple[int, ...]] = [(1,)]
    for block in range(2, size):
        if size % block == 0:
            chains += [(*chain, block) for chain in chains if block % chain[-1] == 0]
    assert best <= min(reached(chain) for chain in chains) * (1 + 1e-9)


def test_a_block_is_worked_out_once_for_all_products_that_it_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    ages = [Total(12), Groups(12, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]), Identity(12)]
    areas = [Total(9), Groups(9, [[0, 1, 2], [3, 4, 5], [6, 7, 8]]), Identity(9)]
    workload = Stack(*(Kronecker(age, area) for age in ages for area in areas))
    made = build("marginals", workload, ZCDP("1/2"), Neighbours.ADD_REMOVE).strategy
    assert isinstance(made, MarginalsStrategy)
    asked: list[object] = []
    answer = NestLevel.answer

    def heard(block: NestLevel, *given: object) -> object:
        asked.append(block)
        return answer(block, *given)  # type: ignore[arg-type]  # as they were given

    monkeypatch.setattr(NestLevel, "answer", heard)
    drawn = np.arange(3.0 * made.rows).reshape(3, made.rows) % 7
    together = made.decode_each(drawn)
    once = len(asked)
    monkeypatch.setattr(marginals, "WRITTEN", 0)
    np.testing.assert_allclose(together, made.decode_each(drawn), rtol=0, atol=1e-11)
    assert once < (len(asked) - once) / 2
