"""What a machine remembers of a ledger: older copies and forks are refused, and no crash can make it run ahead."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ledger_world as world
import pytest

from dpdesk.errors import BadInput, LedgerDamaged
from dpdesk.ledger import anchor as module
from dpdesk.ledger import events
from dpdesk.ledger.anchor import FileAnchor, MemoryAnchor, anchor_folder
from dpdesk.ledger.ledger import Ledger
from dpdesk.ledger.locks import OwnerLock
from dpdesk.problems.render import render


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "anchors"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with an account and a release, made on another machine."""
    with Ledger.open(tmp_path / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        ledger.ensure_account(world.terms())
        world.release(ledger, world.request("one"))
    return tmp_path / "ledger.sqlite"


def spend(path: Path, folder: Path | None, *plans: str) -> None:
    with Ledger.open(path, anchor=MemoryAnchor() if folder is None else FileAnchor(folder)) as ledger:
        for plan in plans:
            world.release(ledger, world.request(plan))


def remembered(path: Path, folder: Path) -> dict[int, str]:
    with Ledger.open(path, anchor=MemoryAnchor()) as ledger:
        return dict(FileAnchor(folder).seen(ledger._history().ledger_id))


def test_it_lies_in_the_profile_and_not_beside_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "profile"))
    if sys.platform.startswith("linux"):
        assert anchor_folder() == tmp_path / "profile" / "dpdesk" / "anchors"
    monkeypatch.setattr("dpdesk.ledger.ledger.anchor_folder", lambda: tmp_path / "profile" / "anchors")
    (tmp_path / "ledger").mkdir()
    with world.office(tmp_path / "ledger") as ledger:
        world.release(ledger, world.request())
        history = ledger._history()
    assert os.listdir(tmp_path / "ledger") == ["ledger.sqlite"]
    (file,) = (tmp_path / "profile" / "anchors").iterdir()
    content = json.loads(file.read_bytes())
    assert content["ledger"] == history.ledger_id and content["seen"][-1] == [history.count, history.head]
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600


def test_every_durable_entry_is_remembered_at_once(path: Path, folder: Path) -> None:
    """Steps of a release and answers of a session go to the disk without the ledger being asked anything more."""
    with Ledger.open(path, anchor=FileAnchor(folder)) as ledger:
        held = ledger.reserve(world.request("two"))
        for step in (held.mark_draw, lambda: held.seal(b"integers")):  # type: ignore[union-attr]
            step()
            assert max(remembered(path, folder)) == len(ledger.entries())
        held.close()  # type: ignore[union-attr]


def test_an_older_copy_is_refused_and_blocks_everything(path: Path, folder: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "backup")
    spend(path, folder, "two")
    shutil.copy(tmp_path / "backup", path)
    for anchor in (FileAnchor(folder), FileAnchor(folder)):
        with pytest.raises(LedgerDamaged, match=r"ROLLBACK.*accept-older-copy"):
            Ledger.open(path, anchor=anchor)
    spend(path, None)  # another machine cannot know


@pytest.mark.parametrize("more", [0, 1, 2, 9])
def test_a_fork_is_told_from_an_older_copy_however_long_it_is(
    path: Path, folder: Path, tmp_path: Path, more: int
) -> None:
    """Spent from both copies: whether the other one is shorter, equally long or longer."""
    shutil.copy(path, tmp_path / "copy")
    spend(path, folder, *(f"here {n}" for n in range(5)))
    spend(tmp_path / "copy", None, *(f"there {n}" for n in range(more)))
    with pytest.raises(LedgerDamaged, match="FORK" if more else "ROLLBACK"):
        Ledger.open(tmp_path / "copy", anchor=FileAnchor(folder))


def test_an_older_copy_under_an_open_ledger_is_refused_by_the_next_call(path: Path, folder: Path) -> None:
    """Another window has spent meanwhile; this one has an open file with less in it."""
    old = path.read_bytes()
    with Ledger.open(path, anchor=FileAnchor(folder)) as ledger:
        spend(path, folder, "two")
        path.write_bytes(old)
        with pytest.raises(LedgerDamaged, match="ROLLBACK"):
            ledger.reserve(world.request("three"))


def test_a_ledger_that_went_on_elsewhere_comes_home(path: Path, folder: Path) -> None:
    spend(path, folder, "two")
    spend(path, None, "three")
    spend(path, folder, "four")
    with Ledger.open(path, anchor=FileAnchor(folder)) as ledger:
        assert "This machine remembers entry 18 of it, which agrees." in map(render, ledger.verify().sentences)


