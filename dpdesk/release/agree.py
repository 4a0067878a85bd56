"""How groups that share a margin come to publish the same numbers for it.

A query that several groups answer, each with its own noise, is one number: their unbiased answers are averaged by
precision, and the average, which is unbiased too and better than each, takes their place in all of them. Its margin
comes from the law of the average itself, a weighted sum of the integers that all of them drew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.combined import Sum, classes
from dpdesk.planning.agreement import NO_BLOCK, SharedMargin
from dpdesk.planning.compile import CompiledGroup
from dpdesk.release.noise import Average

Integers = NDArray[np.int64]
Values = NDArray[np.float64]
_MOST = 100_000
_MOST_ROOTS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Pooled:
    """For each group the rows of its workload that others answer too: the pooled answer, its margin, its parts."""

    rows: Integers
    answers: Values
    margins: Values
    averages: tuple[Average, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One group's unbiased answers to its workload, and the mechanism they come from (None: it gives none)."""

    mechanism: Mechanism | None
    answers: Values


def shared_rows(groups: Sequence[CompiledGroup], margins: Sequence[SharedMargin]) -> list[list[tuple[int, int]]]:
    """The queries that several groups ask: lists of (group, row), at least two each."""
    parent: dict[tuple[int, int], tuple[int, int]] = {}

    def top(node: tuple[int, int]) -> tuple[int, int]:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    known: dict[Hashable, Integers | None] = {}

    def rows_of(shared: SharedMargin, kept: tuple[int, ...], later: bool) -> Integers | None:
        """The rows of one side, looked for once: many pairs of groups share no more than the total."""
        side, axes, blocks = (
            (shared.group_b, shared.axes_b, shared.blocks_b)
            if later
            else (shared.group_a, shared.axes_a, shared.blocks_a)
        )
        key = (side, axes, shared.shape, kept, tuple(one.tobytes() for one in blocks))
        if key not in known:
            known[key] = margin_rows(groups[side], shared, kept, later=later)
        return known[key]

    for shared in margins:
        for kept in _subsets(len(shared.roots)):
            left, right = rows_of(shared, kept, False), rows_of(shared, kept, True)
            if left is None or right is None:
                continue
            for a, b in zip(left.tolist(), right.tolist(), strict=True):
                parent[top((shared.group_a, a))] = top((shared.group_b, b))
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for node in sorted(parent):
        found.setdefault(top(node), []).append(node)
    return [nodes for nodes in found.values() if len(nodes) > 1]


def pool(sources: Sequence[Source], queries: Sequence[Sequence[tuple[int, int]]], level: int) -> list[Pooled]:
    """Average the answers to shared queries by precision.

    The margin is that of the law of the average: Σ_g p_g X_g / Σ_g p_g with independent noises X_g, all of whose
    coefficients are known. Averages of answers alike group by group have the same law, which is looked at once.
    """
    collected: list[list[tuple[int, float, float, Average]]] = [[] for _ in sources]
    kinds = _kinds(sources, queries)
    known: dict[tuple[tuple[int, int], ...], float] = {}
    for nodes in queries:
        found = [(g, row, mechanism) for g, row in nodes if (mechanism := sources[g].mechanism) is not None]
        std = np.array([mechanism.std[row] for _, row, mechanism in found])
        weights = np.where(std == 0, 1.0, 0.0) if np.any(std == 0) else 1.0 / std**2
        weights /= weights.sum()
        answer = float(sum(w * sources[g].answers[row] for w, (g, row, _) in zip(weights, found, strict=True)))
        key = tuple((g, kinds[g, row]) for g, row, _ in found)
        if len({g for g, _, _ in found}) < len(found):  # a group that answers twice: its answers are not independent
            key = tuple((g, -1 - row) for g, row, _ in found)
        if key not in known:
            terms = [(mechanism, {row: float(w)}) for w, (_, row, mechanism) in zip(weights, found, strict=True)]
            known[key] = 0.0 if np.any(std == 0) else Sum(tuple(terms)).margin(level)
        average = Average(tuple((g, row, float(w)) for w, (g, row, _) in zip(weights, found, strict=True)))
        for g, row, _ in found:
            collected[g].append((row, answer, known[key], average))
    return [
        Pooled(
            np.array([row for row, _, _, _ in own], dtype=np.int64),
            np.array([answer for _, answer, _, _ in own]),
            np.array([margin for _, _, margin, _ in own]),
            tuple(average for _, _, _, average in own),
        )
        for own in collected
    ]


def _kinds(sources: Sequence[Source], queries: Sequence[Sequence[tuple[int, int]]]) -> dict[tuple[int, int], int]:
    """For each (group, row) a label; rows of one group with the same label have noise of the same law."""
    result: dict[tuple[int, int], int] = {}
    for at, source in enumerate(sources):
        rows = sorted({row for nodes in queries for g, row in nodes if g == at})
        if source.mechanism is not None and rows:
            labels = classes(source.mechanism, rows).tolist()
            result |= {(at, row): label for row, label in zip(rows, labels, strict=True)}
    return result


def _subsets(roots: int) -> Iterator[tuple[int, ...]]:
    """Which variables of a margin are kept: all choices, the whole margin first; where they are many, its two ends."""
    if roots > _MOST_ROOTS:
        yield from (tuple(range(roots)), ())
        return
    for size in range(roots, -1, -1):
        yield from combinations(range(roots), size)


def margin_rows(group: CompiledGroup, shared: SharedMargin, kept: tuple[int, ...], *, later: bool) -> Integers | None:
    """The rows of a group's workload that are the margin over the kept variables, in C order; None if it lacks one.

    Rows are recognised by their answers to two fixed vectors of large pseudo-random integers, one number a cell.
    """
    if shared.size > _MOST:
        return None
    shape = tuple(shared.shape[at] for at in kept)
    size = prod(shape)
    slices = shared.slices(later)
    cells = np.arange(slices.size, dtype=np.uint64).reshape(slices.shape)
    inside = slices != NO_BLOCK
    keys: list[tuple[list[int], list[int]]] = []
    for salt in (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03):
        mixed = (cells + np.uint64(1)) * np.uint64(salt)
        mixed ^= mixed >> np.uint64(29)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        values = (mixed >> np.uint64(24)).astype(np.int64)  # 40 bits: sums of 2^22 cells stay within 62
        values[~inside] = 0  # no row is ever counted there
        whole = np.zeros(shared.size, dtype=np.int64)
        np.add.at(whole, slices[inside], values[inside])
        gone = tuple(at for at in range(len(shared.shape)) if at not in kept)
        wanted = whole.reshape(shared.shape).sum(axis=gone).reshape(size)
        keys.append((np.asarray(group.workload.answer(values)).tolist(), wanted.tolist()))
    place = {pair: row for row, pair in enumerate(zip(keys[0][0], keys[1][0], strict=True))}
    rows = [place.get(pair) for pair in zip(keys[0][1], keys[1][1], strict=True)]
    if any(row is None for row in rows):
        return None
    return np.array([row for row in rows if row is not None], dtype=np.int64)
