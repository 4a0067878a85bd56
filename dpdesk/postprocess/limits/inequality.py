"""Bounds of the Gini coefficient, of shares of all income, and of the share below a line that is not known, from bins.

What is known is a band: for each edge of the bins limits of the share of people below it, all of which hold together;
for the share below a line, limits of the line and, at each edge, limits that hold by themselves. Nothing else is
supposed of how incomes lie in their bins. Method and proofs: docs/proofs/inequality.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Bounds = tuple[float, float]
STEPS = 60
"""Halvings of an interval of length 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Limits of the share of people below each of D + 1 edges, both ascending; 0 below the first, 1 below the last."""

    edges: Values
    low: Values
    high: Values

    @classmethod
    def of(cls, edges: Values, low: Values, high: Values) -> Band:
        """From limits at the D − 1 inner edges: shares rise from edge to edge, and so may their limits.

        Args:
            edges: of the bins, float64[D + 1], ascending.
            low: lower limits of the shares below the inner edges, float64[D − 1].
            high: upper ones.
        """
        low, high = (np.concatenate([[0.0], np.clip(one, 0.0, 1.0), [1.0]]) for one in (low, high))
        return cls(edges, np.maximum.accumulate(low), np.minimum.accumulate(high[::-1])[::-1])

    def gini(self) -> Bounds:
        """∫F(1 − F) over the mean: in each bin F is between its lower limit on the left and its upper on the right."""
        return self._root(np.min), self._root(np.max)

    def share(self, first: float, last: float) -> Bounds:
        """The share of all income that people between two ranks have.

        Args:
            first: the lower rank, from 0 to 1.
            last: the upper rank.

        Returns:
            The least and the greatest it can be.
        """
        least, most = (self._incomes(first, last, highest=highest) for highest in (False, True))
        low, high = (sum(self._incomes(*part, highest=highest) for part in ((0.0, first), (last, 1.0)))
                     for highest in (False, True))  # fmt: skip
        return _part(least, high), _part(most, low)

    def _root(self, best: Callable[..., Values]) -> float:
        """Where the best ∫(1 − F)(F − g) is 0: the best ratio of two integrals."""
        least, most, widths = self.low[:-1], self.high[1:], np.diff(self.edges)
        start, end = 0.0, 1.0
        for _ in range(STEPS):
            ratio = (start + end) / 2
            middle = np.clip((1 + ratio) / 2, least, most)
            inside = best(np.stack([(1 - f) * (f - ratio) for f in (least, most, middle)]), axis=0)
            above = float(inside @ widths) > ratio * float(self.edges[0])
            start, end = (ratio, end) if above else (start, ratio)
        return (start + end) / 2

    def _incomes(self, first: float, last: float, *, highest: bool) -> float:
        """The least or the greatest incomes of people between two ranks, added up over them."""
        ranks, values = (self.low, self.edges[1:]) if highest else (self.high, self.edges[:-1])
        there = np.clip(ranks, first, last)
        return float(np.diff(there) @ values)


def _part(own: float, others: float) -> float:
    return own / (own + others) if own + others > 0 else 0.0


def half_the_error(level: Fraction) -> Fraction:
    """The level, in per cent, of the limits of a line and of each share at which `share_below` holds at a level.

    Args:
        level: in per cent.

    >>> half_the_error(Fraction(90))
    Fraction(95, 1)
    """
    return 100 - (100 - level) / 2


def share_below(edges: Values, low: Values, high: Values, line: Bounds) -> Bounds:
    """The share of people below a line between two values; low, high: limits at each edge, which hold by themselves.

    Of all edges beside a line that can be, the least lower and the greatest upper limit: those of the true line are
    among them, whichever it is.

    Args:
        edges: of the bins, float64[D + 1], ascending.
        low: lower limits of the shares below each edge, float64[D + 1], which hold by themselves.
        high: upper ones.
        line: the least and the greatest it can be.

    Returns:
        The least and the greatest the share can be.
    """
    left = max(int(np.searchsorted(edges, line[0], side="right")) - 1, 0)
    right = int(np.searchsorted(edges, line[1], side="left"))
    return float(low[left : right + 1].min()), float(high[left : right + 1].max())


def _first(limits: Values, rank: float) -> int:
    return int(np.searchsorted(limits, rank, side="left"))


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """People spread evenly over their bins: `below` is the share below each edge, ascending from 0 to 1."""

    edges: Values
    below: Values

    def gini(self) -> float:
        """The Gini coefficient."""
        a, b, widths = self.below[:-1], self.below[1:], np.diff(self.edges)
        mean = float(self.edges[0] + widths @ (1 - (a + b) / 2))
        return float(widths @ ((a + b) / 2 - (a * a + a * b + b * b) / 3)) / mean if mean > 0 else 0.0

    def share(self, first: float, last: float) -> float:
        """The share of all income that people between two ranks have.

        Args:
            first: the lower rank, from 0 to 1.
            last: the upper rank.
        """
        whole = self._incomes(1.0)
        return (self._incomes(last) - self._incomes(first)) / whole if whole > 0 else 0.0

    def median(self) -> float:
        """The income that half of the people stay below, people spread evenly over their bin."""
        at = max(_first(self.below, 0.5), 1)
        inside = self.below[at] - self.below[at - 1]
        within = (0.5 - self.below[at - 1]) / inside if inside > 0 else 0.0
        return float(self.edges[at - 1] + within * (self.edges[at] - self.edges[at - 1]))

    def below_line(self, line: float) -> float:
        """The share of people below a line.

        Args:
            line: in the unit of the edges.
        """
        return float(np.interp(line, self.edges, self.below))

    def _incomes(self, rank: float) -> float:
        inside, widths = np.diff(self.below), np.diff(self.edges)
        here = np.clip(rank - self.below[:-1], 0.0, inside)
        filled = np.divide(here, inside, out=np.zeros_like(here), where=inside > 0)
        return float(here @ (self.edges[:-1] + filled * widths / 2))
