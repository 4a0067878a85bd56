"""Marginals: tables over some variables each, taken apart into what they share and what each adds (the residual
planner: Xiao, He, Zhang, Kifer 2023, arXiv 2305.08175).

Every variable is taken apart into blocks (blocks.py): everybody, and every code against the mean. Measured
are products of blocks, one a variable, each times a whole number k_A; which ones, and how strongly, follows in
closed form from the workload's weights (weights.py). What several tables share is measured once for all of
them, and every number they have in common is one number. No array over the domain is made, which may have any number
of cells.

Guarantee: M is a fixed integer matrix. One row of a unit adds a column of M to M x, or replaces one by another, and
Gaussian noise is calibrated to the columns, whose norms and inner products are exact integers, or bounded to the safe
side (docs/proofs/marginals.md, claim 2; docs/proofs/sensitivity.md, products of blocks). Where every unit has exactly
one row, everybody is a public number, measured without noise. Decoding is post-processing.

Where one variable alone is asked for more than codes and totals, it is measured in its own best way in every product of
the others (root.py, root_choice.py).

Error: one part for each product, parts are independent, Var = Σ_A Π_i v_i/u_A. For identities and totals the blocks
are the common eigenspaces of all tables' Gram matrices and what is reached is the singular value bound, the least
any mechanism with Gaussian noise can (bounds/marginals.py), but for the rounding of k_A.

With Laplace noise nothing is taken apart, which would cost more than it saves. There tables that share no variable are
answered side by side (apart.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import prod

import numpy as np

from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.mechanisms.core.question import MAX, Choice, Choose, Question, Row
from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.mechanisms.core.sensitivity import COUNT_VALUES, Relation, block_norms
from dpdesk.mechanisms.marginals import apart
from dpdesk.mechanisms.marginals.blocks import Parts
from dpdesk.mechanisms.marginals.columns import loads, number_of_kinds, triples
from dpdesk.mechanisms.marginals.grid import on_grid
from dpdesk.mechanisms.marginals.levels import choose_parts, options_of
from dpdesk.mechanisms.marginals.restored import restored
from dpdesk.mechanisms.marginals.root_choice import joint_choice
from dpdesk.mechanisms.marginals.strategy import MarginalsStrategy, kinds_of
from dpdesk.mechanisms.marginals.sums import Known, Measured, Sums
from dpdesk.mechanisms.marginals.weights import balance
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import Problem, problem
from dpdesk.queries.workload import FloatArray

SENTENCE = "Noise on what tables share and on what each adds to it, weighed for all of them together."
MOST_MEASUREMENTS = 1 << 24
MOST_PRODUCTS = 1 << 14
ALIKE = 2e-3
"""Part by which what is found numerically must be better, its distance from the optimum."""
FEW = 40
"""Up to so many codes both are looked at."""
ROUGHLY = 10
"""Steps by which products are weighed where variables' blocks are compared."""
MOST_COMPARED = 1 << 14
"""Most kinds of pairs of cells times products that are looked at then."""
MOST_KINDS = 4000
"""Kinds of answers that are told apart when the largest error is what counts."""


def refuses(question: Question, noise: str) -> Problem | None:
    """Why a workload cannot be taken apart, or None.

    Args:
        question: the workload.
        noise: LAPLACE or GAUSSIAN.
    """
    if noise == LAPLACE:
        return apart.refuses(question)
    measurements, products = 0, 0
    for piece in question.pieces:
        open_ = [f for f in piece.factors if not only_totals(f)]
        measurements += prod(factor.size for factor in open_)
        products += 2 ** len(open_)
    if measurements > MOST_MEASUREMENTS or products > MOST_PRODUCTS:
        return problem("mechanisms.many_parts")
    return None


def answering(components: Mapping[str, Row]) -> Choose:
    """The row's way to choose.

    Args:
        components: rows of which the best answers each table, where tables stand side by side with Laplace noise.
    """

    def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
        return apart.answer(question, components, epsilon) if noise == LAPLACE else _answer(question)

    return answer


def _answer(question: Question) -> Choice:
    """With Gaussian noise: what tables share and what each adds."""
    drawn = restored(question)
    if drawn is not None:
        return drawn
    joint = joint_choice(question)
    if joint is not None and question.relation.neighbours is Neighbours.ADD_REMOVE and max(question.sizes) > FEW:
        return joint  # which nothing can be better than by a thousandth
    judges = dict.fromkeys([Relation(Neighbours.ADD_REMOVE), question.relation])
    forecasts = Forecasts(question)
    options = options_of(question)
    chosen = dict.fromkeys(choose_parts(options, partial(forecasts.reached, relation)) for relation in judges)
    best = min((planned(question, parts) for parts in chosen), key=partial(_value, question))
    return best if joint is None or _value(question, best) <= _value(question, joint) * (1 + ALIKE) else joint


