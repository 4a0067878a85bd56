"""Margins against the exact law, convolved atom by atom."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
import pytest
from often import releases
from pace import Work

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism, build
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP, noise_law
from dpdesk.queries import AllRange, Identity, Intervals, Prefix, Stack, Total

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE


def exact_margin(m: Mechanism, query: int, level: int) -> tuple[float, float]:
    """The exact quantile of |X| and the next atom below it, from the rational decoder coefficients of one query."""
    parameter = m.scale.parameter
    assert parameter is not None
    row = np.array([m.decode(unit * m.grid)[query] for unit in np.eye(m.measurements)])
    row[m.strategy.exact_rows] = 0.0
    weights = [Fraction(float(w)).limit_denominator(2000) for w in row if abs(w) > 1e-12]
    denominator = lcm(*(w.denominator for w in weights))
    law = np.ones(1)
    reach = int(14 * np.sqrt(m.scale.variance) * m.grid) + 3
    z = np.arange(-reach, reach + 1)
    pmf = noise_law.laplace_pmf(z, parameter) if m.noise == "laplace" else noise_law.gaussian_pmf(z, parameter)
    for weight in weights:
        step = abs(int(weight * denominator))
        spread = np.zeros(2 * reach * step + 1)
        spread[::step] = pmf
        size = law.size + spread.size - 1
        padded = 1 << size.bit_length()
        law = np.maximum(np.fft.irfft(np.fft.rfft(law, padded) * np.fft.rfft(spread, padded), padded)[:size], 0)
    half = law.size // 2
    mass = np.concatenate([law[half : half + 1], law[half] + 2 * np.cumsum(law[half + 1 :])])
    place = int(np.searchsorted(mass, level / 100 - 1e-12))
    atoms = np.flatnonzero(law[half : half + place] > 1e-9)
    below = int(atoms[-1]) if atoms.size else 0
    return place / denominator / m.grid, below / denominator / m.grid


BUDGETS: list[Loss] = [PureDP("1"), PureDP("3"), ZCDP("1/2"), ZCDP("1/50"), ApproxDP("1", "1e-6")]


@pytest.mark.parametrize("loss", BUDGETS, ids=str)
@pytest.mark.parametrize("level", [80, 90, 99])
def test_equal_coefficients_give_the_exact_quantile(loss: Loss, level: int) -> None:
    for name in ("histogram", "prefix-difference", "binary-tree"):
        m = build(name, Prefix(6), loss, ADD)
        margins = m.margins(level)
        for query in range(6):
            assert margins[query] == pytest.approx(exact_margin(m, query, level)[0], abs=1e-9)


@pytest.mark.parametrize("loss", BUDGETS, ids=str)
@pytest.mark.parametrize("level", [80, 90, 99])
def test_unequal_coefficients_are_within_an_atom(loss: Loss, level: int) -> None:
    m = build("histogram", Intervals(4, [(1, 1), (1, 2), (2, 4)]), loss, REPLACE, exact_row=True)
    for query, margin in enumerate(m.margins(level)):
        exact, below = exact_margin(m, query, level)
        assert below * 0.995 <= margin <= exact * 1.005 + (exact - below)


@pytest.mark.parametrize("level", [80, 90, 95, 99])
def test_margins_are_least_to_three_thousandths_where_atoms_are_small(level: int) -> None:
    for loss in (PureDP("1/200"), ZCDP("1/50000")):
        m = build("histogram", Prefix(6), loss, REPLACE, exact_row=True)
        for query in range(5):
            exact, _ = exact_margin(m, query, level)
            assert exact <= m.margins(level)[query] * (1 + 1e-9) <= 1.003 * exact


def test_margins_grow_with_the_level_and_follow_rows() -> None:
    m = build("tree", Stack(Prefix(20), AllRange(20), Total(20)), PureDP("1/2"), ADD)
    low, high = m.margins(80), m.margins(Fraction(99))
    assert (low < high).all()
    rows = np.array([230, 0, 17, 5, 5])
    assert np.array_equal(m.margins(90, rows), m.margins(90)[rows])
    for wrong in (0, 100, -5):
        with pytest.raises(BadInput):
            m.margins(wrong)


def test_a_gaussian_margin_is_not_a_laplace_margin() -> None:
    """A margin computed from the other law would be noticed."""
    laplace = build("histogram", Identity(5), PureDP("1/40"), ADD)
    gaussian = build("histogram", Identity(5), ZCDP("1/3200"), ADD)
    at_99 = laplace.margins(99)[0] / laplace.std[0], gaussian.margins(99)[0] / gaussian.std[0]
    assert at_99[0] == pytest.approx(np.log(100) / np.sqrt(2), rel=0.02)
    assert at_99[1] == pytest.approx(2.576, rel=0.02)


@pytest.mark.parametrize("loss", [PureDP("1"), ZCDP("1/2")], ids=str)
def test_many_queries_are_fast_and_never_narrower(loss: Loss) -> None:
    m = build("tree", AllRange(100), loss, ADD)
    with Work() as work:
        margins = m.margins(90)
    assert work.squares < 25  # about 4 is usual; a search for each of the 5,050 rows by itself would be hundreds
    sample = np.arange(0, 5050, 101)
    assert (margins[sample] >= m.margins(90, sample) * (1 - 1e-9)).all()
    assert (margins[sample] <= m.margins(90, sample) * 1.015).all()


@pytest.mark.parametrize("loss", [PureDP("1"), ZCDP("1/2"), ApproxDP("2", "1e-5")], ids=str)
@pytest.mark.parametrize("name", ["histogram", "prefix-difference", "binary-tree", "tree"])
def test_the_bound_of_the_largest_error_holds(loss: Loss, name: str) -> None:
    """400 releases; a mean above the bound by chance: the bound exceeds the mean by more than 10 standard errors."""
    m = build(name, AllRange(12), loss, ADD)
    x = np.zeros(12, dtype=np.int64)
    largest = np.abs(releases(m, x, 400)).max(axis=1)
    error = largest.std() / 20
    assert largest.mean() + 6 * error < m.expected_max_error < 5 * largest.mean()


def test_the_bound_of_the_largest_error_is_not_idle() -> None:
    """For independent errors it is close: within a factor 1.6 of the mean of 400 releases."""
    for loss in (PureDP("1/10"), ZCDP("1/200")):
        m = build("histogram", Identity(200), loss, ADD)
        x = np.zeros(200, dtype=np.int64)
        largest = float(np.abs(releases(m, x, 400)).max(axis=1).mean())
        assert largest < m.expected_max_error < 1.6 * largest
