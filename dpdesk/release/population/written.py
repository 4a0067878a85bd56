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
from dpdesk.postprocess.counts_for_sums import CountsForSums, Quantity
from dpdesk.postprocess.integer_search import closest_whole
from dpdesk.postprocess.listed.cells import NO_BLOCK, Layer
from dpdesk.postprocess.non_negative import Fit, Projection
from dpdesk.postprocess.weighed_answers import WeighedProjection
from dpdesk.postprocess.whole_numbers import Margin, cumulative, round_cells
from dpdesk.progress import breathe
from dpdesk.queries import Kronecker, OneVariable, Stack, Total
from dpdesk.queries.reduction import queries_of_rows
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

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_HELD = 100.0
"""What is shared with the table above weighs so many times the heaviest answer; rounding keeps it exactly."""
_ROOM = 4
"""Whole cells are looked for up to so much above the largest real one."""


class Written:
    """Every cell of a joint table."""

    def __init__(self, table: JointTable, weights: Weights, deviations: Sequence[Values]) -> None:
        """Prepare the projection of every statistic; `deviations`: standard errors of the counts, part after part."""
        self.table = table
        self._published = Stack(*(part.queries for part in table.parts if part.own))
        self._parts = {
            statistic: [number for number, weight in enumerate(vector_weights) if weight > 0]
            for statistic, vector_weights in weights.items()
        }
        self._weights = weights
        self._counts = self._weighed(deviations)
        self._sums = {
            statistic: self._projection(
                [vector_weights[number] for number in self._parts[statistic]], self._parts[statistic]
            )
            for statistic, vector_weights in weights.items()
            if statistic != COUNT and self._parts[statistic]
        }
        self._for_sums = self._counts_for_sums()

    def fill(
        self, answers: Answers, vectors: Mapping[str, SumVector], held: Mapping[str, Held | None]
    ) -> dict[str, Integers]:
        """Counts first; where what is published of them leaves cells open, those that suit the sums."""
        counts, sums = in_turn(
            vectors,
            lambda: self.counts(answers[COUNT], held[COUNT]),
            lambda name, counts: self.sums(name, answers[name], vectors[name], counts, held[name]),
        )
        if self._for_sums is not None:
            counts, sums = self._suited(self._for_sums, counts, sums, answers, vectors, held)
        return {COUNT: counts, **sums}

    def without(self, impossible: NDArray[np.bool_]) -> Written:
        """The same table with the same projections, where these cells stay empty, too."""
        if not impossible.any():
            return self
        both = impossible if self.table.impossible is None else impossible | self.table.impossible
        narrowed = copy(self)
        narrowed.table = replace(self.table, impossible=both)
        return narrowed

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
        queries = [self.table.parts[number].queries for number in kept]
        scaled = [weight / max(weights) for weight in weights]
        alone = Projection(Stack(*queries), scaled)
        if self.table.link is None:
            return alone, None
        shared = _queries_of(self.table.link.below, self.table.shape)
        return alone, Projection(Stack(*queries, shared), [*scaled, _HELD])

    def counts(self, answers: Sequence[Values], held: Held | None) -> Integers:
        """Whole counts: the projection of the noisy answers onto possible cells, rounded."""
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
        breathe(FILLING, 1.0)
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
        scale = scale_of(vector)
        if self._parts[statistic]:
            values = self._fit(statistic, answers, held, scale, lower / scale, upper / scale).sure * scale
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
        chooser = CountsForSums(self._queries(COUNT))
        allowed = None if self.table.impossible is None else ~self.table.impossible
        return None if chooser.large or chooser.leaves_open(allowed, len(self._sums)) is False else chooser

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
        if not chooser.leaves_open(room > 0, len(names)):
            return counts, sums
        quantities = []
        for name in names:
            vector, scale = vectors[name], scale_of(vectors[name])
            least, most = np.minimum(room * vector.lower, 0), np.maximum(room * vector.upper, 0)
            fit = self._fit(name, answers[name], held[name], scale, least / scale, most / scale)
            if not fit.closed:  # nothing is known to be closer
                return counts, sums
            values = fit.cells * scale
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
        scale: float,
        lower: Values,
        upper: Values,
    ) -> Fit:
        alone, tied = self._sums[statistic]
        given = [answers[number] / scale for number in self._parts[statistic]]
        if held is None or tied is None:
            return alone.fit(given, lower=lower, upper=upper)
        shared = held.totals / scale
        if statistic in held.free:
            shared = self._chosen(statistic, held, alone.fit(given, lower=lower, upper=upper).cells, shared)
        return tied.fit([*given, shared], lower=lower, upper=upper)

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
        return margin_held(places, totals, values, allowed, floor)


def _queries_of(layer: Layer, shape: Sequence[int]) -> Kronecker:
    """The counts of the blocks of a layer, as queries on a table."""
    factors: list[OneVariable] = [Total(size) for size in shape]
    for axis, blocks, size in zip(layer.axes, layer.blocks, layer.shape, strict=True):
        factors[axis] = queries_of_rows(blocks[None, :] == np.arange(size)[:, None])
    ordered = sorted(range(len(layer.axes)), key=lambda position: layer.axes[position])
    if ordered != list(range(len(ordered))):
        raise ValueError("the variables of a layer stand in the order of the table's")
    return Kronecker(*factors)
