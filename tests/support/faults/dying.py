"""Releases that are killed: `python dying.py FOLDER POINTS` kills `dpdesk release` with SIGKILL at many of its calls.

The program is imported once and forked, so that a hundred processes take seconds; each child runs the command line
with its own standard output and error. Doubles around os.fsync, os.replace, os.open, os.unlink, os.urandom, the lock
and every SQLite statement count the calls and kill the process before or after number N. A draw is noted in a file
outside what the program writes. Results are printed as JSON.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path
from typing import Any

import ready
from bomb import Bomb, note

import dpdesk.cli.commands
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import Reservation
from dpdesk.planning.choosing.choose import ChosenGroup, choose
from dpdesk.planning.document.plan import Plan


def watch_draws(path: Path) -> None:
    """Note each group that draws, with the release it draws for."""
    held: list[str] = []
    mark, measure = Reservation.mark_draw, ChosenGroup.measure

    def marked(self: Reservation, strategy: bytes = b"") -> None:
        mark(self, strategy)
        held[:] = [self.release_id]

    def measured(self: ChosenGroup, *args: Any) -> Any:
        note(path, f"{held[0] if held else 'no reservation'} {self.name}")
        return measure(self, *args)

    Reservation.mark_draw = marked  # type: ignore[method-assign]  # a double
    ChosenGroup.measure = measured  # type: ignore[method-assign]  # a double


def in_child(folder: Path, label: str, words: list[str], bomb: Bomb | None) -> tuple[int, bool]:
    """Run one command in a child; returns its exit status and whether it was killed."""
    child = os.fork()
    if not child:
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(folder / f"{label}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        watch_draws(folder / "drawn")
        if bomb is not None:
            bomb.arm()
            Ledger.reserve = bomb.wrap("reserve", Ledger.reserve)  # type: ignore[method-assign]  # a double
        status = 9
        try:
            status = dpdesk.cli.commands.run(words)
            sys.stdout.flush()
            sys.stderr.flush()
            if bomb is not None:
                note(folder / "calls", "\n".join(bomb.names))
        finally:
            os._exit(status)
    _, how = os.waitpid(child, 0)
    return (os.WEXITSTATUS(how) if os.WIFEXITED(how) else -1), os.WIFSIGNALED(how)


def state(folder: Path, dataset: str) -> dict[str, Any]:
    """What the ledger says, and the files at their final names."""
    spent, kinds = "0", list[str]()
    if (folder / "l.sqlite").exists():
        with Ledger.open(folder / "l.sqlite") as ledger:
            ledger.verify()
            kinds = [str(entry.body["kind"]) for entry in ledger.entries()]
            if dataset in ledger.accounts():
                spent = str(ledger.spent(dataset)["epsilon"])
    out = folder / "out"
    files = (
        {
            path.relative_to(out).as_posix(): path.read_bytes().hex()
            for path in sorted(out.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }
        if out.is_dir()
        else {}
    )
    left = sorted(path.name for path in out.rglob(".*")) if out.is_dir() else []
    return {"spent": spent, "kinds": kinds, "files": files, "left": left}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(root: Path, plan: str, data: str, points: int) -> list[dict[str, Any]]:
    def words(folder: Path) -> list[str]:
        places = ["--out", str(folder / "out"), "--ledger", str(folder / "l.sqlite")]
        return ["release", plan, "--data", data, *places, "--json"]

    ready.load()
    choose(Plan.load(Path(plan)))  # loads what is loaded late, once for all children
    gc.freeze()
    dry = root / "dry"
    dry.mkdir()
    assert in_child(dry, "run", words(dry), Bomb(0, False)) == (0, False), text_of(dry / "run.err")
    calls = text_of(dry / "calls").split("\n")[:-1]
    first = calls.index("reserve") + 1
    last = max(at for at, name in enumerate(calls, start=1) if name == "replace")
    renames = next(number for number, name in enumerate(reversed(calls[:last])) if name != "replace")
    amid = last - renames // 2  # some files have their final names, others have not
    spaced = [first + round(point * (last - first) / (points - 2)) for point in range(points - 1)]
    results = []
    for point, at in enumerate(sorted([*spaced, amid])):
        folder = root / f"point{point}"
        folder.mkdir()
        after = point % 2 == 1
        _, killed = in_child(folder, "killed", words(folder), Bomb(at, after))
        crashed = state(folder, "town")
        status, _ = in_child(folder, "again", words(folder), None)
        results.append(
            {
                "at": at,
                "call": calls[at - 1],
                "after": after,
                "killed": killed,
                "crashed": crashed,
                "said": text_of(folder / "killed.out"),
                "status": status,
                "out": text_of(folder / "again.out"),
                "err": text_of(folder / "again.err"),
                "end": state(folder, "town"),
                "drawn": text_of(folder / "drawn").splitlines(),
            }
        )
    return results


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))))
