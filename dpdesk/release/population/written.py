"""A joint table of which every cell is written down: the closest to the noisy answers there is, up to rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import COUNT
from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.postprocess.closest.fit import NotClosed
from dpdesk.postprocess.counts_for_sums import CountsForSums, Quantity
from dpdesk.postprocess.integer_search import FREE, closest_whole
from dpdesk.postprocess.listed.cells import NO_BLOCK
from dpdesk.postprocess.whole_numbers import Margin, round_cells, round_sums, within
from dpdesk.progress import breathe
from dpdesk.queries import Kronecker, Stack
from dpdesk.release.population.cells import (
    FILLING,
    Answers,
    Deviations,
    Held,
    Weights,
    in_turn,
    margin_held,
    numbers_shared,
    scale_of,
)
from dpdesk.release.population.real_cells import RealCells

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_LOST = 0.5
"""Up to so many people that a published sum loses between the bounds of whole counts, nothing is done about it."""
_ROOM = 4
"""Whole cells are looked for up to so much above the largest real one."""


class Written:
    """Every cell of a joint table."""

    def __init__(
        self, table: JointTable, weights: Weights, deviations: Deviations, parts_of_all: Sequence[str] = ()
    ) -> None:
        """Prepare the projections of all statistics; `parts_of_all` are the sums that count a part of everybody."""
        self.table = table
        self._published = Stack(*(part.queries for part in table.parts if part.own))
        self._parts = {
            statistic: [number for number, weight in enumerate(vector_weights) if weight > 0]
            for statistic, vector_weights in weights.items()
        }
        self._weights = weights
        self._people = RealCells(table, deviations, COUNT, [name for name in parts_of_all if self._parts.get(name)])
        self._deviations = deviations
        self._sums: dict[str, RealCells] = {}
        for statistic, parts in self._parts.items():
            if parts and statistic not in self._people.names:
                self._projection(statistic)
        self._for_sums = self._counts_for_sums()

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """People first, then sums; where what is published of counts leaves cells open, those that suit the sums."""
        people: dict[str, Values] = {}

        def counted() -> Integers:
            people.update(self._people.fit(answers, held, upper=self._most))
            return self.counts(people[COUNT], held[COUNT])

        def summed(name: str, counts: Integers) -> Integers:
            if name in people:
                real = self._within(name, people[name], answers[name], vectors[name], counts, held[name])
                return self._whole(name, real, vectors[name], counts, held[name])
            return self.sums(name, answers[name], vectors[name], counts, held[name])

        counts, sums = in_turn(vectors, counted, summed)
        if self._for_sums is not None:
            counts, sums = self._suited(self._for_sums, counts, sums, answers, people, vectors, held)
        return {COUNT: counts, **sums}

    def without(self, impossible: NDArray[np.bool_]) -> Written:
        """The same table with the same projections, where these cells stay empty, too."""
        if not impossible.any():
            return self
        both = impossible if self.table.impossible is None else impossible | self.table.impossible
        narrowed = copy(self)
        narrowed.table = replace(self.table, impossible=both)
        return narrowed

    @property
    def _allowed(self) -> NDArray[np.bool_] | None:
        return None if self.table.impossible is None else ~self.table.impossible

    @property
    def _most(self) -> Values | float:
        """The most people a cell may hold."""
        return np.inf if self.table.impossible is None else np.where(self.table.impossible, 0.0, np.inf)

    def counts(self, cells: Values, held: Held | None) -> Integers:
        """Whole counts near real ones."""
        breathe(FILLING, 1.0)
        allowed = self._allowed
        margin = self._margin(COUNT, held, cells, allowed, None)
        told = [part.queries for part in self.table.parts if not part.own]
        whole = round_cells(cells, self._published, allowed=allowed, margin=margin, told=told)
        open_ = np.ones(whole.shape, dtype=np.int64) if allowed is None else allowed.astype(np.int64)
        most = open_ * int(max(whole.max(initial=0), cells.max(initial=0.0)) + _ROOM)
        return closest_whole(whole, cells, self._queries(COUNT), np.zeros_like(whole), most, margin, each=FREE)

    def sums(
        self, statistic: str, answers: Sequence[Values], vector: SumVector, counts: Integers, held: Held | None
    ) -> Integers:
        """Whole sums close to noisy answers, between the bounds that counts allow."""
        lower, upper = counts * vector.lower, counts * vector.upper
        if self._parts[statistic]:
            values = self._fit(statistic, answers, held, vector, lower, upper)
        else:  # no group of this table publishes the quantity; it only passes on what its neighbours do
            values = (lower + upper) / 2.0
        return self._whole(statistic, values, vector, counts, held)

    def _within(
        self,
        statistic: str,
        values: Values,
        answers: Sequence[Values],
        vector: SumVector,
        counts: Integers,
        held: Held | None,
    ) -> Values:
        """Real sums between the bounds that whole counts allow, with the answers of those that real counts allowed.

        Whole counts may lie in other cells than real ones: cutting sums there would take thousands from their totals.
        """
        lower, upper = counts * vector.lower, counts * vector.upper
        cut, asked = np.clip(values, lower, upper), self._queries(statistic)
        lost = max(float(np.abs(part.answer(values - cut)).max(initial=0.0)) for part in asked)
        if lost <= _LOST * scale_of(vector):
            return cut
        wanted = [
            np.asarray(part.queries.answer(values), dtype=np.float64) if given.size else given
            for part, given in zip(self.table.parts, answers, strict=True)
        ]
        try:
            return self._fit(statistic, wanted, held, vector, lower, upper)
        except NotClosed:
            return cut

    def _whole(
        self, statistic: str, values: Values, vector: SumVector, counts: Integers, held: Held | None
    ) -> Integers:
        """Whole sums near real ones, between the bounds that counts allow."""
        lower, upper = counts * vector.lower, counts * vector.upper
        values = np.clip(values, lower, upper)
        margin = self._margin(statistic, held, values, counts > 0, lower)
        above, asked, room = values - lower, self._queries(statistic), upper - lower
        whole = within(round_sums(above, asked, counts > 0, margin), room, margin)
        return lower + closest_whole(whole, above, asked, np.zeros_like(whole), room, margin)

    def _counts_for_sums(self) -> CountsForSums | None:
        """What chooses cells for the sums; None where there is nothing to choose, or too much to search."""
        summed = sum(bool(parts) for statistic, parts in self._parts.items() if statistic != COUNT)
        if not summed or not self._parts[COUNT]:
            return None
        chooser = CountsForSums(self._queries(COUNT))
        return None if chooser.large or chooser.leaves_open(self._allowed, summed) is False else chooser

    def _suited(
        self,
        chooser: CountsForSums,
        counts: Integers,
        sums: dict[str, Integers],
        answers: Answers,
        people: Mapping[str, Values],
        vectors: Mapping[str, SumVector],
        held: Mapping[str, Held | None],
    ) -> tuple[Integers, dict[str, Integers]]:
        """Other cells with the same published counts, if sums come closer to their answers with them."""
        room = chooser.room(counts, self._allowed)
        names = [name for name in vectors if self._parts[name]]
        if not chooser.leaves_open(room > 0, len(names)):
            return counts, sums
        quantities = []
        for name in names:
            vector = vectors[name]
            least, most = np.minimum(room * vector.lower, 0), np.maximum(room * vector.upper, 0)
            values = people.get(name)
            if values is None:
                try:
                    values = self._fit(name, answers[name], held[name], vector, least, most)
                except NotClosed:  # nothing is known to be closer
                    return counts, sums
            targets = np.concatenate([part.answer(values) for part in self._queries(name)])
            weights = [self._weights[name][number] for number in self._parts[name]]
            kept = self._kept(name, held[name])
            quantities.append(Quantity(self._queries(name), weights, vector.lower, vector.upper, targets, kept))
        given = [sums[name] for name in names]
        chosen, others = chooser.together(counts, room, self._kept(COUNT, held[COUNT]), given, quantities)
        return chosen, {**sums, **dict(zip(names, others, strict=True))}

    def _kept(self, statistic: str, held: Held | None) -> Integers:
        """The block of every cell whose sum is kept, NO_BLOCK where none is; cells that count nobody are one block."""
        if held is None:
            return np.full(self.table.shape, NO_BLOCK, dtype=np.int64)
        places, size = held.layer.over(self.table.shape), held.totals.size
        free = held.free.get(statistic, np.zeros(size, dtype=bool))
        return np.append(np.where(free, NO_BLOCK, np.arange(size)), size)[places]

    def _queries(self, statistic: str) -> list[Kronecker]:
        return [self.table.parts[number].queries for number in self._parts[statistic]]

    def answer(self, group: int, values: Integers) -> Integers:
        """The answers of the group's own parts, in the order of its workload."""
        parts = self.table.own_parts(group)
        return np.concatenate([part.read(np.asarray(part.queries.answer(values), dtype=np.int64)) for part in parts])

    def shared(self, link: Link, values: Integers) -> Held:
        """The sums of cells that a table shares with the one it is linked to."""
        return numbers_shared(link, link.above.over(self.table.shape), values)

    def places(self, counts: Integers) -> Integers:
        """Written down, too."""
        return np.argwhere(counts.reshape(self.table.shape) > 0)

    def _fit(
        self,
        statistic: str,
        answers: Sequence[Values],
        held: Held | None,
        vector: SumVector,
        lower: Integers,
        upper: Integers,
    ) -> Values:
        given, kept, scale = {statistic: answers}, {statistic: held}, scale_of(vector)
        found = self._projection(statistic).fit(given, kept, lower=lower, upper=upper, scale=scale)
        return found[statistic]

    def _projection(self, statistic: str) -> RealCells:
        """The projection of a statistic by itself."""
        if statistic not in self._sums:
            self._sums[statistic] = RealCells(self.table, self._deviations, statistic)
        return self._sums[statistic]

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
        return margin_held(places, totals, values, allowed, floor)
