"""Laplace sums told by six sums of powers: the claims of docs/proofs/laplace_sums.md, each with a wrong control."""

from __future__ import annotations

from math import exp, tanh

import numpy as np
import pytest
from laplace_sums import truth

from dpdesk.mechanisms import build
from dpdesk.mechanisms.core.pieces import pieces_of
from dpdesk.mechanisms.errors import fine_laplace, laplace_waves, power_sums
from dpdesk.mechanisms.errors.fine_laplace import chord, told_by_sums
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.queries import AllRange, Identity, Kronecker, Prefix

ADD = Neighbours.ADD_REMOVE


def test_smoothed_integers_are_more_peaked_than_laplace_variables() -> None:
    """Claim 1, between and at the half integers; with the integers' own b it is false."""
    for b in (0.7, 3.0, 40.0):
        a, t = exp(-1 / b), np.linspace(0, 12 * b, 20_001)
        m = np.floor(t - 0.5)
        beyond = np.where(m < 0, 1 - 2 * t * tanh(0.5 / b), 2 * a ** (m + 1) / (1 + a) * (1 - (t - m - 0.5) * (1 - a)))
        assert np.all(beyond <= np.exp(-t * 2 * tanh(0.5 / b)) * (1 + 1e-12))
        assert np.any(beyond > np.exp(-t / b) * (1 + 1e-6)) == (b < 10)  # by 1 in 288 b⁴


def test_five_sums_give_the_waves_within_the_bound() -> None:
    """Claim 3; shares above the bound break it."""
    generator = np.random.default_rng(5)
    step = int(laplace_waves.steps_of(np.array([0.08]))[0])
    theta = laplace_waves.theta_of(8.0, 0, 40)
    coefficients, doubt = laplace_waves.interpolation(step, 8.0, 0, 40)

    def off(top: float) -> float:
        shares = generator.random((200, 30)) ** 4 * top
        exact = (shares[:, :, None] * theta**2 - np.log1p(shares[:, :, None] * theta**2)).sum(axis=1)
        told = laplace_waves.sums_of(shares)[:, 1:] @ coefficients
        return float((np.abs(told - exact) / (exact * doubt + 1e-13)).max())

    assert off(0.08) <= 1
    assert off(0.16) > 1


def test_intervals_by_their_two_ends() -> None:
    """Where halves of opposite signs cancel, the last sum is left out."""
    generator = np.random.default_rng(3)
    for steps, lost in ((generator.random((70, 9)), 0), (generator.normal(size=(70, 9)), 1)):
        prefixes = np.concatenate([np.zeros((1, 9)), np.cumsum(steps, axis=0)])
        prefixes[:, 4:] *= np.arange(71)[:, None] > 50
        starts, last = np.triu_indices(70)
        rows = prefixes[last + 1] - prefixes[starts]
        expected = np.stack([(rows ** (2 * i)).sum(axis=1) for i in range(1, 7)], axis=1)
        sums = power_sums.interval_sums(prefixes)[0]
        told = ~np.isnan(sums[:, 5])
        assert sums[told, :6] == pytest.approx(expected[told], rel=1e-10)
        assert (told.size - told.sum() > 0) == lost
        assert told.mean() > 0.5


def test_light_measurements_are_taken_by_themselves() -> None:
    """Two sums of them stand beside the six of the others; of few nothing is taken apart."""
    generator = np.random.default_rng(6)
    prefixes = np.cumsum(generator.normal(size=(71, 40)), axis=0)
    prefixes[:, 20:] *= 1e-3
    starts, last = np.triu_indices(70)
    rows = prefixes[last + 1] - prefixes[starts]
    whole, sums = power_sums.interval_sums(prefixes)[0], power_sums.interval_sums(prefixes, 20)[0]
    apart = sums[:, -1] > 0
    assert apart.sum() > 500 and not whole[:, -1].any()
    assert not power_sums.interval_sums(prefixes, 21)[0][:, -1].any()
    assert sums[:, 0] == pytest.approx((rows**2).sum(axis=1), rel=1e-12)
    assert sums[apart, -1] == pytest.approx((rows[apart, 20:] ** 4).sum(axis=1), rel=1e-8)
    assert sums[apart, 1] == pytest.approx((rows[apart, :20] ** 4).sum(axis=1), rel=1e-10)
    assert ((rows[apart, 20:] ** 2).max(axis=1) <= 2 * laplace_waves.LIGHT * sums[apart, 0]).all()


