"""The power fails: whatever of the unsynced writes and names reached the disk, the ledger is whole and remembers.

A small office is recorded once, system call by system call, SQLite's included; here a sample of the moments, with
every kind of call among them, `python tests/support/faults/power_sweep.py` for all of them. The same office without one
of its protections must be found out each time.
"""

from __future__ import annotations

import dataclasses
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from power_loss import Call
from power_sweep import Recording, kept, recording, run_office, sample, sweep

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: strace"),
]
if sys.platform == "linux" and shutil.which("strace") is None:
    pytest.skip("strace is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def office(sweeping: Path) -> Recording:
    return recording(sweeping / "office")


def test_any_moment_any_order(office: Recording, sweeping: Path) -> None:
    figures = sweep(office, sweeping, chosen=sample(office.calls, 16), each=2, drawn=1)
    assert figures.faults == []
    assert figures.kinds is not None and len(figures.kinds) == 10  # kept, dropped, names, data, early, alone, ...
    # The calls and the states that were seen are those of a ledger that lives through all of it.
    assert len(office.calls) > 400 and figures.points > 50 and figures.states > 500
    assert figures.examined >= 15  # ledgers after different steps


@pytest.mark.parametrize(
    ("weakness", "fault"),
    [
        ("synchronous=OFF", ""),
        ("synchronous=NORMAL", ""),
        ("synchronous=FULL", ""),  # the removal of the journal is not forced to disk
        ("folder", "had been seen"),  # the name of a new ledger is not
        ("early", "had been seen"),  # noise is drawn before the draw mark is safe
    ],
)
def test_an_office_without_a_protection_is_found_out(sweeping: Path, weakness: str, fault: str) -> None:
    weak = recording(sweeping, weakness)
    figures = sweep(weak, sweeping, chosen=sample(weak.calls, 16), each=2, drawn=1, stop=1)
    assert figures.faults and fault in figures.faults[0]


@pytest.mark.parametrize("what", [" -journal", " .sqlite", " .part", " "])
def test_a_sync_that_never_reaches_the_disk_is_found_out(office: Recording, sweeping: Path, what: str) -> None:
    """The disk says yes and does nothing: for the journals, the ledger, the files that are published, the folders."""
    calls = tuple(call for call in office.calls if call.kind != f"sync{what}")
    assert len(calls) < len(office.calls)
    lying, first = dataclasses.replace(office, calls=calls), 0
    if what == " .part":  # files are published at the end
        first = next(at for at, call in enumerate(calls) if call.kind == "make .part")
    some = sample(calls, 16)
    assert sweep(
        lying, sweeping, chosen=lambda at, call: at >= first and some(at, call), each=2, drawn=1, stop=1
    ).faults


def sample_of_one(wanted: Call) -> Callable[[int, Call], bool]:
    return lambda at, call: call is wanted


def test_what_a_killed_program_left_is_safe_before_another_uses_it(office: Recording, sweeping: Path) -> None:
    """Killed after it removed its journal and before that was on the disk: who then reads the entry makes it safe."""
    made = [at for at, call in enumerate(office.calls) if call.kind == "unlink -journal"][5]  # the commit
    sync = office.calls[made + 1]
    assert sync.kind == "sync "
    killed = run_office(sweeping, "killed", kill=f"{sync.by}:signal=KILL:when={sync.number}")
    assert killed[-1].kind == "unlink -journal"
    for weaknesses in ((), ("folder",)):
        reading = run_office(sweeping, "killed", "read", *weaknesses)
        assert reading[-1].name == "mark"
        both = kept(sweeping / "killed", (*killed, *reading))
        figures = sweep(both, sweeping, chosen=sample_of_one(both.calls[-1]))
        assert figures.states > 0 and (figures.faults == []) == (not weaknesses)
