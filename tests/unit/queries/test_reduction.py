"""The reduced workload gives the same answers on merged counts, and merges exactly what cannot be told apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpdesk.queries import Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total
from dpdesk.queries import reduction as reduction_module
from dpdesk.queries.reduction import reduce_workload, told_apart


@st.composite
def factors(draw: st.DrawFn, size: int) -> object:
    kind = draw(st.sampled_from(["total", "identity", "prefix", "intervals", "groups"]))
    if kind == "total":
        return Total(size)
    if kind == "identity":
        return Identity(size)
    if kind == "prefix":
        return Prefix(size)
    if kind == "intervals":
        ends = st.tuples(st.integers(1, size), st.integers(1, size)).map(lambda pair: tuple(sorted(pair)))
        return Intervals(size, draw(st.lists(ends, min_size=1, max_size=3)))
    rows = st.lists(st.sets(st.integers(0, size - 1), min_size=1), min_size=1, max_size=3)
    return Groups(size, [tuple(row) for row in draw(rows)])


@given(st.data())
def test_same_answers_on_the_smaller_domain(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    parts = [Kronecker(*[data.draw(factors(size)) for size in sizes]) for _ in range(data.draw(st.integers(1, 3)))]
    workload = Stack(*parts)
    reduced, reduction = reduce_workload(workload)
    x = np.random.default_rng(1).integers(0, 100, sizes)
    np.testing.assert_array_equal(reduced.answer(reduction.merge(x)), workload.answer(x))
    assert reduced.domain == reduction.shape
    for axis, classes in enumerate(reduction.classes):  # equal columns are merged, different ones are not
        columns = np.concatenate([np.asarray(part.factors[axis].matrix()) for part in parts]).T
        for i in range(sizes[axis]):
            for j in range(sizes[axis]):
                assert (classes[i] == classes[j]) == np.array_equal(columns[i], columns[j])


def test_a_list_of_intervals_needs_few_cells() -> None:
    bins = Intervals(1024, [(1, 20), (21, 100), (101, 1024), (50, 200)])
    reduced, reduction = reduce_workload(Stack(Kronecker(Total(2), bins)))
    assert reduction.shape == (1, 5)
    assert reduced.shape == (4, 5)


def test_every_says_whether_all_merged_cells_agree() -> None:
    _, reduction = reduce_workload(Stack(Kronecker(Intervals(4, [(1, 2)]))))
    assert reduction.every(np.array([True, True, True, False])).tolist() == [True, False]


def test_what_queries_tell_apart_is_kept_and_cannot_be_changed() -> None:
    classes, rows = told_apart(Intervals(6, [(2, 3), (2, 5)]))
    assert classes.tolist() == [0, 1, 1, 2, 2, 0] and rows.astype(int).tolist() == [[0, 1, 0], [0, 1, 1]]
    assert told_apart(Intervals(6, [(2, 3), (2, 5)]))[0] is classes
    assert not classes.flags.writeable and not rows.flags.writeable


def test_of_long_queries_it_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reduction_module, "KEPT", 5)
    assert told_apart(Identity(3))[0] is not told_apart(Identity(3))[0]
