"""The standard streams of a process of its own, from their first use to the end of the process."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from contextlib import suppress
from typing import TextIO


def settle() -> None:
    """Make printing safe wherever dpdesk was started.

    A caller may have closed a standard stream. Its number would then go to the next file that is opened, the ledger
    perhaps, and whatever a library prints would be written into that file; an error would be printed on standard
    output instead. And a terminal that lacks a sign (of a title, say) gets an escape for it instead of no answer.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    sys.stdout = _usable(sys.stdout)
    sys.stderr = _usable(sys.stderr)


def keep_for_answers() -> None:
    """Keep standard output for answers: what a library prints of its own accord goes to standard error.

    HiGHS prints a line now and then that no option turns off (https://github.com/jump-dev/HiGHS.jl/issues/312); it
    would stand in the middle of what `--json` prints.
    """
    with suppress(OSError, ValueError):  # a stand-in for a stream has no number
        if sys.stdout.fileno() != 1:
            return
        sys.stdout.flush()
        encoding, errors, lines = sys.stdout.encoding, sys.stdout.errors, sys.stdout.isatty()
        answers = os.fdopen(os.dup(1), "w", 1 if lines else -1, encoding=encoding, errors=errors)
        os.dup2(2, 1)
        sys.stdout = answers


def leave(status: int) -> None:
    """End the process at once, without taking everything in it apart: that takes a seventh of the time of a forecast.

    What was registered for the end is done. Not where a thread is still at work, or what was printed cannot be written,
    of which Python tells.
    """
    if threading.active_count() > 1:
        return
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _usable(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    with suppress(AttributeError):  # a stand-in for a stream, which takes every sign
        stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]  # absent from stand-ins only
    return stream
