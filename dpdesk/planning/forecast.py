"""The expected accuracy of a plan, before any data are read: a pure function of the plan and its dictionary.

For each table every mechanism of the catalogue with every noise the loss allows: typical error (rmse), the objective of
its group, the widest margin, a bound on the expected worst cell, and how far above the best possible it is. For the
chosen mechanism also the standard error of each cell, in the order of the tidy CSV. Cells that are computed from
several noisy numbers (percentages, means, quantiles) have no standard error without public planning figures: null.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.boxes import NO_ROW
from dpdesk.planning.checks import check_plan
from dpdesk.planning.choose import COUNT, Candidate, asked_noise, candidates
from dpdesk.planning.compile import CompiledGroup, CompiledPlan, TableMap

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.plan import Plan

NEEDS_REFERENCE = "needs a reference"


def forecast(plan: Plan) -> dict[str, Any]:
    """Return the forecast as the JSON object of `dpdesk forecast --json`. Raises BadInput for an impossible plan."""
    compiled = check_plan(plan)
    rows = [candidates(plan, group) for group in compiled.groups]
    chosen = [_chosen(plan, group, found) for group, found in zip(compiled.groups, rows, strict=True)]
    return {
        "tables": [
            _table(compiled, table, rows[table.group], chosen[table.group], plan.level) for table in compiled.tables
        ],
        "loss": plan.loss.to_json(),
        "meaning": plan.meaning,
    }


def _chosen(plan: Plan, group: CompiledGroup, found: list[Candidate]) -> Candidate:
    """The row the plan names, or the one with the smallest objective; ties go to the simpler."""
    asked, noise = group.plan, asked_noise(plan, group)
    allowed = [
        one
        for one in found
        if one.mechanism is not None and asked.mechanism in ("best", one.name) and noise in (None, one.noise)
    ]
    if not allowed:
        from dpdesk.errors import BadInput

        reason = next((one.why_not for one in found if one.name == asked.mechanism and one.why_not), None)
        raise BadInput(
            f"The mechanism of group '{group.name}' cannot be used: {reason or 'the loss does not allow it.'}"
        )
    return min(allowed, key=lambda one: float(f"{_built(one).objective:.10g}"))


def _built(candidate: Candidate) -> Mechanism:
    if candidate.mechanism is None:
        raise LookupError("this row has no mechanism")
    return candidate.mechanism


def _table(
    compiled: CompiledPlan, table: TableMap, found: list[Candidate], chosen: Candidate, level: int
) -> dict[str, Any]:
    group = compiled.groups[table.group]
    return {
        "table": table.shell.name,
        "cells": table.shell.cells,
        "chosen": chosen.name,
        "chosen_noise": chosen.noise,
        "group": group.name,
        "level": level,
        "mechanisms": [_row(group, table, one, level) for one in found],
        "cells_std": _cells_std(group, table, _built(chosen)),
    }


def _row(group: CompiledGroup, table: TableMap, candidate: Candidate, level: int) -> dict[str, Any]:
    mechanism = candidate.mechanism
    if mechanism is None:
        return {
            "mechanism": candidate.name,
            "noise": candidate.noise,
            "available": False,
            "why_not": candidate.why_not,
            "rmse": None,
            "objective": None,
            "max_std": None,
            "margin_max": None,
            "expected_max_error": None,
            "ratio_to_bound": None,
            "bound_is": None,
        }
    std, rows = _count_cells(table, mechanism)
    widest = rows[int(np.argmax(mechanism.std[rows]))] if rows.size else None
    return {
        "mechanism": candidate.name,
        "noise": candidate.noise,
        "available": True,
        "why_not": None,
        "rmse": math.sqrt(float(np.mean(std**2))) if std.size else None,
        "objective": mechanism.objective,
        "max_std": float(std.max()) if std.size else None,
        "margin_max": None
        if widest is None
        else float(mechanism.margins(level, np.array([widest], dtype=np.int64))[0]),
        "expected_max_error": mechanism.expected_max_error,
        "ratio_to_bound": mechanism.ratio_to_bound,
        "bound_is": mechanism.bound_is,
    }


def _count_cells(table: TableMap, mechanism: Mechanism) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Standard errors of a table's counts, one a cell, and the workload rows they come from.

    Where a table has no plain count (a table of medians, say) those of the counts it is computed from.
    """
    counts = [r for r in table.recipes if r.kind in ("count", "cdf", "interval", "prefix")] or list(table.recipes)
    rows = np.concatenate([recipe.rows.ravel() for recipe in counts])
    rows = rows[rows != NO_ROW]
    return mechanism.std[rows], np.unique(rows)


def _cells_std(group: CompiledGroup, table: TableMap, mechanism: Mechanism) -> list[float | None]:
    """The standard error of each cell in the order of the tidy CSV; None where it depends on the counts themselves."""
    result = np.full(table.shell.shape, np.nan)
    steps = {vector.quantity: (float(vector.step), own) for vector, own in zip(group.sums, mechanism.sums, strict=True)}
    for recipe in table.recipes:
        span = slice(recipe.start, recipe.stop)
        if recipe.kind in ("count", "cdf", "interval", "prefix"):
            result[..., span] = _std_of(mechanism, recipe.rows)
        elif recipe.kind == "sum" and recipe.quantity is not None:
            step, own = steps[recipe.quantity]
            result[..., span] = step * _std_of(own, recipe.rows)
    return [None if math.isnan(value) else value for value in result.ravel().tolist()]


def _std_of(mechanism: Mechanism, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.where(rows == NO_ROW, 0.0, mechanism.std[np.maximum(rows, 0)])


__all__ = ["COUNT", "NEEDS_REFERENCE", "Fraction", "forecast"]
