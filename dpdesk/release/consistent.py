"""The tables of whole, non-negative cells behind a release's published numbers, and how they come from noisy answers.

Every published number is a sum of cells of a joint table (planning/joint.py), and neighbouring tables add up to the
same numbers over what they share, so there is one population that has all of them at once: numbers agree wherever they
overlap, within a group and between groups.

Where a table is written down, it is the closest to the noisy answers there is, up to rounding (`non_negative`,
`whole_numbers`): to those of its own groups, to what other groups tell of its cells, and to what it shares with the
table it hangs on, whose whole numbers it keeps. Where published counts leave cells open, those are taken that suit the
sums (`counts_for_sums`).

Where a table is too large for that, only its non-empty cells are listed: tables over the margins are brought closest to
the noisy answers and to each other, and the list comes close to those (`agreeing_margins`, `listed_cells`,
`listed_search`), or where margins leave open what they share, to the answers (`listed_closest`). The guarantee is the
same; what differs is that a list is close to the answers without being proven closest. No listed table hangs on
another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import COUNT
from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.compiler.margins import Axes, axes_of, impossible_on, on_margin
from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.postprocess.agreeing_margins import AgreeingMargins, margin_of
from dpdesk.postprocess.counts_for_sums import MOST_ENTRIES, CountsForSums, Quantity
from dpdesk.postprocess.integer_search import closest_whole
from dpdesk.postprocess.listed_cells import NO_BLOCK, Layer, ListedCells, Lister, Statistic, fit_counts, fit_sums
from dpdesk.postprocess.listed_closest import Published, closest_list, closest_whole_list
from dpdesk.postprocess.listed_search import Search, improve_counts, improve_sums
from dpdesk.postprocess.non_negative import Projection
from dpdesk.postprocess.weighed_answers import WeighedProjection
from dpdesk.postprocess.whole_numbers import Margin, cumulative, round_cells
from dpdesk.queries import Identity, Kronecker, OneVariable, Prefix, Stack, Total
from dpdesk.queries.reduction import Reduction, queries_of_rows, reduce_workload

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Weights = Mapping[str, Sequence[float]]
"""For each statistic a weight for every part of a joint table: 0 where the part's group does not publish it."""

Answers = Mapping[str, Sequence[Values]]
"""For each statistic the noisy answers of every part of a joint table; none where the part's group has no such."""

_FEW_STEPS = 100
"""Up to so many steps a person, sums are improved as whole numbers; the noise on others is far wider than a step."""
_CLOSE = 0.02
"""To within so much of a unit the tables over margins are brought closest; whole numbers follow."""
_HELD = 100.0
"""What is shared with the table above weighs so many times the heaviest answer; rounding keeps it exactly."""
_ROOM = 4
"""Whole cells are looked for up to so much above the largest real one."""
_EVERYBODY = Layer((), (), ())


@dataclass(frozen=True, slots=True)
class Held:
    """Whole numbers a table keeps: `totals` of the blocks of `layer`, C order; of those in `free` it has its own."""

    layer: Layer
    totals: Integers
    free: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)


class Cells(Protocol):
    """A joint table; values have one entry a cell."""

    table: JointTable

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Whole cells for every statistic, close to noisy answers.

        Counts are not negative; sums of the quantities in `vectors`, in whole steps, lie between the bounds that the
        count of their cell allows.
        """

    def answer(self, group: int, values: Integers) -> Integers:
        """The answers to a group's workload: sums of cells."""

    def shared(self, link: Link, values: Integers) -> Held:
        """What a table that hangs on this one keeps."""


def cells_of(table: JointTable, weights: Weights, deviations: Sequence[Values]) -> Cells:
    """The form a table's cells have; `deviations`: standard errors of the counts, part after part."""
    return Listed(table, weights) if table.listed else Written(table, weights, deviations)


def everybody(total: int) -> Held:
    """The number of records, where it is public."""
    return Held(_EVERYBODY, np.array([total], dtype=np.int64))


