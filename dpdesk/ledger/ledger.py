"""The ledger: accounts, and the one door through which a release spends from them.

`reserve` is where every release begins. Check and charge are one transaction, so twenty processes on a budget for
ten get exactly ten reservations. The same plan on the same account and data, known by the fingerprint of a file's
bytes or of its records, is never drawn twice for one charge: a finished one is returned as it is stored, one under way
is waited for (by the owner's lock, never by age), a sealed one is resumed from its integers, one that ended before its
draw mark is given back, and one that ended between draw mark and seal stays spent: the plan then starts anew at a new
charge, and the caller is told.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged, Refused
from dpdesk.ledger import board, events
from dpdesk.ledger.admission import Verdict, account_of, judge, refused_fields
from dpdesk.ledger.anchor import Anchor, FileAnchor, MemoryAnchor, anchor_folder, check_seen
from dpdesk.ledger.chain import Entry, Json
from dpdesk.ledger.decisions import Decisions
from dpdesk.ledger.export import export_lines, release_lines, session_lines, write_export
from dpdesk.ledger.history import FORMAT, History
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.place import default_path as _default_path
from dpdesk.ledger.place import make_directory
from dpdesk.ledger.reservation import Reservation, StoredRelease, stored_release
from dpdesk.ledger.sessions import SessionRecord, StoredSession, asked, close_ended, stored_session
from dpdesk.ledger.states import AccountState, ReservationState
from dpdesk.ledger.store import Store, key_check
from dpdesk.ledger.terms import (
    AccountTerms,
    Amount,
    Request,
    SessionRequest,
    amount_to_json,
    cap_to_json,
    limit_of,
    shown,
    subtract,
    within,
)
from dpdesk.ledger.verification import Quoted, VerifyReport, unfinished_sentences, verify_store
from dpdesk.privacy.accounting import Cap
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.resources import resource

if TYPE_CHECKING:
    from typing import Self

_KEY_BYTES = 32
_POLL_SECONDS = 0.05
_FINGERPRINT_KEY = "fingerprint"


def default_path() -> Path:
    """Return the path of the user's own ledger (nothing is created)."""
    return _default_path()


