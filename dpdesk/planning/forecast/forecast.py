"""The expected accuracy of a plan, before any data are read: a pure function of the plan and its dictionary.

For each table every mechanism of the catalogue with every noise the loss allows: typical error (rmse), the objective of
its group, the widest margin, a bound on the expected worst cell, and how far above the best possible it is. For the
chosen mechanism also the standard error of each cell, in the order of the tidy CSV. Cells that are computed from
several noisy numbers (percentages, means, quantiles) have no standard error without public planning figures: null.
"chosen_because" says why another row has a smaller error than the one chosen, where one has. Further what each group's
methods make of its objective, what it spends of an (ε, δ) that is divided ("spends"), and whether the plan's targets
are met; "sampling" how much noise adds to declared sampling errors. With adaptive detail "detail" has a line for each
level: which one an area is given depends on its noisy size. "tied" are groups whose numbers may be printed as drawn,
with what to do about it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.planning.choosing.beside import printed_beside
from dpdesk.planning.choosing.candidates import SMALLEST, Bench, Candidate
from dpdesk.planning.choosing.combinations import linear_std
from dpdesk.planning.choosing.detail_stages import detail_of, level_groups, size_mechanism
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.choosing.printed import COUNT, Printed, by_statistic, own_noise, own_noises
from dpdesk.planning.choosing.quantile_methods import QuantileChoice, compare, forecast_rows
from dpdesk.planning.choosing.refusals import NO_FIGURES, refusal_json
from dpdesk.planning.choosing.tied import tied_json
from dpdesk.planning.choosing.together import settled, share_words
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
from dpdesk.planning.compiler.detail import at_level
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.planning.compiler.recipes import Recipe, TableMap
from dpdesk.planning.compiler.statistics import count_rows
from dpdesk.planning.forecast.bounds import best_bounds
from dpdesk.planning.forecast.controls import control_margins
from dpdesk.planning.forecast.derived import expected_answers, rounding
from dpdesk.planning.forecast.detail import detail_lines
from dpdesk.planning.forecast.marked import expected_marks
from dpdesk.planning.forecast.reasons import why_chosen
from dpdesk.planning.forecast.sampling import expected_errors, noise_beside
from dpdesk.planning.forecast.shown import shown_instead
from dpdesk.planning.forecast.small_databases import beside
from dpdesk.planning.forecast.targets import Answers, reached_by
from dpdesk.planning.memory import Memory
from dpdesk.privacy.exact import format_exact
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.choosing.choose import ChosenPlan
    from dpdesk.planning.document.plan import Plan

ROOM = 2**23
"""Numbers a forecaster keeps of rows of comparisons, with the mechanisms they belong to, and as many of cells."""


def forecast(plan: Plan) -> dict[str, Any]:
    """Return the forecast as the JSON object of `dpdesk forecast --json`. Raises BadInput for an impossible plan."""
    return Forecaster().forecast(plan)


class Forecaster:
    """Forecasts plan after plan, and each time works out only what an edit changed.

    Every result is that of `forecast` on the plan alone, to the last digit. Memory is bounded. For all threads, so that
    whoever asks about plans can share one: a plan is compiled once, a mechanism built once. `described` are the
    mechanisms of a release that is being finished, by group (candidates.Bench).
    """

    def __init__(self, described: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self.bench = Bench(described)
        self._rows: Memory[tuple[Mechanism | Noise, tuple[Recipe, ...], int, bool], dict[str, Any]] = Memory(ROOM)
        self._cells: Memory[tuple[object, ...], list[float | None]] = Memory(ROOM)

    def forecast(
        self, plan: Plan, progress: Progress = silent, *, numerical: bool = False, compared: bool = True
    ) -> dict[str, Any]:
        """Return the forecast as the JSON object of `dpdesk forecast --json`.

        Mechanisms found by optimisation are worked out where the plan names them; `numerical` asks for all of them.
        Where methods are not to be `compared`, "mechanisms" and "methods" have the chosen one alone, and nothing says
        why it was chosen, how near it is to a bound, or which groups are tied: that is much faster, and no other figure
        changes. `progress` is called between mechanisms; what it raises ends the forecast, and what was worked out is
        kept. Raises BadInput for an impossible plan.
        """
        compiled = settled(plan, self.bench.compile(plan), self.bench, progress)
        rows: list[list[Candidate]] = []
        chosen: list[Candidate] = []
        choices: list[QuantileChoice | None] = []
        for position, group in enumerate(compiled.groups):
            progress("comparing methods", position / (2 * len(compiled.groups)))
            chosen.append(self.bench.chosen(plan, group, progress))
            every = self.bench.candidates(plan, group, progress, numerical=numerical) if compared else chosen[-1:]
            rows.append(every)
            choices.append(
                None if group.detail is not None else compare(plan, compiled, position, chosen[position].built)
            )
        counted = [choice is None or choice.chosen is None for choice in choices]
        mechanisms = [
            by_statistic(group, candidate.built) if counts and group.detail is None else {}
            for group, candidate, counts in zip(compiled.groups, chosen, counted, strict=True)
        ]
        printed = self.bench.sharing.printed(compiled, mechanisms)
        tables: list[dict[str, Any]] = []
        for position, table in enumerate(compiled.tables):
            progress("forecasting", 0.5 + position / (2 * len(compiled.tables)))
            group = compiled.groups[table.group]
            choice_made, choice = chosen[table.group], choices[table.group]
            noise = partial(printed.instead, table.group)
            made = _Made(group, rows[table.group], choice_made, choice, noise, printed.noises[table.group], compared)
            tables.append(self._table(plan, table, made, progress))
            if compared:
                tables[-1]["mechanisms"] += beside(plan, group, table, choice_made.built, plan.level)
            tables[-1]["rounding"] = rounding(compiled, table.group)
            if group.detail is not None:
                tables[-1] |= self._by_level(plan, group, table, progress, compared=compared)
        self._mark(plan, compiled, tables)
        known = {
            number: Answers(
                {COUNT: own_noise(candidate.built)} if group.detail is not None else printed.noises[number],
                None if choice is None or choice.chosen is None else choice.chosen.limit_ranks,
            )
            for number, (group, candidate, choice) in enumerate(zip(compiled.groups, chosen, choices, strict=True))
        }
        return {
            "tables": tables,
            "loss": plan.loss.to_json(),
            "meaning": plan.meaning,
            "groups": [
                _group(group, candidates, _spends(group, candidate, choice))
                for group, candidates, candidate, choice in zip(compiled.groups, rows, chosen, choices, strict=True)
            ],
            "targets": [target.to_json() for target in reached_by(plan, compiled, known)],
            **({"bounds": bounds} if (bounds := best_bounds(plan, compiled, printed.noises)) else {}),
            **_cap(plan, compiled),
            **({"tied": tied} if compared and (tied := tied_json(plan, self.bench, progress)) else {}),
        }

    def compared(
        self, plan: Plan, table: str, progress: Progress = silent, *, numerical: bool = False
    ) -> dict[str, Any]:
        """What the forecast says of one table and its group, with all methods compared, or of `numerical` ones too.

        Returns {"table": the table's entry, "group": the group's}. Raises BadInput for an impossible plan or an unknown
        table.
        """
        compiled = settled(plan, self.bench.compile(plan), self.bench, progress)
        table_map, group = named_table(compiled, table)
        rows = self.bench.candidates(plan, group, progress, numerical=numerical)
        chosen = self.bench.chosen(plan, group, progress)
        choice = None if group.detail is not None else compare(plan, compiled, table_map.group, chosen.built)
        printed = printed_beside(plan, compiled, table_map.group, self.bench, progress)
        noises = {} if choice is not None and choice.chosen is not None else printed.noises[table_map.group]
        made = _Made(group, rows, chosen, choice, partial(printed.instead, table_map.group), noises)
        entry = self._table(plan, table_map, made, progress)
        entry["mechanisms"] += beside(plan, group, table_map, chosen.built, plan.level)
        entry["rounding"] = rounding(compiled, table_map.group)
        if group.detail is not None:
            entry |= self._by_level(plan, group, table_map, progress)
        return {
            "table": entry,
            "group": _group(group, rows, _spends(group, chosen, choice)),
        }

    def gammas(self, plan: Plan) -> dict[str, tuple[float, float] | None]:
        """For each group γ of the chosen factorization, and a lower bound for all of them (`Mechanism.gamma`).

        Apart from the forecast, since it needs another bound than the objective's. Raises BadInput as `forecast` does.
        """
        compiled = settled(plan, self.bench.compile(plan), self.bench)
        return {group.name: self.bench.chosen(plan, group).built.gamma for group in compiled.groups}

    def choose(self, plan: Plan) -> ChosenPlan:
        """Choose each group's mechanism, sharing what the forecasts built. Raises BadInput as `choose` does."""
        from dpdesk.planning.choosing.choose import choose  # a forecast chooses nothing

        return choose(plan, self.bench)

    def _table(self, plan: Plan, table: TableMap, made: _Made, progress: Progress) -> dict[str, Any]:
        group, chosen = made.group, made.chosen
        rows = []
        for candidate in made.rows:
            progress("forecasting")
            rows.append(self._row(table, candidate, made, plan.level))
        entry = {
            "table": table.shell.name,
            "cells": table.shell.cells,
            "chosen": chosen.name,
            "chosen_noise": chosen.noise,
            "group": group.name,
            "level": plan.level,
            "mechanisms": rows,
            "cells_std": self._std(group, table, made.noises or own_noises(group, chosen.built)),
            **control_margins(table, own_noises(group, chosen.built)),
        } | _drawn(rows, chosen, made.choice, plan.level)
        return entry | {"chosen_because": why_chosen(plan, group, self.bench, made.rows, entry)}

    def _by_level(
        self, plan: Plan, group: CompiledGroup, table: TableMap, progress: Progress, *, compared: bool = True
    ) -> dict[str, Any]:
        """What adaptive detail makes of a table's entry: a line for each level, since noisy sizes choose among them.

        The comparison of methods is that of the last level, which shows the most; a cell's standard error is the
        largest of the levels that show it.
        """
        detail = detail_of(group)
        levels = level_groups(plan, group, self.bench, progress)
        chosen = [self.bench.chosen(plan, level_group, progress) for level_group in levels]
        sizes = size_mechanism(plan, group, chosen[-1].noise)
        at_levels = [at_level(table, detail.tables, number) for number in range(len(levels))]
        found_std = [
            np.array(self._std(level_group, shown, _alone(level_group, candidate)), dtype=float)
            for level_group, (shown, _), candidate in zip(levels, at_levels, chosen, strict=True)
        ]
        std = [
            np.where(hidden, np.nan, level_std.reshape(hidden.shape))
            for level_std, (_, hidden) in zip(found_std, at_levels, strict=True)
        ]
        most = np.fmax.reduce(std).ravel().tolist()
        candidates = self.bench.candidates(plan, levels[-1], progress) if compared else chosen[-1:]
        last = _Made(levels[-1], candidates, chosen[-1], None, own_noise, _alone(levels[-1], chosen[-1]), compared)
        entry = self._table(plan, at_levels[-1][0], last, progress)
        shown = [shown_std for shown_std, _ in at_levels]
        made = [
            _Made(level_group, candidates, candidate, None, own_noise, {})
            for level_group, candidate in zip(levels, chosen, strict=True)
        ]
        lines = [self._row(*parts, plan.level) for parts in zip(shown, chosen, made, strict=True)]
        hidden = [hidden for _, hidden in at_levels]
        return {
            "mechanisms": entry["mechanisms"],
            "chosen": entry["chosen"],
            "chosen_noise": entry["chosen_noise"],
            "chosen_because": entry["chosen_because"],
            "cells_std": [None if math.isnan(value) else value for value in most],
            "detail": detail_lines(detail, table, sizes, lines, hidden, plan.level),
        }

    def _mark(self, plan: Plan, compiled: CompiledPlan, entries: list[dict[str, Any]]) -> None:
        """Say how many counts of each table will be marked for their noise, and what noise adds to sampling errors."""
        rule, asked = plan.record.house.reliability, plan.record.style is not None or plan.reference is not None
        ruled = rule is not None and asked  # the rule of the plain style is no question to a plan without figures
        if not ruled and not plan.sampling:
            return
        expected = [expected_answers(plan, group) for group in compiled.groups]
        for table, entry in zip(compiled.tables, entries, strict=True):
            group = compiled.groups[table.group]
            whole = group.detail is None  # else noisy sizes decide which cells there are
            figures = expected[table.group] if whole else None
            sampled = expected_errors(plan, group, table, figures) if whole else None
            if rule is not None and ruled:
                errors = None if sampled is None else sampled[0]
                entry["marked"] = expected_marks(table, rule, entry["cells_std"], figures, errors)
            if sampled is not None:
                entry["sampling"] = noise_beside(*sampled, entry["cells_std"])

    def _row(self, table: TableMap, candidate: Candidate, made: _Made, level: int) -> dict[str, Any]:
        """One row of the comparison for a table, a fresh copy each time."""
        if candidate.mechanism is None:
            return _row(table, candidate, None, level, bounded=False)
        shown = shown_instead(table)
        vector = COUNT if shown is None else shown.vector
        noise = made.noise(by_statistic(made.group, candidate.mechanism)[vector], vector)
        key, bounded = (_known(noise), table.recipes, level, made.compared), made.compared
        row = partial(_row, table, candidate, noise, level, bounded=bounded)
        return dict(self._rows.get(key, row, lambda _: _weight(candidate.built)))

    def _std(self, group: CompiledGroup, table: TableMap, noises: Mapping[str, Noise]) -> list[float | None]:
        """The standard error of each cell, a fresh copy each time."""
        key = (*(_known(noise) for noise in noises.values()), table.recipes)
        kept = self._cells.get(
            key, lambda: _cells_std(group, table, noises), lambda made: len(made) + _weight(noises[COUNT].own)
        )
        return list(kept)


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """What a table's group is answered with: the rows compared, the one chosen, and the noise of what is printed.

    `noise` is that of the counts with another mechanism in the place of the chosen one; `noises` by statistic, none
    where quantiles are drawn; `compared` whether rows say how near to a bound they are.
    """

    group: CompiledGroup
    rows: list[Candidate]
    chosen: Candidate
    choice: QuantileChoice | None
    noise: Callable[[Mechanism, str], Noise]
    noises: Mapping[str, Noise]
    compared: bool = True


