"""Vectors that share one noise: counts, and sums each of which lies between two multiples of the one before.

A row adds 1 to the counts, between a and b to the first sum, between c and d times that to the next: a chain. A
matrix of whole numbers mixes the vectors, cell by cell, and each mixture is measured by the rows of the stage. What a
row adds is a mixture of corners, at which every number is at one of its ends; a norm is greatest at corners. Two of
them, c and d, in cells with the triple (A, B, G) differ by <c,c>A + <d,d>B - 2<c,d>G, where <c,d> is the product of
their columns, for Laplace noise the sum of the smaller of their entries, none of which is below 0 then.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from check_strategy.claims import claim
from check_strategy.frontier import Triple

MOST_SUMS = 10  # 1024 corners


def check_chain(stage: dict[str, Any]) -> None:
    """Every vector is measured once, the counts first, and chains are such as this program knows."""
    vectors = stage["vectors"]
    names = [name for vector in vectors for name in vector.get("together", [vector["vector"]])]
    claim(
        names[0] == "count" and sorted(names[1:]) == sorted(f"sum {at}" for at in range(1, len(names))),
        "a vector is measured twice, or not at all",
    )
    for vector in vectors:
        if "together" in vector:
            ends, size = vector["ends"], len(vector["together"])
            claim(
                vector is vectors[0]
                and len(ends) == size - 1 <= MOST_SUMS
                and all(low <= high for low, high in ends)
                and all(low >= 0 for low, _ in ends[:-1])
                and len(vector["matrix"]) > 0
                and all(len(row) == size for row in vector["matrix"])
                and not vector["exact"]
                and not stage["exact_row"],
                "vectors that share one noise are not such as this program knows",
            )


def corner_triples(vector: dict[str, Any], laplace: bool) -> list[Triple]:
    """(<c,c>, <d,d>, <c,d>) of all pairs of corners, a corner with itself among them."""
    columns = {tuple(sum(a * v for a, v in zip(row, own)) for row in vector["matrix"]) for own in corners(vector)}
    claim(not laplace or all(min(own) >= 0 for own in columns), "Laplace noise on mixtures below 0 is not known here")

    def meet(c: Sequence[int], d: Sequence[int]) -> int:
        return sum(map(min, c, d)) if laplace else sum(x * y for x, y in zip(c, d))

    return sorted({(meet(c, c), meet(d, d), meet(c, d)) for c, d in itertools.product(columns, repeat=2)})


def corners(vector: dict[str, Any]) -> list[list[int]]:
    """What rows add where every number is at one of its ends."""
    found = [[1]]
    for ends in vector["ends"]:
        found = [[*own, own[-1] * end] for own in found for end in ends]
    return found
