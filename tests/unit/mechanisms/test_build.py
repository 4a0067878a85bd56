"""The catalogue, decoding, choice of the best, sums, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from pace import least_of

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, SumRange, build, catalogue, noises, why_not
from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.baselines.prefix_difference import PrefixAxis
from dpdesk.mechanisms.core.axis import Axis, TotalAxis, conditioned
from dpdesk.mechanisms.trees.algebra import TreeShape
from dpdesk.mechanisms.trees.binary import DyadicAxis
from dpdesk.mechanisms.trees.levels import roomier_sizes
from dpdesk.mechanisms.trees.tree import TreeAxis
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
BUDGETS: list[Loss] = [PureDP("1"), ZCDP("1/2"), ApproxDP("1", "1e-6")]
TABLE = Stack(
    Kronecker(Identity(3), Prefix(7)),
    Kronecker(Total(3), Intervals(7, [(2, 3), (1, 7), (4, 7)])),
    Kronecker(Groups(3, [(0, 2), ()]), Total(7)),
)
AXES: list[Axis] = [
    *(kind(size) for kind in (IdentityAxis, PrefixAxis, DyadicAxis) for size in (1, 2, 3, 6, 7, 13, 16)),
    *(
        TreeAxis(TreeShape(size, blocks))
        for size, blocks in [
            (1, (1,)), (5, (1,)), (5, (1, 5)), (7, (1, 2, 6)), (8, (1, 2, 4, 8)), (13, (1, 3, 6)),
            (13, (1, 3, 6, 18)), (29, (1, 4, 16)), (30, (1, 7, 14, 28, 56)),
        ]
    ),
]  # fmt: skip


@pytest.mark.parametrize("axis", AXES, ids=str)
def test_moments_agree_with_the_dense_decoder(axis: Axis) -> None:
    size = axis.measure(np.zeros(1), 0).shape[0] if isinstance(axis, TotalAxis) else axis.size  # type: ignore[attr-defined]  # every axis but a total has its size
    measured = axis.measure(np.eye(size, dtype=np.int64), 0)
    for query in (AllRange(size), Identity(size), Prefix(size), Total(size), Groups(size, [range(0, size, 2), ()])):
        decoder = axis.coefficients(query, np.arange(query.count))
        assert np.allclose(decoder @ measured, query.matrix(), atol=1e-10)
        noise = np.cos(np.arange(axis.rows * 2.0)).reshape(axis.rows, 2)
        assert np.allclose(axis.answer(axis.estimate(noise, 0), 0, query), decoder @ noise, atol=1e-10)
        variance, known = axis.moments(query)
        total = axis.coefficients(Total(size), np.zeros(1, dtype=np.int64))[0]
        assert np.allclose(variance, (decoder**2).sum(axis=1))
        assert np.allclose(known, decoder @ total)
        assert axis.known_variance == pytest.approx(float(total @ total))
        assert np.allclose(axis.sums(query), ((decoder**2).sum(), ((decoder @ total) ** 2).sum()))
        for public in (False, True):
            largest = conditioned(variance, known, axis.known_variance if public else None).max(initial=0.0)
            assert axis.maximum(query, public) == pytest.approx(largest)


@pytest.mark.parametrize("shape", [a.shape for a in AXES if isinstance(a, TreeAxis)], ids=str)
def test_two_passes_equal_the_pseudo_inverse(shape: TreeShape) -> None:
    axis = TreeAxis(shape)
    measured = axis.measure(np.eye(shape.size), 0)
    y = np.random.default_rng(3).normal(scale=1e3, size=(2, axis.rows, 3))
    dense = np.einsum("ij,ajb->aib", np.linalg.pinv(measured), y)
    assert np.abs(axis.estimate(y, 1) - dense).max() < 1e-9 * np.abs(y).max()


@pytest.mark.parametrize("axis", AXES, ids=str)
def test_extreme_triples_bound_every_pair_of_columns(axis: Axis) -> None:
    columns = axis.measure(np.eye(axis.size, dtype=np.int64), 0).T  # type: ignore[attr-defined]  # see above
    gram = columns @ columns.T
    pairs = {(int(gram[u, u]), int(gram[v, v]), int(gram[u, v])) for u in range(len(gram)) for v in range(len(gram))}
    corners = axis.triples()
    for cost in np.random.default_rng(0).normal(size=(50, 3)):
        best = max(np.dot(cost, corner) for corner in corners)
        assert all(np.dot(cost, pair) <= best + 1e-9 for pair in pairs)
    assert all((a, b, g) in pairs for a, b, g in corners)


@pytest.mark.parametrize("name", list(catalogue()))
@pytest.mark.parametrize("exact_row", [False, True])
def test_without_noise_the_answers_are_exact(name: str, exact_row: bool) -> None:
    x = np.random.default_rng(1).integers(0, 10**9, size=21)
    for loss in BUDGETS:
        for noise in noises(name, loss):
            m = build(name, TABLE, loss, REPLACE, noise=noise, exact_row=exact_row)
            exact = m.strategy.measure(x.reshape(3, 7))
            assert np.allclose(m.decode(exact * m.grid), TABLE.answer(x), rtol=1e-12)
            assert m.measure(x).dtype == np.int64
            assert m.release(x).shape == (TABLE.shape[0],)


def test_std_rmse_and_objective_agree() -> None:
    for name in catalogue():
        for loss in BUDGETS:
            if why_not(name, TABLE, loss, ADD):
                continue
            for exact_row in (False, True):
                m = build(name, TABLE, loss, REPLACE, exact_row=exact_row, weights=[1, 2, 3])
                squares = [float((part**2).mean()) for part in TABLE.split(m.std)]
                assert m.rmse == pytest.approx(sqrt(float((m.std**2).mean())))
                weighted = (squares[0] + 2 * squares[1] + 3 * squares[2]) / 6
                assert m.objective == pytest.approx(sqrt(weighted))
                assert m.max_std == pytest.approx(float(m.std.max()))
                rows = np.concatenate([m.strategy.coefficients(p, np.arange(p.count)) for p in m.pieces])
                assert np.allclose(np.sqrt((rows**2).sum(axis=1) * m.scale.variance), m.std, atol=1e-9)
                assert np.abs(rows).max() <= m.strategy.largest_coefficient + 1e-12


def test_best_is_the_smallest_and_ties_go_to_the_simpler() -> None:
    for loss in BUDGETS:
        for objective, value in (("weighted", "objective"), ("rmse", "rmse"), ("max", "max_std")):
            best = build("best", TABLE, loss, ADD, objective=objective)
            for name in catalogue():
                for noise in noises(name, loss):
                    if Builder(TABLE, ADD, objective=objective).takes_long(name, noise):
                        continue
                    other = build(name, TABLE, loss, ADD, noise=noise, objective=objective)
                    assert getattr(best, value) <= getattr(other, value) * (1 + 1e-9)
    assert build("best", Identity(5), PureDP("1"), ADD).name == "laplace"
    assert build("best", Identity(5), ZCDP("1"), ADD).name == "gaussian"
    assert build("best", Prefix(64), ApproxDP("1", "1e-6"), ADD).noise == "laplace"
    assert build("best", AllRange(64), ApproxDP("4", "1e-3"), ADD, noise="gaussian").noise == "gaussian"


def test_a_lone_total_is_exact_and_said_to_be() -> None:
    for name in catalogue():
        loss: Loss = PureDP("1") if noises(name, PureDP("1")) else ZCDP("1")
        m = build(name, Kronecker(Total(4), Total(2)), loss, REPLACE, exact_row=True)
        assert m.unprotected
        assert m.loss is None
        assert m.rmse == m.max_std == m.expected_max_error == 0
        assert m.release(np.arange(8)).tolist() == [28.0]
        assert m.margins(90).tolist() == [0.0]
        protected = build(name, Kronecker(Total(4), Total(2)), loss, REPLACE)
        assert not protected.unprotected


def test_sums_share_the_loss() -> None:
    ranges = (SumRange(0, 100, Fraction(1, 3)), SumRange(-5, 5, Fraction(1, 6), nowhere=True))
    x = np.arange(21)
    for loss in BUDGETS:
        for exact_row in (False, True):
            m = build("tree", TABLE, loss, REPLACE, exact_row=exact_row, sums=ranges)
            alone = build("tree", TABLE, loss, REPLACE, exact_row=exact_row)
            assert m.loss == alone.loss
            assert len(m.sums) == 2
            assert m.rmse > alone.rmse
            for part in m.sums:
                assert part.strategy.exact_rows.size == 0
                exact = part.strategy.measure(x.reshape(3, 7))
                assert np.allclose(part.decode(exact * part.grid), TABLE.answer(x))
                assert part.release(x * 50).shape == (TABLE.shape[0],)
            json.dumps(m.to_json())


def test_weights_move_the_levels_of_a_tree() -> None:
    small = Stack(Identity(1000), Total(1000))
    equal = build("tree", small, ZCDP("1/2"), ADD, weights=[1, 1])
    fine = build("tree", small, ZCDP("1/2"), ADD, objective="rmse")
    assert equal.std[-1] < fine.std[-1]
    assert fine.rmse <= equal.rmse


def test_trees_of_any_size_are_found() -> None:
    for size in (1, 2, 3, 7, 29, 97, 116, 127, 1021):
        histogram = build("histogram", Prefix(size), ZCDP("1/2"), ADD)
        tree = build("tree", Prefix(size), ZCDP("1/2"), ADD)
        dyadic = build("binary-tree", Prefix(size), ZCDP("1/2"), ADD)
        assert tree.rmse <= min(histogram.rmse, dyadic.rmse) * (1 + 1e-9)
        if size > 100:
            assert tree.rmse < 0.6 * dyadic.rmse
    assert 116 in roomier_sizes(116)
    assert max(roomier_sizes(1021)) >= 1024


def test_certified_ratios_are_at_least_one() -> None:
    for workload in (Prefix(60), AllRange(60), Prefix(300), AllRange(300), Kronecker(Prefix(20), AllRange(9)), TABLE):
        for neighbours, exact_row in ((ADD, False), (REPLACE, False), (REPLACE, True)):
            m = build("tree", workload, ZCDP("1/2"), neighbours, exact_row=exact_row)
            if m.ratio_to_bound is not None:
                assert m.bound_is == "certified"
                assert 1 <= m.ratio_to_bound < 3.5
    assert build("histogram", Identity(50), ZCDP("1"), ADD).ratio_to_bound == pytest.approx(1.0)
    assert build("histogram", Identity(50), ZCDP("1"), REPLACE, exact_row=True).ratio_to_bound == pytest.approx(1.0)
    assert build("tree", Prefix(50), PureDP("1"), ADD).bound_is == "best known"


def test_the_actual_loss_and_what_an_account_is_charged() -> None:
    assert build("tree", Prefix(9), PureDP("1/3"), ADD, rows_per_unit=3).loss == PureDP("1/3")
    assert build("tree", Prefix(9), ZCDP("1/3"), REPLACE, rows_per_unit=2).loss == ZCDP("1/3")
    laplace = build("tree", Prefix(9), ApproxDP("1", "1e-6"), ADD, noise="laplace")
    assert laplace.loss == ApproxDP("1", "1e-6")
    assert laplace.account_loss == PureDP("1")
    gaussian = build("tree", Prefix(9), ApproxDP("1", "1e-6"), ADD, noise="gaussian")
    assert isinstance(gaussian.account_loss, ZCDP)
    assert gaussian.account_loss.rho < Fraction(1, 20)


WRONG = [
    ({"name": "sine-of-the-times"}, "no mechanism named"),
    ({"name": "gaussian"}, "needs|Gaussian"),
    ({"name": "laplace", "loss": ZCDP("1")}, "rho"),
    ({"name": "laplace", "noise": "gaussian", "loss": ApproxDP("1", "1e-6")}, "only"),
    ({"noise": "uniform"}, "laplace or gaussian"),
    ({"objective": "nice"}, "objective"),
    ({"weights": [1, 2]}, "Weights"),
    ({"weights": [0]}, "Weights"),
    ({"rows_per_unit": 0}, "rows_per_unit"),
    ({"rows_per_unit": 1.0}, "rows_per_unit"),
    ({"exact_row": True}, "exact_row"),
    ({"exact_row": True, "neighbours": REPLACE, "rows_per_unit": 2}, "exact_row"),
    ({"neighbours": "replace_one"}, "neighbour"),
    ({"loss": 1.0}, "loss"),
    ({"workload": Intervals(5, [])}, "no queries"),
    ({"sums": (SumRange(0, 1, Fraction(1, 2)), SumRange(0, 1, Fraction(1, 2)))}, "shares"),
]


@pytest.mark.parametrize(("changes", "words"), WRONG, ids=str)
def test_what_makes_no_sense_is_refused(changes: dict[str, object], words: str) -> None:
    arguments: dict[str, object] = {
        "name": "tree", "workload": Prefix(5), "loss": PureDP("1"), "neighbours": ADD, **changes
    }  # fmt: skip
    first = [arguments.pop(key) for key in ("name", "workload", "loss", "neighbours")]
    with pytest.raises(BadInput, match=words) as caught:
        build(*first, **arguments)  # type: ignore[arg-type]  # wrong types are the point
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong", [(2, 1, Fraction(1, 2)), (0, 1, Fraction(1)), (0, 1, 0.5), (0.0, 1, Fraction(1, 2))])
def test_a_range_is_checked(wrong: tuple[int, int, Fraction]) -> None:
    with pytest.raises(BadInput):
        SumRange(*wrong)


def test_counts_are_checked_before_noise_is_drawn() -> None:
    m = build("histogram", Identity(3), PureDP("1"), ADD)
    for wrong in (np.ones(4, dtype=np.int64), np.ones(3), np.array([2**62, 0, 0])):
        with pytest.raises(BadInput):
            m.measure(wrong)
    with pytest.raises(BadInput):
        m.decode(np.ones(4))


def test_importing_costs_numpy_only_and_never_reaches_the_data() -> None:
    code = (
        "import sys, dpdesk.mechanisms; "
        "print([n for n in ('scipy', 'duckdb', 'pandas', 'openpyxl', 'dpdesk.data') if n in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_why_not_says_why() -> None:
    assert why_not("tree", Prefix(3), ZCDP("1"), ADD) is None
    refused = why_not("laplace", Prefix(3), ZCDP("1"), ADD)
    assert refused is not None and refused.code == "mechanisms.rho_is_gaussian"
    assert why_not("gaussian", Prefix(3), PureDP("1"), ADD) is not None
    assert all(sentence.endswith(".") for sentence in catalogue().values())
    order = (
        "laplace gaussian histogram prefix-difference binary-tree tree weighted-tree toeplitz sine factorization "
        "p-identity marginals"
    ).split()
    assert [name for name in catalogue() if name in order] == order


@pytest.mark.parametrize(("size", "allowed"), [(64, 6), (1024, 6), (4096, 60)])
def test_forecasts_stay_fast(size: int, allowed: float) -> None:
    """The whole catalogue for two budgets, in millions of squares; about a fourth is usual once it has been done."""

    def forecasts() -> None:
        for loss in (PureDP("1"), ZCDP("1/2")):
            asked = Builder(AllRange(size), ADD)
            for name in catalogue():
                at_hand = not any(asked.takes_long(name, noise) for noise in noises(name, loss))
                if why_not(name, AllRange(size), loss, ADD) is None and at_hand:
                    m = build(name, AllRange(size), loss, ADD)
                    assert m.rmse <= m.max_std <= m.expected_max_error

    assert least_of(3, forecasts, allowed) < allowed


def test_split_gives_the_parts_of_a_stack_back() -> None:
    m = build("tree", Stack(Total(4), Identity(4)), PureDP("1"), Neighbours.ADD_REMOVE)
    total, cells = m.split(m.release(np.array([5, 0, 2, 9])))
    assert (total.shape, cells.shape) == ((1,), (4,))
    assert total[0] == pytest.approx(cells.sum())
    alone = build("histogram", Identity(4), PureDP("1"), Neighbours.ADD_REMOVE)
    assert [part.tolist() for part in alone.split(np.arange(4))] == [[0, 1, 2, 3]]


def test_a_very_large_budget_is_only_a_very_small_error() -> None:
    for epsilon in ("300", "1000", "4000"):
        m = build("best", Prefix(8), PureDP(epsilon), Neighbours.ADD_REMOVE)
        assert m.expected_max_error < 0.05
        assert m.release(np.arange(8)).tolist() == np.cumsum(np.arange(8)).tolist()


def test_noise_that_cancels_leaves_no_error_at_all() -> None:
    """A public number of records is told exactly; rounding errors of its variance would call it noisy."""
    total, codes = Total(20), Prefix(20)
    table = Stack(*(Kronecker(one, two) for two in (total, codes) for one in (Total(4), Identity(4))))
    made = build("marginals", table, ZCDP("0.1"), REPLACE, exact_row=True)
    assert 0 < made.figures.variances[0] < 1e-20 * made.figures.largest  # what the rounding leaves
    assert made.std[0] == 0
    assert (made.std[1:5] > 1).all()
