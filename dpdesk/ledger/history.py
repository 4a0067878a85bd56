"""What the entries mean: a pure replay of the events into accounts, reservations and what was spent.

Nothing about an account is stored but its events. Every balance, every state of a reservation is recomputed from
the first entry on, whenever it is needed, by the one function below, and a history that could not have happened
(a seal without a draw mark, a spend above the cap, a charge that grows at the commit) is refused as damaged. So
there is no second copy of a total that could disagree with the entries.

    reserved ──> draw marked ──> (first stage sealed) ──> sealed ──> committed
       └──> aborted (gives the charge back; nothing was drawn)

A charge counts from the moment it is reserved. Only an abort gives it back, and only before the draw mark.

    session opened ──> session answered, any number of times ──> session closed

What a board decides (`board`) changes no amount; where an account demands approval, a release or session that names no
living approval of its meaning could not have been charged.

A series divides what is left among waves (`series`); from its declaration on every charge names the wave it is of, and
could not have happened where it took more than the wave's part.

The opening of a session is charge and draw mark in one: nothing gives it back. Its answers are numbered, and its
closing quotes one hash of all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger import board, events
from dpdesk.ledger.chain import FIRST_HEAD, Entry, Json, canonical, sha256
from dpdesk.ledger.series import Series, Wave, why_no_wave, why_not_declared
from dpdesk.ledger.terms import (
    AccountTerms,
    Amount,
    Request,
    add,
    amount_from_json,
    cap_from_ledger,
    fraction,
    loss_from_ledger,
    subtract,
    within,
    zero_like,
)
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import Phrase, phrase, problem

FORMAT = 1
"""The version of the events' format, written into the first entry and into the file."""


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
class History:
    """The state after the entries replayed so far."""

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

    def apply(self, entry: Entry) -> None:
        """Take the next entry into account.

        Raises:
            BadInput: if its kind or a field is not of the vocabulary: a newer dpdesk wrote it.
            LedgerDamaged: if it does not follow, is not a complete event, or could not have happened.
        """
        if entry.number != self.count + 1 or entry.previous_head != self.head:
            raise LedgerDamaged(problem("ledger.out_of_order", entry=self.count + 1))
        if not events.known(dict(entry.body)):
            raise BadInput(problem("ledger.newer_entry", entry=entry.number))
        if not events.well_formed(dict(entry.body)):
            raise LedgerDamaged(problem("ledger.incomplete_entry", entry=entry.number))
        if (entry.kind == events.CREATED) != (entry.number == 1):
            raise LedgerDamaged(problem("ledger.impossible_place", entry=entry.number))
        _HANDLERS[entry.kind](self, entry)
        self.entries.append(entry)
        self.newest_day = max(self.newest_day, entry.date)
        self.count, self.head = entry.number, entry.head

    def account(self, entry: Entry) -> AccountState:
        """Return the account that the entry concerns; LedgerDamaged if it was never opened."""
        account = self.accounts.get(entry.dataset_id)
        if account is None:
            raise _impossible(entry, phrase("ledger.why_account_never"))
        return account

    def reservation(self, entry: Entry) -> ReservationState:
        """Return the reservation that the entry concerns; LedgerDamaged if there is none on that account."""
        reservation = self.reservations.get(entry.text("release"))
        if reservation is None or reservation.reserved.dataset_id != entry.dataset_id:
            raise _impossible(entry, phrase("ledger.why_no_reservation"))
        return reservation

    def session(self, entry: Entry) -> SessionState:
        """Return the open session that the entry concerns; LedgerDamaged if there is none on that account."""
        session = self.sessions.get(entry.text("session"))
        if session is None or session.opened.dataset_id != entry.dataset_id:
            raise _impossible(entry, phrase("ledger.why_no_session"))
        if session.closed is not None:
            raise _impossible(entry, phrase("ledger.why_session_closed"))
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


def _impossible(entry: Entry, why: Phrase) -> LedgerDamaged:
    return LedgerDamaged(problem("ledger.impossible", entry=entry.number, kind=entry.kind, why=why))


def _created(history: History, entry: Entry) -> None:
    if entry.body["format"] != FORMAT:
        raise LedgerDamaged(problem("ledger.unknown_format"))
    history.ledger_id = entry.text("ledger")
    history.key_check = entry.text("key_check")


def _opened(history: History, entry: Entry) -> None:
    if entry.dataset_id in history.accounts:
        raise _impossible(entry, phrase("ledger.why_account_open"))
    cap, total = cap_from_ledger(entry.body["cap"]), amount_from_json(entry.body["total"])
    rows = entry.body["rows_per_unit"]
    try:
        neighbours = Neighbours(entry.text("neighbours"))
        terms = AccountTerms(
            entry.dataset_id, cap, entry.text("unit"), rows if isinstance(rows, int) else 0, neighbours
        )
    except (ValueError, BadInput):
        raise _impossible(entry, phrase("ledger.why_terms")) from None
    history.accounts[entry.dataset_id] = AccountState(terms, cap, total, zero_like(total), entry.text("key_check"))


