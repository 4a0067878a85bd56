"""Limits of quantiles: they cover as often as they say, narrower ones do not; fast ways give what slow ones do."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, build
from dpdesk.mechanisms.answers.combined import Block, coefficients, half_widths
from dpdesk.postprocess.limits import quantiles
from dpdesk.postprocess.limits.quantiles import Bins, LineNoise, line_of, own_line, quantile_limits, say_nothing
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import Kronecker, Prefix, Stack, Total

HALF = Fraction(1, 2)
DRAWS = 12_000
BINS = 40


def made(name: str, loss: Loss, bins: int = BINS, *, known: bool = False) -> Mechanism:
    relation = Neighbours.REPLACE_ONE if known else Neighbours.ADD_REMOVE
    return build(name, Prefix(bins), loss, relation, exact_row=known)


CASES = {
    "fine": lambda: made("sine", ZCDP("1/20")),
    "histogram": lambda: made("histogram", ZCDP("1/2")),
    "Laplace": lambda: made("histogram", PureDP("1")),
    "tree": lambda: made("weighted-tree", PureDP("1")),
    "known": lambda: made("weighted-tree", PureDP("1"), known=True),
}


def slack(level: float) -> float:
    """Five and a half standard deviations of a binomial share: a false alarm below 4e-8."""
    return 5.5 * float(np.sqrt(level * (1 - level) / DRAWS))


def noisy(m: Mechanism, counts: np.ndarray, draws: int = DRAWS) -> np.ndarray:
    integers = m.scale.draw(draws * m.measurements).reshape(draws, -1)
    rows = coefficients(m, range(counts.size))
    return np.cumsum(counts) + integers @ rows.T / m.scale.units


def covered(m: Mechanism, noise: LineNoise, counts: np.ndarray, q: Fraction, level: float) -> float:
    """How often the true bin lies within."""
    running = noisy(m, counts)
    reached = np.cumsum(counts) * q.denominator >= counts.sum() * q.numerator
    truth = int(np.argmax(reached))
    found = quantile_limits(running, [noise], np.zeros(DRAWS, dtype=np.int64), [q], level)[0]
    inside = (found.first <= truth) & (truth <= found.last) | ~found.estimable
    return float(inside.mean())


def require_same(one: Bins, other: Bins) -> None:
    np.testing.assert_array_equal(one.first, other.first)
    np.testing.assert_array_equal(one.last, other.last)
    np.testing.assert_array_equal(one.estimable, other.estimable)


HARD = {
    "large bins, half is reached just so": np.full(BINS, 2000),
    "large bins, half is missed by one": np.array([2000] * 20 + [2002] + [2000] * 19),
    "many empty bins before": np.array([100] * 5 + [0] * 29 + [2, 98, 100, 100, 100, 100]),
    "small bins": np.full(BINS, 30),
}


@pytest.mark.statistical
@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.99])
@pytest.mark.parametrize("case", CASES)
def test_limits_cover(case: str, level: float) -> None:
    m = CASES[case]()
    noise = own_line(m, np.arange(BINS))
    for name, counts in HARD.items():
        assert covered(m, noise, counts, HALF, level) >= level - slack(level), name


@pytest.mark.statistical
@pytest.mark.parametrize("case", ["fine", "histogram", "tree"])
def test_limits_that_are_a_fifth_narrower_do_not(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong control, where bins are large and the share is reached just so; it is also where nothing is given away.

    The limits as they are cover there by no more than three per cent too often.
    """
    m = CASES[case]()
    noise = own_line(m, np.arange(BINS))
    counts = HARD["large bins, half is reached just so"]
    assert covered(m, noise, counts, HALF, 0.9) <= 0.93
    right = LineNoise.margins
    monkeypatch.setattr(LineNoise, "margins", lambda *given: 0.8 * right(*given))
    assert covered(m, noise, counts, HALF, 0.9) < 0.9 - 1.5 * slack(0.9)


