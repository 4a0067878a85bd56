"""The figures of a review pack: margins in the cells of empty tables, methods compared, half and double the loss.

Everything is worked out from plan and dictionary as a forecast is; nothing here has seen the data.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.aids.curves import error_by_cell
from dpdesk.planning.aids.odds import cell_details
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.budgets import short_text, unit_of, value_of, with_value
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.planning.compiler.recipes import all_of
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.above import AT_MOST
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.publish.workbook.accuracy import chosen_row
from dpdesk.release.result import CONTROLLED, EXACT, IMPOSSIBLE, NOT_ESTIMABLE

if TYPE_CHECKING:
    from dpdesk.planning.compiler.recipes import TableMap
    from dpdesk.planning.compiler.shells import Shell

MOST_BY_ITSELF = 400
"""Percentages, means and quantiles of one table whose margins are worked out, one by one."""
HALF, DOUBLE = Fraction(1, 2), Fraction(2)


@dataclass(frozen=True, slots=True, eq=False)
class EmptyTable:
    """A table before there are numbers: for each cell of its shell the margin, and a flag where there is none.

    `margin` is in the cell's units, NaN where it depends on the counts themselves (flag "n"); flag "x": no noise is
    added; flag "k": a public figure; flag "z": impossible by rule. `unknown` counts the cells of flag "n", `spread`
    says that some margins were worked out from those of their neighbours.
    """

    shell: Shell
    margin: NDArray[np.float64]
    flag: NDArray[np.object_]
    unknown: int
    spread: bool


def empty_tables(plan: Plan, chosen: ChosenPlan, forecaster: Forecaster) -> list[EmptyTable]:
    """The shells of a plan with the margin of every cell."""
    return [_empty(plan, chosen, at, forecaster) for at in range(len(chosen.compiled.tables))]


def _empty(plan: Plan, chosen: ChosenPlan, at: int, forecaster: Forecaster) -> EmptyTable:
    table = chosen.compiled.tables[at]
    shell = table.shell
    found = error_by_cell(plan, shell.name, forecaster=forecaster)
    margin = np.full(shell.cells, np.nan)
    margin[found.index] = found.margin
    if found.sampled:  # between those looked at, margins follow the standard error, which is known for every cell
        std = np.full(shell.cells, np.nan)
        std[found.index] = found.std
        known = np.isfinite(found.std) & np.isfinite(found.margin)
        if known.any():
            margin = np.interp(np.arange(shell.cells), found.index[known], found.margin[known])
    margin = margin.reshape(shell.shape)
    flag = np.full(shell.shape, "", dtype=object)
    quiet = quiet_cells(chosen, table)
    flag[quiet] = EXACT
    for recipe in table.recipes:
        if isinstance(recipe.measured, Controlled):
            flag[..., recipe.span][recipe.measured.public(recipe.rows)] = CONTROLLED
    flag[table.empty] = IMPOSSIBLE
    open_cells = np.argwhere(np.isnan(margin) & (flag == ""))
    for place in open_cells[:MOST_BY_ITSELF]:
        index = int(np.ravel_multi_index(tuple(place), shell.shape))
        own = cell_details(plan, shell.name, index, forecaster=forecaster).margin
        margin[tuple(place)] = np.nan if own is None else own
    flag[np.isnan(margin) & (flag == "")] = NOT_ESTIMABLE
    unknown = int((flag == NOT_ESTIMABLE).sum())
    return EmptyTable(shell, margin, flag, unknown, found.sampled or found.approximate)


def quiet_cells(chosen: ChosenPlan, table: TableMap) -> NDArray[np.bool_]:
    """Which cells bear no noise, by the rule that marks them in the release."""
    mechanisms = chosen.groups[table.group].mechanisms
    quiet = np.zeros(table.shell.shape, dtype=bool)
    for recipe in table.recipes:
        if recipe.measured.linear:
            own = mechanisms[recipe.measured.vector]
            rows = recipe.rows
            still = (rows == NO_ROW) | (own.std[np.maximum(rows, 0)] == 0)
            quiet[..., recipe.span] = all_of(recipe, still)
    return quiet


# Alternatives -----------------------------------------------------------------------------------------------------


def method_rows(entry: Mapping[str, Any]) -> list[tuple[bool, tuple[str, ...]]]:
    """The methods that can be used for a table, best first: whether it is the chosen one, and its figures."""
    usable = [row for row in entry["mechanisms"] if row["available"]]
    usable.sort(key=lambda row: (row["rmse"] is None, row["rmse"] or 0.0))
    return [
        (
            row["mechanism"] == entry["chosen"] and row["noise"] == entry["chosen_noise"],
            (
                method_name(row),
                *error_figures(row),
                figure(row["expected_max_error"]),
                times(row["ratio_to_bound"], row["bound_is"]),
            ),
        )
        for row in usable
    ]


def method_name(row: Mapping[str, Any]) -> str:
    """A method and its noise: "tree, Gaussian"; "gaussian" alone where it is named for its noise."""
    name, noise = str(row["mechanism"]), str(row["noise"] or "")
    return name if not noise or name == noise else f"{name}, {noise.capitalize()}"


def error_figures(row: Mapping[str, Any]) -> tuple[str, str]:
    """Typical error and widest margin of a forecast's row, in ranks where there are quantiles only."""
    if row.get("rmse") is None and row.get("rank_error") is not None:
        limits = row.get("limit_ranks")
        return f"{figure(row['rank_error'])} ranks", "no limits" if limits is None else f"{figure(limits)} ranks"
    margin = row.get("margin_max")
    return figure(row.get("rmse")), "not known" if margin is None else f"± {figure(margin)}"


