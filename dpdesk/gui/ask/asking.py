"""A session of questions, from the window: the calls the command line makes, in threads, one at a time.

The session's secrets (exact counts, the noise of its threshold) live in `release.sessions.session.Session` alone, in
this process; what the window shows is a `View` made of what the session has already published. Opening can be stopped
until the ledger is asked to open the session; from then on it is only told about, and its result arrives in any case.
Closing the window closes the session.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from dpdesk.errors import Cancelled, DpdeskError, Refused
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.progress import Progress, Stage

if TYPE_CHECKING:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.ledger.sessions import StoredExchange, StoredSession
    from dpdesk.planning.sessions.plan import Question, SessionPlan
    from dpdesk.release.sessions.session import Exchange, Session

ASK = "ask"
"""The owner of a session's work among the tasks: its outcome is shown even after a wish to stop."""
COLUMN = "column"
"""The answer of a session that draws a whole column."""
OPEN, CLOSED, ENDED = "open", "closed", "ended"
"""The states of a session, by the ledger's names."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One exchange as it stands in the transcript.

    A column that is drawn as a whole has one for each of its cells (None: the records in none), with how many told it
    as `told`, the unbiased estimate as `value` and its standard error.
    """

    number: int
    question: Question | None
    answer: str
    value: Fraction | None = None
    cell: int | None = None
    told: int = 0
    standard_error: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What is public about a session, open or of long ago. `ended` says in English why it is closed."""

    id: str
    plan: SessionPlan
    date: str
    charge: Mapping[str, Fraction]
    entry: int
    transcript: tuple[Answered, ...]
    exchanges: tuple[Exchange | StoredExchange, ...]
    open: bool
    state: str = OPEN
    questions_left: int | None = None
    hits_left: int | None = None
    finished: bool = True
    next_question: Question | None = None
    median: str | None = None
    error: int | None = None
    error_for: int | None = None

    @property
    def kind(self) -> str:
        """The name of its method."""
        return self.plan.method.name

    @property
    def method(self) -> Mapping[str, Any]:
        """Its method with all parameters, as its file has it."""
        return self.plan.method.model_dump(mode="json")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a session was not opened: a sentence, and the ledger's word for the cause."""

    sentence: str = ""
    cause: str = ""
    stopped: bool = False
    opening: bool = False  # whether the ledger had been asked to open it


