"""Limits of derived numbers of a release: ratios and quantiles, from the covariance of the answers they are made of.

Lines and cells are taken in batches, so that coefficients never fill the memory. Where there are so many that their
coefficients cannot all be looked at, margins of the single answers are added up, each at the level at which their sum
is sure to cover (ratios.py).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.combined import Block, half_widths, normal_ratio, probability_of
from dpdesk.planning.boxes import NO_ROW
from dpdesk.postprocess.ratios import ratio_limits, split, summed_limits
from dpdesk.release.noise import Noise, aligned

Integers = NDArray[np.int64]
Values = NDArray[np.float64]

WORK = 2**31
"""Most coefficients looked at for one measure of one table."""
BATCH = 2**24
"""Coefficients held at once."""


def ratios(
    top_noise: Noise, rows: Integers, top: Values, bottom_noise: Noise, base: Integers, bottom: Values, level: int
) -> tuple[Values, Values]:
    """Limits of answers over their bases at a level in per cent; NaN where a base is not clearly above zero.

    rows, top: the numerators' rows and unbiased values; base, bottom: the same of the bases, to be broadcast.
    """
    shape = np.broadcast_shapes(rows.shape, base.shape)
    a, b = (np.broadcast_to(values, shape).ravel() for values in (rows, base))
    x, y = (np.broadcast_to(values, shape).ravel() for values in (top, bottom))
    low, high = np.full(a.size, np.nan), np.full(a.size, np.nan)
    probability = probability_of(level)
    width = top_noise.measurements + bottom_noise.measurements
    if a.size * width > WORK:
        one = split(probability) if _normal(top_noise, bottom_noise, probability) is None else probability
        low, high = summed_limits(x, _margins(top_noise, a, one), y, _margins(bottom_noise, b, one))
        return low.reshape(shape), high.reshape(shape)
    step = max(1, BATCH // width)
    for first in range(0, a.size, step):
        part = slice(first, first + step)
        noises = aligned(top_noise.blocks(a[part]), bottom_noise.blocks(b[part]))
        low[part], high[part] = ratio_limits(x[part], y[part], *noises, probability)
    return low.reshape(shape), high.reshape(shape)


def quantile_margins(noise: Noise, rows: Integers, q: Fraction, level: int) -> Values:
    """Margins of F_t − q n for lines of running counts F_t, bins last, n the last of each line."""
    lines = rows.reshape(-1, rows.shape[-1])
    result = np.zeros(lines.shape)
    probability, share = probability_of(level), float(q)
    if lines.size * noise.measurements > WORK:
        one = split(probability) if _normal(noise, noise, probability) is None else probability
        single = _margins(noise, lines.ravel(), one).reshape(lines.shape)
        result = single + share * single[:, -1:]
        result[:, -1] = (1 - share) * single[:, -1]
        return result.reshape(rows.shape)
    step = max(1, BATCH // (noise.measurements * lines.shape[1]))
    for first in range(0, lines.shape[0], step):
        part = lines[first : first + step]
        blocks = []
        for block in noise.blocks(part.ravel()).values():
            cube = block.rows.reshape(*part.shape, -1)
            blocks.append(Block(block.scale, (cube - share * cube[:, -1:]).reshape(part.size, -1)))
        result[first : first + step] = half_widths(blocks, probability).reshape(part.shape)
    return result.reshape(rows.shape)


def _normal(one: Noise, other: Noise, probability: float) -> float | None:
    mechanisms = [mechanism for mechanism in (*one.everyone, *other.everyone) if mechanism is not None]
    return normal_ratio([mechanism.scale for mechanism in mechanisms], probability)


def _margins(noise: Noise, rows: Integers, probability: float) -> Values:
    """Margins of single answers; those of averages from the law of the average."""
    wanted, back = np.unique(rows, return_inverse=True)
    widths = np.zeros(wanted.size)
    inside = np.flatnonzero(wanted != NO_ROW)
    level = Fraction(probability).limit_denominator(10**6) * 100
    widths[inside] = noise.own.margins(level, wanted[inside])
    pooled = [at for at in inside.tolist() if int(wanted[at]) in noise.averages]
    if pooled:
        widths[pooled] = half_widths(list(noise.blocks(wanted[pooled]).values()), probability)
    return widths[back.reshape(-1)]
