"""Inequality of the incomes of a line: limits from those of its running counts.

Gini coefficients and shares of fifths look at all of D bins: each inner edge has limits at level 1 − (1 − p)/(D − 1),
so that all hold with probability p, and what follows from them for any incomes in these bins holds then, too. The share
below a part of a median needs only the median and the edges beside the line (docs/proofs/inequality.md, claim 4). The
estimate spreads people evenly over their bins.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from dpdesk.planning.compiler.measures.inequality import Inequality
from dpdesk.postprocess.limits.inequality import Band, Spread, half_the_error, share_below
from dpdesk.release import derived
from dpdesk.release.reading.cells import Cells, Integers, Reading, Values, at_rows, outward


def inequality(measured: Inequality, reading: Reading) -> Cells:
    """Read Gini coefficients, shares of fifths and shares below a part of a median."""
    answers, rows = reading.vector_answers, reading.recipe.rows
    edges, bins = np.array([float(edge) for edge in measured.variable.edges]), measured.rows
    unbiased, consistent = at_rows(answers.unbiased, rows), at_rows(answers.consistent, rows)
    of_median = measured.asked == "at_risk"
    shares = _shares(reading, rows[..., :bins], unbiased[..., :bins], by_itself=of_median)
    lines = _lines(measured, reading, edges) if of_median else None
    figures = np.full((4, *rows.shape[:3], measured.size), np.nan)
    for cell in np.ndindex(rows.shape[:3]):
        low, high = (limit[cell] for limit in shares)
        totals = consistent[cell][[bins - 1, -1]], unbiased[cell][[bins - 1, -1]]
        if np.isnan(low).any() or min(float(counts.min()) for counts in totals) <= 0:
            continue
        if lines is None:
            bounds = measured.bounds(Band.of(edges, low, high))
        elif np.isnan(lines[cell]).any():
            continue
        else:
            least, most = (np.concatenate([[0.0], limit, [1.0]]) for limit in (low, high))
            bounds = [share_below(edges, least, most, (float(lines[cell][0]), float(lines[cell][1])))]
        values = [
            measured.values(*(Spread(edges, _below(part)) for part in (counts[cell][:bins], counts[cell][-bins:])))
            for counts in (consistent, unbiased)
        ]
        figures[:, *cell] = np.stack([values[0], *np.clip(np.array(bounds), 0.0, 1.0).T, values[1]])
    estimate, lower, upper, raw = figures * 100
    value = np.round(estimate, reading.decimals)
    least, most = outward(lower, upper, reading.decimals)
    margin = np.maximum(upper - raw, raw - lower)
    return Cells(value, np.minimum(np.maximum(least, 0), value), np.maximum(np.minimum(most, 100), value), margin, raw)


def _shares(reading: Reading, rows: Integers, unbiased: Values, *, by_itself: bool) -> tuple[Values, Values]:
    """Limits of the share of people below each inner edge: of each by itself, or of all together."""
    answers, inner = reading.vector_answers, rows.shape[3] - 1
    level = Fraction(answers.level)
    if inner < 1:
        none = np.zeros((*rows.shape[:3], 0))
        return none, none
    each = half_the_error(level) if by_itself else 100 - (100 - level) / inner
    asked = rows.shape, rows.tobytes(), each
    if asked not in answers.shares:
        below, whole = (rows[..., :-1], unbiased[..., :-1]), (rows[..., -1:], unbiased[..., -1:])
        answers.shares[asked] = derived.ratios(answers.noise, *below, answers.noise, *whole, each)
    return answers.shares[asked]


def _lines(measured: Inequality, reading: Reading, edges: Values) -> Values:
    """Limits of the part of the median, pages × stub × boxhead × 2; NaN where it is not estimable."""
    answers, rows = reading.vector_answers, reading.recipe.rows[..., -measured.rows :]
    running = at_rows(answers.unbiased, rows)
    (bins,) = derived.quantiles(answers.noise, rows, running, [Fraction(1, 2)], half_the_error(Fraction(answers.level)))
    ends = np.stack([edges[bins.first], edges[bins.last + 1]], axis=-1) * float(measured.part)
    return np.where(bins.estimable[..., None], ends, np.nan)


def _below(running: Values) -> Values:
    """The share of people below each edge, rising from 0 to 1."""
    below = np.concatenate([[0.0], np.clip(running / running[-1], 0.0, 1.0)])
    return np.maximum.accumulate(below)
