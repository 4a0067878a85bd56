"""Ratios, percentages and means among them: one consistent answer over another, with limits from their joint law."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from dpdesk.planning.compiler.measures.base import Ratio
from dpdesk.release import derived
from dpdesk.release.reading.cells import Cells, Integers, Reading, Values, at_rows, outward


def ratios(measured: Ratio, reading: Reading) -> Cells:
    """Read ratios, in their unit and between the least and most they can be.

    The estimate comes from adjusted counts, the limits from unbiased ones: they are widened to it where it is outside,
    and outward to the printed decimals. The margin is how far the unbiased ratio can be off: they need not be about its
    middle.
    """
    decimals = reading.decimals
    low, high = limits(measured, reading, reading.vector_answers.level)
    unbiased, estimate = quotient(measured, reading, unbiased=True), quotient(measured, reading)
    scale, none = float(measured.unit), np.isnan(low)
    bounds = [None if end is None else float(end * measured.unit) for end in (measured.lower, measured.upper)]
    value: Values = _within(np.where(none, np.nan, estimate) * scale, *bounds).round(decimals)
    least, most = (_within(limit, *bounds) for limit in outward(low * scale, high * scale, decimals))
    margin = np.maximum(high - unbiased, unbiased - low) * scale
    raw: Values = np.where(none, np.nan, unbiased * scale)
    return Cells(value, np.minimum(least, value), np.maximum(most, value), margin, raw)


def _within(values: Values, least: float | None, most: float | None) -> Values:
    """Values between bounds, where there are any."""
    above = values if least is None else np.maximum(values, least)
    return above if most is None else np.minimum(above, most)


def limits(measured: Ratio, reading: Reading, level: Fraction | int) -> tuple[Values, Values]:
    """Limits of ratios at a level in per cent, before their unit; NaN where the base is not clearly above zero."""
    rows, base = reading.recipe.rows, _base(reading)
    top, bottom = reading.answers[measured.vector], reading.answers[measured.below]
    above, below = at_rows(top.unbiased, rows), at_rows(bottom.unbiased, base)
    return derived.ratios(top.noise, rows, above, bottom.noise, base, below, level)


def quotient(measured: Ratio, reading: Reading, *, unbiased: bool = False) -> Values:
    """Consistent answers over consistent answers, or unbiased over unbiased; NaN where nobody is in the base."""
    top, bottom = reading.answers[measured.vector], reading.answers[measured.below]
    a, b = (top.unbiased, bottom.unbiased) if unbiased else (top.consistent, bottom.consistent)
    above, below = at_rows(a, reading.recipe.rows), at_rows(b, _base(reading))
    unknown = np.full(np.broadcast_shapes(above.shape, below.shape), np.nan)
    return np.asarray(np.divide(above, below, out=unknown, where=below > 0), dtype=np.float64)


def _base(reading: Reading) -> Integers:
    base = reading.recipe.base
    if base is None:
        raise LookupError(f"a {reading.recipe.measured.kind} has a base")
    return base[..., None]
