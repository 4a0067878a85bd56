"""One variable measured in its own way in every product of the others: exact, optimal, and its sensitivity."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dpdesk.mechanisms import Builder, build
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.pieces import Piece, pieces_of
from dpdesk.mechanisms.core.question import Question
from dpdesk.mechanisms.core.sensitivity import Relation, SumRange
from dpdesk.mechanisms.marginals import root
from dpdesk.mechanisms.marginals.root import BITS, LEAST, Joint, Root, optimum, root_of
from dpdesk.mechanisms.marginals.root_choice import gram_on_classes, joint_choice
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.privacy import ZCDP, Neighbours
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, Prefix, Stack, Total
from dpdesk.queries.one_variable import OneVariable

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
HALF = ZCDP("1/2")
UNION = Stack(
    Kronecker(Identity(2), Total(5), Total(100)),
    Kronecker(Identity(2), Identity(5), Total(100)),
    Kronecker(Total(2), Total(5), Groups(100, [range(5), range(18), range(65, 100)])),
    Kronecker(Total(2), Total(5), Intervals(100, [(5 * i + 1, 5 * i + 5) for i in range(20)])),
    Kronecker(Identity(2), Total(5), Prefix(100)),
)
"""Sex; sex by ethnic group; age under 5, under 18, 65 and over; by five years; sex by age prefixes."""
SMALL = Stack(
    Kronecker(Identity(2), Total(9)),
    Kronecker(Total(2), Groups(9, [range(3), (8, 1)])),
    Kronecker(Identity(2), Prefix(9)),
)


def chosen(workload: Stack, neighbours: Neighbours, known: bool = False) -> MarginalsStrategy:
    pieces = pieces_of(workload)
    weights = (1.0,) * len(workload.parts)
    choice = joint_choice(Question(pieces, weights, "weighted", Relation(neighbours, 1, known)))
    assert choice is not None
    assert isinstance(choice.strategy, MarginalsStrategy)
    return choice.strategy


def test_a_union_of_tables_is_answered_at_the_optimum() -> None:
    m = build("marginals", UNION, HALF, ADD)
    assert m.ratio_to_bound is not None
    assert m.ratio_to_bound <= 1.003
    assert m.norm_is_exact
    json.dumps(m.to_json())
    exact = m.decode(m.strategy.measure(np.arange(1000, dtype=np.int64).reshape(2, 5, 100)) * m.grid)
    assert np.allclose(exact, UNION.answer(np.arange(1000)), rtol=1e-9)


def test_products_of_which_the_same_is_asked_have_one_root(monkeypatch: pytest.MonkeyPatch) -> None:
    crossed = Stack(*(Kronecker(sexes, ages) for sexes in (Total(2), Identity(2)) for ages in (Prefix(40), Total(40))))
    solved: list[int] = []
    eigh = np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda matrix: solved.append(len(matrix)) or eigh(matrix))
    together = chosen(crossed, ADD)
    once = len(solved)
    monkeypatch.setattr(root, "_multiples", lambda grams: {context: {context: 1.0} for context in grams})
    apart = chosen(crossed, ADD)
    assert once < 0.6 * (len(solved) - once)
    assert together.to_json() == apart.to_json()


@pytest.mark.parametrize(("neighbours", "known"), [(ADD, False), (REPLACE, False), (REPLACE, True)])
def test_variances_and_decoder_agree_with_dense_algebra(neighbours: Neighbours, known: bool) -> None:
    strategy = chosen(SMALL, neighbours, known)
    cells = np.eye(18, dtype=np.int64)
    measured = np.stack([strategy.measure(one.reshape(2, 9)) for one in cells], axis=1) / strategy.unit
    decoder = np.stack([strategy.decode(one) for one in np.eye(strategy.rows)], axis=1)
    assert np.allclose(decoder @ measured, SMALL.matrix(), atol=1e-9)
    assert strategy.exact_rows.size == known
    assert all(np.ptp(measured[row]) == 0 for row in strategy.exact_rows)
    decoder[:, strategy.exact_rows] = 0.0
    first = 0
    for piece in strategy.pieces:
        truth = (decoder[first : first + piece.count] ** 2).sum(axis=1)
        assert np.allclose(strategy.piece_variances(piece), truth, rtol=1e-9)
        assert strategy.piece_sum(piece) == pytest.approx(truth.sum(), rel=1e-9)
        assert strategy.piece_maximum(piece) == pytest.approx(truth.max(), rel=1e-9)
        coefficients = strategy.coefficients(piece, np.arange(piece.count))
        assert np.allclose(coefficients, decoder[first : first + piece.count], atol=1e-9)
        first += piece.count


def test_a_public_total_is_put_to_use() -> None:
    """What is known of everybody leaves less to estimate, and a total is answered as it is known."""
    union = Stack(Kronecker(Prefix(64), Identity(8), Total(5)), Kronecker(Identity(64), Total(8), Identity(5)))
    unknown, known = (build("marginals", union, HALF, REPLACE, exact_row=exact) for exact in (False, True))
    assert isinstance(known.strategy, MarginalsStrategy)
    assert any(isinstance(part, Joint) for part in known.strategy.parts)
    assert known.objective < unknown.objective
    assert known.ratio_to_bound is not None
    assert known.ratio_to_bound < 1.05
    asked = Question(pieces_of(union), (1.0,) * 2, "weighted", Relation(REPLACE, 1, True), (SumRange(0, 9, HALF.rho),))
    assert joint_choice(asked) is None
    small = Stack(*SMALL.parts, Kronecker(Total(2), Total(9)))
    strategy = chosen(small, REPLACE, True)
    assert strategy.piece_sum(pieces_of(small)[-1]) == pytest.approx(0, abs=1e-15)
    noisy = strategy.measure(np.arange(18, dtype=np.int64).reshape(2, 9)).astype(float)
    noisy[np.setdiff1d(np.arange(noisy.size), strategy.exact_rows)] += 1e6 * np.arange(noisy.size - 1)
    assert strategy.decode(noisy / strategy.unit)[-1] == pytest.approx(153)


def test_what_does_not_follow_is_said() -> None:
    strategy = chosen(UNION, ADD)
    across = Piece(0, Kronecker(Total(2), Identity(5), Prefix(100)))
    assert np.isnan(strategy.piece_variances(across)).all()
    lengths = Piece(0, Kronecker(Total(2), Total(5), Intervals(100, [(3, 4), (7, 90)])))
    assert np.isfinite(strategy.piece_variances(lengths)).all()
    groups = Stack(Kronecker(Identity(2), Groups(9, [range(3)])), Kronecker(Total(2), Groups(9, [range(6), range(3)])))
    coarse = chosen(groups, ADD)
    assert np.isnan(coarse.piece_variances(Piece(0, Kronecker(Total(2), Identity(9))))).all()
    assert np.isfinite(coarse.piece_variances(Piece(0, Kronecker(Total(2), Groups(9, [range(3, 6)]))))).all()


def test_rounding_is_far_from_where_it_turns_and_the_inverse_exists() -> None:
    gram, labels = gram_on_classes(12, [(1.0, Groups(12, [range(4), range(8)])), (0.5, Prefix(6 + 6))])
    other, classes = gram_on_classes(12, [(1.0, Groups(12, [range(4), range(2, 8), range(4, 12)]))])
    assert len(other) == 5 - 1
    joint, weights, reached = optimum(12, {(0,): (gram, labels), (1,): (other, classes)}, {(0,): 1.0, (1,): 0.5})
    assert isinstance(joint, Joint)
    assert reached > 0
    assert set(weights) == {(0,), (1,)}
    for block in joint.blocks:
        assert isinstance(block, Root)
        singular = np.linalg.svd(block.entries / block.unit, compute_uv=False)
        assert singular.min() > 0.9 * LEAST * np.sqrt((singular**2).mean())
        assert np.allclose(block.inverse @ (block.entries / block.unit), np.eye(block.rows), atol=1e-9)
        assert np.array_equal(block.gram, np.rint(block.gram))
        assert np.array_equal(np.diagonal(block.gram).astype(np.int64), block.norms)


@pytest.mark.parametrize(("neighbours", "known"), [(ADD, False), (REPLACE, False), (REPLACE, True)])
@pytest.mark.parametrize("workload", [UNION, SMALL, Stack(Identity(70), Groups(70, [range(20), range(20, 70)]))])
def test_a_description_gives_back_the_same_integers(workload: Stack, neighbours: Neighbours, known: bool) -> None:
    """Multipliers and matrices that this machine would not have come to by itself."""
    m = build("marginals", workload, HALF, neighbours, exact_row=known)
    told = json.loads(json.dumps(m.to_json()))
    for own in told["strategy"]["products"]:
        own["multiplier"] = str(int(own["multiplier"]) + 1)
    for own in told["strategy"]["variables"]:
        for block in own["blocks"]:
            if "entries" in block:
                block["entries"][0][0] += 1
                block.pop("sha256")
    again = Builder(workload, neighbours, exact_row=known, sealed=told).build("marginals", "gaussian", HALF)
    here, there = m.strategy, again.strategy
    assert isinstance(here, MarginalsStrategy)
    assert isinstance(there, MarginalsStrategy)
    assert there.multipliers == tuple(one + 1 for one in here.multipliers)
    x = np.arange(workload.shape[1], dtype=np.int64) % 23
    measured = there.measure(x.reshape(workload.domain))
    assert not np.array_equal(measured, here.measure(x.reshape(workload.domain)))
    assert np.allclose(again.decode(measured * again.grid), workload.answer(x))
    other = {**told, "strategy": {**told["strategy"], "variables": []}}
    found = Builder(workload, neighbours, exact_row=known, sealed=other).build("marginals", "gaussian", HALF)
    assert found.to_json() == m.to_json()


PAIRS = root_of(6, np.array([0, 0, 1, 1, 2, 2]), np.diag([1 << BITS] * 3))


@pytest.mark.parametrize(
    "query",
    [
        Total(6), Identity(6), Prefix(6), AllRange(6), Groups(6, [[0, 1], [2, 3, 4, 5]]), Groups(6, [[0, 1, 2]]),
        Groups(6, [[0, 1, 4, 5], [4, 5]]), Intervals(6, [(1, 2), (1, 4)]), Intervals(6, [(2, 4)]),
    ],
)  # fmt: skip
def test_queries_follow_from_a_root_that_take_its_classes_whole(query: OneVariable) -> None:
    written = dense_rows(query, np.arange(query.count))
    assert PAIRS.follows(query) == np.array_equal(written[:, ::2], written[:, 1::2])


def test_no_query_is_written_out_to_see_whether_it_follows() -> None:
    size = 4000  # eight million intervals: written out, they are 256 GB
    halves = root_of(size, np.repeat([0, 1], size // 2), np.diag([1 << BITS] * 2))
    assert not halves.follows(AllRange(size)) and halves.follows(Total(size))
