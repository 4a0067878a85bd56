"""Each group's answers after it has been told what the other groups know of the margins they share.

What several groups know of one number, each with its own noise, is better than what one of them knows, and the noise
in it is in its neighbours too: the counts below two ages are wrong together. So all answers of a group are moved along,
each by what its covariance with the shared numbers says (generalised least squares, one group told after another). With
a the group's answers, s the shared numbers as sums and differences of them, C their covariances, o what another group
says of the same numbers and V the covariance of that,

    a' = a + C[:, s] (C[s, s] + V)⁻¹ (o − s),

and C likewise. These answers are what is made consistent. The unbiased values that are published, and their limits,
stay those whose law is known.

Privacy: linear in noisy answers with public coefficients, hence post-processing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.combined import coefficients
from dpdesk.planning.agreement import NO_BLOCK, SharedMargin
from dpdesk.planning.compile import CompiledGroup
from dpdesk.postprocess.non_negative import kronecker_parts
from dpdesk.queries import Kronecker, OneVariable
from dpdesk.release.agree import Source

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Combination = tuple[tuple[int, int], ...]
"""Rows of a group's workload, ascending, with the whole numbers they are multiplied by."""

_MOST_CELLS = 144
"""Margins of up to so many numbers are told, and so many numbers in all to a group; the coarsest first."""
_MOST_TERMS = 400
_MOST_NUMBERS = 8_000_000
"""Up to so many covariances are worked out for a group."""


@dataclass(slots=True, eq=False)
class _Known:
    """What a group knows: its answers, and of the shared numbers their values and covariances."""

    answers: Values
    shared: Values
    across: Values
    within: Values

    def tell(self, at: Integers, said: Values, variance: Values) -> None:
        """Take in what another group says of the shared numbers in `at`."""
        gain = np.linalg.pinv(self.within[np.ix_(at, at)] + variance, rcond=1e-10, hermitian=True)
        move = gain @ (said - self.shared[at])
        rows = self.within[at]
        self.answers = self.answers + self.across[:, at] @ move
        self.shared = self.shared + rows.T @ move
        self.across = self.across - self.across[:, at] @ (gain @ rows)
        self.within = self.within - rows.T @ (gain @ rows)


def informed(
    groups: Sequence[CompiledGroup], sources: Sequence[Source], margins: Sequence[SharedMargin]
) -> list[Values]:
    """For each group its answers given what all of them know.

    groups: in the plan's order; sources: their own unbiased answers; margins: what they share.
    """
    numbers = shared_numbers(groups, margins)
    known = [_known(source, list(own.values())) for source, own in zip(sources, numbers, strict=True)]
    said = [None if one is None else (one.shared, one.within) for one in known]
    result = []
    for at, (own, source) in enumerate(zip(known, sources, strict=True)):
        if own is not None:
            for other, words in enumerate(said):
                common = [name for name in numbers[at] if name in numbers[other]]
                if other == at or words is None or not common:
                    continue
                here, there = (np.array([list(numbers[g]).index(name) for name in common]) for g in (at, other))
                own.tell(here, words[0][there], words[1][np.ix_(there, there)])
        result.append(source.answers if own is None else own.answers)
    return result


def _known(source: Source, numbers: Sequence[Combination]) -> _Known | None:
    """A group's answers, its shared numbers and their covariances; None if it shares none."""
    if source.mechanism is None or not numbers:
        return None
    rows, sums, across, within = _moments(source.mechanism, tuple(numbers))
    return _Known(source.answers, sums @ source.answers[rows], across, within)


def _moments(
    mechanism: Mechanism, numbers: tuple[Combination, ...]
) -> tuple[Integers, Values, Values, Values]:
    """Shared numbers as sums of some answers, their covariances with all answers, and among themselves.

    A function of the plan alone.
    """
    rows = sorted({row for number in numbers for row, _ in number})
    sums = np.zeros((len(numbers), len(rows)))
    place = {row: at for at, row in enumerate(rows)}
    for at, number in enumerate(numbers):
        for row, sign in number:
            sums[at, place[row]] = sign
    noise = sums @ coefficients(mechanism, rows)
    strategy, variance = mechanism.strategy, mechanism.scale.variance
    nothing = strategy.decode(np.zeros(strategy.rows))
    across = np.column_stack([strategy.decode(one) - nothing for one in noise]) * variance
    return np.array(rows, dtype=np.int64), sums, across, noise @ noise.T * variance


