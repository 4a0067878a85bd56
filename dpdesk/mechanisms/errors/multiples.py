"""Which coefficients are multiples of one number, and which intervals may have an exact law therefore."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.errors import laws
from dpdesk.mechanisms.errors.lattice import variance_of
from dpdesk.queries.one_variable import Runs
from dpdesk.queries.workload import FloatArray, IntArray

BoolArray = NDArray[np.bool_]

OF_CODE = 3
"""Largest coefficients of a code that are looked at for multiples of one number."""


def denominators_of(number: FloatArray, most: int = laws.FINEST) -> IntArray:
    """The denominators of the plain fractions that numbers are.

    A number within 10^-9 of a fraction of so small a denominator has it among its convergents (Legendre).

    Args:
        number: float64[n], from 0 to 1.
        most: the largest denominator, FINEST at most.

    Returns:
        int64[n], 0 where there is none.

    >>> denominators_of(np.array([0.75, 1 / 3, 0.123456789])).tolist()
    [4, 3, 0]
    """
    denominators = np.zeros(number.size, dtype=np.int64)
    before, now, rest = np.zeros(number.size), np.ones(number.size), number.copy()
    open_ = np.arange(number.size)
    for _ in range(40):
        off = np.abs(now * number[open_] - np.rint(now * number[open_]))
        hit = off < laws.NEGLIGIBLE * now
        denominators[open_[hit]] = now[hit].astype(np.int64)
        go = ~hit & (now <= most)
        open_, now, before, rest = open_[go], now[go], before[go], rest[go]
        if not open_.size:
            break
        inverse = 1 / np.maximum(rest - np.floor(rest), 1e-300)
        before, now, rest = now, np.minimum(np.floor(inverse) * now + before, 2.0**40), inverse
    return np.where(denominators <= most, denominators, 0)


def maybe_exact(
    prefixes: FloatArray, runs: Runs, chosen: IntArray, largest: FloatArray, noise: str, parameter: Fraction
) -> BoolArray:
    """Which intervals may have an exact law; the others surely have none (laws.LatticeLaw).

    The largest coefficients of the codes at both ends, within and without, must be small multiples of one number: as
    many parts as fit into a lattice of as many sizes that reaches seven standard errors.

    Args:
        prefixes: coefficients of the sums of the first 0 … D codes, float64[D + 1, measurements].
        runs: intervals.
        chosen: numbers of n of them.
        largest: what their largest shares are at most, float64[n].
        noise: LAPLACE or GAUSSIAN.
        parameter: b of Laplace noise, s of Gaussian.
    """
    most = laws.LARGEST / (14 * np.sqrt(variance_of(noise, parameter) / (2 * largest)))
    steps = np.abs(np.diff(prefixes, axis=0))
    columns = np.argpartition(-steps, OF_CODE - 1, axis=1)[:, :OF_CODE]
    first = np.take_along_axis(steps, columns, axis=1).argmax(axis=1)[:, None]
    result = np.ones(chosen.size, dtype=np.bool_)
    for of_codes in (np.take_along_axis(columns, first, axis=1), columns):  # most are told by few
        open_ = np.flatnonzero(result)
        starts, ends = runs.starts[chosen[open_]], runs.ends[chosen[open_]]
        codes = starts, ends - 1, np.maximum(starts - 1, 0), np.minimum(ends, steps.shape[0] - 1)
        looked = np.concatenate([of_codes[code] for code in codes], axis=1)
        sizes = np.abs(prefixes[ends[:, None], looked] - prefixes[starts[:, None], looked])
        parts = np.sort(sizes / np.maximum(sizes.max(axis=1, keepdims=True), 1e-300), axis=1)
        different = (np.diff(parts, axis=1, prepend=0.0) > 2 * laws.NEGLIGIBLE).sum(axis=1)
        common = _common(parts, laws.FINEST)
        result[open_] = (common > 0) & (common * (different + 4) <= most[open_])
    return result


def _common(parts: FloatArray, most: int) -> IntArray:
    """The least common denominator of the numbers of each row, 0 where it is above `most`."""
    common = np.ones(parts.shape[0], dtype=np.int64)
    for column in parts.T:
        open_ = np.flatnonzero(common)
        found = denominators_of(column[open_], most)
        found[column[open_] <= laws.NEGLIGIBLE] = 1
        common[open_] = np.where(found > 0, np.lcm(common[open_], np.maximum(found, 1)), 0)
        common[common > most] = 0
    return common
