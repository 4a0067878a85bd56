"""Counts and sums of one population, where published counts leave cells open: against tables that are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpdesk.postprocess.counts_for_sums import CountsForSums, Quantity
from dpdesk.queries import Identity, Kronecker, Total

ROWS, COLUMNS = Kronecker(Identity(3), Total(3)), Kronecker(Total(3), Identity(3))
CELLS = Kronecker(Identity(3), Identity(3))
FREE = np.full((3, 3), -1)

people = st.lists(st.integers(0, 4), min_size=9, max_size=9).map(lambda own: np.array(own).reshape(3, 3))
shares = st.lists(st.integers(0, 12), min_size=9, max_size=9).map(lambda own: np.array(own).reshape(3, 3))


def northwest(counts: np.ndarray) -> np.ndarray:
    """The table with the same margins that is filled from its first corner."""
    rows, columns, found = counts.sum(axis=1), counts.sum(axis=0), np.zeros_like(counts)
    for row in range(3):
        for column in range(3):
            found[row, column] = min(rows[row], columns[column])
            rows[row] -= found[row, column]
            columns[column] -= found[row, column]
    return found


# With its presolve HiGHS 1.12 calls sums of this one optimal that are a step off.
@example(np.array([[2, 2, 0], [2, 1, 0], [3, 4, 1]]), np.array([[8, 2, 0], [2, 0, 0], [12, 10, 0]]), (0, 3))
@given(people, shares, st.sampled_from([(0, 3), (-2, 1), (2, 5)]))
def test_sums_that_a_population_has_are_found(counts: np.ndarray, share: np.ndarray, bounds: tuple[int, int]) -> None:
    lower, upper = bounds
    sums = lower * counts + share * (upper - lower) * counts // 12
    start = northwest(counts)
    chooser = CountsForSums([ROWS, COLUMNS])
    wanted = Quantity([CELLS], [1.0], lower, upper, sums.ravel().astype(float), FREE)
    first = np.clip(sums, lower * start, upper * start)
    found, (own,) = chooser.together(start, chooser.room(start), FREE, [first], [wanted])
    assert np.array_equal(own, sums)
    assert (found >= 0).all() and (lower * found <= own).all() and (own <= upper * found).all()
    assert np.array_equal(found.sum(axis=0), counts.sum(axis=0))
    assert np.array_equal(found.sum(axis=1), counts.sum(axis=1))


def test_without_the_search_they_are_not() -> None:
    """The control: the bounds of the first counts keep the sums away."""
    counts = np.diag([2, 2, 2])
    other = np.roll(counts, 1, axis=1)
    first = np.clip(3 * counts, 0, 3 * other)
    assert (first == 0).all()


@given(people)
def test_no_cell_holds_more_than_its_room(counts: np.ndarray) -> None:
    chooser = CountsForSums([ROWS, COLUMNS])
    room = chooser.room(northwest(counts))
    assert (counts <= room).all()
    assert np.array_equal(room, np.minimum.outer(counts.sum(axis=1), counts.sum(axis=0)))
    closed = np.eye(3, dtype=bool)
    assert (chooser.room(counts, ~closed)[closed] == 0).all()


def test_sums_that_are_reached_are_left_alone() -> None:
    counts = np.ones((3, 3), dtype=np.int64)
    wanted = Quantity([ROWS], [1.0], 0, 3, np.array([3.4, 2.6, 3.0]), FREE)
    found, (sums,) = CountsForSums([ROWS]).together(counts, counts * 3, FREE, [counts], [wanted])
    assert found is counts and sums is counts


def test_kept_blocks_keep_their_sums() -> None:
    counts = np.roll(np.diag([2, 2, 2]), 1, axis=1)
    kept = np.where(np.arange(3)[:, None] < 1, 0, -1) * np.ones((3, 3), dtype=np.int64)
    wanted = Quantity([CELLS], [1.0], 0, 3, np.diag([6.0, 6.0, 6.0]).ravel(), kept)
    chooser = CountsForSums([ROWS, COLUMNS])
    start = np.zeros((3, 3), dtype=np.int64)
    _, (sums,) = chooser.together(counts, chooser.room(counts), FREE, [start], [wanted])
    assert np.array_equal(sums, np.diag([0, 6, 6]))
    held = np.arange(9).reshape(3, 3)
    same, _ = chooser.together(counts, chooser.room(counts), held, [start], [wanted])
    assert np.array_equal(same, counts)


@pytest.mark.parametrize(
    ("parts", "allowed", "expected"),
    [
        ([ROWS, COLUMNS], None, True),
        ([ROWS, COLUMNS, CELLS], None, False),
        ([ROWS, COLUMNS], np.tri(3, dtype=bool) & ~np.tri(3, k=-2, dtype=bool), False),
        ([ROWS, COLUMNS], ~np.eye(3, dtype=bool), True),
    ],
)
def test_open_cells_are_known(parts: list[Kronecker], allowed: np.ndarray | None, expected: bool) -> None:
    assert CountsForSums(parts).leaves_open(allowed) is expected


def test_a_large_table_of_few_people_is_small() -> None:
    """Of 144,000 cells 18 have room; with all of them there would be too much to search."""
    shape = (60, 80, 30)
    parts = [Kronecker(*(Identity(n) if at == axis else Total(n) for at, n in enumerate(shape))) for axis in range(3)]
    chooser = CountsForSums(parts)
    counts = np.zeros(shape, dtype=np.int64)
    counts[[3, 5, 7], [11, 13, 17], [1, 1, 2]] = 2
    room = chooser.room(counts)
    assert not chooser.large
    assert np.count_nonzero(room) == 3 * 3 * 2
    assert chooser.leaves_open() is None
    assert chooser.leaves_open(room > 0) is True
    assert chooser.leaves_open(counts > 0) is False
