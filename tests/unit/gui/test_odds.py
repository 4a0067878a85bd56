"""What a budget means in figures: never better than the truth, and not much worse."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from scipy.stats import norm

from dpdesk.gui.odds import in_hundred, odds_factor, suspicion


def test_odds_are_rounded_up():
    assert odds_factor(F(1)) == "2.72"
    assert odds_factor(F(1, 10)) == "1.11"
    assert odds_factor(F(5)) == "149"
    assert odds_factor(F(10)) == "22\u202f100"
    assert odds_factor(F(14)) == ""
    for epsilon in (F(n, 7) for n in range(1, 91)):
        assert float(odds_factor(epsilon).replace("\u202f", "")) >= math.exp(epsilon)


def test_pure_loss_is_what_randomised_response_attains():
    """Randomised response with e^ε: claims with p = 1/(1+e^ε), right with e^ε/(1+e^ε)."""
    for epsilon in (0.1, 1.0, 3.0):
        p = 1 / (1 + math.exp(epsilon))
        assert suspicion({"epsilon": F(epsilon)}, F(p)) == pytest.approx(1 - p, rel=1e-9)
        assert suspicion({"epsilon": F(epsilon)}, F(p)) >= (1 - p) * (1 - 1e-15)


def test_rho_covers_the_gaussian_and_is_not_far_from_it():
    """Gaussian noise of σ = 1/√(2ρ) on a count attains Φ(Φ⁻¹(p) + √(2ρ)): never above the bound, at most 2.2 below."""
    for rho in (0.01, 0.1, 0.5, 1.0, 2.0, 4.0):
        for p in (0.001, 0.01, 0.05):
            attained = norm.cdf(norm.ppf(p) + math.sqrt(2 * rho))
            bound = suspicion({"rho": F(rho)}, F(p))
            assert attained <= bound <= max(2.2 * attained, attained + 0.2)


def test_delta_adds_and_nothing_exceeds_one():
    assert suspicion({"epsilon": F(1), "delta": F(1, 100)}) == pytest.approx(math.e / 100 + 0.01)
    assert suspicion({"epsilon": F(5000)}) == 1
    assert suspicion({"rho": F(5000)}) == 1
    assert in_hundred(0.1201) == 13
    assert in_hundred(0.12) == 12
    assert in_hundred(1.0) == 100
