"""P-identity: integers whose columns add up, errors by dense linear algebra, stored optima, and the search."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from dpdesk.errors import BadInput, Cancelled
from dpdesk.mechanisms import Mechanism, SumRange, build
from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
from dpdesk.mechanisms.p_identity import algebra
from dpdesk.mechanisms.p_identity.axis import PIdentityAxis
from dpdesk.mechanisms.p_identity.grams import ListedGram, weighted_gram
from dpdesk.mechanisms.p_identity.matrix import (
    BESIDE,
    BITS,
    KINDS,
    LADDER,
    PMatrix,
    file_name,
    packed,
    rounded,
    stored,
    stretched,
    unpacked,
)
from dpdesk.mechanisms.p_identity.optimum import DenseGram, IntervalGram, PrefixGram, descend, hats, tidy, value
from dpdesk.privacy import ApproxDP, Neighbours, PureDP
from dpdesk.progress import heard_by
from dpdesk.queries import AllRange, CodePrefix, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total, Workload
from dpdesk.resources import resource

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
ONE = PureDP("1")
PROMISED = {PREFIXES: (5.33, 7.36, 9.6, 13.95), INTERVALS: (5.57, 8.06, 11.2, 16.16)}
FILES = [(kind, size) for kind in KINDS for size in LADDER if resource("strategies").joinpath(
    "p-identity", f"{kind}-{size}.json").exists()]  # fmt: skip


def rows_of(m: Mechanism) -> np.ndarray:
    """What is measured, dense, in integers."""
    cells = m.workload.shape[1]
    units = np.eye(cells, dtype=np.int64).reshape(cells, *m.workload.domain)
    return np.stack([m.strategy.measure(unit) for unit in units], axis=1)


def dense_variances(m: Mechanism) -> np.ndarray:
    """Unit variances by pseudo-inverses, conditioned on rows without noise."""
    rows = rows_of(m) / m.strategy.unit
    free = m.strategy.exact_rows
    noisy = np.delete(rows, free, axis=0)
    if noisy.shape[0] == 0:
        return np.zeros(m.workload.shape[0])
    covariance = np.linalg.pinv(noisy.T @ noisy)
    for row in rows[free]:
        told = covariance @ row
        covariance = covariance - np.outer(told, told) / (row @ told)
    asked = m.workload.matrix()
    return np.asarray(((asked @ covariance) * asked).sum(axis=1))


@pytest.mark.parametrize("kind", [PREFIXES, INTERVALS])
@pytest.mark.parametrize("at", range(4))
def test_promised_errors(kind: str, at: int) -> None:
    size = (64, 256, 1024, 4096)[at]
    m = build("p-identity", Prefix(size) if kind == PREFIXES else AllRange(size), ONE, ADD)
    assert m.rmse <= PROMISED[kind][at]
    assert m.measurements < size + 4 * sqrt(size)
    assert build("best", m.workload, ONE, ADD).name == "p-identity"


@pytest.mark.parametrize(("kind", "size"), FILES)
def test_stored_integers(kind: str, size: int) -> None:
    """Each file is what its hash and its error say, and leaves every code a row of its own."""
    found = json.loads(resource(file_name(kind, size)).read_text(encoding="utf-8"))
    matrix = stored(kind, size, BITS)
    assert found["sha256"] == matrix.sha256
    assert (found["workload"], found["codes"], found["binary_places"]) == (kind, size, BITS)
    assert hashlib.sha256(matrix.bumps.astype("<i8").tobytes()).hexdigest() == matrix.sha256
    assert int(matrix.diagonal.min()) > 0
    assert np.all(matrix.diagonal + matrix.bumps.sum(axis=0) == 1 << BITS)
    if size <= 1024:
        prefixes, root = kind.removesuffix(BESIDE) == PREFIXES, float(kind.endswith(BESIDE))
        gram, queries = (PrefixGram(size), size) if prefixes else (IntervalGram(size), size * (size + 1) // 2)
        variance = 2 * value(matrix.bumps / matrix.diagonal, gram, gram.diagonal, root)[0] / queries
        assert (1 + root) * sqrt(variance) == pytest.approx(float(found["rmse"]), abs=1e-5)
    assert np.array_equal(unpacked(packed(matrix.bumps), size), matrix.bumps)


@pytest.mark.parametrize(("neighbours", "exact_row"), [(ADD, False), (REPLACE, False), (REPLACE, True)])
@pytest.mark.parametrize(
    "workload",
    [
        Prefix(40),
        AllRange(33),
        Prefix(1),
        AllRange(2),
        Kronecker(Identity(3), Prefix(34)),
        Kronecker(Prefix(33), AllRange(18)),
        Kronecker(Total(4), Prefix(48)),
        Stack(Identity(9), Total(9), Intervals(9, [(1, 3), (4, 6), (7, 9)])),
        Stack(Groups(8, [(0, 2, 5), (1, 7)]), Prefix(8)),
        Stack(Kronecker(Identity(4), Total(6)), Kronecker(Total(4), Prefix(6))),
    ],
    ids=str,
)
def test_errors_by_dense_linear_algebra(workload: Workload, neighbours: Neighbours, exact_row: bool) -> None:
    m = build("p-identity", workload, ONE, neighbours, exact_row=exact_row)
    expected = dense_variances(m)
    assert np.allclose(m.unit_variances, expected, rtol=1e-9, atol=1e-9)
    assert m.figures.largest == pytest.approx(float(expected.max()), rel=1e-9, abs=1e-9)
    assert np.allclose([m.rmse], [sqrt(float(expected.mean()) * m.scale.variance)], rtol=1e-9, atol=1e-9)
    x = np.random.default_rng(1).integers(0, 30, workload.domain)
    exact = np.asarray(m.strategy.measure(x), dtype=np.float64) / m.strategy.unit
    assert np.allclose(m.strategy.decode(exact), workload.answer(x), atol=1e-8)
    for piece in m.pieces:
        rows = np.arange(piece.count)
        coefficients = m.strategy.coefficients(piece, rows)
        assert np.allclose((coefficients**2).sum(axis=1), m.strategy.piece_variances(piece), atol=1e-8)
        assert np.abs(coefficients).max(initial=0.0) <= m.strategy.largest_coefficient * (1 + 1e-9)


def test_sensitivity_is_that_of_the_integers() -> None:
    """Every column adds up to 2^q; far codes share no bump; the total beside is free."""
    m = build("p-identity", Prefix(80), ONE, ADD)
    assert set(rows_of(m).sum(axis=0).tolist()) == {1 << BITS} == {m.norm}
    for exact_row, norm in ((False, 2 << BITS), (True, 2 << BITS)):
        m = build("p-identity", Prefix(80), ONE, REPLACE, exact_row=exact_row)
        rows = rows_of(m)[: None if not exact_row else -1]
        apart = max(int(np.abs(rows[:, [u]] - rows).sum(axis=0).max()) for u in range(80))
        assert max(apart, 0 if exact_row else int(rows.sum(axis=0).max())) == norm == m.norm
        assert m.to_json()["sensitivity"] == {"l1": str(norm), "is": "exact"}


def test_few_bumps_may_all_overlap() -> None:
    """Where every pair of codes shares something the least is found, and counted on by nobody who stays away."""
    entries = np.array([[3, 5, 2, 7], [1, 0, 4, 2]])
    matrix = PMatrix.of(entries, 4, "test")
    shared = [int(np.minimum(entries[:, u], entries[:, v]).sum()) for u in range(4) for v in range(u)]
    assert algebra.least_shared(matrix) == (min(shared), True)
    top = 1 << 4
    assert PIdentityAxis(matrix).l1_triples() == ((top, top, min(shared)), (top, top, top))
    beside = PMatrix.of(entries, 4, "test", whole=True)
    assert PIdentityAxis(beside).l1_triples() == ((2 * top, 2 * top, min(shared) + top), (2 * top,) * 3)
    assert matrix != beside


def test_columns_that_leave_nothing_are_refused() -> None:
    with pytest.raises(Exception, match="install dpdesk again"):
        PMatrix.of(np.array([[16, 3]]), 4, "test")
    kept = rounded(np.array([[0.5, 1e6], [0.1, 1e6]]), 4, "test")
    assert int(kept.diagonal.min()) >= 1


def test_stretching_is_exact_arithmetic() -> None:
    """Between neighbours by whole numbers; the same size is left alone; a column of a constant stays one."""
    entries = np.array([[0, 8, 4], [6, 6, 6]])
    assert stretched(entries, 3) is entries
    found = stretched(entries, 6)
    assert found[1].tolist() == [6] * 6
    places = (np.arange(6) + 0.5) / 2 - 0.5
    by_float = np.interp(places, np.arange(3), entries[0])
    assert np.abs(found[0] - by_float).max() <= 0.5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [27, 54, 77])
def test_stretched_optima_are_nearly_optimal(kind: str, size: int) -> None:
    """Descending further gains less than 1.5 %."""
    matrix = stored(kind, size, BITS)
    gram = PrefixGram(size) if kind.startswith(PREFIXES) else IntervalGram(size)
    root = 1.0 if kind.endswith(BESIDE) else 0.0
    start = matrix.bumps / matrix.diagonal
    now = value(start, gram, gram.diagonal, root)[0]
    _, least = descend(start if start.shape[0] else hats(size, (3,)), gram, 200, now, root)
    assert least >= now * 0.97


@pytest.mark.parametrize("root", [0.0, 1.0, 20.0])
def test_the_derivative_is_that_of_the_sum_of_variances(root: float) -> None:
    rng = np.random.default_rng(3)
    asked = rng.integers(0, 2, (9, 7)).astype(np.float64)
    gram = DenseGram(asked.T @ asked)
    theta = rng.random((3, 7))
    f, slope = value(theta, gram, gram.diagonal, root)
    s = 1 + theta.sum(axis=0)
    rows = np.concatenate([np.eye(7), theta]) / s
    rows = np.concatenate([rows, np.full((1, 7), root)])
    assert f == pytest.approx(float(np.trace(asked @ np.linalg.inv(rows.T @ rows) @ asked.T)), rel=1e-9)
    step = 1e-6
    for j, u in ((0, 0), (1, 4), (2, 6)):
        moved = theta.copy()
        moved[j, u] += step
        assert (value(moved, gram, gram.diagonal, root)[0] - f) / step == pytest.approx(slope[j, u], rel=1e-4)


@pytest.mark.parametrize("make", [PrefixGram, IntervalGram])
def test_closed_gram_matrices(make: type[PrefixGram] | type[IntervalGram]) -> None:
    size = 11
    asked = (Prefix(size) if make is PrefixGram else AllRange(size)).matrix()
    dense = np.asarray(asked.T @ asked, dtype=np.float64)
    rows = np.random.default_rng(0).random((3, size))
    assert np.allclose(make(size).apply(rows), rows @ dense)
    assert np.allclose(make(size).diagonal, np.diagonal(dense))


def test_gram_matrices_of_any_queries() -> None:
    """As if they were written down: cumulative sums for long lists, thin products for short ones, and their sum."""
    size = 30
    ends = np.sort(np.random.default_rng(5).integers(1, size + 1, (100, 2)), axis=1)
    kinds = (
        Identity(size),
        Total(size),
        Prefix(size),
        AllRange(size),
        Groups(size, [(0, 3, 9), (1, 2)]),
        Intervals(size, [(int(s), int(t)) for s, t in ends]),
    )
    rows = np.random.default_rng(6).random((2, size))
    weights = {kind: 1.0 + at for at, kind in enumerate(kinds)}
    gram = weighted_gram(weights)
    assert gram is not None
    listed = kinds[-1].runs()
    expected = sum(weight * kind.matrix().T @ kind.matrix() for kind, weight in weights.items())
    assert np.allclose(gram.apply(rows), rows @ expected)
    assert np.allclose(gram.diagonal, np.diagonal(expected))
    cumulative = ListedGram(size, listed.starts, listed.ends)
    alone = kinds[-1].matrix().T @ kinds[-1].matrix()
    assert np.allclose(cumulative.apply(rows), rows @ alone)
    assert np.allclose(cumulative.diagonal, np.diagonal(alone))


def test_tidying_never_costs() -> None:
    """A row on one code is as good as more of the code's own; it is given back to it."""
    gram = PrefixGram(30)
    theta = hats(30, (4,))
    theta[2] = 0.0
    theta[2, 5] = 3.0
    before = value(theta, gram, gram.diagonal)[0]
    after = tidy(theta)
    assert after.shape[0] == 3
    assert value(after, gram, gram.diagonal)[0] <= before


