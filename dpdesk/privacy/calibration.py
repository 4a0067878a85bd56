"""How much noise a promise needs: exact scales for ε and ρ, a proven Gaussian scale for (ε, δ).

Guarantees, for integer vectors y + z with neighbours' y at most Δ apart:
ε, discrete Laplace of scale b per coordinate: the likelihood ratio is at most e^(Δ1/b), so b = Δ1/ε, exactly.
ρ, discrete Gaussian of parameter s: Δ2²/(2s) (Canonne, Kamath, Steinke 2020, Theorem 14), so s = Δ2²/(2ρ), exactly.
(ε, δ), discrete Gaussian: the scale of *continuous* noise (Balle & Wang 2018, Theorem 8) is slightly too small on
the integers. Here s = Δ2²·t(ε, δ) on a grid fine enough for the following proof, which holds for every shift vector
of integers, whatever its entries, their common divisors and their number.

Proof. Let 0 < h < s and K the channel that turns a real x into the integer y with probability proportional to
e^(−(y − x)²/(2h)). Fed with N(μ, s − h), μ an integer, it returns y with probability
C·∫ e^(−(x − μ)²/(2(s − h)))·e^(−(y − x)²/(2h))/Z(x) dx, Z(x) = Σ_n e^(−(n − x)²/(2h)). By Poisson summation
Z(x) = √(2πh)·(1 + 2Σ_k e^(−2π²k²h) cos 2πkx) lies within 1 ± η of √(2πh), η = 2e^(−2π²h)/(1 − e^(−2π²h)); and
without Z the integral is e^(−(y − μ)²/(2s)) times a constant. So the output has, point by point, the probability of the
discrete Gaussian times a factor between e^(−a) and e^a, a = ln((1 + η)/(1 − η)).
Apply K to each coordinate in which the neighbours differ: with integer entries there are at most r = ⌊Δ2²⌋ of them (in
grid units r does not change, a non-zero entry stays one). The continuous mechanism with variance s − h being (ε', δ'),
its image is too, hence the discrete Gaussian mechanism is (ε' + 2ra, e^(ra)·δ'). Here ε' = ε(1 − κ), δ' = δ(1 − κ),
κ = 10^-9, and h = s/500 is required to give 2ra ≤ κ·min(ε, 1)/1000 in each of at most 1000 blocks of coordinates.
Scaling shift and noise by a whole number g (the grid) leaves the continuous mechanism as it is and multiplies s by g²:
the least power of two for which the requirement holds is taken. The price is √(500/499): 0.1 % of σ.
A budget that is divided (SharedDP) is calibrated once: block g has s_g = Δ_g²·t(ε, δ)/p_g for its part p_g, so that the
stacked continuous mechanism has Σ Δ_g²/s_g ≤ 1/t, Σ p_g ≤ 1; it may have 1000 blocks that share p_g·κ·min(ε, 1) of the
slack. Later parts may be chosen in the light of earlier ones (docs/proofs/one_calibration.md).
The continuous profile Φ(1/(2τ) − ετ) − e^ε·Φ(−1/(2τ) − ετ), τ = σ/Δ2, falls in τ; a float search proposes τ, and
integer interval arithmetic proves the profile at that rational τ, or moves it up until it does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import round_up
from dpdesk.privacy.intervals import ceil_scaled, exp_minus, normal_tail
from dpdesk.privacy.loss import ZCDP, ApproxDP, PureDP, SharedDP
from dpdesk.problems.problem import problem

_SLACK = Fraction(1, 10**9)
_SMOOTHING_SHARE = Fraction(1, 500)
_MOST_BLOCKS = 1000
_LARGEST_GRID = 1 << 24
_LARGEST_EPSILON = 1000
_DIGITS = 15


def laplace_scale(loss: PureDP | ApproxDP, l1: Fraction | int) -> Fraction:
    """The scale of discrete Laplace noise for integer vectors.

    Args:
        loss: what may be spent; of (ε, δ) this noise spends (ε, 0).
        l1: the largest L1 distance Δ1 between the vectors of neighbours, in counts.

    Returns:
        b = Δ1/ε, in counts.

    Raises:
        BadInput: the distance is not positive.

    >>> laplace_scale(PureDP("1/2"), 1)
    Fraction(2, 1)
    """
    return _sensitivity(l1) / loss.epsilon


@dataclass(frozen=True, slots=True)
class GaussianScale:
    """Gaussian noise for integer vectors y: publish (grid·y + z)/grid, z discrete Gaussian of sigma_squared·grid².

    Attributes:
        sigma_squared: the parameter, in counts².
        grid: so many units of the integers that are drawn are one count.
        l2_squared: the squared L2 distance Δ2² that it was made for, in counts².
        epsilon: that of an (ε, δ) promise; None for ρ, which needs no grid.
        share: the part of that promise.
    """

    sigma_squared: Fraction
    grid: int
    l2_squared: Fraction
    epsilon: Fraction | None = None
    share: Fraction = Fraction(1)

    @property
    def on_grid(self) -> Fraction:
        """The sampler's parameter, in grid units squared."""
        return self.sigma_squared * self.grid**2

    def part(self, weight: Fraction | int) -> GaussianScale:
        """The noise of a block of coordinates, on a grid of its own.

        For blocks i of weights κ_i, calibrate on the joint Δ2² = max over neighbours of Σ_i |d_i|²/κ_i: dividing block
        i by √κ_i makes the continuous mechanism isotropic, and block i differs in at most κ_i·Δ2² coordinates.
        At most 1000 blocks.

        Args:
            weight: κ, by which this scale's parameter is multiplied.

        Raises:
            BadInput: the weight is not positive.

        >>> gaussian_scale(ZCDP("1/2"), 1).part(4).sigma_squared
        Fraction(4, 1)
        """
        if weight <= 0:
            raise BadInput(problem("privacy.weight"))
        sigma_squared, l2_squared = self.sigma_squared * weight, self.l2_squared * weight
        grid = 1 if self.epsilon is None else _grid(sigma_squared, l2_squared, self.epsilon, self.share)
        return GaussianScale(sigma_squared, grid, l2_squared, self.epsilon, self.share)


