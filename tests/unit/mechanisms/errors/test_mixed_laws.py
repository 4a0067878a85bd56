"""Sums of several noises, also where one of them is next to nothing: never above the truth, and never an error."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, inf

import numpy as np
import pytest

from dpdesk.mechanisms.answers.combined import Sum
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE, LEAST, NoiseScale
from dpdesk.mechanisms.errors.mixed_laws import law_of_sum
from dpdesk.privacy import noise_law

LEVELS = (0.5, 0.9, 0.95, 0.99, 0.999)
Parts = list[tuple[np.ndarray, NoiseScale]]


def part(noise: str, parameter: str | None, *row: float, grid: int = 1) -> tuple[np.ndarray, NoiseScale]:
    return np.array(row), NoiseScale(noise, None if parameter is None else Fraction(parameter), grid)


def truth(parts: Parts, t: float) -> float:
    """P(|X| ≤ t) by adding up all outcomes of small noises."""
    atoms = {0.0: 1.0}
    for row, scale in parts:
        if scale.parameter is None:
            continue
        pmf = noise_law.laplace_pmf if scale.noise == LAPLACE else noise_law.gaussian_pmf
        reach = 8 if float(scale.parameter) > 0.3 else 3
        law = list(zip(range(-reach, reach + 1), pmf(np.arange(-reach, reach + 1), scale.parameter), strict=True))
        for weight in row / scale.units:
            found: dict[float, float] = {}
            for (x, p), (z, q) in product(atoms.items(), law):
                place = round(x + weight * z, 12)
                found[place] = found.get(place, 0.0) + p * float(q)
            atoms = {x: p for x, p in found.items() if p > 1e-15}
    return sum(p for x, p in atoms.items() if abs(x) <= t + 1e-9)


SMALL: list[Parts] = [
    [part(GAUSSIAN, "1/100000", 1, 1), part(GAUSSIAN, "1/200000", 1)],
    [part(LAPLACE, "1/100000", 1, 0.3), part(LAPLACE, "1/200000", 1)],
    [part(GAUSSIAN, "1/12", 1, 0.5), part(GAUSSIAN, "1/9", 0.7)],
    [part(LAPLACE, "1/3", 1, 0.5), part(GAUSSIAN, "1/1000000000", 0.7)],
    [part(LAPLACE, "1/2000", 1, 0.5), part(GAUSSIAN, "1/5", 0.7)],
    [part(LAPLACE, "1/4", 1), part(LAPLACE, "1/5", 1 / 3, 0.2)],
]


@pytest.mark.parametrize("noises", [(GAUSSIAN, LAPLACE), (LAPLACE, LAPLACE), (GAUSSIAN, GAUSSIAN)])
def test_what_cancels_but_for_rounding_errors_has_a_law(noises: tuple[str, str]) -> None:
    """All that is left of a ratio whose top is its share of its base in every pooled group: 0.1 · 3 − 0.3."""
    left = 0.1 * 3 - 0.3
    law = law_of_sum([part(noises[0], "3", 0.0, left), part(noises[1], "5", left, left)])
    assert 0 < law.half_width(0.99) < 1e-14
    assert law.mass(1e-14) > 0.99
    alone = law_of_sum([part(noises[0], "3", 0.0, left), part(noises[1], "5", left, 1.0)])
    assert alone.half_width(0.99) > 1


@pytest.mark.parametrize("parts", SMALL)
def test_however_small_the_noise_its_half_widths_cover(parts: Parts) -> None:
    law = law_of_sum(parts)
    for level in LEVELS:
        width = law.half_width(level)
        assert truth(parts, width) >= level
        assert law.mass(width) <= truth(parts, width) + 1e-9


def test_the_smallest_noises_are_told_from_larger_ones() -> None:
    """The wrong control: what the smallest has as half-widths does not cover the others."""
    nothing, something = law_of_sum(SMALL[0]), law_of_sum(SMALL[2])
    assert nothing.half_width(0.999) == 0.0
    assert something.half_width(0.999) > 0.5
    assert truth(SMALL[2], nothing.half_width(0.999)) < 0.99


def test_coefficients_that_are_rounding_errors_beside_a_fine_grid_are_no_error() -> None:
    """On a grid of 2^24 steps a coefficient of 1 is 6e-8 counts, beside which 1e-13 is not nothing by itself."""
    for noise in (GAUSSIAN, LAPLACE):
        alone = law_of_sum([part(GAUSSIAN, "4000", 1, 0.3, grid=1 << 24)]).half_width(0.9)
        both = law_of_sum([part(GAUSSIAN, "4000", 1, 0.3, grid=1 << 24), part(noise, "1/2", 1e-13)]).half_width(0.9)
        assert alone * 0.98 <= both <= alone * 1.05


def test_every_combination_of_scales_has_a_law() -> None:
    """Parameters from 10^-40 on, grids up to 2^24, parts without coefficients or without noise."""
    generator = np.random.default_rng(5)
    values = np.array([0, 1, 1 / 3, 0.2, 1e-13, 1e-16, 1e-9, 7, 0.123])
    for _ in range(300):
        parts = []
        for _ in range(int(generator.integers(1, 4))):
            power = None if generator.random() < 0.2 else int(generator.integers(-40, 12))
            parameter = None if power is None else Fraction(10) ** power
            noise = str(generator.choice([LAPLACE, GAUSSIAN]))
            row = generator.choice(values, int(generator.integers(0, 5)))
            parts.append((row, NoiseScale(noise, parameter, 1 << int(generator.integers(0, 25)))))
        law = law_of_sum(parts)
        widths = [law.half_width(level) for level in LEVELS]
        assert all(0 <= width < inf for width in widths)
        assert widths == sorted(widths)


@pytest.mark.parametrize("noise", [LAPLACE, GAUSSIAN])
def test_only_what_has_no_noise_has_no_variance(noise: str) -> None:
    """A variance of 0 means exact and without protection; noise that is nothing to a reader does not."""
    assert NoiseScale(noise, None).variance == 0
    for power in (3, 5, 9, 30):
        own = NoiseScale(noise, Fraction(1, 10**power))
        assert own.variance >= LEAST > 0
        assert own.variance**2 > 0
        assert ceil(1 / own.variance**2) > 0
    law = noise_law.laplace_variance if noise == LAPLACE else noise_law.gaussian_variance
    assert NoiseScale(noise, Fraction(1, 2)).variance == law(Fraction(1, 2))
    assert Sum(()).std == 0
