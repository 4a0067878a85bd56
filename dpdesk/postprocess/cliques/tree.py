"""The cliques of what is told of a table: small tables over some of its variables, tied together as a tree.

Queries count by few variables, and by few classes of these. The classes of a variable that queries tell apart are made
a chain of partitions, each finer than the next, and every partition is taken for a variable of its own: who tells the
finer one apart tells the coarser, too. Two partitions meet if one query has both. Eliminating them one after the other,
each time the one with the smallest table, leaves the cliques of a triangulated graph, and a tree over those that share
most is a junction tree (Koller and Friedman 2009, sections 9.4 and 10.4; Jensen and Jensen 1994): tables over the
cliques are margins of one whole, non-negative table if and only if neighbours add up to the same numbers over what they
share (docs/proofs/joint_tables.md, claim 1).

A table of two million cells, told by ages under sex, by sex, ages in groups and education and by incomes under
education and marital status, has five cliques of 3,700 cells together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.listed.cells import Masks
from dpdesk.queries import Kronecker, OneVariable, Total
from dpdesk.queries.reduction import axes_told, queries_of_rows, rows_of_queries, told_apart

Integers: TypeAlias = NDArray[np.int64]
Element: TypeAlias = tuple[int, int]
"""A partition: number of the variable, and position in its chain, 0 for the finest."""
Elements: TypeAlias = frozenset[Element]

MOST_CELLS = 2**16
"""Cells of all cliques up to which a table is taken for them: some ten seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Clique:
    """A table over some variables of a larger one.

    axes: their numbers there; labels: for each the class here of every class there, and codes: the first class there
    of every class here that may hold anybody. closed: cells that stay empty.
    """

    axes: tuple[int, ...]
    labels: tuple[Integers, ...]
    codes: tuple[Integers, ...]
    closed: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of classes of each variable."""
        return self.closed.shape

    def places(self, rows: Integers) -> Integers:
        """The cell here, C order, that each cell of the larger table is in.

        Args:
            rows: classes of the larger table, int64[cells, variables].
        """
        result = np.zeros(len(rows), dtype=np.int64)
        for axis, labels, size in zip(self.axes, self.labels, self.shape, strict=True):
            result = result * size + labels[rows[:, axis]]
        return result

    def asked(self, part: Kronecker) -> Kronecker | None:
        """The same queries on this table; None if it does not tell them."""
        factors: list[OneVariable] = []
        for axis, factor in enumerate(part.factors):
            if axis in self.axes:
                merged = _merged(factor, self.labels[self.axes.index(axis)])
                if merged is None:
                    return None
                factors.append(merged)
            elif told_apart(factor)[0].any():
                return None
        return Kronecker(*factors) if factors else Kronecker(Total(1))

    def seen(self, part: Kronecker) -> Kronecker:
        """What this table tells of some queries: by the variables and classes that it has of theirs."""
        factors: list[OneVariable] = []
        for axis, labels, size in zip(self.axes, self.labels, self.shape, strict=True):
            merged = _merged(part.factors[axis], labels)
            if merged is None:  # they tell finer classes apart than there are here
                merged = queries_of_rows(np.eye(size, dtype=bool))
            factors.append(merged)
        return Kronecker(*factors) if factors else Kronecker(Total(1))


@dataclass(frozen=True, slots=True, eq=False)
class Separator:
    """What a clique shares with the one above it: the blocks by classes of the variables of either.

    above, below: for each cell of the table above, flat, and of the clique's own the block it is in, of `size`;
    labels_above, labels_below: for each variable the class of each of its classes, one class where it is not shared.
    """

    above: Integers
    below: Integers
    size: int
    labels_above: tuple[Integers, ...]
    labels_below: tuple[Integers, ...]


@dataclass(frozen=True, eq=False)
class CliqueTree:
    """Cliques, each after the one it hangs on; `parents` are positions, and the first has none.

    separators: what each but the first shares with the one it hangs on.
    """

    cliques: tuple[Clique, ...]
    parents: tuple[int, ...]
    separators: tuple[Separator, ...]

    @cached_property
    def first(self) -> Integers:
        """Where the cells of each clique begin, were all in a row; how many there are comes last."""
        return np.cumsum([0, *(clique.closed.size for clique in self.cliques)])

    def split(self, values: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """A row of cells, clique by clique, in their shapes."""
        ends = self.first.tolist()
        return [
            values[begin:end].reshape(clique.shape)
            for clique, begin, end in zip(self.cliques, ends, ends[1:], strict=False)
        ]

    def owner(self, part: Kronecker) -> tuple[int, Kronecker]:
        """The smallest clique that tells some queries, by position, and the queries on it."""
        axes = axes_told(part)
        for at in self._smallest_first:
            own = self.cliques[at].asked(part) if axes <= set(self.cliques[at].axes) else None
            if own is not None:
                return at, own
        raise ValueError("No clique tells these queries.")

    @cached_property
    def _smallest_first(self) -> list[int]:
        return sorted(range(len(self.cliques)), key=lambda at: self.cliques[at].closed.size)


def one_clique(shape: Sequence[int]) -> CliqueTree:
    """A table that is written down, as the tree of the one clique that it is.

    Args:
        shape: of the table.
    """
    classes = tuple(np.arange(size) for size in shape)
    return CliqueTree(
        (Clique(tuple(range(len(shape))), classes, classes, np.zeros(tuple(shape), dtype=bool)),), (-1,), ()
    )


def clique_tree(
    parts: Sequence[Kronecker],
    shape: Sequence[int],
    excluded: Sequence[Masks] = (),
    live: Sequence[NDArray[np.bool_]] | None = None,
    most: int = MOST_CELLS,
) -> CliqueTree | None:
    """The tree of cliques of what some queries tell of a table; None if these have more than `most` cells.

    Args:
        parts: the queries.
        shape: of the table.
        excluded: products of sets of classes that stay empty.
        live: for each variable the classes that may hold anybody; all where not given.
        most: cells of all cliques together.
    """
    chains = _Chains(parts, shape, excluded)
    sets = [chains.elements([told_apart(factor)[0] for factor in part.factors]) for part in parts]
    sets += [chains.elements(_labels_of(masks)) for masks in excluded]
    found = _triangulated(sets, chains, most)
    if found is None:
        return None
    found.sort(key=lambda elements: (-chains.cells(elements), sorted(elements)))
    order, parents = _outwards(found)
    open_ = [np.ones(size, dtype=bool) for size in shape] if live is None else live
    cliques = tuple(_clique(found[at], chains, excluded, open_) for at in order)
    position = {at: number for number, at in enumerate(order)}
    above = tuple(position[parents[at]] if at in parents else -1 for at in order)
    separators = tuple(
        _separator(chains, cliques[parent], cliques[number], found[order[parent]] & found[order[number]])
        for number, parent in enumerate(above)
        if number
    )
    return CliqueTree(_closed_together(cliques, above, separators), above, separators)


def _closed_together(
    cliques: Sequence[Clique], parents: Sequence[int], separators: Sequence[Separator]
) -> tuple[Clique, ...]:
    """The cliques, with blocks closed that a neighbour has closed: a rule is known to those alone that tell it whole.

    First from the last clique to the first, then back: after that no block has an open cell on one side only.
    """
    closed = [clique.closed.copy() for clique in cliques]
    edges = [
        (parent, number, shared) for number, (parent, shared) in enumerate(zip(parents[1:], separators, strict=True), 1)
    ]
    ways = [(at, above, one.below, one.above, one.size) for above, at, one in reversed(edges)]
    ways += [(above, at, one.above, one.below, one.size) for above, at, one in edges]
    for source, target, here, there, size in ways:
        open_ = np.zeros(size, dtype=bool)
        open_[here[~closed[source].ravel()]] = True
        closed[target] |= ~open_[there].reshape(closed[target].shape)
    return tuple(replace(clique, closed=own) for clique, own in zip(cliques, closed, strict=True))


class _Chains:
    """For each variable its partitions, from the finest to the coarsest that tells anything apart."""

    def __init__(self, parts: Sequence[Kronecker], shape: Sequence[int], excluded: Sequence[Masks]) -> None:
        told = [[told_apart(factor)[0] for factor in part.factors] for part in parts]
        told += [_labels_of(masks) for masks in excluded]
        self.of = [_chain([one[axis] for one in told]) for axis in range(len(shape))]

    def elements(self, labels: Sequence[Integers]) -> Elements:
        """The partitions that queries with these classes need, and all that are coarser."""
        return frozenset(
            (axis, level)
            for axis, (own, chain) in enumerate(zip(labels, self.of, strict=True))
            if own.any()
            for level in range(max(at for at, one in enumerate(chain) if refines(one, own)), len(chain))
        )

    def finest(self, elements: Elements) -> dict[int, Integers]:
        """Of each variable of a clique its finest partition."""
        levels: dict[int, int] = {}
        for axis, level in sorted(elements):
            levels.setdefault(axis, level)
        return {axis: self.of[axis][level] for axis, level in levels.items()}

    def cells(self, elements: Elements) -> int:
        """Cells of a clique."""
        return prod(_size(labels) for labels in self.finest(elements).values())


def _chain(told: Sequence[Integers]) -> list[Integers]:
    """Partitions each finer than the next, that refine all these; those in the way are crossed."""
    distinct = {own.tobytes(): own for own in told if own.any()}
    chain: list[Integers] = []
    for own in sorted(distinct.values(), key=lambda one: (_size(one), one.tobytes())):
        crossed = own if not chain else _numbered(np.stack([chain[-1], own]))
        if not chain or _size(crossed) > _size(chain[-1]):
            chain.append(crossed)
    return chain[::-1]


def _labels_of(masks: Masks) -> list[Integers]:
    """For each variable the classes that a rule tells apart."""
    return [(mask != mask[0]).astype(np.int64) for mask in masks]


def _numbered(columns: Integers) -> Integers:
    """The class of each column, numbered in the order of their first ones."""
    _, first, inverse = np.unique(columns, axis=1, return_index=True, return_inverse=True)
    rank = np.empty(first.size, dtype=np.int64)
    rank[np.argsort(first)] = np.arange(first.size)
    return rank[inverse.reshape(-1)]


def _size(labels: Integers) -> int:
    return int(labels.max()) + 1


def _onto(finer: Integers, coarser: Integers) -> Integers:
    """For each class of a partition the class of a coarser one."""
    result = np.zeros(_size(finer), dtype=np.int64)
    result[finer] = coarser
    return result


def refines(finer: Integers, coarser: Integers) -> bool:
    """Whether each class of the one partition lies in one class of the other.

    Args:
        finer: the class of each code.
        coarser: likewise.
    """
    return bool(np.array_equal(_onto(finer, coarser)[finer], coarser))


def _merged(factor: OneVariable, labels: Integers) -> OneVariable | None:
    """The queries of a variable on classes of its codes; None where they tell apart what one class holds."""
    if isinstance(factor, Total):
        return Total(_size(labels))
    if _size(labels) == labels.size and np.array_equal(labels, np.arange(labels.size)):
        return factor
    if not refines(labels, told_apart(factor)[0]):
        return None
    return queries_of_rows(rows_of_queries(factor)[:, np.unique(labels, return_index=True)[1]])


def _triangulated(sets: Sequence[Elements], chains: _Chains, most: int) -> list[Elements] | None:
    """The cliques left by eliminating partitions, each time the one with the smallest table."""
    near: dict[Element, set[Element]] = {element: set() for own in sets for element in own}
    for own in sets:
        for element in own:
            near[element] |= own - {element}
    found: list[Elements] = []
    cells = 0
    while near:
        element = min(near, key=lambda one: (chains.cells(frozenset({one, *near[one]})), one))
        clique = frozenset({element, *near[element]})
        if not any(clique <= other for other in found):
            found.append(clique)
            cells += chains.cells(clique)
            if cells > most:
                return None
        others = near.pop(element)
        for other in others:
            near[other] |= others - {other}
            near[other].discard(element)
    return found or [frozenset()]


def _outwards(found: Sequence[Elements]) -> tuple[list[int], dict[int, int]]:
    """The cliques from the first outwards along a tree of those that share most, and what each hangs on."""
    component = list(range(len(found)))
    edges: list[tuple[int, int]] = []
    for one, other in sorted(
        combinations(range(len(found)), 2), key=lambda edge: (-len(found[edge[0]] & found[edge[1]]), edge)
    ):
        if component[one] != component[other]:
            edges.append((one, other))
            component = [component[one] if own == component[other] else own for own in component]
    order, parents = [0], dict[int, int]()
    for at in order:
        for other in sorted({sum(edge) - at for edge in edges if at in edge} - {*order}):
            parents[other] = at
            order.append(other)
    return order, parents


def _clique(
    elements: Elements, chains: _Chains, excluded: Sequence[Masks], live: Sequence[NDArray[np.bool_]]
) -> Clique:
    finest = chains.finest(elements)
    closed = np.zeros([_size(own) for own in finest.values()], dtype=bool)
    for masks in excluded:
        if chains.elements(_labels_of(masks)) <= elements and all(
            mask.all() for axis, mask in enumerate(masks) if axis not in finest
        ):
            closed[np.ix_(*(masks[axis][np.unique(own, return_index=True)[1]] for axis, own in finest.items()))] = True
    codes = []
    for place, (axis, own) in enumerate(finest.items()):
        np.moveaxis(closed, place, 0)[np.bincount(own, live[axis]) == 0] = True
        first = np.lexsort((~live[axis], own))  # the live ones of each class stand first
        codes.append(first[np.searchsorted(own[first], np.arange(_size(own)))])
    return Clique(tuple(finest), tuple(finest.values()), tuple(codes), closed)


def _separator(chains: _Chains, above: Clique, below: Clique, shared: Elements) -> Separator:
    """The blocks that two cliques share."""
    common = chains.finest(shared)

    def labels(clique: Clique) -> tuple[Integers, ...]:
        found = [
            _onto(own, common[axis]) if axis in common else np.zeros(_size(own), dtype=np.int64)
            for axis, own in zip(clique.axes, clique.labels, strict=True)
        ]
        return tuple(found) or (np.zeros(1, dtype=np.int64),)

    both = labels(above), labels(below)
    return Separator(places_of(both[0]), places_of(both[1]), blocks_of(both[0]), *both)


def blocks_of(labels: Sequence[Integers]) -> int:
    """How many blocks there are by classes of some variables.

    Args:
        labels: of each variable the class of each code.
    """
    return prod(map(_size, labels))


def places_of(labels: Sequence[Integers]) -> Integers:
    """The block that each cell of a table is in, C order, by classes of its variables.

    Args:
        labels: of each variable the class of each code.
    """
    result = np.zeros((1,) * len(labels), dtype=np.int64)
    for axis, own in enumerate(labels):
        result = result * _size(own) + own.reshape([-1 if place == axis else 1 for place in range(len(labels))])
    return result.ravel()
