"""What Gaussian noise of a rho keeps: an (epsilon, delta), and the epsilon of a cap. In decimals of 40 and more digits.

For rho = (difference/sigma)^2/2 and mu = sqrt(2 rho) = 1/t, continuous Gaussian noise is (epsilon, delta) private
exactly where Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu) <= delta (Balle, Wang 2018, arXiv
1805.06530).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Tuple  # as Python 3.8 has them

from check_strategy.claims import claim

Block = Tuple[Fraction, int]  # of a vector sigma^2 of the integers drawn, and in how many neighbours differ


def tail(x: Decimal) -> Decimal:
    """The upper tail of the normal law, to some 30 digits: a series near 0, a continued fraction far out."""
    if x < 0:
        return 1 - tail(-x)
    density = (-x * x / 2).exp() / (2 * Decimal("3.14159265358979323846264338327950288419716939937510582")).sqrt()
    if x > 6:
        fraction = x
        for k in range(400, 0, -1):
            fraction = x + k / fraction
        return density / fraction
    term = total = x
    for k in range(3, 400, 2):
        term = term * x * x / k
        total += term
    return Decimal("0.5") - density * total


def decimal(value: Fraction) -> Decimal:
    """A fraction in as many digits as the context has."""
    return Decimal(value.numerator) / Decimal(value.denominator)


def gaussian_profile(
    epsilon: Fraction, delta: Fraction, rho: Fraction, blocks: Sequence[Block], among: int = 0
) -> bool:
    """Whether discrete Gaussian noise of this rho keeps (epsilon, delta).

    But for factors that are allowed for it is an image of continuous noise of 499/500 of its variance (dpdesk's
    docs/proofs/one_calibration.md). All factors together must be within the slack of 1 in 10^9. `among`: of how many
    vectors `blocks` are some, where neighbours may differ in others too.
    """
    with localcontext() as context:
        context.prec = 60
        slack = 1 - Decimal(10) ** -9
        e, t, lost = decimal(epsilon) * slack, (Decimal(499) / 500 / (2 * decimal(rho))).sqrt(), Decimal(0)
        for variance, rows in blocks:
            eta = 2 * (-2 * Decimal("9.8696") * decimal(variance) / 500).exp()
            lost += 2 * rows * ((1 + 2 * eta) / (1 - 2 * eta)).ln() if 4 * eta < 1 else 1
        lost *= Decimal(max(len(blocks), among)) / max(len(blocks), 1)
        claim(lost <= (1 - slack) * min(e, Decimal(1)), "the grid of the noise is too coarse for its epsilon and delta")
        return tail(e * t - 1 / (2 * t)) - e.exp() * tail(e * t + 1 / (2 * t)) <= decimal(delta) * slack


def converted(rho: Fraction, delta: Fraction) -> Fraction:
    """The least epsilon that rho is at delta: ar + (ln(1/d) - ln a)/(a-1) + ln(1 - 1/a) for the best order a.

    (Canonne, Kamath, Steinke 2020, arXiv 2004.00010, proposition 12.)
    """
    with localcontext() as context:
        context.prec = 40
        r, d = decimal(rho), -decimal(delta).ln()

        def at(x: Decimal) -> Decimal:
            a = 1 + x.exp()
            return a * r + (d - a.ln()) / (a - 1) + (1 - 1 / a).ln()

        low, high = Decimal(-60), Decimal(60)
        for _ in range(120):
            one, other = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, other) if at(one) < at(other) else (one, high)
        return Fraction(at(low))
