"""The sampling margins of a release, from what its plan declares and what it publishes: a reading, not a part of it.

Neither its hash nor what the ledger keeps knows of them: they follow from the plan's texts, the published estimates and
the unbiased bases of ratios. So another declaration is a correction of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.compiled import CompiledPlan
from dpdesk.planning.compiler.measures.base import Measured, Ratio
from dpdesk.planning.compiler.recipes import Recipe, TableMap
from dpdesk.planning.compiler.sampling import Errors, adds, standard_errors
from dpdesk.planning.document.plan import Plan
from dpdesk.postprocess.limits.combined_margins import added_margins, combined_margins, sampling_margins, wider
from dpdesk.release.result import TableResult, Values

Answers = Mapping[str, Mapping[str, Values]]


def sampled(
    plan: Plan, compiled: CompiledPlan, tables: Sequence[TableResult], unbiased: Answers, promised: Mapping[str, Any]
) -> tuple[TableResult, ...]:
    """Tables with the sampling margins that the plan declares, and with margins of both errors together.

    unbiased: each group's answers by statistic; promised: the forecast, which says with what noise they were made.
    """
    if not plan.sampling:
        return tuple(tables)
    factor = wider(plan.level, laplace=has_laplace(promised.get("tables", ())))
    printed = []
    for table, where in zip(tables, compiled.tables, strict=True):
        answers = unbiased[compiled.groups[where.group].name]
        bases = {recipe.start: size for recipe in where.recipes if (size := base_of(recipe, answers)) is not None}
        errors = standard_errors(plan.sampling, where, table.estimate, bases)
        if errors is not None and errors.used:
            printed.append(_with_margins(table, where, errors, plan.level, factor))
        else:
            printed.append(table)
    return tuple(printed)


def has_laplace(entries: Iterable[Mapping[str, Any]]) -> bool:
    """Whether some table of a forecast has noise that is not normal."""
    return any(entry.get("chosen_noise") != "gaussian" for entry in entries)


def base_of(recipe: Recipe, answers: Mapping[str, Values]) -> Values | None:
    """How large the base of a ratio is in each cell, in cases or in units of its weight; None where there is none."""
    measured = recipe.measured
    if recipe.base is None or not isinstance(measured, Ratio) or measured.below not in answers:
        return None
    here = np.where(recipe.base == NO_ROW, 0.0, answers[measured.below][np.maximum(recipe.base, 0)])
    return np.asarray(here * unit_of_base(measured))


def unit_of_base(measured: Measured) -> float:
    """What an answer of the base is worth: a case, or a step of the weight."""
    return 1.0 if measured.weight is None else float(measured.weight.step)


def _with_margins(table: TableResult, where: TableMap, errors: Errors, level: int, factor: str) -> TableResult:
    sampling = sampling_margins(np.where(np.isfinite(table.margin), errors.values, np.nan), level)
    combined = np.full(sampling.shape, np.nan)
    for recipe in where.recipes:
        noise, of_sampling = table.margin[..., recipe.span], sampling[..., recipe.span]
        together = (
            added_margins(noise, of_sampling) if adds(recipe.measured) else combined_margins(noise, of_sampling, factor)
        )
        combined[..., recipe.span] = together
    return replace(table, sampling=sampling, combined=combined, factor=factor, declared=errors.used)
