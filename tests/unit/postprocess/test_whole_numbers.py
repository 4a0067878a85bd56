"""Rounding: whole cells, sums kept, and better than rounding each cell by itself."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from dpdesk.postprocess import whole_numbers
from dpdesk.postprocess.whole_numbers import Margin, cumulative, round_cells, round_sums, within
from dpdesk.queries import Groups, Identity, Kronecker, Prefix, Stack, Total


def all_margins(*sizes: int) -> Stack:
    parts = itertools.product((False, True), repeat=len(sizes))
    return Stack(
        *[Kronecker(*[Identity(d) if kept else Total(d) for kept, d in zip(p, sizes, strict=True)]) for p in parts]
    )


def deviation(workload: Stack, whole: np.ndarray, cells: np.ndarray) -> float:
    """Sum of squared deviations over all published answers."""
    return sum(float(np.sum((p.answer(whole) - p.answer(cells)) ** 2)) for p in workload.parts)


@settings(deadline=None)
@given(arrays(np.float64, st.integers(1, 200), elements=st.floats(0, 50)))
def test_prefixes_of_one_variable_are_off_by_at_most_one_half(cells: np.ndarray) -> None:
    workload = Stack(Kronecker(Prefix(cells.size)))
    whole = round_cells(cells, workload)
    assert whole.min() >= 0
    assert np.abs(np.cumsum(whole) - np.cumsum(cells)).max() <= 0.5 + 1e-9


@settings(deadline=None, max_examples=40)
@given(arrays(np.float64, (3, 4, 5), elements=st.floats(0, 20)), st.data())
def test_a_given_margin_is_kept_exactly(cells: np.ndarray, data: st.DataObject) -> None:
    axes = data.draw(st.sampled_from([(), (0,), (1,), (2,), (0, 2), (1, 2)]))
    shape = tuple(cells.shape[axis] for axis in axes)
    others = tuple(axis for axis in range(3) if axis not in axes)
    margin = np.rint(cells.sum(axis=others)).astype(np.int64) + data.draw(
        arrays(np.int64, shape, elements=st.integers(0, 3))
    )
    kept = np.arange(margin.size).reshape(np.expand_dims(margin, others).shape)
    slices = np.broadcast_to(kept, cells.shape)
    whole = round_cells(cells, all_margins(3, 4, 5), margin=Margin(slices, margin.ravel()))
    assert whole.min() >= 0
    np.testing.assert_array_equal(whole.sum(axis=others), margin)


@pytest.mark.parametrize("blocks", [(1, 0, 1, 0), (1, 0, 2, 0), (0, 0, 0, 0), (1, 1, 1, 1)])
def test_of_a_large_table_with_slices_other_sums_are_close_as_well(blocks: tuple[int, ...]) -> None:
    """Ages under sex are kept. The control, each slice by its running sum, leaves what is told far off.

    blocks: for each variable how many of its codes a slice has, 0 for all.
    """
    shape = (2, 100, 20, 12)
    generator = np.random.default_rng(6)
    cells = generator.random(shape) * 2 * (generator.random(shape) < 0.4)
    labels = [
        np.arange(size) // block if block else np.zeros(size, int) for block, size in zip(blocks, shape, strict=True)
    ]
    slices = np.zeros((), dtype=np.int64)
    for own in labels:
        slices = slices[..., None] * (int(own.max()) + 1) + own
    margin = Margin(slices, np.rint(np.bincount(slices.ravel(), cells.ravel())).astype(np.int64))
    told = [Kronecker(Total(2), Total(100), Total(20), Identity(12))]
    whole = round_cells(cells, Stack(Kronecker(*map(Identity, shape))), margin=margin, told=told)
    np.testing.assert_array_equal(np.bincount(slices.ravel(), whole.ravel()), margin.totals)
    np.testing.assert_array_equal(round_sums(cells, told, cells > 0, margin), whole)
    assert whole.min() >= 0 and np.abs(whole - cells).max() < 2

    def off(rounded: np.ndarray) -> float:
        return float(np.abs(told[0].answer(rounded - cells)).max())

    if all(blocks):
        np.testing.assert_array_equal(whole, cumulative(cells, None, margin))
    else:
        assert off(whole) < 4
        assert off(cumulative(cells, None, margin)) > 15 or not any(blocks)


@pytest.mark.parametrize("seed", range(3))
def test_beats_rounding_each_cell_alone_on_totals(seed: int) -> None:
    generator = np.random.default_rng(seed)
    cells = generator.random((2, 8, 16)) * 3
    workload = all_margins(2, 8, 16)
    alone = deviation(workload, np.rint(cells), cells)  # the wrong control
    in_a_row = deviation(workload, cumulative(cells), cells)
    assert deviation(workload, round_cells(cells, workload), cells) < min(alone, in_a_row)


def test_impossible_cells_stay_empty_even_where_a_margin_must_be_filled() -> None:
    cells = np.zeros((2, 3))
    allowed = np.array([[False, True, True], [True, True, True]])
    rows = np.array([[0, 0, 0], [1, 1, 1]])
    whole = cumulative(cells, allowed, Margin(rows, np.array([5, 0])))
    assert whole[0, 0] == 0
    assert whole.sum(axis=1).tolist() == [5, 0]
    with pytest.raises(ValueError, match="impossible"):
        cumulative(cells, np.zeros((2, 3), dtype=bool), Margin(rows, np.array([1, 0])))


def test_moves_stay_next_to_the_real_cell() -> None:
    generator = np.random.default_rng(9)
    cells = generator.random((4, 6)) * 4
    whole = round_cells(cells, all_margins(4, 6))
    assert np.all(np.abs(whole - cells) < 2)


def test_cells_counted_together_are_those_of_the_gram_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the sets that cells are in, and by products of queries where sets overlap."""
    parts = [
        Kronecker(Identity(2), Total(3)),
        Kronecker(Total(2), Groups(3, [(0, 2)])),
        Kronecker(Identity(2), Identity(3)),
    ]
    gram = np.asarray(Stack(*parts).gram())
    for labels in (True, False):
        together = whole_numbers._Together(parts)
        assert (together._labels is not None) == labels
        np.testing.assert_array_equal(together.alone.ravel(), np.diag(gram))
        for place in range(6):
            column = together.column((place // 3, place % 3))
            np.testing.assert_array_equal(column.ravel(), gram[:, place])
        monkeypatch.setattr(whole_numbers, "kept_partitions", lambda _: None)


@settings(deadline=None)
@given(
    arrays(np.int64, (4, 6), elements=st.integers(0, 9)),
    arrays(np.int64, (4, 6), elements=st.integers(0, 9)),
    arrays(np.int64, (4, 6), elements=st.integers(0, 3)),
)
def test_no_cell_holds_more_than_it_may_where_its_slice_has_room(
    whole: np.ndarray, most: np.ndarray, slices: np.ndarray
) -> None:
    def of_slices(cells: np.ndarray) -> np.ndarray:
        return np.bincount(slices.ravel(), cells.ravel(), 4).astype(np.int64)

    kept = within(whole, most, Margin(slices, of_slices(whole)))
    roomy = (of_slices(whole) <= of_slices(most))[slices]
    assert np.array_equal(of_slices(kept), of_slices(whole)) and kept.min() >= 0
    assert np.array_equal(kept[~roomy], whole[~roomy]) and (kept <= most)[roomy].all()
    assert np.array_equal(kept[whole <= most] >= whole[whole <= most], np.ones((whole <= most).sum(), dtype=bool))


def test_sums_of_a_slice_that_has_more_than_its_cells_had_stay_below_their_bounds() -> None:
    """Control: multiplied so that the slice has its total, a cell has more than its people may have."""
    most, cells = np.array([8, 24, 24]), np.array([8.0, 6.0, 3.0])
    margin = Margin(np.zeros(3, dtype=np.int64), np.array([40]))
    whole = cumulative(cells, most > 0, margin)
    assert whole[0] > 8
    assert within(whole, most, margin).tolist() == [8, 24, 8]
    assert within(np.array([2, 0]), np.array([1, 4]), None).tolist() == [1, 1]
