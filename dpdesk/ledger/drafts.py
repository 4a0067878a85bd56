"""Files on their way: the names under which they are written, and the removal of those a dead program left behind.

A file that appears whole or not at all is written under another name in its folder first, `.NAME.TOKEN.part`. A program
that is killed leaves that file where it was. It is swept by the next one that writes into the folder, which must not
take away what a living program is writing. Age says nothing about that; so the writer holds a lock of the operating
system on `.dpdesk-TOKEN.lock` as long as its drafts exist, and whoever obtains that lock knows that the writer is gone.
Where the file system knows no locks, nothing is swept.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from pathlib import Path

from dpdesk.errors import DpdeskError
from dpdesk.ledger.locks import OwnerLock

_DRAFT = re.compile(r"\..*[.-]([0-9a-f]{8})\.part", re.DOTALL)
_LOCK = re.compile(r"\.dpdesk-([0-9a-f]{8})\.lock")


class Drafts:
    """The drafts of one writer in one folder and those below it; `begin` before the first, `end` after the last."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._token = secrets.token_hex(4)
        self._lock = _lock(folder, self._token)

    def begin(self) -> None:
        """Take the lock; the folder must exist."""
        with suppress(DpdeskError):
            self._lock.try_acquire()

    def name(self, final: Path) -> Path:
        """The name under which a file is written that will be `final`."""
        return final.with_name(f".{final.name}.{self._token}.part")

    def sweep(self, folder: Path) -> None:
        """Remove the drafts that programs which have ended left in `folder` (this writer's, or one below it)."""
        if not self._lock.held:
            return
        with suppress(OSError):
            for left in list(folder.glob(".*.part")):
                match = _DRAFT.fullmatch(left.name)
                if match is not None and match[1] != self._token:
                    self._remove(left, match[1])
            for left in list(self._folder.glob(".dpdesk-*.lock")):
                match = _LOCK.fullmatch(left.name)
                if match is not None and match[1] != self._token:
                    self._remove(left, match[1])  # letting go of a lock removes its file

    def _remove(self, left: Path, token: str) -> None:
        lock = _lock(self._folder, token)
        with suppress(DpdeskError, OSError):
            if lock.try_acquire():
                try:
                    left.unlink(missing_ok=True)
                finally:
                    lock.release()

    def end(self) -> None:
        """Let go of the lock."""
        self._lock.release()


def _lock(folder: Path, token: str) -> OwnerLock:
    return OwnerLock(folder / f".dpdesk-{token}.lock")
