"""Half-widths of many sums of a few integers at once (error_laws.md, claim 8), beside exact laws and those of one."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpdesk.mechanisms.core.pieces import pieces_of
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE, NoiseScale
from dpdesk.mechanisms.errors import laws, many_waves, margins
from dpdesk.mechanisms.errors.many_waves import Coefficients
from dpdesk.mechanisms.trees.tree import TreeAxis, TreeShape
from dpdesk.queries import AllRange

NOISES = [(LAPLACE, Fraction(3)), (LAPLACE, Fraction(7)), (GAUSSIAN, Fraction(5))]


def some_rows(seed: int, parts: int) -> np.ndarray:
    """Two dozen sums of sixty terms, multiples of a part of the largest, many of them alike."""
    generator = np.random.default_rng(seed)
    kinds = generator.integers(1, parts + 1, (24, 9))
    rows = np.take_along_axis(kinds, generator.integers(0, 9, (24, 60)), axis=1).astype(np.float64)
    rows[:, 0] = parts
    rows[:, 50:] = 0.0
    return rows * generator.choice([-1.0, 1.0], rows.shape) / parts


def exact_mass(rows: np.ndarray, parts: int, noise: str, parameter: Fraction, t: np.ndarray) -> np.ndarray:
    """P(|X| ≤ t) of each row, from a lattice of any size."""
    mass = []
    for row, length in zip(rows, t, strict=True):
        multiples, counts = np.unique(np.rint(np.abs(row[row != 0]) * parts).astype(np.int64), return_counts=True)
        law = laws.LatticeLaw.within(noise, parameter, multiples, counts, 1 / parts)
        assert law is not None
        mass.append(law.mass(length))
    return np.array(mass)


@pytest.mark.parametrize(("noise", "parameter"), NOISES)
@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_half_widths_cover_and_are_close_to_the_least(
    noise: str, parameter: Fraction, level: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "LARGEST", 1 << 24)
    rows = some_rows(3, 97)
    exact = Coefficients.of_rows(rows)
    assert not many_waves.half_widths(exact, noise, parameter, level, 511)[1].any()  # an exact law is better
    monkeypatch.setattr(many_waves, "exact", lambda c, *_: np.zeros(c.begins.size, dtype=np.bool_))
    widths, told = many_waves.half_widths(exact, noise, parameter, level, 511)
    assert told.mean() > 0.8
    assert (exact_mass(rows, 97, noise, parameter, widths) >= level)[told].all()
    deviations = np.sqrt((rows**2).sum(axis=1) * NoiseScale(noise, parameter).variance)
    assert (exact_mass(rows, 97, noise, parameter, widths - 0.02 * deviations) < level)[told].all()


@pytest.mark.parametrize(("noise", "parameter"), NOISES)
def test_none_is_longer_than_that_of_one_law(noise: str, parameter: Fraction) -> None:
    rows = some_rows(5, 5003)  # more parts than are looked for
    widths, told = many_waves.half_widths(Coefficients.of_rows(rows), noise, parameter, 0.9, 511)
    assert told.mean() > 0.8
    ones = [laws.law_of(row, NoiseScale(noise, parameter), 511).half_width(0.9) for row in rows]
    assert (widths <= np.array(ones) * (1 + 1e-6)).all()
    assert (widths[told] > 0.98 * np.array(ones)[told]).all()


def test_what_few_coefficients_do_not_tell_is_left_alone() -> None:
    """One term, whose waves never end; two that turn together; noise that is mostly none."""
    few = np.array([[1.0, 0.0], [1.0, 0.3333]])
    for parameter, level in ((Fraction(3), 0.9), (Fraction(1, 5), 0.9)):
        widths, told = many_waves.half_widths(Coefficients.of_rows(few), LAPLACE, parameter, level, 511)
        assert not told.any() and not widths.any()


def test_sizes_and_fractions_are_those_of_one_row() -> None:
    for parts in (97, 4096, 5003):
        rows = some_rows(7, parts)
        many = Coefficients.of_rows(rows)
        found = many_waves.lattice_of(many)
        for place, row in enumerate(rows):
            sizes, counts = laws.sizes_of(np.abs(row))
            mine = many.owners == place
            assert many.sizes[mine] == pytest.approx(sizes, abs=2e-9)
            assert many.counts[mine].tolist() == counts.tolist()
            assert found[place] == laws._parts(sizes)
    assert not found.any()


@pytest.mark.parametrize(("noise", "parameter"), NOISES)
def test_reaches_are_those_of_one_law(noise: str, parameter: Fraction) -> None:
    rows = some_rows(9, 5003)
    found = many_waves.reaches(Coefficients.of_rows(rows), noise, parameter, 1e-8)
    ones = [laws.reach_of(noise, parameter, *laws.sizes_of(np.abs(row)), 1e-8) for row in rows]
    assert found == pytest.approx(np.array(ones), rel=3e-4)


def test_all_intervals_of_a_tree_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three levels of blocks, a noise of three: hardly any law is worked out by itself, and none is longer for it."""
    pieces = pieces_of(AllRange(154))
    strategy = ProductStrategy((TreeAxis(TreeShape(154, (1, 11, 77))),), pieces, False)
    scale, alone, one = NoiseScale(LAPLACE, Fraction(3)), [], margins.law_of_sizes
    monkeypatch.setattr(margins, "law_of_sizes", lambda *given: alone.append(1) or one(*given))
    together = margins.half_widths(strategy, pieces, scale, 90, None, lambda: np.zeros(0))
    assert np.unique(together.round(9)).size > 3_000
    assert len(alone) < 100
    chosen = np.arange(0, together.size, 191)
    singly = [one(row, None, scale, 511).half_width(0.9) for row in np.abs(strategy.coefficients(pieces[0], chosen))]
    assert (together[chosen] <= np.array(singly) * (1 + 1e-6)).all()
    assert (together[chosen] > 0.97 * np.array(singly)).all()
