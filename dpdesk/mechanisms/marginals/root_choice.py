"""Which unions of tables are measured by the best strategy of one variable in every product of the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np

from dpdesk.mechanisms.baselines.workload import code_labels, shared_queries
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.question import MAX, Choice, Question
from dpdesk.mechanisms.marginals.blocks import flat, totalled
from dpdesk.mechanisms.marginals.columns import triples
from dpdesk.mechanisms.marginals.grid import on_grid
from dpdesk.mechanisms.marginals.root import optimum
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy
from dpdesk.mechanisms.marginals.sums import Measured, block_sums
from dpdesk.queries.one_variable import Identity, OneVariable
from dpdesk.queries.workload import FloatArray, IntArray

MOST_CODES, MOST_WORK = 128, 1 << 24
"""Codes of the variable; pairs of codes times products times kinds of pairs of the others."""


def joint_choice(question: Question) -> Choice | None:
    """The best strategy where one variable alone is asked for more than codes and totals.

    Args:
        question: the workload.

    Returns:
        None where it is otherwise, the largest error counts, there are too many codes, or sums beside a public total.
    """
    structured = [
        i
        for i in range(len(question.sizes))
        if not all(isinstance(piece.factors[i], Identity) or only_totals(piece.factors[i]) for piece in question.pieces)
    ]
    if len(structured) != 1 or (question.known and question.sums) or question.objective == MAX:
        return None
    joint = structured[0]
    size = question.sizes[joint]
    if size > MOST_CODES or len({piece.factors[joint] for piece in question.pieces}) == 1:
        return None
    others = tuple(
        totalled(n) if all(only_totals(piece.factors[i]) for piece in question.pieces) else flat(n)
        for i, n in enumerate(question.sizes)
        if i != joint
    )
    asked: dict[Measured, list[tuple[float, OneVariable]]] = {}
    for piece, weight in zip(question.pieces, question.piece_weights(), strict=True):
        factors = tuple(factor for i, factor in enumerate(piece.factors) if i != joint)
        sums = [block_sums(part, factor) for part, factor in zip(others, factors, strict=True)]
        for context in product(*([b for b, value in enumerate(sums_of_part) if value > 0] for sums_of_part in sums)):
            share = weight * prod(sums_of_part[b] for sums_of_part, b in zip(sums, context, strict=True))
            if piece.count:
                asked.setdefault(context, []).append((share, piece.factors[joint]))
    if not asked or len(asked) * size**2 * 2 ** sum(part.split for part in others) > MOST_WORK:
        return None
    grams = {context: gram_on_classes(size, pairs) for context, pairs in asked.items()}
    totals = (0,) * len(others)
    if question.known and totals in grams:
        grams[totals] = _off_ones(*grams[totals])
        if len(grams[totals][0]) == 1:
            del grams[totals]
    if not grams:
        return None
    norms = {
        context: prod(part.blocks[b].norm / part.blocks[b].unit ** 2 for part, b in zip(others, context, strict=True))
        for context in asked
    }
    optimal, weights, _ = optimum(size, grams, norms)
    if question.known:
        optimal = optimal.beside_total(totals)
    parts = (*others[:joint], optimal, *others[joint:])
    shares = {(*context[:joint], b, *context[joint:]): weights.get(context, 0.0) for context, b in optimal.contexts}
    if question.known:
        shares = {(0, *totals): 0.0} | shares
    measured = tuple(shares)
    multipliers, places = on_grid(question, parts, measured, shares)
    strategy = MarginalsStrategy(parts, question.pieces, measured, multipliers, places, question.known)
    return Choice(strategy, *triples(strategy, question.relation))


def _off_ones(gram: FloatArray, labels: IntArray) -> tuple[FloatArray, IntArray]:
    """P V P on classes, P the projection off the vector of ones."""
    centre = np.eye(len(gram)) - np.bincount(labels) / labels.size
    return centre @ gram @ centre.T, labels


def gram_on_classes(size: int, pairs: Sequence[tuple[float, OneVariable]]) -> tuple[FloatArray, IntArray]:
    """Σ weight·WᵀW on classes of codes that all queries take together.

    Args:
        size: codes of the variable.
        pairs: weights and queries.

    Returns:
        float64[classes, classes], and the class of every code.
    """
    keys = np.stack([np.array(code_labels(query)) for _, query in pairs])
    labels = np.unique(keys, axis=1, return_inverse=True)[1].reshape(-1)
    first = np.unique(labels, return_index=True)[1]
    gram = np.zeros((first.size, first.size))
    for weight, query in pairs:
        gram += weight * shared_queries(query, first)
    return gram, labels.astype(np.int64)
