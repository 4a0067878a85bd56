"""Limits of small counts: coverage worked out exactly from the law of the noise, for every true count."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.postprocess.derived import closest_limits
from dpdesk.postprocess.limits.narrow_limits import NORMAL, OTHER, Splits, containing, margin_levels, narrow_limits

NOISE = np.arange(-400, 401)
LAWS = {
    "Laplace, scale 5": np.exp(-np.abs(NOISE) / 5.0),
    "Laplace, scale 1": np.exp(-np.abs(NOISE) / 1.0),
    "Gaussian, deviation 2.5": np.exp(-(NOISE**2) / (2 * 2.5**2)),
}
TRUE = np.arange(80)


def margin(law: np.ndarray, level: float) -> float:
    """The smallest whole half-width that covers."""
    held = np.cumsum(law[400:] * np.where(NOISE[400:] == 0, 1, 2)) / law.sum()
    return float(np.flatnonzero(held >= float(level) / 100 - 1e-15)[0])


def margins(law: np.ndarray, level: int, splits: Splits, factor: float = 1.0) -> list[np.ndarray]:
    return [np.full(NOISE.size, factor * margin(law, float(one))) for one in margin_levels(level, splits)]


def coverage(law: np.ndarray, limits: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """For every true count the probability that it lies within the limits."""
    found = []
    for true in TRUE:
        low, high = limits((true + NOISE).astype(float))
        found.append(law[(low <= true) & (true <= high)].sum() / law.sum())
    return np.array(found)


@pytest.mark.parametrize("splits", [NORMAL, OTHER], ids=["normal", "other"])
@pytest.mark.parametrize("level", [80, 90, 95, 99])
@pytest.mark.parametrize("name", LAWS)
def test_every_true_count_is_covered_as_often_as_the_level_says(name: str, level: int, splits: Splits) -> None:
    law = LAWS[name]
    own = margins(law, level, splits)
    assert coverage(law, lambda a: narrow_limits(a, own, splits)).min() >= level / 100 - 1e-12


@pytest.mark.parametrize("splits", [NORMAL, OTHER], ids=["normal", "other"])
@pytest.mark.parametrize("name", ["Laplace, scale 5", "Gaussian, deviation 2.5"])
def test_the_check_notices_margins_that_are_too_short(name: str, splits: Splits) -> None:
    law = LAWS[name]
    own = margins(law, 90, splits, factor=0.75)
    assert coverage(law, lambda a: narrow_limits(a, own, splits)).min() < 0.9


@pytest.mark.parametrize("splits", [NORMAL, OTHER], ids=["normal", "other"])
@pytest.mark.parametrize("name", ["Laplace, scale 5", "Gaussian, deviation 2.5"])
def test_empty_cells_have_shorter_limits_and_large_counts_the_ordinary_ones(name: str, splits: Splits) -> None:
    law = LAWS[name]
    own = margins(law, 90, splits)
    noisy = NOISE.astype(float)
    chance = law / law.sum()
    low, high = narrow_limits(noisy, own, splits)
    ordinary = closest_limits(noisy, own[-1])
    assert chance @ (high - low) < chance @ (ordinary[1] - ordinary[0])
    large = 300.0 + noisy[300:501]
    found = narrow_limits(large, [one[300:501] for one in own], splits)
    assert np.array_equal(found, closest_limits(large, own[-1][300:501]))


FINE = np.arange(-3000, 3001) / 50.0
SIZES = (range(1), range(1, 6), range(6, 21))


@pytest.mark.parametrize(
    ("law", "splits", "most", "bound"),
    [
        (np.exp(-(FINE**2) / (2 * 2.2**2)), NORMAL, (0.60, 0.76, 0.90), 0.58),
        (np.exp(-np.abs(FINE) / 4.3), OTHER, (0.69, 0.77, 1.04), 0.66),
    ],
    ids=["Gaussian", "Laplace"],
)
def test_how_much_shorter_limits_are_than_a_margin_about_the_answer(
    law: np.ndarray, splits: Splits, most: tuple[float, ...], bound: float
) -> None:
    """By exact summation at 90 %, beside the shortest that limits of an empty cell can be (claim 5)."""
    chance = law / law.sum()
    beyond = np.cumsum(chance[::-1])[::-1]

    def held(level: float) -> float:
        return float(FINE[np.flatnonzero(beyond <= (1 - level / 100) / 2)[0] - 1])

    own = [np.full(FINE.size, held(float(level))) for level in margin_levels(90, splits)]
    ratios = []
    for size in SIZES:
        widths = []
        for true in size:
            low, high = narrow_limits(true + FINE, own, splits)
            plain = [np.maximum(end, 0.0) for end in (np.floor(true + FINE - own[-1]), np.ceil(true + FINE + own[-1]))]
            widths.append((chance @ (high - low), chance @ (plain[1] - plain[0])))
            assert chance[(low <= true) & (true <= high)].sum() >= 0.9 - 1e-9
        ratios.append(np.sum(widths, axis=0)[0] / np.sum(widths, axis=0)[1])
        if true == 0:
            shortest = sum(chance[FINE >= one - held(80.0)].sum() for one in range(1, 60)) - 0.1
            assert shortest / widths[0][1] == pytest.approx(bound, abs=0.01)
            assert shortest < widths[0][0]
    assert all(ratio < one for ratio, one in zip(ratios, most, strict=True)), ratios


def test_limits_are_whole_in_order_and_within_what_is_public() -> None:
    own = margins(LAWS["Laplace, scale 5"], 90, OTHER)
    low, high = narrow_limits(NOISE.astype(float) + 0.3, own, OTHER, most=20.0)
    assert np.array_equal(low, np.rint(low)) and np.array_equal(high, np.rint(high))
    assert low.min() >= 0 and high.max() <= 20 and (low <= high).all()
    assert (high[0], high[-1]) == (0.0, 20.0)  # so far off that no count is kept: the nearest


def test_an_answer_without_noise_is_both_limits() -> None:
    answers = np.array([0.0, 7.0, 3e6])
    low, high = narrow_limits(answers, [np.zeros(3)] * len(margin_levels(90, NORMAL)), NORMAL)
    assert np.array_equal(low, answers) and np.array_equal(high, answers)


def test_limits_contain_the_printed_number() -> None:
    low, high = containing(np.array([0.0, 4.0]), np.array([0.0, 9.0]), np.array([2.0, 3.0]))
    assert low.tolist() == [0.0, 3.0]
    assert high.tolist() == [2.0, 9.0]


def test_levels_are_exact_and_too_low_ones_are_refused() -> None:
    levels = margin_levels(Fraction(90), OTHER)
    assert levels[:3] == (80, 81, 99) and levels[-2:] == (90, 90)
    assert all(100 - below + 100 - above == 20 for below, above in zip(levels[1::2], levels[2::2], strict=True))
    with pytest.raises(ValueError, match="60"):
        margin_levels(50, OTHER)
