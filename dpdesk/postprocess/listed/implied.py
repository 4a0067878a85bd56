"""Statistics that the others imply: each of their numbers is a sum and difference of another's, and tells nothing new.

The queries of a statistic are products of queries of single variables. Products A = A₁ ⊗ A₂ … are combinations of
B = B₁ ⊗ B₂ … exactly where the rows of each A_i are combinations of those of B_i. A table by five variables with all
its totals is one statistic of thirty-two, so that a program that asks for its numbers is a fraction as large.

Privacy: a function of public parameters only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TypeAlias

import numpy as np

from dpdesk.postprocess.listed.cells import Statistic
from dpdesk.queries import Identity, Kronecker, Total
from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.reduction import rows_of_queries, tells

Factors: TypeAlias = Mapping[int, OneVariable]
"""The queries of single variables of which a statistic has the products, by number of the variable."""

_MOST = 400
"""Up to so many queries and codes of a variable, ranks are worked out."""


def telling(statistics: Sequence[Statistic]) -> list[int]:
    """The places of statistics of which all others are combinations, in order; those of most queries first choice.

    Args:
        statistics: what is published.

    Returns:
        Positions, ascending.
    """
    empty = tuple[OneVariable, ...]()
    return _telling(
        [dict(zip(one.axes, one.queries.factors if one.queries else empty, strict=True)) for one in statistics]
    )


def telling_parts(parts: Sequence[Kronecker]) -> list[int]:
    """The same of products over one domain.

    Args:
        parts: what is published.

    Returns:
        Positions, ascending.
    """
    return _telling([dict(enumerate(part.factors)) for part in parts])


def _telling(products: Sequence[Factors]) -> list[int]:
    kept: list[int] = []
    axes = [{axis for axis, factor in product.items() if tells(factor)} for product in products]
    for at in sorted(range(len(products)), key=lambda at: -prod(factor.count for factor in products[at].values())):
        if not any(axes[at] <= axes[other] and _implies(products[other], products[at]) for other in kept):
            kept.append(at)
    return sorted(kept)


def _implies(one: Factors, other: Factors) -> bool:
    """Whether the numbers of the other are combinations of this one's."""
    if not set(other) <= set(one):
        return False
    return all(_spans(factor, other.get(axis, Total(factor.size))) for axis, factor in one.items())


def _spans(one: OneVariable, other: OneVariable) -> bool:
    if isinstance(one, Identity) or one == other:
        return True
    if max(one.size, one.count, other.count) > _MOST:
        return False
    own = np.asarray(rows_of_queries(one), dtype=np.float64)
    both = np.concatenate([own, np.asarray(rows_of_queries(other), dtype=np.float64)])
    return bool(np.linalg.matrix_rank(both) == np.linalg.matrix_rank(own))