def test_one_sum_gives_the_waves_of_light_shares_within_the_bound() -> None:
    theta = laplace_waves.theta_of(8.0, 0, 40)
    value, off = laplace_waves.of_light(theta)
    for least in (0.0, 0.9, 1.0):
        shares = np.random.default_rng(7).uniform(least, 1.0, 1500) * laplace_waves.LIGHT
        true = shares.sum() * theta**2 - np.log1p(np.multiply.outer(theta**2, shares)).sum(axis=1)
        assert (np.abs((shares**2).sum() * value - true) <= off).all()
        assert least < 1 or (np.abs((shares**2).sum() * value - true) > off / 10).any()  # nor is it far above


def test_margins_told_with_light_measurements_hardly_differ() -> None:
    m = build("p-identity", AllRange(256), PureDP("1"), ADD)
    kinds = power_sums.kinds_of(m.strategy, m.pieces[0], np.arange(32_896))
    assert kinds is not None
    apart = np.flatnonzero(kinds.sums[:, -1] > 0)
    assert apart.size > 1_000
    chosen = apart[:: apart.size // 40]
    wider = m.margins(90)[chosen] / m.margins(90, chosen)
    assert wider.max() < 1 + 1e-6
    assert wider.min() > 1 - 2e-5  # what sums tell no longer is looked at by its coefficients


@pytest.mark.parametrize("name", ["p-identity", "weighted-tree"])
def test_many_margins_are_those_of_each_query(name: str) -> None:
    """All intervals of 96 codes, told by sums or not, at three levels; what covers is close to the least."""
    m = build(name, AllRange(96), PureDP("1"), ADD)
    chosen = np.arange(0, 4656, 97)
    rows = m.strategy.coefficients(m.pieces[0], chosen)
    for level in (80, 90, 99):
        margin = m.margins(level)
        assert margin[chosen] == pytest.approx(m.margins(level, chosen), rel=1e-9)
        lengths = margin[chosen] / m.std[chosen]
        for row, length in list(zip(rows, lengths, strict=True))[::6]:
            assert truth(row, float(length)) >= level / 100 - 4e-6
            assert truth(row, float(length) * 0.998) < level / 100


def test_like_sums_are_one_kind_and_others_never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the mixture of six numbers is that of the last alone, which all have alike, they are still told apart."""
    generator = np.random.default_rng(4)
    some = generator.random((5, 6)) + 0.1
    some[:, -1] = 1.0
    given = some[generator.integers(0, 5, 40)] * (1 + 1e-14)
    for mixing in (power_sums.MIXING, 0):
        monkeypatch.setattr(power_sums, "MIXING", mixing)
        alike = power_sums._sorted(given)
        assert alike is not None
        order, begins = alike
        assert (begins.size == 5) == (mixing > 0)
        assert given[order[begins]][power_sums._numbers(order, begins)] == pytest.approx(given, rel=1e-8)
    assert power_sums._sorted(generator.random((40, 6))) is None


def test_between_the_blocks_of_a_tree_are_borders() -> None:
    m = build("tree", AllRange(154), PureDP("1"), ADD)
    blocks = m.strategy.to_json()["variables"][0]["blocks"]
    prefixes = m.strategy.coefficients(pieces_of(Prefix(154))[0], np.arange(154))
    borders = power_sums._borders(np.concatenate([np.zeros((1, prefixes.shape[1])), prefixes]))
    assert borders.tolist() == [*range(0, 154, blocks[-1]), 154]


def test_smooth_measurements_are_those_of_small_shares_or_fewer() -> None:
    """Some of what is smooth between some ends is found, and nothing else; intervals of few codes are exact."""
    generator = np.random.default_rng(8)
    steps = generator.normal(size=(90, 60)) * (generator.random((90, 60)) < 0.1)
    prefixes = np.concatenate([np.zeros((1, 60)), np.cumsum(steps, axis=0)])
    starts, last = np.triu_indices(90)
    squares = (prefixes[last + 1] - prefixes[starts]) ** 2
    true = np.stack([np.where(squares <= 2 * share * squares.sum(axis=1, keepdims=True), squares, 0).sum(axis=1)
                     for share in (0.002, 0.02)], axis=1)  # fmt: skip
    found = power_sums.interval_sums(prefixes, None, (0.002, 0.02))[1]
    assert (found <= true + 1e-12).all()
    assert found[:, 1].sum() > 0.05 * true[:, 1].sum()
    short = last < 20
    assert found[short] == pytest.approx(true[short], abs=1e-12)


def test_of_every_law_the_large_shares_are_looked_at() -> None:
    generator = np.random.default_rng(5)
    shares = np.full((30, 200), 1e-5)
    for row in shares:
        row[generator.choice(200, 12, replace=False)] = generator.uniform(0.01, 0.06, 12)
    single = fine_laplace._largest(shares)
    found = np.take_along_axis(shares, single, axis=1)
    assert single.shape == (30, fine_laplace.SINGLE)
    assert (np.sort(found, axis=1)[:, -12:] == np.sort(shares, axis=1)[:, -12:]).all()
    assert fine_laplace._largest(np.full((2, 40), 1e-6)).shape == (2, fine_laplace.SINGLE)


def test_a_product_has_the_products_of_sums() -> None:
    m = build("p-identity", Kronecker(AllRange(64), Identity(3)), PureDP("1"), ADD)
    chosen = np.arange(0, 6240, 251)
    kinds = power_sums.kinds_of(m.strategy, m.pieces[0], np.arange(6240))
    assert kinds is not None
    assert kinds.sums.shape[0] == 2080  # the three are alike
    rows = m.strategy.coefficients(m.pieces[0], chosen)
    assert kinds.sums[kinds.kind[chosen], 2] == pytest.approx((rows**6).sum(axis=1), rel=1e-9)
    assert m.margins(90)[chosen] == pytest.approx(m.margins(90, chosen), rel=1e-9)


def test_what_sums_do_not_tell_is_left_to_the_coefficients() -> None:
    """One Laplace variable has its whole law in one share; a hundred equal ones are as good as normal."""
    alone, hundred = np.array([[0.5**i for i in range(1, 7)]]), np.array([[100 * 0.005**i for i in range(1, 7)]])
    widths, told = told_by_sums(np.concatenate([alone, hundred]), 0.9)
    assert told.tolist() == [False, True]
    assert truth(np.ones(100), float(widths[1])) == pytest.approx(0.9, abs=2e-5)
    assert truth(np.ones(100), float(widths[1])) > 0.9
    assert told_by_sums(hundred, 1 - 1e-9)[1].tolist() == [False]
    covered = np.array([[0.0, 0.5, 0.8], [0.0, 0.2, 0.3]])
    lengths, reached = chord(covered, np.array([0.0, 1.0, 2.0]), 0.65)
    assert lengths[0] == pytest.approx(1.5)
    assert reached.tolist() == [True, False]


def test_known_totals_and_covers_are_looked_at_by_their_coefficients() -> None:
    known = build("p-identity", Prefix(40), PureDP("1"), Neighbours.REPLACE_ONE, exact_row=True)
    assert power_sums.kinds_of(known.strategy, known.pieces[0], np.arange(40)) is None
    covers = build("binary-tree", AllRange(64), PureDP("1"), ADD)
    assert power_sums.kinds_of(covers.strategy, covers.pieces[0], np.arange(2080)) is None
