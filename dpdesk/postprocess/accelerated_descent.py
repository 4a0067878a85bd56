"""The least of a smooth convex function over many values between bounds, by gradients with momentum.

A step goes down the gradient at a point ahead of the last values, on the line from those before, and is cut off at the
bounds (Beck, Teboulle 2009, FISTA); where the momentum points uphill it is taken away (O'Donoghue, Candès 2015). A step
takes little more than a gradient. Those of bounded_descent.py know more and need fewer, but each of them goes through
all it remembers: with a hundred thousand values that is ten times the gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Descended:
    """The values, how many steps were made, and whether they will do."""

    values: Values
    steps: int
    enough: bool


def descend_with_momentum(
    gradient: Callable[[Values], Values],
    start: Values,
    lower: Values | float,
    upper: Values | float,
    *,
    steepest: float,
    steps: int,
    enough: Callable[[Values], bool],
) -> Descended:
    """Go down from some values until they will do, or for so many steps.

    Args:
        gradient: of the function, a new array of any shape.
        start: values to begin with, of that shape.
        lower: bounds of the values from below.
        upper: and from above.
        steepest: the gradient of no two values differs by more than so many times these.
        steps: at most so many.
        enough: asked after each step whether its values will do.
    """
    values = np.clip(start, lower, upper)
    ahead, momentum = values.copy(), 1.0
    for step in range(1, 1 + steps):
        before, values = values, gradient(ahead)
        values *= -1.0 / steepest
        values += ahead
        np.clip(values, lower, upper, out=values)
        moved = np.subtract(values, before, out=before)
        ahead -= values
        if float(np.vdot(ahead, moved)) > 0.0:
            momentum = 1.0
        if enough(values):
            return Descended(values, step, True)
        following = (1.0 + sqrt(1.0 + 4.0 * momentum**2)) / 2.0
        np.multiply(moved, (momentum - 1.0) / following, out=ahead)
        ahead += values
        momentum = following
    return Descended(values, steps, False)
