"""Listed: matrices whose entries are all at hand, made by a rule or written down one by one.

<u,v> is then added up row by row: entries' products for Gaussian noise, the smaller of two for Laplace noise, where
no entry is below 0. That is done for all pairs of codes at once: a row becomes one long integer with 64 bits for
each code, and one multiplication takes all its codes by the entry of one.
"""

from __future__ import annotations

import array
import base64
import functools
import itertools
import sys
from abc import abstractmethod
from collections.abc import Iterable

from check_strategy.claims import claim
from check_strategy.frontier import Triple
from check_strategy.matrices.base import Matrix, little_endian

SMALL = 256  # codes of which all pairs are kept; of more the norms and the least product bound them
PACKED = 128  # codes after which the rows are packed anew, without the codes that are done
HALF = 1 << 62  # every packed number, and every norm, is smaller in size


def packed(values: Iterable[int]) -> int:
    """Integers below 2^62 in size as one long integer of 64 bits each."""
    return int.from_bytes(little_endian("Q", (value + HALF for value in values)), "little")


def unpacked(long: int, size: int) -> list[int]:
    """The integers of `packed`."""
    data = array.array("Q", long.to_bytes(8 * size, "little"))
    if sys.byteorder == "big":
        data.byteswap()
    return [value - HALF for value in data]


class Listed(Matrix):
    """A matrix that is kept as a list of rows, each with an entry for every code."""

    def make(self) -> None:
        self.rows = self.listed()
        self.nonnegative = min(map(min, self.rows), default=0) >= 0
        claim(all(len(row) == self.size for row in self.rows), "a matrix has rows of another length than its codes")

    @abstractmethod
    def listed(self) -> list[list[int]]:
        """The rows, in the order in which they are measured."""

    def integers(self) -> Iterable[int]:
        return itertools.chain(*self.rows)

    def height(self) -> int:
        return len(self.rows)

    def column(self, u: int) -> dict[int, int]:
        return {at: row[u] for at, row in enumerate(self.rows)}

    def row(self, at: int) -> list[int]:
        return self.rows[at]

    @functools.cached_property
    def norms(self) -> list[int]:
        norms = [sum(row[u] ** self.power for row in self.rows) for u in range(self.size)]
        claim(max(norms) < HALF, "the integers of a matrix are too large")
        return norms

    @functools.cached_property
    def gram(self) -> list[list[int]]:
        """Of each code u the products with those from u on; below 2^62 in size, as the norms are."""
        claim(self.norms, "a matrix has no codes")
        found = []
        for u, column in enumerate(zip(*self.rows)):
            if u % PACKED == 0:
                first, zero = u, packed([0] * (self.size - u))
                long = [packed(row[u:]) - zero for row in self.rows]
            total = sum(entry * row for entry, row in zip(column, long))
            found.append(unpacked(total + zero, self.size - first)[u - first :])
        return found

    def meet(self, u: int, v: int) -> int:
        if self.power == 2:
            return self.gram[min(u, v)][abs(u - v)]
        return sum(min(row[u], row[v]) for row in self.rows)

    def worst(self, alone: bool) -> Iterable[Triple]:
        if self.power == 1:
            return super().worst(alone)
        pairs = ((self.norms[u], b, g) for u, row in enumerate(self.gram) for b, g in zip(self.norms[u + 1 :], row[1:]))
        if alone or self.size <= SMALL:
            return pairs
        return [(max(self.norms), max(self.norms), min(g for _, _, g in pairs))]


class Entries(Listed):
    """A matrix that follows no rule, by its integers: found by optimisation, or queries measured themselves.

    "factorization": Li, Miklau 2013; Edmonds, Nikolov, Ullman 2019. Codes of one class, where "classes" are given, have
    the same column.
    """

    def listed(self) -> list[list[int]]:
        if "entries" in self.tree:
            rows = self.tree["entries"]
        else:
            flat = array.array("q" if self.tree["bytes"] == 8 else "i", base64.b64decode(self.tree["base64"]))
            if sys.byteorder == "big":
                flat.byteswap()
            width = max(self.tree["classes"]) + 1 if "classes" in self.tree else self.size
            rows = [flat[at : at + width].tolist() for at in range(0, len(flat), width)]
        if "classes" in self.tree:
            return [[row[at] for at in self.tree["classes"]] for row in rows]
        return list(rows)
