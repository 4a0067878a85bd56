"""Checksums of installed files: a changed byte, a missing file and one file more are found, and nothing else."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

from dpdesk import installation
from dpdesk.selftest import installed
from dpdesk.selftest.installed import compare, listed, needed


def script(name: str) -> ModuleType:
    """A script of packaging/ as a module; it finds its neighbours as when it is run."""
    folder = Path(__file__).parents[3] / "packaging"
    sys.path.insert(0, str(folder))
    try:
        spec = importlib.util.spec_from_file_location(f"packaging_{name}", folder / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
    return module


written = script("checksums")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package 'small' that needs 'other', with their lists."""
    for name, needs in (("small", "Requires-Dist: other>=1\nRequires-Dist: never; extra == 'test'\n"), ("other", "")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(f"name = '{name}'\n")
        (folder / "data.bin").write_bytes(bytes(range(256)))
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needs}\n")
        files = [*sorted(folder.iterdir()), info / "METADATA"]
        lines = [f"{path.relative_to(tmp_path)},sha256={installed._digest(path)}," for path in files]
        lines += [f"{info.name}/RECORD,,", f"{name}/__pycache__/__init__.cpython-311.pyc,sha256=none,9"]
        (info / "RECORD").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(installed, "NAME", "small")
    monkeypatch.setattr(installed, "_others", lambda names: set())  # nobody else's files lie here
    return tmp_path


def test_what_is_needed_is_found_by_name(site: Path) -> None:
    assert needed("small") == ["other"]
    found = listed("small")
    assert found is not None and found.version == "1.0" and found.root == site
    assert listed("never") is None
    assert compare([found]).none and compare([found]).checked == 3


@pytest.mark.parametrize("file", ["other/__init__.py", "other/data.bin", "other-1.0.dist-info/METADATA"])
def test_one_changed_byte_is_found(site: Path, file: str) -> None:
    assert installed._needed().passed
    whole = (site / file).read_bytes()
    (site / file).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    result = installed._needed()
    assert not result.passed and "1 changed" in result.detail and file in result.detail


def test_a_missing_file_and_one_more_are_found(site: Path) -> None:
    (site / "other" / "data.bin").unlink()
    assert "1 missing: other/data.bin" in installed._needed().detail
    (site / "other" / "hook.py").write_text("")
    result = installed._needed()
    assert not result.passed and "1 not listed: other/hook.py" in result.detail
    (site / "other-1.0.dist-info" / "RECORD").unlink()
    assert "no list of files of other" in installed._needed().detail


def test_a_checkout_has_no_list_and_says_so() -> None:
    result = installed._own_files()
    assert result.passed and "checkout" in result.detail and installation.program()["build"] in result.detail


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder like that of a frozen program, listed by the build's own script; a link leads to a library in it.

    Which program this is, is asked anew, before and after.
    """
    inside = tmp_path / "program" / "_internal"
    (inside / "Qt").mkdir(parents=True)
    (inside.parent / "dpdesk").write_bytes(b"\x7fELF program")
    (inside / "Qt" / "libQt.so.6").write_bytes(b"\x7fELF library")
    (inside / "libQt.so.6").symlink_to("Qt/libQt.so.6")
    (inside / "base_library.zip").write_bytes(b"PK")
    (inside / "other.so").write_bytes(b"\x7fELF other")
    written.write(inside.parent)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(inside.parent / "dpdesk"))
    installation._program.cache_clear()
    yield inside.parent
    installation._program.cache_clear()


def test_a_frozen_program_is_checked_whole(frozen: Path) -> None:
    lines = (frozen / "checksums.txt").read_text().splitlines()
    assert [line[66:] for line in lines] == [
        "_internal/Qt/libQt.so.6", "_internal/base_library.zip", "_internal/libQt.so.6", "_internal/other.so", "dpdesk"
    ]  # fmt: skip
    own, needs = installed._own_files(), installed._needed()
    assert own.passed and "5 files as listed" in own.detail and needs.passed
    assert hashlib.sha256((frozen / "checksums.txt").read_bytes()).hexdigest() in own.detail
    assert subprocess.run(["sha256sum", "--check", "--quiet", "checksums.txt"], cwd=frozen, check=False).returncode == 0


def spoil(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"!")


CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a byte of a library": (lambda folder: spoil(folder / "_internal/other.so"), "1 changed: _internal/other.so"),
    "a byte of the program": (lambda folder: spoil(folder / "dpdesk"), "1 changed: dpdesk"),
    "a library less": (lambda folder: (folder / "_internal/other.so").unlink(), "1 missing: _internal/other.so"),
    "a library more": (
        lambda folder: (folder / "_internal/libmore.so").write_bytes(b""), "1 not listed: _internal/libmore.so"),
    "a link more": (lambda folder: (folder / "_internal/a").symlink_to("/etc"), "1 not listed: _internal/a"),
    "a link that leads elsewhere": (
        lambda folder: [(folder / "_internal/libQt.so.6").unlink(),
                        (folder / "_internal/libQt.so.6").symlink_to("other.so")], "1 changed: _internal/libQt.so.6"),
    "a line less": (
        lambda folder: (folder / "checksums.txt").write_text(
            (folder / "checksums.txt").read_text().split("\n", 1)[1]), "1 not listed: _internal/Qt/libQt.so.6"),
    "no line at all": (lambda folder: (folder / "checksums.txt").write_text(""), "5 not listed"),
    "another text": (lambda folder: (folder / "checksums.txt").write_text("none\n"), "was changed"),
    "a way out": (
        lambda folder: (folder / "checksums.txt").write_text("0" * 64 + "  ../../etc/passwd\n"), "was changed"),
    "no list": (lambda folder: (folder / "checksums.txt").unlink(), "is missing"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_a_frozen_program_is_found(frozen: Path, change: str) -> None:
    make, said = CHANGES[change]
    make(frozen)
    result = installed._own_files()
    assert not result.passed and said in result.detail


def test_a_folder_that_cannot_be_listed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one").write_bytes(b"1")
    assert written.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == hashlib.sha256((tmp_path / "checksums.txt").read_bytes()).hexdigest()
    assert written.main([str(tmp_path)]) == 0  # again: the list does not list itself
    (tmp_path / "two").symlink_to("/etc/passwd")
    assert written.main([str(tmp_path)]) == 1 and "cannot name" not in capsys.readouterr().out


def test_planted_changes_are_found() -> None:
    assert installed._planted().passed


def test_a_comparison_that_finds_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "_digest", lambda path: "the same")
    assert not installed._planted().passed


def test_every_package_it_runs_on_is_installed_with_a_list() -> None:
    names = needed("dpdesk")
    assert {"numpy", "scipy", "duckdb", "openpyxl", "pyside6-essentials"} <= set(names)
    assert all(listed(name) is not None for name in names)
    assert metadata.version("numpy") == next(one.version for one in map(listed, names) if one and one.name == "numpy")
