"""The disk fails, is full, or the process is killed, at any one call of the ledger and of what is published.

A small office meets a fault that strace injects at a system call, SQLite's included, and goes on afterwards. Here one
call of each kind that matters, `python tests/support/faults/disk_faults.py` for all of them with every fault.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import small_disk
from disk_faults import calls_of, faults_for, sample, try_fault
from power_loss import Call
from power_sweep import environment

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: strace"),
]
if sys.platform == "linux" and shutil.which("strace") is None:
    pytest.skip("strace is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def calls(sweeping: Path) -> list[Call]:
    return calls_of(sweeping)


def test_one_fault_at_a_call_of_each_kind(calls: list[Call], sweeping: Path) -> None:
    assert len(calls) > 500
    runs = [try_fault(call, fault, sweeping / str(at)) for at, (call, fault) in enumerate(sample(calls))]
    assert {run.fault for run in runs} == {"EIO", "ENOSPC", "KILL"}
    assert [(run.fault, run.call.by, run.call.number, run.wrong) for run in runs if run.wrong] == []
    # The faults came true, and were not taken for something else.
    assert sum(run.reached for run in runs) >= len(runs) - 2
    assert {run.status for run in runs} >= {-9, 1}


def test_a_ledger_that_goes_on_after_a_failed_sync_is_found_out(calls: list[Call], sweeping: Path) -> None:
    sync = [call for call in calls if call.kind == "sync .sqlite"][3]
    assert "EIO" in faults_for(sync)
    assert try_fault(sync, "EIO", sweeping / "strict").wrong == ""
    assert "was used after" in try_fault(sync, "EIO", sweeping / "forgiving", ["forgiving"]).wrong


def test_a_full_disk_and_one_that_can_only_be_read(sweeping: Path) -> None:
    if subprocess.run(["unshare", "-rm", "true"], check=False, capture_output=True).returncode:
        pytest.skip("this system gives no name space of one's own (unshare -rm)")
    script = str(Path(small_disk.__file__))
    done = subprocess.run(
        ["unshare", "-rm", sys.executable, script, str(sweeping / "disks")],
        capture_output=True, text=True, timeout=120, check=False, env=environment(sweeping / "nobody"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert [disk for disk in found["disks"] if disk["wrong"] or disk["left"]] == []
    *_, whole, published = found["disks"]
    assert (whole["status"], whole["said"]) == (0, "")
    assert published["status"] == 1 and "the disk is full" in published["said"]
    stopped = [disk for disk in found["disks"][:-2] if disk["status"]]
    assert len({disk["marks"] for disk in stopped}) >= 3  # at different steps
    assert all(disk["said"].count("\n") == 1 and "full" in disk["said"] for disk in stopped), stopped
    assert found["read only"]["found"][:2] == [2, 2]
    assert "make the folder writable" in found["read only"]["said"]
