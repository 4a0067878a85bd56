"""The last look before a release is committed: no printed number may contradict its own measurement.

A true count lies within m_q of its unbiased answer a_q but for a chance of 10⁻⁹/k, k the number of answers of the
release: m_q is σ_q·√(2 ln(2k·10⁹)) for Gaussian noise (subgaussian, whatever its grid) and, for Laplace noise, a
Chernoff bound for any sum of Laplace noises with variance σ_q² (the moment generating function of such a sum is at most
1/(1 − s²σ²/2): products of fewer, wider ones are larger). What is printed is a table close to all answers, as the true
one is. That it is no farther from each than 1¼ m_q, and what rounding moves, is not proved but found by simulation;
10⁻⁹ is the chance that a true number is beyond m_q. A printed 36,995 for an answer of 25,138 ± 4 is stopped always.

Where the look finds a contradiction, and where the adjustment fails in any other way (one is that the closest table was
not found in time, postprocess/non_negative.py), the unbiased answers are printed, rounded, and marked: a release that
was drawn is never stuck. Post-processing of noisy integers.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.core.scales import LAPLACE

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

CHANCE = 1e-9
"""Of a false alarm in a release, at most."""
APART = 1.25
"""How many times farther than a true number a printed one may be."""
ROUNDED = 12.0
"""Whole units by which rounding may move a number beyond what the noise explains."""


def contradicts(mechanism: Mechanism, unbiased: Values, printed: Integers, answers: int, slack: Values | float) -> bool:
    """Whether some printed number is farther from its unbiased answer than noise and rounding explain.

    unbiased, printed: one number an answer of the mechanism; answers: those of the whole release; slack: what the
    bounds of a sum may add, in steps.
    """
    reach = APART * mechanism.std * _deviations(mechanism, answers) + ROUNDED + slack
    return bool(np.any(~(np.abs(printed - unbiased) <= reach)))


def _deviations(mechanism: Mechanism, answers: int) -> float:
    """Standard errors within which a true number lies, but for its share of CHANCE."""
    surely = log(2.0 * max(answers, 1) / CHANCE)
    if mechanism.noise == LAPLACE:
        return sqrt(0.5) * (surely + log(surely) + 2.0)
    return sqrt(2.0 * surely)


def nearest(unbiased: Values, *, counts: bool) -> Integers:
    """The unbiased answers as whole numbers; counts not below 0."""
    whole = np.rint(np.clip(unbiased, -(2.0**62), 2.0**62)).astype(np.int64)
    return np.maximum(whole, 0) if counts else whole