class Asking(QObject):
    """The session of this desk, if there is one; `asking(desk)` gives the one there is."""

    changed = Signal()  # anything below
    opened = Signal()
    answered = Signal()
    failed = Signal(str)  # a question was not answered, and why
    ended = Signal()  # the session is closed; `view` shows it still
    cut_short = Signal(int, int)  # so many of so many questions were asked: the session ended before
    _cut_short = Signal(int, int)
    _reported = Signal(str, object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.busy = ""  # "opening", "asking", "closing", or ""
        self.stopping = False
        self.committed = False  # the ledger has been asked to open the session: too late to stop
        self.stage: tuple[str, float | None] = ("", None)
        self.view: View | None = None
        self.refusal: Refusal | None = None
        self._session: Session | None = None
        self._ledger: Ledger | None = None  # open as long as the session is
        self._error: tuple[int | None, int | None] = (None, None)
        self._then: Callable[[], None] | None = None  # what waits for the session to be closed
        self._reported.connect(self._on_stage)
        self._cut_short.connect(self._on_cut_short)

    @property
    def is_open(self) -> bool:
        """Whether a session is open: its secrets are in memory, and closing the window ends it."""
        return self._session is not None

    def doubt(self) -> None:
        """Forget why no session was opened: another file is named."""
        if not self.busy and self.refusal is not None:
            self.refusal = None
            self.changed.emit()

    # Opening --------------------------------------------------------------------------------------------------

    def open(
        self,
        make: Callable[[], SessionPlan],
        *,
        accept_changed: str = "",
        confirm_known: str = "",
        office: str = "",
        role: str = "",
        error: tuple[int | None, int | None] = (None, None),
    ) -> bool:
        """Open a session on the desk's data file; False if there is one, or no file.

        error: how far off an answer may be, and for how many questions together, as it was shown before.
        """
        data, path = self.desk.data_path, self.desk.ledger_path
        if self.busy or self._session is not None or data is None:
            return False
        reported = self._reported.emit
        who = (office.strip(), role.strip())

        def work(progress: Progress) -> Opened | Refusal:
            return _open(make, data, path, (accept_changed, confirm_known), who, progress, reported)

        self.busy, self.stopping, self.committed, self.refusal = "opening", False, False, None
        self.stage, self._error = ("", None), error
        self.desk.say(self.tr("A session is being opened."))
        self.desk.tasks.start(ASK, work, self._on_opened, lambda sentence: self._on_opened(Refusal(sentence)))
        self.changed.emit()
        return True

    def stop(self) -> None:
        """Stop opening while that is possible; or stop a row of questions after the present one."""
        if self.busy in ("opening", "asking") and not self.committed and not self.stopping:
            self.stopping = True
            self.desk.tasks.cancel(ASK)
            self.changed.emit()

    @Slot(str, object)
    def _on_stage(self, name: str, fraction: float | None) -> None:
        if not self.busy:
            return
        self.stage = (name, fraction)
        if name == Stage.OPEN:
            self.committed = True
        elif self.busy == "opening":
            if name == Stage.COUNT:
                text = self.tr("Counting on this computer for the session")
            else:
                text = self.tr("Opening the session")
            shown = f"{text}…"
            if fraction is not None:
                shown = self.tr("{text}, {percent} %…").format(text=text, percent=int(100 * fraction))
            self.desk.say(shown)
        self.changed.emit()

    def _on_opened(self, result: Opened | Refusal) -> None:
        self.busy, self.stopping, self.committed = "", False, False
        if isinstance(result, Refusal):
            self.refusal = result
            if result.stopped:
                self.desk.say(self.tr("The session was stopped before it was opened: nothing was spent."))
            elif result.opening:
                self.desk.say(self.tr("The session could not be opened: the ledger says what was spent."))
            else:
                self.desk.say(self.tr("The session was refused: nothing was spent."))
        else:
            self._session, self._ledger = result.session, result.ledger
            self._see(result.view)
            self.desk.say(self.tr("A session is open: entry {entry} of the ledger.").format(entry=result.view.entry))
        self.desk.read_account()
        self.changed.emit()
        if not isinstance(result, Refusal):
            self.opened.emit()
        self._go_on()

    def _see(self, view: View) -> None:
        self.view = replace(view, error=self._error[0], error_for=self._error[1])

    def _go_on(self) -> None:
        """Close, if that was asked for while something else was being done."""
        then, self._then = self._then, None
        if then is not None:
            self.close(then)

    # Asking ---------------------------------------------------------------------------------------------------

    def ask(self, text: str | None) -> bool:
        """Ask one question, as a line; None where the method asks by itself."""
        return self._ask(lambda session, progress: session.ask(text))

    def ask_each(self, variables: Sequence[str]) -> bool:
        """Ask about every cell of these variables in order, until the session ends or is asked to stop."""
        names = list(variables)

        def run(session: Session, progress: Progress) -> None:
            answers = session.ask_each(names, progress)
            if session.finished and len(answers) < session.plan.cells:
                self._cut_short.emit(len(answers), session.plan.cells)

        return self._ask(run)

    @Slot(int, int)
    def _on_cut_short(self, asked: int, cells: int) -> None:
        self.cut_short.emit(asked, cells)

    def ask_on(self) -> bool:
        """Let a method that asks by itself go on until it has found what it looks for, or is asked to stop."""

        def run(session: Session, progress: Progress) -> None:
            while not session.finished:
                progress("asking")
                session.ask(None)

        return self._ask(run)

    def _ask(self, run: Callable[[Session, Progress], object]) -> bool:
        session, date = self._session, "" if self.view is None else self.view.date
        if session is None or self.busy:
            return False

        def work(progress: Progress) -> tuple[View, str]:
            sentence = ""
            try:
                run(session, progress)
            except Cancelled:
                pass
            except DpdeskError as error:
                sentence = sentence_of(error)
            return view_of(session, date), sentence

        def done(result: tuple[View, str]) -> None:
            view, sentence = result
            self._see(view)
            self._asked(sentence)

        self.busy, self.stopping, self.committed = "asking", False, False
        self.desk.tasks.start(ASK, work, done, self._asked)
        self.changed.emit()
        return True

    def _asked(self, sentence: str) -> None:
        self.busy, self.stopping = "", False
        self.changed.emit()
        if sentence:
            self.failed.emit(sentence)
        self.answered.emit()
        if self.view is not None and not self.view.open and self._then is None:
            self.close()  # it has closed itself: the ledger is let go of
        self._go_on()

    # Closing --------------------------------------------------------------------------------------------------

    def close(self, then: Callable[[], None] | None = None) -> None:
        """Close the session for good; `then` is called when that is in the ledger (or has failed).

        What is being done meanwhile is stopped where it can be, and waited for where it cannot.
        """
        then = then or _nothing
        if self.busy:
            self._then = then
            self.stop()
            return
        session, ledger, date = self._session, self._ledger, "" if self.view is None else self.view.date
        if session is None:
            then()
            return

        def work(progress: Progress) -> tuple[View, str]:
            sentence = ""
            try:
                session.close(CLOSING)
            except DpdeskError as error:
                sentence = sentence_of(error)
            view = view_of(session, date)
            if ledger is not None:
                ledger.close()
            return view, sentence

        def done(result: tuple[View, str]) -> None:
            view, sentence = result
            self._see(view)
            self._finish(sentence, then)

        self.busy = "closing"
        self.desk.tasks.start(ASK, work, done, lambda sentence: self._finish(sentence, then))
        self.changed.emit()

    def _finish(self, sentence: str, then: Callable[[], None]) -> None:
        self._session = self._ledger = None
        self.busy = ""
        self.desk.say(self.tr("The session is closed; its answers are kept in the ledger."))
        self.desk.read_account()
        self.changed.emit()
        if sentence:
            self.failed.emit(sentence)
        self.ended.emit()
        also, self._then = self._then, None
        then()
        if also is not None:
            also()


CLOSING = "closed by its user"
"""The reason that stands in the ledger."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A session that this process has opened, with the ledger it writes to."""

    session: Session
    ledger: Ledger
    view: View


def _open(
    make: Callable[[], SessionPlan],
    data: Path,
    path: Path,
    accepted: tuple[str, str],
    who: tuple[str, str],
    progress: Progress,
    reported: Callable[[str, float | None], None],
) -> Opened | Refusal:
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.sessions.session import open_session

    reached = False
    seen: tuple[str, float | None] = ("", None)

    def tell(stage: str, fraction: float | None = None) -> None:
        nonlocal reached, seen
        progress(stage, fraction)  # may stop it, the last time before the ledger is asked to open the session
        reached = stage == Stage.OPEN
        now = (stage, None if fraction is None else round(fraction, 2))
        if now != seen:
            seen = now
            reported(*now)

    ledger: Ledger | None = None
    try:
        plan = make()
        ledger = Ledger.open(path, create=True)
        session = open_session(
            plan,
            data,
            ledger,
            accept_changed=accepted[0] or None,
            confirm_known=accepted[1] or None,
            office=who[0],
            role=who[1],
            progress=tell,
        )
        return Opened(session, ledger, view_of(session, ledger.session(session.id).date))
    except Cancelled:
        _let_go(ledger)
        return Refusal(stopped=True)
    except DpdeskError as error:
        _let_go(ledger)
        cause = error.cause if isinstance(error, Refused) else ""
        return Refusal(sentence_of(error), cause, opening=reached)


def _let_go(ledger: Ledger | None) -> None:
    if ledger is not None:
        ledger.close()


def _nothing() -> None:
    """What is done after closing where nothing is wanted."""


def view_of(session: Session, date: str) -> View:
    """What is public about a session opened here on a day: nothing but what it has answered and still allows."""
    return View(
        id=session.id,
        plan=session.plan,
        date=date,
        charge=dict(session.charge),
        entry=session.entry,
        transcript=_answered(session.plan, session.transcript),
        exchanges=session.transcript,
        open=not session.finished,
        state=CLOSED if session.finished else OPEN,
        questions_left=session.questions_left,
        hits_left=session.hits_left,
        finished=session.finished,
        next_question=session.next_question,
        median=session.median,
    )


def stored_view(stored: StoredSession) -> View:
    """What the ledger keeps of a session, as it is shown."""
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.schema.dictionary import Dictionary

    plan = SessionPlan.from_json(json.loads(stored.plan_json), Dictionary.from_bytes(stored.dictionary_json))
    return View(
        id=stored.id,
        plan=plan,
        date=stored.date,
        charge=dict(stored.charge),
        entry=stored.entry,
        transcript=_answered(plan, stored.transcript),
        exchanges=stored.transcript,
        open=stored.state == OPEN,
        state=stored.state,
    )


def _answered(plan: SessionPlan, exchanges: Sequence[Exchange | StoredExchange]) -> tuple[Answered, ...]:
    from dpdesk.publish.tables.session_answers import answers, estimator

    found = []
    for one in answers(plan, exchanges):
        if one.reply is None:
            column, counts = estimator(plan, one.told)
            estimates, errors = column.estimates(counts), column.standard_errors(counts)
            for cell in range(plan.cells):
                estimate, error = Fraction(float(estimates[cell])), float(errors[cell])
                found.append(Answered(cell + 1, None, COLUMN, estimate, cell, one.told[cell], error))
            continue
        value = None if one.reply.value is None else Fraction(one.reply.value)
        found.append(Answered(one.number, one.question, one.reply.answer.value, value))
    return tuple(found)


def asking(desk: Desk) -> Asking:
    """The desk's own; made when it is first asked for."""
    found = desk.findChild(Asking)
    return found if isinstance(found, Asking) else Asking(desk)
