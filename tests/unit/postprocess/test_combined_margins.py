"""Margins of noise and sampling together: they cover sums of Laplace noise and normal errors, as computed."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtr

from dpdesk.planning.document.model import LEVELS
from dpdesk.postprocess.limits.combined_margins import (
    NORMAL,
    WIDER,
    added_margins,
    combined_margins,
    is_together,
    sampling_margins,
    wider,
)

Values = NDArray[np.float64]

SUMS = [
    *(np.ones(size) for size in (1, 2, 3, 5, 10)),
    *(np.concatenate([[1.0], np.full(size, share)]) for share in (0.1, 0.2, 0.3, 0.5) for size in (1, 3, 10, 30)),
    *(ratio ** np.arange(12.0) for ratio in (0.3, 0.5, 0.7, 0.9)),
]
"""Sums of Laplace noise, by the scales of what is added up: alike, one large beside small ones, ever smaller."""
BESIDE = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Standard errors of sampling, over that of the noise."""


def covered(scales: Values, error: float, widths: Values) -> Values:
    """How often a sum of Laplace noise and a normal error is at most so far off, by its characteristic function."""
    spread = float(np.hypot(np.sqrt(2 * (scales**2).sum()), error))
    u = (np.arange(6_000) + 0.5) * (60 / spread / 6_000 if error > 0.3 * spread else 900 / spread / 6_000)
    law = np.exp(-((error * u) ** 2) / 2 - np.log1p(np.outer(scales**2, u**2)).sum(axis=0))
    return np.asarray(2 / np.pi * (np.sin(np.outer(widths, u)) * (law / u)).sum(axis=1) * (u[1] - u[0]))


def margins(scales: Values) -> Values:
    """The margins of a sum of Laplace noise at each level, by bisection."""
    sigma = float(np.sqrt(2 * (scales**2).sum()))
    low, high = np.zeros(len(LEVELS)), np.full(len(LEVELS), 12 * sigma)
    for _ in range(30):
        middle = (low + high) / 2
        enough = covered(scales, 0.0, middle) >= np.array(LEVELS) / 100
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high


@pytest.fixture(scope="module")
def least() -> dict[bool, Values]:
    """The least cover at each level over all sums and errors, with the factors and without."""
    found: dict[bool, list[Values]] = {True: [], False: []}
    z = np.array([NORMAL[level] for level in LEVELS])
    factors = np.array([float(WIDER[level]) for level in LEVELS])
    for scales in SUMS:
        own, sigma = margins(scales), float(np.sqrt(2 * (scales**2).sum()))
        for error in (beside * sigma for beside in BESIDE):
            for factored in (True, False):
                noise = own * factors if factored else own
                found[factored].append(covered(scales, error, np.hypot(noise, z * error)))
    return {factored: np.min(parts, axis=0) for factored, parts in found.items()}


def test_laplace_noise_is_covered_whatever_is_added_up(least: dict[bool, Values]) -> None:
    assert (least[True] >= np.array(LEVELS) / 100 - 1e-5).all()


def test_without_the_factor_it_is_not(least: dict[bool, Values]) -> None:
    """The control: at 80 and 90 per cent the squares alone fall short."""
    assert (least[False][:2] < np.array(LEVELS)[:2] / 100 - 1e-4).all()


@pytest.mark.parametrize("level", LEVELS)
def test_margins_are_rounded_up_and_known_again(level: int) -> None:
    errors, noise = np.array([0.0, 1.23456, 40.0, np.nan]), np.array([3.0, 5.4321, 0.0, 1.0])
    sampling = sampling_margins(errors, level)
    assert 2 * ndtr(NORMAL[level]) - 1 >= level / 100
    assert (sampling[:3] >= errors[:3] * NORMAL[level]).all() and np.isnan(sampling[3])
    for together in (combined_margins(noise, sampling, wider(level, laplace=True)), added_margins(noise, sampling)):
        for one in zip(noise[:3], sampling[:3], together[:3], strict=True):
            assert is_together(*map(float, one)) and not is_together(
                float(one[0]), float(one[1]), float(one[2]) + 0.001
            )


def test_normal_noise_needs_no_factor() -> None:
    assert {wider(level, laplace=False) for level in LEVELS} == {"1"}
    assert combined_margins(np.array([3.0]), np.array([4.0]), "1").tolist() == [5.0]
