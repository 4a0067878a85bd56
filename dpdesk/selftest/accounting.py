"""Does the arithmetic of privacy give the right figures, on this machine?

Known figures from the literature, the exact discrete profile against the calibrated noise, and planted mistakes that
must be told from the right thing: continuous calibration on whole counts, the classical formula, sums of floats.
"""

from __future__ import annotations

import math
from fractions import Fraction

from dpdesk.errors import Refused
from dpdesk.privacy import accounting
from dpdesk.privacy.calibration import gaussian_scale
from dpdesk.privacy.conversion import largest_rho, zcdp_epsilon
from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.profile import gaussian_profile_delta
from dpdesk.selftest.report import CheckResult

_DELTA = Fraction(1, 10**6)


def run() -> list[CheckResult]:
    """Conversion, Gaussian calibration and accounts; under a second."""
    return [_conversion(), *_calibration(), _trap(), _account()]


def _conversion() -> CheckResult:
    """ρ = 1/2 is (5.22153…, 1e-6), and back."""
    epsilon = zcdp_epsilon(Fraction(1, 2), _DELTA)
    back = largest_rho(epsilon, _DELTA)
    passed = Fraction("5.2215344") < epsilon < Fraction("5.2215345") and abs(Fraction(1, 2) - back) < Fraction(1, 10**9)
    return CheckResult("conversion of rho", passed, f"rho = 1/2 is epsilon = {float(epsilon):.10f} at delta = 1e-6")


def _calibration() -> list[CheckResult]:
    """The calibrated noise is private by the exact profile; one percent less is not."""
    results = []
    for text, shift in (("1", (1,)), ("1", (2, 1, 1)), ("8", (1, 1))):
        loss = ApproxDP(text, _DELTA)
        scale = gaussian_scale(loss, sum(d * d for d in shift))
        on_grid = [d * scale.grid for d in shift]
        upper = gaussian_profile_delta(scale.on_grid, on_grid, loss.epsilon)[1]
        less = gaussian_profile_delta(scale.on_grid * Fraction(99, 100) ** 2, on_grid, loss.epsilon)[0]
        results.append(
            CheckResult(
                f"Gaussian noise for epsilon = {text}, delta = 1e-6, shift {shift}",
                upper <= _DELTA < less,
                f"exact delta {upper:.4g}; with 1 % less noise {less:.4g}, which must be too much",
            )
        )
    return results


def _trap() -> CheckResult:
    """Planted mistakes: formulas that are not private on whole counts."""
    continuous = gaussian_profile_delta(Fraction("4.22467889") ** 2, [1], 1)[0]
    classical = gaussian_profile_delta(Fraction(2 * math.log(1.25e5) / 100), [1], 10)[0]
    return CheckResult(
        "planted wrong calibrations",
        continuous > 1e-6 and classical > 1e-5,
        f"continuous noise on whole counts spends delta {continuous:.5g} instead of 1e-6, "
        f"the classical formula {classical:.3g} instead of 1e-5 at epsilon = 10",
    )


def _account() -> CheckResult:
    """Ten tenths are one, exactly, and the next 1e-12 is refused; ten float tenths are another number."""
    cap = accounting.Cap("epsilon", epsilon=Fraction(1))
    spent = accounting.total(cap, [PureDP("0.1")] * 10)
    try:
        accounting.require(cap, spent, accounting.charge(cap, PureDP("1e-12")))
        refused = False
    except Refused:
        refused = True
    exact = accounting.remaining(cap, spent) == accounting.zero(cap) and 10 * Fraction(0.1) != 1
    return CheckResult("account", refused and exact, "ten times 0.1 exhaust 1 exactly and the next 1e-12 is refused")
