"""From ρ to (ε, δ) and back: the tight conversion, every rounding to the safe side.

Guarantee: a ρ-zCDP mechanism is (``zcdp_epsilon(ρ, δ)``, δ)-differentially private, and a mechanism with
ρ ≤ ``largest_rho(ε, δ)`` is (ε, δ)-differentially private.

Why (Canonne, Kamath, Steinke, arXiv 2004.00010, Corollary 13): for *every* order α > 1, ρ-zCDP implies (ε, δ) with
ε = αρ + (ln(1/δ) − ln α)/(α − 1) + ln(1 − 1/α). The infimum over α is attained where ρ(α − 1)² = ln(1/(αδ)), which
has one root (left side rising, right side falling). A float finds the root; it is only a *choice* of α, taken as
an exact rational, at which the formula is then evaluated by integer interval arithmetic and rounded up. So the
result is valid whatever the float did, never below the infimum, and above it by second order only (below 1e-14).
With the root inserted, ε = ln(1/(αδ))·(2α − 1)/(α − 1)² + ln(1 − 1/α), falling in α: that finds α for a given ε.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import round_down, round_up
from dpdesk.privacy.intervals import log
from dpdesk.problems.problem import problem

_BITS = 120
_DIGITS = 18


def zcdp_epsilon(rho: Fraction, delta: Fraction) -> Fraction:
    """An ε to which ρ converts at δ.

    Args:
        rho: the loss, above 0.
        delta: strictly between 0 and 1.

    Returns:
        An ε that is never below the tightest, and at most about 1e-14 of it above.

    Raises:
        BadInput: ρ or δ lies outside.

    >>> round(float(zcdp_epsilon(Fraction(1, 2), Fraction(1, 10**6))), 3)
    5.222
    """
    _check(rho, "rho")
    _check_delta(delta)
    inverse = _log_inverse(delta)
    order = _order(lambda a: float(rho) * a * a > inverse - math.log1p(a))
    return max(round_up(order * rho + _offset(order, delta)[1], _DIGITS), Fraction(0))


def largest_rho(epsilon: Fraction, delta: Fraction) -> Fraction:
    """A ρ that converts to at most ε at δ.

    Args:
        epsilon: above 0.
        delta: strictly between 0 and 1.

    Returns:
        A ρ that is never above the largest, and at most about 1e-14 of it below; `zcdp_epsilon` of it is at most ε,
        rounding included.

    Raises:
        BadInput: ε or δ lies outside, or is too small for any ρ that can be written.
    """
    _check(epsilon, "epsilon")
    _check_delta(delta)
    inverse = _log_inverse(delta)
    order = _order(lambda a: (inverse - math.log1p(a)) * (1 + 2 * a) / (a * a) - math.log1p(1 / a) < float(epsilon))
    rho = round_down((epsilon - _offset(order, delta)[1]) / order, 2 * _DIGITS)
    if rho <= 0:
        raise BadInput(problem("privacy.too_small_for_rho"))
    step = rho / 10**15
    while zcdp_epsilon(rho, delta) > epsilon:
        rho, step = round_down(rho - step, 2 * _DIGITS), 2 * step
    return rho


def _check(value: Fraction, name: str) -> None:
    """A positive parameter."""
    if value <= 0:
        raise BadInput(problem("privacy.not_positive", name=name))


def _check_delta(delta: Fraction) -> None:
    """0 < δ < 1."""
    if not 0 < delta < 1:
        raise BadInput(problem("privacy.delta_between"))


def _log_inverse(delta: Fraction) -> float:
    """ln(1/δ) to float accuracy, for the choice of an order only."""
    return math.log(delta.denominator) - math.log(delta.numerator)


def _order(too_large: Callable[[float], bool]) -> Fraction:
    """1 + a for the a at which ``too_large`` turns from False to True, by bisection of log2 a."""
    low, high = -200.0, 200.0
    for _ in range(64):
        middle = (low + high) / 2
        if too_large(2.0**middle):
            high = middle
        else:
            low = middle
    return 1 + Fraction(2.0**high)


def _offset(order: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of (ln(1/δ) − ln α)/(α − 1) + ln(1 − 1/α)."""
    first = log(1 / (order * delta), _BITS)
    second = log((order - 1) / order, _BITS)
    excess = order - 1
    low = Fraction(first[0], 1 << _BITS) / excess + Fraction(second[0], 1 << _BITS)
    high = Fraction(first[1], 1 << _BITS) / excess + Fraction(second[1], 1 << _BITS)
    return low, high
