"""The answers of a session as people pass them on: as notes of a plan, and as a CSV file.

A session's answers are public once they are given; what is made of them here costs nothing. As notes they are attached
to a release, and so stand on the sheet Notes of its workbook. The CSV file has a line for every question: its number,
the question as it is typed and in labels, the answer, the value where one was given, and by how much the answers may be
off. A randomised column has a line for every code instead, with how many records told it, the unbiased estimate and its
standard error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dpdesk.errors import BadInput, Refused
from dpdesk.planning.sessions.forecast import promised
from dpdesk.planning.sessions.plan import Question, SessionPlan, method_class
from dpdesk.publish.documents.words import grouped, number, said
from dpdesk.publish.tables.text import csv_field
from dpdesk.release.canonical import number_text
from dpdesk.release.sessions.words import reply_of
from dpdesk.sequential.mechanism import Answer, Reply
from dpdesk.translation import marked, translatable

if TYPE_CHECKING:
    from dpdesk.sequential.randomized_response import RandomizedResponse

ONE_EACH = 60
"""Up to so many answers get a note each; more are joined to notes of at most `LONGEST` characters."""
LONGEST = 2_000
_FAR = translatable("no answer is off by more than ± {error}")
_WRONG = translatable("no answer is wrong about a count that is more than {error} away from the threshold")
_OFF = {
    "median": translatable("at most {error} records too many lie on either side of the median found"),
    **dict.fromkeys(("above-threshold", "sparse-vector", "between-thresholds", "interior-point"), _WRONG),
}
"""By how much the answers of a method may be off, where that is not said as of a number."""
_MEDIAN = {Answer.LEFT: "the median lies here or below", Answer.RIGHT: "the median lies above"}
_INTERIOR = {Answer.LEFT: "left of the interior point", Answer.RIGHT: "right of the interior point"}


class Numbered(Protocol):
    """An exchange of an open session (`sessions.asking.Exchange`) or of a stored one (`ledger.StoredExchange`)."""

    @property
    def number(self) -> int:
        """The place in the transcript, from 1."""


@dataclass(frozen=True, slots=True)
class Variants:
    """One exchange, whether it comes from an open session or from the ledger."""

    number: int
    question: Question | None
    reply: Reply | None
    told: tuple[int, ...]


def answers(plan: SessionPlan, transcript: Sequence[Numbered]) -> list[Variants]:
    """The exchanges of a transcript. Raises LedgerDamaged for one that cannot be read."""
    found = []
    for one in transcript:
        kept: Any = getattr(one, "answer", None)
        if isinstance(kept, dict):
            asked: Any = getattr(one, "question", {})
            question = plan.question(asked) if kept.get("answer") != "column" else None
            found.append(Variants(one.number, question, reply_of(kept), tuple(kept.get("told", ()))))
        else:
            exchange: Any = one
            found.append(Variants(one.number, exchange.question, exchange.reply, exchange.told))
    return found


# Notes -----------------------------------------------------------------------------------------------------------


def session_notes(plan: SessionPlan, transcript: Sequence[Numbered], language: str = "en") -> list[str]:
    """The notes that tell a session's answers: one about the session, then one for each answer, or joined if many."""
    given = answers(plan, transcript)
    lines = list(_column_lines(plan, given, language)) if _column(given) else [
        answer_words(plan, one, language) for one in given if one.reply is not None
    ]  # fmt: skip
    notes = [_about(plan, given, language)]
    if len(lines) <= ONE_EACH:
        return notes + lines
    waiting = ""
    for line in lines:
        if waiting and len(waiting) + len(line) > LONGEST:
            notes.append(waiting)
            waiting = ""
        waiting = f"{waiting} {line}" if waiting else line
    return [*notes, waiting]


def _about(plan: SessionPlan, given: Sequence[Variants], language: str) -> str:
    cost = ", ".join(f"{unit} {grouped(language, _exact(value))}" for unit, value in plan.charge.items() if value)
    if len(given) == 1:
        words = (
            "Session “{title}”: {count} question was asked one at a time and answered with noise, at a cost of {cost}."
        )
    else:
        words = (
            "Session “{title}”: {count} questions were asked one at a time and answered with noise, at a cost of "
            "{cost}."
        )
    about = said(language, words, title=plan.title.show(language), count=number(language, len(given)), cost=cost)
    off = promised_error(plan, given)
    if off is None:
        return about
    sure = marked(language, f"{float(100 * (1 - plan.failure)):.4g} %")
    told = said(language, _OFF.get(plan.method.name, _FAR), error=number(language, off))
    return f"{about} {said(language, 'With {sure} certainty {told}.', sure=sure, told=told)}"


def promised_error(plan: SessionPlan, given: Sequence[Variants]) -> int | None:
    """By how much the answers may be off at the session's certainty; None where that is not known."""
    try:
        units = sum(given[0].told) // plan.rows_per_unit if _column(given) else None
        return promised(plan, units).error
    except (BadInput, Refused):
        return None


def answer_words(plan: SessionPlan, one: Variants, language: str = "en") -> str:
    """A question with its answer, as one sentence."""
    if one.question is None or one.reply is None:
        return ""
    return f"{one.question.words(language)}: {_answered(plan, one.reply, language)}."


