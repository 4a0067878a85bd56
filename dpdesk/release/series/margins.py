"""The margin of a sum or difference of answers of different releases, from the laws of all their noises."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.answers.combined import Block, classes, half_widths, normal_ratio, probability_of
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.boxes import NO_ROW

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Answered = tuple[Noise, Integers, float]
"""The noise of one release's answers to a statistic, the rows of some of them (NO_ROW: nobody), and their factor."""

MOST_LAWS = 2_000
"""Different laws of which each is worked out; where there are more, margins are added at a higher level."""


def margins_of_sum(parts: Sequence[Answered], level: Fraction | int) -> Values:
    """Half-widths of the central intervals of the noise of a sum of answers of different releases, at a level in %.

    They draw independent noise, each symmetric about 0, so that signs do not matter: a difference has the same law.
    """
    probability = probability_of(level)
    scales = [scale.scale for noise, _, _ in parts for scale in noise.everyone if scale is not None]
    ratio = normal_ratio(scales, probability)
    if ratio is not None:
        return np.asarray(ratio * np.sqrt(sum(map(_variances, parts))))
    rows = np.stack([part_rows.ravel() for _, part_rows, _ in parts])
    kinds = np.stack([_kinds(noise, part_rows) for (noise, _, _), part_rows in zip(parts, rows, strict=True)])
    _, example, of = np.unique(kinds, axis=1, return_index=True, return_inverse=True)
    if example.size > MOST_LAWS:
        each = 100 - (100 - Fraction(level)) / len(parts)
        return np.asarray(sum(_alone(part, each) for part in parts))
    widths = [_width(parts, combination, probability) for combination in rows[:, example].T.tolist()]
    return np.array(widths)[of.reshape(-1)].reshape(parts[0][1].shape)


def _variances(answered: Answered) -> Values:
    noise, rows, factor = answered
    return np.where(rows == NO_ROW, 0.0, (factor * noise.std[np.maximum(rows, 0)]) ** 2)


def _kinds(noise: Noise, rows: Integers) -> Integers:
    """A label for each answer; answers of one label have noise of one law, and an average is by itself."""
    wanted, back = np.unique(rows, return_inverse=True)
    labels = np.full(wanted.size, -1, dtype=np.int64)
    averaged = noise.averages.places(wanted) >= 0
    single = np.flatnonzero((wanted != NO_ROW) & ~averaged)
    labels[single] = classes(noise.own, wanted[single])
    labels[averaged] = -2 - wanted[averaged]
    return np.asarray(labels[back.reshape(-1)])


def _width(parts: Sequence[Answered], rows: Sequence[int], probability: float) -> float:
    blocks = [
        Block(block.scale, factor * block.rows)
        for (noise, _, factor), row in zip(parts, rows, strict=True)
        for block in noise.blocks(np.array([row], dtype=np.int64)).values()
    ]
    return float(half_widths(blocks, probability)[0])


def _alone(answered: Answered, level: Fraction) -> Values:
    """Margins of one release, at a level at which those of all of them together cover as often as is asked."""
    noise, rows, factor = answered
    wanted, back = np.unique(rows, return_inverse=True)
    widths = np.zeros(wanted.size)
    inside = wanted != NO_ROW
    widths[inside] = noise.margins(level, wanted[inside])
    return np.asarray(factor * widths[back.reshape(-1)].reshape(rows.shape))
