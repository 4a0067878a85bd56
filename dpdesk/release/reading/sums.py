"""Sums of a quantity: answers counted in its steps."""

from __future__ import annotations

import numpy as np

from dpdesk.planning.compiler.measures.quantity import Sum
from dpdesk.postprocess.limits.narrow_limits import containing
from dpdesk.release.reading.cells import Cells, Reading, at_rows, outward


def sums(measured: Sum, reading: Reading) -> Cells:
    """The sums of a table with their limits and margins, from answers counted in steps."""
    answers, rows, step = reading.vector_answers, reading.recipe.rows, float(measured.unit)
    unbiased, margin = at_rows(answers.unbiased, rows), answers.margins(rows)
    printed = at_rows(answers.consistent, rows)
    if not measured.negative:  # an answer that was not adjusted may lie below zero
        printed = np.maximum(printed, 0.0)
    low, high = containing(np.floor(unbiased - margin), np.ceil(unbiased + margin), printed)
    if not measured.negative:
        low, high = np.maximum(low, 0.0), np.maximum(high, 0.0)
    limits = outward(low * step, high * step, reading.decimals)
    return Cells(np.round(printed * step, reading.decimals), *limits, margin * step, unbiased * step)
