"""The joint tables of a release: a table of cells for each group, tied together so that all are one population.

Every group counts the same records, so behind all published numbers stands one table over all variables. It need not
be written down: tables over a few variables each are margins of one whole, non-negative table if they form a *junction
tree* and every two neighbours add up to the same numbers over what they share (Vorob'ev 1962; Lauritzen 1996, §2.1; in
whole numbers by filling in one neighbour after the other, a transport problem for each shared cell). So:

* the classes of a variable that groups tell apart are made a chain, each partition finer than the next; where two
  cross, all groups take the finest partition that refines both. "Age in years" then holds "age in groups";
* the groups' tables are the nodes. While they form no junction tree (age by sex, sex by area, area by age), two that
  are in the way become one table over the variables of both;
* two neighbours also become one where the numbers they share are not told, for then one cannot choose them for both.

What other groups tell of a table's cells stands beside what its own group tells (`JointPart.own`): a group that counts
women only has cells for men as well, and knows nothing of them. Groups have no order; everything here is a function of
the plan, and the same for every order of its groups.

Codes that some group's variable lacks are *dead*: their records are nowhere, in all groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.question import LARGEST_PRODUCT
from dpdesk.planning.compile import CompiledGroup
from dpdesk.planning.joint_queries import Taken, combination, over_classes, taken, tells
from dpdesk.planning.margins import Axes, Masks, cells_of, impossible_on, needed_margins
from dpdesk.planning.shared_margins import Party
from dpdesk.postprocess.listed_cells import NO_BLOCK, Layer
from dpdesk.postprocess.non_negative import kronecker_parts
from dpdesk.queries import Kronecker, OneVariable, Stack, Total
from dpdesk.schema.dictionary import Dictionary

Integers = NDArray[np.int64]
Values = NDArray[np.float64]
LARGEST_WRITTEN = 2**17
"""Up to so many cells a table that several groups share is written down."""


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


@dataclass(frozen=True, slots=True)
class Link:
    """What a table shares with the one it hangs on (`parent`, by position): the same blocks in both tables' classes."""

    parent: int
    above: Layer
    below: Layer

    @property
    def size(self) -> int:
        """Number of counts shared."""
        return prod(self.above.shape)


