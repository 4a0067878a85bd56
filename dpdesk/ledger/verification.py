"""The verdict on a ledger: everything that can be checked, checked, and said in phrases.

Opening a ledger already replays the chain and refuses a history that could not have happened. Verifying adds the
pages of the file, every stored payload and key, charges recomputed from losses, and the heads that workbooks quote:
a ledger that is shorter than a quoted entry was put back to an older copy, one with another head at that entry is
another branch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dpdesk.errors import LedgerDamaged, Refused
from dpdesk.ledger import events
from dpdesk.ledger.chain import Entry
from dpdesk.ledger.history import History
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.states import AccountState, ReservationState, SessionState
from dpdesk.ledger.store import Store
from dpdesk.ledger.terms import (
    Amount,
    adds_rho,
    amount_from_json,
    charged,
    in_short,
    loss_from_ledger,
    price_of,
    subtract,
    within,
)
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import ApproxDP, Loss
from dpdesk.problems.problem import Phrase, phrase, problem

_PAYLOADS = {
    events.RESERVED: ("plan", "dictionary"),
    events.SEALED: ("sealed",),
    events.COMMITTED: ("summary",),
    events.FIRST_SEALED: ("first",),
    events.DRAW_MARKED: ("strategy",),
    events.TEXT_CORRECTED: ("texts",),
    events.SESSION_OPENED: ("plan", "dictionary", "terms"),
    events.SESSION_ANSWERED: ("exchange",),
    events.SUBMITTED: ("plan", "dictionary"),
}


@dataclass(frozen=True, slots=True)
class Quoted:
    """A place in the chain as a workbook or an audit log quotes it."""

    entry: int
    head: str
    previous_head: str = ""


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """The result of a verification that found no fault; `sentences` say it."""

    ledger_id: str
    entries: int
    head: str
    spent: dict[str, dict[str, str]]
    remaining: dict[str, dict[str, str]]
    unfinished: tuple[str, ...]
    sentences: tuple[Phrase, ...]


def verify_store(
    store: Store,
    history: History,
    lock_path: Callable[[str], Path],
    against: Sequence[Quoted],
) -> VerifyReport:
    """Check everything there is; LedgerDamaged at the first thing that does not hold."""
    store.check_pages()
    _check_payloads(store, history)
    store.get_secret("fingerprint", history.key_check)
    for name, account in history.accounts.items():
        store.get_secret(f"account {name}", account.key_check)
    for entry in history.entries:
        _check_charge(history, entry)
    for quoted in against:
        check_quoted(history, quoted)
    spent = {name: in_short(account.spent, up=True) for name, account in history.accounts.items()}
    left = {
        name: in_short(subtract(account.total, account.spent), up=False) for name, account in history.accounts.items()
    }
    unfinished = [
        reservation
        for reservation in history.reservations.values()
        if reservation.state not in (events.COMMITTED, events.ABORTED)
    ]
    sentences = [
        phrase("ledger.chain_whole", entries=history.count, head=history.head),
        phrase("ledger.accounts_whole", accounts=len(history.accounts)),
        *(_account_sentence(name, account, spent[name], left[name]) for name, account in history.accounts.items()),
        *unfinished_sentences(history, lock_path),
        *(phrase("ledger.head_agrees", entry=quoted.entry) for quoted in against),
    ]
    return VerifyReport(
        history.ledger_id,
        history.count,
        history.head,
        spent,
        left,
        tuple(reservation.release_id for reservation in unfinished),
        tuple(sentences),
    )


def unfinished_sentences(history: History, lock_path: Callable[[str], Path]) -> tuple[Phrase, ...]:
    """Say of each reservation neither finished nor given back, and each open session, how it stands.

    lock_path: where the owner's lock of a token lies.
    """
    reservations = (
        _unfinished_sentence(reservation, _gone(lock_path(reservation.reserved.text("lock"))))
        for reservation in history.reservations.values()
        if reservation.state not in (events.COMMITTED, events.ABORTED)
    )
    sessions = (
        _open_sentence(session, _gone(lock_path(session.opened.text("lock"))))
        for session in history.sessions.values()
        if session.closed is None
    )
    return (*reservations, *sessions)


def check_quoted(history: History, quoted: Quoted) -> None:
    """Compare the chain with a head quoted elsewhere.

    Raises:
        LedgerDamaged: if the ledger ends before it (an older copy) or has another head there (another branch).
    """
    if quoted.entry < 1 or quoted.entry > history.count:
        raise LedgerDamaged(problem("ledger.rollback_quoted", count=history.count, quoted=quoted.entry))
    entry = history.entries[quoted.entry - 1]
    if entry.head != quoted.head or (quoted.previous_head and entry.previous_head != quoted.previous_head):
        raise LedgerDamaged(problem("ledger.fork_quoted", quoted=quoted.entry))


def _check_payloads(store: Store, history: History) -> None:
    payloads = ((entry, field) for entry in history.entries for field in _PAYLOADS.get(entry.kind, ()))
    needed = {entry.text(field) for entry, field in payloads if field in entry.body}  # older draw marks have none
    for name in sorted(needed):
        store.get(name)
    if set(store.payload_names()) != needed:
        raise LedgerDamaged(problem("ledger.stray_contents"))


def _check_charge(history: History, entry: Entry) -> None:
    """Compare a recorded charge with the one its loss must have, where the rule fixes it."""
    if entry.kind not in (events.RESERVED, events.COMMITTED, events.SESSION_OPENED):
        return
    account = history.accounts[entry.dataset_id]
    cap, loss = account.terms.cap, loss_from_ledger(entry.body["loss"])
    if entry.kind == events.SESSION_OPENED:
        _compare(entry, amount_from_json(entry.body["charge"]), cap, loss)
        return
    if adds_rho(cap) and (entry.kind == events.RESERVED or isinstance(loss, ApproxDP)):
        return  # charged by the groups' actual losses, which the commit states
    if not adds_rho(cap) and entry.kind == events.COMMITTED:
        return  # keeps what was reserved
    reservation = history.reservations[entry.text("release")]
    if reservation.state != events.ABORTED:
        _compare(entry, reservation.charge, cap, loss)


def _compare(entry: Entry, recorded: Amount, cap: Cap, loss: Loss) -> None:
    try:
        expected = charged(price_of(cap, loss))
    except Refused:
        expected = {}
    if not (within(expected, recorded) and within(recorded, expected)):
        raise LedgerDamaged(problem("ledger.charge_differs", entry=entry.number))


def _account_sentence(name: str, account: AccountState, spent: dict[str, str], left: dict[str, str]) -> Phrase:
    total = in_short(account.total, up=False)
    return phrase("ledger.account_stands", account=name, spent=_words(spent), total=_words(total), left=_words(left))


def _gone(path: Path) -> bool:
    """Whether the owner of the lock at `path` has ended."""
    lock = OwnerLock(path)
    gone = not path.exists() or lock.try_acquire()
    lock.release()
    return gone


def _open_sentence(session: SessionState, gone: bool) -> Phrase:
    code = "ledger.session_ended" if gone else "ledger.session_is_open"
    return phrase(code, session=session.session_id, entry=session.opened.number, answers=len(session.answered))


_ENDED = {
    events.RESERVED: "ledger.ended_before_noise",
    events.DRAW_MARKED: "ledger.ended_after_mark",
    events.FIRST_SEALED: "ledger.ended_between_stages",
}


def _unfinished_sentence(reservation: ReservationState, gone: bool) -> Phrase:
    code = _ENDED.get(reservation.state, "ledger.sealed_unfinished") if gone else "ledger.under_way"
    return phrase(code, release=reservation.release_id, entry=reservation.reserved.number)


def _words(amount: dict[str, str]) -> tuple[Phrase, ...]:
    return tuple(phrase("ledger.amount", unit=unit, value=value) for unit, value in amount.items())
