"""A bound of the largest error expected among answers, some of them averages over mechanisms.

E max_j |X_j| ≤ min_t (ln 2k + max_j ψ_j(t))/t as in margins.py, with ψ_j the bound there of the logarithm of the moment
generating function: of Σ_i p_i X_i with independent X_i it is Σ_i ψ_i(p_i t). Where answers of one mechanism are added
up, dependent as they are, their weights are joined on the least precise of them, which is no less by convexity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.privacy import noise_law
from dpdesk.queries.workload import FloatArray

MOST_KINDS = 2_000
"""Different sums that are looked at one by one; of more, one that is no better than any."""


@dataclass(frozen=True, slots=True, eq=False)
class Weighted:
    """One mechanism's share in n numbers: its noise, weights, and the unit variances of the answers weighted."""

    scale: NoiseScale
    largest_coefficient: float
    weights: FloatArray
    unit: FloatArray

    @property
    def variances(self) -> FloatArray:
        """Of Gaussian noise: the parameters σ² of the shares, in counts²."""
        parameter = 0.0 if self.scale.parameter is None else float(self.scale.parameter)
        return self.weights**2 * self.unit * parameter / self.scale.units**2


def expected_max_of_sums(queries: int, parts: Sequence[Weighted]) -> float:
    """The bound stated above, in counts, for k queries whose errors have one of n laws.

    Args:
        queries: k.
        parts: for each mechanism coefficients of its noise, and the noise.

    Returns:
        In counts.
    """
    noisy = [part for part in parts if part.scale.parameter is not None and (part.weights**2 * part.unit).any()]
    if queries == 0 or not noisy:
        return 0.0
    normal = np.sum([part.variances for part in noisy if part.scale.noise != LAPLACE], axis=0)
    laplace = [part for part in noisy if part.scale.noise == LAPLACE and _variance(part) > 0]
    if not laplace:
        return sqrt(2 * log(2 * queries) * float(np.max(normal)))
    shares = [column for part in laplace for column in (part.weights, part.unit)]
    kinds = np.unique(np.stack([normal + np.zeros(noisy[0].unit.size), *shares], axis=1), axis=0)
    if len(kinds) > MOST_KINDS:
        kinds = kinds.max(axis=0, keepdims=True)
    limit = np.inf
    sizes = []
    for number, part in enumerate(laplace):
        weights, unit = kinds[:, 1 + 2 * number], kinds[:, 2 + 2 * number]
        size = np.minimum(part.largest_coefficient, np.sqrt(unit))
        sizes.append(size * weights / part.scale.units)
        limit = min(limit, 2 * np.arcsinh(1 / sqrt(2 * _variance(part))) / float(sizes[-1].max()))
    t = limit * np.concatenate([np.linspace(0.001, 0.99, 400), 1 - np.logspace(-2, -9, 60)])
    logarithms = np.multiply.outer(kinds[:, 0], t**2 / 2)
    for number, (part, size) in enumerate(zip(laplace, sizes, strict=True)):
        unit, largest = (
            kinds[:, 2 + 2 * number],
            np.minimum(part.largest_coefficient, np.sqrt(kinds[:, 2 + 2 * number])),
        )
        often = np.divide(unit, largest**2, out=np.zeros(unit.size), where=largest > 0)
        inside = np.maximum(1 - 2 * _variance(part) * np.sinh(np.multiply.outer(size, t) / 2) ** 2, 1e-300)
        logarithms -= often[:, None] * np.log(inside)
    return float(((log(2 * queries) + logarithms.max(axis=0)) / t).min())


def _variance(part: Weighted) -> float:
    """Of one integer drawn; 0 below the smallest double: no noise that a reader could meet."""
    return 0.0 if part.scale.parameter is None else noise_law.laplace_variance(part.scale.parameter)
