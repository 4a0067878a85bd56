"""How wrong percentages, means and quantiles will be, where public planning figures say how many people to expect.

Their error depends on the counts themselves; with a plan's reference it is that at the counts expected, from the full
covariance of the answers and by the same limits a release publishes. A mean's depends on the mean as well, of which
planning figures say nothing cell by cell: it is given for the bound of the quantity that is farther from zero, and is
at most that. At the mean of everybody it would be too small (docs/proofs/weights.md).
What is weighted needs figures that say what all weights come to, or how they are distributed; each person is then taken
to have the mean weight.
The ratio of two sums needs what each of them comes to, and takes each person to have the mean of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, prod, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.answers.combined import normal_ratio, probability_of
from dpdesk.mechanisms.answers.joint import pair
from dpdesk.planning.choosing.controlled import adjusted
from dpdesk.planning.choosing.noise import Noise, aligned
from dpdesk.planning.choosing.printed import COUNT
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.base import Measured, Ratio
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.planning.compiler.measures.inequality import Inequality
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.compiler.measures.quotient import Part, Quotient
from dpdesk.planning.compiler.measures.variance import Variance
from dpdesk.planning.document.amounts import amounts_of
from dpdesk.planning.document.reference import expected_counts
from dpdesk.planning.forecast.ratio_error import ratio_error
from dpdesk.postprocess.controlled_rounding import most_moved
from dpdesk.postprocess.limits.inequality import Band, Spread, half_the_error, share_below
from dpdesk.postprocess.limits.quantiles import LineNoise, line_of, own_line, quantile_limits
from dpdesk.postprocess.limits.ratios import ratio_limits, split
from dpdesk.privacy.exact import parse_exact
from dpdesk.queries.compound import kronecker_parts

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
    from dpdesk.planning.compiler.recipes import Recipe
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.variables.variable import Variable

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
    """How many people the planning figures expect in each answer of a group; None where they do not say.

    They say nothing of units that are counted once in each cell, which do not add up.
    """
    if plan.reference is None or group.space.once or group.space.cells > LARGEST_REFERENCE:
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
    own_group = compiled.groups[group]
    fitted = any(shared.group_b == group for shared in compiled.shared)
    most = None if fitted or not own_group.written else most_moved(kronecker_parts(own_group.workload))
    typical = None if most is None else sqrt(1 / 12) if most == 0.5 else sqrt(1 / 6)
    return {"at_most": most, "typical": typical}


def expected_cell(
    plan: Plan,
    noises: Mapping[str, Noise],
    recipe: Recipe,
    place: tuple[int, int, int],
    item: int,
    expected: Values,
) -> Expected | None:
    """A percentage, mean or quantile at the answers expected; None where it is not estimable or too large to look at.

    noises: those of the group's statistics; place: page, stub line and boxhead line; item: position among the
    recipe's items; expected: what `expected_answers` returned.
    """
    rows = recipe.rows[place]
    level = probability_of(plan.level)
    counts = noises[COUNT]
    scales = [cells.scale for cells in counts.everyone if cells is not None]
    looked_at = 2 if normal_ratio(scales, level) is not None else rows.size + 1
    if looked_at * counts.measurements > MOST_COEFFICIENTS:
        return None
    measured = recipe.measured
    if isinstance(measured, Quantiles):
        return _quantile(measured, noises[measured.vector], rows, item, expected * weight_of_one(plan, measured), level)
    if isinstance(measured, Inequality):
        return _inequality(measured, noises, rows, item, expected * weight_of_one(plan, measured), plan.level)
    if isinstance(measured, Controlled):
        return _controlled(measured, noises, rows, expected * weight_of_one(plan, measured), plan.level)
    if recipe.base is None:
        return None
    row, base = int(rows[0]), int(recipe.base[place])
    if isinstance(measured, Quotient):
        top, bottom = (_part_of_one(plan, part, measured.weight) for part in (measured.top, measured.bottom))
        values = top * _at(expected, row), bottom * _at(expected, base)
        return _ratio_of(measured, noises, row, base, values, level) if top else None
    if isinstance(measured, Ratio):
        return _ratio(measured, noises, row, base, expected * weight_of_one(plan, measured), level)
    if isinstance(measured, Variance):
        return _variance(measured, noises, row, base, expected * weight_of_one(plan, measured), level)
    return None


def line_noise(noise: Noise, rows: Integers) -> LineNoise:
    """The noise of a line of running counts; rows: its workload rows, −1 where nobody is counted."""
    if not (noise.averages.places(rows) >= 0).any():
        return own_line(noise.own, rows)
    return line_of(lambda positions: list(noise.blocks(rows[positions]).values()), rows.size, noise.measurements)


def weight_of_one(plan: Plan, measured: Measured) -> float:
    """What one person counts for, in steps of the weight, by planning figures; 0 where they do not say.

    Without any, people are made up, and so are their weights: in the middle of the bounds.
    """
    return 1.0 if measured.weight is None else mean_of(plan, measured.weight)


def _part_of_one(plan: Plan, part: Part, weight: Variable | None) -> float:
    """What one person adds to a side of a ratio, in steps, by planning figures; 0 where they do not say."""
    summed = [one for one in (part.quantity, weight) if one is not None]
    return prod((mean_of(plan, one) for one in summed), start=1.0)


def mean_of(plan: Plan, quantity: Variable) -> float:
    """The mean of a quantity in steps: as the planning figures have its total, or the bins of its column; else 0.

    Without any planning figures it is in the middle of the bounds.
    """
    if plan.reference is None:
        return (quantity.lower_steps + quantity.upper_steps) / 2
    if quantity.name in plan.reference.weights:
        return float(parse_exact(plan.reference.weights[quantity.name]) / (plan.reference.total * quantity.step))
    amounts = amounts_of(plan, quantity)
    return (
        0.0 if amounts is None else amounts.clamped(float(quantity.lower), float(quantity.upper)) / float(quantity.step)
    )


def _at(expected: Values, row: np.int64 | int) -> float:
    return 0.0 if row == NO_ROW else float(expected[row])


def _ratio(
    measured: Ratio, noises: Mapping[str, Noise], row: int, base: int, expected: Values, level: float
) -> Expected | None:
    """A ratio in its unit; at most, where planning figures do not say its numerator."""
    bottom = _at(expected, base)
    known = measured.vector in (COUNT, measured.below)
    ends = [abs(end) for end in (measured.lower, measured.upper) if end is not None]
    if not known and len(ends) < 2:
        return None
    top = _at(expected, row) if known else float(max(ends)) * bottom
    return _ratio_of(measured, noises, row, base, (top, bottom), level, known=known)


def _ratio_of(
    measured: Ratio,
    noises: Mapping[str, Noise],
    row: int,
    base: int,
    values: tuple[float, float],
    level: float,
    *,
    known: bool = True,
) -> Expected | None:
    """A ratio in its unit where numerator and base are these values."""
    (top, bottom), unit = values, float(measured.unit)
    above, below = (
        noises[vector].blocks(np.array([answer_row]))
        for vector, answer_row in ((measured.vector, row), (measured.below, base))
    )
    noise = pair(*aligned(above, below))
    low, high = ratio_limits(np.array([top]), np.array([bottom]), [noise], np.zeros(1, dtype=np.int64), level)
    if bottom <= 0 or not isfinite(float(low[0])):
        return None
    ratio = top / bottom
    std = ratio_error(noise, top, bottom, level) * unit
    lower, upper = float(low[0]) * unit, float(high[0]) * unit
    margin = max(upper - ratio * unit, ratio * unit - lower)
    if not known:
        return Expected(None, std, margin, None, None, at_most=True)
    return Expected(ratio * unit, std, margin, lower, upper)


def _variance(
    measured: Variance, noises: Mapping[str, Noise], row: int, base: int, expected: Values, level: float
) -> Expected | None:
    """A variance q − m², of which planning figures say nothing: it is off by at most Δq + (2|m| + Δm)Δm.

    A standard deviation is off by at most the square root of that: |√a − √b|² ≤ |a − b|.
    """
    squares = _ratio(measured.squares, noises, row, base, expected, split(level))
    mean = _ratio(measured.mean, noises, row, base, expected, split(level))
    if squares is None or mean is None:
        return None
    farthest = 2 * sqrt(float(measured.squares.upper * measured.squares.unit))
    margin = squares.margin + (farthest + mean.margin) * mean.margin
    return Expected(None, None, sqrt(margin) if measured.root else margin, None, None, at_most=True)


def _inequality(
    measured: Inequality, noises: Mapping[str, Noise], rows: Integers, item: int, expected: Values, level: int
) -> Expected | None:
    """Inequality by the planning figures, and the limits a release with exactly these counts would publish."""
    every = np.array([_at(expected, row) for row in rows.tolist()])
    edges, bins = np.array([float(edge) for edge in measured.variable.edges]), measured.rows
    below_share, running, others, inner = rows[:bins], every[:bins], every[-bins:], bins - 1
    if running[-1] <= 0 or others[-1] <= 0 or inner < 1:
        return None
    noise, of_median = noises[measured.vector], measured.asked == "at_risk"
    each = probability_of(half_the_error(Fraction(level)) if of_median else 100 - (100 - Fraction(level)) / inner)
    above, below = noise.blocks(below_share[:-1]), noise.blocks(np.repeat(below_share[-1:], inner))
    pairs = [pair(*aligned(above, below), inner_edge) for inner_edge in range(inner)]
    low, high = ratio_limits(running[:-1], np.repeat(running[-1:], inner), pairs, np.arange(inner), each)
    if np.isnan(low).any():
        return None
    if of_median:
        noisy, kind, half = [line_noise(noise, rows[-bins:])], np.zeros(1, dtype=np.int64), Fraction(1, 2)
        median = quantile_limits(others[None], noisy, kind, [half], each)[0]
        if not median.estimable[0]:
            return None
        part, ends = float(measured.part), (int(median.first[0]), int(median.last[0]) + 1)
        least, most = share_below(
            edges, np.concatenate([[0.0], low, [1.0]]), np.concatenate([[0.0], high, [1.0]]),
            (part * float(edges[ends[0]]), part * float(edges[ends[1]])),
        )  # fmt: skip
        least, most = max(least, 0.0), min(most, 1.0)
    else:
        least, most = measured.bounds(Band.of(edges, low, high))[item]
    spread, beside = (
        Spread(edges, np.concatenate([[0.0], cumulative / cumulative[-1]])) for cumulative in (running, others)
    )
    value = measured.values(spread, beside)[item] * 100
    return Expected(value, None, max(most * 100 - value, value - least * 100), least * 100, most * 100)


def _controlled(
    measured: Controlled, noises: Mapping[str, Noise], rows: Integers, expected: Values, level: int
) -> Expected | None:
    """A count adjusted to public figures, at what planning figures expect of the shares."""
    divided, taken, noise = measured.divided(rows), float(measured.taken(rows)), noises[measured.vector]
    if not divided.any():
        return Expected(taken, 0.0, 0.0, taken, taken)
    most = taken + float(divided @ measured.known)
    if divided.sum() > 1:
        shown = adjusted(measured, noise, level, rows[None], expected)
        value, std, low, high = (float(array[0]) for array in (shown.value, shown.std, shown.lower, shown.upper))
    else:
        (part, whole), times = (lines[divided] for lines in measured.parts(rows)), float(measured.known[divided][0])
        top, bottom = _at(expected, part[0]), _at(expected, whole[0])
        joint = pair(*aligned(noise.blocks(part), noise.blocks(whole)))
        ends = ratio_limits(
            np.array([top]), np.array([bottom]), [joint], np.zeros(1, dtype=np.int64), probability_of(level)
        )
        ratio = top / bottom if bottom > 0 else np.nan
        value, low, high = (taken + times * float(share) for share in (ratio, ends[0][0], ends[1][0]))
        std = times * joint.std((1.0, -ratio)) / bottom if bottom > 0 else np.nan
    if not isfinite(value) or not isfinite(low):
        return None
    return Expected(value, std, max(high - value, value - low), max(low, taken), min(high, most))


def _quantile(
    measured: Quantiles, noise: Noise, rows: Integers, item: int, expected: Values, level: float
) -> Expected | None:
    """A quantile by the planning figures, and the limits a release with exactly these counts would publish."""
    variable, q = measured.variable, measured.at[item]
    share, running = float(q), np.array([_at(expected, row) for row in rows.tolist()])
    noises, kind = [line_noise(noise, rows)], np.zeros(1, dtype=np.int64)
    bins = quantile_limits(running[None], noises, kind, [q], level)[0]
    if not bins.estimable[0]:
        return None
    edges = np.array([float(edge) for edge in variable.edges])
    points = measured.points
    here = int(np.argmax(running >= share * running[-1] * (1 - 1e-12)))
    value = edges[here]
    if not points:
        inside = running[here] - (running[here - 1] if here else 0.0)
        before = running[here] - inside
        value += (share * running[-1] - before) / inside * (edges[here + 1] - edges[here]) if inside > 0 else 0.0
    low, high = edges[min(int(bins.first[0]), here)], edges[max(int(bins.last[0]), here) + (0 if points else 1)]
    return Expected(float(value), None, float(max(high - value, value - low)), float(low), float(high))
