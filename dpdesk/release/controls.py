"""What the file has of the cells of a control, by noisy counts, beside the public figures that counts are adjusted to.

Post-processing of noisy counts. A public figure is of another population than the file where its noisy count differs by
more than noise explains; the forecast says how much that is, so that all cells together are wrongly said to differ
with a chance of one per cent at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.compiled import CompiledPlan
from dpdesk.planning.compiler.measures.controlled import Controlled


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of a control the number of its cells, those that differ from the file by more than noise, and factors.

    A factor is a cell's public figure over its noisy count, `least` and `most` the ends of where those are above 0;
    None where no noisy count is.
    """

    table: str
    control: str
    cells: int
    beyond: int
    least: float | None
    most: float | None


def agreements(
    compiled: CompiledPlan, unbiased: Mapping[str, Mapping[str, NDArray[np.float64]]], promised: Mapping[str, Any]
) -> tuple[Agreement, ...]:
    """One for each control of each table; none for tables whose forecast says nothing of them.

    unbiased: each group's unbiased answers by statistic; promised: the forecast.
    """
    told = {one.get("table"): one.get("controls", {}) for one in promised.get("tables", ())}
    found: dict[tuple[str, str], Agreement] = {}
    for table in compiled.tables:
        for recipe in table.recipes:
            measured = recipe.measured
            margins = told.get(table.shell.name, {}).get(table.shell.items[recipe.start].code)
            if not isinstance(measured, Controlled) or margins is None:
                continue
            whole = measured.parts(recipe.rows)[1][0, 0, 0]
            step, there = float(measured.unit), whole >= 0
            counts = unbiased[compiled.groups[table.group].name][measured.vector][whole[there]] * step
            known = measured.known[there]
            beyond = int((np.abs(counts - known) > np.array(margins) * step + 1e-9).sum())
            factors = known[counts > 0] / counts[counts > 0]
            ends = (float(factors.min()), float(factors.max())) if factors.size else (None, None)
            key = table.shell.name, measured.control
            found[key] = Agreement(*key, known.size, beyond, *ends)
    return tuple(found.values())
