"""A loss in odds: the figures of the definitions, against laws of noise whose odds are known exactly."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP
from dpdesk.privacy.odds import odds


def test_pure_epsilon() -> None:
    found = odds(PureDP("1"))
    assert found.factor == pytest.approx(math.e)
    assert found.delta is None
    assert found.right == pytest.approx(math.e / (1 + math.e))


def test_randomised_response_attains_the_bound() -> None:
    """Telling the truth with chance e/(1 + e) is ε = 1, and the best guess is right just that often."""
    truth = math.e / (1 + math.e)
    assert odds(PureDP("1")).right == pytest.approx(truth, abs=1e-12)


@pytest.mark.parametrize("rho", ["1/1000", "1/50", "1/2", "2", "20"])
def test_gaussian_noise_stays_within_the_bound(rho: str) -> None:
    """Two Gaussians at distance √(2ρ) standard deviations are ρ-zCDP; the best guess is right with chance Φ(√(ρ/2))."""
    true = (1 + math.erf(math.sqrt(float(Fraction(rho)) / 2) / math.sqrt(2))) / 2
    found = odds(ZCDP(rho))
    assert true <= found.right <= 1
    assert found.right - true < 0.13
    assert found.converted
    assert found.delta == Fraction(1, 10**6)


def test_a_delta_is_added_and_huge_losses_are_no_error() -> None:
    assert odds(ApproxDP("1", "1/10")).right == pytest.approx((math.e + 0.1) / (1 + math.e))
    assert odds(ApproxDP("1", "1/10")).delta == Fraction(1, 10)
    assert odds(PureDP("5000")).right == 1.0
    assert odds(PureDP("5000")).factor == math.inf
    assert odds(ZCDP("1/2"), Fraction(1, 10**9)).delta == Fraction(1, 10**9)
