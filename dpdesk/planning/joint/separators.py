"""What groups tell of the numbers that two tables share: which of them follow, and which blocks are counted at all.

A table that hangs on another keeps its numbers of what both share. That is right if these numbers are told, by one
statistic or by several together, or if one of the two sides never counts the block: then it takes what the other has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.shared_margins import told as told_of_codes
from dpdesk.planning.joint.nodes import Level, Roots
from dpdesk.planning.joint.queries import combination
from dpdesk.queries import OneVariable
from dpdesk.queries.kron import kron
from dpdesk.queries.reduction import rows_of_queries

Mask = NDArray[np.bool_]
_FEW_BLOCKS = 400
"""Up to so many blocks, what several statistics tell together is worked out."""


def publishers(roots: Roots) -> dict[str | None, frozenset[int]]:
    """The groups that count (None), and those that publish sums of each quantity."""
    found: dict[str | None, frozenset[int]] = {None: frozenset(roots.groups)}
    for at in roots.groups:
        for quantity in roots.quantities(at):
            found[quantity] = found.get(quantity, frozenset()) | {at}
    return found


def told(roots: Roots, view: Mapping[str, Level], groups: Collection[int]) -> Mask:
    """For each product of classes of some partitions whether its count follows from what groups tell, or is 0."""
    key = (tuple((root, level.key) for root, level in view.items()), frozenset(groups))
    if key not in roots.told:
        roots.told[key] = _told(roots, view, groups)
    return roots.told[key]


def _told(roots: Roots, view: Mapping[str, Level], groups: Collection[int]) -> Mask:
    if not view:
        return np.array([any(roots.tells_total(group) for group in groups)])
    levels = list(view.values())
    known = ~_outer([~level.dead for level in levels])
    few = known.size <= _FEW_BLOCKS
    gram = np.zeros((known.size, known.size) if few else (0, 0))
    entered: list[Sequence[Mask]] = []
    for group in groups:
        for part in roots.parts(group, view, own=False):
            if known.all():
                return known
            factors = part.queries.factors
            masks = [_known(factor, level) for factor, level in zip(factors, levels, strict=True)]
            if not any(_within(masks, other) for other in entered):
                known |= _outer(masks)
                entered.append(masks)
            if few:
                rows = [rows_of_queries(factor).astype(np.float64) for factor in factors]
                gram += kron([own.T @ own for own in rows])
    if few and not known.all():
        gram = gram * np.outer(~_dead(levels), ~_dead(levels))
        values, vectors = np.linalg.eigh(gram)
        spanned = vectors[:, values > 1e-9 * max(values[-1], 1.0)]
        known |= (spanned**2).sum(axis=1) > 1 - 1e-6
    return known


def _dead(levels: Collection[Level]) -> Mask:
    return ~_outer([~level.dead for level in levels])


def _known(factor: OneVariable, level: Level) -> Mask:
    """The classes of a partition whose counts follow from queries on them; dead ones, too."""
    found = told_of_codes(factor)
    known = found.known[found.classes] & (np.bincount(found.classes)[found.classes] == 1) | level.dead
    for at in np.flatnonzero(~known).tolist():
        known[at] = combination(factor, np.arange(level.size) == at, ~level.dead) is not None
    return np.asarray(known, dtype=bool)


def counted(roots: Roots, view: Mapping[str, Level], groups: Collection[int]) -> Mask:
    """The products of classes of some partitions that groups count, by themselves or in sums."""
    products = [
        [roots.counts(group, root, part.factors, level) & ~level.dead for root, level in view.items()]
        for group in groups
        for part in roots.workload(group)
    ]
    return in_any(products, [level.size for level in view.values()])


def in_any(products: Iterable[Sequence[Mask]], sizes: Sequence[int]) -> Mask:
    """The cells of a table, flat, that lie in some product of sets of classes.

    Only products that lie in no other are written down: a table and all its totals are one.
    """
    kept: list[Sequence[Mask]] = []
    for masks in products:
        if not any(_within(masks, other) for other in kept):
            kept = [other for other in kept if not _within(other, masks)] + [masks]
    result = np.zeros(prod(sizes), dtype=bool)
    for masks in kept:
        result |= _outer(masks)
    return result


def _within(masks: Sequence[Mask], others: Sequence[Mask]) -> bool:
    """Whether a product lies in another; an empty one lies in all."""
    empty = not all(mask.any() for mask in masks)
    return empty or not any(bool((one & ~other).any()) for one, other in zip(masks, others, strict=True))


def _outer(masks: Collection[Mask]) -> Mask:
    """The cells of a product, flat."""
    every: Mask = np.ones(1, dtype=bool)
    return reduce(lambda one, other: np.asarray(np.logical_and.outer(one, other)).ravel(), masks, every)
