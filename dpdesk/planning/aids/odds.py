"""What there is to say about one cell before any data are read: its standard error, its margin, its chances."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.answers.odds import chance_more_than
from dpdesk.planning.choosing.beside import printed_beside
from dpdesk.planning.choosing.combinations import chance_more_than as chance_more_than_sum
from dpdesk.planning.choosing.combinations import margins, stds
from dpdesk.planning.choosing.printed import COUNT, by_statistic
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.compiler.statistics import statistic_of
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

__all__ = ["CellDetails", "cell_details", "chance_more_than", "round_number"]


@dataclass(frozen=True, slots=True)
class CellDetails:
    """One cell of a table, at `index` in the order of the tidy CSV, with the mechanism chosen for its group.

    `std` and `margin` (at `level` per cent) are in the cell's own units; `chance` is P(|error| > `far`), `far` a round
    number. `exact`: nothing is added to it, or nobody can be counted in it. `needs_reference`: it is computed from
    several noisy numbers (a percentage, a mean, a quantile), so that its error depends on the counts, and the plan has
    no planning figures to say what to expect; then the figures are None. With planning figures `margin` is that at the
    counts expected (forecast/derived.py), `std` too where it has one; `at_most`: both are bounds, since planning
    figures do not tell the mean of a cell.
    """

    table: str
    index: int
    statistic: str
    mechanism: str
    noise: str
    level: int
    std: float | None
    margin: float | None
    far: float | None
    chance: float | None
    ratio_to_bound: float | None
    bound_is: str | None
    exact: bool
    needs_reference: bool
    at_most: bool = False


def cell_details(
    plan: Plan, table: str, index: int, *, far: float | None = None, forecaster: Forecaster | None = None
) -> CellDetails:
    """The details of one cell; `far` asks for the chance of an error above it (a round number near the margin if None).

    Raises BadInput for an impossible plan, an unknown table or a cell it does not have.
    """
    bench = (forecaster or Forecaster()).bench
    compiled = settled(plan, bench.compile(plan), bench)
    found, group = named_table(compiled, table)
    if not 0 <= index < found.shell.cells:
        raise BadInput(problem("planning.no_such_cell", table=found.shell.label, cells=int(found.shell.cells)))
    chosen = bench.chosen(plan, group)
    noises = printed_beside(plan, compiled, found.group, bench).noises[found.group]
    noise, mechanism = noises[COUNT], chosen.built
    page, line, column, item = (int(at) for at in np.unravel_index(index, found.shell.shape))
    recipe = next(one for one in found.recipes if one.start <= item < one.stop)
    measured = recipe.measured
    linear = measured.linear
    answers = recipe.rows[page, line, column]
    if measured.direct:
        answers = answers[item - recipe.start : item - recipe.start + 1]
    row = int(answers[-1])
    std = margin = chance = None
    exact = expected = at_most = False
    if linear:
        step, noise = float(measured.unit), noises[measured.vector]
        mechanism = by_statistic(group, mechanism)[measured.vector]
        factors = step * (np.ones(1) if recipe.factors is None else recipe.factors[page, line, column])
        one = noise, answers[None], factors[None]
        std, margin = float(stds(*one)[0]), float(margins(one[0], plan.level, *one[1:])[0])
        exact = std == 0
        largest = float(np.fmax.reduce(np.abs(factors), initial=0.0)) or step
        far = round_number(max(margin, largest)) if far is None else far
        chance = 0.0 if exact else chance_more_than_sum(noise, answers, factors, far)
    else:
        far = None
        figures = expected_answers(plan, group)
        if figures is not None:
            here = (page, line, column)
            at_expected = expected_cell(plan, noises, recipe, here, item - recipe.start, figures)
            if at_expected is not None:
                std, margin, expected, at_most = at_expected.std, at_expected.margin, True, at_expected.at_most
    return CellDetails(
        table,
        index,
        statistic_of(group, row) if row != NO_ROW else "",
        chosen.name,
        str(chosen.noise),
        plan.level,
        std,
        margin,
        far,
        chance,
        mechanism.ratio_to_bound,
        mechanism.bound_is,
        exact,
        needs_reference=not linear and not expected,
        at_most=at_most,
    )


def round_number(value: float) -> float:
    """The least of 1, 2, 5, 10, 20, 50, … (and 0.5, 0.2, …) that is at least `value`."""
    power = 10.0 ** math.floor(math.log10(value))
    return next((step * power for step in (1.0, 2.0, 5.0) if step * power >= value * (1 - 1e-12)), 10 * power)