def _known(noise: Noise) -> Mechanism | Noise:
    """What decides the noise of a group's answers: its mechanism alone, unless others answer some of them."""
    return noise if noise.averages else noise.own


def _alone(group: CompiledGroup, chosen: Candidate) -> dict[str, Noise]:
    """The noise of a group that shares nothing."""
    return Printed.alone(group, chosen.built).noises[0]


def _cap(plan: Plan, compiled: CompiledPlan) -> dict[str, Any]:
    """What the cap on the rows of a unit costs, where there is one; `units` are the tables it costs nothing.

    What a unit can change, and so the noise, is so many times that of a single row: the scale of Laplace noise as well
    as the standard error of Gaussian noise (both but for the rounding of small noise to whole numbers). In the tables
    of `once`, where a unit counts once in each cell, the standard error of Gaussian noise is the root of that.
    Where persons are protected and households counted, `changed` says how many of these neighbours differ in.
    """
    unit, counted = plan.dictionary.unit, plan.dictionary.counted
    units = [table.name for group in compiled.groups if group.space.of_units for table in group.plan.tables]
    if units and counted is not None and plan.dictionary.counts_households:
        _, changed = plan.dictionary.changed(of_units=True)
        return {"households": {"at_most": counted.max_rows, "changed": changed, "tables": units}}
    if unit.kind != "id":
        return {}
    once = [table.name for group in compiled.groups if group.space.once for table in group.plan.tables]
    named = {key: tables for key, tables in (("units", units), ("once", once)) if tables}
    return {"rows_of_a_unit": {"at_most": unit.max_rows, "noise_times": unit.max_rows, **named}}


