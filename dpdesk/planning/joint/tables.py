"""The joint tables of a release: a table of cells for each group, tied together so that all are one population.

Every group counts the same records, so behind all published numbers stands one table over all variables. It need not
be written down: tables over a few variables each are margins of one whole, non-negative table if they form a *junction
tree* and every two neighbours add up to the same numbers over what they share (docs/proofs/joint_tables.md). So:

* the classes of a variable that groups tell apart are made a chain of partitions (nodes.py);
* the groups' tables are the nodes. While they form no junction tree (age by sex, sex by area, area by age), two that
  are in the way become one table over the variables of both (junction_tree.py);
* two neighbours also become one where both count people by what they share and nobody tells these numbers; where only
  one of them counts, it chooses (separators.py).

What other groups tell of a table's cells stands beside what its own group tells (`JointPart.own`): a group that counts
women only has cells for men as well, and knows nothing of them. Groups have no order; everything here is a function of
the plan, and the same for every order of its groups.

Codes that some group's variable lacks are *dead*: their records are nowhere, in all groups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor, log, prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.planning.compiler.margins import Axes, Masks, cells_of, impossible_on, needed_margins
from dpdesk.planning.compiler.populations import by_population
from dpdesk.planning.joint.junction_tree import (
    LARGEST_WRITTEN,
    Edges,
    is_alone,
    is_listed,
    junction_tree,
    outwards,
    shared,
    sides,
)
from dpdesk.planning.joint.nodes import Counted, JointPart, Level, Node, Roots
from dpdesk.planning.joint.queries import spread
from dpdesk.planning.joint.separators import counted, publishers, told
from dpdesk.postprocess.listed.cells import NO_BLOCK, Layer
from dpdesk.problems.problem import Document, problem
from dpdesk.queries import Stack
from dpdesk.schema.dictionary import Dictionary

Integers = NDArray[np.int64]

FAR = 4.0
"""How many times the error of another group's numbers a table's own may have and still stand for them."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a table shares with the one it hangs on (`parent`, by position): the same blocks in both tables' classes.

    `free` has for a statistic the blocks whose numbers are this table's to choose: nobody above counts them. `summed`,
    where the one above is a list, has for each sum that groups of this table, or of those that hang on it, publish the
    blocks that they count and that are not free.
    """

    parent: int
    above: Layer
    below: Layer
    free: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    summed: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Number of counts shared."""
        return prod(self.above.shape)


@dataclass(frozen=True, slots=True, eq=False)
class JointTable:
    """One table of cells, of one group or of several; `parts` are its own first, then what other groups tell.

    `impossible`: cells that stay empty, where the table is written down; `excluded`: the same as products of classes;
    `margins`: the largest sets of variables the parts count by; `classes`: for each root the class of each of its
    codes, NO_BLOCK for a dead one.
    """

    groups: tuple[int, ...]
    roots: tuple[str, ...]
    shape: tuple[int, ...]
    classes: tuple[Integers, ...]
    parts: tuple[JointPart, ...]
    impossible: NDArray[np.bool_] | None
    excluded: tuple[Masks, ...]
    margins: tuple[Axes, ...]
    listed: bool
    link: Link | None = None

    def own_parts(self, group: int) -> tuple[JointPart, ...]:
        """A group's own queries, part after part of its workload."""
        return tuple(part for part in self.parts if part.own and part.group == group)


def joint_tables(groups: Sequence[Counted], dictionary: Dictionary, file: Document) -> tuple[JointTable, ...]:
    """The joint tables of groups that count, each after the one it hangs on; those of records before those of units.

    Raises:
        BadInput: groups share so much that their common table cannot be listed.
    """
    found: list[JointTable] = []
    for own in by_population([(group.compiled.space, group) for group in groups]):
        before = len(found)
        for table in _of_one_population(own, dictionary, file):
            link = table.link
            found.append(table if link is None else replace(table, link=replace(link, parent=link.parent + before)))
    return tuple(found)


