"""Listed cells that are chosen once more, for the sums: against populations that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linprog

from dpdesk.postprocess import joint_search
from dpdesk.postprocess.listed import closest as listed_closest
from dpdesk.postprocess.listed import sums as listed_sums
from dpdesk.postprocess.listed.cells import Integers, Layer, ListedCells, Statistic
from dpdesk.postprocess.listed.closest import Published, rows_of
from dpdesk.postprocess.listed.sums import ListedSum, counts_for_listed_sums
from dpdesk.queries import Identity, Kronecker, Total

SHAPE = (4, 5, 4, 2)
COUNTED = [Statistic((axis,), Kronecker(Identity(size))) for axis, size in enumerate(SHAPE)]
SUMMED = [
    Statistic((0, 1), Kronecker(Identity(4), Identity(5))),
    Statistic((2, 3), Kronecker(Identity(4), Total(2))),
]
BOUNDS = [(0, 6), (-2, 3)]
HALVES = Layer((0, 1), (np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1, 1])), (2, 2))
Population = tuple[ListedCells, Integers, list[Integers]]


def drawn(seed: int) -> Population:
    """Some people, and sums of two quantities that lie within their bounds."""
    chance = np.random.default_rng(seed)
    rows = np.unique(np.stack([chance.integers(0, size, 9) for size in SHAPE], axis=1), axis=0).astype(np.int64)
    counts = chance.integers(1, 4, len(rows))
    sums = [chance.integers(low * counts, high * counts + 1) for low, high in BOUNDS]
    return ListedCells(rows, SHAPE), counts, sums


def others(true: Population) -> Population:
    """The same published counts, each person's codes of every variable put together in another order."""
    cells, counts, _ = true
    people = np.repeat(cells.rows, counts, axis=0)
    rows, own = np.unique(np.stack([np.sort(column) for column in people.T], axis=1), axis=0, return_counts=True)
    return ListedCells(rows, SHAPE), own, [low * own for low, _ in BOUNDS]


def numbers(statistics: list[Statistic], cells: ListedCells, values: Integers) -> list[np.ndarray]:
    return [np.asarray(cells.answer([statistic], values), dtype=np.float64) for statistic in statistics]


def published(true: Population) -> Published:
    cells, counts, _ = true
    return Published(SHAPE, COUNTED, numbers(COUNTED, cells, counts), [], int(counts.sum()))


def wanted(true: Population, shared: Sequence[Layer] = (), *, summed: bool = True) -> list[ListedSum]:
    cells, _, sums = true
    layers = [(layer, np.full(4, summed)) for layer in shared]
    return [
        ListedSum(SUMMED, numbers(SUMMED, cells, own), [1.0, 0.5], low, high, layers)
        for own, (low, high) in zip(sums, BOUNDS, strict=True)
    ]


def off(true: Population, found: Population) -> float:
    """How far published sums are from the true ones, added up."""
    apart = [
        np.abs(number - other).sum()
        for sums, own in zip(true[2], found[2], strict=True)
        for number, other in zip(numbers(SUMMED, true[0], sums), numbers(SUMMED, found[0], own), strict=True)
    ]
    return float(sum(apart))


def is_consistent(found: Population, start: Population) -> bool:
    """Whether published counts are as they were, and sums within the bounds of real counts that have the same."""
    cells, counts, sums = found
    if not all(map(np.array_equal, numbers(COUNTED, cells, counts), numbers(COUNTED, *start[:2]))):
        return False
    if counts.min() < 0:
        return False
    every = np.indices(SHAPE).reshape(len(SHAPE), -1).T
    rows = np.concatenate([rows_of(one, every).toarray() for one in COUNTED])
    summed = np.concatenate([rows_of(one, every).toarray() for one in SUMMED])
    held = np.concatenate(numbers(COUNTED, cells, counts))
    for given, (low, high) in zip(sums, BOUNDS, strict=True):  # l·Vh ≤ Vs ≤ u·Vh, but for less than a step
        own = np.concatenate(numbers(SUMMED, cells, given))
        limits = np.concatenate([low * summed, -high * summed])
        most = np.concatenate([own, -own]) + 0.999
        if linprog(np.zeros(len(every)), limits, most, rows, held).status != 0:
            return False
    return True


def is_within_blocks(found: Population) -> bool:
    """Whether the sums of shared blocks lie between the bounds of the people there."""
    blocks = HALVES.of(found[0].rows)
    people = np.bincount(blocks, found[1], 4)
    both = zip((np.bincount(blocks, own, 4) for own in found[2]), BOUNDS, strict=True)
    return all(np.all((low * people <= own) & (own <= high * people)) for own, (low, high) in both)


def is_of_whole_people(found: Population) -> bool:
    """Whether each cell's sum lies between the bounds of its own count."""
    both = zip(found[2], BOUNDS, strict=True)
    return all(np.all((low * found[1] <= own) & (own <= high * found[1])) for own, (low, high) in both)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sums_that_a_population_has_are_found(seed: int) -> None:
    """The control is the start: the bounds of its counts keep the sums away."""
    true = drawn(seed)
    start = others(true)
    found = counts_for_listed_sums(published(true), *start, wanted(true))
    assert off(true, start) > 3
    assert off(true, found) == 0
    assert is_consistent(found, start) and is_of_whole_people(found)


