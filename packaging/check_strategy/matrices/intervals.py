"""Intervals: a row for every interval of codes s ... t, s <= t, in the order of s, then of t.

Rows before those that begin at s: D + (D - 1) + ... = sD - s(s - 1)/2. An interval has both u <= v if it begins at u
or before (u + 1 ways) and ends at v or after (D - v ways): <u,v> = (u + 1)(D - v).
"""

from __future__ import annotations

from check_strategy.matrices.base import Matrix


class Intervals(Matrix):
    """M_(s,t)u = [s <= u <= t]; <u,v> = (min + 1)(D - max)."""

    def height(self) -> int:
        return self.size * (self.size + 1) // 2

    def start(self, s: int) -> int:
        """The row of the interval s ... s."""
        return s * self.size - s * (s - 1) // 2

    def column(self, u: int) -> dict[int, int]:
        return {self.start(s) + t - s: 1 for s in range(u + 1) for t in range(u, self.size)}

    def row(self, at: int) -> list[int]:
        s = next(s for s in range(self.size) if at < self.start(s + 1))
        t = s + at - self.start(s)
        return [int(s <= u <= t) for u in range(self.size)]

    def meet(self, u: int, v: int) -> int:
        return (min(u, v) + 1) * (self.size - max(u, v))
