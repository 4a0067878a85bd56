"""What a ledger says after the power failed: `python power_sweep.py` tries every point and prints the figures.

A small office (power_scene.py) is recorded once; every state its disk may have been in (power_loss.py) is laid out in
a folder, the ledger in it is opened and verified, and its plans are run again. What must hold:

    the entries are a beginning of the true ones, and hold everything the program had been told was safe;
    noise was drawn only where the draw mark is on the disk;
    the integers that were sealed are used again, and never are others drawn for the same reservation;
    a file under its final name is whole, and is there once the program said so.

`python power_sweep.py WEAKNESS` does the same to an office without a protection, which must be found.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest import mock

import power_scene as scene
from power_loss import Call, Disk, lay_out, name_of, record

from dpdesk.errors import DpdeskError
from dpdesk.ledger import ledger as ledger_module
from dpdesk.ledger import store as store_module
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.reservation import StoredRelease

SCRIPT = Path(scene.__file__)
COST = Fraction(1, 10)
PLACE = "home/dpdesk/ledger.sqlite"


@dataclass(frozen=True, slots=True)
class Recording:
    """What the office did, and what is true of it."""

    root: str
    calls: tuple[Call, ...]
    entries: tuple[bytes, ...]
    bodies: tuple[dict[str, Any], ...]
    files: dict[str, bytes]

    def needed(self, mark: dict[str, Any]) -> int:
        """How many entries must be on the disk for what was seen."""
        if "entries" in mark:
            return int(mark["entries"])
        wanted = {name: mark[name] for name in ("kind", "release", "session", "number") if name in mark}
        if "drawn" in mark:
            wanted = {"kind": "draw marked", "release": mark["drawn"]}
        if "kind" not in wanted:
            return 0
        return next(
            number
            for number, body in enumerate(self.bodies, start=1)
            if all(body.get(name) == value for name, value in wanted.items())
        )


def environment(home: Path) -> dict[str, str]:
    root = SCRIPT.resolve().parents[3]
    paths = [str(root), str(SCRIPT.parent)]
    return {
        "PATH": os.environ.get("PATH", ""), "PYTHONPATH": os.pathsep.join(paths), "HOME": str(home),
        "XDG_STATE_HOME": str(home), "XDG_DATA_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip


@contextmanager
def at_home(home: Path) -> Iterator[None]:
    """Let this process have the profile of the office."""
    names = ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
    with (
        mock.patch.dict(os.environ, dict.fromkeys(names, str(home))),
        mock.patch.object(ledger_module, "anchor_folder", lambda: home / "dpdesk" / "anchors"),
    ):
        yield


def run_office(folder: Path, name: str, *words: str, kill: str = "") -> list[Call]:
    """Let the office work in the folder of that name and return what it did; `kill`: what strace does to it."""
    root = folder.resolve() / name
    (root / "home").mkdir(parents=True, exist_ok=True)
    calls = record([sys.executable, str(SCRIPT), str(root), *words], root, environment(root / "home"), kill)
    return [call for call in calls if call.name != "read"]


def recording(folder: Path, *weaknesses: str) -> Recording:
    """Let the office work, with the given weaknesses, and keep what it did."""
    name = "-".join(["office", *weaknesses])
    calls = run_office(folder, name, *weaknesses)
    return kept(folder.resolve() / name, calls)


def kept(root: Path, calls: Sequence[Call]) -> Recording:
    """What was done, with what is now true of the ledger and the files."""
    with at_home(root / "home"), Ledger.open(root / PLACE) as ledger:
        found = ledger.entries()
    names = ["audit.jsonl", *(f"out/of the year/{name}" for name in scene.PUBLISHED)]
    return Recording(
        str(root.resolve()), tuple(calls), tuple(entry.line() for entry in found),
        tuple(dict(entry.body) for entry in found),
        {name: (root / name).read_bytes() for name in names if (root / name).exists()},
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one state: a fault in words, or how many entries it has and what the plans led to when run again.

    `again` is, for each plan, the integers it is finished with ("" where it is charged anew) and its release.
    """

    fault: str = ""
    entries: int = -1
    again: tuple[tuple[str, str, str], ...] = ()


