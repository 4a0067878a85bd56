"""The least error of tables of single codes and totals under replacement, whatever the mechanism with Gaussian noise.

With weights p the same for all pairs of cells that agree in the same variables the bound of best_possible.py is the
convex problem of marginals/weights.py, whose certificate it is: docs/proofs/bounds.md, claim 5.
"""

from __future__ import annotations

import numpy as np

from dpdesk.mechanisms.core.pieces import Piece, only_totals
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.marginals.blocks import flat, totalled
from dpdesk.mechanisms.marginals.columns import loads
from dpdesk.mechanisms.marginals.sums import Measured, Sums
from dpdesk.mechanisms.marginals.weights import balance
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.compound import Kronecker
from dpdesk.queries.one_variable import Identity, OneVariable

MOST_VARIABLES = 12
ROUNDING = 1e-9


def least_error(
    weighted: tuple[tuple[float, tuple[OneVariable, ...]], ...], exact_row: bool, replaced: bool = True
) -> float | None:
    """Least Σ_q weight_q · variance_q at Δ2 = 1.

    Args:
        weighted: the weight of each query's variance and one factor a variable, piece after piece.
        exact_row: each unit has exactly one row, and may be replaced by another.
        replaced: units are replaced; otherwise they come and go, and it is the singular value bound.

    Returns:
        The bound in counts²; None where other queries than codes and totals are asked, or of too many variables.
    """
    factors = [factor for _, product_factors in weighted for factor in product_factors]
    if not all(isinstance(factor, Identity) or only_totals(factor) for factor in factors):
        return None
    sizes = [factor.size for factor in weighted[0][1]]
    asked = [any(not only_totals(product_factors[i]) for _, product_factors in weighted) for i in range(len(sizes))]
    if not 0 < sum(asked) <= MOST_VARIABLES:
        return None
    parts = tuple(flat(size) if used else totalled(size) for size, used in zip(sizes, asked, strict=True))
    costs: dict[Measured, float] = {}
    known = Sums(parts)
    for share, product_factors in weighted:
        piece = Piece(0, Kronecker(*product_factors))
        sums = known.of(piece)
        for measured in known.needed(piece):
            if any(measured) or not exact_row:
                value = float(np.prod([sums_of_block[b] for sums_of_block, b in zip(sums, measured, strict=True)]))
                costs[measured] = costs.get(measured, 0.0) + share * value
    if not costs:
        return None
    relation = Relation(Neighbours.REPLACE_ONE if replaced else Neighbours.ADD_REMOVE, 1, exact_row)
    norms = loads(relation, False, parts, tuple(costs))
    return balance(np.array([list(costs.values())]), norms).least * (1 - ROUNDING)
