"""Rates, expanded counts and standardised rates: answers times public numbers, added up; limits likewise."""

from __future__ import annotations

import numpy as np

from dpdesk.planning.choosing.combinations import margins
from dpdesk.planning.compiler.measures.combined import Combined
from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.postprocess.limits.narrow_limits import containing
from dpdesk.release.reading.cells import Cells, Reading, Values, at_rows, outward
from dpdesk.release.reading.counts import counts


def combined(measured: Combined, reading: Reading) -> Cells:
    """Read sums of answers times public numbers, NaN where a public figure says that there is nobody.

    A cell of one count has that count's limits, scaled; else they are a margin to either side of the unbiased value,
    by the law of the sum, and widened to the estimate, which comes from adjusted answers.
    """
    answers, rows, factors = reading.vector_answers, reading.recipe.rows, reading.recipe.factors
    if factors is None:
        raise LookupError("a combination has factors")
    scaled = factors * float(measured.unit)
    if rows.shape[3] == 1 and isinstance(measured.inner, Counts):
        cells = Cells(*(figures * scaled for figures in counts(measured.inner, reading)))
    else:
        unbiased, printed = (
            (at_rows(values, rows) * scaled).sum(axis=3, keepdims=True)
            for values in (answers.unbiased, answers.consistent)
        )
        k = rows.shape[3]
        margin = margins(answers.noise, answers.level, rows.reshape(-1, k), scaled.reshape(-1, k)).reshape(
            unbiased.shape
        )
        if not measured.negative:
            printed = np.maximum(printed, 0.0)
        cells = Cells(printed, *containing(unbiased - margin, unbiased + margin, printed), margin, unbiased)
    low, high = outward(*_held(measured, cells.lower, cells.upper), reading.decimals)
    value = np.round(cells.estimate, reading.decimals)
    return cells._replace(estimate=value, lower=np.minimum(low, value), upper=np.maximum(high, value))


def _held(measured: Combined, low: Values, high: Values) -> tuple[Values, Values]:
    """Limits not below what can be."""
    return (low, high) if measured.negative else (np.maximum(low, 0.0), np.maximum(high, 0.0))
