"""A group of tables that asks for quantiles only: its lines, and the three ways of answering it, forecast in ranks.

Read from the consistent cumulative counts of the best linear mechanism, all quantiles of a line come from one table of
counts, never cross and agree with each other. Drawn by the exponential mechanism, each costs a share of the budget but
is closer in rank where few are asked for; approximate quantiles share the budget between rounds instead of quantiles
(mechanisms/quantiles.py). Which is best is said by `rank_error`: root mean square, over lines and quantiles, of the
number of ranks by which a published quantile is off where rows are spread evenly. It is a function of the plan's
meaning alone: no figure of a reference enters, so that a correction of planning figures chooses no other method.

Of a linear mechanism the rank error at bin t is the noise of F_t − q·n, whose variance is worked out from the
decoder's coefficients at evenly chosen bins and lines; its limits reach as far as the margin of that.

A group that asks for anything beside quantiles is answered by a linear mechanism, so that its numbers agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.quantiles import NOISE, SENTENCES, Line, QuantileMechanism
from dpdesk.mechanisms.sensitivity import Relation
from dpdesk.planning.boxes import NO_ROW

if TYPE_CHECKING:
    from dpdesk.planning.compile import CompiledGroup, CompiledPlan
    from dpdesk.planning.plan import Plan
    from dpdesk.planning.recipes import TableMap
    from dpdesk.schema.variable import Variable

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
SAMPLED = 12
"""Lines, and bins of a line, at which the noise of a linear mechanism is looked at."""
LARGEST_LOOK = 2**22
"""Coefficients looked at together."""


@dataclass(frozen=True, slots=True, eq=False)
class QuantileLines:
    """The lines of a group of quantiles; `places` says for each table which line each of its cells reads.

    A place is an array (pages, stub, boxhead, items) of line numbers, −1 where nobody can be.
    """

    lines: tuple[Line, ...]
    places: dict[str, Integers]


def is_point(variable: Variable) -> bool:
    """Whether bins of an ordered variable are single values: a quantile has no place inside them."""
    widths = {high - low for low, high in zip(variable.edges, variable.edges[1:], strict=False)}
    return not variable.closed and widths == {Fraction(1)}


def asks_quantiles_only(tables: Sequence[TableMap]) -> bool:
    """Whether all that some tables ask for are quantiles."""
    return bool(tables) and all(recipe.kind == "quantile" for table in tables for recipe in table.recipes)


def lines_of(compiled: CompiledPlan, number: int) -> QuantileLines | None:
    """The lines of a group, by its number; None where it asks for anything beside quantiles."""
    tables = [table for table in compiled.tables if table.group == number]
    if not asks_quantiles_only(tables):
        return None
    dictionary = compiled.plan.dictionary
    found: dict[tuple[tuple[int, ...], bool], tuple[int, dict[Fraction, None]]] = {}
    places: dict[str, Integers] = {}
    for table in tables:
        here = np.full(table.shell.shape, -1, dtype=np.int64)
        for recipe in table.recipes:
            points = is_point(dictionary.variable(str(recipe.variable)))
            for at in np.ndindex(recipe.rows.shape[:3]):
                rows = tuple(recipe.rows[at].tolist())
                if rows[-1] == NO_ROW:
                    continue
                line, wanted = found.setdefault((rows, points), (len(found), {}))
                wanted.update(dict.fromkeys(recipe.at))
                here[(*at, slice(recipe.start, recipe.stop))] = line
        places[table.shell.name] = here
    lines = tuple(Line(rows, tuple(sorted(wanted)), points) for (rows, points), (_, wanted) in found.items())
    return QuantileLines(lines, places) if lines else None


def build_drawn(plan: Plan, group: CompiledGroup, lines: QuantileLines, name: str) -> QuantileMechanism:
    """One of the two mechanisms that draw quantiles, for a group; with limits at the plan's level where it can."""
    relation = Relation(plan.dictionary.neighbours, plan.dictionary.unit.max_rows, group.exact_row)
    return QuantileMechanism(name, group.workload, lines.lines, group.loss, relation, plan.level)


def linear_rank_error(mechanism: Mechanism, lines: QuantileLines) -> float:
    """Root mean square rank error of quantiles read from a linear mechanism's cumulative counts."""
    squares = [variance for line in _some(lines.lines) for variance in _contrasts(mechanism, line).tolist()]
    return sqrt(sum(squares) / len(squares)) if squares else 0.0


def linear_limit_ranks(mechanism: Mechanism, lines: QuantileLines, level: int) -> float:
    """Ranks to which the limits of such quantiles reach, the most of the lines looked at."""
    widest = 0.0
    for line in _some(lines.lines):
        variance = float(_contrasts(mechanism, line).max(initial=0.0))
        row = np.array([line.rows[-1]], dtype=np.int64)
        deviation = float(mechanism.std[row[0]])
        if deviation > 0:
            widest = max(widest, sqrt(variance) * float(mechanism.margins(level, row)[0]) / deviation)
    return widest


