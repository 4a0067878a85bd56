"""Counts: the answers themselves, whole and not negative."""

from __future__ import annotations

from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.postprocess.limits.narrow_limits import containing, narrow_limits
from dpdesk.release.reading.cells import Cells, Reading, at_rows


def counts(_: Counts, reading: Reading) -> Cells:
    """The counts of a table with their limits and margins, from the answers."""
    answers, rows = reading.vector_answers, reading.recipe.rows
    unbiased, margin = at_rows(answers.unbiased, rows), answers.margins(rows)
    printed = at_rows(answers.consistent, rows)
    lower, upper = containing(*narrow_limits(unbiased, answers.margins_by_level(rows), answers.splits), printed)
    return Cells(printed, lower, upper, margin, unbiased)
