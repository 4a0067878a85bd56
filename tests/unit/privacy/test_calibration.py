"""Noise scales: exact for ε and ρ; for (ε, δ) private by the exact discrete profile, and hardly more than needed."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import least_of

from dpdesk.errors import BadInput
from dpdesk.privacy import ZCDP, ApproxDP, PureDP, noise_law
from dpdesk.privacy import calibration as cal
from dpdesk.privacy.profile import gaussian_profile_delta

SHIFTS = [(1,), (1, 1), (3,), (2, 1), (1, 1, 1), (1,) * 10, (5, -3, 2, 1, 0, 1)]


def smallest_private_sigma(shift, epsilon, delta, grid):
    """The smallest σ (in counts, to 1e-6 relative) that is private for ``shift`` in counts.

    Found from above: the exact profile is scanned downwards from a private σ in steps of 2 %, then bisected.
    """
    target = float(delta)
    on_grid = [int(step) * grid for step in shift]

    def private(sigma: float) -> bool:
        return gaussian_profile_delta(Fraction(sigma * grid) ** 2, on_grid, epsilon)[0] <= target

    high = math.sqrt(sum(step * step for step in shift))
    while not private(high):
        high *= 2
    low = high
    while private(low):
        high, low = low, low * 0.98
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if private(middle) else (middle, high)
    return high


def test_exact_scales():
    assert cal.laplace_scale(PureDP("0.1"), 3) == 30
    assert cal.laplace_scale(ApproxDP("1/3", "1e-6"), 2) == 6
    scale = cal.gaussian_scale(ZCDP("1/2"), Fraction(3))
    assert (scale.sigma_squared, scale.grid, scale.on_grid) == (3, 1, 3)
    assert cal.gaussian_rho(scale.sigma_squared, 3) == Fraction(1, 2)
    assert scale.part(Fraction(1, 4)).sigma_squared == Fraction(3, 4)


@pytest.mark.parametrize("epsilon", ["0.3", "1", "3", "8", "10"])
@pytest.mark.parametrize("delta", ["1e-2", "1e-6", "1e-12"])
def test_private_for_vector_shifts_and_hardly_wasteful(epsilon, delta):
    loss = ApproxDP(epsilon, delta)
    for shift in SHIFTS:
        scale = cal.gaussian_scale(loss, sum(d * d for d in shift))
        on_grid = [d * scale.grid for d in shift]
        _, upper = gaussian_profile_delta(scale.on_grid, on_grid, loss.epsilon)
        assert upper <= loss.delta
        # Wrong control: one percent less noise is no longer private, so at most 1 % is wasted ...
        lower, _ = gaussian_profile_delta(scale.on_grid * Fraction(99, 100) ** 2, on_grid, loss.epsilon)
        assert lower > loss.delta
    # ... and for the smallest shift the waste is measured: at most half a percent.
    scale = cal.gaussian_scale(loss, 1)
    assert math.sqrt(scale.sigma_squared) <= 1.005 * smallest_private_sigma((1,), loss.epsilon, loss.delta, scale.grid)


def test_continuous_calibration_is_not_private_on_whole_counts():
    """The trap: σ = 4.22467889 is private at (1, 1e-6) for continuous noise, and not on the integers."""
    continuous = Fraction("4.22467889") ** 2
    lower, upper = gaussian_profile_delta(continuous, [1], 1)
    assert lower == pytest.approx(1.0197e-6, rel=1e-4) == upper
    assert smallest_private_sigma((1,), 1, Fraction(1, 10**6), 1) == pytest.approx(4.2308, abs=1e-4)
    scale = cal.gaussian_scale(ApproxDP("1", "1e-6"), 1)
    assert 4.22467889 < math.sqrt(scale.sigma_squared) < 4.2306
    assert scale.grid > 1


@settings(max_examples=40)
@given(
    st.lists(st.integers(-4, 4), min_size=1, max_size=4).filter(any),
    st.fractions(min_value=Fraction(1, 2), max_value=12, max_denominator=100),
    st.integers(1, 12),
)
def test_private_for_any_integer_shift(shift, epsilon, exponent):
    loss = ApproxDP(epsilon, Fraction(1, 10**exponent))
    scale = cal.gaussian_scale(loss, sum(d * d for d in shift))
    assert gaussian_profile_delta(scale.on_grid, [d * scale.grid for d in shift], epsilon)[1] <= loss.delta


@pytest.mark.parametrize(("s", "h"), [(2.0, 0.3), (1.0, 0.25), (3.0, 0.5)])
def test_the_channel_of_the_proof(s, h):
    """Rounding continuous noise at random gives the discrete Gaussian up to a factor e^(±a)."""
    fine = np.arange(-40, 40, 1 / 400)
    integers = np.arange(-40, 41)
    kernel = np.exp(-(np.subtract.outer(integers, fine) ** 2) / (2 * h))
    kernel /= kernel.sum(axis=0)
    eta = 2 * math.exp(-2 * math.pi**2 * h) / -math.expm1(-2 * math.pi**2 * h)
    bound = math.log((1 + eta) / (1 - eta))
    for shift in (0, 3):
        continuous = np.exp(-((fine - shift) ** 2) / (2 * (s - h)))
        image = kernel @ (continuous / continuous.sum())
        near = slice(40 + shift - 4, 40 + shift + 5)
        ratio = np.abs(np.log(image[near] / noise_law.gaussian_pmf(integers - shift, s)[near])).max()
        assert ratio <= bound
        # Wrong control: the variances must add.
        wrong = np.abs(np.log(image[near] / noise_law.gaussian_pmf(integers - shift, s - h / 2)[near])).max()
        assert wrong > bound


def test_larger_and_unlike_shifts_than_those_calibrated_for_show():
    """Any integer vector within the distance is protected, shorter ones too; one step further is not."""
    loss = ApproxDP("1", "1e-6")
    scale = cal.gaussian_scale(loss, 6)
    for shift in [(2, 1, 1), (1,) * 6, (2, 1), (2,), (1,), ()]:
        assert gaussian_profile_delta(scale.on_grid, [scale.grid * d for d in shift], 1)[1] <= loss.delta
    assert gaussian_profile_delta(scale.on_grid, [scale.grid * d for d in (2, 1, 1, 1)], 1)[0] > loss.delta


def test_parameter_is_proportional_to_the_distance():
    loss = ApproxDP("1", "1e-6")
    one, two = cal.gaussian_scale(loss, 1), cal.gaussian_scale(loss, 2)
    assert two.sigma_squared == 2 * one.sigma_squared
    assert cal.gaussian_scale(loss, 10**6).grid == 1


def test_parts_with_unequal_noise():
    """Counts and a sum that share a loss: the blocks' noise differs, the joint promise is the same as one block's."""
    loss = ApproxDP("1", "1e-6")
    weights = (Fraction(1, 2), Fraction(50))
    shift = (1, 7)  # one count and seven steps of a sum
    joint = sum(Fraction(d * d) / w for d, w in zip(shift, weights, strict=True))
    whole = cal.gaussian_scale(loss, joint)
    parts = [whole.part(w) for w in weights]
    assert (
        sum(Fraction(d * d) / p.sigma_squared for d, p in zip(shift, parts, strict=True)) == joint / whole.sigma_squared
    )
    # Convolve the two privacy losses on a fine lattice of loss values, rounding losses up: an upper bound of δ.
    assert _two_block_delta(parts, shift, 1.0) <= float(loss.delta) * 1.002
    assert _two_block_delta([whole.part(w * Fraction(49, 50)) for w in weights], shift, 1.0) > float(loss.delta)


def _two_block_delta(parts, shift, epsilon):
    losses = []
    for part, step in zip(parts, shift, strict=True):
        s, d = float(part.on_grid), step * part.grid
        z = np.arange(-math.ceil(9 * math.sqrt(s)), math.ceil(9 * math.sqrt(s)) + 1, dtype=np.float64)
        p = np.exp(-z * z / (2 * s))
        losses.append(((d * d - 2 * z * d) / (2 * s), p / p.sum()))
    (first, p), (second, q) = losses
    total = np.add.outer(first, second)
    return float((np.multiply.outer(p, q) * np.maximum(0, -np.expm1(epsilon - total))).sum())


def test_fast_enough_for_a_live_forecast():
    def twenty() -> None:
        cal._unit_parameter.cache_clear()
        for k in range(20):
            cal.gaussian_scale(ApproxDP(Fraction(k + 1, 7), "1e-6"), 1)

    assert least_of(3, twenty, 3) < 3  # about 0.2 is usual: an eightieth of a second for a budget at most


@pytest.mark.parametrize(
    "call",
    [
        lambda: cal.laplace_scale(PureDP("1"), 0),
        lambda: cal.gaussian_scale(ZCDP("1"), 0),
        lambda: cal.gaussian_scale(ApproxDP("1", "1e-6"), -1),
        lambda: cal.gaussian_scale(ApproxDP("1001", "1e-6"), 1),
        lambda: cal.gaussian_scale(ZCDP("1"), 1).part(0),
    ],
)
def test_refusals(call):
    with pytest.raises(BadInput):
        call()


@pytest.mark.parametrize("epsilon", ["1e-6", "0.001", "50", "700"])
@pytest.mark.parametrize("delta", ["0.5", "0.99", "1e-20", "1e-30"])
def test_extreme_budgets_terminate(epsilon, delta):
    loss = ApproxDP(epsilon, delta)
    scale = cal.gaussian_scale(loss, 1)
    assert scale.grid >= 1
    if scale.on_grid < 10**6 and loss.delta > Fraction(1, 10**25):
        assert gaussian_profile_delta(scale.on_grid, [scale.grid], loss.epsilon)[1] <= loss.delta
