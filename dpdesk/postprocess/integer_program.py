"""Linear programs with whole variables: the one place where HiGHS (Huangfu and Hall 2018) is asked for whole numbers.

The search ends after a number of nodes, not by the clock, so that the outcome is a function of its arguments. What it
returns is held against the limits again: releases of HiGHS have called numbers optimal that break an equality
(https://github.com/scipy/scipy/issues/24141), and published numbers rest on these equalities. Its presolve has called
programs infeasible that have a solution, and numbers optimal that are not. Without it a search can take minutes; so it
is left out only where such an answer is doubted, for the first node.

Privacy: a function of already private numbers; nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint

Values = NDArray[np.float64]

_INFEASIBLE = 2
_SOME = 1e-6
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
    *,
    doubted: bool = False,
) -> Values | None:
    """The variables of least cost between bounds and within limits; None where none were found.

    whole: which are whole numbers; ends: after how many nodes the search ends; gap: the share of the cost that is given
    up for time; doubted: ask once more where the cost is not 0, since it might be.
    """
    from scipy.optimize import Bounds, milp

    def asked(presolve: bool, ends: int) -> Any:
        return milp(
            costs,
            integrality=whole.astype(np.int64),
            bounds=Bounds(least, most),
            constraints=limits,
            options={"node_limit": ends, "mip_rel_gap": gap, "presolve": presolve},
        )

    answer = asked(True, ends)
    if answer.status == _INFEASIBLE or (doubted and answer.x is not None and answer.fun > _SOME):
        other = asked(False, 1)
        if other.x is not None and (answer.x is None or other.fun < answer.fun):
            answer = other
    if answer.x is None:
        return None
    result = np.where(whole, np.rint(answer.x), answer.x)
    kept = bool(np.all((result >= least - _OFF) & (result <= most + _OFF)))
    for limit in limits:
        reached = np.asarray(limit.A @ result)
        kept = kept and bool(np.all((reached >= limit.lb - _OFF) & (reached <= limit.ub + _OFF)))
    return result if kept else None