def gaussian_scale(loss: ZCDP | ApproxDP, l2_squared: Fraction | int) -> GaussianScale:
    """The discrete Gaussian noise for integer vectors.

    Args:
        loss: what may be spent.
        l2_squared: the largest squared L2 distance Δ2² between the vectors of neighbours, in counts².

    Returns:
        The parameter, in counts², and the grid on which it is drawn; for ρ it is Δ2²/(2ρ) on whole counts.

    Raises:
        BadInput: the distance is not positive, or (ε, δ) is beyond reason (ε above 1000, say).

    >>> gaussian_scale(ZCDP("1/8"), 2).sigma_squared
    Fraction(8, 1)
    """
    exact = _sensitivity(l2_squared)
    if isinstance(loss, ZCDP):
        return GaussianScale(exact / (2 * loss.rho), 1, exact)
    whole, share = _whole(loss)
    sigma_squared = exact * _unit_parameter(whole.epsilon, whole.delta) / share
    grid = _grid(sigma_squared, exact, whole.epsilon, share)
    return GaussianScale(sigma_squared, grid, exact, whole.epsilon, share)


def least_grid(loss: ApproxDP, sigma_squared: Fraction, l2_squared: Fraction) -> int:
    """The coarsest grid on which discrete Gaussian noise is proven to be as good as continuous noise.

    Args:
        loss: the promise.
        sigma_squared: the parameter, in counts².
        l2_squared: the largest squared L2 distance Δ2² between the vectors of neighbours, in counts².

    Returns:
        So many units to a count, a power of two.

    Raises:
        BadInput: no grid is fine enough, with hardly any noise.
    """
    whole, share = _whole(loss)
    return _grid(sigma_squared, l2_squared, whole.epsilon, share)


def _whole(loss: ApproxDP) -> tuple[ApproxDP, Fraction]:
    """What is calibrated together, and the part of it."""
    return (loss.together, loss.part) if isinstance(loss, SharedDP) else (loss, Fraction(1))


