"""The door of the program: no arguments open the window, anything else is the command line.

Next to nothing is loaded before it is known that this process goes on: one in isolated mode may take its place.
"""

from __future__ import annotations

import gc
import os
import sys

from dpdesk import isolation


def main(arguments: list[str] | None = None) -> int:
    """Run dpdesk and return its exit status; without words given here, those of the process, in isolated mode."""
    if arguments is None:
        isolation.ensure()
    return _run(sys.argv[1:] if arguments is None else arguments, alone=arguments is None)


def _run(words: list[str], *, alone: bool) -> int:
    """Do what the words say; `alone` in a process that is there for nothing else."""
    from dpdesk import streams
    from dpdesk.discretion import forbid_dumps, tell_kinds_only

    streams.settle()
    forbid_dumps()
    tell_kinds_only()
    # One thread for small matrices: several fight for the processor, and their number shows in the last digit of a
    # forecast, which must be the same in the window and on the command line, whatever the surroundings ask for.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # Nobody's package adds itself to what reads plans here; to look for one takes as long as to load what does.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    if alone:
        gc.set_threshold(500_000)  # most of what a command makes it keeps; to look through it again took a tenth
    if words[:1] == ["--again"]:
        from dpdesk.selftest.again import answer

        return answer(words[1:])
    if words == [isolation.READ_APART]:
        from dpdesk.data.sources.statistical.child import main as read_apart

        return read_apart()
    if alone:
        streams.keep_for_answers()
    from dpdesk.cli.commands import run

    status = run(words)
    if alone and "dpdesk.gui.app" not in sys.modules:  # a window is taken down in Qt's own order
        streams.leave(status)
    return status