@pytest.mark.statistical
def test_the_margin_of_the_count_alone_does_not_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong control: the noise of the total forgotten."""
    m = CASES["histogram"]()
    counts = np.array([2000] * 3 + [18000] + [500] * 36)
    q = Fraction(int(counts[:4].sum()), int(counts.sum()))
    noise = own_line(m, np.arange(BINS))
    assert covered(m, noise, counts, q, 0.9) >= 0.9 - slack(0.9)
    right = LineNoise.margins
    monkeypatch.setattr(LineNoise, "margins", lambda self, shares, *more: right(self, [0.0], *more))
    assert covered(m, noise, counts, q, 0.9) < 0.9 - slack(0.9)


@pytest.mark.parametrize("case", CASES)
def test_margins_are_those_of_the_law_of_every_bin(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    m = CASES[case]()
    share, alpha, rows = 0.25, 0.1, coefficients(m, range(BINS))
    everywhere = np.ones((1, BINS), dtype=bool)
    g = [Block(m.scale, rows - share * rows[-1])]
    noises = [own_line(m, np.arange(BINS)), line_of(lambda at: [Block(m.scale, rows[at])], BINS, m.measurements)]
    monkeypatch.setattr(quantiles, "SHORT", 0)
    for noise in (*noises, own_line(m, np.arange(BINS))):
        found = noise.margins([share], everywhere, alpha)[0]
        for at, level in enumerate((0.905, 0.81)):
            np.testing.assert_allclose(found[at], half_widths(g, level), rtol=1e-9, atol=1e-6)
        assert np.all(found[2] >= 2 * half_widths(g, 0.995) - found[0] - 1e-6)
        for level in (0.9, 0.99):
            assert np.all(half_widths(g, level) <= noise.reach(share, 1 - level) + 1e-9)
        assert noise.total(0.9) == pytest.approx(half_widths([Block(m.scale, rows[-1:])], 0.9)[0], abs=1e-9)


@pytest.mark.parametrize("case", ["histogram", "Laplace", "tree"])
@pytest.mark.parametrize("counts", [np.full(BINS, 30), np.full(BINS, 2000)])
def test_looking_only_where_it_may_matter_changes_nothing(
    case: str, counts: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    m = CASES[case]()
    running, of = noisy(m, counts, 300), np.zeros(300, dtype=np.int64)
    noise = own_line(m, np.arange(BINS))
    fast = quantile_limits(running, [noise], of, [HALF], 0.9)[0]
    right = LineNoise.margins
    everywhere = np.ones((1, BINS), dtype=bool)
    monkeypatch.setattr(LineNoise, "margins", lambda self, shares, _, alpha: right(self, shares, everywhere, alpha))
    slow = quantile_limits(running, [noise], of, [HALF], 0.9)[0]
    require_same(fast, slow)


def test_in_small_batches_they_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    m = CASES["tree"]()
    running, of = noisy(m, np.full(BINS, 30), 50), np.arange(50) % 2
    found = []
    for batch in (2**22, 3 * BINS):
        monkeypatch.setattr(quantiles, "BATCH", batch)
        noises = [
            own_line(m, np.arange(BINS)),
            line_of(lambda at: [Block(m.scale, coefficients(m, at))], BINS, m.measurements),
        ]
        found.append(quantile_limits(running, noises, of, [HALF], 0.9)[0])
    require_same(*found)


def test_too_much_to_look_at_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    m = CASES["tree"]()
    noise = own_line(m, np.arange(BINS))
    running, of = noisy(m, np.full(BINS, 30), 50), np.zeros(50, dtype=np.int64)
    close = quantile_limits(running, [noise], of, [HALF], 0.9)[0]
    monkeypatch.setattr(quantiles, "MOST_LOOKED_AT", 0)
    wide = quantile_limits(running, [noise], of, [HALF], 0.9)[0]
    assert np.all(wide.first <= close.first)
    assert np.all(wide.last >= close.last)


def test_without_noise_they_are_the_bin_itself() -> None:
    """Also where a share is reached exactly: half of ten in the first five."""
    m = build("histogram", Stack(Kronecker(Total(1), Prefix(4))), PureDP("1"), Neighbours.REPLACE_ONE, exact_row=True)
    silent = LineNoise(((m.scale, np.zeros(4), np.zeros(4)),), own_line(m, np.full(4, -1)).joint, 1)
    running = np.array([[5.0, 5.0, 9.0, 10.0], [4.0, 6.0, 9.0, 10.0], [0.0, 0.0, 0.0, 0.0]])
    found = quantile_limits(running, [silent], np.zeros(3, dtype=np.int64), [HALF], 0.9)[0]
    assert found.estimable.tolist() == [True, True, False]
    assert found.first[:2].tolist() == found.last[:2].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("first", "last", "value", "nothing"),
    [
        (0, 48, 24, True),  # 24 ± 466 of 0 to 500
        (0, 49, 250, True),  # the middle ± half: what anybody knows
        (0, 25, 24, False),  # ± 236: the middle ± 250 says less
        (0, 0, 5, False),
        (25, 49, 255, False),  # half of the bins, and less than half of the range
    ],
)
def test_limits_that_leave_all_that_is_possible_say_nothing(first: int, last: int, value: float, nothing: bool) -> None:
    """A quartile of 0 to 500 was printed as 24 ± 461."""
    edges = np.arange(0.0, 501.0, 10.0)
    margin = max(edges[last + 1] - value, value - edges[first])
    found = say_nothing(np.array([first]), np.array([last]), np.array([margin]), edges)
    assert found.tolist() == [nothing]


def test_a_wide_bin_is_not_the_noise_s_doing() -> None:
    """Incomes of 100,000 to a million share a bin: a quartile in it, or at its edge, has been measured all the same."""
    edges = np.array([0, 10, 20, 30, 40, 60, 100, 1000.0])
    found = say_nothing(np.array([6, 5, 0]), np.array([6, 6, 6]), np.array([900.0, 920.0, 900.0]), edges)
    assert found.tolist() == [False, False, True]