def gaussian_rho(sigma_squared: Fraction | int, l2_squared: Fraction | int) -> Fraction:
    """The ρ that discrete Gaussian noise spends on integer vectors.

    Args:
        sigma_squared: the noise's parameter, in counts².
        l2_squared: the largest squared L2 distance Δ2² between the vectors of neighbours, in counts².

    Returns:
        Δ2²/(2·sigma_squared).
    """
    return Fraction(l2_squared) / (2 * Fraction(sigma_squared))


def _sensitivity(value: Fraction | int) -> Fraction:
    """A positive sensitivity."""
    if value <= 0:
        raise BadInput(problem("privacy.sensitivity"))
    return Fraction(value)


def _grid(sigma_squared: Fraction, l2_squared: Fraction, epsilon: Fraction, share: Fraction) -> int:
    """The least power of two g with h = g²·sigma_squared/500 large enough that 2ra ≤ share·κ·min(ε, 1)/1000.

    a ≤ 2.02·η and η ≤ 2.02·e^(−2π²h) once η ≤ 1/100; 19.7 < 2π². Floats enter with room to spare (19.7 against 19.739).
    """
    differing = max(1, math.floor(l2_squared))
    allowed = share * _SLACK * min(epsilon, Fraction(1)) / _MOST_BLOCKS
    ratio = Fraction(9 * differing) / allowed  # 2·2.02·2.02 < 9
    needed = math.log(ratio.numerator) - math.log(ratio.denominator)
    grid = 1
    while 19.7 * float(sigma_squared * _SMOOTHING_SHARE * grid**2) < needed:
        grid *= 2
        if grid > _LARGEST_GRID:
            raise BadInput(problem("privacy.hardly_any_noise"))
    return grid


@lru_cache(maxsize=256)
def _unit_parameter(epsilon: Fraction, delta: Fraction) -> Fraction:
    """t(ε, δ): the parameter that protects integer vectors at distance 1, rounded up."""
    if epsilon > _LARGEST_EPSILON:
        raise BadInput(problem("privacy.promises_nothing", most=_LARGEST_EPSILON))
    target_epsilon, target_delta = epsilon * (1 - _SLACK), delta * (1 - _SLACK)
    proposed = _proposed_ratio(float(target_epsilon), float(target_delta))
    step = Fraction(1, 10**13)
    ratio = round_up(Fraction(proposed), _DIGITS)
    while not _proved(ratio, target_epsilon, target_delta):
        ratio, step = round_up(ratio * (1 + step), _DIGITS), 2 * step
    return round_up(ratio**2 / (1 - _SMOOTHING_SHARE), _DIGITS)


def _proved(ratio: Fraction, epsilon: Fraction, delta: Fraction) -> bool:
    """Whether the continuous profile at σ/Δ2 = ``ratio`` is at most δ, by arithmetic rounded outward."""
    exponent_bits = math.ceil(epsilon * Fraction(3, 2))  # e^ε < 2^(1.5 ε)
    bits = 128 + delta.denominator.bit_length() - delta.numerator.bit_length() + 2 * exponent_bits
    near = normal_tail(epsilon * ratio - 1 / (2 * ratio), bits)
    far = normal_tail(epsilon * ratio + 1 / (2 * ratio), bits)
    inverse = exp_minus(epsilon, bits)[1]  # ≥ 2^bits·e^−ε
    return near[1] - (far[0] << bits) // inverse <= ceil_scaled(delta, bits) - 1


def _proposed_ratio(epsilon: float, delta: float) -> float:
    """σ/Δ2 by bisection of the float profile φ(u)(m(u) − m(v)), m Mills' ratio, u, v = ετ ∓ 1/(2τ)."""
    from scipy.special import erfcx

    low, high = -40.0, 40.0
    for _ in range(80):
        middle = (low + high) / 2
        ratio = 2.0**middle
        near, far = epsilon * ratio - 0.5 / ratio, epsilon * ratio + 0.5 / ratio
        if near < -30:
            profile = 1.0
        else:
            mills = float(erfcx(near / math.sqrt(2))) - float(erfcx(far / math.sqrt(2)))
            profile = math.exp(-near * near / 2) * mills / 2
        if profile <= delta:
            high = middle
        else:
            low = middle
    if not -30 < low < 30:
        raise BadInput(problem("privacy.out_of_reach"))
    return float(2.0**high)