@dataclass(frozen=True, slots=True, eq=False)
class JointTable:
    """One table of cells, of one group or of several; `parts` are its own first, then what other groups tell.

    `impossible`: cells that stay empty, where the table is written down; `excluded`: the same as products of classes;
    `margins`: the largest sets of variables the parts count by; `exact_row`: the number of records is public.
    """

    groups: tuple[int, ...]
    roots: tuple[str, ...]
    shape: tuple[int, ...]
    parts: tuple[JointPart, ...]
    impossible: NDArray[np.bool_] | None
    excluded: tuple[Masks, ...]
    margins: tuple[Axes, ...]
    exact_row: bool
    listed: bool
    link: Link | None = None

    def own_parts(self, group: int) -> tuple[JointPart, ...]:
        """A group's own queries, part after part of its workload."""
        return tuple(part for part in self.parts if part.own and part.group == group)


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A group that counts, its position in the plan, and whether its cells are kept as a list."""

    position: int
    compiled: CompiledGroup
    listed: bool

    @property
    def party(self) -> Party:
        """Its variables and classes."""
        own = self.compiled
        return Party(own.name, own.space, own.reduction, own.domain, own.workload)


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """One partition of the live codes of a root: the class of each, how many classes there are, which are dead."""

    labels: Integers
    size: int

    @property
    def dead(self) -> NDArray[np.bool_]:
        return np.asarray(np.bincount(self.labels, minlength=self.size) == 0)

    def onto(self, other: _Level) -> Integers | None:
        """For each class the class of another partition it lies in, NO_BLOCK for a dead one; None if it lies in two."""
        owner = np.full(self.size, NO_BLOCK, dtype=np.int64)
        owner[self.labels] = other.labels
        return owner if np.array_equal(owner[self.labels], other.labels) else None

    @property
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
class _Node:
    """Some groups, and of each root the number of the finest partition one of them has (0 is the finest of all)."""

    groups: frozenset[int]
    levels: Mapping[str, int]

    def joined(self, other: _Node) -> _Node:
        both = {
            root: min(node.levels[root] for node in (self, other) if root in node.levels)
            for root in dict.fromkeys([*self.levels, *other.levels])
        }
        return _Node(self.groups | other.groups, both)


class _Roots:
    """The variables of all groups: live codes, the chain of partitions of each, and each group's own classes."""

    def __init__(self, groups: Sequence[Counted]) -> None:
        self.groups = {one.position: one for one in groups}
        self.levels: dict[str, list[_Level]] = {}
        self.own: dict[tuple[int, str], _Level] = {}
        self.level_of: dict[tuple[int, str], int] = {}
        self.live: dict[str, Integers] = {}
        self._workloads = {one.position: kronecker_parts(one.compiled.workload) for one in groups}
        holders: dict[str, list[tuple[int, Integers]]] = {}
        for one in sorted(groups, key=lambda own: own.compiled.name):
            party = one.party
            for root in one.compiled.space.roots:
                holders.setdefault(root, []).append((one.position, party.classes(root)))
        for root, found in holders.items():
            self._add(root, found)

    def _add(self, root: str, found: Sequence[tuple[int, Integers]]) -> None:
        size = min(own.size for _, own in found)
        live = np.flatnonzero(np.all([own[:size] >= 0 for _, own in found], axis=0))
        self.live[root] = live
        for at, own in found:
            space = self.groups[at].compiled
            self.own[at, root] = _Level(own[live], space.shape[space.space.roots.index(root)])
        distinct: dict[bytes, _Level] = {}
        for at, _ in found:
            distinct.setdefault(self.own[at, root].key, self.own[at, root])
        chain = sorted(distinct.values(), key=lambda one: -np.unique(one.labels).size)
        if any(fine.onto(coarse) is None for fine, coarse in pairwise(chain)):
            columns = np.stack([one.labels for one in chain])
            finest = _numbered(np.unique(columns, axis=1, return_inverse=True)[1].reshape(-1).astype(np.int64))
            chain = [_Level(finest, int(finest.max(initial=-1)) + 1)]
        self.levels[root] = chain
        for at, _ in found:
            self.level_of[at, root] = max(
                number for number, one in enumerate(chain) if one.onto(self.own[at, root]) is not None
            )

    def node(self, at: int) -> _Node:
        """A group by itself."""
        roots = self.groups[at].compiled.space.roots
        return _Node(frozenset([at]), {root: self.level_of[at, root] for root in roots})

    def elements(self, node: _Node) -> frozenset[tuple[str, int]]:
        """What a node's table tells apart: of each root its own partition and all coarser ones."""
        return frozenset((root, at) for root, own in node.levels.items() for at in range(own, len(self.levels[root])))

    def cells(self, node: _Node) -> int:
        """Cells of the node's table."""
        return prod(self.levels[root][at].size for root, at in node.levels.items())

    def name(self, node: _Node) -> list[str]:
        """What orders nodes, whatever the order of groups in the plan."""
        return sorted(self.groups[at].compiled.name for at in node.groups)

    def parts(self, group: int, view: Mapping[str, _Level], *, own: bool) -> Iterator[JointPart]:
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
        self, group: int, root: str, factor: OneVariable, level: _Level | None
    ) -> tuple[OneVariable | None, Taken | None] | None:
        """A variable's queries on the classes of a table and how they are taken from a group's; None if there are none.

        `level` is the table's partition, None where the table does not have the variable and its total is needed.
        """
        own = self.own[group, root]
        if level is None:
            total = taken(factor, own.labels, np.zeros_like(own.labels), 1)
            return None if total is None else (None, total[1])
        onto = level.onto(own)
        if onto is not None:
            return over_classes(factor, onto), None
        return taken(factor, own.labels, level.labels, level.size)


