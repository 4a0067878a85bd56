"""What a privacy loss means, in figures for people. Qt-free; rounded so that no promise sounds better than it is.

Two readings, both consequences of the definitions. *Odds*: under ε, whatever is published, it is at most e^ε times as
likely with a given person in the data as without, so an observer's odds change by at most that factor. *Suspicion*:
somebody who claims from the release that the person is in the data, wrongly for at most a share p of absent people, is
right for at most a share q of present ones. Under ε: q ≤ min(e^ε·p, 1 − e^(−ε)(1 − p)); under (ε, δ): both with δ
(Kairouz, Oh, Viswanath 2015). Under ρ: the Rényi divergence of order a between the two releases, hence between the two
claims, is at most aρ, so q^a·p^(1−a) ≤ e^((a−1)aρ); at the best a = √(ln(1/p)/ρ) this is
q ≤ exp(−(√ln(1/p) − √ρ)²), if that a exceeds 1, and no promise otherwise (Bun and Steinke 2016, definition 1.1).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

_UP = 1 + 1e-12


def odds_factor(epsilon: Fraction) -> str:
    """e^ε for people, rounded up to three figures: "2.72", "22 100", "more than a million"."""
    if epsilon > 13:
        return ""
    value = math.exp(epsilon) * _UP
    digits = max(0, 2 - math.floor(math.log10(value)))
    scale = 10.0 ** (2 - math.floor(math.log10(value)))
    rounded = math.ceil(value * scale) / scale
    return f"{rounded:,.{digits}f}".replace(",", "\u202f")


def suspicion(loss: Mapping[str, Fraction], wrong: Fraction = Fraction(1, 100)) -> float:
    """The greatest share of present people found out, if a share `wrong` of absent ones is claimed falsely.

    loss: {"epsilon"}, {"rho"} or {"epsilon", "delta"}; `wrong` lies strictly between 0 and 1.
    """
    p = float(wrong)
    if "rho" in loss:
        room = math.sqrt(-math.log(p)) - math.sqrt(loss["rho"])
        return min(1.0, math.exp(-room * room) * _UP) if room > 0 else 1.0
    epsilon, delta = min(float(loss["epsilon"]), 700.0), float(loss.get("delta", 0))
    return min(1.0, (math.exp(epsilon) * p + delta) * _UP, 1 - math.exp(-epsilon) * max(0.0, 1 - delta - p) / _UP)


def in_hundred(share: float) -> int:
    """A share as a whole number of hundred, rounded up; 100 stands for no promise."""
    return min(100, math.ceil(share * 100 - 1e-9))
