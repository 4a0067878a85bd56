"""What a plan prints of its counts and sums: each group's unbiased answers, those that several groups give averaged.

A query that several groups answer, each with its own noise, is one number: their unbiased answers are averaged by
precision, and the average, which is unbiased too and better than each, takes their place in all of them. Its margin
comes from the law of the average itself, a weighted sum of the integers that all of them drew (noise.py).

All of it is a function of the plan and its mechanisms: the forecast is that of what will be printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.noise import JOINT, Averages, Noise
from dpdesk.planning.choosing.shared_rows import KnownRows, shared_rows
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.base import COUNT as COUNT
from dpdesk.planning.compiler.shared_margins import SharedMargin
from dpdesk.planning.memory import Memory

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan

Integers = NDArray[np.int64]
ROOM = 2**22
"""Numbers kept of the rows that groups of plans share."""
Mechanisms = Mapping[str, "Mechanism"]
"""A group's mechanism for the counts and each sum, by statistic; none where quantiles are drawn, or with detail."""


@dataclass(frozen=True, slots=True, eq=False)
class Queries:
    """The n queries that several groups ask: each with up to k groups and their rows; group −1 for no more."""

    groups: Integers
    rows: Integers

    @property
    def weight(self) -> int:
        """About how many numbers it holds, for what is kept."""
        return 100 + 2 * self.rows.size

    def of(self, group: int) -> Queries:
        """Those that a group asks."""
        inside = (self.groups == group).any(axis=1)
        return Queries(self.groups[inside], self.rows[inside])

    def averages(self, everyone: Sequence[Mechanism | None], group: int) -> Averages:
        """A group's averages over all groups that have a mechanism, weighted by precision."""
        asked = self.of(group)
        there = np.array([*(present is not None for present in everyone), False])[asked.groups]
        several = there.sum(axis=1) > 1
        there, groups, rows = there[several], asked.groups[several], asked.rows[several]
        std = np.full(groups.shape, np.inf)
        for number, mechanism in enumerate(everyone):
            if mechanism is not None:
                std[groups == number] = mechanism.std[rows[groups == number]]
        with np.errstate(divide="ignore"):
            exact = (std == 0).any(axis=1, keepdims=True)
            weights = np.where(exact, np.where(std == 0, 1.0, 0.0), 1.0 / std**2)
        weights /= weights.sum(axis=1, keepdims=True)
        groups, rows = np.where(there, groups, -1), np.where(there, rows, NO_ROW)
        query, column = np.nonzero(groups == group)
        order = np.argsort(rows[query, column], kind="stable")
        query, column = query[order], column[order]
        return Averages(rows[query, column], groups[query], rows[query], weights[query])


NO_QUERIES = Queries(np.zeros((0, 0), dtype=np.int64), np.zeros((0, 0), dtype=np.int64))


def queries_of(groups: Sequence[CompiledGroup], margins: Sequence[SharedMargin], known: KnownRows) -> Queries:
    """The queries that groups share by some margins; `known` are rows that were looked for."""
    shared = shared_rows(groups, margins, known)
    shape = len(shared), max((len(nodes) for nodes in shared), default=0)
    owners, rows = np.full(shape, -1, dtype=np.int64), np.full(shape, NO_ROW, dtype=np.int64)
    for number, nodes in enumerate(shared):
        owners[number, : len(nodes)], rows[number, : len(nodes)] = np.array(nodes, dtype=np.int64).T
    return Queries(owners, rows)


def shared_by(compiled: CompiledPlan, counting: Sequence[bool], statistic: str) -> list[SharedMargin]:
    """The margins that two groups share and both count, for a statistic."""
    quantity = statistic.partition(":")[2]
    margins = [margin for margin in compiled.shared if counting[margin.group_a] and counting[margin.group_b]]
    return [margin for margin in margins if not quantity or quantity in margin.quantities]


