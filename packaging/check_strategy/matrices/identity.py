"""Identity: every code by itself, M_vu = 1 where v = u. Columns have one entry, and no two share a row."""

from __future__ import annotations

from collections.abc import Iterable

from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Identity(Matrix):
    """M_vu = [v = u]; <u,v> = [u = v]."""

    def height(self) -> int:
        return self.size

    def column(self, u: int) -> dict[int, int]:
        return {u: 1}

    def meet(self, u: int, v: int) -> int:
        return int(u == v)

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(1, 1, 0)]
