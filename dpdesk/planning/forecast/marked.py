"""How many counts of a table will be marked for their noise, before any data are read, by public planning figures.

The rule of the house style looks at the noisy figures alone, so that an estimate near the limit may fall on either
side: each count adds its chance of being marked, with normal noise around what the planning figures expect.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.document.style import Reliability

Values = NDArray[np.float64]


def expected_marks(
    table: TableMap, rule: Reliability, std: list[float | None], expected: Values | None
) -> dict[str, Any] | None:
    """How many counts of a table will be marked, and of how many; None where planning figures do not say.

    std: the standard error of each cell, in the order of the tidy CSV; expected: what the planning figures expect in
    each answer of the table's group.
    """
    if expected is None:
        return None
    errors = np.array([np.nan if one is None else one for one in std]).reshape(table.shell.shape)
    counts = [recipe for recipe in table.recipes if recipe.measured.counts]
    here = [np.where(one.rows == NO_ROW, 0.0, expected[np.maximum(one.rows, 0)]).ravel() for one in counts]
    noise = [errors[..., one.span].ravel() for one in counts]
    sizes, own = (np.concatenate(some) if some else np.zeros(0) for some in (here, noise))
    drawn = np.isfinite(own) & (own > 0)
    above = [_chance(sizes[drawn], own[drawn], rule, share) for share in (rule.unreliable, rule.caution) if share]
    found = {"counts": int(sizes.size), "unreliable": float(above[0].sum()), "caution": None}
    return found if len(above) == 1 else {**found, "caution": float((above[1] - above[0]).sum())}


def _chance(sizes: Values, std: Values, rule: Reliability, share: str) -> Values:
    """The chance that the error of each estimate, so many standard errors wide, is above a share of the estimate."""
    from scipy.special import ndtr  # takes as long as a small forecast

    limit = std * rule.width / float(Fraction(share))
    chance: Values = ndtr((limit - sizes) / std) - ndtr((-limit - sizes) / std)
    return chance
