"""Statistics that the others imply: each of their numbers is a sum and difference of another's, and tells nothing new.

The queries of a statistic are products of queries of single variables. Products A = A₁ ⊗ A₂ … are combinations of
B = B₁ ⊗ B₂ … exactly where the rows of each A_i are combinations of those of B_i. A table by five variables with all
its totals is one statistic of thirty-two, so that a program that asks for its numbers is a fraction as large.

Privacy: a function of public parameters only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dpdesk.postprocess.listed.cells import Statistic
from dpdesk.queries import Identity, Total
from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.reduction import rows_of_queries

_MOST = 400
"""Up to so many queries and codes of a variable, ranks are worked out."""


def telling(statistics: Sequence[Statistic]) -> list[int]:
    """The places of statistics of which all others are combinations, in order; those of most queries first choice.

    Args:
        statistics: what is published.

    Returns:
        Positions, ascending.
    """
    kept: list[int] = []
    for at in sorted(range(len(statistics)), key=lambda at: -_count(statistics[at])):
        if not any(_implies(statistics[other], statistics[at]) for other in kept):
            kept.append(at)
    return sorted(kept)


def _count(one: Statistic) -> int:
    return 1 if one.queries is None else one.queries.shape[0]


def _implies(one: Statistic, other: Statistic) -> bool:
    """Whether the numbers of the other are combinations of this one's."""
    if not set(other.axes) <= set(one.axes):
        return False
    own, asked = _factors(one), _factors(other)
    return all(_spans(factor, asked.get(axis, Total(factor.size))) for axis, factor in own.items())


def _factors(one: Statistic) -> dict[int, OneVariable]:
    return dict(zip(one.axes, () if one.queries is None else one.queries.factors, strict=True))


def _spans(one: OneVariable, other: OneVariable) -> bool:
    if isinstance(one, Identity) or one == other:
        return True
    if max(one.size, one.count, other.count) > _MOST:
        return False
    own = np.asarray(rows_of_queries(one), dtype=np.float64)
    both = np.concatenate([own, np.asarray(rows_of_queries(other), dtype=np.float64)])
    return bool(np.linalg.matrix_rank(both) == np.linalg.matrix_rank(own))
