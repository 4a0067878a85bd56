"""One factor of a term: a matrix of whole numbers with a column for each code of one variable.

How two columns meet is all that a loss needs to know of it. For Gaussian noise (power 2) <u, v> is the sum over rows
of the products of the two codes' entries, and <u, u> the squared L2 norm of a column. For Laplace noise (power 1)
and entries that are not below 0 it is the sum of the smaller of the two, and <u, u> the L1 norm: then |u - v| =
<u,u> + <v,v> - 2<u,v> in both. Where all entries are 0 or 1 both are the number of rows that have both codes.
"""

from __future__ import annotations

import array
import functools
import hashlib
import itertools
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from check_strategy.claims import claim, natural
from check_strategy.frontier import Triple, frontier


def little_endian(kind: str, values: Iterable[int]) -> bytes:
    """Whole numbers as bytes, the lowest first, on every machine."""
    data = array.array(kind, values)
    if sys.byteorder == "big":
        data.byteswap()
    return data.tobytes()


class Matrix(ABC):
    """What all kinds have in common."""

    powers: tuple[int, ...] = (1, 2)  # the noise that is known on it
    nonnegative = True

    def __init__(self, tree: dict[str, Any], power: int) -> None:
        self.kind: str = tree["kind"]
        self.size: int = tree["codes"]
        self.tree, self.power = tree, power
        claim(all(natural(value) for name, value in tree.items() if name != "entries"), "a label or weight is below 0")
        claim(power in self.powers, "this noise is not known here on " + self.kind)
        self.make()
        if "sha256" in tree:
            made = hashlib.sha256(little_endian("q", self.integers())).hexdigest()
            claim(made == tree["sha256"], f"the integers of {self.kind} are not those that were measured")
        claim(power == 2 or self.nonnegative, "Laplace noise on rows that subtract is not known here")

    def make(self) -> None:  # noqa: B027 -- not every kind has anything to work out
        """Work out from the parameters what the matrix is; most kinds have nothing to work out."""

    def integers(self) -> Iterable[int]:
        """The integers that "sha256" is the hash of, 64 bits each; of most kinds there are none."""
        return ()

    @abstractmethod
    def height(self) -> int:
        """The number of rows."""

    @abstractmethod
    def column(self, u: int) -> dict[int, int]:
        """The entries of a code by row; zeros may be left out."""

    def row(self, at: int) -> list[int]:
        """The entries of one row at all codes."""
        return [self.column(u).get(at, 0) for u in range(self.size)]

    @abstractmethod
    def meet(self, u: int, v: int) -> int:
        """<u, v>, without writing the columns down."""

    @functools.cached_property
    def norms(self) -> list[int]:
        """<u, u> of every code."""
        return [self.meet(u, u) for u in range(self.size)]

    def worst(self, alone: bool) -> Iterable[Triple]:
        """Triples of different codes u < v among which those that no other beats are; here of all pairs.

        `alone`: nothing but the distance <u,u> + <v,v> - 2<u,v> will be asked.
        """
        return ((self.norms[u], self.norms[v], self.meet(u, v)) for u, v in itertools.combinations(range(self.size), 2))

    def triples(self, alone: bool) -> list[Triple]:
        """All that can be greatest, of both orders of two codes, and a code of the largest norm with itself."""
        top = max(self.norms)
        same = (top, top, top)
        different = self.worst(alone) if self.size > 1 else ()
        if alone:
            return [max(itertools.chain(different, [same]), key=lambda own: own[0] + own[1] - 2 * own[2]), same]
        kept = frontier(different)
        return [*frontier({*kept, *((b, a, g) for a, b, g in kept)}), same]
