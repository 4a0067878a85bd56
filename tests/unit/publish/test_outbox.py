"""Files appear whole or not at all, and never over something else."""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

import published
import pytest
import released_files

from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.ledger import locks
from dpdesk.ledger.export import write_export
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.outbox import Outbox, check_writable
from dpdesk.publish.write import write_release


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_export_again_changes_nothing(tmp_path: Path) -> None:
    first = write_release(published.release(), tmp_path, audit=['{"entry":7}'])
    before = everything(tmp_path)
    assert write_release(published.release(), tmp_path, audit=['{"entry":7}']) == first
    assert everything(tmp_path) == before
    assert released_files.plain(before) == released_files.expected("people", strategy=False)


def test_another_release_in_the_folder_is_kept_and_said(tmp_path: Path) -> None:
    write_release(published.release(), tmp_path)
    before = everything(tmp_path)
    with pytest.raises(Refused, match="already holds a different") as caught:
        write_release(published.release(entry=8, head="00" * 32), tmp_path)
    assert everything(tmp_path) == before
    assert "empty folder" in str(caught.value)


CALLS = 23  # 9 files are forced to disk and renamed, 5 folders forced to disk


@pytest.mark.parametrize("call", range(CALLS + 1))
def test_a_full_disk_at_any_moment_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    """Every fsync and rename in turn fails; what then stands under a final name is whole, and trying again works."""
    calls = [0]

    def failing(real: Any) -> Any:
        def fail(*arguments: Any, **named: Any) -> Any:
            calls[0] += 1
            if calls[0] == call + 1:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*arguments, **named)

        return fail

    release = published.release()
    whole = tmp_path / "whole"
    write_release(release, whole)
    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(os.fsync))
        patch.setattr(Path, "replace", failing(Path.replace))
        if call < CALLS:
            with pytest.raises(DpdeskError, match="the disk is full"):
                write_release(release, out)
        else:
            write_release(release, out)
    left = everything(out)
    assert all(content == everything(whole)[name] for name, content in left.items())
    assert not [name for name in left if name.endswith(".part")]
    write_release(release, out)
    assert everything(out) == everything(whole)


def test_a_killed_writer_leaves_only_a_hidden_part(tmp_path: Path) -> None:
    def die(stream: BinaryIO) -> None:
        stream.write(b"half")
        raise KeyboardInterrupt

    outbox = Outbox(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        outbox.add("release.xlsx", die)
    lock, left = sorted(tmp_path.iterdir())
    assert left.name.startswith(".release.xlsx.") and left.name.endswith(".part")
    assert lock.name.startswith(".dpdesk-") and lock.stat().st_size == 0
    with Outbox(tmp_path) as another:  # the first one is alive: what it writes stays
        another.add("metadata.json", lambda stream: stream.write(b"{}") and None)
        assert left.exists()
    del outbox  # as at its process's end: the lock is free, the files remain
    gc.collect()
    assert sorted(tmp_path.iterdir()) == [lock, left]


def killed(folder: Path, *names: str) -> None:
    """What a killed writer leaves behind: drafts, and its lock, which nobody holds."""
    outbox = Outbox(folder)
    for name in names:
        outbox.add(name, lambda stream: stream.write(b"half") and None)
    lock = outbox._drafts._lock
    os.close(lock._descriptor)
    lock._descriptor = None


def test_what_a_killed_writer_left_is_swept_by_the_next(tmp_path: Path) -> None:
    killed(tmp_path, "release.xlsx", "tables/a.csv")
    killed(tmp_path, "metadata.json")
    (tmp_path / ".dpdesk-0123abcd.part").touch()  # a trial of the folder that was killed
    others = [tmp_path / name for name in (".mine.part", "b.01234567.part", ".c.0123456g.part", ".dpdesk.lock")]
    for other in others:
        other.touch()
    (tmp_path / "tables" / ".x.01234567.part").mkdir()  # not a file: it stays, and disturbs nobody
    with Outbox(tmp_path) as outbox:
        outbox.add("tables/a.csv", lambda stream: stream.write(b"whole") and None)
        outbox.publish()
    assert everything(tmp_path) == {"tables/a.csv": b"whole"} | {other.name: b"" for other in others}
    killed(tmp_path, "audit.jsonl")
    write_export(tmp_path / "audit.jsonl", ["{}"])
    assert set(everything(tmp_path)) == {"tables/a.csv", "audit.jsonl", *(other.name for other in others)}


def test_a_folder_without_locks_is_written_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed(tmp_path, "a.csv")
    left = everything(tmp_path)

    def no_locks(descriptor: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "_lock", no_locks)
    with Outbox(tmp_path) as outbox:
        outbox.add("b.csv", lambda stream: stream.write(b"whole") and None)
        outbox.publish()
    found = everything(tmp_path)
    assert found.pop("b.csv") == b"whole"
    assert left.items() <= found.items()


@pytest.mark.parametrize(("number", "fails"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_a_drive_that_cannot_force_names_to_disk_is_no_error_but_a_failing_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, fails: bool
) -> None:
    real = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with Outbox(tmp_path) as outbox, pytest.raises(DpdeskError) if fails else contextlib.nullcontext():
        outbox.add("b.csv", lambda stream: stream.write(b"whole") and None)
        outbox.publish()
    assert everything(tmp_path) == {"b.csv": b"whole"}


def test_a_folder_that_cannot_be_written_is_found_before_anything_is_spent(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(BadInput, match="choose another folder"):
        check_writable(file / "below")
    assert check_writable(tmp_path / "new" / "deep").is_dir()
    assert list((tmp_path / "new" / "deep").iterdir()) == []


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EIO, errno.ENOSPC])
def test_each_reason_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def fail(_: int) -> None:
        raise OSError(number, "Some Reason")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(BadInput) as caught:
        check_writable(tmp_path / "out")
    assert str(caught.value).endswith("choose another folder with --out.")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_with_another_plans_release_is_refused_before_spending(tmp_path: Path) -> None:
    release = published.release()
    write_release(release, tmp_path)
    assert check_writable(tmp_path, release.plan.meaning) == tmp_path
    with pytest.raises(Refused, match="another plan"):
        check_writable(tmp_path, "0" * 64)
    rehearsed = json.loads((tmp_path / "proof" / "metadata.json").read_text()) | {"rehearsal": True}
    (tmp_path / "proof" / "metadata.json").write_text(json.dumps(rehearsed))
    with pytest.raises(Refused):
        check_writable(tmp_path, release.plan.meaning)


@pytest.mark.skipif(os.name != "posix", reason="needs Windows")
def test_files_get_the_usual_permissions(tmp_path: Path) -> None:
    """A published file is for reading by others, as far as the umask allows."""
    mask = os.umask(0o022)
    try:
        write_release(published.release(), tmp_path)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(workbook_in(tmp_path).stat().st_mode) == 0o644


def test_a_release_that_lost_its_hash_is_not_written(tmp_path: Path) -> None:
    release = published.release()
    release.tables[0].estimate[0, 0, 0, 0] += 1
    with pytest.raises(DpdeskError, match="do not have the hash"):
        write_release(release, tmp_path / "out")
    assert not (tmp_path / "out").exists()
