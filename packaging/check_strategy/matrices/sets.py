"""Sets: each row counts the codes of a set, which "runs" gives as ranges: first, last + 1, first, last + 1, ...

The rows of a code are the bits of one long integer, its mask; <u,v> is the number of bits that two masks share.
"""

from __future__ import annotations

import itertools

from check_strategy.matrices.base import Matrix


class Sets(Matrix):
    """M_ju = [u in set j]; <u,v> is the number of sets that have both."""

    def make(self) -> None:
        self.masks = [0] * self.size
        for at, row in enumerate(self.tree["runs"]):
            for u in itertools.chain(*map(range, row[::2], row[1::2])):
                self.masks[u] |= 1 << at

    def height(self) -> int:
        return len(self.tree["runs"])

    def column(self, u: int) -> dict[int, int]:
        return {at: 1 for at in range(self.height()) if self.masks[u] >> at & 1}

    def row(self, at: int) -> list[int]:
        return [mask >> at & 1 for mask in self.masks]

    def meet(self, u: int, v: int) -> int:
        return bin(self.masks[u] & self.masks[v]).count("1")
