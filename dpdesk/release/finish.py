"""From sealed integers to published cells: decode, make consistent, round, and read every item of every table off.

All of it is post-processing of noisy integers. Each group ends as one table of whole, non-negative cells over its
domain; every published count of the group is a sum of these, so margins add up, intervals are differences of
cumulative counts, quantiles do not cross and the same cell in two tables is one number. Groups that share a margin are
made to agree on it: where both publish it they pool their noisy answers by precision, and all groups' tables are made
from all that is known of them (`informed`) as margins of one table (`population`). Limits and margins are always those
of the unbiased answers.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import Cancelled
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.planning.choosing.choose import COUNT, QUANTILE, ChosenGroup, ChosenPlan
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.choosing.printed import shared_by
from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.planning.compiler.recipes import TableMap, all_of
from dpdesk.planning.joint.nodes import JointPart
from dpdesk.planning.joint.tables import JointTable
from dpdesk.postprocess.closest.fit import NotClosed
from dpdesk.progress import breathe, stretch
from dpdesk.queries import Kronecker
from dpdesk.queries.compound import kronecker_parts
from dpdesk.release.canonical import release_hashes
from dpdesk.release.detail import (
    Area,
    CellsByLevel,
    drawn_areas,
    joined,
    pieces_of,
    unbiased_by_area,
)
from dpdesk.release.guard import contradict_together, contradicts, nearest
from dpdesk.release.informed import Shared, informed, shared
from dpdesk.release.population.cells import Cells, Held, everybody, parts_of_all, scale_of
from dpdesk.release.population.form import cells_of
from dpdesk.release.reading.answers import Answers
from dpdesk.release.reading.cells import Reading
from dpdesk.release.reading.read import read
from dpdesk.release.result import CONTROLLED, EXACT, IMPOSSIBLE, NOT_ESTIMABLE, UNADJUSTED, TableResult
from dpdesk.release.sealed import Sealed

GOLDEN = (5**0.5 - 1) / 2
CANCELLED = 1e-9
"""Share of the noise of answers that their sum bears where they are conditioned on it: a rounding error."""
KEPT = 1_000_000
"""Covariances of what groups share that are kept while the records are counted."""
ADJUSTING = "adjusting"
LEAST_ERROR = 1e-3
"""Answers are not taken to be closer than this; exact ones weigh a million times what an error of a count does."""

TOLD = 1.01
"""Variance in parts of an average's from which that is the better estimate: no rounding error."""

Values = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """The published tables of a release, and each group's unbiased answers by statistic.

    `population` is what the tables of `prepare` hold by statistic, of which the numbers are sums: those of quantities
    that could not be made consistent are left out, and all is empty where counts could not. `failed` is the kind of the
    exception that ended the adjustment, by name and never with its message; "" where none did.
    """

    tables: tuple[TableResult, ...]
    unbiased: dict[str, dict[str, Values]]
    population: tuple[Mapping[str, Integers], ...] = ()
    failed: str = ""

    @property
    def result_hash(self) -> str:
        """The hash over the cells of all tables, which takes a while: it is worked out where it is asked for."""
        return release_hashes(self.tables).result


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What brings cells close to answers, made before a reservation: a function of the plan.

    `tables` are those behind the numbers of the groups that count, each after the one it hangs on; `by_area` the tables
    of groups with adaptive detail, by position in the plan. `shared` keeps by statistic what groups share of it, from
    the trial to the release, where it takes little room.
    """

    tables: tuple[Cells, ...]
    by_area: Mapping[int, CellsByLevel]
    shared: dict[str, Shared] = field(default_factory=dict)


def prepare(chosen: ChosenPlan) -> Prepared:
    """Work out what finishing needs and the plan alone decides, before anything is drawn.

    Args:
        chosen: the plan with its mechanisms.
    """
    vectors = {f"sum:{vector.quantity}": vector for group in chosen.groups for vector in group.compiled.sums}
    tables = tuple(
        cells_of(
            table,
            _weights(chosen, table, names),
            _deviations(chosen, table, vectors, names),
            parts_of_all(vectors),
            [own.link for own in chosen.joint if own.link is not None and own.link.parent == number],
        )
        for number, (table, names) in enumerate(zip(chosen.joint, _needed(chosen), strict=True))
    )
    groups = enumerate(chosen.groups)
    return Prepared(
        tables, {number: CellsByLevel(group, chosen.plan) for number, group in groups if group.detail is not None}
    )


def _needed(chosen: ChosenPlan) -> list[set[str]]:
    """The statistics of each joint table: those that its groups publish, or groups of tables that hang on it."""
    found = [{name for at in table.groups for name in chosen.groups[at].mechanisms} for table in chosen.joint]
    for names, table in reversed(list(zip(found, chosen.joint, strict=True))):
        if table.link is not None:
            found[table.link.parent] |= names
    return found


def _weights(chosen: ChosenPlan, table: JointTable, needed: Container[str]) -> dict[str, list[float]]:
    """For every statistic the weight of each part: that of the plan, over the mean variance of its group's answers."""
    names = dict.fromkeys(name for group in chosen.groups for name in group.mechanisms if name in needed)
    return {name: [_weight(chosen, part, name) for part in table.parts] for name in names}


