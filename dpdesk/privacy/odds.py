"""A privacy loss in plain odds: what the presence (or the record) of one protected unit can change for anybody.

Guarantee: none is made here; a loss is put in words that follow from it. Pure ε bounds every likelihood ratio by e^ε:
the odds of any conclusion about one unit are multiplied by at most that. (ε, δ) bounds probabilities: that of any set
of releases by e^ε times the other, and δ more. It does not say that odds change by more with a chance of at most δ:
under Gaussian noise calibrated to (1, 1e-6) they do with a chance of 2e-5. ρ is converted to it at a stated δ
(`conversion`). Somebody who guesses between two neighbouring files, each as likely as the other beforehand, is right
with a chance of at most (1 + TV)/2, where the total variation TV is at most (e^ε − 1 + 2δ)/(e^ε + 1) (Kairouz, Oh,
Viswanath 2015), and under ρ, which bounds the Kullback-Leibler divergence, also at most √(ρ/2) (Pinsker) and
√(1 − e^−ρ) (Bretagnolle, Huber 1979).

Somebody who claims from the release that a person is in the data, wrongly for at most a share p of absent people, is
right for at most a share q of present ones. Under ε: q ≤ min(e^ε·p, 1 − e^−ε·(1 − p)); under (ε, δ): both with δ (the
same work). Under ρ: the Rényi divergence of order a between the two releases, hence between the two claims, is at most
aρ, so q^a·p^(1−a) ≤ e^((a−1)aρ); at the best a = √(ln(1/p)/ρ) this is q ≤ exp(−(√ln(1/p) − √ρ)²), if that a exceeds 1,
and no promise otherwise (Bun and Steinke 2016, definition 1.1).
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
_MOST_PLACES = 4
"""Decimals of a share of hundred; more of them nobody reads."""
_UP = 1 + 1e-12  # more than the roundings of a few floating-point operations together


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds change by at most e^`epsilon`; with `delta`, a probability by at most this factor, and `delta` more.

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
    """A loss in odds, for whoever has to weigh it.

    Args:
        loss: the loss.
        delta: where ρ is converted (an account's own δ, say); 10^-6 where none is given.

    >>> round(odds(PureDP(1)).factor, 2)
    2.72
    """
    if isinstance(loss, PureDP):
        epsilon = float_up(loss.epsilon)
        return Odds(epsilon, None, False, _right(epsilon, 0.0))
    if isinstance(loss, ApproxDP):
        epsilon = float_up(loss.epsilon)
        return Odds(epsilon, loss.delta, False, _right(epsilon, float_up(loss.delta)))
    stated = delta or USUAL_DELTA
    epsilon = float_up(zcdp_epsilon(loss.rho, stated))
    return Odds(epsilon, stated, True, min(_right(epsilon, float_up(stated)), _right_under_rho(loss)))


def recognised(loss: Loss, wrong: Fraction = Fraction(1, 100)) -> float:
    """How many of the present people somebody can find who may claim some absent ones falsely.

    Args:
        loss: the loss.
        wrong: the share of absent people that is claimed to be in the data, strictly between 0 and 1.

    Returns:
        The largest share of present people claimed, 0 to 1; 1 where nothing is promised.

    >>> round(recognised(PureDP(1)), 3)
    0.027
    """
    p = float(wrong)
    if isinstance(loss, ZCDP):
        room = math.sqrt(-math.log(p)) - math.sqrt(loss.rho)
        return min(1.0, math.exp(-room * room) * _UP) if room > 0 else 1.0
    epsilon, delta = min(float(loss.epsilon), _LARGEST), float(loss.delta) if isinstance(loss, ApproxDP) else 0.0
    return min(1.0, (math.exp(epsilon) * p + delta) * _UP, 1 - math.exp(-epsilon) * max(0.0, 1 - delta - p) / _UP)


def _right(epsilon: float, delta: float) -> float:
    lost = math.exp(-min(epsilon, _LARGEST))
    return min(1.0, (1 + delta * lost) / (1 + lost))


def _right_under_rho(loss: ZCDP) -> float:
    rho = min(float_up(loss.rho), _LARGEST)
    return (1 + min(math.sqrt(rho / 2), math.sqrt(-math.expm1(-rho)), 1.0)) / 2


def times_in_hundred(share: float, digits: int = 0, *, fixed: bool = False) -> str:
    """A share (0 to 1) as so many of hundred, never rounded down; "100" stands for next to no promise.

    What would be rounded to 100 and is less gets more decimals, as far as people read them; `fixed` keeps a 0 at the
    end, for columns of figures.
    """
    for places in range(digits, _MOST_PLACES + 1):
        scale = 10**places
        rounded = min(100 * scale, math.ceil(share * 100 * scale - 1e-9))
        if rounded < 100 * scale:
            text = f"{rounded / scale:.{places}f}"
            return text if fixed else text.removesuffix(".0")
    return "100"
