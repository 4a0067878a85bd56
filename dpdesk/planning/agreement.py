"""Which margins two groups of one release both publish, so that they can be made the same numbers.

Groups are measured independently, each with its own noise, but they count the same rows: what is nowhere for one of
them is nowhere for all. Where two groups divide a variable, both know its counts for the *blocks* that unite whole
classes of either (the finest partition coarser than both); the product of these over all common variables is the
margin they share, at least the grand total. A later group is adjusted to the margins of the earlier ones. For that,
the margins a group must agree with have to be nested in each other; otherwise no single table carries all of them,
and the tables belong into one group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.space import Space
from dpdesk.queries.reduction import Reduction
from dpdesk.schema.domain import GroupDomain

Integers = NDArray[np.int64]
NO_BLOCK = -1
"""The block of a class whose codes the other group does not have: no row is ever counted there."""


@dataclass(frozen=True, slots=True, eq=False)
class Party:
    """What a group contributes: its name, variables and how its classes unite their codes."""

    name: str
    space: Space
    reduction: Reduction
    domain: GroupDomain
    known: dict[str, Integers] = field(default_factory=dict)

    def classes(self, root: str) -> Integers:
        """For each code of a root variable the class it lies in, −1 where the group's variable does not have it."""
        if root not in self.known:
            self.known[root] = self._classes(root)
        return self.known[root]

    def _classes(self, root: str) -> Integers:
        axis = self.space.roots.index(root)
        members = self.space.variables[axis].members
        size = 1 + max((position for own in members for position in own), default=-1)
        found = np.full(size, NO_BLOCK, dtype=np.int64)
        for code, own in enumerate(members):
            found[list(own)] = self.reduction.classes[axis][code]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class SharedMargin:
    """The margin two groups share; `group_b` comes after `group_a`, positions in the plan.

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

    def slices(self, later: bool) -> Integers:
        """For each cell of a group's classes the position in the margin (C order over `shape`), −1 for NO_BLOCK."""
        blocks = self.blocks_b if later else self.blocks_a
        result = np.zeros((1,) * len(blocks), dtype=np.int64)
        outside = np.zeros((1,) * len(blocks), dtype=bool)
        for size, own in zip(self.shape, self.axes_b if later else self.axes_a, strict=True):
            shape = [1] * len(blocks)
            shape[own] = blocks[own].size
            result = result * size + np.maximum(blocks[own], 0).reshape(shape)
            outside = outside | (blocks[own] < 0).reshape(shape)
        full = tuple(one.size for one in blocks)
        return np.broadcast_to(np.where(outside, NO_BLOCK, result), full)

    @property
    def size(self) -> int:
        """Number of counts in the margin."""
        return int(np.prod(self.shape, dtype=np.int64))


def shared_margins(parties: Sequence[Party], where: str) -> tuple[SharedMargin, ...]:
    """Return the margins each pair of groups must publish as the same numbers.

    Raises:
        BadInput: the margins a later group must agree with are not nested.
    """
    found: list[SharedMargin] = []
    undivided = [tuple(np.zeros(size, dtype=np.int64) for size in party.reduction.shape) for party in parties]
    for later, party in enumerate(parties):
        before = [
            _shared(earlier, other, undivided[earlier], later, party, undivided[later])
            for earlier, other in enumerate(parties[:later])
        ]
        _require_chain(before, parties, where)
        found += before
    return tuple(found)


def _shared(
    earlier: int,
    left: Party,
    left_blocks: tuple[Integers, ...],
    later: int,
    right: Party,
    right_blocks: tuple[Integers, ...],
) -> SharedMargin:
    """The margin of two groups; `left_blocks` and `right_blocks` are those of one that divides nothing."""
    blocks_a, blocks_b = list(left_blocks), list(right_blocks)
    roots: list[str] = []
    shape: list[int] = []
    axes: list[tuple[int, int]] = []
    for root in left.space.roots:
        if root not in right.space.roots:
            continue
        at = left.space.roots.index(root), right.space.roots.index(root)
        own, theirs, count = _blocks(
            left.classes(root), right.classes(root), (blocks_a[at[0]].size, blocks_b[at[1]].size)
        )
        if count > 1:
            blocks_a[at[0]], blocks_b[at[1]] = own, theirs
            roots.append(root)
            shape.append(count)
            axes.append(at)
    return SharedMargin(
        earlier,
        later,
        tuple(roots),
        tuple(shape),
        tuple(blocks_a),
        tuple(blocks_b),
        tuple(one for one in right.domain.quantities if one in left.domain.quantities),
        tuple(a for a, _ in axes),
        tuple(b for _, b in axes),
    )


def _blocks(left: Integers, right: Integers, sizes: tuple[int, int]) -> tuple[Integers, Integers, int]:
    """The blocks of two classings of one root's codes: the block of each class on either side, and their number."""
    codes = min(left.size, right.size)
    parent = list(range(sizes[0] + sizes[1]))

    def top(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    met: set[int] = set()
    for a, b in zip(left[:codes].tolist(), right[:codes].tolist(), strict=True):
        if a >= 0 and b >= 0:
            parent[top(a)] = top(sizes[0] + b)
            met |= {a, sizes[0] + b}
    number: dict[int, int] = {}
    block = [number.setdefault(top(at), len(number)) if at in met else NO_BLOCK for at in range(len(parent))]
    return np.array(block[: sizes[0]], dtype=np.int64), np.array(block[sizes[0] :], dtype=np.int64), len(number)


def _require_chain(margins: Sequence[SharedMargin], parties: Sequence[Party], where: str) -> None:
    """Refuse margins of one group that are not nested, for the counts and for each sum by itself."""
    for quantity in (None, *dict.fromkeys(name for margin in margins for name in margin.quantities)):
        concerned = [margin for margin in margins if quantity is None or quantity in margin.quantities]
        for one, other in combinations(_different(concerned), 2):
            if not (_within(one, other) or _within(other, one)):
                first, second, third = (parties[at].name for at in (one.group_a, other.group_a, one.group_b))
                raise BadInput(
                    f"In {where}: group '{third}' shares {_words(one)} with group '{first}' and {_words(other)} with "
                    f"group '{second}'; put the tables of these groups into one group so that all numbers agree."
                )


def _different(margins: Sequence[SharedMargin]) -> list[SharedMargin]:
    """The first of the margins that divide one group alike; each of them is nested in the others."""
    first: dict[tuple[bytes, ...], SharedMargin] = {}
    for margin in margins:
        first.setdefault(tuple(blocks.tobytes() for blocks in margin.blocks_b), margin)
    return list(first.values())


def _within(small: SharedMargin, large: SharedMargin) -> bool:
    """Whether one margin of a group can be summed up from another: on each variable its blocks unite the other's."""
    for coarse, fine in zip(small.blocks_b, large.blocks_b, strict=True):
        both = (coarse >= 0) & (fine >= 0)
        pairs = {(f, c) for f, c in zip(fine[both].tolist(), coarse[both].tolist(), strict=True)}
        if len(pairs) != len({f for f, _ in pairs}):
            return False
    return True


def _words(margin: SharedMargin) -> str:
    return " × ".join(margin.roots) if margin.roots else "the total"
