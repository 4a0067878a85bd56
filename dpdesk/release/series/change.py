"""What changed between two releases of one account: cell by cell, with limits that know the noise of both.

A change is post-processing of two releases, so it costs nothing and may be made whenever anyone likes. The noise of
two releases is independent, and that of a count or a sum of a quantity is a combination of integers drawn, so the law
of the difference of two unbiased values is that of one longer combination: the margin of the change is its quantile,
for Gaussian noise the root of the sum of squares. Cells that are derived (ratios, quantiles, variances) have limits in
either release at a level whose square is the level of the change; both hold at once as often as that, and with them the
limits of the difference, which are wider than they need be. Quantiles that were drawn have limits at their own level
alone, so their change is not estimable.

The change itself is the difference of the two official estimates, as a reader would work it out; the limits are those
of the unbiased difference, widened to contain it.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.ledger.reservation import StoredRelease
from dpdesk.problems.problem import problem
from dpdesk.release.reading.cells import outward
from dpdesk.release.series.sides import Beside, Side, TableBeside, common, flags, margins, without

Values = NDArray[np.float64]


def change_between(now: StoredRelease, before: StoredRelease) -> Beside:
    """The change of every table that two finished releases have in common; its values are by the names of the CSV.

    Raises:
        BadInput: either was withdrawn, they are of different accounts, in the other order, or their tables differ.
    """
    if now.dataset_id != before.dataset_id:
        raise BadInput(problem("release.change_account", release=now.release_id, earlier=before.release_id))
    if before.entry >= now.entry:
        raise BadInput(problem("release.change_order", release=now.release_id, earlier=before.release_id))
    earlier, later = Side.of(before), Side.of(now)
    names, left_out = common([earlier, later])
    tables = tuple(_changed(later, earlier, name) for name in names)
    return Beside("change", later.release, (earlier.release,), tables, left_out)


def _level_of_each(level: int) -> Fraction:
    """The level, in per cent, at which limits of two independent releases hold for both at once as often as asked."""
    return Fraction(ceil(10_000 * sqrt(level / 100) + 1e-6), 100)


def _changed(later: Side, earlier: Side, name: str) -> TableBeside:
    now, before = later.results[name], earlier.results[name]
    change, lower, upper, margin = (np.full(now.shell.shape, np.nan) for _ in range(4))
    for number, recipe in enumerate(later.tables[name].recipes):
        span, decimals = recipe.span, now.shell.items[recipe.start].decimals
        change[..., span] = np.round(now.estimate[..., span] - before.estimate[..., span], decimals)
        if recipe.measured.direct:
            middle = now.unbiased[..., span] - before.unbiased[..., span]
            half = margins([earlier, later], name, number)
            low, high = middle - half, middle + half
        else:
            low, high, half = _apart(later, earlier, name, span)
        low, high = outward(np.round(low, 9), np.round(high, 9), decimals)
        lower[..., span] = np.minimum(low, change[..., span])
        upper[..., span] = np.maximum(high, change[..., span])
        margin[..., span] = half
    flag = flags([earlier, later], name, change, lower)
    without(flag, (change, lower, upper, margin))
    values = {"change": change, "lower": lower, "upper": upper, "margin": margin}
    return TableBeside(now.shell, values | {"before": before.estimate, "now": now.estimate}, flag)


def _apart(later: Side, earlier: Side, name: str, span: slice) -> tuple[Values, Values, Values]:
    """Limits and margin of the change of what is derived, from limits of either release by itself."""
    if later.drawn(name) or earlier.drawn(name):
        nothing = np.full(later.results[name].estimate[..., span].shape, np.nan)
        return nothing, nothing, nothing
    level = _level_of_each(later.chosen.plan.level)
    a, b = later.apart(name, level), earlier.apart(name, level)
    low, high = a.lower[..., span] - b.upper[..., span], a.upper[..., span] - b.lower[..., span]
    middle = a.unbiased[..., span] - b.unbiased[..., span]
    return low, high, np.maximum(high - middle, middle - low)
