"""A reservation: the part of a budget that one release holds while it runs, and what is stored of it afterwards.

Guarantee: what was revealed is never more than what is recorded as spent, and no reservation draws noise twice.
Why: the charge is on the disk before the reservation exists; `mark_draw` is a transaction of its own that finds
the reservation still open and is on the disk before the first random bit; a reservation with the mark can only go
forward, to `seal` (all noisy integers on the disk) and `commit`, both of which use integers that were drawn under
this mark. A crash before the mark gives the charge back once the owner's lock is free; after the mark the charge
stays; after the seal everything is recomputed from the sealed integers.

A release in two stages, of which the first decides what the second measures, seals the first one's integers before it
looks at them (`seal_first`). Its charge is that of both from the start; a crash between the two seals leaves all of it
spent, and the reservation is never resumed: whoever owns it next cannot know whether noise of the second stage exists.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.ledger import board, events
from dpdesk.ledger.board import Withdrawal, withdrawal_of
from dpdesk.ledger.chain import Entry, Json
from dpdesk.ledger.history import History
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.series import WaveOf
from dpdesk.ledger.states import ReservationState
from dpdesk.ledger.store import Store
from dpdesk.ledger.terms import (
    adds_rho,
    amount_to_json,
    charged,
    loss_from_ledger,
    loss_to_json,
    price_of,
    rounded_down,
    subtract,
    within,
)
from dpdesk.privacy.loss import ZCDP, Loss
from dpdesk.problems.problem import Phrase, phrase, problem

if TYPE_CHECKING:
    from typing import Self


@dataclass(frozen=True, slots=True)
class TextVersion:
    """A correction of texts: version 2 and on (the release itself is version 1)."""

    version: int
    entry: int
    date: str
    reason: str
    texts: bytes


@dataclass(frozen=True, slots=True)
class StoredRelease:
    """A finished release as the ledger keeps it.

    `entry`, `head`, `previous_head` and `date` are those of its commit; `loss` is the actual loss; `remaining` is
    what was left of the account after it, exact strings in the units of its rule. `approval` is the number of the
    approval it was released under, `embargo` the day of an embargo that stands. `program` made the
    commit; it is empty where no program was named yet. `strategy` says what was measured; it is empty in releases from
    before that was kept. `wave` is the one it was charged under, where its account had a series then.
    """

    release_id: str
    dataset_id: str
    meaning: str
    reserved_entry: int
    entry: int
    head: str
    previous_head: str
    date: str
    loss: Loss
    result_hash: str
    sealed: bytes
    summary: bytes
    plan_json: bytes
    dictionary_json: bytes
    remaining: dict[str, str]
    text_versions: tuple[TextVersion, ...]
    office: str = ""
    role: str = ""
    approval: str = ""
    embargo: str | None = None
    withdrawn: Withdrawal | None = None
    program: dict[str, str] = field(default_factory=dict)
    strategy: bytes = b""
    wave: WaveOf | None = None

    @property
    def text_version(self) -> int:
        """The number of the newest texts."""
        return len(self.text_versions) + 1


def stored_release(store: Store, reservation: ReservationState) -> StoredRelease:
    """Read a committed release; LedgerDamaged if a stored part was altered."""
    reserved, sealed, committed = (
        reservation.reserved,
        reservation.step(events.SEALED),
        reservation.step(events.COMMITTED),
    )
    left = committed.body["remaining"]
    return StoredRelease(
        release_id=reservation.release_id,
        dataset_id=reserved.dataset_id,
        meaning=reserved.text("meaning"),
        reserved_entry=reserved.number,
        entry=committed.number,
        head=committed.head,
        previous_head=committed.previous_head,
        date=committed.date,
        loss=loss_from_ledger(committed.body["loss"]),
        result_hash=committed.text("result"),
        sealed=store.get(sealed.text("sealed")),
        summary=store.get(committed.text("summary")),
        plan_json=store.get(reserved.text("plan")),
        dictionary_json=store.get(reserved.text("dictionary")),
        remaining={str(unit): str(value) for unit, value in left.items()} if isinstance(left, dict) else {},
        text_versions=tuple(
            TextVersion(number, entry.number, entry.date, entry.text("reason"), store.get(entry.text("texts")))
            for number, entry in enumerate(reservation.corrections, start=2)
        ),
        office=reserved.text("office"),
        role=reserved.text("role"),
        approval=reserved.text("approval"),
        embargo=None if reservation.embargo is None else reservation.embargo.text("until"),
        withdrawn=None if reservation.withdrawn is None else withdrawal_of(reservation.withdrawn),
        program=committed.program,
        strategy=store.get(marked) if (marked := _strategy(reservation)) else b"",
        wave=_wave(reserved),
    )


def _wave(reserved: Entry) -> WaveOf | None:
    """The wave that a charge names."""
    number, waves = reserved.body.get("wave"), reserved.body.get("waves")
    if not isinstance(number, int) or not isinstance(waves, int):
        return None
    most = reserved.body.get(events.MOST)
    return WaveOf(number, waves, reserved.text("wave_day"), most if isinstance(most, int) else waves)


def _strategy(reservation: ReservationState) -> str:
    """The hash of what a release measured; "" where it was not kept yet."""
    return reservation.step(events.DRAW_MARKED).text("strategy")


class Reservation:
    """A charge held for one release, with the owner's lock; use it as a context manager.

    Left by an error or without a commit it is aborted if nothing was drawn; otherwise it stays as it is: spent
    after the draw mark, to be resumed by the same plan after the seal.
    """

    def __init__(
        self,
        store: Store,
        lock: OwnerLock,
        reservation: ReservationState,
        notice: Phrase | None,
    ) -> None:
        """Take over a reservation whose lock is held; `ledger.reserve` is the way to get one."""
        self._store, self._lock = store, lock
        self._over = False
        self._marked = events.DRAW_MARKED  # the state in which this owner may seal
        self.entry = reservation.reserved.number
        self.release_id = reservation.release_id
        self.dataset_id = reservation.reserved.dataset_id
        self.notice = notice
        self.plan_json = store.get(reservation.reserved.text("plan"))
        self.dictionary_json = store.get(reservation.reserved.text("dictionary"))
        self.sealed: bytes | None = None
        if reservation.state == events.SEALED:
            self.sealed = store.get(reservation.step(events.SEALED).text("sealed"))

    @property
    def state(self) -> str:
        """The state on the disk: reserved, draw marked, sealed, committed or aborted."""
        return self._current(self._store.read()).state

    def mark_draw(self, strategy: bytes = b"") -> None:
        """Record durably that noise is about to be drawn, and for what; from here on the charge is spent.

        Args:
            strategy: what will be measured, with what noise, in a form that others can check.

        Raises:
            DpdeskError: if the reservation is no longer open (it was given back, or drawn already).
        """
        with self._store.transaction() as history:
            self._require(history, events.RESERVED, phrase("ledger.can_draw"))
            measured = {"strategy": self._store.put(strategy)} if strategy else {}
            self._append(history, events.DRAW_MARKED, **measured)

    def seal_first(self, first: bytes) -> None:
        """Store the noisy integers of a first stage durably; nothing may be computed from them before this returns.

        Raises:
            DpdeskError: if no draw was marked, or integers are sealed already.
        """
        with self._store.transaction() as history:
            self._require(history, events.DRAW_MARKED, phrase("ledger.can_seal_stage"))
            self._append(history, events.FIRST_SEALED, first=self._store.put(first))
        self._marked = events.FIRST_SEALED

    def seal(self, sealed: bytes) -> None:
        """Store all noisy integers durably; nothing may be computed from them before this returns.

        Raises:
            DpdeskError: if no draw was marked, or integers are sealed already, or those of a first stage by others.
        """
        with self._store.transaction() as history:
            self._require(history, self._marked, phrase("ledger.can_seal"))
            self._append(history, events.SEALED, sealed=self._store.put(sealed))
        self.sealed = sealed

    def commit(self, result_hash: str, loss: Loss, summary: bytes = b"") -> StoredRelease:
        """Finish the release and let go of the lock.

        An account that adds ρ is charged `loss`; any other account the plan's full loss, as reserved. A ρ of more
        digits than a ledger reads back is stated as it is charged: rounded up, never above what was reserved.

        Args:
            result_hash: of its result.
            loss: the actual one.
            summary: stored beside it, and read with the release.

        Raises:
            BadInput: if the actual loss exceeds what was reserved.
            DpdeskError: if nothing was sealed, or it was finished already with another result.
        """
        with self._store.transaction() as history:
            current = self._current(history)
            if current.state == events.COMMITTED:
                if current.step(events.COMMITTED).text("result") != result_hash:
                    raise DpdeskError(problem("ledger.finished_otherwise", release=self.release_id))
            else:
                self._require(history, events.SEALED, phrase("ledger.can_finish"))
                self._commit(history, current, result_hash, loss, summary)
        stored = stored_release(self._store, self._current(self._store.read()))
        self._finish()
        return stored

    def _commit(
        self,
        history: History,
        current: ReservationState,
        result_hash: str,
        loss: Loss,
        summary: bytes,
    ) -> None:
        account = history.accounts[self.dataset_id]
        price = current.charge
        if adds_rho(account.terms.cap):
            price = price_of(account.terms.cap, loss)
            if not within(charged(price, current.charge), current.charge) or not within(price, current.charge):
                raise BadInput(problem("ledger.beyond_reserved", release=self.release_id))
            price = charged(price, current.charge)
            if isinstance(loss, ZCDP):
                loss = ZCDP(price["rho"])
        wave = _wave(current.reserved)
        spent = account.spent_with(0 if wave is None else wave.number, subtract(price, current.charge))
        left = subtract(account.total, spent)
        self._append(
            history,
            events.COMMITTED,
            result=result_hash,
            summary=self._store.put(summary),
            loss=loss_to_json(loss),
            charge=amount_to_json(price),
            remaining=amount_to_json({unit: rounded_down(value) for unit, value in left.items()}),
        )

    def abort(self, reason: str) -> None:
        """Give the charge back, with a reason that names no value from the data; only before the draw mark.

        Raises:
            DpdeskError: if noise was marked as drawn: the charge stays spent.
        """
        reason = board.words(reason, phrase("ledger.to_give_back"))
        with self._store.transaction() as history:
            self._require(history, events.RESERVED, phrase("ledger.can_give_back"))
            self._append(history, events.ABORTED, reason=reason)
        self._finish()

    def close(self) -> None:
        """Let go of the reservation: abort it if nothing was drawn, else leave it as it stands."""
        if self._over:
            return
        with suppress(DpdeskError):
            if self.state == events.RESERVED:
                self.abort("left before any noise was drawn")
        self._finish()

    def abandon(self) -> None:
        """Let go of the lock and nothing else, as the system does when a process ends; for drills."""
        self._finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _finish(self) -> None:
        self._over = True
        self._lock.release()

    def _current(self, history: History) -> ReservationState:
        current = history.reservations.get(self.release_id)
        if current is None:
            raise DpdeskError(problem("ledger.release_gone", release=self.release_id))
        return current

    def _require(self, history: History, state: str, what: Phrase) -> None:
        current = self._current(history)
        if self._over or not self._lock.held:
            raise DpdeskError(problem("ledger.let_go", release=self.release_id, what=what))
        if current.state != state:
            raise DpdeskError(
                problem("ledger.stands_at", release=self.release_id, state=current.state, wanted=state, what=what)
            )

    def _append(self, history: History, kind: str, **fields: Json) -> None:
        self._store.append(history, kind, dataset=self.dataset_id, release=self.release_id, **fields)
