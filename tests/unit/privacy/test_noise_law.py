"""The closed forms of the noise laws against plain sums, at every scale."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.privacy import noise_law as nl

SCALES = [0.05, 0.3, 0.7, 1.0, 14.3, 199.0, 201.0, 1000.0]


def moments(pmf, reach):
    x = np.arange(-reach, reach + 1, dtype=np.float64)
    p = pmf(x)
    second, fourth = math.fsum(x**2 * p), math.fsum(x**4 * p)
    return math.fsum(p), second, fourth


@pytest.mark.parametrize("scale", SCALES)
def test_laplace_moments(scale):
    mass, second, fourth = moments(lambda x: nl.laplace_pmf(x, scale), math.ceil(60 * scale) + 5)
    assert mass == pytest.approx(1, rel=1e-12)
    assert nl.laplace_variance(scale) == pytest.approx(second, rel=1e-11)
    assert nl.laplace_fourth_cumulant(scale) == pytest.approx(fourth - 3 * second**2, rel=1e-10)


@pytest.mark.parametrize("sigma", SCALES)
def test_gaussian_moments(sigma):
    s = sigma**2
    mass, second, fourth = moments(lambda x: nl.gaussian_pmf(x, s), math.ceil(14 * sigma) + 5)
    assert mass == pytest.approx(1, rel=1e-12)
    assert nl.gaussian_variance(s) == pytest.approx(second, rel=1e-11, abs=1e-300)
    assert nl.gaussian_fourth_cumulant(s) == pytest.approx(fourth - 3 * second**2, rel=1e-9, abs=1e-11 * second**2)


def test_known_figures():
    assert nl.laplace_variance(1) == pytest.approx(1.8413, abs=5e-5)
    assert nl.laplace_variance(Fraction(10**6)) == pytest.approx(2e12, rel=1e-10)
    assert nl.gaussian_variance(10**12) == 10**12
    assert nl.gaussian_fourth_cumulant(10**12) == 0


@pytest.mark.parametrize("s", [0.49999, 0.50001])
def test_the_two_forms_of_the_gaussian_meet(s):
    plain = nl._plain_moment(s, 2)
    assert nl.gaussian_variance(s) == pytest.approx(plain, rel=1e-12)
    angles = np.linspace(-4, 4, 17)
    x = np.arange(-30, 31)
    expected = np.cos(np.multiply.outer(angles, x)) @ nl.gaussian_pmf(x, s)
    assert nl.gaussian_characteristic(angles, s) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("scale", [0.3, 1.0, 14.3, 150.0])
def test_characteristic_functions(scale):
    angles = np.linspace(-7, 7, 29)
    x = np.arange(-math.ceil(60 * scale) - 5, math.ceil(60 * scale) + 6)
    cosines = np.cos(np.multiply.outer(angles, x))
    assert nl.laplace_characteristic(angles, scale) == pytest.approx(cosines @ nl.laplace_pmf(x, scale), abs=1e-11)
    assert nl.gaussian_characteristic(angles, scale**2) == pytest.approx(
        cosines @ nl.gaussian_pmf(x, scale**2), abs=1e-11
    )


@pytest.mark.parametrize("scale", [0.3, 1.0, 14.3, 199.0, 201.0, 3000.0])
def test_distribution_functions(scale):
    reach = math.ceil(60 * scale) + 5
    x = np.arange(-reach, reach + 1)
    for pmf, cdf, parameter in (
        (nl.laplace_pmf, nl.laplace_cdf, scale),
        (nl.gaussian_pmf, nl.gaussian_cdf, scale**2),
    ):
        assert np.abs(np.cumsum(pmf(x, parameter)) - cdf(x, parameter)).max() < 3e-13
        assert np.abs(cdf(x, parameter) - (1 - cdf(-1 - x, parameter))).max() < 3e-16
        assert float(cdf(-10 * reach, parameter)) < 1e-12
        assert float(cdf(0.5, parameter)) == float(cdf(0, parameter))


@pytest.mark.parametrize("bad", [0, -1, math.inf, math.nan])
def test_parameters_must_be_positive(bad):
    for call in (nl.laplace_variance, nl.gaussian_variance):
        with pytest.raises(ValueError, match="positive"):
            call(bad)
