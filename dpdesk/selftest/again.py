"""dpdesk started once more, as a program of its self-test: a process to be ended, to be compared, to be measured.

A checkout and a wheel are run by an interpreter, which could start any module. A frozen program is no interpreter and
knows its own words only. So there is one way for all of them: dpdesk itself is started with a word that is no command
and the name of one of the modules below, which gets the words that follow.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

WORD = "--again"
PROGRAMS = ("drills.ledger", "drills.session", "imports", "pictures", "seeded_alike")
"""Modules beside this one, or in a folder beside it, that can be started; each has `main(words)`, which returns the
exit status.
"""


def command(name: str, *words: str | Path) -> list[str]:
    """The words that start one of the programs, to be run in `folder()`."""
    return [*_itself(), WORD, name, *map(str, words)]


def folder() -> Path:
    """Where to start it: there an interpreter finds this very dpdesk."""
    return _executable().parent if getattr(sys, "frozen", False) else Path(__file__).resolve().parents[2]


def start(words: Sequence[str]) -> int:
    """Be one of the programs; the words after `WORD`.

    Raises:
        BadInput: if there is no such program.
    """
    if not words or words[0] not in PROGRAMS:
        raise BadInput(problem("selftest.no_program", word=WORD, known=tuple(PROGRAMS)))
    sys.argv = [words[0], *words[1:]]
    return int(importlib.import_module(f"dpdesk.selftest.{words[0]}").main(list(words[1:])) or 0)


def answer(words: Sequence[str]) -> int:
    """The same, where a wrong name is a sentence on standard error."""
    try:
        return start(words)
    except BadInput as error:
        print(error, file=sys.stderr)
        return error.exit_status


def _itself() -> list[str]:
    return [str(_executable())] if getattr(sys, "frozen", False) else [sys.executable, "-m", "dpdesk"]


def _executable() -> Path:
    """The frozen program that has standard streams: on Windows the one without a window of its own."""
    program = Path(sys.executable).resolve()
    return program.with_name("dpdesk.exe") if program.name.lower() == "dpdeskw.exe" else program
