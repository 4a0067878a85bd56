"""The conversion of ρ beside OpenDP's: never more than 1e-9 above."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpdesk.privacy.conversion import zcdp_epsilon

pytestmark = pytest.mark.oracle


def test_at_most_a_billionth_above_opendp():
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    for rho in ("1/2", "1/100", "1/8", "2", "8"):
        exact = Fraction(rho)
        # Δ²/(2σ²) = ρ for Δ = 1.
        measurement = dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=float(1 / (2 * exact)) ** 0.5))
        profile = measurement.map(d_in=1)
        for exponent in (2, 4, 6, 9, 12):
            theirs = profile.epsilon(delta=10.0**-exponent)
            ours = float(zcdp_epsilon(exact, Fraction(1, 10**exponent)))
            assert ours <= theirs + 1e-9
            # Wrong control: the looser textbook conversion is not what is compared.
            assert ours < float(exact) + 2 * (float(exact) * exponent * 2.302585) ** 0.5