def _cap_raised(history: History, entry: Entry) -> None:
    account = history.account(entry)
    total = amount_from_json(entry.body["total"])
    if not within(account.total, total):
        raise _impossible(entry, phrase("ledger.why_cap_lowered"))
    old = account.terms
    account.total = total
    account.terms = AccountTerms(
        old.dataset_id,
        cap_from_ledger(entry.body["cap"]),
        old.unit_text,
        old.c,
        old.neighbours,
    )


def _reserved(history: History, entry: Entry) -> None:
    if entry.text("release") in history.reservations:
        raise _impossible(entry, phrase("ledger.why_release_exists"))
    charge = _charge(history, entry)
    history.reservations[entry.text("release")] = ReservationState(entry, charge, steps=[entry])


def _session_opened(history: History, entry: Entry) -> None:
    if entry.text("session") in history.sessions:
        raise _impossible(entry, phrase("ledger.why_session_exists"))
    _charge(history, entry)
    history.sessions[entry.text("session")] = SessionState(entry)


def _charge(history: History, entry: Entry) -> Amount:
    """Add the charge of an entry to what its account has spent, and its fingerprint to the account's data."""
    account = history.account(entry)
    why = board.why_not_used(account.board, entry, history.today(entry.date))
    if why is not None:
        raise _impossible(entry, why)
    charge = amount_from_json(entry.body["charge"])
    loss_from_ledger(entry.body["loss"])
    if charge.keys() != account.total.keys():
        raise _impossible(entry, phrase("ledger.why_units"))
    number = _wave_named(account, entry, charge)
    if not within(account.spent_with(number, charge), account.total):
        raise _impossible(entry, phrase("ledger.why_beyond_cap"))
    if account.series is not None:
        if number > len(account.series.begun):
            account.series.begun.append(Wave(entry.text("wave_day")))
        wave = account.series.begun[number - 1]
        wave.charges[_subject(entry)] = zero_like(charge)
        wave.prints |= prints_of(entry)
    account.change(_subject(entry), charge)
    account.fingerprints |= prints_of(entry)
    account.recorded |= prints_of(entry)
    return charge


def _wave_named(account: AccountState, entry: Entry, charge: Amount) -> int:
    """The number of the wave that an entry names, which it does exactly where its account has a series; else 0."""
    series, wave_keys = account.series, entry.body.keys() & (events.WAVE | {events.MOST})
    if bool(wave_keys) != (series is not None) or (wave_keys and not wave_keys >= events.WAVE):
        raise _impossible(entry, phrase("ledger.why_wave_named"))
    if series is None:
        return 0
    day = entry.text("wave_day")
    why, number = why_no_wave(series, day, prints_of(entry)), series.numbered(day) or len(series.begun) + 1
    named = entry.body["wave"], entry.body["waves"], entry.body.get(events.MOST, series.waves)
    if why is not None or named != (number, series.waves, series.most):
        raise _impossible(entry, why or phrase("ledger.why_wave_number"))
    if not within(charge, series.left(number)):
        raise _impossible(entry, phrase("ledger.why_beyond_wave"))
    return number


def _subject(entry: Entry) -> str:
    """The release or session that an entry concerns."""
    return entry.text("release") or entry.text("session")


def wave_of(account: AccountState, entry: Entry) -> Wave | None:
    """The wave under which the release or session of an entry is charged."""
    begun = [] if account.series is None else account.series.begun
    return next((wave for wave in begun if _subject(entry) in wave.charges), None)


def _session_answered(history: History, entry: Entry) -> None:
    session = history.session(entry)
    if entry.body["number"] != len(session.answered) + 1:
        raise _impossible(entry, phrase("ledger.why_number_order"))
    session.answered.append(entry)


def _session_closed(history: History, entry: Entry) -> None:
    session = history.session(entry)
    if (entry.body["answers"], entry.text("transcript")) != (len(session.answered), session.transcript_hash):
        raise _impossible(entry, phrase("ledger.why_transcript"))
    session.closed = entry


def _step(before: str | tuple[str, ...], after: str) -> Callable[[History, Entry], None]:
    def handler(history: History, entry: Entry) -> None:
        reservation = history.reservation(entry)
        if reservation.state not in ((before,) if isinstance(before, str) else before):
            raise _impossible(entry, phrase("ledger.why_stood_at", state=reservation.state))
        reservation.state = after
        reservation.steps.append(entry)

    return handler


