"""What all groups together know of their answers: the best linear unbiased estimate from everything that was measured.

What several groups know of one number, each with its own noise, is better than what one of them knows, and the noise
in it is in its neighbours too: the counts below two ages are wrong together. Let a hold the answers of all groups, C
their covariances (none between groups, whose noises are independent), and D the differences that are 0 for the true
counts: the number that one group tells less the same number as another tells it. Then the generalised least squares
estimate under these constraints is

    a* = a − C Dᵀ (D C Dᵀ)⁺ D a

(Aitken; Rao 1973, §4a.9). Groups have no order in it. a* is what is made consistent; the unbiased values that are
published, and their limits, stay those whose law is known to the last digit. Only so many differences are looked at: an
answer of which the average over groups has less noise than a* is that average.

Privacy: linear in noisy answers with public coefficients, hence post-processing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.planning.compiler.shared_margins import NO_BLOCK, SharedMargin
from dpdesk.planning.compiler.unions import Unions
from dpdesk.planning.joint.queries import signed_rows
from dpdesk.queries import Kronecker
from dpdesk.queries.compound import kronecker_parts

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Combination = tuple[tuple[int, int], ...]
"""Rows of a group's workload, ascending, with the whole numbers they are multiplied by."""

_MOST_CELLS = 144
"""Margins of up to so many numbers are told, and so many numbers in all to a group; the coarsest first."""
_EXACT = 1e-20
"""Variance of a difference, in parts of the largest of its two groups, that is a rounding error."""
_MOST_TERMS = 400
_MOST_NUMBERS = 8_000_000
"""Up to so many covariances are worked out for a group."""


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Numbers that a group shares, as sums of some of its answers, and their covariances with all and among them."""

    rows: Integers
    sums: Values
    across: Values
    within: Values


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """What the groups of a plan share of a statistic, which the plan alone decides.

    moments: of each group's numbers, None if it gives none; spans: their places among those of all groups; taken:
    Dᵀ (D C Dᵀ)⁺ D, float64[numbers, numbers], None where no two groups tell the same number.
    """

    moments: Sequence[Moments | None]
    spans: Sequence[slice]
    taken: Values | None

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        within = sum(moments.across.size + moments.within.size for moments in self.moments if moments is not None)
        return within + (0 if self.taken is None else self.taken.size)


def shared(
    groups: Sequence[CompiledGroup], mechanisms: Sequence[Mechanism | None], margins: Sequence[SharedMargin]
) -> Shared:
    """What groups share.

    groups: in the plan's order; mechanisms: what answers each (None: it gives no answers); margins: what they share.
    """
    numbers = shared_numbers(groups, margins)
    known = [
        None if mechanism is None or not named else Moments(*_moments(mechanism, tuple(named.values())))
        for mechanism, named in zip(mechanisms, numbers, strict=True)
    ]
    order = sorted(range(len(groups)), key=lambda number: groups[number].name)  # floats add up alike in one order only
    sizes = [0 if known[number] is None else len(numbers[number]) for number in order]
    starts = dict(zip(order, np.cumsum([0, *sizes]).tolist(), strict=False))
    spans = {number: slice(starts[number], starts[number] + size) for number, size in zip(order, sizes, strict=True)}
    holders: dict[int, list[int]] = {}
    for group in order:
        if known[group] is not None:
            for place, name in enumerate(numbers[group]):
                holders.setdefault(name, []).append(starts[group] + place)
    every = [spans[group] for group in range(len(groups))]
    return Shared(known, every, _taken(known, every, list(holders.values())))


def _taken(known: Sequence[Moments | None], spans: Sequence[slice], holders: Sequence[Sequence[int]]) -> Values | None:
    """Dᵀ (D C Dᵀ)⁺ D; holders: for each number the places of what groups tell of it."""
    size = max(span.stop for span in spans)
    covariance, coarsest = np.zeros((size, size)), np.zeros(size)
    for moments, span in zip(known, spans, strict=True):
        if moments is not None:
            covariance[span, span] = moments.within
            coarsest[span] = np.diag(moments.within).max(initial=0.0)
    precise = [sorted(places, key=lambda place: covariance[place, place]) for places in holders]
    pairs = [(first, other) for first, *others in precise for other in others]
    if not pairs:
        return None
    differences = np.zeros((len(pairs), size))
    for row, (first, other) in enumerate(pairs):
        differences[row, first], differences[row, other] = 1.0, -1.0
    least = _EXACT * np.array([coarsest[first] + coarsest[other] for first, other in pairs])
    found: Values = differences.T @ _inverse(differences @ covariance @ differences.T, least) @ differences
    return found


def informed(answers: Sequence[Values], told: Shared, rows: Sequence[Integers]) -> tuple[list[Values], list[Values]]:
    """For each group its unbiased answers given what all of them know; those of groups that give none are empty.

    Beside them, for some rows of each, by how much their variance is less than that of the group's own answers.
    """
    taken = told.taken
    if taken is None:
        return list(answers), [np.zeros(own.size) for own in rows]
    values = np.zeros(len(taken))
    for moments, span, own in zip(told.moments, told.spans, answers, strict=True):
        if moments is not None:
            values[span] = moments.sums @ own[moments.rows]
    move = taken @ values
    given, gained = [], []
    for moments, span, own, some in zip(told.moments, told.spans, answers, rows, strict=True):
        given.append(own if moments is None else own - moments.across @ move[span])
        across = np.zeros((some.size, 0)) if moments is None else moments.across[some]
        gained.append(np.einsum("ri,ij,rj->r", across, taken[span, span], across, optimize=True))
    return given, gained


def _inverse(covariance: Values, least: Values) -> Values:
    """The covariance's pseudo-inverse, by correlations, so that precise and coarse numbers weigh alike.

    What is exact on both sides says nothing: its variance is a rounding error, no more than `least`.
    """
    spread = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    scale = np.divide(1.0, spread, out=np.zeros(spread.size), where=spread**2 > least)
    correlation = covariance * scale[:, None] * scale[None, :]
    return np.asarray(scale[:, None] * np.linalg.pinv(correlation, rcond=1e-9, hermitian=True) * scale[None, :])


def _moments(mechanism: Mechanism, numbers: tuple[Combination, ...]) -> tuple[Integers, Values, Values, Values]:
    """Shared numbers as sums of some answers, their covariances with all answers, and among themselves.

    A function of the plan alone.
    """
    rows = sorted({row for number in numbers for row, _ in number})
    sums = np.zeros((len(numbers), len(rows)))
    place = {row: column for column, row in enumerate(rows)}
    for line, number in enumerate(numbers):
        for row, sign in number:
            sums[line, place[row]] = sign
    noise = sums @ coefficients(mechanism, rows)
    strategy, variance = mechanism.strategy, mechanism.scale.variance
    nothing = strategy.decode(np.zeros(strategy.rows))
    across = (strategy.decode_each(noise) - nothing).T * variance
    return np.array(rows, dtype=np.int64), sums, across, noise @ noise.T * variance


def shared_numbers(groups: Sequence[CompiledGroup], margins: Sequence[SharedMargin]) -> list[dict[int, Combination]]:
    """For each group the numbers it shares, by a name that all groups give them."""
    unions: Unions[tuple[int, Combination]] = Unions()
    known: dict[tuple[object, ...], list[Combination] | None] = {}

    def stated(shared: SharedMargin, kept: tuple[int, ...], *, later: bool) -> list[Combination] | None:
        """What a group tells of a margin, worked out once however many others it shares it with."""
        group = shared.group_b if later else shared.group_a
        axes, blocks = (shared.axes_b, shared.blocks_b) if later else (shared.axes_a, shared.blocks_a)
        key = (group, *((axes[axis], shared.shape[axis]) for axis in kept), *(block.tobytes() for block in blocks))
        if key not in known:
            known[key] = margin_numbers(groups[group], shared, kept, later=later)
        return known[key]

    wanted = [
        (prod(shared.shape[axis] for axis in kept), number, kept)
        for number, shared in enumerate(margins)
        for size in range(len(shared.roots) + 1)
        for kept in combinations(range(len(shared.roots)), size)
    ]
    size_of: dict[tuple[int, Combination], int] = {}
    for size, number, kept in sorted(wanted):
        if size > _MOST_CELLS:
            break
        shared = margins[number]
        left = stated(shared, kept, later=False)
        right = None if left is None else stated(shared, kept, later=True)
        if left is None or right is None:
            continue
        for a, b in zip(left, right, strict=True):
            first, other = (shared.group_a, a), (shared.group_b, b)
            size_of.setdefault(first, size)
            size_of.setdefault(other, size)
            unions.join(first, other)

    def rank(node: tuple[int, Combination]) -> tuple[int, int, str, Combination]:
        group, combination = node
        return size_of[node], sum(abs(times) for _, times in combination), groups[group].name, combination

    names: dict[tuple[int, Combination], int] = {}
    result: list[dict[int, Combination]] = [{} for _ in groups]
    for node in sorted(size_of, key=rank):
        group, combination = node
        numbers = result[group]
        most = min(_MOST_CELLS, _MOST_NUMBERS // max(groups[group].workload.shape[0], 1))
        name = names.setdefault(unions.top(node), len(names))
        if len(numbers) < most:
            numbers.setdefault(name, combination)
    return result


def margin_numbers(
    group: CompiledGroup, shared: SharedMargin, kept: tuple[int, ...], *, later: bool
) -> list[Combination] | None:
    """The margin over the kept variables as sums and differences of a group's rows, in C order; None if it cannot."""
    axes, blocks = (shared.axes_b, shared.blocks_b) if later else (shared.axes_a, shared.blocks_a)
    place = {axes[axis]: number for number, axis in enumerate(kept)}
    shape = tuple(shared.shape[axis] for axis in kept)
    best: list[Combination] | None = None
    first = 0
    for part in kronecker_parts(group.workload):
        candidate = _of_part(part, [place.get(axis) for axis in range(len(blocks))], shape, blocks, first)
        if candidate is not None and (best is None or sum(map(len, candidate)) < sum(map(len, best))):
            best = candidate
        first += part.shape[0]
    return best


def _of_part(
    part: Kronecker, place: Sequence[int | None], shape: tuple[int, ...], blocks: Sequence[Integers], first: int
) -> list[Combination] | None:
    """The same from the rows of one statistic, which begin at `first`."""
    choices: list[list[Mapping[int, int] | None]] = []
    for factor, labels, number in zip(part.factors, blocks, place, strict=True):
        counted = labels != NO_BLOCK
        wanted = [counted] if number is None else [labels == block for block in range(shape[number])]
        choices.append([signed_rows(factor, target, counted) for target in wanted])
        if None in choices[-1]:
            return None
    strides = [prod(factor.count for factor in part.factors[axis + 1 :]) for axis in range(len(part.factors))]
    result = []
    for cell in np.ndindex(*shape):
        signed = [
            options[0 if number is None else cell[number]] or {} for options, number in zip(choices, place, strict=True)
        ]
        if prod(map(len, signed)) > _MOST_TERMS:
            return None
        terms = {
            first + sum(row * stride for (row, _), stride in zip(rows, strides, strict=True)): prod(s for _, s in rows)
            for rows in product(*(row_map.items() for row_map in signed))
        }
        result.append(tuple(sorted(terms.items())))
    return result