class Looker:
    """Opens states. SQLite recovers each as the program would; what it then holds is examined once by the program."""

    def __init__(self, true: Recording, folder: Path) -> None:
        self.true, self.folder = true, folder
        self.known: dict[str, Found] = {}  # by the files of the ledger
        self.examined: dict[bytes, Found] = {}  # by what the ledger holds

    def __call__(self, state: dict[str, bytes | None]) -> Found:
        for name, content in self.true.files.items():
            if state.get(name, content) != content:
                return Found(f"{name} is there and not whole")
        files = {path: data for path, data in state.items() if path.startswith("home")}
        key = name_of(files)
        if key not in self.known:
            self.known[key] = self._look(files)
        return self.known[key]

    def _look(self, files: dict[str, bytes | None]) -> Found:
        if PLACE not in files:
            return Found(entries=0)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        lay_out(files, self.folder)
        try:
            with closing(store_module._connect(self.folder / PLACE)) as connection:
                ask = connection.execute
                if ask("PRAGMA integrity_check").fetchall() != [("ok",)]:
                    return Found("SQLite finds the file damaged")
                held = [ask(f"PRAGMA {name}").fetchall() for name in ("application_id", "user_version")]
                tables = ("sqlite_schema", "events", "payloads", "secrets")
                held += [ask(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]
        except sqlite3.Error as error:
            return Found(f"{type(error).__name__}: {error}")
        beside = ("ledger.sqlite", "-journal", ".new", ".lock")
        home = sorted((path, data) for path, data in files.items() if not path.endswith(beside))
        content = pickle.dumps((held, home))
        if content not in self.examined:
            self.examined[content] = self._examine()
        return self.examined[content]

    def _examine(self) -> Found:
        """Open the ledger, verify it, run its plans again."""
        again: list[tuple[str, str, str]] = []
        try:
            with at_home(self.folder / "home"), Ledger.open(self.folder / PLACE) as ledger:
                ledger.verify()
                lines = tuple(entry.line() for entry in ledger.entries())
                if lines != self.true.entries[: len(lines)]:
                    return Found("the entries are not those that were written")
                ledger.sessions()
                for plan in (scene.PLAIN, scene.DETAIL) if len(lines) > 1 else ():
                    again.append((plan, *self._again(ledger, plan)))
                ledger.verify()
        except (DpdeskError, AssertionError) as error:
            return Found(f"{type(error).__name__}: {error}")
        return Found(entries=len(lines), again=tuple(again))

    def _again(self, ledger: Ledger, plan: str) -> tuple[str, str]:
        """The integers the plan is finished with, none where it is charged anew, and its release."""
        drawn = {entry.text("release") for entry in ledger.entries() if entry.kind == "draw marked"}
        before = ledger.spent(scene.world.DATASET)["epsilon"]
        held = ledger.reserve(scene.request(plan))
        if isinstance(held, StoredRelease):
            return held.sealed.hex(), held.release_id
        with held:
            if held.sealed is not None:
                return held.sealed.hex(), scene.world.finish(held, scene.COST).release_id
            assert held.release_id not in drawn, "a reservation whose noise was drawn may draw again"
            # One charge came; another that had drawn nothing may have been given back.
            assert ledger.spent(scene.world.DATASET)["epsilon"] - before in (COST, 0), "the new run was not charged"
            return "", held.release_id


@dataclass(slots=True)
class Figures:
    """How much was tried, and what was wrong."""

    points: int = 0
    states: int = 0
    different: int = 0
    examined: int = 0
    kinds: Counter[str] | None = None
    faults: list[str] | None = None
    seconds: float = 0.0


def sweep(
    true: Recording, folder: Path, *, chosen: Callable[[int, Call], bool] = lambda at, call: True,
    each: int = 1000, drawn: int = 6, stop: int = 10,
) -> Figures:  # fmt: skip
    """Try the states after every call that is `chosen`; ends early when `stop` faults are found."""
    start = time.perf_counter()
    disk, chance = Disk(true.root, ["home"]), random.Random(1)
    look = Looker(true, folder / "state")
    figures = Figures(kinds=Counter(), faults=[])
    assert figures.kinds is not None and figures.faults is not None
    needed, drawn_for, sealed, whole = 0, dict[str, str](), dict[str, str](), set[str]()
    real, store_module.os.fsync = store_module.os.fsync, lambda descriptor: None
    try:
        for at, call in enumerate(true.calls):
            if call.name == "mark":
                for line in call.data.splitlines():
                    mark = json.loads(line)
                    needed = max(needed, true.needed(mark))
                    whole |= set(mark.get("whole", ()))
                    if "drawn" in mark:
                        drawn_for[mark["drawn"]] = mark["plan"]
                    if "integers" in mark:
                        sealed[mark["plan"]] = mark["integers"]
            disk.do(call)
            if not chosen(at, call):
                continue
            figures.points += 1
            for kind, state in disk.states(chance, each=each, drawn=drawn):
                figures.states += 1
                figures.kinds[kind] += 1
                wrong = judge(look(state), needed, drawn_for, sealed, [name for name in whole if name not in state])
                if wrong:
                    figures.faults.append(f"call {at} ({call.kind}), {kind}: {wrong}")
                    if len(figures.faults) >= stop:
                        return figures
    finally:
        store_module.os.fsync = real
        figures.different, figures.examined = len(look.known), len(look.examined)
        figures.seconds = time.perf_counter() - start
    return figures


def judge(found: Found, needed: int, drawn_for: dict[str, str], sealed: dict[str, str], missing: Sequence[str]) -> str:
    """What is wrong with a state at a moment when that much had been seen, or nothing."""
    if found.fault:
        return found.fault
    if found.entries < needed:
        return f"{found.entries} entries are there, {needed} had been seen"
    if missing:
        return f"{missing[0]} is gone"
    for plan, integers, release in found.again:
        if plan in sealed and integers != sealed[plan]:
            return f"other integers for '{plan}'"
        if not integers and release in drawn_for:
            return f"a second draw for {release}"
    return ""


def sample(calls: Iterable[Call], step: int) -> Callable[[int, Call], bool]:
    """Every `step`-th call of each kind, beginning with its first, and every mark."""
    seen = Counter[str]()
    wanted = set()
    for at, call in enumerate(calls):
        if call.name == "mark" or seen[call.kind] % step == 0:
            wanted.add(at)
        seen[call.kind] += 1
    return lambda at, call: at in wanted


def fast_folder() -> str | None:
    """A folder in memory, where there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def main(weaknesses: list[str]) -> int:
    with tempfile.TemporaryDirectory(dir=fast_folder()) as name:
        folder = Path(name)
        true = recording(folder, *weaknesses)
        figures = sweep(true, folder)
    assert figures.kinds is not None and figures.faults is not None
    print(
        f"{figures.points} points, {figures.states} states, {figures.different} different ledgers of "
        f"{figures.examined} contents, {figures.seconds:.1f} s"
    )
    print(", ".join(f"{kind} {count}" for kind, count in sorted(figures.kinds.items())))
    print("\n".join(figures.faults) or "no fault")
    return int(bool(figures.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
