"""The published cells of quantiles that were drawn from their lines: values, limits and margins in the variable's unit.

What was sealed are positions in the public list of bins; everything here is arithmetic on them and on public edges.
Quantiles of one line are put in order, so that they do not cross; limits are those of the draws made for them, widened
outward to the edges of their bins, or the ends of the variable where none were drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.limits.quantiles import say_nothing

if TYPE_CHECKING:
    from dpdesk.mechanisms.quantiles.mechanism import QuantileMechanism
    from dpdesk.planning.choosing.quantile_methods import QuantileLines
    from dpdesk.planning.compiler.measures.quantiles import Quantiles
    from dpdesk.planning.compiler.recipes import Recipe

Values = NDArray[np.float64]
Integers = NDArray[np.int64]


def quantile_cells(
    table: str,
    recipe: Recipe,
    measured: Quantiles,
    mechanism: QuantileMechanism,
    lines: QuantileLines,
    drawn: Integers,
) -> tuple[Values, Values, Values, Values, Values]:
    """Estimate, lower, upper, margin and unbiased value of a measure's cells; NaN where nobody can be.

    drawn: what the mechanism's `measure` returned. Values are rounded to the measure's decimals, limits outward.
    """
    edges = np.array([float(edge) for edge in measured.variable.edges])
    places = lines.places[table][..., recipe.span]
    bins = mechanism.bins(drawn)
    estimate, lower, upper, margin, unbiased = (np.full(places.shape, np.nan) for _ in range(5))
    decimals = measured.decimals
    scale = 10.0**decimals
    for index in np.ndindex(places.shape):
        number = int(places[index])
        if number < 0:
            continue
        line = lines.lines[number]
        drawn_bin, share, below, above = bins[number][line.at.index(measured.at[index[-1]])]
        value = edges[drawn_bin] + (0.0 if line.points else share * (edges[drawn_bin + 1] - edges[drawn_bin]))
        # Limits may be drawn before the first bin or above all; they never lie inside of the estimate's own bin.
        first, last = min(max(below, 0), drawn_bin), max(min(above, len(line.rows) - 1), drawn_bin)
        low, high = edges[first], edges[last] if line.points else edges[last + 1]
        farthest = max(high - value, value - low, 0.0)
        bounded = mechanism.level is not None  # else there are no limits that could say more
        if bounded and say_nothing(np.int64(first), np.int64(last), np.float64(farthest), edges, points=line.points):
            continue
        estimate[index] = round(value, decimals)
        lower[index], upper[index] = np.floor(low * scale) / scale, np.ceil(high * scale) / scale
        unbiased[index] = value
        margin[index] = farthest
    return estimate, lower, upper, margin, unbiased
