"""Tables that share no variable, with Laplace noise: variances, decoder, the division of the loss, and margins."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, build
from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.mechanisms.baselines.workload import WorkloadStrategy
from dpdesk.mechanisms.core.pieces import Piece, pieces_of
from dpdesk.mechanisms.marginals.apart import ApartStrategy, components_of
from dpdesk.privacy import ApproxDP, Neighbours, PureDP
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total
from dpdesk.queries.groups import Groups

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
QUARTER = PureDP("1/4")
APART = Stack(
    Kronecker(Identity(2), Identity(3), Total(40), Total(3)),
    Kronecker(Total(2), Total(3), Prefix(40), Total(3)),
    Kronecker(Total(2), Total(3), Total(40), Identity(3)),
    Kronecker(Total(2), Total(3), Total(40), Total(3)),
)


def test_components_are_variables_that_occur_together() -> None:
    assert components_of(pieces_of(APART)) == [(0, 1), (2,), (3,)]
    assert components_of(pieces_of(Kronecker(Total(2), Total(3)))) == [(0,)]
    chain = Stack(Kronecker(Identity(2), Identity(3), Total(4)), Kronecker(Total(2), Identity(3), Identity(4)))
    assert components_of(pieces_of(chain)) == [(0, 1, 2)]


@pytest.mark.parametrize("objective", ["weighted", "rmse", "max"])
@pytest.mark.parametrize(("neighbours", "known"), [(ADD, False), (REPLACE, False), (REPLACE, True)])
def test_better_than_any_other_row_and_than_equal_parts(neighbours: Neighbours, known: bool, objective: str) -> None:
    m = build("marginals", APART, QUARTER, neighbours, exact_row=known, objective=objective)
    rows = np.stack([m.decode(unit * m.scale.units) for unit in np.eye(m.measurements)], axis=1)
    noisy = np.setdiff1d(np.arange(m.measurements), m.strategy.exact_rows)
    assert np.allclose((rows[:, noisy] ** 2).sum(axis=1), m.unit_variances, rtol=1e-9, atol=1e-15)
    for piece in m.pieces:
        chosen = np.arange(piece.count)
        found = (m.strategy.coefficients(piece, chosen) ** 2).sum(axis=1)
        assert np.allclose(found, m.strategy.piece_variances(piece), rtol=1e-9, atol=1e-15)
    x = np.arange(720, dtype=np.int64)
    exact = m.strategy.measure(x.reshape(2, 3, 40, 3)) * m.grid
    assert np.allclose(m.decode(exact), APART.answer(x))
    json.dumps(m.to_json())
    figure = {"weighted": "objective", "rmse": "rmse", "max": "max_std"}[objective]
    best = build("best", APART, QUARTER, neighbours, exact_row=known, objective=objective)
    assert best.name == "marginals"
    for name in ("histogram", "tree", "laplace"):
        other = build(name, APART, QUARTER, neighbours, noise="laplace", exact_row=known, objective=objective)
        assert getattr(m, figure) < getattr(other, figure)
    third = [
        build("best", part, QUARTER.share(Fraction(1, 3)), neighbours, exact_row=known, objective=objective)
        for part in (Kronecker(Identity(2), Identity(3)), Prefix(40), Identity(3))
    ]
    if objective == "max":
        assert m.max_std < max(one.max_std for one in third) * 1.001
    widths = m.margins(90, np.arange(0, 49, 7))
    assert (widths >= 0).all()
    assert widths.max() < 4 * m.max_std


def test_coefficients_stand_where_the_decoder_has_them() -> None:
    """A component may measure its queries themselves: each then has a column of its own."""
    asked = Stack(
        Kronecker(Identity(3), Total(6)),
        Kronecker(Total(3), Groups(6, [[0, 1], [2, 3, 4]])),
        Kronecker(Total(3), Total(6)),
        Kronecker(Total(3), Groups(6, [[5]])),
    )
    m = build("marginals", asked, QUARTER, ADD)
    assert isinstance(m.strategy, ApartStrategy)
    assert any(isinstance(own.strategy, WorkloadStrategy) for own in m.strategy.components)
    rows = np.stack([m.decode(unit * m.scale.units) for unit in np.eye(m.measurements)], axis=1)
    rows[:, m.strategy.exact_rows] = 0
    assert np.allclose(coefficients(m, np.arange(asked.shape[0])), rows, rtol=1e-9, atol=1e-12)


def test_margins_suffice() -> None:
    m = build("marginals", APART, ApproxDP("1", "1e-6"), ADD, noise="laplace")
    assert m.needed_margins == ((0, 1), (2,), (3,))
    x = np.arange(720, dtype=np.int64).reshape(2, 3, 40, 3)
    given = {(0, 1): x.sum(axis=(2, 3)), (2,): x.sum(axis=(0, 1, 3)), (3,): x.sum(axis=(0, 1, 2))}
    assert np.array_equal(m.strategy.measure_margins(given), m.strategy.measure(x))
    wide = Stack(*[Kronecker(*(Identity(16) if i == own else Total(16) for i in range(10))) for own in range(10)])
    large = build("marginals", wide, QUARTER, ADD)
    assert large.rmse == pytest.approx(build("best", wide, QUARTER, ADD).rmse)
    assert large.release({(i,): np.full(16, 3, dtype=np.int64) for i in range(10)}).shape == (160,)
    pairs = Stack(
        *[Kronecker(*(Identity(16) if i in (own, own + 1) else Total(16) for i in range(10))) for own in range(9)]
    )
    with pytest.raises(BadInput, match="Gaussian noise"):
        build("marginals", pairs, QUARTER, ADD)


def test_a_query_across_components_does_not_follow() -> None:
    m = build("marginals", APART, QUARTER, ADD)
    across = Piece(0, Kronecker(Identity(2), Total(3), Prefix(40), Total(3)))
    assert np.isnan(m.strategy.piece_variances(across)).all()


def test_a_description_gives_back_the_multipliers() -> None:
    m = build("marginals", APART, QUARTER, ADD)
    told = json.loads(json.dumps(m.to_json()))
    for own in told["strategy"]["components"]:
        own["multiplier"] = str(int(own["multiplier"]) + 1)
    again = Builder(APART, ADD, sealed=told).build("marginals", "laplace", QUARTER)
    assert again.strategy.to_json() == told["strategy"]


@pytest.mark.parametrize("strategy", ["marginals", "histogram"])
def test_many_vectors_are_decoded_as_each_by_itself(strategy: str) -> None:
    m = build(strategy, APART, QUARTER, REPLACE, exact_row=True)
    y = np.random.default_rng(1).normal(size=(3, m.strategy.rows))
    assert np.allclose(m.strategy.decode_each(y), [m.strategy.decode(one) for one in y], atol=1e-9)