def other_losses(plan: Plan, forecaster: Forecaster) -> list[tuple[str, dict[str, tuple[str, str]] | None]]:
    """Half, all and double the loss: its text, and for each table its typical error and widest margin, if possible."""
    found: list[tuple[str, dict[str, tuple[str, str]] | None]] = []
    for factor in (HALF, Fraction(1), DOUBLE):
        value = value_of(plan.loss) * factor
        text = f"{unit_of(plan.loss)} {short_text(value)}"
        try:
            tree = plan.to_json()
            tree["loss"] = {**tree["loss"], unit_of(plan.loss): _written(with_value(plan.loss, value), plan)}
            entries = forecaster.forecast(Plan.from_json(tree, plan.dictionary, plan.file))["tables"]
        except BadInput:
            found.append((text, None))
            continue
        found.append((text, {one["table"]: error_figures(chosen_row(one)) for one in entries}))
    return found


def _written(loss: Any, plan: Plan) -> str:
    return str(loss.to_json()[unit_of(plan.loss)])


# Words ------------------------------------------------------------------------------------------------------------


def figure(value: float | None) -> str:
    """A figure in three digits or in whole numbers, rounded up: a promise is not made better by rounding."""
    if value is None or not math.isfinite(value):
        return "not known"
    if value <= 0:
        return "0"
    scale = 10.0 ** max(0, 2 - math.floor(math.log10(value)))
    up = math.ceil(value * scale * (1 - 1e-12)) / scale
    return f"{up:,.0f}" if up >= 100 else f"{up:.3g}"


def times(ratio: float | None, bound_is: str | None) -> str:
    """How far above the best possible error, as a factor.

    Args:
        ratio: to the bound; None where none is known.
        bound_is: what bound it is, as a forecast says.

    >>> times(2.5, AT_MOST)
    'at most 2.5'
    """
    if ratio is None:
        return "not known"
    return ("at most " if bound_is == AT_MOST else "") + f"{ratio:.3f}".rstrip("0").rstrip(".")


def exact_tables(tables: Sequence[EmptyTable]) -> list[EmptyTable]:
    """The tables with cells that bear no noise."""
    return [one for one in tables if bool((one.flag == EXACT).any())]
