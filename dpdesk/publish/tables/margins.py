"""How a noise margin is printed beside its estimate: with the decimals of the estimate, and never less than it is."""

from __future__ import annotations

import math


def printed_margin(margin: float, decimals: int) -> float:
    """A margin rounded up to so many decimals: a promise is not made better by rounding.

    What is off by less than a millionth of the last place is an error of arithmetic, and no reason to round up.
    """
    if not math.isfinite(margin):
        return margin
    places = 10**decimals
    return float(-(-round(margin * places, 6) // 1) / places)