def joint_tables(groups: Sequence[Counted], dictionary: Dictionary, where: str) -> tuple[JointTable, ...]:
    """The joint tables of groups that count, each after the one it hangs on.

    Raises:
        BadInput: groups share so much that their common table cannot be listed.
    """
    if not groups:
        return ()
    roots = _Roots(groups)
    nodes, edges = _junction_tree(
        roots, [roots.node(one.position) for one in groups], {one.position for one in groups if one.listed}
    )
    start = min(
        range(len(nodes)),
        key=lambda at: (not _is_listed(roots, nodes[at]), roots.cells(nodes[at]), roots.name(nodes[at])),
    )
    order, parents = _from(start, edges, roots, nodes)
    tables: list[JointTable] = []
    for at in order:
        table = _table(roots, nodes[at], dictionary, where)
        if at != start:
            table = replace(table, link=_link(roots, nodes[parents[at]], nodes[at], order.index(parents[at])))
        tables.append(table)
    return _emptied(tables)


def _is_listed(roots: _Roots, node: _Node) -> bool:
    """Whether a node's cells are kept as a list: its one group's are, or several groups' are too many."""
    if len(node.groups) == 1 and _alone(roots, node):
        return roots.groups[next(iter(node.groups))].listed
    return roots.cells(node) > LARGEST_WRITTEN


def _alone(roots: _Roots, node: _Node) -> bool:
    """Whether a node is one group's table by that group's own classes."""
    if len(node.groups) != 1:
        return False
    at = next(iter(node.groups))
    return all(
        roots.levels[root][own].onto(roots.own[at, root]) is not None
        and roots.own[at, root].onto(roots.levels[root][own]) is not None
        for root, own in node.levels.items()
    )


_Edges = list[tuple[int, int]]


def _junction_tree(roots: _Roots, nodes: list[_Node], listed: set[int]) -> tuple[list[_Node], _Edges]:
    """Nodes that form a junction tree, joined where the given ones do not, and its edges."""
    while True:
        pair = _in_the_way(roots, nodes)
        if pair is None:
            edges = _spanning(roots, nodes)
            pair = next((edge for edge in edges if not _shared_is_told(roots, nodes[edge[0]], nodes[edge[1]])), None)
        if pair is None:
            wide = [at for at, node in enumerate(nodes) if _is_listed(roots, node)]
            pair = (wide[0], wide[1]) if len(wide) > 1 else None
        if pair is None:
            return nodes, edges
        joined = nodes[pair[0]].joined(nodes[pair[1]])
        nodes = [node for at, node in enumerate(nodes) if at not in pair] + [joined]
        nodes.sort(key=roots.name)


def _in_the_way(roots: _Roots, nodes: Sequence[_Node]) -> tuple[int, int] | None:
    """The two nodes to be joined first where the nodes form no junction tree; None where they do.

    Graham's reduction takes away what only one node has and nodes within others. What it leaves has no junction tree.
    """
    left = {at: set(roots.elements(node)) for at, node in enumerate(nodes)}
    changed = True
    while changed:
        changed = False
        often: dict[tuple[str, int], int] = {}
        for own in left.values():
            for element in own:
                often[element] = often.get(element, 0) + 1
        for own in left.values():
            lone = {element for element in own if often[element] == 1}
            own -= lone
            changed |= bool(lone)
        for at in list(left):
            if any(other != at and left[at] <= left[other] for other in left):
                del left[at]
                changed = True
    if len(left) < 2:
        return None
    return min(
        combinations(sorted(left), 2),
        key=lambda pair: (
            not left[pair[0]] & left[pair[1]],
            roots.cells(nodes[pair[0]].joined(nodes[pair[1]])),
            roots.name(nodes[pair[0]]),
            roots.name(nodes[pair[1]]),
        ),
    )