def _deviations(
    chosen: ChosenPlan, table: JointTable, vectors: Mapping[str, SumVector], needed: Container[str]
) -> dict[str, list[Values]]:
    """For every statistic the standard errors, in people, of what each part says."""
    scales = {COUNT: 1.0} | {name: scale_of(vector) for name, vector in vectors.items() if name in needed}
    return {name: [_errors(chosen, part, name) / scale for part in table.parts] for name, scale in scales.items()}


def _errors(chosen: ChosenPlan, part: JointPart, statistic: str) -> Values:
    """Standard errors of what a part says; about so, where its numbers are added up from a group's own."""
    group, noise = chosen.groups[part.group], chosen.noises[part.group].get(statistic)
    if noise is None:
        return np.zeros(0)
    std = group.compiled.workload.split(noise.std)[part.part]
    if part.own:
        return part.answers(kronecker_parts(group.compiled.workload)[part.part], std)
    return np.full(part.queries.shape[0], float(np.sqrt(np.mean(np.square(std)) * part.spread)))


def _weight(chosen: ChosenPlan, part: JointPart, statistic: str) -> float:
    group = chosen.groups[part.group]
    mechanism = group.mechanisms.get(statistic)
    if mechanism is None:
        return 0.0
    wanted = float(group.compiled.weights[part.part]) / part.queries.shape[0]
    return wanted / (max(mechanism.objective, LEAST_ERROR) ** 2 * part.spread)


def finish(chosen: ChosenPlan, sealed: Sealed, prepared: Prepared | None = None) -> Finished:
    """Compute everything a release publishes from its sealed integers.

    How far the adjustment has come is breathed, which may stop it: it begins anew at the next call.

    Args:
        chosen: the plan with the mechanisms the integers were drawn for.
        sealed: group name -> vector ("count", "sum:income") -> r noisy integers, in units of the mechanism's rows.
        prepared: what `prepare` made of the same plan; made here where it is not given.

    Returns:
        The tables in the plan's order, and the unbiased answers of each group.
    """
    breathe(ADJUSTING, 0.0)
    answers = _answers(chosen, sealed, chosen.plan.level)
    unbiased = {
        group.name: {name: answer.unbiased for name, answer in group_answers.items()}
        for group, group_answers in zip(chosen.groups, answers, strict=True)
    }
    total = _known_total(chosen, answers)
    made = prepared or prepare(chosen)
    _pool(chosen, answers, made.shared)
    ends = _shares(made)
    with stretch(0.0, ends[0]):
        loose, filled, failed = _adjusted(chosen, made.tables, answers, unbiased, total)
    by_area: dict[int, list[Area[Answers]]] = {}
    for (number, by_level), begin, end in zip(made.by_area.items(), ends, ends[1:], strict=False):
        group = chosen.groups[number]
        with stretch(begin, end):
            by_area[number], stopped = _by_area(chosen, group, sealed, by_level)
            failed = failed or stopped
        unbiased[group.name] = unbiased_by_area(group, by_area[number])
    tables = tuple(
        _table_by_area(chosen, table, chosen.groups[table.group], by_area[table.group], sealed)
        if table.group in by_area
        else _table(chosen, table, chosen.groups[table.group], answers[table.group], sealed, loose)
        for table in chosen.compiled.tables
    )
    breathe(ADJUSTING, 1.0)
    return Finished(tables, unbiased, filled, failed)


