"""Roughly how wrong percentages, means and quantiles of a table will be, before any data: forecast/rough.py for a list.

Where public planning figures say how many people to expect, it is worked out for these; else for made-up ones, MADE_UP
people spread evenly over all codes. Nothing is read from data. The figures are an orientation: each cell has its own
once counts are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.beside import printed_beside
from dpdesk.planning.choosing.quantile_methods import compare
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.planning.forecast.rough import people_expected, recipe_margins
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RoughMargins:
    """For each cell in the order of the tidy CSV a rough margin in its own unit.

    nan for cells that are one noisy number (their margin is exact, and elsewhere) and those that were not looked at;
    infinite where so few people are expected that the noise hides them.
    `people` is how many are expected in all, `said` whether planning figures say so, `planned` whether they say how
    the people divide, too.
    """

    margins: Values
    people: int
    planned: bool
    said: bool


def rough_margins(
    plan: Plan, table: str, progress: Progress = silent, *, forecaster: Forecaster | None = None
) -> RoughMargins | None:
    """Rough margins of the derived cells of a table; None where it has none, or too many cells to spread people over.

    Raises BadInput for an impossible plan or an unknown table.
    """
    bench = (forecaster or Forecaster()).bench
    compiled = settled(plan, bench.compile(plan), bench, progress)
    found, group = named_table(compiled, table)
    derived = [recipe for recipe in found.recipes if not recipe.measured.linear]
    if not derived or group.detail is not None:
        return None
    people = people_expected(plan, group)
    if people is None:
        return None
    linear = bench.chosen(plan, group, progress).built
    choice = compare(plan, compiled, found.group, linear)
    ranks = None if choice is None or choice.chosen is None else choice.chosen.limit_ranks
    noises = printed_beside(plan, compiled, found.group, bench, progress).noises[found.group]
    result = np.full(found.shell.shape, np.nan)
    for recipe in derived:
        result[..., recipe.span] = recipe_margins(plan, recipe, noises, ranks, people.answers, progress)
    result[found.empty] = np.nan
    return RoughMargins(result.ravel(), people.number, people.planned, people.said)


__all__ = ["RoughMargins", "rough_margins"]