@pytest.mark.parametrize("most", [0, 4_000_000])
def test_of_many_cells_those_are_looked_at_that_real_numbers_name(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Where all cells are looked at, the real ones have the very sums; else they come closer."""
    monkeypatch.setattr(listed_closest, "EVERY_CELL", most)
    monkeypatch.setattr(listed_sums, "EVERY_CELL", most)
    monkeypatch.setattr(listed_sums, "_MOST", 30)
    for seed in range(1, 9):
        true = drawn(seed)
        start = others(true)
        found = counts_for_listed_sums(published(true), *start, wanted(true))
        assert off(true, found) <= (0 if most else off(true, start) / 2)
        assert is_consistent(found, start)


def test_where_whole_people_do_not_reach_the_sums_real_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """By equations alone, without any search for whole numbers.

    Three controls: without real people, or equations, the sums are missed, and the check sees a sum beyond its bounds.
    """
    monkeypatch.setattr(listed_sums, "closest_population", lambda *_, **__: None)
    monkeypatch.setattr(joint_search, "least_cost", lambda *_, **__: None)
    true = drawn(1)
    start = others(true)
    found = counts_for_listed_sums(published(true), *start, wanted(true))
    assert off(true, found) == 0
    assert is_consistent(found, start) and not is_of_whole_people(found)
    wrong = [found[2][0].copy(), found[2][1]]
    wrong[0][0] += 6 * int(found[1].sum()) + 1
    assert not is_consistent((found[0], found[1], wrong), start)
    monkeypatch.setattr(listed_sums, "stepwise_sums", lambda *_: None)
    for module, part in ((joint_search, "whole_solution"), (listed_sums, "sums_between")):
        with monkeypatch.context() as patch:
            patch.setattr(module, part, lambda *_: None)
            assert off(true, counts_for_listed_sums(published(true), *start, wanted(true))) > 3


def test_where_no_program_ends_descent_comes_closer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between bounds of the published counts, and of shared blocks. The control is the same without it."""
    for part in ("closest_population", "sums_between"):
        monkeypatch.setattr(listed_sums, part, lambda *_, **__: None)
    monkeypatch.setattr(listed_sums, "least_off", lambda _, cells: (cells, np.zeros(len(cells.rows))))
    monkeypatch.setattr(listed_sums, "_MOST", 0)
    before, after = 0.0, 0.0
    for seed in range(1, 7):
        true = drawn(seed)
        start = others(true)
        found = counts_for_listed_sums(published(true), *start, wanted(true))
        assert is_consistent(found, start)
        before, after = before + off(true, start), after + off(true, found)
        assert is_within_blocks(counts_for_listed_sums(published(true), *start, wanted(true, [HALVES])))
    assert after < before / 2
    monkeypatch.setattr(listed_sums, "stepwise_sums", lambda *_: None)
    without = counts_for_listed_sums(published(true), *start, wanted(true))
    assert off(true, without) == off(true, start)


def test_blocks_that_other_tables_share_have_sums_between_the_bounds_of_their_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those tables keep both, and could not be filled. The control is the same with blocks that these do not sum."""
    monkeypatch.setattr(listed_sums, "closest_population", lambda *_, **__: None)
    apart = 0
    for seed in range(1, 9):
        true = drawn(seed)
        start = others(true)
        found = counts_for_listed_sums(published(true), *start, wanted(true, [HALVES]))
        assert is_within_blocks(found) and is_consistent(found, start) and off(true, found) < off(true, start)
        unbound = counts_for_listed_sums(published(true), *start, wanted(true, [HALVES], summed=False))
        apart += not is_within_blocks(unbound)
    assert apart > 4


def test_sums_that_real_cells_have_are_found_by_equations_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells were named by a program that has them already: another over all cells may not end."""
    monkeypatch.setattr(listed_sums, "_MOST", 30)
    for search in ("closest_population", "sums_between", "stepwise_sums"):
        monkeypatch.setattr(listed_sums, search, lambda *_, **__: None)
    for seed in range(1, 5):
        true = drawn(seed)
        start = others(true)
        found = counts_for_listed_sums(published(true), *start, wanted(true))
        assert off(true, start) > 0 and off(true, found) == 0
        assert is_consistent(found, start)


def test_cells_that_a_rule_closes_stay_empty() -> None:
    """Cells that the sums would be right with, and the first list has nobody in."""
    true = drawn(2)
    start = others(true)
    listed = {tuple(row) for row in start[0].rows.tolist()}
    closed = next(row for row in true[0].rows.tolist() if tuple(row) not in listed)
    masks = [np.arange(size) == code for size, code in zip(SHAPE, closed, strict=True)]
    found = counts_for_listed_sums(published(true), *start, wanted(true))
    assert closed in found[0].rows.tolist()
    ruled = counts_for_listed_sums(replace(published(true), excluded=[masks]), *start, wanted(true))
    assert closed not in ruled[0].rows.tolist()


def test_sums_that_are_reached_are_left_alone() -> None:
    true = drawn(3)
    found = counts_for_listed_sums(published(true), *true, wanted(true))
    assert found[0] is true[0] and found[1] is true[1]