def _shares(made: Prepared) -> list[float]:
    """Where the joint tables are done, of all the work there is, and then each group with adaptive detail."""
    whole = len(made.tables) + len(made.by_area)
    return [(len(made.tables) + done) / max(whole, 1) for done in range(len(made.by_area) + 1)]


def measured(chosen: ChosenPlan, sealed: Sealed, level: Fraction | int) -> tuple[TableResult, ...]:
    """The tables as they were measured, with limits at some level: nothing is adjusted but rounded to whole answers.

    Of groups with adaptive detail there are none.
    """
    answers = _answers(chosen, sealed, level)
    _pool(chosen, answers, {})
    for group_answers in answers:
        for name, answer in group_answers.items():
            answer.consistent = nearest(answer.unbiased, counts=name == COUNT)
    return tuple(
        _table(chosen, table, chosen.groups[table.group], answers[table.group], sealed)
        for table in chosen.compiled.tables
        if chosen.groups[table.group].detail is None
    )


def _answers(chosen: ChosenPlan, sealed: Sealed, level: Fraction | int) -> list[dict[str, Answers]]:
    """Each group's own answers by statistic, with margins at a level."""
    return [
        {
            name: Answers(noise.own, unbiased, level, noise, unbiased)
            for name, noise in noises.items()
            for unbiased in [noise.own.decode(sealed[group.name][group.sealed_as(name)])]
        }
        for group, noises in zip(chosen.groups, chosen.own_noises, strict=True)
    ]


def _adjusted(
    chosen: ChosenPlan,
    tables: Sequence[Cells],
    answers: Sequence[dict[str, Answers]],
    own: Mapping[str, Mapping[str, Values]],
    total: Held | None,
) -> tuple[frozenset[str], tuple[Mapping[str, Integers], ...], str]:
    """Make the answers consistent; return the vectors for which that fails or contradicts what was measured.

    These are printed as they are: all of them where it is the counts, else all sums. Beside them what the tables hold
    of the others, and the kind of the exception where one ended the adjustment.
    """
    every = frozenset(name for by_name in answers for name in by_name)
    loose, filled, failed = every, list[dict[str, Integers]](), ""
    try:
        filled = _adjust(chosen, tables, answers, total)
        number = sum(vector.unbiased.size for by_name in answers for vector in by_name.values())
        contradicted = {
            name
            for group, group_answers in zip(chosen.groups, answers, strict=True)
            for name in _contradicted(group, group_answers, own[group.name], number)
        }
        loose = _loose(every, contradicted)
    except Cancelled:
        raise
    except Exception as problem:  # whatever failed, what was drawn is published: rounded, marked, and said to be so
        failed = _kind(problem)
    for group_answers in answers:
        _as_measured(group_answers, loose)
    if COUNT in loose:
        return loose, (), failed
    kept = tuple({name: vector for name, vector in by_name.items() if name not in loose} for by_name in filled)
    return loose, kept, failed


