"""The last look before a release is committed: no printed number may contradict its own measurement.

A true count lies within m_q of its unbiased answer a_q, an average over groups among them, but for a chance of
10⁻⁹/k, k the number of answers of the release: m_q is σ_q·√(2 ln(2k·10⁹)) for Gaussian noise (subgaussian, whatever its
grid) and, for Laplace noise, a Chernoff bound for any sum of Laplace noises, whose σ_q² counts 2b² for each integer of
scale b (docs/proofs/guard.md, claim 0). What is printed is a table close to all answers, as the true one is. That it is
no farther from each than 1¼ m_q, and what rounding moves, is not proved but found by simulation; 10⁻⁹ is the chance
that a true number is beyond m_q. A printed 36,995 for an answer of 25,138 ± 4 is stopped always.

Numbers that are all wrong by a little are looked at together, up to 256 answers of a vector at a time: with C the
covariance of their noise, the squared distance eᵀC⁻¹e of the printed ones is held against what the noise that was drawn
can make of it (docs/proofs/guard.md).

Where the look finds a contradiction, and where the adjustment fails in any other way (one is that the closest table was
not found in time, postprocess/closest), the unbiased answers are printed, rounded, and marked: a release that
was drawn is never stuck. Post-processing of noisy integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import log, sinh, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.special import dawsn

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.answers.combined import coefficients
from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.planning.choosing.noise import Noise

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

CHANCE = 1e-9
"""Of a false alarm in a release, at most."""
TOGETHER = CHANCE / 10
"""What of it is for answers that are looked at together."""
APART = 1.25
"""How many times farther than a true number a printed one may be."""
ROUNDED = 12.0
"""Whole units by which rounding may move a number beyond what the noise explains."""
MOVED = 1.0
"""Whole units by which rounding may move answers that are looked at together, in the root mean square."""
WIDER = 4.0
"""Times that, and what the bounds of a sum may add, which is the standard error that they have beside their own."""
LOST = 1e-11
"""Part of a covariance matrix's trace that is a rounding error."""
HARDLY = 0.02
"""A scale of Laplace noise at which one integer of 10²¹ bears any."""
BLOCK = 256
"""Answers that are looked at together; fewer where there are more than 8,192 measurements."""
ENTRIES = 2**21
"""Coefficients that are worked out for a vector at most: of a large one some blocks are looked at, evenly spread."""
LEAST = 16
"""Answers that tell more together than each by itself."""


def contradicts(noise: Noise, unbiased: Values, printed: Integers, answers: int, slack: Values | float) -> bool:
    """Whether some printed number is farther from its unbiased answer than noise and rounding explain.

    noise: of the answers, averages over groups among them; unbiased, printed: one number an answer; answers: those of
    the whole release; slack: what the bounds of a sum may add, in steps.
    """
    reach = APART * noise.std * _deviations(noise, answers) + ROUNDED + slack
    return bool(np.any(~(np.abs(printed - unbiased) <= reach)))


def _deviations(noise: Noise, answers: int) -> float:
    """Standard errors within which a true number lies, but for its share of CHANCE."""
    surely = log(2.0 * max(answers, 1) / (CHANCE - TOGETHER))
    scales = [one.scale for one in noise.everyone if one is not None and one.noise == LAPLACE]
    if scales:
        return sqrt(0.5) * (surely + log(surely) + 2.0) * max(map(_over_discrete, scales))
    return sqrt(2.0 * surely)


def _over_discrete(scale: NoiseScale) -> float:
    """√(2b²) of Laplace noise over the standard error of the integers that are drawn, which is less."""
    b = 0.0 if scale.parameter is None else float(scale.parameter)
    return 1.0 if b < HARDLY else 2.0 * b * sinh(0.5 / b)


