"""Toeplitz: the square root of the prefix matrix, for Gaussian noise.

All prefixes, as a power series in the shift z, are 1/(1 - z) = f(z)^2 with f_k = C(2k, k)/4^k (Fichtenberger,
Henzinger, Upadhyay, arXiv 2202.11205). Measured is the lower triangular matrix M_tu = F_(t-u), F_k = round(2^q f_k),
t >= u. Of codes u and v = u + h with n = D - v rows in common, <u,v> is the sum of F_k F_(k+h) over k < n.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Toeplitz(Matrix):
    """M_tu = F_(t-u) for t >= u; <u,v> = sum over k < D - max(u,v) of F_k F_(k+|u-v|)."""

    powers = (2,)

    def make(self) -> None:
        self.series, central = [], 1  # C(2k, k)
        for k in range(self.size):
            central = central * 2 * (2 * k - 1) // k if k else 1
            self.series.append((((central << (self.tree["places"] + 1)) >> (2 * k)) + 1) >> 1)

    def integers(self) -> Iterable[int]:
        return self.series

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return {t: self.series[t - u] for t in range(u, self.size)}

    def sums(self, h: int) -> list[int]:
        """The sums of F_k F_(k+h) over k < n, for every n."""
        return [0, *itertools.accumulate(a * b for a, b in zip(self.series, self.series[h:]))]

    def meet(self, u: int, v: int) -> int:
        return self.sums(abs(u - v))[self.size - max(u, v)]

    @functools.cached_property
    def norms(self) -> list[int]:
        return self.sums(0)[:0:-1]

    def worst(self, alone: bool) -> Iterable[Triple]:
        for h in range(1, self.size):
            sums = self.sums(h)
            for n in range(1, self.size - h + 1):
                yield self.norms[self.size - n - h], self.norms[self.size - n], sums[n]
