"""Factorization: the workload's matrix as W = R M, M with the least error, found by optimisation and proven to be so.

The mechanism of factorization lectures (Edmonds, Nikolov and Ullman, arXiv 1911.08339): measure M x with Gaussian
noise, answer R(M x + z). Its error is ‖R‖_F·Δ2(M)/√k; γ(W), the factorization norm, is the least possible
‖R‖_F·‖M‖_{1→2}/√k. optimum.py finds M with a dual certificate; strategy.py puts it on a
grid such that W = R M holds exactly. A query asked many times costs what it costs once: M measures it once.

Guarantee and why: M is a fixed integer matrix, a function of the workload, the objective, the relation and the
machine's arithmetic, never of data. One row of a unit adds one column to the exact integers M x, or replaces one column
by another, and the noise is calibrated to M's own columns, whose inner products are computed in integers. Rows that
come and go: to the largest squared norm N, attained. Replacement, counts alone: (N, N, N − ⌈d/2⌉) for pairs of columns,
d the largest squared distance of two, and (N, N, N): both attained. With sums the loss of a pair is
p‖m_u‖² + q‖m_v‖² − 2h⟨m_u, m_v⟩ for some p, q ≥ 0, whatever vectors are measured together: of all pairs of columns
those are kept which no other exceeds in both norms with no larger product, and (N, N, N) serves every h < 0. Were these
too many, (N, N, g) with the least product g would bound all pairs. Decoding is post-processing.

Where it stops: optimisation ends when the error is within 5·10^-4 of the bound, or after a number of steps; it takes
seconds for hundreds of classes of cells and minutes for a thousand. `bounds` proves how near it came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.question import Choice, Question
from dpdesk.mechanisms.core.sensitivity import value_digits
from dpdesk.mechanisms.factorization.optimum import Optimum, by_codes, by_pairs
from dpdesk.mechanisms.factorization.strategy import Classes, FactorizationStrategy, classes_of, gram_of
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import Problem, problem
from dpdesk.queries.kron import kron
from dpdesk.queries.workload import FloatArray, IntArray

SENTENCE = "Noise on whatever combinations of counts answer the queries best, found by optimisation."
MOST_CLASSES = 1024
MOST_ROWS = 8192
"""Up to so many queries independent ones are chosen among them, where they do not tell all classes of cells apart."""
STEPS, FEW_STEPS = 120, 40
LARGE = 300
"""From so many classes of cells on fewer steps are made."""
PLACES, MOST_PLACES, LEAST_PLACES = 28, 26, 10
"""Binary places, less those of the largest value of a sum, as for the sine strategy; fewer than the least cost errors
that the optimum would not show.
"""
INDEPENDENT = 1e-9
ROUNDING = 1e-9
"""Taken off the bound."""


def refuses(question: Question, noise: str) -> Problem | None:
    """Why a question is too large, or None.

    Args:
        question: the workload, with whom the promise compares.
        noise: which makes no difference.
    """
    size = classes_of(question.pieces).size
    if size > MOST_CLASSES:
        return problem("mechanisms.factorization_cells", most=MOST_CLASSES, cells=size)
    if _places(question) < LEAST_PLACES:
        return problem("mechanisms.factorization_values")
    return None


def _places(question: Question) -> int:
    """Binary places of the grid."""
    return min(MOST_PLACES, PLACES - value_digits(question.sums))


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """The row of the catalogue (`Choose`)."""
    replaced = question.relation.neighbours is not Neighbours.ADD_REMOVE
    strategy = choose(question, replaced=replaced)
    triples, exact = strategy.triples(replaced=replaced, sums=question.sums)
    return Choice(strategy, triples, exact)


def choose(question: Question, *, replaced: bool) -> FactorizationStrategy:
    """The optimum on a grid, or what sealed integers were drawn for.

    Args:
        question: the workload.
        replaced: units are replaced; otherwise they come and go.
    """
    pieces, classes = question.pieces, classes_of(question.pieces)
    weights = question.piece_weights()
    gram = gram_of(pieces, weights, classes)
    drawn = restored(question, classes, gram)
    if drawn is not None:
        return drawn
    best = optimum(gram, replaced=replaced, known=question.known)
    chosen = independent(pieces, classes, gram, question.known)
    made = on_grid(best.strategy, chosen, pieces, classes, _places(question), known=question.known)
    return replace(made, proven=(tuple(weights), best.bound * (1 - ROUNDING)))


def restored(question: Question, classes: Classes, gram: FloatArray) -> FactorizationStrategy | None:
    """The strategy that sealed integers were drawn for.

    Args:
        question: the workload, which may bring the sealed strategy.
        classes: of its cells.
        gram: its Gram matrix over classes.

    Returns:
        None without a sealed strategy, or where it answers other queries.
    """
    tree = question.sealed_strategy("factorization")
    if tree is None or "rows" not in tree or tree["classes"] != [labels.tolist() for labels in classes.labels]:
        return None
    made = FactorizationStrategy.from_json(tree, question.pieces, classes)
    answered = gram @ (made.decoder @ (made.entries / 2.0**made.bits))
    same = made.known is question.known and np.allclose(answered, gram, atol=1e-6 * float(gram.max()))
    return made if same else None


def optimum(gram: FloatArray, *, replaced: bool, known: bool) -> Optimum:
    """The best strategy for a Gram matrix of queries.

    Args:
        gram: Σ weight·qᵀq over classes of cells.
        replaced: units are replaced; otherwise they come and go.
        known: the total is public.
    """
    steps = STEPS if gram.shape[0] < LARGE else FEW_STEPS
    scale = max(float(gram.max(initial=0.0)), 1e-300)
    if replaced and known and gram.shape[0] == 1:
        return Optimum(np.zeros((0, 1)), 0.0, 0.0)
    scaled = by_pairs(gram / scale, steps, nowhere=not known) if replaced else by_codes(gram / scale, steps)
    return Optimum(scaled.strategy, scaled.error * scale, scaled.bound * scale)


def independent(pieces: Sequence[Piece], classes: Classes, gram: FloatArray, known: bool) -> IntArray:
    """Rows that span the queries (with the total, where it is known), none of them too many.

    The classes themselves where the queries tell all of them apart; else queries, or rows of their Gram matrix.

    Args:
        pieces: the workload as products.
        classes: of its cells.
        gram: its Gram matrix over classes.
        known: the total is public.

    Returns:
        Q, int64[rows, classes].
    """
    from scipy.linalg import qr

    used = np.flatnonzero(np.diag(gram) > 0)
    values = np.linalg.eigvalsh(gram[np.ix_(used, used)])
    whole = bool(values.size) and values[0] > INDEPENDENT * values[-1]
    rows = np.eye(classes.size, dtype=np.int64)[used] if whole else _queries(pieces, classes)
    if whole and not known:
        return rows
    spread = rows - rows.mean(axis=1, keepdims=True) if known else rows.astype(np.float64)
    triangle, order = qr(spread.T, mode="r", pivoting=True)
    sizes = np.abs(np.diagonal(triangle))
    kept = np.sort(order[: sizes.size][sizes > INDEPENDENT * max(float(sizes[0]), 1e-300)]) if sizes.size else order
    return np.asarray(rows[kept], dtype=np.int64)


def _queries(pieces: Sequence[Piece], classes: Classes) -> IntArray:
    """Queries over classes of cells, or (of very many) combinations that span the same."""
    if sum(piece.count for piece in pieces) > MOST_ROWS:
        return np.rint(gram_of(pieces, [1.0] * len(pieces), classes)).astype(np.int64)
    queries = [dense_queries(piece, classes) for piece in pieces if piece.count]
    return np.unique(np.rint(np.concatenate(queries)).astype(np.int64), axis=0)


def dense_queries(piece: Piece, classes: Classes) -> FloatArray:
    """A piece's queries over classes of cells.

    Args:
        piece: a product.
        classes: of the workload's cells.

    Returns:
        0s and 1s, float64[queries, classes].
    """
    each = zip(piece.factors, classes.codes, strict=True)
    rows = (dense_rows(factor, np.arange(factor.count))[:, codes] for factor, codes in each)
    return np.asarray(kron(rows), dtype=np.float64)


def on_grid(
    strategy: FloatArray, chosen: IntArray, pieces: tuple[Piece, ...], classes: Classes, bits: int, *, known: bool
) -> FactorizationStrategy:
    """M = round(2^bits C)·Q for the C with C Q = A, but for what all columns share where the total is known.

    Args:
        strategy: A, float64[rows, classes].
        chosen: Q, int64[rows, classes], of full rank.
        pieces: the workload as products.
        classes: of its cells.
        bits: binary places of the grid.
        known: the total is public.
    """
    rows = chosen.astype(np.float64)
    if known:
        rows = rows - rows.mean(axis=1, keepdims=True)
        strategy = strategy - strategy.mean(axis=1, keepdims=True)
    real = np.linalg.lstsq(rows.T, strategy.T, rcond=None)[0].T if rows.size else np.zeros((0, 0))
    grid = np.rint(real * 2.0**bits).astype(np.int64)
    entries = grid @ chosen if grid.size else np.zeros((0, classes.size), dtype=np.int64)
    solved = np.linalg.inv(grid / 2.0**bits) if grid.size else np.zeros((0, 0))
    measured = chosen.astype(np.float64)
    if known:
        entries = np.concatenate([entries, np.full((1, classes.size), 1 << bits, dtype=np.int64)])
        measured = np.concatenate([measured, np.ones((1, classes.size))])
        outer = np.zeros((solved.shape[0] + 1,) * 2)
        outer[:-1, :-1], outer[-1, -1] = solved, 1.0
        solved = outer
    decoder = np.linalg.pinv(measured) @ solved
    return FactorizationStrategy(pieces, classes, np.ascontiguousarray(entries), decoder, bits, known)
