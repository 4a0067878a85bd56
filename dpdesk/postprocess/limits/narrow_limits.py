"""Limits of counts that are short where the count is small, and cover as often as their level says.

For every true count t by itself the error α left by the level is divided among the two sides, f(t) of it to answers
that are too large; the limits are the smallest and the largest whole t that is kept (Neyman; Pratt 1961). With f = ½
this is a ∓ margin, cut at zero and narrowed to the whole numbers inside. A smaller f at small t shortens the limits of
empty cells, whose lower limit is 0 anyway, and lengthens those of middling counts a little: more where noise has long
tails. For 0 no answer is too small, and f is 1. Above, f is a step function of t over the ordinary margin, one for
normal noise and one for other noise. Proof, and how near this comes to the shortest limits there are:
docs/proofs/limits.md, claims 2 to 5.

Post-processing of noisy answers; margins are functions of the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

Splits: TypeAlias = tuple[tuple[float, Fraction], ...]
"""From how many margins on, which part of α a count of somebody may take that is too small by its limits."""
NORMAL: Splits = ((0.0, Fraction(1, 40)), (1.75, Fraction(1, 10)), (2.0, Fraction(1, 5)), (2.5, Fraction(1, 2)))
OTHER: Splits = ((0.0, Fraction(1, 20)), (1.5, Fraction(1, 5)), (2.0, Fraction(3, 10)), (2.5, Fraction(1, 2)))
"""For noise that is not normal."""
LEAST_LEVEL = 60
"""Below it a side would be left more than all chance there is."""
SLACK = 1e-9
"""A rounding error must not leave out a number on the edge, of the size of the answer."""


def margin_levels(level: Fraction | int, splits: Splits) -> tuple[Fraction, ...]:
    """The levels, in per cent, at which `narrow_limits` wants margins; the ordinary one last.

    Args:
        level: of the limits, in per cent.
        splits: how the error is divided among the sides.

    Raises:
        ValueError: the level is below LEAST_LEVEL.
    """
    if not LEAST_LEVEL <= level < 100:
        raise ValueError("limits are narrowed at levels from 60 to below 100 per cent")
    left = 100 - Fraction(level)
    return (100 - 2 * left, *(100 - 2 * left * part for _, share in splits for part in (1 - share, share)))


def narrow_limits(
    unbiased: Values, margins: Sequence[Values], splits: Splits, most: float = np.inf
) -> tuple[Values, Values]:
    """Whole limits of counts, which cover at least as often as the level says.

    Where no whole count is kept, far above a public total, that total is both limits.

    Args:
        unbiased: noisy counts, of any shape.
        margins: half-widths of each answer's error at the levels of `margin_levels`.
        splits: those of these levels.
        most: a public total, if there is one.
    """
    if len(margins) != 1 + 2 * len(splits):
        raise ValueError("there is one margin for each level that is asked for")
    of_nobody, *others = margins
    ordinary, slack = margins[-1], SLACK * (1.0 + np.abs(unbiased))
    nobody = unbiased <= of_nobody + slack
    low, high = np.where(nobody, 0.0, np.inf), np.where(nobody, 0.0, -np.inf)
    for number, (start, _) in enumerate(splits):
        below, above = others[2 * number], others[2 * number + 1]
        first = np.maximum(1.0, np.ceil(start * ordinary))
        last = np.ceil(splits[number + 1][0] * ordinary) - 1.0 if number + 1 < len(splits) else most
        smallest = np.maximum(first, np.ceil(unbiased - above - slack))
        largest = np.minimum(np.minimum(last, most), np.floor(unbiased + below + slack))
        kept = smallest <= largest
        low = np.where(kept, np.minimum(low, smallest), low)
        high = np.where(kept, np.maximum(high, largest), high)
    nearest = np.clip(np.rint(unbiased), 0.0, most)
    nothing = low > high
    return np.where(nothing, nearest, low) + 0.0, np.where(nothing, nearest, high) + 0.0


def containing(lower: Values, upper: Values, printed: Values) -> tuple[Values, Values]:
    """The limits, widened where the printed number lies outside: coverage cannot fall.

    Args:
        lower: lower limits, of any shape.
        upper: upper limits.
        printed: published numbers, of that shape.
    """
    return np.minimum(lower, printed), np.maximum(upper, printed)
