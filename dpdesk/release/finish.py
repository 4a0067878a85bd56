"""From sealed integers to published cells: decode, make consistent, round, and read every item of every table off.

All of it is post-processing of noisy integers. Each group ends as one table of whole, non-negative cells over its
domain; every published count of the group is a sum of these, so margins add up, intervals are differences of
cumulative counts, quantiles do not cross and the same cell in two tables is one number. Groups that share a margin are
made to agree on it: where both publish it they pool their noisy answers by precision, and all groups' tables are made
from all that is known of them (`informed`) as margins of one table (`population`). Limits and margins are always those
of the unbiased answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.answers.combined import normal_ratio
from dpdesk.mechanisms.baselines.workload import WorkloadStrategy
from dpdesk.planning.choosing.choose import COUNT, QUANTILE, ChosenGroup, ChosenPlan
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.choosing.printed import shared_by
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.compiler.recipes import Recipe, TableMap
from dpdesk.planning.joint.nodes import JointPart
from dpdesk.planning.joint.tables import JointTable
from dpdesk.postprocess.derived import quantile_positions
from dpdesk.postprocess.narrow_limits import containing, margin_levels, narrow_limits
from dpdesk.postprocess.non_negative import kronecker_parts
from dpdesk.queries import Kronecker
from dpdesk.release.canonical import release_hashes
from dpdesk.release.derived import quantiles, ratios
from dpdesk.release.detail import (
    Area,
    CellsByLevel,
    drawn_areas,
    joined,
    pieces_of,
    unbiased_by_area,
)
from dpdesk.release.drawn import quantile_cells
from dpdesk.release.guard import contradicts, nearest
from dpdesk.release.informed import Source, informed
from dpdesk.release.population.cells import Cells, Held, everybody
from dpdesk.release.population.form import cells_of
from dpdesk.release.result import EXACT, IMPOSSIBLE, NOT_ESTIMABLE, UNADJUSTED, TableResult
from dpdesk.release.sealed import Sealed

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.schema.variables.variable import Variable

_MARGIN_STEPS = 10_000.0
"""Margins are rounded up to four decimals, and limits made from them: short enough for every reader to read back.

What is above such a number by less than 1e-9 is a rounding error of floating point, in the margin as in the answer.
"""

MOST_LAWS = 2_000
"""Answers of a table up to which laws of noise that is not normal are looked at once more for their limits."""
LEAST_ERROR = 1e-3
"""Answers are not taken to be closer than this; exact ones weigh a million times what an error of a count does."""

Values = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """The published tables of a release, and each group's unbiased answers by statistic."""

    tables: tuple[TableResult, ...]
    unbiased: dict[str, dict[str, Values]]
    result_hash: str


@dataclass(slots=True, eq=False)
class _Answers:
    """One statistic of a group: the unbiased answers, the consistent cells, and the consistent answers.

    Answers that other groups give too are replaced by the averages, with their own noise. `informed` are the
    answers given all that the release's groups know, which are made consistent.
    """

    mechanism: Mechanism
    unbiased: Values
    level: int
    noise: Noise
    informed: Values
    consistent: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def take(self, noise: Noise, answers: Values) -> None:
        """Put averages in the place of this group's own answers."""
        self.noise, self.unbiased = noise, answers

    def noiseless(self, rows: Integers) -> NDArray[np.bool_]:
        """Whether an answer bears no noise at all (a margin of 0 does not say so: small noise rounds to it)."""
        return np.asarray((rows == NO_ROW) | (self.noise.std[np.maximum(rows, 0)] == 0), dtype=bool)

    def margins_by_level(self, rows: Integers) -> list[Values]:
        """Margins at the levels from which limits are made, rounded up; the ordinary one last (−1: nobody, exact).

        Where there are too many laws to look at, all are the ordinary one: limits then leave half of the error to
        either side.
        """
        ordinary = self.margins(rows)
        wanted, back = np.unique(rows[rows != NO_ROW], return_inverse=True)
        levels = margin_levels(self.level)
        scales = [one.scale for one in self.noise.everyone if one is not None]
        if not wanted.size or (normal_ratio(scales, 0.5) is None and wanted.size > MOST_LAWS):
            return [ordinary] * len(levels)
        found = []
        for level in levels[:-1]:
            every = ordinary.copy()
            every[rows != NO_ROW] = printed_margins(self.noise.margins(level, wanted))[back.ravel()]
            found.append(every)
        return [*found, ordinary]

    def margins(self, rows: Integers) -> Values:
        """Noise margins of the answers in `rows` (−1: nobody, exact)."""
        wanted, back = np.unique(rows[rows != NO_ROW], return_inverse=True)
        result = np.zeros(rows.shape)
        if wanted.size:
            widths = printed_margins(self.noise.margins(self.level, wanted))
            result[rows != NO_ROW] = widths[back.ravel()]
        return result