class Written:
    """Every cell of a joint table."""

    def __init__(self, table: JointTable, weights: Weights, deviations: Sequence[Values]) -> None:
        """Prepare the projection of every statistic; `deviations`: standard errors of the counts, part after part."""
        self.table = table
        self._published = Stack(*(part.queries for part in table.parts if part.own))
        self._parts = {
            statistic: [at for at, weight in enumerate(own) if weight > 0] for statistic, own in weights.items()
        }
        self._weights = weights
        self._counts = self._weighed(deviations)
        self._sums = {
            statistic: self._projection([own[at] for at in self._parts[statistic]], self._parts[statistic])
            for statistic, own in weights.items()
            if statistic != COUNT and self._parts[statistic]
        }
        self._for_sums = self._counts_for_sums()

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Counts first; where what is published of them leaves cells open, those that suit the sums."""
        counts = self.counts(answers[COUNT], held[COUNT])
        sums = {name: self.sums(name, answers[name], own, counts, held[name]) for name, own in vectors.items()}
        if self._for_sums is not None:
            counts, sums = self._suited(self._for_sums, counts, sums, answers, vectors, held)
        return {COUNT: counts, **sums}

    def without(self, impossible: NDArray[np.bool_]) -> Written:
        """The same table with the same projections, where these cells stay empty, too."""
        if not impossible.any():
            return self
        both = impossible if self.table.impossible is None else impossible | self.table.impossible
        found = copy(self)
        found.table = replace(self.table, impossible=both)
        return found

    def _weighed(self, deviations: Sequence[Values]) -> tuple[WeighedProjection, WeighedProjection | None]:
        """The projection of counts, without and with what is shared with the table above."""
        queries = [part.queries for part in self.table.parts]
        alone = WeighedProjection(Stack(*queries), np.concatenate(deviations))
        if self.table.link is None:
            return alone, None
        shared = _queries_of(self.table.link.below, self.table.shape)
        held = np.zeros(shared.shape[0])
        return alone, WeighedProjection(Stack(*queries, shared), np.concatenate([*deviations, held]))

    def _projection(self, weights: list[float], kept: list[int]) -> tuple[Projection, Projection | None]:
        """The same of sums."""
        queries = [self.table.parts[at].queries for at in kept]
        scaled = [weight / max(weights) for weight in weights]
        alone = Projection(Stack(*queries), scaled)
        if self.table.link is None:
            return alone, None
        shared = _queries_of(self.table.link.below, self.table.shape)
        return alone, Projection(Stack(*queries, shared), [*scaled, _HELD])

    def counts(self, answers: Sequence[Values], held: Held | None) -> Integers:
        """The projection, rounded."""
        allowed = None if self.table.impossible is None else ~self.table.impossible
        upper = np.inf if allowed is None else np.where(allowed, np.inf, 0.0)
        alone, tied = self._counts
        if held is None or tied is None:
            cells = alone.fit(np.concatenate(answers), upper=upper)
        else:
            shared = held.totals.astype(np.float64)
            if COUNT in held.free:
                shared = self._chosen(COUNT, held, alone.fit(np.concatenate(answers), upper=upper), shared)
            cells = tied.fit(np.concatenate([*answers, shared]), upper=upper)
        margin = self._margin(COUNT, held, cells, allowed, None)
        whole = round_cells(cells, self._published, allowed=allowed, margin=margin)
        open_ = np.ones(whole.shape, dtype=np.int64) if allowed is None else allowed.astype(np.int64)
        most = open_ * int(max(whole.max(initial=0), cells.max(initial=0.0)) + _ROOM)
        return closest_whole(whole, cells, self._queries(COUNT), np.zeros_like(whole), most, margin)

    def sums(
        self, statistic: str, answers: Sequence[Values], vector: SumVector, counts: Integers, held: Held | None
    ) -> Integers:
        """The projection between bounds, rounded."""
        lower, upper = counts * vector.lower, counts * vector.upper
        scale = _scale(vector)
        if self._parts[statistic]:
            values = self._fit(statistic, answers, held, scale, lower / scale, upper / scale) * scale
        else:  # no group of this table publishes the quantity; it only passes on what its neighbours do
            values = (lower + upper) / 2.0
        margin = self._margin(statistic, held, values, counts > 0, lower)
        whole = cumulative(values - lower, counts > 0, margin)
        return lower + closest_whole(
            whole, values - lower, self._queries(statistic), np.zeros_like(whole), upper - lower, margin
        )

    def _counts_for_sums(self) -> CountsForSums | None:
        """What chooses cells for the sums; None where there is nothing to choose, or too much to search."""
        if not self._sums or not self._parts[COUNT]:
            return None
        found = CountsForSums(self._queries(COUNT))
        allowed = None if self.table.impossible is None else ~self.table.impossible
        return found if found.entries(len(self._sums)) <= MOST_ENTRIES and found.leaves_open(allowed) else None

    def _suited(
        self,
        chooser: CountsForSums,
        counts: Integers,
        sums: dict[str, Integers],
        answers: Answers,
        vectors: Mapping[str, SumVector],
        held: Mapping[str, Held | None],
    ) -> tuple[Integers, dict[str, Integers]]:
        """Other cells with the same published counts, if sums come closer to their answers with them."""
        room = chooser.room(counts, None if self.table.impossible is None else ~self.table.impossible)
        names = [name for name in vectors if name in self._sums]
        quantities = []
        for name in names:
            vector, scale = vectors[name], _scale(vectors[name])
            least, most = np.minimum(room * vector.lower, 0), np.maximum(room * vector.upper, 0)
            values = self._fit(name, answers[name], held[name], scale, least / scale, most / scale) * scale
            targets = np.concatenate([part.answer(values) for part in self._queries(name)])
            weights = [self._weights[name][at] for at in self._parts[name]]
            kept = self._kept(name, held[name])
            quantities.append(Quantity(self._queries(name), weights, vector.lower, vector.upper, targets, kept))
        own = [sums[name] for name in names]
        found, others = chooser.together(counts, room, self._kept(COUNT, held[COUNT]), own, quantities)
        return found, {**sums, **dict(zip(names, others, strict=True))}

    def _kept(self, statistic: str, held: Held | None) -> Integers:
        """The block of every cell whose sum is kept, NO_BLOCK where none is; cells that count nobody are one block."""
        if held is None:
            return np.full(self.table.shape, NO_BLOCK, dtype=np.int64)
        places, size = held.layer.over(self.table.shape), held.totals.size
        free = held.free.get(statistic, np.zeros(size, dtype=bool))
        return np.append(np.where(free, NO_BLOCK, np.arange(size)), size)[places]

    def _queries(self, statistic: str) -> list[Kronecker]:
        return [self.table.parts[at].queries for at in self._parts[statistic]]

    def answer(self, group: int, values: Integers) -> Integers:
        """The answers of the group's own parts, in the order of its workload."""
        parts = self.table.own_parts(group)
        return np.concatenate([part.read(np.asarray(part.queries.answer(values), dtype=np.int64)) for part in parts])

    def shared(self, link: Link, values: Integers) -> Held:
        """Sums of cells."""
        return _shared(link, link.above.over(self.table.shape), values)

    def _fit(
        self,
        statistic: str,
        answers: Sequence[Values],
        held: Held | None,
        scale: float,
        lower: Values,
        upper: Values,
    ) -> Values:
        alone, tied = self._sums[statistic]
        given = [answers[at] / scale for at in self._parts[statistic]]
        if held is None or tied is None:
            return alone.fit(given, lower=lower, upper=upper).sure
        shared = held.totals / scale
        if statistic in held.free:
            shared = self._chosen(statistic, held, alone.fit(given, lower=lower, upper=upper).cells, shared)
        return tied.fit([*given, shared], lower=lower, upper=upper).sure

    def _chosen(self, statistic: str, held: Held, cells: Values, shared: Values) -> Values:
        """What is shared, with this table's own choice where nobody above counts."""
        places = held.layer.over(self.table.shape)
        ours = np.bincount(places[places >= 0], weights=cells[places >= 0], minlength=shared.size)
        return np.where(held.free[statistic], ours, shared)

    def _margin(
        self,
        statistic: str,
        held: Held | None,
        values: Values,
        allowed: NDArray[np.bool_] | None,
        floor: Integers | None,
    ) -> Margin | None:
        """What is held; the free blocks are one slice, whose total is this table's own."""
        if held is None:
            return None
        places, totals = held.layer.over(self.table.shape), held.totals
        if statistic in held.free:
            free = held.free[statistic]
            slices = np.append(np.where(free, 0, np.cumsum(~free)), NO_BLOCK)
            places = slices[places]
            ours = np.rint(values[places == 0].sum())
            totals = np.concatenate([[ours], totals[~free]]).astype(np.int64)
        return _margin_of(places, totals, values, allowed, floor)


