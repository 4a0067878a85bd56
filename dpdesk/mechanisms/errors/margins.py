"""Margins of error from the law of the noise itself: deterministic, no simulation.

The margin at level p is the half-width m of the central interval of the error X of an answer: P(|X| ≤ m) ≥ p. How m
is found, and why it covers, is stated in laws.py: the smallest m where X lives on a lattice, else one that is rounded
up. Each different law is looked at once; where more than MANY are wanted together, with fewer waves, which rounds up
by 1 to 3 % of a standard error, or, of Laplace noise on a fine grid, by sums of powers of its coefficients
(power_sums.py). Gaussian noise on a fine grid: 0.001 % is added for the decoder's own rounding.

The expected largest error of many answers is bounded by moment generating functions (docs/proofs/error_laws.md, claim
7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import log, sqrt

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.pieces import Piece, by_piece
from dpdesk.mechanisms.core.scales import FINE, GAUSSIAN, LAPLACE, NoiseScale
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.mechanisms.errors import coarse_intervals, coarse_laplace
from dpdesk.mechanisms.errors.fine_laplace import FINE_SCALE, FineLaplace, deviations_of, rounding_of, told_by_sums
from dpdesk.mechanisms.errors.laplace_waves import EXPONENTS, SUMS
from dpdesk.mechanisms.errors.laws import FEW_WAVES, WAVES, law_of_sizes, normal_half_width
from dpdesk.mechanisms.errors.power_sums import Kinds, kinds_of
from dpdesk.privacy import noise_law
from dpdesk.problems.problem import problem
from dpdesk.queries.workload import FloatArray, IntArray

MANY = 3_000
BATCH = 500
NOTHING = 1e-12
"""Coefficients below this are rounding errors of zero."""


def half_widths(
    strategy: Strategy,
    pieces: Sequence[Piece],
    scale: NoiseScale,
    level: Fraction | int,
    rows: IntArray | None,
    variances: Callable[[], FloatArray],
) -> FloatArray:
    """Half-widths for chosen queries of a workload.

    Args:
        strategy: what is measured.
        pieces: the workload as products.
        scale: the noise of each measurement.
        level: in per cent.
        rows: n numbers of queries in the workload's order; None for all.
        variances: returns the unit variances of all queries.

    Returns:
        n half-widths, in counts.

    Raises:
        BadInput: the level does not lie between 0 and 100.
    """
    probability = float(Fraction(level)) / 100
    if not 0 < probability < 1:
        raise BadInput(problem("mechanisms.level"))
    total = sum(piece.count for piece in pieces)
    wanted = np.arange(total) if rows is None else np.asarray(rows, dtype=np.int64)
    result = np.zeros(wanted.size)
    if scale.parameter is None:
        return result
    if scale.noise == GAUSSIAN and scale.parameter >= FINE:
        deviations = np.sqrt(variances()[wanted])
        ratio = normal_half_width(scale.parameter, probability) * 1.00001
        return np.asarray(deviations * (ratio * sqrt(scale.variance)), dtype=np.float64)
    for _, piece, places, inside in by_piece(pieces, wanted):
        result[places] = _piece(strategy, piece, scale, probability, inside)
    return result


def _piece(strategy: Strategy, piece: Piece, scale: NoiseScale, probability: float, chosen: IntArray) -> FloatArray:
    if chosen.size == 1:
        return _distinct(strategy, piece, scale, probability, chosen)
    if chosen.size > MANY:
        coarse = scale.noise == LAPLACE and not _fine(scale)
        shares = coarse_laplace.smooth_shares(_parameter(scale)) if coarse else ()
        if (kinds := kinds_of(strategy, piece, chosen, shares)) is not None:
            of_kinds = _of_fine_kinds if _fine(scale) else _of_coarse_kinds
            return of_kinds(strategy, piece, scale, probability, chosen, kinds)
    labels = strategy.query_classes(piece, chosen)
    _, example, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return _distinct(strategy, piece, scale, probability, chosen[example])[inverse.reshape(-1)]


def _of_coarse_kinds(
    strategy: Strategy, piece: Piece, scale: NoiseScale, probability: float, chosen: IntArray, kinds: Kinds
) -> FloatArray:
    """Noise of few integers, many queries: intervals of one variable together."""
    widths = np.zeros(kinds.example.size)
    rest = ~(kinds.sums[:, 0] <= NOTHING**2)  # NaN: not known
    if kinds.prefixes is not None:
        runs = piece.factors[0].runs_of(chosen[kinds.example])
        widths, told = coarse_intervals.half_widths(kinds, runs, scale, probability, _waves_of(rest.sum()))
        rest &= ~told
    alone = np.flatnonzero(rest)
    widths[alone] = _distinct(strategy, piece, scale, probability, chosen[kinds.example[alone]], kinds.example.size)
    return widths[kinds.kind]


def _of_fine_kinds(
    strategy: Strategy, piece: Piece, scale: NoiseScale, probability: float, chosen: IntArray, kinds: Kinds
) -> FloatArray:
    """Laplace noise on a fine grid, many queries: by the sums of powers of their coefficients."""
    noisy = np.flatnonzero(~(kinds.sums[:, 0] <= NOTHING**2))  # NaN: not known
    squares = kinds.sums[noisy, 0]
    shares = kinds.sums[noisy] / (2 * squares)[:, None] ** np.array(EXPONENTS)
    lengths, told = told_by_sums(shares, probability)
    widths = np.zeros(kinds.example.size)
    widths[noisy] = (lengths + rounding_of(_parameter(scale))) * deviations_of(squares, _parameter(scale)) / scale.units
    lost = ~told & np.isnan(shares[:, SUMS - 1])
    widths[noisy[lost]] = _distinct(strategy, piece, scale, probability, chosen[kinds.example[noisy[lost]]])
    others = noisy[~told & ~lost]
    for first in range(0, others.size, BATCH):
        batch = others[first : first + BATCH]
        rows = _rows(strategy, piece, chosen[kinds.example[batch]], kinds.prefixes)
        widths[batch] = FineLaplace(rows, _parameter(scale)).half_widths(probability, by_sums=False) / scale.units
    return widths[kinds.kind]


def _rows(strategy: Strategy, piece: Piece, queries: IntArray, prefixes: FloatArray | None) -> FloatArray:
    """Coefficients of queries, as differences where those of prefixes are known."""
    if prefixes is None:
        return strategy.coefficients(piece, queries)
    runs = piece.factors[0].runs_of(queries)
    return np.asarray(prefixes[runs.ends] - prefixes[runs.starts])


def _fine(scale: NoiseScale) -> bool:
    return scale.noise == LAPLACE and scale.parameter is not None and scale.parameter >= FINE_SCALE


def _parameter(scale: NoiseScale) -> Fraction:
    if scale.parameter is None:
        raise LookupError("this noise is nothing")
    return scale.parameter


def _waves_of(laws: int) -> int:
    return WAVES if laws <= MANY else FEW_WAVES


def _distinct(
    strategy: Strategy, piece: Piece, scale: NoiseScale, probability: float, queries: IntArray, laws: int | None = None
) -> FloatArray:
    """One law after the other; `laws`: of how many these are the rest."""
    waves = _waves_of(queries.size if laws is None else laws)
    widths = np.zeros(queries.size)
    for first in range(0, queries.size, BATCH):
        batch = queries[first : first + BATCH]
        if _fine(scale):
            rows = strategy.coefficients(piece, batch)
            noisy = np.flatnonzero(np.abs(rows).max(axis=1, initial=0.0) >= NOTHING)
            if noisy.size:
                widths[first + noisy] = FineLaplace(rows[noisy], _parameter(scale)).half_widths(probability)
            continue
        widths[first : first + BATCH] = [
            law_of_sizes(values, often, scale, waves).half_width(probability)
            for values, often in strategy.coefficient_sizes(piece, batch)
        ]
    return widths / scale.units


def expected_max_bound(scale: NoiseScale, queries: int, largest_unit: float, largest_coefficient: float) -> float:
    """The bound of E max |error| stated above.

    Args:
        scale: the noise of each measurement.
        queries: k.
        largest_unit: the largest unit variance of an answer, in counts².
        largest_coefficient: a bound on the decoder's coefficients.

    Returns:
        In counts.
    """
    if scale.parameter is None or queries == 0 or largest_unit <= 0:
        return 0.0
    if scale.noise != LAPLACE:
        return sqrt(2 * log(2 * queries) * largest_unit * float(scale.square) / scale.unit**2)
    w = min(largest_coefficient, sqrt(largest_unit))
    variance = noise_law.laplace_variance(scale.parameter)
    if variance == 0.0:  # below the smallest double: no noise that a reader could meet
        return 0.0
    limit = 2 * np.arcsinh(1 / sqrt(2 * variance)) / w
    t = limit * np.concatenate([np.linspace(0.001, 0.99, 400), 1 - np.logspace(-2, -9, 60)])
    inside = np.maximum(1 - 2 * variance * np.sinh(w * t / 2) ** 2, 1e-300)
    bound = (log(2 * queries) - largest_unit / w**2 * np.log(inside)) / t
    return float(bound.min()) / scale.units
