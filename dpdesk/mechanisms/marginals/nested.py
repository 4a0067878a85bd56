"""One variable taken apart by nested groupings of its codes: nation, states, counties; or ages by ever smaller blocks.

A nest is a chain of partitions of the codes, each finer than the one before, from everybody to groups whose codes no
query tells apart. Level l measures every group against the mean of its siblings: for a group v that has n parts the n
rows k_v·(n·1 − J) over the parts' counts (blocks.py). Level 0 is everybody. With equal fans k_v = 1; else k_v =
round(2^p/√(n(n − 1))), so that a code counts alike in all groups. Q_l(c) = Σ_u share_l(u)·q(u) over the codes u of c is
a query's coefficient for a group, share_l(u) the product of 1/n over the levels below l, and w_v = k_v·n_v/unit;
variances and inner products follow from these (docs/proofs/marginals.md, claim 4).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import ceil, log2, sqrt
from typing import Any

import numpy as np

from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json, total_json
from dpdesk.mechanisms.marginals.blocks import Block, Pair, Parts
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix
from dpdesk.queries.workload import Array, FloatArray, IntArray

FINE = 6
"""Binary digits of the smallest k_v: to within 1 %."""
NOTHING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Groups of one level, ordered as the nest orders codes: first codes, parents, and fans of the parents."""

    starts: IntArray
    parents: IntArray
    fans: IntArray
    multipliers: IntArray
    unit: int
    first_parts: IntArray
    kept: IntArray
    """Groups with siblings: those that are measured."""

    @property
    def precision(self) -> FloatArray:
        """1/w_v² of every parent; 0 for those with one part, of which nothing is measured."""
        weights = self.multipliers * self.fans / self.unit
        return np.where(self.fans > 1, weights**-2.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A nest worked out: the order of the codes, levels 1 … L, and shares of the codes in their groups of 0 … L."""

    order: IntArray | None
    levels: tuple[Level, ...]
    shares: tuple[FloatArray, ...]

    def starts(self, level: int) -> IntArray:
        """First codes of the groups of a level; everybody is level 0.

        Args:
            level: from 0.

        Returns:
            int64[groups], positions in the order of the codes.
        """
        return self.levels[level - 1].starts if level else np.zeros(1, dtype=np.int64)


@dataclass(frozen=True, slots=True, init=False)
class Nest:
    """For each level below everybody the group of every code, each level finer than the one before."""

    size: int
    labels: tuple[tuple[int, ...], ...]
    _hash: int = field(repr=False, compare=False)

    def __init__(self, size: int, labels: tuple[tuple[int, ...], ...]) -> None:
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "_hash", hash((size, labels)))

    def __hash__(self) -> int:
        return self._hash


@lru_cache(maxsize=64)
def layout(nest: Nest) -> Layout:
    """Order the codes so that groups of every level are neighbours.

    Args:
        nest: chain of partitions.

    Returns:
        Worked out once for each nest.
    """
    labels = np.array(nest.labels, dtype=np.int64).reshape(len(nest.labels), nest.size)
    order = np.lexsort(labels[::-1]) if len(labels) else np.arange(nest.size)
    new = np.zeros(nest.size, dtype=bool)
    new[0] = True
    edges: list[IntArray] = [np.zeros(1, dtype=np.int64)]
    for row in labels[:, order]:
        new = new.copy()
        new[1:] |= row[1:] != row[:-1]
        edges.append(np.flatnonzero(new))
    levels = tuple(_level(above, starts) for above, starts in pairwise(edges))
    sizes = np.diff(np.append(edges[-1], nest.size))
    share = np.repeat(1 / sizes, sizes)
    shares = [share]
    for level in reversed(levels):
        sizes = np.diff(np.append(level.starts, nest.size))
        share = share / np.repeat(level.fans[level.parents], sizes)
        shares.append(share)
    natural = bool(np.array_equal(order, np.arange(nest.size)))
    return Layout(None if natural else order, levels, tuple(reversed(shares)))


def _level(above: IntArray, starts: IntArray) -> Level:
    parents = np.searchsorted(above, starts, side="right") - 1
    fans = np.bincount(parents, minlength=above.size)
    several = fans[fans > 1]
    least, most = int(several.min(initial=starts.size)), int(several.max(initial=1))
    unit, multipliers = most, np.ones(above.size, dtype=np.int64)
    if least < most:
        unit = 1 << (FINE + ceil(log2(most)))
        multipliers = np.array([round(unit / sqrt(n * (n - 1))) if n > 1 else 1 for n in fans.tolist()], dtype=np.int64)
    first = np.searchsorted(parents, np.arange(above.size))
    return Level(starts, parents, fans, multipliers, unit, first, np.flatnonzero(fans[parents] > 1))


@dataclass(frozen=True, slots=True)
class NestLevel(Block):
    """One level of a nest; 0 is everybody."""

    size: int
    nest: Nest
    level: int

    @property
    def _groups(self) -> Level:
        return layout(self.nest).levels[self.level - 1]

    @property
    def whole(self) -> bool:
        """Level 0 is everybody."""
        return self.level == 0

    @property
    def rows(self) -> int:
        """One for each group that has siblings."""
        return 1 if self.whole else int(self._groups.kept.size)

    @property
    def unit(self) -> int:
        """The common fan, or a power of two."""
        return 1 if self.whole else self._groups.unit

    @property
    def norm(self) -> int:
        """The largest k²·n(n − 1)."""
        return int(self.norms.max())

    @property
    def apart(self) -> tuple[int, int]:
        """The least and the largest inner product of siblings' columns, −k²·n."""
        groups = self._groups
        squares = [k * k * n for k, n in zip(groups.multipliers.tolist(), groups.fans.tolist(), strict=True) if n > 1]
        return -max(squares), -min(squares)

    @property
    def norms(self) -> IntArray:
        """Squared norms of all columns, in the nest's order of the codes."""
        if self.whole:
            return np.ones(self.size, dtype=np.int64)
        level = self._groups
        groups = level.multipliers**2 * level.fans * (level.fans - 1)
        return np.repeat(groups[level.parents], np.diff(np.append(level.starts, self.size)))

    @property
    def largest_entry(self) -> int:
        """Counts are multiplied by k·n."""
        if self.whole:
            return 1
        return int((self._groups.multipliers * self._groups.fans).max())

    def measure(self, x: Array, axis: int) -> Array:
        """k·(n·part − group) for each part of a group of n parts, k the group's multiplier."""
        if self.whole:
            return np.asarray(x.sum(axis=axis, keepdims=True))
        arranged, level = layout(self.nest), self._groups
        moved = np.moveaxis(x, axis, 0)
        moved = moved if arranged.order is None else moved[arranged.order]
        parts = np.add.reduceat(moved, level.starts, axis=0)
        groups = np.add.reduceat(parts, level.first_parts, axis=0)
        chosen = level.parents[level.kept]
        shape = (-1, *(1,) * (moved.ndim - 1))
        times, fans = level.multipliers[chosen].reshape(shape), level.fans[chosen].reshape(shape)
        return np.moveaxis(times * (fans * parts[level.kept] - groups[chosen]), 0, axis)

    def answer(self, y: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """Every code its share of its group's estimate, then the queries."""
        arranged = layout(self.nest)
        moved = np.moveaxis(np.asarray(y, dtype=np.float64), axis, 0)
        shape = (-1, *(1,) * (moved.ndim - 1))
        if not self.whole:
            level = self._groups
            parts = np.zeros((level.starts.size, *moved.shape[1:]))
            parts[level.kept] = moved / (level.multipliers * level.fans)[level.parents[level.kept]].reshape(shape)
            means = np.add.reduceat(parts, level.first_parts, axis=0) / level.fans.reshape(shape)
            moved = np.where((level.fans > 1)[level.parents].reshape(shape), parts - means[level.parents], 0.0)
        sizes = np.diff(np.append(arranged.starts(self.level), self.size))
        codes = np.repeat(moved, sizes, axis=0) * arranged.shares[self.level].reshape(shape)
        if arranged.order is not None:
            sorted_codes, codes = codes, np.empty_like(codes)
            codes[arranged.order] = sorted_codes
        return np.moveaxis(np.asarray(query.along(codes, 0), dtype=np.float64), 0, axis)

    def _terms(self) -> list[tuple[int, FloatArray, float]]:
        """Levels, weights of their groups and signs that add up to the moments: Σ ±ω_c Q(c)²."""
        if self.whole:
            return [(0, np.ones(1), 1.0)]
        level = self._groups
        return [
            (self.level, level.precision[level.parents], 1.0),
            (self.level - 1, level.fans * level.precision, -1.0),
        ]

    def moments(self, query: OneVariable) -> FloatArray:
        """For intervals from the groups at their ends, else from the coefficients."""
        arranged, runs = layout(self.nest), query.runs()
        if arranged.order is None and runs.contiguous:
            terms = [
                sign * _interval_energy(runs.starts, runs.ends, arranged.starts(level), arranged.shares[level], weights)
                for level, weights, sign in self._terms()
            ]
            return _difference(terms)
        return Block.moments(self, query)

    def sum(self, query: OneVariable) -> float:
        """For single codes, prefixes and all intervals group by group."""
        arranged = layout(self.nest)
        if not isinstance(query, Identity) and (
            arranged.order is not None or not isinstance(query, (Prefix, AllRange))
        ):
            return float(self.moments(query).sum())
        terms = [
            np.array([sign * float(weights @ _group_energy(query, arranged.starts(level), arranged.shares[level]))])
            for level, weights, sign in self._terms()
        ]
        return float(_difference(terms)[0])

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """(Q(c) − Q(v))/w_v."""
        arranged = layout(self.nest)
        dense = dense_rows(query, rows)
        dense = dense if arranged.order is None else dense[:, arranged.order]
        parts = np.add.reduceat(dense * arranged.shares[self.level], arranged.starts(self.level), axis=1)
        if self.whole:
            return np.asarray(parts)
        level = self._groups
        groups = np.add.reduceat(dense * arranged.shares[self.level - 1], arranged.starts(self.level - 1), axis=1)
        weights = np.sqrt(level.precision)[level.parents]
        apart: FloatArray = ((parts - groups[:, level.parents]) * weights)[:, level.kept]
        return np.where(np.abs(apart) < NOTHING, 0.0, apart)

    def to_json(self) -> Json:
        """The groups: every code's, or the first codes where they are neighbours; and multipliers that differ."""
        if self.whole:
            return {"kind": "whole"}
        arranged, level = layout(self.nest), self._groups
        groups: dict[str, Any] = {"groups": list(self.nest.labels[self.level - 1])}
        if arranged.order is None:
            groups = {"first_codes": level.starts.tolist()}
        if not np.all(level.multipliers == 1):
            groups["multipliers"] = level.multipliers.tolist()
        return {"kind": "nested", **groups}

    def to_public_json(self) -> Json:
        """Every code's group and the group above it, and what each group is multiplied by."""
        if self.whole:
            return total_json(self.size)
        arranged, level = layout(self.nest), self._groups
        order = np.arange(self.size) if arranged.order is None else arranged.order
        sizes = np.diff(np.append(level.starts, self.size))
        parents, groups = np.empty((2, self.size), dtype=np.int64)
        parents[order] = np.repeat(level.parents, sizes)
        groups[order] = np.repeat(np.arange(level.starts.size), sizes)
        return {
            "kind": "siblings",
            "codes": self.size,
            "parents": parents.tolist(),
            "groups": groups.tolist(),
            "times": level.multipliers.tolist(),
        }


def _difference(terms: list[FloatArray]) -> FloatArray:
    """The sum, with rounding errors of zero removed."""
    total = np.sum(terms, axis=0)
    return np.where(total <= NOTHING * np.abs(terms[0]), 0.0, total)


def _interval_energy(
    starts: IntArray, ends: IntArray, groups: IntArray, shares: FloatArray, weights: FloatArray
) -> FloatArray:
    """Σ_c ω_c Q(c)² for the intervals [start, end): all groups between the two ends have Q = 1."""
    below = np.concatenate([[0.0], np.cumsum(shares)])
    summed = np.concatenate([[0.0], np.cumsum(weights)])
    left = np.searchsorted(groups, starts, side="right") - 1
    right = np.searchsorted(groups, ends - 1, side="right") - 1
    alone = (below[ends] - below[starts]) ** 2 * weights[left]
    first = (left + 1 - below[starts]) ** 2 * weights[left]
    last = (below[ends] - right) ** 2 * weights[right]
    between = summed[right] - summed[np.minimum(left + 1, right)]
    return np.asarray(np.where(left == right, alone, first + between + last), dtype=np.float64)


def _group_energy(query: OneVariable, groups: IntArray, shares: FloatArray) -> FloatArray:
    """Σ_q Q(c)² of every group c: each code by itself, or with H the shares added up ΣH² and (D+1)ΣH² − (ΣH)²."""
    if isinstance(query, Identity):
        return np.asarray(np.add.reduceat(shares * shares, groups))
    size = shares.size
    lengths = np.diff(np.append(groups, size))
    inside = np.cumsum(shares) - np.repeat(np.arange(groups.size), lengths)
    after = size - groups - lengths
    second = np.add.reduceat(inside * inside, groups) + after
    if isinstance(query, Prefix):
        return np.asarray(second)
    first = np.add.reduceat(inside, groups) + after
    return np.asarray((size + 1) * second - first * first)


@dataclass(frozen=True, slots=True)
class Nested(Parts):
    """The blocks of a nest."""

    nest: Nest

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """By the level at which two codes part."""
        pairs: list[Pair] = []
        for level, block in enumerate(self.blocks):
            if isinstance(block, NestLevel) and not block.whole:
                shared = self.identical[:level]
                below = (0,) * (len(self.blocks) - level - 1)
                pairs += [(*shared, apart, *below) for apart in dict.fromkeys(block.apart)]
        return tuple(pairs)

    @property
    def even(self) -> bool:
        """Where all fans of a level are equal."""
        return _largest(self.nest)[0]

    @property
    def peak(self) -> bool:
        """A code that lies in the best filled group of every level."""
        return _largest(self.nest)[1]


@lru_cache(maxsize=256)
def _largest(nest: Nest) -> tuple[bool, bool]:
    blocks = [NestLevel(nest.size, nest, level) for level in range(len(nest.labels) + 1)]
    largest = np.stack([block.norms == block.norm for block in blocks])
    return bool(largest.all()), bool(largest.all(axis=0).any())


def nested(nest: Nest) -> Parts:
    """The blocks of a nest, levels without a measured group left out.

    Args:
        nest: chain of partitions.
    """
    levels = [NestLevel(nest.size, nest, level) for level in range(len(nest.labels) + 1)]
    return Nested(nest.size, tuple(block for block in levels if block.whole or block.rows), nest)
