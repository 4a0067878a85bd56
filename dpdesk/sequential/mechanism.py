"""What every sequential mechanism is: questions one at a time, each answered before the next is known.

A `Sequential` is given exact counts, one a question, and gives back noisy answers. Its promise covers the *whole run*:
with neighbouring data behind the counts, the probability of any set of transcripts (all answers, and where they end)
changes by no more than `loss` allows, whoever chooses the questions, whatever the answers so far have told them.
That is why the ledger charges `loss` once, when a run is opened, and why a run that ended early gives nothing back.

Secrets: a run holds noise that lasts (a noisy threshold), and whoever learns it can undo the protection of answers
already given. It is drawn at the first question, lives in memory alone, and is neither shown, pickled, copied nor
compared. Asking takes exact counts, so it is for auditors and for the session that holds the data, never for a user.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from dpdesk.discretion import Confidential
from dpdesk.errors import BadInput, Refused
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.noise import LARGEST_SCALE, discrete_laplace
from dpdesk.problems.problem import Phrase, phrase, problem

LARGEST_COUNT = 1 << 62
"""Counts and thresholds of at most this magnitude, with noise below 2^60, stay exact."""

LARGEST_SETTING = 1 << 48
"""More questions or hits than this nobody asks."""

# What a number that is asked for is called in a sentence.
QUESTIONS = phrase("sequential.number_of_questions")
ACCURACY = phrase("sequential.accuracy")
COUNT = phrase("sequential.count")
POSITION = phrase("sequential.position")
UNITS = phrase("sequential.number_of_units")
FAILURE = phrase("sequential.failure_probability")


class Answer(StrEnum):
    """What a reply says."""

    ABOVE = "above"
    BELOW = "below"
    BETWEEN = "between"
    LEFT = "left"
    RIGHT = "right"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer; `value` is a noisy figure where one was paid for."""

    answer: Answer
    value: int | Fraction | None = None


class Sequential(Confidential, ABC):
    """One run of a mechanism that is asked one question at a time.

    Attributes:
        name: the word used in files, "above-threshold".
        loss: what the whole run may reveal, exact: what the ledger is charged.
        neighbours: between which data the promise holds.
        rows_per_unit: c, the most rows that one unit may have.
    """

    __slots__ = ("loss", "neighbours", "rows_per_unit")

    name: ClassVar[str]
    loss: PureDP | ApproxDP

    def __init__(self, loss: PureDP | ApproxDP, neighbours: Neighbours, rows_per_unit: int) -> None:
        self.loss = loss
        self.neighbours = neighbours
        self.rows_per_unit = how_many(rows_per_unit, phrase("sequential.number_of_rows_per_unit"))

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether the run accepts no question more."""

    @property
    def questions_left(self) -> int | None:
        """How many questions may still be asked; None: no limit."""
        return None

    @property
    def hits_left(self) -> int | None:
        """How many more times the answer that ends the run may come; None: the run does not end that way."""
        return None

    def ask(self, exact_count: int) -> Reply:
        """Answer the question whose exact count this is.

        Raises:
            BadInput: it is not a whole number of at most 2^62 in magnitude, or this run is not asked by counts alone.
            Refused: the run is finished.
        """
        count = whole(exact_count, COUNT)
        self._open()
        return self._answer(count)

    @abstractmethod
    def _answer(self, exact_count: int) -> Reply:
        """The reply to a checked count of a run that is not finished."""

    def guarantee(self) -> str:
        """What the run promises, in one sentence with its figures."""
        unit = "one unit" if self.rows_per_unit == 1 else f"one unit of up to {self.rows_per_unit} rows"
        added = self.neighbours is Neighbours.ADD_REMOVE
        how = f"{unit} is added or removed" if added else f"{unit} is exchanged for another"
        delta = "" if isinstance(self.loss, PureDP) else f" and by delta = {format_exact(self.loss.delta)} beyond that,"
        return (
            "Whatever is asked, and whenever it ends, the probability of any set of transcripts changes by a factor of "
            f"at most e^epsilon, epsilon = {format_exact(self.loss.epsilon)},{delta} when {how}."
        )

    @abstractmethod
    def error(self, questions: int, failure: Fraction) -> int:
        """A count e: with probability ≥ 1 − failure no answer among that many questions is off by more than e."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact numbers as texts: JSON-able, without secrets."""

    def _promise(self) -> dict[str, Any]:
        """What `describe` says of the promise."""
        return {
            "loss": loss_texts(self.loss),
            "neighbours": self.neighbours.value,
            "rows_per_unit": self.rows_per_unit,
        }

    def _noise(self, scale: Fraction) -> int:
        """One fresh draw of discrete Laplace noise. (An audit draws many at once and hands them out here.)"""
        return int(discrete_laplace(scale, 1)[0])

    def _open(self) -> None:
        """Refused if the run is finished."""
        if self.finished:
            raise Refused(problem("sequential.finished"))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.loss}>"


class LimitedQuestions(Sequential):
    """A run that ends after so many questions, whatever the answers.

    Attributes:
        questions: how many may be asked in all.
    """

    __slots__ = ("_left", "questions")

    def __init__(self, questions: int, loss: PureDP | ApproxDP, neighbours: Neighbours, rows_per_unit: int) -> None:
        super().__init__(loss, neighbours, rows_per_unit)
        self.questions = self._left = how_many(questions, QUESTIONS)

    @property
    def finished(self) -> bool:
        """Whether all questions are used up."""
        return self._left == 0

    @property
    def questions_left(self) -> int:
        """How many questions may still be asked."""
        return self._left


def whole(value: object, what: Phrase) -> int:
    """A whole number (numpy's too, no bool) of at most 2^62 in magnitude, else BadInput; `what` names it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise BadInput(problem("sequential.whole", what=what, kind=type(value).__name__))
    number = operator.index(value)
    if abs(number) > LARGEST_COUNT:
        raise BadInput(problem("sequential.too_large", what=what))
    return number


def how_many(value: object, what: Phrase, least: int = 1) -> int:
    """A whole number of at least `least` and at most 2^48, else BadInput; `what` names it ("number of hits")."""
    number = whole(value, what)
    if number < least:
        raise BadInput(problem("sequential.at_least", what=what, least=least))
    if number > LARGEST_SETTING:
        raise BadInput(problem("sequential.at_most", what=what))
    return number


def probability(value: object, what: Phrase = FAILURE) -> Fraction:
    """An exact number above 0 and below 1, else BadInput; `what` names it."""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)) or not 0 < value < 1:
        raise BadInput(problem("sequential.probability", what=what))
    return Fraction(value)


def noise_scale(value: Fraction) -> Fraction:
    """A scale that can be drawn, else BadInput: said before the run is opened and not at its first question."""
    if value > LARGEST_SCALE:
        raise BadInput(problem("sequential.noise_too_large"))
    return Fraction(value)


def loss_texts(loss: PureDP | ApproxDP) -> dict[str, str]:
    """The parameters of a loss as exact texts, {"epsilon": "1/2"}."""
    texts = {"epsilon": format_exact(loss.epsilon)}
    return texts if isinstance(loss, PureDP) else {**texts, "delta": format_exact(loss.delta)}
