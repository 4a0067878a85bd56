"""How far cells between bounds are from the closest ones, at most: docs/proofs/non_negative.md, claim 3.

Raising all answers of one part by c makes every gradient of an unbounded cell 0 or more; the least bound of all parts
is returned, or f(z) itself where that is less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


class NotClosed(ArithmeticError):
    """The closest cells were not found in time: whoever finishes a release prints what was measured, and says so."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """What raising all answers of a part by one does: by how much the gradient rises at each cell, and w_p m_p."""

    raised: Values | float
    cost: float


def duality_gap(
    z: Values, gradient: Values, reached: float, lower: Values | float, upper: Values | float, covers: Sequence[Cover]
) -> float:
    """The least proved bound on f(z) − f(h) for all h within the bounds.

    Args:
        z: cells within finite lower bounds, in the domain's shape.
        gradient: ∇f there.
        reached: f(z).
        lower: bounds of the cells from below.
        upper: and from above, infinite where there is none.
        covers: of each part, and of all together.
    """
    above = z - np.asarray(lower)
    open_cells = np.isinf(np.broadcast_to(upper, z.shape))
    closed = not open_cells.all()
    below = np.where(open_cells, 0.0, np.asarray(upper) - z) if closed else 0.0
    falling = open_cells & (gradient < 0)
    falls = -gradient[falling]
    best = reached
    for cover in covers if falls.size else [Cover(0.0, 0.0)]:
        c = 0.0
        if falls.size:
            least = np.asarray(cover.raised)[falling] if np.ndim(cover.raised) else np.asarray(cover.raised)
            if float(least.min()) <= 0.0:
                continue
            c = float((falls / least).max())
        slope = gradient + c * cover.raised
        bound = float(np.sum(np.maximum(slope, 0.0) * above))
        if closed:
            bound += float(np.sum(np.maximum(-slope, 0.0) * below))
        best = min(best, bound + 0.5 * c * c * cover.cost)
    return best
