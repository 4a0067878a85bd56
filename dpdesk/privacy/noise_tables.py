"""Exact draws from a finite law whose probabilities are known only as bounds that can be refined.

Guarantee: ``ExactTable.draw`` returns independent outcomes X with P(X ≥ k) = 1 − C_k *exactly*, for the real numbers
0 < C_1 ≤ … ≤ C_K < 1 that ``thresholds(bits)`` brackets by integers at any number of binary places
(docs/proofs/noise.md, claim 1). X is how many C_k are at most a uniform number, of which as many leading digits are
drawn as decide all k; further digits are drawn behind those already seen.

Digits come from the operating system (``os.urandom``) for each call and are used once; nothing is kept between
calls, so a forked or copied process cannot repeat them, and there is no seed.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from dpdesk.privacy.intervals import Bounds

Thresholds = Callable[[int], list[Bounds]]
Int64 = npt.NDArray[np.int64]

_QUICK = 16
_FULL = 64
_REST = _FULL - _QUICK


def random_words(size: int) -> npt.NDArray[np.uint64]:
    """Draw uniform 64-bit words from the operating system.

    Args:
        size: how many.

    Returns:
        uint64[size], independent.
    """
    return np.frombuffer(os.urandom(8 * size), dtype=np.uint64)


class ExactTable:
    """A law on {0, …, K} given by brackets of C_k = P(X < k), k = 1 … K."""

    __slots__ = ("_lower", "_quick", "_thresholds", "_upper_less_one")

    def __init__(self, thresholds: Thresholds) -> None:
        """``thresholds(bits)`` lists (lower, upper) with lower ≤ 2^bits·C_k ≤ upper, both rising with k; K < 2^15."""
        bounds = thresholds(_FULL)
        top = (1 << _FULL) - 1
        # Lowering a lower bound and raising an upper bound keeps them true; so they fit 64 bits (upper less one).
        self._lower = np.array([min(low, top) for low, _ in bounds], dtype=np.uint64)
        self._upper_less_one = np.array([min(max(high, 1) - 1, top) for _, high in bounds], dtype=np.uint64)
        self._thresholds = thresholds
        self._quick = self._quick_answers()

    def _quick_answers(self) -> npt.NDArray[np.int16]:
        """The outcome for each value of the first 16 digits, −1 where they do not decide it."""
        first_open = (self._lower >> np.uint64(_REST)).astype(np.int64)
        first_above = (self._upper_less_one >> np.uint64(_REST)).astype(np.int64) + 1
        size = 1 << _QUICK
        starts = np.bincount(first_above, minlength=size + 1)[:size]
        answers = np.cumsum(starts).astype(np.int16)
        steps = np.bincount(first_open, minlength=size + 1) - np.bincount(first_above, minlength=size + 1)
        answers[np.cumsum(steps)[:size] > 0] = -1
        return answers

    def draw(self, size: int) -> npt.NDArray[np.int16]:
        """Draw outcomes, exactly and from the operating system.

        Args:
            size: how many.

        Returns:
            int16[size], independent, P(X ≥ k) = 1 − C_k.

        >>> half = ExactTable(lambda bits: [(1 << (bits - 1), 1 << (bits - 1))])
        >>> set(half.draw(1_000).tolist()) == {0, 1}
        True
        """
        words = np.frombuffer(os.urandom(2 * size), dtype=np.uint16)
        outcome = self._quick.take(words)
        undecided = np.flatnonzero(outcome < 0)
        if undecided.size:
            outcome[undecided] = self._from_64_digits(words[undecided])
        return outcome

    def _from_64_digits(self, first: npt.NDArray[np.uint16]) -> npt.NDArray[np.int64]:
        """Outcomes when 48 fresh digits stand behind the first 16."""
        rest = random_words(first.size) >> np.uint64(_QUICK)
        words = (first.astype(np.uint64) << np.uint64(_REST)) | rest
        most = np.searchsorted(self._lower, words, side="right")
        least = np.searchsorted(self._upper_less_one, words, side="left")
        for place in np.flatnonzero(most != least):
            least[place] = self._from_more_digits(int(words[place]))
        return least.astype(np.int64, copy=False)

    def _from_more_digits(self, digits: int) -> int:
        """The outcome when the first 64 digits lie too close to a threshold."""
        bits = _FULL
        while True:
            digits = (digits << _FULL) | int.from_bytes(os.urandom(_FULL // 8), "big")
            bits += _FULL
            bounds = self._thresholds(bits)
            least = sum(high <= digits for _, high in bounds)
            most = sum(low <= digits for low, _ in bounds)
            if least == most:
                return least