def _spanning(roots: _Roots, nodes: Sequence[_Node]) -> _Edges:
    """The edges of a tree over the nodes that share most: where there is a junction tree, one (Jensen, Jensen 1994)."""
    elements = [roots.elements(node) for node in nodes]
    names = [roots.name(node) for node in nodes]
    candidates = sorted(
        combinations(range(len(nodes)), 2),
        key=lambda edge: (-len(elements[edge[0]] & elements[edge[1]]), sorted([names[edge[0]], names[edge[1]]])),
    )
    of = list(range(len(nodes)))
    edges: _Edges = []
    for a, b in candidates:
        if of[a] != of[b]:
            edges.append((a, b))
            of = [of[a] if own == of[b] else own for own in of]
    return edges


def _from(start: int, edges: _Edges, roots: _Roots, nodes: Sequence[_Node]) -> tuple[list[int], dict[int, int]]:
    """The nodes from a first one outwards, and the one each hangs on."""
    order, parents = [start], dict[int, int]()
    for at in order:
        near = sorted({a + b - at for a, b in edges if at in (a, b)}, key=lambda own: roots.name(nodes[own]))
        for other in near:
            if other != start and other not in parents:
                parents[other] = at
                order.append(other)
    return order, parents


def _shared(roots: _Roots, one: _Node, other: _Node) -> dict[str, _Level]:
    """What two nodes have in common: the coarser partition of each root that both have."""
    return {
        root: roots.levels[root][max(own, other.levels[root])]
        for root, own in sorted(one.levels.items())
        if root in other.levels
    }


def _shared_is_told(roots: _Roots, one: _Node, other: _Node) -> bool:
    """Whether what two nodes share is told: of one variable each class by some group, of more all by one statistic."""
    view = {root: level for root, level in _shared(roots, one, other).items() if (~level.dead).sum() > 1}
    if not view:
        return True
    told = np.zeros(next(iter(view.values())).size, dtype=bool)
    for group in roots.groups:
        for part in roots.parts(group, view, own=False):
            levels = list(zip(part.queries.factors, view.values(), strict=True))
            if all(_tells_all(factor, level) for factor, level in levels):
                return True
            if len(levels) == 1:
                told |= _told_classes(*levels[0])
    return len(view) == 1 and bool((told | next(iter(view.values())).dead).all())


def _told_classes(factor: OneVariable, level: _Level) -> NDArray[np.bool_]:
    """The classes of a partition that queries on them tell by themselves."""
    live = ~level.dead
    every = np.arange(level.size)
    return np.array([live[at] and combination(factor, every == at, live) is not None for at in every], dtype=bool)


def _tells_all(factor: OneVariable, level: _Level) -> bool:
    """Whether queries on the classes of a partition tell the count of each that is not dead."""
    return bool((_told_classes(factor, level) | level.dead).all())


def _link(roots: _Roots, above: _Node, below: _Node, parent: int) -> Link:
    common = _shared(roots, above, below)
    shared = {root: common[root] for root in below.levels if root in common}

    def layer(node: _Node) -> Layer:
        blocks = []
        for root, level in shared.items():
            onto = roots.levels[root][node.levels[root]].onto(level)
            blocks.append(np.zeros(0, dtype=np.int64) if onto is None else onto)
        axes = [list(node.levels).index(root) for root in shared]
        return Layer(tuple(axes), tuple(blocks), tuple(level.size for level in shared.values()))

    return Link(parent, layer(above), layer(below))


