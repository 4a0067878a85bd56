"""Inequality of the incomes of a line: limits from those of its running counts, all of which hold together.

Of D bins each inner edge has limits at level 1 − (1 − p)/(D − 1), so that all hold with probability p; what follows
from them for any incomes in these bins holds then, too. The estimate spreads people evenly over their bins.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from dpdesk.planning.compiler.measures.inequality import Inequality
from dpdesk.postprocess.limits.inequality import Band, Spread
from dpdesk.release import derived
from dpdesk.release.reading.cells import Cells, Reading, Values, at_rows, outward


def inequality(measured: Inequality, reading: Reading) -> Cells:
    """Read Gini coefficients, shares of fifths and shares below a part of the median."""
    answers, rows = reading.vector_answers, reading.recipe.rows
    edges = np.array([float(edge) for edge in measured.variable.edges])
    bins, unbiased, consistent = rows.shape[3], at_rows(answers.unbiased, rows), at_rows(answers.consistent, rows)
    low = high = np.zeros((*rows.shape[:3], 0))
    if bins > 1:
        level = 100 - (100 - Fraction(answers.level)) / (bins - 1)
        last = rows[..., -1:]
        low, high = derived.ratios(
            answers.noise, rows[..., :-1], unbiased[..., :-1], answers.noise, last, unbiased[..., -1:], level
        )
    figures = np.full((4, *rows.shape[:3], measured.size), np.nan)
    for cell in np.ndindex(rows.shape[:3]):
        if consistent[cell][-1] <= 0 or np.isnan(low[cell]).any() or unbiased[cell][-1] <= 0:
            continue
        bounds = np.array(measured.bounds(Band.of(edges, low[cell], high[cell])))
        spread, noisy = (Spread(edges, _below(cumulated[cell])) for cumulated in (consistent, unbiased))
        figures[:, *cell] = np.stack([measured.values(spread), bounds[:, 0], bounds[:, 1], measured.values(noisy)])
    estimate, lower, upper, raw = figures * 100
    value = np.round(estimate, reading.decimals)
    least, most = outward(lower, upper, reading.decimals)
    margin = np.maximum(upper - raw, raw - lower)
    return Cells(value, np.minimum(np.maximum(least, 0), value), np.maximum(np.minimum(most, 100), value), margin, raw)


def _below(running: Values) -> Values:
    """The share of people below each edge, rising from 0 to 1."""
    below = np.concatenate([[0.0], np.clip(running / running[-1], 0.0, 1.0)])
    return np.maximum.accumulate(below)
