"""What an answer of a session says, as a sentence and as JSON for the ledger. Pure: it sees what was asked and replied.

The ledger keeps exact texts: a value is "12" or "25/2". No figure here comes from anywhere but the reply, the question
and the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.errors import LedgerDamaged
from dpdesk.problems.problem import problem
from dpdesk.sequential.mechanism import Answer, Reply

if TYPE_CHECKING:
    from dpdesk.planning.sessions.plan import SessionPlan

COLUMN = "column"
"""The answer of a randomised response: how many records told each code."""


def answer_json(reply: Reply | None, noisy_counts: Sequence[int] = (), sentence: str = "") -> dict[str, Any]:
    """An answer as the ledger keeps it; `noisy_counts` are those of a randomised column."""
    if reply is None:
        return {"answer": COLUMN, "told": [int(count) for count in noisy_counts], "sentence": sentence}
    value = {} if reply.value is None else {"value": str(Fraction(reply.value))}
    return {"answer": reply.answer.value, **value, "sentence": sentence}


def reply_of(answer: dict[str, Any]) -> Reply | None:
    """The reply that the ledger keeps, None for a randomised column; LedgerDamaged if it is none."""
    try:
        if answer["answer"] == COLUMN:
            return None
        value = Fraction(answer["value"]) if "value" in answer else None
        whole = int(value) if value is not None and value.denominator == 1 else value
        return Reply(Answer(answer["answer"]), whole)
    except (KeyError, ValueError, TypeError):
        raise LedgerDamaged(problem("release.answer_unreadable")) from None


def sentence(plan: SessionPlan, asked: str, reply: Reply | None) -> str:
    """The answer in English, for lists, files and notes."""
    method: Any = plan.method
    if reply is None:
        return f"The randomised column of {', '.join(plan.variables)} is drawn."
    match reply.answer:
        case Answer.COUNT:
            return f"{asked}: about {_number(reply.value)}."
        case Answer.ABOVE:
            value = "" if reply.value is None else f", about {_number(reply.value)}"
            limit = method.upper if method.name == "between-thresholds" else method.threshold
            return f"{asked}: above {limit:,} by the noisy comparison{value}."
        case Answer.BELOW:
            limit = method.lower if method.name == "between-thresholds" else method.threshold
            return f"{asked}: below {limit:,} by the noisy comparison."
        case Answer.BETWEEN:
            return f"{asked}: between {method.lower:,} and {method.upper:,} by the noisy comparison."
        case Answer.LEFT | Answer.RIGHT:
            return _side(method.name, asked, reply.answer)


def _side(method: str, asked: str, answer: Answer) -> str:
    """Left and right, told by where the searched point lies; the search for a median says it the other way round."""
    what = "the median" if method == "median" else "the point in the middle"
    below = (answer is Answer.LEFT) == (method == "median")
    return f"{asked}: {what} lies {'at or below' if below else 'above'} this code, by the noisy comparison."


def _number(value: int | Fraction | None) -> str:
    if value is None:
        return "nothing"
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.1f}"
