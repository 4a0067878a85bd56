"""Limits of ratios: they miss only where the noise passes its margin, whatever the noise; wrong controls do not cover.

A miss is compared with the law of the one noise A − rB at the true ratio r, draw by draw: that needs few draws, and no
false alarm is possible.
"""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, build
from dpdesk.mechanisms.answers.combined import Block, coefficients
from dpdesk.mechanisms.answers.joint import Joint
from dpdesk.mechanisms.errors.mixed_laws import law_of_sum
from dpdesk.postprocess.limits import ratios
from dpdesk.postprocess.limits.ratios import ratio_limits, summed_limits
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import Identity, Prefix, Stack, Total, Workload

ADD = Neighbours.ADD_REMOVE
FINE_DRAWS, COARSE_DRAWS = 20_000, 60
FIRST = np.zeros(1, dtype=np.int64)


def slack(draws: int, level: float) -> float:
    """Five and a half standard deviations of a binomial share: a false alarm below 4e-8 a line."""
    return 5.5 * float(np.sqrt(level * (1 - level) / draws))


def noises(m: Mechanism, draws: int) -> np.ndarray:
    """The errors of all answers, drawn."""
    integers = m.scale.draw(draws * m.measurements).reshape(draws, -1)
    return integers @ coefficients(m, range(m.workload.shape[0])).T / m.scale.units


