"""A small office for the tests of the ledger: an account, plans, and a release that stands for a real one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from dpdesk.ledger.chain import Entry
from dpdesk.ledger.history import History
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.terms import AccountTerms, Request, SessionRequest
from dpdesk.privacy.accounting import Cap
from dpdesk.privacy.loss import Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours

DATASET = "survey 2020"
FINGERPRINT = "f" * 64


def terms(
    cap: dict[str, str] | None = None,
    dataset_id: str = DATASET,
    *,
    c: int = 1,
    unit: str = "row",
    neighbours: Neighbours = Neighbours.ADD_REMOVE,
) -> AccountTerms:
    return AccountTerms(dataset_id, Cap.from_json(cap or {"epsilon": "1"}), unit, c, neighbours)


def request(
    meaning: str = "plan 0",
    loss: Loss | None = None,
    *,
    dataset_id: str = DATASET,
    fingerprint: str = FINGERPRINT,
    accept_changed: str | None = None,
    confirm_known: str | None = None,
    actual: Loss | None = None,
) -> Request:
    return Request(
        dataset_id,
        meaning,
        fingerprint,
        loss or PureDP("0.1"),
        b'{"plan":"%s"}' % meaning.encode(),
        b"{}",
        accept_changed=accept_changed,
        confirm_known=confirm_known,
        actual=actual,
        title=f"Title of {meaning}",
    )


def session_request() -> SessionRequest:
    return SessionRequest(
        dataset_id=DATASET, meaning="session", fingerprint=FINGERPRINT, loss=PureDP("0.1"),
        plan_json=b'{"title":{"en":"Asked"}}', dictionary_json=b"{}", title="Asked", terms_json=b"{}",
    )  # fmt: skip


def office(folder: Path, *accounts: AccountTerms) -> Ledger:
    """A new ledger in `folder` with the given accounts (default: one with a cap of epsilon 1)."""
    ledger = Ledger.open(folder / "ledger.sqlite", create=True)
    for account in accounts or (terms(),):
        ledger.ensure_account(account)
    return ledger


def fresh_noise() -> bytes:
    """Integers that stand for noisy answers; drawn anew at each call, so that a second draw is noticed."""
    return secrets.token_bytes(16)


def finish(
    reservation: Reservation,
    loss: Loss | None = None,
    draw: Callable[[], bytes] = fresh_noise,
) -> StoredRelease:
    """Go the whole way from a reservation to a finished release, as the program does."""
    if reservation.sealed is None:
        reservation.mark_draw()
        reservation.seal(draw())
    assert reservation.sealed is not None
    return reservation.commit("hash of " + reservation.sealed.hex(), loss or PureDP("0.1"), b"summary")


def release(ledger: Ledger, asked: Request, draw: Callable[[], bytes] = fresh_noise) -> StoredRelease:
    """Release once, or get the stored release."""
    got = ledger.reserve(asked)
    if isinstance(got, StoredRelease):
        return got
    with got:
        return finish(got, asked.actual or asked.loss, draw)


def replay(entries: Sequence[Entry]) -> None:
    """LedgerDamaged if the entries could not have happened."""
    history = History()
    for entry in entries:
        history.apply(entry)
