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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod
from operator import itemgetter

import numpy as np

from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.dense import dense_rows, in_blocks
from dpdesk.mechanisms.core.pieces import Piece, only_totals
from dpdesk.mechanisms.core.question import MAX, Choice, Question
from dpdesk.mechanisms.core.strategy import ProductStrategy
from dpdesk.mechanisms.trees.algebra import TreeShape, node_energy
from dpdesk.mechanisms.trees.tree import TreeAxis
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total

Cost = Callable[[Sequence[Axis]], float]
"""Noise variance a product of axes needs under the loss at hand."""

FINALISTS = 10
ROUNDS = 4
FRONT = 60


@lru_cache(maxsize=4096)
def overlap_energy(query: OneVariable, block: int) -> float:
    """Σ over queries and blocks of (number of codes they share)²; g(b) is this divided by b."""
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
    """All divisors, ascending."""
    small = [d for d in range(1, int(number**0.5) + 1) if number % d == 0]
    return tuple(sorted({*small, *(number // d for d in small)}))


@lru_cache(maxsize=1024)
def roomier_sizes(size: int) -> tuple[int, ...]:
    """D itself and a few larger numbers with many divisors."""
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

    def at(self, block: int) -> float:
        """g(b)."""
        if block not in self.seen:
            energy = sum(w * overlap_energy(f, block) for f, w in zip(self.factors, self.weights, strict=True))
            self.seen[block] = energy / block
        return self.seen[block]

    def known(self, size: int) -> float:
        """What a known total removes, times λ_top."""
        pairs = zip(self.factors, self.known_weights, strict=True)
        return sum(w * overlap_energy(f, f.size) for f, w in pairs) / size


def best_chains(size: int, gains: Gains) -> list[tuple[float, tuple[int, ...]]]:
    """For every number of levels the best chain over the divisors of `size`, with and without the root."""
    steps = divisors(size)
    fronts: dict[tuple[int, int], list[State]] = {(1, 1): [(0.0, -1.0, (1,))]}
    longest = size.bit_length() + 1
    reached = [1]
    for block in steps[1:]:
        drops = [(before, gains.at(before) - gains.at(block)) for before in reached if block % before == 0]
        for number in range(2, longest + 1):
            arriving = [
                (total - drop / weight, weight - block, (*blocks, block))
                for before, drop in drops
                for total, weight, blocks in fronts.get((before, number - 1), ())
            ]
            if not arriving:
                break
            fronts[(block, number)] = pareto(arriving)
        reached.append(block)
    known = gains.known(size)
    ends: dict[int, tuple[float, tuple[int, ...]]] = {}
    for (block, number), front in fronts.items():
        for total, weight, blocks in front:
            value = total - (gains.at(block) - gains.at(size)) / weight
            value -= (gains.at(size) - known) / weight
            if number not in ends or value < ends[number][0]:
                ends[number] = (value, blocks)
    return [ends[number] for number in sorted(ends)]


def pareto(states: list[State]) -> list[State]:
    """States that no other beats in both λ (larger) and sum (smaller)."""
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
    """Blocks of at least D codes are the root: keep one, as the multiple that covers D."""
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
        """`best_chains` of an axis."""
        key = (axis, size, gains)
        if key not in self._chains:
            self._chains[key] = best_chains(size, gains)
        return self._chains[key]


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """The row of the catalogue."""
    product = choose(
        question.sizes,
        question.pieces,
        question.piece_weights(),
        question.known,
        lambda axes: question.cost(axes, epsilon),
        question.score if question.objective == MAX else None,
        question.kept.setdefault("tree", Memo()),
    )
    return Choice(product, product.triples())


def choose(
    sizes: Sequence[int],
    pieces: Sequence[Piece],
    piece_weights: Sequence[float],
    known: bool,
    cost: Cost,
    measure: Callable[[ProductStrategy], float] | None = None,
    memo: Memo | None = None,
) -> ProductStrategy:
    """Return the product of trees with the smallest forecast, one variable at a time in turn.

    `piece_weights` multiply each piece's sum of variances; `cost` is the noise variance a choice needs;
    `measure`, if given, replaces the weighted objective (the largest standard error, say) among the
    finalists; `memo` keeps what does not depend on the cost, for the same workload and weights.
    """
    memo = memo or Memo()
    moments = memo.sums
    totals = [all(only_totals(p.factors[i]) for p in pieces) for i in range(len(sizes))]
    axes: list[Axis] = [
        TotalAxis(size) if total else TreeAxis(TreeShape(size, (1,))) for size, total in zip(sizes, totals, strict=True)
    ]
    kept = tuple(pieces)

    def axis_sums(i: int, axis: Axis) -> list[tuple[float, float]]:
        key = (i, axis.shape.blocks if isinstance(axis, TreeAxis) else ())
        if key not in moments:
            seen: dict[OneVariable, tuple[float, float]] = {}
            for piece in kept:
                factor = piece.factors[i]
                if factor not in seen:
                    seen[factor] = axis.sums(factor)
            moments[key] = [seen[piece.factors[i]] for piece in kept]
        return moments[key]

    def value(trial: Sequence[Axis]) -> float:
        variance = cost(trial)
        if measure is not None:
            return variance * measure(ProductStrategy(tuple(trial), kept, known))
        per_axis = [axis_sums(i, axis) for i, axis in enumerate(trial)]
        base = prod(axis.known_variance for axis in trial)
        total = 0.0
        for p, weight in enumerate(piece_weights):
            part = prod(sums[p][0] for sums in per_axis)
            if known:
                part -= prod(sums[p][1] for sums in per_axis) / base
            total += weight * part
        return variance * total

    def improve(best: float) -> float:
        for i, total in enumerate(totals):
            if total:
                continue
            others = [axis_sums(j, axis) for j, axis in enumerate(axes) if j != i]
            base = prod(axis.known_variance for j, axis in enumerate(axes) if j != i)
            weights = tuple(w * prod(o[p][0] for o in others) for p, w in enumerate(piece_weights))
            known_weights = tuple(
                w * prod(o[p][1] for o in others) / base if known else 0.0 for p, w in enumerate(piece_weights)
            )
            gains = Gains(tuple(piece.factors[i] for piece in kept), weights, known_weights)
            ranked = []
            for roomy in roomier_sizes(sizes[i]):
                for rough, blocks in memo.chains(i, roomy, gains):
                    axis = TreeAxis(TreeShape(sizes[i], clipped(sizes[i], blocks)))
                    trial = [*axes[:i], axis, *axes[i + 1 :]]
                    ranked.append((rough * cost(trial), len(axis.shape.blocks), axis.shape.blocks))
            for _, _, blocks in sorted(set(ranked))[:FINALISTS]:
                trial = [*axes[:i], TreeAxis(TreeShape(sizes[i], blocks)), *axes[i + 1 :]]
                reached = value(trial)
                if reached < best * (1 - 1e-12):
                    best, axes[i] = reached, trial[i]
        return best

    best = value(axes)
    for _ in range(ROUNDS if sum(not t for t in totals) > 1 else 1):
        reached = improve(best)
        if reached >= best * (1 - 1e-9):
            break
        best = reached
    return ProductStrategy(tuple(axes), kept, known)
