"""P(|error| > t) of one answer, from the law of the noise itself: "2 in 100: more than 10 off".

The same laws as for margins (errors/laws.py): exact on a lattice, else rounded up; an error above its margin is never
said to be likelier than the margin's level leaves.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.scales import FINE, GAUSSIAN
from dpdesk.mechanisms.errors.laws import law_of, normal_tail
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.problems.problem import problem


def chance_more_than(mechanism: Mechanism, row: int, t: float) -> float:
    """The chance that noise moves an answer further than somebody can bear.

    Args:
        mechanism: what answers.
        row: which answer, a row of its workload from 0 on.
        t: how far, in counts.

    Returns:
        P(|error| > t).

    Raises:
        BadInput: t is negative, or the workload has no such row.
    """
    if not t >= 0:
        raise BadInput(problem("mechanisms.chance_above"))
    first = 0
    for piece in mechanism.pieces:
        if first <= row < first + piece.count:
            break
        first += piece.count
    else:
        raise BadInput(problem("mechanisms.choose_one_answer", answers=first))
    scale, parameter = mechanism.scale, mechanism.scale.parameter
    deviation = sqrt(float(mechanism.unit_variances[row]) * scale.variance)
    if parameter is None or deviation == 0:
        return 0.0
    if scale.noise == GAUSSIAN and parameter >= FINE:
        return normal_tail(parameter, t / deviation)
    coefficients = mechanism.strategy.coefficients(piece, np.array([row - first], dtype=np.int64))[0]
    return min(1.0, max(0.0, 1 - law_of(coefficients, scale).mass(t * scale.units)))