def _value(question: Question, choice: Choice) -> float:
    """The objective of a choice with Gaussian noise, up to a factor common to all."""
    squared = max(norm for (norm,) in block_norms(choice.triples, question.relation, [COUNT_VALUES], squared=True))
    return squared / choice.strategy.unit**2 * question.score(choice.strategy)


def forecast(question: Question, relation: Relation, parts: tuple[Parts, ...]) -> float:
    """What the objective would reach at Δ2 = 1, roughly; with very many kinds of neighbours, if rows came and went.

    Args:
        question: the workload.
        relation: who is a neighbour of whom.
        parts: the blocks of every variable.
    """
    return Forecasts(question).reached(relation, parts)


class Forecasts:
    """Forecasts of one question: what products of blocks cost is worked out once, whoever is a neighbour of whom."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._known: dict[tuple[Parts, ...], tuple[tuple[Measured, ...], FloatArray]] = {}
        self._sums: dict[tuple[int, Parts], Known] = {}

    def reached(self, relation: Relation, parts: tuple[Parts, ...]) -> float:
        """As `forecast`.

        Args:
            relation: who is a neighbour of whom.
            parts: the blocks of every variable.
        """
        if parts not in self._known:
            self._known[parts] = self._costs(parts)
        measured, costs = self._known[parts]
        if not measured:
            return 0.0
        if number_of_kinds(parts) * len(measured) > MOST_COMPARED:
            relation = Relation(Neighbours.ADD_REMOVE)
        return balance(costs, loads(relation, bool(self._question.sums), parts, measured), ROUGHLY).reached

    def _costs(self, parts: tuple[Parts, ...]) -> tuple[tuple[Measured, ...], FloatArray]:
        """The products that are measured, and what they cost."""
        question = self._question
        sums = Sums(parts, [self._sums.setdefault((i, part), {}) for i, part in enumerate(parts)])
        measured = tuple(blocks for blocks in _measured(question, sums) if any(blocks) or not question.known)
        return measured, _costs(question, sums, measured) if measured else np.zeros((1, 0))


def _measured(question: Question, sums: Sums) -> tuple[Measured, ...]:
    """Everybody, and every product of blocks that some table needs; those of fewer variables first."""
    counted = [piece for piece in question.pieces if piece.count]
    whole = (0,) * len(sums.parts)
    products = dict.fromkeys([whole, *(blocks for piece in counted for blocks in sums.needed(piece))])
    return tuple(sorted(products, key=lambda blocks: (sum(b > 0 for b in blocks), blocks)))


def planned(question: Question, parts: tuple[Parts, ...]) -> Choice:
    """The best strategy on given blocks, with Gaussian noise.

    Args:
        question: the workload.
        parts: the blocks of every variable.
    """
    whole = (0,) * len(parts)
    exact_total = question.known and not question.sums
    sums = Sums(parts)
    measured = _measured(question, sums)
    free = tuple(blocks for blocks in measured if not (exact_total and blocks == whole))
    weights = dict.fromkeys(measured, 0.0)
    if free:
        costs = _costs(question, sums, free)
        if costs.max() > 0:
            best = balance(costs, loads(question.relation, bool(question.sums), parts, free))
            weights.update(zip(free, best.weights.tolist(), strict=True))
    if not question.known and weights[whole] == 0.0 and len(measured) > 1:
        measured = tuple(blocks for blocks in measured if blocks != whole)
    multipliers, places = on_grid(question, parts, measured, weights)
    strategy = MarginalsStrategy(parts, question.pieces, measured, multipliers, places, question.known)
    return Choice(strategy, *triples(strategy, question.relation))


def _costs(question: Question, sums: Sums, measured: tuple[Measured, ...]) -> FloatArray:
    """Variances to be kept small: a row for the weighted sum, or one for each kind of answer."""
    place = {blocks: place for place, blocks in enumerate(measured)}
    rows: list[FloatArray] = []
    together = np.zeros(len(measured))
    for piece, weight in zip(question.pieces, question.piece_weights(), strict=True):
        if not piece.count:
            continue
        own_sums = sums.of(piece)
        needs = [blocks for blocks in sums.needed(piece) if blocks in place]
        if question.objective != MAX:
            for blocks in needs:
                value = prod(of_part[b] for of_part, b in zip(own_sums, blocks, strict=True))
                together[place[blocks]] += weight * value
            continue
        kinds = [kinds_of(part, factor) for part, factor in zip(sums.parts, piece.factors, strict=True)]
        number = prod(kind.moments[0].size for kind in kinds)
        table = np.zeros((min(number, 1) if number > MOST_KINDS else number, len(measured)))
        for blocks in needs:
            column = np.ones(())
            for kind, b in zip(kinds, blocks, strict=True):
                moments = kind.moments[b]
                column = np.multiply.outer(column, moments.max(keepdims=True) if number > MOST_KINDS else moments)
            table[:, place[blocks]] = column.reshape(-1)
        rows.append(np.unique(table, axis=0))
    return np.concatenate(rows) if rows else together.reshape(1, -1)
