"""Vectors that are nested row by row, and whole numbers made of them that share one noise (docs/proofs/weights.md).

A row adds 1 to the counts, its weight w to one sum, its weighted value wy to another: each number lies between two
multiples of the one before, 0 ≤ w ≤ w₁·1, Lw ≤ wy ≤ Uw. So whatever a row adds lies in the convex hull of the few
*corners* in which every number is at one of its ends. What is measured is an integer matrix A times the vectors, cell
by cell, all of it with noise of one scale. A norm is convex, so that it is greatest where rows are corners: their
columns A·v say what a row costs, as the columns of a strategy do, and multiply with these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, product
from typing import Any

from dpdesk.mechanisms.core.matrix import Json
from dpdesk.mechanisms.core.sensitivity import Triple, products

Ends = tuple[int, int]
LONGEST = 5
"""Vectors of a chain: 16 corners."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Vectors of a group, each row of which lies between two multiples of what it adds to the vector before.

    `members` are their places among all, the counts (0) first; `ends[i]` are the least and the most that a row adds to
    member i + 1, for each 1 that it adds to member i. What all but the last add is never negative.
    """

    members: tuple[int, ...]
    ends: tuple[Ends, ...]

    def corners(self) -> tuple[tuple[int, ...], ...]:
        """What rows can add to the members, every number at one of its ends."""
        corner_set: set[tuple[int, ...]] = {(1,)}
        for ends in self.ends:
            corner_set = {(*corner, corner[-1] * end) for corner, end in product(corner_set, ends)}
        return tuple(sorted(corner_set))

    def largest(self) -> tuple[int, ...]:
        """The most that a row adds to each member, in absolute value; 1 where it adds nothing."""
        return tuple(max(1, *map(abs, column)) for column in zip(*self.corners(), strict=True))


@dataclass(frozen=True)
class Joint:
    """What is measured of a chain: an integer matrix with a column for each member, and its share of the loss.

    `absolute`: norms are those of L1, for Laplace noise; no column of a corner has an entry below 0 then.
    """

    chain: Chain
    matrix: tuple[tuple[int, ...], ...]
    share: Fraction = Fraction(1)
    absolute: bool = False

    @cached_property
    def decoder(self) -> tuple[tuple[Fraction, ...], ...]:
        """The inverse of the matrix: for each member what it takes of each number that is measured."""
        return tuple(map(tuple, inverse(self.matrix)))

    @cached_property
    def squares(self) -> tuple[float, ...]:
        """The variance of each member for noise of variance 1 on each number that is measured."""
        return tuple(float(sum(part * part for part in row)) for row in self.decoder)

    @cached_property
    def units(self) -> tuple[int, ...]:
        """For each member how many measured units its answers are given in, so that coefficients are not minute."""
        return tuple(max(1, round(1 / max(map(abs, row)))) for row in self.decoder)

    @cached_property
    def largest_entry(self) -> int:
        """The most that a row adds to a number that is measured, or to a part of the sum that it is."""
        largest = 0
        for row, corner in product(self.matrix, self.chain.corners()):
            parts = [a * v for a, v in zip(row, corner, strict=True)]
            largest = max(largest, *map(abs, parts), *map(abs, accumulate(parts)))
        return largest

    @cached_property
    def triples(self) -> tuple[Triple, ...]:
        """(‖c‖², ‖d‖², ⟨c, d⟩) for the columns c, d of two corners, of all pairs those that can be the worst.

        In L1 (‖c‖₁, ‖d‖₁, Σ_j min(c_j, d_j)), as for columns of cells (sensitivity.py).
        """
        columns = [
            tuple(sum(a * v for a, v in zip(row, corner, strict=True)) for row in self.matrix)
            for corner in self.chain.corners()
        ]
        meet = _least if self.absolute else _dot
        return products([[(meet(c, c), meet(d, d), meet(c, d)) for c, d in product(columns, columns)]])

    def to_json(self) -> Json:
        """The chain and the matrix, as a seal and `metadata.json` keep them."""
        return {
            "vectors": list(self.chain.members),
            "ends": [list(ends) for ends in self.chain.ends],
            "matrix": [list(row) for row in self.matrix],
            "share": str(self.share),
            "absolute": self.absolute,
        }

    @classmethod
    def from_json(cls, tree: Mapping[str, Any]) -> Joint:
        """What `to_json` described.

        Args:
            tree: what `to_json` gave.
        """
        ends = tuple((int(low), int(high)) for low, high in tree["ends"])
        matrix = tuple(tuple(int(a) for a in row) for row in tree["matrix"])
        return cls(Chain(tuple(tree["vectors"]), ends), matrix, Fraction(tree["share"]), bool(tree["absolute"]))


def inverse(matrix: Sequence[Sequence[int]]) -> list[list[Fraction]]:
    """The exact inverse of a square matrix of full rank, by Gauss and Jordan.

    Args:
        matrix: row by row.

    >>> inverse([[2, 0], [0, 4]])
    [[Fraction(1, 2), Fraction(0, 1)], [Fraction(0, 1), Fraction(1, 4)]]
    """
    size = len(matrix)
    rows = [[Fraction(a) for a in row] + [Fraction(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for step in range(size):
        pivot = next(i for i in range(step, size) if rows[i][step])
        rows[step], rows[pivot] = rows[pivot], rows[step]
        rows[step] = [value / rows[step][step] for value in rows[step]]
        for i in range(size):
            if i != step and rows[i][step]:
                rows[i] = [a - rows[i][step] * b for a, b in zip(rows[i], rows[step], strict=True)]
    return [row[size:] for row in rows]


def _dot(c: Sequence[int], d: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(c, d, strict=True))


def _least(c: Sequence[int], d: Sequence[int]) -> int:
    return sum(map(min, c, d))