def _committed(history: History, entry: Entry) -> None:
    account, reservation = history.account(entry), history.reservation(entry)
    charge = amount_from_json(entry.body["charge"])
    loss_from_ledger(entry.body["loss"])
    if not within(charge, reservation.charge):
        raise _impossible(entry, phrase("ledger.why_beyond_reserved"))
    _step(events.SEALED, events.COMMITTED)(history, entry)
    account.change(reservation.release_id, subtract(charge, reservation.charge))
    reservation.charge = charge
    left = entry.body["remaining"]
    for value in left.values() if isinstance(left, dict) else ():
        fraction(value)


def _aborted(history: History, entry: Entry) -> None:
    account, reservation = history.account(entry), history.reservation(entry)
    _step(events.RESERVED, events.ABORTED)(history, entry)
    account.change(reservation.release_id, subtract(zero_like(reservation.charge), reservation.charge))
    reservation.charge = zero_like(reservation.charge)
    # Nothing was learnt from this file, so it does not become the account's data; it stays recorded.
    kept = [other.reserved for other in history.reservations.values() if other.state != events.ABORTED]
    kept += [other.opened for other in history.sessions.values()]
    kept += [old for old in history.entries if old.kind == events.DATA_ACCEPTED]
    used = [prints_of(other) for other in kept if other.dataset_id == entry.dataset_id]
    account.fingerprints -= prints_of(reservation.reserved).difference(*used)
    wave = wave_of(account, entry)
    if wave is not None and account.series is not None:
        del wave.charges[reservation.release_id]
        others = [other.reserved for other in history.reservations.values() if other.release_id in wave.charges]
        others += [other.opened for other in history.sessions.values() if other.session_id in wave.charges]
        wave.prints -= prints_of(reservation.reserved).difference(*map(prints_of, others))
        account.series.drop_empty()


def _text_corrected(history: History, entry: Entry) -> None:
    reservation = history.reservation(entry)
    if reservation.state != events.COMMITTED:
        raise _impossible(entry, phrase("ledger.why_no_texts"))
    if entry.body["version"] != len(reservation.corrections) + 2:
        raise _impossible(entry, phrase("ledger.why_version_order"))
    reservation.corrections.append(entry)


def _data_accepted(history: History, entry: Entry) -> None:
    history.account(entry).fingerprints |= prints_of(entry)


def _fingerprint_confirmed(history: History, entry: Entry) -> None:
    history.account(entry).confirmed |= prints_of(entry)


def _refused(history: History, entry: Entry) -> None:
    history.account(entry)


def _check_looked(_history: History, _entry: Entry) -> None:
    """A look at the file costs nothing and needs no account."""


def _approval_demanded(history: History, entry: Entry) -> None:
    history.account(entry).board.demanded = entry


def _approval_waived(history: History, entry: Entry) -> None:
    decided = history.account(entry).board
    if decided.demanded is None:
        raise _impossible(entry, phrase("ledger.why_none_demanded"))
    decided.demanded = None


def _submitted(history: History, entry: Entry) -> None:
    account = history.account(entry)
    if not (board.is_hash(entry.text("meaning")) and _named(entry) and _figures(entry)):
        raise _impossible(entry, phrase("ledger.why_not_said"))
    account.board.submissions.append(entry)


def _approved(history: History, entry: Entry) -> None:
    decided = history.account(entry).board
    try:
        board.day(entry.text("expires"))
    except ValueError:
        raise _impossible(entry, phrase("ledger.why_last_day")) from None
    why = board.why_not_approved(
        decided,
        entry.text("meaning"),
        entry.text("number"),
        entry.text("office"),
        entry.text("role"),
        entry.text("figures"),
    )
    if why is not None or not (_named(entry) and entry.text("number") and _figures(entry)):
        raise _impossible(entry, why or phrase("ledger.why_who_approved"))
    decided.approvals.append(entry)


def _figures(entry: Entry) -> bool:
    """Whether the figures that are named, if any are, are a hash."""
    return "figures" not in entry.body or board.is_hash(entry.text("figures"))


def _named(entry: Entry) -> bool:
    return bool(entry.text("office").strip() and entry.text("role").strip())


def _approval_withdrawn(history: History, entry: Entry) -> None:
    decided = history.account(entry).board
    why = board.why_not_ended(decided, entry.text("meaning"), entry.text("number"))
    approval = decided.numbered(entry.text("meaning"), entry.text("number"))
    if why is not None or approval is None:
        raise _impossible(entry, why or phrase("ledger.why_no_such_approval"))
    decided.ended[approval.number] = entry


def _finished(history: History, entry: Entry) -> ReservationState:
    reservation = history.reservation(entry)
    if reservation.state != events.COMMITTED:
        raise _impossible(entry, phrase("ledger.why_not_finished"))
    return reservation