# The file ------------------------------------------------------------------------------------------------------------


def test_a_missing_or_altered_file_is_no_refusal_and_is_said(path: Path, folder: Path) -> None:
    def said() -> str:
        with Ledger.open(path, anchor=FileAnchor(folder)) as ledger:
            return " ".join(map(render, ledger.verify().sentences))

    assert "had not seen this ledger before" in said()
    (file,) = folder.glob("*.json")
    whole = file.read_bytes()
    assert "remembers entry 6 of it" in said()
    for offset in range(len(whole)):  # no byte can be changed into another memory
        file.write_bytes(whole[:offset] + bytes([whole[offset] ^ 0x01]) + whole[offset + 1 :])
        assert not FileAnchor(folder).seen(json.loads(whole)["ledger"])
    for broken in (b"", whole[:-9], b"[" * 10_000, b"{}\n", whole * 2, b"\xff" * 100):
        file.write_bytes(broken)
        assert "not readable" in said()
        assert file.read_bytes() == whole


def test_a_profile_that_cannot_be_written_stops_no_release_and_is_said(
    path: Path, folder: Path, tmp_path: Path
) -> None:
    folder.parent.parent.joinpath("state").write_bytes(b"a file where the folder should be")
    with Ledger.open(path, anchor=FileAnchor(folder)) as ledger:
        world.release(ledger, world.request("two"))
        assert "cannot remember its check value" in " ".join(map(render, ledger.verify().sentences))


def test_a_memory_of_another_ledger_is_none(path: Path, folder: Path, tmp_path: Path) -> None:
    spend(path, folder)
    with Ledger.open(tmp_path / "other.sqlite", create=True, anchor=FileAnchor(folder)) as other:
        other_id = other._history().ledger_id
    first, second = sorted(folder.glob("*.json"), key=lambda file: file != FileAnchor(folder).file_of(other_id))
    shutil.copy(second, first)
    assert not FileAnchor(folder).seen(other_id)
    assert FileAnchor(folder).file_of("../../x").parent == folder


def test_pairs_of_every_distance_are_kept_and_few() -> None:
    places: dict[int, str] = {}
    for entry in range(1, 5001):
        places = module._thinned({**places, entry: str(entry)})
        assert entry in places
    assert len(places) < 150
    for distance in (1, 2, 8, 50, 300, 2000):  # something within about a quarter of the distance
        assert any(distance <= 5000 - entry <= distance * 5 / 4 + 1 for entry in places)
    assert len(module._text("x", dict.fromkeys(places, "0" * 64))) < module._LARGEST


# Crashes and two windows ---------------------------------------------------------------------------------------------