def _some(lines: Sequence[Line]) -> list[Line]:
    """Evenly chosen lines."""
    if len(lines) <= SAMPLED:
        return list(lines)
    return [lines[at] for at in np.linspace(0, len(lines) - 1, SAMPLED).astype(int).tolist()]


def _bins(line: Line) -> list[int]:
    """Evenly chosen bins of a line, the last left out where there is another: up to it everybody is counted."""
    last = max(len(line.rows) - 1, 1)
    return np.unique(np.linspace(0, last - 1, min(SAMPLED, last)).astype(int)).tolist()


def _contrasts(mechanism: Mechanism, line: Line) -> Floats:
    """Variances of F_t − q·n for some bins t and all q of a line."""
    some = [line.rows[at] for at in _bins(line)]
    rows = np.array([*(row for row in some if row != NO_ROW), line.rows[-1]], dtype=np.int64)
    shares = np.array([float(q) for q in line.at])
    scale = mechanism.scale.variance
    dense = _coefficients(mechanism, rows)
    if dense is None:  # too many measurements to look at: the two errors at their worst together
        deviations = np.sqrt(mechanism.unit_variances[rows] * scale)
        return np.asarray((deviations[:-1, None] + shares[None, :] * deviations[-1]) ** 2).reshape(-1)
    own = (dense[:-1] ** 2).sum(axis=1)
    whole = float(dense[-1] @ dense[-1])
    both = dense[:-1] @ dense[-1]
    found = own[:, None] - 2 * shares[None, :] * both[:, None] + shares[None, :] ** 2 * whole
    return np.asarray(np.maximum(found, 0.0) * scale).reshape(-1)


def _coefficients(mechanism: Mechanism, rows: Integers) -> Floats | None:
    """Decoder coefficients of some rows of the workload, one row each; None where that is too much to look at."""
    if rows.size * mechanism.strategy.rows > LARGEST_LOOK:
        return None
    result = np.zeros((rows.size, mechanism.strategy.rows))
    first = 0
    for piece in mechanism.pieces:
        inside = np.flatnonzero((rows >= first) & (rows < first + piece.count))
        if inside.size:
            result[inside] = mechanism.strategy.coefficients(piece, rows[inside] - first)
        first += piece.count
    return result


@dataclass(frozen=True, slots=True, eq=False)
class QuantileChoice:
    """The three ways for one group: the linear one's figures, those that draw (or why not), and the one chosen.

    `chosen` is None where quantiles are read from the cumulative counts.
    """

    lines: QuantileLines
    rank_error: float
    limit_ranks: float
    drawn: dict[str, QuantileMechanism | str]
    chosen: QuantileMechanism | None


def compare(plan: Plan, compiled: CompiledPlan, number: int, linear: Mechanism) -> QuantileChoice | None:
    """Compare the ways of answering a group of quantiles; None for a group that asks for anything else.

    linear: the best linear mechanism. The plan's mechanism is taken where it names one of the two that draw; "best"
    takes the smallest rank error of those that give limits, approximate quantiles having none.
    """
    group = compiled.groups[number]
    asked = group.plan
    if asked.mechanism not in ("best", *SENTENCES) or asked.noise is not None or not group.written:
        return None
    lines = lines_of(compiled, number)
    if lines is None:
        return None
    drawn: dict[str, QuantileMechanism | str] = {}
    for name in SENTENCES:
        try:
            drawn[name] = build_drawn(plan, group, lines, name)
        except BadInput as problem:
            drawn[name] = str(problem)
    error = linear_rank_error(linear, lines)
    chosen: QuantileMechanism | None = None
    found = drawn.get(asked.mechanism)
    if isinstance(found, str):
        raise BadInput(f"In {plan.where}: the mechanism of group '{group.name}' cannot be used: {found}")
    if found is not None:
        chosen = found
    else:
        for one in drawn.values():
            if not isinstance(one, str) and one.level is not None and one.rank_error < error * (1 - 1e-9):
                chosen = one
    return QuantileChoice(lines, error, linear_limit_ranks(linear, lines, plan.level), drawn, chosen)


def forecast_rows(choice: QuantileChoice, level: int) -> list[dict[str, Any]]:
    """The rows of a forecast for the two mechanisms that draw; their errors are in ranks."""
    rows = []
    for name, one in choice.drawn.items():
        row: dict[str, Any] = {
            "mechanism": name,
            "noise": NOISE,
            "available": not isinstance(one, str),
            "why_not": one if isinstance(one, str) else None,
            "rmse": None,
            "objective": None,
            "max_std": None,
            "margin_max": None,
            "expected_max_error": None,
            "ratio_to_bound": None,
            "bound_is": None,
        }
        if not isinstance(one, str):
            row |= {"rank_error": one.rank_error, "limit_ranks": one.limit_ranks, "rank_bound": one.rank_bound(level)}
        rows.append(row)
    return rows
