"""Half-widths of many intervals whose noise is a few integers, by the cheapest way that tells each.

By sums of powers (coarse_laplace.py) where they tell it, with what is smooth among left and right ends together, then
with what is smooth in the interval itself; else by the waves of its coefficients (many_waves.py). An exact law is never
told by sums: these cover, too, but the shortest length is wanted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.mechanisms.errors import coarse_laplace, many_waves
from dpdesk.mechanisms.errors.laplace_waves import EXPONENTS, LIGHT
from dpdesk.mechanisms.errors.many_waves import Coefficients
from dpdesk.mechanisms.errors.multiples import maybe_exact
from dpdesk.mechanisms.errors.power_sums import Kinds
from dpdesk.queries.one_variable import Runs
from dpdesk.queries.workload import FloatArray, IntArray

BoolArray = NDArray[np.bool_]

TOGETHER = 1_000
NOTHING = 1e-12
"""Coefficients below this are rounding errors of zero."""


def half_widths(
    kinds: Kinds, runs: Runs, scale: NoiseScale, probability: float, waves: int
) -> tuple[FloatArray, BoolArray]:
    """Half-widths of kinds of intervals of one variable.

    Args:
        kinds: of intervals, with coefficients of prefixes.
        runs: an interval of each kind.
        scale: the noise of each measurement.
        probability: that the interval holds.
        waves: how many each sum has at least.

    Returns:
        Half-widths in counts, float64[kinds], and where they are told; elsewhere 0.

    Raises:
        LookupError: the prefixes are not known, or there is no noise.
    """
    if kinds.prefixes is None or kinds.smooth is None or scale.parameter is None:
        raise LookupError("these intervals are not differences of prefixes, or there is no noise")
    widths, told = np.zeros(runs.starts.size), np.zeros(runs.starts.size, dtype=np.bool_)
    noisy = np.flatnonzero(~(kinds.sums[:, 0] <= NOTHING**2))  # NaN: not known
    exact = _maybe_exact(kinds, runs, noisy, scale)
    if scale.noise == LAPLACE:
        rows = noisy[~exact[noisy]]
        widths[rows], told[rows] = _by_sums(kinds.sums[rows], kinds.smooth[rows], scale, probability)
    rest = noisy[~told[noisy]]
    for first in range(0, rest.size, TOGETHER):
        batch = rest[first : first + TOGETHER]
        coefficients = kinds.prefixes[runs.ends[batch]] - kinds.prefixes[runs.starts[batch]]
        nothing = np.abs(coefficients).max(axis=1) < NOTHING
        told[batch[nothing]] = True
        coefficients, batch = coefficients[~nothing], batch[~nothing]
        maybe = np.flatnonzero(exact[batch])
        if maybe.size:
            found = Coefficients.of_rows(coefficients[maybe])
            exact[batch[maybe]] = many_waves.exact(found, scale.noise, scale.parameter)
        coefficients, batch = coefficients[~exact[batch]], batch[~exact[batch]]
        if scale.noise == LAPLACE:
            smooth = _smooth_of(coefficients, coarse_laplace.smooth_shares(scale.parameter))
            widths[batch], told[batch] = _by_sums(kinds.sums[batch], smooth, scale, probability)
        for more in (waves // 24, 0):  # as many as the shortest reach of any wants, or as few as may do
            left = np.flatnonzero(~told[batch])
            if left.size:
                found = Coefficients.of_rows(coefficients[left])
                lengths, told[batch[left]] = many_waves.half_widths(
                    found, scale.noise, scale.parameter, probability, waves + more
                )
                widths[batch[left]] = lengths / scale.units
    return widths, told


def _maybe_exact(kinds: Kinds, runs: Runs, noisy: IntArray, scale: NoiseScale) -> BoolArray:
    """Which kinds may have an exact law, bool[kinds]."""
    if kinds.prefixes is None or scale.parameter is None:
        raise LookupError("these intervals are not differences of prefixes, or there is no noise")
    largest = np.nan_to_num(kinds.sums[noisy, 5] ** (1 / 6) / (2 * kinds.sums[noisy, 0]), nan=0.5)
    maybe = np.zeros(runs.starts.size, dtype=np.bool_)
    maybe[noisy] = maybe_exact(kinds.prefixes, runs, noisy, np.maximum(largest, LIGHT), scale.noise, scale.parameter)
    return maybe


def _by_sums(
    sums: FloatArray, smooth: FloatArray, scale: NoiseScale, probability: float
) -> tuple[FloatArray, BoolArray]:
    """Those that sums of powers tell, in counts."""
    if scale.parameter is None:
        raise LookupError("this noise is nothing")
    squares = 2 * sums[:, 0]
    shares = sums / squares[:, None] ** np.array(EXPONENTS)
    lengths, told = coarse_laplace.told_by_sums(shares, smooth / squares[:, None], scale.parameter, probability)
    return lengths * np.sqrt(squares) * (float(scale.parameter) / scale.units), told


def _smooth_of(coefficients: FloatArray, shares: tuple[float, ...]) -> FloatArray:
    """Σ w² of coefficients whose share is at most each of these, float64[rows, shares]."""
    squares = coefficients * coefficients
    doubled = 2 * squares.sum(axis=1, keepdims=True)
    return np.stack([np.einsum("ij,ij->i", squares, squares <= share * doubled) for share in shares], axis=1)
