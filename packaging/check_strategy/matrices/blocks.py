"""Blocks: the levels of a tree. Of each level the codes are cut into blocks of b, and each block is counted.

Block u // b of every level has code u, so every column has as many ones as there are levels, and two codes meet in
the levels where they lie in one block: the first and the last least. (Hay, Rastogi, Miklau, Suciu 2010; Qardaji,
Yang, Li 2013: trees of blocks.)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Blocks(Matrix):
    """M_(l,k)u = [u // b_l = k]; <u,v> is the number of levels l with u // b_l = v // b_l."""

    def heights(self) -> list[int]:
        """The number of blocks of each level; the last may be shorter."""
        return [-(-self.size // block) for block in self.tree["blocks"]]

    def height(self) -> int:
        return sum(self.heights())

    def column(self, u: int) -> dict[int, int]:
        starts = itertools.accumulate([0, *self.heights()])
        return {start + u // block: 1 for start, block in zip(starts, self.tree["blocks"])}

    def meet(self, u: int, v: int) -> int:
        return sum(u // block == v // block for block in self.tree["blocks"])

    def worst(self, alone: bool) -> Iterable[Triple]:
        return [(self.norms[0], self.norms[0], self.meet(0, self.size - 1))]
