"""The closest whole cells by integer programming: large tables of few people, and what makes them small."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from dpdesk.postprocess import integer_search
from dpdesk.postprocess.integer_search import closest_whole, distinct, holds
from dpdesk.queries import Identity, Kronecker, Prefix, Total

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


def test_running_sums_are_told_by_their_steps_and_come_as_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times as few ones, and the same least deviation as without; half a second where that took half a minute."""
    parts = [Kronecker(place(6), Prefix(30)) for place in (Identity, Total)]
    generator = np.random.default_rng(5)
    cells = np.asarray(generator.exponential(0.8, (6, 30)))
    start, most = np.floor(cells).astype(np.int64), np.full((6, 30), 9)
    targets = np.rint(np.concatenate([part.answer(cells) for part in parts]))
    search, ones = integer_search.least_cost, []

    def counted(*words: Any) -> Any:
        ones.append(sum(one.A.nnz for one in words[4]))
        return search(*words)

    def off() -> float:
        found = closest_whole(start, cells, parts, np.zeros_like(start), most)
        return float(np.abs(np.concatenate([part.answer(found) for part in parts]) - targets).sum())

    monkeypatch.setattr(integer_search, "least_cost", counted)
    by_steps = off()
    monkeypatch.setattr(integer_search, "_SHORTER", 0.0)
    assert off() == pytest.approx(by_steps)
    assert ones[1] > 6 * ones[0]
    assert by_steps < float(np.abs(np.concatenate([part.answer(start) for part in parts]) - targets).sum())


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_steps_say_the_same_of_the_cells(seed: int) -> None:
    generator = np.random.default_rng(seed)
    rows, size = int(generator.integers(1, 9)), int(generator.integers(1, 12))
    ends = generator.integers(0, size + 1, rows)
    queries = csr_array((np.arange(size)[None, :] < ends[:, None]).astype(float))
    steps = integer_search.steps_of(queries)
    cells = generator.normal(size=size)
    assert abs(np.linalg.det(steps.toarray())) == pytest.approx(1.0)
    assert np.allclose(np.linalg.solve(steps.toarray(), (steps @ queries) @ cells), queries @ cells)


def test_what_many_products_ask_of_a_variable_is_written_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []
    write = integer_search.rows_of_queries
    monkeypatch.setattr(integer_search, "rows_of_queries", lambda factor: written.append(factor) or write(factor))
    parts = [Kronecker(Prefix(4), Identity(3)), Kronecker(Total(4), Identity(3)), Kronecker(Prefix(4), Total(3))]
    matrix = integer_search.query_matrix(parts)
    assert len(written) == 4
    assert np.array_equal(matrix.toarray(), np.concatenate([part.matrix() for part in parts]))


def test_a_larger_table_whose_sums_are_whole_has_them_by_equations_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,296 cells told by three variables at a time; as a search of how far sums are off it takes ten seconds."""
    chance = np.random.default_rng(7)
    true = chance.poisson(20, (6, 6, 6, 6))
    parts = [Kronecker(*(Total(6) if axis == left else Identity(6) for axis in range(4))) for left in range(4)]
    start = true.copy()
    start[0, 0, 0, 0] += 1
    start[5, 5, 5, 5] -= 1
    start[1, 2, 3, 4] += 1
    monkeypatch.setattr(integer_search, "least_cost", lambda *_, **__: pytest.fail("sums off were searched"))
    found = closest_whole(start, true.astype(float), parts, np.zeros_like(true), np.full_like(true, 100))
    assert all(np.array_equal(part.answer(found), part.answer(true)) for part in parts) and found.min() >= 0
    noisy = true + chance.uniform(-0.45, 0.45, true.shape)
    with pytest.raises(pytest.fail.Exception, match="searched"):
        closest_whole(start, noisy, parts, np.zeros_like(true), np.full_like(true, 100))