def printed_margins(widths: Values) -> Values:
    """Margins as they are printed: rounded up."""
    return np.asarray(np.ceil(np.round(widths * _MARGIN_STEPS, 5)) / _MARGIN_STEPS)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What brings cells close to answers, made before a reservation: a function of the plan.

    `tables` are those behind the numbers of the groups that count, each after the one it hangs on; `by_area` the tables
    of groups with adaptive detail, by position in the plan.
    """

    tables: tuple[Cells, ...]
    by_area: Mapping[int, CellsByLevel]


def prepare(chosen: ChosenPlan) -> Prepared:
    """Prepare to finish a release of a plan."""
    tables = tuple(cells_of(table, _weights(chosen, table), _deviations(chosen, table)) for table in chosen.joint)
    groups = enumerate(chosen.groups)
    return Prepared(tables, {at: CellsByLevel(group, chosen.plan) for at, group in groups if group.detail is not None})


def _weights(chosen: ChosenPlan, table: JointTable) -> dict[str, list[float]]:
    """For every statistic the weight of each part: that of the plan, over the mean variance of its group's answers."""
    names = dict.fromkeys(name for group in chosen.groups for name in group.mechanisms)
    return {name: [_weight(chosen, part, name) for part in table.parts] for name in names}


def _deviations(chosen: ChosenPlan, table: JointTable) -> list[Values]:
    """The standard errors of the counts that each part says; about so, where they are added up from a group's own."""
    found = []
    for part in table.parts:
        group = chosen.groups[part.group]
        own = group.compiled.workload.split(group.mechanism.std)[part.part]
        if part.own:
            found.append(part.answers(kronecker_parts(group.compiled.workload)[part.part], own))
        else:
            typical = float(np.sqrt(np.mean(np.square(own)) * part.spread))
            found.append(np.full(part.queries.shape[0], typical))
    return found


def _weight(chosen: ChosenPlan, part: JointPart, statistic: str) -> float:
    group = chosen.groups[part.group]
    mechanism = group.mechanisms.get(statistic)
    if mechanism is None:
        return 0.0
    wanted = float(group.compiled.weights[part.part]) / part.queries.shape[0]
    return wanted / (max(mechanism.objective, LEAST_ERROR) ** 2 * part.spread)


def finish(chosen: ChosenPlan, sealed: Sealed, prepared: Prepared | None = None) -> Finished:
    """Compute everything a release publishes from its sealed integers; `prepared` is what `prepare` made."""
    level = chosen.plan.level
    all_groups = [group.mechanisms for group in chosen.groups]
    answers = [
        {
            name: _Answers(own, unbiased, level, Noise(name, [one.get(name) for one in all_groups], at), unbiased)
            for name, own in all_groups[at].items()
            for unbiased in [own.decode(sealed[group.name][name])]
        }
        for at, group in enumerate(chosen.groups)
    ]
    unbiased = {
        group.name: {name: own.unbiased for name, own in found.items()}
        for group, found in zip(chosen.groups, answers, strict=True)
    }
    _pool(chosen, answers)
    made = prepared or prepare(chosen)
    adjusted = _adjusted(chosen, made.tables, answers)
    by_area: dict[int, list[Area[_Answers]]] = {}
    for at, by_level in made.by_area.items():
        group = chosen.groups[at]
        by_area[at] = _by_area(chosen, group, sealed, by_level)
        unbiased[group.name] = unbiased_by_area(group, by_area[at])
    tables = tuple(
        _table_by_area(chosen, table, chosen.groups[table.group], by_area[table.group], sealed)
        if table.group in by_area
        else _table(chosen, table, chosen.groups[table.group], answers[table.group], sealed, adjusted=adjusted)
        for table in chosen.compiled.tables
    )
    return Finished(tables, unbiased, release_hashes(tables).result)


