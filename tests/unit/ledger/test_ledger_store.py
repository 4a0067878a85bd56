"""The file: what is refused at the door, what a fault of disk or hand leads to, and what SQLite is told."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import ledger_world as world
import pytest

from dpdesk.errors import BadInput, DpdeskError, LedgerDamaged
from dpdesk.ledger import ledger as ledger_module
from dpdesk.ledger import place as place_module
from dpdesk.ledger import store as store_module
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.place import default_path
from dpdesk.ledger.reservation import Reservation
from dpdesk.ledger.store import SCHEMA_VERSION


def ledger_with_releases(folder: Path, count: int = 2) -> Path:
    with world.office(folder) as ledger:
        for number in range(count):
            world.release(ledger, world.request(f"plan {number}"))
        return ledger.path


def raw(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def change(path: Path, *statements: str) -> None:
    with closing(raw(path)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_the_settings_that_durability_rests_on(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        ask = ledger._store._connection.execute
        assert ask("PRAGMA synchronous").fetchone() == (3,)
        assert ask("PRAGMA journal_mode").fetchone() == ("delete",)
        assert ask("PRAGMA fullfsync").fetchone() == (1,)
        with pytest.raises(sqlite3.OperationalError, match="attached"):
            ask("ATTACH ':memory:' AS other")
        if sys.platform != "win32":
            assert ledger.path.stat().st_mode & 0o077 == 0
    assert sorted(os.listdir(tmp_path)) == ["ledger.sqlite"]


def test_no_ledger_is_made_unasked(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no ledger"):
        Ledger.open(tmp_path / "ledger.sqlite")
    with pytest.raises(BadInput, match="folder"):
        Ledger.open(tmp_path / "missing" / "ledger.sqlite", create=True)
    with pytest.raises(BadInput):
        Ledger.open(tmp_path, create=True)
    assert os.listdir(tmp_path) == []


def test_the_default_place_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if sys.platform == "linux":
        assert default_path() == tmp_path / "data" / "dpdesk" / "ledger.sqlite"
        with Ledger.open(default_path(), create=True) as ledger:
            assert ledger.path.exists()


def test_a_future_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = ledger_with_releases(tmp_path)
    change(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(BadInput, match="format 3") as caught:
            Ledger.open(path, create=create)
        assert caught.value.exit_status == 2
    assert path.read_bytes() == before


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    change(other, "CREATE TABLE t (x)")
    with pytest.raises(BadInput, match="not a ledger"):
        Ledger.open(other)
    text = tmp_path / "text.sqlite"
    text.write_text("not a database at all\n" * 100)
    with pytest.raises(LedgerDamaged, match="not a ledger"):
        Ledger.open(text)
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    for create in (False, True):
        with pytest.raises(LedgerDamaged, match="empty"):
            Ledger.open(empty, create=create)


def test_a_creation_cut_off_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite.new").write_bytes(b"half")
    (tmp_path / "ledger.sqlite.new-journal").write_bytes(b"half")
    with world.office(tmp_path) as ledger:
        ledger.verify()
    assert os.listdir(tmp_path) == ["ledger.sqlite"]


def test_a_format_that_never_existed_is_damage(tmp_path: Path) -> None:
    path = ledger_with_releases(tmp_path)
    change(path, "PRAGMA user_version = 0")
    before = path.read_bytes()
    with pytest.raises(LedgerDamaged, match="names no format that ever existed"):
        Ledger.open(path, create=True)
    assert path.read_bytes() == before


def test_the_journal_of_a_ledger_that_is_gone_is_not_played_into_a_new_one(tmp_path: Path) -> None:
    path = ledger_with_releases(tmp_path)
    with closing(raw(path)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO payloads VALUES ('x', zeroblob(100000))")  # spills: the journal is hot
        journal = tmp_path / "ledger.sqlite-journal"
        kept = journal.read_bytes()
        connection.execute("ROLLBACK")
    path.unlink()
    journal.write_bytes(kept)
    with pytest.raises(LedgerDamaged, match="belongs to a ledger that is no longer beside it"):
        Ledger.open(path, create=True)
    assert sorted(os.listdir(tmp_path)) == ["ledger.sqlite-journal"]
    journal.unlink()
    Ledger.open(path, create=True).close()


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(ledger_module, "default_path", lambda: tmp_path / "file" / "dpdesk" / "ledger.sqlite")
    with pytest.raises(DpdeskError, match="cannot be made"):
        Ledger.open(ledger_module.default_path(), create=True)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET head = 'x' WHERE entry = 3",
        "DELETE FROM events WHERE entry = 8",
        "UPDATE payloads SET data = x'00'",
        "DELETE FROM payloads",
        "UPDATE secrets SET value = x'00'",
        "DELETE FROM secrets",
    ],
)
def test_nothing_is_changed_or_removed_by_accident(tmp_path: Path, statement: str) -> None:
    path = ledger_with_releases(tmp_path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        change(path, statement)


def drop_triggers(path: Path) -> list[tuple[str, str]]:
    connection = raw(path)
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.close()
    return triggers


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = replace(body, '1/10', '1/20') WHERE entry = 3",
        "UPDATE events SET body = replace(body, 'epsilon', 'EPSILON') WHERE entry = 2",
        "UPDATE events SET body = replace(body, ':', ': ') WHERE entry = 2",
        "UPDATE events SET body = CAST(body AS BLOB) WHERE entry = 2",
        "UPDATE events SET head = upper(head) WHERE entry = 10",
        "DELETE FROM events WHERE entry = 7",
        "DELETE FROM events WHERE entry = 1",
        "DELETE FROM events",
        "UPDATE events SET entry = 99 WHERE entry = 10",
        "UPDATE events SET entry = entry + 100",
        "INSERT INTO events SELECT 11, body, head FROM events WHERE entry = 10",
        "UPDATE events SET body = (SELECT body FROM events WHERE entry = 4) WHERE entry = 8",
    ],
)
def test_an_edit_by_hand_is_found_at_the_next_opening(tmp_path: Path, statement: str) -> None:
    path = ledger_with_releases(tmp_path)
    triggers = drop_triggers(path)
    change(path, statement, *(sql for _, sql in triggers))
    with pytest.raises(LedgerDamaged) as caught:
        Ledger.open(path)
    assert caught.value.exit_status == 4


def test_a_dropped_trigger_is_found(tmp_path: Path) -> None:
    path = ledger_with_releases(tmp_path)
    change(path, "DROP TRIGGER events_delete")
    with pytest.raises(LedgerDamaged, match="tables"):
        Ledger.open(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE payloads SET data = x'00' WHERE rowid = 1",
        "DELETE FROM payloads WHERE rowid = 2",
        "INSERT INTO payloads VALUES ('ab', x'00')",
        "UPDATE secrets SET value = zeroblob(32)",
        "DELETE FROM secrets",
    ],
)
def test_an_edit_of_what_the_entries_refer_to_is_found_by_verify(tmp_path: Path, statement: str) -> None:
    path = ledger_with_releases(tmp_path)
    triggers = drop_triggers(path)
    change(path, statement, *(sql for _, sql in triggers))
    with Ledger.open(path) as ledger, pytest.raises(LedgerDamaged):
        ledger.verify()


def picture(path: Path) -> tuple[object, ...]:
    """Everything the ledger says about its entries, totals and keys, after a full verification."""
    with Ledger.open(path) as ledger:
        report = ledger.verify()
        return (
            report.entries,
            report.head,
            report.spent,
            report.remaining,
            [e.line() for e in ledger.entries()],
            ledger.releases(),
            ledger.secret(world.DATASET),
            ledger.fingerprint_key(),
        )


def test_a_changed_byte_of_the_file_is_detected_or_without_effect(tmp_path: Path) -> None:
    path = ledger_with_releases(tmp_path)
    whole, before = path.read_bytes(), picture(path)
    copy = tmp_path / "copy.sqlite"
    detected = 0
    # Every 61st byte, and the whole header, where a byte decides about format and journal.
    for offset in sorted({*range(0, 100, 3), *range(0, len(whole), 61)}):
        edited = bytearray(whole)
        edited[offset] ^= 0x41
        copy.write_bytes(edited)
        try:
            after = picture(copy)
        except DpdeskError:
            detected += 1
        else:
            assert after == before, f"byte {offset}"
        for extra in tmp_path.glob("copy.sqlite?*"):
            extra.unlink()
    assert detected > 80


def test_cut_off_at_the_end_is_detected(tmp_path: Path) -> None:
    path = ledger_with_releases(tmp_path)
    whole = path.read_bytes()
    for size in (len(whole) - 1, len(whole) - 4096, len(whole) // 2, 4096, 100, 10):
        path.write_bytes(whole[:size])
        with pytest.raises((LedgerDamaged, BadInput)):
            picture(path)


def test_an_older_copy_put_back_while_open_is_noticed(tmp_path: Path) -> None:
    path = ledger_with_releases(tmp_path, 1)
    old = tmp_path / "old.sqlite"
    shutil.copy(path, old)
    with Ledger.open(path) as ledger:
        world.release(ledger, world.request("another"))
        shutil.copy(old, path)  # in place: the file stays the same file
        with pytest.raises(LedgerDamaged):
            ledger.spent(world.DATASET)
    with Ledger.open(path, anchor=MemoryAnchor()) as ledger:  # as on a machine that never saw the newer one
        os.replace(old, path)
        with pytest.raises(LedgerDamaged, match="replaced"):
            ledger.reserve(world.request("third"))
    path.rename(tmp_path / "away.sqlite")


def test_a_ledger_removed_while_open_is_noticed(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        ledger.path.unlink()
        with pytest.raises(LedgerDamaged, match="removed"):
            ledger.reserve(world.request())


def test_two_names_of_one_ledger_share_their_locks(tmp_path: Path) -> None:
    with world.office(tmp_path) as ledger:
        link = tmp_path / "link.sqlite"
        link.symlink_to(ledger.path)
        with Ledger.open(link) as other:
            assert other.path == ledger.path


def test_a_busy_ledger_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.05)
    with world.office(tmp_path) as ledger:
        blocker = raw(ledger.path)
        blocker.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DpdeskError, match="in use by another program"):
            ledger.reserve(world.request())
        blocker.execute("ROLLBACK")
        blocker.close()
        world.release(ledger, world.request())


def test_a_read_only_ledger_can_be_read_and_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ledger_with_releases(tmp_path)
    real = store_module._connect
    monkeypatch.setattr(store_module, "_connect", lambda place: real(place, mode="ro"))
    with Ledger.open(path) as ledger:
        ledger.verify()
        with pytest.raises(DpdeskError, match="cannot be written") as caught:
            ledger.reserve(world.request("new"))
        assert caught.value.exit_status == 1
        assert ledger.releases()
    assert list(tmp_path.glob("*.lock")) == []


class Failing(sqlite3.Connection):
    """A disk that reports an error at COMMIT once it is told to."""

    broken = False

    def execute(self, statement: str, *arguments: object) -> sqlite3.Cursor:  # type: ignore[override]
        if Failing.broken and statement == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return super().execute(statement, *arguments)


def test_a_failed_write_stops_everything_until_reopened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **o: real(*a, factory=Failing, **o))
    monkeypatch.setattr(Failing, "broken", False)
    ledger = world.office(tmp_path)
    held = ledger.reserve(world.request())
    assert isinstance(held, Reservation)
    Failing.broken = True
    with pytest.raises(DpdeskError, match="reported an error"):
        held.mark_draw()
    Failing.broken = False
    # A sync that failed is not tried again, whatever it says the next time.
    for attempt in (held.mark_draw, lambda: held.seal(b"x"), lambda: ledger.spent(world.DATASET)):
        with pytest.raises(DpdeskError, match="not certain"):
            attempt()
    held.close()
    ledger.close()
    with Ledger.open(tmp_path / "ledger.sqlite") as later:
        later.verify()
        world.release(later, world.request())


def test_a_folder_that_is_not_forced_to_disk_stops_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite takes no notice when the name of its journal cannot be forced to disk; the ledger does."""
    with world.office(tmp_path) as ledger:
        before = [entry.line() for entry in ledger.entries()]
        with monkeypatch.context() as patch:
            fail_for_folders(patch, errno.EIO)
            with pytest.raises(DpdeskError, match="could not be written durably"):
                ledger.reserve(world.request())
        with pytest.raises(DpdeskError, match="not certain"):
            ledger.reserve(world.request())
    with monkeypatch.context() as patch:
        fail_for_folders(patch, errno.EIO)
        with pytest.raises(DpdeskError, match="could not be written durably"):
            Ledger.open(tmp_path / "ledger.sqlite")  # entries that may not be on the disk are not used
        fail_for_folders(patch, errno.EINVAL)  # as on a compact disc
        Ledger.open(tmp_path / "ledger.sqlite").close()
    with Ledger.open(tmp_path / "ledger.sqlite") as later:
        assert [entry.line() for entry in later.entries()] == before
        world.release(later, world.request())


