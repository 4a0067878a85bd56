"""What entries do that charge an account or give back: releases, sessions, and the waves of a series."""

from __future__ import annotations

from collections.abc import Callable

from dpdesk.ledger import board, events
from dpdesk.ledger.chain import Entry
from dpdesk.ledger.series import Series, Wave, why_no_wave, why_not_declared
from dpdesk.ledger.states import AccountState, ReservationState, SessionState, State, impossible, prints_of
from dpdesk.ledger.terms import Amount, amount_from_json, fraction, loss_from_ledger, subtract, within, zero_like
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import Phrase, phrase


def _reserved(state: State, entry: Entry) -> None:
    if entry.text("release") in state.reservations:
        raise impossible(entry, phrase("ledger.why_release_exists"))
    charge = _charge(state, entry)
    state.reservations[entry.text("release")] = ReservationState(entry, charge, steps=[entry])


def _session_opened(state: State, entry: Entry) -> None:
    if entry.text("session") in state.sessions:
        raise impossible(entry, phrase("ledger.why_session_exists"))
    _charge(state, entry)
    state.sessions[entry.text("session")] = SessionState(entry)


def _charge(state: State, entry: Entry) -> Amount:
    """Add the charge of an entry to what its account has spent, and its fingerprint to the account's data."""
    account = state.account(entry)
    why = board.why_not_used(account.board, entry, state.today(entry.date))
    if why is not None:
        raise impossible(entry, why)
    charge = amount_from_json(entry.body["charge"])
    loss_from_ledger(entry.body["loss"])
    if charge.keys() != account.total.keys():
        raise impossible(entry, phrase("ledger.why_units"))
    number = _wave_named(account, entry, charge)
    if not within(account.spent_with(number, charge), account.total):
        raise impossible(entry, phrase("ledger.why_beyond_cap"))
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
        raise impossible(entry, phrase("ledger.why_wave_named"))
    if series is None:
        return 0
    day = entry.text("wave_day")
    why, number = why_no_wave(series, day, prints_of(entry)), series.numbered(day) or len(series.begun) + 1
    named = entry.body["wave"], entry.body["waves"], entry.body.get(events.MOST, series.waves)
    if why is not None or named != (number, series.waves, series.most):
        raise impossible(entry, why or phrase("ledger.why_wave_number"))
    if not within(charge, series.left(number)):
        raise impossible(entry, phrase("ledger.why_beyond_wave"))
    return number


def _subject(entry: Entry) -> str:
    """The release or session that an entry concerns."""
    return entry.text("release") or entry.text("session")


def wave_of(account: AccountState, entry: Entry) -> Wave | None:
    """The wave under which the release or session of an entry is charged."""
    begun = [] if account.series is None else account.series.begun
    return next((wave for wave in begun if _subject(entry) in wave.charges), None)


def _session_answered(state: State, entry: Entry) -> None:
    session = state.session(entry)
    if entry.body["number"] != len(session.answered) + 1:
        raise impossible(entry, phrase("ledger.why_number_order"))
    session.answered.append(entry)


def _session_closed(state: State, entry: Entry) -> None:
    session = state.session(entry)
    if (entry.body["answers"], entry.text("transcript")) != (len(session.answered), session.transcript_hash):
        raise impossible(entry, phrase("ledger.why_transcript"))
    session.closed = entry


def _step(before: str | tuple[str, ...], after: str) -> Callable[[State, Entry], None]:
    def handler(state: State, entry: Entry) -> None:
        reservation = state.reservation(entry)
        if reservation.state not in ((before,) if isinstance(before, str) else before):
            raise impossible(entry, phrase("ledger.why_stood_at", state=reservation.state))
        reservation.state = after
        reservation.steps.append(entry)

    return handler


def _committed(state: State, entry: Entry) -> None:
    account, reservation = state.account(entry), state.reservation(entry)
    charge = amount_from_json(entry.body["charge"])
    loss_from_ledger(entry.body["loss"])
    if not within(charge, reservation.charge):
        raise impossible(entry, phrase("ledger.why_beyond_reserved"))
    _step(events.SEALED, events.COMMITTED)(state, entry)
    account.change(reservation.release_id, subtract(charge, reservation.charge))
    reservation.charge = charge
    left = entry.body["remaining"]
    for value in left.values() if isinstance(left, dict) else ():
        fraction(value)


def _aborted(state: State, entry: Entry) -> None:
    account, reservation = state.account(entry), state.reservation(entry)
    _step(events.RESERVED, events.ABORTED)(state, entry)
    account.change(reservation.release_id, subtract(zero_like(reservation.charge), reservation.charge))
    reservation.charge = zero_like(reservation.charge)
    # Nothing was learnt from this file, so it does not become the account's data; it stays recorded.
    kept = [other.reserved for other in state.reservations.values() if other.state != events.ABORTED]
    kept += [other.opened for other in state.sessions.values()]
    kept += [old for old in state.entries if old.kind == events.DATA_ACCEPTED]
    used = [prints_of(other) for other in kept if other.dataset_id == entry.dataset_id]
    account.fingerprints -= prints_of(reservation.reserved).difference(*used)
    wave = wave_of(account, entry)
    if wave is not None and account.series is not None:
        del wave.charges[reservation.release_id]
        others = [other.reserved for other in state.reservations.values() if other.release_id in wave.charges]
        others += [other.opened for other in state.sessions.values() if other.session_id in wave.charges]
        wave.prints -= prints_of(reservation.reserved).difference(*map(prints_of, others))
        account.series.drop_empty()


def series_declared(
    state: State, account: AccountState, waves: int, each: Amount, most: int, first: tuple[str, str] | None
) -> Series | Phrase:
    """The series an account has after a declaration, or why it cannot have it.

    most: in how many waves a unit can be, by a public rule. first: a finished release that becomes the first wave, and
    its day.
    """
    old = account.series
    begun, outside = ([] if old is None else old.begun), account.outside
    if first is not None:
        release, day = first
        reservation = state.reservations.get(release)
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


def _series_declared(state: State, entry: Entry) -> None:
    account, waves, most = state.account(entry), entry.body["waves"], entry.body.get(events.MOST)
    first = (entry.text("release"), entry.text("wave_day")) if entry.text("release") else None
    each, number = amount_from_json(entry.body["each"]), waves if isinstance(waves, int) else 0
    made = series_declared(state, account, number, each, most if isinstance(most, int) else number, first)
    if isinstance(made, Phrase):
        raise impossible(entry, made)
    if first is not None:
        account.outside = subtract(account.outside, state.reservations[first[0]].charge)
    account.series = made


HANDLERS: dict[str, Callable[[State, Entry], None]] = {
    events.RESERVED: _reserved,
    events.DRAW_MARKED: _step(events.RESERVED, events.DRAW_MARKED),
    events.FIRST_SEALED: _step(events.DRAW_MARKED, events.FIRST_SEALED),
    events.SEALED: _step((events.DRAW_MARKED, events.FIRST_SEALED), events.SEALED),
    events.COMMITTED: _committed,
    events.ABORTED: _aborted,
    events.SESSION_OPENED: _session_opened,
    events.SESSION_ANSWERED: _session_answered,
    events.SESSION_CLOSED: _session_closed,
    events.SERIES_DECLARED: _series_declared,
}
