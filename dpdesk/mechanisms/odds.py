"""P(|error| > t) of one answer, from the law of the noise itself: "2 in 100: more than 10 off".

The same laws as for margins (margins.py). Equal coefficients: the sum of n discrete variables on its lattice, exact to
rounding. Coefficients that are small multiples of one number (thirds, say): the sum lives on the multiples of that
number, and its law there comes from its characteristic function by a Fourier transform, exact to rounding as well.
Others: the characteristic function of the whole sum, which then has very many small atoms, smoothed by 3 % of the
standard error. Gaussian noise on a fine grid: the normal law.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, pi, sqrt
from statistics import NormalDist

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms import margins
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.mechanisms.scales import GAUSSIAN, NoiseScale
from dpdesk.queries.workload import FloatArray, IntArray

FINEST = 60
"""Most parts of the largest coefficient of which all are looked for as multiples."""
LARGEST = 1 << 21
"""Most values of characteristic functions that are worked out."""


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
    elif (common := _common_unit(sizes)) is not None and (exact := _on_lattice(scale, sizes, counts, common, drawn)):
        inside = exact
    else:
        law = margins.SmoothLaw([(sizes, counts.astype(np.float64))], scale)
        inside = float(law.mass(np.minimum(np.array([drawn]) / law.deviations, margins.REACH / 2))[0])
    return min(1.0, max(0.0, 1 - inside))


def _common_unit(sizes: FloatArray) -> float | None:
    """The largest number of which all coefficients are multiples, none of them more than FINEST times it."""
    top = float(sizes.max())
    for parts in range(1, FINEST + 1):
        multiples = sizes / top * parts
        if float(np.abs(multiples - np.round(multiples)).max()) < 1e-6:
            return top / parts
    return None


def _on_lattice(scale: NoiseScale, sizes: FloatArray, counts: IntArray, unit: float, drawn: float) -> float | None:
    """P(|X| ≤ drawn) for coefficients that are multiples of `unit`; None where the lattice would be too large."""
    parameter = scale.parameter or Fraction(1)
    multiples = np.round(sizes / unit).astype(np.int64)
    one = margins.variance_of(scale.noise, parameter)
    reach = 12 * sqrt(one * float((counts * multiples**2).sum())) + 40 * (sqrt(one) + 1) * int(multiples.max())
    size = 1 << int(2 * reach).bit_length()
    if size * sizes.size > LARGEST:
        return None
    theta = 2 * pi * np.arange(size // 2 + 1) / size
    law = np.ones(theta.size)
    for times, number in zip(multiples.tolist(), counts.tolist(), strict=True):
        law *= margins.characteristic_of(scale.noise, parameter, theta * times) ** number
    mass = np.fft.irfft(law, size)
    steps = min(floor(drawn / unit * (1 + 1e-9) + 1e-9), size // 2 - 1)
    return float(mass[0] + 2 * mass[1 : steps + 1].sum())
