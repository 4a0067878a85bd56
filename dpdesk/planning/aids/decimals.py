"""How many decimals a measure wants, so that rounding adds next to nothing to its noise: by forecast, before any data.

Percentages and shares are printed with one decimal unless a plan says otherwise. In a large file their noise is finer:
with a standard error of 0.03 the rounding to 0.1, whose standard error is 0.1/√12 = 0.029, makes the printed figure
1.4 times as wrong as need be. A plan's decimals decide what is printed and are part of what is approved and sealed, so
nothing is chosen behind them: what is proposed here is written into the plan, or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.aids.rough import RoughMargins, rough_margins
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.postprocess.limits.ratios import split
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.compiler.recipes import TableMap
    from dpdesk.planning.document.plan import Plan

MOST = 6
"""No more decimals are proposed."""
SMALL = 1 / 4
"""Of the noise, what rounding may be: both together are then 3 % more than the noise."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """A measure and its table, counted from 0: the decimals it is printed with, and those that its noise wants."""

    table: int
    measure: int
    label: str
    usual: int
    wanted: int


def decimals_for(margins: NDArray[np.float64], level: int, usual: int) -> int:
    """The least number of decimals, from the usual one up, with which rounding is small beside a middling cell's noise.

    margins: those of a measure's cells in its unit, at a level in per cent; nan and infinite ones are left out.
    """
    known = margins[np.isfinite(margins) & (margins > 0)]
    if not known.size:
        return usual
    noise = float(np.median(known)) / NormalDist().inv_cdf(split(level / 100))
    enough = (places for places in range(usual, MOST) if 10.0**-places / sqrt(12) <= SMALL * noise)
    return next(enough, max(usual, MOST))


def fitting_decimals(plan: Plan, progress: Progress = silent, *, forecaster: Forecaster | None = None) -> list[Fitting]:
    """Measures that are printed more coarsely than their noise and for which the plan names no decimals.

    Planning figures must say how many people there are. Raises BadInput for an impossible plan.
    """
    forecaster = forecaster or Forecaster()
    compiled = settled(plan, forecaster.bench.compile(plan), forecaster.bench, progress)
    found: list[Fitting] = []
    for number, record in enumerate(plan.tables):
        if plan.reference is not None:
            rough = rough_margins(plan, record.name, progress, forecaster=forecaster)
            found += fitting_of(plan, number, compiled.tables[number], rough)
    return found


def fitting_of(plan: Plan, number: int, table: TableMap, rough: RoughMargins | None) -> list[Fitting]:
    """Those of one table, of which the rough margins are known."""
    if rough is None or not rough.said:
        return []
    margins, found = rough.margins.reshape(table.shell.shape), []
    for at, (measure, recipe) in enumerate(zip(plan.tables[number].measures, table.recipes, strict=True)):
        item = table.shell.items[recipe.start]
        wanted = decimals_for(margins[..., recipe.span], plan.level, item.decimals)
        if measure.decimals is None and wanted > item.decimals:
            found.append(Fitting(number, at, item.code, item.decimals, wanted))
    return found
