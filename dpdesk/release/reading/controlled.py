"""Counts adjusted to public figures: public figures times noisy shares, added up; public figures alone where all is in.

Of a cell with one share the limits are those of that ratio, times the public figure; of several those of
`planning/choosing/controlled.py`. They are cut at what can be, and widened to the estimate, which is made of adjusted
answers.
"""

from __future__ import annotations

import numpy as np

from dpdesk.planning.choosing.controlled import adjusted, shares
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.release import derived
from dpdesk.release.reading.cells import Cells, Integers, Reading, Values, at_rows, outward


def controlled(measured: Controlled, reading: Reading) -> Cells:
    """Read controlled counts; NaN where a part of a cell of the control is counted, and nobody is found in it."""
    own, rows = reading.own, reading.recipe.rows
    flat = rows.reshape(-1, rows.shape[3])
    several = measured.divided(flat).sum(axis=1)
    least = measured.taken(flat)
    most = least + measured.divided(flat) @ measured.known
    printed = shares(measured, flat, np.asarray(own.consistent, dtype=np.float64)) @ measured.known
    unbiased, low, high = least.copy(), least.copy(), least.copy()
    for number, limits in ((several == 1, _of_one), (several > 1, _of_several)):
        if number.any():
            found = limits(measured, reading, flat[number])
            unbiased[number], low[number], high[number] = (one + 0.0 for one in found)
    none = np.isnan(low) | np.isnan(printed) | np.isnan(unbiased)
    margin = np.maximum(high - unbiased, unbiased - low)
    value = np.round(np.clip(printed, least, most), reading.decimals)
    lower, upper = outward(np.maximum(low, least), np.minimum(high, most), reading.decimals)
    cells = value, np.minimum(lower, value), np.maximum(upper, value), margin, unbiased
    return Cells(*(np.where(none, np.nan, one).reshape(*rows.shape[:3], 1) for one in cells))


def _of_one(measured: Controlled, reading: Reading, rows: Integers) -> tuple[Values, Values, Values]:
    """Unbiased values and limits of cells with a single share that bears noise."""
    own = reading.own
    at = measured.divided(rows).argmax(axis=1)
    part, whole = (one[np.arange(len(rows)), at] for one in measured.parts(rows))
    above, below = at_rows(own.unbiased, part), at_rows(own.unbiased, whole)
    low, high = derived.ratios(own.noise, part, above, own.noise, whole, below, own.level)
    ratio = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
    taken, times = measured.taken(rows), measured.known[at]
    return taken + times * ratio, taken + times * low, taken + times * high


def _of_several(measured: Controlled, reading: Reading, rows: Integers) -> tuple[Values, Values, Values]:
    """The same of cells with several."""
    own = reading.own
    found = adjusted(measured, own.noise, own.level, rows, own.unbiased)
    return found.value, found.lower, found.upper
