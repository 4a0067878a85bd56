"""How the error of a table depends on the budget, on the length of an interval, and on the cell: for the curves drawn.

Pure functions of the plan. A `Forecaster` passed along shares what it has built; `progress` is called between
mechanisms and may raise. Everything is worked out for the noise alone, of the answers as they are measured, before they
are made to add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism
from dpdesk.planning.aids.lengths import LengthCurves, MethodCurve, error_by_interval_length
from dpdesk.planning.choosing.beside import printed_beside
from dpdesk.planning.choosing.candidates import asked_noise
from dpdesk.planning.choosing.combinations import margins, stds
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.budgets import at_value, named_table, short_text, three_digits, unit_of, value_of
from dpdesk.planning.compiler.statistics import count_rows
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
SIDE = 12
"""Budgets on either side of the plan's own, over a factor of ten."""
CELLS = 20_000
"""Most cells that are listed; of a larger table every so-manieth."""
DISTINCT = 64
"""Most different answers whose margins are worked out one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class BudgetCurve:
    """Error of one table for budgets from a tenth to ten times the plan's.

    `texts` are exact values of `unit` for the whole plan, ascending, `budgets` the same as floats, `here` the position
    of the plan's own. `rmse` and `margin` (widest, at `level` per cent) are of `mechanism` with `noise`, which the plan
    uses now; `best` names the mechanism with the smallest objective at each budget, `best_rmse` and `best_margin` its
    figures. nan where no noise can be calibrated to a budget.
    """

    table: str
    level: int
    unit: str
    texts: tuple[str, ...]
    budgets: Floats
    here: int
    mechanism: str
    noise: str
    rmse: Floats
    margin: Floats
    best: tuple[tuple[str, str], ...]
    best_rmse: Floats
    best_margin: Floats


@dataclass(frozen=True, slots=True, eq=False)
class CellErrors:
    """Standard error and noise margin of the cells at `index`, positions in the order of the tidy CSV.

    nan for cells that are computed from several noisy numbers (percentages, means, quantiles). `sampled` says that the
    table has more `cells` than are listed; `approximate` that margins were worked out for a spread of cells and put
    between by interpolating their ratio to the standard error.
    """

    table: str
    level: int
    cells: int
    index: Integers
    std: Floats
    margin: Floats
    sampled: bool
    approximate: bool


def figures_of(noise: Noise, rows: Integers, level: int) -> tuple[float, float]:
    """Root mean square error over some answers, and the widest margin."""
    if not rows.size:
        return 0.0, 0.0
    return math.sqrt(float(np.mean(noise.std[rows] ** 2))), noise.widest(level, rows)


def error_by_budget(
    plan: Plan, table: str, progress: Progress = silent, *, forecaster: Forecaster | None = None
) -> BudgetCurve:
    """The error of a table for 25 budgets of the whole plan, from a tenth to ten times its own, in equal ratios.

    Raises BadInput for an impossible plan or an unknown table.
    """
    bench = (forecaster or Forecaster()).bench
    compiled = bench.compile(plan)
    found, group = named_table(settled(plan, compiled, bench, progress), table)
    score, rows = bench.workshop(plan, group).builder.score, count_rows(found)
    chosen = bench.chosen(plan, group, progress)
    own = value_of(plan.loss)
    values = [own if at == 0 else three_digits(float(own) * 10 ** (at / SIDE)) for at in range(-SIDE, SIDE + 1)]
    figures = np.full((len(values), 4), np.nan)
    best: list[tuple[str, str]] = []
    for at, value in enumerate(values):
        progress("curve by budget", at / len(values))
        built: dict[tuple[str, str], Mechanism] = {}
        try:
            there = settled(plan, at_value(compiled, value), bench, progress)
            here = there.groups[found.group]
            printed = printed_beside(plan, there, found.group, bench, progress)
            noise = asked_noise(plan, here)
            for one in bench.candidates(plan, here, progress):
                if one.mechanism is not None and noise in (None, one.noise):
                    built[one.name, str(one.noise)] = one.mechanism
        except BadInput:  # beyond what noise can be calibrated to
            best.append(("", ""))
            continue
        if not built:
            best.append(("", ""))
            continue
        first = min(built, key=lambda row: score(built[row]))
        best.append(first)
        mine = built.get((chosen.name, str(chosen.noise)))
        if mine is not None:
            figures[at, :2] = figures_of(printed.instead(found.group, mine), rows, plan.level)
        if mine is built[first]:
            figures[at, 2:] = figures[at, :2]
        else:
            figures[at, 2:] = figures_of(printed.instead(found.group, built[first]), rows, plan.level)
    return BudgetCurve(
        table,
        plan.level,
        unit_of(plan.loss),
        tuple(short_text(value) for value in values),
        np.array([float(value) for value in values]),
        SIDE,
        chosen.name,
        str(chosen.noise),
        figures[:, 0],
        figures[:, 1],
        tuple(best),
        figures[:, 2],
        figures[:, 3],
    )


def error_by_cell(
    plan: Plan, table: str, progress: Progress = silent, *, forecaster: Forecaster | None = None
) -> CellErrors:
    """Standard error and margin of each cell of a table with the mechanism chosen, in the order of the tidy CSV.

    Of more than 20,000 cells evenly spread ones. Raises BadInput for an impossible plan or an unknown table.
    """
    bench = (forecaster or Forecaster()).bench
    compiled = settled(plan, bench.compile(plan), bench, progress)
    found, _ = named_table(compiled, table)
    noises = printed_beside(plan, compiled, found.group, bench, progress).noises[found.group]
    cells = found.shell.cells
    index = np.arange(cells, dtype=np.int64)
    if cells > CELLS:
        index = np.unique(np.linspace(0, cells - 1, CELLS).astype(np.int64))
    std, margin = np.full(index.size, np.nan), np.full(index.size, np.nan)
    approximate = False
    places = np.array(np.unravel_index(index, found.shell.shape))
    for recipe in found.recipes:
        if not recipe.measured.linear:
            continue
        step, own = float(recipe.measured.unit), noises[recipe.measured.vector]
        here = np.flatnonzero((places[3] >= recipe.start) & (places[3] < recipe.stop))
        page, row, column, item = places[:, here]
        if recipe.factors is not None:
            of_cells = recipe.rows[page, row, column], recipe.factors[page, row, column] * step
            std[here], margin[here] = stds(own, *of_cells), margins(own, plan.level, *of_cells)
            continue
        rows = recipe.rows[page, row, column, item - recipe.start]
        some = rows != NO_ROW
        std[here] = np.where(some, own.std[np.maximum(rows, 0)] * step, 0.0)
        different, back = np.unique(rows[some], return_inverse=True)
        widths, exact = _margins(own, different, plan.level, progress)
        approximate |= not exact
        margin[here] = 0.0
        margin[here[some]] = widths[back] * step
    return CellErrors(table, plan.level, cells, index, std, margin, index.size < cells, approximate)


def _margins(noise: Noise, rows: Integers, level: int, progress: Progress) -> tuple[Floats, bool]:
    """Margins of answers, and whether each was worked out by itself; rows ascending.

    Averages over groups have other laws than answers of the group alone, and are looked at apart.
    """
    averaged = noise.averages.places(rows) >= 0
    widths, exact = np.zeros(rows.size), True
    for some in (np.flatnonzero(~averaged), np.flatnonzero(averaged)):
        if some.size:
            widths[some], known = _alike(noise, rows[some], level, progress)
            exact &= known
    return widths, exact


def _alike(noise: Noise, rows: Integers, level: int, progress: Progress) -> tuple[Floats, bool]:
    """Margins of answers of one sort."""
    std = noise.std[rows]
    order = np.argsort(std, kind="stable")
    chosen = order
    exact = rows.size <= DISTINCT
    if not exact:
        chosen = order[np.unique(np.linspace(0, order.size - 1, DISTINCT).astype(np.int64))]
    widths = np.zeros(chosen.size)
    for at, place in enumerate(chosen.tolist()):
        progress("margins of the cells", at / chosen.size)
        widths[at] = noise.margins(level, rows[place : place + 1])[0]
    if exact:
        result = np.zeros(rows.size)
        result[chosen] = widths
        return result, True
    known = std[chosen] > 0
    if not known.any():
        return np.zeros(rows.size), True
    ratios = np.interp(std, std[chosen][known], widths[known] / std[chosen][known])
    return np.asarray(std * ratios), False


__all__: Sequence[str] = (
    "BudgetCurve",
    "CellErrors",
    "LengthCurves",
    "MethodCurve",
    "error_by_budget",
    "error_by_cell",
    "error_by_interval_length",
)
