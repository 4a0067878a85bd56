"""P(|error| > t) of one answer, from the law of the noise itself: "2 in 100: more than 10 off".

The same laws as for margins (margins.py). Equal coefficients: the sum of n discrete variables on its lattice, exact to
rounding. Unequal ones: the characteristic function of the whole sum, smoothed by 3 % of the standard error, good to a
few parts in a thousand of the chance. Gaussian noise on a fine grid: the normal law.
"""

from __future__ import annotations

from math import floor, sqrt
from statistics import NormalDist

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms import margins
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.mechanisms.scales import GAUSSIAN


def chance_more_than(mechanism: Mechanism, row: int, t: float) -> float:
    """P(|error| > t) of the answer in a row of the workload, t in counts.

    Raises BadInput for a negative t or a row the workload does not have.
    """
    if not t >= 0:
        raise BadInput("The chance of an error above t needs a t of at least 0.")
    first = 0
    for piece in mechanism.pieces:
        if first <= row < first + piece.count:
            break
        first += piece.count
    else:
        raise BadInput(f"The workload has {first} answers; choose one of them.")
    scale, parameter = mechanism.scale, mechanism.scale.parameter
    deviation = sqrt(float(mechanism.unit_variances[row]) * scale.variance)
    if parameter is None or deviation == 0:
        return 0.0
    if scale.noise == GAUSSIAN and parameter >= margins.FINE:
        return 2 * NormalDist().cdf(-t / deviation)
    chosen = np.array([row - first], dtype=np.int64)
    coefficients = np.abs(mechanism.strategy.coefficients(piece, chosen)[0])
    sizes, counts = margins.sizes_of(coefficients)
    if sizes.size == 0:
        return 0.0
    drawn = t * scale.units
    if sizes.size == 1:
        steps = floor(drawn / float(sizes[0]) * (1 + 1e-12))
        inside = margins.lattice_mass(scale.noise, parameter, int(counts[0]), steps)
    else:
        law = margins.SmoothLaw([(sizes, counts.astype(np.float64))], scale)
        inside = float(law.mass(np.minimum(np.array([drawn]) / law.deviations, margins.REACH / 2))[0])
    return min(1.0, max(0.0, 1 - inside))
