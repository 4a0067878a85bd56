"""The forecast of a small database beside that of the method chosen, for tables that ask for beginnings of codes.

Offline prefix questions were first answered by weighing all small databases (mechanisms/small_database.py). A row of
the comparison says what that would come to, on the same restricted universe and the same budget, so that one sees why
it is not chosen: the error of the worst figure expected on the plan's planning figures, or that there are too many
small databases to be weighed. It never answers a release.
"""

from __future__ import annotations

import math
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.small_database import NAME, SmallDatabase, best_length, databases, error_bound
from dpdesk.planning.choosing.refusals import NO_FIGURES, refusal_json
from dpdesk.planning.compiler.measures.prefixes import Prefixes
from dpdesk.planning.document.reference import expected_counts, expected_total
from dpdesk.problems.problem import Phrase, phrase

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.compiler.compiled import CompiledGroup
    from dpdesk.planning.compiler.measures.prefixes import Prefixes
    from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.document.plan import Plan

LARGEST_LAW = 2**15
"""Records, and answers, of all small databases together whose law is worked out; beyond that the bound is stated."""


def beside(plan: Plan, group: CompiledGroup, table: TableMap, chosen: Mechanism, level: int) -> list[dict[str, Any]]:
    """The row for a table with beginnings of codes and nothing but counts in its group; none for any other."""
    if not any(isinstance(recipe.measured, Prefixes) for recipe in table.recipes) or group.sums or not group.written:
        return []
    row: dict[str, Any] = {
        "mechanism": NAME,
        "noise": None,
        "available": False,
        **NO_FIGURES,
    }
    reason, error = _compared(plan, group, chosen, level)
    return [row | refusal_json(reason) | {"expected_max_error": error}]


def _compared(plan: Plan, group: CompiledGroup, chosen: Mechanism, level: int) -> tuple[Phrase, float | None]:
    """Why it is not chosen, and the error of its worst figure."""
    queries, cells, unit = group.workload.shape[0], prod(group.shape), group.rows_per_unit
    if plan.reference is None:
        return phrase("planning.small_needs_figures"), None
    people = int(expected_total(plan.reference, plan.dictionary, group.space.variables))
    if not people:
        return phrase("planning.small_needs_figures"), None
    records = best_length(queries, cells, people, group.loss, unit, level)
    if records is None:
        return phrase("planning.small_too_many", cells=cells), None
    relation = Relation(group.neighbours, unit, group.exact_row)
    number = databases(cells, records)
    figures = expected_counts(plan.reference, plan.dictionary, group.space.names)
    small = SmallDatabase(group.workload, records, people, group.loss, relation)
    weighed = phrase("planning.one_database") if number == 1 else phrase("planning.all_databases", number=number)
    of = phrase("planning.of_one_record") if records == 1 else phrase("planning.of_records", records=records)
    chosen_error = _up(chosen.expected_max_error)
    if figures is not None and number * max(queries, records) <= LARGEST_LAW:
        error = small.expected_max_error(np.rint(group.reduction.merge(figures)).astype(np.int64).ravel())
        return phrase("planning.small_expected", weighed=weighed, of=of, error=_up(error), chosen=chosen_error), error
    error = error_bound(queries, cells, records, people, group.loss, unit, level)
    return phrase(
        "planning.small_bound", weighed=weighed, of=of, error=_up(error), level=level, chosen=chosen_error
    ), error


def _up(value: float) -> str:
    """A figure in three digits or whole, rounded up."""
    if value <= 0:
        return "0"
    scale = 10.0 ** max(0, 2 - math.floor(math.log10(value)))
    return f"{math.ceil(value * scale * (1 - 1e-12)) / scale:,.10g}"
