"""How far cells between bounds are from the closest ones, at most.

For f(h) = ½ Σ_p w_p ‖W_p h − a_p‖² with gradient g at feasible cells z, every feasible h has

    f(z) − f(h) = g·(z − h) − ½ Σ_p w_p ‖W_p (z − h)‖².

With any number c ≥ 0 and any one part p, ½ ‖W_p (h − z)‖² ≥ c 1·W_p (h − z) − ½ c² m_p, m_p the number of its queries.
So with the raised gradient s = g + c w_p W_pᵀ1

    f(z) − f(h) ≤ s·(z − h) + ½ c² w_p m_p ≤ Σ max(s, 0) (z − lower) + Σ max(−s, 0) (upper − z) + ½ c² w_p m_p.

c is as small as it can be with s ≥ 0 at all cells without an upper bound: one of them could else take any number of
people. The least bound of all parts p is returned, or f(z) itself where that is less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """What raising all answers of a part by one does: by how much the gradient rises at each cell, and w_p m_p."""

    raised: Values | float
    cost: float


def duality_gap(
    z: Values, gradient: Values, reached: float, lower: Values | float, upper: Values | float, covers: Sequence[Cover]
) -> float:
    """The least proved bound on f(z) − f(h) for all h within the bounds.

    z, gradient: cells within finite lower bounds, and ∇f there, in the domain's shape; reached: f(z).
    """
    above = z - np.asarray(lower)
    open_cells = np.isinf(np.broadcast_to(upper, z.shape))
    below = np.where(open_cells, 0.0, np.asarray(upper) - z)
    falling = open_cells & (gradient < 0)
    best = reached
    for cover in covers if falling.any() else [Cover(0.0, 0.0)]:
        raised = np.broadcast_to(cover.raised, z.shape)
        c = 0.0
        if falling.any():
            least = raised[falling]
            if float(least.min()) <= 0.0:
                continue
            c = float((-gradient[falling] / least).max())
        slope = gradient + c * raised
        bound = float(np.sum(np.maximum(slope, 0.0) * above) + np.sum(np.maximum(-slope, 0.0) * below))
        best = min(best, bound + 0.5 * c * c * cover.cost)
    return best