def _answered(plan: SessionPlan, reply: Reply, language: str) -> str:
    method: Any = plan.method
    value = "" if reply.value is None else said(language, "about {value}", value=_number(reply.value, language))
    if reply.answer is Answer.COUNT and method.name != "median":
        return value
    if reply.answer in (Answer.LEFT, Answer.RIGHT):
        return said(language, (_MEDIAN if method.name == "median" else _INTERIOR)[reply.answer])
    between = method.name == "between-thresholds"
    if reply.answer is Answer.BETWEEN:
        limits = (number(language, method.lower), number(language, method.upper))
        return said(language, "between {lower} and {upper}", lower=limits[0], upper=limits[1])
    if reply.answer is Answer.ABOVE:
        words = "above {limit}" if between else "at least {limit}"
        limit = method.upper if between else method.threshold
    else:
        words = "below {limit}"
        limit = method.lower if between else method.threshold
    told = said(language, words, limit=number(language, limit))
    return f"{told}, {value}" if value else told


def _number(value: int | Fraction, language: str) -> str:
    return number(language, value) if isinstance(value, int) else number(language, float(value), 1)


def _exact(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 24 else f"{float(value):.6g}"


# CSV -------------------------------------------------------------------------------------------------------------


def transcript_csv(plan: SessionPlan, transcript: Sequence[Numbered], language: str = "en") -> str:
    """The CSV file of a transcript, lines ended by CR LF."""
    given = answers(plan, transcript)
    lines = _column_csv(plan, given[0].told, language) if _column(given) else _answers_csv(plan, given, language)
    return "".join(f"{line}\r\n" for line in lines)


def _answers_csv(plan: SessionPlan, given: Sequence[Variants], language: str) -> Iterator[str]:
    off = promised_error(plan, given)
    yield "number,question,label,answer,value,off_by_at_most"
    for one in given:
        if one.question is None or one.reply is None:
            continue
        value = "" if one.reply.value is None else number_text(float(one.reply.value))
        fields = (one.question.text, one.question.words(language), one.reply.answer.value)
        yield f"{one.number},{','.join(map(csv_field, fields))},{value},{'' if off is None else off}"


def _column(given: Sequence[Variants]) -> bool:
    """Whether a transcript is that of a randomised column that was drawn."""
    return len(given) == 1 and bool(given[0].told)


def _column_csv(plan: SessionPlan, told: Sequence[int], language: str) -> Iterator[str]:
    column, counts = estimator(plan, told)
    names = [field for variable in plan.space.variables for field in (variable.name, f"{variable.name}_label")]
    yield ",".join([*map(csv_field, names), "told", "estimate", "standard_error"])
    estimates, errors = column.estimates(counts), column.standard_errors(counts)
    for position, cell in enumerate(product(*(range(variable.size) for variable in plan.space.variables))):
        parts = zip(plan.space.variables, cell, strict=True)
        fields = [
            text for variable, code in parts for text in (variable.codes[code], variable.labels[code].show(language))
        ]
        figures = (str(told[position]), number_text(float(estimates[position])), number_text(float(errors[position])))
        yield ",".join([*map(csv_field, fields), *figures])
    if len(told) > plan.space.cells:
        nothing = ["", "in no cell"] * len(plan.space.variables)
        yield ",".join([*map(csv_field, nothing), str(told[-1]), "", ""])


def _column_lines(plan: SessionPlan, given: Sequence[Variants], language: str) -> Iterator[str]:
    """The estimates of a randomised column in words."""
    column, counts = estimator(plan, given[0].told)
    estimates, errors = column.estimates(counts), column.standard_errors(counts)
    for position, cell in enumerate(product(*(range(variable.size) for variable in plan.space.variables))):
        parts = zip(plan.space.variables, cell, strict=True)
        what = "; ".join(f"{one.label.show(language)}: {one.labels[code].show(language)}" for one, code in parts)
        figures = {"value": number(language, estimates[position]), "error": number(language, errors[position])}
        yield said(language, "{what}: about {value} (standard error {error}).", what=what, **figures)


def estimator(plan: SessionPlan, told: Sequence[int]) -> tuple[RandomizedResponse, np.ndarray[Any, np.dtype[np.int64]]]:
    """What estimates from a randomised column, by the codes that it could tell, and the column as counts."""
    arguments = plan.arguments() | {"one_row_each": len(told) == plan.cells}
    return method_class(plan.method.name)(**arguments), np.array(told, dtype=np.int64)


def column_lines(plan: SessionPlan, told: Sequence[int]) -> Iterator[bytes]:
    """The randomised column itself as CSV: a line for every record, in the order of the codes, which says nothing."""
    yield (",".join(csv_field(variable.name) for variable in plan.space.variables) + "\r\n").encode()
    cells = product(*(variable.codes for variable in plan.space.variables))
    for codes, count in zip(cells, told, strict=False):
        line = (",".join(map(csv_field, codes)) + "\r\n").encode()
        for start in range(0, count, 10_000):
            yield line * min(10_000, count - start)
    if len(told) > plan.space.cells:
        empty = (
            (",".join([""] * len(plan.space.variables)) + "\r\n").encode()
            if len(plan.space.variables) > 1
            else b'""\r\n'
        )
        yield empty * told[-1]
