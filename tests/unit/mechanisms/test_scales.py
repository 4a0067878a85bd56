"""Noise on a fine grid costs what it costs on a coarse one, and L1 norms of integers other than 0 and 1 are bounded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpdesk.mechanisms import SumRange, build
from dpdesk.mechanisms.core import sensitivity
from dpdesk.mechanisms.core.scales import COARSE, FINE, GAUSSIAN, LAPLACE, calibrate
from dpdesk.mechanisms.core.sensitivity import Relation, Triple, l1, products
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
TRIPLES: tuple[Triple, ...] = ((5, 5, 1), (5, 5, 5))


@pytest.mark.parametrize("loss", [ZCDP("1/2"), ZCDP("1/7"), ZCDP("2"), ApproxDP("1", "1e-6")], ids=str)
@pytest.mark.parametrize("sums", [(), (SumRange(-3, 1000, Fraction(1, 3)),)], ids=["counts", "sums"])
def test_a_fine_grid_changes_nothing_but_the_grid(loss: Loss, sums: tuple[SumRange, ...]) -> None:
    for relation in (Relation(ADD), Relation(REPLACE, 2), Relation(REPLACE, 1, True)):
        coarse = calibrate(GAUSSIAN, loss, TRIPLES, relation, sums)
        fine = calibrate(GAUSSIAN, loss, TRIPLES, relation, sums, fine=True)
        assert fine.loss == coarse.loss
        assert fine.norms == coarse.norms
        for one, other in zip(fine.scales, coarse.scales, strict=True):
            assert one.square == other.square
            assert one.variance == pytest.approx(other.variance, rel=3e-7)
            assert one.parameter is not None
            assert one.grid % other.grid == 0
            assert other.square < COARSE or one.parameter >= FINE
            assert one.grid == other.grid or one.parameter < 4 * FINE  # no finer than it need be


def test_little_noise_stays_on_the_integers() -> None:
    """Below one step discrete noise varies less than the same noise on a finer grid."""
    for rho in ("10", "1000"):
        fine = calibrate(GAUSSIAN, ZCDP(rho), TRIPLES, Relation(ADD), fine=True).scales[0]
        assert fine.grid == 1
        assert fine.variance < float(fine.square)


def test_laplace_noise_knows_no_finer_grid() -> None:
    assert calibrate(LAPLACE, PureDP("1"), TRIPLES, Relation(ADD), fine=True) == calibrate(
        LAPLACE, PureDP("1"), TRIPLES, Relation(ADD)
    )


def test_all_margins_of_a_wide_tree_come_at_once() -> None:
    """Half a million intervals: their normal law, not one law after the other."""
    m = build("tree", AllRange(1024), ZCDP("1/2"), ADD)
    assert m.scale.parameter is not None
    assert m.scale.parameter >= FINE
    margins = m.margins(90)
    assert margins.shape == (1024 * 1025 // 2,)
    assert np.all(np.abs(margins / m.std - 1.6448536) < 2e-3)
    assert np.all(margins > 1.6448536 * m.std)


def triple(u: np.ndarray, v: np.ndarray) -> Triple:
    return int(u.sum()), int(v.sum()), int(np.minimum(u, v).sum())


@pytest.mark.parametrize("seed", range(40))
def test_l1_of_integers_is_never_understated(seed: int) -> None:
    """Random columns, values and products; where shared entries are equal the bound is attained."""
    generator = np.random.default_rng(seed)
    values = [-3, -1, 0, 1, 2]
    one, other = generator.integers(0, 6, (2, 4)), generator.integers(0, 6, (2, 3))
    for v, w in product(values, repeat=2):
        a, b, g = triple(one[0], one[1])
        assert np.abs(v * one[0] - w * one[1]).sum() <= l1(a, b, g, v, w)
        pair = products([[(a, b, g)], [triple(other[0], other[1])]])[0]
        columns = [np.kron(one[i], other[i]) for i in (0, 1)]
        assert np.abs(v * columns[0] - w * columns[1]).sum() <= l1(*pair, v, w)
    weights = generator.integers(1, 9, 5)
    alike = generator.integers(0, 2, (2, 5)) * weights
    for v, w in product(values, repeat=2):
        assert np.abs(v * alike[0] - w * alike[1]).sum() == l1(*triple(alike[0], alike[1]), v, w)


def test_squared_norms_would_understate_l1() -> None:
    """The wrong control: a column (1, 0, 3) has L1 norm 4; its products with (3, 1, 0) are no measure of minima."""
    u, v = np.array([1, 0, 3]), np.array([3, 1, 0])
    assert np.abs(u - v).sum() == l1(*triple(u, v), 1, 1) == 6
    assert l1(4, 4, int(u @ v), 1, 1) < 6


TRIPLE = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(-6, 6))


def every_product(factors: Sequence[Sequence[Triple]]) -> list[Triple]:
    triples = (zip(*chosen, strict=True) for chosen in product(*factors))
    return [(prod(a), prod(b), prod(g)) for a, b, g in triples]


@given(st.lists(st.lists(TRIPLE, min_size=1, max_size=7), min_size=1, max_size=3))
def test_products_of_triples_keep_the_worst_for_every_loss(factors: list[list[Triple]]) -> None:
    found = products(factors)
    assert set(found) <= set(every_product(factors))
    for p, q, r in product((0, 1, 5), (0, 1, 5), (-7, -2, 0, 1, 4)):
        worst, kept = (max(p * a + q * b + r * g for a, b, g in own) for own in (every_product(factors), found))
        assert kept == worst


def test_products_need_the_triples_with_much_and_with_little_in_common(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong control: with those of one kind alone a loss of values of different signs is understated."""
    kept = sensitivity.foremost
    factors = [[(5, 5, 1), (5, 5, 4)], [(2, 2, 0), (2, 2, 2)]]
    assert {own[2] for own in products(factors)} == {0, 8}
    monkeypatch.setattr(sensitivity, "foremost", lambda own, *, sign: kept(own, sign=-1))
    assert {own[2] for own in products(factors)} == {0}
