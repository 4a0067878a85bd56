"""Sine waves: the eigenvectors of all prefixes, or of all intervals, weighted so that all columns have one length.

A_ji = sin(p_j m_i 2 pi/P) / sqrt(s_j d_i), i, j = 1 ... D, measured as M = round(2^q A). Eigenvectors of W'W, which
is the inverse of a tridiagonal matrix, are sines; 1/(4 s_j^2) is its eigenvalue, up to a common factor, and d_i =
sum_j sin^2(p_j m_i 2 pi/P)/s_j:

- prefixes: P = 2(2D + 1), p_j = 2j - 1, m_i = D + 1 - i, s_j = sin((2j - 1) pi/(4D + 2));
- intervals: P = 2(D + 1), p_j = j, m_i = i, s_j = sin(pi j/(2D + 2)).

A'A is then the square root of W'W but for the scaling by d: the strategy that is best for Gaussian noise if every
column must have length 1 is near it. Derived in dpdesk's mechanisms/waves/sine_matrix.py.
"""

from __future__ import annotations

from typing import Any

from check_strategy.fixed_point import inverse_roots, products, sines, thirty_places
from check_strategy.matrices.listed import Listed


def sine_waves(tree: dict[str, Any], prefixes: bool) -> list[list[int]]:
    """The rows of M, for "codes" D and "places" q."""
    size = tree["codes"]
    period = 2 * (2 * size + 1) if prefixes else 2 * (size + 1)
    waves = [2 * j + 1 if prefixes else j + 1 for j in range(size)]
    codes = [size - i if prefixes else i + 1 for i in range(size)]
    table = sines(period)  # sin(k pi/P): s_j is at p_j, sin(k 2 pi/P) at 2k
    halves = [table[p] for p in waves]
    squares = [table[2 * k] ** 2 >> 64 for k in range(period)]
    inverse = [(1 << 224) // half for half in halves]
    norms = [sum(squares[p * m % period] * s for p, s in zip(waves, inverse)) >> 160 for m in codes]
    (row, row_places), (code, code_places) = inverse_roots(halves), inverse_roots(norms)
    return products(
        [thirty_places(table[2 * k]) for k in range(period)],
        lambda j, i: waves[j] * codes[i] % period,
        row,
        code,
        row_places + code_places - tree["places"],
    )


class PrefixesWaves(Listed):
    """Waves for prefixes."""

    def listed(self) -> list[list[int]]:
        return sine_waves(self.tree, True)


class IntervalsWaves(Listed):
    """Waves for intervals."""

    def listed(self) -> list[list[int]]:
        return sine_waves(self.tree, False)
