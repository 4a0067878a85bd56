"""Limits of quantiles from the joint law of a line's running counts.

With F_t the running count up to bin t, n that of all bins and G_t = F_t − q n, the q-quantile lies in the bin t with
G_(t−1) < 0 ≤ G_t. Limits are the first and the last bin that a test does not leave out, and the test leaves out the
true one with a probability of at most α = 1 − level: for any symmetric noise, whatever the counts. Method and proof:
docs/proofs/limits.md, claim 9, whose (1), (2), (3), m, m', k and K stand below. Noisy numbers are written with a hat.

Lines whose noise is of the same law share what is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.answers.combined import Block, coefficients, covariances_with
from dpdesk.mechanisms.answers.joint import Joint, reach
from dpdesk.mechanisms.core.scales import NoiseScale

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

BATCH = 2**22
"""Coefficients held at once."""
SHORT = 2**20
"""Coefficients of all answers of a line up to which these are written down."""
MOST_LOOKED_AT = 2**30
"""Coefficients looked at for the lines of one law; beyond that the bound no noise exceeds is their margin."""
ROUNDING = 1e-11
"""Of a total: what floating point may miss; a difference of whole counts times q is not as small."""


@dataclass(frozen=True, slots=True, eq=False)
class LineNoise:
    """The noise of a line's running counts F_1 … F_B, the last being the total.

    moments: for each mechanism involved its scale, the variances of the F_t and their covariances with the total;
    joint: the noise of the F_t at some positions; width: the number of integers it is made of.
    """

    moments: tuple[tuple[NoiseScale, Values, Values], ...]
    joint: Callable[[Integers], Joint]
    width: int

    def reach(self, share: float, tail: float) -> Values:
        """What the noise of each G_t exceeds with a probability of at most `tail`.

        Args:
            share: q.
            tail: the probability.

        Returns:
            float64[bins].
        """
        total = np.zeros(self.moments[0][1].size)
        for scale, v, c in self.moments:
            if scale.variance > 0:
                deviations = np.sqrt(_variances(v, c, share) / scale.variance)
                total += deviations * reach(scale, tail / len(self.moments))
        return total

    def margins(self, shares: Sequence[float], near: NDArray[np.bool_], alpha: float) -> Values:
        """m, m' and K of every G_t for each q, shape (Q, 3, B); near: shape (Q, B).

        Of those that are not near bounds that are no less, up to twice what noise exceeds with α/20.

        Args:
            shares: q of each quantile.
            near: bins whose law is looked at, bool[quantiles, bins].
            alpha: 1 − level.

        Returns:
            m, m' and K, float64[quantiles, 3, bins].
        """
        levels = (1 - 0.95 * alpha, max(1 - 1.9 * alpha, 0.01), 1 - alpha / 20)
        ratios = [Joint(self._scales).normal_ratio(level) for level in levels]
        if all(ratio is not None for ratio in ratios):
            variances = np.stack([np.sum([_variances(v, c, q) for _, v, c in self.moments], axis=0) for q in shares])
            m, tight, far = np.multiply.outer(np.array(ratios, dtype=np.float64), np.sqrt(variances))
            return np.stack([m, tight, 2 * far - m], axis=1)
        result = np.stack([np.multiply.outer(np.array([1.0, 1.0, 2.0]), self.reach(q, alpha / 20)) for q in shares])
        wanted = np.flatnonzero(near.any(axis=0))
        if wanted.size * self.width > MOST_LOOKED_AT:
            return result
        step = max(1, BATCH // self.width)
        for first in range(0, wanted.size, step):
            batch = wanted[first : first + step]
            joint = self.joint(np.append(batch, near.shape[1] - 1))
            for number, share in enumerate(shares):
                here = np.flatnonzero(near[number, batch])
                weights = np.concatenate([np.eye(batch.size)[here], np.full((here.size, 1), -share)], axis=1)
                m, tight, far = joint.half_widths(weights, levels)
                result[number, :, batch[here]] = np.stack([m, tight, 2 * far - m], axis=1)
        return result

    def total(self, probability: float) -> float:
        """The half-width of the total's noise.

        Args:
            probability: that the interval holds.

        Returns:
            In counts.
        """
        last = self.moments[0][1].size - 1
        ratio = Joint(self._scales).normal_ratio(probability)
        if ratio is not None:
            return ratio * float(np.sqrt(sum(float(v[last]) for _, v, _ in self.moments)))
        return float(self.joint(np.array([last])).half_widths(np.ones((1, 1)), [probability])[0, 0])

    @property
    def _scales(self) -> tuple[Block, ...]:
        return tuple(Block(scale, np.zeros((0, 0))) for scale, _, _ in self.moments)


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """The limits of a quantile as bins, and whether it is estimable at all; one number for each line."""

    first: Integers
    last: Integers
    estimable: NDArray[np.bool_]


def own_line(mechanism: Mechanism, rows: Integers) -> LineNoise:
    """The noise of one mechanism's answers; rows: those of the line, −1 where nobody is counted.

    Args:
        mechanism: answers the running counts.
        rows: for each bin the number of its answer; −1 where nobody is counted.
    """
    inside = rows >= 0
    places = np.maximum(rows, 0)
    variances = np.where(inside, mechanism.std[places] ** 2, 0.0)
    covariances = np.zeros(rows.size)
    if inside[-1]:
        covariances[inside] = _covariances_with_last(mechanism, rows[inside])

    def joint(positions: Integers) -> Joint:
        chosen = rows[positions]
        dense = np.zeros((chosen.size, mechanism.measurements))
        dense[chosen >= 0] = coefficients(mechanism, chosen[chosen >= 0])
        return Joint((Block(mechanism.scale, dense),))

    return LineNoise(((mechanism.scale, variances, covariances),), joint, mechanism.measurements)


def _covariances_with_last(mechanism: Mechanism, rows: Integers) -> Values:
    """Of a short line by its own coefficients: the decoder would work out every answer there is for it."""
    if rows.size * mechanism.measurements > SHORT:
        return covariances_with(mechanism, int(rows[-1]))[rows]
    dense = coefficients(mechanism, rows)
    return np.asarray(dense @ dense[-1] * mechanism.scale.variance)


def line_of(blocks: Callable[[Integers], Sequence[Block]], bins: int, width: int) -> LineNoise:
    """The noise of any combinations of answers: `blocks` gives the coefficients of those at some positions.

    Args:
        blocks: for positions of bins the coefficients of each mechanism's integers.
        bins: B.
        width: integers it is made of.
    """
    moments: list[tuple[NoiseScale, Values, Values]] = []
    step = max(1, BATCH // width)
    for first in range(0, bins, step):
        positions = np.append(np.arange(first, min(bins, first + step)), bins - 1)
        for number, block in enumerate(blocks(positions)):
            if number == len(moments):
                moments.append((block.scale, np.zeros(bins), np.zeros(bins)))
            scale, v, c = moments[number]
            rows, total = block.rows[:-1], block.rows[-1]
            v[positions[:-1]] = scale.variance * np.einsum("ij,ij->i", rows, rows)
            c[positions[:-1]] = scale.variance * (rows @ total)
    return LineNoise(tuple(moments), lambda positions: Joint(tuple(blocks(positions))), width)


def quantile_limits(
    running: Values, noises: Sequence[LineNoise], of: Integers, quantiles: Sequence[Fraction], probability: float
) -> list[Bins]:
    """For each q of `at` the first and last bin that the q-quantile cannot be excluded from.

    A line is estimable when its total is clearly above zero; of others every bin is possible.

    Args:
        running: unbiased running counts of lines, shape (L, B).
        noises: of each kind of line.
        of: the kind of each line.
        quantiles: q of each.
        probability: the level.
    """
    shares, alpha = [float(q) for q in quantiles], 1 - probability
    lines, bins = running.shape
    estimable = running[:, -1] > np.array([noise.total(probability) for noise in noises])[of]
    limits = [
        Bins(np.zeros(lines, dtype=np.int64), np.full(lines, bins - 1, dtype=np.int64), estimable) for _ in shares
    ]
    order = np.argsort(of, kind="stable")
    ends = np.searchsorted(of[order], np.arange(len(noises) + 1))
    step = max(1, BATCH // bins)
    for kind, noise in enumerate(noises):
        alike = order[ends[kind] : ends[kind + 1]]
        alike = alike[estimable[alike]]
        if not alike.size:
            continue
        parts = [alike[first : first + step] for first in range(0, alike.size, step)]
        near = np.zeros((len(shares), bins), dtype=bool)
        for place, share in enumerate(shares):
            bound = 2 * noise.reach(share, alpha / 20)
            for part in parts:
                near[place] |= np.any(np.abs(_difference(running[part], share)) <= bound, axis=0)
        margins = noise.margins(shares, near, alpha)
        for place, share in enumerate(shares):
            for part in parts:
                limits[place].first[part], limits[place].last[part] = _possible(running[part], share, margins[place])
    return limits


def _possible(running: Values, share: float, margins: Values) -> tuple[Integers, Integers]:
    """First and last bin that (1), (2) and (3) leave; all of them where none is left."""
    difference = _difference(running, share)
    rounding = ROUNDING * (1 + np.abs(running[:, -1:]))
    two, edge = margins[0], margins[2]
    first_bound = np.where((edge + two) / 2 + margins[1] >= 2 * two, margins[1], two)
    short, passed = difference < -edge, difference >= edge
    left_out = difference < -two - rounding
    tight = difference < -first_bound - rounding
    left_out[:, :1] |= tight[:, :1]
    left_out[:, 1:] |= tight[:, 1:] & short[:, :-1]
    left_out[:, 1:] |= (difference >= two - rounding)[:, :-1]
    left_out[:, 1:] |= (difference >= first_bound - rounding)[:, :-1] & passed[:, 1:]
    possible = ~left_out
    last = running.shape[1] - 1
    lower = np.argmax(possible, axis=1).astype(np.int64)
    upper = last - np.argmax(possible[:, ::-1], axis=1).astype(np.int64)
    none = left_out.all(axis=1)  # the noise is beyond its margin somewhere, and nothing can be said
    return np.where(none, 0, lower), np.where(none, last, upper)


def _difference(running: Values, share: float) -> Values:
    """Ĝ."""
    return running - share * running[:, -1:]


def _variances(v: Values, c: Values, share: float) -> Values:
    """Of F_t − q n; what rounding leaves of nothing is nothing."""
    variances = v - 2 * share * c + share**2 * v[-1]
    return np.where(variances > 1e-12 * (v + share**2 * v[-1]), variances, 0.0)
