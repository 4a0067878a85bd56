"""How much noise adds to the sampling errors that the office declares, before any data are read.

Sampling errors depend on the size of an estimate: by the planning figures, or, where the plan has none, as if everybody
who was asked were spread evenly over the cells, which is made up and said to be. Counts and weighted counts are looked
at; of other figures only those whose errors are given cell by cell.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.base import Measured
from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.planning.compiler.measures.weighted import WeightedCounts
from dpdesk.planning.compiler.sampling import declared_for, standard_errors
from dpdesk.planning.document.sampling import CellErrors, DesignEffect
from dpdesk.planning.forecast.derived import LARGEST_REFERENCE, weight_of_one

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledGroup
    from dpdesk.planning.compiler.recipes import TableMap
    from dpdesk.planning.document.plan import Plan

Values = NDArray[np.float64]
FIGURES, EVENLY, CELLS = "planning figures", "evenly spread", "cells"
"""What the sizes of the estimates are taken from; no sizes are needed where errors are given cell by cell."""


def expected_errors(
    plan: Plan, group: CompiledGroup, table: TableMap, expected: Values | None
) -> tuple[Values, str] | None:
    """The sampling error of each cell at the size expected, NaN where none is known, and whence the sizes are.

    expected: what the planning figures expect in each answer of the group. None where nothing is declared.
    """
    declared = declared_for(plan.sampling, table.shell.name)
    if not declared:
        return None
    design = next((declaration for declaration in reversed(declared) if isinstance(declaration, DesignEffect)), None)
    sizes, origin = expected, FIGURES
    if sizes is None and design is not None and group.space.cells <= LARGEST_REFERENCE:
        shape = tuple(plan.dictionary.variable(name).size for name in group.domain.variables)
        even = np.full(shape, design.sample / prod(shape))
        sizes = np.asarray(group.workload.answer(group.reduction.merge(even)), dtype=np.float64)
        origin = EVENLY
    estimates = np.full(table.shell.shape, np.nan)
    if sizes is not None:
        for recipe in table.recipes:
            if isinstance(recipe.measured, Counts | WeightedCounts):
                each = _size_of_one(plan, recipe.measured, design)
                here = np.where(recipe.rows == NO_ROW, 0.0, sizes[np.maximum(recipe.rows, 0)])
                estimates[..., recipe.span] = here * each if each > 0 else np.nan
    by_size = standard_errors(declared, table, estimates, {})
    listed = [declaration for declaration in declared if isinstance(declaration, CellErrors)]
    by_cell = standard_errors(listed, table, np.zeros(table.shell.shape), {})
    errors = np.full(table.shell.shape, np.nan) if by_size is None else by_size.values
    if by_cell is not None:
        origin = origin if np.isfinite(errors).any() else CELLS
        errors = np.where(np.isfinite(errors), errors, by_cell.values)
    return errors, origin


def _size_of_one(plan: Plan, measured: Measured, design: DesignEffect | None) -> float:
    """What one person who was asked counts for; 0 where nothing says so."""
    if measured.weight is None:
        return 1.0
    weight = weight_of_one(plan, measured) * float(measured.weight.step)
    return weight if weight or design is None else design.population / design.sample


def noise_beside(errors: Values, origin: str, std: list[float | None]) -> dict[str, Any] | None:
    """How much noise adds to the sampling error of the middle figure and at most, as shares; None where none is known.

    std: the standard error of the noise of each cell, in the order of the tidy CSV.
    """
    noise = np.array([np.nan if cell_std is None else cell_std for cell_std in std])
    sampling = errors.ravel()
    there = np.isfinite(noise) & (np.nan_to_num(sampling) > 0)
    if not there.any():
        return None
    added = np.hypot(noise[there], sampling[there]) / sampling[there] - 1.0
    return {
        "figures": int(there.sum()),
        "typical": float(np.median(added)),
        "most": float(added.max()),
        "sizes": origin,
    }
