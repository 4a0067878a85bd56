"""Two builds of one commit, compared: every kind of difference is found and named, and only a known one is forgiven."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def rebuild() -> Iterator[ModuleType]:
    before = set(sys.modules)
    sys.path.insert(0, str(ROOT / "packaging"))
    yield importlib.import_module("rebuild")
    sys.path.remove(str(ROOT / "packaging"))
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(ROOT / "packaging")):
            del sys.modules[name]


def archive(path: Path, text: str, when: tuple[int, ...] = (2026, 1, 2, 0, 0, 0)) -> None:
    with zipfile.ZipFile(path, "w") as made:
        for name, content in (("same.txt", "same"), ("other.txt", text)):
            made.writestr(zipfile.ZipInfo(name, when), content)  # type: ignore[arg-type]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two equal folders."""
    one = tmp_path / "one"
    (one / "inner").mkdir(parents=True)
    (one / "inner" / "library.so").write_bytes(b"\x7fELF" + bytes(range(100)))
    (one / "link.so").symlink_to("inner/library.so")
    archive(one / "made.whl", "text")
    with tarfile.open(one / "made.tar.gz", "w:gz") as made:
        made.add(one / "inner" / "library.so", "library.so")
    return one, Path(shutil.copytree(one, tmp_path / "other", symlinks=True))


def flip(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:50] + bytes([whole[50] ^ 1]) + whole[51:])


CHANGES: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "a byte": (lambda f: flip(f / "inner/library.so"), "inner/library.so", "104 and 104 bytes, from byte 50 on"),
    "a file less": (lambda f: (f / "inner/library.so").unlink(), "inner/library.so", "only in the first"),
    "a file more": (lambda f: (f / "more").touch(), "more", "only in the second"),
    "permissions": (lambda f: (f / "inner/library.so").chmod(0o600), "inner/library.so", "file 0o600"),
    "a link": (lambda f: [(f / "link.so").unlink(), (f / "link.so").symlink_to("made.whl")], "link.so", "bytes"),
    "a member": (lambda f: archive(f / "made.whl", "texts"), "made.whl", "member other.txt"),
    "times of members": (
        lambda f: archive(f / "made.whl", "text", (2027, 1, 2, 0, 0, 0)), "made.whl", "member other.txt; member same"),
}  # fmt: skip


def test_equal_folders(rebuild: ModuleType, pair: tuple[Path, Path]) -> None:
    assert rebuild.differences(*pair) == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_difference_is_found_and_named(rebuild: ModuleType, pair: tuple[Path, Path], change: str) -> None:
    make, name, how = CHANGES[change]
    make(pair[1])
    found = {one.path: one for one in rebuild.differences(*pair)}
    assert how in found[name].how and found[name].why is None
    known = rebuild.differences(*pair, ((r"\.(so|whl)$|^more$", "its maker writes the time into it"),))
    assert all(one.why for one in known)
    if change == "permissions":
        assert rebuild.differences(*pair, rights=False) == []


def test_a_frame_that_differs_is_no_member(rebuild: ModuleType, pair: tuple[Path, Path], tmp_path: Path) -> None:
    with tarfile.open(pair[1] / "made.tar.gz", "w:gz", compresslevel=1) as made:
        made.add(pair[1] / "inner" / "library.so", "library.so")
    (found,) = rebuild.differences(*pair)
    assert found.path == "made.tar.gz" and "same members" in found.how


def test_the_verdict(rebuild: ModuleType, tmp_path: Path) -> None:
    said: list[str] = []
    for name in ("one", "other"):
        (tmp_path / name / "wheel").mkdir(parents=True)
    one, other = tmp_path / "one", tmp_path / "other"
    assert not rebuild.compare(["wheel"], one, other, said.append)  # nothing was built
    (one / "wheel" / "a").write_text("1")
    (other / "wheel" / "a").write_text("1")
    assert rebuild.compare(["wheel"], one, other, said.append) and "all the same" in said[-1]
    (other / "wheel" / "a").write_text("2")
    assert not rebuild.compare(["wheel"], one, other, said.append) and "NOT EXPLAINED" in said[-2]


def test_the_two_circumstances_differ_in_everything(rebuild: ModuleType, tmp_path: Path) -> None:
    one, other = rebuild.ONE, rebuild.OTHER
    assert (
        one.umask != other.umask and one.written != other.written and one.folder.count("/") != other.folder.count("/")
    )
    assert all(one.variables[name] != other.variables[name] for name in one.variables)
    words = rebuild.as_user(other.user)
    assert rebuild.as_user(None) == []
    if words:  # where the system has it, the other build sees another user
        told = subprocess.run([*words, "id", "-u"], capture_output=True, text=True, check=True)
        assert told.stdout.strip() == str(other.user)