def _kind(problem: Exception) -> str:
    """The kind of an exception, by name; "" for a closest table that was not found in time, which is no fault."""
    return "" if isinstance(problem, NotClosed) else type(problem).__name__


def _contradicted(
    group: ChosenGroup, answers: Mapping[str, Answers], own: Mapping[str, Values], number: int
) -> set[str]:
    """The vectors that contradict their own measurements; sums are held within bounds of noisy counts.

    own: the group's unbiased answers before any are averaged; number: the answers of the whole release.
    """
    if not answers:
        return set()
    moved = np.abs(answers[COUNT].consistent - answers[COUNT].unbiased)
    slack = {
        f"sum:{summed.quantity}": moved * max(abs(summed.lower), abs(summed.upper), 1) for summed in group.compiled.sums
    }
    return {
        name
        for name, answer in answers.items()
        if contradicts(answer.noise, answer.unbiased, answer.consistent, number, slack.get(name, 0.0))
        or contradict_together(answer.mechanism, own[name], answer.consistent, number, slack.get(name, 0.0))
    }


def _loose(every: frozenset[str], contradicted: set[str]) -> frozenset[str]:
    """The vectors that are printed as measured where some contradict their measurements: all, or all sums."""
    if COUNT in contradicted:
        return every
    return every - {COUNT} if contradicted else frozenset()


def _as_measured(answers: Mapping[str, Answers], loose: frozenset[str]) -> None:
    """Take the unbiased answers of some vectors, rounded."""
    for name, answer in answers.items():
        if name in loose:
            answer.consistent = nearest(answer.unbiased, counts=name == COUNT)


def _adjust(
    chosen: ChosenPlan, tables: Sequence[Cells], answers: Sequence[dict[str, Answers]], total: Held | None
) -> list[dict[str, Integers]]:
    """Give every statistic of every group its consistent answers: sums of cells of the joint tables.

    Each table is filled after the one whose numbers it keeps. What they hold by statistic is returned.
    """
    sums = {
        units: {
            f"sum:{vector.quantity}": vector
            for group in chosen.groups
            if group.compiled.space.of_units == units
            for vector in group.compiled.sums
        }
        for units in (False, True)
    }
    filled: list[dict[str, Integers]] = []
    for number, (cells, names) in enumerate(zip(tables, _needed(chosen), strict=True)):
        link = cells.table.link
        space = chosen.groups[cells.table.groups[0]].compiled.space
        vectors = {name: vector for name, vector in sums[space.of_units].items() if name in names}
        held: dict[str, Held | None] = {**dict.fromkeys(vectors), COUNT: total if space.records else None}
        if link is not None:
            above = filled[link.parent]
            held = {name: tables[link.parent].shared(link, above[name]) for name in held}
            for name, summed in link.summed.items():
                own, people = held.get(name), held[COUNT]
                if own is not None and people is not None:
                    held[name] = own.between(people, vectors[name].lower, vectors[name].upper, summed)
        given = {
            name: [_given(chosen, part, answers[part.group].get(name)) for part in cells.table.parts] for name in held
        }
        with stretch(number / len(tables), (number + 1) / len(tables)):
            filled.append(cells.fill(given, vectors, held))
        for group in cells.table.groups:
            for name, answer in answers[group].items():
                answer.consistent = cells.answer(group, filled[-1][name])
    return filled


def _given(chosen: ChosenPlan, part: JointPart, answers: Answers | None) -> Values:
    """What a group's answers say of a part of a joint table; nothing where it does not publish the statistic."""
    if answers is None:
        return np.zeros(0)
    workload = chosen.groups[part.group].compiled.workload
    return part.answers(kronecker_parts(workload)[part.part], workload.split(answers.informed)[part.part])