class Ledger(Decisions):
    """An open ledger. One object may be used by several threads; other processes open their own."""

    def __init__(self, store: Store, anchor: Anchor) -> None:
        """Wrap an open store; `Ledger.open` is the way to get one."""
        self._store, self._anchor = store, anchor

    @classmethod
    def open(cls, path: Path | str, *, create: bool = False, anchor: Anchor | None = None) -> Ledger:
        """Open a ledger; with `create`, make one (and its folder, for the default path) if there is none.

        Args:
            path: of its file.
            create: make one where there is none.
            anchor: remembers how far the ledger had come; by default that is a file in the user's profile.

        Raises:
            BadInput: none there, not a ledger, of a newer format, or on a network file system.
            LedgerDamaged: it does not verify, or is not the newest that `anchor` has seen (ROLLBACK, FORK).
        """
        place = Path(path).expanduser()
        if create and place == default_path():
            make_directory(place.parent)
        place = place.resolve()
        if create and not place.exists():
            key = secrets.token_bytes(_KEY_BYTES)
            keys = {_FINGERPRINT_KEY: key}
            Store.create(place, keys, format=FORMAT, ledger=secrets.token_hex(16), key_check=key_check(key))
        store = Store(place)
        ledger = cls(store, anchor if anchor is not None else FileAnchor(anchor_folder()))
        try:
            ledger._history()
            store.after_commit = ledger._note
        except BaseException:
            store.close()
            raise
        return ledger

    @classmethod
    def accept_older_copy(
        cls,
        path: Path | str,
        reason: str,
        *,
        office: str = "",
        role: str = "",
        anchor: Anchor | None = None,
    ) -> Entry:
        """Go on with a copy that this machine has seen further, or otherwise, because the newest one is lost.

        What the lost entries spent is not in this copy and cannot be known from it. The acceptance is an entry of the
        ledger, which every later audit log shows.

        Raises:
            BadInput: without a reason, or if the ledger is the newest that this machine has seen.
        """
        reason = board.words(reason, phrase("ledger.to_go_on"))
        acting = board.either(office, role)
        second = anchor if anchor is not None else FileAnchor(anchor_folder())
        with cls.open(path, anchor=MemoryAnchor()) as ledger:
            history = ledger._history()
            places = second.seen(history.ledger_id)
            heads = {entry: history.entries[entry - 1].head for entry in places if entry <= history.count}
            try:
                check_seen(places, history.count, heads, ledger.path)
            except LedgerDamaged:
                with ledger._store.transaction() as history:
                    accepted = ledger._append(
                        history,
                        events.OLDER_ACCEPTED,
                        seen=max(places),
                        seen_head=places[max(places)],
                        reason=reason,
                        **acting,
                    )
                second.forget(history.ledger_id)
                second.note(history.ledger_id, history.count, history.head)
                return accepted
        raise BadInput(problem("ledger.nothing_to_accept", path=str(path)))

    @property
    def path(self) -> Path:
        """The resolved path of the file."""
        return self._store.path

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Accounts -------------------------------------------------------------------------------------------------

    def terms(self, dataset_id: str) -> AccountTerms | None:
        """Return the terms of an account with its cap as it stands now, or None if it was never opened."""
        account = self._history().accounts.get(dataset_id)
        return None if account is None else account.terms

    def ensure_account(self, terms: AccountTerms) -> None:
        """Open the account at its first use; later, check that the dictionary still names the same terms.

        A cap equal to the one at opening is accepted after the cap was raised.

        Raises:
            BadInput: if the terms differ from those of the account.
        """
        known = self._history().accounts.get(terms.dataset_id)
        if known is None:
            key = secrets.token_bytes(_KEY_BYTES)
            with self._store.transaction() as history:
                known = history.accounts.get(terms.dataset_id)
                if known is None:
                    self._append(
                        history,
                        events.OPENED,
                        dataset=terms.dataset_id,
                        cap=cap_to_json(terms.cap),
                        total=amount_to_json(limit_of(terms.cap)),
                        unit=terms.unit_text,
                        rows_per_unit=terms.c,
                        neighbours=terms.neighbours.value,
                        key_check=key_check(key),
                    )
                    self._store.put_secret(_account_key(terms.dataset_id), key)
                    return
        differing = _differences(known, terms)
        if differing:
            raise BadInput(problem("ledger.terms_differ", account=terms.dataset_id, differing=differing))

    def secret(self, dataset_id: str) -> bytes:
        """Return the account's 32 secret bytes, the key of the row cap; never exported."""
        return self._store.get_secret(_account_key(dataset_id), self._account(dataset_id).key_check)

    def fingerprint_key(self) -> bytes:
        """Return the ledger's 32 secret bytes, the key of all fingerprints; never exported.

        One key for all accounts: otherwise data known under another dataset_id could not be recognised.
        """
        return self._store.get_secret(_FINGERPRINT_KEY, self._history().key_check)

    def known_records(self, fingerprint: str) -> str:
        """Return the fingerprint of the records of a file known by that of its bytes; "" if none is recorded."""
        return self._history().records_of(fingerprint)

    def raise_cap(self, dataset_id: str, cap: Cap, reason: str, *, office: str = "", role: str = "") -> None:
        """Raise the cap of an account, with a reason in writing.

        Args:
            dataset_id: of the account.
            cap: the new one, of the same kind and rule.
            reason: which the audit log shows.
            office: who decides; with `role`, or neither.
            role: within the office.

        Raises:
            BadInput: without a reason, of another kind or rule, or not higher than it is.
        """
        reason = board.words(reason, phrase("ledger.to_raise"))
        with self._store.transaction() as history:
            account = account_of(history, dataset_id)
            old, new = cap_to_json(account.terms.cap), cap_to_json(cap)
            if old.keys() != new.keys() or old.get("rule") != new.get("rule"):
                raise BadInput(problem("ledger.cap_kind", account=dataset_id))
            limit = limit_of(cap)
            if limit == account.total or not within(account.total, limit):
                raise BadInput(problem("ledger.cap_not_higher", account=dataset_id))
            self._append(
                history,
                events.CAP_RAISED,
                dataset=dataset_id,
                cap=new,
                total=amount_to_json(limit),
                reason=reason,
                **board.either(office, role),
            )

    def spent(self, dataset_id: str) -> Amount:
        """Return what the account has spent, open reservations included, in the units of its rule."""
        return dict(self._account(dataset_id).spent)

    def remaining(self, dataset_id: str) -> dict[str, str | float]:
        """Return what is left, in the units of the rule: exact strings, and floats rounded down beside them."""
        account = self._account(dataset_id)
        return shown(subtract(account.total, account.spent))

    def log_check(self, dataset_id: str, *, office: str = "", role: str = "") -> None:
        """Record that somebody looked at the confidential check of the file; costs nothing."""
        with self._store.transaction() as history:
            self._append(history, events.CHECK_LOOKED, dataset=dataset_id, **board.either(office, role))

    # Releases -------------------------------------------------------------------------------------------------

    def released(self, request: Request) -> StoredRelease | None:
        """Return the finished release of this very plan, account and file, if there is one; costs nothing."""
        done = [reservation for reservation in self._history().same(request) if reservation.state == events.COMMITTED]
        return stored_release(self._store, done[0]) if done else None

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
                return stored_release(self._store, done[0])
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
        return stored_release(self._store, self._history().reservations[release_id]) if resumed is None else resumed

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
                verdict = self._admit(history, request)
                if verdict.refusal is None:
                    entry = self._append(
                        history,
                        events.RESERVED,
                        release=f"{history.ledger_id[:8]}-{history.count + 1}",
                        **self._charged(request, token, verdict),
                    )
            if verdict.refusal is not None:
                raise verdict.refusal
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

    def _admit(self, history: History, request: Request) -> Verdict:
        """Judge a request and log what it leads to: acceptances in writing, and a refusal."""
        verdict = judge(history, request, board.clock())
        for kind, fields in verdict.accepted:
            self._append(history, kind, **fields)
        self._log_refusal(history, request, verdict.refusal)
        return verdict

    def _log_refusal(self, history: History, request: Request, refusal: Refused | None) -> None:
        if refusal is not None:
            self._append(history, events.REFUSED, **refused_fields(request, refusal))

    def _charged(self, request: Request, token: str, verdict: Verdict) -> dict[str, Json]:
        """The fields of an entry that charges an account: what for, how much, and whose lock holds it."""
        return {
            "lock": token,
            "charge": amount_to_json(verdict.price),
            **asked(self._store, request),
            **verdict.under,
        }

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
                verdict = self._admit(history, request)
                if verdict.refusal is None:
                    entry = self._append(
                        history,
                        events.SESSION_OPENED,
                        session=f"{history.ledger_id[:8]}-{history.count + 1}",
                        terms=self._store.put(request.terms_json),
                        **self._charged(request, token, verdict),
                    )
            if verdict.refusal is not None:
                raise verdict.refusal
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

    # The record -----------------------------------------------------------------------------------------------

    def entries(self, dataset_id: str | None = None) -> list[Entry]:
        """Return the entries in order, of one account or of all."""
        return [entry for entry in self._history().entries if dataset_id in (None, entry.dataset_id)]

    def accounts(self) -> list[str]:
        """Return the dataset_id of every account, in the order of opening."""
        return list(self._history().accounts)

    def verify(self, against: Sequence[Quoted] = ()) -> VerifyReport:
        """Check chain, states, totals, payloads, keys and pages, and heads quoted elsewhere.

        Args:
            against: entries and heads that releases quote.

        Returns:
            A report in words.

        Raises:
            LedgerDamaged: at the first thing that does not hold, or if the ledger is older than a quoted head.
        """
        history = self._history()
        report = verify_store(self._store, history, self._lock_path, against)
        remembered = self._anchor.words(history.ledger_id)
        return replace(report, sentences=(*report.sentences, remembered)) if remembered else report

    def unfinished(self) -> tuple[Phrase, ...]:
        """Say of each reservation neither finished nor given back, and each open session, how it stands."""
        return unfinished_sentences(self._history(), self._lock_path)

    def export(self, path: Path | str) -> Path:
        """Write the audit log as JSON lines (no plans, no integers, no keys) and return its path.

        The verifier is laid beside it, unless a file of its name lies there.
        """
        written = write_export(Path(path), self.export_lines())
        beside = written.with_name("verify.py")
        if not beside.exists():
            write_export(beside, resource("verify.py").read_text(encoding="utf-8").splitlines())
        return written

    def export_lines(self) -> list[str]:
        """Return the audit log as JSON texts, one a line."""
        return export_lines(self._history())

    def release_lines(self, release_id: str) -> list[str]:
        """Return the audit lines of one release: its own entries and its account's in full, the others as hashes."""
        self.release(release_id)
        return release_lines(self._history(), release_id)

    # Inside ---------------------------------------------------------------------------------------------------

    def _history(self) -> History:
        history = self._store.read()
        places = self._anchor.seen(history.ledger_id)
        if max(places, default=0) > history.count:  # another window entered something in between
            history = self._store.read()
        heads = {entry: history.entries[entry - 1].head for entry in places if entry <= history.count}
        check_seen(places, history.count, heads, self.path)
        self._note(history)
        return history

    def _note(self, history: History) -> None:
        self._anchor.note(history.ledger_id, history.count, history.head)

    def _account(self, dataset_id: str) -> AccountState:
        return account_of(self._history(), dataset_id)

    def _lock_path(self, token: str) -> Path:
        return self.path.with_name(f"{self.path.name}.{token}.lock")

    def _lock(self, reservation: ReservationState) -> OwnerLock:
        return OwnerLock(self._lock_path(reservation.reserved.text("lock")))


def _account_key(dataset_id: str) -> str:
    return f"account {dataset_id}"


def _differences(account: AccountState, terms: AccountTerms) -> tuple[Phrase, ...]:
    old = account.terms
    pairs = (
        (phrase("ledger.differs_cap"), terms.cap in (old.cap, account.opening_cap)),
        (phrase("ledger.differs_unit"), old.unit_text == terms.unit_text),
        (phrase("ledger.differs_rows"), old.c == terms.c),
        (phrase("ledger.differs_neighbours"), old.neighbours is terms.neighbours),
    )
    return tuple(name for name, equal in pairs if not equal)
