"""Real processes for the tests of the ledger: `python ledger_worker.py crash|crowd ...`, results as JSON.

The driver imports everything once and forks, so that a hundred processes take seconds. A child that is to die
counts the calls that its ledger makes to SQLite and to the operating system, through doubles put around them here,
and kills itself with SIGKILL just before or just after call number N.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ledger_world as world

from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import StoredRelease


class Bomb:
    """Kills this process with SIGKILL at call number `at`; counts the calls otherwise."""

    def __init__(self, at: int, after: bool) -> None:
        self.at, self.after, self.calls = at, after, 0

    def wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **options: Any) -> Any:
            self.calls += 1
            mine = self.calls
            if mine == self.at and not self.after:
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                return function(*args, **options)
            finally:
                if mine == self.at:
                    os.kill(os.getpid(), signal.SIGKILL)

        return counted

    def arm(self) -> None:
        for name in ("open", "fsync", "replace", "unlink", "close"):
            setattr(os, name, self.wrap(getattr(os, name)))
        fcntl.flock = self.wrap(fcntl.flock)
        bomb, real = self, sqlite3.connect

        class Counted(sqlite3.Connection):
            def execute(self, *args: Any) -> sqlite3.Cursor:
                return bomb.wrap(super().execute)(*args)

        sqlite3.connect = lambda *args, **options: real(*args, factory=Counted, **options)  # type: ignore[assignment]


def note(path: Path, text: str) -> None:
    """Append a line that survives the process."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(descriptor, (text + "\n").encode())
    os.close(descriptor)


def one_session(folder: Path) -> str:
    """Open or create the ledger and a session in it, with one answer; note what is shown."""
    with Ledger.open(folder / "ledger.sqlite", create=True) as ledger:
        ledger.ensure_account(world.terms())
        with ledger.open_session(world.session_request()) as record:
            record.answered({"area": ["01"]}, {"answer": "above"}, 1)
            note(folder / "shown", record.id)
            return record.id


def one_release(folder: Path, plan: str) -> str:
    """Open or create the ledger and release once; note what is drawn and what is shown.

    A plan whose name begins with "detail" is drawn in two stages; both draws are noted.
    """
    if plan == "session":
        return one_session(folder)
    with Ledger.open(folder / "ledger.sqlite", create=True) as ledger:
        ledger.ensure_account(world.terms())
        got = ledger.reserve(world.request(plan))
        if isinstance(got, StoredRelease):
            return got.result_hash
        with got:

            def draw() -> bytes:
                noise = world.fresh_noise()
                note(folder / "drawn", f"{got.release_id} {noise.hex()}")
                return noise

            if plan.startswith("detail") and got.sealed is None:
                got.mark_draw()
                got.seal_first(draw())
                got.seal(draw())
            stored = world.finish(got, draw=draw)
    note(folder / "shown", f"{stored.release_id} {stored.result_hash}")
    return stored.result_hash


def in_child(work: Callable[[], None]) -> int:
    """Fork, do the work in the child, and return its process id."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        work()
        status = 0
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        status = getattr(error, "exit_status", 1)
    finally:
        sys.stderr.flush()
        os._exit(status)


def crash(root: Path, plan: str, after: bool, first: int, step: int) -> list[dict[str, object]]:
    """Kill a release at each call N of its ledger; after each, run the same plan again and look."""
    results: list[dict[str, object]] = []
    number = first
    while True:
        folder = root / f"{'after' if after else 'before'}-{number}"
        folder.mkdir()

        def dying(number: int = number, folder: Path = folder) -> None:
            bomb = Bomb(number, after)
            bomb.arm()
            one_release(folder, plan)

        _, status = os.waitpid(in_child(dying), 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        before = spent_now(folder)
        _, again = os.waitpid(in_child(lambda folder=folder: note(folder / "again", one_release(folder, plan))), 0)
        results.append(
            {
                "step": number,
                "killed": killed,
                "status": status,
                "spent_after_crash": before,
                "again": again,
                "spent": spent_now(folder),
                "drawn": lines(folder / "drawn"),
                "shown": lines(folder / "shown"),
                "answer": lines(folder / "again"),
                "left_over": sorted(path.name for path in folder.glob("ledger*")),
            }
        )
        if not killed:
            return results
        number += step


def spent_now(folder: Path) -> str:
    if not (folder / "ledger.sqlite").exists():
        return "0"
    with Ledger.open(folder / "ledger.sqlite") as ledger:
        ledger.verify()
        if world.DATASET not in ledger.accounts():
            return "0"
        return str(ledger.spent(world.DATASET)["epsilon"])


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def crowd(folder: Path, plans: list[str]) -> list[int]:
    """Start one process for each plan at the same moment; return their exit statuses."""
    start = time.monotonic() + 0.3

    def run(index: int, plan: str) -> None:
        time.sleep(max(0.0, start - time.monotonic()))
        note(folder / "answers", f"{index} {one_release(folder, plan)}")

    children = [in_child(lambda index=index, plan=plan: run(index, plan)) for index, plan in enumerate(plans)]
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def main(arguments: list[str]) -> None:
    mode, folder = arguments[0], Path(arguments[1])
    if mode == "crash":
        plan = arguments[5] if len(arguments) > 5 else "plan 0"
        result: object = crash(folder, plan, arguments[2] == "after", int(arguments[3]), int(arguments[4]))
    else:
        result = crowd(folder, json.loads(arguments[2]))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
