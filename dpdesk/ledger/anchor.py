"""A second memory of the newest head, so that an older copy of the ledger put in its place is noticed.

A chain proves that a history is whole, not that it is the latest. Something outside the file must remember how far
it had come: the workbooks do (each quotes its entry and head), and on one machine the anchor does: a small file for
each ledger in the user's profile, away from the ledger, with the highest entry seen, its head, and some earlier pairs.
A ledger that ends before the highest entry was put back to an older copy; one with another head at an entry that was
seen is another branch, and the earlier pairs tell the two apart even if the other branch is the shorter one.

Written after the commit, under a lock, whole or not at all: it may lag behind the ledger (a crash in between, a
profile that cannot be written), never run ahead of it, and never goes back. A missing or unreadable anchor is no
refusal, since every machine is new once; `verify` says so. What it does not see: a profile put back together with the
ledger. For that there are the heads that were published.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeAlias

from dpdesk.errors import DpdeskError, LedgerDamaged
from dpdesk.ledger.chain import Json, canonical, parse_canonical, sha256
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.place import sync_directory
from dpdesk.problems.problem import Phrase, phrase, problem

Places: TypeAlias = Mapping[int, str]
"""Heads by entry number."""

_FORMAT = "dpdesk-anchor"
_VERSION = 1
_DENSITY = 8
_LARGEST = 1 << 16
_PATIENCE = 1.0  # seconds for another window to finish its few milliseconds; after that the anchor lags


class Anchor(Protocol):
    """Remembers, for each ledger, the highest entry seen, its head, and some earlier ones."""

    def seen(self, ledger_id: str) -> Places:
        """Return heads by entry number, the highest entry among them; empty if the ledger was never seen."""
        ...

    def note(self, ledger_id: str, entry: int, head: str) -> None:
        """Remember that the ledger has come as far as `entry`; never goes back, and never fails."""
        ...

    def forget(self, ledger_id: str) -> None:
        """Forget the ledger, because an older copy of it was accepted in writing.

        Raises:
            DpdeskError: if it cannot.
        """
        ...

    def words(self, ledger_id: str) -> Phrase | None:
        """Say what was remembered of the ledger before it was opened; None for nothing to say."""
        ...


def check_seen(places: Places, count: int, heads: Mapping[int, str], path: Path) -> None:
    """Compare a ledger of `count` entries with what was seen of it before.

    Raises:
        LedgerDamaged: ROLLBACK if it ends before an entry that was seen, FORK if it has another entry there.
    """
    apart = [entry for entry in sorted(places) if entry <= count and places[entry] != heads[entry]]
    if apart:
        raise LedgerDamaged(problem("ledger.fork", path=str(path), entry=apart[0], most=max(places)))
    if max(places, default=0) > count:
        raise LedgerDamaged(problem("ledger.rollback", path=str(path), count=count, seen=max(places)))


class MemoryAnchor:
    """An anchor that forgets with the process."""

    def __init__(self) -> None:
        self._places: dict[str, dict[int, str]] = {}

    def seen(self, ledger_id: str) -> Places:
        """Return what was noted."""
        return self._places.get(ledger_id, {})

    def note(self, ledger_id: str, entry: int, head: str) -> None:
        """Remember that the ledger has come as far as `entry`."""
        places = self._places.setdefault(ledger_id, {})
        if entry > max(places, default=0):
            places[entry] = head

    def forget(self, ledger_id: str) -> None:
        """Forget what was noted of a ledger."""
        self._places.pop(ledger_id, None)

    def words(self, ledger_id: str) -> Phrase | None:
        """Nothing: there is no file to tell of."""
        return None


def anchor_folder() -> Path:
    """Return the folder of the anchors in the user's profile (nothing is created)."""
    from platformdirs import user_state_path

    return user_state_path("dpdesk", appauthor=False) / "anchors"


