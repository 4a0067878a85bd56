"""The accounts of a ledger: opened at their first use, raised in writing, and never spent here."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod

from dpdesk.errors import BadInput
from dpdesk.ledger import board, events
from dpdesk.ledger.admission import account_of
from dpdesk.ledger.chain import Entry, Json
from dpdesk.ledger.history import History
from dpdesk.ledger.states import AccountState
from dpdesk.ledger.store import Store, key_check
from dpdesk.ledger.terms import (
    AccountTerms,
    Amount,
    amount_to_json,
    cap_to_json,
    limit_of,
    shown,
    subtract,
    within,
)
from dpdesk.privacy.accounting import Cap
from dpdesk.problems.problem import Phrase, phrase, problem

KEY_BYTES = 32
FINGERPRINT_KEY = "fingerprint"


class Accounts(ABC):
    """The part of a ledger that keeps accounts, and on which its other parts stand; see `Ledger`."""

    _store: Store

    @abstractmethod
    def _history(self) -> History:
        """What the ledger holds now, read and checked."""

    def _append(self, history: History, kind: str, **fields: Json) -> Entry:
        return self._store.append(history, kind, **fields)

    def _account(self, dataset_id: str) -> AccountState:
        return account_of(self._history(), dataset_id)

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
            key = secrets.token_bytes(KEY_BYTES)
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
        return self._store.get_secret(FINGERPRINT_KEY, self._history().key_check)

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
