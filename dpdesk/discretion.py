"""What a process that may hold microdata keeps to itself.

Its memory is never written to a disk: no core file, no crash handler that attaches to it. Of an exception that nobody
caught, in any thread or destructor, the kind is told and nothing else, since a library's message may quote a cell of
the data; for the same reason libraries neither warn nor log on standard error, which a desktop often keeps in a file.
"""

from __future__ import annotations

import sys
import threading
import warnings
from contextlib import suppress
from types import TracebackType
from typing import Any, NoReturn

_SET_DUMPABLE = 4  # Linux, prctl
_NO_FAULT_BOX, _NO_HEAP = 0x0002, 0x0001  # Windows: no crash dialog, and no heap in what is reported all the same


class Confidential:
    """Something whose contents nobody may see: it says no more than its kind, and no second one is made of it.

    A failing comparison would show both sides, and a pickle or a copy would outlive the release or session that may
    hold the contents.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: confidential>"

    def __str__(self) -> str:
        return repr(self)

    def __format__(self, specification: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        raise TypeError(f"{type(self).__name__} is confidential and is not compared")

    def __hash__(self) -> int:
        raise TypeError(f"{type(self).__name__} is confidential and is not hashed")

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is confidential: it is neither pickled nor copied")


def forbid_dumps() -> None:
    """Never write the memory of this process to a disk, as far as the system lets us.

    On Linux the limit alone does not stop a handler that the kernel pipes memory to; that the process is not dumpable
    does, and it keeps other processes of the same user from reading its memory. A process that somebody traces already
    (with strace, to see which files it opens) keeps the limit alone: its tracer could not read the names otherwise.
    """
    import ctypes

    if sys.platform == "win32":
        with suppress(OSError, AttributeError):
            ctypes.windll.kernel32.SetErrorMode(_NO_FAULT_BOX)
            ctypes.windll.kernel32.WerSetFlags(_NO_HEAP)
        return
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform.startswith("linux") and not _traced():
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


def _traced() -> bool:
    """Whether another process traces this one and so reads its memory anyway."""
    with suppress(OSError), open("/proc/self/status", encoding="utf-8", errors="replace") as status:
        return any(line.startswith("TracerPid:") and line.split()[1] != "0" for line in status)
    return False


def tell_kinds_only() -> None:
    """Of exceptions that nobody catches tell the kind, and print no library's warnings.

    Only where Python's own ways are in place: whoever has others, a test for instance, keeps them.
    """
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _on_exception
    if threading.excepthook is threading.__excepthook__:
        threading.excepthook = _on_event
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = _on_event
    if warnings.showwarning is getattr(warnings, "_showwarning_orig", None):
        warnings.showwarning = _nothing


def keep_logs_silent() -> None:
    """Print no library's log on standard error, and no complaint about logging; for processes that open data."""
    import logging

    logging.lastResort = logging.NullHandler()
    logging.raiseExceptions = False


def _on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    _tell(kind)


def _on_event(happened: Any) -> None:
    if happened.exc_type is not None and not issubclass(happened.exc_type, SystemExit):
        _tell(happened.exc_type)


def _tell(kind: type[BaseException]) -> None:
    with suppress(OSError, ValueError, AttributeError):
        print(internal(kind), file=sys.stderr)


def internal(kind: type[BaseException]) -> str:
    """The sentence about an exception that nobody expected."""
    return f"An internal error ({kind.__name__}) arose in dpdesk; nothing of the data is shown."


def _nothing(*message: Any, **more: Any) -> None:
    """What a library warns of stays unsaid."""