def _of_one_population(groups: Sequence[Counted], dictionary: Dictionary, file: Document) -> tuple[JointTable, ...]:
    """The joint tables of groups that count the same."""
    roots = Roots(groups)
    nodes, edges = junction_tree(roots, [by_rules(roots, roots.node(own.position), dictionary) for own in groups])
    start = min(
        range(len(nodes)),
        key=lambda at: (
            not is_listed(roots, nodes[at]),
            not any(roots.groups[group].compiled.exact_row for group in nodes[at].groups),
            _scale(max(roots.groups[group].error for group in nodes[at].groups)),
            roots.cells(nodes[at]),
            roots.name(nodes[at]),
        ),
    )
    order, parents = outwards(start, edges, roots, nodes)
    tables: list[JointTable] = []
    for at in order:
        table = _table(roots, nodes[at], dictionary, file)
        if at != start:
            edge = parents[at], at
            link = _link(roots, nodes[edge[0]], nodes[at], order.index(edge[0]))
            free = _free(roots, nodes, edges, edge)
            summed = _summed(roots, nodes, edges, edge, free) if is_listed(roots, nodes[edge[0]]) else {}
            table = replace(table, link=replace(link, free=free, summed=summed))
        tables.append(table)
    return _emptied(tables)


def by_rules(roots: Roots, node: Node, dictionary: Dictionary) -> Node:
    """The node by classes that tell apart what public rules do, where other groups tell them apart.

    Else a rule about its variables would close none of its cells, and numbers of two groups together could contradict
    it.
    """
    levels = dict(node.levels)
    for masks in dictionary.impossible_products(list(node.levels)):
        for root, mask in zip(node.levels, masks, strict=True):
            finer = (at for at in range(levels[root], -1, -1) if roots.levels[root][at].has(mask[roots.live[root]]))
            levels[root] = next(finer, levels[root])
    told = Node(node.groups, levels)
    return node if levels == node.levels or roots.cells(told) > LARGEST_WRITTEN else told


def _scale(error: float) -> int:
    """How large an error is, to a factor of four.

    The first table keeps its own numbers, and others keep what they share with it. Were it the one with far more noise,
    what it gains by having no negative cells would move precise numbers by many times their error.
    """
    return floor(log(error, 4)) if error > 0 else 0


def _view(roots: Roots, above: Node, below: Node) -> dict[str, Level]:
    """What a table shares with the one above, in the order of its own variables."""
    common = shared(roots, above, below)
    return {root: common[root] for root in below.levels if root in common}


def _free(roots: Roots, nodes: Sequence[Node], edges: Edges, edge: tuple[int, int]) -> dict[str, NDArray[np.bool_]]:
    """The shared blocks nobody tells and nobody above counts; none of people where below tells a public total."""
    view = _view(roots, nodes[edge[0]], nodes[edge[1]])
    above, below = sides(nodes, edges, edge)
    found: dict[str, NDArray[np.bool_]] = {}
    for statistic, own in publishers(roots).items():
        if statistic is None and any(roots.groups[at].compiled.exact_row and roots.tells_total(at) for at in below):
            continue  # the first table has it, too
        known = told(roots, view, own)
        if not known.all():
            free = ~known & ~counted(roots, view, own & above) if view else ~known
            if free.any():
                found["count" if statistic is None else f"sum:{statistic}"] = free
    return found


def _summed(
    roots: Roots, nodes: Sequence[Node], edges: Edges, edge: tuple[int, int], free: Mapping[str, NDArray[np.bool_]]
) -> dict[str, NDArray[np.bool_]]:
    """The shared blocks whose sums the table below keeps because it, or one that hangs on it, counts them."""
    view, below = _view(roots, nodes[edge[0]], nodes[edge[1]]), sides(nodes, edges, edge)[1]
    found: dict[str, NDArray[np.bool_]] = {}
    for statistic, own in publishers(roots).items():
        if statistic is not None and own & below:
            name = f"sum:{statistic}"
            found[name] = counted(roots, view, own & below) & ~free.get(name, np.zeros(1, dtype=bool))
    return found


def _link(roots: Roots, above: Node, below: Node, parent: int) -> Link:
    view = _view(roots, above, below)

    def layer(node: Node) -> Layer:
        blocks = []
        for root, level in view.items():
            onto = roots.levels[root][node.levels[root]].onto(level)
            blocks.append(np.zeros(0, dtype=np.int64) if onto is None else onto)
        axes = [list(node.levels).index(root) for root in view]
        return Layer(tuple(axes), tuple(blocks), tuple(level.size for level in view.values()))

    return Link(parent, layer(above), layer(below))