def _drawn(rows: list[dict[str, Any]], chosen: Candidate, choice: QuantileChoice | None, level: int) -> dict[str, Any]:
    """What changes in a table's entry where its group asks for quantiles only: errors in ranks, and what is chosen."""
    if choice is None:
        return {}
    for row in rows:
        if (row["mechanism"], row["noise"]) == (chosen.name, chosen.noise):
            row |= {"rank_error": choice.rank_error, "limit_ranks": choice.limit_ranks}
    facts: dict[str, Any] = {"mechanisms": rows + forecast_rows(choice, level)}
    if choice.chosen is not None:
        facts |= {"chosen": choice.chosen.name, "chosen_noise": choice.chosen.noise}
    return facts


def _row(table: TableMap, candidate: Candidate, noise: Noise | None, level: int, *, bounded: bool) -> dict[str, Any]:
    mechanism = candidate.mechanism
    if mechanism is None or noise is None:
        return {
            "mechanism": candidate.name,
            "noise": candidate.noise,
            "available": False,
            **refusal_json(candidate.why_not),
            **NO_FIGURES,
        }
    rows, shown = count_rows(table), shown_instead(table)
    std = noise.std[rows] if shown is None else shown.std(noise)
    widest = noise.widest(level, rows) if shown is None else shown.widest(noise, level, std)
    return {
        "mechanism": candidate.name,
        "noise": candidate.noise,
        "available": True,
        **refusal_json(None),
        "rmse": math.sqrt(float(np.mean(std**2))) if std.size else None,
        "objective": mechanism.objective,
        "max_std": float(std.max()) if std.size else None,
        "margin_max": widest if std.size else None,
        "expected_max_error": noise.expected_max_error * (1.0 if shown is None else shown.largest),
        "ratio_to_bound": mechanism.ratio_to_bound if bounded else None,
        "bound_is": mechanism.bound_is if bounded else None,
        **({} if shown is None else {"errors_of": shown.name}),
    }