def _known_total(chosen: ChosenPlan, answers: Sequence[dict[str, Answers]]) -> Held | None:
    """The number of records where it is public: an answer without noise, or answers that are conditioned on it.

    answers: each group's own. Those that are measured each by itself do not add up to it, nor do averages over groups,
    which weigh each answer by itself.
    """
    adding_up: list[float] = []
    for group, group_answers in zip(chosen.groups, answers, strict=True):
        if not group.compiled.exact_row or COUNT not in group_answers:
            continue
        workload, answer = group.compiled.workload, group_answers[COUNT]
        noise = workload.split(_some_noise(answer.mechanism.strategy))
        parts = zip(
            kronecker_parts(workload), workload.split(answer.unbiased), workload.split(answer.noise.std), strict=True
        )
        for (part, given, std), moved in zip(parts, noise, strict=True):
            exact = given[(_everyone(part) & (std == 0))]
            if exact.size:
                return everybody(round(float(exact[0])))
            disjoint = all((factor.column_counts() == 1).all() for factor in part.factors)
            if disjoint and abs(moved.sum()) <= CANCELLED * np.abs(moved).sum():
                adding_up.append(float(given.sum()))
    return everybody(round(adding_up[0])) if adding_up else None


def _some_noise(strategy: Strategy) -> Values:
    """What noise without a pattern does to the answers: sums of answers that it leaves alone bear no noise at all."""
    noise = np.mod(np.arange(1, strategy.rows + 1) * GOLDEN, 1.0) - 0.5
    noise[strategy.exact_rows] = 0.0
    return np.asarray(strategy.decode(noise) - strategy.decode(np.zeros(strategy.rows)))


def _everyone(part: Kronecker) -> NDArray[np.bool_]:
    """Which of a part's queries count every cell."""
    every = np.ones(1, dtype=bool)
    for factor in part.factors:
        sizes = factor.answer(np.ones(factor.size, dtype=np.int64))
        every = np.logical_and.outer(every, sizes == factor.size).ravel()
    return every


def _by_area(
    chosen: ChosenPlan, group: ChosenGroup, sealed: Sealed, cells: CellsByLevel
) -> tuple[list[Area[Answers]], str]:
    """Each area's answers at its level, made consistent by themselves; whatever is computed has stage two's noise.

    Where that fails or contradicts what was measured, an area is printed as it was measured. Beside the areas the kind
    of the exception where one ended the adjustment of some area.
    """
    areas: list[Area[Answers]] = []
    failed = ""
    drawn_by_area = list(drawn_areas(group, sealed[group.name]))
    number = len(drawn_by_area)
    size = sum(integers.size for _, drawn in drawn_by_area for _, integers in drawn.values())
    for area, (level, drawn) in enumerate(drawn_by_area):
        answers = {
            name: Answers(mechanism, unbiased, chosen.plan.level, Noise(name, [mechanism], 0), unbiased)
            for name, (mechanism, integers) in drawn.items()
            for unbiased in [mechanism.decode(integers)]
        }
        loose = every = frozenset(answers)
        try:
            with stretch(area / number, (area + 1) / number):
                _adjust_area(group, cells.of(level, area), answers)
            own = {name: answer.unbiased for name, answer in answers.items()}
            loose = _loose(every, _contradicted(group, answers, own, size))
        except Cancelled:
            raise
        except Exception as problem:  # as `_adjusted`: what was drawn is published
            failed = _kind(problem) or failed
        _as_measured(answers, loose)
        areas.append(Area(level, answers, loose))
    return areas, failed


def _adjust_area(group: ChosenGroup, table: Cells, answers: dict[str, Answers]) -> None:
    """Give every statistic of an area its consistent answers."""
    vectors = {f"sum:{vector.quantity}": vector for vector in group.compiled.sums}
    given = {name: _split(table, vector) for name, vector in answers.items()}
    filled = table.fill(given, vectors, dict.fromkeys(answers))
    for name, answer in answers.items():
        answer.consistent = table.answer(0, filled[name])