class Listed:
    """The non-empty cells of a table too large to be written down; `counts` decides which these are."""

    def __init__(self, table: JointTable, weights: Weights) -> None:
        """Prepare the projection of each margin, for every statistic."""
        self.table = table
        self._whole = [_single(part.queries) for part in table.parts]
        self._statistics = [_statistic(part.queries) for part in table.parts]
        self._family = AgreeingMargins(table.margins, table.shape)
        self._impossible = [impossible_on(own, table.excluded, table.shape) for own in table.margins]
        self._targets = {name: _Targets(table, self._family, own) for name, own in weights.items() if any(own)}
        self._cells = ListedCells(np.zeros((0, len(table.shape)), dtype=np.int64), table.shape)

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Counts, and then sums of the same cells."""
        counts = self.counts(answers[COUNT], held[COUNT])
        sums = {name: self.sums(name, answers[name], own, counts, held[name]) for name, own in vectors.items()}
        return {COUNT: counts, **sums}

    def counts(self, answers: Sequence[Values], held: Held | None) -> Integers:
        """Tables over the margins, then a list of cells that comes close to them."""
        table = self.table
        upper = []
        for axes, closed in zip(table.margins, self._impossible, strict=True):
            most = np.full([table.shape[axis] for axis in axes], np.inf)
            upper.append(most if closed is None else np.where(closed, 0.0, most))
        own = self._targets[COUNT]
        fitted = own.fitted(answers, upper)
        targets = own.agreeing(fitted, upper)
        total = None if held is None else int(held.totals.sum())
        if total is not None:
            targets = [one * (total / max(one.sum(), 1.0)) for one in targets]
        cells = Lister(table.margins, targets, table.shape, table.excluded).cells()
        values = fit_counts(cells, table.margins, targets, total)
        published = self._published(own, fitted, total) if own.open else None
        if published is not None:
            cells, values = closest_list(published, cells, values)
            targets = [np.asarray(cells.margin(values, axes), dtype=np.float64) for axes in table.margins]
        start = cumulative(values, None, self._margin(cells, held, values, None))
        search = Search(cells, self._statistics, table.margins, targets)
        found, whole = improve_counts(search, start, table.excluded, hold_total=total is not None)
        if published is not None:
            found, whole = closest_whole_list(published, cells, values, found, whole)
        self._cells = found
        return whole

    def _published(self, own: _Targets, fitted: Sequence[Values], total: int | None) -> Published:
        statistics = [self._statistics[at] for at in own.kept]
        return Published(self.table.shape, statistics, own.numbers(fitted), self.table.excluded, total)

    def sums(
        self, statistic: str, answers: Sequence[Values], vector: SumVector, counts: Integers, held: Held | None
    ) -> Integers:
        """The same cells, each with a sum."""
        scale = _scale(vector)
        lower, upper = counts * vector.lower, counts * vector.upper
        if statistic not in self._targets:
            return lower + cumulative((upper - lower) / 2.0, counts > 0, None)
        low = [np.asarray(self._cells.margin(lower, own), dtype=np.float64) / scale for own in self.table.margins]
        high = [np.asarray(self._cells.margin(upper, own), dtype=np.float64) / scale for own in self.table.margins]
        found = self._targets[statistic].sums([own / scale for own in answers], low, high)
        targets = [own * scale for own in found]
        bounds = float(vector.lower), float(vector.upper)
        values = fit_sums(self._cells, counts, self.table.margins, targets, bounds)
        whole = lower + cumulative(values - lower, counts > 0, self._margin(self._cells, held, values, lower))
        if held is None and scale <= _FEW_STEPS:
            search = Search(self._cells, self._statistics, self.table.margins, targets)
            whole = improve_sums(search, whole, lower, upper)
        return whole

    def answer(self, group: int, values: Integers) -> Integers:
        """Each statistic from its margin."""
        found = []
        for statistic, part in zip(self._statistics, self.table.parts, strict=True):
            if part.own and part.group == group:
                found.append(part.read(self._cells.answer([statistic], values)))
        return np.concatenate(found)

    def shared(self, link: Link, values: Integers) -> Held:
        """Sums of listed cells."""
        return _shared(link, link.above.of(self._cells.rows), values)

    def _margin(self, cells: ListedCells, held: Held | None, values: Values, floor: Integers | None) -> Margin | None:
        if held is None:
            return None
        every = np.ones(len(cells.rows), dtype=bool)
        return _margin_of(held.layer.of(cells.rows), held.totals, values, every, floor)


class _Targets:
    """Tables over the margins of a listed table, closest to noisy answers and to each other, for one statistic."""

    def __init__(self, table: JointTable, family: AgreeingMargins, weights: Sequence[float]) -> None:
        self._table, self._family = table, family
        self.kept = [at for at, weight in enumerate(weights) if weight > 0]
        self._parts = parts = [table.parts[at].queries for at in self.kept]
        weights = [weights[at] for at in self.kept]
        axes = [axes_of(part) for part in parts]
        self._within: list[list[int]] = []
        self._borrowed: list[list[tuple[Axes, int]]] = []
        self._reductions: list[Reduction] = []
        self._stacks: list[Stack] = []
        self._projections: list[Projection] = []
        for margin in table.margins:
            within = [at for at, own in enumerate(axes) if set(own) <= set(margin)]
            borrowed = [
                (own, at)
                for own in family.shared
                if set(own) < set(margin) and not any(axes[one] == own and _single(parts[one]) for one in within)
                if (at := next((at for at, part in enumerate(parts) if _tells(part, own)), None)) is not None
            ]
            queries = [on_margin(parts[at], margin) for at in within]
            queries += [_table_of(margin, own, table.shape) for own, _ in borrowed]
            if not queries:  # nobody publishes this margin: it follows the others
                queries = [_table_of(margin, (), table.shape)]
            stack, reduction = reduce_workload(Stack(*queries))
            self._within.append(within)
            self._borrowed.append(borrowed)
            self._reductions.append(reduction)
            own_weights = [weights[at] for at in within] + [1.0 / query.shape[0] for query in queries[len(within) :]]
            self._stacks.append(stack)
            self._projections.append(Projection(stack, own_weights))

    @property
    def open(self) -> bool:
        """Whether a margin's own answers leave open what it shares with others: what each takes then differs."""
        for margin, projection, reduction in zip(self._table.margins, self._projections, self._reductions, strict=True):
            met = [own for own in self._family.shared if set(own) < set(margin)]
            sizes = zip(margin, reduction.classes, reduction.shape, strict=True)
            merged = {axis for axis, classes, size in sizes if classes.size > size}
            if (met and not projection.tells_all) or any(len(own) > 1 and merged & set(own) for own in met):
                return True
        return False

    def fitted(self, answers: Sequence[Values], upper: Sequence[Values]) -> list[Values]:
        """Tables of counts over the margins, each closest to its own answers, none negative."""
        found = []
        for at, (projection, reduction) in enumerate(zip(self._projections, self._reductions, strict=True)):
            most = np.where(reduction.every(upper[at] == 0), 0.0, np.inf)
            found.append(projection.fit(self._answers(at, answers), upper=most, tolerance=_CLOSE).cells)
        return found

    def agreeing(self, fitted: Sequence[Values], upper: Sequence[Values]) -> list[Values]:
        """These tables by the table's classes, made to agree."""
        return self._family.fit(self._by_class(fitted), upper=upper)

    def numbers(self, fitted: Sequence[Values]) -> list[Values]:
        """What these tables say of every part: the mean of the margins that have its variables."""
        said: dict[int, list[Values]] = {}
        for own, stack, table in zip(self._within, self._stacks, fitted, strict=True):
            for at, queries in zip(own, stack.parts, strict=False):
                said.setdefault(at, []).append(np.asarray(queries.answer(table), dtype=np.float64))
        return [np.mean(said[at], axis=0) for at in range(len(self._parts))]

    def sums(self, answers: Sequence[Values], low: Sequence[Values], high: Sequence[Values]) -> list[Values]:
        """Tables of sums between bounds."""
        fitted = [
            projection.fit(
                self._answers(at, answers),
                lower=reduction.merge(low[at]),
                upper=reduction.merge(high[at]),
                tolerance=_CLOSE,
            ).cells
            for at, (projection, reduction) in enumerate(zip(self._projections, self._reductions, strict=True))
        ]
        return self._family.fit(self._by_class(fitted), lower=low, upper=high)

    def _answers(self, margin: int, answers: Sequence[Values]) -> list[Values]:
        """The answers of a margin's own statistics, and what others say of the margins it shares."""
        given = [answers[at] for at in self.kept]
        borrowed = [_said(self._parts[at], own, given[at]) for own, at in self._borrowed[margin]]
        found = [*(given[at] for at in self._within[margin]), *borrowed]
        if found:
            return found
        whole = next((at for at, part in enumerate(self._parts) if _tells(part, ())), None)
        return [np.zeros(1) if whole is None else _said(self._parts[whole], (), given[whole])]

    def _by_class(self, fitted: Sequence[Values]) -> list[Values]:
        """Tables over margins in the table's classes, from tables in the classes that each margin's queries tell apart.

        What several of the table's classes have together is divided as a margin that tells them apart divides it.
        """
        shares: dict[int, Values] = {}
        margins = self._table.margins
        for axes, reduction, table in zip(margins, self._reductions, fitted, strict=True):
            for axis, classes, size in zip(axes, reduction.classes, reduction.shape, strict=True):
                if classes.size == size:
                    shares.setdefault(axis, np.maximum(margin_of(table, axes, (axis,)), 0.0) + 1e-9)
        result = []
        for axes, reduction, table in zip(margins, self._reductions, fitted, strict=True):
            for place, (axis, classes) in enumerate(zip(axes, reduction.classes, strict=True)):
                if classes.size > table.shape[place]:
                    share = shares.get(axis, np.ones(classes.size))
                    share = share / np.bincount(classes, weights=share)[classes]
                    table = np.take(table, classes, axis=place) * share.reshape(
                        [-1 if at == place else 1 for at in range(len(axes))]
                    )
            result.append(table)
        return result


