"""How a ledger charges an account: for a release once and for all, for a session as a whole.

Check and charge are one transaction, so twenty processes on a budget for ten get exactly ten reservations. The same
plan on the same account and data, known by the fingerprint of a file's bytes or of its records, is never drawn twice
for one charge: a finished one is returned as it is stored, one under way is waited for (by the owner's lock, never by
age), a sealed one is resumed from its integers, one that ended before its draw mark is given back, and one that ended
between draw mark and seal stays spent: the plan then starts anew at a new charge, and the caller is told.
"""

from __future__ import annotations

import secrets
import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.ledger import board, events
from dpdesk.ledger.accounts import Accounts
from dpdesk.ledger.admission import account_of, judge, refused_fields
from dpdesk.ledger.chain import Entry
from dpdesk.ledger.export import session_lines
from dpdesk.ledger.history import History
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.reservation import Reservation, StoredRelease, stored_release
from dpdesk.ledger.sessions import SessionRecord, StoredSession, asked, close_ended, stored_session
from dpdesk.ledger.states import ReservationState
from dpdesk.ledger.terms import Request, SessionRequest, amount_to_json
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.progress import Progress, silent

_POLL_SECONDS = 0.05


class Charging(Accounts):
    """The part of a ledger that spends; see `Ledger`."""

    # Releases -------------------------------------------------------------------------------------------------

    def released(self, request: Request) -> StoredRelease | None:
        """Return the finished release of this very plan, account and file, if there is one; costs nothing."""
        history = self._history()
        done = [reservation for reservation in history.same(request) if reservation.state == events.COMMITTED]
        return stored_release(self._store, history, done[0]) if done else None

    def reserve(self, request: Request, progress: Progress = silent) -> Reservation | StoredRelease:
        """Charge the account for a release, or return the release if this very plan was released before.

        Args:
            request: plan, data and loss.
            progress: called while another process is at the same plan; may cancel.

        Returns:
            The reservation, charged and locked; or the finished release, which costs nothing more.

        Raises:
            BadInput: if the account was never opened.
            Refused: no approval, budget, changed or known data, or a loss that the account does not take (all logged).
        """
        notice: Phrase | None = None
        spent: set[str] = set()  # same plan, draw marked and never sealed, owner gone
        while True:
            same = [earlier for earlier in self._history().same(request) if earlier.release_id not in spent]
            done = [earlier for earlier in same if earlier.state == events.COMMITTED]
            if done:
                self._require_wave(request, done[0])
                return stored_release(self._store, self._history(), done[0])
            under_way = [earlier for earlier in same if earlier.state != events.ABORTED]
            if not under_way:
                reservation = self._charge(request, spent, notice)
                if reservation is not None:
                    return reservation
                continue
            lock = self._lock(under_way[0])
            while not lock.try_acquire():
                progress("waiting for the same release under way")
                time.sleep(_POLL_SECONDS)
            resumed, gone = self._take_over(under_way[0].release_id, lock)
            if resumed is not None:
                return resumed
            if gone is not None:
                spent.add(gone.release_id)
                notice = phrase("ledger.earlier_run", entry=gone.reserved.number)

    def sealed(self, release_id: str) -> Reservation | StoredRelease:
        """Take over a release whose noise is drawn and sealed, or return it if it is finished.

        Raises:
            BadInput: none of that identifier stands so, or whoever drew it is still at it.
        """
        reservation = self._history().reservations.get(release_id)
        if reservation is None or reservation.state not in (events.SEALED, events.COMMITTED):
            raise BadInput(problem("ledger.none_sealed", release=release_id))
        lock = self._lock(reservation)
        if reservation.state == events.SEALED and not lock.try_acquire():
            raise BadInput(problem("ledger.sealed_under_way", release=release_id))
        resumed = self._take_over(release_id, lock)[0] if lock.held else None
        if resumed is not None:
            return resumed
        history = self._history()
        return stored_release(self._store, history, history.reservations[release_id])

    def _require_wave(self, request: Request, reservation: ReservationState) -> None:
        """Refuse the data of another wave than the one that is named, though the plan was released from them."""
        series = self._account(request.dataset_id).series
        wave = next(
            (
                candidate
                for candidate in ([] if series is None else series.begun)
                if reservation.release_id in candidate.charges
            ),
            None,
        )
        if series is not None and wave is not None and request.wave not in ("", wave.day):
            why = phrase("ledger.why_other_wave", wave=series.numbered(wave.day), day=wave.day)
            refusal = Refused(problem("ledger.no_such_wave", account=request.dataset_id, why=why), "wave")
            with self._store.transaction() as history:
                self._log_refusal(history, request, refusal)
            raise refusal

    def _take_over(
        self,
        release_id: str,
        lock: OwnerLock,
    ) -> tuple[Reservation | None, ReservationState | None]:
        """Deal with a reservation whose owner is gone: resume it, give it back, or report it as spent."""
        keep = False
        try:
            with self._store.transaction() as history:
                reservation = history.reservations[release_id]
                if reservation.state == events.RESERVED:
                    self._give_back(history, reservation)
            if reservation.state == events.SEALED:
                keep = True
                return Reservation(self._store, lock, reservation, None), None
            return None, reservation if reservation.state in (events.DRAW_MARKED, events.FIRST_SEALED) else None
        finally:
            if not keep:
                lock.release()

    def _give_back(self, history: History, reservation: ReservationState) -> None:
        self._append(
            history,
            events.ABORTED,
            dataset=reservation.reserved.dataset_id,
            release=reservation.release_id,
            reason="its process ended before any noise was drawn",
        )

    def _charge(self, request: Request, spent: set[str], notice: Phrase | None) -> Reservation | None:
        """Check and charge in one transaction; None if another process was quicker with the same plan."""
        with ExitStack() as freed, self._fresh_lock("ledger.reservation_locked") as (token, lock):
            with self._store.transaction() as history:
                if any(f.release_id not in spent and f.state != events.ABORTED for f in history.same(request)):
                    lock.release()
                    return None
                self._give_back_orphans(history, request.dataset_id, freed)
                entry = self._enter(history, request, token, events.RESERVED, "release")
            if isinstance(entry, Refused):
                raise entry
            state = self._history().reservations[entry.text("release")]
            return Reservation(self._store, lock, state, notice)

    @contextmanager
    def _fresh_lock(self, locked: str) -> Iterator[tuple[str, OwnerLock]]:
        """Yield a new token and its lock, held; an error lets go of it.

        locked: the code of the error where it is held already.
        """
        token = secrets.token_hex(16)
        lock = OwnerLock(self._lock_path(token))
        if not lock.try_acquire():
            raise DpdeskError(problem(locked))
        try:
            yield token, lock
        except BaseException:
            lock.release()
            raise

    def _give_back_orphans(self, history: History, dataset_id: str, freed: ExitStack) -> None:
        """Give back the account's reservations without draw mark whose owners are gone; `freed` lets go of their locks.

        Raises:
            BadInput: if the account was never opened.
        """
        account_of(history, dataset_id)
        for reservation in list(history.reservations.values()):
            if reservation.state == events.RESERVED and reservation.reserved.dataset_id == dataset_id:
                lock = self._lock(reservation)
                if lock.try_acquire():
                    freed.callback(lock.release)
                    self._give_back(history, reservation)

    def _enter(self, history: History, request: Request, token: str, kind: str, charged: str) -> Entry | Refused:
        """Judge a request and log what it leads to: acceptances in writing, then a refusal or the charge.

        token: of the lock that holds what is charged; kind: of the entry that charges; charged: "release" or "session".
        """
        verdict = judge(history, request, board.clock())
        for accepted, fields in verdict.accepted:
            self._append(history, accepted, **fields)
        if verdict.refusal is not None:
            self._log_refusal(history, request, verdict.refusal)
            return verdict.refusal
        terms = {"terms": self._store.put(request.terms_json)} if isinstance(request, SessionRequest) else {}
        return self._append(
            history,
            kind,
            lock=token,
            charge=amount_to_json(verdict.price),
            **{charged: f"{history.ledger_id[:8]}-{history.count + 1}"},
            **terms,
            **asked(self._store, request),
            **verdict.under,
        )

    def _log_refusal(self, history: History, request: Request, refusal: Refused | None) -> None:
        if refusal is not None:
            self._append(history, events.REFUSED, **refused_fields(request, refusal))

    # Sessions -------------------------------------------------------------------------------------------------

    def check_session(self, request: SessionRequest) -> None:
        """Refuse now, and log, what `open_session` would refuse; charges nothing and accepts nothing.

        Raises:
            BadInput: if the account was never opened.
            Refused: no approval, budget, changed or known data, or a loss that the account does not take.
        """
        with ExitStack() as freed, self._store.transaction() as history:
            self._give_back_orphans(history, request.dataset_id, freed)
            refusal = judge(history, request, board.clock()).refusal
            self._log_refusal(history, request, refusal)
        if refusal is not None:
            raise refusal

    def open_session(self, request: SessionRequest) -> SessionRecord:
        """Charge the account for the whole of a session and open it; on the disk when this returns, never given back.

        Every call opens, and charges, a session of its own.

        Raises:
            BadInput: if the account was never opened.
            Refused: no approval, budget, changed or known data, or a loss that the account does not take (all logged).
        """
        self._close_ended()
        with ExitStack() as freed, self._fresh_lock("ledger.session_locked") as (token, lock):
            with self._store.transaction() as history:
                self._give_back_orphans(history, request.dataset_id, freed)
                entry = self._enter(history, request, token, events.SESSION_OPENED, "session")
            if isinstance(entry, Refused):
                raise entry
            return SessionRecord(self._store, lock, entry, self._note)

    def sessions(self, dataset_id: str | None = None) -> list[StoredSession]:
        """Return the sessions, oldest first, after closing those whose program ended."""
        self._close_ended()
        return [
            stored_session(self._store, session, self._lock_path)
            for session in self._history().sessions.values()
            if dataset_id in (None, session.opened.dataset_id)
        ]

    def session(self, session_id: str) -> StoredSession:
        """Return one session; BadInput if there is none of that identifier."""
        self._close_ended()
        session = self._history().sessions.get(session_id)
        if session is None:
            raise BadInput(problem("ledger.no_session", session=session_id))
        return stored_session(self._store, session, self._lock_path)

    def session_lines(self, session_id: str) -> list[str]:
        """Return the audit lines of one session: its own entries and its account's in full, the others as hashes."""
        self.session(session_id)
        return session_lines(self._history(), session_id)

    def _close_ended(self) -> None:
        close_ended(self._store, self._history(), self._lock_path)

    # Inside ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def _note(self, history: History) -> None:
        """Remember outside the ledger how far it has come."""

    def _lock_path(self, token: str) -> Path:
        return self._store.path.with_name(f"{self._store.path.name}.{token}.lock")

    def _lock(self, reservation: ReservationState) -> OwnerLock:
        return OwnerLock(self._lock_path(reservation.reserved.text("lock")))
