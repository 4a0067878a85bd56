"""How each variable of a union of tables is taken apart: chosen by forecast from the workload, never from data.

Candidates for a variable: every group of codes that some query tells apart against the mean of all; the groupings that
the queries themselves make (codes that lie in the same queries of a table), from the coarse to the fine, as far as each
is nested in the one before; and for queries on neighbouring codes trees and waves. Variables are gone through by turns.

A tree with blocks of 1 = b_0 | b_1 | … | D codes has, with g(b) = tr(Q_b WᵀW), Q_b the averaging over blocks of b codes
(trees/levels.py), level l's variances (g(b_l) − g(b_(l+1)))/b_l at the load 1 − b_l/b_(l+1), everybody's g(D)/D at 1:
with the best weights what is reached is the square of Σ √(variance · load), a sum over steps of the chain, so that the
best chain over the divisors is a shortest path. Where D has few divisors, chains of somewhat larger numbers are cut.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod, sqrt

import numpy as np

from dpdesk.mechanisms.baselines.workload import code_labels
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.question import Question
from dpdesk.mechanisms.marginals.blocks import Parts, flat, totalled
from dpdesk.mechanisms.marginals.nested import Nest, nested
from dpdesk.mechanisms.marginals.waves import LARGEST, sines, waves
from dpdesk.mechanisms.trees.levels import Gains, divisors, roomier_sizes
from dpdesk.mechanisms.waves import sine
from dpdesk.mechanisms.waves.sine import SineAxis
from dpdesk.mechanisms.waves.sine_algebra import EXACT
from dpdesk.mechanisms.waves.sine_matrix import SineMatrix
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total

Labels = tuple[int, ...]
LONGEST = 1 << 16
"""Most queries of one variable for which trees are compared."""
ROUNDS = 3
SMALLEST_TREE, FINALISTS = 8, 2
BITS, LEAST_BITS, SHARED_BITS = 14, 7, 22
"""Binary places of waves; of several variables together."""


def options_of(question: Question) -> list[list[Parts]]:
    """Ways to take each variable apart.

    Args:
        question: the workload.
    """
    return [candidates(question, i) for i in range(len(question.sizes))]


def choose_parts(options: Sequence[Sequence[Parts]], score: Callable[[tuple[Parts, ...]], float]) -> tuple[Parts, ...]:
    """Choose the blocks of every variable, one after the other while that gains.

    Args:
        options: ways to take each variable apart.
        score: what the objective would reach, to be small.
    """
    chosen = [0] * len(options)  # the number of the candidate of each variable
    known: dict[tuple[int, ...], float] = {}

    def parts(numbers: Sequence[int]) -> tuple[Parts, ...]:
        return tuple(candidate[number] for candidate, number in zip(options, numbers, strict=True))

    def reached(numbers: tuple[int, ...]) -> float:
        if numbers not in known:
            known[numbers] = score(parts(numbers))
        return known[numbers]

    if all(len(candidate) == 1 for candidate in options):
        return parts(chosen)
    best = reached(tuple(chosen))
    for _ in range(ROUNDS):
        before = best
        for i, candidate in enumerate(options):
            for other in range(len(candidate)):
                value = reached((*chosen[:i], other, *chosen[i + 1 :]))
                if value < best * (1 - 1e-9):
                    best, chosen[i] = value, other
        if best >= before * (1 - 1e-6):
            break
    return parts(chosen)


def candidates(question: Question, i: int) -> list[Parts]:
    """Ways to take a variable apart, the simplest first.

    Args:
        question: the workload.
        i: number of the variable.
    """
    size = question.sizes[i]
    factors = tuple(dict.fromkeys(piece.factors[i] for piece in question.pieces if piece.count))
    open_ = [factor for factor in factors if not only_totals(factor)]
    if not open_ or size == 1:
        return [totalled(size)]
    groupings = list(dict.fromkeys(_ordered(code_labels(factor)) for factor in open_))
    finest = _together(groupings)
    if max(finest) == 0:
        return [totalled(size)]
    described: dict[tuple[Labels, ...], Parts] = {}
    for chain in ([finest], _chain(groupings, finest)):
        described.setdefault(tuple(chain), _parts(size, chain))
    if size >= SMALLEST_TREE and finest == tuple(range(size)) and any(_overlap(factor) for factor in open_):
        for blocks in trees(size, _gains(question, i)):
            labels = [tuple((np.arange(size) // block).tolist()) for block in reversed(blocks)]
            described.setdefault(tuple(labels), _parts(size, labels))
        return [*described.values(), *_waves(question, open_, size)]
    return list(described.values())


def _overlap(factor: OneVariable) -> bool:
    """Whether queries are of neighbouring codes, some of which lie in several."""
    if isinstance(factor, (Prefix, AllRange)):
        return factor.count <= LONGEST
    if isinstance(factor, Identity) or not factor.runs().contiguous:
        return False
    return factor.count <= LONGEST and int(factor.column_counts().max()) > 1


def _waves(question: Question, open_: Sequence[OneVariable], size: int) -> list[Parts]:
    """Waves about the mean; and the sine strategy, where the total is no public number."""
    ordered = sum(
        any(not isinstance(piece.factors[i], (Identity, Total)) for piece in question.pieces)
        for i in range(len(question.sizes))
    )
    bits = max(LEAST_BITS, min(BITS, SHARED_BITS // max(1, ordered)))
    parts = [waves(size, bits)] if size <= LARGEST else []
    if not question.known:
        enough = sine.LEAST_PLACES + (1 + (size.bit_length() + 1) // 2 if size > EXACT else 0)
        kinds = [kind for kind in sine.kinds(open_) if kind in sine.SINES]
        parts += [sines(SineAxis(SineMatrix(kind, size, max(bits, enough)))) for kind in kinds]
    return parts


def _parts(size: int, chain: Sequence[Labels]) -> Parts:
    if len(chain) == 1 and chain[0] == tuple(range(size)):
        return flat(size)
    return nested(Nest(size, tuple(chain)))


def _ordered(labels: Sequence[int]) -> Labels:
    """Groups numbered in the order of their first codes."""
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def _together(groupings: Sequence[Labels]) -> Labels:
    """The coarsest grouping that is finer than all."""
    numbers: dict[Labels, int] = {}
    return tuple(numbers.setdefault(labels, len(numbers)) for labels in zip(*groupings, strict=True))


def _chain(groupings: Sequence[Labels], finest: Labels) -> list[Labels]:
    """From coarse to fine, each nested in the one before; ends in the finest."""
    chain: list[Labels] = []
    for labels in sorted((*groupings, finest), key=lambda grouping: max(grouping)):
        finer = max(labels) + 1
        if finer == 1 or (chain and (labels == chain[-1] or len({*zip(labels, chain[-1], strict=True)}) > finer)):
            continue
        chain.append(labels)
    return chain


def _gains(question: Question, i: int) -> Gains:
    """The workload seen along one variable, the others counted by their queries."""
    weights = tuple(
        weight * prod(factor.count for j, factor in enumerate(piece.factors) if j != i)
        for weight, piece in zip(question.piece_weights(), question.pieces, strict=True)
    )
    merged: dict[OneVariable, float] = {}
    for piece, weight in zip(question.pieces, weights, strict=True):
        merged[piece.factors[i]] = merged.get(piece.factors[i], 0.0) + weight
    return Gains(tuple(merged), tuple(merged.values()), (0.0,) * len(merged))


def trees(size: int, gains: Gains) -> list[tuple[int, ...]]:
    """The best chains of block sizes, of those for D and for a few numbers with more divisors.

    Args:
        size: D.
        gains: what the queries gain by a block size.

    Returns:
        Block sizes below D, ascending from 1; the best chain first.
    """
    scored: list[tuple[float, tuple[int, ...]]] = []
    for roomy in roomier_sizes(size):
        steps = divisors(roomy)
        reached: dict[int, tuple[float, tuple[int, ...]]] = {1: (0.0, (1,))}
        for block in steps[1:]:
            reached[block] = min(
                (
                    reached[below][0] + sqrt(max(0.0, gains.of(below) - gains.of(block)) / below * (1 - below / block)),
                    (*reached[below][1], block),
                )
                for below in steps
                if below < block and block % below == 0
            )
        scored.append((reached[roomy][0], tuple(block for block in reached[roomy][1] if block < size)))
    return list(dict.fromkeys(blocks for _, blocks in sorted(scored)))[:FINALISTS]
