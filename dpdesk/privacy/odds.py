"""A privacy loss in plain odds: what the presence (or the record) of one protected unit can change for anybody.

Guarantee: none is made here; a loss is put in words that follow from it. Pure ε bounds every likelihood ratio by e^ε:
the odds of any conclusion about one unit are multiplied by at most that. (ε, δ) says the same apart from a chance of δ,
and ρ is converted to it at a stated δ (`conversion`). Somebody who guesses between two neighbouring files, each as
likely as the other beforehand, is right with a chance of at most (1 + TV)/2, where the total variation TV is at most
(e^ε − 1 + 2δ)/(e^ε + 1) (Kairouz, Oh, Viswanath 2015), and under ρ, which bounds the Kullback-Leibler divergence, also
at most √(ρ/2) (Pinsker) and √(1 − e^−ρ) (Bretagnolle, Huber 1979).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from dpdesk.privacy.conversion import zcdp_epsilon
from dpdesk.privacy.exact import float_up
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP

USUAL_DELTA = Fraction(1, 10**6)
"""The δ at which a loss in ρ is put in odds where nothing names another."""
_LARGEST = 700.0


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds change by at most e^`epsilon`, apart from a chance of `delta` (None: without exception).

    `converted` says that the loss is in ρ; `right` is the largest chance of a right guess between two
    neighbouring files.
    """

    epsilon: float
    delta: Fraction | None
    converted: bool
    right: float

    @property
    def factor(self) -> float:
        """e^ε; infinite where it is too large for a number."""
        return math.exp(self.epsilon) if self.epsilon < _LARGEST else math.inf


def odds(loss: Loss, delta: Fraction | None = None) -> Odds:
    """A loss in odds; `delta` is where ρ is converted (an account's own δ, say)."""
    if isinstance(loss, PureDP):
        epsilon = float_up(loss.epsilon)
        return Odds(epsilon, None, False, _right(epsilon, 0.0))
    if isinstance(loss, ApproxDP):
        epsilon = float_up(loss.epsilon)
        return Odds(epsilon, loss.delta, False, _right(epsilon, float_up(loss.delta)))
    at = delta or USUAL_DELTA
    epsilon = float_up(zcdp_epsilon(loss.rho, at))
    return Odds(epsilon, at, True, min(_right(epsilon, float_up(at)), _right_under_rho(loss)))


def _right(epsilon: float, delta: float) -> float:
    lost = math.exp(-min(epsilon, _LARGEST))
    return min(1.0, (1 + delta * lost) / (1 + lost))


def _right_under_rho(loss: ZCDP) -> float:
    rho = min(float_up(loss.rho), _LARGEST)
    return (1 + min(math.sqrt(rho / 2), math.sqrt(-math.expm1(-rho)), 1.0)) / 2
