"""Which rows of their workloads are one number for several groups of a release: queries that all of them ask.

A margin that two groups share is a product of sets of classes for each of its numbers; where both have a row that
counts these sets, the rows are one query.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.planning.compiler.shared_margins import NO_BLOCK, SharedMargin
from dpdesk.planning.compiler.unions import Unions
from dpdesk.planning.memory import Memory
from dpdesk.queries import OneVariable
from dpdesk.queries.compound import kronecker_parts

Integers = NDArray[np.int64]
_MOST = 100_000
_MOST_ROOTS = 4


KnownRows: TypeAlias = Memory[Hashable, "Integers | None"]
"""The rows of margins, by the space of a group (one for tables alike) and the margin."""


def shared_rows(
    groups: Sequence[CompiledGroup], margins: Sequence[SharedMargin], known: KnownRows
) -> list[list[tuple[int, int]]]:
    """The queries that several groups ask: lists of (group, row), at least two each; `known` is what was looked for."""
    unions: Unions[tuple[int, int]] = Unions()

    def rows_of(shared: SharedMargin, kept: tuple[int, ...], later: bool) -> Integers | None:
        """The rows of one side, looked for once: many pairs of groups share no more than the total."""
        side, axes, blocks = (
            (shared.group_b, shared.axes_b, shared.blocks_b)
            if later
            else (shared.group_a, shared.axes_a, shared.blocks_a)
        )
        key = (groups[side].space, axes, shared.shape, kept, tuple(block.tobytes() for block in blocks))
        return known.get(
            key,
            lambda: margin_rows(groups[side], shared, kept, later=later),
            lambda rows: 100 + sum(block.size for block in blocks) + (0 if rows is None else rows.size),
        )

    for shared in margins:
        for kept in _subsets(len(shared.roots)):
            left, right = rows_of(shared, kept, False), rows_of(shared, kept, True)
            if left is None or right is None:
                continue
            for a, b in zip(left.tolist(), right.tolist(), strict=True):
                unions.join((shared.group_a, a), (shared.group_b, b))
    classes: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for node in sorted(unions, key=lambda node: (groups[node[0]].name, node)):  # the same in every order of groups
        classes.setdefault(unions.top(node), []).append(node)
    return [nodes for nodes in classes.values() if len(nodes) > 1]


def _subsets(roots: int) -> Iterator[tuple[int, ...]]:
    """Which variables of a margin are kept: all choices, the whole margin first; where they are many, its two ends."""
    if roots > _MOST_ROOTS:
        yield from (tuple(range(roots)), ())
        return
    for size in range(roots, -1, -1):
        yield from combinations(range(roots), size)


def margin_rows(group: CompiledGroup, shared: SharedMargin, kept: tuple[int, ...], *, later: bool) -> Integers | None:
    """The rows of a group's workload that are the margin over the kept variables, in C order; None if it lacks one.

    A number of the margin counts a product of sets of classes, and so does a row: they are the same number where the
    sets are the same for every variable, classes apart of which no row is ever counted.
    """
    if shared.size > _MOST:
        return None
    axes, blocks = (shared.axes_b, shared.blocks_b) if later else (shared.axes_a, shared.blocks_a)
    place = {axes[position]: number for number, position in enumerate(kept)}
    shape = tuple(shared.shape[position] for position in kept)
    wanted = [
        [axis_block == block for block in range(shape[place[axis]])] if axis in place else [axis_block != NO_BLOCK]
        for axis, axis_block in enumerate(blocks)
    ]
    known: dict[tuple[int, OneVariable], Integers] = {}
    result = np.full(shape, NO_ROW, dtype=np.int64)
    first = 0
    for part in kronecker_parts(group.workload):
        rows: Integers = np.array(first)
        inside: NDArray[np.bool_] = np.array(True)
        stride = part.shape[0]
        for axis, factor in enumerate(part.factors):
            stride //= factor.count
            key = (axis, factor)
            if key not in known:
                known[key] = _rows_of_sets(factor, wanted[axis], blocks[axis] != NO_BLOCK)
            cell_rows = known[key]
            if not (cell_rows != NO_ROW).any():
                inside = np.array(False)
                break
            if axis in place:
                cell_rows = cell_rows.reshape([-1 if number == place[axis] else 1 for number in range(len(shape))])
            else:
                cell_rows = cell_rows[0]
            rows, inside = rows + cell_rows * stride, inside & (cell_rows != NO_ROW)
        if inside.any():
            np.copyto(result, rows, where=inside)
        first += part.shape[0]
    return None if (result == NO_ROW).any() else result.ravel()


def _rows_of_sets(factor: OneVariable, sets: Sequence[NDArray[np.bool_]], counted: NDArray[np.bool_]) -> Integers:
    """For each set of classes the row of a one-variable workload that counts it, NO_ROW if none does.

    Classes that are not `counted` are left out of the comparison.
    """
    before = np.concatenate([[0], np.cumsum(counted)]).astype(np.int64)
    width = int(before[-1]) + 1
    runs = factor.runs()
    starts, ends = before[runs.starts], before[runs.ends]
    if runs.contiguous:
        numbers = np.where(starts < ends, starts * width + ends, NO_ROW)
        order = np.argsort(numbers, kind="stable")
        ordered = numbers[order]
        result = []
        for codes in sets:
            inside = np.flatnonzero(codes[counted])
            one_run = bool(inside.size) and inside[-1] - inside[0] + 1 == inside.size
            number = int(inside[0]) * width + int(inside[-1]) + 1 if one_run else NO_ROW
            position = int(np.searchsorted(ordered, number))
            is_there = one_run and position < ordered.size and ordered[position] == number
            result.append(int(order[position]) if is_there else NO_ROW)
        return np.array(result, dtype=np.int64)
    place: dict[bytes, int] = {}
    for row in range(factor.count):
        codes = np.zeros(width - 1, dtype=bool)
        for run in range(runs.first[row], runs.first[row + 1]):
            codes[starts[run] : ends[run]] = True
        place.setdefault(codes.tobytes(), row)
    return np.array([place.get(set_codes[counted].tobytes(), NO_ROW) for set_codes in sets], dtype=np.int64)
