"""A ledger as the window shows it: its entries, what each one spent and left, and how accounts stand. Qt-free.

Read once, in a thread; nothing is created by looking. The balances are those of the ledger's own replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import DpdeskError
from dpdesk.ledger import events
from dpdesk.problems.problem import Phrase
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.ledger.chain import Entry
    from dpdesk.ledger.history import History
    from dpdesk.ledger.series import Series
    from dpdesk.release.result import Release

Amount = Mapping[str, Fraction]
_MOST_POINTS = 400


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry. `cost` is what it changed in the account's spending, `left` what remained; None where it has none."""

    number: int
    date: str
    kind: str
    dataset: str
    release: str
    title: str
    cost: Amount | None
    left: Amount | None
    limit: Amount | None
    body: Mapping[str, Any]
    head: str
    previous_head: str

    @property
    def is_step(self) -> bool:
        """Whether it only marks how far a release or a session had come."""
        return self.kind in (events.DRAW_MARKED, events.FIRST_SEALED, events.SEALED, events.SESSION_ANSWERED)

    @property
    def is_of_session(self) -> bool:
        """Whether it concerns a session of questions; `release` is then the session's name."""
        return self.kind in (events.SESSION_OPENED, events.SESSION_ANSWERED, events.SESSION_CLOSED)


@dataclass(frozen=True, slots=True)
class AccountView:
    """One account as it stands: its cap as the dictionary writes it, what may be spent in all, what is spent.

    `demanded` says whether nothing is released from it without an approval; `series` its waves, where it has any, and
    `last_release` its last finished release with the day of that.
    """

    dataset: str
    cap: Mapping[str, str]
    limit: Amount
    spent: Amount
    demanded: bool = False
    series: Series | None = None
    last_release: str = ""
    last_day: str = ""

    @property
    def left(self) -> Amount:
        """What is left of the limit, by unit."""
        return {unit: self.limit[unit] - self.spent[unit] for unit in self.limit}


@dataclass(frozen=True, slots=True)
class Balance:
    """An account after one entry, in the first unit of its rule."""

    entry: int
    date: str
    left: Fraction
    limit: Fraction


@dataclass(frozen=True, slots=True)
class LedgerView:
    """A whole ledger. `exists` is False where there is none yet."""

    path: Path
    exists: bool = False
    rows: tuple[EntryRow, ...] = ()
    accounts: tuple[AccountView, ...] = ()
    finished: frozenset[str] = frozenset()  # releases that can be shown again
    unfinished: tuple[Phrase, ...] = ()
    balances: Mapping[str, tuple[Balance, ...]] = field(default_factory=dict)  # by data set, as many as can be drawn
    datasets: tuple[str, ...] = ()  # every one that is named, accounts first

    def account(self, dataset: str) -> AccountView | None:
        """The account of a data set."""
        return next((one for one in self.accounts if one.dataset == dataset), None)


def read_view(path: Path, progress: Progress = silent) -> LedgerView:
    """Read the ledger at `path`.

    Raises:
        DpdeskError: it is no ledger, damaged, of a newer version, or cannot be read.
    """
    from dpdesk.ledger.ledger import Ledger

    if not path.exists():
        return LedgerView(path)
    progress("reading the ledger")
    with Ledger.open(path) as ledger:
        entries, unfinished = ledger.entries(), ledger.unfinished()
    return view_of(path, entries, unfinished)


def accept_older(path: Path, answers: Mapping[str, str]) -> None:
    """Go on with a copy of a ledger that this machine has seen further, with a reason in writing.

    Raises:
        DpdeskError: without a reason, or if it is the newest copy after all.
    """
    from dpdesk.ledger.ledger import Ledger

    Ledger.accept_older_copy(path, answers["reason"], office=answers["office"], role=answers["role"])