def _table(roots: _Roots, node: _Node, dictionary: Dictionary, where: str) -> JointTable:
    """A node's table."""
    view = {root: roots.levels[root][own] for root, own in node.levels.items()}
    shape = tuple(level.size for level in view.values())
    parts = [part for at in sorted(node.groups) for part in roots.parts(at, view, own=True)]
    parts += _told_by_others(roots, node, view, parts)
    queries = [part.queries for part in parts]
    margins = needed_margins(Stack(*queries))
    listed = _is_listed(roots, node)
    if _alone(roots, node):
        group = roots.groups[next(iter(node.groups))].compiled
        impossible, excluded = group.impossible, group.excluded
        impossible = None if impossible is None else impossible.copy()
    else:
        excluded = _excluded(roots, view, dictionary)
        impossible = None if listed else impossible_on(tuple(range(len(shape))), excluded, shape)
    if not listed:
        for axis, level in enumerate(view.values()):
            if level.dead.any():
                impossible = np.zeros(shape, dtype=bool) if impossible is None else impossible
                np.moveaxis(impossible, axis, 0)[level.dead] = True
    elif cells_of(margins, shape) > LARGEST_PRODUCT:
        names = ", ".join(f"'{own}'" for own in roots.name(node))
        raise BadInput(
            f"In {where}: the groups {names} have so many variables in common that their numbers cannot be made to "
            "agree; divide the tables otherwise, or make variables coarser."
        )
    exact = all(roots.groups[at].compiled.exact_row for at in node.groups)
    return JointTable(
        tuple(sorted(node.groups)), tuple(view), shape, tuple(parts), impossible, excluded, margins, exact, listed
    )


def _told_by_others(
    roots: _Roots, node: _Node, view: Mapping[str, _Level], own: Sequence[JointPart]
) -> list[JointPart]:
    """What other groups tell of a node's cells that is not told already; the finest first."""
    found = [
        part
        for at in roots.groups
        if at not in node.groups
        for part in roots.parts(at, view, own=False)
        if not any(_makes_up_for(roots, one, part) for one in own)
    ]
    return sorted(found, key=lambda part: (-part.queries.shape[0], roots.groups[part.group].compiled.name, part.part))


def _makes_up_for(roots: _Roots, own: JointPart, other: JointPart) -> bool:
    """Whether a table's own part tells what another group's does, for the counts and all sums that the other has."""
    quantities = [set(roots.groups[part.group].compiled.domain.quantities) for part in (own, other)]
    pairs = zip(own.queries.factors, other.queries.factors, strict=True)
    return quantities[1] <= quantities[0] and all(tells(a, b) for a, b in pairs)


def _excluded(roots: _Roots, view: Mapping[str, _Level], dictionary: Dictionary) -> tuple[Masks, ...]:
    """Products of classes all of whose codes a public rule makes impossible."""
    found: list[Masks] = []
    for masks in dictionary.impossible_products(list(view)):
        merged = [
            np.bincount(level.labels, weights=~mask[roots.live[root]], minlength=level.size) == 0
            for mask, (root, level) in zip(masks, view.items(), strict=True)
        ]
        if all(mask.any() for mask in merged):
            found.append(merged)
    return tuple(found)


def _emptied(tables: Sequence[JointTable]) -> tuple[JointTable, ...]:
    """The tables with cells closed that no neighbour has room for: from the last to the first, and back."""
    result = list(tables)
    for at in [*reversed(range(1, len(result))), *range(1, len(result))]:
        table = result[at]
        link = table.link
        if link is None:
            continue
        above = result[link.parent]
        if table.listed or above.listed:
            continue
        places, places_above = link.below.over(table.shape), link.above.over(above.shape)
        open_ = _open(places, table.impossible, link.size) & _open(places_above, above.impossible, link.size)
        result[at] = _closed(table, places, open_)
        result[link.parent] = _closed(above, places_above, open_)
    return tuple(result)


def _open(places: Integers, impossible: NDArray[np.bool_] | None, size: int) -> NDArray[np.bool_]:
    inside = places >= 0 if impossible is None else (places >= 0) & ~impossible
    return np.bincount(places[inside].ravel(), minlength=size) > 0


def _closed(table: JointTable, places: Integers, open_: NDArray[np.bool_]) -> JointTable:
    closed = (places < 0) | ~np.append(open_, False)[places]
    if not closed.any():
        return table
    both = closed if table.impossible is None else closed | table.impossible
    return replace(table, impossible=np.broadcast_to(both, table.shape).copy())
