"""Groups that share so much that the table behind their numbers may not be found: known from the plan alone.

Groups whose tables form no junction tree are given one table over the variables of all (tables.py), and a group of
several tables has one over the variables of all of these. Where such a table cannot be written down, nor the cliques of
what is told of it (postprocess/cliques/tree.py), and far fewer of its numbers are told than it has cells, nothing says
which of them hold anybody: they are searched for, and what the search finds may be too far from what was measured to be
printed. Some other division of the tables has none such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dpdesk.planning.compiler.margins import cells_of
from dpdesk.planning.compiler.populations import by_population
from dpdesk.planning.joint.junction_tree import is_listed, junction_tree
from dpdesk.planning.joint.nodes import Counted, Node, Roots
from dpdesk.planning.joint.tables import by_rules
from dpdesk.postprocess.cliques.tree import clique_tree
from dpdesk.schema.dictionary import Dictionary

OPEN = 4
"""Times more cells than groups tell numbers from which a listed table is open."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Groups by position, the variables of their common table, and how many cells it has."""

    groups: tuple[int, ...]
    variables: tuple[str, ...]
    cells: int


def ties(groups: Sequence[Counted], dictionary: Dictionary) -> list[Tie]:
    """The open tables of groups that count; the largest first.

    Args:
        groups: those that count.
        dictionary: with the public rules about their variables.
    """
    found: list[Tie] = []
    for own in by_population([(group.compiled.space, group) for group in groups]):
        roots = Roots(own)
        nodes, _ = junction_tree(roots, [by_rules(roots, roots.node(group.position), dictionary) for group in own])
        found += _open(roots, nodes)
    return sorted(found, key=lambda tie: (-tie.cells, tie.groups))


def _open(roots: Roots, nodes: Sequence[Node]) -> Iterator[Tie]:
    for node in nodes:
        members = [roots.groups[at].compiled for at in sorted(node.groups)]
        told = sum(cells_of(group.margins, group.shape) for group in members)
        cells = roots.cells(node)
        if is_listed(roots, node) and OPEN * told <= cells and not _has_cliques(roots, node):
            yield Tie(tuple(sorted(node.groups)), tuple(node.levels), cells)


def _has_cliques(roots: Roots, node: Node) -> bool:
    """Whether small tables tell all that a node's own groups do."""
    view = {root: roots.levels[root][level] for root, level in node.levels.items()}
    parts = [part.queries for at in sorted(node.groups) for part in roots.parts(at, view, own=True)]
    return clique_tree(parts, [level.size for level in view.values()]) is not None
