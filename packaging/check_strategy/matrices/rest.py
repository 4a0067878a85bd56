"""Rest: every code against the mean of all, M = D 1 - J with J all ones.

What a margin adds to the total, of one variable (Xiao, He, Zhang, Kifer 2023, arXiv 2305.08175, in another basis).
M M = D M, so the inner products are D times the entries: D(D - 1) of a code with itself, -D of any two.
"""

from __future__ import annotations

from collections.abc import Iterable

from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Rest(Matrix):
    """M_vu = D[v = u] - 1; <u,v> = D(D[u = v] - 1)."""

    nonnegative = False

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return {v: self.size * (u == v) - 1 for v in range(self.size)}

    def meet(self, u: int, v: int) -> int:
        return self.size * (self.size * (u == v) - 1)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(self.norms[0], self.norms[0], -self.size)]
