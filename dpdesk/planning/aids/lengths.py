"""How the error of an interval count grows with the interval, for every mechanism: for the curve that is drawn.

Which mechanism is best for short intervals and which for long ones is what tells trees, prefixes and histograms apart.
A pure function of the plan; positions are spread evenly, nothing is drawn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.baselines.workload import WorkloadStrategy
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
from dpdesk.planning.compiler.measures.codes import CodeRanges
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.progress import Progress, silent
from dpdesk.queries import Intervals, Kronecker, OneVariable, Total
from dpdesk.queries.groups import Groups
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
LENGTHS = 200
POSITIONS = 60


@dataclass(frozen=True, slots=True, eq=False)
class MethodCurve:
    """Standard errors of interval counts with one mechanism: root mean square over positions, and the largest."""

    mechanism: str
    noise: str
    chosen: bool
    mean: Floats
    largest: Floats


@dataclass(frozen=True, slots=True, eq=False)
class LengthCurves:
    """Error of the count of an interval of `lengths[i]` neighbouring codes of a variable, everything else totalled.

    `sampled` says that not every length, or not every position of each, was looked at. nan in a method's curve where
    the intervals do not follow from what it publishes.
    """

    table: str
    variable: str
    label: Text
    lengths: Integers
    sampled: bool
    methods: tuple[MethodCurve, ...]


def error_by_interval_length(
    plan: Plan, table: str, progress: Progress = silent, *, forecaster: Forecaster | None = None
) -> LengthCurves | None:
    """The standard error of the count of an interval, by its length, for each mechanism.

    Of the variable the table has a CDF, intervals or a quantile of, else of its first ordered one; None where there is
    none, or where the codes are not told apart one by one. At most 200 lengths and 60 evenly spread positions of each,
    within the table's universe. Raises BadInput for an impossible plan or an unknown table.
    """
    bench = (forecaster or Forecaster()).bench
    compiled = settled(plan, bench.compile(plan), bench, progress)
    found, group = named_table(compiled, table)
    ordered = _ordered(group, found)
    if ordered is None:
        return None
    name, label, axis, edges = ordered
    others = _others(plan, compiled, group, found, axis)
    if others is None:
        return None
    factors, low, high = others
    inside = np.flatnonzero((edges >= low) & (edges <= high))
    edges = edges[inside[0] : inside[-1] + 1] if inside.size else edges[:0]
    lengths, which, starts, ends, sampled = _sampled(group.reduction.classes[axis], edges)
    if lengths.size < 2:
        return None
    size = group.shape[axis]
    pairs = Intervals(size, zip((starts + 1).tolist(), ends.tolist(), strict=True))
    piece = Piece(0, Kronecker(*factors[:axis], pairs, *factors[axis + 1 :]))
    chosen = bench.chosen(plan, group, progress)
    methods = []
    counts = np.bincount(which, minlength=lengths.size)
    for one in bench.candidates(plan, group, progress):
        if one.mechanism is None:
            continue
        progress("curve by length")
        unit = _interval_variances(one.mechanism, piece, axis)
        variances = unit * one.mechanism.scale.variance
        largest = np.zeros(lengths.size)
        np.fmax.at(largest, which, variances)
        mean = np.bincount(which, weights=variances, minlength=lengths.size) / counts
        methods.append(
            MethodCurve(
                one.name, str(one.noise), one == chosen, np.sqrt(mean), np.sqrt(np.where(mean >= 0, largest, mean))
            )
        )
    return LengthCurves(table, name, label, lengths, sampled, tuple(methods))


def _ordered(group: CompiledGroup, table: TableMap) -> tuple[str, Text, int, Integers] | None:
    """An ordered variable of a table: name, label, place in the domain, where each code begins and the last ends."""
    shell = table.shell
    ranges = [recipe.measured.along for recipe in table.recipes]
    measured = [own.variable.name for own in ranges if isinstance(own, CodeRanges)]
    on_axes = [variable.name for variable in shell.variables]
    dictionary = group.space.dictionary
    for name in (*measured, *on_axes):
        variable = dictionary.variable(name)
        if variable.ordered < 2:
            continue
        axis = group.space.place(variable)
        width = group.space.sets[axis].size + 1
        sets = group.space.codes(variable)[: variable.ordered]
        starts, ends = np.divmod(sets, width)
        if bool(np.all((sets >= 0) & (sets < width * width))) and np.array_equal(ends[:-1], starts[1:]):
            return name, variable.label, axis, np.append(starts, ends[-1]).astype(np.int64)
    return None


def _others(
    plan: Plan, compiled: CompiledPlan, group: CompiledGroup, table: TableMap, axis: int
) -> tuple[list[OneVariable], int, int] | None:
    """What is counted of the other variables, in classes, and the range of the axis that the universe leaves."""
    at = next(i for i, one in enumerate(compiled.tables) if one is table)
    universe = group.space.universe(plan.tables[at].universe, plan.file.whole.to("tables", at))
    factors: list[OneVariable] = []
    low, high = 0, group.space.sets[axis].size
    for place, (number, subsets, classes) in enumerate(
        zip(universe, group.space.sets, group.reduction.classes, strict=True)
    ):
        size = group.shape[place]
        factors.append(Total(size))
        if number == subsets.full:
            continue
        codes = np.array(subsets.codes(number), dtype=np.int64)
        if place == axis:
            if codes.size == 0 or codes[-1] - codes[0] + 1 != codes.size:
                return None
            low, high = int(codes[0]), int(codes[-1]) + 1
        else:
            factors[place] = Groups(size, [tuple(np.unique(classes[codes]).tolist())])
    return factors, low, high


def _sampled(classes: Integers, edges: Integers) -> tuple[Integers, Integers, Integers, Integers, bool]:
    """Lengths, and for each interval looked at the position of its length and its ends in classes; was any left out?

    Intervals are of neighbouring codes with edges at both ends; only those made of whole classes are answered.
    """
    none = np.zeros(0, dtype=np.int64)
    if edges.size < 2:
        return none, none, none, none, False
    _, firsts = np.unique(classes, return_index=True)  # classes are numbered in the order of their first codes
    lasts = classes.size - 1 - np.unique(classes[::-1], return_index=True)[1]
    number = np.searchsorted(firsts, edges)  # of classes that begin before an edge
    begins, ends = firsts[classes], lasts[classes]
    too_early = [np.flatnonzero(begins[edge:] < edge) for edge in edges.tolist()]
    until = np.array([edge + at[0] if at.size else classes.size for edge, at in zip(edges, too_early, strict=True)])
    too_late = [np.flatnonzero(ends[:edge] >= edge) for edge in edges.tolist()]
    since = np.array([at[-1] + 1 if at.size else 0 for at in too_late])
    count = edges.size - 1
    lengths = np.arange(1, count + 1)
    if count > LENGTHS:
        lengths = np.unique(np.round(np.geomspace(1, count, LENGTHS)).astype(np.int64))
    sampled = lengths.size < count
    kept: list[tuple[int, Integers, Integers]] = []
    for length in lengths.tolist():
        whole = (until[: count + 1 - length] >= edges[length:]) & (since[length:] <= edges[: count + 1 - length])
        first = np.flatnonzero(whole)
        if first.size > POSITIONS:
            first = first[np.unique(np.linspace(0, first.size - 1, POSITIONS).astype(np.int64))]
            sampled = True
        if first.size:
            kept.append((length, number[first], number[first + length]))
    if not kept:
        return none, none, none, none, False
    which = np.repeat(np.arange(len(kept)), [starts.size for _, starts, _ in kept])
    return (
        np.array([length for length, _, _ in kept], dtype=np.int64),
        which.astype(np.int64),
        np.concatenate([starts for _, starts, _ in kept]).astype(np.int64),
        np.concatenate([ends for _, _, ends in kept]).astype(np.int64),
        sampled,
    )


def _interval_variances(mechanism: Mechanism, piece: Piece, axis: int) -> Floats:
    """Unit variances of the intervals of a piece; nan where they do not follow from what is published.

    Noise on the workload itself: an interval that is published, the difference of two cumulative counts, or the sum of
    its codes, whichever is best.
    """
    strategy = mechanism.strategy
    if not isinstance(strategy, WorkloadStrategy):
        return strategy.piece_variances(piece)
    runs = piece.factors[axis].runs()
    result = np.full(runs.starts.size, np.nan)
    width = piece.factors[axis].size + 1
    for own in strategy.pieces:
        if own.factors[:axis] + own.factors[axis + 1 :] != piece.factors[:axis] + piece.factors[axis + 1 :]:
            continue
        published = own.factors[axis].runs()
        if not published.contiguous:
            continue
        unit = strategy.piece_variances(own)
        table = np.full(width * width, np.nan)
        table[published.starts * width + published.ends] = unit
        direct = table[runs.starts * width + runs.ends]
        upto = np.append(0.0, table[1:width])  # of 0 … t
        differences = np.where(runs.starts == 0, upto[runs.ends], upto[runs.ends] + upto[runs.starts])
        singles = np.append(0.0, np.cumsum(table[np.arange(width - 1) * width + np.arange(1, width)]))
        for found in (direct, differences, singles[runs.ends] - singles[runs.starts]):
            result = np.fmin(result, found)
    return result
