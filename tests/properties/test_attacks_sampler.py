"""An attack on the sampler: is the law that its tables, its rejection and its tail make *together* the stated one?

Each table is tested by itself elsewhere. Here the probability of single magnitudes is put together the way the code
puts them together (block, offset, acceptance, sign, zero, tail) from brackets of 200 digits, and compared with
e^(−m²/2s) and with (1 − a)a^g in decimal arithmetic: on both sides of the first wide block, at block borders, and where
the tail begins.
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise

import pytest

from dpdesk.privacy import noise, noise_geometric

BITS = 200
CLOSE = Decimal(10) ** -30


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def probabilities(table: object) -> list[Decimal]:
    """The outcomes' probabilities, to 2^-150."""
    brackets = table._thresholds(BITS)  # type: ignore[attr-defined]  # the law the table draws from
    assert all(0 <= high - low < 1 << 50 for low, high in brackets)
    below = [Decimal(0), *(Decimal(low) / 2**BITS for low, _ in brackets), Decimal(1)]
    return [after - before for before, after in pairwise(below)]


@pytest.mark.parametrize("s", [Fraction(1, 7), Fraction(3, 2), 128**2 - 1, 128**2, 4 * 128**2 + 3, 1 << 99])
def test_blocks_tail_signs_and_zero_make_one_law(s: Fraction) -> None:
    getcontext().prec = 90
    s = Fraction(s)
    law = noise._gaussian_law(s)
    width, blocks = law.block, law.blocks
    chance = probabilities(law.table)
    assert len(chance) == blocks + 1
    start = blocks * width

    def magnitude(m: int) -> Decimal:
        """Probability that a proposal has magnitude m and is accepted, before the sign."""
        block, offset = divmod(m, width)
        if block < blocks:
            refusal = Fraction(offset * (2 * block * width + offset)) / (2 * s)
            return chance[block] / width * (-decimal(refusal)).exp()
        ratio = (-decimal(Fraction(start) / s)).exp()
        y = m - start
        return chance[blocks] * (1 - ratio) * ratio**y * (-decimal(Fraction(y * y) / (2 * s))).exp()

    unit = magnitude(1) / (-decimal(1 / (2 * s))).exp()
    for m in {1, 2, width - 1, width, width + 1, start - 1, start, start + 1, start + 7} - {0}:
        wanted = (-decimal(Fraction(m * m) / (2 * s))).exp()
        if wanted > Decimal(10) ** -25:
            assert abs(magnitude(m) / wanted / unit - 1) < CLOSE
    # Zero weighs as much as one signed value: with blocks of one both signs of 0 stay, else −0 is refused.
    zero = magnitude(0) if width == 1 else magnitude(0) / 2
    assert abs(zero / (unit / 2) - 1) < CLOSE
    # The float bounds of acceptance were argued for γ < 1/4.
    assert Fraction((width - 1) * (2 * (blocks - 1) * width + width - 1)) / (2 * s) < Fraction(1, 4)


@pytest.mark.parametrize("b", [Fraction(1, 100), 1, 64, 65, Fraction(10**6 + 1, 7), 1 << 50])
def test_digits_make_one_geometric_law(b: Fraction) -> None:
    getcontext().prec = 90
    b = Fraction(b)
    digits, rest, outcomes = noise_geometric._tables(b)
    place = 0
    for width, table in digits:
        chance = probabilities(table)
        assert len(chance) == 1 << width
        ratio = (-decimal(Fraction(1 << place) / b)).exp()
        for digit in {1, len(chance) - 1}:
            assert abs(chance[digit] / (chance[0] * ratio**digit) - 1) < CLOSE
        place += width
    chance = probabilities(rest)
    assert len(chance) == outcomes + 1
    ratio = (-decimal(Fraction(1 << place) / b)).exp()
    for value in (1, outcomes):
        if ratio**value > Decimal(10) ** -25:
            assert abs(sum(chance[value:]) / ratio**value - 1) < CLOSE
