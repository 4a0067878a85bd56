"""A session of questions: charged whole when it is opened, answered one at a time, closed once.

Guarantee: what a session revealed is never more than what is recorded as spent, and whatever anybody saw of it is in
the ledger. Why: the opening is one transaction that charges the loss of the whole session; it is on the disk before
the session exists, and no entry gives it back, so it is the draw mark as well. Every answer is on the disk before
`answered` returns, and is shown only then. The noise of a session lives in the memory of one process: nothing of it
is ever stored, so no session is taken up again. One whose owner's lock is free is closed by whoever looks next.

Sessions and releases may run at the same time on one account. Charges add up all the same: for pure and approximate
differential privacy (Vadhan & Wang 2021; Lyu 2022; Vadhan & Zhang 2023) and for ρ (Lyu 2022) interactive mechanisms
that are asked alternately compose as if they ran one after another, and with losses chosen adaptively against a fixed
limit as well (Haney, Shoemate, Tian, Vadhan, Vyros, Xu, Zhang 2023).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged
from dpdesk.ledger import board, events
from dpdesk.ledger.chain import Entry, Json, canonical, parse_canonical
from dpdesk.ledger.history import History
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.states import SessionState
from dpdesk.ledger.store import Store
from dpdesk.ledger.terms import Amount, Request, amount_from_json, loss_from_ledger, loss_to_json
from dpdesk.privacy.loss import Loss
from dpdesk.problems.problem import phrase, problem
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from typing import Self

OPEN, CLOSED, ENDED = "open", "closed", "ended"
PROGRAM_ENDED = "its program ended"
"""The reason for closing a session whose owner is gone."""
FINISHED, CLOSED_BY_USER = "all that it may answer is answered", "closed by its user"
"""The other reasons that the program itself gives."""

LockPath = Callable[[str], Path]


@dataclass(frozen=True, slots=True)
class StoredExchange:
    """One question and its answer, as they were shown; `entry` and `date` are those of the ledger's entry."""

    number: int
    question: dict[str, Any]
    answer: dict[str, Any]
    entry: int
    date: str


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A session as the ledger keeps it.

    `state` is "open", "closed", or "ended" where its program ended before it was closed; `entry`, `head` and `date`
    are those of its opening, `reason` that of its closing (empty while it is open); `charge` is in the account's units,
    `approval` the number of the approval it was opened under, if any.
    """

    id: str
    dataset_id: str
    meaning: str
    date: str
    title: Text
    state: str
    reason: str
    loss: Loss
    charge: Amount
    entry: int
    head: str
    plan_json: bytes
    dictionary_json: bytes
    terms_json: bytes
    transcript: tuple[StoredExchange, ...]
    transcript_hash: str
    office: str = ""
    role: str = ""
    approval: str = ""


def stored_session(store: Store, session: SessionState, lock_path: LockPath) -> StoredSession:
    """Read a session; LedgerDamaged if a stored part was altered."""
    opened, closed = session.opened, session.closed
    reason = closed.text("reason") if closed else ""
    if closed is not None:
        state = ENDED if reason == PROGRAM_ENDED else CLOSED
    else:
        state = OPEN if lock_path(opened.text("lock")).exists() else ENDED
    plan_json = store.get(opened.text("plan"))
    return StoredSession(
        id=session.session_id, dataset_id=opened.dataset_id, meaning=opened.text("meaning"), date=opened.date,
        title=_title(plan_json, opened), state=state, reason=reason, loss=loss_from_ledger(opened.body["loss"]),
        charge=amount_from_json(opened.body["charge"]), entry=opened.number, head=opened.head,
        plan_json=plan_json, dictionary_json=store.get(opened.text("dictionary")),
        terms_json=store.get(opened.text("terms")),
        transcript=tuple(_exchange(store, entry) for entry in session.answered),
        transcript_hash=session.transcript_hash,
        office=opened.text("office"), role=opened.text("role"), approval=opened.text("approval"),
    )  # fmt: skip


def _title(plan_json: bytes, opened: Entry) -> Text:
    """The title in all languages of the plan, or as the entry has it."""
    try:
        return Text.of(json.loads(plan_json)["title"])
    except (ValueError, KeyError, TypeError, BadInput):
        return Text.plain(opened.text("title"))


def _exchange(store: Store, entry: Entry) -> StoredExchange:
    try:
        tree: Any = parse_canonical(store.get(entry.text("exchange")))
        question, answer = tree["question"], tree["answer"]
    except (ValueError, KeyError, TypeError):
        raise LedgerDamaged(problem("ledger.answer_unreadable", entry=entry.number)) from None
    number = entry.body["number"]
    return StoredExchange(number if isinstance(number, int) else 0, question, answer, entry.number, entry.date)


def asked(store: Store, request: Request) -> dict[str, Json]:
    """The fields of an entry that record a request, its plan and dictionary stored; inside a transaction."""
    fields = (("title", request.title), ("text", request.text_hash), ("figures", request.figures))
    optional = {name: value for name, value in fields if value}
    return {
        "dataset": request.dataset_id, "meaning": request.meaning, **request.recorded,
        "loss": loss_to_json(request.loss), "plan": store.put(request.plan_json),
        "dictionary": store.put(request.dictionary_json), **optional, **request.who,
    }  # fmt: skip


def close_ended(store: Store, history: History, lock_path: LockPath) -> None:
    """Close the sessions whose owners' locks are free; nothing is written where there are none.

    Where nothing can be written beside the ledger, as with a copy on a read-only disk, they stay as they are.
    """
    gone: list[tuple[str, OwnerLock]] = []
    try:
        for session in history.sessions.values():
            if session.closed is None:
                lock = OwnerLock(lock_path(session.opened.text("lock")))
                with suppress(DpdeskError):
                    if lock.try_acquire():
                        gone.append((session.session_id, lock))
        if gone:
            with suppress(DpdeskError), store.transaction() as now:
                for session_id, _ in gone:
                    if now.sessions[session_id].closed is None:
                        _close(store, now, now.sessions[session_id], PROGRAM_ENDED)
    finally:
        for _, lock in gone:
            lock.release()


def _close(store: Store, history: History, session: SessionState, reason: str) -> None:
    store.append(
        history,
        events.SESSION_CLOSED,
        dataset=session.opened.dataset_id,
        session=session.session_id,
        answers=len(session.answered),
        transcript=session.transcript_hash,
        reason=reason,
    )


class SessionRecord:
    """An open session in the ledger, with the owner's lock; `ledger.open_session` is the way to get one."""

    def __init__(self, store: Store, lock: OwnerLock, opened: Entry, note: Callable[[History], None]) -> None:
        """Take over a session that was just opened and whose lock is held."""
        self._store, self._lock, self._note = store, lock, note
        self.id = opened.text("session")
        self.entry = opened.number
        self.head = opened.head
        self.dataset_id = opened.dataset_id
        self.charge = amount_from_json(opened.body["charge"])
        self.is_open = True

    def answered(self, question: dict[str, Json], answer: dict[str, Json], number: int) -> None:
        """Store question `number` (from 1) with its answer; only when this returns may the answer be shown.

        Raises:
            DpdeskError: if the session was closed, or the answer cannot be stored; it must then not be shown.
        """
        self.answered_all([(question, answer)], number)

    def answered_all(self, exchanges: Sequence[tuple[dict[str, Json], dict[str, Json]]], first: int) -> None:
        """Store several questions with their answers in one transaction, all or none; `first` is the first's number.

        An attempt that was interrupted may have stored them: those that are there are not stored again.
        """
        with self._store.transaction() as history:
            session = self._open(history)
            if first > len(session.answered) + 1:
                raise DpdeskError(problem("ledger.answer_missing", session=self.id))
            for question, answer in exchanges[len(session.answered) + 1 - first :]:
                # Salted, so that an answer cannot be confirmed by guessing it from the audit log.
                salt = secrets.token_hex(16)
                exchange = self._store.put(canonical({"question": question, "answer": answer, "salt": salt}))
                self._store.append(
                    history,
                    events.SESSION_ANSWERED,
                    dataset=self.dataset_id,
                    session=self.id,
                    number=len(session.answered) + 1,
                    exchange=exchange,
                )
        self._note(history)

    def close(self, reason: str) -> None:
        """Close the session with a reason in writing and let go of the lock; nothing happens if it is closed."""
        if not self.is_open:
            return
        try:
            reason = board.words(reason, phrase("ledger.to_close"))
            with self._store.transaction() as history:
                session = history.sessions.get(self.id)
                if session is not None and session.closed is None:
                    _close(self._store, history, session, reason)
            self._note(history)
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Let go of the lock and nothing else, as the system does when a process ends."""
        self.is_open = False
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close("left" if error is None else "left after an error")

    def _open(self, history: History) -> SessionState:
        session = history.sessions.get(self.id)
        if session is None:
            raise DpdeskError(problem("ledger.session_gone", session=self.id))
        if session.closed is not None:  # by another program: the file of the lock was removed
            self.abandon()
        if not self.is_open or not self._lock.held:
            raise DpdeskError(problem("ledger.session_closed", session=self.id))
        return session
