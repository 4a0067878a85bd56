"""The tables of cells that all groups of a release need, joined until they form a junction tree.

Nodes form a junction tree if Graham's reduction takes all of them away (Yu and Özsoyoğlu 1979); then a tree over those
that share most is one (Jensen and Jensen 1994). Two neighbours also become one table where both sides count people by
what they share and nobody tells these numbers, for then one cannot choose them for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from dpdesk.planning.joint.nodes import Level, Node, Roots
from dpdesk.planning.joint.separators import counted, publishers, told

LARGEST_WRITTEN = 2**17
"""Up to so many cells a table that several groups share is written down."""


def is_listed(roots: Roots, node: Node) -> bool:
    """Whether a node's cells are kept as a list: its one group's are, or several groups' are too many."""
    if len(node.groups) == 1 and is_alone(roots, node):
        return roots.groups[next(iter(node.groups))].listed
    return roots.cells(node) > LARGEST_WRITTEN


def is_alone(roots: Roots, node: Node) -> bool:
    """Whether a node is one group's table by that group's own classes, numbered alike."""
    if len(node.groups) != 1:
        return False
    at = next(iter(node.groups))
    pairs = ((roots.levels[root][number], roots.own[at, root]) for root, number in node.levels.items())
    return all(level.size == own.size and np.array_equal(level.labels, own.labels) for level, own in pairs)


Edges = list[tuple[int, int]]


def junction_tree(roots: Roots, nodes: Sequence[Node]) -> tuple[list[Node], Edges]:
    """Nodes that form a junction tree, joined where the given ones do not, and its edges."""
    nodes = sorted(nodes, key=roots.name)
    while True:
        pair = _in_the_way(roots, nodes)
        if pair is None:
            edges = _spanning(roots, nodes)
            pair = next((edge for edge in edges if _must_be_one(roots, nodes, edges, edge)), None)
        if pair is None:
            wide = [number for number, node in enumerate(nodes) if is_listed(roots, node)]
            pair = (wide[0], wide[1]) if len(wide) > 1 else None
        if pair is None:
            return nodes, edges
        joined = nodes[pair[0]].joined(nodes[pair[1]])
        nodes = [node for number, node in enumerate(nodes) if number not in pair] + [joined]
        nodes.sort(key=roots.name)


def _in_the_way(roots: Roots, nodes: Sequence[Node]) -> tuple[int, int] | None:
    """The two nodes to be joined first where the nodes form no junction tree; None where they do.

    Graham's reduction takes away what only one node has and nodes within others. What it leaves has no junction tree.
    """
    left = {number: set(roots.elements(node)) for number, node in enumerate(nodes)}
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


def _spanning(roots: Roots, nodes: Sequence[Node]) -> Edges:
    """The edges of a tree over the nodes that share most: where there is a junction tree, one (Jensen, Jensen 1994)."""
    elements = [roots.elements(node) for node in nodes]
    names = [roots.name(node) for node in nodes]
    candidates = sorted(
        combinations(range(len(nodes)), 2),
        key=lambda edge: (-len(elements[edge[0]] & elements[edge[1]]), sorted([names[edge[0]], names[edge[1]]])),
    )
    of = list(range(len(nodes)))
    edges: Edges = []
    for a, b in candidates:
        if of[a] != of[b]:
            edges.append((a, b))
            of = [of[a] if own == of[b] else own for own in of]
    return edges


def outwards(start: int, edges: Edges, roots: Roots, nodes: Sequence[Node]) -> tuple[list[int], dict[int, int]]:
    """The nodes from a first one outwards, and the one each hangs on."""
    order, parents = [start], dict[int, int]()
    for at in order:
        near = sorted({a + b - at for a, b in edges if at in (a, b)}, key=lambda own: roots.name(nodes[own]))
        for other in near:
            if other != start and other not in parents:
                parents[other] = at
                order.append(other)
    return order, parents


def shared(roots: Roots, one: Node, other: Node) -> dict[str, Level]:
    """What two nodes have in common: the coarser partition of each root that both have."""
    return {
        root: roots.levels[root][max(own, other.levels[root])]
        for root, own in sorted(one.levels.items())
        if root in other.levels
    }


def sides(nodes: Sequence[Node], edges: Edges, edge: tuple[int, int]) -> tuple[frozenset[int], frozenset[int]]:
    """The groups on either side of an edge."""
    near: dict[int, set[int]] = {}
    for one, other in edges:
        if {one, other} != set(edge):
            near.setdefault(one, set()).add(other)
            near.setdefault(other, set()).add(one)
    found = {edge[0]}
    waiting = [edge[0]]
    for at in waiting:
        waiting += near.get(at, set()) - found
        found.update(waiting)
    above = frozenset(group for at in found for group in nodes[at].groups)
    return above, frozenset(group for node in nodes for group in node.groups) - above


def _must_be_one(roots: Roots, nodes: Sequence[Node], edges: Edges, edge: tuple[int, int]) -> bool:
    """Whether both sides of an edge count people, or a quantity, by shared blocks whose numbers nobody tells.

    Where no variable is shared, an untold total leaves room on either side for people that nobody counts. For a
    quantity alone tables are not joined beyond what is written down: sums are free within wide bounds.
    """
    view = shared(roots, nodes[edge[0]], nodes[edge[1]])
    if not view:
        return False
    both = sides(nodes, edges, edge)
    small = roots.cells(nodes[edge[0]].joined(nodes[edge[1]])) <= LARGEST_WRITTEN
    for statistic, own in publishers(roots).items():
        if (statistic is not None and not small) or not (own & both[0] and own & both[1]):
            continue
        known = told(roots, view, own)
        if known.all():
            continue
        if (~known & counted(roots, view, own & both[0]) & counted(roots, view, own & both[1])).any():
            return True
    return False
