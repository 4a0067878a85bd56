"""Ratios, percentages and means among them: one consistent answer over another, with limits from their joint law."""

from __future__ import annotations

import numpy as np

from dpdesk.planning.compiler.measures.base import Ratio
from dpdesk.release import derived
from dpdesk.release.reading.cells import Cells, Reading, Values, at_rows, outward


def ratios(measured: Ratio, reading: Reading) -> Cells:
    """Read ratios, in their unit and between the least and most they can be.

    The estimate comes from adjusted counts, the limits from unbiased ones: they are widened to it where it is outside,
    and outward to the printed decimals. The margin is how far the unbiased ratio can be off: they need not be about its
    middle.
    """
    recipe, decimals = reading.recipe, reading.decimals
    if recipe.base is None:
        raise LookupError(f"a {measured.kind} has a base")
    rows, base = recipe.rows, recipe.base[..., None]
    top, bottom = reading.own, reading.answers[measured.below]
    above, below = at_rows(top.unbiased, rows), at_rows(bottom.unbiased, base)
    low, high = derived.ratios(top.noise, rows, above, bottom.noise, base, below, top.level)
    unbiased = _divide(above, below)
    estimate = _divide(at_rows(top.consistent, rows), at_rows(bottom.consistent, base))
    scale, none = float(measured.unit), np.isnan(low)
    bounds = float(measured.lower * measured.unit), float(measured.upper * measured.unit)
    value: Values = np.clip(np.where(none, np.nan, estimate) * scale, *bounds).round(decimals)
    least, most = (np.clip(limit, *bounds) for limit in outward(low * scale, high * scale, decimals))
    margin = np.maximum(high - unbiased, unbiased - low) * scale
    raw: Values = np.where(none, np.nan, unbiased * scale)
    return Cells(value, np.minimum(least, value), np.maximum(most, value), margin, raw)


def _divide(top: Values, bottom: Values) -> Values:
    unknown = np.full(np.broadcast_shapes(top.shape, bottom.shape), np.nan)
    return np.asarray(np.divide(top, bottom, out=unknown, where=bottom > 0), dtype=np.float64)
