"""Half-widths of many sums of few Laplace integers, b < 2^10, by six sums of powers of their coefficients.

Such integers lie too far apart to be taken for Laplace variables (fine_laplace.py). Their sums are told by Selberg's
minorant (laws.py), and its first waves by the same six sums, since the characteristic function of an integer is that of
a Laplace variable times a power series (docs/proofs/error_laws.md, claim 9). That waves far out are nothing is told by
coefficients so small that none of them has turned there: these are called smooth. Lengths are in units of √2·b·√Q.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, log, pi, sinh, sqrt

import numpy as np

from dpdesk.mechanisms.errors import laplace_waves as waves
from dpdesk.mechanisms.errors import laws
from dpdesk.mechanisms.errors.fine_laplace import LOST, NEAR, NUMERICAL, BoolArray, Kind, lengths_of, told_by_kinds
from dpdesk.queries.workload import FloatArray, IntArray

SHOWN = 56
"""Most waves that are told by sums."""
FURTHER = 64
"""Runs of waves beyond, each bounded at once."""
LOSS = 0.011
"""Most that the minorant loses, in standard errors."""
SMOOTH = 1e-3
"""The most that the share of a smooth coefficient is."""
NEARER = 10.0
"""By what it is more for waves nearer by."""
LEVELS = np.append(0.5 * 2.0 ** (-np.arange(15) / 2), 0.0)
"""How much is smooth, in steps."""
CHORDS = 4
"""How often a chord is drawn between two lengths, of which the longer is enough."""
ZETA_6, ZETA_14 = 1.0174, 1.0001


def smooth_shares(parameter: Fraction) -> tuple[float, float]:
    """The most that a smooth coefficient's share is: it has turned by π at most where the minorant's waves end.

    Args:
        parameter: b.

    Returns:
        That, and the most for waves nearer by.
    """
    share = min(SMOOTH, (LOSS * float(parameter) * _narrower(parameter)) ** 2)
    return share, NEARER * share


def _narrower(parameter: Fraction) -> float:
    """A standard error in units of √2·b·√Q."""
    half = 0.5 / float(parameter)
    return half / sinh(half)


def told_by_sums(
    sums: FloatArray, smooth: FloatArray, parameter: Fraction, probability: float
) -> tuple[FloatArray, BoolArray]:
    """Half-widths of laws told by the sums of powers of their shares.

    Args:
        sums: s_1 … s_6, s_1 = ½, float64[laws, 7], as `fine_laplace.told_by_sums` takes them.
        smooth: s_1 of smooth coefficients of both degrees, float64[laws, 2].
        parameter: b.
        probability: p.

    Returns:
        A t for every law with P(|X| ≤ t) ≥ p, in units of √2·b·√Q, and where that loses little. Elsewhere t is 0.
    """

    def half_widths(kind: Kind, rows: IntArray, light: FloatArray) -> tuple[FloatArray, FloatArray]:
        return _table(*kind, parameter, probability).half_widths(sums[rows, : waves.SUMS], light, smooth[rows])

    return told_by_kinds(sums, probability, half_widths)


@lru_cache(maxsize=512)
def _table(step: int, square: int, light: bool, parameter: Fraction, probability: float) -> _Table:
    return _Table(step, square, light, parameter, probability)


class _Table:
    """What all laws have in common whose largest share and s_2 have about the same bounds."""

    def __init__(self, step: int, square: int, light: bool, parameter: Fraction, probability: float) -> None:
        self._h, self._narrower, self._probability = 1 / float(parameter), _narrower(parameter), probability
        self._bound, self._square = waves.bound_of(step), waves.bound_of(square)
        self._shares = smooth_shares(parameter)
        self._waves = ceil(NEAR / (self._h * sqrt(self._shares[0]))) - 1
        self._lengths = lengths_of(probability) * self._narrower
        theta = waves.theta_of(NEAR, 0, min(SHOWN, self._waves))
        plain, coefficients, wrong = self._logarithm(step, light, parameter, theta)
        most = self._by_largest(theta, theta)
        useless = (wrong > 1) | (most < log(LOST / 100)) | (self._h**2 * theta**2 * self._bound > pi**2)
        kept = int(np.argmax(useless)) if useless.any() else theta.size
        self._plain, self._coefficients = plain[:kept, None], coefficients[:, :kept].T
        self._sine, self._cosine = laws.minorant(np.arange(1, kept + 1), self._waves)
        angles = np.multiply.outer(theta[:kept], self._lengths)
        shown = self._sine[:, None] * np.sin(angles) - self._cosine[:, None] * np.cos(angles)
        off = (self._sine + self._cosine) * wrong[:kept]
        self._shown = np.concatenate([shown, off[:, None]], axis=1)
        alias = waves.beyond_reach(self._bound, 2 * NEAR - float(self._lengths[-1]))
        self._lost = self._further(kept) + alias + NUMERICAL

    def _logarithm(
        self, step: int, light: bool, parameter: Fraction, theta: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """−ln φ without sums, by what s_2 … s_6 and light s_2 are multiplied, and the part by which φ may be wrong."""
        turns, gamma = (self._h * theta) ** 2, _series(parameter)
        coefficients, doubt = waves.interpolation(step, NEAR, 0, theta.size)
        of_light, off = waves.of_light(theta)
        powers = [gamma[k] * turns**k / k for k in range(1, waves.SUMS + 1)]
        coefficients = np.concatenate([coefficients + np.array(powers[1:]), (of_light + powers[1])[None]])
        most = waves.logarithm_at_most(np.array([0.5]), np.array([self._square]), theta)[0]
        part, part_of_light = (np.minimum(turns * share / (4 * pi**2), 0.5) for share in (self._bound, waves.LIGHT))
        rest = ZETA_14 / 7 * self._bound**5 * (turns / (4 * pi**2)) ** 6 * part / (1 - part)
        light_rest = ZETA_6 / 3 * waves.LIGHT * (turns / (4 * pi**2)) ** 2 * part_of_light / (1 - part_of_light)
        wrong = (theta**2 / 2 + most) * doubt + rest + (off + light_rest) * light
        return theta**2 / 2 - powers[0] / 2, coefficients, np.expm1(np.minimum(wrong, 50.0))

    def _by_largest(self, first: FloatArray, last: FloatArray) -> FloatArray:
        """A bound of ln φ from the first of waves to the last, by s_2; 0 where one share may have turned by π."""
        turned = self._h * last * sqrt(self._bound)
        slower = np.where(turned <= pi, _slower(turned), 0.0)
        most = waves.logarithm_at_most(np.array([0.5]), np.array([self._square]), first * slower * self._narrower)
        return np.asarray(most[0], dtype=np.float64)

    def _further(self, kept: int) -> FloatArray:
        """What waves from one on may add up to, by how much is smooth, float64[levels, levels]."""
        edges = np.unique(np.geomspace(kept + 1, self._waves + 1, FURTHER).astype(np.int64))
        first, last = edges[:-1], edges[1:] - 1
        weights = 2 / pi * (np.log(last / first) + 1 / first) + 2 * (last - first + 1) / (self._waves + 1)
        start, end = (np.asarray(wave * (pi / NEAR), dtype=np.float64) for wave in (first, last))
        most = self._by_largest(start, end)
        for axis, share in enumerate(self._shares):
            turned = self._h * end * sqrt(share)
            slower = np.where(turned <= pi, _slower(turned), 0.0) * start * self._narrower
            levels = np.multiply.outer(LEVELS, -np.log1p(share * slower**2) / share)
            most = np.minimum(most, np.expand_dims(levels, 1 - axis))
        return np.asarray(np.exp(most) @ weights)

    def half_widths(self, sums: FloatArray, light: FloatArray, smooth: FloatArray) -> tuple[FloatArray, FloatArray]:
        """For each law a length, and what is lost; infinitely much where no length is enough."""
        phi = np.exp(self._coefficients @ np.column_stack([sums[:, 1:], light]).T - self._plain)
        covered = phi.T @ self._shown
        level = np.searchsorted(-LEVELS, -np.maximum(smooth, 0.0)).T
        lost = covered[:, -1] + self._lost[level[0], level[1]]
        wanted = self._probability + 1 / (self._waves + 1) + lost
        covered = covered[:, :-1] + (self._lengths / NEAR)
        first = np.maximum(np.argmax(covered >= wanted[:, None], axis=1), 1)
        row = np.arange(first.size)
        low, high = self._lengths[first - 1], self._lengths[first]
        at_low, at_high = covered[row, first - 1] - wanted, covered[row, first] - wanted
        reached = (at_low < 0) & (at_high >= 0)
        widths, open_ = high.copy(), np.flatnonzero(reached)
        for _ in range(CHORDS):  # the minorant is hardly ever convex, and then the second chord leads there
            part = at_low[open_] / (at_low[open_] - at_high[open_])
            middle = low[open_] + (high[open_] - low[open_]) * part
            off = self._mean(phi[:, open_], middle) - wanted[open_]
            enough = off >= 0
            widths[open_[enough]] = middle[enough]
            low[open_], at_low[open_] = middle, off
            open_ = open_[~enough]
            if not open_.size:
                break
        return widths, np.where(reached, lost, np.inf)

    def _mean(self, phi: FloatArray, lengths: FloatArray) -> FloatArray:
        """The minorant's mean of each law at a length of its own, but for 1/(K + 1), by Clenshaw's recurrence."""
        angle = lengths * (pi / NEAR)
        twice = 2 * np.cos(angle)
        sines, sine_before, cosines, cosine_before = (np.zeros(lengths.size) for _ in range(4))
        for place in range(phi.shape[0] - 1, -1, -1):
            sines, sine_before = phi[place] * self._sine[place] + twice * sines - sine_before, sines
            cosines, cosine_before = phi[place] * self._cosine[place] + twice * cosines - cosine_before, cosines
        return np.asarray(lengths / NEAR + sines * np.sin(angle) - (cosines * twice / 2 - cosine_before))


def _slower(turned: FloatArray) -> FloatArray:
    """sin(z/2)/(z/2), which falls up to π."""
    return np.asarray(np.sinc(turned / (2 * pi)))


@lru_cache(maxsize=64)
def _series(parameter: Fraction) -> IntArray:
    """γ_1 … γ_6 of claim 9; the first of seven numbers is nothing."""
    h = 1 / float(parameter)
    n = 2 * pi * np.arange(1, 4097)
    gamma = [0.0, *(float(2 * ((n + 1j * h) ** (-2.0 * k)).real.sum()) for k in range(1, waves.SUMS + 1))]
    gamma[1] = 1 / h**2 - 1 / (4 * sinh(h / 2) ** 2)
    return np.array(gamma)
