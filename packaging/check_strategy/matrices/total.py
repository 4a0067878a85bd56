"""Total: one row of ones, 1. Everybody is counted, whatever their code; all columns are equal."""

from __future__ import annotations

from collections.abc import Iterable

from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Total(Matrix):
    """M = (1 ... 1)."""

    def height(self) -> int:
        return 1

    def column(self, u: int) -> dict[int, int]:
        return {0: 1}

    def meet(self, u: int, v: int) -> int:
        return 1

    def worst(self, alone: bool) -> Iterable[Triple]:
        return ()
