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
    answers, rows = reading.vector_answers, reading.recipe.rows
    flat = rows.reshape(-1, rows.shape[3])
    several = measured.divided(flat).sum(axis=1)
    least = measured.taken(flat)
    most = least + measured.divided(flat) @ measured.known
    printed = shares(measured, flat, np.asarray(answers.consistent, dtype=np.float64)) @ measured.known
    unbiased, low, high = least.copy(), least.copy(), least.copy()
    for number, limits in ((several == 1, _of_one), (several > 1, _of_several)):
        if number.any():
            figures = limits(measured, reading, flat[number])
            unbiased[number], low[number], high[number] = (column + 0.0 for column in figures)
    none = np.isnan(low) | np.isnan(printed) | np.isnan(unbiased)
    margin = np.maximum(high - unbiased, unbiased - low)
    value = np.round(np.clip(printed, least, most), reading.decimals)
    lower, upper = outward(np.maximum(low, least), np.minimum(high, most), reading.decimals)
    cells = value, np.minimum(lower, value), np.maximum(upper, value), margin, unbiased
    return Cells(*(np.where(none, np.nan, figures).reshape(*rows.shape[:3], 1) for figures in cells))


def _of_one(measured: Controlled, reading: Reading, rows: Integers) -> tuple[Values, Values, Values]:
    """Unbiased values and limits of cells with a single share that bears noise."""
    answers = reading.vector_answers
    place = measured.divided(rows).argmax(axis=1)
    part, whole = (queries[np.arange(len(rows)), place] for queries in measured.parts(rows))
    above, below = at_rows(answers.unbiased, part), at_rows(answers.unbiased, whole)
    low, high = derived.ratios(answers.noise, part, above, answers.noise, whole, below, answers.level)
    ratio = np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0)
    taken, times = measured.taken(rows), measured.known[place]
    return taken + times * ratio, taken + times * low, taken + times * high


def _of_several(measured: Controlled, reading: Reading, rows: Integers) -> tuple[Values, Values, Values]:
    """The same of cells with several."""
    answers = reading.vector_answers
    figures = adjusted(measured, answers.noise, answers.level, rows, answers.unbiased)
    return figures.value, figures.lower, figures.upper
