"""A group of tables that asks for quantiles only: its lines, and the three ways of answering it, forecast in ranks.

Read from the consistent cumulative counts of the best linear mechanism, all quantiles of a line come from one table of
counts, never cross and agree with each other. Drawn by the exponential mechanism, each costs a share of the budget but
is closer in rank where few are asked for; approximate quantiles share the budget between rounds instead of quantiles
(mechanisms/quantiles.py). Which is best is said by `rank_error`: root mean square, over lines and quantiles, of the
number of ranks by which a published quantile is off where rows are spread evenly. It is a function of the plan's
meaning alone: no figure of a reference enters, so that a correction of planning figures chooses no other method.

A group that asks for anything beside quantiles is answered by a linear mechanism, so that its numbers agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.quantiles.linear import figures as linear_figures
from dpdesk.mechanisms.quantiles.mechanism import NOISE, SENTENCES, Line, QuantileMechanism
from dpdesk.planning.choosing.refusals import NO_FIGURES, Reason, refusal_json
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.document.reference import expected_counts
from dpdesk.privacy.loss import SharedDP
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
    from dpdesk.planning.compiler.recipes import TableMap
    from dpdesk.planning.document.plan import Plan

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class QuantileLines:
    """The lines of a group of quantiles; `places` says for each table which line each of its cells reads.

    A place is an array (pages, stub, boxhead, items) of line numbers, −1 where nobody can be.
    """

    lines: tuple[Line, ...]
    places: dict[str, Integers]


def asks_quantiles_only(tables: Sequence[TableMap]) -> bool:
    """Whether all that some tables ask for are quantiles."""
    asked = [recipe.measured for table in tables for recipe in table.recipes]
    return bool(asked) and all(isinstance(measure, Quantiles) and measure.weight is None for measure in asked)


def lines_of(compiled: CompiledPlan, number: int) -> QuantileLines | None:
    """The lines of a group, by its number; None where it asks for anything beside quantiles."""
    tables = [table for table in compiled.tables if table.group == number]
    return lines_of_tables(compiled, tables) if asks_quantiles_only(tables) else None


def lines_of_tables(compiled: CompiledPlan, tables: Sequence[TableMap]) -> QuantileLines | None:
    """The lines that the quantiles of some tables of one group are of; None where there is none."""
    by_line: dict[tuple[tuple[int, ...], bool], tuple[int, dict[Fraction, None]]] = {}
    places: dict[str, Integers] = {}
    for table in tables:
        here = np.full(table.shell.shape, -1, dtype=np.int64)
        for recipe in table.recipes:
            if not isinstance(recipe.measured, Quantiles) or recipe.measured.weight is not None:
                continue
            points = recipe.measured.points
            for place in np.ndindex(recipe.rows.shape[:3]):
                rows = tuple(recipe.rows[place].tolist())
                if rows[-1] == NO_ROW:
                    continue
                line, wanted = by_line.setdefault((rows, points), (len(by_line), {}))
                wanted.update(dict.fromkeys(recipe.measured.at))
                here[(*place, recipe.span)] = line
        places[table.shell.name] = here
    lines = tuple(Line(rows, tuple(sorted(wanted)), points) for (rows, points), (_, wanted) in by_line.items())
    return QuantileLines(lines, places) if lines else None


def build_drawn(plan: Plan, group: CompiledGroup, lines: QuantileLines, name: str) -> QuantileMechanism:
    """One of the two mechanisms that draw quantiles, for a group; with limits at the plan's level where it can."""
    relation = Relation(group.neighbours, group.rows_per_unit, group.exact_row)
    loss = group.loss.alone if isinstance(group.loss, SharedDP) else group.loss
    made = QuantileMechanism(name, group.workload, lines.lines, loss, relation, plan.level)
    if plan.dictionary.max_rows > made.largest_total:
        raise BadInput(problem("planning.scores_too_large"))
    return made


@dataclass(frozen=True, slots=True, eq=False)
class QuantileChoice:
    """The three ways for one group: the linear one's figures, those that draw (or why not), and the one chosen.

    `chosen` is None where quantiles are read from the cumulative counts; `figures` are the planning figures.
    """

    lines: QuantileLines
    rank_error: float
    limit_ranks: float
    drawn: dict[str, QuantileMechanism | Reason]
    chosen: QuantileMechanism | None
    figures: Integers | None = None


def compare(
    plan: Plan, compiled: CompiledPlan, number: int, linear: Mechanism, drawn_by: tuple[str, str] | None = None
) -> QuantileChoice | None:
    """Compare the ways of answering a group of quantiles; None for a group that asks for anything else.

    linear: the best linear mechanism. The plan's mechanism is taken where it names one of the two that draw; "best"
    takes the smallest rank error, the simpler way in a tie, unless the group was given a law of noise (together.py).
    drawn_by: what the group's integers were drawn by, if they are sealed: then nothing else is chosen.
    """
    group = compiled.groups[number]
    asked = group.plan
    if asked.mechanism not in ("best", *SENTENCES) or plan.groups[number].noise is not None:
        return None
    lines = lines_of(compiled, number) if group.written else None
    if lines is None:
        if asked.mechanism in SENTENCES:
            raise BadInput(
                problem("planning.too_many_for_drawing", plan.file.whole, group=group.label, mechanism=asked.mechanism)
            )
        return None
    drawn: dict[str, QuantileMechanism | Reason] = {}
    for name in SENTENCES:
        try:
            drawn[name] = build_drawn(plan, group, lines, name)
        except BadInput as wrong:
            if name == asked.mechanism:
                where = plan.file.whole
                raise BadInput(
                    problem("planning.mechanism_refuses", where, group=group.label, why=wrong.problem)
                ) from None
            drawn[name] = wrong.problem
    error, reach = linear_figures(linear, lines.lines, plan.level)
    chosen: QuantileMechanism | None = None
    wanted = drawn.get(asked.mechanism if drawn_by is None else drawn_by[0])
    if isinstance(wanted, QuantileMechanism):
        chosen = wanted
    elif asked.noise is None and drawn_by is None:
        for method in drawn.values():
            least = chosen.rank_error if chosen else error
            if isinstance(method, QuantileMechanism) and method.rank_error < least * (1 - 1e-9):
                chosen = method
    return QuantileChoice(lines, error, reach, drawn, chosen, planning_figures(plan, group))


def planning_figures(plan: Plan, group: CompiledGroup) -> Integers | None:
    """The plan's reference over a group's classes, in whole people; None where it says nothing about some variable."""
    counts = expected_counts(plan.reference, plan.dictionary, group.space.names) if group.written else None
    return None if counts is None else np.rint(group.reduction.merge(counts)).astype(np.int64)


def forecast_rows(choice: QuantileChoice, level: int) -> list[dict[str, Any]]:
    """The rows of a forecast for the two mechanisms that draw; their errors are in ranks.

    `expected_rank_error` is that on the plan's planning figures, None without them.
    """
    rows = []
    for name, method in choice.drawn.items():
        row: dict[str, Any] = {
            "mechanism": name,
            "noise": NOISE,
            "available": isinstance(method, QuantileMechanism),
            **refusal_json(None if isinstance(method, QuantileMechanism) else method),
            **NO_FIGURES,
        }
        if isinstance(method, QuantileMechanism):
            row |= {
                "rank_error": method.rank_error,
                "limit_ranks": method.limit_ranks,
                "rank_bound": method.rank_bound(level),
            }
            row["expected_rank_error"] = None if choice.figures is None else method.expected_rank_error(choice.figures)
        rows.append(row)
    return rows
