"""The statistics of a group's workload: which rows belong to which, which a table shows, and how they are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.problems.problem import problem
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.dictionary import Dictionary


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
            near, several = meant(name, known, ""), "; ".join(sorted(known))
            raise BadInput(
                problem(
                    "planning.statistic_unknown",
                    plan.file.whole,
                    near=near,
                    known=several,
                    table=table.shell.name,
                    statistic=name,
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


_KINDS = {
    "cdf": Text({"en": "cumulative", "de": "kumuliert"}),
    "intervals": Text({"en": "intervals", "de": "Intervalle"}),
    "prefixes": Text({"en": "code prefixes", "de": "Codeanfänge"}),
}


def label_of(dictionary: Dictionary, statistic: str) -> Text:
    """A statistic's name in words: "sex by area@county" becomes "Sex by Area (county)"."""
    named = statistic.partition(" in the universe of ")[0]
    if named == "total":
        return Text({"en": "Total", "de": "Insgesamt"})
    parts = [[_factor(dictionary, one) for one in nested.split(" > ")] for nested in named.split(" by ")]
    tags = dict.fromkeys(["en", *(tag for nested in parts for label in nested for tag in label)])
    joins = {"de": " nach "}
    return Text(
        {
            tag: joins.get(tag, " by ").join(", ".join(label.show(tag) for label in nested) for nested in parts)
            for tag in tags
        }
    )


def _factor(dictionary: Dictionary, name: str) -> Text:
    """The label of one variable's part of a statistic: itself, a level of its hierarchy, or its ranges."""
    variable, _, kind = name.partition(":")
    variable, _, level = variable.partition("@")
    label = dictionary.variable(variable).label if dictionary.has(variable) else Text.plain(variable)
    note = _KINDS.get(kind) or (Text.plain(level) if level else None)
    if note is None:
        return label
    tags = dict.fromkeys(["en", *label, *note])
    return Text({tag: f"{label.show(tag)} ({note.show(tag)})" for tag in tags})
