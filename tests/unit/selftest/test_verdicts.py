"""Limits and claims: Clopper-Pearson at its level, honest events never accused, the allowance for whole numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import bdtr, bdtrc, ndtri

from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.noise_law import gaussian_pmf
from dpdesk.selftest.audits.verdicts import (
    ALLOWANCE,
    Counted,
    GaussianClaim,
    LossClaim,
    claim_of,
    decide,
    gaussian_claim,
    lower,
    upper,
)


@pytest.mark.parametrize(("hits", "size"), [(0, 100), (1, 100), (37, 100), (99, 100), (100, 100), (5, 100_000)])
def test_limits_are_clopper_and_pearson(hits: int, size: int) -> None:
    """At the limit a count this extreme has just the probability of the level."""
    level = 1e-6
    least, most = lower(hits, size, level), upper(hits, size, level)
    assert least <= hits / size <= most
    if hits:
        assert bdtrc(hits - 1, size, least) == pytest.approx(level, rel=1e-4)
    else:
        assert least == 0
    if hits < size:
        assert bdtr(hits, size, most) == pytest.approx(level, rel=1e-4)
    else:
        assert most == 1


def events(seen: tuple[int, int], tried: tuple[int, int]) -> list[Counted]:
    return [Counted.single("the event", seen, tried)]


def test_what_judges_had_no_part_in_the_choice() -> None:
    """An event that looked bad only while choosing is no accusation."""
    claim = claim_of(PureDP(1))
    assert not decide(events((900, 10), (500, 480)), (1000, 2000), claim, 3000).exceeds
    found = decide(events((900, 10), (1800, 20)), (1000, 2000), claim, 3000)
    assert found.exceeds and 1 < found.shown < math.log(90) and found.counts == (1800, 20)


def test_an_event_at_the_edge_is_not_accused_and_one_beyond_it_is() -> None:
    """P = e·Q exactly; and P = 2e·Q."""
    edge = events((2718, 1000), (271_828, 100_000))
    assert not decide(edge, (10_000, 1_000_000), LossClaim(1.0), 1_010_000).exceeds
    assert decide(edge, (10_000, 1_000_000), LossClaim(0.9), 1_010_000).exceeds
    both = claim_of(ApproxDP(1, "1/10"))
    assert not decide(events((3718, 1000), (371_828, 100_000)), (10_000, 10**6), both, 10**6).exceeds
    assert decide(events((4718, 1000), (471_828, 100_000)), (10_000, 10**6), both, 10**6).exceeds


@pytest.mark.parametrize("s", [0.25, 0.5, 1.0, 2.0, 8.0, 64.0])
@pytest.mark.parametrize("coordinates", [1, 2, 4])
@pytest.mark.parametrize("shift", [1, 2])
def test_whole_numbers_exceed_mu_by_no_more_than_is_allowed(s: float, coordinates: int, shift: int) -> None:
    """By the law itself: all events {sum ≥ t} of discrete Gaussian noise on shifted whole numbers, but the rarest."""
    reach = int(14 * math.sqrt(s)) + 4
    mass = one = gaussian_pmf(np.arange(-reach, reach + 1), s)
    for _ in range(coordinates - 1):
        mass = np.convolve(mass, one)
    tail = np.cumsum(mass[::-1])[::-1]
    p, q = tail[: -coordinates * shift], tail[coordinates * shift :]
    common = (q > 1e-5) & (p < 1 - 1e-5)
    mu = shift * math.sqrt(coordinates / s)
    if common.any():
        exceeds = float((ndtri(p[common]) - ndtri(q[common])).max()) / mu
        assert exceeds < 1 + ALLOWANCE / s
        assert coordinates > 1 or exceeds > 1 + 1 / (25 * s), "the allowance is needed"


def test_a_gaussian_claim_is_the_mean_of_normal_noise() -> None:
    claim = gaussian_claim(Fraction(2), Fraction(10**9))
    assert claim.stated == pytest.approx(2, rel=1e-9) and claim.stated >= 2
    shown = GaussianClaim(1.0).shown(np.array([0.5, 0.0, 0.3]), np.array([0.5, 1.0, 1.0]))
    assert shown[0] == 0 and (shown[1:] == -np.inf).all()
