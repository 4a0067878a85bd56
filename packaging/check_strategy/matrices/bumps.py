"""Bumps: p-identity, every code by itself and p overlapping bumps of codes, for Laplace noise.

M = [diag(d); T], in some cases with a row of the total below: T >= 0 are the bumps, each given by the code where it
begins and its entries, and d_u = 2^q - sum_j T_ju > 0, so that every column adds up to 2^q (McKenna, Miklau, Hay,
Machanavajjhala 2018, arXiv 1808.03537). Two codes share no row of their own, the smaller of their entries in each
bump, and the whole row of the total.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from check_strategy.claims import claim
from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix


class Bumps(Matrix):
    """<u,u> = 2^q (1 + total); <u,v> = 2^q total + sum_j min(T_ju, T_jv)."""

    powers = (1,)

    def make(self) -> None:
        claim(self.tree["total"] in (0, 1), "bumps have one total or none")
        self.total: int = self.tree["total"]
        self.top: int = 1 << self.tree["places"]
        self.bumps: list[dict[int, int]] = [{} for _ in range(self.size)]  # of each code its entries in T
        for at, (first, *row) in enumerate(self.tree["rows"]):
            claim(min(row) >= 0 and first >= 0, "a bump is below 0")
            for u, value in enumerate(row, first):
                self.bumps[u][at] = value
        claim(all(sum(entries.values()) < self.top for entries in self.bumps), "bumps leave nothing for a code")

    def height(self) -> int:
        return self.size + len(self.tree["rows"]) + self.total

    def column(self, u: int) -> dict[int, int]:
        bumps = {self.size + at: value for at, value in self.bumps[u].items()}
        total = {self.height() - 1: self.top} if self.total else {}
        return {u: self.top - sum(bumps.values()), **bumps, **total}

    def meet(self, u: int, v: int) -> int:
        one, other = self.bumps[u], self.bumps[v]
        shared = self.top if u == v else sum(min(one[at], other[at]) for at in one.keys() & other)
        return self.top * self.total + shared

    def worst(self, alone: bool) -> Iterable[Triple]:
        bare = self.top * self.total
        least = self.norms[0]
        for u, v in itertools.combinations(range(self.size), 2):
            least = min(least, self.meet(u, v))
            if least == bare:  # no bump is shared: no two codes can share less
                break
        return [(self.norms[0], self.norms[0], least)]
