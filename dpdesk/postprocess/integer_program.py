"""Linear programs with whole variables: the one place where HiGHS (Huangfu and Hall 2018) is asked for whole numbers.

The search ends after a number of nodes, not by the clock, so that the outcome is a function of its arguments. What it
returns is held against the limits again: releases of HiGHS have called numbers optimal that break an equality
(https://github.com/scipy/scipy/issues/24141), and published numbers rest on these equalities. Its presolve has called
programs infeasible that have a solution, and numbers optimal that are not. So there is none, but for large programs,
whose search ends at the first node and need not find the least, and which take twice the time without.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint

Values = NDArray[np.float64]

_INFEASIBLE = 2
_OFF = 0.01
"""How far a limit of whole numbers may be broken by rounding errors of real ones; a whole number more or less is 1."""


def least_cost(
    costs: Values,
    whole: NDArray[np.bool_],
    least: Values,
    most: Values,
    limits: Sequence[LinearConstraint],
    ends: int,
    gap: float = 0.0,
) -> Values | None:
    """The variables of least cost between bounds and within limits; None where none were found.

    whole: which are whole numbers; ends: after how many nodes the search ends; gap: the share of the cost that is given
    up for time.
    """
    from scipy.optimize import Bounds, milp

    for presolve in (True, False) if ends == 1 else (False,):
        found = milp(
            costs,
            integrality=whole.astype(np.int64),
            bounds=Bounds(least, most),
            constraints=limits,
            options={"node_limit": ends, "mip_rel_gap": gap, "presolve": presolve},
        )
        if found.status != _INFEASIBLE:
            break
    if found.x is None:
        return None
    result = np.where(whole, np.rint(found.x), found.x)
    kept = bool(np.all((result >= least - _OFF) & (result <= most + _OFF)))
    for one in limits:
        reached = np.asarray(one.A @ result)
        kept = kept and bool(np.all((reached >= one.lb - _OFF) & (reached <= one.ub + _OFF)))
    return result if kept else None
