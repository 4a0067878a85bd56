"""Workloads against dense matrices written down by hand, code by code."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.errors import BadInput
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


def by_definition(size: int, rows: list[set[int]]) -> np.ndarray:
    return np.array([[int(code in row) for code in range(size)] for row in rows], dtype=np.int64).reshape(-1, size)


CASES: list[tuple[Workload, np.ndarray]] = [
    (Identity(4), np.eye(4, dtype=np.int64)),
    (Total(3), np.ones((1, 3), dtype=np.int64)),
    (Prefix(5), np.tril(np.ones((5, 5), dtype=np.int64))),
    (AllRange(3), by_definition(3, [{0}, {0, 1}, {0, 1, 2}, {1}, {1, 2}, {2}])),
    (
        Intervals(6, [(2, 4), (1, 6), (2, 4), (6, 6)]),
        by_definition(6, [{1, 2, 3}, set(range(6)), {1, 2, 3}, {5}]),
    ),
    (Intervals(6, []), np.zeros((0, 6), dtype=np.int64)),
    (Groups(5, [(4, 0, 1), (), (2,), (0, 2, 4)]), by_definition(5, [{0, 1, 4}, set(), {2}, {0, 2, 4}])),
    (
        CodePrefix(["311", "31", "32", "9"], ["31", "3", "", "7"]),
        by_definition(4, [{0, 1}, {0, 1, 2}, {0, 1, 2, 3}, set()]),
    ),
    (Identity(1), np.ones((1, 1), dtype=np.int64)),
]
CASES += [
    (
        Kronecker(Prefix(3), Total(2), Groups(4, [(0, 3), (1,)])),
        np.kron(np.kron(CASES[2][1][:3, :3], np.ones((1, 2), int)), by_definition(4, [{0, 3}, {1}])),
    ),
    (
        Stack(Kronecker(Identity(2), Prefix(5)), Kronecker(Total(2), Total(5))),
        np.vstack([np.kron(np.eye(2, dtype=int), CASES[2][1]), np.ones((1, 10), int)]),
    ),
]


@pytest.mark.parametrize(("workload", "dense"), CASES, ids=lambda value: type(value).__name__)
def test_every_operation_agrees_with_the_dense_matrix(workload: Workload, dense: np.ndarray) -> None:
    k, cells = dense.shape
    assert workload.shape == (k, cells)
    assert np.prod(workload.domain) == cells
    assert np.array_equal(workload.matrix(), dense)
    x = np.arange(1, cells + 1, dtype=np.int64) ** 2
    answers = workload.answer(x)
    assert answers.dtype == np.int64
    assert np.array_equal(answers, dense @ x)
    assert np.array_equal(workload.answer(x.reshape(workload.domain)), dense @ x)
    real = np.sqrt(x)
    assert workload.answer(real).dtype == np.float64
    assert np.allclose(workload.answer(real), dense @ real)
    a = np.cos(np.arange(k))
    assert np.allclose(workload.adjoint(a), dense.T @ a)
    assert np.array_equal(workload.column_counts().reshape(-1), dense.sum(axis=0))
    assert np.array_equal(workload.gram(), dense.T @ dense)


def test_runs_are_maximal_and_rebuild_the_matrix() -> None:
    for workload, dense in CASES[:9]:
        runs = workload.runs()  # type: ignore[attr-defined]  # the first nine cases have one variable
        rebuilt = np.zeros_like(dense)
        for row in range(dense.shape[0]):
            for i in range(runs.first[row], runs.first[row + 1]):
                rebuilt[row, runs.starts[i] : runs.ends[i]] += 1
                if i > runs.first[row]:
                    assert runs.starts[i] > runs.ends[i - 1]
        assert np.array_equal(rebuilt, dense)


def test_stack_splits_what_it_concatenates() -> None:
    stack = Stack(Prefix(4), AllRange(4), Intervals(4, []), Total(4))
    pieces = stack.split(stack.answer(np.arange(4)))
    assert [piece.size for piece in pieces] == [4, 10, 0, 1]
    assert np.array_equal(pieces[1], AllRange(4).answer(np.arange(4)))
    with pytest.raises(BadInput):
        stack.split(np.zeros(3))


def test_equal_workloads_are_equal_and_hash_alike() -> None:
    left = Stack(Kronecker(Prefix(4), Groups(3, [(0, 2)])), Kronecker(Total(4), Identity(3)))
    right = Stack(Kronecker(Prefix(4), Groups(3, [(2, 0)])), Kronecker(Total(4), Identity(3)))
    assert left == right
    assert hash(left) == hash(right)
    assert left != Stack(Kronecker(Prefix(4), Groups(3, [(0, 1)])), Kronecker(Total(4), Identity(3)))
    assert Identity(3) != Total(3)


def test_products_of_products_are_flat() -> None:
    assert Kronecker(Kronecker(Identity(2), Prefix(3)), Total(4)).factors == (
        Identity(2),
        Prefix(3),
        Total(4),
    )


def test_large_workloads_are_never_written_down() -> None:
    assert AllRange(100_000).shape[0] == 5_000_050_000
    assert int(AllRange(100_000).column_counts().max()) == 50_000 * 50_001
    assert np.array_equal(
        Kronecker(Prefix(1000), Total(1000)).answer(np.ones(10**6, dtype=np.int64)), np.arange(1, 1001) * 1000
    )
    with pytest.raises(BadInput):
        Prefix(10_000).matrix()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Identity(0),
        lambda: Prefix(2.0),  # type: ignore[arg-type]  # the wrong type is the point
        lambda: Total(True),
        lambda: Intervals(4, [(0, 2)]),
        lambda: Intervals(4, [(3, 2)]),
        lambda: Intervals(4, [(1, 5)]),
        lambda: Groups(3, [(3,)]),
        lambda: CodePrefix([], []),
        lambda: CodePrefix(["1", 2], []),  # type: ignore[list-item]  # the wrong type is the point
        lambda: Kronecker(),
        lambda: Kronecker(Stack(Total(2))),
        lambda: Stack(),
        lambda: Stack(Total(2), Total(3)),
        lambda: Prefix(3).answer(np.zeros(4)),
        lambda: Kronecker(Prefix(3), Total(2)).answer(np.zeros((2, 3))),
        lambda: Prefix(3).adjoint(np.zeros(4)),
        lambda: Prefix(3).answer(np.array([2**63, 0, 0], dtype=np.uint64)),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(wrong: object) -> None:
    with pytest.raises(BadInput) as caught:
        wrong()  # type: ignore[operator]  # every entry of the list is callable
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_all_intervals_are_answered_as_if_written_out(kind: type) -> None:
    """The same numbers to the last digit, along any axis."""
    x = np.random.default_rng(3).normal(0, 1e6, (3, 7, 2)).astype(kind)
    for axis, size in enumerate(x.shape):
        found, plain = AllRange(size).along(x, axis), OneVariable.along(AllRange(size), x, axis)
        assert found.dtype == plain.dtype and np.array_equal(found, plain)


def test_the_matrix_of_one_variable_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    along = Groups.along

    def heard(query: Groups, x: np.ndarray, axis: int) -> np.ndarray:
        asked.append(x.size)
        return along(query, x, axis)

    monkeypatch.setattr(Groups, "along", heard)
    assert Groups(5, [[0, 2], [1], [3, 4]]).matrix().tolist() == [[1, 0, 1, 0, 0], [0, 1, 0, 0, 0], [0, 0, 0, 1, 1]]
    assert asked == [25]
