"""What entries add up to: releases, sessions and accounts, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass, field

from dpdesk.errors import LedgerDamaged
from dpdesk.ledger import board, events
from dpdesk.ledger.chain import FIRST_HEAD, Entry, Json, canonical, sha256
from dpdesk.ledger.series import Series
from dpdesk.ledger.terms import AccountTerms, Amount, Request, add
from dpdesk.privacy.accounting import Cap
from dpdesk.problems.problem import Phrase, phrase, problem


@dataclass(slots=True)
class ReservationState:
    """One reservation as the events tell it; `steps` are the entries that concern it, in order."""

    reserved: Entry
    charge: Amount
    state: str = events.RESERVED
    steps: list[Entry] = field(default_factory=list)
    corrections: list[Entry] = field(default_factory=list)
    withdrawn: Entry | None = None
    embargo: Entry | None = None  # while it stands: it is lifted by an entry, not by the clock

    @property
    def release_id(self) -> str:
        """The identifier of the release."""
        return self.reserved.text("release")

    def is_for(self, request: Request) -> bool:
        """Whether a request is the same: account, meaning of the plan, and data, by their bytes or their records."""
        reserved = self.reserved
        same = (reserved.dataset_id, reserved.text("meaning")) == (request.dataset_id, request.meaning)
        return same and bool(prints_of(reserved) & request.prints)

    def step(self, kind: str) -> Entry:
        """Return the entry of that kind; LedgerDamaged if there is none."""
        for entry in self.steps:
            if entry.kind == kind:
                return entry
        raise LedgerDamaged(problem("ledger.step_missing", release=self.release_id, kind=kind))


@dataclass(slots=True)
class SessionState:
    """One session of questions as the events tell it."""

    opened: Entry
    answered: list[Entry] = field(default_factory=list)
    closed: Entry | None = None

    @property
    def session_id(self) -> str:
        """The identifier of the session."""
        return self.opened.text("session")

    @property
    def transcript_hash(self) -> str:
        """One hash of all exchanges so far, in their order."""
        hashes: list[Json] = [entry.text("exchange") for entry in self.answered]
        return sha256(canonical(hashes))


@dataclass(slots=True)
class AccountState:
    """One account: its terms now and at its opening, and what is spent."""

    terms: AccountTerms
    opening_cap: Cap
    total: Amount
    outside: Amount  # spent in no wave
    key_check: str
    fingerprints: set[str] = field(default_factory=set)  # accepted as this dataset
    confirmed: set[str] = field(default_factory=set)  # known elsewhere, and confirmed in writing here
    recorded: set[str] = field(default_factory=set)  # ever reserved with, aborted ones included
    board: board.Board = field(default_factory=board.Board)
    series: Series | None = None

    @property
    def spent(self) -> Amount:
        """What a unit has lost at most: all that is spent, or of the waves of a series those that it can be in."""
        return self.outside if self.series is None else add(self.outside, self.series.lost())

    def spent_with(self, wave: int, more: Amount) -> Amount:
        """What would be spent if a wave (0: none) spent so much more."""
        if self.series is None or not wave:
            return add(self.spent, more)
        return add(self.outside, self.series.lost(wave, more))

    def change(self, subject: str, by: Amount) -> None:
        """Spend so much more, or less, under the wave of a release or session, or under none."""
        begun = [] if self.series is None else self.series.begun
        wave = next((candidate for candidate in begun if subject in candidate.charges), None)
        if wave is None:
            self.outside = add(self.outside, by)
        else:
            wave.charges[subject] = add(wave.charges[subject], by)


@dataclass(slots=True)
class State:
    """What the entries replayed so far add up to; `history.History` replays them."""

    ledger_id: str = ""
    key_check: str = ""
    count: int = 0
    head: str = FIRST_HEAD
    entries: list[Entry] = field(default_factory=list)
    accounts: dict[str, AccountState] = field(default_factory=dict)
    reservations: dict[str, ReservationState] = field(default_factory=dict)
    sessions: dict[str, SessionState] = field(default_factory=dict)
    newest_day: str = ""  # the latest date of any entry
    signing_keys: list[Entry] = field(default_factory=list)

    def account(self, entry: Entry) -> AccountState:
        """Return the account that the entry concerns; LedgerDamaged if it was never opened."""
        account = self.accounts.get(entry.dataset_id)
        if account is None:
            raise impossible(entry, phrase("ledger.why_account_never"))
        return account

    def reservation(self, entry: Entry) -> ReservationState:
        """Return the reservation that the entry concerns; LedgerDamaged if there is none on that account."""
        reservation = self.reservations.get(entry.text("release"))
        if reservation is None or reservation.reserved.dataset_id != entry.dataset_id:
            raise impossible(entry, phrase("ledger.why_no_reservation"))
        return reservation

    def session(self, entry: Entry) -> SessionState:
        """Return the open session that the entry concerns; LedgerDamaged if there is none on that account."""
        session = self.sessions.get(entry.text("session"))
        if session is None or session.opened.dataset_id != entry.dataset_id:
            raise impossible(entry, phrase("ledger.why_no_session"))
        if session.closed is not None:
            raise impossible(entry, phrase("ledger.why_session_closed"))
        return session

    def same(self, request: Request) -> list[ReservationState]:
        """Return the reservations, oldest first, of the same plan on the same account and data."""
        return [reservation for reservation in self.reservations.values() if reservation.is_for(request)]

    def today(self, clock: str) -> str:
        """Return the day that counts, YYYY-MM-DD: the clock's, unless the ledger has seen a later one."""
        return max(clock, self.newest_day)

    def known_elsewhere(self, dataset_id: str, prints: frozenset[str]) -> bool:
        """Whether data of one of these fingerprints is recorded under another account."""
        return any(prints & account.recorded for name, account in self.accounts.items() if name != dataset_id)

    def records_of(self, fingerprint: str) -> str:
        """Return the fingerprint of the records of a file that was charged for before; "" if none is recorded."""
        charged = [reservation.reserved for reservation in self.reservations.values()]
        charged += [session.opened for session in self.sessions.values()]
        known = (entry.text(events.RECORDS) for entry in charged if entry.text("fingerprint") == fingerprint)
        return next(filter(None, known), "")


def prints_of(entry: Entry) -> frozenset[str]:
    """Return the fingerprints of the data that an entry names: of the bytes, and of the records where it has one."""
    return frozenset({entry.text("fingerprint"), entry.text(events.RECORDS)} - {""})


def impossible(entry: Entry, why: Phrase) -> LedgerDamaged:
    """The error for an entry that could not have happened."""
    return LedgerDamaged(problem("ledger.impossible", entry=entry.number, kind=entry.kind, why=why))
