"""Which levels a tree should have: chosen by forecast from the workload, never from data.

In a tree whose blocks divide D evenly (MᵀM)⁻¹ has the spaces "constant on blocks of size b_l, summing to
zero over each block of size b_{l+1}" as eigenspaces, with eigenvalue 1/λ_l, λ_l = b_0 + … + b_l. With
g(b) = tr(Q_b WᵀW), Q_b the averaging over blocks of size b, the sum of all variances is therefore
Σ_l (g(b_l) − g(b_{l+1}))/λ_l + g(D)/λ_top, the last term without the gain of a known total. For a given
number of levels only λ and the partial sum matter, and less λ with a larger sum is never better: a dynamic
programme over the divisors of D that keeps the Pareto front of (λ, partial sum) finds the optimum over all
divisibility chains.

Where D has few divisors the same is done for somewhat larger D' with many (as if D' − D further codes
existed), and the best few chains, their last blocks cut short at D, are compared by their exact forecasts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod
from operator import itemgetter

import numpy as np

from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.dense import dense_rows, in_blocks
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import MAX, Choice, Question
from dpdesk.mechanisms.trees.algebra import TreeShape, node_energy
from dpdesk.mechanisms.trees.tree import TreeAxis
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total

FINALISTS = 10
ROUNDS = 4
FRONT = 60


@lru_cache(maxsize=4096)
def overlap_energy(query: OneVariable, block: int) -> float:
    """Σ over queries and blocks of (number of codes they share)²; g(b) is this divided by b.

    Args:
        query: queries over D codes.
        block: b, the number of codes of a block.

    >>> overlap_energy(Total(4), 2)
    8.0
    """
    size = query.size
    starts = np.arange(0, size, block, dtype=np.float64)
    widths = np.minimum(block, size - starts)
    if isinstance(query, Total):
        return float((widths * widths).sum())
    if isinstance(query, (AllRange, Identity)):
        return float(node_energy(query, np.ones(size), block, widths).sum())
    if isinstance(query, Prefix):
        after = size - starts - widths
        return float((widths * (widths + 1) * (2 * widths + 1) / 6 + widths * widths * after).sum())
    runs = query.runs()
    if runs.contiguous:
        left, right = runs.starts // block, (runs.ends - 1) // block
        same = left == right
        first = (np.where(same, runs.ends, (left + 1) * block) - runs.starts).astype(np.float64)
        last = np.where(same, 0, runs.ends - right * block).astype(np.float64)
        full = np.maximum(right - left - 1, 0).astype(np.float64)
        return float((first * first + last * last + full * block * block).sum())
    energy = 0.0
    for rows in in_blocks(query.count, size):
        dense = dense_rows(query, rows)
        shared = np.add.reduceat(dense, np.arange(0, size, block), axis=1)
        energy += float((shared * shared).sum())
    return energy


@lru_cache(maxsize=4096)
def divisors(number: int) -> tuple[int, ...]:
    """All divisors, ascending.

    Args:
        number: at least 1.

    >>> divisors(12)
    (1, 2, 3, 4, 6, 12)
    """
    small = [d for d in range(1, int(number**0.5) + 1) if number % d == 0]
    return tuple(sorted({*small, *(number // d for d in small)}))


@lru_cache(maxsize=1024)
def roomier_sizes(size: int) -> tuple[int, ...]:
    """D itself and a few larger numbers with many divisors.

    Args:
        size: D.
    """
    if size <= 3:
        return (size,)
    limit = size + max(2, size // 6)
    near = sorted(range(size + 1, limit + 1), key=lambda d: (-len(divisors(d)), d))[:4]
    power = 1 << (size - 1).bit_length()
    return tuple(dict.fromkeys([size, *near, *([power] if power <= 1.3 * size else [])]))


State = tuple[float, float, tuple[int, ...]]
"""A chain under construction: the sum so far, −λ of its last block, and its blocks."""
_order = itemgetter(0, 1)


@dataclass(frozen=True, slots=True)
class Gains:
    """The workload seen along one axis, other axes fixed: g(b) = Σ_p weight_p · energy_p(b) / b."""

    factors: tuple[OneVariable, ...]
    weights: tuple[float, ...]
    known_weights: tuple[float, ...]
    seen: dict[int, float] = field(default_factory=dict, compare=False)

    def of(self, block: int) -> float:
        """g(b).

        Args:
            block: b, the number of codes of a block.
        """
        if block not in self.seen:
            self.seen[block] = self.added(self.weights, block)
        return self.seen[block]

    def known(self, size: int) -> float:
        """What a known total removes, times λ_top.

        Args:
            size: D.
        """
        return self.added(self.known_weights, size)

    def added(self, weights: Sequence[float], block: int) -> float:
        """The energy of blocks, those that D cuts short counted as if they were whole.

        Args:
            weights: one for each factor.
            block: b, the number of codes of a block; D or more of them are all codes.
        """
        pairs = zip(self.factors, weights, strict=True)
        return sum(weight * overlap_energy(factor, min(block, factor.size)) for factor, weight in pairs) / block


def best_chains(size: int, gains: Gains) -> list[tuple[float, tuple[int, ...]]]:
    """The best block sizes for every number of levels, with and without the root.

    Args:
        size: D, over whose divisors chains run.
        gains: the workload seen along this variable.

    Returns:
        For each number of levels what it reaches, up to a factor common to all, and the sizes of its blocks.
    """
    steps = divisors(size)
    gain = {block: gains.of(block) for block in steps}
    fronts: dict[tuple[int, int], list[State]] = {(1, 1): [(0.0, -1.0, (1,))]}
    longest = size.bit_length() + 1
    for place, block in enumerate(steps[1:], start=1):
        drops = [(before, gain[before] - gain[block]) for before in steps[:place] if block % before == 0]
        for number in range(2, longest + 1):
            arriving = [
                (total - drop / weight, weight - block, (*blocks, block))
                for before, drop in drops
                for total, weight, blocks in fronts.get((before, number - 1), ())
            ]
            if not arriving:
                break
            fronts[(block, number)] = pareto(arriving)
    known = gains.known(size)
    ends: dict[int, tuple[float, tuple[int, ...]]] = {}
    for (block, number), front in fronts.items():
        for total, weight, blocks in front:
            value = total - (gain[block] - gain[size]) / weight
            value -= (gain[size] - known) / weight
            if number not in ends or value < ends[number][0]:
                ends[number] = (value, blocks)
    return [ends[number] for number in sorted(ends)]


def pareto(states: list[State]) -> list[State]:
    """States that no other beats in both λ (larger) and sum (smaller).

    Args:
        states: chains under construction; they are sorted in place.
    """
    states.sort(key=_order)
    kept: list[State] = []
    least = 0.0
    for state in states:
        if state[1] < least:
            kept.append(state)
            if len(kept) == FRONT:
                break
            least = state[1]
    return kept


def clipped(size: int, blocks: tuple[int, ...]) -> tuple[int, ...]:
    """Block sizes for a domain that is smaller than the one they were chosen for.

    Blocks of at least D codes are the root: one is kept, as the multiple that covers D.

    Args:
        size: D.
        blocks: ascending.

    >>> clipped(5, (1, 2, 6, 12))
    (1, 2, 6)
    """
    below = tuple(block for block in blocks if block < size)
    if len(below) == len(blocks):
        return blocks
    root = below[-1] * -(-size // below[-1]) if below else 1
    return (*below, root) if below else (1,)


class Memo:
    """What choosing levels for one workload works out whatever the noise: chains, and sums of unit variances."""

    def __init__(self) -> None:
        self.sums: dict[tuple[int, tuple[int, ...]], list[tuple[float, float]]] = {}
        self._chains: dict[tuple[int, int, Gains], list[tuple[float, tuple[int, ...]]]] = {}

    def chains(self, axis: int, size: int, gains: Gains) -> list[tuple[float, tuple[int, ...]]]:
        """`best_chains` of an axis.

        Args:
            axis: number of the variable.
            size: D, over whose divisors chains run.
            gains: the workload seen along this variable.
        """
        key = (axis, size, gains)
        if key not in self._chains:
            self._chains[key] = best_chains(size, gains)
        return self._chains[key]


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """The row of the catalogue: the product of trees with the smallest forecast (`Choose`)."""
    product = _Search(question, epsilon).best()
    return Choice(product, product.triples())


class _Search:
    """The product of trees with the smallest forecast, one variable at a time in turn."""

    def __init__(self, question: Question, epsilon: Fraction | None) -> None:
        self._question, self._epsilon = question, epsilon
        self._pieces, self._weights = question.pieces, question.piece_weights()
        self._memo: Memo = question.kept.setdefault("tree", Memo())
        sizes = question.sizes
        self._costs: dict[tuple[tuple[int, bool], ...], float] = {}
        self._totals = [all(only_totals(piece.factors[i]) for piece in self._pieces) for i in range(len(sizes))]
        self._axes: list[Axis] = [
            TotalAxis(size) if total else TreeAxis(TreeShape(size, (1,)))
            for size, total in zip(sizes, self._totals, strict=True)
        ]

    def best(self) -> ProductStrategy:
        """Go through the variables until none is left to improve."""
        best = self._value(self._axes)
        improved: dict[int, list[Axis]] = {}
        for _ in range(ROUNDS if sum(not total for total in self._totals) > 1 else 1):
            before = best
            for i, total in enumerate(self._totals):
                others = [*self._axes[:i], *self._axes[i + 1 :]]
                if not total and improved.get(i) != others:  # else it is the best beside them
                    best = self._improve(i, best)
                    improved[i] = others
            if best >= before * (1 - 1e-9):
                break
        return self._product(self._axes)

    def _product(self, axes: Sequence[Axis]) -> ProductStrategy:
        return ProductStrategy(tuple(axes), self._pieces, self._question.known)

    def _improve(self, i: int, best: float) -> float:
        """Give a variable the levels that are best beside the others as they are; return the value then."""
        size, axes = self._question.sizes[i], self._axes
        gains = self._gains(i)
        ranked = []
        for roomy in roomier_sizes(size):
            for rough, blocks in self._memo.chains(i, roomy, gains):
                axis = TreeAxis(TreeShape(size, clipped(size, blocks)))
                cost = self._cost([*axes[:i], axis, *axes[i + 1 :]])
                ranked.append((rough * cost, len(axis.shape.blocks), axis.shape.blocks))
        for _, _, blocks in sorted(set(ranked))[:FINALISTS]:
            axis = TreeAxis(TreeShape(size, blocks))
            reached = self._value([*axes[:i], axis, *axes[i + 1 :]])
            if reached < best * (1 - 1e-12):
                best, axes[i] = reached, axis
        return best

    def _cost(self, axes: Sequence[Axis]) -> float:
        """The variance of the noise that these axes need, which their numbers of levels say."""
        key = tuple(
            (len(axis.shape.blocks), axis.shape.has_root) if isinstance(axis, TreeAxis) else (0, True) for axis in axes
        )
        if key not in self._costs:
            self._costs[key] = self._question.cost(axes, self._epsilon)
        return self._costs[key]

    def _gains(self, i: int) -> Gains:
        """The workload seen along a variable, the others as they are."""
        others = [self._sums(j, axis) for j, axis in enumerate(self._axes) if j != i]
        base = prod(axis.known_variance for j, axis in enumerate(self._axes) if j != i)
        weights = tuple(w * prod(sums[p][0] for sums in others) for p, w in enumerate(self._weights))
        known_weights = tuple(
            w * prod(sums[p][1] for sums in others) / base if self._question.known else 0.0
            for p, w in enumerate(self._weights)
        )
        return Gains(tuple(piece.factors[i] for piece in self._pieces), weights, known_weights)

    def _sums(self, i: int, axis: Axis) -> list[tuple[float, float]]:
        """For each piece the sums of an axis's moments, worked out once for all budgets."""
        key = (i, axis.shape.blocks if isinstance(axis, TreeAxis) else ())
        if key not in self._memo.sums:
            sums = {factor: axis.sums(factor) for factor in dict.fromkeys(piece.factors[i] for piece in self._pieces)}
            self._memo.sums[key] = [sums[piece.factors[i]] for piece in self._pieces]
        return self._memo.sums[key]

    def _value(self, axes: Sequence[Axis]) -> float:
        """What the objective would be, with the noise that these axes need."""
        question = self._question
        variance = self._cost(axes)
        if question.objective == MAX:
            return variance * question.score(self._product(axes))
        per_axis = [self._sums(i, axis) for i, axis in enumerate(axes)]
        base = prod(axis.known_variance for axis in axes)
        total = 0.0
        for p, weight in enumerate(self._weights):
            part = prod(sums[p][0] for sums in per_axis)
            if question.known:
                part -= prod(sums[p][1] for sums in per_axis) / base
            total += weight * part
        return variance * total
