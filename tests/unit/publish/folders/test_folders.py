"""The two folders of a release: what stands where, and an export that takes the place of an earlier one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import outsider
import published
import pytest

from dpdesk.cli.release import release_to
from dpdesk.errors import BadInput, DpdeskError, Refused
from dpdesk.ledger.board import Withdrawal
from dpdesk.publish import folders
from dpdesk.publish.documents.metadata import metadata_bytes
from dpdesk.publish.outbox import check_writable
from dpdesk.publish.proof.evidence import read_document
from dpdesk.publish.write import write_release
from dpdesk.release.result import Release
from dpdesk.release.terms import ReleaseRequest

FOREIGN = ("../mine.txt", "publish/../../mine.txt", "mine.txt", "publish/x\\..\\mine.txt", "/tmp/mine")


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def titled(title: str, **changes: Any) -> Release:
    return published.release(published.plan(title={"en": title}), **changes)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Persons, 1 January 2025", "Persons-1-January-2025"),
        ("  ../../etc/passwd\n", "etc-passwd"),
        ("=1+1 | <b>", "1-1-b"),
        ("Größe der Haushalte 2025/26", "Größe-der-Haushalte-2025-26"),
        ("जनसंख्या २०२५", "जनसंख्या-२०२५"),
        ("???", "release"),
        ("con", "con_"),
    ],
)
def test_a_workbook_is_named_after_its_release(title: str, name: str) -> None:
    assert folders.stem(titled(title), "en") == name
    assert folders.stem(titled(title, rehearsal=True), "en").startswith("REHEARSAL")


@pytest.mark.parametrize("title", ["人" * 300, "a " * 300, "🜲é" * 300])
def test_a_long_title_is_cut_to_what_a_file_system_takes(title: str, tmp_path: Path) -> None:
    write_release(titled(title), tmp_path)  # its draft has a longer name still
    assert 20 < len(folders.workbook_in(tmp_path).name.encode()) <= 170


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return outsider.office(tmp_path_factory.mktemp("office"))


@pytest.fixture
def first(office: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(office["first"], tmp_path / "first"))


def test_each_of_the_two_stands_for_the_whole(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (first / "elsewhere").mkdir()
    for place in (first, first / "publish", first / "proof"):
        assert read_document(place).released == read_document(first).released
        monkeypatch.chdir(place)
        assert folders.root(Path()).resolve() == first
    with pytest.raises(BadInput):  # a folder that happens to lie inside is not taken for the release around it
        read_document(first / "elsewhere")
    for script in ("verify.py", "check_strategy.py"):
        for where, words in (
            (first, [f"proof/{script}", "."]),
            (first, [f"proof/{script}"]),
            (first / "proof", [script]),
            (first / "proof", [script, "."]),
            (first / "publish", [f"../proof/{script}", "."]),
        ):
            command = [sys.executable, "-I", "-S", *words]
            done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False, timeout=60)
            assert done.returncode == 0 and "Everything holds" in done.stdout, (where, words, done.stdout, done.stderr)
        command = [sys.executable, "-I", "-S", f"proof/{script}", "elsewhere"]
        assert subprocess.run(command, cwd=first, capture_output=True, check=False, timeout=60).returncode == 1


@pytest.mark.parametrize("name", ["publish/Another.xlsx", "publish/Another.pdf", "publish/tables/more.csv"])
def test_a_file_laid_beside_what_was_published_is_found(first: Path, name: str) -> None:
    assert outsider.problems(first) == []
    source = folders.workbook_in(first) if name.endswith("xlsx") else first / "publish" / "tables" / "one.csv"
    (first / name).write_bytes(source.read_bytes())
    assert outsider.problems(first) != []
    with pytest.raises(BadInput):
        read_document(first)


def test_a_workbook_that_is_open_in_a_spreadsheet_program_can_be_checked(first: Path) -> None:
    book = folders.workbook_in(first)
    book.with_name(f"~${book.name[2:]}").write_bytes(b"somebody")
    assert folders.workbook_in(first) == book and outsider.problems(first) == []
    assert read_document(first).released is not None
    command = [sys.executable, "-I", "-S", "proof/check_strategy.py"]
    assert subprocess.run(command, cwd=first, capture_output=True, check=False, timeout=60).returncode == 0


# Another export of the same release ---------------------------------------------------------------------------------


def test_another_layout_takes_the_place_of_the_workbook(tmp_path: Path) -> None:
    release = published.release()
    for layout in ("accessible", "classic", "list", "classic"):
        write_release(release, tmp_path / "out", layout=layout)
        write_release(release, tmp_path / layout, layout=layout)
        assert everything(tmp_path / "out") == everything(tmp_path / layout)


def test_what_a_former_title_was_written_under_is_taken_away(tmp_path: Path) -> None:
    release = titled("Persons")
    write_release(release, tmp_path / "out")
    (tmp_path / "out" / "publish" / "Persons.pdf").write_bytes(b"somebody's own")
    corrected = replace(release, plan=titled("Residents").plan, text_version=2)
    write_release(corrected, tmp_path / "out")
    write_release(corrected, tmp_path / "new")
    found = everything(tmp_path / "out")
    assert found.pop("publish/Persons.pdf") == b"somebody's own"
    assert found == everything(tmp_path / "new") and "publish/Residents.xlsx" in found


def test_a_withdrawal_reaches_the_folder_that_was_published(tmp_path: Path) -> None:
    """The marked workbook and the notice come, the record for the registry goes, the figures stay."""
    release = published.release()
    write_release(release, tmp_path)
    before = everything(tmp_path)
    gone = replace(release, withdrawn=Withdrawal("2026-03-01", "Wrong file.", "Office", "Board", 9))
    write_release(gone, tmp_path)
    after = everything(tmp_path)
    assert "publish/withdrawn.html" in after and "publish/registry.yaml" not in after
    assert after["publish/Persons-1-January-2025.xlsx"] != before["publish/Persons-1-January-2025.xlsx"]
    assert after["publish/tables/people.csv"] == before["publish/tables/people.csv"]


@pytest.mark.parametrize("name", ["publish/Persons-1-January-2025.xlsx", "publish/tables/people.csv", folders.METADATA])
def test_a_file_that_somebody_changed_is_kept(tmp_path: Path, name: str) -> None:
    release = published.release()
    write_release(release, tmp_path)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes() + b" ")
    before = everything(tmp_path)
    with pytest.raises(Refused, match="already holds a different"):
        write_release(release, tmp_path, layout="classic")
    assert everything(tmp_path) == before


def test_a_signed_folder_is_kept_as_it_was_signed(tmp_path: Path) -> None:
    release = published.release()
    write_release(release, tmp_path)
    (tmp_path / "proof" / "statement.json").write_bytes(b"{}")
    before = everything(tmp_path)
    write_release(release, tmp_path)
    with pytest.raises(Refused, match="already holds a different"):
        write_release(release, tmp_path, layout="classic")
    assert everything(tmp_path) == before


@pytest.mark.parametrize(
    "name", ["../mine.txt", "publish/../../mine.txt", "mine.txt", "publish/x\\..\\mine.txt", "/tmp/m"]
)
def test_metadata_cannot_name_files_of_others(tmp_path: Path, name: str) -> None:
    release = published.release()
    out = tmp_path / "out"
    write_release(release, out)
    mine = [tmp_path / "mine.txt", out / "mine.txt"]
    for path in mine:
        path.write_bytes(b"")
    tree = json.loads((out / folders.METADATA).read_bytes())
    tree.pop("checksum")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    tree["files"][name] = empty
    (out / folders.METADATA).write_bytes(metadata_bytes(tree))
    assert name not in folders.files_of(release, out)
    write_release(release, out, layout="classic")
    assert all(path.exists() for path in mine)
    tree = json.loads((out / folders.METADATA).read_bytes())
    tree.pop("checksum")
    tree["files"]["publish/old.txt"] = empty  # the control: a file of an earlier export goes
    (out / folders.METADATA).write_bytes(metadata_bytes(tree))
    (out / "publish" / "old.txt").write_bytes(b"")
    write_release(release, out)
    assert not (out / "publish" / "old.txt").exists()


@pytest.mark.parametrize("call", range(6))
def test_killed_while_it_replaces_it_leaves_whole_files_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    """Each rename and removal in turn is where the program dies; the list of files is the last to appear."""
    before, after = titled("Persons"), titled("Residents")
    after = replace(before, plan=after.plan, text_version=2)
    for release, name in ((before, "before"), (after, "after")):
        write_release(release, tmp_path / name)
    old, new = everything(tmp_path / "before"), everything(tmp_path / "after")
    out, calls, real = tmp_path / "out", [0], (Path.replace, Path.unlink)
    write_release(before, out)

    def dying(act: Any) -> Any:
        def die(path: Path, *arguments: Any, **named: Any) -> Any:
            calls[0] += not path.name.endswith(".lock")
            if calls[0] == call + 1:
                raise KeyboardInterrupt
            return act(path, *arguments, **named)

        return die

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", dying(real[0]))
        patch.setattr(Path, "unlink", dying(real[1]))
        try:
            write_release(after, out)
            died = False
        except KeyboardInterrupt:
            died = True
    left = everything(out)
    assert all(content in (old.get(name), new.get(name)) for name, content in left.items()), "half a file"
    assert not died or left[folders.METADATA] == old[folders.METADATA]
    write_release(after, out)
    assert everything(out) == new
    assert died or call > 3


@pytest.mark.parametrize("name", ["publish", "proof", "publish/tables"])
def test_a_file_in_the_way_of_a_folder_is_found_before_anything_is_spent(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(b"mine")
    before = everything(tmp_path)
    with pytest.raises(BadInput, match="a file stands where a folder is needed"):
        check_writable(tmp_path)
    assert everything(tmp_path) == before
    with pytest.raises(DpdeskError):  # and what it would have come to
        write_release(published.release(), tmp_path)
    assert everything(tmp_path) == before


def test_a_folder_for_reading_only_is_found_before_anything_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An administrator may write everywhere, so the refusal is the system's in name only."""
    (tmp_path / "publish").mkdir()
    open_file = Path.open

    def refusing(path: Path, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if path.parent == tmp_path / "publish":
            raise PermissionError(13, "Permission denied")
        return open_file(path, mode, *rest, **more)

    monkeypatch.setattr(Path, "open", refusing)
    with pytest.raises(BadInput, match="no permission"):
        check_writable(tmp_path)


def test_neither_ledger_nor_data_lie_where_files_are_passed_on(office: dict[str, Path], tmp_path: Path) -> None:
    """Refused before the ledger is made, or a byte of the file is read."""
    out = tmp_path / "out"
    inside = [
        out / "publish" / "l.sqlite",
        out / "proof" / "below" / "data.csv",
        out / "x" / ".." / "publish" / "d.csv",
    ]
    for place in inside:
        with pytest.raises(BadInput, match="is confidential and lies in"):
            folders.require_apart(out, [office["data"], place])
        with pytest.raises(BadInput, match="is confidential and lies in"):
            release_to(ReleaseRequest(outsider.asked(), place), out, tmp_path / "l.sqlite")
        with pytest.raises(BadInput, match="is confidential and lies in"):
            release_to(ReleaseRequest(outsider.asked(), office["data"]), out, place)
    assert not out.exists() and not (tmp_path / "l.sqlite").exists()
    folders.require_apart(out, [out / "l.sqlite", tmp_path / "publish" / "data.csv"])
