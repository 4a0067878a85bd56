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
from dpdesk.planning.choosing.shared_rows import shared_rows
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
        own = (self.groups == group).any(axis=1)
        return Queries(self.groups[own], self.rows[own])

    def averages(self, everyone: Sequence[Mechanism | None], group: int) -> Averages:
        """A group's averages over all groups that have a mechanism, weighted by precision."""
        asked = self.of(group)
        there = np.array([*(one is not None for one in everyone), False])[asked.groups]
        several = there.sum(axis=1) > 1
        there, groups, rows = there[several], asked.groups[several], asked.rows[several]
        std = np.full(groups.shape, np.inf)
        for at, mechanism in enumerate(everyone):
            if mechanism is not None:
                std[groups == at] = mechanism.std[rows[groups == at]]
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


def queries_of(groups: Sequence[CompiledGroup], margins: Sequence[SharedMargin]) -> Queries:
    """The queries that groups share by some margins."""
    found = shared_rows(groups, margins)
    shape = len(found), max((len(nodes) for nodes in found), default=0)
    owners, rows = np.full(shape, -1, dtype=np.int64), np.full(shape, NO_ROW, dtype=np.int64)
    for at, nodes in enumerate(found):
        owners[at, : len(nodes)], rows[at, : len(nodes)] = np.array(nodes, dtype=np.int64).T
    return Queries(owners, rows)


def shared_by(compiled: CompiledPlan, counting: Sequence[bool], statistic: str) -> list[SharedMargin]:
    """The margins that two groups share and both count, for a statistic."""
    quantity = statistic.partition(":")[2]
    margins = [one for one in compiled.shared if counting[one.group_a] and counting[one.group_b]]
    return [one for one in margins if not quantity or quantity in one.quantities]


class Sharing:
    """What groups of plan after plan share, looked for once for tables alike. Memory is bounded."""

    def __init__(self) -> None:
        self._queries: Memory[tuple[object, ...], Queries] = Memory(ROOM)
        self._noises: Memory[tuple[object, ...], Noise] = Memory(ROOM)

    def queries(self, compiled: CompiledPlan, counting: Sequence[bool], statistic: str = COUNT) -> Queries:
        """What the groups that count share of a statistic."""
        margins = shared_by(compiled, counting, statistic)
        if not margins:
            return NO_QUERIES
        key = (*(group.space for group in compiled.groups), *counting, statistic)  # one space for tables alike
        return self._queries.get(key, lambda: queries_of(compiled.groups, margins), lambda made: made.weight)

    def noise(self, queries: Queries, everyone: Sequence[Mechanism | None], group: int, statistic: str) -> Noise:
        """The noise of a group's answers to a statistic, by the mechanisms of all groups; the same object again."""
        involved = {group, *queries.of(group).groups.ravel().tolist()}
        own = tuple(one if at in involved else None for at, one in enumerate(everyone))
        if sum(one is not None for one in own) == 1:
            return Noise(statistic, own, group)

        def made() -> Noise:
            return Noise(statistic, own, group, queries.averages(own, group))

        key = (queries, own, group, statistic)
        return self._noises.get(key, made, lambda one: 1000 + 2 * one.own.workload.shape[0])

    def printed(self, compiled: CompiledPlan, mechanisms: Sequence[Mechanisms]) -> Printed:
        """What a plan prints with these mechanisms; a group without any counts nothing."""
        counting = tuple(bool(own) for own in mechanisms)
        return Printed(self, mechanisms, lambda statistic: self.queries(compiled, counting, statistic))

    def partners(self, compiled: CompiledPlan, group: int) -> set[int]:
        """A group, and those that answer a query of it too as far as they count."""
        counting = [own.detail is None for own in compiled.groups]
        found = {group}
        for statistic in (COUNT, *(f"sum:{vector.quantity}" for vector in compiled.groups[group].sums)):
            found |= set(self.queries(compiled, counting, statistic).of(group).groups.ravel().tolist())
        return found - {-1}


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
        return [{name: self.noise(at, name) for name in own} for at, own in enumerate(self.mechanisms)]

    def noise(self, group: int, statistic: str = COUNT) -> Noise:
        """The noise of a group's answers to a statistic that it publishes."""
        everyone = [own.get(statistic) for own in self.mechanisms]
        return self._sharing.noise(self._queries(statistic), everyone, group, statistic)

    def instead(self, group: int, mechanism: Mechanism, statistic: str = COUNT) -> Noise:
        """The noise of a group's counts if another mechanism answered it, and the other groups as they are.

        With another `statistic` that of a sum, `mechanism` its own.
        """
        everyone = [own.get(statistic) for own in self.mechanisms]
        everyone[group] = mechanism
        return self._sharing.noise(self._queries(statistic), everyone, group, statistic)


def by_statistic(group: CompiledGroup, mechanism: Mechanism) -> dict[str, Mechanism]:
    """A mechanism's parts for the counts of a group and each of its sums."""
    sums = zip(group.sums, mechanism.sums, strict=True)
    return {COUNT: mechanism} | {f"sum:{vector.quantity}": own for vector, own in sums}


def measured(group: CompiledGroup, mechanism: Mechanism) -> dict[str, Mechanism]:
    """What draws integers, by the name they are sealed under: of vectors measured together one stands for all."""
    found = by_statistic(group, mechanism)
    if mechanism.joint is None:
        return found
    apart = {name: own for name, own in found.items() if own.joint is None}
    return {JOINT: mechanism} | apart


def own_noise(mechanism: Mechanism, statistic: str = COUNT) -> Noise:
    """The noise of the counts of a group that shares nothing, or of the sum that a mechanism is of."""
    return Noise(statistic, [mechanism], 0)


def own_noises(group: CompiledGroup, mechanism: Mechanism) -> dict[str, Noise]:
    """The noise of a group's answers by statistic, where nothing is averaged: areas by detail, quantiles drawn."""
    return {name: Noise(name, [own], 0) for name, own in by_statistic(group, mechanism).items()}