def _spends(group: CompiledGroup, chosen: Candidate, choice: QuantileChoice | None) -> str | None:
    """What a group spends where an (ε, δ) is divided among several; None else."""
    if group.detail is not None:
        return None
    return share_words(group.loss, chosen.noise, drawn=choice is not None and choice.chosen is not None)


def _group(group: CompiledGroup, candidates: list[Candidate], spends: str | None) -> dict[str, Any]:
    """What is made small for a group of tables, what each method makes of it, and what is spent."""
    return {
        "group": group.name,
        "part": format_exact(group.plan.part),
        "spends": spends,
        "objective": group.plan.objective,
        "weights": {name: format_exact(weight) for name, weight in group.plan.weights.items()},
        "methods": [
            {
                "mechanism": candidate.name,
                "noise": candidate.noise,
                "minimised": None
                if candidate.mechanism is None
                else _minimised(candidate.mechanism, group.plan.objective),
                "takes_long": candidate.takes_long,
            }
            for candidate in candidates
        ],
    }


def _minimised(mechanism: Mechanism, objective: str) -> float:
    """The error that the objective of a group compares."""
    return {"weighted": mechanism.objective, "rmse": mechanism.rmse, "max": mechanism.max_std}[objective]


def _weight(mechanism: Mechanism) -> int:
    """Numbers that an entry keeps in memory with its mechanism."""
    return SMALLEST + mechanism.workload.shape[0]


def _cells_std(group: CompiledGroup, table: TableMap, noises: Mapping[str, Noise]) -> list[float | None]:
    """The standard error of each cell in the order of the tidy CSV; None where it depends on the counts themselves."""
    result = np.full(table.shell.shape, np.nan)
    for recipe in table.recipes:
        if recipe.measured.linear:
            result[..., recipe.span] = linear_std(recipe, noises)
        elif isinstance(recipe.measured, Controlled):
            result[..., recipe.span] = np.where(recipe.measured.public(recipe.rows), 0.0, np.nan)
    return [None if math.isnan(value) else value for value in result.ravel().tolist()]
