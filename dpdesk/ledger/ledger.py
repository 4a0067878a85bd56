"""The ledger: one open file with its accounts, what they spent, and what was decided.

`accounts` keeps what may be spent, `charging` is the one door through which a release or a session spends it, and
`decisions` records what changes no amount. Here the file is opened, verified and exported.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger import board, events
from dpdesk.ledger.accounts import FINGERPRINT_KEY, KEY_BYTES
from dpdesk.ledger.anchor import Anchor, FileAnchor, MemoryAnchor, anchor_folder, check_seen
from dpdesk.ledger.chain import Entry
from dpdesk.ledger.charging import Charging
from dpdesk.ledger.decisions import Decisions
from dpdesk.ledger.export import export_lines, release_lines, write_export
from dpdesk.ledger.history import FORMAT, History
from dpdesk.ledger.place import default_path, make_directory
from dpdesk.ledger.store import Store, key_check
from dpdesk.ledger.verification import Quoted, VerifyReport, unfinished_sentences, verify_store
from dpdesk.problems.problem import Phrase, phrase, problem
from dpdesk.resources import resource

if TYPE_CHECKING:
    from typing import Self


class Ledger(Charging, Decisions):
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
            key = secrets.token_bytes(KEY_BYTES)
            keys = {FINGERPRINT_KEY: key}
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
