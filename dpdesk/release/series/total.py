"""The total of all waves of a series, such as a year's of its months, with limits that know the noise of all of them.

Post-processing of the waves' releases. The total of a count, or of a sum of a quantity, is the sum of the waves'
estimates; its error is the sum of independent errors, and its margin a quantile of that law: √n times that of one wave
where all are alike. Where the same units are in all waves no method has a better total at the same loss
(docs/proofs/series.md). What is derived (ratios, quantiles) has no total.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dpdesk.ledger.reservation import StoredRelease
from dpdesk.release.reading.cells import outward
from dpdesk.release.series.sides import Beside, Side, TableBeside, common, flags, margins, without


def total_of(waves: Sequence[StoredRelease]) -> Beside:
    """The total of every table that the releases of several waves have in common.

    Raises:
        BadInput: one was withdrawn, or their tables differ.
    """
    sides = [Side.of(wave) for wave in waves]
    names, left_out = common(sides)
    tables = tuple(_total(sides, name) for name in names)
    return Beside("total", sides[-1].release, tuple(side.release for side in sides[:-1]), tables, left_out)


def _total(sides: Sequence[Side], name: str) -> TableBeside:
    shell = sides[-1].results[name].shell
    total, lower, upper, margin = (np.full(shell.shape, np.nan) for _ in range(4))
    for number, recipe in enumerate(sides[-1].tables[name].recipes):
        if recipe.measured.direct:
            span, decimals = recipe.span, shell.items[recipe.start].decimals
            total[..., span] = np.round(sum(side.results[name].estimate[..., span] for side in sides), decimals)
            middle = sum(side.results[name].unbiased[..., span] for side in sides)
            margin[..., span] = margins(sides, name, number)
            low, high = middle - margin[..., span], middle + margin[..., span]
            low, high = outward(np.round(low, 9), np.round(high, 9), decimals)
            lower[..., span] = np.minimum(low, total[..., span])
            upper[..., span] = np.maximum(high, total[..., span])
    flag = flags(sides, name, total, lower)
    without(flag, (total, lower, upper, margin))
    return TableBeside(shell, {"total": total, "lower": lower, "upper": upper, "margin": margin}, flag)
