"""Siblings: every group of codes against the mean of its siblings, at one level of nested groupings.

Code u lies in groups[u], and that group in parents[u]. A parent p that has n > 1 groups is measured by n rows
k_p(n 1 - J) over their counts, k_p = times[p]: the same as `rest`, within each parent (dpdesk's
mechanisms/marginals/nested.py; as a step of a residual basis: Xiao, He, Zhang, Kifer 2023). So two codes meet where
they have one parent: k_p^2 n(n - 1) in one group, -k_p^2 n in two.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from check_strategy.claims import claim
from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Siblings(Matrix):
    """M_cu = k_p(n [u in c] - [u in p]) for groups c of p; <u,v> = k_p^2 n(n [one group] - 1), else 0."""

    nonnegative = False

    def make(self) -> None:
        groups, parents = self.tree["groups"], self.tree["parents"]
        self.above = dict(zip(groups, parents))  # the parent of each group
        claim(len({*zip(groups, parents)}) == len(self.above), "a group lies in two others")
        held = list(self.above.values())
        self.fans = [held.count(parent) for parent in range(len(self.tree["times"]))]
        measured = (group for group in sorted(self.above) if self.fans[self.above[group]] > 1)
        self.places = {group: at for at, group in enumerate(measured)}  # the row of each group

    def height(self) -> int:
        return len(self.places)

    def column(self, u: int) -> dict[int, int]:
        parent, group = self.tree["parents"][u], self.tree["groups"][u]
        return {
            at: self.tree["times"][parent] * (self.fans[parent] * (sibling == group) - 1)
            for sibling, at in self.places.items()
            if self.above[sibling] == parent
        }

    def meet(self, u: int, v: int) -> int:
        groups, parents = self.tree["groups"], self.tree["parents"]
        n: int = self.fans[parents[u]]
        times: int = self.tree["times"][parents[u]]
        together = bool(groups[u] == groups[v])
        if parents[u] != parents[v] or n == 1:
            return 0
        return times * times * n * (n * together - 1)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [triple for (triple,) in partings([self])]


def partings(levels: Sequence[Siblings]) -> set[tuple[Triple, ...]]:
    """Of nested levels all different vectors of triples, one for each level.

    What two codes have in common depends on the level at which they part: above it they lie in one group, there in two
    groups of one parent, below in two parents. So it is enough to go through the nodes of the nest, and in each to
    take one code for every vector of norms that a child has.
    """
    order = sorted(range(len(levels)), key=lambda at: len(levels[at].above))
    nest = [levels[at] for at in order]
    keys = [level.tree[name] for level in nest for name in ("parents", "groups")]
    nested = all(len({*zip(upper, lower)}) == len({*lower}) for upper, lower in zip(keys, keys[1:]))
    claim(nested, "levels are not nested")
    norms = list(zip(*(level.norms for level in nest)))
    found: set[tuple[Triple, ...]] = {tuple((n, n, n) for n in vector) for vector in norms}
    nodes: list[Sequence[int]] = [range(len(norms))]
    for depth, key in enumerate(keys):
        below: list[Sequence[int]] = []
        for codes in nodes:
            children: dict[Any, list[int]] = {}
            for u in codes:
                children.setdefault(key[u], []).append(u)
            found.update(_parted(nest, list(children.values()), norms, depth))
            below += children.values()
        nodes = below
    return {tuple(vector[order.index(at)] for at in range(len(levels))) for vector in found}


def _parted(
    nest: Sequence[Siblings], children: Sequence[Sequence[int]], norms: Sequence[tuple[int, ...]], depth: int
) -> Iterable[tuple[Triple, ...]]:
    """The vectors of triples of two codes that lie in different children of one node."""
    alike: dict[frozenset[tuple[int, ...]], list[int]] = {}
    for child in children:
        alike.setdefault(frozenset(norms[u] for u in child), []).append(child[0])
    for one, other in itertools.product(alike, repeat=2):
        if one == other and len(alike[one]) == 1:
            continue
        u, v = alike[one][0], alike[other][one == other]
        shared = [level.meet(u, v) for level in nest]
        for a, b in itertools.product(one, other):
            # Two keys a level, parents and groups: where they part further down, both are in one group of this level.
            g = [n if 2 * at + 1 < depth else s for at, (n, s) in enumerate(zip(a, shared))]
            yield tuple(zip(a, b, g))
