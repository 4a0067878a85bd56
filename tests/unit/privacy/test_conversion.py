"""ρ to (ε, δ): known figures, direction of rounding, and the two functions as each other's inverse."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.privacy.conversion import largest_rho, zcdp_epsilon

rhos = st.fractions(min_value=Fraction(1, 10**6), max_value=100, max_denominator=10**9)
deltas = st.integers(2, 30).map(lambda k: Fraction(1, 10**k))


def infimum(rho: Fraction, delta: Fraction) -> Decimal:
    """The tight conversion to 40 digits: golden-section search over the order, independent of the program's."""
    with localcontext() as context:
        context.prec = 60
        r, inverse = Decimal(rho.numerator) / rho.denominator, (Decimal(delta.denominator) / delta.numerator).ln()

        def at(log_excess: Decimal) -> Decimal:
            a = log_excess.exp()
            return (1 + a) * r + (inverse - (1 + a).ln()) / a + (a / (1 + a)).ln()

        low, high = Decimal(-40), Decimal(100)
        golden = (Decimal(5).sqrt() - 1) / 2
        for _ in range(160):
            first, second = high - golden * (high - low), low + golden * (high - low)
            if at(first) < at(second):
                high = second
            else:
                low = first
        return at((low + high) / 2)


def test_known_figure():
    assert round(float(zcdp_epsilon(Fraction(1, 2), Fraction(1, 10**6))), 4) == 5.2215
    assert zcdp_epsilon(Fraction(1, 2), Fraction(1, 10**6)) <= Fraction("5.2216")


@settings(max_examples=30)
@given(rhos, deltas)
def test_never_below_the_infimum_and_hardly_above(rho, delta):
    truth = infimum(rho, delta)
    stated = zcdp_epsilon(rho, delta)
    with localcontext() as context:
        context.prec = 60
        written = Decimal(stated.numerator) / stated.denominator
        assert written >= max(truth - Decimal("1e-38"), Decimal(0))
        assert written <= max(truth, Decimal(0)) * (1 + Decimal("1e-12")) + Decimal("1e-17")


@given(st.fractions(min_value=Fraction(1, 1000), max_value=50, max_denominator=10**6), deltas)
def test_largest_rho_is_within_and_hardly_below(epsilon, delta):
    rho = largest_rho(epsilon, delta)
    assert zcdp_epsilon(rho, delta) <= epsilon
    assert zcdp_epsilon(rho * (1 + Fraction(1, 10**10)), delta) > epsilon


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(99, 100), Fraction(1, 10**39)])
@pytest.mark.parametrize("rho", [Fraction(1, 10**12), Fraction(1, 3), Fraction(1000)])
def test_extremes(rho, delta):
    epsilon = zcdp_epsilon(rho, delta)
    assert epsilon >= 0
    assert float(epsilon) <= float(rho) + 2 * math.sqrt(float(rho) * math.log(1 / float(delta))) + 1e-15


@pytest.mark.parametrize("bad", [(0, Fraction(1, 2)), (-1, Fraction(1, 2)), (1, Fraction(0)), (1, Fraction(1))])
def test_refusals(bad):
    for call in (zcdp_epsilon, largest_rho):
        with pytest.raises(BadInput):
            call(Fraction(bad[0]), bad[1])
