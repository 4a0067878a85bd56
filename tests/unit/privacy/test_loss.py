"""Losses: exact, positive, compared and shared exactly; floats refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpdesk.errors import BadInput
from dpdesk.privacy import ZCDP, ApproxDP, Neighbours, PureDP, loss_from_json


def test_typed_text_is_exact():
    assert PureDP("0.1").epsilon == Fraction(1, 10)
    assert sum((PureDP("0.1").epsilon for _ in range(10)), Fraction(0)) == PureDP("1").epsilon
    assert ZCDP("1/2") == ZCDP(Fraction(1, 2)) == ZCDP("0.5")
    assert hash(ApproxDP("1", "1e-6")) == hash(ApproxDP(1, Fraction(1, 10**6)))
    assert PureDP("1") != ZCDP("1")


@pytest.mark.parametrize(
    "make",
    [
        lambda: PureDP(0.1),
        lambda: PureDP("0"),
        lambda: PureDP("-1"),
        lambda: ZCDP("nan"),
        lambda: ApproxDP("1", "1"),
        lambda: ApproxDP("1", "0"),
        lambda: ApproxDP("1", 1e-6),
        lambda: PureDP("1").share("0"),
        lambda: PureDP("1").share("1.01"),
        lambda: loss_from_json({}),
        lambda: loss_from_json({"epsilon": 1}),
        lambda: loss_from_json({"epsilon": "1", "rho": "1"}),
        lambda: loss_from_json({"delta": "1e-6"}),
        lambda: loss_from_json({"epsilon": "1", "gamma": "1"}),
    ],
)
def test_refusals(make):
    with pytest.raises(BadInput):
        make()


def test_shares_sum_to_the_whole():
    loss = ApproxDP("1", "1e-6")
    parts = [loss.share(Fraction(1, 3)) for _ in range(3)]
    assert sum(p.epsilon for p in parts) == 1
    assert sum(p.delta for p in parts) == Fraction(1, 10**6)
    assert PureDP("2").share("1/4") == PureDP("1/2")
    assert ZCDP("2").share(1) == ZCDP(2)


@pytest.mark.parametrize("loss", [PureDP("0.1"), ZCDP("1/3"), ApproxDP("1", "1e-6")])
def test_json_round_trip_and_floats_rounded_up(loss):
    written = loss.to_json()
    assert set(written) == {"epsilon", "epsilon_float", "delta", "delta_float", "rho", "rho_float"}
    assert loss_from_json(written) == loss
    for name in ("epsilon", "delta", "rho"):
        exact = getattr(loss, name, None)
        assert (written[name] is None) == (exact is None)
        if exact is not None:
            assert Fraction(written[f"{name}_float"]) >= exact


def test_losses_cannot_be_changed():
    with pytest.raises(AttributeError):
        PureDP("1").epsilon = Fraction(2)


def test_neighbours_are_the_texts_of_files():
    assert Neighbours("add_remove") is Neighbours.ADD_REMOVE
    assert Neighbours("replace_one") is Neighbours.REPLACE_ONE