def contradict_together(
    mechanism: Mechanism, unbiased: Values, printed: Integers, answers: int, slack: Values | float
) -> bool:
    """Whether many printed numbers are so far from their unbiased answers as noise does not move them all.

    unbiased: the mechanism's own answers, before any are averaged with those of other groups; the others are those of
    `contradicts`.
    """
    return any(distance > most for distance, most in distances(mechanism, unbiased, printed, answers, slack))


def distances(
    mechanism: Mechanism, unbiased: Values, printed: Integers, answers: int, slack: Values | float
) -> Iterator[tuple[float, float]]:
    """How far blocks of printed numbers are from their unbiased answers, each with what noise and rounding explain."""
    off = np.asarray(printed - unbiased, dtype=np.float64)
    moved = np.broadcast_to(np.hypot(MOVED, slack), off.shape)
    for rows in _blocks(off.size, mechanism.measurements):
        parts = coefficients(mechanism, rows) * sqrt(_stated_variance(mechanism))
        covariance = parts @ parts.T
        covariance[np.diag_indices_from(covariance)] += (WIDER * moved[rows]) ** 2 + LOST * np.trace(covariance)
        squared = float(off[rows] @ cho_solve(cho_factor(covariance), off[rows]))
        most = _most(mechanism, rows.size, int(parts.any(axis=0).sum()), TOGETHER / max(answers, 1))
        yield sqrt(squared), most + sqrt(2.0 * rows.size) / WIDER


def _blocks(answers: int, measurements: int) -> Iterator[NDArray[np.int64]]:
    """Runs of answers of about the same length, which the plan decides."""
    size = min(BLOCK, ENTRIES // max(measurements, 1))
    if min(size, answers) < LEAST:
        return
    runs = np.array_split(np.arange(answers), -(-answers // size))
    looked = max(1, ENTRIES // (size * max(measurements, 1)))
    for number in np.unique(np.linspace(0, len(runs) - 1, min(looked, len(runs))).astype(int)).tolist():
        yield runs[number]


def _stated_variance(mechanism: Mechanism) -> float:
    """σ² or 2b² of an integer drawn, in counts²: not less than the discrete law's variance."""
    scale = mechanism.scale
    if scale.parameter is None:
        return 0.0
    square = 2.0 * float(scale.parameter) ** 2 if scale.noise == LAPLACE else float(scale.parameter)
    return square / scale.units**2


def _most(mechanism: Mechanism, answers: int, noisy: int, chance: float) -> float:
    """The distance that noise is beyond with this chance at most; noisy: the integers drawn that the answers hold."""
    scale = mechanism.scale
    if scale.parameter is None or not noisy:
        return 0.0
    if scale.noise == LAPLACE:
        return laplace_length(noisy, chance) + sqrt(noisy / 8.0) / float(scale.parameter)
    return gaussian_length(min(answers, noisy), chance)


@lru_cache(maxsize=1024)
def gaussian_length(size: int, chance: float) -> float:
    """What the length of `size` numbers with Gaussian noise of variance 1 at most exceeds with this chance at most."""
    s = np.linspace(0.005, 0.495, 99)
    return sqrt(float(np.min((-log(chance) - size / 2 * np.log1p(-2 * s)) / s)))


@lru_cache(maxsize=1024)
def laplace_length(size: int, chance: float) -> float:
    """The same for Laplace noise of variance 1."""
    widest = log(2.0 * size / chance)
    s = np.geomspace(0.01, 2.0, 100) / widest
    root = np.sqrt(s)
    inside = np.exp(s * widest**2 - widest) * dawsn(root * widest - 0.5 / root) + dawsn(0.5 / root)
    return sqrt(float(np.min((log(2.0 / chance) + size * np.log(inside / root)) / s)) / 2.0)


def nearest(unbiased: Values, *, counts: bool) -> Integers:
    """The unbiased answers as whole numbers; counts not below 0."""
    whole = np.rint(np.clip(unbiased, -(2.0**62), 2.0**62)).astype(np.int64)
    return np.maximum(whole, 0) if counts else whole
