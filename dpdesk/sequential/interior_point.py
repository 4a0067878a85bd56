"""Is a position left or right of some point inside the data? Without end, at the price of one answer "between".

Guarantee (Bun, Steinke, Ullman 2017, Figure 8 and Proposition 5.15; docs/proofs/between_thresholds.md, claim 2): with
n items in order, thresholds ⌈n/3⌉ and ⌊2n/3⌋, and the count of items at or below the position asked, the transcript
is that of `BetweenThresholds` and what follows from it: once a position y* was "between", every further position y is
answered "left" where y < y*, else "right", from the answers alone. The size n is a public figure that sets the
thresholds and nothing else: data of another size are protected as well.

Accuracy: with probability at least 1 − β every position below all items is answered "left", and every position at or
above all of them "right", for k questions, where

    n ≥ (36c/ε)(ln(k + 1) + ln(1/β) + ln(10/ε) + ln(1/δ) + 1).

What the proof needs of n is checked with exact discrete tails (tails.py) and not trusted to follow from this.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, NoReturn

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.intervals import log
from dpdesk.privacy.loss import ApproxDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase, problem
from dpdesk.sequential.between_thresholds import BetweenThresholds, smallest_gap
from dpdesk.sequential.mechanism import (
    COUNT,
    POSITION,
    QUESTIONS,
    Answer,
    LimitedQuestions,
    Reply,
    how_many,
    probability,
    whole,
)
from dpdesk.sequential.tails import smallest_error

_BITS = 96


class OnlineInteriorPoint(LimitedQuestions):
    """Left or right of a point inside the data."""

    __slots__ = ("_inner", "_point", "failure", "size")

    name: ClassVar[str] = "interior-point"
    loss: ApproxDP

    def __init__(
        self,
        size: int,
        questions: int,
        failure: Fraction,
        loss: ApproxDP,
        neighbours: Neighbours,
        rows_per_unit: int = 1,
    ) -> None:
        """`size`: the public number of items. BadInput for ε ≥ 1 and sizes below Proposition 5.15, naming the least."""
        super().__init__(questions, loss, neighbours, rows_per_unit)
        self.size = how_many(size, phrase("sequential.number_of_items"))
        self.failure = probability(failure)
        needed = smallest_size(self.questions, self.failure, loss, self.rows_per_unit)
        if self.size < needed:
            raise BadInput(
                problem(
                    "sequential.interior_items", loss=str(loss), needed=needed, questions=self.questions, size=self.size
                )
            )
        lower, upper = -(-self.size // 3), 2 * self.size // 3
        self._inner = BetweenThresholds(lower, upper, loss, neighbours, self.rows_per_unit)
        self._point: int | None = None

    def ask_at(self, position: int, exact_count: int) -> Reply:
        """Left or right; `exact_count` is the number of items at or below `position`, of those in order.

        Raises BadInput for what is not a whole number, Refused when all questions are used up.
        """
        where, count = whole(position, POSITION), whole(exact_count, COUNT)
        self._open()
        self._left -= 1
        if self._point is not None:
            return Reply(Answer.LEFT if where < self._point else Answer.RIGHT)
        reply = self._inner.ask(count)
        if reply.answer is Answer.BETWEEN:
            self._point = where
            return Reply(Answer.RIGHT)
        return reply

    def _answer(self, exact_count: int) -> NoReturn:
        raise BadInput(problem("sequential.interior_position"))

    def error(self, questions: int, failure: Fraction) -> int:
        """With probability at least 1 − failure no answer among so many is off by more than this.

        "Left" is off by e if the count is e above the upper third, "right" if it is e below the lower third.
        """
        asked = min(how_many(questions, QUESTIONS), self.questions)
        return self._inner.error(asked, failure)

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact; neither the noise drawn nor what was found."""
        return {
            **self._inner.describe(),
            "method": self.name,
            "size": self.size,
            "questions": self.questions,
            "failure": format_exact(self.failure),
        }


def source_size(questions: int, failure: Fraction, loss: ApproxDP, rows_per_unit: int = 1) -> int:
    """The least n of Proposition 5.15: (36c/ε)(ln(k + 1) + ln(1/β) + ln(10/ε) + ln(1/δ) + 1), rounded up."""
    product = (questions + 1) * 10 / (failure * loss.epsilon * loss.delta)
    above = Fraction(log(product, _BITS)[1], 1 << _BITS)
    return math.ceil(36 * rows_per_unit / loss.epsilon * (above + 1))


def exact_size(questions: int, failure: Fraction, loss: ApproxDP, rows_per_unit: int = 1) -> int:
    """The least n for which the whole gap satisfies Lemma 5.9 and the discrete tails the failure probability."""
    error = smallest_error(questions, failure, 6 * rows_per_unit / loss.epsilon, 2 * rows_per_unit / loss.epsilon)
    gap = smallest_gap(loss, rows_per_unit)
    return _least(lambda size: 2 * size // 3 - -(-size // 3) >= gap and -(-size // 3) > error, 3 * max(gap, error))


@lru_cache(maxsize=256)
def smallest_size(questions: int, failure: Fraction, loss: ApproxDP, rows_per_unit: int = 1) -> int:
    """The least n accepted: the source's, or that of the exact tails where it is larger. BadInput for ε ≥ 1."""
    exact = exact_size(questions, failure, loss, rows_per_unit)
    return max(exact, source_size(questions, failure, loss, rows_per_unit))


def _least(holds: Callable[[int], bool], near: int) -> int:
    """The least n that holds together with all larger ones, known to lie within 8 of `near`."""
    size = near + 8
    while holds(size - 1):
        size -= 1
    return size
