"""Controlled rounding: every published number beside what it was, the best there is, and quick on a million cells."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dpdesk.postprocess.controlled_rounding import (
    _nested,
    by_flow,
    by_lines,
    by_urgency,
    controlled,
    most_moved,
    partitions,
    two_families,
)
from dpdesk.postprocess.whole_numbers import Margin, cumulative, round_cells
from dpdesk.queries import Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total

TWO_WAY = [Kronecker(one(3), other(4)) for one, other in itertools.product((Total, Identity), repeat=2)]
HIERARCHIES = [
    Kronecker(Total(6), Total(4)),
    Kronecker(Intervals(6, [(1, 2), (3, 6)]), Total(4)),
    Kronecker(Intervals(6, [(1, 2), (3, 6)]), Identity(4)),
    Kronecker(Identity(6), Total(4)),
    Kronecker(Total(6), Identity(4)),
    Kronecker(Identity(6), Identity(4)),
]
TREE = [
    Kronecker(Total(8)),
    Kronecker(Groups(8, [(0, 3), (1, 2), (4, 5, 6, 7)])),
    Kronecker(Groups(8, [(4, 5), (6, 7)])),
    Kronecker(Identity(8)),
]
CASES = {"two-way": TWO_WAY, "hierarchies": HIERARCHIES, "tree": TREE}


def shape_of(parts: list[Kronecker]) -> tuple[int, ...]:
    return tuple(factor.domain[0] for factor in parts[0].factors)


def deviation(parts: list[Kronecker], whole: np.ndarray, cells: np.ndarray) -> float:
    return sum(float(np.sum((part.answer(whole) - part.answer(cells)) ** 2)) for part in parts)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(sorted(CASES)), st.data())
def test_every_published_number_is_one_of_its_two_neighbours(case: str, data: st.DataObject) -> None:
    parts = CASES[case]
    cells = data.draw(arrays(np.float64, shape_of(parts), elements=st.floats(0, 9)))
    whole = controlled(cells, parts)
    assert whole is not None
    assert whole.min() >= 0
    for part in parts:
        assert np.abs(part.answer(whole) - part.answer(cells)).max() < 1
    np.testing.assert_array_equal(round_cells(cells, Stack(*parts)), whole)


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_it_is_the_best_of_all_roundings_next_to_the_cells(seed: int) -> None:
    """Against all 2^12 of them; the wrong control, a cumulative rounding, is worse."""
    generator = np.random.default_rng(seed)
    cells = generator.random((3, 4)) * 2
    best, found = np.inf, None
    for ups in itertools.product((0, 1), repeat=12):
        whole = np.floor(cells) + np.reshape(ups, (3, 4))
        if all(np.abs(part.answer(whole) - part.answer(cells)).max() < 1 for part in TWO_WAY):
            value = deviation(TWO_WAY, whole, cells)
            if value < best:
                best, found = value, whole
    whole = controlled(cells, TWO_WAY)
    assert found is not None
    assert whole is not None
    assert deviation(TWO_WAY, whole, cells) == pytest.approx(best)
    assert deviation(TWO_WAY, cumulative(cells), cells) > best


def test_three_ways_are_no_flow_problem() -> None:
    parts = [
        Kronecker(*(Identity(2) if kept else Total(2) for kept in keeps))
        for keeps in itertools.product((False, True), repeat=3)
    ]
    labels = partitions(parts)
    assert labels is not None
    assert not two_families(labels)
    assert controlled(np.full((2, 2, 2), 0.5), parts) is None


def test_overlapping_counts_are_no_flow_problem() -> None:
    assert controlled(np.full(5, 0.4), [Kronecker(Prefix(5))]) is None


@settings(deadline=None, max_examples=30)
@given(arrays(np.float64, (3, 4), elements=st.floats(0, 9)), st.data())
def test_a_margin_is_kept_exactly_and_the_rest_is_controlled(cells: np.ndarray, data: st.DataObject) -> None:
    totals = np.rint(cells.sum(axis=1)).astype(np.int64) + data.draw(arrays(np.int64, 3, elements=st.integers(0, 3)))
    slices = np.broadcast_to(np.arange(3)[:, None], (3, 4))
    whole = round_cells(cells, Stack(*TWO_WAY), margin=Margin(slices, totals))
    np.testing.assert_array_equal(whole.sum(axis=1), totals)
    sums = cells.sum(axis=1, keepdims=True)
    scaled = np.where(sums > 1e-9, cells / np.maximum(sums, 1e-300), 0.25) * totals[:, None]
    assert np.abs(whole - scaled).max() < 1 + 1e-6
    assert np.abs(whole.sum(axis=0) - scaled.sum(axis=0)).max() < 1 + 1e-6


def test_large_totals_are_kept_to_the_last_unit() -> None:
    generator = np.random.default_rng(2)
    totals = np.array([10**10 + 1, 7, 3 * 10**9])
    slices = np.broadcast_to(np.arange(3)[:, None], (3, 4))
    for _ in range(20):
        whole = round_cells(generator.random((3, 4)) * 1e6, Stack(*TWO_WAY), margin=Margin(slices, totals))
        np.testing.assert_array_equal(whole.sum(axis=1), totals)


@pytest.mark.parametrize("shape", [(300, 400), (2, 40_000), (40_000, 3), (1, 50)])
def test_large_tables_are_rounded_line_by_line(shape: tuple[int, int]) -> None:
    generator = np.random.default_rng(1)
    cells = generator.random(shape) * 3 * (generator.random(shape) < 0.4)
    whole = by_lines(cells)
    assert whole is not None
    assert np.abs(whole - cells).max() < 1
    assert np.abs(whole.sum(axis=0) - cells.sum(axis=0)).max() < 1
    assert np.abs(whole.sum(axis=1) - cells.sum(axis=1)).max() < 1
    assert abs(whole.sum() - cells.sum()) < 1
    assert np.all(whole[cells == 0] == 0)


@pytest.mark.parametrize("shape", [(30, 30, 50), (4, 6, 7), (2, 3, 2, 5000)])
def test_three_ways_are_close_in_every_sum(shape: tuple[int, ...]) -> None:
    """The wrong control: the running sum over all cells rounded leaves the totals of the first variables far off."""
    parts = [
        Kronecker(*(Identity(d) if kept else Total(d) for kept, d in zip(keeps, shape, strict=True)))
        for keeps in itertools.product((False, True), repeat=len(shape))
    ]
    generator = np.random.default_rng(4)
    cells = generator.random(shape) * 3 * (generator.random(shape) < 0.4)
    whole = by_urgency(cells, parts)
    assert np.abs(whole - cells).max() < 1
    assert np.all(whole[cells == 0] == 0)
    off = max(float(np.abs(part.answer(whole) - part.answer(cells)).max()) for part in parts)
    in_a_row = cumulative(cells)
    assert off < 3.5
    assert off < 0.5 * max(float(np.abs(part.answer(in_a_row) - part.answer(cells)).max()) for part in parts) + 2


def test_hierarchies_on_a_line_are_close_as_well() -> None:
    generator = np.random.default_rng(5)
    areas = Intervals(60, [(first, first + 9) for first in range(1, 61, 10)])
    parts = [
        Kronecker(one, two, three)
        for one in (Total(60), areas, Identity(60))
        for two in (Total(3), Identity(3))
        for three in (Total(4), Identity(4))
    ]
    cells = generator.random((60, 3, 4)) * 2
    whole = by_urgency(cells, parts)
    assert max(float(np.abs(part.answer(whole) - part.answer(cells)).max()) for part in parts) < 2.5


def test_whole_cells_stay_as_they_are() -> None:
    cells = np.arange(12.0).reshape(3, 4)
    labels = partitions(TWO_WAY)
    assert labels is not None
    np.testing.assert_array_equal(by_flow(cells.ravel(), labels), np.arange(12))
    np.testing.assert_array_equal(by_lines(cells), cells)


@pytest.mark.parametrize(
    ("parts", "most"),
    [
        ([Kronecker(Prefix(9)), Kronecker(Total(9))], 0.5),
        ([Kronecker(Prefix(9)), Kronecker(Intervals(9, [(2, 5)]))], 1.0),
        (TWO_WAY, 1.0),
        (HIERARCHIES, 1.0),
        (TREE, 1.0),
        ([Kronecker(Identity(2), Prefix(4)), Kronecker(Total(2), Prefix(4))], None),
        ([Kronecker(Identity(1000), Identity(1000)), Kronecker(Total(1000), Identity(1000))], 1.0),
    ],
)
def test_what_rounding_adds_is_known_beforehand(parts: list[Kronecker], most: float | None) -> None:
    assert most_moved(parts) == most
    cells = np.random.default_rng(3).random(shape_of(parts)) * 3
    if most is not None and cells.size < 10_000:
        whole = round_cells(cells, Stack(*parts))
        for part in parts:
            assert np.abs(part.answer(whole) - part.answer(cells)).max() <= most


def test_two_partitions_clash_where_two_sets_cross() -> None:
    generator = np.random.default_rng(5)
    seen = set()
    for _ in range(400):
        size = int(generator.integers(1, 9))
        one = generator.integers(-1, 4, size)
        other = one // 2 if generator.random() < 0.4 else generator.integers(-1, 3, size)
        sets = [[set(np.flatnonzero(own == label)) for label in range(4)] for own in (one, other)]
        clash = any(a & b and not (a <= b or b <= a) for a in sets[0] for b in sets[1])
        seen.add(clash)
        assert _nested(one, other) is not clash
    assert seen == {True, False}
