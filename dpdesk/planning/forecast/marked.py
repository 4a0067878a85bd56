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
    table: TableMap,
    rule: Reliability,
    std: list[float | None],
    expected: Values | None,
    sampling: Values | None = None,
) -> dict[str, Any] | None:
    """How many counts of a table will be marked, and of how many; None where planning figures do not say.

    A cell that a public rule makes impossible is no count: nothing is printed in it.

    std: the standard error of each cell, in the order of the tidy CSV; expected: what the planning figures expect in
    each answer of the table's group; sampling: the sampling error of each cell, where any are declared.
    """
    if expected is None:
        return None
    errors = np.array([np.nan if cell_std is None else cell_std for cell_std in std]).reshape(table.shell.shape)
    counts = [recipe for recipe in table.recipes if recipe.measured.counts]
    here = [np.where(block.rows == NO_ROW, 0.0, expected[np.maximum(block.rows, 0)]).ravel() for block in counts]
    noise = [errors[..., block.span].ravel() for block in counts]
    beside = np.zeros(errors.shape) if sampling is None or rule.error == "noise" else np.nan_to_num(sampling)
    other = [beside[..., block.span].ravel() for block in counts]
    possible = [~table.empty[..., block.span].ravel() for block in counts]
    sizes, stds, more = (
        np.concatenate([one[there] for one, there in zip(some, possible, strict=True)]) if some else np.zeros(0)
        for some in (here, noise, other)
    )
    drawn = np.isfinite(stds) & (stds > 0)
    judged = np.hypot(stds, more)
    shares = [share for share in (rule.unreliable, rule.caution) if share]
    above = [_chance(sizes[drawn], stds[drawn], rule, share, judged[drawn]) for share in shares]
    marks = {"counts": int(sizes.size), "unreliable": float(above[0].sum()), "caution": None}
    return marks if len(above) == 1 else {**marks, "caution": float((above[1] - above[0]).sum())}


def _chance(sizes: Values, std: Values, rule: Reliability, share: str, judged: Values | None = None) -> Values:
    """The chance that what the rule looks at, the noise or errors `judged`, is above a share of each estimate."""
    from scipy.special import ndtr  # takes as long as a small forecast

    limit = (std if judged is None else judged) * rule.width / float(Fraction(share))
    chance: Values = ndtr((limit - sizes) / std) - ndtr((-limit - sizes) / std)
    return chance
