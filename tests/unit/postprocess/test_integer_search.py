"""The closest whole cells by integer programming: large tables of few people, and what makes them small."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.sparse import csr_array

from dpdesk.postprocess import integer_search
from dpdesk.postprocess.integer_search import closest_whole, distinct, holds
from dpdesk.queries import Identity, Kronecker, Total

SHAPE = (6, 6, 6, 6, 8)
PAIRS = [
    Kronecker(*(Identity(size) if at in pair else Total(size) for at, size in enumerate(SHAPE)))
    for pair in combinations(range(5), 2)
]


def sparse_table(seed: int) -> np.ndarray:
    chance = np.random.default_rng(seed)
    cells = np.zeros(SHAPE, dtype=np.int64)
    np.add.at(cells, tuple(chance.integers(0, size, 12) for size in SHAPE), 1)
    return cells


def deviation(cells: np.ndarray, wanted: np.ndarray) -> float:
    return max(float(np.abs(part.answer(cells) - part.answer(wanted)).max()) for part in PAIRS)


def test_a_large_table_of_few_people_is_searched() -> None:
    """412 queries on 10,368 cells: of 12 people few cells have room, so that the table with the very sums is found."""
    true = sparse_table(1)
    assert sum(part.shape[0] for part in PAIRS) * true.size < integer_search.MOST_LOOKED_AT
    start = np.zeros_like(true)
    start[0, 0, 0, 0, 0] = 12
    found = closest_whole(start, true.astype(float), PAIRS, np.zeros_like(true), np.full_like(true, 12))
    assert deviation(start, true) > 1
    assert deviation(found, true) == 0
    assert (found >= 0).all()


def test_without_leaving_cells_out_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the same search, where every cell might hold everybody, is too large."""
    true = sparse_table(1)
    start = np.zeros_like(true)
    start[0, 0, 0, 0, 0] = 12
    monkeypatch.setattr(integer_search, "holds", lambda queries, answers, everybody: np.full(true.size, everybody))
    monkeypatch.setattr(integer_search, "MOST_ENTRIES", 1_000_000)
    found = closest_whole(start, true.astype(float), PAIRS, np.zeros_like(true), np.full_like(true, 12))
    assert found is start


def test_a_cell_holds_no_more_than_any_sum_it_is_in() -> None:
    queries = csr_array(np.array([[1, 1, 0, 0], [0, 1, 1, 0]]))
    assert holds(queries, np.array([2, -1]), 7).tolist() == [2, 0, 0, 7]


def test_alike_rows_are_one_and_empty_ones_none() -> None:
    rows = csr_array(np.array([[0, 1, 1], [0, 0, 0], [0, 1, 1], [1, 0, 0]], dtype=float))
    first, which = distinct(rows)
    assert first.tolist() == [0, 3] and which.tolist() == [0, -1, 0, 1]
    first, which = distinct(rows, np.array([1.0, 0.0, 2.0, 1.0]))
    assert first.tolist() == [0, 2, 3] and which.tolist() == [0, -1, 1, 2]