def _adjusted(chosen: ChosenPlan, tables: Sequence[Cells], answers: Sequence[dict[str, _Answers]]) -> bool:
    """Make the answers consistent; where that fails or contradicts them, print them as they are and return False."""
    try:
        _adjust(chosen, tables, answers)
        if not _contradicted(chosen, answers):
            return True
    except Exception:  # noqa: S110 -- whatever failed, what was drawn is published: rounded, marked, and said to be so
        pass
    for found in answers:
        for name, own in found.items():
            own.consistent = nearest(own.unbiased, counts=name == COUNT)
    return False


def _contradicted(chosen: ChosenPlan, answers: Sequence[dict[str, _Answers]]) -> bool:
    """Whether a printed number contradicts its own measurement; sums are also held within bounds of noisy counts."""
    number = sum(own.unbiased.size for found in answers for own in found.values())
    for group, found in zip(chosen.groups, answers, strict=True):
        if not found:
            continue
        moved = np.abs(found[COUNT].consistent - found[COUNT].unbiased)
        slack = {f"sum:{one.quantity}": moved * max(abs(one.lower), abs(one.upper), 1) for one in group.compiled.sums}
        for name, own in found.items():
            if contradicts(own.mechanism, own.unbiased, own.consistent, number, slack.get(name, 0.0)):
                return True
    return False


def _adjust(chosen: ChosenPlan, tables: Sequence[Cells], answers: Sequence[dict[str, _Answers]]) -> None:
    """Give every statistic of every group its consistent answers: sums of cells of the joint tables.

    Each table is filled after the one whose numbers it keeps.
    """
    vectors = {f"sum:{vector.quantity}": vector for group in chosen.groups for vector in group.compiled.sums}
    at_the_root = {**dict.fromkeys(vectors), COUNT: _known_total(chosen, answers)}
    filled: list[dict[str, Integers]] = []
    for cells in tables:
        link = cells.table.link
        held: dict[str, Held | None] = at_the_root
        if link is not None:
            held = {name: tables[link.parent].shared(link, own) for name, own in filled[link.parent].items()}
        given = {
            name: [_given(chosen, part, answers[part.group].get(name)) for part in cells.table.parts] for name in held
        }
        filled.append(cells.fill(given, vectors, held))
        for group in cells.table.groups:
            for name, own in answers[group].items():
                own.consistent = cells.answer(group, filled[-1][name])


def _given(chosen: ChosenPlan, part: JointPart, own: _Answers | None) -> Values:
    """What a group's answers say of a part of a joint table; nothing where it does not publish the statistic."""
    if own is None:
        return np.zeros(0)
    workload = chosen.groups[part.group].compiled.workload
    return part.answers(kronecker_parts(workload)[part.part], workload.split(own.informed)[part.part])


def _known_total(chosen: ChosenPlan, answers: Sequence[dict[str, _Answers]]) -> Held | None:
    """The number of records where it is public: an answer without noise, or answers that are conditioned on it.

    Answers that are measured each by itself do not add up to it.
    """
    adding_up: list[float] = []
    for group, found in zip(chosen.groups, answers, strict=True):
        if not group.compiled.exact_row or COUNT not in found:
            continue
        workload, own = group.compiled.workload, found[COUNT]
        parts = zip(kronecker_parts(workload), workload.split(own.unbiased), workload.split(own.noise.std), strict=True)
        for part, given, std in parts:
            exact = given[(_everyone(part) & (std == 0))]
            if exact.size:
                return everybody(round(float(exact[0])))
            disjoint = all((factor.column_counts() == 1).all() for factor in part.factors)
            if disjoint and not isinstance(own.mechanism.strategy, WorkloadStrategy):
                adding_up.append(float(given.sum()))
    return everybody(round(adding_up[0])) if adding_up else None


def _everyone(part: Kronecker) -> NDArray[np.bool_]:
    """Which of a part's queries count every cell."""
    every = np.ones(1, dtype=bool)
    for factor in part.factors:
        sizes = factor.answer(np.ones(factor.size, dtype=np.int64))
        every = np.logical_and.outer(every, sizes == factor.size).ravel()
    return every


