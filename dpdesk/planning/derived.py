"""How wrong percentages, means and quantiles will be, where public planning figures say how many people to expect.

Their error depends on the counts themselves; with a plan's reference it is that at the counts expected, from the full
covariance of the answers and by the same limits a release publishes. A mean's depends on the mean as well, of which
planning figures say nothing: it is given for the bound of the quantity that is farther from zero, and is at most that.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.combined import Block, coefficients, normal_ratio, probability_of
from dpdesk.mechanisms.joint import pair
from dpdesk.planning.boxes import NO_ROW
from dpdesk.planning.reference import expected_counts
from dpdesk.postprocess.controlled_rounding import most_moved
from dpdesk.postprocess.non_negative import kronecker_parts
from dpdesk.postprocess.quantiles import own_line, quantile_limits
from dpdesk.postprocess.ratios import ratio_limits

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.compile import CompiledGroup, CompiledPlan, Recipe
    from dpdesk.planning.plan import Plan

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

LARGEST_REFERENCE = 2**24
"""Cells over which planning figures are spread."""
MOST_COEFFICIENTS = 2**24
"""Coefficients looked at for one cell."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A derived cell at the counts expected: its value (None: not known), standard error and margin, in its unit.

    lower, upper: the limits a release with these very counts would publish; `at_most`: the figures are bounds.
    """

    value: float | None
    std: float | None
    margin: float
    lower: float | None
    upper: float | None
    at_most: bool = False


def expected_answers(plan: Plan, group: CompiledGroup) -> Values | None:
    """How many people the planning figures expect in each answer of a group; None where they do not say."""
    if plan.reference is None or group.space.cells > LARGEST_REFERENCE:
        return None
    cells = expected_counts(plan.reference, plan.dictionary, group.domain.variables)
    if cells is None:
        return None
    return np.asarray(group.workload.answer(group.reduction.merge(cells)), dtype=np.float64)


def rounding(compiled: CompiledPlan, group: int) -> dict[str, float | None]:
    """What rounding to whole numbers adds to the errors of a group's counts, beyond the forecast.

    at_most: how far it can move a count; typical: the root mean square, by errors spread evenly over what each can be
    (√(1/12) for a rounded number, √(1/6) for the difference of two). None where no bound is known: domains of more ways
    than flows can round, and groups that are fitted to another's totals.
    """
    own = compiled.groups[group]
    fitted = any(shared.group_b == group for shared in compiled.shared)
    most = None if fitted or not own.written else most_moved(kronecker_parts(own.workload))
    typical = None if most is None else sqrt(1 / 12) if most == 0.5 else sqrt(1 / 6)
    return {"at_most": most, "typical": typical}


def expected_cell(
    plan: Plan,
    group: CompiledGroup,
    mechanism: Mechanism,
    recipe: Recipe,
    place: tuple[int, int, int],
    item: int,
    expected: Values,
) -> Expected | None:
    """A percentage, mean or quantile at the answers expected; None where it is not estimable or too large to look at.

    mechanism: the group's, whose `sums` are in the order of the group's; place: page, stub line and boxhead line;
    item: position among the recipe's items; expected: what `expected_answers` returned.
    """
    rows = recipe.rows[place]
    level = probability_of(plan.level)
    looked_at = 2 if normal_ratio([mechanism.scale], level) is not None else rows.size + 1
    if looked_at * mechanism.measurements > MOST_COEFFICIENTS:
        return None
    if recipe.kind == "quantile":
        return _quantile(plan, mechanism, recipe, rows, item, expected, level)
    if recipe.base is None:
        return None
    base = recipe.base[place]
    bottom = _at(expected, base)
    if recipe.kind == "percentage":
        noise = _rows(mechanism, np.array([rows[0], base]))
        return _ratio(
            _at(expected, rows[0]),
            bottom,
            Block(mechanism.scale, noise[:1]),
            Block(mechanism.scale, noise[1:]),
            level,
            100.0,
        )
    if recipe.kind != "mean" or recipe.quantity is None:
        return None
    sums = dict(zip((one.quantity for one in group.sums), mechanism.sums, strict=True))
    vector = next(one for one in group.sums if one.quantity == recipe.quantity)
    top = sums[recipe.quantity]
    below = mechanism if recipe.stated is None else sums[recipe.stated]
    farthest = float(max(abs(vector.lower), abs(vector.upper)))
    found = _ratio(
        farthest * bottom,
        bottom,
        Block(top.scale, _rows(top, rows[:1])),
        Block(below.scale, _rows(below, base[None])),
        level,
        float(vector.step),
    )
    if found is None:
        return None
    return Expected(None, found.std, found.margin, None, None, at_most=True)


def _at(expected: Values, row: np.int64 | int) -> float:
    return 0.0 if row == NO_ROW else float(expected[row])


def _rows(mechanism: Mechanism, rows: Integers) -> Values:
    """Coefficients of answers, zero where nobody is counted."""
    result = np.zeros((rows.size, mechanism.measurements))
    inside = np.flatnonzero(rows != NO_ROW)
    result[inside] = coefficients(mechanism, rows[inside])
    return result


def _ratio(top: float, bottom: float, one: Block, other: Block, level: float, unit: float) -> Expected | None:
    """A ratio in its unit; the noises are of one mechanism where their scales are the same object."""
    if one.scale is other.scale:
        first, second = [one], [other]
    else:
        first = [one, Block(other.scale, np.zeros_like(other.rows))]
        second = [Block(one.scale, np.zeros_like(one.rows)), other]
    noise = pair(first, second)
    low, high = ratio_limits(np.array([top]), np.array([bottom]), [noise], np.zeros(1, dtype=np.int64), level)
    if bottom <= 0 or not isfinite(float(low[0])):
        return None
    ratio = top / bottom
    std = noise.std((1.0, -ratio)) / bottom
    lower, upper = float(low[0]) * unit, float(high[0]) * unit
    margin = max(upper - ratio * unit, ratio * unit - lower)
    return Expected(ratio * unit, std * unit, margin, lower, upper)


def _quantile(
    plan: Plan, mechanism: Mechanism, recipe: Recipe, rows: Integers, item: int, expected: Values, level: float
) -> Expected | None:
    """A quantile by the planning figures, and the limits a release with exactly these counts would publish."""
    if recipe.variable is None:
        return None
    variable, q = plan.dictionary.variable(recipe.variable), recipe.at[item]
    share, running = float(q), np.array([_at(expected, row) for row in rows.tolist()])
    noises, kind = [own_line(mechanism, rows)], np.zeros(1, dtype=np.int64)
    bins = quantile_limits(running[None], noises, kind, [q], level)[0]
    if not bins.estimable[0]:
        return None
    edges = np.array([float(edge) for edge in variable.edges])
    points = not variable.closed and bool(np.all(np.diff(edges) == 1.0))
    here = int(np.argmax(running >= share * running[-1] * (1 - 1e-12)))
    value = edges[here]
    if not points:
        inside = running[here] - (running[here - 1] if here else 0.0)
        before = running[here] - inside
        value += (share * running[-1] - before) / inside * (edges[here + 1] - edges[here]) if inside > 0 else 0.0
    low, high = edges[min(int(bins.first[0]), here)], edges[max(int(bins.last[0]), here) + (0 if points else 1)]
    return Expected(float(value), None, float(max(high - value, value - low)), float(low), float(high))
