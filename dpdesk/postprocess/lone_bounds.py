"""How large a count can be if what is small beside it is empty: the other explanation of a total among small cells.

Strict bounds (strict_bounds.py) fail where one small count stands among many empty cells: the noise of these that was
not cut off is taken from it through the totals. Nothing tells which of the small cells holds the people, so that the
bound of each must allow for its being this one. Here only cells of x̂ above SMALL standard errors, and those of the
count itself, may be anything, all others are empty; the count's least-squares value, cut at zero, and z of its standard
errors are its bound. The count's own small cells rise together. In the corners we found it covers where strict bounds
do not; elsewhere it is mostly the lower of the two.

Closed form for all counts, by one factor of the larger cells' part of X. Post-processing of noisy answers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

SMALL = 2.0
"""Cells of so many standard errors may be noise alone."""


def lone_bounds(information: Values, right: Values, best: Values, queries: Values, quantiles: Values) -> Values:
    """The bound of each count.

    information: X, positive definite; right: r; best: x̂; queries: one row of zeros and ones a count; quantiles: z.
    """
    inside = np.flatnonzero(best > 0)
    errors = np.sqrt(np.diag(np.linalg.inv(information[np.ix_(inside, inside)])))
    large = inside[best[inside] > SMALL * errors]
    small = np.ones(best.size, dtype=bool)
    small[large] = False
    inverse = np.linalg.inv(information[np.ix_(large, large)])
    values = inverse @ right[large]
    own = np.where(small, queries, 0.0)
    number = own.sum(axis=1)
    across = own @ information[:, large]
    some = number > 0
    curvature = np.einsum("ij,ij->i", own @ information, own) - np.einsum("ij,ij->i", across @ inverse, across)
    curvature = np.where(some, curvature, 1.0)
    each = np.where(some, own @ right - across @ values, 0.0) / curvature
    through = queries[:, large] @ inverse
    lift = number - np.einsum("ij,ij->i", through, across)
    value = queries[:, large] @ values + each * lift
    variance = np.einsum("ij,ij->i", through, queries[:, large]) + lift**2 / curvature
    return np.asarray(np.maximum(value, 0.0) + quantiles * np.sqrt(variance))