def _by_area(chosen: ChosenPlan, group: ChosenGroup, sealed: Sealed, cells: CellsByLevel) -> list[Area[_Answers]]:
    """Each area's answers at its level, made consistent by themselves; whatever is computed has stage two's noise."""
    areas: list[Area[_Answers]] = []
    vectors = {f"sum:{vector.quantity}": vector for vector in group.compiled.sums}
    for at, (level, drawn) in enumerate(drawn_areas(group, sealed[group.name])):
        answers = {
            name: _Answers(own, unbiased, chosen.plan.level, Noise(name, [own], 0), unbiased)
            for name, (own, integers) in drawn.items()
            for unbiased in [own.decode(integers)]
        }
        table = cells.of(level, at)
        given = {name: _split(table, own) for name, own in answers.items()}
        found = table.fill(given, vectors, dict.fromkeys(answers))
        for name, own in answers.items():
            own.consistent = table.answer(0, found[name])
        areas.append(Area(level, answers))
    return areas


def _split(table: Cells, own: _Answers) -> list[Values]:
    """An area's unbiased answers, part after part."""
    ends = np.cumsum([part.queries.shape[0] for part in table.table.parts])
    return np.split(own.unbiased, ends[:-1])


def _table_by_area(
    chosen: ChosenPlan, table: TableMap, group: ChosenGroup, areas: Sequence[Area[_Answers]], sealed: Sealed
) -> TableResult:
    """A table whose cells are read area by area."""
    pieces = pieces_of(group, table, [area.level for area in areas])
    found = [_table(chosen, one.table, one.group, areas[one.area].answers, sealed) for one in pieces]
    return joined(table, pieces, found)


def _pool(chosen: ChosenPlan, answers: list[dict[str, _Answers]]) -> None:
    """Put the average in the place of every answer that several groups give, and tell each group what others know."""
    groups, counting = [group.compiled for group in chosen.groups], [bool(own) for own in answers]
    for statistic in dict.fromkeys(name for found in answers for name in found):
        margins = shared_by(chosen.compiled, counting, statistic)
        if not margins:
            continue
        sources = [
            Source(None, np.zeros(0)) if own is None else Source(own.mechanism, own.unbiased)
            for own in (found.get(statistic) for found in answers)
        ]
        for found, known in zip(answers, informed(groups, sources, margins), strict=True):
            if known.size:
                found[statistic].informed = known
        given = {at: own[statistic].unbiased for at, own in enumerate(answers) if statistic in own}
        for at in given:
            noise = chosen.noises[at][statistic]
            answers[at][statistic].take(noise, noise.averages.of_answers(at, given))


def _table(
    chosen: ChosenPlan,
    table: TableMap,
    group: ChosenGroup,
    answers: dict[str, _Answers],
    sealed: Sealed,
    *,
    adjusted: bool = True,
) -> TableResult:
    shape = table.empty.shape  # the shell's, or a list of some of its cells
    estimate, lower, upper, margin, unbiased = (np.full(shape, np.nan) for _ in range(5))
    steps = {vector.quantity: vector for vector in group.compiled.sums}
    flag = np.full(shape, "", dtype=object)
    for recipe in table.recipes:
        span = slice(recipe.start, recipe.stop)
        decimals = table.shell.items[recipe.start].decimals
        if recipe.kind in ("count", "cdf", "interval", "prefix"):
            cells = _counts(recipe, answers[COUNT])
        elif recipe.kind == "percentage":
            cells = _percentages(recipe, answers[COUNT], decimals)
        elif recipe.kind == "sum":
            cells = _sums(recipe, answers, steps, decimals)
        elif recipe.kind == "mean":
            cells = _means(recipe, answers, steps, decimals)
        else:
            variable = chosen.plan.dictionary.variable(str(recipe.variable))
            if group.drawn is not None and group.quantiles is not None:
                own_draws = sealed[group.name][QUANTILE]
                name, lines = table.shell.name, group.quantiles.lines
                cells = quantile_cells(name, recipe, variable, decimals, group.drawn, lines, own_draws)
            else:
                cells = _quantiles(recipe, answers[COUNT], variable, decimals)
        for target, values in zip((estimate, lower, upper, margin, unbiased), cells, strict=True):
            target[..., span] = values
        if recipe.kind in ("count", "cdf", "interval", "prefix", "sum"):
            own = answers[f"sum:{recipe.quantity}" if recipe.kind == "sum" else COUNT]
            flag[..., span] = np.where(own.noiseless(recipe.rows), EXACT, "")
    for values in (estimate, lower, upper, margin, unbiased):
        values += 0.0  # no negative zero
    if not adjusted and group.drawn is None:
        flag += UNADJUSTED
    flag[np.isnan(estimate) | np.isnan(lower)] = NOT_ESTIMABLE
    flag[table.empty] = IMPOSSIBLE
    return TableResult(table.shell, estimate, lower, upper, margin, unbiased, flag)


