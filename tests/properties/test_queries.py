"""Any workload is linear, agrees with its dense matrix, and its adjoint is the transposed matrix."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, OneVariable, Prefix, Stack, Total, Workload


@st.composite
def factors(draw: st.DrawFn, size: int) -> OneVariable:
    kind = draw(st.sampled_from(["identity", "total", "prefix", "all", "intervals", "groups"]))
    if kind == "intervals":
        code = st.integers(1, size)
        return Intervals(size, [(min(p), max(p)) for p in draw(st.lists(st.tuples(code, code), max_size=4))])
    if kind == "groups":
        return Groups(size, draw(st.lists(st.sets(st.integers(0, size - 1)), max_size=4)))
    return {"identity": Identity, "total": Total, "prefix": Prefix, "all": AllRange}[kind](size)


@st.composite
def workloads(draw: st.DrawFn) -> Workload:
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    parts = [Kronecker(*[draw(factors(size)) for size in sizes]) for _ in range(draw(st.integers(1, 3)))]
    return Stack(*parts) if len(parts) > 1 else parts[0]


@settings(max_examples=150)
@given(workloads(), st.integers(0, 2**32 - 1))
def test_a_workload_is_its_matrix(workload: Workload, seed: int) -> None:
    generator = np.random.default_rng(seed)
    k, cells = workload.shape
    x, y = generator.integers(-(10**12), 10**12, size=(2, cells))
    a = generator.normal(size=k)
    dense = workload.matrix()
    assert dense.shape == (k, cells)
    assert set(np.unique(dense)) <= {0, 1}
    assert np.array_equal(workload.answer(x), dense @ x)
    assert np.array_equal(workload.answer(x + 3 * y), workload.answer(x) + 3 * workload.answer(y))
    assert np.allclose(workload.adjoint(a), dense.T @ a)
    assert np.array_equal(workload.column_counts().reshape(-1), dense.sum(axis=0))
    assert np.array_equal(workload.gram(), dense.T @ dense)
