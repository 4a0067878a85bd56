"""Does the ledger keep its promises on this machine? A fault drill in a temporary folder: releases, and the file.

Real processes are ended without warning at each step of a release, a budget is spent to the last fraction, bytes of
the file and of the audit log are altered, an older copy is put back. After each fault the ledger must say what its
promise says: recorded spend never below what was revealed, no second draw for one reservation, nothing altered
unnoticed. Each search for alterations is also run on an unaltered copy, which must pass: a check that finds fault
with everything proves nothing.

Started again with a folder and a step, this module is the process that ends.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from dpdesk.errors import DpdeskError, LedgerDamaged, Refused
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.export import verify_export
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.locks import OwnerLock
from dpdesk.ledger.reservation import Reservation, StoredRelease
from dpdesk.ledger.verification import Quoted
from dpdesk.privacy.loss import PureDP
from dpdesk.selftest.drills.scene import (
    COST,
    DATASET,
    DrillFailed,
    crash,
    end_a_process,
    guarded,
    opened,
    release,
    request,
    require,
)
from dpdesk.selftest.report import CheckResult

_STEPS = ("reserved", "draw marked", "sealed", "committed")
_FIRST = "first stage sealed"


def run() -> list[CheckResult]:
    """Do the drill and return one result for each promise; takes a few seconds."""
    return [
        guarded(name, check)
        for name, check in (
            ("ledger: locks and durable writes", _settings),
            ("ledger: exact sums", _exact),
            ("ledger: processes ended without warning", _ended),
            ("ledger: altered bytes of the file", _altered_file),
            ("ledger: altered bytes of the audit log", _altered_log),
            ("ledger: an older copy put back", _older_copy),
        )
    ]


def _settings(folder: Path) -> str:
    first, two = OwnerLock(folder / "lock"), OwnerLock(folder / "lock")
    require(first.try_acquire() and not two.try_acquire(), "Two owners obtained the same lock.")
    first.release()
    require(two.try_acquire(), "A lock that was let go is not free.")
    two.release()
    with opened(folder) as ledger:
        start = time.perf_counter()
        for _ in range(5):
            ledger.log_check(DATASET)
        each = (time.perf_counter() - start) / 5
    return f"Locks exclude each other; a durable entry takes {1000 * each:.1f} ms."


def _exact(folder: Path) -> str:
    with opened(folder) as ledger:
        for number in range(10):
            release(ledger, f"plan {number}")
        require(ledger.remaining(DATASET)["epsilon"] == "0", "Ten tenths are not one.")
        try:
            release(ledger, "one too many", PureDP("1e-12"))
        except Refused:
            ledger.verify()
            return "Ten spends of 0.1 exhaust 1 exactly; an eleventh of 10^-12 is refused."
    raise DrillFailed("A spend beyond the cap was accepted.")


def _ended(folder: Path) -> str:
    expected = {
        "reserved": Fraction(1, 10),
        "draw marked": Fraction(2, 10),
        "sealed": Fraction(1, 10),
        "committed": Fraction(1, 10),
        _FIRST: Fraction(2, 10),
    }
    for step in (*_STEPS, _FIRST):
        place = folder / step.replace(" ", "-")
        place.mkdir()
        _end_a_process_at(place, step)
        with opened(place) as ledger:
            before = [entry for entry in ledger.entries() if entry.kind == "sealed"]
            require(ledger.spent(DATASET)["epsilon"] == Fraction(1, 10), f"Ended at '{step}': a spend is missing.")
            release(ledger, "plan")
            after = [entry for entry in ledger.entries() if entry.kind == "sealed"]
            once = after[: len(before)] == before and len(after) == 1
            require(once, f"Ended at '{step}': integers were drawn twice.")
            right = ledger.spent(DATASET)["epsilon"] == expected[step]
            require(right, f"Ended at '{step}': the wrong sum was spent.")
            ledger.verify()
    return (
        "Given back before the draw, spent after it and after the first of two seals, finished from the seal, returned "
        "when finished."
    )


def _end_a_process_at(folder: Path, step: str) -> None:
    end_a_process(f"at '{step}'", "drills.ledger", folder, step)


def _go_to(folder: Path, step: str) -> tuple[Ledger, Reservation]:
    """Take a release to `step` and leave everything as it lies there."""
    ledger = opened(folder)
    held = ledger.reserve(request("plan"))
    if not isinstance(held, Reservation):
        raise DrillFailed("A new plan did not get a reservation.")
    actions: dict[str, Callable[[], object]] = {
        "draw marked": held.mark_draw,
        "sealed": lambda: held.seal(b"integers"),
        "committed": lambda: held.commit("result", COST),
    }
    for name in _STEPS[1:2] if step == _FIRST else _STEPS[1 : _STEPS.index(step) + 1]:
        actions[name]()
    if step == _FIRST:
        held.seal_first(b"sizes")
    return ledger, held


def _finished(folder: Path) -> tuple[Path, StoredRelease]:
    with opened(folder) as ledger:
        stored = release(ledger, "plan")
        return ledger.path, stored


def _picture(path: Path) -> object:
    with Ledger.open(path, anchor=MemoryAnchor()) as ledger:
        return ledger.verify(), [entry.line() for entry in ledger.entries()], ledger.releases()


def _altered_file(folder: Path) -> str:
    path, _ = _finished(folder)
    whole, before = path.read_bytes(), _picture(path)
    copy = folder / "copy" / "ledger.sqlite"
    copy.parent.mkdir()
    copy.write_bytes(whole)
    require(_picture(copy) == before, "An unaltered copy was found to be altered.")
    offsets = range(0, len(whole), 149)
    detected = 0
    for offset in offsets:
        copy.write_bytes(whole[:offset] + bytes([whole[offset] ^ 0x11]) + whole[offset + 1 :])
        try:
            after = _picture(copy)
        except DpdeskError:
            detected += 1
        else:
            require(after == before, f"A change of byte {offset} of the ledger went unnoticed.")
        for extra in copy.parent.glob("ledger.sqlite?*"):
            extra.unlink()
    require(detected > 0, "No change of the file was noticed.")
    return f"{len(offsets)} bytes altered, one at a time: {detected} detected, the others without effect on any entry."


def _altered_log(folder: Path) -> str:
    path, _ = _finished(folder)
    with Ledger.open(path, anchor=MemoryAnchor()) as ledger:
        data = ledger.export(folder / "audit.jsonl").read_bytes()
    verify_export(data)
    for offset in range(0, len(data), 7):
        try:
            verify_export(data[:offset] + bytes([data[offset] ^ 0x01]) + data[offset + 1 :])
        except LedgerDamaged:
            continue
        raise DrillFailed(f"A change of byte {offset} of the audit log went unnoticed.")
    return f"{len(range(0, len(data), 7))} bytes altered, one at a time: all detected."


def _older_copy(folder: Path) -> str:
    """ROLLBACK and FORK by this machine's memory, and on another machine by what a later release quotes."""
    path, first = _finished(folder)
    backup = folder / "backup"
    shutil.copy(path, backup)
    with opened(folder) as ledger:
        second = release(ledger, "another plan")
        ledger.verify([_quoted(first), _quoted(second)])
    shutil.copy(backup, path)
    _refused(folder, "ledger.rollback", "ROLLBACK")
    with Ledger.open(path, anchor=MemoryAnchor()) as ledger:  # another machine
        ledger.verify([_quoted(first)])
        try:
            ledger.verify([_quoted(second)])
        except LedgerDamaged:
            pass
        else:
            raise DrillFailed("An older copy passed although a later release quotes its head.")
        for plan in ("a third plan", "a fourth plan"):
            release(ledger, plan)
    _refused(folder, "ledger.fork", "FORK")
    return "Found by this machine's memory (ROLLBACK, FORK), and anywhere by the head that a later release quotes."


def _refused(folder: Path, code: str, word: str) -> None:
    try:
        opened(folder).close()
    except LedgerDamaged as error:
        require(error.problem.code == code, f"An older copy was found, but not as {word}.")
    else:
        raise DrillFailed(f"An older copy of the ledger was opened, where this machine should say {word}.")


def _quoted(stored: StoredRelease) -> Quoted:
    return Quoted(stored.entry, stored.head, stored.previous_head)


def main(words: Sequence[str]) -> NoReturn:
    """Be the process that ends."""
    _held = _go_to(Path(words[0]), words[1])  # open to the last moment
    crash()