def _table(roots: Roots, node: Node, dictionary: Dictionary, file: Document) -> JointTable:
    """A node's table."""
    view = {root: roots.levels[root][own] for root, own in node.levels.items()}
    shape = tuple(level.size for level in view.values())
    groups = tuple(sorted(node.groups, key=lambda at: roots.groups[at].compiled.name))
    parts = [part for at in groups for part in roots.parts(at, view, own=True)]
    parts += _told_by_others(roots, node, view, parts)
    queries = [part.queries for part in parts]
    margins = needed_margins(Stack(*queries))
    listed = is_listed(roots, node)
    if is_alone(roots, node):
        group = roots.groups[next(iter(node.groups))].compiled
        impossible, excluded = group.impossible, group.excluded
        impossible = None if impossible is None else impossible.copy()
    else:
        excluded = _excluded(roots, view, dictionary)
        impossible = None if listed else _impossible(roots, view, dictionary, excluded)
    if not listed:
        for axis, level in enumerate(view.values()):
            if level.dead.any():
                impossible = np.zeros(shape, dtype=bool) if impossible is None else impossible
                np.moveaxis(impossible, axis, 0)[level.dead] = True
    elif cells_of(margins, shape) > LARGEST_PRODUCT:
        labels = tuple(roots.groups[at].compiled.label for at in groups)
        raise BadInput(problem("planning.joint_too_large", file.whole, groups=labels))
    classes = tuple(_of_codes(roots.live[root], level) for root, level in view.items())
    return JointTable(groups, tuple(view), shape, classes, tuple(parts), impossible, excluded, margins, listed)


def _of_codes(live: Integers, level: Level) -> Integers:
    found = np.full(int(live.max(initial=-1)) + 1, NO_BLOCK, dtype=np.int64)
    found[live] = level.labels
    return found


def _told_by_others(roots: Roots, node: Node, view: Mapping[str, Level], own: Sequence[JointPart]) -> list[JointPart]:
    """What other groups tell of a node's cells that is not told already about as precisely; the finest first."""
    listed = is_listed(roots, node)
    known: dict[object, bool] = {}  # many groups tell the same of what all of them share

    def is_new(part: JointPart) -> bool:
        error = roots.groups[part.group].error
        key = part.queries.factors, frozenset(roots.quantities(part.group)), error, part.spread
        if key not in known:
            known[key] = not any(_makes_up_for(roots, one, part, listed) for one in own)
        return known[key]

    others = (group for group in roots.groups if group not in node.groups)
    found = [part for other in others for part in roots.parts(other, view, own=False) if is_new(part)]
    return sorted(found, key=lambda part: (-part.queries.shape[0], roots.groups[part.group].compiled.name, part.part))


def _makes_up_for(roots: Roots, own: JointPart, other: JointPart, listed: bool) -> bool:
    """Whether a table's own part tells what another group's does, for the counts and all sums that the other has.

    Not where its numbers, many of which may have to be added up, have far more noise than the other's: neighbours keep
    what this table makes of their precise numbers. For a list the groups' errors are compared, not those of sums: whole
    cells of more numbers are not found as often.
    """
    if not roots.quantities(other.group) <= roots.quantities(own.group):
        return False
    variance = _variance(roots, own)
    for one, another in zip(own.queries.factors, other.queries.factors, strict=True):
        added = spread(one, another)
        if added is None:
            return False
        variance *= added
    if listed:
        return roots.groups[own.group].error <= FAR * roots.groups[other.group].error
    return variance <= FAR**2 * _variance(roots, other)


def _variance(roots: Roots, part: JointPart) -> float:
    """About that of what a part says."""
    return roots.groups[part.group].error ** 2 * part.spread


def _impossible(
    roots: Roots, view: Mapping[str, Level], dictionary: Dictionary, excluded: Sequence[Masks]
) -> NDArray[np.bool_] | None:
    """Cells all of whose codes public rules together make impossible; where codes are many, those in one product."""
    if prod(dictionary.variable(root).size for root in view) > LARGEST_PRODUCT:
        return impossible_on(tuple(range(len(view))), excluded, [level.size for level in view.values()])
    cells = dictionary.impossible_cells(list(view))
    if cells is None:
        return None
    possible: Integers = (~cells).astype(np.int64)
    for axis, (root, level) in enumerate(view.items()):
        codes = np.moveaxis(possible, axis, 0)[roots.live[root]]
        merged = np.zeros((level.size, *codes.shape[1:]), dtype=np.int64)
        np.add.at(merged, level.labels, codes)
        possible = np.moveaxis(merged, 0, axis)
    return np.asarray(possible == 0)


def _excluded(roots: Roots, view: Mapping[str, Level], dictionary: Dictionary) -> tuple[Masks, ...]:
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
