"""Prefixes: running totals, row t counts the codes 0 ... t.

Code u of D lies in the rows u ... D - 1, so <u,v> = D - max(u, v). All triples (D - u, D - v, D - v), u < v, lie
between the first code with the last and the last with itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Prefixes(Matrix):
    """M_tu = [u <= t]; <u,v> = D - max(u, v)."""

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return dict.fromkeys(range(u, self.size), 1)

    def row(self, at: int) -> list[int]:
        return [int(u <= at) for u in range(self.size)]

    def meet(self, u: int, v: int) -> int:
        return self.size - max(u, v)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(1, self.size, 1), (self.size, 1, 1), (1, 1, 1)]
