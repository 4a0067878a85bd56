"""The smallest error known with Laplace noise, with which a forecast is compared where no sharp bound is proven.

Of one product of identities, totals, prefixes and all intervals: that of the cells themselves or of the p-identity
strategy with stored bumps, whichever is smaller; where ε is so large that whole numbers with little noise are better
than fine steps, that of a tree too. Unions of products have no such figure: they are held against a proven bound
(docs/proofs/laplace_bound.md), which is far from sharp.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import sqrt

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import TotalAxis
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import WEIGHTED, Choice, Question
from dpdesk.mechanisms.core.scales import LAPLACE
from dpdesk.mechanisms.core.sensitivity import Relation, one_row
from dpdesk.mechanisms.p_identity import mechanism as p_identity
from dpdesk.mechanisms.trees import levels as tree_levels
from dpdesk.privacy import noise_law

BEST_KNOWN = "best known"
AT_MOST = "at most"
"""Over a bound that is proven, but may be far below what any strategy reaches."""
FAR = 10.0
"""An error so many times a bound is not held against it: at large ε whole numbers with next to no noise make it so."""
COARSE = 2
"""From this ε on trees of whole numbers are looked at too."""


def ratio(pieces: tuple[Piece, ...], relation: Relation, error: float, epsilon: Fraction) -> float | None:
    """How far a strategy with Laplace noise is above the best known.

    Args:
        pieces: the workload as products.
        relation: who is a neighbour of whom.
        error: the strategy's root mean square error at ε, in counts.
        epsilon: ε.

    Returns:
        The error over the least known, at least 1; None for a union of products, and where none is known.
    """
    counted = [piece for piece in pieces if piece.count]
    known = least_error(counted[0], relation, epsilon) if len(counted) == 1 else None
    return max(1.0, error / known) if known else None


@lru_cache(maxsize=256)
def least_error(piece: Piece, relation: Relation, epsilon: Fraction) -> float | None:
    """The least root mean square error known for one product.

    Args:
        piece: the product; its group counts for nothing.
        relation: who is a neighbour of whom.
        epsilon: ε.

    Returns:
        The error in counts; None where a variable is asked for anything but codes, totals, prefixes and all intervals.
    """
    question = Question((Piece(0, piece.product),), (1.0,), WEIGHTED, relation)
    kinds = p_identity.kinds_of(question)
    if None in kinds:
        return None
    choices = [_cells(question, kinds)]
    if p_identity.stored_serve(kinds):
        choices.append(p_identity.answer(question, LAPLACE, epsilon))
    if epsilon > COARSE:
        choices.append(tree_levels.answer(question, LAPLACE, epsilon))
    return min(_error(choice, question, epsilon) for choice in choices)


def _cells(question: Question, kinds: list[str | None]) -> Choice:
    """The histogram."""
    axes = (TotalAxis(n) if kind == "total" else IdentityAxis(n) for n, kind in zip(question.sizes, kinds, strict=True))
    product = ProductStrategy(tuple(axes), question.pieces, question.known)
    return Choice(product, product.triples())


def _error(choice: Choice, question: Question, epsilon: Fraction) -> float:
    """Root mean square error with discrete Laplace noise."""
    columns = choice.triples if choice.l1 is None else choice.l1
    norm = one_row(columns, question.relation) * question.relation.rows_per_unit
    variance = noise_law.laplace_variance(norm / epsilon) / choice.strategy.unit**2 if norm else 0.0
    piece = question.pieces[0]
    return sqrt(variance * choice.strategy.piece_sum(piece) / piece.count)
