"""How much work something is, in millions of squares: processor time by the time these take in plain Python, then.

Bounds in seconds fail on a slower or busier machine and pass a program that got slower on a faster one. Here the
measure is taken in the same process just before and just after the work, and the slower of the two counts: what makes
the work slower meanwhile makes squares slower too. What bounds leave beyond what is usual is said beside each.
"""

from __future__ import annotations

import time
from collections.abc import Callable

SQUARES = 100_000


def a_million_squares() -> float:
    """Seconds of this thread's processor time for a million squares, from a tenth of them."""
    start = time.thread_time()
    sum(one * one for one in range(SQUARES))
    return (time.thread_time() - start) * 1_000_000 / SQUARES


class Work:
    """`with Work() as work: ...`, then `work.squares`, in millions, by the processor time of this process."""

    squares = 0.0

    def __enter__(self) -> Work:
        self._pace = a_million_squares()
        self._start = time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        spent = time.process_time() - self._start
        self.squares = spent / max(self._pace, a_million_squares())


def least_of(times: int, work: Callable[[], object], enough: float) -> float:
    """Squares of the first run that takes no more than `enough`, else the fewest of so many runs."""
    found: list[float] = []
    for _ in range(times):
        with Work() as one:
            work()
        found.append(one.squares)
        if one.squares <= enough:
            break
    return min(found)
