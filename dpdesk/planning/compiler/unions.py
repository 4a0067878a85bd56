"""Which nodes belong together, found by joining pairs of them (union-find)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)


class Unions(Generic[Node]):
    """Sets of nodes, each known by one of them; a node is in a set of its own until it is joined."""

    def __init__(self) -> None:
        self._above: dict[Node, Node] = {}

    def top(self, node: Node) -> Node:
        """The node by which the set of this one is known."""
        above = self._above
        while above.setdefault(node, node) != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    def join(self, one: Node, other: Node) -> None:
        """Put two sets together; they are known by what the other's was."""
        self._above[self.top(one)] = self.top(other)

    def __contains__(self, node: Node) -> bool:
        return node in self._above

    def __iter__(self) -> Iterator[Node]:
        """All nodes that were joined or asked for."""
        return iter(self._above)
