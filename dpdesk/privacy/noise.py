"""Exact discrete Laplace and discrete Gaussian noise, vectorised, from the operating system's entropy.

Guarantee: the entries of ``discrete_laplace(b, n)`` are independent with P(X = x) = (1 − a)/(1 + a) · a^|x|, a =
e^(−1/b); those of ``discrete_gaussian(s, n)`` are independent with P(X = x) proportional to e^(−x²/(2s)). Not
approximately: for every rational b > 0 and s > 0 the output law *is* this law, given fair bits from the system.
Proofs: docs/proofs/noise.md, claims 3 and 4. The laws, and the ρ = Δ²/(2σ²) of the second, are those of Canonne,
Kamath, Steinke (arXiv 2004.00010).

Laplace noise is the difference of two geometric numbers (``noise_geometric``). Gaussian noise is drawn by rejection:
the block q of a magnitude m = qR + r, or "beyond" M = QR, from an ``ExactTable``, r from fair bits, what is beyond
from a geometric number; a lazily extended uniform decides on acceptance, in floats where a margin of 2^-40 allows it
and in integer arithmetic where not. Where R = 1 a block holds one value: q = 0 gets half its weight, both signs of 0
are 0.

Bounds. b ≤ 2^50 and √s ≤ 2^50, else BadInput. A magnitude of 2^60 or more raises OverflowError instead of
wrapping; its probability is below e^-1000. Integers of up to 2^62 plus noise therefore stay within int64.
Not protected: the time a draw takes depends on what is drawn.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dpdesk.errors import BadInput
from dpdesk.privacy.intervals import Bounds, exp_minus, multiply
from dpdesk.privacy.noise_geometric import LARGEST_VALUE, geometric
from dpdesk.privacy.noise_tables import ExactTable, Int64, Thresholds, random_words
from dpdesk.problems.problem import problem

LARGEST_SCALE = 1 << 50
_CHUNK = 1 << 16
_BLOCKS = 64  # blocks per sigma, at least; below this sigma every block is one integer
_SPAN = 7  # how many sigmas the blocks cover
_GUARD = 40
_MARGIN = 2.0**-40
_WORD = 32


def discrete_laplace(scale: Fraction | int, size: int) -> Int64:
    """Draw discrete Laplace noise, exactly and from the operating system.

    Args:
        scale: b, in units of what is measured; above 0 and at most 2^50.
        size: how many.

    Returns:
        int64[size], independent, P(x) proportional to e^(−|x|/b).

    Raises:
        BadInput: the scale lies outside.

    >>> discrete_laplace(Fraction(3, 2), 5).shape
    (5,)
    """
    exact = _checked(scale, "scale", LARGEST_SCALE)
    result = np.empty(_size(size), dtype=np.int64)
    for start in range(0, result.size, _CHUNK):
        part = result[start : start + _CHUNK]
        np.subtract(geometric(exact, part.size), geometric(exact, part.size), out=part)
    return result


def discrete_gaussian(sigma_squared: Fraction | int, size: int) -> Int64:
    """Draw discrete Gaussian noise, exactly and from the operating system.

    Args:
        sigma_squared: the parameter, in squared units of what is measured, above 0 and at most 2^100; not quite the
            variance (`noise_law.gaussian_variance`).
        size: how many.

    Returns:
        int64[size], independent, P(x) proportional to e^(−x²/(2·sigma_squared)).

    Raises:
        BadInput: the parameter lies outside.
    """
    exact = _checked(sigma_squared, "sigma_squared", LARGEST_SCALE**2)
    result = np.empty(_size(size), dtype=np.int64)
    law = _gaussian_law(exact)
    for start in range(0, result.size, _CHUNK):
        part = result[start : start + _CHUNK]
        filled = 0
        while filled < part.size:
            missing = part.size - filled
            accepted = law.accepted(missing + missing // 64 + 16)[:missing]
            part[filled : filled + accepted.size] = accepted
            filled += accepted.size
    return result


def _checked(value: Fraction | int, name: str, largest: int) -> Fraction:
    """``value`` as a Fraction in (0, largest]."""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise BadInput(problem("privacy.noise_not_exact", name=name, kind=type(value).__name__))
    if not 0 < value <= largest:
        raise BadInput(problem("privacy.noise_range", name=name, power=largest.bit_length() - 1))
    return Fraction(value)


def _size(size: int) -> int:
    """A number of draws."""
    if size < 0:
        raise BadInput(problem("privacy.noise_values"))
    return size


@dataclass(frozen=True, slots=True)
class _GaussianLaw:
    """The tables and constants of one discrete Gaussian."""

    sigma_squared: Fraction
    block: int  # R
    blocks: int  # Q
    table: ExactTable

    def accepted(self, proposals: int) -> Int64:
        """The accepted ones of ``proposals`` independent proposals, in order."""
        blocks = self.table.draw(proposals).astype(np.int64)
        magnitudes = blocks * self.block
        kept = np.ones(proposals, dtype=np.bool_)
        if self.block > 1:
            offsets = (random_words(proposals) & np.uint64(self.block - 1)).astype(np.int64)
            kept = self._keep(blocks, offsets)
            magnitudes += offsets
        for place in np.flatnonzero(blocks == self.blocks):
            magnitude = self._beyond()
            kept[place] = magnitude is not None
            magnitudes[place] = magnitude or 0
        negative = np.unpackbits(np.frombuffer(os.urandom(-(-proposals // 8)), dtype=np.uint8))[:proposals]
        if self.block > 1:
            kept &= (negative == 0) | (magnitudes != 0)
        values = magnitudes * (1 - 2 * negative.astype(np.int64))
        return values if kept.all() else values[kept]

    def _keep(self, blocks: Int64, offsets: Int64) -> npt.NDArray[np.bool_]:
        """Independent fair decisions, true with probability e^(−r(2qR + r)/(2s))."""
        words = np.frombuffer(os.urandom(4 * blocks.size), dtype=np.uint32)
        uniform = words * 2.0**-_WORD
        gamma = offsets * (2.0 * self.block * blocks + offsets) * float(1 / (2 * self.sigma_squared))
        upper = 1.0 - gamma * (1.0 - 0.5 * gamma) + _MARGIN
        lower = upper - gamma * gamma * gamma * (1.0 / 6.0) - 2.0 * _MARGIN
        kept = uniform + 2.0**-_WORD <= lower
        for place in np.flatnonzero(~kept & (uniform < upper)):
            offset = int(offsets[place])
            exact = offset * (2 * self.block * int(blocks[place]) + offset) / (2 * self.sigma_squared)
            kept[place] = _below_exp(int(words[place]), _WORD, exact)
        return kept

    def _beyond(self) -> int | None:
        """A magnitude beyond the blocks, or None if it is not accepted."""
        start = self.blocks * self.block
        y = int(geometric(self.sigma_squared / start, 1)[0])
        if start + y >= LARGEST_VALUE:
            raise OverflowError("a noise value left the range of 64-bit integers")
        return start + y if _below_exp(0, 0, y * y / (2 * self.sigma_squared)) else None


def _below_exp(digits: int, bits: int, gamma: Fraction) -> bool:
    """Whether U < e^−γ, for a uniform U whose first ``bits`` binary digits are ``digits``; more are drawn as needed."""
    while True:
        digits = (digits << 64) | int.from_bytes(os.urandom(8), "big")
        bits += 64
        lower, upper = exp_minus(gamma, bits)
        if digits < lower:
            return True
        if digits >= upper:
            return False


@lru_cache(maxsize=16)
def _gaussian_law(sigma_squared: Fraction) -> _GaussianLaw:
    """Block width, number of blocks and their table for one parameter."""
    root = math.isqrt(math.floor(sigma_squared))
    block = 1 << max(0, (root // _BLOCKS).bit_length() - 1)
    blocks = _SPAN * (root + 1) // block + 1
    return _GaussianLaw(sigma_squared, block, blocks, ExactTable(_block_law(sigma_squared, block, blocks)))


def _block_law(sigma_squared: Fraction, block: int, blocks: int) -> Thresholds:
    """C_k for the weights E(qR), q < Q (half of it for q = 0 if R = 1), and E(M)/(R(1 − e^(−M/s))) beyond."""
    step = Fraction(block * block) / (2 * sigma_squared)  # E(qR) = e^(−q²·step)
    far_rate = Fraction(blocks * block) / sigma_squared

    def thresholds(bits: int) -> list[Bounds]:
        work = bits + _GUARD + (math.ceil(1 / far_rate) * 2).bit_length()
        weights = _squares(step, blocks + 1, work)
        last = weights.pop()
        ratio = exp_minus(far_rate, work)
        unit = 1 << work
        far_low = (last[0] << work) // ((unit - ratio[0]) * block)
        far_high = -((-last[1] << work) // ((unit - ratio[1]) * block))
        if block == 1:
            weights[0] = (unit >> 1, unit >> 1)
        total_low = sum(low for low, _ in weights) + far_low
        total_high = sum(high for _, high in weights) + far_high
        result = []
        below_low = below_high = 0
        for low, high in weights:
            below_low, below_high = below_low + low, below_high + high
            result.append(((below_low << bits) // total_high, -((-below_high << bits) // total_low)))
        return result

    return thresholds


def _squares(step: Fraction, count: int, work: int) -> list[Bounds]:
    """Bounds of 2^work · e^(−q²·step) for q = 0 … count − 1, by e^(−(q+1)²s) = e^(−q²s) · e^(−(2q+1)s)."""
    odd, double = exp_minus(step, work), exp_minus(2 * step, work)
    result = [(1 << work, 1 << work)]
    for _ in range(count - 1):
        result.append(multiply(result[-1], odd, work))
        odd = multiply(odd, double, work)
    return result
