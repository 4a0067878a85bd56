"""How much of the loss each measured product of blocks gets: a convex problem with a certificate.

Product A with weight u_A adds v_qA/u_A to the variance of answer q, and u_A·n_tA to the squared sensitivity for the
t-th kind of neighbours. Variances c_q = Σ_A v_qA/u_A are to be small for Δ2² = max_t Σ_A u_A n_tA = 1. For every
mixture λ of answers and p of neighbours, with x = λv and y = pn, Cauchy and Schwarz give max_q c_q ≥ Σ_A x_A/u_A ≥
(Σ_A √(x_A y_A))²/Σ_A u_A y_A ≥ (Σ_A √(x_A y_A))², with equality for u ∝ √(x/y) at the best mixtures. With one kind
of answers (a weighted sum of variances) and one kind of neighbours that is the closed form of the residual planner.
Otherwise the right side is maximised by turns: as the square root is concave, λ_q ← λ_q·(Σ_A v_qA √(y_A/x_A))² never
lowers it, and p likewise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpdesk.queries.workload import FloatArray

STEPS = 2000
ENOUGH = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """Weights u with Δ2² = 1, the largest variance they reach, and the proven least."""

    weights: FloatArray
    reached: float
    least: float


def balance(costs: FloatArray, loads: FloatArray) -> Balance:
    """Weights for variances costs (kinds of answers, products) and sensitivities loads (kinds of neighbours, products).

    Products without costs get weight 0. Every product needs a load in some row.
    """
    asked = costs.max(axis=0) > 0
    v, n = costs[:, asked], loads[:, asked]
    answers, neighbours = np.full(v.shape[0], 1 / v.shape[0]), np.full(n.shape[0], 1 / n.shape[0])
    for _ in range(STEPS):
        x, y = answers @ v, neighbours @ n
        ratio = np.sqrt(y / x)
        root = float((x * ratio).sum())
        gained, pressed = v @ ratio / root, n @ (1 / ratio) / root
        if float(gained.max() * pressed.max()) <= 1 + ENOUGH:
            break
        answers = answers * gained**2
        answers /= answers.sum()
        if neighbours.size > 1:
            x = answers @ v
            ratio = np.sqrt(y / x)
            neighbours = neighbours * (n @ (1 / ratio)) ** 2
            neighbours /= neighbours.sum()
    x, y = answers @ v, neighbours @ n
    ratio = np.sqrt(y / x)
    found = 1 / ratio
    found /= float((n @ found).max())
    weights = np.zeros(costs.shape[1])
    weights[asked] = found
    return Balance(weights, float((v @ (1 / found)).max()), float((x * ratio).sum()) ** 2)
