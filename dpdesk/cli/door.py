"""The door of the program: no arguments open the window, anything else is the command line."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from contextlib import suppress
from typing import TextIO

from dpdesk import isolation
from dpdesk.discretion import forbid_dumps, tell_kinds_only


def main(arguments: list[str] | None = None) -> int:
    """Run dpdesk and return its exit status; without words given here, those of the process, in isolated mode."""
    if arguments is None:
        isolation.ensure()
    _settle_streams()
    forbid_dumps()
    tell_kinds_only()
    # One thread for small matrices: several fight for the processor, and their number shows in the last digit of a
    # forecast, which must be the same in the window and on the command line, whatever the surroundings ask for.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # Nobody's package adds itself to what reads plans here; to look for one takes as long as to load what does.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    words = sys.argv[1:] if arguments is None else arguments
    if arguments is None:
        gc.set_threshold(500_000)  # most of what a command makes it keeps; to look through it again took a tenth
    if words[:1] == ["--again"]:
        from dpdesk.selftest.again import answer

        return answer(words[1:])
    if words == [isolation.READ_APART]:
        from dpdesk.data.sources.statistical.child import main as read_apart

        return read_apart()
    if arguments is None:
        _keep_output()
    from dpdesk.cli.commands import run

    status = run(words)
    if arguments is None and "dpdesk.gui.app" not in sys.modules:  # a window is taken down in Qt's own order
        _leave(status)
    return status


def _leave(status: int) -> None:
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


def _settle_streams() -> None:
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


def _keep_output() -> None:
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


def _usable(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    with suppress(AttributeError):  # a stand-in for a stream, which takes every sign
        stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]  # absent from stand-ins only
    return stream
