"""Whole counts and sums of one population by integer programming, in one step and in two: against known tables."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from dpdesk.postprocess.integer_search import query_matrix
from dpdesk.postprocess.joint_search import SumRows, closest_population
from dpdesk.queries import Identity, Kronecker, Total

ROWS, COLUMNS = Kronecker(Identity(3), Total(3)), Kronecker(Total(3), Identity(3))
COUNTED = query_matrix([ROWS, COLUMNS])
CELLS = query_matrix([Kronecker(Identity(3), Identity(3))])
NO_BLOCKS = csr_array((0, 9))
EVERYWHERE = np.full(9, 6)
TRUE = np.diag([2, 2, 2]).ravel()
FIRST = np.roll(np.diag([2, 2, 2]), 1, axis=1).ravel()


def wanted(sums: np.ndarray, lower: int, upper: int, kept: csr_array = NO_BLOCKS) -> SumRows:
    return SumRows(CELLS, sums.astype(float), np.ones(9), lower, upper, kept, NO_BLOCKS)


@pytest.mark.parametrize("at_once", [0, 10**6], ids=["two steps", "one step"])
def test_counts_and_sums_of_several_quantities_are_found_together(at_once: int) -> None:
    """The first counts hold nobody where the true sums are, whatever the quantity."""
    sums = [3 * TRUE - np.eye(3, dtype=int).ravel(), -TRUE]
    own = [wanted(sums[0], 0, 3), wanted(sums[1], -1, 2)]
    start = [np.zeros(9, dtype=int), -FIRST]
    found = closest_population([COUNTED], FIRST, EVERYWHERE, start, own, most=10**6, at_once=at_once)
    assert found is not None
    assert np.array_equal(found[0], TRUE)
    assert [one.tolist() for one in found[1]] == [one.tolist() for one in sums]


@pytest.mark.parametrize("at_once", [0, 10**6], ids=["two steps", "one step"])
def test_blocks_keep_their_sums(at_once: int) -> None:
    kept = csr_array(np.eye(9)[:3].sum(axis=0)[None])
    own = wanted(3 * TRUE, 0, 3, kept)
    start = [np.zeros(9, dtype=int)]
    found = closest_population([COUNTED], FIRST, EVERYWHERE, start, [own], most=10**6, at_once=at_once)
    assert found is not None
    assert found[1][0].reshape(3, 3)[0].sum() == 0
    assert np.array_equal(COUNTED @ found[0], COUNTED @ FIRST)
    same = closest_population([COUNTED, csr_array(np.eye(9))], FIRST, EVERYWHERE, start, [own], most=10**6)
    assert same is not None and np.array_equal(same[0], FIRST)


def test_cells_without_room_and_alike_sums_cost_nothing() -> None:
    """Of 9 cells 2 have room, which 7 rows count in 2 different ways: a search of 2 · 2 · 2 entries."""
    room = np.where(np.arange(9) < 2, 2, 0)
    own = wanted(np.zeros(9), 0, 3)
    counts = np.where(np.arange(9) == 0, 2, 0)
    counted = query_matrix([ROWS, ROWS, Kronecker(Identity(3), Identity(3))])[:7]
    start = [np.zeros(9, dtype=int)]
    assert closest_population([counted], counts, room, start, [own], most=2 * 2 * 2) is not None
    assert closest_population([counted], counts, room, start, [own], most=2 * 2 * 2 - 1) is None
