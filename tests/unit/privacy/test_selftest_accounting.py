"""The self-test of accounting passes here, and fails when what it checks is broken."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpdesk.selftest import accounting


def test_passes():
    results = accounting.run()
    assert len(results) == 6
    assert all(result.passed for result in results), [r.detail for r in results if not r.passed]


@pytest.mark.parametrize("factor", [Fraction(9, 10), Fraction(11, 10)])
def test_notices_noise_that_is_ten_percent_off(monkeypatch, factor):
    right = accounting.gaussian_scale

    def wrong(loss, l2_squared):
        scale = right(loss, l2_squared)
        return replace(scale, sigma_squared=scale.sigma_squared * factor**2)

    monkeypatch.setattr(accounting, "gaussian_scale", wrong)
    assert not any(result.passed for result in accounting.run() if result.name.startswith("Gaussian"))


def test_notices_a_loose_conversion(monkeypatch):
    monkeypatch.setattr(accounting, "zcdp_epsilon", lambda rho, delta: Fraction(58, 10))
    assert not accounting.run()[0].passed
