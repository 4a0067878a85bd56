"""The statistics of a group's workload: which rows belong to which, and which a table shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.document.names import statistic_label
from dpdesk.problems.problem import problem
from dpdesk.schema.file.spelling import meant

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan


def count_rows(table: TableMap) -> NDArray[np.int64]:
    """The workload rows of a table's counts, one a cell.

    Where a table has no plain count (a table of medians, say) those of the counts it is computed from.
    """
    counts = [recipe for recipe in table.recipes if recipe.measured.counts] or list(table.recipes)
    rows = np.concatenate([recipe.rows.ravel() for recipe in counts])
    return np.asarray(rows[rows != NO_ROW], dtype=np.int64)


def rows_of(plan: Plan, table: TableMap, group: CompiledGroup, cells: Sequence[str] | None) -> NDArray[np.int64]:
    """Workload rows of a table's counts, of some statistics only."""
    rows = np.unique(count_rows(table))
    if cells is None:
        return rows
    known = {name for name, _ in statistics(table, group)}
    for name in cells:
        if name not in known:
            words = partial(statistic_label, plan.dictionary)
            raise BadInput(
                problem(
                    "planning.statistic_unknown",
                    plan.file.whole,
                    near=meant(name, known, ""),
                    known=tuple(map(words, sorted(known))),
                    table=table.shell.label,
                    statistic=words(name),
                )
            )
    starts = np.array([part.first for part in group.parts], dtype=np.int64)
    named = np.array([part.statistic in cells for part in group.parts], dtype=bool)
    return np.asarray(rows[named[np.searchsorted(starts, rows, side="right") - 1]], dtype=np.int64)


def statistic_of(group: CompiledGroup, row: int) -> str:
    """The name of the statistic a row of a group's workload belongs to."""
    starts = [part.first for part in group.parts]
    return group.parts[int(np.searchsorted(starts, row, side="right")) - 1].statistic


def statistics(table: TableMap, group: CompiledGroup) -> list[tuple[str, int]]:
    """Statistics of a table's counts in the order of the workload, with the first row of each."""
    rows = np.unique(count_rows(table))
    starts = np.array([part.first for part in group.parts], dtype=np.int64)
    parts = np.unique(np.searchsorted(starts, rows, side="right") - 1)
    found: dict[str, int] = {}
    for at in parts.tolist():
        found.setdefault(group.parts[at].statistic, group.parts[at].first)
    return list(found.items())
