"""The samplers draw their exact laws, and the test would notice if they did not.

False alarms: every p-value must be at least 1e-9; there are fewer than 120: below 2e-7 in total.
Bins expect at least 400 draws, where the chi-square law is good even that far out. The wrong controls are real draws
of a sampler whose scale is off by 10 and 30 %, and planted faults of the kinds a sampler is likely to have.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpdesk.privacy import noise, noise_tables
from dpdesk.privacy.noise_tables import ExactTable
from dpdesk.selftest import samplers
from dpdesk.selftest.samplers import REJECT_BELOW, Law, draw, fit_p_value, neighbour_p_value, residue_p_value

pytestmark = pytest.mark.statistical

DRAWS = 1_000_000
SIXTY_BITS = [Fraction(2**60 - 93, 2**55 + 3), Fraction(2**59 + 1, 2**60 - 93), Fraction(2**60 - 1, 2**50 + 7)]
SCALES = [Fraction(3, 10), Fraction(1), Fraction(143, 10), Fraction(1000), Fraction(10**6), *SIXTY_BITS]
KINDS = ["laplace", "gaussian"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scale", SCALES, ids=lambda s: f"{float(s):g}")
def test_fits_its_closed_form_and_no_other(kind, scale):
    values = draw(kind, scale, DRAWS)
    law = Law(kind, float(scale))
    assert fit_p_value(values, law) >= REJECT_BELOW
    assert residue_p_value(values, law) >= REJECT_BELOW
    assert residue_p_value(values, law, 1024) >= REJECT_BELOW
    assert neighbour_p_value(values, law) >= REJECT_BELOW
    for factor in (Fraction(7, 10), Fraction(9, 10), Fraction(11, 10), Fraction(13, 10)):
        assert fit_p_value(draw(kind, scale * factor, DRAWS // 5), law) < REJECT_BELOW


@pytest.mark.parametrize("kind", KINDS)
def test_planted_faults_are_noticed(kind):
    law = Law(kind, 1000.0)
    values = draw(kind, 1000, DRAWS)
    assert residue_p_value(values & ~1, law) < REJECT_BELOW  # the lowest digit lost
    assert residue_p_value(np.where(values % 64 == 63, values - 1, values), law) < REJECT_BELOW
    assert fit_p_value(np.abs(values), law) < REJECT_BELOW  # the sign lost
    assert fit_p_value(np.clip(values, -4000, 4000), Law(kind, 1000.0)) < REJECT_BELOW or kind == "gaussian"
    assert neighbour_p_value(np.repeat(values[::2], 2), law) < REJECT_BELOW  # each draw used twice
    small = draw(kind, Fraction(3, 10), DRAWS)
    doubled_zero = np.where((small == 1) & (np.arange(DRAWS) % 4 == 0), 0, small)
    assert fit_p_value(doubled_zero, Law(kind, 0.3)) < REJECT_BELOW


def test_gaussian_beyond_the_blocks(monkeypatch):
    """Two in three values come from beyond the blocks, and every acceptance is decided by integers.

    20,000 values: a variance 21 % too large lies 21 standard errors of the sample's, √(2/20000), from the stated one.
    """
    monkeypatch.setattr(noise, "_MARGIN", 0.05)
    for sigma, block, blocks in ((20, 1, 10), (1000, 8, 50)):
        s = Fraction(sigma**2)
        law = noise._GaussianLaw(s, block, blocks, ExactTable(noise._block_law(s, block, blocks)))
        values = law.accepted(20_000)
        assert 2_500 < (np.abs(values) >= block * blocks).sum()
        assert fit_p_value(values, Law("gaussian", float(sigma))) >= REJECT_BELOW
        assert fit_p_value(values, Law("gaussian", sigma * 1.1)) < REJECT_BELOW


def test_deeper_digits_are_drawn_from_the_same_law(monkeypatch):
    """With brackets far too wide at 64 digits nearly every answer needs more digits; the law stays."""
    thirds = [Fraction(1, 3), Fraction(1, 2), Fraction(6, 7)]

    def thresholds(bits):
        blur = 1 << (bits - 4) if bits == 64 else 0
        return [
            (max((v.numerator << bits) // v.denominator - blur, 0), (v.numerator << bits) // v.denominator + 1 + blur)
            for v in thirds
        ]

    calls = []
    original = ExactTable._from_more_digits
    monkeypatch.setattr(
        noise_tables.ExactTable, "_from_more_digits", lambda self, d: calls.append(d) or original(self, d)
    )
    counts = np.bincount(ExactTable(thresholds).draw(60_000), minlength=4)
    assert len(calls) > 10_000
    masses = np.diff([0.0, *(float(v) for v in thirds), 1.0])
    assert samplers._chi_square(counts, masses) >= REJECT_BELOW
    assert samplers._chi_square(counts, masses[::-1].copy()) < REJECT_BELOW


def test_the_self_test_passes_and_its_controls_are_planted():
    results = samplers.run()
    assert len(results) == 14
    assert all(result.passed for result in results), [r.detail for r in results if not r.passed]


@pytest.mark.parametrize("wrong", ["scale", "float", "constant"])
def test_the_self_test_catches_a_wrong_sampler(monkeypatch, wrong):
    def sampler(kind, scale, size):
        if wrong == "scale":
            return draw_original(kind, Fraction(scale) * Fraction(19, 20), size)
        if wrong == "float":  # rounding a continuous draw is another law at small scales
            generator = np.random.default_rng(1)
            shape = generator.laplace if kind == "laplace" else generator.normal
            return np.trunc(shape(0, float(scale), size)).astype(np.int64)
        return np.zeros(size, dtype=np.int64)

    draw_original = samplers.draw
    monkeypatch.setattr(samplers, "draw", sampler)
    for kind in KINDS:
        assert not samplers.check_sampler(kind, Fraction(143, 10))[0].passed