def shared_numbers(groups: Sequence[CompiledGroup], margins: Sequence[SharedMargin]) -> list[dict[int, Combination]]:
    """For each group the numbers it shares, by a name that all groups give them."""
    parent: dict[tuple[int, Combination], tuple[int, Combination]] = {}

    def top(node: tuple[int, Combination]) -> tuple[int, Combination]:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    known: dict[tuple[object, ...], list[Combination] | None] = {}

    def told(shared: SharedMargin, kept: tuple[int, ...], *, later: bool) -> list[Combination] | None:
        """What a group tells of a margin, worked out once however many others it shares it with."""
        group = shared.group_b if later else shared.group_a
        axes, blocks = (shared.axes_b, shared.blocks_b) if later else (shared.axes_a, shared.blocks_a)
        key = (group, *((axes[at], shared.shape[at]) for at in kept), *(own.tobytes() for own in blocks))
        if key not in known:
            known[key] = margin_numbers(groups[group], shared, kept, later=later)
        return known[key]

    wanted = [
        (prod(shared.shape[at] for at in kept), number, kept)
        for number, shared in enumerate(margins)
        for size in range(len(shared.roots) + 1)
        for kept in combinations(range(len(shared.roots)), size)
    ]
    size_of: dict[tuple[int, Combination], int] = {}
    for size, number, kept in sorted(wanted):
        if size > _MOST_CELLS:
            break
        shared = margins[number]
        left = told(shared, kept, later=False)
        right = None if left is None else told(shared, kept, later=True)
        if left is None or right is None:
            continue
        for a, b in zip(left, right, strict=True):
            one, other = (shared.group_a, a), (shared.group_b, b)
            size_of.setdefault(one, size)
            size_of.setdefault(other, size)
            parent[top(one)] = top(other)
    names: dict[tuple[int, Combination], int] = {}
    result: list[dict[int, Combination]] = [{} for _ in groups]
    for node in sorted(size_of, key=lambda node: (size_of[node], sum(map(abs, dict(node[1]).values())), node)):
        group, combination = node
        own = result[group]
        most = min(_MOST_CELLS, _MOST_NUMBERS // max(groups[group].workload.shape[0], 1))
        name = names.setdefault(top(node), len(names))
        if len(own) < most:
            own.setdefault(name, combination)
    return result


def margin_numbers(
    group: CompiledGroup, shared: SharedMargin, kept: tuple[int, ...], *, later: bool
) -> list[Combination] | None:
    """The margin over the kept variables as sums and differences of a group's rows, in C order; None if it cannot."""
    axes, blocks = (shared.axes_b, shared.blocks_b) if later else (shared.axes_a, shared.blocks_a)
    place = {axes[at]: number for number, at in enumerate(kept)}
    shape = tuple(shared.shape[at] for at in kept)
    best: list[Combination] | None = None
    first = 0
    for part in kronecker_parts(group.workload):
        found = _of_part(part, [place.get(axis) for axis in range(len(blocks))], shape, blocks, first)
        if found is not None and (best is None or sum(map(len, found)) < sum(map(len, best))):
            best = found
        first += part.shape[0]
    return best


def _of_part(
    part: Kronecker, place: Sequence[int | None], shape: tuple[int, ...], blocks: Sequence[Integers], first: int
) -> list[Combination] | None:
    """The same from the rows of one statistic, which begin at `first`."""
    choices: list[list[Mapping[int, int] | None]] = []
    for factor, own, number in zip(part.factors, blocks, place, strict=True):
        counted = own != NO_BLOCK
        wanted = [counted] if number is None else [own == block for block in range(shape[number])]
        choices.append([signed_rows(factor, one, counted) for one in wanted])
        if None in choices[-1]:
            return None
    strides = [prod(factor.count for factor in part.factors[axis + 1 :]) for axis in range(len(part.factors))]
    result = []
    for cell in np.ndindex(*shape):
        signed = [own[0 if number is None else cell[number]] or {} for own, number in zip(choices, place, strict=True)]
        if prod(map(len, signed)) > _MOST_TERMS:
            return None
        terms = {
            first + sum(row * stride for (row, _), stride in zip(rows, strides, strict=True)): prod(s for _, s in rows)
            for rows in product(*(one.items() for one in signed))
        }
        result.append(tuple(sorted(terms.items())))
    return result


def signed_rows(factor: OneVariable, wanted: NDArray[np.bool_], counted: NDArray[np.bool_]) -> dict[int, int] | None:
    """Rows of a one-variable workload that, so many times added or subtracted, count a set of classes; None if none do.

    Classes that are not `counted` are left out of the comparison. Where every row is one run of classes, a row is an
    edge between the two ends of its run, and a run is the shortest way from its beginning to its end.
    """
    before = np.concatenate([[0], np.cumsum(counted)]).astype(np.int64)
    inside = wanted[counted]
    runs = factor.runs()
    starts, ends = before[runs.starts], before[runs.ends]
    if not runs.contiguous:
        for row in range(factor.count):
            own = np.zeros(inside.size, dtype=bool)
            for run in range(runs.first[row], runs.first[row + 1]):
                own[starts[run] : ends[run]] = True
            if np.array_equal(own, inside):
                return {row: 1}
        return None
    edges: dict[int, list[tuple[int, int, int]]] = {}
    for row, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if start < end:
            edges.setdefault(start, []).append((end, row, 1))
            edges.setdefault(end, []).append((start, row, -1))
    steps = np.flatnonzero(np.diff(np.concatenate([[0], inside.astype(np.int8), [0]])))
    result: dict[int, int] = {}
    for begin, stop in zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True):
        way = _shortest(edges, begin, stop)
        if way is None:
            return None
        for row, sign in way.items():
            result[row] = result.get(row, 0) + sign
    return {row: times for row, times in result.items() if times}


def _shortest(edges: Mapping[int, Sequence[tuple[int, int, int]]], begin: int, stop: int) -> dict[int, int] | None:
    came: dict[int, tuple[int, int, int]] = {begin: (begin, -1, 0)}
    waiting = deque([begin])
    while waiting and stop not in came:
        node = waiting.popleft()
        for end, row, sign in edges.get(node, ()):
            if end not in came:
                came[end] = (node, row, sign)
                waiting.append(end)
    if stop not in came:
        return None
    way: dict[int, int] = {}
    node = stop
    while node != begin:
        node, row, sign = came[node]
        way[row] = sign
    return way