def test_a_crash_or_a_full_disk_at_any_step_leaves_the_old_memory_or_the_new(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every system call of the writing fails in turn, as an error or as the end of the process."""
    spend(path, folder)
    before = remembered(path, folder)
    (file,) = folder.glob("*.json")
    whole, ledger_id = file.read_bytes(), json.loads(file.read_bytes())["ledger"]
    real = {name: getattr(os, name) for name in ("open", "fsync", "replace")}
    seen_failures = 0
    for error in (OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()):
        for at in range(8):
            calls = [0]

            def failing(
                name: str, calls: list[int] = calls, at: int = at, error: BaseException = error
            ) -> Callable[..., Any]:
                def call(*arguments: Any, **named: Any) -> Any:
                    calls[0] += 1
                    if calls[0] == at + 1:
                        raise error
                    return real[name](*arguments, **named)

                return call

            file.write_bytes(whole)
            with monkeypatch.context() as patch:
                for name in real:
                    patch.setattr(os, name, failing(name))
                try:
                    FileAnchor(folder).note(ledger_id, 99, "f" * 64)
                except KeyboardInterrupt:
                    pass
            seen_failures += calls[0] > at
            after = dict(FileAnchor(folder).seen(ledger_id))
            assert after in (before, module._thinned({**before, 99: "f" * 64})), at
            FileAnchor(folder).note(ledger_id, 100, "e" * 64)  # and the next writer gets through
            assert FileAnchor(folder).seen(ledger_id)[100] == "e" * 64
    assert seen_failures >= 8


def _note_many(folder: Path, first: int, step: int) -> None:
    anchor = FileAnchor(folder)
    for entry in range(first, 200, step):
        anchor.note("ledger", entry, f"{entry:064d}")


def test_two_windows_never_take_the_memory_back(folder: Path) -> None:
    """Processes note entries of one ledger at once; nothing is lost, torn or put back."""
    context = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    started = [context.Process(target=_note_many, args=(folder, n, 3)) for n in (1, 2, 3)]
    for one in started:
        one.start()
    highest = 0
    while any(one.is_alive() for one in started):
        places = FileAnchor(folder).seen("ledger")
        assert max(places, default=0) >= highest
        highest = max(places, default=0)
        assert all(head == f"{entry:064d}" for entry, head in places.items())
    for one in started:
        one.join()
        assert one.exitcode == 0
    assert max(FileAnchor(folder).seen("ledger")) == 199
    assert [file.suffix for file in folder.iterdir()] == [".json"]


def test_a_disk_that_takes_half_of_it_leaves_the_old_memory(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spend(path, folder)
    before = remembered(path, folder)
    (file,) = folder.glob("*.json")
    real = os.fdopen

    def half(*arguments: Any) -> Any:
        opened = real(*arguments)

        class Half:
            def __enter__(self) -> Half:
                return self

            def __exit__(self, *_: object) -> None:
                opened.close()

            def write(self, data: bytes) -> None:
                opened.write(data[: len(data) // 2])
                raise OSError(errno.ENOSPC, "No space left on device")

        return Half()

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", half)
        FileAnchor(folder).note(json.loads(file.read_bytes())["ledger"], 99, "f" * 64)
    assert remembered(path, folder) == before


def test_what_another_window_noted_meanwhile_stays_and_nobody_else_writes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other window is quicker between this one's look and its lock; while this one writes, it has the lock."""
    quicker = FileAnchor(folder)
    real_wait, real_write = module._wait_for, FileAnchor._write
    wrote = []

    def wait(lock: OwnerLock) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(module, "_wait_for", real_wait)
            quicker.note("ledger", 50, "a" * 64)
        real_wait(lock)

    def write(self: FileAnchor, ledger_id: str, places: Any) -> None:
        wrote.append(max(places))
        assert not OwnerLock(self.file_of(ledger_id).with_suffix(".lock")).try_acquire()
        real_write(self, ledger_id, places)

    monkeypatch.setattr(FileAnchor, "_write", write)
    monkeypatch.setattr(module, "_wait_for", wait)
    FileAnchor(folder).note("ledger", 40, "b" * 64)
    assert dict(FileAnchor(folder).seen("ledger")) == {50: "a" * 64} and wrote == [50]
    FileAnchor(folder).note("ledger", 60, "c" * 64)
    assert dict(FileAnchor(folder).seen("ledger")) == {60: "c" * 64, 50: "a" * 64}


def test_a_lock_that_is_never_freed_lets_the_memory_lag(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spend(path, folder)
    before = remembered(path, folder)
    monkeypatch.setattr(module, "_PATIENCE", 0.01)
    lock = OwnerLock(next(folder.glob("*.json")).with_suffix(".lock"))
    assert lock.try_acquire()
    spend(path, folder, "two")
    assert remembered(path, folder) == before
    lock.release()
    spend(path, folder)
    assert max(remembered(path, folder)) == 10


# Going on with an older copy -----------------------------------------------------------------------------------------


def test_an_older_copy_is_accepted_in_writing_only(path: Path, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nothing to accept"):
        Ledger.accept_older_copy(path, "no need", anchor=FileAnchor(folder))
    shutil.copy(path, tmp_path / "backup")
    spend(path, folder, "two")
    shutil.copy(tmp_path / "backup", path)
    with pytest.raises(BadInput, match="reason"):
        Ledger.accept_older_copy(path, " ", anchor=FileAnchor(folder))
    with pytest.raises(LedgerDamaged):
        Ledger.open(path, anchor=FileAnchor(folder))
    entry = Ledger.accept_older_copy(path, "the disk broke", office="IT", anchor=FileAnchor(folder))
    assert entry.kind == events.OLDER_ACCEPTED and entry.body["seen"] == 10 and entry.number == 7
    with Ledger.open(path, anchor=FileAnchor(folder)) as ledger:
        ledger.verify()
        later = world.release(ledger, world.request("three"))
        # Whoever gets a later release sees that something was lost.
        assert any('"older copy accepted"' in line for line in ledger.release_lines(later.release_id))