def _shared(link: Link, places: Integers, values: Integers) -> Held:
    inside = (places >= 0).ravel()
    totals = np.zeros(link.size, dtype=np.int64)
    np.add.at(totals, places.ravel()[inside], values.ravel()[inside])
    return Held(link.below, totals, link.free)


def _queries_of(layer: Layer, shape: Sequence[int]) -> Kronecker:
    """The counts of the blocks of a layer, as queries on a table."""
    factors: list[OneVariable] = [Total(size) for size in shape]
    for axis, blocks, size in zip(layer.axes, layer.blocks, layer.shape, strict=True):
        factors[axis] = queries_of_rows(blocks[None, :] == np.arange(size)[:, None])
    ordered = sorted(range(len(layer.axes)), key=lambda at: layer.axes[at])
    if ordered != list(range(len(ordered))):
        raise ValueError("the variables of a layer stand in the order of the table's")
    return Kronecker(*factors)


def _margin_of(
    slices: Integers, totals: Integers, values: Values, allowed: NDArray[np.bool_] | None, floor: Integers | None
) -> Margin:
    """Sums of slices that must come out exactly, less what their cells hold at least (`floor`).

    One more slice, with nothing in it, holds cells in which no row is ever counted. Nothing is asked of slices where no
    cell may hold anything: a rule of this table that the one above, as a list, has not seen.
    """
    slices = np.where(slices < 0, totals.size, slices)
    totals = np.append(totals, 0)
    if floor is not None:
        least = np.zeros(totals.size, dtype=np.int64)
        np.add.at(least, slices.ravel(), floor.ravel())
        totals = totals - least
    if allowed is not None:
        held = np.bincount(slices[allowed].ravel(), minlength=totals.size) > 0
        totals = np.where(held, totals, 0)
    return Margin(slices, totals)


