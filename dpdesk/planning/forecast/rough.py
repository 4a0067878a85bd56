"""Margins of percentages, means and quantiles at the counts expected, roughly: some looked at, the others between.

Their error depends on the counts themselves: on those that planning figures expect, or on made-up people spread evenly
over all codes. A ratio is looked at by itself (derived.py), of many the ones between are interpolated by the size of
their base. A quantile is off by as many ranks as the running count beside it is, or as the mechanism that draws it
says; the expected running counts tell in which bins these ranks lie, whose ends are the limits that a release prints.
These limits lie about the true quantile, and the printed one is off, too: a margin is as wide as both together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.inequality import Inequality
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.document.reference import MADE_UP, expected_total
from dpdesk.planning.forecast.derived import expected_answers, expected_cell, weight_of_one
from dpdesk.progress import Progress, silent
from dpdesk.queries.compound import Kronecker, kronecker_parts

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledGroup
    from dpdesk.planning.compiler.recipes import Recipe
    from dpdesk.planning.document.plan import Plan

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

DISTINCT = 12
"""Ratios of one measure that are looked at by themselves."""
MOST_INEQUALITIES = 50
"""Lines of running counts of a table whose inequality is looked at."""
MOST_LINES = 5_000
"""Lines of running counts of a table whose quantiles are looked at."""

ITS_OWN = math.sqrt(2 / math.pi)
"""So many standard errors is a quantile itself off, on average; its printed margin reaches from there to its limits."""


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """How many are expected in each answer of a group, and in all; `said` whether planning figures say how many.

    `planned` says whether they say how these divide, too.
    """

    answers: Values
    number: int
    planned: bool
    said: bool


def people_expected(plan: Plan, group: CompiledGroup) -> People | None:
    """Who is expected in a group's answers, made up where nobody has said it; None for too many cells."""
    known = 0 if plan.reference is None else expected_total(plan.reference, plan.dictionary, group.space.variables)
    people, figures = int(known) or MADE_UP, expected_answers(plan, group)
    answers = _spread_evenly(group, people) if figures is None else figures
    return None if answers is None else People(answers, people, figures is not None, int(known) > 0)


def recipe_margins(
    plan: Plan,
    recipe: Recipe,
    noises: Mapping[str, Noise],
    ranks: float | None,
    answers: Values,
    progress: Progress = silent,
) -> Values:
    """Rough margins of the derived cells of a recipe, (pages, lines, columns, items), in the unit of each.

    noises: those of its group by statistic; ranks: how far off drawn quantiles are, None where they are read from
    counts; answers: those expected. nan for what was not looked at, infinite where the noise hides so few people.
    """
    if isinstance(recipe.measured, Quantiles):
        each, noise = answers * weight_of_one(plan, recipe.measured), noises.get(recipe.measured.vector)
        return _quantiles(plan, noise, recipe, recipe.measured, each, ranks, progress)
    if isinstance(recipe.measured, Inequality):
        return _inequality(plan, noises, recipe, answers, progress)
    if recipe.base is not None:
        return _ratios(plan, noises, recipe, answers, progress)
    return np.full((*recipe.rows.shape[:3], recipe.measured.size), np.nan)


def _spread_evenly(group: CompiledGroup, people: int) -> Values | None:
    """How many of so many people each answer of a group counts where all codes are as frequent.

    Such counts are a product over the variables, and so are the answers: no cell is written down.
    """
    workload = group.workload
    if not all(isinstance(part, Kronecker) for part in workload.parts):
        return None
    shares = [np.bincount(own) / own.size for own in group.reduction.classes]
    found = []
    for part in kronecker_parts(workload):
        answers = np.full((), float(people))
        for factor, share in zip(part.factors, shares, strict=True):
            answers = np.multiply.outer(answers, factor.along(share, 0))
        found.append(answers.ravel())
    return np.concatenate(found)


def _ratios(plan: Plan, noises: Mapping[str, Noise], recipe: Recipe, figures: Values, progress: Progress) -> Values:
    """Margins of the ratios of a recipe: some of each item by themselves, the others by the size of their base."""
    base = recipe.base
    if base is None:
        return np.full((*recipe.rows.shape[:3], recipe.measured.size), np.nan)
    result = np.full((*base.shape, recipe.measured.size), np.nan)
    size = np.where(base == NO_ROW, 0.0, figures[np.maximum(base, 0)]).ravel()
    top = recipe.rows[..., 0].ravel()
    kinds = np.stack([np.round(size, 6), np.where(top == NO_ROW, 0.0, figures[np.maximum(top, 0)]).round(6)], axis=1)
    _, first, back = np.unique(kinds, axis=0, return_index=True, return_inverse=True)
    known = first[size[first] > 0]
    known = known[np.argsort(size[known], kind="stable")]
    if known.size > DISTINCT:
        known = known[np.unique(np.linspace(0, known.size - 1, DISTINCT).astype(np.int64))]
    for item in range(recipe.measured.size):
        margins = np.full(known.size, np.nan)
        for number, cell in enumerate(known.tolist()):
            progress("rough margins", number / known.size)
            page, row, column = (int(one) for one in np.unravel_index(cell, base.shape))
            one = expected_cell(plan, noises, recipe, (page, row, column), item, figures)
            margins[number] = np.nan if one is None else one.margin
        told = np.isfinite(margins) & (margins > 0)
        margins[np.isnan(margins)] = np.inf  # it cannot be estimated
        if not told.any():
            result[..., item] = 0.0 if (margins == 0).any() else np.inf  # hardly any noise, or too much
            continue
        sizes = np.log(size[known][told])
        with np.errstate(divide="ignore"):
            spread = np.exp(np.interp(np.log(size), sizes, np.log(margins[told])))
        smallest = size[known][np.isfinite(margins)].min()  # a margin of 0 is one, too
        spread[size < smallest * (1 - 1e-9)] = np.inf  # too few
        exact = dict(zip(back[known].ravel().tolist(), margins.tolist(), strict=True))
        own = np.array([exact.get(kind, np.nan) for kind in back.ravel().tolist()])
        result[..., item] = np.where(np.isnan(own), spread, own).reshape(base.shape)
    return result


