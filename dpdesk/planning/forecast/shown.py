"""Of which figures the errors in a table's comparison of methods are: its counts, or what it shows in their place.

A table of weighted or expanded figures has no count of cases: the errors are those of the first such figure it shows,
in its unit, or, where each is a ratio or a quantile, of the weighted count that it is computed from.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.combinations import margins, stds
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.base import Ratio
from dpdesk.planning.compiler.recipes import Recipe, TableMap

Integers = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Sums of answers of one vector, rows and factors (n, k) in the unit of the item that `name` is the code of."""

    name: str
    vector: str
    rows: Integers
    factors: Values

    def std(self, noise: Noise) -> Values:
        """The standard error of each."""
        return stds(noise, self.rows, self.factors)

    def widest(self, noise: Noise, level: int, std: Values) -> float:
        """The margin of the least precise."""
        widest = [int(np.argmax(std))]
        return float(margins(noise, level, self.rows[widest], self.factors[widest])[0])

    @property
    def largest(self) -> float:
        """By how much an error of an answer can be larger in what is shown."""
        return float(np.abs(self.factors).sum(axis=1).max())


def shown_instead(table: TableMap) -> Shown | None:
    """What a table shows in the place of counts of cases; None where it counts them, or weights and expands nothing."""
    if any(recipe.measured.counts for recipe in table.recipes):
        return None
    others = [
        other_recipe
        for other_recipe in table.recipes
        if other_recipe.factors is not None or other_recipe.measured.weight is not None
    ]
    if len(others) < len(table.recipes):
        return None
    recipe = min(others, key=lambda candidate: not candidate.measured.linear)
    shown = _linear(recipe, table) if recipe.measured.linear else _behind(recipe)
    some = (shown.rows != NO_ROW).any(axis=1) & ~np.isnan(shown.factors).any(axis=1)
    return Shown(shown.name, shown.vector, shown.rows[some], shown.factors[some]) if some.any() else None


def _linear(recipe: Recipe, table: TableMap) -> Shown:
    unit, name = float(recipe.measured.unit), table.shell.items[recipe.start].code
    if recipe.factors is None:
        rows = recipe.rows.reshape(-1, 1)
        return Shown(name, recipe.measured.vector, rows, np.full(rows.shape, unit))
    k = recipe.rows.shape[3]
    return Shown(name, recipe.measured.vector, recipe.rows.reshape(-1, k), recipe.factors.reshape(-1, k) * unit)


def _behind(recipe: Recipe) -> Shown:
    """The weighted counts of which ratios and quantiles are computed."""
    measured, weight = recipe.measured, recipe.measured.weight
    if weight is None:
        raise LookupError(f"a {measured.kind} that is not weighted")
    based = isinstance(measured, Ratio) and recipe.base is not None
    vector = measured.below if isinstance(measured, Ratio) else measured.vector
    rows = (recipe.base if based and recipe.base is not None else recipe.rows).reshape(-1, 1)
    return Shown(f"count:weighted:{weight.name}", vector, rows, np.full(rows.shape, float(weight.step)))
