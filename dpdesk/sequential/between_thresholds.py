"""Below both thresholds, above both, or between: any number of questions, until one is between.

Guarantee (Bun, Steinke, Ullman 2017, Figure 7 and Lemma 5.9, in counts): for ε, δ < 1, thresholds l < u at least

    (12c/ε)(ln(10/ε) + ln(1/δ) + 1)

apart and units of up to c rows, the whole transcript, the question at which it ends included, is (ε, δ)-private under
either relation, whoever chooses the questions: docs/proofs/between_thresholds.md. μ of scale 2c/ε is drawn once for
the run; question j gets fresh ν_j of scale 6c/ε; it is "left" where q_j + ν_j < l + μ, else "right" where q_j + ν_j >
u − μ, else "between", and then the run is finished. The gap asked for is rounded up to a whole count, its logarithms
upwards.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.intervals import log
from dpdesk.privacy.loss import ApproxDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase, problem
from dpdesk.sequential.mechanism import (
    QUESTIONS,
    Answer,
    Reply,
    Sequential,
    how_many,
    noise_scale,
    whole,
)
from dpdesk.sequential.tails import smallest_error

_BITS = 96


class BetweenThresholds(Sequential):
    """Is this count left of both thresholds, right of both, or between? Until one was between."""

    __slots__ = (
        "_finished",
        "_shift",
        "lower",
        "question_scale",
        "threshold_scale",
        "upper",
    )

    name: ClassVar[str] = "between-thresholds"
    loss: ApproxDP

    def __init__(self, lower: int, upper: int, loss: ApproxDP, neighbours: Neighbours, rows_per_unit: int = 1) -> None:
        """BadInput for ε ≥ 1 and for thresholds closer than Lemma 5.9 asks, naming the gap that would do."""
        super().__init__(loss, neighbours, rows_per_unit)
        self.lower = whole(lower, phrase("sequential.lower_threshold"))
        self.upper = whole(upper, phrase("sequential.upper_threshold"))
        needed = smallest_gap(loss, self.rows_per_unit)
        if self.upper - self.lower < needed:
            raise BadInput(
                problem("sequential.thresholds_apart", needed=needed, loss=str(loss), given=self.upper - self.lower)
            )
        self.threshold_scale = noise_scale(2 * self.rows_per_unit / loss.epsilon)
        self.question_scale = noise_scale(6 * self.rows_per_unit / loss.epsilon)
        self._finished = False
        self._shift: int | None = None

    @property
    def finished(self) -> bool:
        """Whether a count was between."""
        return self._finished

    @property
    def hits_left(self) -> int:
        """How many more times "between" may be answered: 1 or 0."""
        return 0 if self._finished else 1

    def _answer(self, exact_count: int) -> Reply:
        if self._shift is None:
            self._shift = self._noise(self.threshold_scale)
        noisy = exact_count + self._noise(self.question_scale)
        if noisy < self.lower + self._shift:
            return Reply(Answer.LEFT)
        if noisy > self.upper - self._shift:
            return Reply(Answer.RIGHT)
        self._finished = True
        return Reply(Answer.BETWEEN)

    def error(self, questions: int, failure: Fraction) -> int:
        """With probability at least 1 − failure no answer among so many questions is off by more than this.

        "Left" is off by e if the count is e above the lower threshold, "right" if it is e below the upper one,
        "between" if it is e outside them.
        """
        asked = how_many(questions, QUESTIONS)
        return smallest_error(asked, failure, self.question_scale, self.threshold_scale)

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact; the noise drawn is not among them."""
        return {
            "method": self.name,
            "lower": self.lower,
            "upper": self.upper,
            **self._promise(),
            "threshold_scale": format_exact(self.threshold_scale),
            "question_scale": format_exact(self.question_scale),
        }


@lru_cache(maxsize=256)
def smallest_gap(loss: ApproxDP, rows_per_unit: int = 1) -> int:
    """The least whole gap that Lemma 5.9 allows: (12c/ε)(ln(10/ε) + ln(1/δ) + 1), rounded up. BadInput for ε ≥ 1."""
    if loss.epsilon >= 1:
        raise BadInput(problem("sequential.two_epsilon", given=format_exact(loss.epsilon)))
    above = Fraction(log(10 / (loss.epsilon * loss.delta), _BITS)[1], 1 << _BITS)
    return math.ceil(12 * rows_per_unit / loss.epsilon * (above + 1))
