"""Python started anew in isolated mode, so that nothing of the user's environment runs inside the program.

A variable (PYTHONPATH, PYTHONSTARTUP, PYTHONWARNINGS, …), a `sitecustomize` or `usercustomize`, or a module named like
one of Python's in a folder on the path can put other code in the place of any module, the one noise is drawn with
among them. Isolated mode (`-I`) leaves out the variables, the user's site folder and the folder one stands in. The
process is replaced, where the system can do that: it keeps its number, its streams and its signals.

This is for what is left lying about: a stale start-up file, a variable somebody once set. What ran before has run in
this very process, and who means harm can have replaced what is called here.
"""

from __future__ import annotations

import os
import sys

# No pathlib, nor typing: this process is replaced at once, and each takes as long to load as all the rest of it.
DOOR = os.path.join(os.path.dirname(__file__), "__main__.py")
READ_APART = "--read-apart"
"""The word with which dpdesk is started once more, to read a file that may end the process that reads it."""


def ensure() -> None:
    """Return in isolated mode only, with the same words; a frozen program has neither path nor variables."""
    if sys.flags.isolated or getattr(sys, "frozen", False) or not sys.executable or not os.path.isfile(DOOR):
        return
    _become([sys.executable, "-I", *_kept(), DOOR, *sys.argv[1:]])


def itself(*words: str) -> list[str]:
    """The words that start this very dpdesk once more, in isolated mode, with some words of its own."""
    if getattr(sys, "frozen", False):
        from pathlib import Path

        program = Path(sys.executable).resolve()  # on Windows the one without a window has the standard streams
        return [str(program.with_name("dpdesk.exe") if program.name.lower() == "dpdeskw.exe" else program), *words]
    return [sys.executable, "-I", DOOR, *words]


def _kept() -> list[str]:
    """What changes no code: how text is written on the streams, and whether compiled files are."""
    return [*(["-X", "utf8"] if sys.flags.utf8_mode else []), *(["-B"] if sys.dont_write_bytecode else [])]


def _become(words: list[str]) -> None:
    """Never come back."""
    try:
        if os.name != "nt":
            os.execv(words[0], words)  # noqa: S606 -- this interpreter
        status = _wait_for(words)
    except OSError as error:
        sys.exit(f"dpdesk cannot start {words[0]} in isolated mode: {error.strerror or 'the system refuses'}.")
    sys.exit(status)


def _wait_for(words: list[str]) -> int:
    """The exit status of a process that takes the place of this one.

    Windows would let whoever waits for this process go on at once if it were replaced; so it stays. Ctrl+C goes to
    both, and the other one decides what comes of it.
    """
    import signal
    import subprocess

    with subprocess.Popen(words) as other:  # noqa: S603 -- this interpreter
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return other.wait()
