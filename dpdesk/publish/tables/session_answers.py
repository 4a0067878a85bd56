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
from dpdesk.publish.tables.text import csv_field
from dpdesk.release.canonical import number_text
from dpdesk.release.sessions.words import reply_of
from dpdesk.sequential.mechanism import Answer, Reply

if TYPE_CHECKING:
    from dpdesk.sequential.randomized_response import RandomizedResponse

ONE_EACH = 60
"""Up to so many answers get a note each; more are joined to notes of at most `LONGEST` characters."""
LONGEST = 2_000


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
    german = language.split("-")[0] == "de"
    lines = list(_column_lines(plan, given, language)) if _column(given) else [
        answer_words(plan, one, language) for one in given if one.reply is not None
    ]  # fmt: skip
    notes = [_about(plan, given, language, german=german)]
    if len(lines) <= ONE_EACH:
        return notes + lines
    waiting = ""
    for line in lines:
        if waiting and len(waiting) + len(line) > LONGEST:
            notes.append(waiting)
            waiting = ""
        waiting = f"{waiting} {line}" if waiting else line
    return [*notes, waiting]


def _about(plan: SessionPlan, given: Sequence[Variants], language: str, *, german: bool) -> str:
    title = plan.title.show(language)
    cost = ", ".join(f"{unit} {_exact(value)}" for unit, value in plan.charge.items() if value)
    count = len(given)
    sure = f"{float(100 * (1 - plan.failure)):.4g} %"
    off = promised_error(plan, given)
    if german:
        asked = "Frage wurde" if count == 1 else "Fragen wurden"
        said = f"Sitzung „{title}“: {count:,} {asked} einzeln gestellt und mit Rauschen beantwortet, für {cost}."
        return said if off is None else f"{said} Mit {sure} Sicherheit {_off_german(plan, off)}."
    asked = "question was" if count == 1 else "questions were"
    said = f"Session “{title}”: {count:,} {asked} asked one at a time and answered with noise, at a cost of {cost}."
    return said if off is None else f"{said} With {sure} certainty {_off(plan, off)}."


def promised_error(plan: SessionPlan, given: Sequence[Variants]) -> int | None:
    """By how much the answers may be off at the session's certainty; None where that is not known."""
    try:
        units = sum(given[0].told) // plan.rows_per_unit if _column(given) else None
        return promised(plan, units).error
    except (BadInput, Refused):
        return None


def _off(plan: SessionPlan, error: int) -> str:
    name = plan.method.name
    if name == "median":
        return f"at most {error:,} records too many lie on either side of the median found"
    if name in ("above-threshold", "sparse-vector", "between-thresholds", "interior-point"):
        return f"no answer is wrong about a count that is more than {error:,} away from the threshold"
    return f"no answer is off by more than ± {error:,}"


def _off_german(plan: SessionPlan, error: int) -> str:
    name = plan.method.name
    if name == "median":
        return f"liegen höchstens {error:,} Datensätze zu viel auf einer Seite des gefundenen Medians"
    if name in ("above-threshold", "sparse-vector", "between-thresholds", "interior-point"):
        return f"ist keine Antwort falsch, wenn die Anzahl um mehr als {error:,} von der Schwelle entfernt ist"
    return f"ist keine Antwort um mehr als ± {error:,} falsch"


def answer_words(plan: SessionPlan, one: Variants, language: str = "en") -> str:
    """A question with its answer, as one sentence."""
    if one.question is None or one.reply is None:
        return ""
    return f"{one.question.words(language)}: {_answered(plan, one.reply, german=language.split('-')[0] == 'de')}."


def _answered(plan: SessionPlan, reply: Reply, *, german: bool) -> str:
    method: Any = plan.method
    about = "" if reply.value is None else f"{'etwa' if german else 'about'} {_number(reply.value)}"
    if method.name == "median":
        if german:
            return "der Median liegt hier oder darunter" if reply.answer is Answer.LEFT else "der Median liegt darüber"
        return "the median lies here or below" if reply.answer is Answer.LEFT else "the median lies above"
    if reply.answer is Answer.COUNT:
        return about
    if reply.answer in (Answer.LEFT, Answer.RIGHT):
        left = reply.answer is Answer.LEFT
        if german:
            return f"{'links' if left else 'rechts'} des inneren Punktes"
        return f"{'left' if left else 'right'} of the interior point"
    between = method.name == "between-thresholds"
    if reply.answer is Answer.BETWEEN:
        return f"{'zwischen' if german else 'between'} {method.lower:,} {'und' if german else 'and'} {method.upper:,}"
    value = f", {about}" if about else ""
    if reply.answer is Answer.ABOVE:
        limit = method.upper if between else method.threshold
        words = ("über" if german else "above") if between else ("mindestens" if german else "at least")
        return f"{words} {limit:,}{value}"
    limit = method.lower if between else method.threshold
    return f"{'unter' if german else 'below'} {limit:,}{value}"


def _number(value: int | Fraction) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.1f}"


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
    german = language.split("-")[0] == "de"
    column, counts = estimator(plan, given[0].told)
    estimates, errors = column.estimates(counts), column.standard_errors(counts)
    for position, cell in enumerate(product(*(range(variable.size) for variable in plan.space.variables))):
        parts = zip(plan.space.variables, cell, strict=True)
        what = "; ".join(f"{one.label.show(language)}: {one.labels[code].show(language)}" for one, code in parts)
        about, error = ("etwa", "Standardfehler") if german else ("about", "standard error")
        yield f"{what}: {about} {estimates[position]:,.0f} ({error} {errors[position]:,.0f})."


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
