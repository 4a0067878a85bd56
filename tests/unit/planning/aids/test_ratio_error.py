"""The forecast error of ratios against draws: of small bases, correlated or not, by normal and by Laplace noise."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from dpdesk.planning.forecast.ratio_error import ratio_error

DRAWS = 400_000
LEVEL = 0.9
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


@dataclass
class Noise:
    """What is asked of a joint noise: its covariance."""

    covariance: np.ndarray

    def std(self, weights: Any) -> float:
        return sqrt(max(float(np.array(weights) @ self.covariance @ np.array(weights)), 0.0))


def drawn(top: float, bottom: float, x: np.ndarray, y: np.ndarray) -> float:
    """The root mean square error of the ratios that are published."""
    shown = bottom + y > Z * y.std()
    off = (top + x[shown]) / (bottom + y[shown]) - top / bottom
    return float(np.sqrt(np.mean(off**2)))


CASES = [(20.0, 50.0, 0.0), (20.0, 50.0, 0.7), (300.0, 50.0, 0.0), (-40.0, 25.0, 0.3), (0.0, 60.0, -0.6)]


@pytest.mark.parametrize(("top", "bottom", "correlation"), CASES)
def test_it_is_that_of_draws_and_the_linear_one_is_not(top: float, bottom: float, correlation: float) -> None:
    """The tolerance is six standard errors of the mean of the squares; fixed numbers, so no false alarm."""
    covariance = np.array([[64.0, 80 * correlation], [80 * correlation, 100.0]])
    x, y = np.random.default_rng(11).multivariate_normal([0, 0], covariance, DRAWS).T
    noise: Any = Noise(covariance)
    found, seen = ratio_error(noise, top, bottom, LEVEL), drawn(top, bottom, x, y)
    assert found == pytest.approx(seen, rel=0.02)
    linear = noise.std((1.0, -top / bottom)) / bottom
    assert abs(linear - seen) > 0.03 * seen, "the control: without the noise of the base"


def test_laplace_noise_is_near_and_an_exact_base_adds_nothing() -> None:
    chance = np.random.default_rng(12)
    x, y = chance.laplace(0, 5, (2, DRAWS))
    noise: Any = Noise(np.eye(2) * 50)
    assert ratio_error(noise, 20, 60, LEVEL) == pytest.approx(drawn(20, 60, x, y), rel=0.03)
    exact: Any = Noise(np.diag([50.0, 0.0]))
    assert ratio_error(exact, 20, 60, LEVEL) == pytest.approx(sqrt(50) / 60)
