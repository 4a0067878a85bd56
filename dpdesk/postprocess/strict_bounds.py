"""How large a count can be when the whole table is known to be non-negative: strict bounds of the likelihood.

Noisy measurements y = Mx + z with variances V make the misfit ‖V^-½(y − Mx)‖² = xᵀXx − 2rᵀx + constant, X = MᵀV⁻¹M,
r = MᵀV⁻¹y. The strict bound of a count q·x (O'Leary, Rust 1986; Tenorio, Fleck, Moses 2007) is the largest q·x among
x ≥ 0 whose misfit exceeds the least one, of x̂ ≥ 0, by no more than z². Where cells near zero are many, bounds made so
do *not* cover as often as z² says (that they do was Burrus's conjecture: Batlle and others 2023), in simulations 5 % of
the time at 90 %: they may draw limits in only as far as `drawn_in` lets them (narrow_limits.py, docs/proofs/limits.md).

How it is found for many counts at once: pushing q·x up is the least misfit less 2κ q·x, κ ≥ 0. With S the cells of x̂
above zero and g = Xx̂ − r ≥ 0 the slopes at the others, its optimality conditions are

    v = base + κd + Tu,   v ≥ 0, u ≥ 0, v·u = 0,      base = (x̂ on S, g elsewhere),

where v holds the cells on S and the slopes elsewhere, u the slopes on S and the cells elsewhere, and T is the principal
pivot transform of X on S, made once. For a count few u are not zero: they are found by exchanging all wrong signs, then
one at a time, which needs a small system each. While the set stays as it is the misfit is a parabola in κ, and the κ at
which it has risen by z² is a square root. The result is the bound itself, up to rounding.

Dense in the number of cells: some 1,000 at the most. Post-processing of noisy answers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

TOGETHER, ROUNDS = 15, 60
"""Rounds in which all wrong signs are exchanged, and rounds altogether."""
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class _Pivoted:
    """x̂ and everything about it that all counts share."""

    cells: Values
    above: NDArray[np.bool_]
    sign: Values
    base: Values
    transform: Values


def upper_bounds(information: Values, right: Values, best: Values, queries: Values, quantiles: Values) -> Values:
    """The strict upper bound of each count, infinite where it was not found.

    information: X, (N, N), positive definite; right: r, (N,); best: x̂; queries: one row of zeros and ones a count,
    (k, N); quantiles: z of each.
    """
    at = _pivot(information, right, best)
    inside = np.flatnonzero(at.above)
    pushed = queries[:, inside] @ at.transform[inside]
    pushes = np.where(at.above, pushed, -pushed - queries)  # T's other cells have the opposite sign in the rows of S
    spread = np.einsum("ij,ij->i", queries[:, inside], pushes[:, inside])
    start = queries @ best
    return np.array(
        [
            start[which] + _rise(at, pushes[which], float(spread[which]), float(quantiles[which]), queries[which] > 0)
            for which in range(len(queries))
        ]
    )


def _pivot(information: Values, right: Values, best: Values) -> _Pivoted:
    above = best > 0
    inside, outside = np.flatnonzero(above), np.flatnonzero(~above)
    inverse = np.linalg.inv(information[np.ix_(inside, inside)])
    across = inverse @ information[np.ix_(inside, outside)]
    transform = np.empty_like(information)
    transform[np.ix_(inside, inside)] = inverse
    transform[np.ix_(inside, outside)] = -across
    transform[np.ix_(outside, inside)] = across.T
    transform[np.ix_(outside, outside)] = (
        information[np.ix_(outside, outside)] - information[np.ix_(outside, inside)] @ across
    )
    slopes = np.maximum(information @ best - right, 0.0)
    return _Pivoted(best, above, np.where(above, -1.0, 1.0), np.where(above, best, slopes), transform)


def _rise(at: _Pivoted, push: Values, spread: float, quantile: float, own: NDArray[np.bool_]) -> float:
    """How far above its value at x̂ a count can be."""
    wrong = own & ~at.above if spread <= ROUNDING**2 else at.base + quantile / np.sqrt(spread) * push < 0
    for step in range(ROUNDS):
        which = np.flatnonzero(wrong)
        first, second = np.zeros(0), np.zeros(0)
        paid, slope, shift = 0.0, spread, 0.0
        if which.size:
            try:
                solved = np.linalg.solve(
                    at.transform[np.ix_(which, which)], -np.stack([at.base[which], push[which]], axis=1)
                )
            except np.linalg.LinAlgError:
                return float(np.inf)
            first, second = np.asarray(solved[:, 0]), np.asarray(solved[:, 1])
            signed = at.sign[which] * push[which]
            paid = float(np.sum(at.sign[which] * first * at.base[which]))
            slope, shift = spread - float(signed @ second), -float(signed @ first)
        if slope <= ROUNDING**2:
            return float(np.inf)
        kappa = np.sqrt(max(quantile**2 - paid, 0.0) / slope)
        held = first + kappa * second
        value = at.base + kappa * push + at.transform[:, which] @ held
        bad = ~wrong & (value < -ROUNDING * (1.0 + np.abs(at.base)))
        bad[which[held < -ROUNDING]] = True
        if not bad.any():
            return float(shift + kappa * slope)
        if step >= TOGETHER:  # the last wrong one alone
            bad[: np.flatnonzero(bad)[-1]] = False
        wrong = wrong ^ bad
    return float(np.inf)