def test_queries_of_any_kind_are_searched_when_named() -> None:
    """Total, groups and single codes of 70: better than every tree; what is found is written down."""
    groups = Intervals(70, [(1 + 7 * i, 7 + 7 * i) for i in range(10)])
    workload = Stack(Identity(70), groups, Total(70), Prefix(70))
    m = build("p-identity", workload, ONE, ADD)
    assert build("best", workload, ONE, ADD).name != "p-identity"
    assert m.objective < build("best", workload, ONE, ADD).objective
    told = m.to_json()["strategy"]["variables"][0]
    entries = unpacked(told["rows"], told["codes"])
    assert hashlib.sha256(entries.astype("<i8").tobytes()).hexdigest() == told["sha256"]
    assert int(entries.sum(axis=0).max()) < 1 << told["binary_places"]


def test_codes_that_nobody_asks_for_do_no_harm() -> None:
    for exact_row in (False, True):
        m = build("p-identity", CodePrefix(["11", "12", "2", "31", "4"], ["1", "3"]), ONE, REPLACE, exact_row=exact_row)
        assert np.isfinite(m.rmse)
        assert m.rmse <= build("histogram", m.workload, ONE, REPLACE, exact_row=exact_row).rmse


def test_a_search_can_be_stopped() -> None:
    told = []

    def stop(stage: str, fraction: float | None = None) -> None:
        told.append((stage, fraction))
        if len(told) > 5:
            raise Cancelled

    with heard_by(stop), pytest.raises(Cancelled):
        build("p-identity", Stack(Identity(60), Total(60)), ONE, ADD)
    assert told[0][0] == "optimising"


