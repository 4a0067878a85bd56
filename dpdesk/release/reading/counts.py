"""Counts: the answers themselves, whole and not negative."""

from __future__ import annotations

from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.postprocess.limits.narrow_limits import containing, narrow_limits
from dpdesk.release.reading.cells import Cells, Reading, at_rows


def counts(_: Counts, reading: Reading) -> Cells:
    """The counts of a table with their limits and margins, from the answers."""
    own, rows = reading.own, reading.recipe.rows
    unbiased, margin = at_rows(own.unbiased, rows), own.margins(rows)
    printed = at_rows(own.consistent, rows)
    lower, upper = containing(*narrow_limits(unbiased, own.margins_by_level(rows)), printed)
    return Cells(printed, lower, upper, margin, unbiased)
