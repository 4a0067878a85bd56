"""The margin of the difference of two answers of different releases, from the laws of both noises."""

from __future__ import annotations

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


def margins_of_difference(one: Answered, other: Answered, level: Fraction | int) -> Values:
    """Half-widths of the central intervals of the noise of `one` less `other`, at a level in per cent.

    The two draw independent noise, each symmetric about 0: the law of their difference is that of their sum.
    """
    scales = [own.scale for noise, _, _ in (one, other) for own in noise.everyone if own is not None]
    ratio = normal_ratio(scales, probability_of(level))
    if ratio is not None:
        return np.asarray(ratio * np.sqrt(_variances(one) + _variances(other)))
    pairs = np.stack([one[1].ravel(), other[1].ravel()])
    kinds = np.stack([_kinds(noise, rows) for (noise, _, _), rows in zip((one, other), pairs, strict=True)])
    _, example, of = np.unique(kinds, axis=1, return_index=True, return_inverse=True)
    if example.size > MOST_LAWS:
        return _added(one, level) + _added(other, level)
    wanted = zip(*pairs[:, example].tolist(), strict=True)
    found = [_width(one, other, row, another, probability_of(level)) for row, another in wanted]
    return np.array(found)[of.reshape(-1)].reshape(one[1].shape)


def _variances(answered: Answered) -> Values:
    noise, rows, factor = answered
    return np.where(rows == NO_ROW, 0.0, (factor * noise.std[np.maximum(rows, 0)]) ** 2)


def _kinds(noise: Noise, rows: Integers) -> Integers:
    """A label for each answer; answers of one label have noise of one law, and an average is by itself."""
    wanted, back = np.unique(rows, return_inverse=True)
    labels = np.full(wanted.size, -1, dtype=np.int64)
    averaged = noise.averages.places(wanted) >= 0
    own = np.flatnonzero((wanted != NO_ROW) & ~averaged)
    labels[own] = classes(noise.own, wanted[own])
    labels[averaged] = -2 - wanted[averaged]
    return np.asarray(labels[back.reshape(-1)])


def _width(one: Answered, other: Answered, row: int, another: int, probability: float) -> float:
    blocks = [
        Block(block.scale, factor * block.rows)
        for (noise, _, factor), at in ((one, row), (other, another))
        for block in noise.blocks(np.array([at], dtype=np.int64)).values()
    ]
    return float(half_widths(blocks, probability)[0])


def _added(answered: Answered, level: Fraction | int) -> Values:
    """Margins of one side at a level at which those of both sides together cover as often as is asked."""
    noise, rows, factor = answered
    wanted, back = np.unique(rows, return_inverse=True)
    widths = np.zeros(wanted.size)
    inside = wanted != NO_ROW
    widths[inside] = noise.margins((100 + Fraction(level)) / 2, wanted[inside])
    return np.asarray(factor * widths[back.reshape(-1)].reshape(rows.shape))