class Sharing:
    """What groups of plan after plan share, looked for once for tables alike. Memory is bounded."""

    def __init__(self) -> None:
        self._queries: Memory[tuple[object, ...], Queries] = Memory(ROOM)
        self._noises: Memory[tuple[object, ...], Noise] = Memory(ROOM)
        self._rows: KnownRows = Memory(ROOM)

    def queries(self, compiled: CompiledPlan, counting: Sequence[bool], statistic: str = COUNT) -> Queries:
        """What the groups that count share of a statistic."""

        def made() -> Queries:
            margins = shared_by(compiled, counting, statistic)
            return queries_of(compiled.groups, margins, self._rows) if margins else NO_QUERIES

        if not compiled.shared:
            return NO_QUERIES
        key = (*(group.space for group in compiled.groups), *counting, statistic)  # one space for tables alike
        return self._queries.get(key, made, lambda queries: queries.weight)

    def noise(self, queries: Queries, everyone: Sequence[Mechanism | None], group: int, statistic: str) -> Noise:
        """The noise of a group's answers to a statistic, by the mechanisms of all groups; the same object again."""
        involved = {group, *queries.of(group).groups.ravel().tolist()}
        involved_mechanisms = tuple(
            mechanism if number in involved else None for number, mechanism in enumerate(everyone)
        )
        if sum(mechanism is not None for mechanism in involved_mechanisms) == 1:
            return Noise(statistic, involved_mechanisms, group)

        def made() -> Noise:
            return Noise(statistic, involved_mechanisms, group, queries.averages(involved_mechanisms, group))

        key = (queries, involved_mechanisms, group, statistic)
        return self._noises.get(key, made, lambda noise: 1000 + 2 * noise.own.workload.shape[0])

    def printed(self, compiled: CompiledPlan, mechanisms: Sequence[Mechanisms]) -> Printed:
        """What a plan prints with these mechanisms; a group without any counts nothing."""
        counting = tuple(bool(vectors) for vectors in mechanisms)
        return Printed(self, mechanisms, lambda statistic: self.queries(compiled, counting, statistic))

    def partners(self, compiled: CompiledPlan, group: int) -> set[int]:
        """A group, and those that answer a query of it too as far as they count."""
        counting = [group_map.detail is None for group_map in compiled.groups]
        partners = {group}
        for statistic in (COUNT, *(f"sum:{vector.quantity}" for vector in compiled.groups[group].sums)):
            partners |= set(self.queries(compiled, counting, statistic).of(group).groups.ravel().tolist())
        return partners - {-1}


class Printed:
    """The noise of all that a plan prints, with a mechanism for each group."""

    def __init__(self, sharing: Sharing, mechanisms: Sequence[Mechanisms], queries: Callable[[str], Queries]) -> None:
        self._sharing, self.mechanisms, self._queries = sharing, mechanisms, queries

    @classmethod
    def alone(cls, group: CompiledGroup, mechanism: Mechanism) -> Printed:
        """Of a group that shares nothing."""
        return cls(Sharing(), [by_statistic(group, mechanism)], lambda _: NO_QUERIES)

    @cached_property
    def noises(self) -> list[dict[str, Noise]]:
        """For each group and statistic the noise of its answers."""
        return [{name: self.noise(number, name) for name in vectors} for number, vectors in enumerate(self.mechanisms)]

    def noise(self, group: int, statistic: str = COUNT) -> Noise:
        """The noise of a group's answers to a statistic that it publishes."""
        everyone = [vectors.get(statistic) for vectors in self.mechanisms]
        return self._sharing.noise(self._queries(statistic), everyone, group, statistic)

    def instead(self, group: int, mechanism: Mechanism, statistic: str = COUNT) -> Noise:
        """The noise of a group's counts if another mechanism answered it, and the other groups as they are.

        With another `statistic` that of a sum, `mechanism` its own.
        """
        everyone = [vectors.get(statistic) for vectors in self.mechanisms]
        everyone[group] = mechanism
        return self._sharing.noise(self._queries(statistic), everyone, group, statistic)


def by_statistic(group: CompiledGroup, mechanism: Mechanism) -> dict[str, Mechanism]:
    """A mechanism's parts for the counts of a group and each of its sums."""
    sums = zip(group.sums, mechanism.sums, strict=True)
    return {COUNT: mechanism} | {f"sum:{vector.quantity}": sum_mechanism for vector, sum_mechanism in sums}


def measured(group: CompiledGroup, mechanism: Mechanism) -> dict[str, Mechanism]:
    """What draws integers, by the name they are sealed under: of vectors measured together one stands for all."""
    vectors = by_statistic(group, mechanism)
    if mechanism.joint is None:
        return vectors
    apart = {name: vector for name, vector in vectors.items() if vector.joint is None}
    return {JOINT: mechanism} | apart


def own_noise(mechanism: Mechanism, statistic: str = COUNT) -> Noise:
    """The noise of the counts of a group that shares nothing, or of the sum that a mechanism is of."""
    return Noise(statistic, [mechanism], 0)


def own_noises(group: CompiledGroup, mechanism: Mechanism) -> dict[str, Noise]:
    """The noise of a group's answers by statistic, where nothing is averaged: areas by detail, quantiles drawn."""
    return {name: Noise(name, [vector], 0) for name, vector in by_statistic(group, mechanism).items()}
