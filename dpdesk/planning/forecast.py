"""The expected accuracy of a plan, before any data are read: a pure function of the plan and its dictionary.

For each table every mechanism of the catalogue with every noise the loss allows: typical error (rmse), the objective of
its group, the widest margin, a bound on the expected worst cell, and how far above the best possible it is. For the
chosen mechanism also the standard error of each cell, in the order of the tidy CSV. Cells that are computed from
several noisy numbers (percentages, means, quantiles) have no standard error without public planning figures: null.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.boxes import NO_ROW
from dpdesk.planning.candidates import SMALLEST, Bench, Candidate
from dpdesk.planning.choose import ChosenPlan, choose
from dpdesk.planning.compile import CompiledGroup, Recipe, TableMap
from dpdesk.planning.memory import Memory
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.plan import Plan

COUNTED = ("count", "cdf", "interval", "prefix")
"""Kinds of items that are a count by themselves."""
ROOM = 2**23
"""Numbers a forecaster keeps of rows of comparisons, with the mechanisms they belong to, and as many of cells."""


def forecast(plan: Plan) -> dict[str, Any]:
    """Return the forecast as the JSON object of `dpdesk forecast --json`. Raises BadInput for an impossible plan."""
    return Forecaster().forecast(plan)


class Forecaster:
    """Forecasts plan after plan, and each time works out only what an edit changed.

    Every result is that of `forecast` on the plan alone, to the last digit. Memory is bounded. Not safe for several
    threads at once: one forecaster a worker.
    """

    def __init__(self) -> None:
        self.bench = Bench()
        self._rows: Memory[tuple[Mechanism, tuple[Recipe, ...], int], dict[str, Any]] = Memory(ROOM)
        self._cells: Memory[tuple[Mechanism, tuple[Recipe, ...]], list[float | None]] = Memory(ROOM)

    def forecast(self, plan: Plan, progress: Progress = silent) -> dict[str, Any]:
        """Return the forecast as the JSON object of `dpdesk forecast --json`.

        `progress` is called between mechanisms; what it raises ends the forecast, and what was worked out until then
        is kept. Raises BadInput for an impossible plan.
        """
        compiled = self.bench.compile(plan)
        rows: list[list[Candidate]] = []
        chosen: list[Candidate] = []
        for at, group in enumerate(compiled.groups):
            progress("comparing methods", at / (2 * len(compiled.groups)))
            rows.append(self.bench.candidates(plan, group, progress))
            chosen.append(self.bench.chosen(plan, group, progress))
        tables: list[dict[str, Any]] = []
        for at, table in enumerate(compiled.tables):
            progress("forecasting", 0.5 + at / (2 * len(compiled.tables)))
            group = compiled.groups[table.group]
            tables.append(self._table(group, table, rows[table.group], chosen[table.group], plan.level, progress))
        return {"tables": tables, "loss": plan.loss.to_json(), "meaning": plan.meaning}

    def choose(self, plan: Plan) -> ChosenPlan:
        """Choose each group's mechanism, sharing what the forecasts built. Raises BadInput as `choose` does."""
        return choose(plan, self.bench)

    def _table(
        self,
        group: CompiledGroup,
        table: TableMap,
        found: list[Candidate],
        chosen: Candidate,
        level: int,
        progress: Progress,
    ) -> dict[str, Any]:
        rows = []
        for one in found:
            progress("forecasting")
            rows.append(self._row(table, one, level))
        return {
            "table": table.shell.name,
            "cells": table.shell.cells,
            "chosen": chosen.name,
            "chosen_noise": chosen.noise,
            "group": group.name,
            "level": level,
            "mechanisms": rows,
            "cells_std": self._std(group, table, chosen.built),
        }

    def _row(self, table: TableMap, candidate: Candidate, level: int) -> dict[str, Any]:
        """One row of the comparison for a table, a fresh copy each time."""
        if candidate.mechanism is None:
            return _row(table, candidate, level)
        key = (candidate.mechanism, table.recipes, level)
        return dict(self._rows.get(key, lambda: _row(table, candidate, level), lambda _: _weight(candidate.built)))

    def _std(self, group: CompiledGroup, table: TableMap, mechanism: Mechanism) -> list[float | None]:
        """The standard error of each cell, a fresh copy each time."""
        key = (mechanism, table.recipes)
        kept = self._cells.get(
            key, lambda: _cells_std(group, table, mechanism), lambda made: len(made) + _weight(mechanism)
        )
        return list(kept)


def _row(table: TableMap, candidate: Candidate, level: int) -> dict[str, Any]:
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
    rows = count_rows(table)
    std = mechanism.std[rows]
    top = float(std.max()) if std.size else None
    widest = None if top is None else int(rows[std == top].min())
    return {
        "mechanism": candidate.name,
        "noise": candidate.noise,
        "available": True,
        "why_not": None,
        "rmse": math.sqrt(float(np.mean(std**2))) if std.size else None,
        "objective": mechanism.objective,
        "max_std": top,
        "margin_max": None
        if widest is None
        else float(mechanism.margins(level, np.array([widest], dtype=np.int64))[0]),
        "expected_max_error": mechanism.expected_max_error,
        "ratio_to_bound": mechanism.ratio_to_bound,
        "bound_is": mechanism.bound_is,
    }


def _weight(mechanism: Mechanism) -> int:
    """Numbers that an entry keeps in memory with its mechanism."""
    return SMALLEST + mechanism.workload.shape[0]


def count_rows(table: TableMap) -> NDArray[np.int64]:
    """The workload rows of a table's counts, one a cell.

    Where a table has no plain count (a table of medians, say) those of the counts it is computed from.
    """
    counts = [r for r in table.recipes if r.kind in COUNTED] or list(table.recipes)
    rows = np.concatenate([recipe.rows.ravel() for recipe in counts])
    return np.asarray(rows[rows != NO_ROW], dtype=np.int64)


def _cells_std(group: CompiledGroup, table: TableMap, mechanism: Mechanism) -> list[float | None]:
    """The standard error of each cell in the order of the tidy CSV; None where it depends on the counts themselves."""
    result = np.full(table.shell.shape, np.nan)
    steps = {vector.quantity: (float(vector.step), own) for vector, own in zip(group.sums, mechanism.sums, strict=True)}
    for recipe in table.recipes:
        span = slice(recipe.start, recipe.stop)
        if recipe.kind in COUNTED:
            result[..., span] = _std_of(mechanism, recipe.rows)
        elif recipe.kind == "sum" and recipe.quantity is not None:
            step, own = steps[recipe.quantity]
            result[..., span] = step * _std_of(own, recipe.rows)
    return [None if math.isnan(value) else value for value in result.ravel().tolist()]


def _std_of(mechanism: Mechanism, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.where(rows == NO_ROW, 0.0, mechanism.std[np.maximum(rows, 0)])