def test_sums_and_places_share_the_room() -> None:
    """Wide values of a sum leave fewer binary places, so that no integer overflows for 10^10 rows."""
    sums = (SumRange(0, 10**6, Fraction(1, 2)),)
    m = build("p-identity", Kronecker(Prefix(40), Prefix(50)), ONE, ADD, sums=sums)
    assert m.largest_total >= 10**10
    assert m.sums[0].largest_total >= 10**6 * 10**5
    plain = build("p-identity", Kronecker(Prefix(40), Prefix(50)), ONE, ADD)
    assert plain.strategy.unit > m.strategy.unit
    assert plain.largest_total >= 10**10


def test_more_codes_than_the_bumps_are_worth() -> None:
    assert build("best", Prefix(9000), ONE, ADD).name != "p-identity"
    with pytest.raises(BadInput, match="up to 8,192 codes of a variable, and here are 9,000; choose another method"):
        build("p-identity", Prefix(9000), ONE, ADD)
    many = build("p-identity", Kronecker(Identity(9000), Prefix(32)), ONE, ADD)
    assert many.measurements < 9000 * 40


def test_the_rows_of_a_loss_with_delta_spend_epsilon_alone() -> None:
    m = build("p-identity", Prefix(64), ApproxDP("1", "1e-6"), ADD)
    assert m.noise == "laplace"
    assert m.rmse == pytest.approx(build("p-identity", Prefix(64), ONE, ADD).rmse)


def test_how_far_above_the_best_known() -> None:
    best = build("best", Prefix(64), ONE, ADD)
    tree = build("tree", Prefix(64), ONE, ADD)
    assert (best.ratio_to_bound, best.bound_is) == (pytest.approx(1.0), "best known")
    assert tree.ratio_to_bound == pytest.approx(tree.rmse / best.rmse)
    for epsilon in ("1", "8"):
        found = {name: build(name, Prefix(64), PureDP(epsilon), ADD) for name in ("histogram", "tree", "p-identity")}
        least = min(m.rmse for m in found.values())
        for m in found.values():
            assert m.ratio_to_bound == pytest.approx(m.rmse / least)
    assert build("tree", Stack(Prefix(8), Identity(8)), ONE, ADD).bound_is == "at most"
    assert build("tree", Prefix(8), ONE, ADD, objective="max").bound_is == "at most"
