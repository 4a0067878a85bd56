"""A disk that fails at one call: `python disk_faults.py` tries every call of a small office and prints the figures.

The office (power_scene.py) is run once under strace to number its calls; then once for each call and each fault, which
strace injects: EIO or ENOSPC is what the call says (it is not carried out), KILL ends the process at it. Then the
office goes on without a fault, as somebody would who starts the program again. What must hold:

    the program is killed, or ends with one sentence and its exit status, or was not disturbed at all;
    after a write or a sync of the ledger that failed, nothing more is done with it before it is opened again;
    what was seen before is in the ledger, spent and drawn once; sealed integers are used again;
    the second time everything comes to its end, whole, and no draft of a file is left anywhere.

`python disk_faults.py 5` tries every fifth call. `python disk_faults.py forgiving` does the same to a ledger that goes
on after a failed write, which must be found.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import power_scene as scene
from power_loss import FAILED, Call, read, strace
from power_sweep import COST, PLACE, SCRIPT, Recording, at_home, environment, fast_folder

from dpdesk.errors import DpdeskError
from dpdesk.ledger.ledger import Ledger

FAULTS = {"EIO": "error=EIO", "ENOSPC": "error=ENOSPC", "KILL": "signal=KILL"}
UNCERTAIN = "it is not certain what reached the disk"


def words(root: Path, weaknesses: Sequence[str] = ()) -> list[str]:
    return [sys.executable, str(SCRIPT), str(root), *weaknesses]


def calls_of(folder: Path) -> list[Call]:
    """The calls of the office on its files, as strace counts them."""
    root = folder / "counted"
    (root / "home").mkdir(parents=True)
    # A real injection that never comes true, so that calls are counted in the way they are when one does.
    done = strace(words(root), folder / "counted.strace", environment(root / "home"), "fsync:error=EIO:when=60000")
    assert done.returncode == 0, done.stderr[-2000:]
    calls = [
        call
        for call in read(folder / "counted.strace", root)
        if call.name != "mark" and Path(call.path).name != "marks"
    ]
    return [
        replace(call, other=SPARE) if spare(call, before) else call for before, call in pairwise([calls[0], *calls])
    ]


SPARE = "spare"


def spare(call: Call, before: Call) -> bool:
    """Whether nothing depends on a call: a free lock, an anchor, a trial or a sweep, SQLite's own sync of a new name.

    SQLite takes no notice when the name of its journal cannot be forced to disk; the ledger does it before, and does.
    """
    if call.kind.endswith(" anchor") or call.path.endswith("/anchors") or "/.dpdesk-" in call.path:
        return True
    return call.kind == "unlink .lock" or (call.kind == "sync " and call.by == "fdatasync" and before.name != "unlink")


def faults_for(call: Call) -> Iterator[str]:
    """What may go wrong at a call."""
    yield "EIO"
    if call.name in ("write", "make", "folder", "rename", "cut"):
        yield "ENOSPC"
    if call.name != "read":
        yield "KILL"


@dataclass(frozen=True, slots=True)
class Run:
    """What one fault led to."""

    call: Call
    fault: str
    reached: bool
    status: int
    wrong: str
    said: str = ""


def try_fault(call: Call, fault: str, root: Path, weaknesses: Sequence[str] = ()) -> Run:
    """Let the office meet a fault at a call, and go on without one."""
    (root / "home").mkdir(parents=True)
    log = root.with_name(root.name + ".strace")
    inject = f"{call.by}:{FAULTS[fault]}:when={call.number}"
    done = strace(words(root, weaknesses), log, environment(root / "home"), inject)
    failed = [one.kind for one in read(log, root) if one.other == FAILED]
    reached = done.returncode == -9 if fault == "KILL" else failed == [call.kind]
    marks = marks_in(root)
    wrong = first_run(call, fault, reached, done.returncode, done.stderr, marks) or second_run(root, marks)
    return Run(call, fault, reached, done.returncode, wrong, done.stderr)


def marks_in(root: Path) -> list[dict[str, Any]]:
    path = root / "marks"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def first_run(call: Call, fault: str, reached: bool, status: int, said: str, marks: list[dict[str, Any]]) -> str:
    """What is wrong with how the office took the fault."""
    if fault == "KILL":
        return "" if reached and status == -9 else "the process was not killed"
    if status == 0:
        return "" if not reached or call.other == SPARE else "the fault was taken for success"
    if status not in (1, 2, 4) or said.count("\n") != 1 or "Traceback" in said:
        return f"not a sentence: {said[-600:]}"
    on_ledger = call.path.endswith(("ledger.sqlite", "ledger.sqlite-journal"))
    if on_ledger and call.name in ("write", "sync", "cut", "unlink"):
        afterwards = next((mark["afterwards"] for mark in marks if "afterwards" in mark), UNCERTAIN)
        if UNCERTAIN not in afterwards:
            return "the ledger was used after a write of it had failed"
    return ""


def second_run(root: Path, marks: list[dict[str, Any]]) -> str:
    """What is wrong when the office goes on, and looks back."""
    try:
        with at_home(root / "home"):
            scene.work(root, scene.Marks(root / "marks"))
        with at_home(root / "home"), Ledger.open(root / PLACE) as ledger:
            ledger.verify()
            spent = ledger.spent(scene.world.DATASET)["epsilon"]
            sealed = {stored.plan_json: stored.sealed.hex() for stored in ledger.releases()}
            entries = ledger.entries()
    except (DpdeskError, AssertionError) as error:
        return f"the second time: {type(error).__name__}: {error}"
    true = Recording("", (), (), tuple(dict(entry.body) for entry in entries), {})
    both = marks_in(root)
    for mark in both:
        try:
            if true.needed(mark) > len(entries):
                return f"gone: {mark}"
        except StopIteration:
            return f"gone: {mark}"
    drawn = [mark["drawn"] for mark in both if "drawn" in mark]
    if len(drawn) != len(set(drawn)):
        return "drawn twice for one reservation"
    opened = [mark for mark in both if mark.get("kind") == "session opened"]
    if spent < COST * (len(drawn) + len(opened)) or spent > Fraction(1):
        return f"{spent} is recorded as spent"
    for mark in marks:
        if "integers" in mark and sealed[scene.request(mark["plan"]).plan_json] != mark["integers"]:
            return "other integers than those that were sealed"
    for name, content in scene.PUBLISHED.items():
        if (root / "out" / "of the year" / name).read_bytes() != content:
            return f"{name} is not whole"
    left = [path.name for path in root.rglob("*") if path.name.endswith((".part", ".new", "-journal"))]
    left += [path.name for path in root.rglob(".dpdesk-*")]
    return f"left behind: {left}" if left else ""


SAMPLE = {
    "write .new": "ENOSPC", "rename .new": "KILL", "make .lock": "ENOSPC", "make -journal": "EIO",
    "write -journal": "EIO", "sync -journal": "EIO", "sync ": "EIO", "write .sqlite": "ENOSPC", "sync .sqlite": "KILL",
    "unlink -journal": "KILL", "read .sqlite": "EIO", "write .part": "ENOSPC", "rename .part": "KILL",
}  # fmt: skip


def sample(calls: Sequence[Call]) -> list[tuple[Call, str]]:
    """A call of each kind that matters most, near the middle of its kind, with one fault."""
    same = {kind: [call for call in calls if call.kind == kind and call.other != SPARE] for kind in SAMPLE}
    return [(found[len(found) // 2], SAMPLE[kind]) for kind, found in same.items()]


def main(arguments: list[str]) -> int:
    every = next((int(word) for word in arguments if word.isdecimal()), 1)
    weaknesses = [word for word in arguments if not word.isdecimal()]
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=fast_folder()) as name:
        folder = Path(name).resolve()
        runs, wrong = Counter[str](), list[str]()
        for at, call in list(enumerate(calls_of(folder)))[::every]:
            for fault in faults_for(call):
                run = try_fault(call, fault, folder / f"{at}-{fault}", weaknesses)
                how = "not reached" if not run.reached else "undisturbed" if run.status == 0 else "stopped"
                runs[f"{fault} {call.name} {how}"] += 1
                if run.wrong:
                    wrong.append(f"{fault} at call {at}, {call.by} {call.number} ({call.kind}): {run.wrong}")
                    print(wrong[-1], flush=True)
    print(f"{sum(runs.values())} runs, {time.perf_counter() - start:.0f} s")
    print("\n".join(f"{count:5} {what}" for what, count in sorted(runs.items())))
    print(f"{len(wrong)} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
