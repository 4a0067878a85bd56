"""How far off a ratio of noisy numbers will be: its second moment, noise of the base included.

Let X and Y be the noises of numerator A and base B, r = A/B. A published ratio is off by (X − rY)/(B + Y), and is
published where B + Y is clearly above zero. Its first term, (X − rY)/B, leaves out that a small noisy base makes every
error larger: with a base that varies by 20 % the root mean square error is 7 to 22 % more. For normal X and Y
the mean of the square is one integral over Y, computed here (docs/proofs/limits.md, claim 7).
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np

from dpdesk.mechanisms.answers.joint import Joint
from dpdesk.postprocess.limits.ratios import split

FARTHEST = 8.0
"""Standard errors of the base that are looked at."""
POINTS = 801


def ratio_error(noise: Joint, top: float, bottom: float, probability: float) -> float:
    """The root mean square error of a ratio, as if the noise were normal.

    Args:
        noise: the joint noise of numerator and base.
        top: the numerator.
        bottom: the base, above zero.
        probability: the level of the limits: a ratio is published where its base is above its margin.
    """
    ratio = top / bottom
    difference, base = noise.std((1.0, -ratio)), noise.std((0.0, 1.0))
    if base <= 0:
        return difference / bottom
    covariance = noise.covariance
    slope = float(covariance[0, 1] - ratio * covariance[1, 1]) / base**2
    rest = max(difference**2 - (slope * base) ** 2, 0.0)
    least = NormalDist().inv_cdf(split(probability)) - bottom / base
    at = np.linspace(max(least, -FARTHEST), FARTHEST, POINTS)
    weights = np.exp(-(at**2) / 2)
    weights[[0, -1]] /= 2
    noisy = at * base
    squares = ((slope * noisy) ** 2 + rest) / (bottom + noisy) ** 2
    return sqrt(float(weights @ squares) / float(weights.sum()))
