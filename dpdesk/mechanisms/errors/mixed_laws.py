"""The law of the error of a number put together from several mechanisms: Σ_i Σ_j w_ij Z_ij, each i with its own noise.

A sum, difference, average or the numerator of a ratio bears the noises of one or more mechanisms, each known to the
last digit. As in laws.py what is said errs to the safe side: a half-width covers at least its level. Lengths are in
counts, coefficients those of answers in counts. One law of noise for all is the law of the joined coefficients; only
Gaussian noise on fine grids is normal; anything else goes by the waves of laws.py (docs/proofs/error_laws.md, claim 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import inf, log, pi, prod, sqrt

import numpy as np

from dpdesk.mechanisms.core.scales import FINE, GAUSSIAN, LAPLACE, NoiseScale
from dpdesk.mechanisms.errors import lattice, laws
from dpdesk.mechanisms.errors.laws import (
    Law,
    Nothing,
    WaveLaw,
    law_of_sizes,
    normal_half_width,
    normal_tail,
    sizes_of,
)
from dpdesk.privacy import noise_law
from dpdesk.queries.workload import FloatArray, IntArray

DECODER = 1.00001
"""Fine Gaussian noise: what the decoder's own rounding may miss, as in margins.py."""
NO_PART = 1e-11
"""Coefficients below this share of the largest are rounding errors of zero."""
STILL = 1e-200
"""Laplace noise that varies less has no best place of Chernoff's bound near that of a normal law."""


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """One mechanism's share: coefficients of the integers drawn, in counts, as different sizes and how many of each."""

    noise: str
    parameter: Fraction
    sizes: FloatArray
    counts: IntArray

    @property
    def spread(self) -> float:
        """Variance of the share in counts², or for Gaussian noise its bound σ², which stays above 0 however small."""
        unit = float(self.parameter) if self.noise == GAUSSIAN else lattice.variance_of(self.noise, self.parameter)
        return unit * float((self.counts * self.sizes**2).sum())


def law_of_sum(parts: Sequence[tuple[FloatArray, NoiseScale]], often: Sequence[IntArray] | None = None) -> Law:
    """The law of Σ_i Σ_j row_ij·(noise of a measurement of mechanism i, in counts); equal scales share a law of noise.

    Args:
        parts: for each mechanism coefficients of its measurements, in counts to a count, and its noise.
        often: for each mechanism how many measurements have each of these coefficients; None for one.
    """
    joined: list[tuple[list[tuple[FloatArray, IntArray | None]], NoiseScale]] = []
    for number, (row, scale) in enumerate(parts):
        if scale.parameter is None or not row.size:
            continue
        counted = (np.abs(row), None if often is None else often[number])
        for rows, known in joined:
            if (known.noise, known.parameter, known.units) == (scale.noise, scale.parameter, scale.units):
                rows.append(counted)
                break
        else:
            joined.append(([counted], scale))
    top = max((float(row.max(initial=0.0)) / scale.units for rows, scale in joined for row, _ in rows), default=0)
    kept = []
    for rows, scale in joined:
        row = np.concatenate([sizes_of_row for sizes_of_row, _ in rows])
        inside = row > NO_PART * top * scale.units
        if inside.any():
            counts = (
                None
                if often is None
                else np.concatenate([repeats for _, repeats in rows if repeats is not None])[inside]
            )
            kept.append((row[inside], counts, scale))
    if not kept:
        return Nothing()
    if all(scale.noise == GAUSSIAN and _parameter(scale) >= FINE for _, _, scale in kept):
        variance = sum(
            scale.variance * float(row @ row if counts is None else (row * row) @ counts) for row, counts, scale in kept
        )
        return NormalLaw(sqrt(variance), min(_parameter(scale) for _, _, scale in kept))
    if len(kept) == 1:
        return _InCounts(law_of_sizes(*kept[0]), kept[0][2].units)
    components = []
    for row, counts, scale in kept:
        most = float(row.max())  # small beside 1 does not make these nothing: others may be finer still
        sizes, counts = sizes_of(row / most, counts)
        components.append(_Part(scale.noise, _parameter(scale), sizes * (most / scale.units), counts))
    return MixedLaw(components)


def _parameter(scale: NoiseScale) -> Fraction:
    if scale.parameter is None:
        raise LookupError("this noise is nothing")
    return scale.parameter


