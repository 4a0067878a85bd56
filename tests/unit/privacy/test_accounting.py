"""The arithmetic of an account, against sums by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpdesk.errors import BadInput, Refused
from dpdesk.privacy import ZCDP, ApproxDP, PureDP
from dpdesk.privacy import accounting as ac
from dpdesk.privacy.conversion import largest_rho, zcdp_epsilon

EPSILON = ac.Cap.from_json({"epsilon": "1"})
RHO = ac.Cap.from_json({"rho": "1/2"})
SUM = ac.Cap.from_json({"epsilon": "1", "delta": "1e-6", "rule": "sum"})
VIA_RHO = ac.Cap.from_json({"epsilon": "1", "delta": "1e-6", "rule": "rho"})


def test_ten_spends_of_a_tenth_exhaust_one():
    spent = ac.zero(EPSILON)
    for _ in range(10):
        cost = ac.charge(EPSILON, PureDP("0.1"))
        ac.require(EPSILON, spent, cost)
        spent = ac.add(spent, cost)
    assert ac.remaining(EPSILON, spent) == (0,)
    with pytest.raises(Refused, match="does not suffice"):
        ac.require(EPSILON, spent, ac.charge(EPSILON, PureDP("1e-12")))


def test_charges_by_rule():
    assert ac.charge(EPSILON, PureDP("1/3")) == (Fraction(1, 3),)
    assert ac.charge(RHO, ZCDP("1/3")) == (Fraction(1, 3),)
    assert ac.charge(RHO, PureDP("1/3")) == (Fraction(1, 18),)
    assert ac.charge(SUM, ApproxDP("1/3", "1e-7")) == (Fraction(1, 3), Fraction(1, 10**7))
    assert ac.charge(SUM, PureDP("1/3")) == (Fraction(1, 3), 0)
    assert ac.charge(VIA_RHO, ZCDP("1/3")) == (Fraction(1, 3),)
    assert ac.total(RHO, [ZCDP("1/4"), PureDP("1/2")]) == (Fraction(3, 8),)
    assert ac.total(SUM, []) == (0, 0)


@pytest.mark.parametrize(
    ("cap", "loss"),
    [
        (EPSILON, ZCDP("0.1")),
        (EPSILON, ApproxDP("0.1", "1e-9")),
        (RHO, ApproxDP("0.1", "1e-9")),
        (SUM, ZCDP("0.1")),
        (VIA_RHO, ApproxDP("0.1", "1e-9")),
    ],
)
def test_losses_that_an_account_cannot_take(cap, loss):
    with pytest.raises(Refused):
        ac.charge(cap, loss)


def test_delta_alone_can_exhaust_an_account():
    cost = ac.charge(SUM, ApproxDP("0.1", "0.6e-6"))
    ac.require(SUM, ac.zero(SUM), cost)
    assert not ac.affords(SUM, cost, cost)


def test_limit_through_rho_converts_back_within_the_cap():
    (limit,) = VIA_RHO.limit
    assert VIA_RHO.units == ("rho",)
    assert limit == largest_rho(Fraction(1), Fraction(1, 10**6))
    assert zcdp_epsilon(limit, Fraction(1, 10**6)) <= 1
    assert limit == pytest.approx(0.0243560, abs=1e-7)


@pytest.mark.parametrize("cap", [EPSILON, RHO, SUM, VIA_RHO])
def test_json_round_trip(cap):
    assert ac.Cap.from_json(cap.to_json()) == cap


@pytest.mark.parametrize(
    "obj",
    [
        {},
        {"epsilon": "1", "rho": "1"},
        {"epsilon": "1", "delta": "1e-6"},
        {"epsilon": "1", "delta": "1e-6", "rule": "best"},
        {"delta": "1e-6", "rule": "sum"},
        {"epsilon": 1},
        {"epsilon": "0"},
        {"epsilon": "1", "delta": "1", "rule": "sum"},
        {"epsilon": "1", "rule": "sum"},
        {"epsilon": "1", "colour": "red"},
    ],
)
def test_caps_that_are_refused(obj):
    with pytest.raises(BadInput):
        ac.Cap.from_json(obj)