def limits(
    m: Mechanism, counts: np.ndarray, top: int, bottom: int, level: float, draws: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lower and upper limits of answer `top` over answer `bottom`, and the noise A − rB at the true ratio."""
    truth, errors = m.workload.answer(counts), noises(m, draws)
    rows = coefficients(m, [top, bottom])
    answers, of = truth + errors, np.zeros(draws, dtype=np.int64)
    low, high = ratio_limits(answers[:, top], answers[:, bottom], [Joint((Block(m.scale, rows),))], of, level)
    return low, high, errors[:, top] - truth[top] / truth[bottom] * errors[:, bottom]


def covered(low: np.ndarray, high: np.ndarray, ratio: float) -> np.ndarray:
    return (low <= ratio + 1e-12) & (ratio - 1e-12 <= high) | ~np.isfinite(low)


CASES: dict[str, tuple[str, Workload, Loss, np.ndarray, int]] = {
    "one cell of few": ("histogram", Stack(Total(4), Identity(4)), ZCDP("2"), np.array([3, 9, 1, 7]), 1),
    "one cell of many": ("histogram", Stack(Total(40), Identity(40)), ZCDP("1/2"), np.arange(40), 7),
    "Laplace": ("histogram", Stack(Total(6), Identity(6)), PureDP("1"), np.arange(20, 26), 2),
    "an empty cell": ("histogram", Stack(Total(6), Identity(6)), PureDP("1"), np.array([0, 9, 9, 9, 9, 9]), 1),
    "each for itself": ("gaussian", Stack(Total(3), Identity(3)), ZCDP("1/2"), np.array([30, 1, 8]), 2),
    "waves": ("sine", Prefix(32), ZCDP("1/2"), np.full(32, 5), 9),
}


@pytest.mark.parametrize("level", [0.5, 0.9])
@pytest.mark.parametrize("case", CASES)
def test_limits_miss_only_where_the_noise_passes_its_margin(case: str, level: float) -> None:
    name, workload, loss, counts, top = CASES[case]
    m = build(name, workload, loss, ADD)
    bottom = 31 if name == "sine" else 0
    truth, rows = workload.answer(counts), coefficients(m, [top, bottom])
    ratio = truth[top] / truth[bottom]
    margin = law_of_sum([(rows[0] - ratio * rows[1], m.scale)]).half_width(level)
    low, high, noise = limits(m, counts, top, bottom, level, COARSE_DRAWS)
    inside = covered(low, high, ratio)
    assert np.isfinite(low).mean() > 0.9
    assert np.all(inside | (np.abs(noise) > margin - 1e-9))
    beyond = np.abs(noise) > 1.2 * margin + 1
    assert not inside[beyond & np.isfinite(low)].any()  # and they miss there: they are not just wide
    if level == 0.5:
        assert not inside.all()


@pytest.mark.statistical
@pytest.mark.parametrize("level", [0.8, 0.9, 0.99])
def test_fine_noise_is_covered_as_often_as_said(level: float) -> None:
    name, workload, loss, counts, top = CASES["waves"]
    m = build(name, workload, loss, ADD)
    truth = workload.answer(counts)
    low, high, _ = limits(m, counts, top, 31, level, FINE_DRAWS)
    share = covered(low, high, truth[top] / truth[31]).mean()
    assert abs(share - level) <= slack(FINE_DRAWS, level) + 1e-3


def test_without_a_look_at_each_they_are_wider_and_cover() -> None:
    m = build("histogram", Stack(Total(6), Identity(6)), PureDP("1"), ADD)
    counts = np.arange(20, 26)
    low, high, _ = limits(m, counts, 2, 0, 0.9, 40)
    close = np.mean(high - low)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratios, "MOST", 0)
        low, high, _ = limits(m, counts, 2, 0, 0.9, FINE_DRAWS)
    assert np.mean(covered(low, high, 21 / 135)) >= 0.9 - slack(FINE_DRAWS, 0.9)
    assert np.mean(high - low) > 1.1 * close


@pytest.mark.statistical
def test_the_sum_of_two_margins_does_not_cover() -> None:
    """The wrong control: of two small noises each is 0 nine times in ten, their sum is not."""
    m = build("gaussian", Stack(Total(4), Identity(4)), ZCDP("8"), ADD)
    counts = np.array([40, 40, 40, 40])
    truth, errors = m.workload.answer(counts), noises(m, FINE_DRAWS)
    level = float(np.mean(errors[:, 0] == 0)) - 0.02  # just so that the margin of each is 0
    assert float(m.margins(round(100 * level))[0]) == 0
    widths = np.zeros(FINE_DRAWS)
    low, high = summed_limits(truth[1] + errors[:, 1], widths, truth[0] + errors[:, 0], widths)
    assert np.mean(covered(low, high, 0.25)) < level - slack(FINE_DRAWS, level)


@pytest.mark.statistical
def test_ignoring_the_noise_of_the_base_is_caught() -> None:
    """The wrong control: a percentage with the margin of its numerator only does not cover."""
    generator = np.random.default_rng(1)
    a, b = 900.0, 1000.0
    top, bottom = a + generator.normal(0, 3, FINE_DRAWS), b + generator.normal(0, 30, FINE_DRAWS)
    low, high = (top - 1.645 * 3) / bottom, (top + 1.645 * 3) / bottom
    assert np.mean((low <= a / b) & (a / b <= high)) < 0.9 - 20 * slack(FINE_DRAWS, 0.9)


def test_a_base_that_may_be_zero_is_not_estimable() -> None:
    m = build("histogram", Stack(Total(4), Identity(4)), ZCDP("1/2"), ADD)
    rows = coefficients(m, [1, 0])
    low, high = ratio_limits(np.array([5.0]), np.array([3.0]), [Joint((Block(m.scale, rows),))], FIRST, 0.9)
    assert np.isnan(low[0])
    assert np.isnan(high[0])


@pytest.mark.parametrize("name", ["histogram", "sine"])
def test_a_number_over_itself_is_one(name: str) -> None:
    m = build(name, Prefix(8), ZCDP("1/2"), ADD)
    twice = Joint((Block(m.scale, coefficients(m, [7, 7])),))
    low, high = ratio_limits(np.array([50.0]), np.array([50.0]), [twice], FIRST, 0.9)
    assert low[0] == pytest.approx(1, abs=1e-9)
    assert high[0] == pytest.approx(1, abs=1e-9)


def test_over_a_known_base_they_are_those_of_the_count() -> None:
    m = build("histogram", Stack(Total(4), Identity(4)), PureDP("1"), Neighbours.REPLACE_ONE, exact_row=True)
    rows = coefficients(m, [1, 0])
    assert not rows[1].any()
    low, high = ratio_limits(np.array([20.0]), np.array([80.0]), [Joint((Block(m.scale, rows),))], FIRST, 0.9)
    margin = float(m.margins(90, np.array([1]))[0])
    assert (low[0], high[0]) == pytest.approx(((20 - margin) / 80, (20 + margin) / 80))
