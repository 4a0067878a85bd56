"""Counts with Laplace noise, one question at a time: what the adaptive model costs without further ideas.

Guarantee: the transcript of k questions, each chosen after seeing the answers so far, is ε-differentially private
under either relation, for units of up to c rows. The noise of every answer is fresh, of scale b = kc/ε.

Argument (Dwork, McSherry, Nissim, Smith 2006; Dwork & Roth 2014, §3.3, for questions fixed beforehand). Fix
neighbours x and x', the analyst and the analyst's coins. Given the answers y_1 … y_(j−1), question j is fixed, its
exact counts differ by at most c (adding or removing a unit moves at most c rows into or out of what is counted;
exchanging it moves it by some number between −c and c), and P(y_j | x)/P(y_j | x') = a^(|y_j − q_j(x)| − |y_j −
q_j(x')|) ≤ a^(−c) = e^(c/b) = e^(ε/k), a = e^(−1/b): the ratio of discrete Laplace probabilities is that of the
continuous densities at whole numbers, and counts and their differences are whole. The probability of a transcript is
the product over its answers, so its ratio is at most e^(ε j/k) after j ≤ k answers. Every transcript, however it
ends, is thus at most e^ε times as likely; sums over sets and averages over the analyst's coins keep the bound.
Nothing lasts from one question to the next.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.sequential.mechanism import QUESTIONS, Answer, LimitedQuestions, Reply, how_many, noise_scale
from dpdesk.sequential.tails import smallest_error


class NoisyCounts(LimitedQuestions):
    """At most `questions` counts, each with fresh noise."""

    __slots__ = ("scale",)

    name: ClassVar[str] = "noisy-counts"
    loss: PureDP

    def __init__(self, questions: int, loss: PureDP, neighbours: Neighbours, rows_per_unit: int = 1) -> None:
        """Refuses, with BadInput, numbers of questions or rows below 1 and noise beyond all counts."""
        super().__init__(questions, loss, neighbours, rows_per_unit)
        self.scale = noise_scale(self.questions * self.rows_per_unit / loss.epsilon)

    def _answer(self, exact_count: int) -> Reply:
        self._left -= 1
        return Reply(Answer.COUNT, exact_count + self._noise(self.scale))

    def error(self, questions: int, failure: Fraction) -> int:
        """With probability at least 1 − failure no answer among so many is off by more than this."""
        return smallest_error(min(how_many(questions, QUESTIONS), self.questions), failure, self.scale)

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact."""
        return {
            "method": self.name,
            "questions": self.questions,
            **self._promise(),
            "noise_scale": format_exact(self.scale),
        }
