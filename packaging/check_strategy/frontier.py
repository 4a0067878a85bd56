"""Which pairs of codes can be the worst: those whose columns no other pair beats.

Of two codes u and v counts the triple (<u,u>, <v,v>, <u,v>) alone: the two norms of their columns and their product.
Columns lie the further apart the larger the norms and the smaller the product.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import Tuple  # as Python 3.8 has them

Triple = Tuple[int, int, int]


def frontier(triples: Iterable[Triple]) -> list[Triple]:
    """Those that no other equals or exceeds in both norms with no larger product.

    In the order of the product, `firsts` and `seconds` are the norms of those kept that none kept before exceeds in
    both: a staircase, rising in the one and falling in the other.
    """
    firsts: list[int] = []
    seconds: list[int] = []
    kept = []
    for product, first, second in sorted((g, -a, -b) for a, b, g in triples):
        a, b = -first, -second
        at = bisect.bisect_left(firsts, a)
        if at < len(firsts) and seconds[at] >= b:
            continue
        end = start = bisect.bisect_right(firsts, a)
        while start and seconds[start - 1] <= b:
            start -= 1
        firsts[start:end], seconds[start:end] = [a], [b]
        kept.append((a, b, product))
    return kept
