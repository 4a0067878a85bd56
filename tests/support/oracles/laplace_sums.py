"""The law of a sum of Laplace variables, by a way of its own."""

from __future__ import annotations

from math import pi

import numpy as np


def truth(row: np.ndarray, t: float) -> float:
    """P(|Y| ≤ t), t in standard errors, by a trapezoid of period 80 with 20,000 waves."""
    x = row[row != 0] ** 2 / (2 * (row**2).sum())
    k = np.arange(1, 20_001)
    theta = k * (pi / 40)
    logs = np.zeros(theta.size)
    for one in x:
        logs += np.log1p(one * theta**2)
    return float(t / 40 + (2 * np.sin(theta * t) / (pi * k) * np.exp(-logs)).sum())