_Cells = tuple[Values, Values, Values, Values, Values]
"""Estimate, lower, upper, margin, unbiased."""


def _at(values: NDArray[np.generic], rows: Integers) -> Values:
    """Answers in `rows`, 0 where nobody is counted."""
    return np.where(rows == NO_ROW, 0.0, np.asarray(values, dtype=np.float64)[np.maximum(rows, 0)])


def _counts(recipe: Recipe, own: _Answers) -> _Cells:
    unbiased, margin = _at(own.unbiased, recipe.rows), own.margins(recipe.rows)
    printed = _at(own.consistent, recipe.rows)
    lower, upper = containing(*narrow_limits(unbiased, own.margins_by_level(recipe.rows)), printed)
    return printed, lower, upper, margin, unbiased


def _percentages(recipe: Recipe, own: _Answers, decimals: int) -> _Cells:
    base = _base(recipe)
    top, bottom = _at(own.consistent, recipe.rows), _at(own.consistent, base)
    noisy_top, noisy_bottom = _at(own.unbiased, recipe.rows), _at(own.unbiased, base)
    low, high = ratios(own.noise, recipe.rows, noisy_top, own.noise, base, noisy_bottom, own.level)
    return _ratio(
        _divide(top, bottom), _divide(noisy_top, noisy_bottom), low, high, Fraction(100), decimals, 0.0, 100.0
    )


def _sums(recipe: Recipe, answers: dict[str, _Answers], steps: dict[str, SumVector], decimals: int) -> _Cells:
    vector = steps[str(recipe.quantity)]
    own, step = answers[f"sum:{recipe.quantity}"], float(vector.step)
    unbiased, margin = _at(own.unbiased, recipe.rows), own.margins(recipe.rows)
    printed = _at(own.consistent, recipe.rows)
    low, high = containing(np.floor(unbiased - margin), np.ceil(unbiased + margin), printed)
    if vector.lower >= 0:
        low, high = np.maximum(low, 0.0), np.maximum(high, 0.0)
    places = 10.0**decimals
    return (
        np.round(printed * step, decimals),
        np.floor(low * step * places) / places,
        np.ceil(high * step * places) / places,
        margin * step,
        unbiased * step,
    )


def _means(recipe: Recipe, answers: dict[str, _Answers], steps: dict[str, SumVector], decimals: int) -> _Cells:
    vector, base = steps[str(recipe.quantity)], _base(recipe)
    top = answers[f"sum:{recipe.quantity}"]
    bottom = answers[COUNT if recipe.stated is None else f"sum:{recipe.stated}"]
    noisy_top, noisy_bottom = _at(top.unbiased, recipe.rows), _at(bottom.unbiased, base)
    low, high = ratios(top.noise, recipe.rows, noisy_top, bottom.noise, base, noisy_bottom, top.level)
    step = vector.step
    return _ratio(
        _divide(_at(top.consistent, recipe.rows), _at(bottom.consistent, base)),
        _divide(noisy_top, noisy_bottom),
        low,
        high,
        step,
        decimals,
        float(vector.lower * step),
        float(vector.upper * step),
    )


