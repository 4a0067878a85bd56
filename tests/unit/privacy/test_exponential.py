"""Exact draws of the exponential mechanism against its law.

False alarms: each goodness-of-fit test rejects at a chi-square tail below 1e-9; there are few. The wrong controls are
the same draws against a law of twice the rate, which must be rejected: its chi-square is above 250 in every case.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.special import gammaincc

from dpdesk.privacy import exponential
from dpdesk.privacy.exponential import choose, law, rho_of

DRAWS = 4000
REJECT = 1e-9


def tail(observed: np.ndarray, expected: np.ndarray) -> float:
    """P of a chi-square at least as large, cells of few expected draws joined."""
    order = np.argsort(expected)
    joined_expected: list[float] = []
    joined_observed: list[float] = []
    e = o = 0.0
    for at in order:
        e, o = e + expected[at], o + observed[at]
        if e >= 8:
            joined_expected.append(e)
            joined_observed.append(o)
            e = o = 0.0
    joined_expected[-1] += e
    joined_observed[-1] += o
    wanted, seen = np.array(joined_expected), np.array(joined_observed)
    return float(gammaincc((wanted.size - 1) / 2, ((seen - wanted) ** 2 / wanted).sum() / 2))


CASES = {
    "ties and gaps": (np.array([5, 3, 3, 9, 4, 3]), Fraction(1, 2), None),
    "weights": (np.array([0, 2, 1, 4, 2]), Fraction(2, 3), np.array([1, 0, 7, 20, 3])),
    "far tail": (np.concatenate([[0, 1], np.full(500, 7)]), Fraction(9, 10), None),
    "large common score": (np.array([10**12, 10**12 + 1, 10**12 + 2]), Fraction(1, 3), None),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_draws_follow_the_law_and_not_a_neighbouring_one(name: str) -> None:
    scores, rate, weights = CASES[name]
    drawn = np.bincount([choose(scores, rate, weights) for _ in range(DRAWS)], minlength=scores.size)
    assert tail(drawn, law(scores, float(rate), weights) * DRAWS) > REJECT
    assert tail(drawn, law(scores, float(rate) * 2, weights) * DRAWS) < REJECT


def test_a_weight_of_nothing_is_never_drawn() -> None:
    assert all(choose(np.array([0, 1]), Fraction(1), np.array([0, 1])) == 1 for _ in range(50))


def test_an_enormous_rate_takes_the_least_score_and_a_rate_of_zero_takes_any() -> None:
    scores = np.arange(1000)[::-1].copy()
    assert choose(scores, Fraction(10**9)) == 999  # anything else has probability e^-1e9
    assert len({choose(scores, Fraction(0)) for _ in range(60)}) > 20  # fails with probability below 1e-50


def test_brackets_hold_and_narrow() -> None:
    """The sums that decide a draw lie between integers that close in on them as digits are added."""
    scores, counts, rate = [0, 3, 4, 50, 10_000], [2, 1, 5, 7, 1], Fraction(1, 7)
    exact = np.cumsum(np.array(counts) * np.exp(-np.array(scores) / 7))
    for work in (64, 160, 400):
        lower, upper, total = exponential._sums(scores, counts, 0, rate, work)
        for low, high, true in zip(lower[:4], upper[:4], exact, strict=False):
            if low < 1 << (work + 5):
                assert low / 2**work <= true * (1 + 1e-12)
                assert high / 2**work >= true * (1 - 1e-12)
                assert high - low < 2**20
        assert total[0] / 2**work <= exact[-1] * (1 + 1e-12)
        assert total[1] / 2**work >= exact[-1] * (1 - 1e-12)


def test_what_lies_far_out_is_bracketed_until_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tail of weight e^-200 each and the highest digits: more digits until it is decided, the tail listed then."""
    asked: list[int] = []

    def classes(furthest: int) -> tuple[list[int], list[int], int]:
        asked.append(furthest)
        return ([0, 200], [1, 5], 0) if furthest >= 200 else ([0], [1], 5)

    digits = iter([b"\xff" * 8] * 4 + [b"\x80" + b"\x00" * 7] + [b"\x00" * 8] * 9)
    monkeypatch.setattr(exponential.os, "urandom", lambda size: next(digits))
    # U = 1 − 2^-257: S_1/S = 1/(1 + 5e^-200) = 1 − 2^-286.2, so that the first class is drawn, at the fifth word
    assert exponential._class(classes, Fraction(1)) == 0
    assert asked[0] == 66  # 0.6932 · (64 + 32)
    assert len(asked) >= 4
    digits = iter([b"\xff" * 8] * 9)
    asked.clear()
    assert exponential._class(classes, Fraction(1)) == 200  # U above 1 − 2^-320
    assert asked[-1] >= 200


def test_undecided_digits_are_followed_by_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits in which a boundary lies do not decide; the next ones do, and those already seen stay."""
    _, _, total = exponential._sums([0, 1], [1, 1], 0, Fraction(1), 256)
    at = (1 << (256 + 64)) // total[0]  # 2^64/(1 + e^-1), whole digits of it
    for first, second, wanted, used in (
        (0, None, 0, 1),
        (at - 1, None, 0, 1),
        (at, 0, 0, 2),
        (at, 2**64 - 1, 1, 2),
        (at + 1, None, 1, 1),
    ):
        asked: list[int] = []

        def urandom(size: int, asked: list[int] = asked, own: tuple[int | None, ...] = (first, second)) -> bytes:
            asked.append(size)
            return int(own[len(asked) - 1] or 0).to_bytes(size, "big")

        monkeypatch.setattr(exponential.os, "urandom", urandom)
        assert exponential._class(lambda furthest: ([0, 1], [1, 1], 0), Fraction(1)) == wanted
        assert len(asked) == used


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 3.0])
def test_rho_bounds_the_renyi_divergence_and_half_of_it_does_not(epsilon: float) -> None:
    """Laws whose log ratios fill an interval of length ε: D_α ≤ αε²/8, nearly attained for small ε by two outcomes."""
    worst = 0.0
    for p in np.linspace(0.02, 0.98, 97):
        # Q = (p, 1−p), log ratios L and L + ε with E_Q e^L = 1
        low = -np.log(p + (1 - p) * np.exp(epsilon))
        ratios = np.exp(np.array([low, low + epsilon]))
        q = np.array([p, 1 - p])
        for alpha in (1.01, 1.5, 2.0, 4.0, 16.0):
            divergence = np.log((q * ratios**alpha).sum()) / (alpha - 1)
            assert divergence <= alpha * float(rho_of(Fraction(epsilon))) + 1e-12
            worst = max(worst, divergence / alpha)
    assert worst > 0.6 * float(rho_of(Fraction(epsilon)))
    assert rho_of(Fraction(1, 2)) == Fraction(1, 32)


def test_what_makes_no_sense_is_refused() -> None:
    for scores, rate, weights in (
        (np.array([], dtype=np.int64), Fraction(1), None),
        (np.array([1]), Fraction(-1), None),
        (np.array([1, 2]), Fraction(1), np.array([0, 0])),
        (np.array([1, 2]), Fraction(1), np.array([1, -1])),
        (np.array([1, 2]), Fraction(1), np.array([1])),
    ):
        with pytest.raises(ValueError, match="exponential mechanism"):
            choose(scores, rate, weights)
