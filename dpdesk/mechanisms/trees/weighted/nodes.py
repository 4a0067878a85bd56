"""The nodes of a weighted tree: nested groupings of the codes of one variable, and what each node weighs.

A `Tree` is a chain of groupings, each made of whole nodes of the one below; the lowest are the codes themselves. They
are blocks of neighbouring codes (block sizes 1 = b_0 | b_1 | …, the last block of a level may be shorter), or any
nested groupings, counties in states in a nation.

Every code takes the same budget down from its topmost node: what a node takes is shared by all codes below it, what it
leaves its children divide no further, since a code lies in one child only. The budget of a code is Σ w over the nodes
that contain it for Laplace noise and Σ w² for Gaussian noise, w the node's integer weight. A level has a weight of its
own on a path through all levels; elsewhere a node takes the part of what is left that the level has of itself and those
below it, a node with a single child takes nothing (the child says the same), and a code takes all that is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import isqrt

import numpy as np

from dpdesk.queries.workload import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Tree:
    """Block sizes, 1 first; or for nested groupings, the codes themselves left out, the node of each code (int64)."""

    size: int
    blocks: tuple[int, ...] = (1,)
    groupings: tuple[bytes, ...] = ()

    @property
    def levels(self) -> int:
        """Number of levels, codes included."""
        return 1 + len(self.groupings) if self.groupings else len(self.blocks)

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of nodes of every level, codes first."""
        return tuple(step.size - 1 for step in nodes_of(self).starts)

    @property
    def has_root(self) -> bool:
        """Whether the topmost level is one node."""
        return self.counts[-1] == 1

    @property
    def even(self) -> bool:
        """Whether all nodes of a level have equally many codes."""
        return all(bool(np.all(np.diff(step) == step[1] - step[0])) for step in self.starts)

    @property
    def starts(self) -> tuple[IntArray, ...]:
        """First position of every node, and D, of every level."""
        return nodes_of(self).starts

    def cut(self, keep: Sequence[int]) -> Tree:
        """The same tree with some of its levels, the codes among them.

        Args:
            keep: ascending numbers of levels, 0 the codes.
        """
        if self.groupings:
            above = tuple(self.groupings[level - 1] for level in keep if level)
            return Tree(self.size, (1,), above) if above else Tree(self.size)
        return Tree(self.size, tuple(self.blocks[level] for level in keep))


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """Codes in an order in which every node is a run of positions.

    `order[p]` is the code at position p and `place` its inverse; per level, codes first, `starts` are the nodes' first
    positions with D at the end; per step upwards `parents` are the parents of a level's nodes and `first` the first
    child of each parent, with the number of children at the end. The last step leads to one node.
    """

    order: IntArray | None
    place: IntArray | None
    starts: tuple[IntArray, ...]
    parents: tuple[IntArray, ...]
    first: tuple[IntArray, ...]


@lru_cache(maxsize=128)
def nodes_of(tree: Tree) -> Nodes:
    """Work out the nodes of a tree.

    Args:
        tree: its levels.
    """
    size = tree.size
    order = place = None
    if tree.groupings:
        labels = [np.frombuffer(labels_of_level, dtype="<i8").astype(np.int64) for labels_of_level in tree.groupings]
        order = np.lexsort(labels)
        if np.array_equal(order, np.arange(size)):
            order = None
        else:
            place = np.argsort(order)
            labels = [labels_of_level[order] for labels_of_level in labels]
        starts = [np.arange(size + 1)]
        for number in range(len(labels)):
            changes = np.zeros(size - 1, dtype=bool)
            for labels_of_level in labels[number:]:
                changes |= np.diff(labels_of_level) != 0
            starts.append(np.concatenate([[0], 1 + np.flatnonzero(changes), [size]]).astype(np.int64))
    else:
        starts = [np.append(np.arange(0, size, block), size).astype(np.int64) for block in tree.blocks]
    ends = [*starts, np.array([0, size])] if starts[-1].size > 2 else starts
    parents, first = [], []
    for below, above in pairwise(ends):
        parents.append(np.searchsorted(above, below[:-1], side="right") - 1)
        first.append(np.searchsorted(below, above))
    return Nodes(order, place, tuple(starts), tuple(parents), tuple(first))


def grouping(labels: IntArray) -> bytes:
    """The nodes of the codes in the form a `Tree` keeps them, numbered in the order of their first codes.

    Args:
        labels: the node of every code, int64[codes].
    """
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return np.ascontiguousarray(rank[inverse.reshape(-1)], dtype="<i8").tobytes()


@lru_cache(maxsize=256)
def integer_weights(tree: Tree, weights: tuple[int, ...], power: int) -> tuple[IntArray, ...]:
    """The weight of every node of every level, codes first; 0 is not measured. `power` is 1 or 2 (w or w² is shared).

    In integers: with power 1 every path sums to Σ weights exactly, with power 2 the squares sum to at most Σ weights².

    Args:
        tree: its levels.
        weights: of the levels, codes first.
        power: 1 or 2: whether weights or their squares are shared.

    Returns:
        For each level int64[nodes].
    """
    nodes = nodes_of(tree)
    shared = [weight**power for weight in weights]
    left: list[int] = [sum(shared)] * (nodes.starts[-1].size - 1)
    levels: list[IntArray] = []
    for level in range(tree.levels - 1, 0, -1):
        children = np.diff(nodes.first[level - 1]).tolist()
        below = sum(shared[: level + 1])
        taken: dict[tuple[int, bool], int] = {}
        level_weights: list[int] = []
        for budget, number in zip(left, children, strict=True):
            key = (budget, number == 1)
            if key not in taken:
                part = 0 if number == 1 else budget * shared[level] // below
                taken[key] = part if power == 1 else isqrt(part)
            level_weights.append(taken[key])
        levels.append(np.array(level_weights, dtype=np.int64))
        rest = [budget - weight**power for budget, weight in zip(left, level_weights, strict=True)]
        left = [rest[parent] for parent in nodes.parents[level - 1].tolist()]
    last = {budget: budget if power == 1 else isqrt(budget) for budget in set(left)}
    levels.append(np.array([last[budget] for budget in left], dtype=np.int64))
    return tuple(reversed(levels))


def precisions(tree: Tree, weights: Sequence[float], power: int) -> tuple[FloatArray, ...]:
    """The same in floating point: w² of every node, for weights of levels before they are rounded.

    Args:
        tree: its levels.
        weights: of the levels, codes first.
        power: 1 or 2: whether weights or their squares are shared.

    Returns:
        For each level float64[nodes].
    """
    nodes = nodes_of(tree)
    shared = [weight**power for weight in weights]
    left = np.full(nodes.starts[-1].size - 1, sum(shared))
    levels: list[FloatArray] = []
    for level in range(tree.levels - 1, 0, -1):
        below = sum(shared[: level + 1])
        level_budgets = np.where(np.diff(nodes.first[level - 1]) == 1, 0.0, left * (shared[level] / below))
        levels.append(level_budgets ** (2 / power))
        left = (left - level_budgets)[nodes.parents[level - 1]]
    levels.append(left ** (2 / power))
    return tuple(reversed(levels))
