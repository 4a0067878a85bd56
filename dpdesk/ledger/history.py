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

What there is to know is in `states`; what an entry does to it, in `replay_charges` and `replay_decisions`, and here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger import events, replay_charges, replay_decisions
from dpdesk.ledger.chain import Entry
from dpdesk.ledger.states import AccountState, State, impossible, prints_of
from dpdesk.ledger.terms import AccountTerms, amount_from_json, cap_from_ledger, within, zero_like
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase, problem

FORMAT = 1
"""The version of the events' format, written into the first entry and into the file."""


@dataclass(slots=True)
class History(State):
    """The state after the entries replayed so far, which takes the next one."""

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


def _created(state: State, entry: Entry) -> None:
    if entry.body["format"] != FORMAT:
        raise LedgerDamaged(problem("ledger.unknown_format"))
    state.ledger_id = entry.text("ledger")
    state.key_check = entry.text("key_check")


def _opened(state: State, entry: Entry) -> None:
    if entry.dataset_id in state.accounts:
        raise impossible(entry, phrase("ledger.why_account_open"))
    cap, total = cap_from_ledger(entry.body["cap"]), amount_from_json(entry.body["total"])
    rows = entry.body["rows_per_unit"]
    try:
        neighbours = Neighbours(entry.text("neighbours"))
        terms = AccountTerms(
            entry.dataset_id, cap, entry.text("unit"), rows if isinstance(rows, int) else 0, neighbours
        )
    except (ValueError, BadInput):
        raise impossible(entry, phrase("ledger.why_terms")) from None
    state.accounts[entry.dataset_id] = AccountState(terms, cap, total, zero_like(total), entry.text("key_check"))


def _cap_raised(state: State, entry: Entry) -> None:
    account = state.account(entry)
    total = amount_from_json(entry.body["total"])
    if not within(account.total, total):
        raise impossible(entry, phrase("ledger.why_cap_lowered"))
    old = account.terms
    account.total = total
    account.terms = AccountTerms(
        old.dataset_id,
        cap_from_ledger(entry.body["cap"]),
        old.unit_text,
        old.c,
        old.neighbours,
    )


def _data_accepted(state: State, entry: Entry) -> None:
    state.account(entry).fingerprints |= prints_of(entry)


def _fingerprint_confirmed(state: State, entry: Entry) -> None:
    state.account(entry).confirmed |= prints_of(entry)


def _refused(state: State, entry: Entry) -> None:
    state.account(entry)


def _check_looked(_state: State, _entry: Entry) -> None:
    """A look at the file costs nothing and needs no account."""


def _older_accepted(_state: State, _entry: Entry) -> None:
    """What the lost entries spent cannot be known from what is left."""


_HANDLERS: dict[str, Callable[[State, Entry], None]] = {
    **replay_charges.HANDLERS,
    **replay_decisions.HANDLERS,
    events.CREATED: _created,
    events.OPENED: _opened,
    events.CAP_RAISED: _cap_raised,
    events.REFUSED: _refused,
    events.DATA_ACCEPTED: _data_accepted,
    events.FINGERPRINT_CONFIRMED: _fingerprint_confirmed,
    events.CHECK_LOOKED: _check_looked,
    events.OLDER_ACCEPTED: _older_accepted,
}