class NormalLaw(Law):
    """A sum of Gaussian noises on fine grids."""

    __slots__ = ("_deviation", "_parameter")

    def __init__(self, deviation: float, parameter: Fraction) -> None:
        self._deviation, self._parameter = deviation * DECODER, parameter

    def mass(self, t: float) -> float:
        """A little less than P(|X| ≤ t)."""
        return 1 - normal_tail(self._parameter, t / self._deviation)

    def half_width(self, probability: float) -> float:
        """A little more than the smallest."""
        return normal_half_width(self._parameter, probability) * self._deviation


class _InCounts(Law):
    """A law of integers drawn, for lengths in counts."""

    __slots__ = ("_law", "_units")

    def __init__(self, law: Law, units: int) -> None:
        self._law, self._units = law, units

    def mass(self, t: float) -> float:
        return self._law.mass(t * self._units)

    def half_width(self, probability: float) -> float:
        return self._law.half_width(probability) / self._units


class MixedLaw(WaveLaw):
    """Several noises: Selberg's minorant with the product of their characteristic functions."""

    __slots__ = ("_parts",)

    def __init__(self, parts: Sequence[_Part], waves: int = laws.WAVES) -> None:
        self._parts = tuple(parts)
        self._chernoff = partial(self.reach)
        self._reach = self.reach(laws.TAIL)
        share = laws.TAIL / len(self._parts)
        self._moved = sum(
            laws.reach_of(p.noise, p.parameter, 2 * laws.NEGLIGIBLE * p.sizes[-1:], p.counts.sum(keepdims=True), share)
            for p in self._parts
        )
        self._resting = prod(_at_rest(part) for part in self._parts)
        falling = int(min(self._reach / max(float(part.sizes[-1]) for part in self._parts), laws.MOST_WAVES))
        shown = waves
        places, phi = self._shown_waves(shown)
        while places.size and places[-1] == shown and 4 * shown <= min(falling, 16 * laws.WAVES):
            shown = 4 * shown + 3
            places, phi = self._shown_waves(shown)
        self._shown = self._waves = shown
        if falling > shown and not (places.size and places[-1] == shown):
            self._waves = falling
        part = places / (self._waves + 1)
        vaaler = pi * part * (1 - part) / np.tan(pi * part) + part
        self._places = places
        self._sines, self._cosines = 2 * phi * vaaler / (pi * places), 2 * phi * (1 - part) / (self._waves + 1)

    def _shown_waves(self, waves: int) -> tuple[IntArray, FloatArray]:
        """Places at which the characteristic function is not nothing, and its values there."""
        places = np.arange(1, waves + 1)
        logs = np.zeros(waves)
        for part in self._parts:
            angles = np.multiply.outer(part.sizes, places * (pi / self._reach))
            logs += part.counts @ lattice.logarithm_of(part.noise, part.parameter, angles)
        alive = logs > laws.SPENT
        return places[alive], np.exp(logs[alive])

    def reach(self, tail: float) -> float:
        """An x with P(|X| > x) ≤ tail, by Chernoff: (ln(2/tail) + Σ_i ψ_i(a))/a for the best of many a.

        Args:
            tail: the probability.

        Returns:
            x in counts.
        """
        wanted = log(2 / tail)
        limit = min((_limit(part) for part in self._parts), default=inf)
        spread = sum(part.spread for part in self._parts)
        a = np.zeros(0)
        if limit == inf or spread > STILL:
            normal = sqrt(2 * wanted / spread)
            a = np.geomspace(normal / 100, normal * 2, 200)
        if limit < inf:
            a = np.concatenate([a[a < limit * 0.98], limit * laws.PARTS])
        cumulants = np.zeros(a.size)
        for part in self._parts:
            cumulants += _cumulants(part, a)
        return float(((wanted + cumulants) / a).min())


def _at_rest(part: _Part) -> float:
    """P that all of a part's integers are zero."""
    pmf = noise_law.laplace_pmf if part.noise == LAPLACE else noise_law.gaussian_pmf
    return float(pmf(0, part.parameter)) ** int(part.counts.sum())


def _limit(part: _Part) -> float:
    """Where the moment generating function of a part ends."""
    return inf if part.noise == GAUSSIAN else 1 / (float(part.parameter) * float(part.sizes[-1]))


def _cumulants(part: _Part, a: FloatArray) -> FloatArray:
    """Its logarithm, bounded from above (docs/proofs/error_laws.md, claim 3)."""
    if part.noise == GAUSSIAN:
        return a * a * (float(part.parameter) * float((part.counts * part.sizes**2).sum()) / 2)
    half = 0.5 / float(part.parameter)
    inner = 0.5 * np.multiply.outer(a, part.sizes)
    quotient = np.exp(inner - half) * np.expm1(-2 * inner) / np.expm1(-2 * half)
    return np.asarray(-np.log1p(-(quotient**2)) @ part.counts)
