"""Where public planning figures say that the amounts of a quantity lie, and so what its bounds cut off.

Planning figures count people in the bins of a number. A quantity of the same column has the amounts that these bins
tell, taken to be spread evenly over the steps of the quantity inside each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.document.reference import expected_counts

if TYPE_CHECKING:
    from fractions import Fraction

    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.variables.variable import Variable

Values = NDArray[np.float64]
POINTS = 20
"""The most amounts that stand for those in one bin."""


@dataclass(frozen=True, slots=True, eq=False)
class Amounts:
    """A quantity by planning figures: which shares of all people have which amounts; the others state none."""

    amounts: Values
    shares: Values

    @property
    def mean(self) -> float:
        """What one person adds to a sum without any bounds; who states nothing adds 0."""
        return float(self.shares @ self.amounts)

    def above(self, bound: float) -> float:
        """E max(0, q − bound): by how much an upper bound makes a sum smaller for each person."""
        return float(self.shares @ np.maximum(self.amounts - bound, 0.0))

    def below(self, bound: float) -> float:
        """E max(0, bound − q): by how much a lower bound makes a sum larger for each person."""
        return float(self.shares @ np.maximum(bound - self.amounts, 0.0))

    def clamped(self, lower: float, upper: float) -> float:
        """What one person adds to a sum with bounds."""
        return self.mean + self.below(lower) - self.above(upper)


def amounts_of(plan: Plan, quantity: Variable) -> Amounts | None:
    """What the planning figures of a plan tell of a quantity by the bins of its column; None where they do not."""
    if plan.reference is None:
        return None
    dictionary = plan.dictionary
    binned = [dictionary.variable(name) for name in dictionary.names]
    binned = [one for one in binned if one.edges and one.columns == quantity.columns and not one.of_unit]
    for one in sorted(binned, key=lambda variable: -variable.ordered):
        counts = expected_counts(plan.reference, dictionary, [one.name])
        if counts is not None and counts[: one.ordered].any():
            inside = [_inside(low, high, quantity.step) for low, high in zip(one.edges, one.edges[1:], strict=False)]
            shares = [np.full(own.size, count / own.size) for own, count in zip(inside, counts, strict=False)]
            return Amounts(np.concatenate(inside), np.concatenate(shares) / counts.sum())
    return None


def _inside(low: Fraction, high: Fraction, step: Fraction) -> Values:
    """Amounts evenly spread over the steps of a bin, or over all of it where these are many."""
    many = int((high - low) / step)
    if 1 <= many <= POINTS:
        return np.array([float(low + step * at) for at in range(many)])
    return np.linspace(float(low), float(high), 2 * POINTS + 1)[1::2]
