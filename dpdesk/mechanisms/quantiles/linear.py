"""Quantiles read from cumulative counts, in ranks: how far off with any linear mechanism, and which way is best.

A quantile read from noisy cumulative counts is the bin where F_t − q·n, with noise, passes 0. Where rows are spread
evenly its rank error is that noise, whose variance at bin t follows from the decoder's coefficients: it is smaller than
that of F_t, as F_t and n share noise. It is worked out at evenly chosen bins and lines, exactly there unless there are
millions of coefficients.

`ways` compares the three ways for one variable: from the best linear mechanism (all quantiles from one table of counts,
never crossing), by the exponential mechanism, by approximate quantiles (mechanism.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.mechanisms.catalogue import build
from dpdesk.mechanisms.figures import UnitFigures
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES, Line, QuantileMechanism, quantiles
from dpdesk.privacy.loss import Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import Prefix

SAMPLED = 12
"""Lines, and bins of a line, at which the noise of a linear mechanism is looked at."""
LARGEST_LOOK = 2**20
"""Coefficients looked at together."""
CUMULATIVE = "cumulative counts"
NOBODY = -1
"""In place of a row of the workload: it counts nobody."""

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
_KEPT: WeakKeyDictionary[UnitFigures, dict[tuple[int, ...], tuple[Floats, Floats, float]]] = WeakKeyDictionary()
"""What was worked out of a strategy: another loss only scales it. Forgotten with the strategy."""


def rank_error(mechanism: Mechanism, lines: Sequence[Line]) -> float:
    """Root mean square rank error of quantiles that are read from cumulative counts.

    Args:
        mechanism: which answers the counts.
        lines: whose quantiles.
    """
    return figures(mechanism, lines, 90)[0]


def figures(mechanism: Mechanism, lines: Sequence[Line], level: int) -> tuple[float, float]:
    """The rank error of quantiles read from cumulative counts, and how far their limits reach.

    Args:
        mechanism: which answers the counts.
        lines: whose quantiles.
        level: of the limits, in per cent.

    Returns:
        The root mean square rank error, and the margin of the noise in ranks, the most of the lines looked at.
    """
    widest = 0.0
    squares: list[float] = []
    for line in _some(lines):
        variances = contrasts(mechanism, line)
        squares += variances.tolist()
        variance = float(variances.max(initial=0.0))
        row = np.array([line.rows[-1]], dtype=np.int64)
        deviation = float(mechanism.std[row[0]])
        if deviation > 0:
            widest = max(widest, sqrt(variance) * float(mechanism.margins(level, row)[0]) / deviation)
        else:  # the line's number of rows is public
            some = np.array([line.rows[place] for place in _places(line) if line.rows[place] != NOBODY], dtype=np.int64)
            widest = max(widest, float(mechanism.margins(level, some).max(initial=0.0)))
    return sqrt(sum(squares) / len(squares)) if squares else 0.0, widest


def contrasts(mechanism: Mechanism, line: Line) -> Floats:
    """Variances of F_t − q·n for some bins t and all q of a line, bins first.

    Args:
        mechanism: answers the running counts.
        line: the bins it counts, and its quantiles q.

    Returns:
        float64[bins chosen · quantiles], in counts².
    """
    kept = _KEPT.setdefault(mechanism.figures, {})
    if line.rows not in kept:
        kept[line.rows] = _unit_moments(mechanism, line)
    alone, both, whole = kept[line.rows]
    shares = np.array([float(q) for q in line.at])
    variances = alone[:, None] - 2 * shares[None, :] * both[:, None] + shares[None, :] ** 2 * whole
    return np.asarray(np.maximum(variances, 0.0) * mechanism.scale.variance).reshape(-1)


def _unit_moments(mechanism: Mechanism, line: Line) -> tuple[Floats, Floats, float]:
    """For unit noise the variances of F_t at some bins t, their covariances with n, and the variance of n."""
    places = [place for place in _places(line) if line.rows[place] != NOBODY]
    rows = np.array([*(line.rows[place] for place in places), line.rows[-1]], dtype=np.int64)
    if rows.size * mechanism.measurements > LARGEST_LOOK:
        # too many measurements to look at: F_t is taken to share with n what it has of its bins
        variances = mechanism.unit_variances[rows]
        whole = float(variances[-1])
        return variances[:-1], whole * (np.array(places) + 1) / len(line.rows), whole
    dense = coefficients(mechanism, rows)
    return (dense[:-1] ** 2).sum(axis=1), dense[:-1] @ dense[-1], float(dense[-1] @ dense[-1])


def _some(lines: Sequence[Line]) -> list[Line]:
    """Evenly chosen lines."""
    if len(lines) <= SAMPLED:
        return list(lines)
    return [lines[place] for place in np.linspace(0, len(lines) - 1, SAMPLED).astype(int).tolist()]


def _places(line: Line) -> list[int]:
    """Evenly chosen bins, the last bin left out where there is another: up to it everybody is counted."""
    last = max(len(line.rows) - 1, 1)
    return [int(place) for place in np.unique(np.linspace(0, last - 1, min(SAMPLED, last)).astype(int))]


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The three ways for one variable, by name, with their rank errors; `best` names the smallest."""

    linear: Mechanism
    drawn: dict[str, QuantileMechanism]
    rank_errors: dict[str, float]

    @property
    def best(self) -> str:
        """The name of the way with the smallest rank error; ties go to the first."""
        return min(self.rank_errors, key=lambda name: float(f"{self.rank_errors[name]:.9g}"))


def ways(
    size: int,
    shares: Sequence[Fraction],
    loss: Loss,
    neighbours: Neighbours,
    *,
    rows_per_unit: int = 1,
    exact_row: bool = False,
    points: bool = True,
) -> Ways:
    """Compare the ways of answering quantiles of one variable, without data and without limits.

    Args:
        size: bins of the variable.
        shares: the quantiles, between 0 and 1.
        loss: what is spent.
        neighbours: whom the promise compares.
        rows_per_unit: c.
        exact_row: every unit has exactly one row.
        points: bins are single values.
    """
    linear = build("best", Prefix(size), loss, neighbours, rows_per_unit=rows_per_unit, exact_row=exact_row)
    line = Line(tuple(range(size)), tuple(shares), points)
    drawn = {
        name: quantiles(
            name, size, shares, loss, neighbours, rows_per_unit=rows_per_unit, exact_row=exact_row, points=points
        )
        for name in SENTENCES
    }
    errors = {CUMULATIVE: rank_error(linear, (line,))} | {
        name: mechanism.rank_error for name, mechanism in drawn.items()
    }
    return Ways(linear, drawn, errors)
