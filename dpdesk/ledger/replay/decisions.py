"""What entries do that cost nothing: decisions of a board, and what becomes of a finished release."""

from __future__ import annotations

from collections.abc import Callable

from dpdesk.ledger import board, events
from dpdesk.ledger.chain import Entry
from dpdesk.ledger.states import ReservationState, State, impossible
from dpdesk.problems.problem import phrase


def _approval_demanded(state: State, entry: Entry) -> None:
    state.account(entry).board.demanded = entry


def _approval_waived(state: State, entry: Entry) -> None:
    decided = state.account(entry).board
    if decided.demanded is None:
        raise impossible(entry, phrase("ledger.why_none_demanded"))
    decided.demanded = None


def _submitted(state: State, entry: Entry) -> None:
    account = state.account(entry)
    if not (board.is_hash(entry.text("meaning")) and _named(entry) and _figures(entry)):
        raise impossible(entry, phrase("ledger.why_not_said"))
    account.board.submissions.append(entry)


def _approved(state: State, entry: Entry) -> None:
    decided = state.account(entry).board
    try:
        board.day(entry.text("expires"))
    except ValueError:
        raise impossible(entry, phrase("ledger.why_last_day")) from None
    why = board.why_not_approved(
        decided,
        entry.text("meaning"),
        entry.text("number"),
        entry.text("office"),
        entry.text("role"),
        entry.text("figures"),
    )
    if why is not None or not (_named(entry) and entry.text("number") and _figures(entry)):
        raise impossible(entry, why or phrase("ledger.why_who_approved"))
    decided.approvals.append(entry)


def _figures(entry: Entry) -> bool:
    """Whether the figures that are named, if any are, are a hash."""
    return "figures" not in entry.body or board.is_hash(entry.text("figures"))


def _named(entry: Entry) -> bool:
    return bool(entry.text("office").strip() and entry.text("role").strip())


def _approval_withdrawn(state: State, entry: Entry) -> None:
    decided = state.account(entry).board
    why = board.why_not_ended(decided, entry.text("meaning"), entry.text("number"))
    approval = decided.numbered(entry.text("meaning"), entry.text("number"))
    if why is not None or approval is None:
        raise impossible(entry, why or phrase("ledger.why_no_such_approval"))
    decided.ended[approval.number] = entry


def _finished(state: State, entry: Entry) -> ReservationState:
    reservation = state.reservation(entry)
    if reservation.state != events.COMMITTED:
        raise impossible(entry, phrase("ledger.why_not_finished"))
    return reservation


def _release_withdrawn(state: State, entry: Entry) -> None:
    reservation = _finished(state, entry)
    if reservation.withdrawn is not None:
        raise impossible(entry, phrase("ledger.why_release_withdrawn"))
    reservation.withdrawn = entry


def _embargo_set(state: State, entry: Entry) -> None:
    try:
        board.day(entry.text("until"))
    except ValueError:
        raise impossible(entry, phrase("ledger.why_day")) from None
    _finished(state, entry).embargo = entry


def _embargo_lifted(state: State, entry: Entry) -> None:
    reservation = _finished(state, entry)
    if reservation.embargo is None:
        raise impossible(entry, phrase("ledger.why_no_embargo"))
    reservation.embargo = None


def _text_corrected(state: State, entry: Entry) -> None:
    reservation = state.reservation(entry)
    if reservation.state != events.COMMITTED:
        raise impossible(entry, phrase("ledger.why_no_texts"))
    if entry.body["version"] != len(reservation.corrections) + 2:
        raise impossible(entry, phrase("ledger.why_version_order"))
    reservation.corrections.append(entry)


def _key_named(state: State, entry: Entry) -> None:
    if not board.is_hash(entry.text("public")):
        raise impossible(entry, phrase("ledger.why_no_public_key"))
    state.signing_keys.append(entry)


HANDLERS: dict[str, Callable[[State, Entry], None]] = {
    events.TEXT_CORRECTED: _text_corrected,
    events.APPROVAL_DEMANDED: _approval_demanded,
    events.APPROVAL_WAIVED: _approval_waived,
    events.SUBMITTED: _submitted,
    events.APPROVED: _approved,
    events.APPROVAL_WITHDRAWN: _approval_withdrawn,
    events.RELEASE_WITHDRAWN: _release_withdrawn,
    events.EMBARGO_SET: _embargo_set,
    events.EMBARGO_LIFTED: _embargo_lifted,
    events.KEY_NAMED: _key_named,
}
