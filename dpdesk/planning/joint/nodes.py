"""What groups count, on common ground: the chain of classes of each variable, and the table of cells each group needs.

The classes of a variable that groups tell apart are made a chain, each partition finer than the next; where two cross,
all groups take the finest partition that refines both. A node is a table by some of these (tables.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.planning.compiler.shared_margins import Party
from dpdesk.planning.joint.queries import Taken, over_classes, taken
from dpdesk.postprocess.listed.cells import NO_BLOCK
from dpdesk.queries import Kronecker, OneVariable, Total
from dpdesk.queries.compound import kronecker_parts

Integers = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class JointPart:
    """Queries on a joint table that part `part` of the workload of group `group` answers.

    `taken` has for each of the group's variables how the queries are combined from that part's, None where they are the
    same; `order` brings the group's variables into the table's, whose variables `inside` are those the group has.
    `own`: the group's tables are read from this table.
    """

    group: int
    part: int
    own: bool
    queries: Kronecker
    taken: tuple[Taken | None, ...]
    order: tuple[int, ...]
    inside: tuple[int, ...]

    def answers(self, part: Kronecker, given: Values) -> Values:
        """The answers to these queries from the answers to the group's own part of the workload."""
        table = given.reshape(part.counts)
        for axis, one in enumerate(self.taken):
            if one is not None:
                table = one.along(table, axis)
        return np.asarray(table, dtype=np.float64).transpose(self.order).reshape(-1)

    def read(self, answers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Answers to these queries in the order of the group's own part; only where they are the group's own."""
        if self.order == tuple(range(len(self.order))):
            return answers
        counts = [count for axis, count in enumerate(self.queries.counts) if axis in self.inside]
        return answers.reshape(counts).transpose(np.argsort(self.order)).reshape(-1)

    @property
    def spread(self) -> float:
        """About how many answers are added up for each of these: what their variance is multiplied by."""
        return prod(one.spread for one in self.taken if one is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A group that counts, its position in the plan, and whether its cells are kept as a list.

    error: root-mean-square error of its unbiased counts, in persons, where it is known.
    """

    position: int
    compiled: CompiledGroup
    listed: bool
    error: float = 0.0

    @property
    def party(self) -> Party:
        """Its variables and classes."""
        own = self.compiled
        return Party(own.name, own.space, own.reduction, own.domain, own.workload)


@dataclass(frozen=True, eq=False)
class Level:
    """One partition of the live codes of a root: the class of each, how many classes there are, which are dead."""

    labels: Integers
    size: int

    @property
    def dead(self) -> NDArray[np.bool_]:
        """Classes without a live code."""
        return np.asarray(np.bincount(self.labels, minlength=self.size) == 0)

    def onto(self, other: Level) -> Integers | None:
        """For each class the class of another partition it lies in, NO_BLOCK for a dead one; None if it lies in two."""
        owner = np.full(self.size, NO_BLOCK, dtype=np.int64)
        owner[self.labels] = other.labels
        return owner if np.array_equal(owner[self.labels], other.labels) else None

    def has(self, codes: NDArray[np.bool_]) -> bool:
        """Whether a set of live codes is made of whole classes."""
        inside = np.bincount(self.labels, weights=codes, minlength=self.size)
        return bool(np.all((inside == 0) | (inside == np.bincount(self.labels, minlength=self.size))))

    @cached_property
    def key(self) -> bytes:
        """Equal for partitions that are alike, however their classes are numbered."""
        return _numbered(self.labels).tobytes()


def _numbered(labels: Integers) -> Integers:
    """The same partition with classes numbered in the order of their first codes."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(first.size, dtype=np.int64)
    rank[np.argsort(first)] = np.arange(first.size)
    return rank[inverse.reshape(-1)]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Some groups, and of each root the number of the finest partition one of them has (0 is the finest of all)."""

    groups: frozenset[int]
    levels: Mapping[str, int]

    def joined(self, other: Node) -> Node:
        """A table that both are margins of."""
        both = {
            root: min(node.levels[root] for node in (self, other) if root in node.levels)
            for root in dict.fromkeys([*self.levels, *other.levels])
        }
        return Node(self.groups | other.groups, both)


class Roots:
    """The variables of all groups: live codes, the chain of partitions of each, and each group's own classes."""

    def __init__(self, groups: Sequence[Counted]) -> None:
        self.groups = {group.position: group for group in groups}
        self.levels: dict[str, list[Level]] = {}
        self.own: dict[tuple[int, str], Level] = {}
        self.level_of: dict[tuple[int, str], int] = {}
        self.live: dict[str, Integers] = {}
        self.told: dict[object, NDArray[np.bool_]] = {}
        self._factors: dict[object, tuple[OneVariable | None, Taken | None] | None] = {}
        self._workloads = {group.position: kronecker_parts(group.compiled.workload) for group in groups}
        holders: dict[str, list[tuple[int, Integers]]] = {}
        for group in sorted(groups, key=lambda own: own.compiled.name):
            party = group.party
            for root in group.compiled.space.roots:
                holders.setdefault(root, []).append((group.position, party.classes(root)))
        for root, found in holders.items():
            self._add(root, found)

    def _add(self, root: str, found: Sequence[tuple[int, Integers]]) -> None:
        size = min(own.size for _, own in found)
        live = np.flatnonzero(np.all([own[:size] >= 0 for _, own in found], axis=0))
        self.live[root] = live
        for at, own in found:
            space = self.groups[at].compiled
            self.own[at, root] = Level(own[live], space.shape[space.space.roots.index(root)])
        distinct: dict[bytes, Level] = {}
        for at, _ in found:
            distinct.setdefault(self.own[at, root].key, self.own[at, root])
        chain = sorted(distinct.values(), key=lambda one: -np.unique(one.labels).size)
        if any(fine.onto(coarse) is None for fine, coarse in pairwise(chain)):
            columns = np.stack([one.labels for one in chain])
            finest = _numbered(np.unique(columns, axis=1, return_inverse=True)[1].reshape(-1).astype(np.int64))
            chain = [Level(finest, int(finest.max(initial=-1)) + 1)]
        self.levels[root] = chain
        for at, _ in found:
            self.level_of[at, root] = max(
                number for number, one in enumerate(chain) if one.onto(self.own[at, root]) is not None
            )

    def node(self, at: int) -> Node:
        """A group by itself."""
        roots = self.groups[at].compiled.space.roots
        return Node(frozenset([at]), {root: self.level_of[at, root] for root in roots})

    def elements(self, node: Node) -> frozenset[tuple[str, int]]:
        """What a node's table tells apart: of each root its own partition and all coarser ones."""
        return frozenset((root, at) for root, own in node.levels.items() for at in range(own, len(self.levels[root])))

    def cells(self, node: Node) -> int:
        """Cells of the node's table."""
        return prod(self.levels[root][at].size for root, at in node.levels.items())

    def name(self, node: Node) -> list[str]:
        """What orders nodes, whatever the order of groups in the plan."""
        return sorted(self.groups[group].compiled.name for group in node.groups)

    def workload(self, group: int) -> Sequence[Kronecker]:
        """A group's queries, part after part."""
        return self._workloads[group]

    def quantities(self, group: int) -> frozenset[str]:
        """The quantities whose sums a group publishes."""
        return frozenset(self.groups[group].compiled.domain.quantities)

    def counts(self, group: int, root: str, factors: Sequence[OneVariable], level: Level) -> NDArray[np.bool_]:
        """The classes of a partition that some queries of a group count people in."""
        roots = self.groups[group].compiled.space.roots
        if root not in roots:
            return np.ones(level.size, dtype=bool)
        inside = factors[roots.index(root)].column_counts() > 0
        return np.asarray(np.bincount(level.labels, inside[self.own[group, root].labels], level.size) > 0)

    def tells_total(self, group: int) -> bool:
        """Whether the number of all people follows from one of a group's statistics."""
        roots = self.groups[group].compiled.space.roots
        return any(
            all(self._factor(group, root, factor, None) for root, factor in zip(roots, part.factors, strict=True))
            for part in self._workloads[group]
        )

    def parts(self, group: int, view: Mapping[str, Level], *, own: bool) -> Iterator[JointPart]:
        """What a group tells of a table with some roots by some partitions, part after part."""
        roots = self.groups[group].compiled.space.roots
        places = {root: number for number, root in enumerate(view)}
        outside = [axis for axis, root in enumerate(roots) if root not in places]
        for number, part in enumerate(self._workloads[group]):
            found = [
                self._factor(group, root, factor, view.get(root))
                for root, factor in zip(roots, part.factors, strict=True)
            ]
            kept = [one for one in found if one is not None]
            if len(kept) < len(found):
                continue
            factors: list[OneVariable] = [Total(level.size) for level in view.values()]
            for (queries, _), root in zip(kept, roots, strict=True):
                if root in places and queries is not None:
                    factors[places[root]] = queries
            inside = sorted(set(range(len(roots))) - set(outside), key=lambda axis: places[roots[axis]])
            yield JointPart(
                group,
                number,
                own,
                Kronecker(*factors),
                tuple(one for _, one in kept),
                (*inside, *outside),
                tuple(places[roots[axis]] for axis in inside),
            )

    def _factor(
        self, group: int, root: str, factor: OneVariable, level: Level | None
    ) -> tuple[OneVariable | None, Taken | None] | None:
        """A variable's queries on the classes of a table and how they are taken from a group's; None if there are none.

        `level` is the table's partition, None where the table does not have the variable and its total is needed.
        """
        key = (group, root, factor, None if level is None else level.key)
        if key not in self._factors:
            self._factors[key] = self._taken(group, root, factor, level)
        return self._factors[key]

    def _taken(
        self, group: int, root: str, factor: OneVariable, level: Level | None
    ) -> tuple[OneVariable | None, Taken | None] | None:
        own = self.own[group, root]
        if level is None:
            total = taken(factor, own.labels, np.zeros_like(own.labels), 1)
            return None if total is None else (None, total[1])
        onto = level.onto(own)
        if onto is not None:
            return over_classes(factor, onto), None
        return taken(factor, own.labels, level.labels, level.size)
