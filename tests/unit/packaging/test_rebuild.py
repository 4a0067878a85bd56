"""Two builds of one commit, compared: every kind of difference is found and named, and none is forgiven."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
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


def archive(path: Path, when: tuple[int, ...] = (2026, 1, 2, 0, 0, 0)) -> None:
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(zipfile.ZipInfo("same.txt", when), "same")  # type: ignore[arg-type]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two equal folders."""
    one = tmp_path / "one"
    (one / "inner").mkdir(parents=True)
    (one / "inner" / "library.so").write_bytes(b"\x7fELF" + bytes(range(100)))
    (one / "link.so").symlink_to("inner/library.so")
    archive(one / "made.whl")
    return one, Path(shutil.copytree(one, tmp_path / "other", symlinks=True))


def flip(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:50] + bytes([whole[50] ^ 1]) + whole[51:])


CHANGES: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "a byte": (lambda f: flip(f / "inner/library.so"), "inner/library.so", "other bytes"),
    "a file less": (lambda f: (f / "inner/library.so").unlink(), "inner/library.so", "only in the first"),
    "a file more": (lambda f: (f / "more").touch(), "more", "only in the second"),
    "permissions": (lambda f: (f / "inner/library.so").chmod(0o600), "inner/library.so", "file 0o600"),
    "where a link leads": (
        lambda f: [(f / "link.so").unlink(), (f / "link.so").symlink_to("made.whl")], "link.so", "other bytes"),
    "a file for a link": (lambda f: [(f / "link.so").unlink(), (f / "link.so").touch()], "link.so", "link  and file"),
    "times of members": (lambda f: archive(f / "made.whl", (2027, 1, 2, 0, 0, 0)), "made.whl", "other bytes"),
}  # fmt: skip


def test_equal_folders(rebuild: ModuleType, pair: tuple[Path, Path]) -> None:
    assert rebuild.differences(*pair) == {}


@pytest.mark.parametrize("change", CHANGES)
def test_a_difference_is_found_and_named(rebuild: ModuleType, pair: tuple[Path, Path], change: str) -> None:
    make, name, how = CHANGES[change]
    make(pair[1])
    found = rebuild.differences(*pair)
    assert list(found) == [name] and how in found[name]
    if change == "permissions":
        assert rebuild.differences(*pair, rights=False) == {}


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
    assert not rebuild.compare(["wheel"], one, other, said.append) and "1 differ" in said[-1]
    assert "diffoscope" in said[-2] and said[-3] == "wheel: a: other bytes"


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
