"""A loss in odds: the figures of the definitions, against laws of noise whose odds are known exactly."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from scipy.stats import norm

from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP
from dpdesk.privacy.odds import odds, recognised


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


def test_delta_is_no_chance_that_odds_change_by_more() -> None:
    """Under Gaussian noise of (1, 1e-6), σ = 4.2247, odds change by more than e twenty times as often as δ."""
    shift = 1 / 4.22467889
    assert norm.sf(1 / shift - shift / 2) - math.e * norm.sf(1 / shift + shift / 2) == pytest.approx(1e-6, rel=1e-4)
    assert norm.sf(1 / shift - shift / 2) > 19e-6


def test_a_delta_is_added_and_huge_losses_are_no_error() -> None:
    assert odds(ApproxDP("1", "1/10")).right == pytest.approx((math.e + 0.1) / (1 + math.e))
    assert odds(ApproxDP("1", "1/10")).delta == Fraction(1, 10)
    assert odds(PureDP("5000")).right == 1.0
    assert odds(PureDP("5000")).factor == math.inf
    assert odds(ZCDP("1/2"), Fraction(1, 10**9)).delta == Fraction(1, 10**9)


def test_randomised_response_is_recognised_as_often_as_the_bound_says() -> None:
    """Claims with p = 1/(1 + e^ε), right with e^ε/(1 + e^ε)."""
    for epsilon in (0.1, 1.0, 3.0):
        p = 1 / (1 + math.exp(epsilon))
        assert recognised(PureDP(Fraction(epsilon)), Fraction(p)) == pytest.approx(1 - p, rel=1e-9)
        assert recognised(PureDP(Fraction(epsilon)), Fraction(p)) >= (1 - p) * (1 - 1e-15)


def test_recognition_under_rho_covers_the_gaussian_and_is_not_far_from_it() -> None:
    """Gaussian noise of σ = 1/√(2ρ) on a count attains Φ(Φ⁻¹(p) + √(2ρ)): never above the bound, at most 2.2 below."""
    for rho in (0.01, 0.1, 0.5, 1.0, 2.0, 4.0):
        for p in (0.001, 0.01, 0.05):
            attained = norm.cdf(norm.ppf(p) + math.sqrt(2 * rho))
            bound = recognised(ZCDP(Fraction(rho)), Fraction(p))
            assert attained <= bound <= max(2.2 * attained, attained + 0.2)


def test_a_delta_is_added_to_recognition_and_nothing_exceeds_one() -> None:
    assert recognised(ApproxDP("1", "1/100")) == pytest.approx(math.e / 100 + 0.01)
    assert recognised(PureDP("5000")) == 1
    assert recognised(ZCDP("5000")) == 1