def _release_withdrawn(history: History, entry: Entry) -> None:
    reservation = _finished(history, entry)
    if reservation.withdrawn is not None:
        raise _impossible(entry, phrase("ledger.why_release_withdrawn"))
    reservation.withdrawn = entry


def _embargo_set(history: History, entry: Entry) -> None:
    try:
        board.day(entry.text("until"))
    except ValueError:
        raise _impossible(entry, phrase("ledger.why_day")) from None
    _finished(history, entry).embargo = entry


def _embargo_lifted(history: History, entry: Entry) -> None:
    reservation = _finished(history, entry)
    if reservation.embargo is None:
        raise _impossible(entry, phrase("ledger.why_no_embargo"))
    reservation.embargo = None


def _older_accepted(_history: History, _entry: Entry) -> None:
    """What the lost entries spent cannot be known from what is left."""


def series_declared(
    history: History, account: AccountState, waves: int, each: Amount, most: int, first: tuple[str, str] | None
) -> Series | Phrase:
    """The series an account has after a declaration, or why it cannot have it.

    most: in how many waves a unit can be, by a public rule. first: a finished release that becomes the first wave, and
    its day.
    """
    old = account.series
    begun, outside = ([] if old is None else old.begun), account.outside
    if first is not None:
        release, day = first
        reservation = history.reservations.get(release)
        if begun or reservation is None or reservation.state != events.COMMITTED:
            return phrase("ledger.why_first_wave")
        if reservation.reserved.dataset_id != account.terms.dataset_id:
            return phrase("ledger.why_first_wave")
        begun = [Wave(day, set(prints_of(reservation.reserved)), {release: reservation.charge})]
        outside = subtract(outside, reservation.charge)
    if most < waves and account.terms.neighbours is not Neighbours.ADD_REMOVE:
        return phrase("ledger.why_most_replaced")
    if old is not None and begun and most < min(old.most, waves):
        return phrase("ledger.why_most_fewer", most=old.most)
    series = Series(waves, each, most, begun)
    why = None if first is None else why_no_wave(series, first[1], frozenset())
    return why or why_not_declared(series, subtract(account.total, outside)) or series


def _series_declared(history: History, entry: Entry) -> None:
    account, waves, most = history.account(entry), entry.body["waves"], entry.body.get(events.MOST)
    first = (entry.text("release"), entry.text("wave_day")) if entry.text("release") else None
    each, number = amount_from_json(entry.body["each"]), waves if isinstance(waves, int) else 0
    made = series_declared(history, account, number, each, most if isinstance(most, int) else number, first)
    if isinstance(made, Phrase):
        raise _impossible(entry, made)
    if first is not None:
        account.outside = subtract(account.outside, history.reservations[first[0]].charge)
    account.series = made


def _key_named(history: History, entry: Entry) -> None:
    if not board.is_hash(entry.text("public")):
        raise _impossible(entry, phrase("ledger.why_no_public_key"))
    history.signing_keys.append(entry)


_HANDLERS: dict[str, Callable[[History, Entry], None]] = {
    events.CREATED: _created,
    events.OPENED: _opened,
    events.CAP_RAISED: _cap_raised,
    events.RESERVED: _reserved,
    events.DRAW_MARKED: _step(events.RESERVED, events.DRAW_MARKED),
    events.FIRST_SEALED: _step(events.DRAW_MARKED, events.FIRST_SEALED),
    events.SEALED: _step((events.DRAW_MARKED, events.FIRST_SEALED), events.SEALED),
    events.COMMITTED: _committed,
    events.ABORTED: _aborted,
    events.REFUSED: _refused,
    events.TEXT_CORRECTED: _text_corrected,
    events.DATA_ACCEPTED: _data_accepted,
    events.FINGERPRINT_CONFIRMED: _fingerprint_confirmed,
    events.CHECK_LOOKED: _check_looked,
    events.SESSION_OPENED: _session_opened,
    events.SESSION_ANSWERED: _session_answered,
    events.SESSION_CLOSED: _session_closed,
    events.APPROVAL_DEMANDED: _approval_demanded,
    events.APPROVAL_WAIVED: _approval_waived,
    events.SUBMITTED: _submitted,
    events.APPROVED: _approved,
    events.APPROVAL_WITHDRAWN: _approval_withdrawn,
    events.RELEASE_WITHDRAWN: _release_withdrawn,
    events.EMBARGO_SET: _embargo_set,
    events.EMBARGO_LIFTED: _embargo_lifted,
    events.KEY_NAMED: _key_named,
    events.OLDER_ACCEPTED: _older_accepted,
    events.SERIES_DECLARED: _series_declared,
}