class FileAnchor:
    """An anchor that outlives the process: one file a ledger in a folder, which is made when it is needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._found: dict[str, Phrase] = {}  # what the first look at each ledger's file found
        self._noted: dict[str, int] = {}  # how far this object knows the file to have come
        self._failed = False

    def file_of(self, ledger_id: str) -> Path:
        """Return the file for a ledger; its name is a hash, since an identifier comes from a file."""
        return self.folder / f"{sha256(ledger_id.encode('utf-8', 'replace'))[:32]}.json"

    def seen(self, ledger_id: str) -> Places:
        """Return what was noted; nothing if the file is missing or not as it was written."""
        path = self.file_of(ledger_id)
        try:
            with path.open("rb") as file:
                places = _read(file.read(_LARGEST), ledger_id)
            words = phrase("ledger.remembered", entry=max(places))
        except FileNotFoundError:
            places, words = {}, phrase("ledger.not_seen_before")
        except (OSError, ValueError):
            places, words = {}, phrase("ledger.memory_unreadable", folder=str(self.folder))
        self._found.setdefault(ledger_id, words)
        return places

    def note(self, ledger_id: str, entry: int, head: str) -> None:
        """Remember on the disk that the ledger has come as far as `entry`; never goes back, and never fails."""
        if entry <= self._noted.get(ledger_id, 0):
            return
        with suppress(OSError, DpdeskError):
            self._failed = True
            if entry > max(self.seen(ledger_id), default=0):
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                lock = OwnerLock(self.file_of(ledger_id).with_suffix(".lock"))
                _wait_for(lock)
                try:
                    places = self.seen(ledger_id)  # again, now that nobody else writes
                    if entry > max(places, default=0):
                        self._write(ledger_id, _thinned({**places, entry: head}))
                finally:
                    lock.release()
            self._noted[ledger_id], self._failed = entry, False

    def forget(self, ledger_id: str) -> None:
        """Remove the file of a ledger."""
        self._noted.pop(ledger_id, None)
        try:
            self.file_of(ledger_id).unlink(missing_ok=True)
            if self.folder.is_dir():
                sync_directory(self.folder)
        except OSError as error:
            raise DpdeskError(
                problem("ledger.memory_not_removed", path=str(self.file_of(ledger_id)), reason=str(error.strerror))
            ) from None

    def words(self, ledger_id: str) -> Phrase | None:
        """Say what the first look at the file found, or that it cannot be written."""
        if self._failed:
            return phrase("ledger.cannot_remember", folder=str(self.folder))
        return self._found.get(ledger_id)

    def _write(self, ledger_id: str, places: Places) -> None:
        path = self.file_of(ledger_id)
        draft = path.with_suffix(".part")  # one writer at a time: a draft that a crash left is written over
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(_text(ledger_id, places))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        sync_directory(path.parent)


def _wait_for(lock: OwnerLock) -> None:
    end = time.monotonic() + _PATIENCE
    while not lock.try_acquire():
        if time.monotonic() > end:
            raise DpdeskError(problem("ledger.anchor_locked"))
        time.sleep(0.002)


def _thinned(places: Places) -> dict[int, str]:
    """The highest entry and ever fewer before it: some of each distance, so that a fork is found at any depth."""
    last = max(places)
    return {entry: head for entry, head in places.items() if (entry & -entry) * _DENSITY >= last - entry}


def _text(ledger_id: str, places: Places) -> bytes:
    content: dict[str, Json] = {
        "format": _FORMAT,
        "version": _VERSION,
        "ledger": ledger_id,
        "seen": [[entry, places[entry]] for entry in sorted(places)],
    }
    return canonical({**content, "checksum": sha256(canonical(content))}) + b"\n"


def _read(data: bytes, ledger_id: str) -> dict[int, str]:
    """Read the places of a file; ValueError unless it is, byte for byte, one that was written for this ledger."""
    content = parse_canonical(data.removesuffix(b"\n"))
    seen = content.get("seen") if isinstance(content, dict) else None
    places: dict[int, str] = {}
    for pair in seen if isinstance(seen, list) else ():
        match pair:
            case [int(entry), str(head)] if entry > 0:
                places[entry] = head
    if not places or _text(ledger_id, places) != data:
        raise ValueError("not an anchor of this ledger")
    return places
