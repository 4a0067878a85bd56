"""Exact tails of the discrete noise, and the error a run keeps to.

Discrete Laplace noise Z of scale b, a = e^(−1/b): P(|Z| ≥ m) = 2a^m/(1 + a) for whole m ≥ 1, P(Z ≥ m) = a^m/(1 + a) for
m ≥ 0. (The continuous e^(−m/b) of the sources is smaller: up to twice for one that is rounded.) `upper_tail` brackets
the latter by rationals in integer arithmetic; what must not be understated takes the upper end.

A run with threshold noise μ and query noises ν_1 … ν_k goes wrong by more than e only if max_j |ν_j| + |μ| > e (Bun,
Steinke, Ullman, proof of Lemma 5.10), for

    P(max_j |ν_j| + |μ| > e) = P(|μ| > e) + Σ_{i=0..e} P(|μ| = i)·(1 − (1 − P(|ν| > e − i))^k),

which is summed as it stands, without the union bounds of the sources. Where a count lies on one side of a single
threshold, only noise of one sign can falsify its answer: P(ν > e − i) takes the place of P(|ν| > e − i) (`sides` = 1).
Whoever chooses the questions may know all answers so far: given μ every answer is wrong with at most that probability,
whatever was asked before, so k answers are right with at least the power shown.

The sum runs in float64. Its terms are positive, each correct to a part in 10^12 (exponents below 700, with exp, expm1
and log1p good to a few units in the last place: 1 − (1 − t)^k is no worse conditioned than t), so 10^-9 outward on
either side holds the true value. Sums of more than 2^16 terms are taken in blocks, whose ends bound what lies in them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dpdesk.errors import BadInput
from dpdesk.privacy.intervals import exp_minus
from dpdesk.problems.problem import problem

Float64 = npt.NDArray[np.float64]

_BITS = 192
_OUTWARD = 1e-9
_TINY = 1e-290
_BELOW_ONE = 1 - 2.0**-53
_BLOCKS = 1 << 16
_COARSE = 1 << 9
LARGEST_ERROR = 1 << 61


def upper_tail(scale: Fraction, least: int) -> tuple[Fraction, Fraction]:
    """Rationals (lower, upper) around P(Z ≥ least), absolute distance below 2^-180."""
    if least < 0:
        lower, upper = upper_tail(scale, 1 - least)
        return 1 - upper, 1 - lower
    unit = 1 << _BITS
    power, step = exp_minus(least / Fraction(scale), _BITS), exp_minus(1 / Fraction(scale), _BITS)
    return Fraction(power[0], unit + step[1]), Fraction(power[1], unit + step[0])


def wrong_bounds(
    error: int,
    questions: int,
    scale: Fraction,
    threshold_scale: Fraction | None = None,
    sides: int = 2,
    blocks: int = _BLOCKS,
) -> tuple[float, float]:
    """Floats (lower, upper) around the probability that the noise of a run exceeds `error` somewhere, as above.

    Without `threshold_scale` there is no μ. `sides` = 1 counts noise of one sign. `blocks` bounds the work.
    """
    if threshold_scale is None:
        right = _any_beyond(np.array([float(error)]), questions, scale, sides)[0]
        return _outward(float(right), float(right))
    rate = float(1 / Fraction(threshold_scale))
    width = max(1, -(-error // blocks))
    starts = np.arange(1, error + 1, width, dtype=np.int64)
    ends = np.minimum(starts + (width - 1), error)
    # P(|μ| = i) summed over a block from i to j: 2a^i/(1 + a) · (1 − a^(j − i + 1)).
    normal = 1 + math.exp(-rate)
    weights = 2 * np.exp(-rate * starts) / normal * -np.expm1(-rate * (ends - starts + 1))
    centre = -math.expm1(-rate) / normal * float(_any_beyond(np.array([float(error)]), questions, scale, sides)[0])
    rest = 2 * math.exp(-rate * (error + 1)) / normal
    high = centre + rest + float((weights * _any_beyond(error - ends, questions, scale, sides)).sum())
    if width == 1:
        return _outward(high, high)
    low = centre + rest + float((weights * _any_beyond(error - starts, questions, scale, sides)).sum())
    return _outward(low, high)


def smallest_error(
    questions: int,
    failure: Fraction,
    scale: Fraction,
    threshold_scale: Fraction | None = None,
    sides: int = 2,
    values: int = 0,
    value_scale: Fraction | None = None,
) -> int:
    """The smallest e with P(noise beyond e somewhere) ≤ failure; with `values`, also for so many values beside.

    `values` answers carry noise of `value_scale` of their own, which must stay within e too. Proven from above:
    where the true probability is within 10^-9 of `failure`, or e is above 2^16, the next e may be given.
    Raises BadInput where e would leave 2^61.
    """
    if questions < 1 or not 0 < failure < 1:
        raise ValueError("an error needs at least one question and a failure probability between 0 and 1")
    return _smallest(
        questions,
        Fraction(failure),
        Fraction(scale),
        None if threshold_scale is None else Fraction(threshold_scale),
        sides,
        values,
        None if value_scale is None else Fraction(value_scale),
    )


@lru_cache(maxsize=512)
def _smallest(
    questions: int,
    failure: Fraction,
    scale: Fraction,
    threshold_scale: Fraction | None,
    sides: int,
    values: int,
    value_scale: Fraction | None,
) -> int:
    def either(error: int, blocks: int) -> tuple[float, float]:
        low, high = wrong_bounds(error, questions, scale, threshold_scale, sides, blocks)
        if values and value_scale is not None:
            other = wrong_bounds(error, values, value_scale)
            low, high = max(low, other[0]), high + other[1] - low * other[0]
        return low, high

    # Coarse sums bracket the answer from both sides; the fine sum decides between.
    least = _first(lambda error: either(error, _COARSE)[0] <= failure, 0, None)
    most = _first(lambda error: either(error, _COARSE)[1] <= failure, least, None)
    return _first(lambda error: either(error, _BLOCKS)[1] <= failure, least, most)


def _first(holds: Callable[[int], bool], least: int, most: int | None) -> int:
    """The first integer from `least` on for which `holds`, which stays true once it is; known to hold at `most`."""
    if most is None:
        step = 1
        most = least
        while not holds(most):
            least, most = most + 1, most + step
            step *= 2
            if most > LARGEST_ERROR:
                raise BadInput(problem("sequential.noise_too_large_less"))
    while least < most:
        middle = (least + most) // 2
        if holds(middle):
            most = middle
        else:
            least = middle + 1
    return most


def _any_beyond(room: npt.ArrayLike, questions: int, scale: Fraction, sides: int) -> Float64:
    """1 − (1 − P(ν > room))^questions for each room ≥ 0, P of both signs or one: with P(Z ≥ m) = a^m/(1 + a)."""
    rate = float(1 / Fraction(scale))
    least = np.asarray(room, dtype=np.float64) + 1
    tail = sides * np.exp(-rate * least) / (1 + math.exp(-rate))
    result: Float64 = -np.expm1(questions * np.log1p(-np.minimum(tail, _BELOW_ONE)))
    return result


def _outward(low: float, high: float) -> tuple[float, float]:
    return max(low * (1 - _OUTWARD) - _TINY, 0.0), min(high * (1 + _OUTWARD) + _TINY, 1.0)
