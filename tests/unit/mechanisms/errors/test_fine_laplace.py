"""Laplace noise on a fine grid: never above the truth, close to it, and the same from either end."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log, sqrt

import numpy as np
import pytest
from laplace_sums import truth

from dpdesk.mechanisms import build
from dpdesk.mechanisms.answers.odds import chance_more_than
from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.mechanisms.errors import laws
from dpdesk.mechanisms.errors.fine_laplace import FINE_SCALE, FineLaplace, beyond
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.queries import AllRange, Prefix

SCALE = Fraction(1 << 16)


def some_rows() -> np.ndarray:
    """From one coefficient to three hundred, alike and of very different sizes."""
    generator = np.random.default_rng(7)
    rows = np.zeros((24, 300))
    for i, number in enumerate((1, 2, 3, 5, 10, 30, 100, 300) * 3):
        rows[i, :number] = generator.normal(size=number) * generator.choice([1.0, 0.01, 0.3], number)
    rows[::3] = np.sign(rows[::3])
    rows[-4:, 0] = 30
    return rows


def test_half_widths_cover_and_are_close() -> None:
    """What is truncated of the truth is below 4e-6."""
    rows = some_rows()
    fine = FineLaplace(rows, SCALE)
    for probability, loss in ((0.5, 4e-4), (0.8, 4e-4), (0.9, 4e-4), (0.95, 5e-4), (0.99, 2e-3)):
        widths = fine.half_widths(probability) / fine.deviations
        for row, width in zip(rows, widths, strict=True):
            assert truth(row, width) >= probability - 4e-6
            assert truth(row, width * (1 - loss)) < probability + 4e-6  # the wrong control


def test_one_laplace_variable_has_a_closed_form() -> None:
    fine = FineLaplace(np.array([[0.0, 2.0, 0.0]]), SCALE)
    assert fine.deviations[0] == pytest.approx(2 * sqrt(2) * float(SCALE))
    for t in (0.3, 1.0, 2.0, 4.0):
        exact = 1 - exp(-sqrt(2) * t)
        assert exact - 1e-3 < float(fine.mass(t * fine.deviations[0])[0]) <= exact
    assert fine.mass(0.0)[0] == 0.0
    for tail in (1e-3, 1e-9):
        assert -log(tail) / sqrt(2) < beyond(tail) < 1.6 * -log(tail) / sqrt(2) + 1


def test_the_discrete_law_of_few_terms() -> None:
    """Against the integers themselves, b = 1024: the geometric law convolved."""
    scale, b = Fraction(FINE_SCALE), float(FINE_SCALE)
    z = np.arange(-(1 << 17), (1 << 17) + 1)
    pmf = np.exp(-np.abs(z) / b)
    pmf /= pmf.sum()
    size = 1 << 20
    spectrum = np.fft.rfft(pmf, size) ** 2
    law = np.fft.irfft(spectrum, size)[: 2 * z.size - 1]
    half = law.size // 2
    mass = law[half] + 2 * np.cumsum(law[half + 1 :])
    fine = FineLaplace(np.array([[1.0, -1.0]]), scale)
    for probability in (0.5, 0.9, 0.99):
        width = float(fine.half_widths(probability)[0])
        assert mass[int(width) - 1] >= probability - 1e-9
        assert mass[int(width * 0.99) - 1] < probability


def test_margin_and_chance_agree() -> None:
    m = build("weighted-tree", Prefix(64), PureDP("1"), Neighbours.ADD_REMOVE)
    margins = m.margins(90)
    for row in (0, 20, 63):
        assert chance_more_than(m, row, float(margins[row])) <= 0.1 + 1e-9
        assert chance_more_than(m, row, 0.99 * float(margins[row])) > 0.1
        assert chance_more_than(m, row, 0.0) == 1.0
        assert 0 <= chance_more_than(m, row, 40 * float(m.std[row])) < 1e-6
    law = laws.law_of(m.strategy.coefficients(m.pieces[0], np.array([20]))[0], m.scale)
    assert isinstance(law, laws.FineLaplaceLaw)
    assert law.half_width(0.9) / m.scale.units == pytest.approx(margins[20], rel=1e-12)


def test_few_laws_for_many_intervals() -> None:
    """All 32,896 intervals of 256 codes, one by one and together."""
    m = build("weighted-tree", AllRange(256), PureDP("1"), Neighbours.ADD_REMOVE)
    rows = np.array([0, 255, 256, 10_000, 32_895])
    assert m.margins(90)[rows] == pytest.approx([float(m.margins(90, rows[i : i + 1])[0]) for i in range(5)], rel=1e-6)
    ratio = m.margins(90) / m.std
    assert 1.6 < ratio.min() <= ratio.max() < 1.66


def test_scales_below_the_limit_are_left_to_the_lattice() -> None:
    row = np.array([1.0, 0.5])
    assert not isinstance(laws.law_of(row, NoiseScale(LAPLACE, Fraction(3))), laws.FineLaplaceLaw)
    assert isinstance(laws.law_of(row, NoiseScale(LAPLACE, Fraction(FINE_SCALE))), laws.FineLaplaceLaw)
