"""Weighted tree: nested levels of groups whose nodes are measured with different weights.

Level 0 has the codes, every next one groups of them: "blocks" of equal length, or "groupings" by labels. A node of
level l is what codes share from level l up. Every code takes the same budget down the tree, B = sum of w_l^p at the
top (p = 2 for Gaussian, 1 for Laplace noise; w_l are the "weights"). A node that has more than one child takes the
share w_l^p / (w_0^p + ... + w_l^p) of what is left, as a whole number to the power p; a code takes all that is left.
So no code has more than B, whatever is rounded. Level budgets: Cormode, Procopiuc, Srivastava, Shen, Yu 2012.

The entry of code u in the row of a node is the node's weight if u lies below it, else 0: <u,v> is the sum of
weight^p over the nodes that both lie below. Two codes have in common what lies above the node where they part: below
each node the two children with the largest norms are the worst.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class WeightedTree(Matrix):
    """M_nu = w_n [u below n]; <u,v> is the sum of w_n^p over nodes n that have both below them."""

    def make(self) -> None:
        self.nodes = self._nodes()  # of each level the node of every code
        self.weights = self._weights()  # of each level the weight of every node

    def _nodes(self) -> list[list[int]]:
        codes = range(self.size)
        levels = [[u // block for u in codes] for block in self.tree.get("blocks", ())]
        levels = levels or [list(codes), *self.tree["groupings"]]
        order: Sequence[int] = codes
        if "groupings" in self.tree:
            order = sorted(codes, key=lambda u: [level[u] for level in levels[:0:-1]])
        nodes = []
        for at in range(len(levels)):
            known: dict[tuple[int, ...], int] = {}
            node = [0] * self.size
            for u in order:
                node[u] = known.setdefault(tuple(level[u] for level in levels[at:]), len(known))
            nodes.append(node)
        return nodes

    def _weights(self) -> list[list[int]]:
        power = self.tree["power"]
        root = math.isqrt if power == 2 else int
        shares = [weight**power for weight in self.tree["weights"]]
        left = [sum(shares)] * (max(self.nodes[-1]) + 1)
        weights = []
        for level in range(len(self.nodes) - 1, 0, -1):
            steps = sorted(set(zip(self.nodes[level - 1], self.nodes[level])))  # (child, node)
            children = [sum(parent == node for _, parent in steps) for node in range(len(left))]
            parts = [budget * shares[level] // sum(shares[: level + 1]) for budget in left]
            weights.append([root(part) if number > 1 else 0 for part, number in zip(parts, children)])
            left = [left[parent] - weights[-1][parent] ** power for _, parent in steps]
        return [[root(budget) for budget in left], *weights[::-1]]

    def integers(self) -> Iterable[int]:
        return itertools.chain(*self.weights)

    def rows(self) -> list[tuple[int, int]]:
        """Level and node of each row; a node without weight has none."""
        return [(level, node) for level, own in enumerate(self.weights) for node, weight in enumerate(own) if weight]

    def height(self) -> int:
        return len(self.rows())

    def column(self, u: int) -> dict[int, int]:
        rows = enumerate(self.rows())
        return {at: self.weights[level][node] for at, (level, node) in rows if self.nodes[level][u] == node}

    def meet(self, u: int, v: int) -> int:
        levels = zip(self.nodes, self.weights)
        return sum(weights[node[u]] ** self.power for node, weights in levels if node[u] == node[v])

    def worst(self, alone: bool) -> Iterable[Triple]:
        for above, below in zip([[0] * self.size, *self.nodes[:0:-1]], self.nodes[::-1]):
            largest: dict[int, dict[int, tuple[int, int]]] = {}  # of a node's children norm and code
            for u in range(self.size):
                children = largest.setdefault(above[u], {})
                children[below[u]] = max(children.get(below[u], (0, 0)), (self.norms[u], u))
            for children in largest.values():
                if len(children) > 1:
                    (a, u), (b, v) = sorted(children.values())[-2:]
                    yield a, b, self.meet(u, v)