def fail_for_folders(patch: pytest.MonkeyPatch, number: int) -> None:
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(number, os.strerror(number))
        real(descriptor)

    patch.setattr(place_module.os, "fsync", fsync)


def with_support(root: Path) -> dict[str, str]:
    """Surroundings in which a process finds this dpdesk and the office of these tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "tests" / "support" / "faults")])}


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
import ledger_world as world
from dpdesk.errors import DpdeskError
from dpdesk.ledger.ledger import Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
with Ledger.open(path) as ledger:
    held = ledger.reserve(world.request("big"))
    held.mark_draw()
    size = path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8192, size + 8192))
    try:
        held.seal(bytes(1_000_000))
    except DpdeskError as error:
        print(type(error).__name__, error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs Linux or macOS: limits of file size")
def test_a_file_that_may_not_grow_leaves_nothing_half_written(tmp_path: Path, checkout: Path) -> None:
    path = ledger_with_releases(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        capture_output=True,
        text=True,
        check=False,
        env=with_support(checkout),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("DpdeskError The disk") and "Traceback" not in done.stderr
    with Ledger.open(path) as ledger:
        ledger.verify()
        assert ledger.entries()[-1].kind == "draw marked"
        again = ledger.reserve(world.request("big"))
        assert isinstance(again, Reservation) and again.notice is not None
        again.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs Linux or macOS: fork")
def test_a_ledger_does_not_cross_a_fork(tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom pathlib import Path\nimport ledger_world as world\n"
        "ledger = world.office(Path(sys.argv[1]))\nheld = ledger.reserve(world.request())\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n        held.mark_draw()\n"
        "    except Exception as error:\n        os.write(1, str(error).encode())\n"
        "    os._exit(held._lock.held)\n"
        "status = os.waitpid(child, 0)[1]\nheld.mark_draw()\nsys.exit(status)\n"
    )
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env=with_support(root),
    )
    assert done.returncode == 0, done.stderr
    assert "cannot be used in another" in done.stdout