def _split(table: Cells, answers: Answers) -> list[Values]:
    """An area's unbiased answers, part after part."""
    ends = np.cumsum([part.queries.shape[0] for part in table.table.parts])
    return np.split(answers.unbiased, ends[:-1])


def _table_by_area(
    chosen: ChosenPlan, table: TableMap, group: ChosenGroup, areas: Sequence[Area[Answers]], sealed: Sealed
) -> TableResult:
    """A table whose cells are read area by area."""
    pieces = pieces_of(group, table, [area.level for area in areas])
    results = [
        _table(chosen, piece.table, piece.group, area.answers, sealed, area.loose)
        for piece in pieces
        for area in [areas[piece.area]]
    ]
    return joined(table, pieces, results)


def _pool(chosen: ChosenPlan, answers: list[dict[str, Answers]], kept: dict[str, Shared]) -> None:
    """Put the average in the place of every answer that several groups give, and tell each group what others know.

    What others know is told by tables of what both share. An answer that both give may be in none of these, where one
    publishes some of its cells alone: then the average is the better estimate.
    """
    groups, counting = [group.compiled for group in chosen.groups], [bool(group_answers) for group_answers in answers]
    for statistic in dict.fromkeys(name for group_answers in answers for name in group_answers):
        margins = shared_by(chosen.compiled, counting, statistic)
        if not margins:
            continue
        told = kept.get(statistic) or shared(
            groups, [group.mechanisms.get(statistic) for group in chosen.groups], margins
        )
        if told.size <= KEPT:
            kept[statistic] = told
        own = [group_answers.get(statistic) for group_answers in answers]
        unbiased = [np.zeros(0) if answer is None else answer.unbiased for answer in own]
        given = {number: values for number, values in enumerate(unbiased) if values.size}
        noises = {member: chosen.noises[member][statistic] for member in given}
        averaged = [noises[at].averages.rows if at in given else np.zeros(0, np.int64) for at in range(len(groups))]
        known, gained = informed(unbiased, told, averaged)
        for member, noise in noises.items():
            answer, rows = answers[member][statistic], averaged[member]
            answer.informed = known[member].copy()
            answer.take(noise, noise.averages.of_answers(member, given))
            left = noise.own.std[rows] ** 2 - gained[member]
            better = rows[left > TOLD * noise.std[rows] ** 2]
            answer.informed[better] = answer.unbiased[better]


def _table(
    chosen: ChosenPlan,
    table: TableMap,
    group: ChosenGroup,
    answers: dict[str, Answers],
    sealed: Sealed,
    loose: frozenset[str] = frozenset(),
) -> TableResult:
    shape = table.empty.shape  # the shell's, or a list of some of its cells
    estimate, lower, upper, margin, unbiased = (np.full(shape, np.nan) for _ in range(5))
    flag = np.full(shape, "", dtype=object)
    drawn = None if group.drawn is None else sealed[group.name][QUANTILE]
    for recipe in table.recipes:
        cells = read(recipe.measured, Reading(table, recipe, group, answers, drawn))
        for target, values in zip((estimate, lower, upper, margin, unbiased), cells, strict=True):
            target[..., recipe.span] = values
        if recipe.measured.linear:
            noiseless = answers[recipe.measured.vector].noiseless(recipe.rows)
            flag[..., recipe.span] = np.where(all_of(recipe, noiseless), EXACT, "")
        if recipe.measured.vector in loose and group.drawn is None:
            flag[..., recipe.span] += UNADJUSTED
        if isinstance(recipe.measured, Controlled):
            flag[..., recipe.span][recipe.measured.public(recipe.rows)] = CONTROLLED
    for values in (estimate, lower, upper, margin, unbiased):
        values += 0.0  # no negative zero
    flag[np.isnan(estimate) | np.isnan(lower)] = NOT_ESTIMABLE
    flag[table.empty] = IMPOSSIBLE
    return TableResult(table.shell, estimate, lower, upper, margin, unbiased, flag)
