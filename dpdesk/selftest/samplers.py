"""Do the noise samplers draw the laws they claim, on this machine?

Each sampler is tried at a small, a middle and a large scale against the closed form: chi-square over bins of the
values, chi-square of the values modulo 64 (the low digits, which bins of a wide law do not see), and the correlation
of neighbouring draws. A *planted wrong control*, the same draws held against a law 10 % wider and one 10 % narrower,
must fail, or the check itself is worthless. False alarms: 19 p-values below 1e-9 each, so about 2e-8 a run.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from dpdesk.privacy import exponential, noise, noise_law
from dpdesk.selftest.report import CheckResult

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]

REJECT_BELOW = 1e-9
DRAWS = 200_000
CHOICES = 2_000
_SMALLEST_EXPECTED = 400.0
_MODULUS = 64


@dataclass(frozen=True, slots=True)
class Law:
    """One noise law by its closed forms; ``scale`` is b for Laplace and σ for Gaussian."""

    kind: str
    scale: float

    def cdf(self, x: Int64) -> Float64:
        """P(X ≤ x), the law's distribution function."""
        if self.kind == "laplace":
            return noise_law.laplace_cdf(x, self.scale)
        return noise_law.gaussian_cdf(x, self.scale**2)

    @property
    def variance(self) -> float:
        """Variance of the law."""
        if self.kind == "laplace":
            return noise_law.laplace_variance(self.scale)
        return noise_law.gaussian_variance(self.scale**2)

    def residues(self, modulus: int) -> Float64:
        """P(X ≡ r mod modulus) for r = 0 … modulus − 1, from the characteristic function."""
        angles = 2 * math.pi * np.arange(modulus) / modulus
        if self.kind == "laplace":
            transform = noise_law.laplace_characteristic(angles, self.scale)
        else:
            transform = noise_law.gaussian_characteristic(angles, self.scale**2)
        result: Float64 = np.fft.fft(transform).real / modulus
        return result


def fit_p_value(values: Int64, law: Law) -> float:
    """The p-value of the chi-square fit of ``values`` to ``law``, every bin expecting at least 400 draws."""
    reach = max(4, math.ceil(14 * law.scale))
    points = np.unique(np.linspace(-reach, reach, 4001).round().astype(np.int64))
    cdf = law.cdf(points)
    edges: list[int] = []
    masses: list[float] = []
    least, last = _SMALLEST_EXPECTED / values.size, 0.0
    width = max(least, 1 / 128)
    for point, mass in zip(points, cdf, strict=True):
        # Tail bins as thin as they may be, inner bins of equal mass; what is left over joins the last bin.
        wanted = least if min(mass, 1 - mass) < 0.01 else width
        if mass - last >= wanted and 1 - mass >= least:
            edges.append(int(point))
            masses.append(float(mass - last))
            last = float(mass)
    masses.append(1 - last)
    observed = np.bincount(np.searchsorted(np.asarray(edges), values, side="left"), minlength=len(masses))
    return _chi_square(observed, np.asarray(masses))


def residue_p_value(values: Int64, law: Law, modulus: int = _MODULUS) -> float:
    """The p-value of the chi-square fit of the values modulo ``modulus``; rare residues are pooled."""
    expected = np.maximum(law.residues(modulus), 0.0)
    observed = np.bincount(np.remainder(values, modulus), minlength=modulus)
    common = expected * values.size >= _SMALLEST_EXPECTED
    if common.all():
        return _chi_square(observed, expected)
    pooled = np.append(expected[common], expected[~common].sum())
    counts = np.append(observed[common], observed[~common].sum())
    if pooled[-1] * values.size < _SMALLEST_EXPECTED:
        place = int(np.argmax(pooled[:-1]))
        pooled[place] += pooled[-1]
        counts[place] += counts[-1]
        pooled, counts = pooled[:-1], counts[:-1]
    return _chi_square(counts, pooled)


def neighbour_p_value(values: Int64, law: Law) -> float:
    """Two-sided p-value of the correlation of each value with the next (normal approximation)."""
    scaled = values / math.sqrt(law.variance)
    z = float(np.dot(scaled[:-1], scaled[1:])) / math.sqrt(values.size - 1)
    return math.erfc(abs(z) / math.sqrt(2))


def _chi_square(observed: npt.NDArray[np.int64], masses: Float64) -> float:
    """P(chi-square with len − 1 degrees of freedom ≥ the statistic); 1 where there is a single bin."""
    from scipy.special import chdtrc

    if masses.size < 2:
        return 1.0
    expected = masses * observed.sum()
    statistic = float(((observed - expected) ** 2 / expected).sum())
    return float(chdtrc(masses.size - 1, statistic))


def draw(kind: str, scale: Fraction | int, size: int) -> Int64:
    """Draws of the sampler under test."""
    if kind == "laplace":
        return noise.discrete_laplace(scale, size)
    return noise.discrete_gaussian(Fraction(scale) ** 2, size)


def check_sampler(kind: str, scale: Fraction | int, size: int = DRAWS) -> list[CheckResult]:
    """The fit of one sampler at one scale, and that a law 10 % off either way is rejected."""
    values = draw(kind, scale, size)
    law = Law(kind, float(scale))
    tests: dict[str, Callable[[Int64, Law], float]] = {
        "values": fit_p_value,
        "low digits": residue_p_value,
        "neighbouring draws": neighbour_p_value,
    }
    p_values = {name: test(values, law) for name, test in tests.items()}
    controls = [fit_p_value(values, Law(kind, float(scale) * factor)) for factor in (0.9, 1.1)]
    figures = ", ".join(f"{name} p = {p:.3g}" for name, p in p_values.items())
    name = f"{kind} noise of scale {float(scale):g}"
    return [
        CheckResult(name, min(p_values.values()) >= REJECT_BELOW, f"{size} draws: {figures}"),
        CheckResult(
            f"{name}: planted wrong law",
            max(controls) < REJECT_BELOW,
            f"laws 10 % off have p = {controls[0]:.3g} and {controls[1]:.3g} and must be rejected",
        ),
    ]


def check_choices(size: int = CHOICES) -> list[CheckResult]:
    """The fit of the exponential mechanism's draws, and that a law of twice the rate is rejected."""
    scores = np.array([5, 3, 0, 9, 1, 3, 2, 2])
    rate = Fraction(1, 3)
    drawn = np.bincount([exponential.choose(scores, rate) for _ in range(size)], minlength=scores.size)
    right, wrong = (
        _chi_square(drawn, exponential.law(scores, used_rate)) for used_rate in (float(rate), 2 * float(rate))
    )
    name = "choices of the exponential mechanism"
    return [
        CheckResult(name, right >= REJECT_BELOW, f"{size} draws: p = {right:.3g}"),
        CheckResult(
            f"{name}: planted wrong law",
            wrong < REJECT_BELOW,
            f"the law of twice the rate has p = {wrong:.3g} and must be rejected",
        ),
    ]


def run() -> list[CheckResult]:
    """Both samplers of noise at three scales and the exponential mechanism, with their planted controls."""
    cases: list[tuple[str, Fraction | int]] = [
        (kind, scale) for kind in ("laplace", "gaussian") for scale in (Fraction(143, 10), 1000, 10**6)
    ]
    return [result for kind, scale in cases for result in check_sampler(kind, scale)] + check_choices()
