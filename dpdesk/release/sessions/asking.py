"""An open session: questions in, answers out, each in the ledger before anybody sees it.

The object holds the exact counts and the mechanism with its noise; both are dropped when it is finished or closed.
Questions are read and checked before the mechanism sees them, so that a mistake uses nothing up. An answer that cannot
be stored is shown to nobody; it waits, and is stored and shown when the next question is asked.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from dpdesk.discretion import Confidential
from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.ledger.sessions import CLOSED_BY_USER, FINISHED
from dpdesk.planning.sessions.plan import Question, SessionPlan
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.release.sessions.words import answer_json, sentence
from dpdesk.sequential.mechanism import Reply

if TYPE_CHECKING:
    from typing import Self

    from dpdesk.ledger.sessions import SessionRecord
    from dpdesk.ledger.terms import Amount
    from dpdesk.release.sessions.counts import Counts

ADAPTIVE, INTERIOR, MEDIAN, COLUMN = "adaptive-thresholds", "interior-point", "median", "randomized-response"
AT_ONCE = 32
"""So many answers of a series are stored together; none of them is shown before."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question with its answer, as it is in the ledger.

    `question` is None for a randomised column, which is drawn as a whole: `told` then says how many records told each
    code of the session's cells (C order), and last, where records can be in no cell, how many told that; `reply` is
    None.
    """

    number: int
    question: Question | None
    reply: Reply | None
    sentence: str
    told: tuple[int, ...] = ()


class Session(Confidential):
    """An open session. Several threads may use one object; they take turns. Use it as a context manager."""

    __slots__ = ("_counts", "_pending", "_record", "_run", "_transcript", "_turn", "plan")

    def __init__(self, plan: SessionPlan, run: Any, counts: Counts, record: SessionRecord) -> None:
        """Join a mechanism, the counts and the ledger's record; `open_session` is the way to get one."""
        self.plan = plan
        self._run, self._record = run, record
        self._counts: Counts | None = counts
        self._turn = threading.Lock()
        self._transcript: tuple[Exchange, ...] = ()
        self._pending: list[Exchange] = []  # answered, not yet stored, seen by nobody

    # What may be known -------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The session's name in the ledger."""
        return self._record.id

    @property
    def entry(self) -> int:
        """The ledger's entry of the opening."""
        return self._record.entry

    @property
    def charge(self) -> Amount:
        """What the account was charged, by its units."""
        return dict(self._record.charge)

    @property
    def transcript(self) -> tuple[Exchange, ...]:
        """What was asked and answered, all of it in the ledger."""
        return self._transcript

    @property
    def finished(self) -> bool:
        """Whether no question more is answered."""
        return not self._record.is_open or bool(self._run.finished)

    @property
    def questions_left(self) -> int | None:
        """How many questions may still be asked; None: no limit."""
        left: int | None = self._run.questions_left
        return 0 if self.finished else left

    @property
    def hits_left(self) -> int | None:
        """How many more times the answer that ends the session may come; None: it does not end that way."""
        left: int | None = self._run.hits_left
        return left

    @property
    def left(self) -> str:
        """What the session still allows, in a sentence."""
        if self.finished:
            return "The session is finished and answers no further question."
        questions, hits = self.questions_left, self.hits_left
        words = "Any number of questions" if questions is None else _count(questions, "question")
        if hits is None:
            return f"{words} may still be asked."
        ends = {"between-thresholds": '"between"'}.get(self.plan.method.name, '"above"')
        times = "once" if hits == 1 else f"{hits} times"
        return f"{words} may still be asked, until the answer {ends} was given {times} more."

    @property
    def next_question(self) -> Question | None:
        """The question that comes next where the method asks by itself (the median); None elsewhere or at the end."""
        if self.plan.method.name != MEDIAN or self.finished or self.plan.along is None:
            return None
        along = self.plan.along
        return self.plan.question({along.name: {"to": along.codes[self._run.position - 1]}})

    @property
    def median(self) -> str | None:
        """The code in which the median was found; None before, and for other methods."""
        along, position = self.plan.along, getattr(self._run, "median", None)
        return None if along is None or position is None else along.codes[position - 1]

    # Asking ------------------------------------------------------------------------------------------------------

    def ask(self, question: str | dict[str, Any] | Question | None = None) -> Exchange:
        """Ask one question and return its answer, which is in the ledger by then.

        question: as it is typed, as files keep it, or read; None where the method asks by itself.
        An answer that could not be stored is not shown; it is stored, and shown, when the next question is asked.

        Raises:
            BadInput: it is no question of this session (nothing is used up).
            Refused: the session is finished.
            DpdeskError: the answer could not be stored.
        """
        with self._turn:
            read = self._read(question)
            waiting = list(self._pending)
            self._store()
            if waiting and read == waiting[-1].question:
                return waiting[-1]
            self._require_open()
            self._answer(read)
            self._store()
            return self._transcript[-1]

    def ask_each(self, names: Sequence[str], progress: Progress = silent) -> tuple[Exchange, ...]:
        """Ask for every combination of the codes of some variables, in order, until the session is finished.

        progress: told before each question, may stop the series; what was answered before is in the transcript.
        """
        asked = list(self.plan.each(names))
        with self._turn:
            self._store()
            self._require_open()
            start = len(self._transcript)
            try:
                for number, question in enumerate(asked):
                    progress(question.text, number / len(asked))
                    self._answer(question)
                    if len(self._pending) >= AT_ONCE:
                        self._store()
                    if self.finished:
                        break
            finally:
                self._store()
            return self._transcript[start:]

    def close(self, reason: str = CLOSED_BY_USER) -> None:
        """Close the session; what is left of its budget is not given back."""
        with self._turn:
            if self._record.is_open:
                with suppress(DpdeskError):
                    self._store()
                self._record.close(reason)
            self._forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close("left")
        else:
            with suppress(DpdeskError):
                self.close("left after an error")

    # Inside, in turn ---------------------------------------------------------------------------------------------

    def _read(self, question: str | dict[str, Any] | Question | None) -> Question | None:
        name = self.plan.method.name
        if name == COLUMN:
            if question is not None:
                raise BadInput(problem("release.drawn_whole"))
            return None
        if question is None:
            following = self.next_question
            if following is None and not self.finished:
                raise BadInput(problem("release.waits_for_question"))
            return following
        # A question that was read before is read again: what is counted is what this plan understands by its text.
        read = self.plan.question(question.to_json() if isinstance(question, Question) else question)
        if name == MEDIAN and not self.finished and read != self.next_question:
            raise BadInput(problem("release.own_questions"))
        return read

    def _require_open(self) -> None:
        if self.finished:
            raise Refused(problem("release.session_finished"))

    def _answer(self, question: Question | None) -> None:
        """Let the mechanism answer, unseen; no failure of it may quote a count."""
        counts = self._counts
        if counts is None:
            raise Refused(problem("release.session_closed"))
        number = len(self._transcript) + len(self._pending) + 1
        try:
            reply, noisy = self._reply(question, counts)
        except DpdeskError:
            raise
        except Exception:  # its text may quote what it was given
            raise DpdeskError(problem("release.not_answered")) from None
        asked = ", ".join(self.plan.variables) if question is None else question.words("en")
        self._pending.append(Exchange(number, question, reply, sentence(self.plan, asked, reply), noisy))

    def _reply(self, question: Question | None, counts: Counts) -> tuple[Reply | None, tuple[int, ...]]:
        name, run = self.plan.method.name, self._run
        if question is None:
            # Where a record need not show, or is no unit, the number of units is the public one of the plan.
            units = counts.records() if self.plan.every_record_shows else self.plan.arguments()["units"]
            noisy = run.randomise_counts(counts.cells(), units)
            return None, tuple(int(count) for count in noisy)
        if question.position is None:
            return run.ask(counts.inside(question)), ()
        if name == ADAPTIVE:
            return run.ask_at(question.position), ()
        below = counts.at_or_below(question.position)
        if name == INTERIOR:
            return run.ask_at(question.position, min(below, self.plan.arguments()["size"])), ()
        return run.ask(run.compared(below, counts.ordered() - below)), ()

    def _store(self) -> None:
        """Put the answers that wait into the ledger, and into the transcript then."""
        if not self._pending:
            return
        pairs = [
            (
                {} if exchange.question is None else exchange.question.to_json(),
                answer_json(exchange.reply, exchange.told, exchange.sentence),
            )
            for exchange in self._pending
        ]
        self._record.answered_all(pairs, len(self._transcript) + 1)
        self._transcript += tuple(self._pending)
        self._pending = []
        if self._run.finished:
            self._forget()
            with suppress(DpdeskError):  # it is closed by whoever looks next, at the latest
                self._record.close(FINISHED)

    def _forget(self) -> None:
        self._counts = None
        self._pending = []

    # No secret leaves --------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<Session {self.id}: {self.plan.method.name}, {_count(len(self._transcript), 'answer')}>"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