def finish(path: Path, release: str, progress: Progress = silent) -> Release:
    """Finish a release whose noise is drawn and sealed, from the sealed numbers alone; it costs nothing.

    Raises:
        DpdeskError: it is not sealed, it is being finished, or this was cancelled.
    """
    from dpdesk.gui.shared.publishing import prepare_to_show
    from dpdesk.ledger.ledger import Ledger
    from dpdesk.release.run import finish_sealed

    prepare_to_show()
    with Ledger.open(path) as ledger:
        return finish_sealed(release, ledger, progress).release


def view_of(path: Path, entries: list[Entry], unfinished: tuple[Phrase, ...] = ()) -> LedgerView:
    """The view of entries; from one that this version does not know on, no balances are shown."""
    from dpdesk.ledger.history import History

    history: History | None = History()
    rows: list[EntryRow] = []
    titles: dict[str, str] = {}
    for entry in entries:
        before = _spent(history, entry.dataset_id)
        if history is not None:
            try:
                history.apply(entry)
            except (DpdeskError, KeyError):
                history = None
        release = entry.text("release") or entry.text("session") or entry.text("meaning")
        if entry.text("title"):
            titles.setdefault(release, entry.text("title"))
        rows.append(_row(history, entry, before, entry.text("title") or (titles.get(release, "") if release else "")))
    accounts: tuple[AccountView, ...] = ()
    if history is not None:
        accounts = tuple(
            AccountView(
                name,
                dict(account.terms.cap.to_json()),
                _in_order(account.total),
                dict(account.spent),
                account.board.demanded is not None,
                account.series,
                *_last_release(history, name),
            )
            for name, account in history.accounts.items()
        )
    named = dict.fromkeys([one.dataset for one in accounts] + [row.dataset for row in rows if row.dataset])
    balances = {one.dataset: _balances(rows, one) for one in accounts}
    return LedgerView(path, True, tuple(rows), accounts, _committed(entries), unfinished, balances, tuple(named))


def _last_release(history: History, dataset: str) -> tuple[str, str]:
    """The last finished release of an account that was not withdrawn, and its day; empty where there is none."""
    done = [
        one for one in history.reservations.values()
        if one.reserved.dataset_id == dataset and one.state == events.COMMITTED and one.withdrawn is None
    ]  # fmt: skip
    return (done[-1].release_id, done[-1].step(events.COMMITTED).date) if done else ("", "")


def _balances(rows: list[EntryRow], account: AccountView) -> tuple[Balance, ...]:
    """The entries that changed the account, the first and the last one; thinned out if they are too many to draw."""
    unit = next(iter(account.limit))
    found: list[Balance] = []
    last: Balance | None = None
    for row in rows:
        if row.dataset == account.dataset and row.left is not None and row.limit is not None:
            last = Balance(row.number, row.date, row.left[unit], row.limit[unit])
            if not found or (last.left, last.limit) != (found[-1].left, found[-1].limit):
                found.append(last)
    if last is not None and found[-1] is not last:
        found.append(last)
    step = -(-len(found) // _MOST_POINTS) or 1
    return (*found[:-1][::step], *found[-1:])


def _row(history: History | None, entry: Entry, before: Amount | None, title: str) -> EntryRow:
    account = None if history is None else history.accounts.get(entry.dataset_id)
    cost = left = limit = None
    if account is not None:
        limit = _in_order(account.total)
        cost = {unit: account.spent[unit] - (before or {}).get(unit, Fraction(0)) for unit in limit}
        left = {unit: limit[unit] - account.spent[unit] for unit in limit}
        if not any(cost.values()):
            cost = None
    return EntryRow(
        entry.number, entry.date, entry.kind, entry.dataset_id, entry.text("release") or entry.text("session"), title,
        cost, left, limit, entry.body, entry.head, entry.previous_head,
    )  # fmt: skip


def _in_order(amount: Amount) -> dict[str, Fraction]:
    return {unit: amount[unit] for unit in ("epsilon", "delta", "rho") if unit in amount}


def _spent(history: History | None, dataset: str) -> Amount | None:
    account = None if history is None else history.accounts.get(dataset)
    return None if account is None else dict(account.spent)


def _committed(entries: list[Entry]) -> frozenset[str]:
    return frozenset(entry.text("release") for entry in entries if entry.kind == events.COMMITTED)
