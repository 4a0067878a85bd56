"""Which margins two groups of one release both tell: numbers that are one number, each known with a noise of its own.

Groups are measured independently, but they count the same rows: what is nowhere for one of them is nowhere for all.
Each statistic of a group tells the counts of products of *classes* of codes: those its queries tell apart and add up
to. Where statistics of two groups divide a variable, both know its counts for the *blocks* that unite whole classes of
either (the finest partition coarser than both); the product of these over all common variables is a margin they share,
at least the grand total. What one of them does not know of a variable (codes outside a universe) is free.

Only what both *count* is shared: a group that counts by sex and by age, but not by both together, says nothing about
their combinations. What groups share serves to average their answers; that all published numbers agree is seen to by
the joint tables (joint/tables.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.populations import one_population
from dpdesk.planning.compiler.space import Space
from dpdesk.planning.compiler.unions import Unions
from dpdesk.planning.memory import Memory
from dpdesk.queries import AllRange, Identity, Kronecker, OneVariable, Prefix, Stack, Total
from dpdesk.queries.reduction import Reduction, told_apart
from dpdesk.schema.domain import GroupDomain

Integers = NDArray[np.int64]
MOST_CLASSES = 400
"""Up to so many classes of listed sets, what they add up to is worked out exactly."""
NO_BLOCK = -1
"""The block of a class whose codes the other group does not have: no row is ever counted there."""
FREE = -2
"""The block of a class of which one of the groups does not tell the count: nothing is shared there."""


Factors = tuple[OneVariable, ...]


@dataclass(frozen=True, eq=False)
class Party:
    """What a group contributes: its name, variables and how its classes unite their codes."""

    name: str
    space: Space
    reduction: Reduction
    domain: GroupDomain
    workload: Stack
    known: dict[str, Integers] = field(default_factory=dict)
    codings: dict[str, bytes] = field(default_factory=dict)

    @cached_property
    def telling(self) -> list[Factors]:
        """What `_telling` says of the workload."""
        return _telling(self.workload)

    def classes(self, root: str) -> Integers:
        """For each code of a root variable the class it lies in, −1 where the group's variable does not have it."""
        if root not in self.known:
            self.known[root] = self._classes(root)
        return self.known[root]

    def coding(self, root: str) -> bytes:
        """The same classes, alike for all groups that have the same."""
        if root not in self.codings:
            self.codings[root] = hashlib.sha256(self.classes(root).tobytes()).digest()
        return self.codings[root]

    @cached_property
    def undivided(self) -> list[Integers]:
        """For each variable one block of all classes."""
        return [np.zeros(size, dtype=np.int64) for size in self.reduction.shape]

    def _classes(self, root: str) -> Integers:
        axis = self.space.roots.index(root)
        members = self.space.variables[axis].members
        size = 1 + max((position for member in members for position in member), default=-1)
        found = np.full(size, NO_BLOCK, dtype=np.int64)
        for code, member in enumerate(members):
            found[list(member)] = self.reduction.classes[axis][code]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class SharedMargin:
    """The margin two groups share: their positions in the plan, `group_a` the one whose name comes first.

    `blocks_a` and `blocks_b` have for each axis of the group's classes the block every class lies in (all 0 where the
    margin does not divide the variable); `shape` the number of blocks of each root in `roots`, `axes_a` and `axes_b`
    where these stand among the group's variables. `quantities` are the sums both groups publish.
    """

    group_a: int
    group_b: int
    roots: tuple[str, ...]
    shape: tuple[int, ...]
    blocks_a: tuple[Integers, ...]
    blocks_b: tuple[Integers, ...]
    quantities: tuple[str, ...]
    axes_a: tuple[int, ...]
    axes_b: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of counts in the margin."""
        return int(np.prod(self.shape, dtype=np.int64))


Known: TypeAlias = dict[tuple[bytes, bytes, OneVariable, OneVariable], tuple[Integers, Integers, int]]
"""The block of each class of either of two groups, and their number, by the classes of both and what both ask."""
Pairs: TypeAlias = Memory[tuple[Space, Space, tuple[str, ...], tuple[str, ...]], tuple[SharedMargin, ...]]
"""Of two groups that were compiled earlier, by their spaces (one for tables alike) and the sums they publish."""


def shared_margins(parties: Sequence[Party], kept: Pairs) -> tuple[SharedMargin, ...]:
    """The margins each pair of groups tells, the finest of each pair first; alike for all orders of groups.

    `kept` has those of pairs that were looked at before.
    """
    order = sorted(range(len(parties)), key=lambda at: parties[at].name)
    found: list[SharedMargin] = []
    blocks: Known = {}
    for number, later in enumerate(order):
        for earlier in order[:number]:
            left, right = parties[earlier], parties[later]
            if not one_population(left.space, right.space):
                continue  # the one counts records, the other units, say: they share no number
            key = left.space, right.space, tuple(left.domain.quantities), tuple(right.domain.quantities)
            margins = kept.get(key, _Pair(left, right, blocks).margins, _weight)
            found += [replace(margin, group_a=earlier, group_b=later) for margin in margins]
    return tuple(found)


def _weight(margins: Sequence[SharedMargin]) -> int:
    """Numbers that margins hold, roughly."""
    return 100 + sum(blocks.size for margin in margins for blocks in (*margin.blocks_a, *margin.blocks_b))


def _telling(workload: Stack) -> list[Factors]:
    """The statistics of a group that tell something no other of them does, as their queries on each variable."""
    parts = list(dict.fromkeys(part.factors for part in workload.parts if isinstance(part, Kronecker)))
    kept: list[tuple[Factors, frozenset[int]]] = []
    for own in sorted(parts, key=lambda factors: -prod(told(factor).count for factor in factors)):
        axes = frozenset(axis for axis, factor in enumerate(own) if told(factor).classes.any())
        if not any(axes <= theirs and all(map(_tells, own, other)) for other, theirs in kept):
            kept.append((own, axes))
    places = {own: number for number, own in enumerate(parts)}
    return sorted((own for own, _ in kept), key=places.__getitem__)


@dataclass(frozen=True, slots=True, eq=False)
class Variants:
    """Classes of codes that some queries tell apart, which of these they add up to, and whether they do to all."""

    classes: Integers
    known: NDArray[np.bool_]
    whole: bool

    @property
    def count(self) -> int:
        """Number of classes whose counts are told."""
        return int(self.known.sum())


@lru_cache(maxsize=4096)
def told(factor: OneVariable) -> Variants:
    """What queries on one variable tell of its codes."""
    size = factor.size
    if isinstance(factor, Total):
        return Variants(np.zeros(size, dtype=np.int64), np.ones(1, dtype=bool), True)
    if isinstance(factor, (Identity, Prefix, AllRange)):
        return Variants(np.arange(size, dtype=np.int64), np.ones(size, dtype=bool), True)
    runs = factor.runs()
    if runs.contiguous:  # differences of ends: a class is told where a path of intervals joins its two ends
        ends = np.unique(np.concatenate([[0, size], runs.starts, runs.ends]))
        of = _components(ends.size, np.searchsorted(ends, runs.starts), np.searchsorted(ends, runs.ends))
        classes = np.repeat(np.arange(ends.size - 1, dtype=np.int64), np.diff(ends))
        return Variants(classes, np.asarray(of[1:] == of[:-1], dtype=bool), bool(of[0] == of[-1]))
    classes, rows = told_apart(factor)
    if rows.shape[1] > MOST_CLASSES:
        single = rows[rows.sum(axis=1) == 1].any(axis=0)
        return Variants(classes, np.asarray(single, dtype=bool), bool(rows.all(axis=1).any()))
    values, vectors = np.linalg.eigh((rows.T.astype(np.float64)) @ rows)
    spanned = vectors[:, values > 1e-9 * max(values[-1], 1.0)]
    known = (spanned**2).sum(axis=1) > 1 - 1e-6
    return Variants(classes, known, bool((spanned.sum(axis=0) ** 2).sum() > rows.shape[1] * (1 - 1e-6)))


def _components(count: int, left: Integers, right: Integers) -> Integers:
    """The component of each node of a graph."""
    unions: Unions[int] = Unions()
    for a, b in zip(left.tolist(), right.tolist(), strict=True):
        unions.join(a, b)
    return np.array([unions.top(at) for at in range(count)], dtype=np.int64)


@lru_cache(maxsize=65536)
def _tells(coarse: OneVariable, fine: OneVariable) -> bool:
    """Whether queries tell everything that others do."""
    one, other = told(coarse), told(fine)
    owner = np.full(other.known.size, -1, dtype=np.int64)
    owner[other.classes] = one.classes
    within = np.array_equal(owner[other.classes], one.classes)
    return within and bool(np.all(other.known[other.classes] | ~one.known[one.classes]))


class _Pair:
    """Two groups, and the blocks of their common variables by the queries that each has of them."""

    def __init__(self, left: Party, right: Party, known: Known) -> None:
        """Take two groups, and the blocks that other pairs were found to have."""
        self._left, self._right = left, right
        common = [root for root in left.space.roots if root in right.space.roots]
        self._axes = {root: (left.space.roots.index(root), right.space.roots.index(root)) for root in common}
        self._known = known

    def margins(self) -> tuple[SharedMargin, ...]:
        """The margins that statistics of both tell, without those that follow from another; the finest first.

        Of groups 0 and 1, wherever they stand in a plan.
        """
        found: dict[tuple[bytes, ...], SharedMargin] = {}
        for ours in self._left.telling:
            for theirs in self._right.telling:
                margin = self._margin(ours, theirs)
                if margin is not None:
                    found.setdefault(tuple(blocks.tobytes() for blocks in margin.blocks_b), margin)
        kept: list[SharedMargin] = []
        for margin in sorted(found.values(), key=lambda one: (-one.size, -len(one.roots))):
            if not any(_follows(margin, other) for other in kept):
                kept.append(margin)
        return tuple(kept)

    def _margin(self, ours: Factors, theirs: Factors) -> SharedMargin | None:
        """What two statistics both tell, None if nothing."""
        places = [at for at, _ in self._axes.values()], [at for _, at in self._axes.values()]
        for factors, own in ((ours, places[0]), (theirs, places[1])):
            if not all(told(factor).whole for number, factor in enumerate(factors) if number not in own):
                return None
        blocks_a, blocks_b = self._left.undivided.copy(), self._right.undivided.copy()
        roots: list[str] = []
        shape: list[int] = []
        for root, (a, b) in self._axes.items():
            key = self._left.coding(root), self._right.coding(root), ours[a], theirs[b]
            if key not in self._known:
                self._known[key] = self._blocks(root, ours[a], theirs[b])
            one, other, count = self._known[key]
            if count == 0:
                return None
            if count > 1 or (one == FREE).any() or (other == FREE).any():
                blocks_a[a], blocks_b[b] = one, other
                roots.append(root)
                shape.append(count)
        return SharedMargin(
            0,
            1,
            tuple(roots),
            tuple(shape),
            tuple(blocks_a),
            tuple(blocks_b),
            tuple(quantity for quantity in self._right.domain.quantities if quantity in self._left.domain.quantities),
            tuple(self._axes[root][0] for root in roots),
            tuple(self._axes[root][1] for root in roots),
        )

    def _blocks(self, root: str, ours: OneVariable, theirs: OneVariable) -> tuple[Integers, Integers, int]:
        """The block of each class of either group, and the number of blocks that are shared."""
        left, right = told(ours), told(theirs)
        codes = self._left.classes(root), self._right.classes(root)
        by_code = [
            np.where(code < 0, NO_BLOCK, one.classes[np.maximum(code, 0)])
            for code, one in zip(codes, (left, right), strict=True)
        ]
        one, other, count = _blocks(by_code[0], by_code[1], (left.known.size, right.known.size))
        free = np.zeros(count + 1, dtype=bool)
        for blocks, known in ((one, left.known), (other, right.known)):
            free[blocks[~known]] = True
        free[NO_BLOCK] = False
        number = np.append(np.where(free[:count], FREE, np.cumsum(~free[:count]) - 1), NO_BLOCK)
        return number[one][left.classes], number[other][right.classes], int((~free[:count]).sum())


def _blocks(left: Integers, right: Integers, sizes: tuple[int, int]) -> tuple[Integers, Integers, int]:
    """The blocks of two classings of one root's codes: the block of each class on either side, and their number."""
    codes = min(left.size, right.size)
    unions: Unions[int] = Unions()
    for a, b in zip(left[:codes].tolist(), right[:codes].tolist(), strict=True):
        if a >= 0 and b >= 0:
            unions.join(a, sizes[0] + b)
    number: dict[int, int] = {}
    block = [number.setdefault(unions.top(at), len(number)) if at in unions else NO_BLOCK for at in range(sum(sizes))]
    return np.array(block[: sizes[0]], dtype=np.int64), np.array(block[sizes[0] :], dtype=np.int64), len(number)


def _follows(small: SharedMargin, large: SharedMargin) -> bool:
    """Whether the numbers of one margin are sums of those of another."""
    pairs = list(zip(small.blocks_b, large.blocks_b, strict=True))
    return _within(small, large) and not any(((fine == FREE) & (coarse >= 0)).any() for coarse, fine in pairs)


def _within(small: SharedMargin, large: SharedMargin) -> bool:
    """Whether one margin of a group can be summed up from another: on each variable its blocks unite the other's."""
    for coarse, fine in zip(small.blocks_b, large.blocks_b, strict=True):
        both = (coarse >= 0) & (fine >= 0)
        pairs = {(f, c) for f, c in zip(fine[both].tolist(), coarse[both].tolist(), strict=True)}
        if len(pairs) != len({f for f, _ in pairs}):
            return False
    return True
