"""The median by binary search: ⌈log2 T⌉ noisy comparisons, each at the point the answers so far point to.

Guarantee: the whole transcript, and so the median, is ε-differentially private for units of up to c rows, under either
relation: it is a function of k = ⌈log2 T⌉ noisy counts of scale k·s/ε, asked one after the other (`noisy_counts.py` has
the argument: adaptive questions, discrete noise and sensitivity s cost the sum of k shares ε/k). s is what a unit can
change the count that is compared by:

- with a `size` n, the comparison is of 2·F(y) with n, F(y) the rows at or below the point y, and the count asked for is
  F(y): s = c. Under replacement n is public. Under add/remove n is a nominal figure, the middle rank one wants.
- without one, the count asked for is the difference D(y) of the rows at or below y and the rows above, compared with
  0, so that no size need be known: under add/remove a row moves D by one, s = c, and half the noise falls on F = (n +
  D)/2; under replacement a row that changes sides moves it by two, s = 2c, which is as good as knowing n.

Search (Bun, Steinke, Ullman, Figure 6, Lemma 5.5): l = 0, u = T; while u − l > 1, ask at m = ⌈(l + u)/2⌉; u = m if the
answer is at least the half, else l = m. u − l goes from w to at most ⌈w/2⌉: ⌈log2 T⌉ questions are enough, where the
source allows ⌈1 + log2 T⌉. If no answer is off by more than e rows, F(u) ≥ n/2 − e and F(u − 1) < n/2 + e (both
hold at the start and are kept by every step): at most e rows too many on either side of u, an α-approximate median for
e ≤ αn, whatever the data. The noises are independent of what is asked, so e is the smallest number with 1 − P(|Z| ≤
e)^k ≤ β, exactly: no union bound, no continuous tail.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase
from dpdesk.sequential.mechanism import (
    QUESTIONS,
    Answer,
    Reply,
    Sequential,
    how_many,
    noise_scale,
    probability,
)
from dpdesk.sequential.tails import smallest_error


def questions_needed(points: int) -> int:
    """⌈log2 T⌉: how many comparisons find one of so many points."""
    return (points - 1).bit_length()


class MedianBySearch(Sequential):
    """Where is the middle of the rows, among `points` ordered points? The search says where to ask next."""

    __slots__ = ("_lower", "_upper", "points", "questions", "scale", "size")

    name: ClassVar[str] = "median"
    loss: PureDP

    def __init__(
        self, points: int, loss: PureDP, neighbours: Neighbours, size: int | None = None, rows_per_unit: int = 1
    ) -> None:
        """BadInput for numbers of points, rows and rows per unit that cannot be, and for noise beyond all counts."""
        super().__init__(loss, neighbours, rows_per_unit)
        self.points = how_many(points, phrase("sequential.number_of_points"))
        self.size = None if size is None else how_many(size, phrase("sequential.number_of_rows"))
        self.questions = questions_needed(self.points)
        self.scale = noise_scale(max(self.questions, 1) * self.sensitivity / loss.epsilon)
        self._lower, self._upper = 0, self.points

    @property
    def sensitivity(self) -> int:
        """The most by which a unit can change the count that is asked for."""
        doubled = self.size is None and self.neighbours is Neighbours.REPLACE_ONE
        return 2 * self.rows_per_unit if doubled else self.rows_per_unit

    @property
    def finished(self) -> bool:
        """Whether the median is found."""
        return self._upper - self._lower == 1

    @property
    def questions_left(self) -> int:
        """How many questions the search may still need."""
        return questions_needed(self._upper - self._lower)

    @property
    def position(self) -> int | None:
        """The point the next question is about, 1 to T; None when the search is over."""
        return None if self.finished else (self._lower + self._upper + 1) // 2

    @property
    def median(self) -> int | None:
        """The point that was found, 1 to T; None before the end."""
        return self._upper if self.finished else None

    def compared(self, at_or_below: int, above: int) -> int:
        """The exact count to ask for, of the rows at or below `position` and those above it: F, or the difference."""
        return at_or_below - above if self.size is None else at_or_below

    def _answer(self, exact_count: int) -> Reply:
        """LEFT: the median is at this point or before it; RIGHT: after it. The noisy count comes with it."""
        middle = (self._lower + self._upper + 1) // 2
        noisy = exact_count + self._noise(self.scale)
        if 2 * noisy >= (self.size or 0):
            self._upper = middle
            return Reply(Answer.LEFT, noisy)
        self._lower = middle
        return Reply(Answer.RIGHT, noisy)

    def error(self, questions: int, failure: Fraction) -> int:
        """With probability ≥ 1 − failure at most so many rows too many lie on either side of the median found.

        All the search's questions count, however many are named.
        """
        how_many(questions, QUESTIONS, 0)
        chance = probability(failure)
        if self.questions == 0:
            return 0
        noise = smallest_error(self.questions, chance, self.scale)
        return noise if self.size is not None else -(-noise // 2)

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact."""
        return {
            "method": self.name,
            "points": self.points,
            "size": self.size,
            "questions": self.questions,
            "compared": "difference" if self.size is None else "count",
            **self._promise(),
            "noise_scale": format_exact(self.scale),
        }