def _ratio(
    estimate: Values,
    unbiased: Values,
    low: Values,
    high: Values,
    unit: Fraction,
    decimals: int,
    least: float,
    most: float,
) -> _Cells:
    """A ratio in its unit, between the least and most it can be; limits widened outward to the printed decimals.

    The estimate comes from adjusted counts, the limits from unbiased ones: they are widened to it where it is outside.
    The margin is how far the unbiased ratio can be off: they need not be about its middle.
    """
    scale, places = float(unit), 10.0**decimals
    none = np.isnan(low)
    value: Values = np.clip(np.where(none, np.nan, estimate) * scale, least, most).round(decimals)
    lower: Values = np.minimum(np.clip(np.floor(low * scale * places) / places, least, most), value)
    upper: Values = np.maximum(np.clip(np.ceil(high * scale * places) / places, least, most), value)
    raw: Values = np.where(none, np.nan, unbiased * scale)
    return value, lower, upper, np.maximum(high - unbiased, unbiased - low) * scale, raw


def _quantiles(recipe: Recipe, own: _Answers, variable: Variable, decimals: int) -> _Cells:
    running, noisy = _at(own.consistent, recipe.rows), _at(own.unbiased, recipe.rows)
    counts = np.diff(running, prepend=0.0, axis=-1).astype(np.int64)
    edges = np.array([float(edge) for edge in variable.edges])
    points = not variable.closed and bool(np.all(np.diff(edges) == 1.0))
    found: list[_Cells] = []
    limits = quantiles(own.noise, recipe.rows, noisy, recipe.at, own.level)
    for q, bins in zip(recipe.at, limits, strict=True):
        position = quantile_positions(counts, q)
        value = edges[np.maximum(position, 0)]
        if not points:  # within its bin the quantile is placed by its share of the bin's count
            here = np.take_along_axis(counts, np.maximum(position, 0)[..., None], -1)[..., 0]
            before = np.take_along_axis(running, np.maximum(position, 0)[..., None], -1)[..., 0] - here
            share = np.divide(float(q) * running[..., -1] - before, here, out=np.zeros(here.shape), where=here > 0)
            value = value + share * np.diff(edges)[np.maximum(position, 0)]
        printable = bins.estimable & (position >= 0)
        # the estimate comes from adjusted counts, the limits from unbiased ones: they are widened to its bin
        first, last = np.minimum(bins.first, np.maximum(position, 0)), np.maximum(bins.last, position)
        places = 10.0**decimals
        value = np.round(value, decimals)
        low = np.floor(edges[first] * places) / places
        high = np.ceil((edges[last] if points else edges[last + 1]) * places) / places
        raw = _noisy_quantile(noisy, float(q), edges, points)
        # how far either can be off: the limits are about the middle of neither
        margin = printed_margins(np.maximum(high - np.minimum(value, raw), np.maximum(value, raw) - low))
        cells = [np.where(printable, one, np.nan) for one in (value, low, high, margin, raw)]
        found.append((cells[0], cells[1], cells[2], cells[3], cells[4]))
    stacked = [np.stack([one[part] for one in found], axis=-1) for part in range(5)]
    return stacked[0], stacked[1], stacked[2], stacked[3], stacked[4]


def _noisy_quantile(running: Values, share: float, edges: Values, points: bool) -> Values:
    """Where noisy running counts first reach a share of their total, placed within its bin unless bins are points."""
    slack = 1e-9 * np.maximum(np.abs(running[..., -1:]), 1.0)  # a count that reaches the share just so has reached it
    here = np.argmax(running >= share * running[..., -1:] - slack, axis=-1)
    if points:
        return np.asarray(edges[here], dtype=np.float64)
    counts = np.take_along_axis(np.diff(running, prepend=0.0, axis=-1), here[..., None], -1)[..., 0]
    reached = np.take_along_axis(running, here[..., None], -1)[..., 0]
    short = share * running[..., -1] - (reached - counts)
    part = np.clip(np.divide(short, counts, out=np.zeros(counts.shape), where=counts > 0), 0.0, 1.0)
    return np.asarray(edges[here] + part * np.diff(edges)[here], dtype=np.float64)


def _base(recipe: Recipe) -> Integers:
    if recipe.base is None:
        raise LookupError(f"a {recipe.kind} has a base")
    return recipe.base[..., None]


def _divide(top: Values, bottom: Values) -> Values:
    unknown = np.full(np.broadcast_shapes(top.shape, bottom.shape), np.nan)
    return np.asarray(np.divide(top, bottom, out=unknown, where=bottom > 0), dtype=np.float64)
