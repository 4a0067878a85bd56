"""The numerical factorization: its certificate, its exactness on the grid, deficient workloads, and approximations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, SumRange, build
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.mechanisms.factorization import strategy as strategies
from dpdesk.mechanisms.factorization.optimum import by_codes, by_pairs
from dpdesk.mechanisms.factorization.strategy import Classes, FactorizationStrategy, exact_gram
from dpdesk.privacy import ZCDP, Neighbours, PureDP
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total, Workload

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
RELATIONS = [(ADD, False), (REPLACE, False), (REPLACE, True)]
WORKLOADS: list[Workload] = [
    Prefix(7),
    AllRange(12),
    Groups(5, [[0, 1, 4]] * 6),
    Intervals(30, [(1, 5), (3, 9), (7, 20), (2, 2)]),
    Groups(6, [[0, 2], [1, 2, 5], []]),
    Stack(Kronecker(Identity(3), Prefix(6)), Kronecker(Total(3), Identity(6)), Kronecker(Total(3), Total(6))),
    Stack(Kronecker(Identity(3), Total(6)), Kronecker(Total(3), Identity(6))),
]


@pytest.mark.parametrize(("neighbours", "exact_row"), RELATIONS)
@pytest.mark.parametrize("workload", WORKLOADS, ids=str)
def test_the_grid_answers_exactly_what_is_asked(workload: Workload, neighbours: Neighbours, exact_row: bool) -> None:
    m = build("factorization", workload, ZCDP("1/2"), neighbours, exact_row=exact_row)
    x = np.random.default_rng(3).integers(0, 10**6, size=workload.domain)
    exact = m.strategy.measure(x)
    np.testing.assert_allclose(m.strategy.decode(exact / m.strategy.unit), workload.answer(x), rtol=1e-9, atol=1e-5)
    first = 0
    for piece in m.pieces:
        rows = m.strategy.coefficients(piece, np.arange(piece.count))
        own = m.figures.variances[first : first + piece.count]
        np.testing.assert_allclose((rows**2).sum(axis=1), own, rtol=1e-7, atol=1e-9)
        assert m.strategy.piece_sum(piece) == pytest.approx(float(own.sum()), rel=1e-9)
        first += piece.count


@pytest.mark.parametrize(("neighbours", "exact_row"), RELATIONS)
@pytest.mark.parametrize("workload", [*WORKLOADS, Prefix(64), AllRange(64)], ids=str)
def test_the_optimum_is_within_a_thousandth_of_its_certificate(
    workload: Workload, neighbours: Neighbours, exact_row: bool
) -> None:
    m = build("factorization", workload, ZCDP("1/2"), neighbours, exact_row=exact_row)
    assert m.bound_is == "certified"
    assert m.ratio_to_bound is not None
    assert 1 <= m.ratio_to_bound <= 1.001
    for name in ("gaussian", "histogram", "tree", "sine", "toeplitz"):
        other = build(name, workload, ZCDP("1/2"), neighbours, exact_row=exact_row, noise="gaussian")
        assert m.objective <= other.objective * 1.001


@pytest.mark.parametrize(("query", "known"), [(Prefix(64), 2.45688), (AllRange(64), 2.91051)], ids=str)
def test_the_pairwise_optimum(query: Workload, known: float) -> None:
    m = build("factorization", query, ZCDP("1/2"), REPLACE, exact_row=True)
    assert m.rmse <= 1.002 * known
    assert m.to_json()["sensitivity"]["is"] == "exact"


def test_a_repeated_query_costs_what_it_costs_once() -> None:
    """S queries that are one and the same: noise on each has √S times the sensitivity, one measurement does not."""
    once = build("gaussian", Groups(5, [[0, 1, 4]]), ZCDP("1/2"), ADD)
    for times in (1, 2, 50):
        repeated = Groups(5, [[0, 1, 4]] * times)
        m = build("factorization", repeated, ZCDP("1/2"), ADD)
        assert m.measurements == 1
        assert m.rmse == pytest.approx(once.rmse, rel=1e-6)
        assert m.gamma == pytest.approx((1.0, 1.0), rel=1e-3)
        plain = build("gaussian", repeated, ZCDP("1/2"), ADD)
        assert plain.gamma is not None
        assert plain.gamma == pytest.approx((sqrt(times), 1.0), rel=1e-3)
        answers = m.release(np.arange(5))
        assert np.ptp(answers) < 1e-6


def test_gamma_is_the_error_of_one_unit_of_noise_and_its_bound() -> None:
    m = build("sine", Prefix(64), ZCDP("1/2"), ADD)
    assert m.gamma is not None
    assert m.gamma[0] == pytest.approx(m.rmse, rel=1e-4)
    assert m.gamma[0] / m.gamma[1] == pytest.approx(m.ratio_to_bound, rel=1e-9)
    assert build("tree", Prefix(64), PureDP("1"), ADD).gamma is None


def test_weights_and_largest_errors() -> None:
    table = Stack(Prefix(20), Total(20))
    favoured = build("factorization", table, ZCDP("1/2"), ADD, weights=[1, 50])
    plain = build("factorization", table, ZCDP("1/2"), ADD)
    assert favoured.std[-1] < plain.std[-1]
    assert favoured.ratio_to_bound is not None
    assert favoured.ratio_to_bound <= 1.001
    alike = build("factorization", table, ZCDP("1/2"), ADD, objective="rmse")
    assert alike.rmse <= plain.rmse * (1 + 1e-9)


def test_sums_beside_counts() -> None:
    ranges = (SumRange(-3, 90, Fraction(1, 2)),)
    for neighbours, exact_row in RELATIONS:
        m = build("factorization", Prefix(6), ZCDP("1/2"), neighbours, exact_row=exact_row, sums=ranges)
        assert m.loss == ZCDP("1/2")
        x = np.array([5, 0, 2, 7, 1, 1])
        assert m.sums[0].release(x).shape == (6,)
        assert m.sums[0].max_std > 0
        if exact_row:
            assert m.std[-1] == 0
            assert m.sums[0].std[-1] > 0


def test_queries_of_no_cell_and_of_all_cells() -> None:
    empty = Groups(4, [[], []])
    for neighbours, exact_row in RELATIONS:
        m = build("factorization", Stack(empty), ZCDP("1/2"), neighbours, exact_row=exact_row)
        assert m.unprotected
        assert m.release(np.arange(4)).tolist() == [0.0, 0.0]
        both = build("factorization", Stack(empty, Groups(4, [range(4)])), ZCDP("1/2"), neighbours, exact_row=exact_row)
        assert both.unprotected is exact_row
        answers = both.release(np.arange(4))
        assert answers[:2].tolist() == [0.0, 0.0]
        assert answers[2] == 6 or not exact_row


def test_it_takes_long_and_is_left_out_of_best() -> None:
    builder = Builder(Prefix(16), ADD)
    assert builder.takes_long("factorization", "gaussian")
    assert build("best", Prefix(16), ZCDP("1/2"), ADD).name != "factorization"
    with pytest.raises(BadInput, match="at most 1,024"):
        build("factorization", Identity(1500), ZCDP("1/2"), ADD)


@pytest.mark.parametrize(("neighbours", "exact_row"), RELATIONS)
def test_a_sealed_release_is_decoded_by_the_integers_of_its_description(
    neighbours: Neighbours, exact_row: bool
) -> None:
    workload = WORKLOADS[5]
    m = build("factorization", workload, ZCDP("1/2"), neighbours, exact_row=exact_row)
    told = json.loads(json.dumps(m.to_json()))
    told["strategy"]["rows"][0][0] += 4  # as another machine might have found it
    again, other = (
        Builder(one, neighbours, exact_row=exact_row, sealed=told).build("factorization", "gaussian", ZCDP("1/2"))
        for one in (workload, Prefix(18))
    )
    assert again.to_json()["strategy"]["rows"] == told["strategy"]["rows"]
    x = np.arange(18).reshape(3, 6)
    exact = again.strategy.measure(x) / again.strategy.unit
    np.testing.assert_allclose(again.strategy.decode(exact), workload.answer(x), atol=1e-6)
    assert other.measurements >= 17


def test_gram_matrices_are_exact() -> None:
    rng = np.random.default_rng(5)
    entries = rng.integers(-(2**28), 2**28, size=(40, 30))
    wanted = entries.astype(object).T @ entries.astype(object)
    assert np.array_equal(exact_gram(entries), wanted.astype(np.int64))


def test_certificates_never_exceed_what_is_reached() -> None:
    rng = np.random.default_rng(9)
    for _ in range(30):
        queries = (rng.random((rng.integers(1, 9), rng.integers(2, 9))) < 0.5).astype(float)
        gram = queries.T @ queries
        if not gram.any():
            continue
        for found in (by_codes(gram, 100), by_pairs(gram, 100, nowhere=True)):
            assert found.bound <= found.error * (1 + 1e-9)
            assert found.ratio <= 1.01


def test_no_two_rows_of_any_matrix_are_further_apart_than_its_triples_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever vectors are measured together, rows are c in one cell and d in another: all pairs, by hand.

    The control, the worst pairs for what single sums can add, says less in some cases.
    """
    control = 0
    for seed in range(300):
        chance = np.random.default_rng(seed)
        entries = np.zeros((4, 7), dtype=np.int64)
        entries[chance.integers(0, 4, 7), np.arange(7)] = chance.integers(5, 11, 7) * chance.choice([-1, 1], 7)
        entries += chance.integers(-1, 2, size=(4, 7))
        corners = np.array([[122, 0, 0], [43, 114, 0], [28, 54, 106]]) + chance.integers(-9, 10, (3, 3))
        cells, mixed = entries.T @ entries, corners @ corners.T
        n, c = np.diagonal(cells), np.diagonal(mixed)
        apart = (
            c[:, None, None, None] * n[None, None, :, None]
            + c[None, :, None, None] * n[None, None, None, :]
            - 2 * mixed[:, :, None, None] * cells[None, None]
        )
        classes = Classes((np.arange(7),), (np.arange(7),))
        strategy = FactorizationStrategy((), classes, entries, np.zeros((7, 4)), 0, False)

        def furthest(triples: Iterable[Triple], c: np.ndarray = c, mixed: np.ndarray = mixed) -> int:
            return max(int((c[:, None] * a + c[None, :] * b - 2 * mixed * g).max()) for a, b, g in triples)

        sums = [SumRange(0, 12, Fraction(1, 2))]
        found, attained = strategy.triples(replaced=True, sums=sums)
        assert attained
        assert furthest(found) == apart.max()
        alone = [(n.max(),) * 3]
        for v, w in product((0, 1, 12), repeat=2):
            one, other = np.unravel_index(np.argmax(v * v * n[:, None] + w * w * n - 2 * v * w * cells), cells.shape)
            alone.append((n[one], n[other], cells[one, other]))
        control += furthest(alone) < apart.max()
        with monkeypatch.context() as patch:
            patch.setattr(strategies, "MOST_CLASSES", 6)
            bound, attained = strategy.triples(replaced=True, sums=sums)
        assert not attained
        assert furthest(bound) >= apart.max()
    assert control >= 3
