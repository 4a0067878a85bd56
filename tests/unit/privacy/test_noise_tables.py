"""The tables behind the samplers: thresholds bracket the exact law, and all three depths of digits agree with them."""

from __future__ import annotations

import itertools
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.privacy import noise, noise_geometric, noise_tables
from dpdesk.privacy.noise_tables import ExactTable


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def check_brackets(thresholds, truth, bits):
    with localcontext() as context:
        context.prec = 150
        expected = [value * 2**bits for value in truth()]
    bounds = thresholds(bits)
    assert len(bounds) == len(expected)
    for (low, high), value in zip(bounds, expected, strict=True):
        assert low <= value <= high
        assert high - low <= 2
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in itertools.pairwise(bounds))


@pytest.mark.parametrize("bits", [64, 128])
@pytest.mark.parametrize("scale", [Fraction(3, 10), Fraction(143, 10), Fraction(2**60 - 93, 2**55 + 3)])
def test_cut_geometric_law(scale, bits):
    def truth():
        return [1 - (-decimal(k / scale)).exp() for k in range(1, 41)]

    check_brackets(noise_geometric._cut_law(scale, 40), truth, bits)


@pytest.mark.parametrize("scale", [Fraction(1, 3), Fraction(10**6), Fraction(2**50), Fraction(10**18 + 9, 10**15 + 37)])
def test_digit_law(scale):
    def truth():
        whole = 1 - (-decimal(32 / scale)).exp()
        return [(1 - (-decimal(k / scale)).exp()) / whole for k in range(1, 32)]

    check_brackets(noise_geometric._digit_law(scale, 32), truth, 64)


@pytest.mark.parametrize(
    ("s", "block", "blocks"),
    [(Fraction(9, 100), 1, 8), (Fraction(400), 1, 148), (Fraction(10**12), 8192, 855), (Fraction(1, 10**6), 1, 8)],
)
def test_block_law(s, block, blocks):
    def truth():
        weights = [(-decimal(Fraction(q * q * block * block) / (2 * s))).exp() for q in range(blocks + 1)]
        beyond = weights.pop() / ((1 - (-decimal(Fraction(blocks * block) / s)).exp()) * block)
        if block == 1:
            weights[0] = Decimal(1) / 2
        total = sum(weights) + beyond
        return [sum(weights[: k + 1]) / total for k in range(blocks)]

    check_brackets(noise._block_law(s, block, blocks), truth, 64)


def exact_thresholds(*values: Fraction):
    def thresholds(bits):
        return [((v.numerator << bits) // v.denominator, -((-v.numerator << bits) // v.denominator)) for v in values]

    return thresholds


def outcome(values, u):
    """#{k : C_k ≤ u}."""
    return sum(v <= u for v in values)


def test_every_quick_answer_is_right_and_the_others_are_open():
    values = [Fraction(1, 2**20), Fraction(1, 3), Fraction(1, 3) + Fraction(1, 2**70), Fraction(1, 2), Fraction(5, 7)]
    table = ExactTable(exact_thresholds(*values))
    for word, answer in enumerate(table._quick):
        first, last = Fraction(word, 2**16), Fraction(word + 1, 2**16)
        inside = [v for v in values if first < v < last]
        if inside:
            assert answer == -1
        elif answer != -1:
            assert answer == outcome(values, first)
    assert (table._quick == -1).sum() == 3  # 2^-20, the two near 1/3 together, 5/7; ½ begins a bucket


def test_64_digits_and_beyond(monkeypatch):
    """Digits chosen next to a threshold: the answer is that of the exact real number they spell."""
    values = [Fraction(1, 3), Fraction(1, 3) + Fraction(1, 2**70), Fraction(5, 7)]
    table = ExactTable(exact_thresholds(*values))
    for centre in values:
        for shift in (-1, 0, 1):
            digits = (centre.numerator << 128) // centre.denominator + shift
            # The first 16 digits come in, then 48 of a random word, then a further word.
            first, second = digits >> 64, digits & (2**64 - 1)
            answers = iter([((first & (2**48 - 1)) << 16).to_bytes(8, "little"), second.to_bytes(8, "big")])
            more = (b"\x80" + bytes(7) for _ in range(10))  # then 2^63: the middle of what is left
            monkeypatch.setattr(noise_tables.os, "urandom", lambda n, a=answers, m=more: next(a, None) or next(m))
            drawn = table._from_64_digits(np.array([first >> 48], dtype=np.uint16))[0]
            spelled = Fraction(digits, 2**128) + Fraction(1, 2**129)
            assert drawn == outcome(values, spelled)


def test_extreme_thresholds_fit():
    table = ExactTable(exact_thresholds(Fraction(1, 2**200), 1 - Fraction(1, 2**200)))
    assert set(table.draw(100_000).tolist()) == {1}
    assert table.draw(0).size == 0