def _inequality(plan: Plan, noises: Mapping[str, Noise], recipe: Recipe, figures: Values, progress: Progress) -> Values:
    """Margins of Gini coefficients and shares of lines: those of as many different lines as are looked at."""
    result = np.full((*recipe.rows.shape[:3], recipe.measured.size), np.nan)
    lines = recipe.rows.reshape(-1, recipe.rows.shape[3])
    _, first, back = np.unique(lines, axis=0, return_index=True, return_inverse=True)
    if first.size > MOST_INEQUALITIES:
        return result
    found = np.full((first.size, recipe.measured.size), np.nan)
    for number, cell in enumerate(first.tolist()):
        progress("rough margins", number / first.size)
        page, row, column = (int(one) for one in np.unravel_index(cell, result.shape[:3]))
        for item in range(recipe.measured.size):
            one = expected_cell(plan, noises, recipe, (page, row, column), item, figures)
            found[number, item] = np.inf if one is None else one.margin
    result[:] = found[back.ravel()].reshape(result.shape)
    return result


def _quantiles(
    plan: Plan,
    noise: Noise | None,
    recipe: Recipe,
    measured: Quantiles,
    figures: Values,
    ranks: float | None,
    progress: Progress,
) -> Values:
    """Margins of quantiles: how far in value the ranks are that they may be off by."""
    outer = recipe.rows.shape[:3]
    result = np.full((*outer, measured.size), np.nan)
    edges = np.array([float(edge) for edge in measured.variable.edges])
    lines = recipe.rows.reshape(-1, recipe.rows.shape[3])
    different, back = np.unique(lines, axis=0, return_inverse=True)
    if different.shape[0] > MOST_LINES:
        return result
    ratio = None if ranks is not None or noise is None else _ratio_of_margins(plan.level, noise, different)
    found = np.full((different.shape[0], measured.size), np.inf)
    for number, rows in enumerate(different):
        progress("rough margins", number / different.shape[0])
        running = np.concatenate([[0.0], np.where(rows == NO_ROW, 0.0, figures[np.maximum(rows, 0)])])
        for item, q in enumerate(measured.at):
            target = float(q) * running[-1]
            here = int(rows[max(int(np.searchsorted(running, target * (1 - 1e-12))), 1) - 1])
            off = ranks
            if noise is not None and ratio is not None:
                off = (ratio + ITS_OWN) * (0.0 if here == NO_ROW else float(noise.std[here]))
            if off is None or target - off <= 0 or target + off >= running[-1]:
                continue  # the limits would be the ends of the scale
            found[number, item] = _reach(running, edges, target, off, points=measured.points)
    result[:] = found[back.ravel()].reshape(result.shape)
    return result


def _reach(running: Values, edges: Values, target: float, off: float, *, points: bool) -> float:
    """How far a quantile is from the limits that a release publishes: whole bins, in which it may lie anywhere.

    running: running counts at the edges; target, off: the rank, and by how many it may be off; points: each bin is one
    number.
    """
    ranks = np.array([target - off, target, target + off])
    first, here, last = (np.searchsorted(running[1:], ranks * (1 - 1e-12))).tolist()
    if points:
        return float(max(edges[last] - edges[here], edges[here] - edges[first]))
    value = float(np.interp(target, running, edges))
    return float(max(edges[last + 1] - value, value - edges[first]))


def _ratio_of_margins(level: int, noise: Noise, lines: Integers) -> float:
    """How many standard errors a margin is wide, by the running count of middling noise."""
    rows = np.unique(lines[lines != NO_ROW])
    rows = rows[noise.std[rows] > 0] if rows.size else rows
    if not rows.size:
        return 0.0
    middle = rows[np.argsort(noise.std[rows], kind="stable")[rows.size // 2 : rows.size // 2 + 1]]
    return float(noise.margins(level, middle)[0] / noise.std[middle[0]])
