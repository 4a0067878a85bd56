"""How much of the loss each measured product of blocks gets: a convex problem with a certificate.

Product A with weight u_A adds v_qA/u_A to the variance of answer q, and u_A·n_tA to the squared sensitivity for the
t-th kind of neighbours. The largest variance is to be small at Δ2² = 1. Every mixture of answers and of neighbours
proves a lower bound, and the best mixtures give the weights (docs/proofs/marginals.md, claim 3). With one kind of
answers (a weighted sum of variances) and one kind of neighbours that is the closed form of the residual planner.
Otherwise mixtures are improved by steps with powers γ that grow as long as they raise the bound; γ = 2 for one of them
never lowers it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpdesk.queries.workload import FloatArray

STEPS = 1000
FASTER, MOST_POWER = 1.2, 64.0
"""How the power grows, and to what."""
ENOUGH = 1e-7
"""Part by which what is reached may exceed what is proven, where not everything has a closed form."""
NOTHING, LOOKED_AT = 1e-6, 20
"""Kinds of neighbours below this part of the largest are left out, every so many steps."""
MOST_LOGARITHM = 600.0
"""Of a power that is still a number; beyond, powers are taken of parts of the largest gain."""
LEAST = 1e-60
"""Part of a mixture that is left to everything in it: what has none could never get any again."""


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """Weights u with Δ2² = 1, the largest variance they reach, and the proven least."""

    weights: FloatArray
    reached: float
    least: float


def balance(costs: FloatArray, loads: FloatArray, steps: int = STEPS) -> Balance:
    """Weigh products of blocks: the least largest variance at the sensitivity 1.

    Args:
        costs: for each kind of answer (rows) the variance that each product (columns) adds at weight 1.
        loads: for each kind of neighbours (rows) what each product adds to Δ2² at weight 1; every product needs one.
        steps: after how many it ends, if it is not at the optimum before.

    Returns:
        A weight for each product, 0 for those without costs; what they reach, and what is proven to be the least.

    >>> best = balance(np.array([[1.0, 4.0]]), np.array([[1.0, 1.0]]))
    >>> best.weights.round(3).tolist(), round(best.reached, 3)
    ([0.333, 0.667], 9.0)
    """
    asked = costs.max(axis=0) > 0
    v, n = costs[:, asked], loads[:, asked]
    answers, neighbours = np.full(v.shape[0], 1 / v.shape[0]), np.full(n.shape[0], 1 / n.shape[0])
    least, all_neighbours, power = 0.0, n, 2.0
    best = (answers, neighbours, n)
    for step in range(steps):
        x, y = answers @ v, neighbours @ n
        ratio = np.sqrt(y / x)
        root = float((x * ratio).sum())
        if root * root < least:
            answers, neighbours, n = best
            power = max(2.0, power / 2)
            x, y = answers @ v, neighbours @ n
            ratio = np.sqrt(y / x)
            root = float((x * ratio).sum())
        elif step:
            power = min(power * FASTER, MOST_POWER)
        least, best = root * root, (answers, neighbours, n)
        gained, pressed = v @ ratio / root, n @ (1 / ratio) / root
        if float(gained.max() * pressed.max()) <= 1 + ENOUGH:
            break
        answers = _moved(answers, gained, power)
        neighbours = _moved(neighbours, pressed, power)
        if step % LOOKED_AT == LOOKED_AT - 1:
            kept = (neighbours > NOTHING * neighbours.max()) | (pressed > 1)
            kept |= n[:, ~n[kept].any(axis=0)].any(axis=1)  # or a product is left without a load
            neighbours, n = neighbours[kept] / neighbours[kept].sum(), n[kept]
            best = (best[0], best[1][kept] / best[1][kept].sum(), n)
            least = 0.0
    answers, neighbours, n = best
    weight = np.sqrt((answers @ v) / (neighbours @ n))
    proven = float((answers @ v * (1 / weight)).sum()) ** 2
    weight /= float((all_neighbours @ weight).max())
    weights = np.zeros(costs.shape[1])
    weights[asked] = weight
    return Balance(weights, float((v @ (1 / weight)).max()), proven)


def _moved(mixture: FloatArray, gains: FloatArray, power: float) -> FloatArray:
    """A mixture with more of what gains more."""
    powers = np.maximum(gains, 1e-9)
    if power * float(np.log(powers.max())) > MOST_LOGARITHM:
        powers = powers / powers.max()
    moved: FloatArray = mixture * powers**power
    return np.asarray(np.maximum(moved / moved.sum(), LEAST))
