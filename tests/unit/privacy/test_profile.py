"""The exact discrete profile against a direct sum over all noise vectors in Decimal, and its known properties."""

from __future__ import annotations

import itertools
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from dpdesk.privacy.profile import gaussian_profile_delta


def direct(s: Fraction, shift: tuple[int, ...], epsilon: Fraction, reach: int) -> float:
    """Σ_z max(0, P(z) − e^ε P(z − d)) over the box |z_j| ≤ reach."""
    with localcontext() as context:
        context.prec = 40
        parameter = Decimal(s.numerator) / s.denominator
        factor = (Decimal(epsilon.numerator) / epsilon.denominator).exp()

        def weight(x):
            return (-Decimal(x * x) / (2 * parameter)).exp()

        table = {x: weight(x) for x in range(-reach - 10, reach + 11)}
        normaliser = sum(table.values())
        total = Decimal(0)
        for z in itertools.product(range(-reach, reach + 1), repeat=len(shift)):
            here = there = Decimal(1)
            for x, d in zip(z, shift, strict=True):
                here, there = here * table[x], there * table[x + d]
            total += max(Decimal(0), here - factor * there)
        return float(total / normaliser ** len(shift))


@pytest.mark.parametrize(
    ("s", "shift", "epsilon", "reach"),
    [
        (Fraction(1), (1,), Fraction(1), 14),
        (Fraction(4), (3,), Fraction(1, 10), 26),
        (Fraction(3), (2, 1), Fraction(1), 20),
        (Fraction(2), (2, -2), Fraction(3), 17),
        (Fraction(1, 2), (1, 1, 1), Fraction(2), 9),
    ],
)
def test_equals_the_direct_sum(s, shift, epsilon, reach):
    lower, upper = gaussian_profile_delta(s, shift, epsilon)
    expected = direct(s, shift, epsilon, reach)
    assert lower <= expected * (1 + 1e-12)
    assert upper >= expected * (1 - 1e-12)
    assert upper - lower <= 1e-9 * upper


def test_rises_with_every_entry_of_the_shift():
    base = gaussian_profile_delta(Fraction(9), (2, 1), 1)
    for larger in [(3, 1), (2, 2), (2, 1, 1)]:
        assert gaussian_profile_delta(Fraction(9), larger, 1)[0] > base[1]


def test_nothing_differs():
    assert gaussian_profile_delta(Fraction(1), [], 1) == (0.0, 0.0)
    assert gaussian_profile_delta(Fraction(1), [0, 0], 1) == (0.0, 0.0)
    with pytest.raises(ValueError, match="positive"):
        gaussian_profile_delta(Fraction(0), [1], 1)