def _statistic(part: Kronecker) -> Statistic:
    own = axes_of(part)
    return Statistic(own, on_margin(part, own) if own else None)


def _scale(vector: SumVector) -> float:
    return float(max(abs(vector.lower), abs(vector.upper), 1))


def _single(part: Kronecker) -> bool:
    """Whether a part counts every combination of single classes of its variables."""
    return all(isinstance(factor, (Identity, Total)) for factor in part.factors)


def _tells(part: Kronecker, axes: Axes) -> bool:
    """Whether the table over some variables follows from a part's answers by adding up."""
    return all(
        isinstance(factor, Identity) or (at not in axes and isinstance(factor, (Total, Prefix)))
        for at, factor in enumerate(part.factors)
    )


def _said(part: Kronecker, axes: Axes, answers: Values) -> Values:
    """That table; of cumulative counts the last is everybody."""
    table = answers.reshape(part.counts)
    for at in reversed(range(len(part.factors))):
        if at not in axes:
            last = isinstance(part.factors[at], Prefix)
            table = np.take(table, -1, axis=at) if last else table.sum(axis=at)
    return np.asarray(table, dtype=np.float64).reshape(-1)


def _table_of(margin: Axes, axes: Axes, shape: Sequence[int]) -> Kronecker:
    """The table over some variables of a margin."""
    return Kronecker(*(Identity(shape[at]) if at in axes else Total(shape[at]) for at in margin))
