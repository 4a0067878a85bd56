"""Many sums of few Laplace integers told by six sums of powers (error_laws.md, claim 9), beside exact laws."""

from __future__ import annotations

from fractions import Fraction
from math import pi, sinh

import numpy as np
import pytest

from dpdesk.mechanisms import build
from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.mechanisms.errors import coarse_intervals, coarse_laplace, laws, many_waves
from dpdesk.mechanisms.errors.laplace_waves import EXPONENTS, LIGHT
from dpdesk.mechanisms.errors.power_sums import kinds_of
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.queries import AllRange

PARTS = 97


def some_rows(seed: int, rows: int = 40) -> np.ndarray:
    """Sums of some large, some small and some light terms, multiples of a part of the largest."""
    generator = np.random.default_rng(seed)
    large = generator.integers(40, PARTS + 1, (rows, 24))
    large[:, 0] = PARTS
    return np.concatenate([large, generator.integers(2, 5, (rows, 500)), np.ones((rows, 40))], axis=1) / PARTS


def sums_of(rows: np.ndarray, parameter: Fraction) -> tuple[np.ndarray, np.ndarray]:
    """Shares' sums of powers, light ones apart, and what is smooth."""
    squares = rows**2
    whole = squares.sum(axis=1)
    shares = squares / (2 * whole)[:, None]
    heavy = np.where(shares > LIGHT, shares, 0.0)
    sums = [
        np.full(len(rows), 0.5),
        *((heavy**i).sum(axis=1) for i in EXPONENTS[1:6]),
        ((shares - heavy) ** 2).sum(axis=1),
    ]
    smooth = [np.where(shares <= most, shares, 0.0).sum(axis=1) for most in coarse_laplace.smooth_shares(parameter)]
    return np.stack(sums, axis=1), np.stack(smooth, axis=1)


def exact_mass(row: np.ndarray, parameter: Fraction, t: float) -> float:
    """P(|X| ≤ t) from a lattice of any size."""
    multiples, counts = np.unique(np.rint(row[row != 0] * PARTS).astype(np.int64), return_counts=True)
    law = laws.LatticeLaw.within(LAPLACE, parameter, multiples, counts, 1 / PARTS)
    assert law is not None
    return law.mass(t)


@pytest.mark.parametrize("parameter", [Fraction(2), Fraction(3), Fraction(17, 2), Fraction(20)])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_half_widths_cover_and_are_close_to_the_least(
    parameter: Fraction, level: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "LARGEST", 1 << 26)
    rows = some_rows(3, 6)
    widths, told = coarse_laplace.told_by_sums(*sums_of(rows, parameter), parameter, level)
    assert told.mean() > 0.8
    lengths = widths * np.sqrt(2 * (rows**2).sum(axis=1)) * float(parameter)
    deviations = np.sqrt((rows**2).sum(axis=1) * NoiseScale(LAPLACE, parameter).variance)
    for row, length, deviation in zip(rows[told], lengths[told], deviations[told], strict=True):
        assert exact_mass(row, parameter, float(length)) >= level
        assert exact_mass(row, parameter, float(length - 0.013 * deviation)) < level


@pytest.mark.parametrize("parameter", [Fraction(1), Fraction(3), Fraction(40)])
def test_an_integer_is_a_laplace_variable_times_a_power_series(parameter: Fraction) -> None:
    """Six terms leave less than the claim says up to an angle of π, and five leave more."""
    h = 1 / float(parameter)
    y = np.linspace(0.01, pi**2, 50)
    true = np.log1p(y / h**2) - np.log1p(np.sin(np.sqrt(y) / 2) ** 2 / sinh(h / 2) ** 2)
    terms = np.array([coarse_laplace._series(parameter)[k] * y**k / k for k in range(1, 7)])
    part = y / (4 * pi**2)
    rest = 2 * coarse_laplace.ZETA_14 / 7 * part**6 * part / (1 - part)
    assert (np.abs(true - terms.sum(axis=0)) <= rest + 1e-10).all()
    assert np.abs(true - terms[:5].sum(axis=0))[-1] > rest[-1]


def test_what_may_turn_back_is_not_told() -> None:
    """Sums of a few equal terms have waves that come back; a tenth of smooth ones makes them nothing."""
    parameter = Fraction(3)
    rows = np.ones((1, 12))
    assert not coarse_laplace.told_by_sums(*sums_of(rows, parameter), parameter, 0.9)[1].any()
    sums, smooth = sums_of(some_rows(4), parameter)
    assert coarse_laplace.told_by_sums(sums, smooth, parameter, 0.9)[1].all()
    assert not coarse_laplace.told_by_sums(sums, 0 * smooth, parameter, 0.9)[1].any()
    assert not coarse_laplace.told_by_sums(sums, smooth, parameter, 1 - 1e-12)[1].any()


@pytest.mark.parametrize(("neighbours", "exact_row"), [(Neighbours.ADD_REMOVE, False), (Neighbours.REPLACE_ONE, True)])
def test_intervals_of_a_tree_are_as_long_by_sums_as_by_waves(neighbours: Neighbours, exact_row: bool) -> None:
    """With a total that is known, too; exact laws are the same."""
    m = build("tree", AllRange(300), PureDP("1/2"), neighbours, exact_row=exact_row)
    coarse_laplace._table.cache_clear()
    margin = m.margins(90)
    assert coarse_laplace._table.cache_info().currsize > 3
    chosen = np.arange(0, margin.size, 397)
    rows = np.abs(m.strategy.coefficients(m.pieces[0], chosen))
    for place, row in zip(chosen, rows, strict=True):
        one = laws.law_of_sizes(row, None, m.scale, 511).half_width(0.9) / m.scale.units
        assert 0.97 * one <= margin[place] <= one * (1 + 1e-3)


def test_laws_that_are_exact_are_not_told_by_sums() -> None:
    """Of all intervals none that has an exact law is passed over by the quick look at its ends."""
    m = build("tree", AllRange(300), PureDP("1/2"), Neighbours.ADD_REMOVE)
    kinds = kinds_of(m.strategy, m.pieces[0], np.arange(45_150), coarse_laplace.smooth_shares(m.scale.parameter))
    runs, noisy = m.pieces[0].factors[0].runs_of(kinds.example), np.arange(kinds.example.size)
    found = coarse_intervals._maybe_exact(kinds, runs, noisy, m.scale)
    rows = kinds.prefixes[runs.ends] - kinds.prefixes[runs.starts]
    exact = many_waves.exact(many_waves.Coefficients.of_rows(rows), LAPLACE, m.scale.parameter)
    assert exact.sum() > 20
    assert found[exact].all()
    assert not found.all()
