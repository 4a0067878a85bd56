"""Checksums of installed files: a changed byte, a missing file and one file more are found, and nothing else."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from dpdesk.selftest import installed
from dpdesk.selftest.installed import compare, listed, needed, own_files, read


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
    result = installed._own()
    assert result.passed and "checkout" in result.detail and own_files().checksum in result.detail


def test_the_checksum_of_the_whole_depends_on_every_file(tmp_path: Path) -> None:
    one = read("a", "1", tmp_path, "a/x.py,sha256=aa,1\na/y.py,sha256=bb,1\n")
    assert read("a", "1", tmp_path, "a/y.py,sha256=bb,1\na/x.py,sha256=aa,1\n").checksum == one.checksum
    assert read("a", "1", tmp_path, "a/x.py,sha256=aa,1\na/y.py,sha256=bc,1\n").checksum != one.checksum
    assert read("a", "1", tmp_path, "a/x.py,sha256=aa,1\n").checksum != one.checksum


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
