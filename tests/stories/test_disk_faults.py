"""The disk fails, is full, or the process is killed, at any one call of the ledger and of what is published.

A small office meets a fault that strace injects at a system call, SQLite's included, and goes on afterwards. Here one
call of each kind that matters, `python tests/support/disk_faults.py` for all of them with every fault.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from disk_faults import calls_of, faults_for, sample, try_fault
from power_loss import Call
from power_sweep import fast_folder

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: strace"),
]
if sys.platform == "linux" and shutil.which("strace") is None:
    pytest.skip("strace is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """A folder in memory: what is tested is the order of calls, not the disk of this machine."""
    with tempfile.TemporaryDirectory(dir=fast_folder()) as name:
        yield Path(name).resolve()


@pytest.fixture(scope="module")
def calls(memory: Path) -> list[Call]:
    return calls_of(memory)


def test_one_fault_at_a_call_of_each_kind(calls: list[Call], memory: Path) -> None:
    assert len(calls) > 500
    runs = [try_fault(call, fault, memory / str(at)) for at, (call, fault) in enumerate(sample(calls))]
    assert {run.fault for run in runs} == {"EIO", "ENOSPC", "KILL"}
    assert [(run.fault, run.call.by, run.call.number, run.wrong) for run in runs if run.wrong] == []
    # The faults came true, and were not taken for something else.
    assert sum(run.reached for run in runs) >= len(runs) - 2
    assert {run.status for run in runs} >= {-9, 1}


def test_a_ledger_that_goes_on_after_a_failed_sync_is_found_out(calls: list[Call], memory: Path) -> None:
    sync = [call for call in calls if call.kind == "sync .sqlite"][3]
    assert "EIO" in faults_for(sync)
    assert try_fault(sync, "EIO", memory / "strict").wrong == ""
    assert "was used after" in try_fault(sync, "EIO", memory / "forgiving", ["forgiving"]).wrong
