"""How far above the best possible: proven lower bounds for every linear mechanism with Gaussian noise.

Let V = Σ_q weight_q q qᵀ be the weighted Gram matrix of the workload, the weights those of the objective. Any strategy
M with noise σ = Δ2 has weighted error at least, in units of the noise at Δ2 = 1 (docs/proofs/bounds.md, claim 1):
add/remove (c = 1): (Σ√eig(v^½ V v^½))² / Σv for every diagonal v ≥ 0; replace, each unit exactly one row: (Σ√eig(N^½ V
N^½))² / Σp with N = Σ p_uv (e_u − e_v)(e_u − e_v)ᵀ for any p ≥ 0; replace otherwise: the same with nowhere as one more
code, in no query; or add/remove, since a mechanism private under it is so under add/remove as well.

One variable: prefixes and all intervals by closed-form v (waves.py), under replacement by weights of pairs
(pairs.py). A single product under add/remove has the product of its variables' bounds, for v a product.
Anything else falls into blocks by symmetry (stacks.py), or needs no more than the directions that its tables ask for
(unions.py), of fewer codes if they are still too many. The bounds of parts add up (parts.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod, sqrt

import numpy as np

from dpdesk.mechanisms.bounds import marginals, pairs, parts, unions
from dpdesk.mechanisms.bounds import waves as bound_waves
from dpdesk.mechanisms.bounds.stacks import SHARPENED, Blocks, Weighted, eigenvalues
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total

CERTIFIED = "certified"
SMALL_CODES, FEW_CODES = 24, 100
"""Under replacement up to so many cells weights of all pairs are improved, in more steps and in fewer."""
ROUNDING = 1e-9
"""Taken off for rounding errors of floating point."""


def ratio(
    pieces: Sequence[Piece],
    weights: Sequence[float],
    unit_means: Sequence[float],
    norm: float,
    relation: Relation,
    own_bound: Callable[[tuple[float, ...]], float | None] | None = None,
) -> tuple[float, str] | None:
    """How far a strategy is above the best possible.

    Args:
        pieces: the workload as products.
        weights: of the statistic groups.
        unit_means: the mean unit variance of each group.
        norm: Δ2² for one row of a unit.
        relation: who is a neighbour of whom.
        own_bound: gives a bound that was proven with the strategy, from the weight of each piece's queries.

    Returns:
        The objective over the lower bound, at least 1, and the kind of bound; None where none is at hand.
    """
    counts = [0] * len(weights)
    for piece in pieces:
        counts[piece.group] += piece.count
    shares = [w / n if n else 0.0 for w, n in zip(weights, counts, strict=True)]
    reached = norm * sum(w * m for w, m, n in zip(weights, unit_means, counts, strict=True) if n)
    weighted = tuple((shares[p.group], p.factors) for p in pieces if p.count)
    least = lower_bound(weighted, relation.exact_row, relation.neighbours is Neighbours.REPLACE_ONE)
    proven = None if own_bound is None else own_bound(tuple(shares[piece.group] for piece in pieces))
    least = max((bound for bound in (least, proven) if bound is not None), default=None)
    if least is None or least <= 0 or reached <= 0:
        return None
    return max(1.0, sqrt(reached / least)), CERTIFIED


@lru_cache(maxsize=256)
def lower_bound(weighted: Weighted, exact_row: bool, replaced: bool = False) -> float | None:
    """The least possible Σ_q weight_q · variance_q of any mechanism with Gaussian noise at Δ2 = 1 (c = 1).

    Args:
        weighted: pieces of queries with their weights.
        exact_row: each unit has exactly one row, and may be replaced by another.
        replaced: one unit may be replaced by another.

    Returns:
        The bound in counts²; None where none is at hand.
    """
    merged = without_totals(weighted)
    if not (replaced or exact_row):
        return by_codes(merged)
    of_pairs = pairs_of_codes(merged, exact_row)
    return of_pairs if exact_row else _largest([of_pairs, by_codes(merged)])


def by_codes(weighted: Weighted) -> float | None:
    """The bound under add/remove: of weights v of the codes.

    Args:
        weighted: pieces of queries with their weights.

    Returns:
        The least weighted sum of variances in counts²; None where none is at hand.
    """
    if len(weighted) == 1:
        share, factors = weighted[0]
        bounds = [one_variable(factor) for factor in factors]
        if all(bound is not None for bound in bounds):
            return share * prod(bound for bound in bounds if bound is not None)
    tables = marginals.least_error(weighted, exact_row=False, replaced=False)
    if tables is not None:
        return tables
    blocks = Blocks(weighted)
    if blocks.size <= SHARPENED and blocks.feasible:
        return blocks.sharpened() * (1 - ROUNDING)
    blocks = Blocks(weighted, waves=True)
    whole = blocks.roots(centred=False) ** 2 / blocks.cells * (1 - ROUNDING) if blocks.feasible else None
    return _largest([whole, unions.least_error(weighted, replaced=False, exact_row=False)]) or _largest(
        [by_parts(weighted, False, False), unions.least_error(weighted, replaced=False, exact_row=False, thinned=True)]
    )


def _largest(bounds: Sequence[float | None]) -> float | None:
    """The best of several bounds, those that are at hand."""
    return max((bound for bound in bounds if bound is not None), default=None)


def by_parts(weighted: Weighted, exact_row: bool, replaced: bool) -> float | None:
    """The best sum of bounds of parts of a union.

    Args:
        weighted: pieces of queries with their weights.
        exact_row: each unit has exactly one row, and may be replaced by another.
        replaced: one unit may be replaced by another.

    Returns:
        The bound in counts²; None for a single piece, and where no part has one.
    """
    if len(weighted) == 1:
        return None
    protected = exact_row or replaced
    sums = parts.added(weighted, lambda part: lower_bound(part, exact_row, replaced), None if protected else multiplied)
    return _largest([sums, by_contrasts(weighted, protected)])


def by_contrasts(weighted: Weighted, replaced: bool) -> float | None:
    """The bound for the same v in all cells, or p for all pairs of cells, by what contrasts of variables are asked.

    The eigenvalues of P V P lie between those of V: all but the largest of V are a lower bound of Σ√eig(P V P).

    Args:
        weighted: pieces of queries with their weights.
        replaced: one unit may be replaced by another.
    """
    roots = parts.by_contrasts(weighted, roots_of)
    cells = prod(factor.size for factor in weighted[0][1])
    if roots is None or (replaced and cells < 2):
        return None
    if not replaced:
        return roots**2 / cells * (1 - ROUNDING)
    largest = sqrt(sum(weight * prod(map(_row_sum, factors)) for weight, factors in weighted))
    return 2 * max(roots - largest, 0.0) ** 2 / (cells - 1) * (1 - ROUNDING)


def _row_sum(factor: OneVariable) -> float:
    """The largest row sum of V of a variable."""
    return float(factor.adjoint(factor.answer(np.ones(factor.size))).max())


def multiplied(beside: Sequence[OneVariable], union: Weighted) -> float | None:
    """The bound of a product under add/remove: the product of its variables' bounds, for v is a product.

    Args:
        beside: what is asked of some variables.
        union: weighted pieces of one more.
    """
    bounds = [lower_bound(union, False), *map(one_variable, beside)]
    known = [bound for bound in bounds if bound is not None]
    return float(prod(known)) if len(known) == len(bounds) else None


@lru_cache(maxsize=256)
def roots_of(union: Weighted) -> float | None:
    """Σ√eig(V) of a union of one variable; None where the queries are too many to take apart.

    Args:
        union: weighted pieces of one variable.
    """
    factors = [factor for _, (factor,) in union]
    if len(union) == 1 and isinstance(factors[0], (Identity, Prefix, AllRange)):
        return sqrt(union[0][0]) * float((eigenvalues(factors[0]) ** 0.5).sum())
    blocks = Blocks(union)
    return blocks.roots(centred=False) if blocks.feasible else None


def without_totals(weighted: Weighted) -> Weighted:
    """The same pieces with variables that are only totalled left out (one code stands for all).

    Args:
        weighted: pieces of queries with their weights.
    """
    number = len(weighted[0][1])
    open_ = [i for i in range(number) if not all(_one_total(factors[i]) for _, factors in weighted)]
    if len(open_) == number:
        return weighted
    return tuple((share, tuple(factors[i] for i in open_) or (Total(1),)) for share, factors in weighted)


def _one_total(query: OneVariable) -> bool:
    return isinstance(query, Total) or (query.size == 1 and isinstance(query, (Identity, Prefix, AllRange)))


def pairs_of_codes(weighted: Weighted, exact_row: bool) -> float | None:
    """The bound under replacement: of weights of pairs of codes.

    Args:
        weighted: pieces of queries with their weights.
        exact_row: each unit has exactly one row; otherwise nowhere is one more code.

    Returns:
        The bound in counts²; None where none is at hand.
    """
    tables = marginals.least_error(weighted, exact_row)
    if tables is not None:
        return tables
    if len(weighted) == 1 and len(weighted[0][1]) == 1:
        share, factors = weighted[0]
        query = factors[0]
        if isinstance(query, (Prefix, AllRange)):
            least = pairs.least_error(query, exact_row)
            return None if least is None else share * least
    blocks = Blocks(weighted)
    codes = blocks.cells if exact_row else blocks.cells + 1
    if codes < 2:
        return None
    joint = unions.least_error(weighted, replaced=True, exact_row=exact_row)
    if codes <= FEW_CODES:
        steps = 30 if codes <= SMALL_CODES else 10
        return _largest([joint, pairs.stepwise(blocks.whole(), steps, nowhere=not exact_row)])
    if joint is None:
        joint = unions.least_error(weighted, replaced=True, exact_row=exact_row, thinned=True)
    more = by_contrasts(weighted, True) if len(weighted) == 1 else by_parts(weighted, exact_row, True)
    bounds = [joint, more]
    if blocks.feasible and blocks.cells > 1:
        bounds.append(2 * blocks.roots(centred=True) ** 2 / (blocks.cells - 1) * (1 - ROUNDING))
    return _largest(bounds)


@lru_cache(maxsize=256)
def one_variable(query: OneVariable) -> float | None:
    """The add/remove bound of one variable by itself, every query with the weight 1.

    Args:
        query: what is asked of it.

    Returns:
        The least sum of variances at Δ2 = 1; None where the queries are too many to take apart.

    >>> one_variable(Identity(5)), one_variable(Total(5))
    (5.0, 1.0)
    """
    if isinstance(query, Identity):
        return float(query.size)
    if isinstance(query, Total):
        return 1.0
    if isinstance(query, (Prefix, AllRange)):
        return bound_waves.least_error(query)
    blocks = Blocks(((1.0, (query,)),))
    if not blocks.feasible:
        return None
    best = blocks.sharpened() if blocks.size <= SHARPENED else blocks.roots(centred=False) ** 2 / blocks.cells
    return best * (1 - ROUNDING)
