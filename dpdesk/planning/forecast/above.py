"""How far an error is above the best possible, and of what error, in words: alike in window, terminal and workbook.

The figure is the ratio of what a method was to make small to a proven lower bound of it, for every method with the same
law of noise ("the best possible"), or to the best that is known ("the best known"). With Laplace noise the bound may be
far below what any method reaches: then it says "at most". It is rounded up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

CERTIFIED, AT_MOST = "certified", "at most"
OBJECTIVES = {
    "weighted": "the mean error, with equal weight to totals and cells",
    "rmse": "the mean error, with equal weight to every figure",
    "max": "the largest error",
}
"""What the methods of a group are chosen to make small."""
_NOTHING = 0.0005
"""Less than this is no difference: a twentieth of a per cent."""


def percent_above(ratio: float) -> str:
    """How many per cent a ratio is above 1, in two digits or in whole numbers, rounded up: "0.31", "12", "1,240"."""
    above = max(ratio - 1.0, 0.0) * 100
    if above < _NOTHING * 100:
        return "0"
    places = max(0, 1 - math.floor(math.log10(above)))
    rounded = math.ceil(above * 10**places * (1 - 1e-9)) / 10**places
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:.{places}f}".rstrip("0").rstrip(".")


def above_words(ratio: float | None, bound_is: str | None) -> str:
    """The sentence's part: "12 % above the best possible", "as good as any method can be", "not known".

    Args:
        ratio: to the bound; None where none is known.
        bound_is: what bound it is, as a forecast says.

    >>> above_words(2.3, AT_MOST)
    'at most 130 % above the best possible'
    """
    if ratio is None:
        return "not known"
    proven = bound_is in (CERTIFIED, AT_MOST)
    if ratio - 1.0 < _NOTHING:
        return "as good as any method can be" if proven else "as good as the best known"
    most = "at most " if bound_is == AT_MOST else ""
    return f"{most}{percent_above(ratio)} % above the best {'possible' if proven else 'known'}"


def objective_words(group: Mapping[str, Any]) -> str:
    """What a group of a forecast makes small, with its weights."""
    weights = group.get("weights") or {}
    if group.get("objective", "weighted") != "weighted" or not weights:
        return OBJECTIVES.get(str(group.get("objective", "weighted")), "not stated")
    given = ", ".join(f"{name} {weight}" for name, weight in weights.items())
    return f"the mean error of each kind of figures, weighted ({given}; others 1)"
