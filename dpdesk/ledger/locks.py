"""The owner's lock: an operating-system lock that lives exactly as long as the process that holds it.

A reservation belongs to the process that made it. Whether that process still lives must never be guessed from
an age or a process number: processes sleep, numbers are reused. So the owner takes an exclusive lock of the
operating system on a file beside the ledger before the reservation becomes visible, and keeps it until the
reservation is over. The system frees it when the process ends in whatever way, kill -9 included. Whoever
obtains the lock therefore knows that the owner is gone.

The holder removes the file when it lets go. A contender that locked the removed file notices (the name no longer
leads to it) and reports the lock as not obtained. A missing file and a free lock mean the same. Should somebody
delete the file of a living owner, nothing is drawn twice: every step of a reservation is checked again inside its
own transaction; the lock only decides who may wait, resume or give back.

Unix: flock(2), which belongs to the open file, so that two reservations of one process exclude each other too.
Windows: a byte-range lock of the C run-time library. No fallback to marker files: those survive a crash.
"""

from __future__ import annotations

import os
import sys
import weakref
from contextlib import suppress
from pathlib import Path

from dpdesk.errors import DpdeskError
from dpdesk.problems.problem import problem

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class OwnerLock:
    """An exclusive lock on one file; `try_acquire` never waits."""

    __slots__ = ("__weakref__", "_descriptor", "path")

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._descriptor is not None

    def try_acquire(self) -> bool:
        """Take the lock if it is free and return whether this object holds it now.

        Raises:
            DpdeskError: if the folder cannot be written or its file system knows no such locks.
        """
        if self._descriptor is not None:
            return True
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except PermissionError:
            if sys.platform == "win32" and self.path.exists():
                return False  # being removed by its holder
            raise DpdeskError(problem("ledger.lock_folder", folder=str(self.path.parent))) from None
        except OSError as error:
            raise DpdeskError(
                problem("ledger.no_lock_file", folder=str(self.path.parent), reason=str(error.strerror))
            ) from None
        taken = False
        try:
            taken = _lock(descriptor) and self._is_the_file_of_that_name(descriptor)
        except OSError as error:
            raise DpdeskError(
                problem("ledger.no_locks", folder=str(self.path.parent), reason=str(error.strerror))
            ) from None
        finally:
            if not taken:
                os.close(descriptor)
        if taken:
            self._descriptor = descriptor
            _HELD.add(self)
        return taken

    def release(self) -> None:
        """Remove the file and let go of the lock; whoever asks next makes a new file."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        _HELD.discard(self)
        try:
            if sys.platform != "win32":
                with suppress(OSError):
                    self.path.unlink(missing_ok=True)  # while it is held, so that it is no other owner's file
        finally:
            os.close(descriptor)
        if sys.platform == "win32":
            with suppress(OSError):  # another process has it open: then it stays, free
                self.path.unlink(missing_ok=True)

    def _is_the_file_of_that_name(self, descriptor: int) -> bool:
        if sys.platform == "win32":
            return True  # Windows does not delete a file that is open
        mine = os.fstat(descriptor)
        try:
            named = os.stat(self.path)
        except FileNotFoundError:
            return False
        return (mine.st_dev, mine.st_ino) == (named.st_dev, named.st_ino)

    def _forget_after_fork(self) -> None:
        # The child shares the open file; keeping it would hold the lock beyond the life of the owner.
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


_HELD: weakref.WeakSet[OwnerLock] = weakref.WeakSet()


def _forget_all_after_fork() -> None:
    for lock in list(_HELD):
        lock._forget_after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all_after_fork)
