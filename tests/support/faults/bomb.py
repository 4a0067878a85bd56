"""A double around calls to the operating system and SQLite that kills this process at one of them, with SIGKILL."""

from __future__ import annotations

import fcntl
import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

_REAL_WRITE, _REAL_OPEN, _REAL_CLOSE = os.write, os.open, os.close


def note(path: Path, text: str) -> None:
    descriptor = _REAL_OPEN(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    _REAL_WRITE(descriptor, (text + "\n").encode())
    _REAL_CLOSE(descriptor)


class Bomb:
    """Counts calls and names them; at number `at` kills this process, before the call or after it."""

    def __init__(self, at: int, after: bool) -> None:
        self.at, self.after, self.names = at, after, list[str]()

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **options: Any) -> Any:
            self.names.append(name)
            mine = len(self.names)
            if mine == self.at and not self.after:
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                return function(*args, **options)
            finally:
                if mine == self.at:
                    os.kill(os.getpid(), signal.SIGKILL)

        return counted

    def arm(self, urandom: bool = True) -> None:
        """Put the doubles in place; without `urandom` the number of calls does not depend on the noise drawn."""
        for name in ("open", "fsync", "replace", "unlink", *(["urandom"] if urandom else [])):
            setattr(os, name, self.wrap(name, getattr(os, name)))
        fcntl.flock = self.wrap("flock", fcntl.flock)
        bomb, real = self, sqlite3.connect

        class Counted(sqlite3.Connection):
            def execute(self, *args: Any) -> sqlite3.Cursor:
                found: sqlite3.Cursor = bomb.wrap(f"sql {args[0][:6]}", super().execute)(*args)
                return found

        sqlite3.connect = lambda *args, **options: real(*args, factory=Counted, **options)  # type: ignore[assignment]
