"""The noise of sums of answers times public numbers: Σ f·a, with the covariance that the answers have.

A combination of one answer has that answer's noise, scaled. Of several the law is that of the sum; where there are too
many to look at each, Σ |f|·margin of each answer at level 1 − (1 − p)/k is taken, in which all of them lie together
with probability p: wider, and never too narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.answers.combined import Block, half_widths, normal_ratio, probability_of, variances
from dpdesk.mechanisms.errors.mixed_laws import law_of_sum
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.recipes import Recipe

Integers = NDArray[np.int64]
Values = NDArray[np.float64]

WORK = 2**31
"""Coefficients of measurements that are looked at for the combinations of a recipe."""
BATCH = 2**22
"""Coefficients held at once."""
MOST_LAWS = 2_000
"""Combinations whose laws are looked at one by one, where noise is not normal."""


def linear_std(recipe: Recipe, noises: Mapping[str, Noise]) -> Values:
    """The standard error of each cell of counts, sums, or combinations of them, in its unit: (P, S, B, items).

    NaN where there is no public figure.
    """
    noise, unit = noises[recipe.measured.vector], float(recipe.measured.unit)
    if recipe.factors is None:
        return unit * _std(noise, recipe.rows)
    k, lacking = recipe.rows.shape[3], np.isnan(recipe.factors).any(axis=3, keepdims=True)
    deviations = stds(noise, recipe.rows.reshape(-1, k), recipe.factors.reshape(-1, k)).reshape(lacking.shape)
    return np.where(lacking, np.nan, unit * deviations)


def stds(noise: Noise, rows: Integers, factors: Values) -> Values:
    """Standard errors of n combinations, rows and factors (n, k); at most, where there are too many to look at."""
    factors = _known(factors)
    if rows.shape[1] == 1 or rows.size * noise.measurements > WORK:
        return np.asarray((np.abs(factors) * _std(noise, rows)).sum(axis=1))
    pair, back = _different(rows, factors)
    parts = [np.sqrt(variances(blocks)) for blocks in _blocks(noise, *pair)]
    return np.concatenate(parts)[back]


def margins(noise: Noise, level: Fraction | int, rows: Integers, factors: Values) -> Values:
    """Half-widths of the central intervals of n combinations at a level in per cent; rows and factors (n, k)."""
    k, factors = rows.shape[1], _known(factors)
    if k == 1:
        return np.abs(factors[:, 0]) * _margins(noise, level, rows)[:, 0]
    (different, their_factors), back = _different(rows, factors)
    scales = [cells.scale for cells in noise.everyone if cells is not None]
    normal = normal_ratio(scales, probability_of(level)) is not None
    if different.size * noise.measurements > WORK or (not normal and len(different) > MOST_LAWS):
        each = 100 - (100 - Fraction(level)) / k
        return np.asarray((np.abs(factors) * _margins(noise, each, rows)).sum(axis=1))
    parts = [half_widths(blocks, probability_of(level)) for blocks in _blocks(noise, different, their_factors)]
    return np.concatenate(parts)[back]


def chance_more_than(noise: Noise, rows: Integers, factors: Values, t: float) -> float:
    """P(|error| > t) of one combination, rows and factors (k,)."""
    factors = _known(factors)
    if rows.size == 1:
        return noise.chance_more_than(int(rows[0]), t / abs(float(factors[0])))
    (blocks,) = _blocks(noise, rows[None], factors[None])
    law = law_of_sum([(np.abs(block.rows[0]), block.scale) for block in blocks])
    return min(1.0, max(0.0, 1 - law.mass(t)))


def _known(factors: Values) -> Values:
    """Where there is no public figure, there is no number, and no noise."""
    return np.where(np.isnan(factors), 0.0, factors)


def _std(noise: Noise, rows: Integers) -> Values:
    return np.where(rows == NO_ROW, 0.0, noise.std[np.maximum(rows, 0)])


def _margins(noise: Noise, level: Fraction | int, rows: Integers) -> Values:
    """Margins of single answers, 0 where nobody is counted."""
    wanted, back = np.unique(rows, return_inverse=True)
    widths = np.zeros(wanted.size)
    inside = np.flatnonzero(wanted != NO_ROW)
    if inside.size:
        widths[inside] = noise.margins(level, wanted[inside])
    return widths[back.reshape(rows.shape)]


def _different(rows: Integers, factors: Values) -> tuple[tuple[Integers, Values], Integers]:
    """Combinations without repetitions, and which of them each is."""
    _, first, back = np.unique(np.concatenate([rows, factors], axis=1), axis=0, return_index=True, return_inverse=True)
    return (rows[first], factors[first]), back.reshape(-1)


def _blocks(noise: Noise, rows: Integers, factors: Values) -> Iterator[list[Block]]:
    """The noise of combinations, some at a time."""
    k = rows.shape[1]
    step = max(1, BATCH // (k * max(noise.measurements, 1)))
    for first in range(0, len(rows), step):
        some_rows, weights = rows[first : first + step], factors[first : first + step]
        answers, back = np.unique(some_rows, return_inverse=True)
        back = back.reshape(some_rows.shape)
        yield [Block(block.scale, _sums(weights, block.rows, back)) for block in noise.blocks(answers).values()]


def _sums(weights: Values, rows: Values, which: Integers) -> Values:
    """Σ weights[:, j]·rows[which[:, j]], term after term: a library of sparse matrices would take longer to load."""
    total = weights[:, :1] * rows[which[:, 0]]
    for j in range(1, weights.shape[1]):
        total += weights[:, j, None] * rows[which[:, j]]
    return np.asarray(total)
