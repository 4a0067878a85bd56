"""How far a bin lies from a quantile, in ranks: the whole-number scores that quantile mechanisms draw by.

Let F_t be the count up to bin t = 1 … D (F_0 = 0), n = F_D, q = a/d. The q-quantile is the first t with F_t ≥ qn.
With A_t = d·F_t − a·n the score of bin t is the distance of 0 from the interval [A_(t−1), A_t] it spans, s_t = max(0,
A_(t−1), −A_t): by how many ranks, in units of 1/d, the q-quantile misses the bin. It is 0 for the quantile itself,
and for empty bins right at it. One row more or less changes it by max(q, 1 − q) ranks at most, one row replaced by 1,
whatever the ties: docs/proofs/quantile_draws.md, claim 1.

Where a line is to be cut at a bin and the two sides looked at by themselves, `spread` divides each bin into parts by
public arithmetic, so that neighbours stay neighbours and a bin's rows lie evenly over it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


def scores(counts: Integers, q: Fraction, shift: int = 0) -> Integers:
    """Scores of all bins for a quantile.

    Args:
        counts: of one line, whole numbers, one a bin.
        q: the quantile, between 0 and 1.
        shift: the target is moved down by so many units (up where negative).

    Returns:
        int64, one a bin, in units of 1/q.denominator ranks; 0 is best.

    >>> scores(np.array([1, 1, 2]), Fraction(1, 2)).tolist()
    [2, 0, 0]
    """
    running = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    ranks = running * q.denominator - int(running[-1]) * q.numerator + shift
    return np.asarray(np.maximum(np.maximum(ranks[:-1], -ranks[1:]), 0), dtype=np.int64)


def ends(counts: Integers, q: Fraction, shift: int) -> tuple[int, int]:
    """Scores of "below all bins" and "above all bins" for the same target, which may lie beyond either end.

    Args:
        counts: of one line, whole numbers, one a bin.
        q: the quantile, between 0 and 1.
        shift: the target is moved down by so many units (up where negative).
    """
    total = int(counts.sum())
    first = -total * q.numerator + shift
    last = total * (q.denominator - q.numerator) + shift
    return max(0, -first), max(0, last)


def rank_errors(counts: Integers, q: Fraction) -> Floats:
    """By how many ranks each bin misses a quantile.

    Args:
        counts: whole numbers, one a bin.
        q: the quantile, between 0 and 1.

    Returns:
        float64, one a bin; 0 where the quantile lies in it.

    >>> rank_errors(np.array([1, 1, 2]), Fraction(1, 2)).tolist()
    [1.0, 0.0, 0.0]
    """
    return np.asarray(scores(counts, q) / q.denominator, dtype=np.float64)


def sensitivity(q: Fraction) -> Fraction:
    """Ranks by which one row added or removed changes a score at most: max(q, 1 − q).

    Args:
        q: the quantile, between 0 and 1.

    >>> sensitivity(Fraction(1, 4))
    Fraction(3, 4)
    """
    return max(q, 1 - q)


@lru_cache(maxsize=32)
def _turn(parts: int) -> Integers:
    """For each part the position in which it is filled: bits written backwards."""
    bits = parts.bit_length() - 1
    numbers = np.arange(parts, dtype=np.int64)
    turned = np.zeros(parts, dtype=np.int64)
    for bit in range(bits):
        turned |= ((numbers >> bit) & 1) << (bits - 1 - bit)
    turned.flags.writeable = False
    return turned


def spread(counts: Integers, parts: int) -> Integers:
    """Divide every bin into parts, its rows as evenly as can be.

    Args:
        counts: whole numbers, one a bin.
        parts: of a bin, a power of two.

    Returns:
        The counts of all parts, bins in order.

    >>> spread(np.array([3, 4]), 2).tolist()
    [2, 1, 2, 2]
    """
    if parts == 1:
        return counts
    whole, rest = np.divmod(counts, parts)
    return np.asarray((whole[:, None] + (_turn(parts)[None, :] < rest[:, None])).reshape(-1), dtype=np.int64)


def fitting_parts(bins: int, most: int, least: int = 1) -> int:
    """Into how many parts bins are divided: a power of two.

    Args:
        bins: how many there are.
        most: about so many parts result in all.
        least: of one bin, whatever `most` says.

    >>> fitting_parts(3, 16)
    4
    """
    parts = 1
    while parts < least or parts * 2 * bins <= most:
        parts *= 2
    return parts
