"""The non-empty cells of a joint table that is too large to be written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import COUNT
from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.compiler.margins import Axes, axes_of, impossible_on, on_margin
from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.postprocess.listed.cells import ListedCells, Statistic, fit_counts, fit_sums
from dpdesk.postprocess.listed.closest import Published, closest_list, closest_whole_list, joined
from dpdesk.postprocess.listed.columns import least_off
from dpdesk.postprocess.listed.exact import exact_whole_list
from dpdesk.postprocess.listed.lister import Lister
from dpdesk.postprocess.listed.search import Search, improve_counts, improve_sums
from dpdesk.postprocess.listed.sums import ListedSum, counts_for_listed_sums, is_searched
from dpdesk.postprocess.whole_numbers import Margin, cumulative, within
from dpdesk.progress import breathe, stretch
from dpdesk.queries import Kronecker
from dpdesk.release.population.cells import (
    FILLING,
    Answers,
    Held,
    Weights,
    in_turn,
    margin_held,
    numbers_shared,
    scale_of,
)
from dpdesk.release.population.targets import Targets

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_FEW_STEPS = 100
"""Up to so many steps a person, sums are improved as whole numbers; the noise on others is far wider than a step."""

_FAR = 1.0
"""A published number off by more than so many people: descent stopped on the way, or there is no such table."""

_NEARLY = 0.05
"""Up to so many people off, published numbers have been reached; whole ones, which some table may have, not before."""

_FEW_TERMS = 20_000
"""Queries that count a cell, added up over cells, up to which whole ones are searched where margins are all told."""


class Listed:
    """The non-empty cells of a table too large to be written down; `counts` decides which these are."""

    def __init__(self, table: JointTable, weights: Weights, links: Sequence[Link] = ()) -> None:
        """Prepare the projection of each margin, for every statistic; `links` are those of tables that hang on it."""
        self._begin(table, weights, links)
        _ = self._targets  # what it needs is known to be there before anything is reserved

    def _begin(self, table: JointTable, weights: Weights, links: Sequence[Link]) -> None:
        """Take a table of which nobody is listed yet."""
        self.table, self._weights, self._links = table, weights, links
        self._told = {
            name: [at for at, weight in enumerate(own) if weight > 0] for name, own in weights.items() if any(own)
        }
        self._statistics = [statistic_of(part.queries) for part in table.parts]
        self._impossible = [impossible_on(margin, table.excluded, table.shape) for margin in table.margins]
        self._cells = ListedCells(np.zeros((0, len(table.shape)), dtype=np.int64), table.shape)

    @cached_property
    def _targets(self) -> dict[str, Targets]:
        return {
            name: Targets(self.table, self._weights[name], self.table.margins if name == COUNT else None)
            for name in self._told
        }

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Counts, and then sums of the same cells."""
        counts, sums = in_turn(
            vectors,
            lambda: self.counts(answers[COUNT], held[COUNT]),
            lambda name, counts: self.sums(name, answers[name], vectors[name], counts, held[name]),
        )
        return self._suited(counts, sums, answers, vectors, held)

    def counts(self, answers: Sequence[Values], held: Held | None) -> Integers:
        """Tables over the margins, then a list of cells that comes close to them."""
        table = self.table
        upper = []
        for axes, closed in zip(table.margins, self._impossible, strict=True):
            most = np.full([table.shape[axis] for axis in axes], np.inf)
            upper.append(most if closed is None else np.where(closed, 0.0, most))
        count_targets = self._targets[COUNT]
        with stretch(0.0, 0.3):
            fitted = count_targets.fitted(answers, upper)
        breathe(FILLING, 0.3)
        targets = count_targets.agreeing(fitted, upper)
        total = None if held is None else int(held.totals.sum())
        if total is not None:
            targets = [target * (total / max(target.sum(), 1.0)) for target in targets]
        cells = Lister(table.margins, targets, table.shape, table.excluded).cells()
        breathe(FILLING, 0.4)
        values = fit_counts(cells, table.margins, targets, total)
        breathe(FILLING, 0.6)
        published = self._published(count_targets, fitted, total)
        if count_targets.open:
            cells, values = closest_list(published, cells, values)
            if published.off(cells, values) > (_NEARLY if published.is_whole() else _FAR):
                others = joined(cells, np.zeros(values.size), *least_off(published.telling(), cells))
                cells, values = min((cells, values), others, key=lambda both: published.off(*both))
            targets = [np.asarray(cells.margin(values, axes), dtype=np.float64) for axes in table.margins]
        start = cumulative(values, None, self._margin(cells, held, values, None))
        search = Search(cells, self._statistics, table.margins, targets)
        breathe(FILLING, 0.8)
        improved, whole = improve_counts(search, start, table.excluded, hold_total=total is not None)
        if count_targets.open or published.terms(improved) <= _FEW_TERMS:
            breathe(FILLING, 0.9)
            improved, whole = self._whole_numbers(published, cells, values, improved, whole)
        self._cells = improved
        return whole

    def _whole_numbers(
        self, published: Published, cells: ListedCells, values: Values, start_cells: ListedCells, start: Integers
    ) -> tuple[ListedCells, Integers]:
        """Whole counts of cells that are closer to what is published than those to start from, where some are found."""
        if published.off(cells, values) > _NEARLY:
            return closest_whole_list(published, cells, values, start_cells, start)
        asked = published.telling()  # numbers that others imply are reached, too
        exact = exact_whole_list(asked, cells, start_cells, start) if asked.is_whole() else None
        return closest_whole_list(asked, cells, values, start_cells, start) if exact is None else exact

    def _published(self, targets: Targets, fitted: Sequence[Values], total: int | None) -> Published:
        statistics = [self._statistics[number] for number in targets.kept]
        return Published(self.table.shape, statistics, targets.numbers(fitted), self.table.excluded, total)

    def sums(
        self, statistic: str, answers: Sequence[Values], vector: SumVector, counts: Integers, held: Held | None
    ) -> Integers:
        """The same cells, each with a sum."""
        scale = scale_of(vector)
        lower, upper = counts * vector.lower, counts * vector.upper
        if statistic not in self._told:
            return lower + cumulative((upper - lower) / 2.0, counts > 0, None)
        told = self._targets[statistic]
        low, high = (
            [np.asarray(self._cells.margin(bound, margin), dtype=np.float64) / scale for margin in told.margins]
            for bound in (lower, upper)
        )
        fitted = told.sums([answer / scale for answer in answers], low, high, scale)
        targets = [cell_sums * scale for cell_sums in fitted]
        bounds = float(vector.lower), float(vector.upper)
        places = [self._cells.at(axes) for axes in told.margins]
        values = fit_sums(counts, places, targets, bounds)
        margin = self._margin(self._cells, held, values, lower)
        whole = lower + within(cumulative(values - lower, counts > 0, margin), upper - lower, margin)
        if held is None and scale <= _FEW_STEPS:
            search = Search(self._cells, [self._statistics[number] for number in told.kept], told.margins, targets)
            whole = improve_sums(search, whole, lower, upper)
        return whole

    def _suited(
        self,
        counts: Integers,
        sums: Mapping[str, Integers],
        answers: Answers,
        vectors: Mapping[str, SumVector],
        held: Mapping[str, Held | None],
    ) -> dict[str, Integers]:
        """Other cells with the same published counts, if sums come closer to their answers with them."""
        names = [name for name in vectors if name in self._told]
        statistics = [self._statistics[number] for number in self._told[COUNT]]
        numbers = [
            np.asarray(statistic.answer(self._cells.margin(counts, statistic.axes)), dtype=np.float64)
            for statistic in statistics
        ]
        total = None if held[COUNT] is None else int(counts.sum())
        published = Published(self.table.shape, statistics, numbers, self.table.excluded, total).telling()
        if not is_searched(published, self._cells, len(names)):
            return {COUNT: counts, **sums}
        room = {
            name: [self._room(axes, numbers, int(counts.sum())) for axes in self._targets[name].margins]
            for name in names
        }
        wanted = [self._wanted(name, answers[name], vectors[name], room[name]) for name in names]
        given = [sums[name] for name in names]
        self._cells, counts, improved = counts_for_listed_sums(published, self._cells, counts, given, wanted)
        others = [name for name in vectors if name not in self._told]
        more = {name: self.sums(name, answers[name], vectors[name], counts, held[name]) for name in others}
        return {COUNT: counts, **dict(zip(names, improved, strict=True)), **more}

    def _wanted(self, name: str, answers: Sequence[Values], vector: SumVector, room: Sequence[Values]) -> ListedSum:
        """What is published of a quantity, as it would be if each cell held as many people as counts leave room for."""
        vector_targets, scale = self._targets[name], scale_of(vector)
        low = [np.minimum(most * vector.lower, 0) / scale for most in room]
        high = [np.maximum(most * vector.upper, 0) / scale for most in room]
        fitted = vector_targets.fitted_sums([answer / scale for answer in answers], low, high, scale)
        targets = [scale * number for number in vector_targets.numbers(fitted)]
        costs = np.sqrt(np.array(vector_targets.weights) / max(vector_targets.weights)).tolist()
        statistics = [self._statistics[number] for number in vector_targets.kept]
        shared = [(link.above, link.summed[name]) for link in self._links if name in link.summed]
        return ListedSum(statistics, targets, costs, vector.lower, vector.upper, shared)

    def _room(self, axes: Axes, numbers: Sequence[Values], everybody: int) -> Values:
        """The most people that each cell of a margin can hold: the least published count it is in."""
        most = np.full([self.table.shape[axis] for axis in axes], float(everybody))
        for number, published in zip(self._told[COUNT], numbers, strict=True):
            statistic = self._statistics[number]
            if set(statistic.axes) <= set(axes):
                along = [self.table.shape[axis] if axis in statistic.axes else 1 for axis in axes]
                most = np.minimum(most, statistic.least(published).reshape(along))
        return most

    def answer(self, group: int, values: Integers) -> Integers:
        """Each statistic from its margin."""
        readings = []
        for statistic, part in zip(self._statistics, self.table.parts, strict=True):
            if part.own and part.group == group:
                readings.append(part.read(self._cells.answer([statistic], values)))
        return np.concatenate(readings)

    def shared(self, link: Link, values: Integers) -> Held:
        """Sums of listed cells."""
        return numbers_shared(link, link.above.of(self._cells.rows), values)

    def places(self, counts: Integers) -> Integers:
        """Those of the list."""
        return self._cells.rows[counts > 0]

    def _margin(self, cells: ListedCells, held: Held | None, values: Values, floor: Integers | None) -> Margin | None:
        if held is None:
            return None
        every = np.ones(len(cells.rows), dtype=bool)
        return margin_held(held.layer.of(cells.rows), held.totals, values, every, floor)


def statistic_of(part: Kronecker) -> Statistic:
    """A part of a workload, on the margin that it counts by."""
    axes = axes_of(part)
    return Statistic(axes, on_margin(part, axes) if axes else None)
