"""Locks of the operating system, and places where a ledger must not lie."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.ledger import place
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.locks import OwnerLock

MOUNTS = """\
21 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda rw
22 21 0:5 / /proc rw - proc proc rw
30 21 0:44 / /home/office rw,relatime - cifs //server/share rw
31 21 0:45 / /mnt/my\\040files rw - fuse.sshfs user@host:/ rw
32 30 0:46 / /home/office/local rw - xfs /dev/vdb rw
33 21 0:47 / /over rw - ext4 /dev/vdc rw
34 33 0:48 / /over rw - nfs4 server:/export rw
a line that is none
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/ledger.sqlite", "ext4"),
        ("/home/ledger.sqlite", "ext4"),
        ("/home/office/ledger.sqlite", "cifs"),
        ("/home/office2/l", "ext4"),
        ("/mnt/my files/a/l", "fuse.sshfs"),
        ("/home/office/local/l", "xfs"),
        ("/over/l", "nfs4"),
    ],
)
def test_the_type_of_the_file_system_of_a_path(path: str, kind: str) -> None:
    assert place.file_system_type(Path(path), MOUNTS) == kind


def test_a_ledger_on_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ledger.open(tmp_path / "ledger.sqlite", create=True).close()
    monkeypatch.setattr(place, "file_system_type", lambda path, mounts: "nfs4")
    for name in ("ledger.sqlite", "new.sqlite"):
        with pytest.raises(BadInput, match="network file system"):
            Ledger.open(tmp_path / name, create=True)
    assert not (tmp_path / "new.sqlite").exists()


def test_a_lock_excludes_and_is_free_again(tmp_path: Path) -> None:
    path = tmp_path / "l.lock"
    one, two = OwnerLock(path), OwnerLock(path)
    assert one.try_acquire() and one.held
    assert one.try_acquire()  # asking again is no second lock
    assert not two.try_acquire() and not two.held
    one.release()
    assert not path.exists()
    assert two.try_acquire()
    two.release()
    two.release()


def test_a_removed_file_is_not_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "l.lock"
    owner = OwnerLock(path)
    assert owner.try_acquire()
    path.unlink()
    other = OwnerLock(path)
    assert other.try_acquire()  # a new file of that name
    third = OwnerLock(path)
    assert not third.try_acquire()
    other.release()
    owner.release()


HOLD = """
import sys
from pathlib import Path
from dpdesk.ledger.locks import OwnerLock
lock = OwnerLock(Path(sys.argv[1]))
print(lock.try_acquire(), flush=True)
sys.stdin.readline()
"""


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path, checkout: Path) -> None:
    path = tmp_path / "l.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=checkout,
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "True\n"
        lock = OwnerLock(path)
        assert not lock.try_acquire()
        holder.kill()
        holder.wait(20)
    assert path.exists()
    assert lock.try_acquire()
    lock.release()


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DpdeskError, match="lock file"):
        OwnerLock(tmp_path / "missing" / "l.lock").try_acquire()
